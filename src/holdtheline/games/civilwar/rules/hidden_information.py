"""Hidden information: the morale of units (C8.1, option fog).

`hide` removes the morales that a seat may not know, `guess` deals them at random.
"""

from __future__ import annotations

from ....core.dice import random_below
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import LEADER, MAX_PIECES, MORALE_LEVELS, PIECE_SLOTS, CivilWarState, Phase


@kernel
def hide(s: CivilWarState, seat: int) -> None:
    """Erase the morales that a seat may not know (C8.1)."""
    if not s.fog or s.phase == Phase.OVER:
        return
    other = 1 - seat
    for piece in range(other * MAX_PIECES, (other + 1) * MAX_PIECES):
        if s.revealed[piece] == 0:
            s.morale[piece] = 0


@kernel
def guess(s: CivilWarState, seat: int, stream: Words) -> None:
    """Deal the morales that are not revealed at random among the units whose morale is hidden."""
    other = 1 - seat
    first = other * MAX_PIECES
    for piece in range(first, first + MAX_PIECES):
        if s.kind[piece] != 0 and s.kind[piece] != LEADER and s.morale[piece] == 0:
            s.morale[piece] = draw_morale(s, other, stream)


@kernel
def draw_morale(s: CivilWarState, side: int, stream: Words) -> int:
    """Draw one of the side's morales that no unit has yet, each of its units with the same chance."""
    total = 0
    for morale in range(MORALE_LEVELS):
        total += max(count_undealt_morale(s, side, morale), 0)
    if total == 0:
        return 1 + int(random_below(stream, MORALE_LEVELS))
    chosen: int = random_below(stream, total)
    for morale in range(MORALE_LEVELS):
        chosen -= max(count_undealt_morale(s, side, morale), 0)
        if chosen < 0:
            return morale + 1
    return MORALE_LEVELS


@kernel
def count_undealt_morale(s: CivilWarState, side: int, morale: int) -> int:
    """Count the units that started with this morale and have none in this state."""
    count = s.morale_counts[side * MORALE_LEVELS + morale]
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.kind[piece] != 0 and s.morale[piece] == morale + 1:
            count -= 1
    return count


def reveals_secret(s: CivilWarState, after: CivilWarState) -> bool:
    """Return whether a hidden morale is revealed after this step (C8.1)."""
    return bool(s.fog and any(after.revealed[piece] != s.revealed[piece] for piece in range(PIECE_SLOTS)))
