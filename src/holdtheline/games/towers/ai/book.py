"""The book player: rules of thumb that read the lanes and simulate nothing (`forecast` does the arithmetic).

Attack what is open: of all columns and tactics (run together, run abreast, hunt towers) it takes the one that brings
most, and buys the kind of soldier that helps it most. Slow and fast soldiers reach the first tower together. It
reckons with towers that the other player may add, and after an attack that cost more than it brought with even more
fire. Where no attack brings anything, its soldiers stay at home.

Defend what is attacked: it expects the army of the last attack again, and more for gold that it has not seen. While
that army would score where the lane is weakest, it builds there, unless it wins the race: its own attack takes the
last HP in fewer turns.
"""

from __future__ import annotations

from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules import moves
from ..rules.lane import distance, has_choice
from ..rules.legality import why_not_build
from ..rules.moves import encode_move, seat_to_move
from ..rules.orders import wealth
from ..state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    UNIT_COUNT,
    Mind,
    Phase,
    Picked,
    TowersState,
    Unit,
    encode_entry,
    entry_column,
    entry_step,
)
from .baselines import MAX_BUILT, can_hire, rest_or_cancel
from .forecast import (
    GOLD_PER_HP,
    HUNT,
    NO_WAY,
    SOLDIER,
    Army,
    Attack,
    army_size,
    column_fire,
    entry_in_attack,
    find_best_attack,
    new_missiles,
    reinforce,
    roster,
    rows_to_fire,
    shown_army,
    slowest_march,
)

# Fire to reckon with, in percent of the forecast
ATTACK_CAUTION = 125
CAUTION_AFTER_LOSS = 200  # after an attack that cost more than it brought
DEFENCE_CAUTION = 80  # against its own towers, less: they may miss

FIRST_FEAR, LATER_FEAR = 50, 30
"""The percentage of the other player's unseen gold that it takes for soldiers: in the first turn, and later."""
SAVINGS = 10
"""The gold that it adds when it compares kinds of soldiers: some are good only in large numbers."""
CROWD_SIZE = 3
"""It builds rocket towers against at least this many soldiers per cell."""
MIDDLE_COLUMN = COLUMNS // 2
LAST_TURNS = 3
LUCK_FACES = 12
"""A die with this many faces varies its purchases, so that they cannot be predicted."""


@kernel
def choose(s: TowersState, codes: Words, stream: Words, memory: Words) -> int:
    seat = seat_to_move(s)
    if s.phase != Phase.PLAN:
        return rest_or_cancel(s, seat)
    return encode_move(seat, next_order(s, seat, stream))


@kernel
def next_order(s: TowersState, seat: int, stream: Words) -> int:
    """Return the next order. Every order changes the state, so the state shows what is still to do."""
    if s.picked[seat] != Picked.NOTHING:
        return complete_order(s, seat)
    for unit in range(FIRST_SOLDIER):
        if s.mind[seat * UNIT_COUNT + unit] != Mind.THRIFTY and has_choice(s, unit):
            return moves.MIND + unit * MIND_COUNT + Mind.THRIFTY
    if needs_tower(s, seat):
        unit = choose_tower(s, seat, random_below(stream, LUCK_FACES))
        if unit >= 0 and choose_cell(s, seat, unit) >= 0:
            return moves.TOWER + unit
    unit = choose_soldier(s, seat, stream)
    if unit >= 0:
        return moves.HIRE + unit
    return choose_deployment(s, seat)


@kernel
def complete_order(s: TowersState, seat: int) -> int:
    """Return the missing part of an incomplete order."""
    if s.picked[seat] == Picked.TOWER:
        cell = choose_cell(s, seat, s.picked_unit[seat])
        return moves.CELL + cell if cell >= 0 else moves.NEVER_MIND
    attack = best_attack(s, seat)
    rows = rows_to_fire(s, 1 - seat, attack[0])
    entry = entry_in_attack(s, seat, s.picked_unit[seat], attack, rows, slowest_march(s, seat, attack[1], rows))
    if s.picked[seat] == Picked.SOLDIER:
        return moves.COLUMN + entry_column(entry) if entry > 0 else moves.HOME
    return moves.STEP + entry_step(entry) if s.picked_column[seat] == entry_column(entry) else moves.NEVER_MIND


