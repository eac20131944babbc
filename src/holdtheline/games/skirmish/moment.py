"""What goes on in a battle, in a few words."""

from __future__ import annotations

from typing import Any

from .shown import thing_name
from .state import Phase

DICE = {
    Phase.OPEN: "A die tells who starts the round",
    Phase.SHOOTING: "A die for the shot",
    Phase.FIGHTING: "A die for the blow",
    Phase.BACK: "A die for the blow that comes back",
    Phase.FREE_BLOW: "A die for a blow at one who flees",
    Phase.ROUT_TEST: "A die tells whether a company routs",
    Phase.RALLY: "A die tells whether one recovers",
    Phase.WHICH: "A die tells whom the enemy fights",
    Phase.SAVE: "A die may turn the wound away",
    Phase.CROSS: "A die for the way over the gap",
    Phase.HANG: "A die for holding on",
    Phase.GOAL: "A die tells which goal is real",
}


def is_die(s: Any) -> bool:
    return Phase(s.phase) in DICE


def moment(s: Any) -> str:
    """What goes on, in a few words."""
    phase = Phase(s.phase)
    if phase == Phase.OVER:
        return ("Nobody has won", "The friends have won", "The enemy has won")[int(s.winner)]
    if phase in DICE:
        return DICE[phase]
    if phase == Phase.CHOOSE:
        return ("The friends choose who acts", "The enemy chooses who acts")[int(s.side)]
    return f"{thing_name(s, int(s.actor) - 1)} acts"
