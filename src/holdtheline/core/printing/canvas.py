"""Draw on pages of paper: outlines and text, in millimetres from the upper left corner.

A page keeps what was drawn on it, at its place on the paper, so that it can be written as PDF or as SVG, and so that
tests can ask for sizes. Sizes of letters are in points.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .font import MM_PER_INCH, MM_PER_POINT, Face

INK = "#1d1a16"
GREY = "#6b655b"
PALE = "#d8d2c4"
PAPER_WHITE = "#ffffff"

MARGIN = 10.0
"""Printers leave a few millimetres at the edges white; nothing is drawn there."""

ROUND = 4 / 3 * math.tan(math.pi / 8)
"""The length of the handles with which a cubic curve follows a quarter of a circle of radius 1."""

_NOT_PRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")

Point = tuple[float, float]


class Paper(NamedTuple):
    """A size of paper, in millimetres."""

    name: str
    width: float
    height: float

    def turned(self) -> Paper:
        return Paper(self.name, self.height, self.width)


PAPERS = {
    "a4": Paper("a4", 210.0, 297.0),
    "letter": Paper("letter", 8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
}


class Segment(NamedTuple):
    """A part of an outline: M moves, L is a line, C a cubic curve, Z closes it (as in SVG)."""

    command: str
    points: tuple[Point, ...] = ()


Outline = tuple[Segment, ...]


def format_length(value: float) -> str:
    """Return a length with thousandths, as short as possible."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True)
class Shape:
    """An outline that is filled, or stroked, or both."""

    outline: Outline
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()


@dataclass(frozen=True)
class Label:
    """A line of text; (x, y) is the left end of its baseline, and it may be turned about this point."""

    text: str
    x: float
    y: float
    face: Face
    size: float  # in points
    fill: str
    angle: float  # in degrees, clockwise

    @property
    def width(self) -> float:
        return self.face.width(self.text, self.size)


@dataclass(frozen=True)
class Clip:
    """Drawings of which only the part inside an outline is visible."""

    outline: Outline
    items: list[Item] = field(default_factory=list)


Item = Shape | Label | Clip


# Outlines


def line_outline(*points: Point) -> Outline:
    return tuple(Segment("L" if index else "M", (point,)) for index, point in enumerate(points))


def polygon_outline(points: Iterable[Point]) -> Outline:
    return (*line_outline(*points), Segment("Z"))


