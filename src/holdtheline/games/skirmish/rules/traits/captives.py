"""Captives: enemies who are seized or carried off, how many a company may have, and where their holders bring them.

Traits `takes_captives`, `company_carries`, `drowns_in` and `returns_to` (K3.1, K2.3, K5.1)."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from ...state import MAX_CHARACTERS, CharacterStatus, SkirmishState
from ..battlefield import side_of
from ..movement.terrain import path_meets


@kernel
def is_captive(s: SkirmishState, piece: int) -> bool:
    """Return whether the other side has carried a character off the table."""
    holder = s.held_by[piece] - 1
    return s.status[piece] == CharacterStatus.LEFT and holder >= 0 and side_of(holder) != side_of(piece)


@kernel
def count_captives(s: SkirmishState, side: int) -> int:
    """Return how many characters of a side the other side has carried off."""
    count = 0
    for piece in range(MAX_CHARACTERS):
        if side_of(piece) == side and is_captive(s, piece):
            count += 1
    return count


@kernel
def has_room_for_captive(s: SkirmishState, piece: int) -> bool:
    """Return whether the company of a character holds and carries fewer than it may (trait `company_carries`)."""
    company = s.company[piece]
    if s.company_max_held[company] == 0:
        return True
    count = 0
    for held in range(MAX_CHARACTERS):
        status = s.status[held]
        is_held = status == CharacterStatus.HELD or status == CharacterStatus.CARRIED
        if is_held and s.company[s.held_by[held] - 1] == company:
            count += 1
    return count < s.company_max_held[company]


@kernel
def holds_captive(s: SkirmishState, piece: int) -> bool:
    """Return whether a character holds a seized character."""
    for held in range(MAX_CHARACTERS):
        if s.status[held] == CharacterStatus.HELD and s.held_by[held] == piece + 1:
            return True
    return False


@kernel
def can_drown_here(s: SkirmishState, holder: int) -> bool:
    """Return whether a holder is where those it holds drown (trait `drowns_in`)."""
    pool = s.drowns_in[holder] - 1
    x, y = s.x[holder], s.y[holder]
    return pool < 0 or path_meets(s, pool, x, y, x, y, 0)


@kernel
def is_bringing_back(s: SkirmishState, piece: int) -> bool:
    """Return whether a character must bring a seized one to the middle of its pool (trait `returns_to`)."""
    return s.returns_to[piece] != 0 and holds_captive(s, piece)
