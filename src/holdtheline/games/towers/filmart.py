"""The figures of a film, with the numbers and bars on them that change.

The client writes into `data-number` and `data-caption`, and makes a bar as long as its share of `data-bar`.
"""

from __future__ import annotations

from ...core.svg import Markup, box, element, group, path, words
from . import figures, scenery
from .figures import short
from .scenery import LANE_X
from .state import TOWERS


def unit_figure(unit: int, own: bool, full: int) -> Markup:
    """A tower or a soldier with its health."""
    line = tower_line(full) if unit in TOWERS else soldier_line()
    return element("g", figures.figure(unit, own), line)


def head(title: str) -> Markup:
    """Above the lanes: the turn, and what happens in it just now."""
    caption = element("text", " ", x=LANE_X[0], y=51, class_="htl-sentence", data_caption="")
    return group(words(title.upper(), LANE_X[0], 24, "htl-caption"), caption, class_="film-head")


def plate(hp: str) -> Markup:
    """The HP on a keep; it covers the one that the keep has."""
    size = scenery.HP_SIZES[len(hp)]
    number = element("tspan", " ", data_number="")
    unit = element("tspan", " HP", class_="htl-hp-unit")
    return group(
        box(1, 48, 98, 34, "htl-plate htl-drawn", 6),
        element("g", path(scenery.HEART, "htl-heart htl-drawn"), transform="translate(18 65)"),
        element("text", number, unit, x=33, y=65 + size * 0.36, font_size=size, class_="htl-hp"),
        class_="film-plate",
    )


def tower_line(full: int) -> Markup:
    """Health as the picture shows it: a number, and a bar of what is left."""
    start = -15 + 12 * 0.68 * len(short(full))
    return group(
        box(-19, 8, 38, 11.5, "htl-plate htl-plate-edge", 3),
        element("text", " ", x=-17, y=18.3, font_size=12, class_="htl-health", data_number=""),
        box(start, 11.5, 17 - start, 5, "htl-bar-well", 1),
        bar(start, 11.5, 17 - start, 5),
        class_="film-health",
    )


def soldier_line() -> Markup:
    """Seen only on a soldier that was hurt."""
    well = box(-15, 11.5, 30, 6.5, "htl-plate htl-plate-edge", 2)
    return group(well, bar(-13, 13, 26, 3.5), class_="film-when-hurt")


def bar(x: float, y: float, width: float, height: float) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, rx=1, class_="htl-bar", data_bar=width)
