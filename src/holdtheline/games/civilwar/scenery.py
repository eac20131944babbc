"""The land of a battle: colours, and a pattern for each terrain, so that none is told by its colour alone.

The art of a terrain lies on its hexes and is never touched. What borders on its like runs together: woods
grow over the side, hills have hachures only around the whole ridge, and so have walls and earthworks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from ...core.hexes import NOWHERE, neighbour
from ...core.svg import Markup, element, group, palette, path
from . import ways
from .battle import Ground, Terrain
from .layout import HALF, POINT, map_size, middle, outline, points
from .patterns import clear, drawn, entrenchment, fence, fort, hill, scattered, swamp, town, woods

COLOURS = {
    "sheet": ("#efe4c8", "#171c24"),
    "paper": ("#f7efda", "#1f2630"),
    "neat": ("#8b7650", "#6d6a58"),
    "clear": ("#e6e3bf", "#313c36"),
    "woods": ("#ccd6a6", "#27382e"),
    "hill": ("#e2d2a2", "#433f31"),
    "town": ("#e9d9b8", "#413a35"),
    "swamp": ("#cfd8bd", "#2a3a38"),
    "grid": ("#9a8a5f", "#66705f"),
    "blade": ("#b3b884", "#4b5a4c"),
    "leaf": ("#a9bd85", "#41604a"),
    "leaf-lit": ("#c6d4a4", "#54775a"),
    "leaf-dim": ("#5d7346", "#1a281f"),
    "reed": ("#5d7346", "#8fb596"),
    "hachure": ("#8a6b3b", "#b39d6c"),
    "wall": ("#a59a86", "#8d8b84"),
    "wall-dim": ("#5f584b", "#1b1d1e"),
    "earth": ("#b98d56", "#9b7a4c"),
    "earth-dim": ("#6d4d25", "#d9bd8a"),
    "water": ("#a9c8cf", "#2c5266"),
    "bank": ("#5f8792", "#7fa9b8"),
    "road": ("#d9b983", "#9a8562"),
    "road-edge": ("#8c6a3b", "#2a241b"),
    "house": ("#a8573f", "#b9705a"),
    "house-lit": ("#f0e2c6", "#e2d3b4"),
    "drawn": ("#4a3d2a", "#0f1215"),
    "halo": ("#f5eed8", "#1b2226"),
    "place": ("#3a2f1e", "#f0e6cf"),
    "coordinate": ("#6a5a38", "#b3b5a2"),
}
GROUND = {Terrain.WOODS: "woods", Terrain.HILL: "hill", Terrain.TOWN: "town", Terrain.SWAMP: "swamp"}
"""The colour under the art; all others lie on a clear hex."""

STYLE = (
    palette("htl-civilwar", COLOURS)
    + "".join(
        f".htl-civilwar .htl-{name}{{fill:var(--htl-{name})}}\n"
        for name in ("sheet", "clear", "woods", "hill", "town", "swamp", "house", "house-lit")
    )
    + """\
