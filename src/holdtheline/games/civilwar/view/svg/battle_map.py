"""The map with what stands on it: hexes, names, stacks of blocks, and flags on victory hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from .....core.svg import Markup, element, format_number, group, path, piece, rect, text_element
from ...scenario.model import BattleMap, Scenario
from ...scenario.setup import scenario_of
from ...state import SEATS, CivilWarState
from ..scene import Block, Flag, block_of, hex_descriptions, piece_names, stacks_by_hex
from . import blocks, terrain
from .layout import hex_centre, hex_outline, page_width

MAP_STYLE = """\
.htl-civilwar .htl-coordinate{fill:var(--htl-coordinate);font-size:16px;font-weight:600;text-anchor:middle;
stroke:var(--htl-halo);stroke-width:3;stroke-linejoin:round;paint-order:stroke}
.htl-civilwar .htl-place-name{fill:var(--htl-place);stroke:var(--htl-halo);stroke-width:4;
stroke-linejoin:round;paint-order:stroke;font-family:ui-serif,Georgia,serif;
font-style:italic;font-weight:600;font-size:17px;text-anchor:middle}
.htl-civilwar .htl-pole{fill:none;stroke:var(--htl-place);stroke-width:2.6;stroke-linecap:round}
.htl-civilwar .htl-worth{fill:var(--htl-side-on);font-size:16px;font-weight:700;text-anchor:middle}
.htl-civilwar .htl-nobody{fill:var(--htl-paper);stroke:var(--htl-place);stroke-width:1.6}
.htl-civilwar .htl-nobody-worth{fill:var(--htl-ink);font-size:16px;font-weight:700;text-anchor:middle}
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
    places = place_names(scenario, tuple(sorted(heights.items())), tuple(sorted(flagged)))
    labels = [draw_hex_name(scenario.battle_map, hex_, hex_ in flagged) for hex_ in named_hexes(scenario, places)
              if heights.get(hex_, 0) <= COORDINATE_ROOM]  # fmt: skip
    return group(*labels, *map(draw_place_name, places), class_="htl-scene htl-names")


COORDINATE_ROOM = 78
"""The height of the highest stack of cards below which the coordinates of a hex can be read."""


@dataclass(frozen=True)
class LabelBox:
    """The space of a line of text around `x`, on the base line `y`."""

    x: float
    y: float
    width: float

    def overlaps(self, other: LabelBox) -> bool:
        return abs(self.x - other.x) < (self.width + other.width) / 2 + WORD_GAP and abs(self.y - other.y) < LINE_HEIGHT

    def is_below(self, x: float, y: float, height: float) -> bool:
        """Return whether a stack of cards of this height around a point covers some of it."""
        is_beside = abs(self.x - x) >= (self.width + blocks.CARD_WIDTH) / 2
        return not is_beside and y - height / 2 < self.y + 2 and y + height / 2 > self.y - LINE_HEIGHT + 3


@dataclass(frozen=True)
class PlaceName:
    hex: int
    text: str
    box: LabelBox


@lru_cache(maxsize=256)
def place_names(
    scenario: Scenario, heights: tuple[tuple[int, float], ...] = (), flagged: tuple[int, ...] = ()
) -> tuple[PlaceName, ...]:
    """Place each name in its hex, clear of other names, flags and stacks of cards; leave out what has no room."""
    right = page_width(scenario.battle_map) - 20
    stacks = [(*hex_centre(hex_, scenario.battle_map.width), height) for hex_, height in heights]
    flags = [flag_box(scenario.battle_map, hex_) for hex_ in flagged]
    placed: list[PlaceName] = []
    for hex_, text in scenario.labels:
        x, y = hex_centre(hex_, scenario.battle_map.width)
        width = len(text) * LETTER_WIDTH
        boxes = [LabelBox(min(max(x + shift, 20 + width / 2), right - width / 2), y + drop, width)
                 for drop in PLACE_DROPS for shift in PLACE_SHIFTS]  # fmt: skip
        free = (
            box
            for box in boxes
            if not any(box.overlaps(other) for other in (*flags, *(place.box for place in placed)))
            and not any(box.is_below(*stack) for stack in stacks)
        )
        box = next(free, None)
        if box is not None:
            placed.append(PlaceName(hex_, text, box))
    return tuple(placed)


