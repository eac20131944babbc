"""Straight paths: what is in the way, how far a base can go, and free places near a place (K1.3).

An obstacle, to a move or to sight, is one number: a character + 1, or FIRST_TERRAIN_BLOCKER + a piece of terrain;
0 is none."""

from __future__ import annotations

from collections.abc import Sequence

from .....core.kernel.compiler import kernel
from .....core.plane import (
    DIRECTION_LENGTH,
    DIRECTIONS,
    ceil_sqrt,
    free_path_past_point,
    move_along,
    move_towards,
    point_is_nearer,
    squared_distance,
)
from ...state import (
    BLOCKS_MOVEMENT,
    IS_GAP,
    MAX_CHARACTERS,
    MAX_PER_SIDE,
    MAX_TERRAIN,
    SIDE_COUNT,
    CharacterStatus,
    SkirmishState,
)
from ..battlefield import first_of_side, is_standing
from .terrain import free_path_past_terrain, is_closed_to, is_on_battlefield, path_meets

FIRST_TERRAIN_BLOCKER = MAX_CHARACTERS + 1
"""Obstacles from this number on are pieces of terrain."""
CLOSED_TO_LEGS = BLOCKS_MOVEMENT
"""Terrain bits that stop a leg, which may lead over a gap."""
CLOSED_TO_BASES = BLOCKS_MOVEMENT | IS_GAP
"""Terrain bits where no base can stand; a character who flees or is thrown back does not cross them either."""


# Obstacles


