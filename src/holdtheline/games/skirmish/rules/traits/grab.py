"""Grab, hold, release and drown: held characters move with their holder (traits `grabs`, `drowns`, K4.1)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from ...state import BATTLEFIELD_SIZE, MAX_CHARACTERS, CharacterStatus, Clause, SkirmishState
from ..battlefield import has_trait, pack_place, place_character, side_of
from ..events import EventKind, Log
from ..movement.paths import NOWHERE, RING_WIDTH, find_free_place
from ..objectives import drop_carried
from .catalog import CANNOT_BE_FELLED, GRABS

MAX_RELEASE_RINGS = 3 * BATTLEFIELD_SIZE // (2 * RING_WIDTH)
"""A released character is set down on one of this many circles around its holder, anywhere on the table."""


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
    return held < s.max_grabbed[striker]


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
    full_rounds = s.drowns_after[s.held_by[piece] - 1]
    return full_rounds > 0 and s.round - s.held_since[piece] >= full_rounds
