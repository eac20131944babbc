"""Make the plan of a turn, and return one order per call."""

from __future__ import annotations

from .....core.dice import random_below
from .....core.kernel.compiler import kernel
from .....core.state_record import Words
from ...rules import moves
from ...rules.lane import can_attack
from ...rules.legality import why_not
from ...rules.moves import encode_move, seat_to_move
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
from .memory import MAX_PURCHASES, PlannerMemory, add_order, open_memory
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
def choose(s: TowersState, codes: Words, stream: Words, memory_row: Words) -> int:
    seat, memory = seat_to_move(s), open_memory(memory_row)
    if s.phase != Phase.PLAN:
        return encode_move(seat, moves.REST)
    if not has_valid_plan(s, seat, memory):
        memory.next_order = 0
        if s.picked[seat] != Picked.NOTHING:
            return encode_move(seat, moves.NEVER_MIND)
        memory.luck = random_below(stream, LUCK_RANGE)
        make_plan(s, seat, memory)
        memory.next_order = 1
    local = memory.orders[memory.next_order - 1]
    memory.next_order += 1
    if local == moves.READY:
        memory.next_order = 0
    else:
        apply_order(s, seat, local, None)
        memory.state_mark = compute_state_mark(s, seat)
    return encode_move(seat, local)


@kernel
def has_valid_plan(s: TowersState, seat: int, memory: PlannerMemory) -> bool:
    """Return whether the plan fits this state: other orders may have been given meanwhile."""
    if memory.next_order == 0 or memory.state_mark != compute_state_mark(s, seat):
        return False
    return why_not(s, encode_move(seat, memory.orders[memory.next_order - 1])) == 0


@kernel
def compute_state_mark(s: TowersState, seat: int) -> int:
    """Return a number by which a plan recognises the state that it was made for."""
    mark = s.gold[seat] * (MAX_TOWERS + 1) + s.towers[seat]
    mark = mark * (MAX_SOLDIERS + 1) + s.soldiers[seat]
    return ((mark * PICKED_COUNT + s.picked[seat]) * PLAYERS + seat) * MAX_TURNS + s.turns_played


@kernel
def make_plan(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    observe(s, seat, memory)
    save_state(s, memory.saved_before)
    memory.order_count = 0
    memory.effort = 0
    memory.tower_offer[0] = UNKNOWN_RATE
    memory.troop_offer[0] = UNKNOWN_RATE
    set_tower_minds(s, seat, Mind.THRIFTY)
    set_tower_minds(s, 1 - seat, Mind.THRIFTY)
    for _ in range(MAX_PURCHASES):
        if memory.effort > MAX_EFFORT or not buy(s, seat, memory):
            break
    for unit in range(FIRST_SOLDIER):
        if can_attack(s, unit):
            add_mind_order(memory, unit, Mind.THRIFTY)
    add_deployment_orders(s, seat, memory)
    add_order(memory, moves.READY)
    restore_state(s, memory.saved_before)


# Deployment


@kernel
def add_mind_order(memory: PlannerMemory, unit: int, mind: int) -> None:
    if memory.minds_before[unit] != mind:
        add_order(memory, moves.MIND + unit * MIND_COUNT + mind)


@kernel
def add_deployment_orders(s: TowersState, seat: int, memory: PlannerMemory) -> None:
    """Add the orders for the best attack; if no attack is good, all soldiers stay at home."""
    save_state(s, memory.saved_now)
    find_attack(s, seat, memory, FIRST_SOLDIER, 0)
    pattern, column = memory.attack_pattern, memory.attack_column
    if pattern == HOME_PATTERN:
        if has_soldiers_sent(s, seat, memory):
            add_order(memory, moves.ALL_HOME)
        return
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        add_mind_order(memory, unit, mind_of_kind(memory.attack_minds, unit))
    add_order_for_all(s, seat, memory, pattern, column)
    for number in range(s.soldiers[seat]):
        entry = pattern_entry(s, seat * MAX_SOLDIERS + number, pattern, column)
        if entry != memory.entries_before[number]:
            add_order(memory, moves.SOLDIER + number)
            add_order(memory, moves.COLUMN + entry_column(entry))
            add_order(memory, moves.STEP + entry_step(entry))


@kernel
def add_order_for_all(s: TowersState, seat: int, memory: PlannerMemory, pattern: int, column: int) -> None:
    """Add one order for all soldiers, if that leaves fewer to send one by one."""
    for_all = FILE_PATTERN if pattern == FILE_PATTERN else TOGETHER_PATTERN
    changes_now, changes_after = 0, 0
    for number in range(s.soldiers[seat]):
        soldier = seat * MAX_SOLDIERS + number
        entry = pattern_entry(s, soldier, pattern, column)
        changes_now += entry != memory.entries_before[number]
        changes_after += entry != pattern_entry(s, soldier, for_all, column)
    if changes_after < changes_now:
        add_order(memory, column + (moves.IN_FILE if for_all == FILE_PATTERN else moves.TOGETHER))
        for number in range(s.soldiers[seat]):
            memory.entries_before[number] = pattern_entry(s, seat * MAX_SOLDIERS + number, for_all, column)


@kernel
def has_soldiers_sent(s: TowersState, seat: int, memory: PlannerMemory) -> bool:
    for number in range(s.soldiers[seat]):
        if memory.entries_before[number] > 0:
            return True
    return False
