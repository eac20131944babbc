"""Close combat: which units may assault, its cost, and the attacker's morale check (C4.1).

`fire` rolls the dice, `morale` rolls for the defender (C4.3), `advance` comes last (C4.5)."""

from __future__ import annotations

from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import ARTILLERY, GUNBOAT, LEADER, CivilWarState, Clause, EventKind, Phase
from .fire import ASSAULT_HIT_NUMBER, ATTACK_DICE, begin_attack, open_fire
from .hex_map import has_land_unit_of, has_unit_of, hex_distance
from .morale import morale_die_colour, morale_level


@kernel
def why_not_assault(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the clause that forbids an assault of this hex, or 0 (C4.1)."""
    kind = s.kind[piece]
    if kind == ARTILLERY:
        return Clause.C2_3
    if kind == GUNBOAT:
        return Clause.C2_4
    if kind == LEADER:
        return Clause.C2_5
    if s.ap < 2:
        return Clause.C1_2
    if hex_distance(s, s.hex_of[piece] - 1, hex_) != 1:
        return Clause.C4_1
    if not has_land_unit_of(s, hex_, 1 - s.side):
        return Clause.C2_4 if has_unit_of(s, hex_, 1 - s.side) else Clause.C4_1
    return 0


@kernel
def begin_assault(s: CivilWarState, piece: int, hex_: int, log: Words) -> None:
    s.ap -= 2
    begin_attack(s, piece, hex_)
    s.assault = 1
    s.dice_left = ATTACK_DICE
    log_event(log, Clause.C4_1, EventKind.ASSAULTED, (piece, hex_, s.dice_left, ASSAULT_HIT_NUMBER))
    if s.attacker_check:
        s.dice_left = 1
        s.phase = Phase.CHECK
    else:
        s.phase = Phase.DICE


@kernel
def resolve_attacker_check(s: CivilWarState, face: int, log: Words) -> None:
    """Let an attacker that fails its morale roll fire instead (option attacker_check)."""
    piece = s.actor - 1
    level = morale_level(s, piece)
    fails = 1 if morale_die_colour(s, face) == level else 0
    s.revealed[piece] = 1
    log_event(log, Clause.C4_1, EventKind.DARED, (piece, face, level, fails))
    if fails:
        open_fire(s, log)
    else:
        s.dice_left = ATTACK_DICE
        s.phase = Phase.DICE
