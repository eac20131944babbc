"""The memory of the planner: its observations, a saved state, and the plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .....core.kernel.compiler import kernel, record_opener
from .....core.state_record import Record, Row, Words, row
from ...state import FIRST_SOLDIER, MAX_SOLDIERS, MAX_TOWERS, PLAYERS, UNIT_COUNT

# A saved state has the numbers of each player, each followed by the towers of its lane
WORDS_PER_PLAYER = 5
WORDS_PER_TOWER = 3
SAVED_WORDS = PLAYERS * (WORDS_PER_PLAYER + WORDS_PER_TOWER * MAX_TOWERS)
SOLDIER_KIND_COUNT = UNIT_COUNT - FIRST_SOLDIER

# Attacks to expect: what came in the last turn, running or hunting; and hoards, each of one unit in one pattern
SHOWN_ATTACKS = 2
HOARD_ATTACKS = 3
ATTACK_COUNT = SHOWN_ATTACKS + HOARD_ATTACKS

# Limits of a plan
MAX_PURCHASES = 40
MAX_TOWERS_AT_ONCE = 4
MAX_PLAN_ORDERS = 4 * MAX_SOLDIERS + (2 * MAX_TOWERS_AT_ONCE) * MAX_PURCHASES + 2 * UNIT_COUNT


class PlannerMemory(Record):
    # Used by `simulation` and `opponent_model`
    effort: int  # a measure of the time spent: soldiers simulated
    unspent: int  # gold that the other player may have kept or spent on soldiers not seen yet
    attack_column: int  # the best attack found so far
    attack_pattern: int
    attack_minds: int
    harm: Row = row(ATTACK_COUNT)  # by attack: the harm it would do
    worst_column: Row = row(ATTACK_COUNT)  # by attack: the column in which it does most harm
    shown_count: int  # what the other player deployed in the last turn
    shown_units: Row = row(MAX_SOLDIERS)
    shown_entries: Row = row(MAX_SOLDIERS)
    saved_now: Row = row(SAVED_WORDS)  # the state that simulations start from
    # Used by `plan` and `search`
    next_order: int  # the next order of the plan, from 1; 0: there is no plan
    state_mark: int  # identifies the state in which that order is given
    order_count: int
    orders: Row = row(MAX_PLAN_ORDERS)
    ledger_turn: int  # the turn up to which the ledger is kept, from 1
    gold_received: int  # all gold that the other player has received
    price_of_lost_towers: int  # the price of its towers that were destroyed
    most_seen: Row = row(SOLDIER_KIND_COUNT)  # by kind: the greatest number of soldiers seen in one turn
    tower_offer: Row = row(4)  # the best purchase: gain per gold, unit, count, cell
    troop_offer: Row = row(4)
    luck: int
    # The state before this planning phase
    soldiers_before: int
    entries_before: Row = row(MAX_SOLDIERS)
    minds_before: Row = row(UNIT_COUNT)
    saved_before: Row = row(SAVED_WORDS)


open_memory = record_opener(PlannerMemory, "towers.planner.open_memory")


def prepare_memory(options: Mapping[str, Any]) -> Words:
    return PlannerMemory.zeros().words


@kernel
def add_order(memory: PlannerMemory, local: int) -> None:
    memory.orders[memory.order_count] = local
    memory.order_count += 1
