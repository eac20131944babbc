"""Both lanes drawn with characters: 56 columns, and a few rows more than a lane has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from ...core.contract import EVERYBODY
from ...core.drawing import Drawing, Piece
from .orders import SEATS
from .picture import entry_id
from .seen import (
    Soldier,
    Tower,
    headline,
    is_far,
    lanes_for,
    moment,
    soldiers_on,
    towers_on,
    whose,
    why_closed,
)
from .state import COLUMNS, SOLDIERS, TOWERS, Unit, cell_of, unit_name

CELL = 3
ROW_NUMBER = 3
LANE_WIDTH = ROW_NUMBER + COLUMNS * CELL + 2  # with its walls
ENTRY = 14
GAP = Piece("   ")
WIDTH = 2 * LANE_WIDTH + len(GAP.text) + 1  # a key is wider
LETTERS: dict[int, str] = {
    Unit.MISSILE: "M",
    Unit.ROCKET: "R",
    Unit.FROST: "F",
    Unit.BLOCKADE: "B",
    Unit.SHIELD: "s",
    Unit.RIFLE: "r",
    Unit.BOMB: "b",
    Unit.HORSE: "h",
}
KEY = (
    "+ new  ~ frozen  x fallen  * several kinds  ░ no tower",
    "A number: the health left of a tower, or how many walk.",
)


def drawing(s: Any, seat: int) -> Drawing:
    mine, theirs = (Lane(s, lane, seat) for lane in lanes_for(seat))
    rows = [
        [Piece(f"{moment(s)}: {headline(s, seat)}", "count")],
        [Piece("" if seat == EVERYBODY else f"Gold: {s.gold[seat]}", "count")],
        [*mine.title(), GAP, *theirs.title()],
        [*mine.columns(), GAP, *theirs.columns()],
        *([*mine.row(row), GAP, *theirs.row(row)] for row in range(s.deployment_row, -1, -1)),
        [*mine.keep(), GAP, *theirs.keep()],
        [entry(unit, s.cost[unit]) for unit in TOWERS],
        [entry(unit, s.cost[unit]) for unit in SOLDIERS],
        *([Piece(line, "quiet")] for line in KEY),
    ]
    return [filled(row) for row in rows]


def filled(row: list[Piece]) -> list[Piece]:
    """The row at its full width."""
    missing = WIDTH - sum(len(piece.text) for piece in row)
    return [*row, Piece(" " * missing)] if missing > 0 else row


def entry(unit: int, cost: int) -> Piece:
    """A letter, its name and its price."""
    return Piece(f"{LETTERS[unit]} {unit_name(unit)} {cost}g".ljust(ENTRY), "quiet", entry_id(unit))


class Lane:
    """A lane as one seat sees it, row by row."""

    def __init__(self, s: Any, lane: int, seat: int) -> None:
        self.s = s
        self.lane = lane
        self.seat = seat
        self.is_own = not is_far(lane, seat)
        self.tower_role, self.soldier_role = ("own", "enemy") if self.is_own else ("enemy", "own")
        self.towers = {tower.cell: tower for tower in towers_on(s, lane)}
        self.soldiers: dict[int, list[Soldier]] = defaultdict(list)
        for soldier in soldiers_on(s, lane):
            self.soldiers[soldier.cell].append(soldier)

    def title(self) -> list[Piece]:
        text = f"{whose(self.lane, self.seat)} lane: {self.s.hp[self.lane]} HP"
        return [Piece(f"{'':{ROW_NUMBER}}{text}".ljust(LANE_WIDTH), self.tower_role)]

    def columns(self) -> list[Piece]:
        """Those of the other's lane can be touched: there the own soldiers enter."""
        numbers = [
            Piece(f"{column:^{CELL}}", "quiet", "" if self.is_own else f"column-{column}")
            for column in range(COLUMNS)
        ]
        return [Piece(" " * (ROW_NUMBER + 1)), *numbers, Piece(" ")]

    def row(self, row: int) -> list[Piece]:
        cells = [piece for column in range(COLUMNS) for piece in self.cell(row, column)]
        return [Piece(f"{row:>2} ", "quiet"), Piece("║", "wall"), *cells, Piece("║", "wall")]

    def keep(self) -> list[Piece]:
        """The wall below row 0, with its gate."""
        gate = " gate " if self.s.hp[self.lane] > 0 else " ruin "
        wall = f"╚{gate:═^{COLUMNS * CELL}}╝"
        return [Piece(" " * ROW_NUMBER), Piece(wall, "wall", f"{SEATS[self.lane]}-keep")]

    def cell(self, row: int, column: int) -> list[Piece]:
        at, cell_id = cell_of(row, column), f"{SEATS[self.lane]}-{row}-{column}"
        if at in self.towers:
            tower_id = f"{SEATS[self.lane]}-tower-{row}-{column}"
            return in_cell([(tower_text(self.towers[at]), tower_id)], cell_id, self.tower_role)
        if at in self.soldiers:
            return in_cell(piles(self.soldiers[at]), cell_id, self.soldier_role)
        if why_closed(self.s, self.lane, self.seat, at):
            return [Piece("░" * CELL, "quiet", cell_id)]
        mark = "▾" if row == self.s.deployment_row else "·"
        return [Piece(f"{mark:^{CELL}}", "quiet", cell_id)]


def in_cell(units: Sequence[tuple[str, str]], cell_id: str, role: str) -> list[Piece]:
    """Texts and ids of units in their cell. The letter is the unit; whatever else is there is the cell."""
    free = CELL - sum(len(text) for text, _ in units)
    pieces = [Piece(" " * min(free, 1), "", cell_id)]  # so that a letter stands in the middle
    for text, id_ in units:
        pieces += [Piece(text[0], role, id_), Piece(text[1:], role, cell_id)]
    pieces.append(Piece(" " * (free - 1), "", cell_id))
    return [piece for piece in pieces if piece.text]


def piles(soldiers: Sequence[Soldier]) -> list[tuple[str, str]]:
    """Kind by kind where there is room, else how many they are; each with the id of one of them."""
    by_kind: dict[int, list[Soldier]] = defaultdict(list)
    for soldier in soldiers:
        by_kind[soldier.unit].append(soldier)
    texts = {soldiers_text(by_kind[kind]): by_kind[kind] for kind in sorted(by_kind)}
    if len(texts) > 2 or (len(texts) == 2 and len("".join(texts)) > CELL):
        texts = {f"*{len(soldiers)}": list(soldiers)}
    return [(shortened(text), f"body-{alike[-1].number}") for text, alike in texts.items()]


def tower_text(tower: Tower) -> str:
    """`M` is whole, `M7` has 7 health left, `M+` is new, `Mx` is destroyed."""
    letter = LETTERS[tower.unit]
    if tower.is_ruined:
        return f"{letter}x"
    if tower.is_new:
        return f"{letter}+"
    return letter if tower.health >= tower.full else shortened(f"{letter}{tower.health}")


def soldiers_text(alike: Sequence[Soldier]) -> str:
    """`s`, `s12`; `s~` is frozen, `sx` has fallen, and so has at least one of `sx3`."""
    fallen, frozen = any(one.has_fallen for one in alike), any(one.is_frozen for one in alike)
    mark = "x" if fallen else "~" if frozen else ""
    return f"{LETTERS[alike[0].unit]}{mark}{len(alike) if len(alike) > 1 else ''}"


def shortened(text: str) -> str:
    """As wide as a cell at most: a number that does not fit is `9>`, more than nine."""
    start = text.rstrip("0123456789")
    return text if len(text) <= CELL else f"{start}{'9' * (CELL - 1 - len(start))}>"
