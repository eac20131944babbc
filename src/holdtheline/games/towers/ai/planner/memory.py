"""The memory of the planner: the index of each number in its row of words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .....core.kernel.compiler import kernel
from .....core.state_record import Words
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

# Used by `simulation` and `opponent_model`
EFFORT = 0  # a measure of the time spent: soldiers simulated
UNSPENT = 1  # gold that the other player may have kept or spent on soldiers not seen yet
ATTACK_COLUMN = 2  # the best attack found so far
ATTACK_PATTERN = 3
ATTACK_MINDS = 4
HARM = 5  # by attack: the harm it would do
WORST_COLUMN = HARM + ATTACK_COUNT  # by attack: the column in which it does most harm
SHOWN_COUNT = WORST_COLUMN + ATTACK_COUNT  # what the other player deployed in the last turn
SHOWN_UNITS = SHOWN_COUNT + 1
SHOWN_ENTRIES = SHOWN_UNITS + MAX_SOLDIERS
SAVED_NOW = SHOWN_ENTRIES + MAX_SOLDIERS  # the state that simulations start from
SIMULATION_WORDS = SAVED_NOW + SAVED_WORDS

# Limits of a plan
MAX_PURCHASES = 40
MAX_TOWERS_AT_ONCE = 4

# Used by `plan` and `search`
NEXT_ORDER = SIMULATION_WORDS  # the next order of the plan, from 1; 0: there is no plan
STATE_MARK = NEXT_ORDER + 1  # identifies the state in which that order is given
ORDER_COUNT = STATE_MARK + 1  # orders in the plan
LEDGER_TURN = ORDER_COUNT + 1  # the turn up to which the ledger is kept, from 1
GOLD_RECEIVED = LEDGER_TURN + 1  # all gold that the other player has received
PRICE_OF_LOST_TOWERS = GOLD_RECEIVED + 1  # the price of its towers that were destroyed
MOST_SEEN = PRICE_OF_LOST_TOWERS + 1  # by kind: the most soldiers seen in one turn
TOWER_OFFER = MOST_SEEN + SOLDIER_KIND_COUNT  # the best purchase: gain per gold, unit, how many, cell
TROOP_OFFER = TOWER_OFFER + 4
LUCK = TROOP_OFFER + 4
SOLDIERS_BEFORE = LUCK + 1  # soldiers before this planning phase
ENTRIES_BEFORE = SOLDIERS_BEFORE + 1  # and their entries
MINDS_BEFORE = ENTRIES_BEFORE + MAX_SOLDIERS
SAVED_BEFORE = MINDS_BEFORE + UNIT_COUNT
PLAN_ORDERS = SAVED_BEFORE + SAVED_WORDS
MAX_PLAN_ORDERS = 4 * MAX_SOLDIERS + (2 * MAX_TOWERS_AT_ONCE) * MAX_PURCHASES + 2 * UNIT_COUNT
MEMORY_WORDS = PLAN_ORDERS + MAX_PLAN_ORDERS


def prepare_memory(options: Mapping[str, Any]) -> Words:
    return np.zeros(MEMORY_WORDS, np.int64)


@kernel
def add_order(memory: Words, local: int) -> None:
    memory[PLAN_ORDERS + memory[ORDER_COUNT]] = local
    memory[ORDER_COUNT] += 1
