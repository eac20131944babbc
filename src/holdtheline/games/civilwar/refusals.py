"""Why a step is refused, in one sentence: what stands against it, as far as the record tells.

The clause is known already; here its words are found. Nothing here looks at a morale.
"""

from __future__ import annotations

from typing import Any

from ...core.contract import FIRST_MOVE
from .battle import CALLED, Terrain
from .checks import MOST_PIECES
from .ground import ARTILLERY, CAVALRY, GUNBOAT, INFANTRY, LEADER, far, leader_with
from .moves import Do
from .moving import has_unit_to_enter_with, is_forced_march
from .names import KINDS, hex_name, is_leader, name_of, plural, terrain_name
from .obstacles import why_no_fire, why_no_place, why_no_target, why_not_in, why_not_there
from .orders import Order, leader_of, order_of
from .retreat import in_the_way, why_no_way_back
from .state import NEVER, RALLIED, ROLLS, Clause, Phase

BACK = frozenset({Do.RETREAT, Do.DISPLACE})
WAY = frozenset({Do.STEP, Do.STOP})
NOT_BACK = "it is farther from the own side and no nearer to friends"


def reason(s: Any, code: int, clause: int) -> str:
    if s.phase == Phase.OVER:
        return "the battle is over"
    if s.phase in ROLLS:
        return "a die is to be rolled now, and it shows 1 to 6"
    if 0 <= code < FIRST_MOVE:
        return "no die is to be rolled now"
    order = order_of(s, code)
    if order is None:
        return "there is no such move"
    match int(s.phase):
        case Phase.ACT:
            return why_no_action(s, order, clause)
        case Phase.MOVE | Phase.FLIGHT:
            return why_no_going(s, order, clause)
        case Phase.RETREAT:
            return why_no_retreat(s, order, clause)
        case Phase.DISPLACE:
            return why_no_room(s, order)
        case _:
            return why_no_advance(s, order)


# Actions


def why_no_action(s: Any, order: Order, clause: int) -> str:
    piece, name = order.piece, name_of(s, order.piece)
    if order.do in WAY:
        return "nobody is on the way now"
    if order.do in BACK or order.do >= Do.ADVANCE:
        return "no combat is going on now"
    if piece // MOST_PIECES != s.side:
        return f"{name} belongs to {CALLED[1 - s.side]}, and it is the turn of {CALLED[s.side]}"
    if order.do == Do.ENTER:
        return why_no_enter(s, piece, clause)
    if not s.at[piece]:
        return f"{name} has not entered yet" if s.due[piece] else f"{name} is lost"
    if s.acted[piece]:
        return f"{name} has acted in this turn"
    if clause == Clause.C1_2:
        return price(2 if order.do == Do.ASSAULT else 1, s.ap)
    match order.do:
        case Do.FIRE:
            return why_no_fire(s, piece, order.hex)
        case Do.ASSAULT:
            return why_no_assault(s, piece, order.hex)
        case Do.RALLY:
            return why_no_rally(s, piece)
        case _:
            return why_no_go(s, order)


def price(cost: int, left: int) -> str:
    return f"it costs {cost} AP, and {left or 'none'} {'is' if left <= 1 else 'are'} left"


def why_no_enter(s: Any, piece: int, clause: int) -> str:
    name = name_of(s, piece)
    if s.at[piece]:
        return f"{name} is on the map already, in {hex_name(s, s.at[piece] - 1)}"
    if not s.due[piece]:
        return f"{name} is lost"
    if s.due[piece] > s.number:
        return f"{name} enters from turn {s.due[piece]} on, and this is turn {s.number}"
    if clause == Clause.C1_2:
        return price(1, s.ap)
    entry = hex_name(s, s.entry[piece] - 1)
    if is_leader(s, piece) and has_unit_to_enter_with(s, piece):
        return f"{name} enters with a unit, and one still waits at {entry}"
    return f"there is no free hex for {name} at {entry} or anywhere else"


