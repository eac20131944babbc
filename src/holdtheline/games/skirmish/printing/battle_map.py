"""Draw the map of a battle to scale: terrain with its sizes, and where everyone starts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ....core.printing.canvas import (
    GREY,
    INK,
    PALE,
    PAPER_WHITE,
    Box,
    Canvas,
    Outline,
    Point,
    Segment,
    circle_outline,
    polygon_outline,
    rect_outline,
)
from ....core.printing.font import Face
from ..rules.traits.catalog import Trait
from ..rules.traits.parameters import format_inches
from ..scenario.model import Character, Scenario, Side, Terrain, arrival_round, find_trait
from ..scenario.setup_fields import numbered_characters
from ..state import BATTLEFIELD_SIZE, FIRST_OBJECTIVE, INCH, TerrainKind
from ..text.names import place_text, terrain_id, thing_id

TABLE_INCHES = BATTLEFIELD_SIZE // INCH
WATER_BLUE, WOOD_GREEN, STONE = "#7f95a3", "#7c8a68", "#55504a"
UNLABELLED_TERRAIN = (TerrainKind.WALL, TerrainKind.PILLAR, TerrainKind.DOOR)
"""Terrain whose label stands beside it: it is narrow or dark, or figures arrive there."""
TERRAIN_ORDER = (TerrainKind.HILL, TerrainKind.WATER, TerrainKind.WOOD)
"""Kinds that lie under the others, from the lowest."""
LABEL_HEIGHT, LEGEND_ROW = 6.2, 7.5
SMALL = 20
"""Thousandths of an inch that no one sees on a table: corners are rounded by at least one."""


class MapScale:
    """From thousandths of an inch on the table to millimetres on the map; y points down on paper."""

    def __init__(self, side: float) -> None:
        self.side = side
        self.per_inch = side / TABLE_INCHES

    def length(self, thousandths: float) -> float:
        return thousandths / INCH * self.per_inch

    def point(self, x: float, y: float) -> Point:
        return self.length(x), self.side - self.length(y)


def draw_map(canvas: Canvas, scenario: Scenario, scale: MapScale) -> None:
    """Draw the map from the canvas's origin, with inches along its edges."""
    side = scale.side
    frame = rect_outline(0, 0, side, side)
    field = canvas.clipped(frame)
    for inch in range(1, TABLE_INCHES):
        at = inch * scale.per_inch
        stroke, width = (PALE, 0.25) if inch % 6 == 0 else (PALE, 0.1)
        field.line(at, 0, at, side, stroke, width)
        field.line(0, at, side, at, stroke, width)
    for terrain in sorted(scenario.terrain, key=drawing_order):
        draw_terrain(field, terrain_outline(terrain, scale), terrain.kind, scale)
    canvas.draw(frame, stroke=INK, width=0.6)
    for inch in range(0, TABLE_INCHES + 1, 2):
        at = inch * scale.per_inch
        canvas.line(at, side, at, side + 1.2, INK, 0.2)
        canvas.line(-1.2, side - at, 0, side - at, INK, 0.2)
        canvas.text(inch, at, side + 3.9, 7, anchor="middle")
        canvas.text(inch, -1.8, side - at + 0.9, 7, anchor="end")
    taken = [figure_box(character, scale) for character in scenario.characters]
    lying = [index for index, one in enumerate(scenario.objectives) if not find_trait(one.traits, Trait.BORNE_BY)]
    taken += [point_box(scale.point(*scenario.objectives[index].point), 2.6) for index in lying]
    outlines = [terrain_outline(terrain, scale) for terrain in scenario.terrain]
    taken += [
        bounding_box(outline)
        for terrain, outline in zip(scenario.terrain, outlines, strict=True)
        if terrain.kind in UNLABELLED_TERRAIN or is_small(bounding_box(outline))
    ]
    for index, terrain in enumerate(scenario.terrain):
        taken.append(draw_terrain_label(canvas, terrain, index, scale, taken))
    for index in lying:
        draw_objective(canvas, *scale.point(*scenario.objectives[index].point), thing_id(FIRST_OBJECTIVE + index))
    for number, character in numbered_characters(scenario):
        draw_figure(canvas, character, thing_id(number), scale, bool(arrival_round(scenario.traits_of(character))))


