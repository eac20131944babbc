"""The decisions of a battle as numbers, which of them are legal, and the clause that says so."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...core.dice import FACES
from ...core.hexes import NOWHERE
from ...core.kernel import kernel
from .attack import range_of
from .ground import (
    ARTILLERY,
    CAVALRY,
    GUNBOAT,
    LEADER,
    exists,
    far,
    hexes_of,
    holds_land_unit_of,
    holds_unit_of,
    is_land_unit,
    leader_with,
    sees,
    side_of,
)
from .moving import (
    can_sail,
    can_take_leader,
    entry_for,
    has_unit_to_enter_with,
    why_no_first,
    why_no_step,
    why_no_stop,
)
from .retreat import why_no_follower, why_no_retreat, why_no_room
from .state import Clause, Phase


class Do(IntEnum):
    """What a code decides, and which of its two numbers count."""

    END = 1
    GO = 2  # piece, hex: the first hex of a move
    GO_WITH = 3  # piece, hex: its leader goes along
    STEP = 4  # hex: the next one
    STOP = 5
    FIRE = 6  # piece, hex
    ASSAULT = 7  # piece, hex
    RALLY = 8  # piece
    ENTER = 9  # piece
    RETREAT = 10  # hex
    DISPLACE = 11  # hex
    ADVANCE = 12
    ADVANCE_WITH = 13  # its leader follows
    STAY = 14


@kernel
def packed(do: Any, piece: Any, hex_: Any) -> Any:
    return do << 16 | piece << 8 | hex_


@kernel
def do_of(code: Any) -> Any:
    return code >> 16


@kernel
def piece_of(code: Any) -> Any:
    return code >> 8 & 255


@kernel
def hex_of(code: Any) -> Any:
    return code & 255


# Why not


@kernel
def why_not(s: Any, step: Any) -> Any:
    """The clause that refuses this step here, or 0."""
    phase = s.phase
    if phase == Phase.ACT:
        return why_no_action(s, step)
    if phase == Phase.MOVE or phase == Phase.FLIGHT:
        return why_no_going(s, step)
    if phase == Phase.RETREAT or phase == Phase.DISPLACE:
        return why_no_falling_back(s, step)
    if phase == Phase.ADVANCE:
        return why_no_advance(s, step)
    if phase == Phase.OVER:
        return Clause.C7_2
    return 0 if 1 <= step <= FACES else clause_of_die(s)


@kernel
def clause_of_die(s: Any) -> Any:
    """The clause that a die is rolled by."""
    if s.phase == Phase.AP:
        return Clause.C1_2
    if s.phase == Phase.RALLY:
        return Clause.C6_1
    if s.phase == Phase.MORALE:
        return Clause.C4_3
    if s.phase == Phase.LEADER:
        return Clause.C4_2 if s.assault else Clause.C3_4
    return Clause.C4_1 if s.assault else Clause.C3_1


@kernel
def why_no_action(s: Any, code: Any) -> Any:
    do, piece, hex_ = do_of(code), piece_of(code), hex_of(code)
    if do == Do.END:
        return 0 if code == packed(Do.END, 0, 0) else Clause.C1_1
    if not (Do.GO <= do <= Do.ENTER) or do == Do.STEP or do == Do.STOP:
        return Clause.C1_3
    if not exists(s, piece) or hex_ >= hexes_of(s) or side_of(piece) != s.side:
        return Clause.C1_1
    if do == Do.ENTER:
        return Clause.C2_8 if hex_ != 0 else why_no_enter(s, piece)
    if s.at[piece] == 0:
        return Clause.C2_8 if s.due[piece] > 0 else Clause.C7_1
    if s.acted[piece] != 0:
        return Clause.C1_3
    if do == Do.FIRE:
        return why_no_fire(s, piece, hex_)
    if do == Do.ASSAULT:
        return why_no_assault(s, piece, hex_)
    if do == Do.RALLY:
        return Clause.C6_1 if hex_ != 0 else why_no_rally(s, piece)
    return why_no_go(s, piece, hex_, do == Do.GO_WITH)


@kernel
def why_no_go(s: Any, piece: Any, hex_: Any, with_leader: Any) -> Any:
    if s.moves_from[piece] > s.number:
        return Clause.C1_3
    if s.ap < 1:
        return Clause.C1_2
    if s.kind[piece] == GUNBOAT:
        return 0 if not with_leader and can_sail(s, piece, hex_) else Clause.C2_4
    if not with_leader:
        return why_no_first(s, piece, hex_, 0)
    if s.kind[piece] == LEADER or not can_take_leader(s, piece):
        return Clause.C2_5
    return why_no_first(s, piece, hex_, leader_with(s, piece))


@kernel
def why_no_enter(s: Any, piece: Any) -> Any:
    if s.due[piece] == 0 or s.due[piece] > s.number:
        return Clause.C2_8
    if s.ap < 1:
        return Clause.C1_2
    if s.kind[piece] == LEADER and has_unit_to_enter_with(s, piece):
        return Clause.C2_8
    return Clause.C2_8 if entry_for(s, piece) == NOWHERE else 0


@kernel
def why_no_fire(s: Any, piece: Any, hex_: Any) -> Any:
    if s.ap < 1:
        return Clause.C1_2
    return why_no_target(s, piece, hex_)


@kernel
def why_no_target(s: Any, piece: Any, hex_: Any) -> Any:
    """C3.1, C3.5, C2.4."""
    away = far(s, s.at[piece] - 1, hex_)
    if away < 1 or away > range_of(s, piece):
        return Clause.C3_1
    if not holds_land_unit_of(s, hex_, 1 - s.side):
        return Clause.C2_4 if holds_unit_of(s, hex_, 1 - s.side) else Clause.C3_1
    return 0 if away == 1 or sees(s, s.at[piece] - 1, hex_) else Clause.C3_5


@kernel
def why_no_assault(s: Any, piece: Any, hex_: Any) -> Any:
    kind = s.kind[piece]
    if kind == ARTILLERY:
        return Clause.C2_3
    if kind == GUNBOAT:
        return Clause.C2_4
    if kind == LEADER:
        return Clause.C2_5
    if s.ap < 2:
        return Clause.C1_2
    if far(s, s.at[piece] - 1, hex_) != 1:
        return Clause.C4_1
    if not holds_land_unit_of(s, hex_, 1 - s.side):
        return Clause.C2_4 if holds_unit_of(s, hex_, 1 - s.side) else Clause.C4_1
    return 0


@kernel
def why_no_rally(s: Any, piece: Any) -> Any:
    if s.ap < 1:
        return Clause.C1_2
    leader = leader_with(s, piece)
    if s.kind[piece] > CAVALRY or leader == 0 or s.rallies[s.side] == 0:
        return Clause.C6_1
    if s.acted[leader - 1] != 0 or s.strength[piece] >= s.full[piece]:
        return Clause.C6_1
    return Clause.C6_1 if s.rally_only_hit and not s.struck[piece] else 0


@kernel
def why_no_going(s: Any, code: Any) -> Any:
    """A piece on its way, or a leader in flight."""
    do, piece, hex_ = do_of(code), piece_of(code), hex_of(code)
    own = Clause.C5_3 if s.phase == Phase.FLIGHT else Clause.C1_3
    if do == Do.STEP and piece == 0 and hex_ < hexes_of(s):
        return why_no_step(s, hex_)
    if code == packed(Do.STOP, 0, 0):
        return why_no_stop(s)
    if do != Do.FIRE or piece != s.mover - 1 or hex_ >= hexes_of(s) or s.phase == Phase.FLIGHT:
        return own
    if s.kind[piece] != CAVALRY:
        return Clause.C2_2
    return why_no_fire(s, piece, hex_)


@kernel
def why_no_falling_back(s: Any, code: Any) -> Any:
    do, piece, hex_ = do_of(code), piece_of(code), hex_of(code)
    if piece != 0 or hex_ >= hexes_of(s):
        return Clause.C5_1
    if s.phase == Phase.RETREAT:
        return why_no_retreat(s, s.checked - 1, hex_) if do == Do.RETREAT else Clause.C5_1
    return why_no_room(s, s.displaced - 1, hex_, s.target - 1) if do == Do.DISPLACE else Clause.C5_2


@kernel
def why_no_advance(s: Any, code: Any) -> Any:
    if code == packed(Do.ADVANCE, 0, 0) or code == packed(Do.STAY, 0, 0):
        return 0
    return why_no_follower(s) if code == packed(Do.ADVANCE_WITH, 0, 0) else Clause.C4_5


@kernel
def can_act(s: Any, piece: Any) -> Any:
    """Whether it is on the map and has not acted."""
    return s.at[piece] > 0 and s.acted[piece] == 0


@kernel
def is_target(s: Any, piece: Any) -> Any:
    """An enemy that stands for its hex: of two units in one hex, the infantry or cavalry."""
    if s.at[piece] == 0 or not is_land_unit(s, piece):
        return False
    return s.kind[piece] != ARTILLERY or s.unit_at[s.at[piece] - 1] == 0
