"""Filters on the lines of the AI general's list: whom or what a character never chooses, or chooses first (K5.1).

A filter (traits `avoids`, `prefers`) is one number: a bit for each friend in the order of the sheet, then a bit for
each objective, and from FIRST_LINE_BIT on a bit for each `AiLine` that it holds for."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from ...state import FIRST_OBJECTIVE, MAX_OBJECTIVES, MAX_PER_SIDE, AiLine, SkirmishState
from ..movement.approach import next_nearest_enemy

FILTERED_LINES = (
    AiLine.SHOOT,
    AiLine.MOVE_AND_SHOOT,
    AiLine.FETCH,
    AiLine.CHARGE,
    AiLine.SEEK_OBJECTIVE,
    AiLine.SEEK_ENEMY,
)
"""The lines on which a character chooses one of several targets by itself."""
FIRST_LINE_BIT = MAX_PER_SIDE + MAX_OBJECTIVES


@kernel
def target_bit(thing: int) -> int:
    """Return the bit of a friend or an objective in a filter."""
    return thing if thing < MAX_PER_SIDE else MAX_PER_SIDE + thing - FIRST_OBJECTIVE


@kernel
def is_in_filter(targets: int, thing: int, line: int) -> bool:
    """Return whether a filter holds for this thing on this line."""
    return targets >> target_bit(thing) & targets >> (FIRST_LINE_BIT + line) & 1 != 0


@kernel
def is_avoided(s: SkirmishState, piece: int, thing: int, line: int) -> bool:
    return is_in_filter(s.avoids[piece], thing, line)


@kernel
def is_preferred(s: SkirmishState, piece: int, thing: int, line: int) -> bool:
    return is_in_filter(s.prefers[piece], thing, line)


@kernel
def next_target(s: SkirmishState, piece: int, last: int, line: int) -> int:
    """Return the enemy next in order for a line of the list, after `last` (-1: the first one), or -1.

    First come the preferred ones, then the others, each by distance. Those it avoids are left out.
    """
    if s.avoids[piece] == 0 and s.prefers[piece] == 0:
        return next_nearest_enemy(s, piece, last)
    if last < 0 or is_preferred(s, piece, last, line):
        target = next_allowed(s, piece, last, line, True)
        if target >= 0:
            return target
        last = -1
    return next_allowed(s, piece, last, line, False)


@kernel
def next_allowed(s: SkirmishState, piece: int, last: int, line: int, is_first: bool) -> int:
    """Return the next enemy by distance whom a character does not avoid, of the preferred ones or of the others."""
    target = next_nearest_enemy(s, piece, last)
    while target >= 0 and (is_avoided(s, piece, target, line) or is_preferred(s, piece, target, line) != is_first):
        target = next_nearest_enemy(s, piece, target)
    return target
