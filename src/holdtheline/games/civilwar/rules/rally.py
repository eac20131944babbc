"""Rally: a leader restores a block of the unit with him (C6.1)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import CAVALRY, HAS_RALLIED, CivilWarState, Clause, EventKind, Phase
from .advance import end_action
from .hex_map import leader_with
from .morale import morale_die_colour, morale_level


@kernel
def why_not_rally(s: CivilWarState, piece: int) -> int:
    """Return the clause that forbids this unit to rally, or 0 (C6.1)."""
    if s.ap < 1:
        return Clause.C1_2
    leader = leader_with(s, piece)
    if s.kind[piece] > CAVALRY or leader == 0 or s.can_rally[s.side] == 0:
        return Clause.C6_1
    if s.acted[leader - 1] != 0 or s.strength[piece] >= s.full_strength[piece]:
        return Clause.C6_1
    return Clause.C6_1 if s.rally_only_hit and not s.attacked[piece] else 0


@kernel
def begin_rally(s: CivilWarState, piece: int, log: Words) -> None:
    leader = leader_with(s, piece) - 1
    s.ap -= 1
    s.acted[piece] = 1
    s.acted[leader] = HAS_RALLIED
    log_event(log, Clause.C6_1, EventKind.RALLYING, (piece, leader, 0, 0))
    s.actor = piece + 1
    s.dice_left = 1
    s.phase = Phase.RALLY


@kernel
def resolve_rally_roll(s: CivilWarState, face: int, log: Words) -> None:
    """Restore a block unless the die shows the unit's own colour (C6.1)."""
    piece = s.actor - 1
    level = morale_level(s, piece)
    restored = morale_die_colour(s, face) != level
    s.revealed[piece] = 1
    if restored:
        s.strength[piece] += 1
    log_event(log, Clause.C6_1, EventKind.RALLIED, (piece, face, level, s.strength[piece] if restored else 0))
    end_action(s)
