"""What holds in every game of towers, whatever is planned."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.rules.unit_ai import find_first_target
from holdtheline.games.towers.state import (
    CELLS,
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    TIMESTEPS,
    EventKind,
    Phase,
    Stage,
    Unit,
    unit_name,
)

from ..engine_game import Field, PlainField
from ..event_checker import Spectator
from ..random_plans import any_plans, any_ruleset, great_plans, with_usual_minds
from ..reference_game import STANDARD, TOWERS, Order

pytestmark = pytest.mark.compiled
SEEDS = pytest.mark.parametrize("seed", range(25))


def games(seed: int) -> tuple[Field, Random]:
    chance = Random(seed)
    return Field(any_ruleset(chance), chance.choice(["step", "turn"])), chance


def spent(field: Field, plans: list[list[Order]], refused: list[tuple[int, Order, str]]) -> list[int]:
    """Return what the accepted orders cost."""
    left = Counter((player, order) for player, order, _ in refused)
    costs = [0, 0]
    for player, orders in enumerate(plans):
        for order in orders:
            if left[player, order] > 0:
                left[player, order] -= 1
            elif order[0] in ("build", "hire"):
                costs[player] += field.s.cost[Unit[order[1].upper()]]
    return costs


@SEEDS
def test_gold_is_conserved(seed: int) -> None:
    field, chance = games(seed)
    for _ in range(5):
        before, plans = field.gold, any_plans(chance, field.s.deployment_row)
        refused = field.play_turn(plans)
        paid = spent(field, plans, refused)
        income = [field.s.income + field.s.earned[player] for player in (0, 1)]
        assert field.gold == [before[p] - paid[p] + income[p] for p in (0, 1)]
        fell, razed = events_of(field, EventKind.FELL), events_of(field, EventKind.RAZED)
        for lane in (0, 1):
            scorers = field.s.leaked[lane] * field.s.gold_for_scorers
            kills = sum(moment % 2 == lane for moment, *_ in fell)
            prices = sum(price for moment, _, price, _ in razed if moment % 2 != lane)
            assert field.s.earned[lane] == kills + prices + scorers
        if field.winner is not None:
            return


def events_of(field: Field, kind: EventKind) -> list[list[int]]:
    return [numbers for _, one, *numbers in field.log if one == kind]


@SEEDS
def test_no_row_is_ever_closed(seed: int) -> None:
    field, chance = games(seed)
    for _ in range(300):
        field.give(chance.randrange(2), ("build", chance.choice(TOWERS), chance.randrange(21), chance.randrange(7)))
        for lane in field.towers:
            rows = Counter(row for _, row, _, _ in lane)
            assert max(rows.values(), default=0) < COLUMNS
            assert max(rows, default=0) < field.s.deployment_row


@pytest.mark.clause("T3.1", "T3.2", "T3.3")
@SEEDS
def test_no_unit_acts_twice_in_a_timestep_or_after_it_fell_and_health_never_rises(seed: int) -> None:
    chance = Random(seed)
    field = Field({**any_ruleset(chance), "gold": 1000, "hp": 500}, chance.choice(["step", "turn"]))
    give_all(field, great_plans(chance, field.s.deployment_row))
    give_all(field, any_plans(chance, field.s.deployment_row))
    spectator = Spectator(field)
    field.play_turn([[], []])
    spectator.watch(field.log)
    acts = {EventKind.SHOT, EventKind.MOVED, EventKind.STRUCK, EventKind.SCORED}
    assert sum(kind in acts for _, kind, *_ in field.log) > 100
    left = [
        [(Unit[unit.upper()], row * COLUMNS + column, health) for unit, row, column, health in lane]
        for lane in field.towers
    ]
    assert spectator.standing() == left


def give_all(field: Field, plans: list[list[Order]]) -> None:
    for player, orders in enumerate(plans):
        for order in orders:
            field.give(player, order)


@SEEDS
def test_towers_only_lose_health_and_never_come_back(seed: int) -> None:
    field, chance = games(seed)
    for _ in range(4):
        give_all(field, any_plans(chance, field.s.deployment_row))
        before = [{(row, column): health for _, row, column, health in lane} for lane in field.towers]
        field.play_turn([[], []])
        for lane, towers in enumerate(field.towers):
            for _, row, column, health in towers:
                assert 0 < health <= before[lane][row, column]
        if field.winner is not None:
            return


@SEEDS
def test_swapped_players_have_swapped_results(seed: int) -> None:
    chance = Random(seed)
    ruleset, frost = any_ruleset(chance), chance.choice(["step", "turn"])
    here, there = Field(ruleset, frost), Field(ruleset, frost)
    for _ in range(4):
        plans = any_plans(chance, ruleset["deployment_row"])
        refused = here.play_turn(plans)
        swapped_too = [(1 - player, order, clause) for player, order, clause in there.play_turn(plans[::-1])]
        assert sorted(refused) == sorted(swapped_too)
        assert here.frames == [lanes[::-1] for lanes in there.frames]
        assert here.hp == there.hp[::-1]
        assert here.gold == there.gold[::-1]
        assert here.towers == there.towers[::-1]
        if here.winner is not None:
            break
    swapped = {0: 1, 1: 0}
    assert here.winner == swapped.get(there.winner, there.winner)  # type: ignore[arg-type]


@SEEDS
def test_the_same_plan_gives_the_same_turn_compiled_and_plain(seed: int) -> None:
    chance = Random(seed)
    ruleset = any_ruleset(chance)
    frost = chance.choice(["step", "turn"])
    compiled, plain = Field(ruleset, frost), PlainField(ruleset, frost)
    for _ in range(2):
        plans = any_plans(chance, ruleset["deployment_row"], largest=20)
        compiled.play_turn(plans)
        plain.play_turn(plans)
        assert compiled.words.tobytes() == plain.words.tobytes()
        assert compiled.log == plain.log


@SEEDS
def test_an_external_ai_that_acts_like_the_built_in_one_changes_nothing(seed: int) -> None:
    """Units whose owner answers like the built-in AI play the same turn."""
    chance = Random(seed)
    ruleset = {**STANDARD, "gold": 120}
    plans = with_usual_minds(any_plans(chance, 19, largest=60))
    usual, own = Field(ruleset), Field(ruleset)
    usual.play_turn(plans)
    kind = chance.choice(list(Unit))
    for player in (0, 1):
        for order in plans[player]:
            own.give(player, order)
        own.play(player, moves.MIND + kind * 4 + 3)
        own.play(player, moves.READY)
    for _ in range(20_000):
        if own.s.phase != Phase.ACT:
            break
        assert own.play(int(moves.seat_to_move(own.s)), as_usual(own)) == 0
    assert (own.hp, own.gold, own.towers) == (usual.hp, usual.gold, usual.towers)


def as_usual(field: Field) -> int:
    """Return what the built-in AI does with the unit that is asked, written independently."""
    s, seat = field.s, int(moves.seat_to_move(field.s))
    if s.stage == Stage.TOWERS:
        target = int(find_first_target(s, s.lane, s.lane * MAX_TOWERS + s.acting))
        return moves.SHOOT + (target - 1) % MAX_SOLDIERS if target else moves.REST
    soldier = seat * MAX_SOLDIERS + s.acting
    cell, unit = s.body_cell[soldier] - 1, s.deployed_unit[soldier]
    if cell < COLUMNS:
        return moves.SCORE
    goals = [cell - COLUMNS]
    if s.jumps[unit] and cell >= 2 * COLUMNS:
        goals.insert(0, cell - 2 * COLUMNS)
    free = [goal for goal in goals if s.tower_at[s.lane * CELLS + goal] == 0]
    if free:
        return moves.GO + free[0] if s.timestep >= s.body_rests_until[soldier] else moves.REST
    return moves.STRIKE + cell - COLUMNS if s.reach[unit] or s.front_only[unit] else moves.REST


def test_a_state_is_smaller_than_64_kib() -> None:
    assert Field(STANDARD).words.nbytes < 64 * 1024


def test_a_turn_has_a_hundred_timesteps() -> None:
    field = Field({**STANDARD, "gold": 10})
    field.play_turn([[("hire", "rifle"), ("send", 0, TIMESTEPS - 1, 3)], []])
    assert [moment // 2 for moment, *_ in events_of(field, EventKind.ENTERED)] == [TIMESTEPS - 1]
    assert [moment // 2 for moment, *_ in events_of(field, EventKind.MOVED)] == [TIMESTEPS - 1]
    assert unit_name(field.s.deployed_unit[0]) == "rifle"