def why_no_go(s: Any, order: Order) -> str:
    piece, name, from_ = order.piece, name_of(s, order.piece), s.moves_from[order.piece]
    if from_ > s.number:
        return f"{name} {when_it_moves(s, piece)}"
    if order.do == Do.GO_WITH:
        wrong = why_no_company(s, order)
        if wrong:
            return wrong
    if s.kind[piece] == GUNBOAT:
        return why_no_sailing(s, piece, order.hex)
    return why_not_there(s, piece, order.hex, order.do == Do.GO_WITH)


def why_no_company(s: Any, order: Order) -> str:
    """C2.5: why no leader goes along, or nothing."""
    name, leader = name_of(s, order.piece), leader_of(s, order)
    if s.kind[order.piece] == GUNBOAT:
        return "a gunboat takes no leader along"
    if is_leader(s, order.piece):
        return f"{name} is a leader himself, and goes alone"
    if leader is None:
        return f"no leader is with {name} in {hex_name(s, s.at[order.piece] - 1)}"
    if s.acted[leader]:
        return f"{name_of(s, leader)} has acted in this turn"
    return f"{name_of(s, leader)} {when_it_moves(s, leader)}" if s.moves_from[leader] > s.number else ""


def when_it_moves(s: Any, piece: int) -> str:
    """Of a piece that is halted."""
    from_ = s.moves_from[piece]
    return "holds its place and never moves" if from_ == NEVER else f"cannot move before turn {from_}"


def why_no_sailing(s: Any, piece: int, hex_: int) -> str:
    place = hex_name(s, hex_)
    if s.terrain[hex_] != Terrain.RIVER:
        return f"{place} is {terrain_name(s, hex_)}, and a gunboat stays on the river"
    if s.unit_at[hex_]:
        return f"{name_of(s, s.unit_at[hex_] - 1)} is in {place}"
    return f"{name_of(s, piece)} has no free way on the river to {place}"


# Attacks and rallies


def why_no_assault(s: Any, piece: int, hex_: int) -> str:
    kind = s.kind[piece]
    if kind in (ARTILLERY, GUNBOAT, LEADER):
        what = "a leader" if kind == LEADER else "a gunboat" if kind == GUNBOAT else "artillery"
        return f"{name_of(s, piece)} is {what}, and begins no close combat"
    if far(s, s.at[piece] - 1, hex_) != 1:
        return f"close combat is with a hex next to one's own, and {hex_name(s, hex_)} is not"
    return why_no_target(s, hex_)


def why_no_rally(s: Any, piece: int) -> str:
    name, leader = name_of(s, piece), s.leader_at[s.at[piece] - 1] - 1
    if s.kind[piece] not in (INFANTRY, CAVALRY):
        return f"only infantry and cavalry rally, and {name} is {KINDS[s.kind[piece] - 1]}"
    if not s.rallies[s.side]:
        return f"{CALLED[s.side]} does not rally in this battle"
    if leader < 0:
        return f"no leader is with {name} in {hex_name(s, s.at[piece] - 1)}"
    if s.acted[leader]:
        return f"{name_of(s, leader)} has acted in this turn"
    if s.strength[piece] >= s.full[piece]:
        return f"{name} has all its {plural(s.full[piece], 'block')}"
    return f"{name} was not attacked since the last turn of {CALLED[s.side]} (option rally_only_hit)"


# On the way


def why_no_going(s: Any, order: Order, clause: int) -> str:
    mover, name = s.mover - 1, name_of(s, s.mover - 1)
    if order.do == Do.STEP:
        return why_no_step(s, order.hex, clause)
    if order.do == Do.STOP:
        if s.phase == Phase.FLIGHT and s.gone == 0:
            return f"{name} must flee at least one hex"
        return f"{name_of(s, s.leader_at[s.at[mover] - 1] - 1)} is here, and a hex takes one leader"
    if order.do != Do.FIRE or order.piece != mover or s.phase == Phase.FLIGHT:
        return f"{name} is on the way: first it goes on or stops"
    if s.kind[mover] != CAVALRY:
        return f"only cavalry fires after its move, and {name} is {KINDS[s.kind[mover] - 1]}"
    return price(1, s.ap) if clause == Clause.C1_2 else why_no_fire(s, mover, order.hex)


