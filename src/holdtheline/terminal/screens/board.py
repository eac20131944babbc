"""The board widget: a game's drawing in colour, with hotspots to click, marks and signs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ...core.ascii_art import AsciiBoard, TextSpan

ROLES = ("own", "enemy", "back", "count", "wall", "quiet", "sign")
EDGE_CHARACTERS = tuple("╭╰┌└─╌╎")
SIDE_CHARACTERS = ("│",)
MIN_IDS_IN_MAP_ROW = 3
StyledText = tuple[str, Style]
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)


@lru_cache(maxsize=256)
def line_styles(role: Style, light: Style) -> tuple[Style, Style]:
    """Return the style of the lines of a frame, and of text that has no frame."""
    line = Style(color=(role + light).color, bold=light.bold, reverse=light.reverse, underline=light.underline)
    return line, line + Style(bgcolor=light.bgcolor)


def find_regions(drawing: AsciiBoard) -> dict[str, Region]:
    """Return the region of each hotspot (span with an id)."""
    regions: dict[str, Region] = {}
    for y, row in enumerate(drawing):
        x = 0
        for piece in row:
            if piece.id:
                here = Region(x, y, len(piece.text), 1)
                regions[piece.id] = regions[piece.id].union(here) if piece.id in regions else here
            x += len(piece.text)
    return regions


def find_neighbour(regions: Mapping[str, Region], current: str, direction: tuple[int, int]) -> str:
    """Return the nearest hotspot in this direction, or the current one if there is none."""
    if current not in regions:
        return next(iter(regions), "")
    dx, dy = direction
    here = regions[current].center
    best, best_distance = current, float("inf")
    for id_, region in regions.items():
        along = (region.center[0] - here[0]) * dx + (region.center[1] - here[1]) * dy
        across = abs((region.center[0] - here[0]) * dy) + abs((region.center[1] - here[1]) * dx)
        # Hotspots lie in rows and columns, so one far to the side does not count as in this direction.
        if along > 0 and across <= 2 * along and along + 2 * across < best_distance:
            best, best_distance = id_, along + 2 * across
    return best


def add_signs(drawing: AsciiBoard, signs: Mapping[str, str]) -> AsciiBoard:
    """Return the drawing with a sign on each of these hotspots, where it has the most free space."""
    best: dict[str, tuple[int, int]] = {}
    for y, row in enumerate(drawing):
        for x, piece in enumerate(row):
            found = best.get(piece.id)
            if piece.id in signs and (found is None or free_space(piece) > free_space(drawing[found[0]][found[1]])):
                best[piece.id] = (y, x)
    sign_at = {position: signs[id_] for id_, position in best.items()}
    return [
        [part for x, piece in enumerate(row) for part in add_sign(piece, sign_at.get((y, x), ""))]
        for y, row in enumerate(drawing)
    ]


def free_space(piece: TextSpan) -> int:
    """Return the number of blanks at the end of a span."""
    return len(piece.text) - len(piece.text.rstrip())


def add_sign(span: TextSpan, sign: str) -> list[TextSpan]:
    """Write a sign after the text of a span, cut to the free space."""
    space = free_space(span)
    sign = (sign if len(sign) <= space else sign.replace(" ", ""))[:space]
    return overwrite(span, len(span.text) - space, sign)


def overwrite(span: TextSpan, column: int, sign: str) -> list[TextSpan]:
    """Replace the characters from this column of a span by a sign."""
    if not sign:
        return [span]
    parts = ((span.text[:column], span.role), (sign, "sign"), (span.text[column + len(sign) :], span.role))
    return [TextSpan(text, role, span.id) for text, role in parts if text]


class Board(Widget):
    """A drawing that reports clicks."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"board--{role}" for role in ROLES),
        "board--selected",
        "board--focus",
        "board--mark",
    }

    class Clicked(Message):
        """A click on a hotspot, or elsewhere (empty id)."""

        def __init__(self, id_: str, row: int, column: int) -> None:
            super().__init__()
            self.id_ = id_
            self.row = row
            self.column = column

    def __init__(self, id_: str = "board") -> None:
        super().__init__(id=id_)
        self._drawing: AsciiBoard = []
        self._regions: dict[str, Region] = {}
        self._marks: Mapping[str, str] = {}
        self._focus = ""
        self._hover = ""
        self._clickable: frozenset[str] = frozenset()

    def show(
        self,
        drawing: AsciiBoard,
        marks: Mapping[str, str] | None = None,
        focus: str = "",
        clickable: Collection[str] = (),
        signs: Mapping[str, str] | None = None,
    ) -> None:
        """Show a drawing, with marks on clicked hotspots, signs, and the focused hotspot highlighted."""
        drawing = add_signs(drawing, signs or {})
        resized = self._extent(drawing) != self._extent(self._drawing)
        self._drawing = drawing
        self._regions = find_regions(drawing)
        self._marks = marks or {}
        self._focus = focus
        self._clickable = frozenset(clickable)
        self.refresh(layout=resized)

    def next_focus(self, current: str, direction: tuple[int, int], among: Collection[str]) -> str:
        known = [current, *among]
        return find_neighbour({id_: self._regions[id_] for id_ in known if id_ in self._regions}, current, direction)

    def region_of(self, id_: str) -> Region | None:
        """Return the region of a hotspot on the board."""
        return self._regions.get(id_)

    @property
    def first_row(self) -> int:
        """The first row of the map: the first with many hotspots."""
        many = (y for y, row in enumerate(self._drawing) if len({piece.id for piece in row}) > MIN_IDS_IN_MAP_ROW)
        return next(many, 0)

    @property
    def rows_above(self) -> list[str]:
        """The rows of text above the map."""
        return ["".join(piece.text for piece in row) for row in self._drawing[: self.first_row]]

    # Layout

    @property
    def height_wanted(self) -> int:
        return len(self._drawing)

    @staticmethod
    def _extent(drawing: AsciiBoard) -> Size:
        return Size(max((sum(len(p.text) for p in row) for row in drawing), default=0), len(drawing))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._extent(self._drawing).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._extent(self._drawing).height

    # Painting

    def render_line(self, y: int) -> Strip:
        base = self.rich_style
        if y >= len(self._drawing):
            return Strip.blank(self.size.width, base)
        parts = (part for span in self._drawing[y] for part in self._styled_parts(span, y))
        segments = [Segment(text, base + style) for text, style in parts]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def _styled_parts(self, piece: TextSpan, y: int) -> list[StyledText]:
        """Return a span with its styles; the mark of a click is in the middle of the hotspot's last row."""
        mark, region, text = self._marks.get(piece.id, ""), self._regions.get(piece.id), piece.text
        if not mark or region is None or y != region.bottom - 1 or len(text) < len(mark) + 4:
            return self._framed_parts(piece, text)
        left = (len(text) - len(mark) - 2) // 2
        right = left + len(mark) + 2
        marked = (f" {mark} ", self._component("mark"))
        return [*self._framed_parts(piece, text[:left]), marked, *self._framed_parts(piece, text[right:])]

    def _framed_parts(self, piece: TextSpan, text: str) -> list[StyledText]:
        """Return a span with the fill colour of its hotspot, but only inside the frame drawn around it."""
        role = self._component(piece.role) if piece.role in ROLES else Style.null()
        light = self._highlight(piece.id)
        line, outside = line_styles(role, light)
        if text[:1] in EDGE_CHARACTERS:
            return [(text, line)]
        if text[:1] in SIDE_CHARACTERS:
            return [(text[0], line), (text[1:-1], role + light), (text[-1:], line)]
        return [(text, outside)]

    def _highlight(self, id_: str) -> Style:
        """Return what clicks, the focus and the mouse add to the style of a hotspot."""
        light, colourless = Style.null(), self.app.no_color
        if id_ and id_ in self._marks:
            light += self._component("selected") + Style(reverse=colourless)
        if id_ and (id_ == self._focus or (id_ == self._hover and id_ in self._clickable)):
            light += self._component("focus") + Style(underline=colourless)
        return light

    def _component(self, name: str) -> Style:
        return self.get_component_rich_style(f"board--{name}", partial=True)

    # Mouse

    def _id_at(self, x: int, y: int) -> str:
        if not 0 <= y < len(self._drawing):
            return ""
        for piece in self._drawing[y]:
            if x < len(piece.text):
                return piece.id if x >= 0 else ""
            x -= len(piece.text)
        return ""

    def on_click(self, event: events.Click) -> None:
        id_ = self._id_at(event.x, event.y)
        if id_:
            event.stop()
        self.post_message(self.Clicked(id_, event.y, event.x))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._set_hover(self._id_at(event.x, event.y))

    def on_leave(self) -> None:
        self._set_hover("")

    def _set_hover(self, id_: str) -> None:
        if id_ != self._hover:
            self._hover = id_
            self.refresh()


ARROW_KEYS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}
