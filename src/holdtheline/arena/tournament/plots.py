"""Plots as strips of SVG, one a row of a table.

A strip has no size of its own: places are shares of its width, so that it fits a phone and a wide screen
alike, and its letters stay as large as those around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

from ...core.svg import Markup, element

EDGE = 3.0
"""Percent of the width that are left free at either side."""
TICKS = 5
MOST_SPREAD = 2.5
"""A scale goes at most so many times as far as the bots do: an interval beyond ends in an arrow."""


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high`, as percent of the width."""

    low: float
    high: float

    def at(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1)
        return EDGE + (100 - 2 * EDGE) * share

    def is_inside(self, value: float) -> bool:
        return self.low <= value <= self.high

    def ticks(self) -> list[float]:
        """About five round numbers."""
        rough = (self.high - self.low) / TICKS or 1
        power = 10 ** floor(log10(rough))
        step = min((power * part for part in (1, 2, 5, 10)), key=lambda step: abs(step - rough))
        first = -floor(-self.low / step)
        return [step * number for number in range(first, floor(self.high / step + 1e-9) + 1)]


def scale_for(middles: Sequence[float], ends: Iterable[float]) -> Scale:
    """That of intervals: all middles are on it, and their ends as long as they are not far away."""
    low, high = min(middles), max(middles)
    room = max(high - low, 50.0) * (MOST_SPREAD - 1) / 2
    ends = list(ends)
    return Scale(max(min(ends), low - room), min(max(ends), high + room))


def strip(*parts: str, label: str, kind: str = "strip") -> Markup:
    return element("svg", element("title", label), *parts, class_=kind, role="img", aria_label=label)


def line(x1: float, x2: float, class_: str, y: float = 50) -> Markup:
    return element("line", x1=_at(x1), x2=_at(x2), y1=_at(y), y2=_at(y), class_=class_)


def upright(x: float, class_: str, low: float = 0, high: float = 100) -> Markup:
    return element("line", x1=_at(x), x2=_at(x), y1=_at(low), y2=_at(high), class_=class_)


def dot(x: float, class_: str) -> Markup:
    return element("circle", cx=_at(x), cy="50%", r=4.5, class_=class_)


def interval(scale: Scale, low: float, middle: float, high: float, label: str) -> Markup:
    """A dot on a line; an end that lies beyond the scale has no foot."""
    feet = [upright(scale.at(end), "foot", 30, 70) for end in (low, high) if scale.is_inside(end)]
    far = [
        element("text", "‹" if end < scale.low else "›", x=_at(scale.at(end)), y="50%", class_="far")
        for end in (low, high)
        if not scale.is_inside(end)
    ]
    return strip(
        *grid(scale), line(scale.at(low), scale.at(high), "span"), *feet, *far,
        dot(scale.at(middle), "dot"), label=label,
    )  # fmt: skip


def ranks(scale: Scale, low: int, place: int, high: int, label: str) -> Markup:
    """A bar over all ranks that are possible."""
    half = (scale.at(2) - scale.at(1)) / 2 if scale.high > 1 else 0
    bar = element(
        "rect", x=_at(scale.at(low) - half), width=_at(scale.at(high) - scale.at(low) + 2 * half),
        y="25%", height="50%", rx=3, class_="bar",
    )  # fmt: skip
    return strip(*grid(scale), bar, dot(scale.at(place), "dot"), label=label)


def amount(scale: Scale, mean: float, most: float, label: str) -> Markup:
    """A bar up to the mean, and a mark at the most."""
    bar = element(
        "rect", x=_at(EDGE), width=_at(scale.at(mean) - EDGE), y="25%", height="50%", rx=3, class_="bar"
    )
    return strip(*grid(scale), bar, upright(scale.at(most), "foot", 15, 85), label=label)


def share(points: float, expected: float, label: str) -> Markup:
    """Points as a share, from 0 to 1, beside the share that was expected."""
    scale = Scale(0, 1)
    return strip(
        *grid(scale, (0, 0.5, 1)), line(scale.at(expected), scale.at(points), "gap"),
        upright(scale.at(expected), "expected", 15, 85), dot(scale.at(points), "dot"), label=label,
    )  # fmt: skip


def grid(scale: Scale, ticks: Sequence[float] | None = None) -> list[Markup]:
    return [upright(scale.at(tick), "grid") for tick in (scale.ticks() if ticks is None else ticks)]


def axis(scale: Scale, ticks: Sequence[tuple[float, str]] | None = None) -> Markup:
    """The numbers below a plot; the rows have them in words."""
    shown = [(tick, f"{tick:g}") for tick in scale.ticks()] if ticks is None else ticks
    texts = [element("text", text, x=_at(scale.at(tick)), y="60%", class_="tick") for tick, text in shown]
    return element("svg", *texts, class_="axis", aria_hidden="true")


def _at(percent: float) -> str:
    return f"{percent:.2f}%"
