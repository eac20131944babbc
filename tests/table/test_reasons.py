"""What the coach says, and why: nothing before it is known, moves that are equally good, and measured reasons."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from holdtheline.core.catalog import definition_of, games, load
from holdtheline.core.dice import SeededDice
from holdtheline.core.events import Move
from holdtheline.core.view_types import Odds
from holdtheline.players.player import PolicyPlayer
from holdtheline.table.hints import Hint, RatedMove, WinChance, equal_moves, sampled_chance, with_advice
from holdtheline.table.reasons import (
    Outlook,
    Reason,
    compare_outlooks,
    find_reason,
    key_odds_sentence,
    play_on,
    start_of_sample,
    usual_moves,
)


def rated(label: str, chance: float, low: float, high: float) -> RatedMove:
    return RatedMove(Move(8, described=(label, "", label)), sampled_chance(chance, low, high))


def hint(*moves: RatedMove, simulations: int = 1000) -> Hint:
    return Hint("", moves[0].chance, moves, simulations, equal=equal_moves(moves))


def outlook_of(*rows: tuple[float, ...]) -> Outlook:
    return Outlook(np.array(rows), Counter(), Counter())


def test_a_chance_is_not_stated_while_its_interval_is_wide_or_few_games_were_simulated() -> None:
    narrow, wide = sampled_chance(0.5, 0.46, 0.54), sampled_chance(0.5, 0.37, 1.0)
    assert Hint("", narrow, simulations=1000).is_telling
    assert not Hint("", narrow, simulations=32).is_telling
    assert not Hint("", wide, simulations=1000).is_telling
    assert Hint("", WinChance(Fraction(1, 3))).is_telling


def test_a_move_that_is_clearly_better_is_advised_with_its_reason() -> None:
    said = with_advice(hint(rated("attack", 0.6, 0.58, 0.62), rated("wait", 0.5, 0.48, 0.52)), Reason("it hits: 70%"))
    assert said.advice == "Attack – it hits: 70%."


def test_moves_that_cannot_be_told_apart_are_all_named() -> None:
    moves = rated("attack", 0.52, 0.49, 0.55), rated("wait", 0.5, 0.47, 0.53), rated("flee", 0.2, 0.18, 0.22)
    said = with_advice(hint(*moves), Reason("it hits: 70%"))
    assert said.advice == "Too close to tell: Attack; Wait."
    assert said.details == ("Attack: it hits: 70%.",)


def test_a_rarely_tried_move_with_a_wide_interval_keeps_the_best_from_being_called_clear() -> None:
    assert len(equal_moves([rated("attack", 0.6, 0.58, 0.62), rated("wait", 0.55, 0.3, 0.8)])) == 2


def test_only_differences_beyond_the_error_are_reasons() -> None:
    comparison = definition_of("civilwar").comparison
    assert comparison is not None
    best, other = outlook_of((2, 0, 0), (2, 1, 0)), outlook_of((0, 0, 0), (0, 1, 0))
    text = "the enemy loses {} blocks ({} after the next best)"
    assert compare_outlooks(comparison, best, other) == ([text.format("2.0", "0.0")], [])
    assert compare_outlooks(comparison, other, best) == ([], [text.format("0.0", "2.0")])
    assert compare_outlooks(comparison, best, best) == ([], [])


def test_what_follows_is_only_said_where_it_is_usual() -> None:
    counts = Counter({"fire": 1, "wait": 1, "flee": 2})
    assert usual_moves(Outlook(np.zeros((4, 1)), counts, Counter())) == ["then usually: flee (50%)"]
    assert usual_moves(Outlook(np.zeros((6, 1)), counts, Counter())) == []


@pytest.mark.parametrize("game", games())
def test_what_a_game_compares_can_be_measured_from_every_seat(game: str) -> None:
    definition = definition_of(game)
    if definition.comparison is None:
        pytest.skip("this game compares nothing")
    state = load(game, plain=True).start()
    for seat in range(len(state.game.seats)):
        assert len(definition.comparison.measure(state.record, seat)) == len(definition.comparison.measures)


def test_the_most_telling_odds_of_an_attack_are_whether_it_eliminates_or_drives_back() -> None:
    key_odds = definition_of("civilwar").comparison.key_odds
    hits, gone = Odds("no hit", Fraction(1, 4)), Odds("Evans is eliminated by hits", Fraction(1, 2))
    back = Odds("Evans must retreat", Fraction(1, 8), Fraction(1, 4))
    assert key_odds([hits, gone, back]) is gone
    assert key_odds([hits, Odds(gone.label, Fraction(0)), back]) is back
    assert key_odds([hits, Odds("1 hit", Fraction(3, 4))]) == Odds("a hit", Fraction(3, 4))
    assert key_odds([]) is None


def test_the_odds_of_a_move_are_part_of_the_sentence() -> None:
    state = load("siege", plain=True).position("lanes 0 0 2, backline 2, waves 1")
    text = key_odds_sentence(state, state.code("reinforce 0 0 0"))
    assert text == "the castle falls: 100%"


def test_a_continuation_ends_when_the_seat_decides_again_after_another() -> None:
    game = load("civilwar", plain=True)
    state, dice = game.start(), SeededDice(1)
    while state.is_chance:
        state.play(dice.roll(""))
    seat = int(state.current_player)
    seen = state.seen_by(seat)
    sample = start_of_sample(seen, seat, [seen.code("end")], np.array([1, 2, 3, 4], np.int64))
    play_on(sample, seat, dice, PolicyPlayer("book", 1))
    assert sample.current_player == seat
    assert sample.record.turn == state.record.turn + 1


def test_where_the_other_side_is_no_seat_a_continuation_ends_with_the_turn() -> None:
    state = load("skirmish", plain=True).start()
    while state.is_chance:
        state.play("roll 3")
    play_on(state, 0, SeededDice(1), PolicyPlayer("book", 1))
    assert state.record.round == 2


def test_without_compiled_rules_only_the_odds_are_a_reason() -> None:
    state = load("siege", plain=True).position("lanes 0 0 2, backline 2, waves 1")
    best, other = state.code("reinforce 1 1 0"), state.code("reinforce 0 0 0")
    assert find_reason(state, 0, [best], [other], 1).line
