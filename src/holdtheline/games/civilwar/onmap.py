"""The map with what stands on it: hexes, names, stacks of blocks, and the flags of hexes worth VP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...core.hexes import DIRECTIONS
from ...core.svg import Markup, box, element, group, number, path, piece, words
from . import blocks, scenery
from .battle import Ground, Scenario, Side
from .layout import corner, middle, points, sheet_width
from .seen import Block, Flag, hex_words, stacks_of

STYLE = """\
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


SHAPE = f"M{points([corner(way) for way in range(DIRECTIONS)])}z"


def hexes(scenario: Scenario, flags: Sequence[Flag]) -> Iterator[Markup]:
    """All of them; those worth VP say so."""
    plain = plain_hexes(scenario)
    told = {one.hex: one.words for one in flags}
    for hex_, markup in enumerate(plain):
        if hex_ not in told:
            yield markup
            continue
        yield one_hex(scenario.ground, hex_, f"{hex_words(scenario)[hex_]}; {told[hex_]}")


@lru_cache(maxsize=32)
def plain_hexes(scenario: Scenario) -> tuple[Markup, ...]:
    return tuple(one_hex(scenario.ground, hex_, told) for hex_, told in enumerate(hex_words(scenario)))


@lru_cache(maxsize=512)
def one_hex(ground: Ground, hex_: int, told: str) -> Markup:
    x, y = middle(hex_, ground.width)
    colour = scenery.GROUND.get(ground.terrain[hex_], "clear")
    return piece(f"hex-{ground.name_of(hex_)}", told, x, y, path(SHAPE, f"htl-hex htl-{colour}"))


def names(scenario: Scenario, found: list[Block], flags: Sequence[Flag]) -> Markup:
    """Of the hexes, small, and of the places; none that a stack of cards would cut."""
    high = {hex_: sum(blocks.heights(stack)) for hex_, stack in stacks_of(found).items()}
    flagged = {one.hex for one in flags}
    hexes_, places = all_names(scenario)
    shown = [pair[at in flagged] for at, pair in enumerate(hexes_) if high.get(at, 0) <= 2 * blocks.HIGH]
    shown += [label for at, label in places if high.get(at, 0) <= blocks.HIGH + blocks.PILL]
    return group(*shown, class_="htl-scene htl-names")


Twice = tuple[Markup, Markup]
"""The usual place, and where it makes room for something."""


@lru_cache(maxsize=32)
def all_names(scenario: Scenario) -> tuple[tuple[Twice, ...], tuple[tuple[int, Markup], ...]]:
    """Of every hex, in its middle and beside a flag; and of the places."""
    ground = scenario.ground
    hexes_ = []
    for hex_ in range(len(ground.terrain)):
        x, y = middle(hex_, ground.width)
        name = ground.name_of(hex_)
        usual, beside = (words(name, at, y - 37, "htl-coordinate") for at in (x, x - 16))
        hexes_.append((usual, beside))
    return tuple(hexes_), tuple((at, place_name(at, label, scenario)) for at, label in scenario.labels)


def place_name(hex_: int, label: str, scenario: Scenario) -> Markup:
    """Below the middle of its hex, and not over the edge of the map."""
    x, y = middle(hex_, scenario.ground.width)
    width, row = len(label) * LETTER, hex_ // scenario.ground.width
    crowded = any(hex_ + step in dict(scenario.labels) and (hex_ + step) // scenario.ground.width == row
                  for step in (-1, 1))  # fmt: skip
    tight = {"textLength": ALONE, "lengthAdjust": "spacingAndGlyphs"} if crowded and width > ALONE else {}
    half = min(width, ALONE) / 2 if crowded else width / 2
    least, most = 20 + half, sheet_width(scenario.ground) - 20 - half
    return element("text", label, x=min(max(x, least), most), y=y + 36, class_="htl-place-name", **tight)


LETTER, ALONE = 7.9, 96
"""How wide a letter of a place is, and the whole name of one with another beside it."""


# Pieces


def stacks(ground: Ground, found: list[Block], active: frozenset[int]) -> Iterator[Markup]:
    for hex_, stack in sorted(stacks_of(found).items()):
        x, y = middle(hex_, ground.width)
        ys, scale = blocks.places(stack)
        cards = list(zip(stack, blocks.heights(stack), ys, strict=True))
        for one, high, dy in reversed(cards):  # the leader lies on top
            pill = high == blocks.PILL
            yield blocks.block(one, x, y + dy, scale, pill, one.number in active)


def flags(ground: Ground, found: list[Block], flags_: Sequence[Flag]) -> Iterator[Markup]:
    """Each at the upper end of its hex, above what stands there."""
    stacks_ = stacks_of(found)
    for one in flags_:
        x, y = middle(one.hex, ground.width)
        stack = stacks_.get(one.hex, [])
        ys, scale = blocks.places(stack)
        top = ys[0] - blocks.heights(stack)[0] / 2 * scale if stack else 0
        yield flag(one, x + 3, y + min(-38, top - 9.5))


@lru_cache(maxsize=512)
def flag(one: Flag, x: float, y: float) -> Markup:
    """How many VP, for whom if not for both, in the holder's pattern."""
    whom = ("", "U", "C", "")[one.scorers]
    text = f"★{one.worth}{whom}"
    if one.holder:
        field = blocks.strip(one.holder - 1, -8.5, 17)
        cloth = element("g", *field, transform="translate(20 0) scale(.47 1)")
        class_, side_ = "htl-worth", f"htl-{blocks.SIDES[Side(one.holder - 1)]}"
    else:
        cloth, class_, side_ = box(0, -8.5, 40, 17, "htl-nobody"), "htl-nobody-worth", "htl-union"
    return element(
        "g",
        path("M0-10V9", "htl-pole"),
        cloth,
        words(text, 20, 5.4, class_),
        class_=f"htl-scene htl-vp-flag {side_}",
        transform=f"translate({number(x)} {number(y)})",
    )
