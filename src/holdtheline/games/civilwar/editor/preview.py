"""Draw a draft: its map, and all of its pieces and VP hexes that can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.hexes import OFF_MAP
from ....core.svg import element, format_number, rect, svg_document
from ..rules.terrain import TERRAIN_LETTERS, Terrain
from ..scenario.model import BattleMap, Scenario
from ..state import (
    FULL_STRENGTH,
    MAX_COLUMNS,
    MAX_ROWS,
    SEATS,
    LastTurnWinner,
    MapEdge,
    Morale,
    PieceKind,
    Side,
)
from ..view.scene import Block, Flag
from ..view.svg import battle_map as map_drawing
from ..view.svg import terrain
from ..view.svg.layout import HEADER_HEIGHT, map_size, page_width
from ..view.svg.picture import ALL_STYLES

TOP = 24
"""The space above the map, for its frame."""
MAX_DRAWN = 200
"""Pieces, and VP hexes, that are drawn; more than a file may have, so that a faulty draft costs little."""
MAX_NAME = 60
KIND_BY_WORD: Mapping[str, PieceKind] = {kind.name.lower(): kind for kind in PieceKind if kind != PieceKind.LEADER}
MORALE_BY_WORD = {morale.name.lower(): morale + 1 for morale in Morale}


def draw_draft(fields: Mapping[str, Any]) -> str | None:
    """Draw the fields of a file that may have faults; return None if there is no map."""
    hex_map = readable_map(fields.get("map"))
    if hex_map is None:
        return None
    scenario = make_scenario(hex_map, fields)
    blocks = list(readable_blocks(hex_map, fields))
    flags = list(readable_flags(hex_map, fields))
    size = page_width(hex_map), round(map_size(hex_map)[1] + 2 * TOP)
    drawn = element(
        "g",
        *map_drawing.draw_hexes(scenario, flags),
        terrain.draw_terrain(hex_map),
        map_drawing.draw_names(scenario, blocks, flags),
        *map_drawing.draw_stacks(hex_map, blocks, frozenset()),
        *map_drawing.draw_flags(hex_map, blocks, flags),
        transform=f"translate(0 {format_number(TOP - HEADER_HEIGHT)})",
    )
    labels = ("The map", "The map of the battle", "")
    return svg_document("htl-civilwar", size, labels, ALL_STYLES, rect(0, 0, *size, "htl-sheet htl-scene"), drawn)


def readable_map(drawn: object) -> BattleMap | None:
    """Return the map; an unknown letter, or a hex that a row lacks, is clear."""
    rows = [line.split() for line in drawn.rstrip().split("\n")] if isinstance(drawn, str) else []
    width, height = min(len(rows[0]), MAX_COLUMNS) if rows else 0, min(len(rows), MAX_ROWS)
    if not width:
        return None
    cells = [(row + [""] * width)[:width] for row in rows[:height]]
    return BattleMap(width, height, tuple(terrain_of(letter) for row in cells for letter in row))


def terrain_of(letter: str) -> Terrain:
    return Terrain(TERRAIN_LETTERS.index(letter)) if len(letter) == 1 and letter in TERRAIN_LETTERS else Terrain.CLEAR


def make_scenario(hex_map: BattleMap, fields: Mapping[str, Any]) -> Scenario:
    """Return a scenario with this map and its labels, and nothing else."""
    names = fields.get("names")
    labels = [
        (hex_map.hex_named(name), label[:MAX_NAME])
        for name, label in (names.items() if isinstance(names, Mapping) else ())
        if isinstance(label, str) and hex_map.hex_named(name) != OFF_MAP
    ]
    return Scenario(
        name="own",
        title="",
        date="",
        place="",
        history="",
        sources=(),
        favoured_side=None,
        turns=1,
        first_side=Side.UNION,
        last_turn_winner=LastTurnWinner.NOBODY,
        command=(0, 0),
        vp_to_win=(1, 1),
        vp_live=(1, 1),
        home_edge=(MapEdge.NORTH, MapEdge.SOUTH),
        battle_map=hex_map,
        labels=tuple(labels),
        victory_hexes=(),
        pieces=(),
        rallies=(True, True),
        moves_from=(1, 1),
    )


# Tables that can be read


def readable_tables(fields: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    value = fields.get(name)
    return [table for table in value[:MAX_DRAWN] if isinstance(table, Mapping)] if isinstance(value, list) else []


def readable_hex(hex_map: BattleMap, table: Mapping[str, Any]) -> int:
    name = table.get("hex")
    return hex_map.hex_named(name) if isinstance(name, str) else OFF_MAP


def readable_number(value: object, minimum: int, maximum: int, otherwise: int) -> int:
    return min(max(value, minimum), maximum) if isinstance(value, int) else otherwise


def readable_blocks(hex_map: BattleMap, fields: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the pieces on the map: a piece needs a side, a kind and a hex."""
    special = fields.get("special")
    fixed = special.get("fixed") if isinstance(special, Mapping) else None
    tables: list[tuple[Mapping[str, Any], PieceKind | None]] = [
        (table, KIND_BY_WORD.get(str(table.get("kind")))) for table in readable_tables(fields, "unit")
    ]
    tables += [(table, PieceKind.LEADER) for table in readable_tables(fields, "leader")]
    for number, (table, kind) in enumerate(tables):
        hex_ = readable_hex(hex_map, table)
        if kind is None or hex_ == OFF_MAP or table.get("side") not in SEATS or table.get("turn"):
            continue
        full, name = FULL_STRENGTH[kind], str(table.get("name", ""))[:MAX_NAME]
        yield Block(
            number=number,
            side=SEATS.index(table["side"]),
            kind=kind,
            name=name,
            strength=readable_number(table.get("strength"), 1, full, full),
            full_strength=full,
            morale=0 if kind == PieceKind.LEADER else MORALE_BY_WORD.get(str(table.get("morale")), 0),
            hex=hex_,
            entry_turn=0,
            acted=False,
            held="never moves" if isinstance(fixed, list) and name in fixed else "",
        )


def readable_flags(hex_map: BattleMap, fields: Mapping[str, Any]) -> Iterator[Flag]:
    for table in readable_tables(fields, "points"):
        hex_ = readable_hex(hex_map, table)
        if hex_ != OFF_MAP:
            scorers = sum(1 << side for side, seat in enumerate(SEATS) if table.get("for") in (seat, "both"))
            holder = SEATS.index(table["held"]) + 1 if table.get("held") in SEATS else 0
            yield Flag(hex_, readable_number(table.get("worth"), 0, 99, 0), scorers or 3, holder)
