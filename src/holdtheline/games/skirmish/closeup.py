"""A picture of that part of a table which a text speaks of, for the examples of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...core.contract import EVERYBODY
from ...core.svg import box, document, number
from .names import thing_with_id
from .outlines import Spot
from .picture import ALL_STYLES, MARGIN, SIZE, UNIT, in_words, on_sheet, table
from .reading import place_in
from .shown import figures_of, roll_of, tokens_of
from .state import FIRST_OBJECTIVE, TABLE
from .text import prompt

THING = re.compile(r"\b[feo][1-9][0-9]?\b")
WAY = re.compile(r"\bgo ([0-9.]+,[0-9.]+)")
AROUND = 2000
"""Thousandths of an inch that are shown around what is spoken of."""
EDGE = 42
"""Units of the sheet that are shown of the table's frame."""
LEAST = 8000
"""So much of the table is always shown."""


def close_up(s: Any, text: str) -> str:
    """The characters, things and ends of legs that a text names, and what lies around them; or all."""
    everybody, things = figures_of(s), tokens_of(s)
    whole = document(
        "htl-skirmish htl-large",
        SIZE,
        (roll_of(s).title, in_words(s, everybody), prompt(s, EVERYBODY)),
        ALL_STYLES,
        box(0, 0, *SIZE, "htl-sheet htl-scene"),
        table(s, everybody, things),
    )
    left, top, wide, high = cut_for(list(spoken_of(s, text)))
    cut = " ".join(map(number, (left, top, wide, high)))
    size = f'width="{number(wide)}" height="{number(high)}"'
    return whole.replace(f'viewBox="0 0 {SIZE[0]} {SIZE[1]}"', f'viewBox="{cut}" {size}', 1)


def spoken_of(s: Any, text: str) -> Iterator[Spot]:
    """The places of the rules that a text speaks of."""
    for id_ in THING.findall(text):
        thing = thing_with_id(s, id_)
        if thing is not None and thing < FIRST_OBJECTIVE:
            yield int(s.x[thing]), int(s.y[thing])
        elif thing is not None:
            yield int(s.o_x[thing - FIRST_OBJECTIVE]), int(s.o_y[thing - FIRST_OBJECTIVE])
    for words in WAY.findall(text):
        x, y = place_in(words)
        yield min(x, TABLE), min(y, TABLE)


def cut_for(spots: list[Spot]) -> tuple[float, float, float, float]:
    """The part of the sheet with these places on it: left, top, width and height."""
    spots = spots or [(0, 0), (TABLE, TABLE)]
    across = span([x for x, _ in spots])
    upwards = span([y for _, y in spots])
    left, top = on_sheet(across[0], upwards[1])
    right, bottom = on_sheet(across[1], upwards[0])
    least, most = MARGIN - EDGE, MARGIN + TABLE * UNIT + EDGE
    left, top, right, bottom = max(left, least), max(top, least), min(right, most), min(bottom, most)
    return left, top, right - left, bottom - top


def span(places: list[float]) -> tuple[float, float]:
    """From a little below the least to a little above the most, and never too narrow."""
    low, high = min(places) - AROUND, max(places) + AROUND
    aside = max(0.0, LEAST - (high - low)) / 2
    return low - aside, high + aside
