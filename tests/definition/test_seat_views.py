"""Views: what a seat sees and can click, and never more than it may know."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random

from holdtheline.core.definition import CHANCE, FIRST_MOVE, OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.game import Game, State
from holdtheline.core.view_types import ClickPath

from .game_helpers import (
    every_game,
    every_game_with_secrets,
    every_game_without_secrets,
    is_large,
    random_code,
    walk,
)


def seats_of(game: Game) -> range:
    return range(len(game.seats))


# The view


@every_game
def test_a_view_is_json_and_always_the_same(game: Game) -> None:
    for state in walk(game):
        for seat in seats_of(game):
            view = state.view(seat)
            text = json.dumps(view, allow_nan=False)
            assert text == json.dumps(state.copy().view(seat))
            assert json.loads(text) == view
            assert (view["seat"], view["turn"], view["game"]) == (seat, state.current_player, game.name)
            assert view["prompt"]


@every_game
def test_a_view_lists_the_moves_of_the_seat_that_may_decide(game: Game) -> None:
    for state in walk(game):
        for seat in seats_of(game):
            listed = [(move["text"], move["code"]) for move in state.view(seat)["moves"]]
            mine = state.legal_moves(seat) if state.can_move(seat) or state.current_player == CHANCE else []
            assert listed == [(move.text, move.code) for move in mine]


@every_game
def test_a_view_of_the_end_has_the_outcome(game: Game) -> None:
    *before, end = walk(game)
    assert all(state.view(0)["outcome"] is None for state in before)
    outcome, view = end.outcome, end.view(0)["outcome"]
    assert outcome is not None
    assert view == {
        "winner": outcome.winner,
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "clause": outcome.clause,
    }


def can_mean_the_same(one: ClickPath, other: ClickPath) -> bool:
    """Return whether the same clicks complete both."""
    if one.any_order or other.any_order:
        return sorted(one.ids) == sorted(other.ids)
    return one.ids == other.ids


@every_game
def test_no_two_moves_are_pointed_at_in_the_same_way(game: Game) -> None:
    for state in walk(game):
        ways = [
            (move.code, way)
            for move in state.legal_moves()
            if move.code >= FIRST_MOVE
            for way in state.click_paths(move)
        ]
        assert {code for code, _ in ways} == {code for code in state.legal_codes() if code >= FIRST_MOVE}
        spots = {spot.id for spot in state.hotspots()}
        assert all(set(way.ids) <= spots for _, way in ways)
        by_clicks: dict[tuple[str, ...], list[tuple[int, ClickPath]]] = {}
        for code, way in ways:
            by_clicks.setdefault(tuple(sorted(way.ids)), []).append((code, way))
        for group in by_clicks.values():
            for (code, way), (other_code, other_way) in combinations(group, 2):
                assert code == other_code or not can_mean_the_same(way, other_way)


MOST_KEYS = 26
"""Games with more things than letters, where some have no key."""


@every_game
def test_every_spot_has_an_id_and_a_key_of_its_own(game: Game) -> None:
    is_crowded = max(len(state.hotspots()) for state in walk(game)) > MOST_KEYS
    for state in walk(game):
        spots = state.hotspots()
        assert len({spot.id for spot in spots}) == len(spots)
        keys = [spot.key for spot in spots if spot.key]
        assert len(set(keys)) == len(keys)
        assert len(keys) == len(spots) or game.definition.simultaneous or is_crowded
        assert all(spot.label for spot in spots)


@every_game
def test_the_rows_of_a_drawing_are_equally_wide(game: Game) -> None:
    for state in walk(game):
        for seat in seats_of(game):
            widths = {sum(len(piece.text) for piece in row) for row in state.drawing(seat)}
            assert len(widths) == 1
            assert widths.pop() <= 80


@every_game
def test_a_picture_is_svg_and_always_the_same(game: Game) -> None:
    for state in walk(game)[::4]:
        for seat in seats_of(game):
            assert state.svg(seat).startswith("<svg")
            assert state.svg(seat) == state.copy().svg(seat)
        assert state._repr_svg_() == state.svg()


# Secrets


def guessed(state: State, seat: int, seed: int) -> State:
    """Return a state that this seat cannot distinguish from the given one."""
    guess = state.seen_by(seat)
    state.game.engine.guess(guess.words, seat, random_stream(seed))
    return guess


@every_game
def test_hiding_twice_hides_no_more_than_once(game: Game) -> None:
    for state in walk(game):
        for seat in seats_of(game):
            seen = state.seen_by(seat)
            assert seen.seen_by(seat) == seen
            assert seen.current_player == state.current_player == game.engine.turn(seen.words)


@every_game
def test_a_guess_is_a_state_that_the_seat_cannot_tell_from_the_true_one(game: Game) -> None:
    for number, state in enumerate(walk(game)):
        for seat in seats_of(game):
            guess = guessed(state, seat, number)
            assert guess.seen_by(seat) == state.seen_by(seat)
            assert game.engine.turn(guess.words) == state.current_player


@every_game
def test_a_guess_can_be_played_to_the_end(game: Game) -> None:
    random = Random(6)
    for number, state in enumerate(walk(game)[::3]):
        guess = guessed(state, number % len(game.seats), number)
        while guess.current_player != OVER:
            guess.play(random_code(guess, random))
        assert guess.outcome is not None


@every_game
def test_the_same_stream_makes_the_same_guess(game: Game) -> None:
    for state in walk(game):
        assert guessed(state, 0, 3) == guessed(state, 0, 3)


@every_game_without_secrets
def test_where_everything_lies_open_nothing_is_hidden_or_guessed(game: Game) -> None:
    for state in walk(game):
        for seat in seats_of(game):
            assert state.seen_by(seat) == guessed(state, seat, 1) == state


def all_that_a_seat_gets(state: State, seat: int) -> dict[str, object]:
    mine = state.current_player == CHANCE or state.can_move(seat)
    return {
        "view": json.dumps(state.view(seat)),
        "svg": state.svg(seat),
        "drawing": state.drawing(seat),
        "prompt": state.prompt(seat),
        "spots": state.hotspots(seat),
        "seen": state.seen_by(seat).to_json(),
        "moves": state.legal_moves(seat) if mine else [],
        "choices": [state.click_paths(move) for move in state.legal_moves(seat)] if mine else [],
        "turn": state.current_player,
    }


@every_game_with_secrets
def test_states_that_differ_only_in_secrets_give_a_seat_identical_bytes(game: Game) -> None:
    pairs_that_differ = 0
    for seed in range(4 if is_large(game) else 20):
        for state in walk(game, seed):
            for seat in seats_of(game):
                other = guessed(state, seat, seed)
                pairs_that_differ += other != state
                assert all_that_a_seat_gets(other, seat) == all_that_a_seat_gets(state, seat)
    assert pairs_that_differ > 50


@every_game_with_secrets
def test_a_guess_comes_from_the_stream_and_not_from_the_secret(game: Game) -> None:
    for state in walk(game):
        for seat in seats_of(game):
            others = {guessed(guessed(state, seat, seed), seat, 99).digest() for seed in range(8)}
            assert len(others) == 1


@every_game_with_secrets
def test_guesses_range_over_more_than_one_possibility(game: Game) -> None:
    ranges = [
        len({guessed(state, seat, seed).digest() for seed in range(30)})
        for state in walk(game)
        for seat in seats_of(game)
    ]
    assert max(ranges) > 1
