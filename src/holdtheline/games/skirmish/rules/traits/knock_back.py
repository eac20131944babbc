"""Knock-back, and edges to fall off (traits `knock_back`, `hang_on`, K4.1, K4.2)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from .....core.plane import move_along, move_towards, squared_distance
from ...state import IS_DROP, IS_GAP, MAX_TERRAIN, Clause, Phase, SkirmishState
from ..battlefield import has_trait, pack_place, place_character
from ..combat.casualties import fell_character
from ..events import EventKind, Log
from ..movement.paths import CLOSED_TO_LEGS, free_length, free_length_for, trim_length
from ..movement.terrain import clip_to_battlefield, free_path_past_terrain, path_meets
from .catalog import CANNOT_BE_FELLED


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


@kernel
def resolve_hang_on(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll of a character thrown over an edge: it hangs on, or falls and is gone."""
    piece, terrain = s.target - 1, s.thrown_over - 1
    s.thrown_over = 0
    hangs_on = face >= s.terrain_roll[terrain]
    log_event(log, Clause.K4_2, EventKind.HUNG, (piece, terrain, face, 1 if hangs_on else 0))
    if not hangs_on:
        fell_character(s, piece, s.striker - 1, 0, log)
