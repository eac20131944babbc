"""Trying things out: a turn is played in a state that is scratch, and taken back.

The planner writes into its memory what a turn changes, plays the turn by the rules themselves, reads off
what happened on a lane, and puts everything back. Of the other player it expects what was shown last, and
worse: everybody whom the gold that was not seen spent could have hired.
"""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .book import open_column
from .course import begin, play_on
from .moves import why_not_there
from .rules import build, pick
from .state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    STEPS,
    UNITS,
    Mind,
    Phase,
    Picked,
    Unit,
)

# What things are worth
HP = 100
GOLD = 12
DECIDED = 2000  # the last HP

# What is kept of a state: the numbers of each player, then the towers of each lane
OF_A_PLAYER = 5
OF_A_TOWER = 3
KEPT = PLAYERS * (OF_A_PLAYER + OF_A_TOWER * MOST_TOWERS)

# How an army enters
PATTERNS = 5
HOME, TOGETHER, IN_FILE, WEDGE, ABREAST = range(PATTERNS)
BEHIND = 2  # timesteps that the others of a wedge enter after its shields
SOLDIER_MINDS = 3
KINDS = UNITS - FIRST_SOLDIER

# Attacks that may come: what was shown, running and hunting; and hoards, each of a unit, in a pattern
EXPECTED = 2
HOARDS = 3
HOARD_OF = (int(Unit.RIFLE), int(Unit.RIFLE), int(Unit.SHIELD))
HOARD_IN = (TOGETHER, IN_FILE, IN_FILE)
ATTACKS = EXPECTED + HOARDS
LARGEST_HOARD = 40
EFFORT_OF_A_TURN = 8  # beside that for every soldier
MISSILES_FEARED = 3  # against an attack

# The memory
EFFORT = 0  # soldiers that were moved about
UNSPENT = 1  # gold that the other player may have spent on soldiers who were not seen
IN_COLUMN = 2  # the attack that seems best
IN_PATTERN = 3
WITH_MINDS = 4
HARM = 5  # of every attack that may come
WORST = HARM + ATTACKS  # and the column in which a hoard comes
SHOWN = WORST + ATTACKS
SHOWN_UNITS = SHOWN + 1
SHOWN_ENTRIES = SHOWN_UNITS + MOST_SOLDIERS
NOW = SHOWN_ENTRIES + MOST_SOLDIERS
WORDS = NOW + KEPT


@kernel
def keep(s: Any, memory: Any, at: Any) -> None:
    """Write down what a turn may change, from the word `at` on."""
    for lane in range(PLAYERS):
        memory[at] = s.gold[lane]
        memory[at + 1] = s.hp[lane]
        memory[at + 2] = s.towers[lane]
        memory[at + 3] = s.soldiers[lane]
        memory[at + 4] = s.standing[lane]
        at += OF_A_PLAYER
        for tower in range(lane * MOST_TOWERS, lane * MOST_TOWERS + s.towers[lane]):
            memory[at] = s.tower_unit[tower]
            memory[at + 1] = s.tower_cell[tower]
            memory[at + 2] = s.tower_health[tower]
            at += OF_A_TOWER


@kernel
def put_back(s: Any, memory: Any, at: Any) -> None:
    """Make the state what it was at `keep`, whatever was built, hired or played since."""
    s.phase = Phase.PLAN
    for lane in range(PLAYERS):
        for tower in range(lane * MOST_TOWERS, lane * MOST_TOWERS + s.towers[lane]):
            s.tower_at[lane * CELLS + s.tower_cell[tower]] = 0
        s.gold[lane] = memory[at]
        s.hp[lane] = memory[at + 1]
        s.towers[lane] = memory[at + 2]
        s.soldiers[lane] = memory[at + 3]
        s.standing[lane] = memory[at + 4]
        at += OF_A_PLAYER
        for place in range(s.towers[lane]):
            tower = lane * MOST_TOWERS + place
            s.tower_unit[tower] = memory[at]
            s.tower_cell[tower] = memory[at + 1]
            s.tower_health[tower] = memory[at + 2]
            s.tower_at[lane * CELLS + memory[at + 1]] = place + 1
            at += OF_A_TOWER


@kernel
def play(s: Any, lane: Any) -> None:
    """Play the turn on one lane only; the lanes do not touch each other (T3.1)."""
    s.soldiers[lane] = 0
    number = s.number
    begin(s)
    play_on(s, None)
    s.number = number


