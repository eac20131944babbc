"""Draw the terrain: its colours, the pattern of each terrain, and the border of the map.

Every terrain has a pattern, so that none is recognised by its colour alone. The art cannot be clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from .....core.svg import Markup, css_palette, group, path
from ...rules.terrain import Terrain
from ...scenario.model import BattleMap
from . import roads_and_rivers, terrain_patterns
from .layout import HALF_HEX, HEX_RADIUS, format_points, hex_centre, map_outline, map_size

TERRAIN_COLOURS = {
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
GROUND_COLOURS = {Terrain.WOODS: "woods", Terrain.HILL: "hill", Terrain.TOWN: "town", Terrain.SWAMP: "swamp"}
"""The colour of the hex; all other terrain lies on a clear hex."""

TERRAIN_STYLE = (
    css_palette("htl-civilwar", TERRAIN_COLOURS)
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
def draw_terrain(battle_map: BattleMap) -> Markup:
    """Draw everything that lies on the hexes, and the sheet around them."""
    parts = [*roads_and_rivers.draw_waters(battle_map), *roads_and_rivers.draw_roads(battle_map)]
    for terrain, draw in TERRAIN_ART.items():
        if hexes := [hex_ for hex_, there in enumerate(battle_map.terrain) if there == terrain]:
            parts += draw(battle_map, hexes)
    return group(*parts, *draw_map_border(battle_map), class_="htl-scene")


def draw_map_border(battle_map: BattleMap) -> Iterator[Markup]:
    """Cover what runs off the map with the sheet, and frame it with the neat line."""
    edge = f"M{format_points(map_outline(battle_map))}z"
    yield path(frame_path(battle_map, 80) + edge, "htl-sheet", fill_rule="evenodd")
    yield path(edge, "htl-edge")
    yield path(frame_path(battle_map, 9), "htl-neat-thin")
    yield path(frame_path(battle_map, 14), "htl-neat")


def frame_path(battle_map: BattleMap, gap: float) -> str:
    (wide, high), (x, y) = map_size(battle_map), hex_centre(0, battle_map.width)
    left, top = x - HALF_HEX - gap, y - HEX_RADIUS - gap
    return f"M{left:.1f} {top:.1f}h{wide + 2 * gap:.1f}v{high + 2 * gap:.1f}H{left:.1f}z"


TERRAIN_ART: dict[Terrain, Callable[[BattleMap, list[int]], list[Markup]]] = {
    Terrain.CLEAR: terrain_patterns.draw_clear,
    Terrain.WOODS: terrain_patterns.draw_woods,
    Terrain.HILL: terrain_patterns.draw_hills,
    Terrain.TOWN: terrain_patterns.draw_towns,
    Terrain.FENCE: terrain_patterns.draw_fences,
    Terrain.ENTRENCHMENT: terrain_patterns.draw_entrenchments,
    Terrain.FORT: terrain_patterns.draw_forts,
    Terrain.BRIDGE: roads_and_rivers.draw_bridges,
    Terrain.FORD: roads_and_rivers.draw_fords,
    Terrain.SWAMP: terrain_patterns.draw_swamps,
}
