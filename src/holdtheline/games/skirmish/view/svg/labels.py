"""Place the names of characters, objectives and terrain where they overlap nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from .....core.svg import Markup, element, group
from ...state import BATTLEFIELD_SIZE, CharacterStatus, ObjectiveStatus, TerrainKind
from ..scene import ON_BATTLEFIELD, Figure, ObjectiveToken, TerrainPiece
from ..shapes import Point, to_picture

LabelOffsets = dict[str, Point]
"""The offset of each label from the middle of its thing, by id; a label that fits nowhere is left out."""
BlockedArea = tuple[float, float, float]
"""A centre, and half the width."""

FIGURE_LETTER_WIDTH = 128.0
"""Half the width of a letter."""
FIGURE_LINE_HEIGHT = 410.0
TOKEN_RADIUS = 330.0
SIDE_GAP = 200.0
"""Between a base and the name at its side."""


def blocked_areas(
    figures: Iterable[Figure], tokens: Iterable[ObjectiveToken], names: LabelOffsets
) -> list[BlockedArea]:
    """Return what other labels must not overlap: bases, tokens and their names."""
    items: list[Figure | ObjectiveToken] = [
        item for item in figures if item.status in (*ON_BATTLEFIELD, CharacterStatus.WAITS)
    ]
    items += [item for item in tokens if item.status == ObjectiveStatus.FREE]
    found = []
    for item in items:
        x, y = to_picture(item.x, item.y)
        radius = radius_of(item)
        found += [(x, y + row, radius) for row in (-radius * 0.6, 0, radius * 0.6)]
        if item.id in names:
            aside, down = names[item.id]
            found.append((x + aside, y + down - 110, len(item.name) * FIGURE_LETTER_WIDTH))
    return found


def place_labels(figures: Iterable[Figure], tokens: Iterable[ObjectiveToken]) -> LabelOffsets:
    items: list[Figure | ObjectiveToken] = [item for item in figures if item.status in ON_BATTLEFIELD]
    items += [item for item in tokens if item.status == ObjectiveStatus.FREE]
    bases = [(*to_picture(item.x, item.y), radius_of(item)) for item in items]
    taken: list[BlockedArea] = []
    found = {}
    for index, item in enumerate(items):
        x, y, radius = bases[index]
        others = bases[:index] + bases[index + 1 :]
        half_width = len(item.name) * FIGURE_LETTER_WIDTH
        for aside, down in label_points(item, x, radius, half_width):
            text = (x + aside, y + down, half_width)
            if label_fits(text, others, taken):
                taken.append(text)
                found[item.id] = (aside, down)
                break
    return found


def label_points(item: Figure | ObjectiveToken, x: float, radius: float, half_width: float) -> list[Point]:
    """Return offsets, the best first: below and above, shifted onto the table, then right and left."""
    inwards = max(half_width, min(BATTLEFIELD_SIZE - half_width, x)) - x
    beside = radius + SIDE_GAP + half_width
    return [(inwards, down) for down in label_rows(item, radius)] + [(beside, 110), (-beside, 110)]


def label_rows(item: Figure | ObjectiveToken, radius: float) -> tuple[float, float]:
    """Return the offsets below and above; a figure that looks down has its name above."""
    below, above = radius + 430, -radius - 170
    if not isinstance(item, Figure) or item.status != CharacterStatus.STANDS:
        return below, above
    looks_down, looks_up = 30 < item.degrees < 150, -150 < item.degrees < -30
    below, above = below + 200 * looks_down, above - 200 * looks_up
    return (above, below) if looks_down else (below, above)


def radius_of(item: Figure | ObjectiveToken) -> float:
    return float(item.radius) if isinstance(item, Figure) else TOKEN_RADIUS


def label_fits(text: BlockedArea, bases: Iterable[BlockedArea], taken: Iterable[BlockedArea]) -> bool:
    """Return whether a label is on the table and overlaps no base and no other label."""
    x, y, half = text
    if not (half <= x <= BATTLEFIELD_SIZE - half and FIGURE_LINE_HEIGHT < y < BATTLEFIELD_SIZE + FIGURE_LINE_HEIGHT):
        return False
    if any(abs(by - y + 110) < far + 120 and abs(bx - x) < far + half for bx, by, far in bases):
        return False
    return all(abs(ty - y) > FIGURE_LINE_HEIGHT or abs(tx - x) > half + other for tx, ty, other in taken)


def draw_label(item: Figure | ObjectiveToken, names: LabelOffsets) -> list[Markup]:
    if item.id not in names:
        return []
    aside, down = names[item.id]
    return [element("text", item.name, x=round(aside) or None, y=round(down), class_="htl-called")]


NAMED_BESIDE = (TerrainKind.PILLAR, TerrainKind.EDGE, TerrainKind.DOOR)
"""Terrain whose name is below or above it."""


# Names of terrain

TERRAIN_LETTER_WIDTH = 110.0
"""Half the width of a letter."""
TERRAIN_LINE_HEIGHT = 360.0
TERRAIN_NAME_GAP = 90.0
"""Between a name and what is beside it."""


def keep_on_battlefield(name: str, x: float, y: float, slant: float) -> tuple[float, float, float]:
    half = len(name) * TERRAIN_LETTER_WIDTH
    return max(half, min(BATTLEFIELD_SIZE - half, x)), max(450.0, min(BATTLEFIELD_SIZE - 150.0, y)), slant


def name_points(piece: TerrainPiece, pieces: tuple[TerrainPiece, ...]) -> list[tuple[float, float, float]]:
    """Return points for a name, the best first: inside wide terrain, otherwise below or above it."""
    (x, y), shape = piece.shape.middle, piece.shape
    _, top, _, bottom = shape.bounds
    slant = shape.slant if len(shape.corners) == 2 else 0.0
    if piece.kind == TerrainKind.WALL or (piece.kind == TerrainKind.PILLAR and len(shape.corners) > 1):
        angle, far = math.radians(slant), min(shape.rounding + 420, 900.0)
        points = [(x - math.sin(angle) * side, y + math.cos(angle) * side) for side in (far, 190 - far)]
    elif piece.kind in NAMED_BESIDE:
        others = [other.shape for other in pieces if other is not piece]
        points = [(x, bottom + 420), (x, top - 180)]
        points.sort(key=lambda point: any(other.depth(point[0], point[1] - 120) > 0 for other in others))
    else:
        points = [(x, y + 120 + down) for down in (0, -800, 800, -1500, 1500)]
        points += [(x + aside, y + 120) for aside in (-4000, 4000, -8000, 8000)]
        points = [point for point in points if shape.depth(point[0], point[1] - 110) > 150] or points[:1]
    return [keep_on_battlefield(piece.name, *point, slant) for point in points]


@lru_cache(maxsize=64)
def terrain_name_points(
    pieces: tuple[TerrainPiece, ...],
) -> tuple[tuple[TerrainPiece, list[tuple[float, float, float]]], ...]:
    """Return the points for each name, the best first."""
    return tuple((piece, name_points(piece, pieces)) for piece in pieces if piece.name)


def draw_terrain_name(name: str, x: float, y: float, slant: float) -> Markup:
    turn = f"rotate({slant:.0f} {round(x)} {round(y)})" if slant else None
    return element("text", name, x=round(x), y=round(y), class_="htl-place-name", transform=turn)


def draw_terrain_names(pieces: tuple[TerrainPiece, ...], taken: Iterable[BlockedArea]) -> Markup:
    """Draw each name at its first free point."""
    blocked = [(x, y, far + TERRAIN_NAME_GAP) for x, y, far in taken]
    parts = []
    for piece, points in terrain_name_points(pieces):
        half_width = len(piece.name) * TERRAIN_LETTER_WIDTH
        for x, y, slant in points:
            angle = math.radians(slant)
            wide, high = half_width * math.cos(angle), TERRAIN_LINE_HEIGHT + half_width * abs(math.sin(angle))
            if all(abs(x - bx) > wide + far or abs(y - 110 - by) > high for bx, by, far in blocked):
                parts.append(draw_terrain_name(piece.name, x, y, slant))
                blocked.append((x, y - 110, wide))
                break
    return group(*parts, class_="htl-scene htl-names")
