"""The rules of every game: legal moves, steps, and questions that change nothing."""

from __future__ import annotations

from random import Random

import pytest

from holdtheline.core.catalog import definition_of
from holdtheline.core.definition import CHANCE, FIRST_MOVE, OVER, WON
from holdtheline.core.dice import ScriptedDice
from holdtheline.core.errors import IllegalMove
from holdtheline.core.game import Game

from . import toy_game
from .game_helpers import (
    MOST_STEPS,
    all_codes,
    clauses_of,
    every_game,
    every_game_as_it_comes,
    other_codes,
    random_code,
    seeds_of,
    walk,
)

# The end


@every_game
def test_every_random_game_ends(game: Game) -> None:
    for seed in seeds_of(game):
        states = walk(game, seed)
        assert states[-1].current_player == OVER
        assert len(states) <= MOST_STEPS
        assert all(state.outcome is None for state in states[:-1])


@every_game
def test_an_outcome_says_who_and_why(game: Game) -> None:
    for seed in seeds_of(game):
        outcome = walk(game, seed)[-1].outcome
        assert outcome is not None
        assert outcome.clause in clauses_of(game.definition)
        assert outcome.reason
        assert len(outcome.scores) == len(game.seats)
        assert set(outcome.scores) <= {-1, 0, 1}
        winners = [seat for seat, score in enumerate(outcome.scores) if score == WON]
        assert outcome.winner == (winners[0] if winners else None)
        assert len(winners) <= 1 or game.definition.seating.options  # several who play together win together


# Legal moves


@every_game
def test_the_list_of_moves_is_complete_and_has_no_move_twice(game: Game) -> None:
    random = Random(1)
    for state in walk(game):
        legal = all_codes(state)
        assert len(set(legal)) == len(legal) <= len(game.seats) * max(game.definition.rules.max_moves, 6)
        assert set(state.legal_codes()) <= set(legal)
        assert bool(legal) == (state.current_player != OVER)
        assert all(state.why_not(code) is None for code in legal)
        if not game.definition.is_open_table:
            for code in other_codes(state, random) - set(legal):
                assert game.engine.why_not(state.words, code) != 0, (state, code)


@every_game
def test_at_a_chance_node_the_six_faces_are_legal_and_elsewhere_none(game: Game) -> None:
    for state in walk(game):
        faces = [code for code in state.legal_codes() if code < FIRST_MOVE]
        assert faces == ([1, 2, 3, 4, 5, 6] if state.current_player == CHANCE else [])


@every_game
def test_the_list_of_codes_belongs_to_the_caller(game: Game) -> None:
    for state in walk(game):
        first = state.legal_codes()
        state.legal_codes().clear()
        assert state.legal_codes() == first


@every_game
def test_a_refused_step_changes_nothing_and_says_why(game: Game) -> None:
    random = Random(2)
    for state in walk(game):
        before, turn, events = state.words.tobytes(), state.current_player, []
        illegal = sorted(other_codes(state, random) - set(all_codes(state)))
        if game.definition.is_open_table:
            illegal = [code for code in illegal if game.engine.why_not(state.words, code) != 0]
        for code in random.sample(illegal, 20):
            with pytest.raises(IllegalMove) as refusal:
                state.play(code, random.choice((None, events)))
            assert refusal.value.clause in clauses_of(game.definition)
            assert refusal.value.reason
            assert str(refusal.value) == f"{refusal.value.move}: {refusal.value.reason} ({refusal.value.clause})"
            assert (state.words.tobytes(), state.current_player, events) == (before, turn, [])
            asked = state.why_not(code)
            assert asked is not None
            assert str(asked) == str(refusal.value)


@every_game_as_it_comes
@pytest.mark.parametrize("code", [2**63 - 1, 2**63, 2**64, 2**70, -(2**63), -(2**63) - 1, -(2**70)])
def test_a_code_beyond_64_bits_is_refused_like_any_other(game: Game, code: int) -> None:
    state = game.start()
    with pytest.raises(IllegalMove) as refusal:
        state.play(code)
    assert refusal.value.clause in clauses_of(game.definition)
    assert state == game.start()
    assert state.why_not(code) is not None


