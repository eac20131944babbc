"""The roll at the start of an activation, and its results (trait `start_roll`, K2.2).

What the roll adds to the move or the attack is in the numbers of the character until its activation ends."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from ...state import Clause, Continuation, Phase, SkirmishState, StartResult
from ..battlefield import is_standing
from ..combat.casualties import inflict_wound
from ..combat.rout import can_rout
from ..events import EventKind, Log

BITS_PER_FACE = 4
"""In the state's `start_roll`."""


@kernel
def start_result(s: SkirmishState, piece: int, face: int) -> int:
    """Return what a face brings, a `StartResult`."""
    return s.start_roll[piece] >> (face - 1) * BITS_PER_FACE & 15


@kernel
def resolve_start_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll of the active character: it acts, stays or flees."""
    piece = s.actor - 1
    result = start_result(s, piece, face)
    log_event(log, Clause.K2_2, EventKind.START_ROLLED, (piece, face, result, 0))
    s.continuation = Continuation.END
    if result == StartResult.STAYS:
        return
    if result == StartResult.ROUTS and can_rout(s, piece):
        s.routs[piece] = 1
        s.continuation = Continuation.FLEE
        return
    if result == StartResult.HEALS:
        s.wounds[piece] = max(s.wounds[piece] - 1, 0)
    elif result == StartResult.SUFFERS:
        inflict_wound(s, piece, piece, log)
    elif result == StartResult.RAGES:
        change_numbers(s, 0, 1)
    elif result == StartResult.HALF_MOVE:
        change_numbers(s, s.pace[piece] // 2 - s.pace[piece], 0)
    elif result == StartResult.DOUBLE_MOVE:
        change_numbers(s, s.pace[piece], 0)
    if is_standing(s, piece):
        s.phase = Phase.ACTING


@kernel
def change_numbers(s: SkirmishState, pace: int, attack: int) -> None:
    """Add to the move and the attack of the active character for this activation."""
    s.rolled_pace = pace
    s.rolled_attack = attack
    s.pace[s.actor - 1] += pace
    s.attack[s.actor - 1] += attack
