"""The palette of the editor: the terrain and pieces to choose from, the limits, and how the map is laid out."""

from __future__ import annotations

from typing import Any

from ..rules.terrain import DIE_MODIFIER, STOPS_MOVEMENT, TERRAIN_LETTERS, Terrain
from ..scenario import parse
from ..state import (
    FULL_STRENGTH,
    MAX_COLUMNS,
    MAX_PIECES,
    MAX_ROWS,
    MAX_VICTORY_HEXES,
    MIN_COLUMNS,
    MIN_ROWS,
    SEATS,
    LastTurnWinner,
    MapEdge,
    Morale,
    PieceKind,
)
from ..text.briefing import LAST_TURN_TEXTS
from ..view.svg.layout import HEX_RADIUS, HEX_WIDTH, MARGIN, ROW_HEIGHT
from .preview import TOP

TERRAIN_DESCRIPTIONS = {
    Terrain.CLEAR: "Open ground.",
    Terrain.WOODS: "Blocks sight. A unit stops when it enters.",
    Terrain.HILL: "High ground: it blocks sight, and a unit stops when it enters.",
    Terrain.TOWN: "Blocks sight.",
    Terrain.FENCE: "Walls and fences give cover.",
    Terrain.ENTRENCHMENT: "Gives cover. A unit stops when it enters.",
    Terrain.FORT: "Gives the best cover, and blocks sight. A unit stops when it enters.",
    Terrain.CREEK: "A unit stops when it enters, and is easier to hit.",
    Terrain.RIVER: "Only gunboats enter it.",
    Terrain.BRIDGE: "A road across water.",
    Terrain.FORD: "Units cross water here, and stop when they enter.",
    Terrain.SWAMP: "No piece can enter it.",
    Terrain.ROAD: "Open ground with a road, which joins roads, bridges and towns beside it.",
}


def palette() -> dict[str, Any]:
    """Return everything that the forms of the editor offer, as JSON."""
    return {
        "limits": limits(),
        "layout": {"hex": HEX_WIDTH, "radius": HEX_RADIUS, "row": ROW_HEIGHT, "margin": MARGIN, "top": TOP},
        "terrain": [terrain_json(terrain) for terrain in Terrain],
        "kinds": [{"kind": kind.name.lower(), "blocks": FULL_STRENGTH[kind]} for kind in PieceKind],
        "sides": list(SEATS),
        "morales": [morale.name.lower() for morale in Morale],
        "edges": [edge.name.lower() for edge in MapEdge],
        "winners": [{"winner": winner.name.lower(), "sentence": LAST_TURN_TEXTS[winner]} for winner in LastTurnWinner],
        "battles": [{"name": name, "title": parse.load_scenario(name).title} for name in parse.list_scenarios()],
    }


def terrain_json(terrain: Terrain) -> dict[str, Any]:
    return {
        "kind": terrain.name.lower(),
        "letter": TERRAIN_LETTERS[terrain],
        "sentence": TERRAIN_DESCRIPTIONS[terrain],
        "dice": int(DIE_MODIFIER[terrain]),
        "stops": bool(STOPS_MOVEMENT[terrain]),
    }


def limits() -> dict[str, Any]:
    return {
        "columns": [MIN_COLUMNS, MAX_COLUMNS],
        "rows": [MIN_ROWS, MAX_ROWS],
        "pieces": MAX_PIECES,
        "points": MAX_VICTORY_HEXES,
        "turns": parse.MAX_TURNS,
        "command": parse.MAX_COMMAND,
        "vp": parse.MAX_VP,
        "worth": parse.MAX_HEX_VP,
        "name": parse.MAX_NAME_LENGTH,
        "label": parse.MAX_LABEL_LENGTH,
        "line": parse.MAX_LINE_LENGTH,
        "source": parse.MAX_SOURCE_LENGTH,
    }
