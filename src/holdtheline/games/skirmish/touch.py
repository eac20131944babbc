"""What can be touched in a battle, its keys and names, and which move touches are.

One's own character is touched to be used. Then an enemy is fought, or shot at, or charged, whichever can be
first; a thing is taken; and a place is gone to. `shoot` and `charge`, touched before an enemy, say which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.contract import Choice, Spot
from .fighting import why_no_fight, why_no_shot
from .listed import MOST_MOVES, moves
from .moves import Do, do_of, packed, x_of, y_of
from .names import (
    all_characters,
    characters_of,
    objectives_of,
    place_words,
    seat_now,
    thing_id,
    thing_with_id,
)
from .orders import Order, leg_label, order_of, place_said
from .seen import character_label, objective_label
from .space import is_at_exit, is_engaged, side_of, stands
from .state import FIRST_OBJECTIVE, Lies, Phase, There
from .text import DECISIONS
from .ways import NONE, charge_end, charge_way

BUTTONS = {
    "pass": ("e", "pass: the other goes on"),
    "stay": ("s", "stay: nothing more with this one"),
    "leave": ("x", "leave by the exit"),
    "shoot": ("a", "shoot: touch an enemy"),
    "charge": ("c", "charge: touch an enemy"),
}
"""Their keys, which no face of a table takes for a command of its own, and their labels."""
PLAIN = {"pass": Do.PASS, "stay": Do.STAY, "leave": Do.LEAVE}
GO = "go-"
"""How the id of a place begins."""


def go_id(x: int, y: int) -> str:
    return f"{GO}{place_words(x, y)}"


# Charges, which take long to find


Charges = dict[int, tuple[int, ...]]
_last: list[tuple[bytes, Charges]] = [(b"", {})]
"""The state that was asked for last, and its charges."""


def charges(s: Any) -> Charges:
    """The enemies that each first leg of a charge is meant for."""
    words = s._words.tobytes()
    last, found = _last[0]
    if words != last:
        found = charge_legs(s)
        _last[0] = words, found
    return found


def charge_legs(s: Any) -> Charges:
    legs: Charges = {}
    actor = int(s.actor) - 1
    if s.phase != Phase.ACTING or s.charged or is_engaged(s, actor):
        return legs
    for target in characters_of(s, 1 - int(side_of(actor))):
        if stands(s, target):
            how, x, y, _, _ = charge_way(s, target)
            if how != NONE:
                code = int(packed(Do.LEG, 0, int(x), int(y)))
                legs[code] = (*legs.get(code, ()), target)
    return legs


# Ways to point


def choices(s: Any, code: int) -> tuple[Choice, ...]:
    order = order_of(s, code)
    return () if order is None else tuple(Choice(tuple(ids)) for ids in ways(s, code, order))


def ways(s: Any, code: int, order: Order) -> Iterator[Sequence[str]]:
    id_ = thing_id(order.thing)
    match order.do:
        case Do.ACTIVATE | Do.PICK_UP | Do.FIGHT:
            yield [id_]
        case Do.SHOOT:
            yield ["shoot", id_]
            if why_no_fight(s, order.thing) != 0:
                yield [id_]
        case Do.LEG:
            yield [go_id(order.x, order.y)]
            for target in charges(s).get(code, ()):
                yield ["charge", thing_id(target)]
                if why_no_fight(s, target) != 0 and why_no_shot(s, target) != 0:
                    yield [thing_id(target)]
        case Do.FACE:
            yield ["face", go_id(order.x, order.y)]
        case _:
            yield [order.do.name.lower()]


# What is meant


def meant(s: Any, seat: int, touches: Sequence[str]) -> int | None:
    """The move that these touches would be, legal or not."""
    if s.phase not in DECISIONS or seat != seat_now(s) or not touches:
        return None
    order = order_meant(s, list(touches))
    return None if order is None else int(packed(*order))


def order_meant(s: Any, touches: list[str]) -> Order | None:
    if len(touches) == 1 and touches[0] in PLAIN:
        return Order(PLAIN[touches[0]], 0, 0, 0)
    last, thing = touches[-1], thing_with_id(s, touches[-1])
    if last.startswith(GO):
        place = place_said(last.removeprefix(GO))
        do = Do.FACE if touches[0] == "face" else Do.LEG
        return None if place is None else Order(do, 0, *place)
    if thing is None or len(touches) > 2:
        return None
    if s.phase == Phase.CHOOSE:
        return Order(Do.ACTIVATE, thing, 0, 0) if thing < FIRST_OBJECTIVE else Order(Do.PICK_UP, thing, 0, 0)
    return order_about(s, thing, touches[0] if len(touches) == 2 else "")


def order_about(s: Any, thing: int, how: str) -> Order | None:
    """What the active character means to do with somebody or something."""
    actor = int(s.actor) - 1
    if thing >= FIRST_OBJECTIVE or s.there[thing] == There.LIES:
        return Order(Do.PICK_UP, thing, 0, 0)
    if thing == actor:
        return None
    if side_of(thing) == side_of(actor):
        return Order(Do.ACTIVATE, thing, 0, 0)
    if how == "shoot":
        return Order(Do.SHOOT, thing, 0, 0)
    if how == "charge":
        return charge_meant(s, thing)
    if why_no_fight(s, thing) == 0 or s.charged or is_engaged(s, actor):
        return Order(Do.FIGHT, thing, 0, 0)
    if why_no_shot(s, thing) == 0:
        return Order(Do.SHOOT, thing, 0, 0)
    charge = charge_meant(s, thing)
    return Order(Do.SHOOT, thing, 0, 0) if s.shoots[actor] and s.legs else charge


def charge_meant(s: Any, target: int) -> Order:
    """The first leg of a charge, or the straight way where there is none, which tells what hinders it."""
    if stands(s, target):
        how, x, y, _, _ = charge_way(s, target)
        if how != NONE:
            return Order(Do.LEG, 0, int(x), int(y))
        x, y = charge_end(s, s.x[s.actor - 1], s.y[s.actor - 1], target)
        return Order(Do.LEG, 0, int(x), int(y))
    return Order(Do.FIGHT, target, 0, 0)


# Spots


def spots(s: Any, seat: int) -> tuple[Spot, ...]:
    """What this seat can touch now, legally or not."""
    if s.phase not in DECISIONS or seat != seat_now(s):
        return ()
    if s.phase == Phase.CHOOSE:
        return (button("pass"), *keyed(s, [one for one in all_characters(s) if stands(s, one)], int(s.side)))
    actor = int(s.actor) - 1
    things = [one for one in all_characters(s) if stands(s, one) or s.there[one] == There.LIES]
    free = [thing for thing in objectives_of(s) if s.o_lies[thing - FIRST_OBJECTIVE] == Lies.FREE]
    return (
        *map(button, buttons_now(s)),
        *keyed(s, things, 1 - int(side_of(actor))),
        *(Spot(thing_id(thing), "", objective_label(s, thing)) for thing in free),
        *(Spot(go_id(x, y), "", leg_label(s, actor, x, y)) for x, y in legs_now(s)),
    )


def button(id_: str) -> Spot:
    return Spot(id_, *BUTTONS[id_])


def buttons_now(s: Any) -> list[str]:
    actor = int(s.actor) - 1
    if s.charged or is_engaged(s, actor):
        return []
    names = ["stay", "charge"]
    if s.shoots[actor]:
        names.insert(1, "shoot")
    if s.enclosed and is_at_exit(s, s.x[actor], s.y[actor], s.radius[actor]):
        names.append("leave")
    return names


def keyed(s: Any, pieces: list[int], side: int) -> Iterator[Spot]:
    """Those of one side have digits as keys, as far as these reach, by their place in the sheet."""
    for piece in pieces:
        place = int(thing_id(piece)[1:])
        key = str(place) if side_of(piece) == side and place <= 9 else ""
        yield Spot(thing_id(piece), key, character_label(s, piece))


def legs_now(s: Any) -> list[tuple[int, int]]:
    """The ends of the legs that are offered."""
    codes = np.zeros(MOST_MOVES, np.int64)
    listed = codes[: int(moves(s, codes))].tolist()
    return [(int(x_of(code)), int(y_of(code))) for code in listed if do_of(code) == Do.LEG]
