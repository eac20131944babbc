"""What programs that use a state rely on, in every game: copies, pickles, chances, results, information states."""

from __future__ import annotations

import copy
import pickle
import shutil
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import holdtheline
from holdtheline.core import catalog
from holdtheline.core.catalog import load
from holdtheline.core.declarations import RESIGN, EndedState, declare
from holdtheline.core.dice import SeededDice
from holdtheline.core.errors import BadPosition, IllegalMove
from holdtheline.core.game import Game, State, legal_moves

from . import toy_game
from .game_helpers import every_game, walk
from .test_seat_views import guessed

COPIES: dict[str, Callable[[State], State]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "method": lambda state: state.copy(),
}


@pytest.fixture(autouse=True)
def toy_in_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog.EXTRA_GAMES, toy_game.GAME.name, toy_game.GAME)


@every_game
@pytest.mark.parametrize("how", COPIES)
def test_a_copy_is_equal_and_independent(game: Game, how: str) -> None:
    for state in walk(game)[:-1]:
        twin = COPIES[how](state)
        assert twin == state
        assert twin.legal_codes() == state.legal_codes()
        assert (twin.digest(), twin.game.identity) == (state.digest(), state.game.identity)
        before = state.digest()
        twin.play(twin.legal_codes()[0])
        assert state.digest() == before != twin.digest()
        assert twin != state


@every_game
def test_equal_states_are_those_with_the_same_digest(game: Game) -> None:
    states = walk(game)[::3]
    for one in states:
        for other in states:
            assert (one == other) == (one.digest() == other.digest())


def test_a_state_cannot_be_a_key_because_it_changes() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(load("siege").start())


@pytest.mark.parametrize("how", COPIES)
def test_a_resigned_game_stays_resigned_in_a_copy(how: str) -> None:
    state = load("civilwar", plain=True).start()
    ended, _ = declare(state, None, RESIGN, 1)
    twin = COPIES[how](ended)
    assert isinstance(twin, EndedState)
    assert twin == ended != state
    assert (twin.is_over, twin.outcome, twin.returns()) == (True, ended.outcome, [1.0, -1.0])


def test_a_pickled_game_keeps_its_options_and_how_it_runs() -> None:
    game = load("siege", plain=True, mode="hard")
    twin = pickle.loads(pickle.dumps(game))
    assert (twin.identity, twin.plain) == (game.identity, True)
    assert copy.deepcopy(game) is copy.copy(game) is game


def test_a_pickled_game_of_a_scenario_file_does_not_need_the_file(tmp_path: Path) -> None:
    shipped = Path(holdtheline.__file__).parent / "games" / "civilwar" / "scenario" / "data" / "bull-run.toml"
    path = Path(shutil.copy(shipped, tmp_path / "mine.toml"))
    state = load("civilwar", plain=True, scenario=path).start()
    pickled = pickle.dumps(state)
    path.unlink()
    assert pickle.loads(pickled) == state


def test_a_pickle_of_another_version_of_the_rules_is_refused() -> None:
    state = load("siege").start()
    restore, arguments = state.__reduce__()
    assert callable(restore)
    assert isinstance(arguments, tuple)
    with pytest.raises(BadPosition, match="another version of siege"):
        restore(arguments[0], arguments[1] + 1, *arguments[2:])


@every_game
def test_chances_are_those_of_a_die_where_a_die_is_next(game: Game) -> None:
    for state in walk(game):
        chances = state.chance_outcomes()
        assert [face for face, _ in chances] == (state.legal_codes() if state.is_chance else [])
        if chances:
            assert sum(Fraction(chance).limit_denominator(100) for _, chance in chances) == 1


@every_game
def test_returns_are_zero_until_the_end_and_agree_with_the_outcome(game: Game) -> None:
    *before, end = walk(game)
    assert all(state.returns() == [0.0] * len(game.seats) for state in before)
    assert end.outcome is not None
    assert end.returns() == list(map(float, end.outcome.scores))
    teams: dict[int, set[float]] = {}
    for team, value in zip(game.teams, end.returns(), strict=True):
        teams.setdefault(team, set()).add(value)
    assert all(len(values) == 1 for values in teams.values()), "allies win and lose together"
    if len(game.seats) == 2 and len(teams) == 2:
        assert sum(end.returns()) == 0


@every_game
def test_an_information_state_is_the_same_for_all_states_that_the_seat_cannot_tell_apart(game: Game) -> None:
    for number, state in enumerate(walk(game)):
        for seat in range(len(game.seats)):
            key = state.information_state(seat)
            assert {key: "usable as a key"}[guessed(state, seat, number).information_state(seat)]


@every_game
def test_an_information_state_differs_where_the_seat_sees_a_difference(game: Game) -> None:
    states = walk(game)
    for seat in range(len(game.seats)):
        keys = {state.information_state(seat) for state in states}
        seen = {state.seen_by(seat).to_json() for state in states}
        assert len(keys) == len(seen) > 1


# Steps in one call


