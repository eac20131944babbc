"""States, positions and moves are read back as written."""

from __future__ import annotations

import json

import pytest

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.errors import BadPosition
from holdtheline.core.game import Game

from .game_helpers import ALL, every_game, every_game_as_it_comes, walk


@every_game
def test_a_saved_state_is_read_back_as_it_was(game: Game) -> None:
    for state in walk(game):
        again = game.from_json(state.to_json())
        assert again == state
        assert again.current_player == state.current_player
        assert again.words.dtype == state.words.dtype
        assert again.to_json() == state.to_json()


@every_game
def test_a_state_that_was_read_back_plays_on_like_the_first(game: Game) -> None:
    for state in walk(game)[:-1]:
        first, again = state.copy(), game.from_json(state.to_json())
        code = state.legal_codes()[0]
        first.play(code)
        again.play(code)
        assert first == again


@every_game_as_it_comes
@pytest.mark.parametrize(
    "text",
    ["", "x", "null", "3", "[]", "{}", '"words"', "[" * 100_000, '{"words": [1]}', "NaN", "\0", "9" * 5000],
    ids=lambda text: text[:16].encode("unicode_escape").decode() or "nothing",
)
def test_what_is_no_saved_state_is_refused(game: Game, text: str) -> None:
    with pytest.raises(BadPosition, match=f"^this is not a saved state of {game.name}$"):
        game.from_json(text)


@every_game_as_it_comes
@pytest.mark.parametrize(
    "word",
    [None, "5", "x", 1.5, True, [1], {}, 2**63, -(2**63) - 1, 10**400, float("nan"), float("inf")],
    ids=repr,
)
def test_a_saved_state_of_anything_but_whole_numbers_is_refused(game: Game, word: object) -> None:
    saved = json.loads(game.start().to_json())
    saved["words"][0] = word
    with pytest.raises(BadPosition):
        game.from_json(json.dumps(saved))


@every_game_as_it_comes
def test_a_saved_state_of_another_game_option_or_version_is_refused(game: Game) -> None:
    saved = json.loads(game.start().to_json())
    wrong = [
        {"game": "chess"},
        {"rules": saved["rules"] + 1},
        {"options": {}},
        {"options": None},
        {"words": saved["words"][:-1]},
        {"words": [*saved["words"], 0]},
        {"words": [saved["words"]]},
        {"words": []},
        {"words": 7},
    ]
    for change in wrong:
        with pytest.raises(BadPosition):
            game.from_json(json.dumps({**saved, **change}))
    for missing in saved:
        with pytest.raises(BadPosition):
            game.from_json(json.dumps({key: value for key, value in saved.items() if key != missing}))


def test_no_two_option_sets_take_each_other_s_states() -> None:
    saved = {game: game.start().to_json() for game in ALL}
    assert len(set(saved.values())) == len(ALL)
    for game, other in zip(ALL, ALL[1:] + ALL[:1], strict=True):
        with pytest.raises(BadPosition, match="another game, option or version"):
            game.from_json(saved[other])


@every_game
def test_a_position_in_words_is_read_back_as_it_was(game: Game) -> None:
    for state in walk(game):
        if state.current_player != OVER:
            again = game.position(state.position())
            assert again == state
            assert again.current_player == state.current_player


@every_game_as_it_comes
@pytest.mark.parametrize("text", ["", "x", "?", "0" * 1000, "\n", "lanes", "９"])
def test_a_position_that_cannot_be_read_is_refused_in_one_line(game: Game, text: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        game.position(text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300


@every_game
def test_every_move_is_read_back_from_its_text(game: Game) -> None:
    for state in walk(game):
        moves = state.legal_moves()
        assert len({move.text for move in moves}) == len(moves)
        for move in moves:
            assert state.code(move.text) == state.code(move) == state.code(move.code) == move.code
            assert state.move(move.text) == move
            assert move.text.startswith("roll ") == (state.current_player == CHANCE)


@every_game
def test_a_move_its_text_and_its_code_do_the_same(game: Game) -> None:
    for state in walk(game)[:-1]:
        move = state.legal_moves()[-1]
        played = []
        for step in (move, move.text, move.code):
            played.append(state.copy())
            played[-1].play(step)
        assert played[0] == played[1] == played[2]
