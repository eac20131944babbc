"""A commander that tries its orders out before it gives them.

At the first call of a planning it makes a whole plan and writes it into its memory; then it hands out
one order a call. It buys step by step whatever is worth most for its price, a tower or some soldiers,
judged by playing the turn with it: see `trial`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...core.contract import Words
from ...core.dice import below
from ...core.kernel import kernel
from . import trial
from .book import can_attack, nearest_cell
from .commanders import MOST_HIRED
from .moves import (
    ALL_HOME,
    CELL,
    COLUMN,
    HIRE,
    IN_FILE,
    MIND,
    NEVER_MIND,
    READY,
    REST,
    SOLDIER,
    STEP,
    TOGETHER,
    TOWER,
    code_of,
    turn_of,
    why_not,
    why_not_there,
)
from .rules import order
from .state import (
    COLUMNS,
    FIRST_SOLDIER,
    MINDS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    UNITS,
    Mind,
    Phase,
    Picked,
)
from .trial import (
    EFFORT,
    IN_COLUMN,
    IN_PATTERN,
    KEPT,
    KINDS,
    NOW,
    SHOWN,
    SHOWN_ENTRIES,
    SHOWN_UNITS,
    UNSPENT,
    WITH_MINDS,
    best_attack,
    effort_of_gain,
    entry_in,
    expect,
    gain_of,
    keep,
    mind_in,
    put_back,
    raise_tower,
    set_tower_minds,
)

PRICE = 14
"""What a gold that is spent must bring; see `trial.HP`."""
RATE = 64
"""Gains are compared by the gold, in this part of a point."""
NOT_ASKED = -1
"""The rate of an offer that is to be looked for."""

HALVES = len(Picked)
MOST_TURNS = 1001
MOST_LUCK = 1000

# How long it thinks
ROUNDS = 40
LARGEST_EFFORT = 60_000
SHARE = 12
CELLS_TRIED = 64
LEAST_CELLS = 6
RICH = 32
MOST_AT_ONCE = 4

# The memory, behind what `trial` has there
NEXT = trial.WORDS  # the order that is to be given next, from 1; 0: there is no plan
MARK = NEXT + 1  # what the state must look like for it
COUNT = MARK + 1  # of orders in the plan
KNOWN = COUNT + 1  # the turn that the ledger was brought up to, from 1
RECEIVED = KNOWN + 1  # gold that the other player has had
LOST = RECEIVED + 1  # the price of its towers that were destroyed
SEEN = LOST + 1  # the most soldiers of a kind that were seen at once
TOWER_OFFER = SEEN + KINDS  # the best purchases: rate, unit, how many, cell
TROOP_OFFER = TOWER_OFFER + 4
LUCK = TROOP_OFFER + 4
HAD = LUCK + 1  # soldiers before this planning
ENTRIES = HAD + 1  # and how they were to enter
OLD_MINDS = ENTRIES + MOST_SOLDIERS
BEFORE = OLD_MINDS + UNITS
ORDERS = BEFORE + KEPT
MOST_ORDERS = 4 * MOST_SOLDIERS + (2 * MOST_AT_ONCE) * ROUNDS + 2 * UNITS
WORDS = ORDERS + MOST_ORDERS


def remember(options: Mapping[str, Any]) -> Words:
    return np.zeros(WORDS, np.int64)


@kernel
def choose(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    seat = turn_of(s)
    if s.phase != Phase.PLAN:
        return code_of(seat, REST)
    if not goes_on(s, seat, memory):
        memory[NEXT] = 0
        if s.picked[seat] != Picked.NOTHING:
            return code_of(seat, NEVER_MIND)
        memory[LUCK] = below(stream, MOST_LUCK)
        make_plan(s, seat, memory)
        memory[NEXT] = 1
    local = memory[ORDERS + memory[NEXT] - 1]
    memory[NEXT] += 1
    if local == READY:
        memory[NEXT] = 0
    else:
        order(s, seat, local, None)
        memory[MARK] = mark_of(s, seat)
    return code_of(seat, local)


@kernel
def goes_on(s: Any, seat: Any, memory: Any) -> Any:
    """Whether there is a plan for this state: somebody else may have given orders meanwhile."""
    if memory[NEXT] == 0 or memory[MARK] != mark_of(s, seat):
        return False
    return why_not(s, code_of(seat, memory[ORDERS + memory[NEXT] - 1])) == 0


@kernel
def mark_of(s: Any, seat: Any) -> Any:
    """By this a plan knows again the state that it was made for."""
    mark = s.gold[seat] * (MOST_TOWERS + 1) + s.towers[seat]
    mark = mark * (MOST_SOLDIERS + 1) + s.soldiers[seat]
    return ((mark * HALVES + s.picked[seat]) * PLAYERS + seat) * MOST_TURNS + s.number


@kernel
def make_plan(s: Any, seat: Any, memory: Any) -> None:
    look_around(s, seat, memory)
    keep(s, memory, BEFORE)
    memory[COUNT] = 0
    memory[EFFORT] = 0
    memory[TOWER_OFFER] = NOT_ASKED
    memory[TROOP_OFFER] = NOT_ASKED
    set_tower_minds(s, seat, Mind.THRIFTY)
    set_tower_minds(s, 1 - seat, Mind.THRIFTY)
    for _ in range(ROUNDS):
        if memory[EFFORT] > LARGEST_EFFORT or not buy(s, seat, memory):
            break
    for unit in range(FIRST_SOLDIER):
        if can_attack(s, unit):
            give_mind(memory, unit, Mind.THRIFTY)
    send_all(s, seat, memory)
    put_down(memory, READY)
    put_back(s, memory, BEFORE)


@kernel
def put_down(memory: Any, local: Any) -> None:
    memory[ORDERS + memory[COUNT]] = local
    memory[COUNT] += 1


# What it sees


@kernel
def look_around(s: Any, seat: Any, memory: Any) -> None:
    """Write down what trying things out will overwrite, and reckon what the other player may have."""
    other = 1 - seat
    memory[SHOWN] = s.shown[other]
    for place in range(s.shown[other]):
        memory[SHOWN_UNITS + place] = s.shown_unit[other * MOST_SOLDIERS + place]
        memory[SHOWN_ENTRIES + place] = s.shown_entry[other * MOST_SOLDIERS + place]
    memory[HAD] = s.soldiers[seat]
    for place in range(MOST_SOLDIERS):
        here = place < s.soldiers[seat]
        memory[ENTRIES + place] = s.entry[seat * MOST_SOLDIERS + place] if here else 0
    for unit in range(UNITS):
        memory[OLD_MINDS + unit] = s.mind[seat * UNITS + unit]
    if memory[KNOWN] != s.number + 1:
        keep_ledger(s, seat, memory)
        memory[KNOWN] = s.number + 1


@kernel
def keep_ledger(s: Any, seat: Any, memory: Any) -> None:
    """T6.1 tells what the other player got, and what stands or came tells what it spent."""
    other = 1 - seat
    spent = 0
    for tower in range(other * MOST_TOWERS, other * MOST_TOWERS + s.standing[other]):
        spent += s.cost[s.tower_unit[tower]]
    if s.number == 0 or memory[KNOWN] != s.number:
        memory[RECEIVED] = s.gold[seat] + spent
        memory[LOST] = 0
        for kind in range(KINDS):
            memory[SEEN + kind] = 0
    else:
        memory[RECEIVED] += s.income + s.earned[other]
        memory[LOST] += price_of_ruins(s, seat)
    spent += memory[LOST]
    for kind in range(KINDS):
        memory[SEEN + kind] = max(memory[SEEN + kind], shown_of(memory, FIRST_SOLDIER + kind))
        spent += memory[SEEN + kind] * s.cost[FIRST_SOLDIER + kind]
    memory[UNSPENT] = max(memory[RECEIVED] - spent, 0)


@kernel
def price_of_ruins(s: Any, seat: Any) -> Any:
    """What this player was paid for towers in the last turn."""
    scorers = s.leaked[seat] if s.gold_for_scorers else 0
    return s.earned[seat] - s.felled[seat] - scorers


@kernel
def shown_of(memory: Any, unit: Any) -> Any:
    count = 0
    for place in range(memory[SHOWN]):
        if memory[SHOWN_UNITS + place] == unit:
            count += 1
    return count


# Buying


@kernel
def buy(s: Any, seat: Any, memory: Any) -> Any:
    """Buy whatever is worth most for its price; False: nothing is worth it."""
    keep(s, memory, NOW)
    if not is_good(s, seat, memory, TOWER_OFFER):
        find_tower(s, seat, memory)
    if not is_good(s, seat, memory, TROOP_OFFER):
        find_troop(s, seat, memory)
    best = TOWER_OFFER if memory[TOWER_OFFER] >= memory[TROOP_OFFER] else TROOP_OFFER
    rate, unit, many, cell = memory[best], memory[best + 1], memory[best + 2], memory[best + 3]
    if rate <= price_now(s) * RATE:
        return False
    memory[best] = NOT_ASKED
    if unit < FIRST_SOLDIER:
        build_about(s, seat, memory, unit, cell)
    else:
        for _ in range(many):
            order(s, seat, HIRE + unit, None)
            put_down(memory, HIRE + unit)
    return True


@kernel
def build_about(s: Any, seat: Any, memory: Any, unit: Any, goal: Any) -> None:
    """Build a tower; the rich build some more beside it, or they would never have done thinking."""
    for _ in range(min(1 + s.gold[seat] // RICH, MOST_AT_ONCE)):
        cell = nearest_cell(s, seat, goal)
        if cell >= 0 and s.cost[unit] <= s.gold[seat]:
            raise_tower(s, seat, unit, cell)
            put_down(memory, TOWER + unit)
            put_down(memory, CELL + cell)


@kernel
def price_now(s: Any) -> Any:
    """What a gold must bring: in the last turns there is nothing else to buy for it."""
    return min(PRICE, (s.turn_limit - s.number - 1) * 2)


@kernel
def is_good(s: Any, seat: Any, memory: Any, at: Any) -> Any:
    """An offer holds as long as there is gold for it: a tower changes no attack, nor a soldier a defence."""
    return memory[at] != NOT_ASKED and s.cost[memory[at + 1]] * memory[at + 2] <= s.gold[seat]


@kernel
def offer(s: Any, memory: Any, at: Any, gain: Any, unit: Any, many: Any, cell: Any) -> None:
    """Remember a purchase if it brings more for its price than the best so far."""
    rate = gain * RATE // max(s.cost[unit] * many, 1)
    if rate > memory[at]:
        memory[at] = rate
        memory[at + 1] = unit
        memory[at + 2] = many
        memory[at + 3] = cell


@kernel
def no_offer(memory: Any, at: Any) -> None:
    memory[at] = 0
    memory[at + 1] = 0
    memory[at + 2] = 0


@kernel
def find_tower(s: Any, seat: Any, memory: Any) -> None:
    """Every kind of tower in many cells; in other ones every time."""
    no_offer(memory, TOWER_OFFER)
    expect(s, seat, memory)
    effort = FIRST_SOLDIER * effort_of_gain(s, memory)
    if effort == 0:
        return
    stride = stride_of(s, memory, effort)
    for cell in range((memory[LUCK] + s.towers[seat]) % stride, s.deployment_row * COLUMNS, stride):
        if why_not_there(s, seat, cell) != 0:
            continue
        for unit in range(FIRST_SOLDIER):
            if s.cost[unit] <= s.gold[seat]:
                offer(s, memory, TOWER_OFFER, gain_of(s, seat, memory, unit, cell), unit, 1, cell)


@kernel
def stride_of(s: Any, memory: Any, effort: Any) -> Any:
    """So many cells that the time lasts for many rounds; never those of one column only."""
    share = max(LARGEST_EFFORT - memory[EFFORT], 0) // SHARE
    cells = max(min(share // effort, CELLS_TRIED), LEAST_CELLS)
    stride = s.deployment_row * COLUMNS // cells + 1
    return stride if stride % COLUMNS else stride + 1


@kernel
def find_troop(s: Any, seat: Any, memory: Any) -> None:
    """Every kind of soldier: as many as the gold allows, a third of them and so on, one."""
    no_offer(memory, TROOP_OFFER)
    before = best_attack(s, seat, memory, FIRST_SOLDIER, 0)
    column, pattern, minds = memory[IN_COLUMN], memory[IN_PATTERN], memory[WITH_MINDS]
    room = min(MOST_SOLDIERS, memory[HAD] + MOST_HIRED) - s.soldiers[seat]
    for unit in range(FIRST_SOLDIER, UNITS):
        if s.cost[unit] > s.gold[seat]:
            continue
        many = min(s.gold[seat] // max(s.cost[unit], 1), room)
        while many > 0:
            gain = best_attack(s, seat, memory, unit, many) - before
            offer(s, memory, TROOP_OFFER, gain, unit, many, 0)
            many = 0 if many == 1 else max(many // 3, 1)
            memory[IN_COLUMN] = column
            memory[IN_PATTERN] = pattern
            memory[WITH_MINDS] = minds


# Deployment


@kernel
def give_mind(memory: Any, unit: Any, mind: Any) -> None:
    if memory[OLD_MINDS + unit] != mind:
        put_down(memory, MIND + unit * MINDS + mind)


@kernel
def send_all(s: Any, seat: Any, memory: Any) -> None:
    """The attack that seems best; where none is good, everybody stays at home."""
    keep(s, memory, NOW)
    best_attack(s, seat, memory, FIRST_SOLDIER, 0)
    pattern, column = memory[IN_PATTERN], memory[IN_COLUMN]
    if pattern == trial.HOME:
        if anybody_sent(s, seat, memory):
            put_down(memory, ALL_HOME)
        return
    for unit in range(FIRST_SOLDIER, UNITS):
        give_mind(memory, unit, mind_in(memory[WITH_MINDS], unit))
    line_up_for(s, seat, memory, pattern, column)
    for number in range(s.soldiers[seat]):
        entry = entry_in(s, seat * MOST_SOLDIERS + number, pattern, column)
        if entry != memory[ENTRIES + number]:
            put_down(memory, SOLDIER + number)
            put_down(memory, COLUMN + (entry - 1) % COLUMNS)
            put_down(memory, STEP + (entry - 1) // COLUMNS)


@kernel
def line_up_for(s: Any, seat: Any, memory: Any, pattern: Any, column: Any) -> None:
    """One order for all, where that leaves fewer to be sent one by one."""
    muster = trial.IN_FILE if pattern == trial.IN_FILE else trial.TOGETHER
    as_it_is, after = 0, 0
    for number in range(s.soldiers[seat]):
        soldier = seat * MOST_SOLDIERS + number
        entry = entry_in(s, soldier, pattern, column)
        as_it_is += entry != memory[ENTRIES + number]
        after += entry != entry_in(s, soldier, muster, column)
    if after < as_it_is:
        put_down(memory, column + (IN_FILE if muster == trial.IN_FILE else TOGETHER))
        for number in range(s.soldiers[seat]):
            memory[ENTRIES + number] = entry_in(s, seat * MOST_SOLDIERS + number, muster, column)


@kernel
def anybody_sent(s: Any, seat: Any, memory: Any) -> Any:
    for number in range(s.soldiers[seat]):
        if memory[ENTRIES + number] > 0:
            return True
    return False
