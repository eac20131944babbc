"""The ground and who stands on it: terrain, room, enemies next to a hex, and sight."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.hexes import DIRECTIONS, NOWHERE, hex_at, lines_within, neighbour, place_of, q_of, r_of
from ...core.kernel import kernel
from .battle import LEAST_COLUMNS, MOST_COLUMNS, MOST_ROWS, Edge, Kind, Terrain
from .checks import MOST_PIECES
from .state import MOST_HEXES, PIECES

KINDS = len(Kind)
INFANTRY, CAVALRY, ARTILLERY, GUNBOAT, LEADER = (kind + 1 for kind in Kind)
"""As the record has them: 0 is no piece."""

DIE = np.array([0, -1, -1, -1, -1, -1, -2, 1, 0, 0, 0, 0, 0])
"""What the defender's terrain adds to each die of an attack (C3.2)."""
SPIRIT = np.array([0, 1, 1, 1, 1, 1, 2, -1, 0, 0, 0, 0, 0])
"""What terrain adds to morale (C4.4)."""
STOPS = np.array([0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0])
BLOCKS = np.array([0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])
assert len(DIE) == len(SPIRIT) == len(STOPS) == len(BLOCKS) == len(Terrain)

FARTHEST = 4
"""The longest range there is, that of artillery on a hill."""
LINES = lines_within(FARTHEST)
FIRST, PASSED = LINES.first, LINES.hexes

# Divisions are slow, and the rules ask for hexes all the time: for each width of a map there are tables.
WIDTHS = range(LEAST_COLUMNS, MOST_COLUMNS + 1)
BESIDE = np.array(
    [
        neighbour(hex_, direction, width, MOST_ROWS)
        for width in WIDTHS
        for hex_ in range(MOST_HEXES)
        for direction in range(DIRECTIONS)
    ]
)
"""The neighbours of a hex on a map of the greatest height."""
Q_AT = np.array([q_of(hex_, width) for width in WIDTHS for hex_ in range(MOST_HEXES)])
R_AT = np.array([r_of(hex_, width) for width in WIDTHS for hex_ in range(MOST_HEXES)])
"""The coordinates of a hex, see core.hexes."""


@kernel
def side_of(piece: Any) -> Any:
    return piece // MOST_PIECES


@kernel
def hexes_of(s: Any) -> Any:
    return s.width * s.height


@kernel
def next_to(s: Any, hex_: Any, direction: Any) -> Any:
    """The neighbour, or NOWHERE."""
    there = BESIDE[((s.width - LEAST_COLUMNS) * MOST_HEXES + hex_) * DIRECTIONS + direction]
    return there if there < s.width * s.height else NOWHERE


@kernel
def far(s: Any, a: Any, b: Any) -> Any:
    """How many steps two hexes are apart."""
    table = (s.width - LEAST_COLUMNS) * MOST_HEXES
    q, r = Q_AT[table + a] - Q_AT[table + b], R_AT[table + a] - R_AT[table + b]
    return max(abs(q), abs(r), abs(q + r))


@kernel
def can_stand(s: Any, kind: Any, hex_: Any) -> Any:
    """C2.4: rivers are for gunboats, and they leave them never; a swamp is for nobody."""
    terrain = s.terrain[hex_]
    if kind == GUNBOAT:
        return terrain == Terrain.RIVER
    return terrain != Terrain.RIVER and terrain != Terrain.SWAMP


# Who is there


@kernel
def holds_unit_of(s: Any, hex_: Any, side: Any) -> Any:
    """Whether a unit of this side is there, gunboats too."""
    unit, guns = s.unit_at[hex_], s.guns_at[hex_]
    return (unit != 0 and side_of(unit - 1) == side) or (guns != 0 and side_of(guns - 1) == side)


@kernel
def holds_any_of(s: Any, hex_: Any, side: Any) -> Any:
    """Whether a unit or a leader of this side is there."""
    leader = s.leader_at[hex_]
    return holds_unit_of(s, hex_, side) or (leader != 0 and side_of(leader - 1) == side)


@kernel
def holds_land_unit_of(s: Any, hex_: Any, side: Any) -> Any:
    """Whether somebody is there who can be attacked (C2.4)."""
    return holds_unit_of(s, hex_, side) and s.terrain[hex_] != Terrain.RIVER


@kernel
def holds_leader_of(s: Any, hex_: Any, side: Any) -> Any:
    return s.leader_at[hex_] != 0 and side_of(s.leader_at[hex_] - 1) == side


