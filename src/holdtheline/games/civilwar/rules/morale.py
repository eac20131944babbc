"""Morale: the level of a unit and the morale die (C4.4), morale rolls (C4.3), hidden morale (C8.1)."""

from __future__ import annotations

from ....core.dice import random_below
from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import ARTILLERY, LEADER, MAX_PIECES, MORALE_LEVELS, PIECE_SLOTS, CivilWarState, Clause, EventKind, Phase
from .hex_map import has_leader_of, side_of
from .retreat import ARTILLERY_RETREATS, UNIT_RETREATS, begin_next_retreat
from .terrain import MORALE_MODIFIER


@kernel
def morale_level(s: CivilWarState, piece: int) -> int:
    """Return the morale of a unit where it stands, 1 green to 3 gold (C4.4)."""
    here = s.hex_of[piece] - 1
    return morale_level_in(s, here, s.morale[piece], 1 if has_leader_of(s, here, side_of(piece)) else 0)


@kernel
def morale_level_in(s: CivilWarState, hex_: int, morale: int, leaders: int) -> int:
    """Return the level of a morale in this hex, with 0 or 1 leaders (C4.4)."""
    return min(max(morale + MORALE_MODIFIER[s.terrain[hex_]] + leaders, 1), MORALE_LEVELS)


@kernel
def morale_die_colour(s: CivilWarState, face: int) -> int:
    """Return the colour of a face: three green, two black and one gold, or two of each (C4.4, option morale_die)."""
    if s.even_morale_die:
        return (face + 1) // 2
    if face <= 3:
        return 1
    return 2 if face <= 5 else 3


# Morale (C4.3)


@kernel
def begin_morale_rolls(s: CivilWarState, log: Words) -> None:
    """Roll one morale die for each hit, first for infantry or cavalry, then for artillery (C4.3)."""
    here = s.target - 1
    s.shaken_unit = s.unit_at[here] if s.unit_at[here] != 0 else s.artillery_at[here]
    s.dice_left = s.hits
    s.phase = Phase.MORALE


@kernel
def roll_morale(s: CivilWarState, face: int, log: Words) -> None:
    """Let a unit retreat if the die shows its own colour (C4.3)."""
    piece, here = s.shaken_unit - 1, s.target - 1
    level = morale_level(s, piece)
    fails = 1 if morale_die_colour(s, face) == level else 0
    s.revealed[piece] = 1
    s.dice_left -= 1
    log_event(log, Clause.C4_3, EventKind.MORALE_ROLLED, (piece, face, level, fails))
    if fails:
        s.must_retreat |= ARTILLERY_RETREATS if s.kind[piece] == ARTILLERY else UNIT_RETREATS
        s.dice_left = 0
    if s.dice_left == 0:
        if s.kind[piece] != ARTILLERY and s.artillery_at[here] != 0:
            s.shaken_unit = s.artillery_at[here]
            s.dice_left = s.hits
        else:
            begin_next_retreat(s, log)


# Hidden morale (C8.1)


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