def rect_outline(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Outline:
    right, bottom = x + width, y + height
    if not radius:
        return polygon_outline([(x, y), (right, y), (right, bottom), (x, bottom)])
    r, handle = radius, radius * (1 - ROUND)
    return (
        Segment("M", ((x + r, y),)),
        Segment("L", ((right - r, y),)),
        Segment("C", ((right - handle, y), (right, y + handle), (right, y + r))),
        Segment("L", ((right, bottom - r),)),
        Segment("C", ((right, bottom - handle), (right - handle, bottom), (right - r, bottom))),
        Segment("L", ((x + r, bottom),)),
        Segment("C", ((x + handle, bottom), (x, bottom - handle), (x, bottom - r))),
        Segment("L", ((x, y + r),)),
        Segment("C", ((x, y + handle), (x + handle, y), (x + r, y))),
        Segment("Z"),
    )


def circle_outline(x: float, y: float, radius: float) -> Outline:
    return rect_outline(x - radius, y - radius, 2 * radius, 2 * radius, radius)


def half_disc_outline(x: float, y: float, radius: float) -> Outline:
    """Return the upper half of a disc."""
    handle = radius * ROUND
    return (
        Segment("M", ((x - radius, y),)),
        Segment("C", ((x - radius, y - handle), (x - handle, y - radius), (x, y - radius))),
        Segment("C", ((x + handle, y - radius), (x + radius, y - handle), (x + radius, y))),
        Segment("Z"),
    )


def star_outline(x: float, y: float, radius: float) -> Outline:
    """Return a star with five points."""
    return polygon_outline(
        (
            x + radius * (0.42 if tip % 2 else 1) * math.sin(math.pi * tip / 5),
            y - radius * (0.42 if tip % 2 else 1) * math.cos(math.pi * tip / 5),
        )
        for tip in range(10)
    )


def outline_points(outline: Outline) -> Iterator[Point]:
    """Yield all points of an outline; curves stay inside the hull of theirs."""
    for segment in outline:
        yield from segment.points


# The canvas


class Canvas:
    """Part of a page, with its own origin, direction and scale."""

    def __init__(self, items: list[Item], origin: Point = (0.0, 0.0), angle: float = 0.0, scale: float = 1.0) -> None:
        self.items = items
        self.origin = origin
        self.angle = angle  # in degrees, clockwise
        self.scale = scale
        self._cos = math.cos(math.radians(angle)) * scale
        self._sin = math.sin(math.radians(angle)) * scale

    def at(self, x: float, y: float, angle: float = 0.0, scale: float = 1.0) -> Canvas:
        """Return a canvas whose origin is here, turned clockwise by an angle in degrees."""
        return Canvas(self.items, self.place((x, y)), self.angle + angle, self.scale * scale)

    def clipped(self, outline: Outline) -> Canvas:
        """Return a canvas that shows only what is drawn inside an outline."""
        clip = Clip(self.placed(outline))
        self.items.append(clip)
        return Canvas(clip.items, self.origin, self.angle, self.scale)

    def place(self, point: Point) -> Point:
        """Return where a point of this canvas is on the page."""
        x, y = point
        return self.origin[0] + x * self._cos - y * self._sin, self.origin[1] + x * self._sin + y * self._cos

    def placed(self, outline: Outline) -> Outline:
        return tuple(Segment(command, tuple(map(self.place, points))) for command, points in outline)

    # Shapes

    def draw(
        self,
        outline: Outline,
        fill: str | None = None,
        stroke: str | None = None,
        width: float = 0.25,
        dash: tuple[float, ...] = (),
    ) -> None:
        placed = self.placed(outline)
        self.items.append(Shape(placed, fill, stroke, width * self.scale, tuple(gap * self.scale for gap in dash)))

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str = INK,
        width: float = 0.25,
        dash: tuple[float, ...] = (),
    ) -> None:
        self.draw(line_outline((x1, y1), (x2, y2)), stroke=stroke, width=width, dash=dash)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str | None = None,
        stroke: str | None = INK,
        line: float = 0.25,
        radius: float = 0.0,
    ) -> None:
        self.draw(rect_outline(x, y, width, height, radius), fill, stroke, line)

    def circle(
        self, x: float, y: float, radius: float, fill: str | None = None, stroke: str | None = INK, line: float = 0.25
    ) -> None:
        self.draw(circle_outline(x, y, radius), fill, stroke, line)

    def cut_line(self, x: float, y: float, width: float, height: float) -> None:
        """Draw the dashed frame along which something is cut out."""
        self.draw(rect_outline(x, y, width, height), stroke=GREY, width=0.15, dash=(1.4, 1.1))

    def hatch(self, outline: Outline, gap: float, angle: float, stroke: str = GREY, width: float = 0.15) -> None:
        """Fill an outline with parallel lines, at an angle in degrees."""
        points = list(outline_points(outline))
        xs, ys = [x for x, _ in points], [y for _, y in points]
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        half = math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2
        lines = self.clipped(outline).at(*middle, angle)
        for number in range(-math.ceil(half / gap), math.ceil(half / gap) + 1):
            lines.line(-half, number * gap, half, number * gap, stroke, width)

    # Text

    def text(
        self,
        text: object,
        x: float,
        y: float,
        size: float = 9.0,
        face: Face = Face.TEXT,
        anchor: str = "start",
        fill: str = INK,
        angle: float = 0.0,
        max_width: float = math.inf,
    ) -> None:
        """Write a line; it starts, has its middle or ends at x, and is made smaller if it is too wide."""
        line = face.font.spell(printable_text(str(text)))
        width = face.width(line, size)
        if width > max_width:
            size *= max_width / width
            width = max_width
        turned = self.at(x, y, angle)
        left, baseline = turned.place(({"start": 0.0, "middle": -width / 2, "end": -width}[anchor], 0.0))
        self.items.append(Label(line, left, baseline, face, size * self.scale, fill, turned.angle))

    def paragraph(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        size: float = 9.0,
        face: Face = Face.TEXT,
        fill: str = INK,
        leading: float = 1.25,
    ) -> float:
        """Write a text in lines from the baseline y; return the baseline after it."""
        for line in wrap_text(text, width, size, face):
            self.text(line, x, y, size, face, fill=fill)
            y += line_height(size, leading)
        return y


def line_height(size: float, leading: float = 1.25) -> float:
    """Return the distance between two baselines in millimetres."""
    return size * MM_PER_POINT * leading


def wrap_text(text: str, width: float, size: float, face: Face = Face.TEXT) -> list[str]:
    """Break a text into lines of at most this width in millimetres; a longer word is broken too."""
    lines: list[str] = []
    line = ""
    for word in printable_text(text).split():
        longer = f"{line} {word}" if line else word
        if face.width(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while face.width(word, size) > width and len(word) > 1:
            fits = next(
                count for count in range(len(word) - 1, 0, -1) if count == 1 or face.width(word[:count], size) <= width
            )
            lines.append(word[:fits])
            word = word[fits:]
        line = word
    return [*lines, line] if line else lines


def printable_text(text: str) -> str:
    """Return a text without control characters, which neither PDF nor SVG can show."""
    return _NOT_PRINTABLE.sub(" ", text)


# Pages


class Page(Canvas):
    """A sheet of paper."""

    def __init__(self, paper: Paper) -> None:
        super().__init__([])
        self.paper = paper

    @property
    def left(self) -> float:
        return MARGIN

    @property
    def top(self) -> float:
        return MARGIN

    @property
    def right(self) -> float:
        return self.paper.width - MARGIN

    @property
    def bottom(self) -> float:
        return self.paper.height - MARGIN


@dataclass(frozen=True)
class Printout:
    """Pages to print."""

    name: str  # for the file, without spaces
    title: str
    pages: Sequence[Page]


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""
