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

ROLES = ("own", "enemy", "back", "count", "wall", "quiet", "sign")
EDGES = tuple("╭╰┌└─╌╎")
SIDES = ("│",)
MANY = 3
Inked = tuple[str, Style]
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


def with_signs(drawing: Drawing, signs: Mapping[str, str]) -> Drawing:
    """The drawing with a sign on each of these things, where it has most room."""
    best: dict[str, tuple[int, int]] = {}
    for y, row in enumerate(drawing):
        for x, piece in enumerate(row):
            there = best.get(piece.id)
            if piece.id in signs and (there is None or room_in(piece) > room_in(drawing[there[0]][there[1]])):
                best[piece.id] = (y, x)
    chosen = {place: signs[id_] for id_, place in best.items()}
    return [
        [part for x, piece in enumerate(row) for part in signed(piece, chosen.get((y, x), ""))]
        for y, row in enumerate(drawing)
    ]


def room_in(piece: Piece) -> int:
    """How much can be written behind what is there."""
    return len(piece.text) - len(piece.text.rstrip())


def signed(piece: Piece, sign: str) -> list[Piece]:
    """A sign that is too long is cut."""
    if not sign:
        return [piece]
    said, room = piece.text.rstrip(), room_in(piece)
    sign = (sign if len(sign) <= room else sign.replace(" ", ""))[:room]
    rest = piece.text[len(said) + len(sign) :]
    parts = (said, piece.role), (sign, "sign"), (rest, piece.role)
    return [Piece(text, role, piece.id) for text, role in parts if text]


class Board(Widget):
    """Shows a drawing; says what was clicked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"board--{role}" for role in ROLES),
        "board--touched",
        "board--focus",
        "board--mark",
    }

    class Touched(Message):
        """Somebody clicked a thing, or, where it has no id, only a place."""

        def __init__(self, id_: str, row: int, column: int) -> None:
            super().__init__()
            self.id_ = id_
            self.row = row
            self.column = column

    def __init__(self, id_: str = "board") -> None:
        super().__init__(id=id_)
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
        signs: Mapping[str, str] | None = None,
    ) -> None:
        """Show this drawing, with marks on what was touched, signs, and a light on what has the focus."""
        drawing = with_signs(drawing, signs or {})
        resized = self._extent(drawing) != self._extent(self._drawing)
        self._drawing = drawing
        self._places = places_of(drawing)
        self._marks = marks or {}
        self._focus = focus
        self._touchable = frozenset(touchable)
        self.refresh(layout=resized)

    def next_focus(self, current: str, direction: tuple[int, int], among: Collection[str]) -> str:
        known = [current, *among]
        return neighbour({id_: self._places[id_] for id_ in known if id_ in self._places}, current, direction)

    def place_of(self, id_: str) -> Region | None:
        """Where a thing lies on the board."""
        return self._places.get(id_)

    @property
    def first_row(self) -> int:
        """The first row with much to touch."""
        many = (y for y, row in enumerate(self._drawing) if len({piece.id for piece in row}) > MANY)
        return next(many, 0)

    @property
    def rows_above(self) -> list[str]:
        """What is said above it."""
        return ["".join(piece.text for piece in row) for row in self._drawing[: self.first_row]]

    # How it is laid out

    @property
    def height_wanted(self) -> int:
        return len(self._drawing)

    @staticmethod
    def _extent(drawing: Drawing) -> Size:
        return Size(max((sum(len(p.text) for p in row) for row in drawing), default=0), len(drawing))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._extent(self._drawing).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._extent(self._drawing).height

    # How it is painted

    def render_line(self, y: int) -> Strip:
        ground = self.rich_style
        if y >= len(self._drawing):
            return Strip.blank(self.size.width, ground)
        segments = [
            Segment(text, ground + ink) for piece in self._drawing[y] for text, ink in self._inked(piece, y)
        ]
        return Strip(segments).adjust_cell_length(self.size.width, ground)

    def _inked(self, piece: Piece, y: int) -> list[Inked]:
        """A piece in its colours, with the mark of a touch in the middle of its last row."""
        mark, place, text = self._marks.get(piece.id, ""), self._places.get(piece.id), piece.text
        if not mark or place is None or y != place.bottom - 1 or len(text) < len(mark) + 4:
            return self._framed(piece, text)
        left = (len(text) - len(mark) - 2) // 2
        right = left + len(mark) + 2
        marked = (f" {mark} ", self._component("mark"))
        return [*self._framed(piece, text[:left]), marked, *self._framed(piece, text[right:])]

    def _framed(self, piece: Piece, text: str) -> list[Inked]:
        """A thing has a ground of its own colour, but only inside of the line drawn around it."""
        role = self._component(piece.role) if piece.role in ROLES else Style.null()
        light = self._light_on(piece.id)
        line = Style(
            color=(role + light).color, bold=light.bold, reverse=light.reverse, underline=light.underline
        )
        if text[:1] in EDGES:
            return [(text, line)]
        if text[:1] in SIDES:
            return [(text[0], line), (text[1:-1], role + light), (text[-1:], line)]
        return [(text, line + Style(bgcolor=light.bgcolor))]

    def _light_on(self, id_: str) -> Style:
        """What touches, the focus and the mouse add to the colour of a thing."""
        light, colourless = Style.null(), self.app.no_color
        if id_ and id_ in self._marks:
            light += self._component("touched") + Style(reverse=colourless)
        if id_ and (id_ == self._focus or (id_ == self._hover and id_ in self._touchable)):
            light += self._component("focus") + Style(underline=colourless)
        return light

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
        self.post_message(self.Touched(id_, event.y, event.x))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._hovered(self._id_at(event.x, event.y))

    def on_leave(self) -> None:
        self._hovered("")

    def _hovered(self, id_: str) -> None:
        if id_ != self._hover:
            self._hover = id_
            self.refresh()
