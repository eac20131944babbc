"""What a thing lends its bearer while it is carried or worn (traits `lends`, `worn`, K3.1).

The loan is in the numbers of the bearer: added when the thing is taken up, subtracted when it is laid down. So no other
rule asks for it."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from ...state import FIRST_OBJECTIVE, SkirmishState


@kernel
def lend(s: SkirmishState, piece: int, thing: int) -> None:
    """Add what a thing lends to the numbers of its bearer. The move and the range do not fall below 0."""
    if thing < FIRST_OBJECTIVE:
        return
    objective = thing - FIRST_OBJECTIVE
    pace = s.pace[piece]
    if s.actor == piece + 1:
        pace = min(pace, pace - s.rolled_pace)
    s.lent_move[objective] = max(s.lends_move[objective], -pace)
    s.lent_range[objective] = max(s.lends_range[objective], -s.shooting_range[piece])
    s.lent_traits[objective] = s.lends_traits[objective] & ~s.traits[piece]
    s.pace[piece] += s.lent_move[objective]
    s.shooting_range[piece] += s.lent_range[objective]
    s.traits[piece] |= s.lent_traits[objective]
    s.attack[piece] += s.lends_attack[objective]
    s.defence[piece] += s.lends_defence[objective]
    s.fear[piece] += s.lends_fear[objective]
    s.reach[piece] += s.lends_reach[objective]


@kernel
def take_back(s: SkirmishState, piece: int, thing: int) -> None:
    """Subtract what a thing has lent to its bearer."""
    if thing < FIRST_OBJECTIVE:
        return
    objective = thing - FIRST_OBJECTIVE
    s.pace[piece] -= s.lent_move[objective]
    s.shooting_range[piece] -= s.lent_range[objective]
    s.traits[piece] &= ~s.lent_traits[objective]
    s.lent_move[objective] = 0
    s.lent_range[objective] = 0
    s.lent_traits[objective] = 0
    s.attack[piece] -= s.lends_attack[objective]
    s.defence[piece] -= s.lends_defence[objective]
    s.fear[piece] -= s.lends_fear[objective]
    s.reach[piece] -= s.lends_reach[objective]


@kernel
def change_load(s: SkirmishState, piece: int, carries: int, wears: int) -> None:
    """Let a character carry and wear these things + 1 (0: none), with what they lend."""
    take_back(s, piece, s.wears[piece] - 1)
    take_back(s, piece, s.carries[piece] - 1)
    s.carries[piece] = carries
    s.wears[piece] = wears
    lend(s, piece, carries - 1)
    lend(s, piece, wears - 1)
