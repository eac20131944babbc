"""Grab, hold, release and drown; knock back and throw over an edge (traits `grabs`, `drowns`, `knock_back`, K4.1).

Held characters move with their holder. Whether a character thrown over an edge hangs on is rolled in `combat.blows`."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from .....core.plane import move_along, move_towards, squared_distance
from ...state import (
    BATTLEFIELD_SIZE,
    IS_DROP,
    IS_GAP,
    MAX_CHARACTERS,
    MAX_TERRAIN,
    CharacterStatus,
    Clause,
    Phase,
    SkirmishState,
)
from ..battlefield import has_trait, pack_place, place_character, side_of
from ..events import EventKind, Log
from ..movement.paths import (
    CLOSED_TO_LEGS,
    NOWHERE,
    RING_WIDTH,
    find_free_place,
    free_length,
    free_length_for,
    trim_length,
)
from ..movement.terrain import clip_to_battlefield, free_path_past_terrain, path_meets
from ..objectives import drop_carried
from .captives import can_drown_here, has_room_for_captive
from .catalog import CANNOT_BE_FELLED, GRABS

MAX_RELEASE_RINGS = 3 * BATTLEFIELD_SIZE // (2 * RING_WIDTH)
"""A released character is set down on one of this many circles around its holder, anywhere on the table."""


# Grab, hold and release


@kernel
def is_held_by(s: SkirmishState, piece: int, holder: int) -> bool:
    return s.status[piece] == CharacterStatus.HELD and s.held_by[piece] == holder + 1


@kernel
def can_grab(s: SkirmishState, striker: int, target: int) -> bool:
    """Return whether a striker grabs an enemy instead of wounding it: it does until it holds its maximum."""
    if not has_trait(s, striker, GRABS) or side_of(striker) == side_of(target):
        return False
    held = 0
    for piece in range(MAX_CHARACTERS):
        if is_held_by(s, piece, striker):
            held += 1
    return held < s.max_grabbed[striker] and has_room_for_captive(s, striker)


@kernel
def grab(s: SkirmishState, piece: int, holder: int, log: Log) -> None:
    """Let the holder grab a character, who drops what it carries and frees those it holds."""
    log_event(log, Clause.K4_1, EventKind.GRABBED, (holder, piece, 0, 0))
    drop_carried(s, piece, log)
    s.status[piece] = CharacterStatus.HELD
    release_held(s, piece, log)
    s.held_by[piece] = holder + 1
    s.held_since[piece] = s.round
    place_character(s, holder, s.x[holder], s.y[holder])


@kernel
def release_held(s: SkirmishState, holder: int, log: Log) -> None:
    """Set down everyone whom the character held, at the nearest free places. His own place must be free by now."""
    for piece in range(MAX_CHARACTERS):
        if is_held_by(s, piece, holder):
            x, y = find_free_place(s, piece, s.x[holder], s.y[holder], 1, 0, MAX_RELEASE_RINGS, True)
            s.held_by[piece] = 0
            s.held_since[piece] = 0
            if x == NOWHERE:
                s.status[piece] = CharacterStatus.LEFT
            else:
                s.status[piece] = CharacterStatus.STANDS
                place_character(s, piece, x, y)
                log_event(log, Clause.K4_2, EventKind.FREED, (piece, pack_place(x, y), 0, 0))


@kernel
def has_drowned(s: SkirmishState, piece: int) -> bool:
    """Return whether a character has been held, at the end of a round, for as many full rounds as it takes to drown."""
    if s.status[piece] != CharacterStatus.HELD or has_trait(s, piece, CANNOT_BE_FELLED):
        return False
    holder = s.held_by[piece] - 1
    full_rounds = s.drowns_after[holder]
    return full_rounds > 0 and s.round - s.held_since[piece] >= full_rounds and can_drown_here(s, holder)


# Knock back


@kernel
def knock_back(s: SkirmishState, piece: int, striker: int, log: Log) -> None:
    """Throw a character straight away from the striker, until something is in the way.

    A way that leads over a drop ends before it, and a roll decides whether the character hangs on.
    """
    ax, ay = s.x[piece], s.y[piece]
    bx, by = move_along(ax, ay, ax - s.x[striker], ay - s.y[striker], s.knock_back[striker])
    bx, by = clip_to_battlefield(ax, ay, bx, by)
    if bx == ax and by == ay:
        return
    length = free_length_for(s, piece, ax, ay, bx, by, CLOSED_TO_LEGS)
    length = length_until_terrain(s, IS_GAP, ax, ay, bx, by, length)
    cx, cy = move_towards(ax, ay, bx, by, length)
    s.thrown_over = first_terrain_met(s, IS_DROP, ax, ay, cx, cy)
    if s.thrown_over != 0:
        length = length_until_terrain(s, IS_DROP, ax, ay, bx, by, length)
    throw_back(s, piece, striker, bx, by, min(length, free_length(s, piece, ax, ay, bx, by)), log)
    if s.thrown_over != 0 and has_trait(s, piece, CANNOT_BE_FELLED):
        log_event(log, Clause.K4_2, EventKind.UNHURT, (piece, 0, 0, 0))
        s.thrown_over = 0
    if s.thrown_over != 0:
        s.phase = Phase.HANG


@kernel
def length_until_terrain(s: SkirmishState, bit: int, ax: int, ay: int, bx: int, by: int, length: int) -> int:
    """Return how much of a length from a towards b the centre of a base can go before terrain with this bit."""
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if s.terrain_bits[terrain] & bit and path_meets(s, terrain, ax, ay, bx, by, 0):
            if path_meets(s, terrain, ax, ay, ax, ay, 0):
                return 0
            length = min(length, free_path_past_terrain(s, terrain, ax, ay, bx, by, 0))
    return length


@kernel
def first_terrain_met(s: SkirmishState, bit: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the terrain + 1 with this bit that the centre of a base meets first from a to b, or 0."""
    found, nearest = 0, 0
    for terrain in range(MAX_TERRAIN):
        if s.terrain_kind[terrain] == 0:
            break
        if s.terrain_bits[terrain] & bit and path_meets(s, terrain, ax, ay, bx, by, 0):
            length = free_path_past_terrain(s, terrain, ax, ay, bx, by, 0)
            if path_meets(s, terrain, ax, ay, ax, ay, 0):
                length = 0
            if found == 0 or length < nearest:
                found, nearest = terrain + 1, length
    return found


@kernel
def throw_back(s: SkirmishState, piece: int, striker: int, bx: int, by: int, length: int, log: Log) -> None:
    """Move a thrown character this far towards b, or a little less if it would overlap something."""
    ax, ay = s.x[piece], s.y[piece]
    x, y = move_towards(ax, ay, bx, by, trim_length(s, piece, ax, ay, bx, by, length))
    if squared_distance(ax, ay, x, y) > 0:
        log_event(log, Clause.K4_1, EventKind.KNOCKED, (piece, pack_place(ax, ay), pack_place(x, y), striker))
        place_character(s, piece, x, y)
