"""Analysis in portions: the result does not depend on their size, gets surer with more, and uses no secrets."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import HtlError
from holdtheline.core.game import Game, State
from holdtheline.players.analysis import (
    PositionAnalysis,
    TurnPlanAnalysis,
    is_planning_phase,
    make_turn_plans,
    state_at_turn_of,
)
from holdtheline.players.mcts.search_tree import MoveEstimate, estimate_interval, merge_estimates

from ..definition import toy_game
from . import tiny_games

MIDWAY = "held 2 {held}, face 4, bets - -"
TOY = Game(toy_game.GAME, {}, plain=True)


def thinking_of(state: State, seat: int = 0) -> PositionAnalysis:
    return PositionAnalysis(state.seen_by(seat), seat, 7, nodes=2_000)


def test_many_slices_say_the_same_as_one() -> None:
    state = TOY.position(MIDWAY.format(held=1))
    slowly, at_once = thinking_of(state), thinking_of(state)
    for _ in range(4):
        thought = slowly.think(50)
    assert thought == at_once.think(200)


def test_the_more_is_tried_the_narrower_are_the_intervals() -> None:
    pondering, widths = thinking_of(TOY.start()), []
    for simulations in (40, 400, 1200):
        best = pondering.think(simulations).moves[0]
        assert 0 <= best.low <= best.chance <= best.high <= 1
        widths.append(best.high - best.low)
    assert widths[0] > widths[1] > widths[2]


def test_what_two_trees_disagree_makes_an_interval_wider() -> None:
    agreed = merge_estimates([MoveEstimate(8, 500, 0.5), MoveEstimate(8, 500, 0.5)])
    apart = merge_estimates([MoveEstimate(8, 500, 0.3), MoveEstimate(8, 500, 0.7)])
    assert agreed.chance == apart.chance == 0.5
    assert apart.high - apart.low == pytest.approx(agreed.high - agreed.low + 0.4)
    assert estimate_interval(0.5, 0, []) == (0.0, 1.0)


def test_an_analysis_uses_only_what_its_seat_sees() -> None:
    thoughts = [thinking_of(TOY.position(MIDWAY.format(held=held))).think(200) for held in (1, 2, 3)]
    assert thoughts[0] == thoughts[1] == thoughts[2]


def test_the_chance_of_a_seat_that_waits_for_the_dice_is_the_mean_of_the_faces() -> None:
    state = TOY.start()
    for play in ("take 2", "take 1"):
        state.play(play)
    before = thinking_of(state).think(900)
    assert before.moves == ()
    assert before.interval[0] < before.chance < before.interval[1]
    after = []
    for face in range(1, 7):
        rolled = state.copy()
        rolled.play(face)
        after.append(thinking_of(rolled).think(300).chance)
    assert max(after) - min(after) > 0.1
    assert before.chance == pytest.approx(sum(after) / 6, abs=0.05)


@pytest.mark.parametrize("wager", [1, 2, 3])
def test_where_nothing_is_hidden_the_chance_of_dice_is_exact(wager: int) -> None:
    state = Game(tiny_games.WAGER, {}, plain=True).start()
    state.play(f"take {wager}")
    thinker = thinking_of(state)
    for _ in range(3):
        thought = thinker.think(400)
    assert thought.chance == pytest.approx(tiny_games.WAGERS[wager - 1], abs=0.01)


def test_a_seat_that_waits_for_another_gets_its_own_chance() -> None:
    """On a 6 only 1 may be bet. The left seat has done so, and does not know what the right one holds:

    in one of three cases it was right. If it holds 1 itself the right seat will be, so that is a draw, and
    all else is lost: 1/3 x 1/2. If it holds anything else the right seat is wrong: 1/3 won, 2/3 drawn.
    """
    for held, chance in ((1, 1 / 6), (2, 2 / 3), (3, 2 / 3)):
        state = TOY.position(f"held {held} 1, face 6, bets 1 -")
        waits, decides = thinking_of(state, 0).think(200), thinking_of(state, 1).think(200)
        assert waits.chance == pytest.approx(chance, abs=0.1)
        assert (waits.moves, len(decides.moves)) == ((), 1)
    with pytest.raises(HtlError, match="nothing to decide"):
        state_at_turn_of(state.seen_by(0), 0)


# Simultaneous plans


def towers(*plays: str, plain: bool = True) -> State:
    state = load("towers", plain=plain).start()
    for play in plays:
        state.play(play)
    return state


def test_a_seat_that_plans_beside_another_is_shown_its_own_turn() -> None:
    state = towers("hire rifle")
    assert [state.current_player, state_at_turn_of(state.seen_by(1), 1).current_player] == [0, 1]
    assert state_at_turn_of(state.seen_by(0), 0).current_player == 0
    assert is_planning_phase(state)


@pytest.mark.compiled
@pytest.mark.parametrize("seat", [0, 1])
def test_whole_plans_are_compared_without_the_orders_of_the_other_seat(seat: int) -> None:
    left, right = "left hire rifle", "right hire horse"
    mine, theirs = (left, right) if seat == 0 else (right, left)
    thoughts = []
    for others in ((), (theirs,)):
        state = towers(mine, *others, plain=False)
        thoughts.append(TurnPlanAnalysis(state.seen_by(seat), seat, 7).think(40))
    assert thoughts[0] == thoughts[1]
    ready = load("towers").definition.simultaneous.ready(seat)  # type: ignore[union-attr]
    for line in thoughts[0].moves:
        assert line.plan[0] == line.code
        assert line.plan[-1] == ready
        assert line.low <= line.chance <= line.high


@pytest.mark.compiled
def test_a_plan_that_is_made_beside_one_that_is_ready_is_judged_as_if_the_other_still_planned() -> None:
    first, second = towers(plain=False), towers("ready", plain=False)
    chances = [TurnPlanAnalysis(state.seen_by(1), 1, 7).think(80).chance for state in (first, second)]
    assert chances[0] == chances[1]


@pytest.mark.compiled
def test_every_plan_can_be_given_order_by_order() -> None:
    state = towers(plain=False)
    for plan in make_turn_plans(state.seen_by(0), 0, 7):
        given = state.copy()
        for code in plan.orders:
            given.play(code)
        assert not given.can_move(0)
