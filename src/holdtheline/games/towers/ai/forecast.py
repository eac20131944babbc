"""Forecasts by mental arithmetic: how many soldiers of an army would score on a lane, and what that is worth.

Nothing is simulated. The fire on a column is the damage that its towers do while a soldier walks through their range.
An army that runs loses that much health, and a rocket tower takes as much from everyone in a cell. An army that hunts
stops to fight: its rifles raze towers while its shields draw the fire.

Worth is counted in hundredths of a soldier that scores. Less than 0 means that the attack brings the enemy more.
"""

from __future__ import annotations

from ....core.kernel.compiler import kernel
from ..state import (
    COLUMNS,
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    TIMESTEPS,
    UNIT_COUNT,
    TowersState,
    Unit,
    encode_entry,
)

# How an army attacks
RUN_TOGETHER, RUN_ABREAST, HUNT = range(3)

SOLDIER = 100
"""The value of a soldier that scores."""
GOLD_PER_HP = 8
"""The value of an HP in gold."""
NO_WAY = -SOLDIER * MAX_SOLDIERS
"""The value of an attack that is impossible."""
FREEZING_FACTOR = 2
"""The damage of a frost tower counts this many times, because other towers shoot at the soldiers it freezes."""
FADING_FIRE = 2
"""Hunters take the full fire divided by this, because it fades as towers fall."""

LATEST_STEP = TIMESTEPS // 2
"""The last timestep at which a soldier enters, so that all have time to score."""
COLUMN_STRIDE = 3
"""The first column to consider moves by this many columns each turn."""

Army = tuple[int, int, int, int]
"""The number of shields, rifles, bombs and horses."""
Guard = tuple[int, int, int, int]
"""What hunters meet: the health and the price of the towers, and their damage to one soldier and to a whole cell."""
Attack = tuple[int, int, int]
"""The column, the tactic and the value."""

# Armies


@kernel
def count_kind(s: TowersState, owner: int, unit: int) -> int:
    """Return how many soldiers of a kind a player has in its roster."""
    count = 0
    for soldier in range(owner * MAX_SOLDIERS, owner * MAX_SOLDIERS + s.soldiers[owner]):
        count += s.soldier_unit[soldier] == unit
    return count


@kernel
def roster(s: TowersState, owner: int) -> Army:
    """Return all soldiers of a player; of the other player one does not know them."""
    return (
        count_kind(s, owner, Unit.SHIELD),
        count_kind(s, owner, Unit.RIFLE),
        count_kind(s, owner, Unit.BOMB),
        count_kind(s, owner, Unit.HORSE),
    )


@kernel
def army_size(army: Army) -> int:
    return army[0] + army[1] + army[2] + army[3]


@kernel
def count_shown(s: TowersState, owner: int, unit: int) -> int:
    """Return how many soldiers of a kind entered in the last turn."""
    count = 0
    for index in range(owner * MAX_SOLDIERS, owner * MAX_SOLDIERS + s.deployed[owner]):
        count += s.deployed_unit[index] == unit
    return count


@kernel
def shown_army(s: TowersState, owner: int) -> Army:
    """Return the army that a player sent in the last turn."""
    return (
        count_shown(s, owner, Unit.SHIELD),
        count_shown(s, owner, Unit.RIFLE),
        count_shown(s, owner, Unit.BOMB),
        count_shown(s, owner, Unit.HORSE),
    )


@kernel
def reinforce(army: Army, unit: int, count: int) -> Army:
    """Return an army with more soldiers of a kind."""
    return (
        army[0] + count * (unit == Unit.SHIELD),
        army[1] + count * (unit == Unit.RIFLE),
        army[2] + count * (unit == Unit.BOMB),
        army[3] + count * (unit == Unit.HORSE),
    )


# The lane


@kernel
def rows_in_range(s: TowersState, tower: int, column: int) -> int:
    """Return how many rows of a column a tower reaches."""
    reach, cell = s.reach[s.tower_unit[tower]], s.tower_cell[tower]
    if abs(cell % COLUMNS - column) > reach:
        return 0
    row = cell // COLUMNS
    return int(min(row + reach, s.deployment_row) - max(row - reach, 0) + 1)


@kernel
def column_fire(s: TowersState, lane: int, column: int) -> tuple[int, int]:
    """Return the damage by towers to one soldier that walks down a column, and to everyone in a cell there."""
    single, each = 0, 0
    for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
        unit = s.tower_unit[tower]
        damage = rows_in_range(s, tower, column) * s.damage[unit] * (FREEZING_FACTOR if s.freezes[unit] else 1)
        if s.whole_cell[unit]:
            each += damage
        else:
            single += damage
    return single, each


@kernel
def column_guard(s: TowersState, lane: int, column: int) -> Guard:
    """Return what hunters in a column meet: the towers that a rifle reaches from it, and the damage of a timestep."""
    health, price, single, each = 0, 0, 0, 0
    for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
        unit, away = s.tower_unit[tower], abs(s.tower_cell[tower] % COLUMNS - column)
        if away <= s.reach[Unit.RIFLE]:
            health += s.tower_health[tower]
            price += s.cost[unit]
        if away <= s.reach[unit]:
            if s.whole_cell[unit]:
                each += s.damage[unit]
            else:
                single += s.damage[unit]
    return health, price, single, each


# Forecasts


