"""Greedy search: find the tower, the soldiers and the attack with the greatest gain for their price."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.state_record import Row
from ...rules.legality import why_not_build
from ...rules.moves import CELL, HIRE, TOWER
from ...rules.orders import apply_order
from ...state import COLUMNS, FIRST_SOLDIER, MAX_SOLDIERS, UNIT_COUNT, TowersState
from ..baselines import MAX_HIRED
from ..book import find_nearest_free_cell, weakest_column
from ..evaluation import HP_VALUE, VICTORY_VALUE
from .memory import ATTACK_COUNT, HOARD_ATTACKS, MAX_TOWERS_AT_ONCE, SHOWN_ATTACKS, PlannerMemory, add_order
from .opponent_model import build_feared_missiles, estimate_attacks, hoard_size, set_up_attack
from .simulation import (
    HOME_PATTERN,
    PATTERN_COUNT,
    SOLDIER_MIND_COUNT,
    TOGETHER_PATTERN,
    TURN_EFFORT,
    WEDGE_PATTERN,
    add_soldiers,
    build_tower,
    deploy_army,
    measure_harm,
    same_mind_for_all,
    save_state,
    set_soldier_minds,
)

MIN_GAIN_PER_GOLD = 14
"""The gain that every gold spent must bring, in the units of `evaluation.HP_VALUE`; less in the last turns."""
LASTING_PERCENT = 150
"""What hired soldiers add to this turn's attack counts so much, because they attack again in later turns."""
RATE_SCALE = 64
"""Gains per gold are compared in this fraction of a point."""
UNKNOWN_RATE = -1
"""The rate of an offer that must be searched for again."""
MAX_EFFORT = 60_000
EFFORT_SHARE = 12
MAX_CELLS_TRIED = 64
MIN_CELLS_TRIED = 6
GOLD_PER_EXTRA_TOWER = 32


@kernel
def compute_tower_gain(s: TowersState, seat: int, memory: PlannerMemory, unit: int, cell: int) -> int:
    """Return the harm that one more tower would prevent, on average; attacks that were shown count twice."""
    total = 0
    for attack in range(ATTACK_COUNT):
        if memory.harm[attack] > 0:
            build_tower(s, seat, unit, cell)
            set_up_attack(s, seat, memory, attack, memory.worst_column[attack])
            spared = memory.harm[attack] - measure_harm(s, seat, memory)
            total += 2 * spared if attack < SHOWN_ATTACKS else spared
    return total // (2 * SHOWN_ATTACKS if memory.shown_count > 0 else HOARD_ATTACKS)


@kernel
def tower_gain_effort(s: TowersState, memory: PlannerMemory) -> int:
    """Return the effort of one call of `compute_tower_gain`."""
    total = 0
    for attack in range(ATTACK_COUNT):
        if memory.harm[attack] > 0:
            total += TURN_EFFORT + memory.shown_count
            if attack >= SHOWN_ATTACKS:
                total += hoard_size(s, memory, attack - SHOWN_ATTACKS)
    return total


@kernel
def evaluate_attack(
    s: TowersState, seat: int, memory: PlannerMemory, troop: tuple[int, int], pattern: int, column: int, minds: int
) -> int:
    """Return the value of an attack with extra troops, averaged with that against towers which may be built now."""
    set_soldier_minds(s, seat, minds)
    value = 0
    for with_new_towers in range(2):
        if with_new_towers and not build_feared_missiles(s, 1 - seat, memory, column):
            return value
        unit, count = troop
        add_soldiers(s, seat, unit, count)
        deploy_army(s, seat, pattern, column)
        harm = min(measure_harm(s, 1 - seat, memory), VICTORY_VALUE + HP_VALUE * s.hp[1 - seat])
        value = (2 * value + harm) // 3 if with_new_towers else harm
    return value


@kernel
def try_attack(
    s: TowersState, seat: int, memory: PlannerMemory, troop: tuple[int, int, int], pattern: int, column: int, minds: int
) -> int:
    """Remember an attack if it is better than the best so far; return the value of the best."""
    unit, count, best = troop
    value = evaluate_attack(s, seat, memory, (unit, count), pattern, column, minds)
    if value <= best:
        return best
    memory.attack_pattern = pattern
    memory.attack_column = column
    memory.attack_minds = minds
    return value


@kernel
def find_attack(s: TowersState, seat: int, memory: PlannerMemory, unit: int, count: int) -> int:
    """Find the best attack with `count` extra soldiers of a kind; return its value, or 0 if none is good."""
    memory.attack_pattern = max(memory.attack_pattern, TOGETHER_PATTERN)
    if s.soldiers[seat] + count == 0:
        memory.attack_pattern = HOME_PATTERN
        return 0
    best = evaluate_attack(
        s, seat, memory, (unit, count), memory.attack_pattern, memory.attack_column, memory.attack_minds
    )
    # For soldiers that are not hired yet, a rough search is enough.
    likely = weakest_column(s, 1 - seat)
    patterns = PATTERN_COUNT if count == 0 else WEDGE_PATTERN
    for column in range(COLUMNS):
        if count == 0 or column == likely:
            best = try_attack(s, seat, memory, (unit, count, best), memory.attack_pattern, column, memory.attack_minds)
    for pattern in range(TOGETHER_PATTERN, patterns):
        for mind in range(SOLDIER_MIND_COUNT):
            best = try_attack(
                s, seat, memory, (unit, count, best), pattern, memory.attack_column, same_mind_for_all(mind)
            )
    if best <= 0:
        memory.attack_pattern = HOME_PATTERN
        return 0
    return best


