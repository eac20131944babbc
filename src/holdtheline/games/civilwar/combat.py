"""Fire, close combat, morale and rally: a chain of single dice (C3, C4, C6); `retreat` goes on with it."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .attack import CLOSE, DICE, colour_of, dice_of, level_of, needed
from .ground import ARTILLERY, DIE, far, leader_with
from .happened import Happened
from .moving import eliminate, end_move
from .retreat import GUNS_FAIL, UNIT_FAILS, all_are_gone, finish, next_retreat
from .state import RALLIED, Clause, Phase

# Beginning


@kernel
def begin_fire(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    s.ap -= 1
    if s.mover != 0:
        end_move(s)
    engage(s, piece, hex_)
    open_fire(s, log)


@kernel
def open_fire(s: Any, log: Any) -> None:
    away = far(s, s.at[s.actor - 1] - 1, s.target - 1)
    s.assault = 0
    s.dice = dice_of(s, s.actor - 1, away)
    s.phase = Phase.DICE
    note(log, Clause.C3_1, Happened.FIRED, (s.actor - 1, s.target - 1, s.dice, needed(s)))


@kernel
def begin_assault(s: Any, piece: Any, hex_: Any, log: Any) -> None:
    s.ap -= 2
    engage(s, piece, hex_)
    s.assault = 1
    s.dice = DICE
    note(log, Clause.C4_1, Happened.ASSAULTED, (piece, hex_, s.dice, CLOSE))
    if s.attacker_check:
        s.dice = 1
        s.phase = Phase.CHECK
    else:
        s.phase = Phase.DICE


@kernel
def engage(s: Any, piece: Any, hex_: Any) -> None:
    s.acted[piece] = 1
    s.actor = piece + 1
    s.target = hex_ + 1
    if s.unit_at[hex_] != 0:
        s.struck[s.unit_at[hex_] - 1] = 1
    if s.guns_at[hex_] != 0:
        s.struck[s.guns_at[hex_] - 1] = 1


@kernel
def roll_check(s: Any, face: Any, log: Any) -> None:
    """Option attacker_check: whoever does not dare fires."""
    piece = s.actor - 1
    level = level_of(s, piece)
    shy = 1 if colour_of(s, face) == level else 0
    s.shown[piece] = 1
    note(log, Clause.C4_1, Happened.DARED, (piece, face, level, shy))
    if shy:
        open_fire(s, log)
    else:
        s.dice = DICE
        s.phase = Phase.DICE


# Dice


@kernel
def roll_die(s: Any, face: Any, log: Any) -> None:
    """C3.2, C4.1."""
    helps = DIE[s.terrain[s.target - 1]]
    hit = 1 if face + helps >= needed(s) else 0
    s.hits += hit
    if face == 1:
        s.ones += 1
    s.dice -= 1
    note(log, Clause.C4_1 if s.assault else Clause.C3_2, Happened.DIE_ROLLED, (face, hit, helps, 0))
    if s.dice == 0:
        if s.ones > 0 and s.leader_at[s.target - 1] != 0:
            s.dice = s.ones if s.assault or s.risk_per_one else 1
            s.phase = Phase.LEADER
        else:
            suffer(s, log)


@kernel
def roll_for_leader(s: Any, face: Any, log: Any) -> None:
    """C3.4, C4.2: another 1 eliminates him."""
    leader = s.leader_at[s.target - 1] - 1
    dies = 1 if face == 1 else 0
    note(log, Clause.C4_2 if s.assault else Clause.C3_4, Happened.LEADER_ROLLED, (leader, face, dies, 0))
    s.dice -= 1
    if dies:
        eliminate(s, leader, log)
        s.dice = 0
    if s.dice == 0:
        suffer(s, log)


@kernel
def suffer(s: Any, log: Any) -> None:
    """C3.3: infantry or cavalry first, the rest to artillery."""
    here = s.target - 1
    left = s.hits
    if s.unit_at[here] != 0:
        left = lose_blocks(s, s.unit_at[here] - 1, left, log)
    if s.guns_at[here] != 0:
        left = lose_blocks(s, s.guns_at[here] - 1, left, log)
    if s.unit_at[here] == 0 and s.guns_at[here] == 0:
        all_are_gone(s, log)
    elif s.assault and s.hits > 0:
        begin_morale(s, log)
    else:
        finish(s)


@kernel
def lose_blocks(s: Any, piece: Any, hits: Any, log: Any) -> Any:
    """How many hits are left over."""
    blocks = min(hits, s.strength[piece])
    if blocks == 0:
        return hits
    s.strength[piece] -= blocks
    note(log, Clause.C3_3, Happened.SUFFERED, (piece, blocks, s.strength[piece], 0))
    if s.strength[piece] == 0:
        eliminate(s, piece, log)
    return hits - blocks


# Morale (C4.3)


@kernel
def begin_morale(s: Any, log: Any) -> None:
    here = s.target - 1
    s.checked = s.unit_at[here] if s.unit_at[here] != 0 else s.guns_at[here]
    s.dice = s.hits
    s.phase = Phase.MORALE


@kernel
def roll_morale(s: Any, face: Any, log: Any) -> None:
    piece, here = s.checked - 1, s.target - 1
    level = level_of(s, piece)
    fails = 1 if colour_of(s, face) == level else 0
    s.shown[piece] = 1
    s.dice -= 1
    note(log, Clause.C4_3, Happened.MORALE_ROLLED, (piece, face, level, fails))
    if fails:
        s.fails |= GUNS_FAIL if s.kind[piece] == ARTILLERY else UNIT_FAILS
        s.dice = 0
    if s.dice == 0:
        if s.kind[piece] != ARTILLERY and s.guns_at[here] != 0:
            s.checked = s.guns_at[here]
            s.dice = s.hits
        else:
            next_retreat(s, log)


# Rally (C6.1)


@kernel
def begin_rally(s: Any, piece: Any, log: Any) -> None:
    leader = leader_with(s, piece) - 1
    s.ap -= 1
    s.acted[piece] = 1
    s.acted[leader] = RALLIED
    note(log, Clause.C6_1, Happened.RALLYING, (piece, leader, 0, 0))
    s.actor = piece + 1
    s.dice = 1
    s.phase = Phase.RALLY


@kernel
def roll_rally(s: Any, face: Any, log: Any) -> None:
    piece = s.actor - 1
    level = level_of(s, piece)
    restored = colour_of(s, face) != level
    s.shown[piece] = 1
    if restored:
        s.strength[piece] += 1
    note(log, Clause.C6_1, Happened.RALLIED, (piece, face, level, s.strength[piece] if restored else 0))
    finish(s)
