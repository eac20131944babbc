"""Greedy search: find the tower, the soldiers and the attack with the greatest gain for their price."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.state_record import Words
from ...rules.legality import why_no_tower
from ...rules.moves import CELL, HIRE, TOWER
from ...rules.orders import apply_order
from ...state import COLUMNS, FIRST_SOLDIER, MAX_SOLDIERS, UNIT_COUNT, TowersState
from ..baselines import MAX_HIRED
from ..book import find_nearest_free_cell, find_weakest_column
from ..evaluation import HP_VALUE, VICTORY_VALUE
from .memory import (
    ATTACK_COLUMN,
    ATTACK_COUNT,
    ATTACK_MINDS,
    ATTACK_PATTERN,
    EFFORT,
    HARM,
    LUCK,
    MAX_TOWERS_AT_ONCE,
    SAVED_NOW,
    SHOWN_ATTACKS,
    SHOWN_COUNT,
    SOLDIERS_BEFORE,
    TOWER_OFFER,
    TROOP_OFFER,
    WORST_COLUMN,
    add_order,
)
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
"""What every gold spent must gain, in the units of `evaluation.HP_VALUE`."""
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
def compute_tower_gain(s: TowersState, seat: int, memory: Words, unit: int, cell: int) -> int:
    """Return how much harm one more tower would prevent."""
    total = 0
    for attack in range(ATTACK_COUNT):
        if memory[HARM + attack] > 0:
            build_tower(s, seat, unit, cell)
            set_up_attack(s, seat, memory, attack, memory[WORST_COLUMN + attack])
            spared = memory[HARM + attack] - measure_harm(s, seat, memory)
            total += 2 * spared if attack < SHOWN_ATTACKS else spared
    return total // (2 * SHOWN_ATTACKS if memory[SHOWN_COUNT] > 0 else SHOWN_ATTACKS)


@kernel
def tower_gain_effort(s: TowersState, memory: Words) -> int:
    """Return the effort of one call of `compute_tower_gain`."""
    total = 0
    for attack in range(ATTACK_COUNT):
        if memory[HARM + attack] > 0:
            total += TURN_EFFORT + memory[SHOWN_COUNT]
            if attack >= SHOWN_ATTACKS:
                total += hoard_size(s, memory, attack - SHOWN_ATTACKS)
    return total


@kernel
def evaluate_attack(
    s: TowersState, seat: int, memory: Words, troop: tuple[int, int], pattern: int, column: int, minds: int
) -> int:
    """Return the value of an attack with extra troops, averaged with that against towers which may be built now."""
    set_soldier_minds(s, seat, minds)
    value = 0
    for with_new_towers in range(2):
        if with_new_towers and not build_feared_missiles(s, 1 - seat, memory, column):
            return value
        unit, many = troop
        add_soldiers(s, seat, unit, many)
        deploy_army(s, seat, pattern, column)
        harm = min(measure_harm(s, 1 - seat, memory), VICTORY_VALUE + HP_VALUE * s.hp[1 - seat])
        value = (2 * value + harm) // 3 if with_new_towers else harm
    return value


@kernel
def try_attack(
    s: TowersState, seat: int, memory: Words, troop: tuple[int, int, int], pattern: int, column: int, minds: int
) -> int:
    """Remember an attack if it is better than the best so far; return the value of the best."""
    unit, many, best = troop
    value = evaluate_attack(s, seat, memory, (unit, many), pattern, column, minds)
    if value <= best:
        return best
    memory[ATTACK_PATTERN] = pattern
    memory[ATTACK_COLUMN] = column
    memory[ATTACK_MINDS] = minds
    return value


@kernel
def find_attack(s: TowersState, seat: int, memory: Words, unit: int, many: int) -> int:
    """Find the best attack with `many` extra soldiers of a kind; return its value, or 0 if none is good."""
    memory[ATTACK_PATTERN] = max(memory[ATTACK_PATTERN], TOGETHER_PATTERN)
    if s.soldiers[seat] + many == 0:
        memory[ATTACK_PATTERN] = HOME_PATTERN
        return 0
    best = evaluate_attack(
        s, seat, memory, (unit, many), memory[ATTACK_PATTERN], memory[ATTACK_COLUMN], memory[ATTACK_MINDS]
    )
    # For soldiers that are not hired yet, a rough search is enough.
    likely = find_weakest_column(s, 1 - seat)
    patterns = PATTERN_COUNT if many == 0 else WEDGE_PATTERN
    for column in range(COLUMNS):
        if many == 0 or column == likely:
            best = try_attack(s, seat, memory, (unit, many, best), memory[ATTACK_PATTERN], column, memory[ATTACK_MINDS])
    for pattern in range(TOGETHER_PATTERN, patterns):
        for mind in range(SOLDIER_MIND_COUNT):
            best = try_attack(
                s, seat, memory, (unit, many, best), pattern, memory[ATTACK_COLUMN], same_mind_for_all(mind)
            )
    if best <= 0:
        memory[ATTACK_PATTERN] = HOME_PATTERN
        return 0
    return best


@kernel
def is_offer_valid(s: TowersState, seat: int, memory: Words, at: int) -> bool:
    """Return whether an offer still holds: there is gold for it, and towers and soldiers do not affect each other."""
    is_known: bool = memory[at] != UNKNOWN_RATE
    price: int = s.cost[memory[at + 1]] * memory[at + 2]
    return is_known and price <= s.gold[seat]


@kernel
def consider_offer(s: TowersState, memory: Words, at: int, gain: int, unit: int, many: int, cell: int) -> None:
    """Remember a purchase if its gain per gold is the best so far."""
    rate = gain * RATE_SCALE // max(s.cost[unit] * many, 1)
    if rate > memory[at]:
        memory[at] = rate
        memory[at + 1] = unit
        memory[at + 2] = many
        memory[at + 3] = cell


@kernel
def clear_offer(memory: Words, at: int) -> None:
    memory[at] = 0
    memory[at + 1] = 0
    memory[at + 2] = 0


@kernel
def compute_cell_stride(s: TowersState, memory: Words, effort: int) -> int:
    """Return the stride between tried cells: enough effort must be left for later rounds, and all columns are tried."""
    share = max(MAX_EFFORT - memory[EFFORT], 0) // EFFORT_SHARE
    cells: int = max(min(share // effort, MAX_CELLS_TRIED), MIN_CELLS_TRIED)
    stride = s.deployment_row * COLUMNS // cells + 1
    return stride if stride % COLUMNS else stride + 1


@kernel
def find_tower(s: TowersState, seat: int, memory: Words) -> None:
    """Find the best tower: try every kind in a sample of cells that changes from call to call."""
    clear_offer(memory, TOWER_OFFER)
    estimate_attacks(s, seat, memory)
    effort = FIRST_SOLDIER * tower_gain_effort(s, memory)
    if effort == 0:
        return
    stride = compute_cell_stride(s, memory, effort)
    for cell in range((memory[LUCK] + s.towers[seat]) % stride, s.deployment_row * COLUMNS, stride):
        if why_no_tower(s, seat, cell) != 0:
            continue
        for unit in range(FIRST_SOLDIER):
            if s.cost[unit] <= s.gold[seat]:
                consider_offer(s, memory, TOWER_OFFER, compute_tower_gain(s, seat, memory, unit, cell), unit, 1, cell)


@kernel
def find_soldiers(s: TowersState, seat: int, memory: Words) -> None:
    """Find the best soldiers: try every kind, as many as the gold allows, a third of them, and so on down to one."""
    clear_offer(memory, TROOP_OFFER)
    before = find_attack(s, seat, memory, FIRST_SOLDIER, 0)
    column, pattern, minds = memory[ATTACK_COLUMN], memory[ATTACK_PATTERN], memory[ATTACK_MINDS]
    most = min(MAX_SOLDIERS, memory[SOLDIERS_BEFORE] + MAX_HIRED) - s.soldiers[seat]
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        if s.cost[unit] > s.gold[seat]:
            continue
        many = min(s.gold[seat] // max(s.cost[unit], 1), most)
        while many > 0:
            gain = find_attack(s, seat, memory, unit, many) - before
            consider_offer(s, memory, TROOP_OFFER, gain, unit, many, 0)
            many = 0 if many == 1 else max(many // 3, 1)
            memory[ATTACK_COLUMN] = column
            memory[ATTACK_PATTERN] = pattern
            memory[ATTACK_MINDS] = minds


@kernel
def min_gain_now(s: TowersState) -> int:
    """Return what every gold spent must gain: less in the last turns, when nothing else can be bought for it."""
    return min(MIN_GAIN_PER_GOLD, (s.turn_limit - s.turns_played - 1) * 2)


@kernel
def build_group(s: TowersState, seat: int, memory: Words, unit: int, goal: int) -> None:
    """Build a tower, and with much gold some more beside it: one by one would take too many rounds."""
    for _ in range(min(1 + s.gold[seat] // GOLD_PER_EXTRA_TOWER, MAX_TOWERS_AT_ONCE)):
        cell = find_nearest_free_cell(s, seat, goal)
        if cell >= 0 and s.cost[unit] <= s.gold[seat]:
            build_tower(s, seat, unit, cell)
            add_order(memory, TOWER + unit)
            add_order(memory, CELL + cell)


# Purchases


@kernel
def buy(s: TowersState, seat: int, memory: Words) -> bool:
    """Make the purchase with the greatest gain per gold; return False if none gains enough."""
    save_state(s, memory, SAVED_NOW)
    if not is_offer_valid(s, seat, memory, TOWER_OFFER):
        find_tower(s, seat, memory)
    if not is_offer_valid(s, seat, memory, TROOP_OFFER):
        find_soldiers(s, seat, memory)
    best = TOWER_OFFER if memory[TOWER_OFFER] >= memory[TROOP_OFFER] else TROOP_OFFER
    rate, unit, many, cell = memory[best], memory[best + 1], memory[best + 2], memory[best + 3]
    if rate <= min_gain_now(s) * RATE_SCALE:
        return False
    memory[best] = UNKNOWN_RATE
    if unit < FIRST_SOLDIER:
        build_group(s, seat, memory, unit, cell)
    else:
        for _ in range(many):
            apply_order(s, seat, HIRE + unit, None)
            add_order(memory, HIRE + unit)
    return True