@every_game
def test_a_step_is_a_play_and_a_list_of_the_next_codes(game: Game) -> None:
    for state in walk(game)[:-1]:
        for code in state.legal_codes()[:: max(1, len(state.legal_codes()) // 3)]:
            played, stepped = state.copy(), state.copy()
            played.play(code)
            assert stepped.step(code) == played.legal_codes()
            assert stepped == played


@every_game
def test_a_step_with_dice_rolls_until_a_seat_decides(game: Game) -> None:
    for number, state in enumerate(walk(game)[:-1]):
        code = state.legal_codes()[-1]
        rolled, stepped = state.copy(), state.copy()
        dice, same_dice = SeededDice(number), SeededDice(number)
        rolled.play(code)
        while rolled.is_chance:
            rolled.roll(dice)
        assert stepped.step(code, same_dice) == rolled.legal_codes()
        assert stepped == rolled
        assert not stepped.is_chance
        assert dice.roll("") == same_dice.roll("")


@every_game
def test_a_refused_step_changes_nothing_and_cites_the_clause_of_a_refused_play(game: Game) -> None:
    for state in walk(game)[::5]:
        twin = state.copy()
        for code in (-1, 7, 2**62, 2**64, 10**30, -(10**30)):
            refusals = []
            for attempt in (twin.step, twin.play):
                with pytest.raises(IllegalMove) as refused:
                    attempt(code)
                refusals.append((refused.value.clause, refused.value.reason))
            assert refusals[0] == refusals[1]
            with pytest.raises(IllegalMove):
                twin.step(code, SeededDice(1))
        assert twin == state


def test_a_step_takes_numbers_of_numpy_and_refuses_what_is_no_code() -> None:
    state = load("siege").start()
    assert state.copy().step(np.int64(state.legal_codes()[0])) == [1, 2, 3, 4, 5, 6]  # type: ignore[arg-type]
    for wrong in (1.0, None, True, b"8"):
        with pytest.raises(IllegalMove, match="a step is a move, its text or its code"):
            state.step(wrong)  # type: ignore[arg-type]


def test_lists_of_codes_belong_to_the_caller_and_are_freed() -> None:
    state = load("siege").position("lanes 3 3 3, backline 6, waves 2")
    codes = state.legal_codes()
    same = state.legal_codes()
    codes.clear()
    assert state.legal_codes() == same
    code = same[-1]
    assert more_objects_after(lambda: (state.legal_codes(), state.copy().step(code))) < 200


def more_objects_after(act: Callable[[], object]) -> int:
    """Return how many more objects exist after doing this a thousand times."""
    act()
    before = sys.getallocatedblocks()
    for _ in range(1000):
        act()
    return sys.getallocatedblocks() - before


def test_a_state_keeps_its_words() -> None:
    state = load("siege").start()
    with pytest.raises(AttributeError):
        state.words = state.words.copy()  # type: ignore[misc]
    with pytest.raises(ValueError, match="contiguous and writable"):
        State(state.game, np.frombuffer(bytes(state.words.tobytes()), np.int64))
    with pytest.raises(ValueError, match="contiguous and writable"):
        State(state.game, np.zeros(2 * state.words.size, np.int64)[::2])


def test_a_resigned_game_takes_no_step() -> None:
    ended, _ = declare(load("siege", plain=True).start(), None, RESIGN, 0)
    with pytest.raises(IllegalMove, match="the game is over"):
        ended.step(0)


# Moves that are described when they are read


@every_game
def test_a_move_describes_the_position_in_which_it_was_listed(game: Game) -> None:
    for state in walk(game)[:-1]:
        listed, expected = state.legal_moves(), [state.move(code) for code in state.legal_codes()]
        after = state.copy()
        kept = after.legal_moves()
        after.play(after.legal_codes()[0])
        assert listed == kept == expected
        assert [move.code for move in listed] == state.legal_codes()
        assert [(move.text, move.label, move.clause) for move in kept] == [
            (move.text, move.label, move.clause) for move in expected
        ]


@every_game
def test_legal_moves_behave_like_a_list(game: Game) -> None:
    state = walk(game)[0]
    moves = state.legal_moves()
    assert list(moves) == [*moves] == moves[:] == moves
    assert (moves[0], moves[-1], len(moves)) == (next(iter(moves)), list(moves)[-1], len(state.legal_codes()))
    assert moves[0] in moves
    assert moves.index(moves[-1]) == len(moves) - 1
    assert pickle.loads(pickle.dumps(list(moves))) == moves
    assert {moves[0]: "usable as a key"}[state.move(moves[0].code)]
    assert repr(moves).startswith(f"<{len(moves)} legal moves: {moves[0].text}")
    assert str(moves[0]) == moves[0].text
    state.copy().play(moves[0])


def test_listing_moves_makes_no_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    state = load("siege").start()
    monkeypatch.setattr(legal_moves, "describe_move", lambda *_: pytest.fail("a text was made"))
    state.play(state.legal_moves()[0])
    assert [state.step(move.code) for move in state.copy().legal_moves()[:1]]


def test_the_names_of_earlier_versions_still_work_for_uploaded_bots() -> None:
    state = load("siege").start()
    assert state.moves() == list(state.legal_moves())
    assert isinstance(state.moves(), list)
    assert (state.codes(), state.turn) == (state.legal_codes(), state.current_player)
    assert state.spots() == state.hotspots()
    assert state.choices(state.moves()[0]) == state.click_paths(state.moves()[0])
