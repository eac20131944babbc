"""The plans of the study of balance: armies and layouts of towers, and a lane between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from holdtheline.core.kernel.compiler import Kernel, record_opener
from holdtheline.games.towers.rules import sequence_of_play
from holdtheline.games.towers.state import (
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
"""An opening is repeated so often."""
QUARTERS = 4
"""The gold is split between army and layout by quarters."""
MOST = 24
"""Units of a plan."""
PATTERNS = ("together", "in file", "shields first", "in two waves")
BEHIND, SECOND_WAVE = 2, 25
ARMY_COLUMNS = (0, 2, 4, 6)
ARMY_MINDS = {"run": Mind.USUAL, "go round": Mind.THRIFTY, "hunt": Mind.HUNTER}
LAYOUT_COLUMNS = (1, 3, 5)
LAYOUT_ROWS = (4, 9, 14)
SHAPES = ("about a cell", "along a row")
MIXES_OF_TOWERS = (
    "missile", "rocket", "frost", "blockade",
    "missile blockade", "rocket blockade", "frost blockade",
    "missile rocket", "missile frost", "rocket frost", "missile frost blockade", "rocket frost blockade",
)  # fmt: skip
LEAKED, ATTACKER, DEFENDER = range(3)
"""What a lane gives a turn: HP lost, gold for the attacker, gold for the defender."""


@dataclass(frozen=True)
class Start:
    """What plans are made of."""

    gold: int
    cost: list[int]  # of every unit
    deployment_row: int

    def share(self, quarters: int) -> int:
        return self.gold * quarters // QUARTERS


@dataclass(frozen=True)
class Plan:
    """Half of an opening: an army, or a layout."""

    name: str
    units: tuple[int, ...]
    places: tuple[int, ...]  # the entry of each soldier, or the cell of each tower
    mind: int
    cost: int
    quarters: int  # of the gold

    def words(self) -> list[int]:
        gap = [0] * (MOST - len(self.units))
        return [len(self.units), self.mind, *self.units, *gap, *self.places, *gap]


def shares_of(gold: int, costs: list[int]) -> list[int]:
    """Buy one of each kind in turn, as long as the gold lasts; how many of each."""
    counts = [0] * len(costs)
    while sum(counts) < MOST and any(cost <= gold for cost in costs):
        for kind, cost in enumerate(costs):
            if cost <= gold and sum(counts) < MOST:
                counts[kind] += 1
                gold -= cost
    return counts


def bought(start: Start, mix: tuple[Unit, ...], quarters: int) -> tuple[Unit, ...]:
    """The units of a mix for a share of the gold; none where it does not last for one of each."""
    counts = shares_of(start.share(quarters), [start.cost[unit] for unit in mix])
    if min(counts) == 0:
        return ()
    return tuple(unit for unit, count in zip(mix, counts, strict=True) for _ in range(count))


def cost_of(start: Start, units: tuple[Unit, ...]) -> int:
    return sum(start.cost[unit] for unit in units)


def armies(start: Start, quarters: int) -> list[Plan]:
    """One kind of soldier or two, in every pattern, column and mind."""
    found = []
    for mix in [*((unit,) for unit in SOLDIERS), *combinations(SOLDIERS, 2)]:
        units = bought(start, mix, quarters)
        patterns = [one for one in PATTERNS if one != "shields first" or mix[0] == Unit.SHIELD != mix[-1]]
        for pattern, column, word in product(patterns if units else (), ARMY_COLUMNS, ARMY_MINDS):
            places = tuple(entry(pattern, unit, number, column) for number, unit in enumerate(units))
            name = f"{told(units)} {pattern} in column {column}, {word}"
            cost = cost_of(start, units)
            found.append(Plan(name, units, places, ARMY_MINDS[word], cost, quarters))
    return found or [Plan("no soldiers", (), (), Mind.USUAL, 0, quarters)]


def entry(pattern: str, unit: int, number: int, column: int) -> int:
    step = 0
    if pattern == "in file":
        step = number
    elif pattern == "shields first" and unit != Unit.SHIELD:
        step = BEHIND
    elif pattern == "in two waves":
        step = number % 2 * SECOND_WAVE
    return 1 + step * COLUMNS + column


def layouts(start: Start, quarters: int) -> list[Plan]:
    """The mixes of towers about some places of the lane."""
    found = []
    for words in MIXES_OF_TOWERS:
        units = bought(start, tuple(Unit[word.upper()] for word in words.split()), quarters)
        places = product(LAYOUT_ROWS, LAYOUT_COLUMNS, SHAPES) if units else ()
        for row, column, shape in places:
            cells = cells_of(start, units, row, column, shape)
            name = f"{told(units)} {shape}, row {row}, column {column}"
            found.append(Plan(name, units, cells, Mind.THRIFTY, cost_of(start, units), quarters))
    return found or [Plan("no towers", (), (), Mind.THRIFTY, 0, quarters)]


def cells_of(start: Start, units: tuple[Unit, ...], row: int, column: int, shape: str) -> tuple[int, ...]:
    """Shooters by the cell or along its row; blockades one row nearer to the enemy."""
    taken: list[int] = []
    for unit in units:
        front = min(row + 1, start.deployment_row - 1) if unit == Unit.BLOCKADE else row
        taken.append(nearest(start, taken, front, column, shape))
    return tuple(taken)


def nearest(start: Start, taken: list[int], row: int, column: int, shape: str) -> int:
    def farness(cell: int) -> tuple[int, int, int]:
        rows, columns = abs(cell // COLUMNS - row), abs(cell % COLUMNS - column)
        along = 3 * rows + columns if shape == "along a row" else 2 * columns + rows
        return along, -cell // COLUMNS, cell

    def is_open(cell: int) -> bool:
        return cell not in taken and sum(other // COLUMNS == cell // COLUMNS for other in taken) < COLUMNS - 1

    return min(filter(is_open, range(start.deployment_row * COLUMNS)), key=farness)


def told(units: tuple[Unit, ...]) -> str:
    kinds = dict.fromkeys(units)
    return ", ".join(f"{units.count(kind)} {unit_name(kind)}" for kind in kinds)


# A lane between an army and a layout

OPENED = record_opener(TowersState, "benchmark.balance.opened")


def fight(s: Any, army: Any, layout: Any, out: Any) -> None:
    """The army comes every turn, the layout stands as long as it can; `out` gets the sums, turn by turn."""
    s.towers[0] = layout[0]
    for place in range(layout[0]):
        unit, cell = layout[2 + place], layout[2 + MOST + place]
        s.tower_unit[place] = unit
        s.tower_cell[place] = cell
        s.tower_health[place] = s.health[unit]
        s.tower_at[cell] = place + 1
    s.soldiers[1] = army[0]
    for place in range(army[0]):
        s.soldier_unit[MAX_SOLDIERS + place] = army[2 + place]
        s.entry[MAX_SOLDIERS + place] = army[2 + MOST + place]
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
    """One army against every layout."""
    for place in range(len(layouts)):
        words[:] = fresh
        FIGHT(OPENED(words), army, layouts[place], out[place])


FIGHTS = Kernel(fights, "benchmark.balance.fights", releases_gil=True)
