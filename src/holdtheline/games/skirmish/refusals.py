"""Why a step is refused, in one sentence: what stands against it, with names and inches."""

from __future__ import annotations

from typing import Any

from ...core.contract import FIRST_MOVE
from ...core.plane import gap
from .fighting import why_no_fight
from .moves import Do
from .moving import can_carry, thing_x, thing_y
from .names import (
    THE_SIDES,
    blocker_name,
    characters_of,
    decimal,
    inches,
    listed_words,
    name_of,
    place_words,
    seat_name,
    the,
)
from .obstacles import inches_gap, why_no_leg_words
from .orders import Order, order_of
from .sight import blocker
from .space import has, is_at_exit, is_engaged, is_on_table, locks, side_of, stands
from .state import (
    CAN_BE_CARRIED,
    CARRIES_FALLEN,
    FIRST_OBJECTIVE,
    ONE_SHOT_EACH,
    Lies,
    Phase,
    There,
)
from .text import DECISIONS

MISSING = {
    There.NOBODY: "is not there",
    There.WAITS: "has not arrived yet",
    There.LIES: "lies on the ground",
    There.FALLEN: "has fallen",
    There.FLED: "has fled off the table",
    There.LEFT: "has left the table",
    There.CARRIED: "has fallen, and is carried",
    There.HELD: "is held fast",
}


def reason(s: Any, code: int, clause: int) -> str:
    if s.phase == Phase.OVER:
        return "the battle is over"
    if s.phase not in DECISIONS:
        return "a die is to be rolled now, and it shows 1 to 6"
    if 0 <= code < FIRST_MOVE:
        return "no die is to be rolled now"
    order = order_of(s, code)
    if order is None:
        return "there is no such move"
    if s.phase == Phase.CHOOSE:
        return why_no_choice(s, order)
    return why_no_act(s, order, clause)


# Whom to use


def why_no_choice(s: Any, order: Order) -> str:
    if order.do != Do.ACTIVATE:
        return "nobody is active: use a character first, or pass"
    piece, name = order.thing, name_of(s, order.thing)
    if piece >= FIRST_OBJECTIVE:
        return f"{the(s, piece)} is no character"
    if side_of(piece) != s.side:
        return f"{name} belongs to {THE_SIDES[1 - s.side]}, and it is the turn of {THE_SIDES[s.side]}"
    if not stands(s, piece):
        return f"{name} {missing(s, piece)}"
    if s.done[piece]:
        return f"{name} has been activated in this round"
    owner, general = seat_name(s, int(s.owner[piece])), seat_name(s, int(s.general))
    return f"{name} belongs to {owner}, and it is the turn of {general}"


def missing(s: Any, piece: int) -> str:
    """Where somebody is who does not stand on the table."""
    there = There(int(s.there[piece]))
    if there == There.WAITS and s.arrives[piece]:
        return f"arrives in round {s.arrives[piece]}, and this is round {s.round}"
    by = int(s.held_by[piece]) - 1
    if there in (There.HELD, There.CARRIED) and by >= 0:
        return f"{MISSING[there]} by {name_of(s, by)}"
    return MISSING.get(there, "is not there")


# What the active character does


def why_no_act(s: Any, order: Order, clause: int) -> str:
    actor = int(s.actor) - 1
    if order.do in (Do.PASS, Do.ACTIVATE):
        return f"{name_of(s, actor)} is active: it acts, or stays, first"
    if order.do == Do.FIGHT:
        return why_no_fight_words(s, actor, order.thing)
    if s.charged:
        return f"{name_of(s, actor)} has charged, and must fight {to_be_fought(s, actor)} now"
    if is_engaged(s, actor):
        return f"{name_of(s, actor)} is in melee with {melee_of(s, actor)}, and goes on fighting"
    match order.do:
        case Do.LEG:
            return why_no_leg_words(s, order.x, order.y, clause)
        case Do.FACE:
            return why_no_pivot_words(s, actor, order.x, order.y)
        case Do.PICK_UP:
            return why_no_take(s, actor, order.thing)
        case Do.SHOOT:
            return why_no_shot_words(s, actor, order.thing)
        case Do.LEAVE:
            return why_no_leave(s, actor)
        case _:
            return f"{name_of(s, actor)} cannot do that now"


def melee_of(s: Any, actor: int) -> str:
    """Those who are in contact and hold it."""
    enemies = characters_of(s, 1 - int(side_of(actor)))
    held = [one for one in enemies if locks(s, actor, one)]
    return listed_words([name_of(s, one) for one in held])


def to_be_fought(s: Any, actor: int) -> str:
    """Those whom a charge was for."""
    enemies = characters_of(s, 1 - int(side_of(actor)))
    names = [name_of(s, one) for one in enemies if why_no_fight(s, one) == 0]
    return " or ".join(names)


def why_no_pivot_words(s: Any, actor: int, x: int, y: int) -> str:
    name = name_of(s, actor)
    if not is_on_table(x, y):
        return f"{place_words(x, y)} is off the table, which is 24 by 24 inches"
    if s.legs > 1 or s.moved_far:
        return f"{name} has made its whole move, and turns no more"
    if s.turned:
        return f"{name} has turned already since its last leg"
    return f"{name} stands at {place_words(x, y)}, which is no direction"


