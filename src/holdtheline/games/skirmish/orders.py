"""Moves of a battle in words: to read, to write, and what they do in the words of a player."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from ...core.contract import FIRST_MOVE
from ...core.plane import root_up, square
from .fighting import needed
from .moves import Do, clause_of_die, do_of, packed, thing_of, x_of, y_of
from .moving import is_charged_at
from .names import (
    about,
    all_characters,
    characters_of,
    listed_words,
    name_of,
    objectives_of,
    place_words,
    seat_name,
    seat_now,
    the,
    thing_id,
    thing_named,
)
from .space import enemies_at, side_of
from .state import FIRST_OBJECTIVE, MOST_OBJECTIVES, Clause, There

WITH_THING = frozenset({Do.ACTIVATE, Do.PICK_UP, Do.SHOOT, Do.FIGHT})
WITH_PLACE = frozenset({Do.LEG, Do.FACE})
WORD = {
    Do.PASS: "pass",
    Do.ACTIVATE: "use",
    Do.PICK_UP: "take",
    Do.LEG: "go",
    Do.FACE: "face",
    Do.SHOOT: "shoot",
    Do.FIGHT: "fight",
    Do.STAY: "stay",
    Do.LEAVE: "leave",
}
DOS = frozenset(map(int, Do))
DO = {word: do for do, word in WORD.items()}
FILLERS = {Do.LEG: "to", Do.SHOOT: "at", Do.FACE: "to", Do.FIGHT: "with"}
"""Words that people say and that mean nothing."""
CLAUSE = {
    Do.PASS: Clause.K2_2,
    Do.ACTIVATE: Clause.K2_2,
    Do.PICK_UP: Clause.K3_1,
    Do.LEG: Clause.K3_4,
    Do.FACE: Clause.K3_4,
    Do.SHOOT: Clause.K3_5,
    Do.FIGHT: Clause.K3_8,
    Do.STAY: Clause.K2_2,
    Do.LEAVE: Clause.K3_2,
}
NUMBER = r"([0-9]{1,2}(?:\.[0-9]{1,3})?)"
PLACE = re.compile(rf"{NUMBER}(?: ?, ?| ){NUMBER}")
MOST = 1 << 16
"""Places of a code are below this."""
LONGEST = 200


class Order(NamedTuple):
    """A code taken apart; what does not count is 0."""

    do: Do
    thing: int
    x: int
    y: int


def order_of(s: Any, code: int) -> Order | None:
    """None: no move of this battle has this code, legal or not."""
    do = int(do_of(code))
    if do not in DOS or code < FIRST_MOVE:
        return None
    order = Order(Do(do), int(thing_of(code)), int(x_of(code)), int(y_of(code)))
    if code != packed(*order) or not is_tidy_order(s, order):
        return None
    return order


def is_tidy_order(s: Any, order: Order) -> bool:
    """Whether it names somebody or something that there is, and nothing else."""
    if order.do in WITH_PLACE:
        return order.thing == 0
    if order.x or order.y:
        return False
    return is_there(s, order.thing) if order.do in WITH_THING else order.thing == 0


def is_there(s: Any, thing: int) -> bool:
    """Whether the battle has this character or objective."""
    if thing < FIRST_OBJECTIVE:
        return bool(s.there[thing] != There.NOBODY)
    return thing < FIRST_OBJECTIVE + MOST_OBJECTIVES and bool(s.o_kind[thing - FIRST_OBJECTIVE])


# Texts


def move_text(s: Any, code: int) -> str:
    """`use f3`, `go 12.5,8.25`, `shoot e2`."""
    order = order_of(s, code)
    if order is None:
        return f"move {code}"
    if order.do in WITH_PLACE:
        return f"{WORD[order.do]} {place_words(order.x, order.y)}"
    return f"{WORD[order.do]} {thing_id(order.thing)}" if order.do in WITH_THING else WORD[order.do]


def read_move(s: Any, text: str) -> int | None:
    """By ids or by names: `shoot e2`, `shoot the bow on the mound`, `go to 12.5, 8.25`."""
    words = text.split()
    if not words or len(text) > LONGEST or words[0].lower() not in DO:
        return None
    do = DO[words[0].lower()]
    rest = words[1:]
    if rest and rest[0].lower() == FILLERS.get(do):
        rest = rest[1:]
    said = " ".join(rest)
    if do in WITH_PLACE:
        place = place_said(said)
        return None if place is None else int(packed(do, 0, *place))
    if do in WITH_THING:
        thing = thing_named(s, said, meant_by(s, do))
        return None if thing is None else int(packed(do, thing, 0, 0))
    return None if said else int(packed(do, 0, 0, 0))


def place_said(text: str) -> tuple[int, int] | None:
    """A place in thousandths, from inches."""
    found = PLACE.fullmatch(text)
    if not found or not text.isascii():
        return None
    x, y = (thousandths(word) for word in found.groups())
    return (x, y) if x < MOST and y < MOST else None


def thousandths(word: str) -> int:
    """`12.5` inches, exactly."""
    whole, _, rest = word.partition(".")
    return int(whole) * 1000 + int(f"{rest:0<3}")


def meant_by(s: Any, do: Do) -> Iterable[int]:
    """Those whom a name can mean in such a move."""
    if do == Do.ACTIVATE:
        return characters_of(s, int(s.side))
    if do == Do.PICK_UP:
        return [*all_characters(s), *objectives_of(s)]
    return characters_of(s, 1 - int(s.side))


# What they do


def move_clause(s: Any, code: int) -> int:
    if code < FIRST_MOVE:
        return int(clause_of_die(s))
    order = order_of(s, code)
    if order is None:
        return int(Clause.K2_2)
    if order.do == Do.LEG and s.actor and enemies_at(s, s.actor - 1, order.x, order.y):
        return int(Clause.K3_7)
    if order.do == Do.SHOOT and s.legs:
        return int(Clause.K3_6)
    if order.do == Do.FIGHT and s.charged:
        return int(Clause.K3_7)
    return int(CLAUSE[order.do])


def label(s: Any, code: int) -> str:
    """What the move does."""
    order = order_of(s, code)
    if order is None:
        return f"move {code}"
    actor = int(s.actor) - 1
    match order.do:
        case Do.PASS:
            return f"{seat_name(s, seat_now(s))} passes"
        case Do.ACTIVATE:
            return f"use {name_of(s, order.thing)}"
        case Do.PICK_UP:
            return f"{name_of(s, actor)} picks up {the(s, order.thing)}"
        case Do.LEG:
            return leg_label(s, actor, order.x, order.y)
        case Do.FACE:
            return f"{name_of(s, actor)} turns towards {place_words(order.x, order.y)}"
        case Do.SHOOT:
            return f"{name_of(s, actor)} shoots at {name_of(s, order.thing)}{die_words(s, order.thing, True)}"
        case Do.FIGHT:
            return f"{name_of(s, actor)} fights {name_of(s, order.thing)}{die_words(s, order.thing, False)}"
        case Do.LEAVE:
            return f"{name_of(s, actor)} leaves by the exit"
        case _:
            return f"{name_of(s, actor)} does nothing more"


def leg_label(s: Any, actor: int, x: int, y: int) -> str:
    if actor < 0:
        return f"go to {place_words(x, y)}"
    length = int(root_up(square(s.x[actor], s.y[actor], x, y)))
    charged = charged_at(s, x, y)
    if charged:
        names = listed_words([name_of(s, one) for one in charged])
        return f"{name_of(s, actor)} charges {names}, {about(length)} to {place_words(x, y)}"
    return f"{name_of(s, actor)} goes {about(length)} to {place_words(x, y)}"


def charged_at(s: Any, x: int, y: int) -> list[int]:
    """Those whom the active character would charge with a leg to here."""
    enemies = characters_of(s, 1 - int(side_of(s.actor - 1)))
    return [one for one in enemies if is_charged_at(s, x, y, one)]


def die_words(s: Any, target: int, is_shot: bool) -> str:
    """`: wounds on 4 or more`."""
    actor = int(s.actor) - 1
    if actor < 0 or target >= FIRST_OBJECTIVE:
        return ""
    return f": wounds on {face_words(int(needed(s, actor, target, is_shot)))}"


def face_words(face: int) -> str:
    return "a 6" if face >= 6 else f"{face} or more"
