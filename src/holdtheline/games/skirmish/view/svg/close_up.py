"""A close-up: the part of the picture that a text mentions, for the examples in the rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .....core.definition import EVERYONE
from .....core.svg import format_number, rect, svg_document
from ...state import BATTLEFIELD_SIZE, FIRST_OBJECTIVE, SkirmishState
from ...text.names import battle_names, thing_with_id
from ...text.position import parse_place
from ...text.prompts import prompt
from ..scene import build_figures, build_tokens
from ..shapes import Point
from .picture import ALL_STYLES, MARGIN, SCALE, SHEET_SIZE, description, draw_battlefield, to_sheet

THING_PATTERN = re.compile(r"\b[feo][1-9][0-9]?\b")
LEG_PATTERN = re.compile(r"\bgo ([0-9.]+,[0-9.]+)")
CONTEXT_MARGIN = 2000
"""Thousandths of an inch around the mentioned places."""
FRAME_MARGIN = 42
"""Units of the sheet that show the frame."""
MIN_VIEW = 8000
"""The least width and height, in thousandths of an inch."""


def close_up(s: SkirmishState, text: str) -> str:
    """Draw the surroundings of the things and ends of legs that a text mentions; all if it mentions none."""
    characters, tokens = build_figures(s), build_tokens(s)
    whole = svg_document(
        "htl-skirmish htl-large",
        SHEET_SIZE,
        (battle_names(s).title, description(s, characters), prompt(s, EVERYONE)),
        ALL_STYLES,
        rect(0, 0, *SHEET_SIZE, "htl-sheet htl-scene"),
        draw_battlefield(s, characters, tokens),
    )
    left, top, width, height = crop_around(list(mentioned_places(s, text)))
    crop = " ".join(map(format_number, (left, top, width, height)))
    size = f'width="{format_number(width)}" height="{format_number(height)}"'
    return whole.replace(f'viewBox="0 0 {SHEET_SIZE[0]} {SHEET_SIZE[1]}"', f'viewBox="{crop}" {size}', 1)


def mentioned_places(s: SkirmishState, text: str) -> Iterator[Point]:
    """Yield the places of the things and ends of legs that a text mentions."""
    for id_ in THING_PATTERN.findall(text):
        thing = thing_with_id(s, id_)
        if thing is not None and thing < FIRST_OBJECTIVE:
            yield s.x[thing], s.y[thing]
        elif thing is not None:
            yield s.objective_x[thing - FIRST_OBJECTIVE], s.objective_y[thing - FIRST_OBJECTIVE]
    for place in LEG_PATTERN.findall(text):
        x, y = parse_place(place)
        yield min(x, BATTLEFIELD_SIZE), min(y, BATTLEFIELD_SIZE)


def crop_around(places: list[Point]) -> tuple[float, float, float, float]:
    """Return the part of the sheet with these places: left, top, width and height."""
    places = places or [(0, 0), (BATTLEFIELD_SIZE, BATTLEFIELD_SIZE)]
    x_range = padded_range([x for x, _ in places])
    y_range = padded_range([y for _, y in places])
    left, top = to_sheet(x_range[0], y_range[1])
    right, bottom = to_sheet(x_range[1], y_range[0])
    least, most = MARGIN - FRAME_MARGIN, MARGIN + BATTLEFIELD_SIZE * SCALE + FRAME_MARGIN
    left, top, right, bottom = max(left, least), max(top, least), min(right, most), min(bottom, most)
    return left, top, right - left, bottom - top


def padded_range(coordinates: list[float]) -> tuple[float, float]:
    """Return the range of the coordinates with a margin, at least as long as MIN_VIEW."""
    low, high = min(coordinates) - CONTEXT_MARGIN, max(coordinates) + CONTEXT_MARGIN
    padding = max(0.0, MIN_VIEW - (high - low)) / 2
    return low - padding, high + padding
