"""The art of each kind of terrain, which can be recognised without its colour.

Walls have stones, woods have tree tops, water has waves, hills have contour lines, houses have a ridge and
tiles, doors have boards, cliffs have wedges, gaps are dark and jagged, edges have teeth."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from .....core.svg import Markup, path
from ...state import TerrainKind
from ..shapes import (
    Point,
    Shape,
    circle_path,
    line_path,
    outline_path,
    points_along_outline,
    polygon_path,
    pseudo_random,
    round_text,
    scatter_points,
)

STONE_ROW_HEIGHT = 260


def draw_line(d: str, class_: str) -> Markup:
    return path(d, f"htl-line htl-{class_}")


def draw_area(d: str, class_: str) -> Markup:
    return path(d, f"htl-{class_}")


# Stone


def draw_wall(shape: Shape) -> list[Markup]:
    stones, lit = ("".join(stone_paths(shape, is_lit)) for is_lit in (False, True))
    return [draw_area(outline_path(shape), "wall-foot"), draw_area(stones, "stone"), draw_area(lit, "stone-lit")]


def stone_paths(shape: Shape, is_lit: bool) -> Iterator[str]:
    """Yield the stones in rows along the longest edge: either the lit ones, about a third, or the others."""
    half_length, half_height, slant, (mx, my) = oriented_box(shape)
    rows = max(1, round(2 * half_height / STONE_ROW_HEIGHT))
    step = 2 * half_height / rows
    for row in range(rows):
        x = -half_length + (0 if row % 2 else -step * 0.6)
        index = 0
        while x < half_length:
            width = step * (1.3 + 1.1 * pseudo_random(index, row, round(mx + my)))
            left, right = max(x, -half_length) + 22, min(x + width, half_length) - 22
            top = -half_height + row * step + 22
            if right - left > 60 and (pseudo_random(index, row, 5) < 0.34) == is_lit:
                ends = [(left, top), (right, top), (right, top + step - 44), (left, top + step - 44)]
                points = [rotate(point, slant, (mx, my)) for point in ends]
                if min(shape.depth(*point) for point in points) > (-40 if len(shape.corners) == 2 else 0):
                    yield polygon_path(points)
            x += width
            index += 1


def oriented_box(shape: Shape) -> tuple[float, float, float, Point]:
    """Return half the length and height of the box along the longest edge, its slant in radians, and its middle."""
    slant = math.radians(shape.slant)
    ux, uy = math.cos(slant), math.sin(slant)
    lengthwise = [x * ux + y * uy for x, y in shape.corners]
    crosswise = [y * ux - x * uy for x, y in shape.corners]
    r = shape.rounding
    length_middle, cross_middle = (max(lengthwise) + min(lengthwise)) / 2, (max(crosswise) + min(crosswise)) / 2
    middle = length_middle * ux - cross_middle * uy, length_middle * uy + cross_middle * ux
    return (max(lengthwise) - min(lengthwise)) / 2 + r, (max(crosswise) - min(crosswise)) / 2 + r, slant, middle


def rotate(point: Point, slant: float, middle: Point) -> Point:
    x, y = point
    cos, sin = math.cos(slant), math.sin(slant)
    return middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos


def draw_pillar(shape: Shape) -> list[Markup]:
    """Draw a round pillar from above, with its flutes."""
    if len(shape.corners) > 1:
        return draw_wall(shape)
    (x, y), r = shape.corners[0], shape.rounding
    flutes = ""
    for index in range(12):
        direction = math.cos(math.pi * index / 6), math.sin(math.pi * index / 6)
        flutes += line_path(*((x + direction[0] * r * part, y + direction[1] * r * part) for part in (0.68, 0.93)))
    arc = round_text(r * 0.38)
    gleam = f"{line_path((x - r * 0.36, y - r * 0.05))}a{arc} {arc} 0 0 1 {round_text(r * 0.34)}-{round_text(r * 0.33)}"
    return [
        draw_area(circle_path((x, y), r), "wall-foot"),
        draw_area(circle_path((x, y), r * 0.94), "stone"),
        draw_line(flutes, "joint"),
        draw_area(circle_path((x, y), r * 0.62), "stone-lit"),
        draw_line(gleam, "gleam"),
    ]


# Growth and water


def draw_wood(shape: Shape) -> list[Markup]:
    trees = list(scatter_points(shape, 780, 190))
    crowns = "".join(f"{line_path(point)}h0" for point in trees)
    small = list(scatter_points(shape, 900, 120, salt=3))
    bushes = "".join(f"{line_path(point)}h0" for point in small)
    tops = "".join(f"{line_path((x - 150, y - 20))}q20-150 190-170" for x, y in trees)
    shades = "".join(f"{line_path((x - 30, y + 175))}q170 10 210-160" for x, y in trees)
    return [
        draw_area(outline_path(shape), "wood-floor"),
        draw_line(bushes, "bush-foot"), draw_line(bushes, "bush"),
        draw_line(crowns, "tree-foot"), draw_line(crowns, "tree"),
        draw_line(tops, "tree-top"), draw_line(shades, "tree-shade"),
    ]  # fmt: skip


def draw_water(shape: Shape) -> list[Markup]:
    waves = "".join(f"{line_path((x - 300, y))}q150-130 300 0t300 0" for x, y in scatter_points(shape, 1150, 420))
    glints = "".join(
        f"{line_path((x - 130, y))}q65-80 130 0t130 0" for x, y in scatter_points(shape, 1300, 420, salt=9)
    )
    inner = outline_path(shape, -190) if shape.rounding > 400 else outline_path(shape.shrunk(0.9))
    return [
        draw_area(outline_path(shape), "water"),
        draw_line(inner, "shallows"),
        draw_line(waves, "wave"),
        draw_line(glints, "glint"),
    ]


# Height


def draw_hill(shape: Shape) -> list[Markup]:
    """Draw contour lines, and strokes down the slope between them."""
    rings = [outline_path(shape.shrunk(part)) for part in (0.74, 0.48, 0.24)]
    strokes = ""
    for part, length in ((1.0, 210), (0.74, 170), (0.48, 130)):
        for (x, y), (ox, oy) in points_along_outline(shape.shrunk(part), 330):
            strokes += f"{line_path((x - ox * 40, y - oy * 40))}l{round_text(-ox * length)} {round_text(-oy * length)}"
    return [
        draw_area(outline_path(shape), "hill"),
        draw_area(rings[0], "hill-up"),
        draw_area(rings[1], "hill-top"),
        draw_line(outline_path(shape) + "".join(rings), "contour"),
        draw_line(strokes, "hachure"),
    ]


def draw_cliff(shape: Shape) -> list[Markup]:
    """Draw a plateau with wedges down its sides."""
    wedges = ""
    for index, ((x, y), (ox, oy)) in enumerate(points_along_outline(shape, 300)):
        length = 330 + 150 * pseudo_random(index, round(x))
        sx, sy = -oy * 105, ox * 105
        wedges += polygon_path([(x + sx, y + sy), (x - sx, y - sy), (x - ox * length, y - oy * length)])
    cracks = "".join(
        f"{line_path((x, y))}l{round_text(140 + 120 * pseudo_random(round(x), 1))} "
        f"{round_text(90 - 180 * pseudo_random(1, round(y)))}l120 60"
        for x, y in scatter_points(shape, 1300, 650)
    )
    return [
        draw_area(outline_path(shape), "rock"),
        draw_area(wedges, "wedge"),
        draw_line(cracks, "crack"),
        draw_line(outline_path(shape), "rock-edge"),
    ]


def draw_gap(shape: Shape) -> list[Markup]:
    """Draw a dark split in the ground with a jagged rim."""
    rim, depths = draw_area(jagged_path(shape, 45, 0), "gap-rim"), draw_area(jagged_path(shape, 260, 4), "gap")
    return [rim, depths, draw_line(depths_path(shape), "gap-lines")]


def jagged_path(shape: Shape, min_depth: float, salt: int) -> str:
    points = []
    for index, ((x, y), (ox, oy)) in enumerate(points_along_outline(shape, 420)):
        depth = min_depth + 130 * pseudo_random(index, round(x + y), salt)
        points.append((x - ox * depth, y - oy * depth))
    return polygon_path(points)


def depths_path(shape: Shape) -> str:
    """Return strokes that lead down from the rim."""
    d = ""
    for index, ((x, y), (ox, oy)) in enumerate(points_along_outline(shape, 210)):
        if index % 3:
            depths = 110, 200 + 190 * pseudo_random(index, round(y))
            d += line_path(*((x - ox * depth, y - oy * depth) for depth in depths))
    return d


def draw_edge(shape: Shape) -> list[Markup]:
    """Draw a row of teeth, where characters may fall."""
    half_length, half_height, slant, middle = oriented_box(shape)
    count = max(2, round(half_length / 260))
    step, teeth, rows = 2 * half_length / count, "", max(1, round(half_height / 330))
    for index in range(count):
        left = -half_length + index * step
        for row in range(rows):
            top, tall = -half_height + (row + 0.15) * 2 * half_height / rows, 1.4 * half_height / rows
            ends = (left + step * 0.12, top + tall), (left + step * 0.5, top), (left + step * 0.88, top + tall)
            teeth += polygon_path([rotate(point, slant, middle) for point in ends])
    return [
        draw_area(outline_path(shape), "brink"),
        draw_area(teeth, "tooth"),
        draw_line(outline_path(shape), "brink-edge"),
    ]


# Buildings


def draw_house(shape: Shape) -> list[Markup]:
    """Draw two tiled slopes with a ridge between them; if it has not four corners, a roof to its middle."""
    if len(shape.corners) != 4:
        return draw_tent_roof(shape)
    half_length, half_height, slant, middle = oriented_box(shape)

    def at(x: float, y: float) -> Point:
        return rotate((x, y), slant, middle)

    upper = polygon_path(
        [at(-half_length, -half_height), at(half_length, -half_height), at(half_length, 0), at(-half_length, 0)]
    )
    lower = polygon_path(
        [at(-half_length, 0), at(half_length, 0), at(half_length, half_height), at(-half_length, half_height)]
    )
    tiles = ""
    rows = max(2, round(half_height / 300))
    for side in (-1, 1):
        for row in range(rows):
            y0, y1 = side * half_height * row / rows, side * half_height * (row + 1) / rows
            tiles += line_path(at(-half_length, y1), at(half_length, y1))
            count = max(2, round(2 * half_length / 330))
            for index in range(count + 1):
                x = -half_length + (index + (row % 2) * 0.5) * 2 * half_length / count
                if x < half_length:
                    tiles += line_path(at(x, y0), at(x, y1))
    ridge = line_path(at(-half_length, 0), at(half_length, 0))
    left, top = half_length * 0.42, -half_height * 0.62
    flue = [at(left, top), at(left + 420, top), at(left + 420, top + 420), at(left, top + 420)]
    mx, my = sum(x for x, _ in flue) / 4, sum(y for _, y in flue) / 4
    hole = polygon_path([(x + (mx - x) * 0.45, y + (my - y) * 0.45) for x, y in flue])
    return [
        draw_area(upper, "roof-lit"), draw_area(lower, "roof"), draw_line(tiles, "tile"), draw_line(ridge, "ridge"),
        draw_line(outline_path(shape), "house-edge"), draw_area(polygon_path(flue), "flue"),
        draw_area(hole, "flue-hole"),
    ]  # fmt: skip


def draw_tent_roof(shape: Shape) -> list[Markup]:
    hips = ""
    if len(shape.corners) > 2:
        hips = "".join(line_path(corner, shape.middle) for corner in shape.corners)
    rings = "".join(outline_path(shape.shrunk(part)) for part in (0.8, 0.6, 0.4, 0.2))
    return [
        draw_area(outline_path(shape), "roof"), draw_line(rings, "tile"), draw_line(hips, "ridge"),
        draw_line(outline_path(shape), "house-edge"),
    ]  # fmt: skip


def draw_door(shape: Shape) -> list[Markup]:
    """Draw boards across, and two bands of iron along."""
    half_length, half_height, slant, middle = oriented_box(shape)

    def line(*points: Point) -> str:
        return line_path(*(rotate(point, slant, middle) for point in points))

    count = max(2, round(2 * half_length / 330))
    seams = [-half_length + index * 2 * half_length / count for index in range(1, count)]
    boards = "".join(line((x, -half_height), (x, half_height)) for x in seams)
    bands = "".join(line((-half_length, y), (half_length, y)) for y in (-half_height * 0.6, half_height * 0.6))
    return [
        draw_area(outline_path(shape), "boards"), draw_line(boards, "board"), draw_line(bands, "iron"),
        draw_line(outline_path(shape), "door-edge"),
    ]  # fmt: skip


TERRAIN_ART: dict[int, Callable[[Shape], list[Markup]]] = {
    TerrainKind.WALL: draw_wall,
    TerrainKind.PILLAR: draw_pillar,
    TerrainKind.WOOD: draw_wood,
    TerrainKind.WATER: draw_water,
    TerrainKind.HILL: draw_hill,
    TerrainKind.HOUSE: draw_house,
    TerrainKind.DOOR: draw_door,
    TerrainKind.CLIFF: draw_cliff,
    TerrainKind.GAP: draw_gap,
    TerrainKind.EDGE: draw_edge,
}
