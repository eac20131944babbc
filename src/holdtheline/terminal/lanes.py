"""Both lanes on the screen: as much of the drawing as there is room for, and the rest can be scrolled to."""

from __future__ import annotations

from textual.containers import ScrollableContainer

from ..core.drawing import Drawing
from .tabletop import TableTop

LANES_WIDE = 58
"""Columns of both lanes with a margin."""
SIDE_WIDE = 20
MOST_ROWS = 44
"""A table is not made higher than this."""


def trimmed(drawing: Drawing, room: int) -> Drawing:
    """The drawing without what is least needed, as far as room is short: the lanes themselves stay."""
    rows, first, end = len(drawing), 0, len(drawing)
    for drop, at_end in ((2, True), (2, False), (2, True), (1, True), (1, False), (1, False)):
        if rows <= room:
            break
        first, end = (first, end - drop) if at_end else (first + drop, end)
        rows -= drop
    return drawing[first:end]


class LanesTop(TableTop):
    """A table with two lanes on it, which are high."""

    def on_mount(self) -> None:
        self.add_class("lanes")

    @property
    def has_side(self) -> bool:
        """Whether something can stand beside the lanes."""
        return self.size.width >= LANES_WIDE + SIDE_WIDE

    @property
    def side_width(self) -> int:
        """Columns for what stands there."""
        return min(self.size.width, 120) - LANES_WIDE - 3

    @property
    def around(self) -> int:
        """Rows that all else takes."""
        raise NotImplementedError

    @property
    def room(self) -> int:
        """Rows for the lanes."""
        return max(min(self.size.height, MOST_ROWS) - self.around, 1)

    @property
    def is_bare(self) -> bool:
        """Whether rows are scarce."""
        return self.size.height < 36

    def lay_out(self) -> None:
        """What this terminal has room for."""
        self.set_class(not self.has_side, "-alone")
        self.set_class(self.is_bare, "-bare")

    def show_lanes(self, drawing: Drawing, *more: object) -> Drawing:
        """The lanes, as far as there is room; what was shown."""
        shown = trimmed(drawing, self.room)
        self.board.show(shown, *more)  # type: ignore[arg-type]
        return shown

    @property
    def hidden_rows(self) -> int:
        return max(self.board.height_wanted - self.room, 0)

    @property
    def is_too_narrow(self) -> bool:
        return self.size.width < LANES_WIDE - 2

    def scroll_to_thing(self, id_: str) -> None:
        """Have this thing before the eyes."""
        place = self.board.place_of(id_)
        if place is not None and self.hidden_rows:
            self.query_one("#stage", ScrollableContainer).scroll_to(y=place.y - self.room // 2, animate=False)

    def action_scroll_lanes(self, x: int, y: int) -> None:
        self.query_one("#stage", ScrollableContainer).scroll_relative(x=x, y=y, animate=False)

    def where_to_scroll(self) -> str:
        """What is said of lanes that do not fit."""
        if self.is_too_narrow:
            return "This terminal is narrower than both lanes (56 columns): Shift and arrows scroll."
        return "The lanes are higher than this terminal: Shift and arrows scroll." if self.hidden_rows else ""