@kernel
def has_room(s: Any, kind: Any, hex_: Any) -> Any:
    """C2.7: one infantry or cavalry, one artillery, one leader; one gunboat."""
    if kind == LEADER:
        return s.leader_at[hex_] == 0
    if kind == ARTILLERY:
        return s.guns_at[hex_] == 0
    return s.unit_at[hex_] == 0


@kernel
def is_next_to_enemy(s: Any, hex_: Any, side: Any) -> Any:
    """Next to an enemy unit; leaders are none."""
    for direction in range(DIRECTIONS):
        there = next_to(s, hex_, direction)
        if there != NOWHERE and holds_unit_of(s, there, 1 - side):
            return True
    return False


@kernel
def leader_with(s: Any, piece: Any) -> Any:
    """The leader + 1 in the hex of a unit."""
    if s.at[piece] == 0 or s.kind[piece] == LEADER:
        return 0
    return s.leader_at[s.at[piece] - 1]


# Putting and taking


@kernel
def lift(s: Any, piece: Any) -> None:
    """Take a piece from its hex."""
    here = s.at[piece] - 1
    s.at[piece] = 0
    if s.unit_at[here] == piece + 1:
        s.unit_at[here] = 0
    if s.guns_at[here] == piece + 1:
        s.guns_at[here] = 0
    if s.leader_at[here] == piece + 1:
        s.leader_at[here] = 0


@kernel
def put(s: Any, piece: Any, hex_: Any) -> None:
    s.at[piece] = hex_ + 1
    if s.kind[piece] == LEADER:
        s.leader_at[hex_] = piece + 1
    elif s.kind[piece] == ARTILLERY:
        s.guns_at[hex_] = piece + 1
    else:
        s.unit_at[hex_] = piece + 1


# Sight (C3.5)


@kernel
def is_blocking(s: Any, hex_: Any, only_hills: Any) -> Any:
    if hex_ == NOWHERE:
        return True
    if only_hills:
        return s.terrain[hex_] == Terrain.HILL
    return BLOCKS[s.terrain[hex_]] != 0 or s.unit_at[hex_] != 0 or s.guns_at[hex_] != 0


@kernel
def blocker(s: Any, a: Any, b: Any) -> Any:
    """The first hex between two, at most FARTHEST apart, that blocks the sight, or NOWHERE."""
    table = (s.width - LEAST_COLUMNS) * MOST_HEXES
    q, r = Q_AT[table + a], R_AT[table + a]
    place = place_of(Q_AT[table + b] - q, R_AT[table + b] - r, FARTHEST)
    over = s.hill_sight != 0 and (s.terrain[a] == Terrain.HILL or s.terrain[b] == Terrain.HILL)
    for at in range(FIRST[place], FIRST[place + 1], 4):
        one = hex_at(q + PASSED[at], r + PASSED[at + 1], s.width, s.height)
        other = hex_at(q + PASSED[at + 2], r + PASSED[at + 3], s.width, s.height)
        if is_blocking(s, one, over) and is_blocking(s, other, over):
            return one if one != NOWHERE else other
    return NOWHERE


@kernel
def sees(s: Any, a: Any, b: Any) -> Any:
    return blocker(s, a, b) == NOWHERE


# The own side of the map (C5.1)


@kernel
def to_edge(s: Any, hex_: Any, side: Any) -> Any:
    """How far a hex is from the side's home edge."""
    row, column = hex_ // s.width, hex_ % s.width
    if s.home[side] == Edge.NORTH:
        return row
    if s.home[side] == Edge.SOUTH:
        return s.height - 1 - row
    if s.home[side] == Edge.WEST:
        return column
    return s.width - 1 - column


@kernel
def to_friends(s: Any, hex_: Any, piece: Any) -> Any:
    """The sum of the distances to all other land units of the piece's side."""
    side, total = side_of(piece), 0
    for friend in range(side * MOST_PIECES, (side + 1) * MOST_PIECES):
        if friend != piece and s.at[friend] > 0 and is_land_unit(s, friend):
            total += far(s, hex_, s.at[friend] - 1)
    return total


@kernel
def is_land_unit(s: Any, piece: Any) -> Any:
    return INFANTRY <= s.kind[piece] <= ARTILLERY


@kernel
def exists(s: Any, piece: Any) -> Any:
    return 0 <= piece < PIECES and s.kind[piece] != 0
