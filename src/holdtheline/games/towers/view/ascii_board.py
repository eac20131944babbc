"""Both lanes drawn with characters, 56 columns wide."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.ascii_art import AsciiBoard, TextSpan, pad_row
from ....core.definition import EVERYONE
from ..state import COLUMNS, SOLDIERS, TOWERS, TowersState, cell_of, unit_name
from ..text.names import lane_owner_words
from ..text.prompts import headline, turn_words
from .scene import (
    Soldier,
    Tower,
    cell_id,
    column_id,
    is_far_lane,
    keep_id,
    near_and_far_lane,
    piles_on,
    shop_id,
    soldier_id,
    tower_id,
    towers_on,
    why_cell_closed,
)

CELL_WIDTH = 3
ROW_NUMBER_WIDTH = 3
LANE_WIDTH = ROW_NUMBER_WIDTH + COLUMNS * CELL_WIDTH + 2  # with its walls
LEGEND_ENTRY_WIDTH = 14
GAP = TextSpan("   ")
WIDTH = 2 * LANE_WIDTH + len(GAP.text) + 1  # the legend is wider than the lanes
LETTERS = "MRFBsrbh"  # by `state.Unit`: capitals are towers
LEGEND = (
    "+ new  ~ frozen  x fallen  * several kinds  ░ no tower",
    "A number: the health left of a tower, or how many walk.",
)


def ascii_board(s: TowersState, seat: int) -> AsciiBoard:
    mine, theirs = (LaneDrawing(s, lane, seat) for lane in near_and_far_lane(seat))
    rows = [
        [TextSpan(f"{turn_words(s)}: {headline(s, seat)}", "count")],
        [TextSpan("" if seat == EVERYONE else f"Gold: {s.gold[seat]}", "count")],
        [*mine.title(), GAP, *theirs.title()],
        [*mine.columns(), GAP, *theirs.columns()],
        *([*mine.row(row), GAP, *theirs.row(row)] for row in range(s.deployment_row, -1, -1)),
        [*mine.keep(), GAP, *theirs.keep()],
        [legend_entry(unit, s.cost[unit]) for unit in TOWERS],
        [legend_entry(unit, s.cost[unit]) for unit in SOLDIERS],
        *([TextSpan(line, "quiet")] for line in LEGEND),
    ]
    return [pad_row(row, WIDTH) for row in rows]


def legend_entry(unit: int, cost: int) -> TextSpan:
    """Return a unit's letter, name and price."""
    return TextSpan(f"{LETTERS[unit]} {unit_name(unit)} {cost}g".ljust(LEGEND_ENTRY_WIDTH), "quiet", shop_id(unit))