@kernel
def find_obstacle(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Return what a character would overlap on its way from a straight to b, or standing there if a is b."""
    return find_obstacle_for(s, piece, ax, ay, bx, by, CLOSED_TO_BASES)


@kernel
def find_obstacle_for(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, closed: int) -> int:
    """Return the obstacle where terrain with one of the bits `closed` is closed."""
    radius = s.radius[piece]
    obstacle = find_terrain_obstacle(s, piece, ax, ay, bx, by, closed)
    if obstacle != 0:
        return obstacle
    for side in range(SIDE_COUNT):
        for other in range(first_of_side(side), first_of_side(side) + MAX_PER_SIDE):
            if s.status[other] == CharacterStatus.NOBODY:
                break
            if other != piece and is_standing(s, other):
                limit = radius + s.radius[other]
                if point_is_nearer(s.x[other], s.y[other], ax, ay, bx, by, limit):
                    return other + 1
    return 0


@kernel
def find_terrain_obstacle(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, closed: int) -> int:
    """Return the first piece of terrain that a character would overlap, as an obstacle."""
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if is_closed_to(s, piece, terrain, closed) and path_meets(s, terrain, ax, ay, bx, by, s.radius[piece]):
            return FIRST_TERRAIN_BLOCKER + terrain
    return 0


@kernel
def free_length(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Return how far a character can go from a straight to b; `move_towards` gives the place."""
    return free_length_for(s, piece, ax, ay, bx, by, CLOSED_TO_BASES)


@kernel
def free_length_for(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, closed: int) -> int:
    """Return the free length where terrain with one of the bits `closed` is closed."""
    radius, length = s.radius[piece], ceil_sqrt(squared_distance(ax, ay, bx, by))
    x, y, whole = bx, by, length
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if is_closed_to(s, piece, terrain, closed) and path_meets(s, terrain, ax, ay, x, y, radius):
            length = min(length, free_path_past_terrain(s, terrain, ax, ay, bx, by, radius))
            x, y = move_towards(ax, ay, bx, by, length)
    for side in range(SIDE_COUNT):
        for other in range(first_of_side(side), first_of_side(side) + MAX_PER_SIDE):
            if s.status[other] == CharacterStatus.NOBODY:
                break
            cx, cy, limit = s.x[other], s.y[other], radius + s.radius[other]
            if other != piece and is_standing(s, other) and point_is_nearer(cx, cy, ax, ay, x, y, limit):
                length = min(length, free_path_past_point(ax, ay, bx, by, cx, cy, limit))
                x, y = move_towards(ax, ay, bx, by, length)
    while 0 < length < whole and find_obstacle_for(s, piece, ax, ay, x, y, closed) != 0:
        length -= 1
        x, y = move_towards(ax, ay, bx, by, length)
    return length


@kernel
def trim_length(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int, length: int) -> int:
    """Return this much of a free way, or a little less: the end of a shorter way is rounded again and may overlap."""
    x, y = move_towards(ax, ay, bx, by, length)
    while length > 0 and find_obstacle(s, piece, ax, ay, x, y) != 0:
        length -= 1
        x, y = move_towards(ax, ay, bx, by, length)
    return length


@kernel
def can_stand(s: SkirmishState, piece: int, x: int, y: int) -> bool:
    """Return whether a character's base would be on the table and overlap nothing here (K1.3)."""
    return is_on_battlefield(x, y) and find_obstacle(s, piece, x, y, x, y) == 0


@kernel
def stop_before_gap(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """Return where a way from a straight to b ends before the first gap."""
    return move_towards(ax, ay, bx, by, free_length(s, piece, ax, ay, bx, by))


TURN_STEP = 15
"""Degrees between the directions that are tried."""
TURN_COUNT = 360 // TURN_STEP

_TURN_DEGREES = [(turn + 1) // 2 * TURN_STEP * (1 if turn % 2 else -1) for turn in range(TURN_COUNT)]
TURN_X = tuple(int(DIRECTIONS[degrees % 360, 0]) for degrees in _TURN_DEGREES)
TURN_Y = tuple(int(DIRECTIONS[degrees % 360, 1]) for degrees in _TURN_DEGREES)
"""The vectors of the turns, of length DIRECTION_LENGTH: none, then to the left and right by one step, two steps, ..."""


@kernel
def turn_direction(dx: int, dy: int, turn: int) -> tuple[int, int]:
    """Return a direction turned: 0 not at all, 1 and 2 by one step to the left and right, 3 and 4 by two steps."""
    if turn == 0:
        return dx, dy
    length = max(abs(dx), abs(dy))
    x, y = dx * DIRECTION_LENGTH // length, dy * DIRECTION_LENGTH // length
    across, up = TURN_X[turn], TURN_Y[turn]
    return (x * across - y * up) // DIRECTION_LENGTH, (x * up + y * across) // DIRECTION_LENGTH


MAX_DETOUR_TURNS = 12
"""If the straight way is blocked, this many other directions are tried, up to a right angle to either side."""

RING_WIDTH = 250
"""The distance between the circles on which free places are searched."""
NOWHERE = -1
"""Both coordinates of a place that was not found, or a length that does not exist."""


@kernel
def find_free_place(
    s: SkirmishState, piece: int, x: int, y: int, dx: int, dy: int, rings: int, crosses_walls: bool
) -> tuple[int, int]:
    """Return the free place nearest to this one, on one of the circles around it, or NOWHERE twice.

    The search begins in the direction dx, dy. A place with no terrain on the way to it comes before one behind a wall.
    """
    if can_stand(s, piece, x, y):
        return x, y
    for behind_walls in range(2 if crosses_walls else 1):
        for ring in range(1, rings + 1):
            for turn in range(TURN_COUNT):
                ax, ay = turn_direction(dx, dy, turn)
                bx, by = move_along(x, y, ax, ay, ring * RING_WIDTH)
                is_open = behind_walls or find_terrain_obstacle(s, piece, x, y, bx, by, CLOSED_TO_BASES) == 0
                if is_open and can_stand(s, piece, bx, by):
                    return bx, by
    return NOWHERE, NOWHERE


@kernel
def length_to_blocker(s: SkirmishState, blocker: int, ax: int, ay: int, bx: int, by: int, radius: int) -> int:
    """Return how far a line, or a base of this radius, goes from a to b before it meets this blocker."""
    if blocker >= FIRST_TERRAIN_BLOCKER:
        return free_path_past_terrain(s, blocker - FIRST_TERRAIN_BLOCKER, ax, ay, bx, by, radius)
    piece = blocker - 1
    return free_path_past_point(ax, ay, bx, by, s.x[piece], s.y[piece], radius + s.radius[piece])


# For people: the first of several blockers


def nearest_blocker(s: SkirmishState, blockers: Sequence[int], ax: int, ay: int, bx: int, by: int, radius: int) -> int:
    """Return which of these a line, or a base of this radius, meets first from a to b; 0 if there are none."""
    if len(blockers) < 2:
        return blockers[0] if blockers else 0
    return min(blockers, key=lambda blocker: length_to_blocker(s, blocker, ax, ay, bx, by, radius))