@every_game
def test_a_die_that_is_not_due_is_not_rolled(game: Game) -> None:
    for state in walk(game):
        if state.current_player != CHANCE:
            dice = ScriptedDice([3])
            with pytest.raises(IllegalMove):
                state.copy().roll(dice)
            assert dice.roll("") == 3


# Questions, copies, names


@every_game
def test_asking_changes_nothing(game: Game) -> None:
    for state in walk(game):
        before = state.words.tobytes()
        for move in state.legal_moves():
            state.click_paths(move)
        for seat in range(len(game.seats)):
            state.view(seat), state.svg(seat), state.drawing(seat), state.prompt(seat), state.seen_by(seat)
        str(state), repr(state), state.outcome, state.digest(), state.to_json(), state.hotspots()
        assert state.words.tobytes() == before


@every_game
def test_a_copy_goes_its_own_way(game: Game) -> None:
    for state in walk(game)[:-1]:
        before = state.words.tobytes()
        copy = state.copy()
        assert copy == state
        copy.play(copy.legal_codes()[-1])
        assert state.words.tobytes() == before
        assert copy != state


@every_game
def test_two_states_have_the_same_digest_only_if_they_are_the_same(game: Game) -> None:
    states = [state for seed in seeds_of(game)[:3] for state in walk(game, seed)]
    assert len({state.digest() for state in states}) == len({state.words.tobytes() for state in states})
    random = Random(5)
    for state in states:
        assert state.copy().digest() == state.digest()
        for word in random.sample(range(len(state.words)), min(len(state.words), 40)):
            other = state.copy()
            other.words[word] ^= 1
            assert other.digest() != state.digest()
            assert other != state


def test_states_of_other_games_and_options_are_never_equal() -> None:
    left, right = Game(definition_of("siege"), {}), Game(definition_of("siege"), {"mode": "easy"})
    assert left.start() == Game(definition_of("siege"), {}).start()
    assert left.start() != right.start()
    assert left.start() != "lanes 6 6 6, backline 6, waves 3"


# Reports


@every_game
def test_every_event_cites_a_clause_of_the_rulebook(game: Game) -> None:
    random = Random(3)
    for state in walk(game)[:-1]:
        events = []
        state.copy().play(random.choice(state.legal_codes()), events)
        assert events or game.definition.simultaneous  # half an order is told when it is whole
        for event in events:
            assert event.clause in clauses_of(game.definition)
            assert event.text
            assert str(event) == f"{event.text} ({event.clause})"


@every_game
def test_telling_what_happens_changes_nothing_of_it(game: Game) -> None:
    logged, unlogged, random, events = game.start(), game.start(), Random(4), []
    while logged.current_player != OVER:
        code = random_code(logged, random)
        logged.play(code, events)
        unlogged.play(code)
        assert logged == unlogged
        assert logged.current_player == unlogged.current_player


@pytest.mark.parametrize(("held", "counted"), [((1, 1), 20), ((2, 1), 30), ((1, 3), 40), ((3, 3), 60)])
def test_a_step_with_many_events_reports_all_of_them(held: tuple[int, int], counted: int) -> None:
    game = Game(toy_game.GAME, {})
    logged = game.position(f"held {held[0]} {held[1]}, face 5, bets - 1")
    unlogged, events = logged.copy(), []
    logged.play("bet 3", events)
    unlogged.play("bet 3")
    assert logged == unlogged
    assert logged.position() == f"held {held[0]} {held[1]}, face 5, bets 3 1"
    assert len(events) == 1 + counted
    assert [event.clause for event in events] == ["X2.1"] + ["X2.2"] * counted
    assert str(events[-1]) == f"right counts {held[1]}. (X2.2)"


@every_game
def test_every_move_cites_a_clause_and_has_a_label(game: Game) -> None:
    for state in walk(game):
        for move in state.legal_moves():
            assert move.clause in clauses_of(game.definition)
            assert move.label
            assert str(move) == move.text
