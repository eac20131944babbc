"""Make the plan of a turn, and return one order per call."""

from __future__ import annotations

from .....core.dice import random_below
from .....core.kernel.compiler import kernel
from .....core.state_record import Words
from ...rules.lane import can_attack
from ...rules.legality import why_not
from ...rules.moves import (
    ALL_HOME,
    COLUMN,
    IN_FILE,
    MIND,
    NEVER_MIND,
    READY,
    REST,
    SOLDIER,
    STEP,
    TOGETHER,
    encode_move,
    seat_to_move,
)
from ...rules.orders import apply_order
from ...state import (
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    PLAYERS,
    UNIT_COUNT,
    Mind,
    Phase,
    Picked,
    TowersState,
    entry_column,
    entry_step,
)
from .memory import (
    ATTACK_COLUMN,
    ATTACK_MINDS,
    ATTACK_PATTERN,
    EFFORT,
    ENTRIES_BEFORE,
    LUCK,
    MAX_PURCHASES,
    MINDS_BEFORE,
    NEXT_ORDER,
    ORDER_COUNT,
    PLAN_ORDERS,
    SAVED_BEFORE,
    SAVED_NOW,
    STATE_MARK,
    TOWER_OFFER,
    TROOP_OFFER,
    add_order,
)
from .opponent_model import observe
from .search import MAX_EFFORT, UNKNOWN_RATE, buy, find_attack
from .simulation import (
    FILE_PATTERN,
    HOME_PATTERN,
    TOGETHER_PATTERN,
    mind_of_kind,
    pattern_entry,
    restore_state,
    save_state,
    set_tower_minds,
)

PICKED_COUNT = len(Picked)
MAX_TURNS = 1001
LUCK_RANGE = 1000


@kernel
def choose(s: TowersState, codes: Words, stream: Words, memory: Words) -> int:
    seat = seat_to_move(s)
    if s.phase != Phase.PLAN:
        return encode_move(seat, REST)
    if not has_valid_plan(s, seat, memory):
        memory[NEXT_ORDER] = 0
        if s.picked[seat] != Picked.NOTHING:
            return encode_move(seat, NEVER_MIND)
        memory[LUCK] = random_below(stream, LUCK_RANGE)
        make_plan(s, seat, memory)
        memory[NEXT_ORDER] = 1
    local = memory[PLAN_ORDERS + memory[NEXT_ORDER] - 1]
    memory[NEXT_ORDER] += 1
    if local == READY:
        memory[NEXT_ORDER] = 0
    else:
        apply_order(s, seat, local, None)
        memory[STATE_MARK] = compute_state_mark(s, seat)
    return encode_move(seat, local)


@kernel
def has_valid_plan(s: TowersState, seat: int, memory: Words) -> bool:
    """Return whether the plan fits this state: other orders may have been given meanwhile."""
    if memory[NEXT_ORDER] == 0 or memory[STATE_MARK] != compute_state_mark(s, seat):
        return False
    return why_not(s, encode_move(seat, memory[PLAN_ORDERS + memory[NEXT_ORDER] - 1])) == 0


@kernel
def compute_state_mark(s: TowersState, seat: int) -> int:
    """Return a number by which a plan recognizes the state that it was made for."""
    mark = s.gold[seat] * (MAX_TOWERS + 1) + s.towers[seat]
    mark = mark * (MAX_SOLDIERS + 1) + s.soldiers[seat]
    return ((mark * PICKED_COUNT + s.picked[seat]) * PLAYERS + seat) * MAX_TURNS + s.turns_played


@kernel
def make_plan(s: TowersState, seat: int, memory: Words) -> None:
    observe(s, seat, memory)
    save_state(s, memory, SAVED_BEFORE)
    memory[ORDER_COUNT] = 0
    memory[EFFORT] = 0
    memory[TOWER_OFFER] = UNKNOWN_RATE
    memory[TROOP_OFFER] = UNKNOWN_RATE
    set_tower_minds(s, seat, Mind.THRIFTY)
    set_tower_minds(s, 1 - seat, Mind.THRIFTY)
    for _ in range(MAX_PURCHASES):
        if memory[EFFORT] > MAX_EFFORT or not buy(s, seat, memory):
            break
    for unit in range(FIRST_SOLDIER):
        if can_attack(s, unit):
            add_mind_order(memory, unit, Mind.THRIFTY)
    add_deployment_orders(s, seat, memory)
    add_order(memory, READY)
    restore_state(s, memory, SAVED_BEFORE)


# Deployment


@kernel
def add_mind_order(memory: Words, unit: int, mind: int) -> None:
    if memory[MINDS_BEFORE + unit] != mind:
        add_order(memory, MIND + unit * MIND_COUNT + mind)


@kernel
def add_deployment_orders(s: TowersState, seat: int, memory: Words) -> None:
    """Add the orders for the best attack; if no attack is good, all soldiers stay at home."""
    save_state(s, memory, SAVED_NOW)
    find_attack(s, seat, memory, FIRST_SOLDIER, 0)
    pattern, column = memory[ATTACK_PATTERN], memory[ATTACK_COLUMN]
    if pattern == HOME_PATTERN:
        if has_soldiers_sent(s, seat, memory):
            add_order(memory, ALL_HOME)
        return
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        add_mind_order(memory, unit, mind_of_kind(memory[ATTACK_MINDS], unit))
    add_order_for_all(s, seat, memory, pattern, column)
    for number in range(s.soldiers[seat]):
        entry = pattern_entry(s, seat * MAX_SOLDIERS + number, pattern, column)
        if entry != memory[ENTRIES_BEFORE + number]:
            add_order(memory, SOLDIER + number)
            add_order(memory, COLUMN + entry_column(entry))
            add_order(memory, STEP + entry_step(entry))


@kernel
def add_order_for_all(s: TowersState, seat: int, memory: Words, pattern: int, column: int) -> None:
    """Add one order for all soldiers, if that leaves fewer to send one by one."""
    for_all = FILE_PATTERN if pattern == FILE_PATTERN else TOGETHER_PATTERN
    changes_now, changes_after = 0, 0
    for number in range(s.soldiers[seat]):
        soldier = seat * MAX_SOLDIERS + number
        entry = pattern_entry(s, soldier, pattern, column)
        changes_now += entry != memory[ENTRIES_BEFORE + number]
        changes_after += entry != pattern_entry(s, soldier, for_all, column)
    if changes_after < changes_now:
        add_order(memory, column + (IN_FILE if for_all == FILE_PATTERN else TOGETHER))
        for number in range(s.soldiers[seat]):
            memory[ENTRIES_BEFORE + number] = pattern_entry(s, seat * MAX_SOLDIERS + number, for_all, column)


@kernel
def has_soldiers_sent(s: TowersState, seat: int, memory: Words) -> bool:
    for number in range(s.soldiers[seat]):
        if memory[ENTRIES_BEFORE + number] > 0:
            return True
    return False
