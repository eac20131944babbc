"""Games as arrays: observations within their bounds, and actions that find their move again."""

from __future__ import annotations

import numpy as np

from holdtheline.core import catalog
from holdtheline.core.ai.encoding import Encoding
from holdtheline.core.definition import OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.game import Game, State
from holdtheline.core.state_record import Words
from holdtheline.games.civilwar import SAMPLE_POSITION

from .game_helpers import ALL, each_of, walk

every_game_with_an_encoding = each_of(game for game in ALL if game.definition.encoding)
every_game_with_hidden_arrays = each_of(
    game
    for game in ALL
    if game.definition.encoding and game.definition.has_secrets and game.options.get("fog") != "off"
)


def encoding_of(game: Game) -> Encoding:
    assert game.definition.encoding
    return game.definition.encoding


def layout_of(game: Game) -> Words:
    return np.array(encoding_of(game).layout(game.start().record), np.int64)


def observation(state: State, seat: int, layout: Words) -> Words:
    encoding = encoding_of(state.game)
    numbers = np.zeros(encoding.size, np.int64)
    encoding.observe(state.seen_by(seat).record, seat, layout, numbers)
    return numbers


def decisions(game: Game) -> list[State]:
    return [state for state in walk(game) if state.current_player >= 0]


@every_game_with_an_encoding
def test_every_feature_is_within_its_bounds(game: Game) -> None:
    encoding, layout = encoding_of(game), layout_of(game)
    for state in walk(game):
        for seat in range(len(game.seats)):
            numbers = observation(state, seat, layout)
            for feature in encoding.features:
                part = numbers[encoding.slices()[feature.name]]
                assert part.size == feature.size
                assert feature.low <= part.min(), feature.name
                assert part.max() <= feature.high, feature.name
            assert (numbers.astype(encoding.dtype) == numbers).all()


@every_game_with_an_encoding
def test_every_legal_move_is_an_action_and_the_action_is_that_move(game: Game) -> None:
    encoding, layout = encoding_of(game), layout_of(game)
    for state in decisions(game):
        record, codes = state.seen_by(state.current_player).record, state.legal_codes()
        actions = [int(encoding.action_of(record, layout, code)) for code in codes]
        assert len(set(actions)) == len(actions)
        assert all(0 <= action < layout[0] for action in actions)
        assert [int(encoding.code_of(record, layout, action)) for action in actions] == codes


@every_game_with_an_encoding
def test_an_action_outside_the_space_is_no_move(game: Game) -> None:
    encoding, layout = encoding_of(game), layout_of(game)
    for state in decisions(game)[:5]:
        for action in (-1, int(layout[0]), 10**6):
            assert state.why_not(int(encoding.code_of(state.record, layout, action)))


@every_game_with_an_encoding
def test_any_action_is_a_move_or_is_refused(game: Game) -> None:
    encoding, layout = encoding_of(game), layout_of(game)
    state = decisions(game)[-1]
    legal = set(state.legal_codes())
    for action in range(0, int(layout[0]), 7):
        code = int(encoding.code_of(state.record, layout, action))
        assert (state.why_not(code) is None) == (code in legal)


@every_game_with_hidden_arrays
def test_arrays_of_states_that_differ_only_in_what_is_hidden_are_equal(game: Game) -> None:
    encoding, layout, stream = encoding_of(game), layout_of(game), random_stream("arrays")
    differs = False
    for state in walk(game):
        for seat in range(len(game.seats)):
            other = state.seen_by(seat)
            game.engine.guess(other.words, seat, stream)
            differs |= bool((other.words != state.words).any())
            assert (observation(other, seat, layout) == observation(state, seat, layout)).all()
            if state.current_player == seat and state.current_player != OVER:
                known, guessed = state.seen_by(seat), other.seen_by(seat)
                assert [int(encoding.action_of(known.record, layout, code)) for code in known.legal_codes()] == [
                    int(encoding.action_of(guessed.record, layout, code)) for code in guessed.legal_codes()
                ]
    assert differs


def test_an_observation_of_siege_number_by_number() -> None:
    state = catalog.load("siege", plain=True).position("lanes 6 4 2, backline 5, waves 2, enemy 5 6 1")
    assert observation(state, 0, layout_of(state.game)).tolist() == [3, 2, 6, 4, 2, 5, 5, 6, 1, 1, 1, 6, 6]


def test_an_observation_of_civil_war_has_each_piece_in_its_hex() -> None:
    """The same position seen from both sides: own and enemy change places, and the map stays."""
    game = catalog.load("civilwar", plain=True, scenario="bull-run")
    state, layout = game.position(SAMPLE_POSITION), layout_of(game)
    rows, burnside = 11, (3, 3)  # D4: the fourth column, the fourth row
    for seat, whose in ((0, "own_pieces"), (1, "enemy_pieces")):
        numbers, slices = observation(state, seat, layout), encoding_of(game).slices()
        pieces = numbers[slices[whose]].reshape(9, rows, 13)
        assert pieces[0][burnside] == 3  # blocks of infantry
        assert pieces[6][burnside] == 1  # McDowell
        assert numbers[slices["own_turn"]] == (seat == 0)
        assert numbers[slices["turn"]] == 4
        assert numbers[slices["ap"]] == 6


def test_an_observation_of_skirmish_has_each_character_in_its_row() -> None:
    game = catalog.load("skirmish", plain=True, scenario="millrace", enemy="seat")
    state, layout = game.start(), layout_of(game)
    friend, enemy = state.record.x[0], state.record.x[32]
    for seat, first, second in ((0, friend, enemy), (1, enemy, friend)):
        numbers, slices = observation(state, seat, layout), encoding_of(game).slices()
        characters = numbers[slices["characters"]].reshape(64, 24)
        assert (characters[0][3], characters[32][3]) == (first, second)
        assert characters[0][2] == 1
        assert characters[32][2] == 0
        assert numbers[slices["battle"]].tolist()[0] == (seat == 0)
