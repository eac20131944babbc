"""Check a parsed scenario as a whole: positions, stacking, leaders, and reachable victory hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ....core.hexes import OFF_MAP
from ....core.toml.file import TomlTable
from ..rules.hex_map import STACKING_RULE
from ..rules.terrain import Terrain
from ..state import MAX_PIECES, MAX_VICTORY_HEXES, SEATS, SIDE_NAMES, PieceKind, Side
from .model import Piece, Scenario


class SourceTables(NamedTuple):
    """The tables of the file that a scenario was read from: an error message names their line."""

    top: TomlTable
    pieces: Sequence[TomlTable]
    victory_hexes: Sequence[TomlTable]


def validate_scenario(scenario: Scenario, origin: SourceTables) -> None:
    """Report every fault. What depends on a wrong field is not checked."""
    for check in [check for check, fields in CHECKS if origin.top.file.is_sound(*fields)]:
        check(scenario, origin)


def check_piece_counts(scenario: Scenario, origin: SourceTables) -> None:
    for side in Side:
        indices = [index for index, piece in enumerate(scenario.pieces) if piece.side == side]
        if len(indices) > MAX_PIECES:
            reason = f"{SIDE_NAMES[side]} has {len(indices)} units and leaders; it can have {MAX_PIECES}"
            origin.pieces[indices[MAX_PIECES]].report("side", reason)
        if not any(is_land_unit(scenario.pieces[index]) for index in indices):
            origin.top.report("unit", f"{SIDE_NAMES[side]} has no unit that fights on land")


def check_names(scenario: Scenario, origin: SourceTables) -> None:
    seen = set()
    for piece, table in sound_pieces(scenario, origin, "side", "name"):
        if (piece.side, piece.name) in seen:
            table.report("name", f"{SIDE_NAMES[piece.side]} has another piece called {piece.name!r}")
        seen.add((piece.side, piece.name))


def sound_pieces(scenario: Scenario, origin: SourceTables, *fields: str) -> Iterator[tuple[Piece, TomlTable]]:
    """Yield the pieces without a fault in these fields."""
    yield from (pair for pair in zip(scenario.pieces, origin.pieces, strict=True) if pair[1].is_sound(*fields))


def check_places(scenario: Scenario, origin: SourceTables) -> None:
    placed = list(sound_pieces(scenario, origin, *PLACE_FIELDS))
    check_positions(scenario, placed)
    check_stacking(scenario, placed)


def check_positions(scenario: Scenario, placed: Sequence[tuple[Piece, TomlTable]]) -> None:
    for piece, table in placed:
        name, terrain = scenario.battle_map.name_of(piece.hex), scenario.battle_map.terrain[piece.hex]
        if not scenario.battle_map.can_stand(piece.kind, piece.hex):
            why, clause = why_not_on_terrain(piece.kind, terrain)
            table.report("hex", f"{name} is {terrain.name.lower()}; {why}", clause)
        if piece.turn and OFF_MAP not in scenario.battle_map.neighbours(piece.hex):
            table.report("hex", f"{name} is not at the map's edge, where reinforcements enter", "C2.8")


def check_fixed_units(scenario: Scenario, origin: SourceTables) -> None:
    for piece in scenario.pieces:
        if piece.fixed and piece.turn:
            special = origin.top.table("special")
            special.report("fixed", f"{piece.name!r} enters in turn {piece.turn}, so it moves", "C2.8")


def why_not_on_terrain(kind: PieceKind, terrain: Terrain) -> tuple[str, str]:
    """Return why a piece cannot start on this terrain, and the clause."""
    if kind == PieceKind.GUNBOAT:
        return "gunboats are on rivers only", "C2.4"
    if terrain == Terrain.RIVER:
        return "only gunboats are on rivers", "C2.4"
    return "no piece can enter a swamp", "C5.2"


def check_stacking(scenario: Scenario, placed: Sequence[tuple[Piece, TomlTable]]) -> None:
    stacks: dict[int, list[Piece]] = {}
    for piece, table in placed:
        others = stacks.setdefault(piece.hex, []) if not piece.turn else []
        reasons = ((other, why_not_stacked(piece, other)) for other in others)
        conflict = next(((other, why) for other, why in reasons if why), None)
        if conflict:
            other, why = conflict
            table.report("hex", f"{other.name!r} is in {scenario.battle_map.name_of(piece.hex)}; {why}", "C2.7")
        else:
            others.append(piece)


def why_not_stacked(piece: Piece, other: Piece) -> str:
    """Return why two pieces cannot start in one hex, or an empty string."""
    leaders = (piece.kind == PieceKind.LEADER) + (other.kind == PieceKind.LEADER)
    guns = (piece.kind == PieceKind.ARTILLERY) + (other.kind == PieceKind.ARTILLERY)
    if piece.side != other.side:
        return "the two sides cannot share a hex"
    if leaders == 2:
        return "a hex takes one leader"
    return STACKING_RULE if leaders == 0 and guns != 1 else ""


def check_leaders_have_units(scenario: Scenario, origin: SourceTables) -> None:
    """Check that each leader starts or enters with a unit of his side."""
    units = {(piece.side, piece.hex, piece.turn) for piece in scenario.pieces if is_land_unit(piece)}
    for piece, table in zip(scenario.pieces, origin.pieces, strict=True):
        if not scenario.battle_map.can_stand(piece.kind, piece.hex):
            continue  # it is reported already
        if piece.kind == PieceKind.LEADER and (piece.side, piece.hex, piece.turn) not in units:
            name = scenario.battle_map.name_of(piece.hex)
            how = f"enters at {name} in turn {piece.turn}" if piece.turn else f"starts in {name}"
            table.report("hex", f"no unit of his side {how}; a leader needs a unit with him", "C2.8")


def check_victory_hexes(scenario: Scenario, origin: SourceTables) -> None:
    if len(scenario.victory_hexes) > MAX_VICTORY_HEXES:
        reason = f"there are {len(scenario.victory_hexes)} hexes with points; there can be {MAX_VICTORY_HEXES}"
        origin.victory_hexes[MAX_VICTORY_HEXES].report("hex", reason, "C7.1")
        return
    if not origin.top.file.is_sound("unit.hex"):
        return  # a unit in the wrong place reaches nothing
    units = [piece for piece in scenario.pieces if is_land_unit(piece)]
    reach = [scenario.battle_map.on_foot_from(unit.hex for unit in units if unit.side == side) for side in Side]
    standing = {unit.hex: unit for unit in units if not unit.turn}
    seen = set()
    for victory_hex, table in zip(scenario.victory_hexes, origin.victory_hexes, strict=True):
        if not table.is_sound():
            continue
        name = scenario.battle_map.name_of(victory_hex.hex)
        if victory_hex.hex in seen:
            table.report("hex", f"another table [[points]] has {name}", "C7.1")
            continue
        seen.add(victory_hex.hex)
        holder = standing.get(victory_hex.hex)
        if holder and victory_hex.held != holder.side:
            reason = f"{holder.name!r} starts in {name}, so `held` must be {holder.side.name.lower()!r}"
            table.report("held" if victory_hex.held is not None else "hex", reason, "C7.1")
        for side in victory_hex.scorers:
            if victory_hex.hex not in reach[side]:
                reason = f"{name} has points for {SIDE_NAMES[side]}, but none of its units can walk there"
                table.report("hex", reason, "C7.1")
                break


def check_starting_vp(scenario: Scenario, origin: SourceTables) -> None:
    for side in Side:
        vp = sum(
            victory_hex.worth
            for victory_hex in scenario.victory_hexes
            if victory_hex.held == side in victory_hex.scorers
        )
        table = origin.top.table(side.name.lower())
        for field, needed in (("vp", scenario.vp_to_win[side]), ("vp_live", scenario.vp_live[side])):
            if field in table.data and vp >= needed:
                reason = f"{SIDE_NAMES[side]} holds {vp} VP at the start; it must need more than that to win"
                table.report(field, reason, "C7.2")


def is_land_unit(piece: Piece) -> bool:
    return piece.kind not in (PieceKind.GUNBOAT, PieceKind.LEADER)


PLACE_FIELDS = ("side", "kind", "hex", "turn")
PIECE_FIELDS = tuple(f"{table}.{field}" for table in ("unit", "leader") for field in PLACE_FIELDS)
CHECKS: tuple[tuple[Callable[[Scenario, SourceTables], None], tuple[str, ...]], ...] = (
    (check_piece_counts, ("unit.side", "unit.kind", "leader.side")),
    (check_names, ()),
    (check_places, ("map",)),
    (check_fixed_units, ("unit.turn", "unit.name", "special.fixed")),
    (check_leaders_have_units, ("map", *PIECE_FIELDS)),
    (check_victory_hexes, ("map", *PIECE_FIELDS)),
    (check_starting_vp, ("points", *(f"{side}.{field}" for side in SEATS for field in ("vp", "vp_live")))),
)
"""The checks, and the fields that each needs in all tables."""
