"""The board: a game's drawing with a colour for every role, and things on it that can be touched."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ..core.drawing import Drawing, Piece

ROLES = ("own", "enemy", "back", "count", "wall", "quiet")
UP, DOWN, LEFT, RIGHT = (0, -1), (0, 1), (-1, 0), (1, 0)


def places_of(drawing: Drawing) -> dict[str, Region]:
    """Where on the board each thing with an id lies."""
    places: dict[str, Region] = {}
    for y, row in enumerate(drawing):
        x = 0
        for piece in row:
            if piece.id:
                here = Region(x, y, len(piece.text), 1)
                places[piece.id] = places[piece.id].union(here) if piece.id in places else here
            x += len(piece.text)
    return places


def neighbour(places: Mapping[str, Region], current: str, direction: tuple[int, int]) -> str:
    """The nearest thing in this direction, or the same again: there is none."""
    if current not in places:
        return next(iter(places), "")
    dx, dy = direction
    here = places[current].center
    best, best_distance = current, float("inf")
    for id_, place in places.items():
        along = (place.center[0] - here[0]) * dx + (place.center[1] - here[1]) * dy
        across = abs((place.center[0] - here[0]) * dy) + abs((place.center[1] - here[1]) * dx)
        # Things lie in rows and columns, so what is far to the side is not in this direction.
        if along > 0 and across <= 2 * along and along + 2 * across < best_distance:
            best, best_distance = id_, along + 2 * across
    return best


class Board(Widget):
    """Shows a drawing; says what was clicked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"board--{role}" for role in ROLES),
        "board--touched",
        "board--focus",
        "board--mark",
    }

    class Touched(Message):
        """Somebody clicked a thing."""

        def __init__(self, id_: str) -> None:
            super().__init__()
            self.id_ = id_

    def __init__(self) -> None:
        super().__init__(id="board")
        self._drawing: Drawing = []
        self._places: dict[str, Region] = {}
        self._marks: Mapping[str, str] = {}
        self._focus = ""
        self._hover = ""
        self._touchable: frozenset[str] = frozenset()

    def show(
        self,
        drawing: Drawing,
        marks: Mapping[str, str] | None = None,
        focus: str = "",
        touchable: Collection[str] = (),
    ) -> None:
        """Show this drawing, with marks on what was touched and a light on what has the focus."""
        resized = self._extent(drawing) != self._extent(self._drawing)
        self._drawing = drawing
        self._places = places_of(drawing)
        self._marks = marks or {}
        self._focus = focus
        self._touchable = frozenset(touchable)
        self.refresh(layout=resized)

    def next_focus(self, current: str, direction: tuple[int, int], among: Collection[str]) -> str:
        return neighbour({id_: self._places[id_] for id_ in among if id_ in self._places}, current, direction)

    # How it is laid out

    @staticmethod
    def _extent(drawing: Drawing) -> Size:
        return Size(max((sum(len(p.text) for p in row) for row in drawing), default=0), len(drawing))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._extent(self._drawing).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._extent(self._drawing).height

    # How it is painted

    def render_line(self, y: int) -> Strip:
        if y >= len(self._drawing):
            return Strip.blank(self.size.width, self.rich_style)
        segments: list[Segment] = []
        for piece in self._drawing[y]:
            segments += self._painted(piece, y)
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _painted(self, piece: Piece, y: int) -> list[Segment]:
        style = self.rich_style + self._style_of(piece)
        mark = self._marks.get(piece.id, "")
        place = self._places.get(piece.id)
        if not mark or place is None or y != place.bottom - 1 or len(piece.text) < len(mark) + 4:
            return [Segment(piece.text, style)]
        left = (len(piece.text) - len(mark) - 2) // 2
        right = left + len(mark) + 2
        return [
            Segment(piece.text[:left], style),
            Segment(f" {mark} ", style + self._component("mark")),
            Segment(piece.text[right:], style),
        ]

    def _style_of(self, piece: Piece) -> Style:
        style = self._component(piece.role) if piece.role in ROLES else Style.null()
        if piece.id and piece.id in self._marks:
            style += self._component("touched")
        if piece.id and (
            piece.id == self._focus or (piece.id == self._hover and piece.id in self._touchable)
        ):
            style += self._component("focus")
        return style

    def _component(self, name: str) -> Style:
        return self.get_component_rich_style(f"board--{name}", partial=True)

    # What the mouse does

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
            self.post_message(self.Touched(id_))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hovered(self._id_at(event.x, event.y))

    def on_leave(self) -> None:
        self._hovered("")

    def _hovered(self, id_: str) -> None:
        if id_ != self._hover:
            self._hover = id_
            self.refresh()