def why_no_leave(s: Any, actor: int) -> str:
    name = name_of(s, actor)
    if not s.enclosed:
        return "the table is no closed room: one leaves it over its edge, with something to carry off"
    if not is_at_exit(s, s.x[actor], s.y[actor], s.radius[actor]):
        return f"{name} does not touch the exit"
    return f"{name} cannot leave now"


# Things


def why_no_take(s: Any, actor: int, thing: int) -> str:
    name, what = name_of(s, actor), the(s, thing)
    if s.carries[actor]:
        return f"{name} carries {the(s, s.carries[actor] - 1)} already"
    if s.legs or s.turned:
        return f"one picks up at the start of an activation, and {name} has moved"
    wrong = why_not_lying(s, thing) or why_no_carrier(s, actor, thing)
    if wrong:
        return wrong
    away = gap(s.x[actor], s.y[actor], s.radius[actor], thing_x(s, thing), thing_y(s, thing), 0)
    if away >= s.pickup_reach:
        return f"{what} is {decimal(int(away) + 1)} inches away, and {name} reaches {inches(s.pickup_reach)}"
    return f"{name} cannot pick up {what} now"


def why_not_lying(s: Any, thing: int) -> str:
    """Why there is nothing to be picked up, or nothing."""
    if thing < FIRST_OBJECTIVE:
        if s.there[thing] == There.LIES:
            return ""
        where = "is on its feet" if stands(s, thing) else missing(s, thing)
        return f"{name_of(s, thing)} {where}, and only who lies on the ground can be picked up"
    place, by = thing - FIRST_OBJECTIVE, int(s.o_by[thing - FIRST_OBJECTIVE]) - 1
    match int(s.o_lies[place]):
        case Lies.CARRIED:
            return f"{name_of(s, by)} carries {the(s, thing)}"
        case Lies.LEFT:
            return f"{the(s, thing)} has left the table with {name_of(s, by)}"
        case Lies.FREE:
            return ""
        case _:
            return f"{the(s, thing)} is not there any more"


def why_no_carrier(s: Any, actor: int, thing: int) -> str:
    """Why this is not for this character to carry, or nothing."""
    if can_carry(s, actor, thing):
        return ""
    name = name_of(s, actor)
    if thing >= FIRST_OBJECTIVE:
        return f"{name} may not carry {the(s, thing)}; {carriers(s, thing - FIRST_OBJECTIVE)}"
    if side_of(thing) != side_of(actor):
        return f"{name_of(s, thing)} is an enemy"
    if not has(s, thing, CAN_BE_CARRIED):
        return f"{name_of(s, thing)} cannot be carried"
    if not has(s, actor, CARRIES_FALLEN):
        return f"{name} carries nobody who has fallen"
    return f"{name} may not carry {name_of(s, thing)}"


def carriers(s: Any, place: int) -> str:
    """Who may carry an objective, in words."""
    allowed = (int(s.o_friends[place]), int(s.o_enemies[place]))
    names = []
    for side, bits in enumerate(allowed):
        mine = characters_of(s, side)
        may = [one for number, one in enumerate(mine) if bits >> number & 1]
        if mine and len(may) == len(mine):
            names.append(THE_SIDES[side])
        else:
            names += [name_of(s, one) for one in may]
    return f"{listed_words(names)} may"


# Blows


def why_no_target(s: Any, actor: int, target: int) -> str:
    """Why this is nobody to strike at, or nothing."""
    if target >= FIRST_OBJECTIVE:
        return f"{the(s, target)} is no character"
    if side_of(target) == side_of(actor):
        return f"{name_of(s, target)} is on the same side as {name_of(s, actor)}"
    return "" if stands(s, target) else f"{name_of(s, target)} {missing(s, target)}"


def why_no_shot_words(s: Any, actor: int, target: int) -> str:
    name = name_of(s, actor)
    wrong = why_no_target(s, actor, target)
    if not s.shoots[actor] or wrong:
        return wrong or f"{name} does not shoot"
    away, limit = inches_gap(s, actor, target), int(s.shoots[actor])
    if away > limit:
        far = decimal(away - limit)
        return f"{name_of(s, target)} is {inches(away)} away, {far} too far: {name} shoots {inches(limit)}"
    if not s.shoot_into_melee and is_engaged(s, target):
        return f"{name_of(s, target)} is in melee, and nobody shoots into that (option shoot_into_melee)"
    if has(s, actor, ONE_SHOT_EACH) and s.shot_at[target]:
        return f"{name_of(s, target)} was shot at in this round, and {name} shoots at somebody else"
    found = int(blocker(s, actor, s.x[actor], s.y[actor], target, s.x[target], s.y[target]))
    if found:
        return f"{blocker_name(s, found)} blocks the sight of {name_of(s, target)}"
    return f"{name} cannot shoot at {name_of(s, target)} now"


def why_no_fight_words(s: Any, actor: int, target: int) -> str:
    name = name_of(s, actor)
    wrong = why_no_target(s, actor, target)
    if wrong:
        return wrong
    other, away = name_of(s, target), inches_gap(s, actor, target)
    limit = max(int(s.reach[actor]), 50)
    if away > limit:
        reach = f"{name} reaches {inches(limit)}" if s.reach[actor] else "one fights in contact"
        return f"{other} is {inches(away)} away, and {reach}"
    if s.charged:
        return f"{other} was farther than a full move away at the start, and cannot be charged"
    return f"{name} has moved without charging {other}, and does not fight it now"