# Armies


@kernel
def enlist(s: Any, owner: Any, unit: Any, many: Any) -> None:
    """Add so many soldiers to a roster, as far as there is room; nobody pays."""
    for _ in range(min(many, MOST_SOLDIERS - s.soldiers[owner])):
        s.soldier_unit[owner * MOST_SOLDIERS + s.soldiers[owner]] = unit
        s.soldiers[owner] += 1


@kernel
def entry_in(s: Any, soldier: Any, pattern: Any, column: Any) -> Any:
    """When and where a soldier enters in a pattern, as `state.entry_of` numbers it."""
    number = soldier % MOST_SOLDIERS
    if pattern == HOME:
        return 0
    if pattern == IN_FILE:
        return 1 + number % STEPS * COLUMNS + column
    if pattern == WEDGE and s.soldier_unit[soldier] != Unit.SHIELD:
        return 1 + BEHIND * COLUMNS + column
    if pattern == ABREAST:
        return 1 + (column + number) % COLUMNS
    return 1 + column


@kernel
def deploy(s: Any, owner: Any, pattern: Any, column: Any) -> None:
    for soldier in range(owner * MOST_SOLDIERS, owner * MOST_SOLDIERS + s.soldiers[owner]):
        s.entry[soldier] = entry_in(s, soldier, pattern, column)


@kernel
def mind_in(minds: Any, unit: Any) -> Any:
    """The mind of one kind of soldier out of the number for all kinds."""
    for _ in range(unit - FIRST_SOLDIER):
        minds //= SOLDIER_MINDS
    return minds % SOLDIER_MINDS


@kernel
def set_minds(s: Any, owner: Any, minds: Any) -> None:
    for unit in range(FIRST_SOLDIER, UNITS):
        s.mind[owner * UNITS + unit] = mind_in(minds, unit)


@kernel
def all_of(mind: Any) -> Any:
    """The number that gives every kind of soldier this mind."""
    minds = 0
    for _ in range(KINDS):
        minds = minds * SOLDIER_MINDS + mind
    return minds


@kernel
def set_tower_minds(s: Any, lane: Any, mind: Any) -> None:
    for unit in range(FIRST_SOLDIER):
        s.mind[lane * UNITS + unit] = mind


# Defence


@kernel
def raise_tower(s: Any, lane: Any, unit: Any, cell: Any) -> None:
    pick(s, lane, Picked.TOWER, unit)
    build(s, lane, cell, None)


@kernel
def expect(s: Any, seat: Any, memory: Any) -> None:
    """Reckon the harm of every attack that may come; hoards come where they do most."""
    for attack in range(ATTACKS):
        memory[HARM + attack] = -DECIDED
        for column in range(COLUMNS if attack >= EXPECTED else 1):
            come(s, seat, memory, attack, column)
            here = harm(s, seat, memory)
            if here > memory[HARM + attack]:
                memory[HARM + attack] = here
                memory[WORST + attack] = column


@kernel
def gain_of(s: Any, seat: Any, memory: Any, unit: Any, cell: Any) -> Any:
    """How much less the attacks that do harm would do against one more tower."""
    total = 0
    for attack in range(ATTACKS):
        if memory[HARM + attack] > 0:
            raise_tower(s, seat, unit, cell)
            come(s, seat, memory, attack, memory[WORST + attack])
            spared = memory[HARM + attack] - harm(s, seat, memory)
            total += 2 * spared if attack < EXPECTED else spared
    return total // (2 * EXPECTED if memory[SHOWN] > 0 else EXPECTED)


@kernel
def effort_of_gain(s: Any, memory: Any) -> Any:
    """How much effort one call of `gain_of` is."""
    total = 0
    for attack in range(ATTACKS):
        if memory[HARM + attack] > 0:
            total += EFFORT_OF_A_TURN + memory[SHOWN]
            if attack >= EXPECTED:
                total += hoarded(s, memory, attack - EXPECTED)
    return total