class LaneDrawing:
    """A lane as one seat sees it, row by row."""

    def __init__(self, s: TowersState, lane: int, seat: int) -> None:
        self.s = s
        self.lane = lane
        self.seat = seat
        self.is_own = not is_far_lane(lane, seat)
        self.tower_role, self.soldier_role = ("own", "enemy") if self.is_own else ("enemy", "own")
        self.towers = {tower.cell: tower for tower in towers_on(s, lane)}
        self.piles = piles_on(s, lane)

    def title(self) -> list[TextSpan]:
        text = f"{lane_owner_words(self.lane, self.seat)} lane: {self.s.hp[self.lane]} HP"
        return [TextSpan(f"{'':{ROW_NUMBER_WIDTH}}{text}".ljust(LANE_WIDTH), self.tower_role)]

    def columns(self) -> list[TextSpan]:
        """Return the numbers of the columns; on the far lane they can be clicked, because your soldiers enter there."""
        numbers = [
            TextSpan(f"{column:^{CELL_WIDTH}}", "quiet", "" if self.is_own else column_id(column))
            for column in range(COLUMNS)
        ]
        return [TextSpan(self.corner().ljust(ROW_NUMBER_WIDTH + 1), self.tower_role), *numbers, TextSpan(" ")]

    def corner(self) -> str:
        """Return whose lane it is, for terminals that have no room for the title."""
        if self.seat == EVERYONE:
            return ""
        return "You" if self.is_own else "They"

    def row(self, row: int) -> list[TextSpan]:
        cells = [piece for column in range(COLUMNS) for piece in self.cell(row, column)]
        return [TextSpan(f"{row:>2} ", "quiet"), TextSpan("║", "wall"), *cells, TextSpan("║", "wall")]

    def keep(self) -> list[TextSpan]:
        """Return the wall below row 0, with its gate."""
        gate = " gate " if self.s.hp[self.lane] > 0 else " ruin "
        wall = f"╚{gate:═^{COLUMNS * CELL_WIDTH}}╝"
        return [TextSpan(" " * ROW_NUMBER_WIDTH), TextSpan(wall, "wall", keep_id(self.lane))]

    def cell(self, row: int, column: int) -> list[TextSpan]:
        cell = cell_of(row, column)
        id_ = cell_id(self.lane, cell)
        if cell in self.towers:
            tower = tower_text(self.towers[cell]), tower_id(self.lane, cell)
            return place_in_cell([tower], id_, self.tower_role)
        if cell in self.piles:
            return place_in_cell(pile_texts(self.piles[cell]), id_, self.soldier_role)
        if why_cell_closed(self.s, self.lane, self.seat, cell):
            return [TextSpan("░" * CELL_WIDTH, "quiet", id_)]
        mark = "▾" if row == self.s.deployment_row else "·"
        return [TextSpan(f"{mark:^{CELL_WIDTH}}", "quiet", id_)]


def place_in_cell(units: Sequence[tuple[str, str]], id_: str, role: str) -> list[TextSpan]:
    """Return a cell with the texts and ids of its units. A letter belongs to its unit, the rest to the cell."""
    free = CELL_WIDTH - sum(len(text) for text, _ in units)
    pieces = [TextSpan(" " * min(free, 1), "", id_)]  # centres a single letter
    for text, unit_id in units:
        pieces += [TextSpan(text[0], role, unit_id), TextSpan(text[1:], role, id_)]
    pieces.append(TextSpan(" " * (free - 1), "", id_))
    return [piece for piece in pieces if piece.text]


def pile_texts(piles: Sequence[Sequence[Soldier]]) -> list[tuple[str, str]]:
    """Return a text for each pile, or the total if they do not fit; each with the id of its last soldier."""
    texts = [(soldiers_text(pile), pile[-1].index) for pile in piles]
    if len(texts) > 2 or (len(texts) == 2 and sum(len(text) for text, _ in texts) > CELL_WIDTH):
        texts = [(f"*{sum(map(len, piles))}", max(index for _, index in texts))]
    return [(shorten(text), soldier_id(index)) for text, index in texts]


def tower_text(tower: Tower) -> str:
    """Return `M` for full health, `M7` for 7 health left, `M+` if it is new, `Mx` if it is destroyed."""
    letter = LETTERS[tower.unit]
    if tower.is_ruined:
        return f"{letter}x"
    if tower.is_new:
        return f"{letter}+"
    return letter if tower.health >= tower.full else shorten(f"{letter}{tower.health}")


def soldiers_text(alike: Sequence[Soldier]) -> str:
    """Return `s`, or `s12` for twelve; `s~` if one is frozen, `sx` or `sx3` if one has fallen."""
    fallen, frozen = any(soldier.has_fallen for soldier in alike), any(soldier.is_frozen for soldier in alike)
    mark = "x" if fallen else "~" if frozen else ""
    return f"{LETTERS[alike[0].unit]}{mark}{len(alike) if len(alike) > 1 else ''}"


def shorten(text: str) -> str:
    """Shorten a text to the width of a cell: a number that does not fit becomes `9>`, more than nine."""
    start = text.rstrip("0123456789")
    return text if len(text) <= CELL_WIDTH else f"{start}{'9' * (CELL_WIDTH - 1 - len(start))}>"
