"""Line of sight: the forward half, and what blocks the line (K4.4)."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.plane import is_in_front, point_is_nearer
from ...state import BLOCKS_SIGHT, MAX_CHARACTERS, MAX_PER_SIDE, MAX_TERRAIN, SIDE_COUNT, CharacterStatus, SkirmishState
from ..battlefield import first_of_side
from ..movement.paths import FIRST_TERRAIN_BLOCKER, nearest_blocker
from ..movement.terrain import path_meets


@kernel
def terrain_blocks_sight(s: SkirmishState, terrain: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether terrain blocks the line from a to b. A character in it sees out and is seen."""
    if s.terrain_bits[terrain] & BLOCKS_SIGHT == 0 or not path_meets(s, terrain, ax, ay, bx, by, 0):
        return False
    return not (path_meets(s, terrain, ax, ay, ax, ay, 0) or path_meets(s, terrain, bx, by, bx, by, 0))


@kernel
def find_opaque_terrain(s: SkirmishState, ax: int, ay: int, bx: int, by: int) -> int:
    """Return a piece of terrain that blocks the line from a to b, as a number like those of `movement.paths`, or 0."""
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if terrain_blocks_sight(s, terrain, ax, ay, bx, by):
            return FIRST_TERRAIN_BLOCKER + terrain
    return 0


@kernel
def is_line_clear(s: SkirmishState, ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether no terrain blocks the line from a to b."""
    return find_opaque_terrain(s, ax, ay, bx, by) == 0


@kernel
def base_blocks_sight(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether a character's base blocks the line from a to b."""
    if s.status[piece] != CharacterStatus.STANDS:
        return False
    return point_is_nearer(s.x[piece], s.y[piece], ax, ay, bx, by, s.radius[piece])


@kernel
def any_sight_blocker(s: SkirmishState, piece: int, ax: int, ay: int, other: int, bx: int, by: int) -> int:
    """Return a thing that blocks the line from a, where `piece` is, to b, where `other` is (-1: no character), or 0."""
    blocker = find_opaque_terrain(s, ax, ay, bx, by)
    if blocker != 0 or s.bases_block_sight == 0:
        return blocker
    for side in range(SIDE_COUNT):
        for third in range(first_of_side(side), first_of_side(side) + MAX_PER_SIDE):
            if s.status[third] == CharacterStatus.NOBODY:
                break
            if third != piece and third != other and base_blocks_sight(s, third, ax, ay, bx, by):
                return third + 1
    return 0


@kernel
def has_line_of_sight(s: SkirmishState, piece: int, ax: int, ay: int, other: int, bx: int, by: int) -> bool:
    """Return whether nothing blocks the line from a, where `piece` is, to b, where `other` is (-1: no character)."""
    return any_sight_blocker(s, piece, ax, ay, other, bx, by) == 0


def find_sight_blocker(s: SkirmishState, piece: int, ax: int, ay: int, other: int, bx: int, by: int) -> int:
    """Return the first thing that blocks this line, as a number like those of `movement.paths`, or 0."""
    line = ax, ay, bx, by
    terrain = [FIRST_TERRAIN_BLOCKER + index for index in range(MAX_TERRAIN) if terrain_blocks_sight(s, index, *line)]
    others = [third for third in range(MAX_CHARACTERS) if third not in (piece, other)] if s.bases_block_sight else []
    bases = [third + 1 for third in others if base_blocks_sight(s, third, *line)]
    return nearest_blocker(s, [*terrain, *bases], *line, 0)


@kernel
def can_see_from(s: SkirmishState, piece: int, x: int, y: int, other: int) -> bool:
    """Return whether a character at this place would see another, if it faced it."""
    return has_line_of_sight(s, piece, x, y, other, s.x[other], s.y[other])


@kernel
def can_view(s: SkirmishState, piece: int, other: int, x: int, y: int) -> bool:
    """Return whether a place is in a character's forward half and in sight; `other` stands there (-1: no character)."""
    ax, ay = s.x[piece], s.y[piece]
    if not is_in_front(s.face_x[piece], s.face_y[piece], x - ax, y - ay):
        return False
    return has_line_of_sight(s, piece, ax, ay, other, x, y)
