"""Plots as SVG strips, one per row of a table.

Positions are percentages of the strip's width, so it fits a phone and a wide screen, and its text keeps the size of
the surrounding text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

from ....core.svg import Markup, element

EDGE = 3.0
"""The margin on either side, in percent of the width."""
TICKS = 5
MAX_SPREAD = 2.5
"""The scale is at most this many times as wide as the range of the bots; longer intervals end in an arrow."""


def _percent(percent: float) -> str:
    return f"{percent:.2f}%"


@dataclass(frozen=True)
class Scale:
    """Maps values from `low` to `high` to percent of the width."""

    low: float
    high: float

    def at(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1)
        return EDGE + (100 - 2 * EDGE) * share

    def is_inside(self, value: float) -> bool:
        return self.low <= value <= self.high

    def ticks(self) -> list[float]:
        """Return about five round numbers."""
        rough = (self.high - self.low) / TICKS or 1
        power = 10 ** floor(log10(rough))
        step = min((power * part for part in (1, 2, 5, 10)), key=lambda step: abs(step - rough))
        first = -floor(-self.low / step)
        return [step * number for number in range(first, floor(self.high / step + 1e-9) + 1)]


def make_interval_scale(middles: Sequence[float], ends: Iterable[float]) -> Scale:
    """Return a scale that includes all middles, and the ends of intervals unless they are far away."""
    low, high = min(middles), max(middles)
    margin = max(high - low, 50.0) * (MAX_SPREAD - 1) / 2
    ends = list(ends)
    return Scale(max(min(ends), low - margin), min(max(ends), high + margin))


def draw_strip(*parts: str, label: str, kind: str = "strip") -> Markup:
    return element("svg", element("title", label), *parts, class_=kind, role="img", aria_label=label)


def draw_line(x1: float, x2: float, class_: str, y: float = 50) -> Markup:
    return element("line", x1=_percent(x1), x2=_percent(x2), y1=_percent(y), y2=_percent(y), class_=class_)


def draw_vertical(x: float, class_: str, low: float = 0, high: float = 100) -> Markup:
    return element("line", x1=_percent(x), x2=_percent(x), y1=_percent(low), y2=_percent(high), class_=class_)


def draw_dot(x: float, class_: str) -> Markup:
    return element("circle", cx=_percent(x), cy="50%", r=4.5, class_=class_)


def draw_interval(scale: Scale, low: float, middle: float, high: float, label: str) -> Markup:
    """Draw a dot on a line; an end beyond the scale becomes an arrow."""
    feet = [draw_vertical(scale.at(end), "foot", 30, 70) for end in (low, high) if scale.is_inside(end)]
    far = [
        element("text", "‹" if end < scale.low else "›", x=_percent(scale.at(end)), y="50%", class_="far")
        for end in (low, high)
        if not scale.is_inside(end)
    ]
    return draw_strip(
        *draw_grid(scale), draw_line(scale.at(low), scale.at(high), "span"), *feet, *far,
        draw_dot(scale.at(middle), "dot"), label=label,
    )  # fmt: skip


def draw_ranks(scale: Scale, low: int, place: int, high: int, label: str) -> Markup:
    """Draw a bar over the possible ranks."""
    half = (scale.at(2) - scale.at(1)) / 2 if scale.high > 1 else 0
    bar = element(
        "rect", x=_percent(scale.at(low) - half), width=_percent(scale.at(high) - scale.at(low) + 2 * half),
        y="25%", height="50%", rx=3, class_="bar",
    )  # fmt: skip
    return draw_strip(*draw_grid(scale), bar, draw_dot(scale.at(place), "dot"), label=label)


def draw_amount(scale: Scale, mean: float, most: float, label: str) -> Markup:
    """Draw a bar up to the mean and a mark at the maximum."""
    bar = element(
        "rect",
        x=_percent(EDGE),
        width=_percent(scale.at(mean) - EDGE),
        y="25%",
        height="50%",
        rx=3,
        class_="bar",
    )
    return draw_strip(*draw_grid(scale), bar, draw_vertical(scale.at(most), "foot", 15, 85), label=label)


def draw_share(points: float, expected: float, label: str) -> Markup:
    """Draw a share of points from 0 to 1 beside the expected share."""
    scale = Scale(0, 1)
    return draw_strip(
        *draw_grid(scale, (0, 0.5, 1)), draw_line(scale.at(expected), scale.at(points), "gap"),
        draw_vertical(scale.at(expected), "expected", 15, 85), draw_dot(scale.at(points), "dot"), label=label,
    )  # fmt: skip


def draw_grid(scale: Scale, ticks: Sequence[float] | None = None) -> list[Markup]:
    return [draw_vertical(scale.at(tick), "grid") for tick in (scale.ticks() if ticks is None else ticks)]


def draw_axis(scale: Scale, ticks: Sequence[tuple[float, str]] | None = None) -> Markup:
    """Draw the axis, hidden from screen readers, which read the labels of the rows."""
    shown = [(tick, f"{tick:g}") for tick in scale.ticks()] if ticks is None else ticks
    texts = [element("text", text, x=_percent(scale.at(tick)), y="60%", class_="tick") for tick, text in shown]
    return element("svg", *texts, class_="axis", aria_hidden="true")
