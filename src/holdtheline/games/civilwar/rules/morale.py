"""Morale: the level of a unit and the morale die (C4.4), and morale rolls (C4.3)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import ARTILLERY, MORALE_LEVELS, CivilWarState, Clause, EventKind, Phase
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
def resolve_morale_roll(s: CivilWarState, face: int, log: Words) -> None:
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
