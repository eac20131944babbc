"""What a blow does, one die after the other (K4.1 to K4.3, K3.9, and the traits of blows).

The order, for a shot, a fight, a blow struck back and a free blow alike:

1. The die of the blow: does it hit (K4.1)?
2. A hit: if the target has an item that saves, the die of that item. If it saves, step 3 is left out.
3. What the blow does. In melee: the target routs (a routing blow), or is seized (a striker that grabs). Else
   a wound (K4.2): a slot is filled, or the target falls, or it cannot be felled and is unhurt.
4. Whoever was hit in melee and still stands, and is not seized, is knocked back.
5. Thrown over an edge, the die that tells whether it hangs on; if not, it falls.
6. The end of the battle; companies that leave or break; companies that test (K4.3), a die each.
7. The target of a fight strikes back, which is a blow like any other.
8. A swipe: the next one is struck, from step 1 on.
9. Another activation, if an enemy was felled (K3.9); else the activation ends. After a free blow, instead of
   7 to 9: the next free blow, or the flight.

Steps 1 to 5 are here, steps 6 to 9 in `turns.settle`, which asks `next_blow` and `is_followed_up`.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .fighting import begin_back, begin_swept, clear_swipe, needed
from .happened import Happened
from .losses import can_rout, wound
from .reach import in_reach
from .seizing import can_seize, seize
from .space import has, is_enemy, side_of, stands
from .state import ROUTS_BY_BLOW, STRIKES_BACK, Clause, Followup, Phase, There
from .throwing import knock_back, roll_hang


@kernel
def strike(s: Any, face: Any, log: Any) -> None:
    """K4.1: the die of a blow; a hit does what it does at once, or an item may save first."""
    striker, target = s.striker - 1, s.target - 1
    s.blow = s.phase
    s.hurt = 0
    hit = face >= needed(s, striker, target, s.phase == Phase.SHOOTING)
    note(log, Clause.K4_1, Happened.STRUCK, (striker, target, face, 1 if hit else 0))
    if hit and s.saves[target] > 0:
        s.phase = Phase.SAVE
    elif hit:
        take_effect(s, log)
        come_off(s, log)


@kernel
def roll_save(s: Any, face: Any, log: Any) -> None:
    """An item turns away what a blow would have done, but not that it hit."""
    target = s.target - 1
    saved = face >= s.saves[target]
    note(log, Clause.K4_2, Happened.SAVED, (target, face, 1 if saved else 0, 0))
    if not saved:
        take_effect(s, log)
    come_off(s, log)


@kernel
def take_effect(s: Any, log: Any) -> None:
    """Rout, grip or wound."""
    striker, target = s.striker - 1, s.target - 1
    is_melee = s.blow != Phase.SHOOTING
    if is_melee and has(s, striker, ROUTS_BY_BLOW) and can_rout(s, target):
        s.routs[target] = 1
        note(log, Clause.K4_1, Happened.ROUTED, (target, striker, 0, 0))
    elif is_melee and can_seize(s, striker, target):
        seize(s, target, striker, log)
    else:
        s.hurt = 1 if wound(s, target, striker, log) else 0


@kernel
def come_off(s: Any, log: Any) -> None:
    """How whoever was hit comes off: knocked back, if it still stands, or felled."""
    striker, target = s.striker - 1, s.target - 1
    if s.blow != Phase.SHOOTING and s.knock[striker] > 0 and stands(s, target):
        knock_back(s, target, striker, log)
    see_felled(s)


@kernel
def roll_hanging(s: Any, face: Any, log: Any) -> None:
    roll_hang(s, face, log)
    see_felled(s)


@kernel
def see_felled(s: Any) -> None:
    """K3.9: remember that the active character has felled an enemy, and where the first of them was."""
    piece, target = s.actor - 1, s.target - 1
    has_fallen = s.there[target] == There.FALLEN or s.there[target] == There.LIES
    if s.blow == Phase.FIGHTING and has_fallen and side_of(target) != side_of(piece) and s.felled == 0:
        s.felled = 1
        s.onward_x = s.x[target] - s.x[piece]
        s.onward_y = s.y[target] - s.y[piece]


# What follows


@kernel
def can_go_on(s: Any) -> Any:
    """Whether the active character is still there, and does not rout."""
    return stands(s, s.actor - 1) and s.routs[s.actor - 1] == 0


@kernel
def next_blow(s: Any, log: Any) -> Any:
    """After a blow in a fight and its tests, the one that is struck back, or the next of a swipe, begins.

    Whether there is one.
    """
    if not can_go_on(s):
        clear_swipe(s)
        return False
    if s.blow == Phase.FIGHTING and strikes_back(s, s.target - 1):
        begin_back(s, log)
        return True
    return begin_swept(s, log)


@kernel
def strikes_back(s: Any, piece: Any) -> Any:
    """Whether the target of a blow strikes back: by option any enemy who can, by trait one that was hurt."""
    if not is_enemy(s, s.actor - 1, piece) or s.routs[piece] != 0:
        return False
    if not s.strike_back and not (s.hurt and has(s, piece, STRIKES_BACK)):
        return False
    return in_reach(s, piece, s.actor - 1)


@kernel
def is_followed_up(s: Any) -> Any:
    """K3.9: whether the active character has another activation."""
    if s.felled == 0 or not can_go_on(s) or s.followup == Followup.OFF:
        return False
    return s.followup == Followup.CHAIN or s.extra == 0