.htl-civilwar .htl-scene{pointer-events:none}
.htl-civilwar .htl-line{fill:none;stroke-linecap:round;stroke-linejoin:round}
.htl-civilwar .htl-hex{stroke:var(--htl-grid);stroke-width:1;stroke-opacity:.55}
.htl-civilwar .htl-blade{stroke:var(--htl-blade);stroke-width:2.4}
.htl-civilwar .htl-tree-foot{stroke:var(--htl-leaf-dim);stroke-width:23}
.htl-civilwar .htl-tree{stroke:var(--htl-leaf);stroke-width:20.5}
.htl-civilwar .htl-tree-top{stroke:var(--htl-leaf-lit);stroke-width:2}
.htl-civilwar .htl-tree-shade{stroke:var(--htl-leaf-dim);stroke-width:1.5}
.htl-civilwar .htl-hachure{fill:var(--htl-hachure)}
.htl-civilwar .htl-wall-foot{stroke:var(--htl-wall-dim);stroke-width:8.5;stroke-linecap:butt}
.htl-civilwar .htl-wall{stroke:var(--htl-wall);stroke-width:6;stroke-dasharray:8 2;stroke-linecap:butt}
.htl-civilwar .htl-earth{fill:var(--htl-earth);stroke:var(--htl-earth-dim);stroke-width:1.2}
.htl-civilwar .htl-parapet{stroke:var(--htl-earth-dim);stroke-width:3}
.htl-civilwar .htl-bank-river{stroke:var(--htl-bank);stroke-width:68}
.htl-civilwar .htl-river{stroke:var(--htl-water);stroke-width:64}
.htl-civilwar .htl-bank-creek{stroke:var(--htl-bank);stroke-width:14}
.htl-civilwar .htl-creek{stroke:var(--htl-water);stroke-width:10.5}
.htl-civilwar .htl-ripple{stroke:var(--htl-bank);stroke-width:1.8;opacity:.8}
.htl-civilwar .htl-reed{stroke:var(--htl-reed);stroke-width:1.8}
.htl-civilwar .htl-road-edge{stroke:var(--htl-road-edge);stroke-width:9}
.htl-civilwar .htl-road{stroke:var(--htl-road);stroke-width:6}
.htl-civilwar .htl-stones{stroke:var(--htl-house-lit);stroke-width:6.5;stroke-dasharray:0 10}
.htl-civilwar .htl-stones-edge{stroke:var(--htl-drawn);stroke-width:8.5;stroke-dasharray:0 10}
.htl-civilwar .htl-deck{fill:var(--htl-house-lit);stroke:var(--htl-drawn);stroke-width:1.4}
.htl-civilwar .htl-rail{stroke:var(--htl-drawn);stroke-width:3}
.htl-civilwar .htl-inked{stroke:var(--htl-drawn);stroke-width:1.3;stroke-linejoin:round}
.htl-civilwar .htl-neat{fill:none;stroke:var(--htl-neat);stroke-width:3}
.htl-civilwar .htl-neat-thin{fill:none;stroke:var(--htl-neat);stroke-width:1}
.htl-civilwar .htl-edge{fill:none;stroke:var(--htl-neat);stroke-width:2;stroke-linejoin:round}
"""
)


@lru_cache(maxsize=32)
def land(ground: Ground) -> Markup:
    """Everything that lies on the hexes, and the sheet around them."""
    by_kind: dict[Terrain, list[int]] = {terrain: [] for terrain in Terrain}
    for hex_, terrain in enumerate(ground.terrain):
        by_kind[terrain].append(hex_)
    parts = [part for terrain, hexes in by_kind.items() if hexes for part in ART[terrain](ground, hexes)]
    return group(*waters(ground), *roads(ground), *parts, *surround(ground), class_="htl-scene")


def surround(ground: Ground) -> Iterator[Markup]:
    """The sheet covers what runs off the map; the neat line frames it."""
    edge = f"M{points(outline(ground))}z"
    yield path(frame(ground, 80) + edge, "htl-sheet", fill_rule="evenodd")
    yield path(edge, "htl-edge")
    yield path(frame(ground, 9), "htl-neat-thin")
    yield path(frame(ground, 14), "htl-neat")


def frame(ground: Ground, gap: float) -> str:
    (wide, high), (x, y) = map_size(ground), middle(0, ground.width)
    left, top = x - HALF - gap, y - POINT - gap
    return f"M{left:.1f} {top:.1f}h{wide + 2 * gap:.1f}v{high + 2 * gap:.1f}H{left:.1f}z"


# Lines


def waters(ground: Ground) -> list[Markup]:
    flow = ways.waters(ground)
    wet = [hex_ for hex_, terrain in enumerate(ground.terrain) if terrain in ways.WATER]
    broad = [hex_ for hex_ in wet if is_broad(ground, hex_, flow)]
    wide = {hex_: [way for way in flow[hex_] if leads_to(ground, hex_, way, broad)] for hex_ in broad}
    slim = {hex_: [way for way in flow[hex_] if way not in wide.get(hex_, ())] for hex_ in wet}
    river = ways.lines(wide, broad, ground.width)
    brooks = [hex_ for hex_ in wet if slim[hex_] or hex_ not in broad]
    creek = ways.lines(slim, brooks, ground.width, ways.WAVE)
    ripples = scattered(ground, broad, RIPPLES, "q4-4 8 0t8 0")
    return [
        drawn(river, "bank-river"), drawn(creek, "bank-creek"), drawn(river, "river"), drawn(creek, "creek"),
        drawn(ripples, "ripple"),
    ]  # fmt: skip


RIPPLES = (((-20, -14), (2, 2), (-12, 16)), ((-4, -16), (-18, 4), (4, 18)))


def leads_to(ground: Ground, hex_: int, way: int, broad: Sequence[int]) -> bool:
    """Whether the river goes on there; off the map it does."""
    there = int(neighbour(hex_, way, ground.width, ground.height))
    return there == NOWHERE or there in broad


def is_broad(ground: Ground, hex_: int, flow: ways.Ways) -> bool:
    """A river, or a crossing that has more of a river beside it than of a creek."""
    if ground.terrain[hex_] == Terrain.RIVER:
        return True
    there = [int(neighbour(hex_, way, ground.width, ground.height)) for way in flow[hex_]]
    beside = [ground.terrain[other] for other in there if other != NOWHERE]
    return ground.terrain[hex_] != Terrain.CREEK and beside.count(Terrain.RIVER) > beside.count(Terrain.CREEK)


def roads(ground: Ground) -> list[Markup]:
    trails = ways.roads(ground)
    lines = ways.lines(trails, [hex_ for hex_, way in trails.items() if way], ground.width)
    return [drawn(lines, "road-edge"), drawn(lines, "road")]


def bridge(ground: Ground, hexes: list[int]) -> list[Markup]:
    deck, rails = path("M-34-7.5h68v15h-68z", "htl-deck"), drawn("M-38-9h76M-38 9h76", "rail")
    return [crossing(ground, hex_, deck, rails) for hex_ in hexes]


def ford(ground: Ground, hexes: list[int]) -> list[Markup]:
    return [
        crossing(ground, hex_, drawn("M-30 0h61", "stones-edge"), drawn("M-30 0h61", "stones"))
        for hex_ in hexes
    ]


def crossing(ground: Ground, hex_: int, *parts: Markup) -> Markup:
    """Along its road where that bends over the water, else straight across the water."""
    road, water = ways.roads(ground)[hex_], ways.waters(ground)[hex_]
    (dx, dy), angle = ways.bend(road or water), ways.slant(road) if road else ways.slant(water) + 90
    x, y = middle(hex_, ground.width)
    return element("g", *parts, transform=f"translate({x + dx:.1f} {y + dy:.1f}) rotate({angle:.0f})")


def nothing(ground: Ground, hexes: list[int]) -> list[Markup]:
    return []


ART: dict[Terrain, Callable[[Ground, list[int]], list[Markup]]] = {
    Terrain.CLEAR: clear,
    Terrain.WOODS: woods,
    Terrain.HILL: hill,
    Terrain.TOWN: town,
    Terrain.FENCE: fence,
    Terrain.ENTRENCHMENT: entrenchment,
    Terrain.FORT: fort,
    Terrain.CREEK: nothing,
    Terrain.RIVER: nothing,
    Terrain.BRIDGE: bridge,
    Terrain.FORD: ford,
    Terrain.SWAMP: swamp,
    Terrain.ROAD: nothing,
}
