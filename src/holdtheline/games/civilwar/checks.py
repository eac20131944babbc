"""What a battle must be beyond its single fields: who stands where, and whether points can be reached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...core.tomlfile import Table
from .battle import CALLED, Kind, Piece, Points, Scenario, Side, Terrain

MOST_PIECES = 40
"""A side, units and leaders together."""
MOST_POINTS = 24
STACKING = "a hex takes one infantry, cavalry or artillery, or one artillery with one of the others"


class Origin(NamedTuple):
    """The tables of a file that a scenario was read from, so that a fault has a line."""

    top: Table
    pieces: Sequence[Table]
    points: Sequence[Table]


def check(scenario: Scenario, origin: Origin) -> None:
    """BadOption with the first fault that is found."""
    check_numbers(scenario, origin)
    check_names(scenario, origin)
    check_places(scenario, origin)
    check_fixed(scenario, origin)
    check_stacking(scenario, origin)
    check_leaders(scenario, origin)
    check_points(scenario, origin)
    check_start(scenario, origin)


def check_numbers(scenario: Scenario, origin: Origin) -> None:
    for side in Side:
        mine = [place for place, piece in enumerate(scenario.pieces) if piece.side == side]
        if len(mine) > MOST_PIECES:
            reason = f"{CALLED[side]} has {len(mine)} units and leaders; it can have {MOST_PIECES}"
            raise origin.pieces[mine[MOST_PIECES]].fault("side", reason)
        if not any(walks(scenario.pieces[place]) for place in mine):
            raise origin.top.fault("unit", f"{CALLED[side]} has no unit that fights on land")


def check_names(scenario: Scenario, origin: Origin) -> None:
    seen = set()
    for piece, table in zip(scenario.pieces, origin.pieces, strict=True):
        if (piece.side, piece.name) in seen:
            raise table.fault("name", f"{CALLED[piece.side]} has another {piece.name!r}")
        seen.add((piece.side, piece.name))


def check_places(scenario: Scenario, origin: Origin) -> None:
    for piece, table in zip(scenario.pieces, origin.pieces, strict=True):
        name, terrain = scenario.ground.name_of(piece.hex), scenario.ground.terrain[piece.hex]
        if not scenario.ground.can_stand(piece.kind, piece.hex):
            raise table.fault("hex", f"{name} is {terrain.name.lower()}; {why_no_stand(piece.kind, terrain)}")
        if piece.turn and not scenario.ground.is_at_edge(piece.hex):
            raise table.fault("hex", f"{name} is not at the map's edge, where reinforcements enter", "C2.8")


def check_fixed(scenario: Scenario, origin: Origin) -> None:
    for piece in scenario.pieces:
        if piece.fixed and piece.turn:
            special = origin.top.table("special")
            raise special.fault("fixed", f"{piece.name!r} enters in turn {piece.turn}, so it moves", "C2.8")


def why_no_stand(kind: Kind, terrain: Terrain) -> str:
    if kind == Kind.GUNBOAT:
        return "gunboats are on rivers only (C2.4)"
    if terrain == Terrain.RIVER:
        return "only gunboats are on rivers (C2.4)"
    return "nobody enters a swamp (C5.2)"


def check_stacking(scenario: Scenario, origin: Origin) -> None:
    here: dict[int, list[Piece]] = {}
    for piece, table in zip(scenario.pieces, origin.pieces, strict=True):
        others = here.setdefault(piece.hex, []) if not piece.turn else []
        for other in others:
            if why := why_not_together(piece, other):
                name = scenario.ground.name_of(piece.hex)
                raise table.fault("hex", f"{other.name!r} is in {name}; {why}", "C2.7")
        others.append(piece)


def why_not_together(one: Piece, other: Piece) -> str:
    """Why two pieces cannot start in one hex, or nothing."""
    leaders = (one.kind == Kind.LEADER) + (other.kind == Kind.LEADER)
    guns = (one.kind == Kind.ARTILLERY) + (other.kind == Kind.ARTILLERY)
    if one.side != other.side:
        return "the two sides cannot share a hex"
    if leaders == 2:
        return "a hex takes one leader"
    return STACKING if leaders == 0 and guns != 1 else ""


def check_leaders(scenario: Scenario, origin: Origin) -> None:
    """Each starts or enters with a unit of his own side."""
    company = {(piece.side, piece.hex, piece.turn) for piece in scenario.pieces if walks(piece)}
    for piece, table in zip(scenario.pieces, origin.pieces, strict=True):
        if piece.kind == Kind.LEADER and (piece.side, piece.hex, piece.turn) not in company:
            name = scenario.ground.name_of(piece.hex)
            how = f"enters at {name} in turn {piece.turn}" if piece.turn else f"starts in {name}"
            raise table.fault("hex", f"no unit of his side {how}; a leader needs one with him", "C2.8")


def check_points(scenario: Scenario, origin: Origin) -> None:
    if len(scenario.points) > MOST_POINTS:
        reason = f"there are {len(scenario.points)} hexes with points; there can be {MOST_POINTS}"
        raise origin.points[MOST_POINTS].fault("hex", reason, "C7.1")
    reach = {side: on_foot(scenario, side) for side in Side}
    standing = {piece.hex: piece for piece in scenario.pieces if walks(piece) and not piece.turn}
    seen = set()
    for points, table in zip(scenario.points, origin.points, strict=True):
        name = scenario.ground.name_of(points.hex)
        if points.hex in seen:
            raise table.fault("hex", f"{name} has points already", "C7.1")
        seen.add(points.hex)
        holder = standing.get(points.hex)
        if holder and points.held != holder.side:
            reason = f"{holder.name!r} starts in {name}, so {CALLED[holder.side]} holds it"
            raise table.fault("held" if points.held is not None else "hex", reason, "C7.1")
        if side := out_of_reach(points, reach):
            raise table.fault("hex", f"no unit of {side} can walk to {name}, and it can score it", "C7.1")


def on_foot(scenario: Scenario, side: Side) -> set[int]:
    starts = [piece.hex for piece in scenario.pieces if piece.side == side and walks(piece)]
    return scenario.ground.on_foot_from(starts)


def out_of_reach(points: Points, reach: Mapping[Side, set[int]]) -> str:
    """The side that can score these points and cannot come to them, or nothing."""
    return next((CALLED[side] for side in points.scorers if points.hex not in reach[side]), "")


def check_start(scenario: Scenario, origin: Origin) -> None:
    for side in Side:
        has = sum(points.worth for points in scenario.points if points.held == side in points.scorers)
        if has >= scenario.vp[side]:
            table = origin.top.table(side.name.lower())
            raise table.fault("vp", f"{CALLED[side]} has {has} VP at the start and would have won", "C7.2")


def walks(piece: Piece) -> bool:
    return piece.kind not in (Kind.GUNBOAT, Kind.LEADER)