@lru_cache(maxsize=256)
def named_hexes(scenario: Scenario, places: tuple[PlaceName, ...]) -> tuple[int, ...]:
    """Return the hexes whose coordinates do not collide with the name of a place."""
    return tuple(
        hex_
        for hex_, name in enumerate(scenario.battle_map.hex_names)
        if not any(hex_name_box(scenario.battle_map, hex_, name).overlaps(place.box) for place in places)
    )


def flag_box(battle_map: BattleMap, hex_: int) -> LabelBox:
    x, y = hex_centre(hex_, battle_map.width)
    return LabelBox(x + 23, y - 33, 36)


def hex_name_box(battle_map: BattleMap, hex_: int, name: str) -> LabelBox:
    x, y = hex_centre(hex_, battle_map.width)
    return LabelBox(x, y - COORDINATE_RISE, 11 * len(name))


@lru_cache(maxsize=1024)
def draw_hex_name(battle_map: BattleMap, hex_: int, beside_flag: bool) -> Markup:
    box = hex_name_box(battle_map, hex_, battle_map.hex_names[hex_])
    return text_element(battle_map.hex_names[hex_], box.x - 16 * beside_flag, box.y, "htl-coordinate")


@cache
def draw_place_name(place: PlaceName) -> Markup:
    return text_element(place.text, place.box.x, place.box.y, "htl-place-name")


COORDINATE_RISE = 39  # from the middle of a hex to the base line of its coordinates
PLACE_DROPS = (43, 24, 6, -14, -39)  # from the middle of a hex to the base line of a place name, best first
PLACE_SHIFTS = (0, -30, 30)
LETTER_WIDTH, LINE_HEIGHT, WORD_GAP = 10.4, 15, 10
"""The mean width of a letter of a place name, the height of its line, and the space between two names."""


# Pieces


@dataclass(frozen=True)
class Card:
    """A block and where its card lies."""

    block: Block
    x: float
    y: float
    height: float


def cards_of(battle_map: BattleMap, hex_: int, stack: list[Block]) -> list[Card]:
    x, y = hex_centre(hex_, battle_map.width)
    places = zip(stack, blocks.card_heights(stack), blocks.stack_positions(stack), strict=True)
    return [Card(block, x, y + dy, height) for block, height, dy in places]


def card_of(s: CivilWarState, piece: int) -> Card | None:
    """Return the card of a piece on the map, or None if it is not there."""
    scenario, hex_ = scenario_of(s), int(s.hex_of[piece])
    if not hex_:
        return None
    names = piece_names(scenario)
    stack = [block_of(s, number, name) for number, name in names.items() if s.hex_of[number] == hex_]
    cards = cards_of(scenario.battle_map, hex_ - 1, stacks_by_hex(stack)[hex_ - 1])
    return next(card for card in cards if card.block.number == piece)


def draw_stacks(battle_map: BattleMap, pieces: list[Block], active: frozenset[int]) -> Iterator[Markup]:
    for hex_, stack in sorted(stacks_by_hex(pieces).items()):
        for card in reversed(cards_of(battle_map, hex_, stack)):  # the leader is on top
            yield blocks.draw_block(card.block, card.x, card.y, card.height, card.block.number in active)


def draw_flags(battle_map: BattleMap, pieces: list[Block], flags: Sequence[Flag]) -> Iterator[Markup]:
    """Draw each flag at the top of its hex, above the pieces."""
    stacks = stacks_by_hex(pieces)
    for flag in flags:
        x, y = hex_centre(flag.hex, battle_map.width)
        stack = stacks.get(flag.hex, [])
        top = -sum(blocks.card_heights(stack)) / 2
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
