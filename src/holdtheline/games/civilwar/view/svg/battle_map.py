"""The map with what stands on it: hexes, names, stacks of blocks, and flags on victory hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .....core.svg import Markup, element, format_number, group, path, piece, rect, text_element
from ...scenario.model import BattleMap, Scenario
from ...state import SEATS
from ..scene import Block, Flag, hex_descriptions, stacks_by_hex
from . import blocks, terrain
from .layout import hex_centre, hex_outline, page_width

MAP_STYLE = """\
.htl-civilwar .htl-coordinate{fill:var(--htl-coordinate);font-size:15px;font-weight:600;text-anchor:middle;
stroke:var(--htl-halo);stroke-width:3;stroke-linejoin:round;paint-order:stroke}
.htl-civilwar .htl-place-name{fill:var(--htl-place);stroke:var(--htl-halo);stroke-width:4;
stroke-linejoin:round;paint-order:stroke;font-family:ui-serif,Georgia,serif;
font-style:italic;font-weight:600;font-size:16px;text-anchor:middle}
.htl-civilwar .htl-pole{fill:none;stroke:var(--htl-place);stroke-width:2.6;stroke-linecap:round}
.htl-civilwar .htl-worth{fill:var(--htl-side-on);font-size:15px;font-weight:700;text-anchor:middle}
.htl-civilwar .htl-nobody{fill:var(--htl-paper);stroke:var(--htl-place);stroke-width:1.6}
.htl-civilwar .htl-nobody-worth{fill:var(--htl-ink);font-size:15px;font-weight:700;text-anchor:middle}
"""


# The map


def draw_hexes(scenario: Scenario, flags: Sequence[Flag]) -> list[Markup]:
    """Draw all hexes; the titles of those worth VP say so."""
    hexes = list(draw_plain_hexes(scenario))
    for flag in flags:
        title = f"{hex_descriptions(scenario)[flag.hex]}; {flag.description}"
        hexes[flag.hex] = draw_hex(scenario.battle_map, flag.hex, title)
    return hexes


@lru_cache(maxsize=32)
def draw_plain_hexes(scenario: Scenario) -> tuple[Markup, ...]:
    return tuple(draw_hex(scenario.battle_map, hex_, text) for hex_, text in enumerate(hex_descriptions(scenario)))


@lru_cache(maxsize=512)
def draw_hex(battle_map: BattleMap, hex_: int, title: str) -> Markup:
    x, y = hex_centre(hex_, battle_map.width)
    colour = terrain.GROUND_COLOURS.get(battle_map.terrain[hex_], "clear")
    return piece(f"hex-{battle_map.name_of(hex_)}", title, x, y, path(hex_outline(), f"htl-hex htl-{colour}"))


def draw_names(scenario: Scenario, pieces: list[Block], flags: Sequence[Flag]) -> Markup:
    """Draw the names of hexes and places, except those that a stack of cards would cut."""
    heights = {hex_: sum(blocks.card_heights(stack)) for hex_, stack in stacks_by_hex(pieces).items()}
    flagged = {flag.hex for flag in flags}
    hex_labels, places = draw_all_names(scenario)
    labels = [
        pair[hex_ in flagged] for hex_, pair in enumerate(hex_labels) if heights.get(hex_, 0) <= 2 * blocks.CARD_HEIGHT
    ]
    labels += [label for hex_, label in places if heights.get(hex_, 0) <= blocks.CARD_HEIGHT + blocks.PILL_HEIGHT]
    return group(*labels, class_="htl-scene htl-names")


LabelPair = tuple[Markup, Markup]
"""A label in the middle of its hex, and beside a flag."""


@lru_cache(maxsize=32)
def draw_all_names(scenario: Scenario) -> tuple[tuple[LabelPair, ...], tuple[tuple[int, Markup], ...]]:
    """Draw the label of every hex, centred and beside a flag, and the names of places."""
    battle_map, hex_labels = scenario.battle_map, []
    for hex_, name in enumerate(battle_map.hex_names):
        x, y = hex_centre(hex_, battle_map.width)
        centred, beside = (text_element(name, label_x, y - 37, "htl-coordinate") for label_x in (x, x - 16))
        hex_labels.append((centred, beside))
    return tuple(hex_labels), tuple((hex_, draw_place_name(hex_, label, scenario)) for hex_, label in scenario.labels)


def draw_place_name(hex_: int, label: str, scenario: Scenario) -> Markup:
    """Draw a name below the middle of its hex, within the page."""
    x, y = hex_centre(hex_, scenario.battle_map.width)
    width, row = len(label) * LETTER_WIDTH, hex_ // scenario.battle_map.width
    crowded = any(hex_ + step in dict(scenario.labels) and (hex_ + step) // scenario.battle_map.width == row
                  for step in (-1, 1))  # fmt: skip
    squeezed = {}
    if crowded and width > MAX_CROWDED_WIDTH:
        width = MAX_CROWDED_WIDTH
        squeezed = {"textLength": MAX_CROWDED_WIDTH, "lengthAdjust": "spacingAndGlyphs"}
    half = width / 2
    min_x, max_x = 20 + half, page_width(scenario.battle_map) - 20 - half
    return element("text", label, x=min(max(x, min_x), max_x), y=y + 36, class_="htl-place-name", **squeezed)


LETTER_WIDTH, MAX_CROWDED_WIDTH = 7.9, 96
"""The width of a letter of a place name, and of a whole name with another beside it."""


# Pieces


def draw_stacks(battle_map: BattleMap, pieces: list[Block], active: frozenset[int]) -> Iterator[Markup]:
    for hex_, stack in sorted(stacks_by_hex(pieces).items()):
        x, y = hex_centre(hex_, battle_map.width)
        ys, scale = blocks.stack_positions(stack)
        cards = list(zip(stack, blocks.card_heights(stack), ys, strict=True))
        for block, height, dy in reversed(cards):  # the leader is on top
            pill = height == blocks.PILL_HEIGHT
            yield blocks.draw_block(block, x, y + dy, scale, pill, block.number in active)


def draw_flags(battle_map: BattleMap, pieces: list[Block], flags: Sequence[Flag]) -> Iterator[Markup]:
    """Draw each flag at the top of its hex, above the pieces."""
    stacks = stacks_by_hex(pieces)
    for flag in flags:
        x, y = hex_centre(flag.hex, battle_map.width)
        stack = stacks.get(flag.hex, [])
        ys, scale = blocks.stack_positions(stack)
        top = ys[0] - blocks.card_heights(stack)[0] / 2 * scale if stack else 0
        yield draw_flag(flag, x + 3, y + min(-38, top - 9.5))


@lru_cache(maxsize=512)
def draw_flag(flag: Flag, x: float, y: float) -> Markup:
    """Draw the VP, the side that scores them unless both do, and the holder's pattern."""
    scorer = ("", "U", "C", "")[flag.scorers]
    text = f"★{flag.worth}{scorer}"
    if flag.holder:
        field = blocks.draw_strip(flag.holder - 1, 17)
        cloth = element("g", *field, transform="translate(20 0) scale(.47 1)")
        class_, side_ = "htl-worth", f"htl-{SEATS[flag.holder - 1]}"
    else:
        cloth, class_, side_ = rect(0, -8.5, 40, 17, "htl-nobody"), "htl-nobody-worth", "htl-union"
    return element(
        "g",
        path("M0-10V9", "htl-pole"),
        cloth,
        text_element(text, 20, 5.4, class_),
        class_=f"htl-scene htl-vp-flag {side_}",
        transform=f"translate({format_number(x)} {format_number(y)})",
    )
