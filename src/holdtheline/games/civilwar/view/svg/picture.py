"""The whole picture of a battle, a close-up of some hexes, and the map of a scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .....core.svg import Markup, css_palette, element, format_number, path, rect, svg_document
from ...scenario.model import BattleMap, Scenario
from ...scenario.setup import initial_state, scenario_of
from ...state import SIDES, CivilWarState
from ...text.names import HEX_PATTERN, find_hex, piece_name, pieces_of_side
from ...text.prompts import prompt
from ..scene import Block, active_pieces, blocks_of, describe_position, flags_of
from . import battle_map, blocks, panels, scenario_card, terrain
from .layout import HALF_HEX, HEADER_HEIGHT, HEX_RADIUS, MARGIN, Point, hex_centre, hex_outline, map_bottom, page_width

COMBAT_COLOURS = {"hit": ("#c23b22", "#ff8a6b"), "aim": ("#a32414", "#ff9a80")}

COMBAT_STYLE = """\
.htl-civilwar{border-radius:14px}
.htl-civilwar .htl-aim-under{fill:none;stroke:var(--htl-halo);stroke-width:8;stroke-linejoin:round;opacity:.8}
.htl-civilwar .htl-aim{fill:none;stroke:var(--htl-aim);stroke-width:4;stroke-dasharray:14 7}
.htl-civilwar .htl-arrow{fill:var(--htl-aim);stroke:var(--htl-halo);stroke-width:2;stroke-linejoin:round}
"""

ALL_STYLES = (
    terrain.TERRAIN_STYLE
    + blocks.BLOCK_STYLE
    + css_palette("htl-civilwar", COMBAT_COLOURS)
    + battle_map.MAP_STYLE
    + panels.PANEL_STYLE
    + COMBAT_STYLE
)


def svg(s: CivilWarState, seat: int) -> str:
    scenario, pieces = scenario_of(s), blocks_of(s)
    size = page_width(scenario.battle_map), panels.page_height(scenario)
    return svg_document(
        "htl-civilwar htl-large",
        size,
        (scenario.title, describe_position(s), prompt(s, seat)),
        ALL_STYLES,
        *draw_battle(s, scenario, pieces, size, panels.draw_header(s, seat)),
        *panels.draw_tray(pieces, scenario, int(s.turn)),
        map_box=map_box(scenario.battle_map),
    )


def map_box(battle_map: BattleMap) -> str:
    """Return the part of the picture with the map and its frame."""
    top, left = HEADER_HEIGHT - MAP_FRAME, MARGIN - MAP_FRAME
    size = page_width(battle_map) - 2 * left, map_bottom(battle_map) - top
    return " ".join(map(format_number, (left, top, *size)))


def draw_battle(
    s: CivilWarState, scenario: Scenario, pieces: list[Block], size: tuple[int, int], header: Sequence[Markup] = ()
) -> Iterator[Markup]:
    """Draw the sheet, the map with everything on it, and a header behind the pieces."""
    hex_map, flags = scenario.battle_map, flags_of(s)
    yield rect(0, 0, *size, "htl-sheet htl-scene")
    yield from battle_map.draw_hexes(scenario, flags)
    yield terrain.draw_terrain(hex_map)
    yield from draw_target(s)
    yield battle_map.draw_names(scenario, pieces, flags)
    yield from header
    yield from battle_map.draw_stacks(hex_map, pieces, active_pieces(s))
    yield from battle_map.draw_flags(hex_map, pieces, flags)
    yield from draw_attack_arrow(s)


def close_up(s: CivilWarState, text: str) -> str:
    """Draw the hexes and pieces that a text names with their surroundings, or the whole map if it names none."""
    scenario, size = scenario_of(s), (FULL_SIZE, FULL_SIZE)
    parts = draw_battle(s, scenario, blocks_of(s), size)
    picture = svg_document("htl-civilwar", size, (scenario.title, describe_position(s), ""), ALL_STYLES, *parts)
    hexes = find_named_hexes(s, text) or range(int(s.width * s.height))
    points = [hex_centre(hex_, int(s.width)) for hex_ in hexes]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left = max(min(xs) - CLOSE_UP_MARGIN * HALF_HEX, MARGIN - MAP_FRAME)
    top = max(min(ys) - CLOSE_UP_MARGIN * HEX_RADIUS, HEADER_HEIGHT - MAP_FRAME)
    width = min(max(xs) + CLOSE_UP_MARGIN * HALF_HEX, page_width(scenario.battle_map) - MARGIN + MAP_FRAME) - left
    height = min(max(ys) + CLOSE_UP_MARGIN * HEX_RADIUS, map_bottom(scenario.battle_map)) - top
    view_box = " ".join(map(format_number, (left, top, width, height)))
    return picture.replace(
        f'viewBox="0 0 {FULL_SIZE} {FULL_SIZE}"',
        f'viewBox="{view_box}" width="{format_number(width)}" height="{format_number(height)}"',
    )


FULL_SIZE = 2000  # larger than any map
CLOSE_UP_MARGIN = 3  # half hexes
MAP_FRAME = 14


def find_named_hexes(s: CivilWarState, text: str) -> set[int]:
    """Return the hexes that a text names, and those of the pieces that it names."""
    hexes = {find_hex(s, word) for word in re.findall(rf"\b{HEX_PATTERN}\b", text)}
    piece_hexes = {
        int(s.hex_of[piece]) - 1
        for side in range(SIDES)
        for piece in pieces_of_side(s, side)
        if s.hex_of[piece] and re.search(rf"\b{re.escape(piece_name(s, piece))}\b", text)
    }
    return {hex_ for hex_ in hexes | piece_hexes if hex_ is not None}


def scenario_svg(scenario: Scenario) -> str:
    """Draw the scenario at its start, with all pieces and its card."""
    s = initial_state(scenario)
    pieces = blocks_of(s, scenario)
    height = panels.page_height(scenario)
    size = page_width(scenario.battle_map), height + scenario_card.card_height(scenario)
    return svg_document(
        "htl-civilwar",
        size,
        (scenario.title, f"{scenario.title}, {scenario.date}, {scenario.place}.", scenario.history),
        ALL_STYLES + scenario_card.CARD_STYLE,
        *draw_battle(s, scenario, pieces, size, scenario_card.draw_title(scenario)),
        *panels.draw_tray(pieces, scenario, 0),
        *scenario_card.draw_scenario_card(scenario, height),
    )


# A combat


def draw_target(s: CivilWarState) -> Iterator[Markup]:
    """Draw a ring around the hex that is attacked."""
    if s.target:
        x, y = hex_centre(int(s.target) - 1, int(s.width))
        ring = hex_outline(HEX_RADIUS - 5)
        yield element(
            "g",
            path(ring, "htl-aim-under"),
            path(ring, "htl-aim"),
            class_="htl-scene htl-target",
            transform=f"translate({format_number(x)} {format_number(y)})",
        )


def draw_attack_arrow(s: CivilWarState) -> Iterator[Markup]:
    """Draw an arrow to the target: narrow for fire, broad for close combat."""
    if not s.target or not s.actor or not s.hex_of[s.actor - 1]:
        return
    start, end = (hex_centre(int(hex_) - 1, int(s.width)) for hex_ in (s.hex_of[s.actor - 1], s.target))
    yield path(arrow_path(start, end, 10 if s.assault else 5), "htl-arrow htl-scene")


def arrow_path(start: Point, end: Point, breadth: float) -> str:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1
    ux, uy = dx / length, dy / length
    gap, head = HALF_HEX * 0.7, 12 + breadth / 2

    def point(along: float, aside: float) -> str:
        return f"{start[0] + ux * along - uy * aside:.1f} {start[1] + uy * along + ux * aside:.1f}"

    half, tip = breadth / 2, length - gap
    points = [point(gap, -half), point(tip - head, -half), point(tip - head, -half - 6), point(tip, 0)]
    points += [point(tip - head, half + 6), point(tip - head, half), point(gap, half)]
    return f"M{'L'.join(points)}z"