@kernel
def hoarded(s: Any, memory: Any, hoard: Any) -> Any:
    """How many there may be of whom nobody was seen."""
    return min(memory[UNSPENT] // max(s.cost[HOARD_OF[hoard]], 1), LARGEST_HOARD)


@kernel
def harm(s: Any, lane: Any, memory: Any) -> Any:
    """Play the attack that is lined up, take it back, and say what it cost the defender."""
    if s.soldiers[1 - lane] == 0:
        put_back(s, memory, NOW)
        return 0
    memory[EFFORT] += EFFORT_OF_A_TURN + s.soldiers[1 - lane]
    hp = s.hp[lane]
    play(s, lane)
    lost = HP * s.leaked[lane] + GOLD * (s.earned[1 - lane] - s.earned[lane])
    if s.leaked[lane] >= hp:
        lost += DECIDED
    put_back(s, memory, NOW)
    return lost


@kernel
def come(s: Any, seat: Any, memory: Any, attack: Any, column: Any) -> None:
    """The other player sends what it sent last, running or hunting; or everybody whom it can have."""
    other, hoard = 1 - seat, attack - EXPECTED
    s.soldiers[other] = memory[SHOWN]
    for place in range(memory[SHOWN]):
        s.soldier_unit[other * MOST_SOLDIERS + place] = memory[SHOWN_UNITS + place]
        s.entry[other * MOST_SOLDIERS + place] = memory[SHOWN_ENTRIES + place]
    hunting = attack == 1 or (hoard >= 0 and HOARD_OF[hoard] == Unit.RIFLE)
    set_minds(s, other, all_of(Mind.HUNTER if hunting else Mind.USUAL))
    if hoard >= 0:
        enlist(s, other, HOARD_OF[hoard], hoarded(s, memory, hoard))
        deploy(s, other, HOARD_IN[hoard], column)


# Attack


@kernel
def best_attack(s: Any, seat: Any, memory: Any, unit: Any, many: Any) -> Any:
    """Find how the army attacks best, with so many more of this unit; its worth, 0: better not at all."""
    memory[IN_PATTERN] = max(memory[IN_PATTERN], TOGETHER)
    if s.soldiers[seat] + many == 0:
        memory[IN_PATTERN] = HOME
        return 0
    best = attack(s, seat, memory, (unit, many), memory[IN_PATTERN], memory[IN_COLUMN], memory[WITH_MINDS])
    # Where soldiers are only thought of, a rough look will do.
    likely = open_column(s, 1 - seat)
    patterns = PATTERNS if many == 0 else WEDGE
    for column in range(COLUMNS):
        if many == 0 or column == likely:
            best = try_attack(
                s, seat, memory, (unit, many, best), memory[IN_PATTERN], column, memory[WITH_MINDS]
            )
    for pattern in range(TOGETHER, patterns):
        for mind in range(SOLDIER_MINDS):
            best = try_attack(s, seat, memory, (unit, many, best), pattern, memory[IN_COLUMN], all_of(mind))
    if best <= 0:
        memory[IN_PATTERN] = HOME
        return 0
    return best


@kernel
def try_attack(s: Any, seat: Any, memory: Any, troop: Any, pattern: Any, column: Any, minds: Any) -> Any:
    """Remember an attack if it is worth more than the best so far; what the best is worth."""
    unit, many, best = troop
    worth = attack(s, seat, memory, (unit, many), pattern, column, minds)
    if worth <= best:
        return best
    memory[IN_PATTERN] = pattern
    memory[IN_COLUMN] = column
    memory[WITH_MINDS] = minds
    return worth


@kernel
def attack(s: Any, seat: Any, memory: Any, troop: Any, pattern: Any, column: Any, minds: Any) -> Any:
    """What an attack is worth against what stands, and a little against what may be built now."""
    set_minds(s, seat, minds)
    worth = 0
    for more in range(2):
        if more and not add_missiles(s, 1 - seat, memory, column):
            return worth
        unit, many = troop
        enlist(s, seat, unit, many)
        deploy(s, seat, pattern, column)
        here = min(harm(s, 1 - seat, memory), DECIDED + HP * s.hp[1 - seat])
        worth = (2 * worth + here) // 3 if more else here
    return worth


@kernel
def add_missiles(s: Any, lane: Any, memory: Any, column: Any) -> Any:
    """The other player builds where it hurts, with a third of the gold that it may have; whether it does."""
    missile, middle = Unit.MISSILE, s.deployment_row // 2
    price, built = MISSILES_FEARED * max(s.cost[missile], 1), 0
    for row in range(middle, min(middle + MISSILES_FEARED, s.deployment_row)):
        if memory[UNSPENT] >= price * (built + 1) and why_not_there(s, lane, row * COLUMNS + column) == 0:
            raise_tower(s, lane, missile, row * COLUMNS + column)
            built += 1
    return built > 0