@kernel
def forecast_run(s: TowersState, army: Army, single: int, each: int, caution: int) -> int:
    """Return the value of running through this fire: soldiers that score, less the enemy's gold for those that fall.

    `caution` is the percentage of the fire to reckon with.
    """
    standing, health = 0, 0
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        left = s.health[unit] - each * s.moves_every[unit] // s.speed[unit]
        if left > 0:
            count = army[unit - FIRST_SOLDIER]
            standing += count
            health += count * left * s.speed[unit] // s.moves_every[unit]
    if health == 0:
        return -single - each
    through = health - single * caution // 100
    return int(SOLDIER * standing * through // health) - SOLDIER * army_size(army) // GOLD_PER_HP


@kernel
def forecast_hunt(s: TowersState, army: Army, guard: Guard, new_damage: int, caution: int) -> int:
    """Return the worth of hunting towers with rifles and shields: as for a run, and the price of what they raze.

    A razed tower counts twice: one side gets its price, and the other has lost it.
    """
    shields, rifles = army[Unit.SHIELD - FIRST_SOLDIER], army[Unit.RIFLE - FIRST_SOLDIER]
    count, health = shields + rifles, shields * s.health[Unit.SHIELD] + rifles * s.health[Unit.RIFLE]
    strength = rifles * s.damage[Unit.RIFLE]
    tower_health, price, single, each = guard
    if strength == 0 or tower_health == 0:
        return NO_WAY
    steps = tower_health // strength + 1
    lost = max((new_damage + single + each * max(count // 2, 1)) * steps * caution // (100 * FADING_FIRE), 1)
    loot = price * min(health, lost) // lost
    return int(SOLDIER * count * (health - lost) // health) + SOLDIER * (2 * loot - count) // GOLD_PER_HP


@kernel
def new_missiles(s: TowersState, lane: int) -> int:
    """Return how many missile towers the owner of a lane can build with what it earned there in the last turn."""
    return (s.income + s.felled[lane]) // max(s.cost[Unit.MISSILE], 1) if s.turns_played > 0 else 0


@kernel
def find_best_attack(s: TowersState, lane: int, army: Army, new_towers: int, caution: int) -> Attack:
    """Return the attack of the greatest worth, also through missile towers that may be built now.

    Among equal columns the first one changes from turn to turn.
    """
    new_damage = new_towers * s.damage[Unit.MISSILE]
    new_fire = new_damage * min(2 * s.reach[Unit.MISSILE] + 1, s.deployment_row)
    best, chosen, tactic = NO_WAY, 0, RUN_TOGETHER
    for number in range(COLUMNS):
        column = (number + COLUMN_STRIDE * s.turns_played) % COLUMNS
        single, each = column_fire(s, lane, column)
        single += new_fire
        worth = forecast_run(s, army, single, each, caution)
        if worth > best:
            best, chosen, tactic = worth, column, RUN_TOGETHER
        if each > 0:
            worth = forecast_run(s, army, single + each, 0, caution)
            if worth > best:
                best, chosen, tactic = worth, column, RUN_ABREAST
        if army[Unit.RIFLE - FIRST_SOLDIER] > 0:
            worth = forecast_hunt(s, army, column_guard(s, lane, column), new_damage, caution)
            if worth > best:
                best, chosen, tactic = worth, column, HUNT
    return chosen, tactic, best


# Entries: the slow and the fast reach the first tower at the same time


@kernel
def takes_part(tactic: int, unit: int) -> bool:
    """Return whether a kind of soldier takes part in an attack: only rifles and shields hunt."""
    return tactic != HUNT or unit == Unit.RIFLE or unit == Unit.SHIELD


@kernel
def steps_to_fire(s: TowersState, unit: int, rows: int) -> int:
    """Return the timesteps that a kind of soldier needs for the rows before the first tower's range."""
    return int(-(-rows * s.moves_every[unit] // s.speed[unit]))


@kernel
def rows_to_fire(s: TowersState, lane: int, column: int) -> int:
    """Return the rows between the deployment row and the range of the first tower, all rows if there is none."""
    highest = 0
    for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
        unit, cell = s.tower_unit[tower], s.tower_cell[tower]
        if s.damage[unit] > 0 and abs(cell % COLUMNS - column) <= s.reach[unit]:
            highest = max(highest, min(cell // COLUMNS + s.reach[unit], s.deployment_row))
    return int(s.deployment_row - highest)


@kernel
def slowest_march(s: TowersState, seat: int, tactic: int, rows: int) -> int:
    """Return the timesteps that the slowest soldier of an attack needs for these rows."""
    slowest = 0
    for soldier in range(seat * MAX_SOLDIERS, seat * MAX_SOLDIERS + s.soldiers[seat]):
        if takes_part(tactic, s.soldier_unit[soldier]):
            slowest = max(slowest, steps_to_fire(s, s.soldier_unit[soldier], rows))
    return slowest


@kernel
def entry_in_attack(s: TowersState, seat: int, number: int, attack: Attack, rows: int, slowest: int) -> int:
    """Return when and where a soldier enters (`encode_entry`), or 0 if it stays at home."""
    column, tactic, _ = attack
    unit = s.soldier_unit[seat * MAX_SOLDIERS + number]
    if not takes_part(tactic, unit):
        return 0
    if tactic == RUN_ABREAST:
        column = (column + number) % COLUMNS
    return int(encode_entry(min(slowest - steps_to_fire(s, unit, rows), LATEST_STEP), column))