def drawing_order(terrain: Terrain) -> int:
    return TERRAIN_ORDER.index(terrain.kind) if terrain.kind in TERRAIN_ORDER else len(TERRAIN_ORDER)


# Terrain


def terrain_outline(terrain: Terrain, scale: MapScale) -> Outline:
    """Return the outline: the hull of the corners, extended by the rounding."""
    radius = scale.length(terrain.rounding)
    corners = [scale.point(*corner) for corner in terrain.corners]
    if len(corners) == 1:
        return circle_outline(*corners[0], radius)
    if terrain.rounding <= SMALL and len(corners) > 2:
        return polygon_outline(corners)
    return tuple(rounded_hull(corners, radius))


def rounded_hull(corners: Sequence[Point], radius: float) -> Iterator[Segment]:
    """Yield the outline around a hull with rounded corners; their order is that of `Terrain`."""
    count = len(corners)
    for index, (x, y) in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % count]
        start = outward_angle(before, (x, y))
        end = outward_angle((x, y), after)
        turn = (start - end) % (2 * math.pi)
        first = (x + radius * math.cos(start), y + radius * math.sin(start))
        yield Segment("M" if index == 0 else "L", (first,))
        steps = max(1, math.ceil(turn / (math.pi / 2)))
        for step in range(steps):
            yield arc(x, y, radius, start - turn * step / steps, start - turn * (step + 1) / steps)
    yield Segment("Z")


def outward_angle(a: Point, b: Point) -> float:
    """Return the direction that points away from the hull, across its edge from a to b."""
    return math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2


def arc(x: float, y: float, radius: float, start: float, end: float) -> Segment:
    handle = 4 / 3 * math.tan((end - start) / 4) * radius
    ends = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in (start, end)]
    first = (ends[0][0] - handle * math.sin(start), ends[0][1] + handle * math.cos(start))
    second = (ends[1][0] + handle * math.sin(end), ends[1][1] - handle * math.cos(end))
    return Segment("C", (first, second, ends[1]))


def draw_terrain(canvas: Canvas, outline: Outline, kind: TerrainKind, scale: MapScale) -> None:
    """Draw terrain so that its kinds differ without colours."""
    inch = scale.per_inch
    if kind in (TerrainKind.WALL, TerrainKind.PILLAR):
        canvas.draw(outline, STONE, INK, 0.3)
    elif kind == TerrainKind.HOUSE:
        canvas.draw(outline, "#e6e1d6", None)
        canvas.hatch(outline, inch * 0.22, 45, STONE)
        canvas.draw(outline, None, INK, 0.6)
    elif kind == TerrainKind.WOOD:
        canvas.draw(outline, "#eef0e6", None)
        draw_trees(canvas.clipped(outline), outline, inch * 0.62)
        canvas.draw(outline, None, WOOD_GREEN, 0.35, (1.6, 0.9))
    elif kind == TerrainKind.WATER:
        canvas.draw(outline, "#eaf0f3", None)
        canvas.hatch(outline, inch * 0.2, 0, WATER_BLUE)
        canvas.draw(outline, None, WATER_BLUE, 0.4)
    elif kind == TerrainKind.HILL:
        canvas.draw(outline, "#f4efe3", GREY, 0.35)
        canvas.draw(shrunk(outline, 0.72), None, GREY, 0.2)
        canvas.draw(shrunk(outline, 0.45), None, GREY, 0.2)
    elif kind == TerrainKind.DOOR:
        canvas.draw(outline, PAPER_WHITE, INK, 0.6)
        canvas.draw(shrunk(outline, 0.6), None, INK, 0.2)
    elif kind == TerrainKind.CLIFF:
        canvas.draw(outline, "#efeae0", None)
        canvas.hatch(outline, inch * 0.14, 90, STONE, 0.2)
        canvas.draw(outline, None, INK, 0.5)
    elif kind == TerrainKind.GAP:
        canvas.draw(outline, "#dcd8d0", None)
        canvas.hatch(outline, inch * 0.2, 45, STONE)
        canvas.hatch(outline, inch * 0.2, -45, STONE)
        canvas.draw(outline, None, INK, 0.4, (1.2, 0.8))
    else:
        canvas.draw(outline, None, INK, 0.6, (2.2, 1.2))


