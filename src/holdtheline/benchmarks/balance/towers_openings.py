"""Openings of towers for the study of balance: armies, layouts of towers, and the fight of one against the other.

An opening is an army and a layout for all the gold of the start, repeated for some turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ...core.kernel.compiler import Kernel, record_opener
from ...games.towers.rules import sequence_of_play
from ...games.towers.state import (
    COLUMNS,
    MAX_SOLDIERS,
    SOLDIERS,
    UNIT_COUNT,
    Mind,
    TowersState,
    Unit,
    unit_name,
)

TURNS = 4
"""How often an opening is repeated."""
QUARTERS = 4
"""Army and layout share the gold by quarters."""
MAX_UNITS = 24
"""The most units of an army or a layout."""
PATTERNS = ("together", "in file", "shields first", "in two waves")
STEPS_BEHIND_SHIELDS, SECOND_WAVE_STEP = 2, 25
ARMY_COLUMNS = (0, 2, 4, 6)
ARMY_MINDS = {"run": Mind.USUAL, "go round": Mind.THRIFTY, "hunt": Mind.HUNTER}
LAYOUT_COLUMNS = (1, 3, 5)
LAYOUT_ROWS = (4, 9, 14)
SHAPES = ("around a cell", "along a row")
TOWER_MIXES = (
    "missile", "rocket", "frost", "blockade",
    "missile blockade", "rocket blockade", "frost blockade",
    "missile rocket", "missile frost", "rocket frost", "missile frost blockade", "rocket frost blockade",
)  # fmt: skip
LEAKED, ATTACKER, DEFENDER = range(3)
"""Columns of the result of a lane: HP lost, gold earned by the attacker, gold earned by the defender."""


@dataclass(frozen=True)
class Start:
    """What both sides have at the start."""

    gold: int
    cost: list[int]  # per unit
    deployment_row: int

    def share(self, quarters: int) -> int:
        """Return the gold of this many quarters."""
        return self.gold * quarters // QUARTERS


@dataclass(frozen=True)
class HalfOpening:
    """An army, or a layout of towers."""

    name: str
    units: tuple[int, ...]
    places: tuple[int, ...]  # the entry of each soldier, or the cell of each tower
    mind: int
    cost: int
    quarters: int  # of the gold that it may cost

    def words(self) -> list[int]:
        """Return this as integers, for the kernels."""
        padding = [0] * (MAX_UNITS - len(self.units))
        return [len(self.units), self.mind, *self.units, *padding, *self.places, *padding]


def buy_in_turn(gold: int, costs: list[int]) -> list[int]:
    """Buy one of each kind in turn, as long as the gold lasts; return how many of each."""
    counts = [0] * len(costs)
    while sum(counts) < MAX_UNITS and any(cost <= gold for cost in costs):
        for kind, cost in enumerate(costs):
            if cost <= gold and sum(counts) < MAX_UNITS:
                counts[kind] += 1
                gold -= cost
    return counts


def buy_mix(start: Start, mix: tuple[Unit, ...], quarters: int) -> tuple[Unit, ...]:
    """Return the units of a mix for a share of the gold (empty: it does not suffice for one of each)."""
    counts = buy_in_turn(start.share(quarters), [start.cost[unit] for unit in mix])
    if min(counts) == 0:
        return ()
    return tuple(unit for unit, count in zip(mix, counts, strict=True) for _ in range(count))


def cost_of(start: Start, units: tuple[Unit, ...]) -> int:
    return sum(start.cost[unit] for unit in units)


def make_armies(start: Start, quarters: int) -> list[HalfOpening]:
    """Return armies of one kind of soldier or two, in every pattern, column and built-in unit AI."""
    armies = []
    for mix in [*((unit,) for unit in SOLDIERS), *combinations(SOLDIERS, 2)]:
        units = buy_mix(start, mix, quarters)
        patterns = [name for name in PATTERNS if name != "shields first" or mix[0] == Unit.SHIELD != mix[-1]]
        for pattern, column, mind in product(patterns if units else (), ARMY_COLUMNS, ARMY_MINDS):
            places = tuple(entry_of(pattern, unit, number, column) for number, unit in enumerate(units))
            name = f"{describe(units)} {pattern} in column {column}, {mind}"
            cost = cost_of(start, units)
            armies.append(HalfOpening(name, units, places, ARMY_MINDS[mind], cost, quarters))
    return armies or [HalfOpening("no soldiers", (), (), Mind.USUAL, 0, quarters)]


def entry_of(pattern: str, unit: int, number: int, column: int) -> int:
    """Return when and where a soldier enters, as the state stores it."""
    step = 0
    if pattern == "in file":
        step = number
    elif pattern == "shields first" and unit != Unit.SHIELD:
        step = STEPS_BEHIND_SHIELDS
    elif pattern == "in two waves":
        step = number % 2 * SECOND_WAVE_STEP
    return 1 + step * COLUMNS + column


def make_layouts(start: Start, quarters: int) -> list[HalfOpening]:
    """Return the mixes of towers around some cells of the lane."""
    layouts = []
    for mix in TOWER_MIXES:
        units = buy_mix(start, tuple(Unit[name.upper()] for name in mix.split()), quarters)
        places = product(LAYOUT_ROWS, LAYOUT_COLUMNS, SHAPES) if units else ()
        for row, column, shape in places:
            cells = place_towers(start, units, row, column, shape)
            name = f"{describe(units)} {shape}, row {row}, column {column}"
            layouts.append(HalfOpening(name, units, cells, Mind.THRIFTY, cost_of(start, units), quarters))
    return layouts or [HalfOpening("no towers", (), (), Mind.THRIFTY, 0, quarters)]


def place_towers(start: Start, units: tuple[Unit, ...], row: int, column: int, shape: str) -> tuple[int, ...]:
    """Return the cells of towers: shooters around a cell or along its row, blockades one row closer to the enemy."""
    taken: list[int] = []
    for unit in units:
        front = min(row + 1, start.deployment_row - 1) if unit == Unit.BLOCKADE else row
        taken.append(nearest_free_cell(start, taken, front, column, shape))
    return tuple(taken)


def nearest_free_cell(start: Start, taken: list[int], row: int, column: int, shape: str) -> int:
    def distance(cell: int) -> tuple[int, int, int]:
        rows, columns = abs(cell // COLUMNS - row), abs(cell % COLUMNS - column)
        along = 3 * rows + columns if shape == "along a row" else 2 * columns + rows
        return along, -cell // COLUMNS, cell

    def is_open(cell: int) -> bool:
        return cell not in taken and sum(other // COLUMNS == cell // COLUMNS for other in taken) < COLUMNS - 1

    return min(filter(is_open, range(start.deployment_row * COLUMNS)), key=distance)


def describe(units: tuple[Unit, ...]) -> str:
    """Return such as "3 rifle, 2 shield"."""
    kinds = dict.fromkeys(units)
    return ", ".join(f"{units.count(kind)} {unit_name(kind)}" for kind in kinds)


# The fight of an army against a layout

OPEN_STATE = record_opener(TowersState, "benchmark.balance.open_state")


def fight(s: Any, army: Any, layout: Any, out: Any) -> None:
    """Let the army come every turn, and the layout stand as long as it can; `out` gets the sums, turn by turn."""
    s.towers[0] = layout[0]
    for place in range(layout[0]):
        unit, cell = layout[2 + place], layout[2 + MAX_UNITS + place]
        s.tower_unit[place] = unit
        s.tower_cell[place] = cell
        s.tower_health[place] = s.health[unit]
        s.tower_at[cell] = place + 1
    s.soldiers[1] = army[0]
    for place in range(army[0]):
        s.soldier_unit[MAX_SOLDIERS + place] = army[2 + place]
        s.entry[MAX_SOLDIERS + place] = army[2 + MAX_UNITS + place]
    for unit in range(UNIT_COUNT):
        s.mind[unit] = layout[1]
        s.mind[UNIT_COUNT + unit] = army[1]
    leaked, attacker, defender = 0, 0, 0
    for number in range(TURNS):
        sequence_of_play.begin_turn(s)
        sequence_of_play.continue_turn(s, None)
        leaked += s.leaked[0]
        attacker += s.earned[1]
        defender += s.earned[0]
        out[number, LEAKED] = leaked
        out[number, ATTACKER] = attacker
        out[number, DEFENDER] = defender


FIGHT = Kernel(fight, "benchmark.balance.fight")


def fights(fresh: Any, words: Any, army: Any, layouts: Any, out: Any) -> None:
    """Let one army fight every layout."""
    for place in range(len(layouts)):
        words[:] = fresh
        FIGHT(OPEN_STATE(words), army, layouts[place], out[place])


FIGHTS = Kernel(fights, "benchmark.balance.fights", releases_gil=True)
