"""Whether what goes on in a record can go on: a piece on its way, a combat, a rally.

Pieces and hexes that are named exist and are on the map; that is checked before. Each phase has its fields,
and in each whoever decides must have something to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .attack import DICE, dice_of
from .checks import MOST_PIECES
from .ground import (
    ARTILLERY,
    CAVALRY,
    GUNBOAT,
    LEADER,
    STOPS,
    far,
    holds_any_of,
    is_land_unit,
    is_next_to_enemy,
)
from .moves import why_no_target
from .moving import STEPS, can_fire_on, can_go_on
from .names import name_of
from .retreat import (
    FLIGHT_HEXES,
    GUNS_FAIL,
    can_advance,
    can_make_room,
    can_retreat,
    in_the_way,
    why_no_retreat,
)
from .state import MOST_HEXES, RALLIED, Phase

WAY = ("mover", "along", "steps", "gone", "quiet", "pushed", "bound")
FIGHT = ("actor", "target", "assault", "dice", "hits", "ones", "checked", "fails", "displaced", "into")
SWITCHES = ("quiet", "pushed", "bound", "assault")
NOBODY = "this does not go on in this phase (C1.3)"


def fault_midway(s: Any) -> str:
    if any(getattr(s, name) not in (0, 1) for name in SWITCHES):
        return "something goes on more than once (C1.3)"
    phase = Phase(s.phase)
    if any(getattr(s, name) for name in (*WAY, *FIGHT) if name not in FIELDS[phase]):
        return NOBODY
    return CHECKS[phase](s) if phase in CHECKS else fault_at_rest(s)


def fault_at_rest(s: Any) -> str:
    own = range(s.side * MOST_PIECES, (s.side + 1) * MOST_PIECES)
    if s.phase == Phase.AP and any(s.acted[piece] for piece in own):
        return "nobody has acted before the APs are rolled (C1.3)"
    return ""


def is_own(s: Any, piece: int) -> bool:
    """Of the side whose part of the turn it is."""
    return bool(piece >= 0 and piece // MOST_PIECES == s.side)


# On the way


def fault_in_move(s: Any) -> str:
    mover = s.mover - 1
    if not is_own(s, mover) or not s.acted[mover]:
        return "nobody is on the way (C1.3)"
    most = MOST_HEXES if s.kind[mover] == GUNBOAT else STEPS[s.kind[mover]]
    if not 1 <= s.gone <= most or s.steps != most - s.gone or s.pushed:
        return f"{name_of(s, mover)} cannot have gone so far (C1.3)"
    wrong = fault_in_company(s) or fault_in_pace(s)
    if wrong:
        return wrong
    return "" if can_go_on(s) or can_fire_on(s) else f"{name_of(s, mover)} cannot go on (C1.3)"


def fault_in_company(s: Any) -> str:
    mover, leader = s.mover - 1, s.along - 1
    if leader < 0:
        return ""
    goes = is_own(s, leader) and s.kind[leader] == LEADER and is_land_unit(s, mover)
    fits = goes and s.at[leader] == s.at[mover] and s.acted[leader]
    return "" if fits else f"{name_of(s, leader)} does not go along with {name_of(s, mover)} (C2.5)"


def fault_in_pace(s: Any) -> str:
    """What the hex makes of a move."""
    here, mover = s.at[s.mover - 1] - 1, s.mover - 1
    stopped = s.gone > 0 and STOPS[s.terrain[here]] != 0
    if bool(s.bound) != bool(stopped):
        return f"the ground does not fit the move of {name_of(s, mover)} (C2.1)"
    if s.quiet and is_next_to_enemy(s, here, mover // MOST_PIECES):
        return f"{name_of(s, mover)} is next to an enemy (C2.1)"
    return ""


def fault_in_flight(s: Any) -> str:
    mover, target = s.mover - 1, s.target - 1
    if mover < 0 or is_own(s, mover) or s.kind[mover] != LEADER:
        return "no leader flees (C5.3)"
    if not 0 <= s.gone < FLIGHT_HEXES or s.steps != FLIGHT_HEXES - s.gone:
        return f"{name_of(s, mover)} cannot have fled so far (C5.3)"
    if s.gone == 0 and s.at[mover] != s.target:
        return f"{name_of(s, mover)} does not flee from there (C5.3)"
    wrong = fault_in_pace(s) or fault_in_attacker(s) or fault_in_rolls(s)
    if wrong:
        return wrong
    if s.unit_at[target] or s.guns_at[target] or not can_go_on(s):
        return f"{name_of(s, mover)} does not flee (C5.3)"
    return ""


# Combat


def fault_in_attacker(s: Any) -> str:
    """A unit of the side that acts attacks a hex in its range; close combat is with the next one."""
    actor, target = s.actor - 1, s.target - 1
    if not is_own(s, actor) or s.kind[actor] == LEADER or target < 0 or not s.acted[actor]:
        return "nobody attacks (C3.1)"
    away = int(far(s, s.at[actor] - 1, target))
    if s.assault and (away != 1 or s.kind[actor] > CAVALRY):
        return f"{name_of(s, actor)} cannot be in close combat there (C4.1)"
    return "" if 1 <= away <= 4 else f"{name_of(s, actor)} cannot fire so far (C3.1)"


def dice_at_first(s: Any) -> int:
    actor = s.actor - 1
    return DICE if s.assault else int(dice_of(s, actor, far(s, s.at[actor] - 1, s.target - 1)))


def fault_in_rolls(s: Any, left: int = 0) -> str:
    """What was rolled so far: no die is both a hit and a 1."""
    rolled = dice_at_first(s) - left
    if s.hits < 0 or s.ones < 0 or s.hits + s.ones > rolled:
        return "so much cannot have been rolled (C3.1)"
    return ""


def fault_in_target(s: Any) -> str:
    wrong = fault_in_attacker(s)
    if wrong:
        return wrong
    return "" if why_no_target(s, s.actor - 1, s.target - 1) == 0 else "nobody can be attacked there (C3.1)"


def fault_in_check(s: Any) -> str:
    if not s.attacker_check or not s.assault or s.dice != 1:
        return "no attacker rolls for morale (C4.1, option attacker_check)"
    return fault_in_target(s)


def fault_in_dice(s: Any) -> str:
    wrong = fault_in_target(s)
    if wrong:
        return wrong
    if not 1 <= s.dice <= dice_at_first(s):
        return "another number of dice is rolled (C3.1)"
    return fault_in_rolls(s, s.dice)


def fault_in_leader_dice(s: Any) -> str:
    wrong = fault_in_target(s) or fault_in_rolls(s)
    if wrong:
        return wrong
    leader = s.leader_at[s.target - 1] - 1
    if leader < 0 or is_own(s, leader):
        return "no leader is there to roll for (C3.4)"
    most = s.ones if s.assault or s.risk_per_one else min(s.ones, 1)
    return "" if 1 <= s.dice <= most else "another number of dice is rolled for the leader (C3.4, C4.2)"


def fault_in_shaken(s: Any) -> str:
    """The unit that rolls for morale or retreats stands in the hex that was assaulted."""
    wrong = fault_in_attacker(s) or fault_in_rolls(s)
    if wrong:
        return wrong
    unit = s.checked - 1
    if not s.assault or s.hits < 1 or unit < 0 or is_own(s, unit):
        return "no unit is shaken by close combat (C4.3)"
    if s.at[unit] != s.target or not is_land_unit(s, unit):
        return f"{name_of(s, unit)} was not assaulted (C4.3)"
    return ""


def fault_in_morale_dice(s: Any) -> str:
    wrong = fault_in_shaken(s)
    if wrong:
        return wrong
    before = s.kind[s.checked - 1] == ARTILLERY and s.unit_at[s.target - 1] != 0
    if not 1 <= s.dice <= s.hits or s.fails not in ((0, 1) if before else (0,)):
        return "another number of morale dice is rolled (C4.3)"
    return ""


def fault_in_retreat(s: Any) -> str:
    wrong = fault_in_shaken(s)
    if wrong:
        return wrong
    unit = s.checked - 1
    guns_too = s.kind[unit] != ARTILLERY and s.guns_at[s.target - 1] != 0
    if s.fails not in ((0, GUNS_FAIL) if guns_too else (0,)) or not s.shown[unit]:
        return f"{name_of(s, unit)} does not retreat (C4.3)"
    return "" if can_retreat(s, unit) else f"{name_of(s, unit)} has no way back (C5.2)"


def fault_in_displacing(s: Any) -> str:
    wrong = fault_in_retreat(s)
    if wrong:
        return wrong
    unit, friend, into = s.checked - 1, s.displaced - 1, s.into - 1
    if into < 0 or friend < 0 or why_no_retreat(s, unit, into) != 0 or in_the_way(s, unit, into) != friend:
        return "nobody must make room there (C5.2)"
    return "" if can_make_room(s, friend, s.target - 1) else f"{name_of(s, friend)} cannot make room (C5.2)"


def fault_in_advance(s: Any) -> str:
    wrong = fault_in_attacker(s) or fault_in_rolls(s)
    if wrong:
        return wrong
    empty = not holds_any_of(s, s.target - 1, 1 - s.side) and not holds_any_of(s, s.target - 1, s.side)
    return "" if empty and can_advance(s) else f"{name_of(s, s.actor - 1)} cannot advance (C4.5)"


def fault_in_rally(s: Any) -> str:
    unit = s.actor - 1
    if not is_own(s, unit) or s.kind[unit] > CAVALRY or s.dice != 1 or not s.rallies[s.side]:
        return "nobody rallies (C6.1)"
    leader = s.leader_at[s.at[unit] - 1] - 1
    together = leader >= 0 and s.acted[leader] == RALLIED and s.acted[unit]
    shaken = s.strength[unit] < s.full[unit] and (s.struck[unit] or not s.rally_only_hit)
    return "" if together and shaken else f"{name_of(s, unit)} cannot rally (C6.1)"


ROLLED = ("actor", "target", "assault", "hits", "ones")
FIELDS: dict[Phase, tuple[str, ...]] = {
    Phase.AP: (),
    Phase.ACT: (),
    Phase.MOVE: WAY,
    Phase.CHECK: ("actor", "target", "assault", "dice"),
    Phase.DICE: (*ROLLED, "dice"),
    Phase.LEADER: (*ROLLED, "dice"),
    Phase.MORALE: (*ROLLED, "dice", "checked", "fails"),
    Phase.RETREAT: (*ROLLED, "checked", "fails"),
    Phase.DISPLACE: (*ROLLED, "checked", "fails", "displaced", "into"),
    Phase.FLIGHT: (*ROLLED, "mover", "steps", "gone", "bound"),
    Phase.ADVANCE: ROLLED,
    Phase.RALLY: ("actor", "dice"),
    Phase.OVER: (),
}
"""What may be told in each phase."""
CHECKS: dict[Phase, Callable[[Any], str]] = {
    Phase.MOVE: fault_in_move,
    Phase.CHECK: fault_in_check,
    Phase.DICE: fault_in_dice,
    Phase.LEADER: fault_in_leader_dice,
    Phase.MORALE: fault_in_morale_dice,
    Phase.RETREAT: fault_in_retreat,
    Phase.DISPLACE: fault_in_displacing,
    Phase.FLIGHT: fault_in_flight,
    Phase.ADVANCE: fault_in_advance,
    Phase.RALLY: fault_in_rally,
}