def draw_trees(canvas: Canvas, outline: Outline, gap: float) -> None:
    """Draw rings in rows, as tree tops; the canvas is clipped to the outline."""
    left, top, right, bottom = bounding_box(outline)
    for row in range(math.ceil((bottom - top) / gap) + 1):
        shift = gap / 2 if row % 2 else 0.0
        for column in range(math.ceil((right - left) / gap) + 1):
            canvas.circle(left + column * gap + shift, top + row * gap, gap * 0.3, None, WOOD_GREEN, 0.2)


def bounding_box(outline: Outline) -> Box:
    points = [point for segment in outline for point in segment.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def shrunk(outline: Outline, part: float) -> Outline:
    """Return the outline, smaller around its middle."""
    left, top, right, bottom = bounding_box(outline)
    cx, cy = (left + right) / 2, (top + bottom) / 2
    return tuple(
        Segment(command, tuple((cx + (x - cx) * part, cy + (y - cy) * part) for x, y in points))
        for command, points in outline
    )


def draw_terrain_label(canvas: Canvas, terrain: Terrain, index: int, scale: MapScale, taken: Sequence[Box]) -> Box:
    """Write name and size on terrain or beside it, where nothing is taken; return the box of the label."""
    name, size = terrain_title(terrain, index), size_text(terrain)
    width = max(Face.BOLD.width(name, 7), Face.TEXT.width(size, 6.5)) + 1.6
    height = LABEL_HEIGHT
    x, y = scale.point(*terrain.middle)
    for dx, dy in label_shifts(width, height):
        box = clamp_box((x + dx - width / 2, y + dy - height / 2, x + dx + width / 2, y + dy + height / 2), scale.side)
        if not any(overlap(box, other) for other in taken):
            break
    left, top = box[0], box[1]
    canvas.rect(left, top, width, height, PAPER_WHITE, None, radius=0.8)
    canvas.text(name, left + width / 2, top + 2.8, 7, Face.BOLD, "middle")
    canvas.text(size, left + width / 2, top + 5.4, 6.5, anchor="middle", fill=GREY)
    return box


def is_small(box: Box) -> bool:
    """Return whether a label would hide terrain with this box."""
    return min(box[2] - box[0], box[3] - box[1]) < 2 * LABEL_HEIGHT


def label_shifts(width: float, height: float) -> Iterator[Point]:
    """Yield where to try a label: on the middle, then in growing circles around it."""
    yield 0.0, 0.0
    for distance in range(1, 9):
        for part in range(12):
            angle = math.pi / 2 + part * math.pi / 6
            yield distance * width * 0.3 * math.cos(angle), distance * height * 0.5 * math.sin(angle)


def clamp_box(box: Box, side: float) -> Box:
    left, top, right, bottom = box
    dx = max(0.5 - left, 0.0) - max(right - side + 0.5, 0.0)
    dy = max(0.5 - top, 0.0) - max(bottom - side + 0.5, 0.0)
    return left + dx, top + dy, right + dx, bottom + dy


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def terrain_title(terrain: Terrain, index: int) -> str:
    return terrain.name or f"{terrain.kind.name.capitalize()} {terrain_id(index)}"


def size_text(terrain: Terrain) -> str:
    """Return the size of terrain: `4″ across`, `3.5 × 0.5″`."""
    rounding = terrain.rounding if terrain.rounding > SMALL else 0
    corners = terrain.corners
    if len(corners) == 1:
        return f"{inches_text(2 * terrain.rounding)}″ across"
    edges = [math.dist(corner, corners[(index + 1) % len(corners)]) for index, corner in enumerate(corners)]
    if len(corners) == 2:
        return f"{inches_text(edges[0] + 2 * rounding)} × {inches_text(2 * rounding)}″"
    if len(corners) == 4 and abs(edges[0] - edges[2]) < SMALL and abs(edges[1] - edges[3]) < SMALL:
        width, depth = edges[0], edges[1]
    else:
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        width, depth = max(xs) - min(xs), max(ys) - min(ys)
    return f"{inches_text(width + 2 * rounding)} × {inches_text(depth + 2 * rounding)}″"


def inches_text(thousandths: float) -> str:
    """Return inches to a tenth, or to hundredths where they matter, as quarters do."""
    return format_inches(round(thousandths / 10) * 10)


def terrain_place_text(terrain: Terrain) -> str:
    """Say where terrain lies: its middle, its ends, or its corners."""
    places = [place_text(*corner) for corner in terrain.corners]
    if len(places) == 1:
        return f"middle {places[0]}"
    return f"from {places[0]} to {places[1]}" if len(places) == 2 else f"corners {'; '.join(places)}"


# Figures and objectives


def figure_box(character: Character, scale: MapScale) -> Box:
    return point_box(scale.point(*character.point), scale.length(character.card.radius) + 0.8)


def point_box(point: Point, radius: float) -> Box:
    return point[0] - radius, point[1] - radius, point[0] + radius, point[1] + radius


def draw_figure(canvas: Canvas, character: Character, id_: str, scale: MapScale, is_late: bool) -> None:
    """Draw a base in scale with its id and an arrow for its facing; dashed if it arrives later."""
    x, y = scale.point(*character.point)
    radius = scale.length(character.card.radius)
    is_friend = character.side == Side.FRIENDS
    fill, ink = (PAPER_WHITE, INK) if is_friend or is_late else (INK, PAPER_WHITE)
    turned = canvas.at(x, y, -character.degrees)
    turned.draw(polygon_outline([(radius + 1.5, 0), (radius - 0.5, -1.5), (radius - 0.5, 1.5)]), INK)
    dash = (0.9, 0.7) if is_late else ()
    canvas.draw(circle_outline(x, y, radius), fill, INK, 0.5 if is_friend else 0.3, dash)
    canvas.text(id_, x, y + 1.15, min(9.0, radius * 2.7), Face.BOLD, "middle", ink)


def draw_objective(canvas: Canvas, x: float, y: float, id_: str) -> None:
    canvas.draw(polygon_outline([(x, y - 3.2), (x + 3.2, y), (x, y + 3.2), (x - 3.2, y)]), PAPER_WHITE, INK, 0.5)
    canvas.text(id_, x, y + 1, 7, Face.BOLD, "middle")


def facing_text(degrees: int) -> str:
    """Return the direction that someone looks: a word for the eight main ones, else degrees."""
    words = {0: "right", 45: "up right", 90: "up", 135: "up left", 180: "left", 225: "down left"}
    words |= {270: "down", 315: "down right"}
    return words.get(degrees % 360, f"{degrees % 360}°")


def draw_legend(canvas: Canvas, kinds: Sequence[TerrainKind], scale: MapScale) -> float:
    """Draw a sample of each kind of terrain, in rows as wide as the map; return their height."""
    x = y = 0.0
    for kind in kinds:
        name = kind.name.lower()
        width = 10.5 + Face.TEXT.width(name, 8.5)
        if x + width > scale.side:
            x, y = 0.0, y + LEGEND_ROW
        draw_terrain(canvas, rect_outline(x, y, 9, 5, 0.8), kind, scale)
        canvas.text(name, x + 10.5, y + 3.7, 8.5)
        x += width + 4.5
    return y + LEGEND_ROW if kinds else 0.0