@kernel
def is_offer_valid(s: TowersState, seat: int, offer: Row) -> bool:
    """Return whether an offer still holds: there is gold for it, and towers and soldiers do not affect each other."""
    return offer[0] != UNKNOWN_RATE and s.cost[offer[1]] * offer[2] <= s.gold[seat]


@kernel
def consider_offer(s: TowersState, offer: Row, gain: int, unit: int, count: int, cell: int) -> None:
    """Remember a purchase if its gain per gold is the best so far."""
    rate = gain * RATE_SCALE // max(s.cost[unit] * count, 1)
    if rate > offer[0]:
        offer[0], offer[1], offer[2], offer[3] = rate, unit, count, cell


@kernel
def clear_offer(offer: Row) -> None:
    offer[0], offer[1], offer[2] = 0, 0, 0


@kernel
def compute_cell_stride(s: TowersState, memory: PlannerMemory, effort: int) -> int:
    """Return the stride between tried cells: enough effort must be left for later rounds, and all columns are tried."""
    share = max(MAX_EFFORT - memory.effort, 0) // EFFORT_SHARE
    cells: int = max(min(share // effort, MAX_CELLS_TRIED), MIN_CELLS_TRIED)
    stride = s.deployment_row * COLUMNS // cells + 1
    return stride if stride % COLUMNS else stride + 1


@kernel
def find_tower(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    """Find the best tower: try every kind in a sample of cells that changes from call to call."""
    clear_offer(memory.tower_offer)
    estimate_attacks(s, seat, memory)
    effort = FIRST_SOLDIER * tower_gain_effort(s, memory)
    if effort == 0:
        return
    stride = compute_cell_stride(s, memory, effort)
    for cell in range((memory.luck + s.towers[seat]) % stride, s.deployment_row * COLUMNS, stride):
        if why_not_build(s, seat, cell) != 0:
            continue
        for unit in range(FIRST_SOLDIER):
            if s.cost[unit] <= s.gold[seat]:
                consider_offer(s, memory.tower_offer, compute_tower_gain(s, seat, memory, unit, cell), unit, 1, cell)


@kernel
def find_soldiers(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    """Find the best soldiers: try every kind, as many as the gold allows, a third of them, and so on down to one."""
    clear_offer(memory.troop_offer)
    before = find_attack(s, seat, memory, FIRST_SOLDIER, 0)
    column, pattern, minds = memory.attack_column, memory.attack_pattern, memory.attack_minds
    max_count = min(MAX_SOLDIERS, memory.soldiers_before + MAX_HIRED) - s.soldiers[seat]
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        if s.cost[unit] > s.gold[seat]:
            continue
        count = min(s.gold[seat] // max(s.cost[unit], 1), max_count)
        while count > 0:
            gain = (find_attack(s, seat, memory, unit, count) - before) * LASTING_PERCENT // 100
            consider_offer(s, memory.troop_offer, gain, unit, count, 0)
            count = 0 if count == 1 else max(count // 3, 1)
            memory.attack_column = column
            memory.attack_pattern = pattern
            memory.attack_minds = minds


@kernel
def build_group(s: TowersState, seat: int, memory: PlannerMemory, unit: int, goal: int) -> None:
    """Build a tower, and with much gold some more beside it: one by one would take too many rounds."""
    for _ in range(min(1 + s.gold[seat] // GOLD_PER_EXTRA_TOWER, MAX_TOWERS_AT_ONCE)):
        cell = find_nearest_free_cell(s, seat, goal)
        if cell >= 0 and s.cost[unit] <= s.gold[seat]:
            build_tower(s, seat, unit, cell)
            add_order(memory, TOWER + unit)
            add_order(memory, CELL + cell)


# Purchases


@kernel
def buy(s: TowersState, seat: int, memory: PlannerMemory) -> bool:
    """Make the purchase with the greatest gain per gold; return False if none gains enough."""
    save_state(s, memory.saved_now)
    if not is_offer_valid(s, seat, memory.tower_offer):
        find_tower(s, seat, memory)
    if not is_offer_valid(s, seat, memory.troop_offer):
        find_soldiers(s, seat, memory)
    best = memory.tower_offer if memory.tower_offer[0] >= memory.troop_offer[0] else memory.troop_offer
    rate, unit, count, cell = best[0], best[1], best[2], best[3]
    # In the last turns nothing else can be bought for the gold.
    min_gain = min(MIN_GAIN_PER_GOLD, (s.turn_limit - s.turns_played - 1) * 2)
    if rate <= min_gain * RATE_SCALE:
        return False
    best[0] = UNKNOWN_RATE
    if unit < FIRST_SOLDIER:
        build_group(s, seat, memory, unit, cell)
    else:
        for _ in range(count):
            apply_order(s, seat, HIRE + unit, None)
            add_order(memory, HIRE + unit)
    return True