def why_no_step(s: Any, hex_: int, clause: int) -> str:
    mover, name = s.mover - 1, name_of(s, s.mover - 1)
    if clause == Clause.C1_2:
        return f"the leader's extra hex costs 1 AP, and {s.ap or 'none'} is left"
    if s.bound:
        here_ = s.at[mover] - 1
        return f"{hex_name(s, here_)} is {terrain_name(s, here_)}, and whoever enters it goes no further"
    if far(s, s.at[mover] - 1, hex_) != 1:
        return why_not_there(s, mover, hex_, bool(s.along))
    if s.phase == Phase.FLIGHT and hex_ == s.target - 1:
        return f"{name} flees from {hex_name(s, hex_)}, and does not go back there"
    wrong = why_not_in(s, mover, hex_, bool(s.along))
    if wrong or s.steps > 0:
        return wrong or f"{name} cannot go to {hex_name(s, hex_)}"
    if s.kind[mover] == INFANTRY and s.gone == 1 and not is_forced_march(s, hex_):
        return "a forced march neither starts, passes nor ends next to an enemy unit"
    return f"{name} has gone as far as it can"


# Going back, going after


def why_no_retreat(s: Any, order: Order, clause: int) -> str:
    unit, hex_ = s.checked - 1, order.hex
    name, place, left = name_of(s, unit), hex_name(s, hex_), s.at[unit] - 1
    if order.do != Do.RETREAT:
        return f"{name} must retreat first"
    if far(s, left, hex_) != 1:
        return f"a retreat is one hex, and {place} is not next to {hex_name(s, left)}"
    if clause == Clause.C5_2:
        return (
            why_no_place(s, unit, hex_) or f"{name_of(s, in_the_way(s, unit, hex_))} cannot make room there"
        )
    if why_no_way_back(s, unit, hex_) == 0:
        return f"{place} is next to {name_of(s, s.actor - 1)}, and there is another way back"
    return f"{place} is no way back: {NOT_BACK}"


def why_no_room(s: Any, order: Order) -> str:
    friend, hex_ = s.displaced - 1, order.hex
    name, place = name_of(s, friend), hex_name(s, hex_)
    if order.do != Do.DISPLACE:
        return f"{name} must make room first"
    if hex_ == s.target - 1:
        return f"{name_of(s, s.checked - 1)} is just leaving {place}"
    if far(s, s.at[friend] - 1, hex_) != 1:
        return f"{name} goes one hex, and {place} is not next to {hex_name(s, s.at[friend] - 1)}"
    wrong = why_no_place(s, friend, hex_) or why_not_in(s, friend, hex_, False)
    return wrong or f"{place} is no way back for {name}: {NOT_BACK}"


def why_no_advance(s: Any, order: Order) -> str:
    name = name_of(s, s.actor - 1)
    if order.do == Do.ADVANCE_WITH:
        return why_no_follower(s)
    return f"{name} may advance or stay: that is decided first"


def why_no_follower(s: Any) -> str:
    """Why no leader goes with the attacker who advances."""
    actor = s.actor - 1
    leader = leader_with(s, actor) - 1
    if leader < 0:
        return f"no leader is with {name_of(s, actor)} in {hex_name(s, s.at[actor] - 1)}"
    if s.acted[leader] == RALLIED:
        return f"{name_of(s, leader)} has rallied a unit, and stays with it the whole turn"
    return f"{name_of(s, leader)} {when_it_moves(s, leader)}"
