"""The hex map: neighbours, distances, which pieces stand in a hex, and stacking (C2.7)."""

from __future__ import annotations

import numpy as np

from ....core.hexes import DIRECTIONS, OFF_MAP, hex_q, hex_r, neighbour
from ....core.kernel.compiler import kernel
from ....core.state_record import Row
from ..state import (
    ARTILLERY,
    INFANTRY,
    LEADER,
    MAX_COLUMNS,
    MAX_HEXES,
    MAX_PIECES,
    MAX_ROWS,
    MIN_COLUMNS,
    PIECE_SLOTS,
    CivilWarState,
)
from .terrain import Terrain

# Division is slow, and the rules need neighbours and distances often, so there are tables for each map width.
MAP_WIDTHS = range(MIN_COLUMNS, MAX_COLUMNS + 1)
NEIGHBOURS: Row = np.array(
    [
        neighbour(hex_, direction, width, MAX_ROWS)
        for width in MAP_WIDTHS
        for hex_ in range(MAX_HEXES)
        for direction in range(DIRECTIONS)
    ]
)
"""The neighbours of each hex on a map of the greatest height."""
HEX_Q: Row = np.array([hex_q(hex_, width) for width in MAP_WIDTHS for hex_ in range(MAX_HEXES)])
HEX_R: Row = np.array([hex_r(hex_, width) for width in MAP_WIDTHS for hex_ in range(MAX_HEXES)])
"""The axial coordinates of each hex: see core.hexes."""


@kernel
def hex_count(s: CivilWarState) -> int:
    return s.width * s.height


@kernel
def neighbour_hex(s: CivilWarState, hex_: int, direction: int) -> int:
    """Return the neighbour in this direction, or OFF_MAP."""
    there = NEIGHBOURS[((s.width - MIN_COLUMNS) * MAX_HEXES + hex_) * DIRECTIONS + direction]
    return there if there < s.width * s.height else OFF_MAP


@kernel
def hex_distance(s: CivilWarState, a: int, b: int) -> int:
    table = (s.width - MIN_COLUMNS) * MAX_HEXES
    q, r = HEX_Q[table + a] - HEX_Q[table + b], HEX_R[table + a] - HEX_R[table + b]
    return max(abs(q), abs(r), abs(q + r))


@kernel
def side_of(piece: int) -> int:
    return piece // MAX_PIECES


@kernel
def is_piece(s: CivilWarState, piece: int) -> bool:
    return 0 <= piece < PIECE_SLOTS and s.kind[piece] != 0


@kernel
def is_land_unit(s: CivilWarState, piece: int) -> bool:
    return INFANTRY <= s.kind[piece] <= ARTILLERY


# Pieces in a hex


@kernel
def has_unit_of(s: CivilWarState, hex_: int, side: int) -> bool:
    """Return whether a unit of this side is in the hex; gunboats count."""
    unit, artillery = s.unit_at[hex_], s.artillery_at[hex_]
    return (unit != 0 and side_of(unit - 1) == side) or (artillery != 0 and side_of(artillery - 1) == side)


@kernel
def has_piece_of(s: CivilWarState, hex_: int, side: int) -> bool:
    """Return whether a unit or a leader of this side is in the hex."""
    leader = s.leader_at[hex_]
    return has_unit_of(s, hex_, side) or (leader != 0 and side_of(leader - 1) == side)


@kernel
def has_land_unit_of(s: CivilWarState, hex_: int, side: int) -> bool:
    """Return whether a unit of this side that can be attacked is in the hex (C2.4)."""
    return has_unit_of(s, hex_, side) and s.terrain[hex_] != Terrain.RIVER


@kernel
def has_leader_of(s: CivilWarState, hex_: int, side: int) -> bool:
    return s.leader_at[hex_] != 0 and side_of(s.leader_at[hex_] - 1) == side


@kernel
def leader_with(s: CivilWarState, piece: int) -> int:
    """Return the leader + 1 in the hex of a unit, or 0."""
    if s.hex_of[piece] == 0 or s.kind[piece] == LEADER:
        return 0
    return s.leader_at[s.hex_of[piece] - 1]


@kernel
def is_adjacent_to_enemy(s: CivilWarState, hex_: int, side: int) -> bool:
    """Return whether an enemy unit is next to this hex; leaders do not count."""
    for direction in range(DIRECTIONS):
        there = neighbour_hex(s, hex_, direction)
        if there != OFF_MAP and has_unit_of(s, there, 1 - side):
            return True
    return False


STACKING_RULE = "a hex takes one infantry, cavalry or artillery, or one artillery with one of the others"


@kernel
def can_stack(s: CivilWarState, kind: int, hex_: int) -> bool:
    """Return whether there is room for a piece of this kind in the hex (C2.7)."""
    if kind == LEADER:
        return s.leader_at[hex_] == 0
    if kind == ARTILLERY:
        return s.artillery_at[hex_] == 0
    return s.unit_at[hex_] == 0


# Placing and removing pieces


@kernel
def remove_from_hex(s: CivilWarState, piece: int) -> None:
    here = s.hex_of[piece] - 1
    s.hex_of[piece] = 0
    if s.unit_at[here] == piece + 1:
        s.unit_at[here] = 0
    if s.artillery_at[here] == piece + 1:
        s.artillery_at[here] = 0
    if s.leader_at[here] == piece + 1:
        s.leader_at[here] = 0


@kernel
def place_in_hex(s: CivilWarState, piece: int, hex_: int) -> None:
    s.hex_of[piece] = hex_ + 1
    if s.kind[piece] == LEADER:
        s.leader_at[hex_] = piece + 1
    elif s.kind[piece] == ARTILLERY:
        s.artillery_at[hex_] = piece + 1
    else:
        s.unit_at[hex_] = piece + 1
