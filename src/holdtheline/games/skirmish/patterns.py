"""The art of each kind of terrain: told by its lines, never by its colour alone.

Walls are stone upon stone, woods are crowns, water has waves, hills have contour lines, houses have a ridge
and tiles, doors are boards, cliffs fall off in wedges, gaps are dark and jagged, edges are teeth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from ...core.svg import Markup, path
from .outlines import (
    Shape,
    Spot,
    along,
    chance,
    circle,
    moved_to,
    outline,
    polygon,
    scattered,
    whole,
)
from .state import Ground

COURSE = 260
"""How high a row of stones is."""


def line(d: str, class_: str) -> Markup:
    return path(d, f"htl-line htl-{class_}")


def area(d: str, class_: str) -> Markup:
    return path(d, f"htl-{class_}")


# Stone


def wall(shape: Shape) -> list[Markup]:
    edge = outline(shape)
    stones = "".join(laid(shape))
    lit = "".join(laid(shape, lit=True))
    return [area(edge, "wall-foot"), area(stones, "stone"), area(lit, "stone-lit")]


def laid(shape: Shape, lit: bool = False) -> Iterator[str]:
    """Stones in courses along the longest edge; every third or so is lit."""
    long, high, slant, (mx, my) = frame_of(shape)
    rows = max(1, round(2 * high / COURSE))
    step = 2 * high / rows
    for row in range(rows):
        x = -long + (0 if row % 2 else -step * 0.6)
        place = 0
        while x < long:
            width = step * (1.3 + 1.1 * chance(place, row, round(mx + my)))
            left, right = max(x, -long) + 22, min(x + width, long) - 22
            top = -high + row * step + 22
            if right - left > 60 and (chance(place, row, 5) < 0.34) == lit:
                ends = [(left, top), (right, top), (right, top + step - 44), (left, top + step - 44)]
                spots = [turned(spot, slant, (mx, my)) for spot in ends]
                if min(shape.depth(*spot) for spot in spots) > (-40 if len(shape.corners) == 2 else 0):
                    yield polygon(spots)
            x += width
            place += 1


def frame_of(shape: Shape) -> tuple[float, float, float, Spot]:
    """Half the length and half the height of the box along the longest edge, its slant, and its middle."""
    slant = math.radians(shape.slant)
    ux, uy = math.cos(slant), math.sin(slant)
    far = [x * ux + y * uy for x, y in shape.corners]
    deep = [y * ux - x * uy for x, y in shape.corners]
    r = shape.rounding
    along_, across = (max(far) + min(far)) / 2, (max(deep) + min(deep)) / 2
    middle = along_ * ux - across * uy, along_ * uy + across * ux
    return (max(far) - min(far)) / 2 + r, (max(deep) - min(deep)) / 2 + r, slant, middle


def turned(spot: Spot, slant: float, middle: Spot) -> Spot:
    x, y = spot
    cos, sin = math.cos(slant), math.sin(slant)
    return middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos


def pillar(shape: Shape) -> list[Markup]:
    """A drum of stone from above, with its flutes."""
    if len(shape.corners) > 1:
        return wall(shape)
    (x, y), r = shape.corners[0], shape.rounding
    flutes = ""
    for place in range(12):
        way = math.cos(math.pi * place / 6), math.sin(math.pi * place / 6)
        flutes += moved_to((x + way[0] * r * 0.68, y + way[1] * r * 0.68))
        flutes += f"L{whole(x + way[0] * r * 0.93)} {whole(y + way[1] * r * 0.93)}"
    gleam = f"M{whole(x - r * 0.36)} {whole(y - r * 0.05)}a{whole(r * 0.38)} {whole(r * 0.38)} 0 0 1 "
    gleam += f"{whole(r * 0.34)}-{whole(r * 0.33)}"
    return [
        area(circle((x, y), r), "wall-foot"),
        area(circle((x, y), r * 0.94), "stone"),
        line(flutes, "joint"),
        area(circle((x, y), r * 0.62), "stone-lit"),
        line(gleam, "gleam"),
    ]


# Growth and water


def wood(shape: Shape) -> list[Markup]:
    trees = list(scattered(shape, 780, 190))
    crowns = "".join(f"{moved_to(spot)}h0" for spot in trees)
    small = list(scattered(shape, 900, 120, salt=3))
    bushes = "".join(f"{moved_to(spot)}h0" for spot in small)
    tops = "".join(f"{moved_to((x - 150, y - 20))}q20-150 190-170" for x, y in trees)
    shades = "".join(f"{moved_to((x - 30, y + 175))}q170 10 210-160" for x, y in trees)
    return [
        area(outline(shape), "wood-floor"),
        line(bushes, "bush-foot"), line(bushes, "bush"),
        line(crowns, "tree-foot"), line(crowns, "tree"),
        line(tops, "tree-top"), line(shades, "tree-shade"),
    ]  # fmt: skip


def water(shape: Shape) -> list[Markup]:
    waves = "".join(f"{moved_to((x - 300, y))}q150-130 300 0t300 0" for x, y in scattered(shape, 1150, 420))
    glints = "".join(
        f"{moved_to((x - 130, y))}q65-80 130 0t130 0" for x, y in scattered(shape, 1300, 420, salt=9)
    )
    inner = outline(shape, -190) if shape.rounding > 400 else outline(shape.shrunk(0.9))
    return [
        area(outline(shape), "water"),
        line(inner, "shallows"),
        line(waves, "wave"),
        line(glints, "glint"),
    ]


# Height


def hill(shape: Shape) -> list[Markup]:
    """Contour lines, and strokes down the slope between them."""
    rings = [outline(shape.shrunk(part)) for part in (0.74, 0.48, 0.24)]
    strokes = ""
    for part, long in ((1.0, 210), (0.74, 170), (0.48, 130)):
        for (x, y), (ox, oy) in along(shape.shrunk(part), 330):
            strokes += f"{moved_to((x - ox * 40, y - oy * 40))}l{whole(-ox * long)} {whole(-oy * long)}"
    return [
        area(outline(shape), "hill"),
        area(rings[0], "hill-up"),
        area(rings[1], "hill-top"),
        line(outline(shape) + "".join(rings), "contour"),
        line(strokes, "hachure"),
    ]


def cliff(shape: Shape) -> list[Markup]:
    """A table of rock, with wedges down its sides."""
    wedges = ""
    for place, ((x, y), (ox, oy)) in enumerate(along(shape, 300)):
        long = 330 + 150 * chance(place, round(x))
        sx, sy = -oy * 105, ox * 105
        wedges += f"{moved_to((x + sx, y + sy))}L{whole(x - sx)} {whole(y - sy)}"
        wedges += f"L{whole(x - ox * long)} {whole(y - oy * long)}z"
    cracks = "".join(
        f"{moved_to((x, y))}l{whole(140 + 120 * chance(round(x), 1))} "
        f"{whole(90 - 180 * chance(1, round(y)))}l120 60"
        for x, y in scattered(shape, 1300, 650)
    )
    return [
        area(outline(shape), "rock"),
        area(wedges, "wedge"),
        line(cracks, "crack"),
        line(outline(shape), "rock-edge"),
    ]


def gap(shape: Shape) -> list[Markup]:
    """A split in the ground: dark, with a jagged rim and the dark going down in it."""
    outer = jagged(shape, 45, 0)
    inner = jagged(shape, 260, 4)
    return [area(outer, "gap-rim"), area(inner, "gap"), line(depths(shape), "gap-lines")]


def jagged(shape: Shape, least: float, salt: int) -> str:
    spots = []
    for place, ((x, y), (ox, oy)) in enumerate(along(shape, 420)):
        deep = least + 130 * chance(place, round(x + y), salt)
        spots.append((x - ox * deep, y - oy * deep))
    return polygon(spots)


def depths(shape: Shape) -> str:
    """Strokes that fall away from the rim."""
    d = ""
    for place, ((x, y), (ox, oy)) in enumerate(along(shape, 210)):
        if place % 3:
            near, far = 110, 200 + 190 * chance(place, round(y))
            d += f"{moved_to((x - ox * near, y - oy * near))}L{whole(x - ox * far)} {whole(y - oy * far)}"
    return d


def brink(shape: Shape) -> list[Markup]:
    """Where one may fall: teeth in a row, all along."""
    long, high, slant, middle = frame_of(shape)
    count = max(2, round(long / 260))
    step, teeth, rows = 2 * long / count, "", max(1, round(high / 330))
    for place in range(count):
        left = -long + place * step
        for row in range(rows):
            top, tall = -high + (row + 0.15) * 2 * high / rows, 1.4 * high / rows
            ends = (
                (left + step * 0.12, top + tall),
                (left + step * 0.5, top),
                (left + step * 0.88, top + tall),
            )
            teeth += polygon([turned(spot, slant, middle) for spot in ends])
    return [area(outline(shape), "brink"), area(teeth, "tooth"), line(outline(shape), "brink-edge")]


# Buildings


def house(shape: Shape) -> list[Markup]:
    """Two slopes with tiles and a ridge between them; any other plan has a roof to its middle."""
    if len(shape.corners) != 4:
        return tent(shape)
    long, high, slant, middle = frame_of(shape)

    def at(x: float, y: float) -> Spot:
        return turned((x, y), slant, middle)

    upper = polygon([at(-long, -high), at(long, -high), at(long, 0), at(-long, 0)])
    lower = polygon([at(-long, 0), at(long, 0), at(long, high), at(-long, high)])
    tiles = ""
    for side, rows in ((-1, max(2, round(high / 300))), (1, max(2, round(high / 300)))):
        for row in range(rows):
            y0, y1 = side * high * row / rows, side * high * (row + 1) / rows
            tiles += f"{moved_to(at(-long, y1))}L{spot_text(at(long, y1))}"
            count = max(2, round(2 * long / 330))
            for place in range(count + 1):
                x = -long + (place + (row % 2) * 0.5) * 2 * long / count
                if x < long:
                    tiles += f"{moved_to(at(x, y0))}L{spot_text(at(x, y1))}"
    ridge = f"{moved_to(at(-long, 0))}L{spot_text(at(long, 0))}"
    flue = [at(long * 0.42, -high * 0.62), at(long * 0.42 + 420, -high * 0.62)]
    flue += [at(long * 0.42 + 420, -high * 0.62 + 420), at(long * 0.42, -high * 0.62 + 420)]
    hole = polygon(
        [(x + (middle_of(flue)[0] - x) * 0.45, y + (middle_of(flue)[1] - y) * 0.45) for x, y in flue]
    )
    return [
        area(upper, "roof-lit"), area(lower, "roof"), line(tiles, "tile"), line(ridge, "ridge"),
        line(outline(shape), "house-edge"), area(polygon(flue), "flue"), area(hole, "flue-hole"),
    ]  # fmt: skip


def middle_of(spots: list[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def spot_text(spot: Spot) -> str:
    return f"{whole(spot[0])} {whole(spot[1])}"


def tent(shape: Shape) -> list[Markup]:
    hips = ""
    if len(shape.corners) > 2:
        hips = "".join(f"{moved_to(corner)}L{spot_text(shape.middle)}" for corner in shape.corners)
    rings = "".join(outline(shape.shrunk(part)) for part in (0.8, 0.6, 0.4, 0.2))
    return [
        area(outline(shape), "roof"), line(rings, "tile"), line(hips, "ridge"),
        line(outline(shape), "house-edge"),
    ]  # fmt: skip


def door(shape: Shape) -> list[Markup]:
    """Boards across, and two bands of iron along."""
    long, high, slant, middle = frame_of(shape)

    def at(x: float, y: float) -> str:
        return spot_text(turned((x, y), slant, middle))

    count = max(2, round(2 * long / 330))
    boards = "".join(
        f"M{at(-long + place * 2 * long / count, -high)}L{at(-long + place * 2 * long / count, high)}"
        for place in range(1, count)
    )
    bands = "".join(f"M{at(-long, side * high * 0.6)}L{at(long, side * high * 0.6)}" for side in (-1, 1))
    return [
        area(outline(shape), "boards"), line(boards, "board"), line(bands, "iron"),
        line(outline(shape), "door-edge"),
    ]  # fmt: skip


ART: dict[int, Callable[[Shape], list[Markup]]] = {
    Ground.WALL: wall,
    Ground.PILLAR: pillar,
    Ground.WOOD: wood,
    Ground.WATER: water,
    Ground.HILL: hill,
    Ground.HOUSE: house,
    Ground.DOOR: door,
    Ground.CLIFF: cliff,
    Ground.GAP: gap,
    Ground.EDGE: brink,
}