# Defence


@kernel
def unseen_gold(s: TowersState, seat: int, shown: Army) -> int:
    """Return what the other player may have besides its towers and the soldiers it sent: as much as this one."""
    other, unseen = 1 - seat, wealth(s, seat)
    for tower in range(other * MAX_TOWERS, other * MAX_TOWERS + s.towers_seen[other]):
        unseen -= s.cost[s.tower_unit[tower]]
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        unseen -= s.cost[unit] * shown[unit - FIRST_SOLDIER]
    return unseen


@kernel
def expected_army(s: TowersState, seat: int) -> Army:
    """Return the army of the other player's last attack, and shields for what it has just earned or may have saved."""
    army = shown_army(s, 1 - seat)
    feared = unseen_gold(s, seat, army) * FIRST_FEAR // 100
    if s.turns_played > 0:
        earned = s.income + s.felled[seat] + s.razed[seat] * s.cost[Unit.ROCKET]
        feared = max(unseen_gold(s, seat, army) * LATER_FEAR // 100, earned)
    return reinforce(army, Unit.SHIELD, max(feared, 0) // max(s.cost[Unit.SHIELD], 1))


@kernel
def expected_attack(s: TowersState, seat: int) -> Attack:
    """Return the worst attack of the army that it expects; any soldier that scores counts, whatever it costs."""
    army = expected_army(s, seat)
    column, tactic, worth = find_best_attack(s, seat, army, 0, DEFENCE_CAUTION)
    return column, tactic, worth + SOLDIER * army_size(army) // GOLD_PER_HP


@kernel
def needs_tower(s: TowersState, seat: int) -> bool:
    """Return whether to build: the expected army would score, and this player does not win the race."""
    if s.towers[seat] - s.towers_seen[seat] >= MAX_BUILT:
        return False
    threat = expected_attack(s, seat)[2]
    return threat > 0 and not wins_race(s, seat, threat)


@kernel
def wins_race(s: TowersState, seat: int, threat: int) -> bool:
    """Return whether its army takes the last HP in fewer turns than the expected one does."""
    worth = best_attack(s, seat)[2]
    return worth > 0 and -(-s.hp[1 - seat] * SOLDIER // worth) < -(-s.hp[seat] * SOLDIER // threat)


@kernel
def average_crowd(s: TowersState, owner: int) -> int:
    """Return the average number of soldiers that entered together in the last turn (at least 1)."""
    entries, last = 1, -1
    for index in range(owner * MAX_SOLDIERS, owner * MAX_SOLDIERS + s.deployed[owner]):
        if s.deployed_entry[index] != last:
            entries += last >= 0
            last = s.deployed_entry[index]
    return max(s.deployed[owner] // entries, 1)


@kernel
def choose_tower(s: TowersState, seat: int, luck: int) -> int:
    """Return the kind of tower to build next, or -1 if there is no gold for it."""
    unit = Unit.MISSILE
    if s.towers[seat] > 1 and luck < 1 and s.gold[seat] > s.cost[Unit.MISSILE]:
        unit = Unit.BLOCKADE
    elif s.towers[seat] > 1 and luck < 3:
        unit = Unit.FROST
    elif average_crowd(s, 1 - seat) >= CROWD_SIZE or luck >= 9:
        unit = Unit.ROCKET
    return unit if s.cost[unit] <= s.gold[seat] else -1


@kernel
def choose_cell(s: TowersState, seat: int, unit: int) -> int:
    """Return the legal cell nearest to where a tower of this kind should stand, or -1."""
    column = expected_attack(s, seat)[0]
    row = s.deployment_row // 2
    if unit == Unit.BLOCKADE:
        row = min(row + s.reach[Unit.MISSILE] - 1, s.deployment_row - 1)
    elif unit == Unit.FROST:
        row = min(row + s.reach[Unit.MISSILE] - 2, s.deployment_row - 1)
    if s.reach[unit] > 0:  # as near to the middle as it can stand and still reach the enemy's path
        column = min(max(MIDDLE_COLUMN, column - s.reach[unit]), column + s.reach[unit])
    return find_nearest_free_cell(s, seat, row * COLUMNS + column)


@kernel
def weakest_column(s: TowersState, lane: int) -> int:
    """Return the column with the least fire, the middle one first."""
    best, weakest = MIDDLE_COLUMN, -1
    for step in range(COLUMNS):
        column = MIDDLE_COLUMN + (step + 1) // 2 * (1 if step % 2 else -1)
        single, each = column_fire(s, lane, column)
        fire = single + each
        if weakest < 0 or fire < weakest:
            best, weakest = column, fire
    return best


@kernel
def find_nearest_free_cell(s: TowersState, lane: int, goal: int) -> int:
    """Return the cell nearest to `goal` where a tower can be built, or -1."""
    best, shortest = -1, CELLS
    for cell in range(s.deployment_row * COLUMNS):
        if why_not_build(s, lane, cell) == 0 and distance(cell, goal) < shortest:
            best, shortest = cell, distance(cell, goal)
    return best


# Attack


@kernel
def attack_caution(s: TowersState, lane: int) -> int:
    """Return the percentage of the fire to reckon with: more after an attack that cost more than it brought."""
    brought = s.leaked[lane] * GOLD_PER_HP + 2 * s.razed[lane] * s.cost[Unit.ROCKET]
    return ATTACK_CAUTION if s.felled[lane] <= brought else CAUTION_AFTER_LOSS


@kernel
def best_attack(s: TowersState, seat: int) -> Attack:
    """Return the best attack with the soldiers that it has."""
    lane = 1 - seat
    return find_best_attack(s, lane, roster(s, seat), new_missiles(s, lane), attack_caution(s, lane))


@kernel
def choose_soldier(s: TowersState, seat: int, stream: Words) -> int:
    """Return the kind that would help the attack most, varied by luck, or -1 if there is not enough gold for it."""
    lane, army, best, chosen = 1 - seat, roster(s, seat), 2 * NO_WAY, FIRST_SOLDIER
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        count = min((s.gold[seat] + SAVINGS) // max(s.cost[unit], 1), MAX_SOLDIERS)
        worth = find_best_attack(s, lane, reinforce(army, unit, count), new_missiles(s, lane), ATTACK_CAUTION)[2]
        worth += SOLDIER * random_below(stream, LUCK_FACES) // LUCK_FACES
        if worth > best:
            best, chosen = worth, unit
    return chosen if can_hire(s, seat, chosen) else -1


@kernel
def choose_deployment(s: TowersState, seat: int) -> int:
    """Return the next order for the attack, or READY if there is none."""
    attack = best_attack(s, seat)
    if not is_attack_worthwhile(s, seat, attack):
        for number in range(s.soldiers[seat]):
            if s.entry[seat * MAX_SOLDIERS + number] != 0:
                return moves.ALL_HOME
        return moves.READY
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        mind = Mind.HUNTER if attack[1] == HUNT and unit == Unit.RIFLE else Mind.THRIFTY
        if s.mind[seat * UNIT_COUNT + unit] != mind:
            return moves.MIND + unit * MIND_COUNT + mind
    return next_entry_order(s, seat, attack)


@kernel
def is_attack_worthwhile(s: TowersState, seat: int, attack: Attack) -> bool:
    """Return whether the attack brings anything. In the last turns a player who is not ahead always attacks."""
    if s.turn_limit - s.turns_played <= LAST_TURNS and s.hp[seat] <= s.hp[1 - seat]:
        return True
    return attack[2] > 0


@kernel
def next_entry_order(s: TowersState, seat: int, attack: Attack) -> int:
    """Return an order for all soldiers if that leaves fewer to send one by one, else for the first to correct."""
    rows = rows_to_fire(s, 1 - seat, attack[0])
    slowest = slowest_march(s, seat, attack[1], rows)
    wrong, wrong_together, first = 0, 0, -1
    for number in range(s.soldiers[seat]):
        entry = entry_in_attack(s, seat, number, attack, rows, slowest)
        wrong_together += entry != encode_entry(0, attack[0])
        if s.entry[seat * MAX_SOLDIERS + number] != entry:
            wrong += 1
            first = number if first < 0 else first
    if wrong == 0:
        return moves.READY
    return moves.TOGETHER + attack[0] if wrong_together < wrong else moves.SOLDIER + first
