"""Orders said in one go, taken apart into the small moves that they are made of.

    f3 shoot e2               use f3, shoot e2
    charge e2                 the leg, or the two legs, into contact with e2
    go 10,6 then 12,8         two legs
    go 4 up                   a leg of 4 inches: up, down, left or right, as the table is drawn
    go 4 towards e2           a leg of 4 inches in that direction
    go to o1, face e2         to where it lies, towards where it stands

Whether the rules allow a move is not asked here.
"""

from __future__ import annotations

import re
from typing import Any

from ...core.plane import towards
from .moves import Do, packed, why_not
from .moving import thing_x, thing_y
from .names import all_characters, objectives_of, place_words, thing_named
from .orders import DO, LONGEST, NUMBER, PLACE, meant_by, move_text, thousandths
from .space import stands
from .state import CHARACTERS, TABLE, Phase
from .turns import apply
from .ways import NONE, charge_end, charge_way

WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
BY_WAY = re.compile(rf"{NUMBER}(?: inch(?:es)?)? (up|down|left|right)")
BY_GOAL = re.compile(rf"{NUMBER}(?: inch(?:es)?)? (?:to|towards|toward) (.+)")
TWO_LEGS = re.compile(rf"({PLACE.pattern})(?: then| and| to|;|,)? ({PLACE.pattern})")
CHARGE = "charge"


def spoken(s: Any, seat: int, text: str) -> list[str] | None:
    """None: it is no more than one move, or nothing that is known."""
    words = text.split()
    if not words or len(text) > LONGEST:
        return None
    first = words[0].lower()
    if first in DO or first == CHARGE:
        return said(s, first, " ".join(words[1:]))
    return said_of(s, seat, words)


def said_of(s: Any, seat: int, words: list[str]) -> list[str] | None:
    """An order that begins with a character: it is used first, unless it is active already."""
    at = next((at for at, word in enumerate(words) if word.lower() in DO or word.lower() == CHARGE), 0)
    who = thing_named(s, " ".join(words[:at]), meant_by(s, Do.ACTIVATE)) if at else None
    if who is None or who >= CHARACTERS:
        return None
    rest = " ".join(words[at:])
    if s.phase == Phase.ACTING and s.actor == who + 1:
        return spoken(s, seat, rest) or [rest]
    code = int(packed(Do.ACTIVATE, who, 0, 0))
    use = move_text(s, code)
    if why_not(s, code):
        return [use]
    after = s.copy()
    apply(after, code, None)
    return [use, *(spoken(after, seat, rest) or [rest])]


def said(s: Any, word: str, rest: str) -> list[str] | None:
    """An order of the active character."""
    rest = " ".join(rest.split()).lower()
    if word == CHARGE:
        return charge(s, rest)
    if word not in ("go", "face") or not s.actor:
        return None
    legs = TWO_LEGS.fullmatch(rest.removeprefix("via "))
    if legs and word == "go":
        return [f"go {legs[1]}", f"go {legs[4]}"]
    place = place_meant(s, rest)
    return None if place is None else [f"{word} {place_words(*place)}"]


def place_meant(s: Any, text: str) -> tuple[int, int] | None:
    """A place that is said by a direction, or by who or what is there; None: by numbers, or not at all."""
    x, y = int(s.x[s.actor - 1]), int(s.y[s.actor - 1])
    if found := BY_WAY.fullmatch(text):
        length, (dx, dy) = thousandths(found[1]), WAYS[found[2]]
        return on_table(x + dx * length, y + dy * length)
    if (found := BY_GOAL.fullmatch(text)) and (goal := place_of(s, found[2])):
        end_x, end_y = towards(x, y, *goal, thousandths(found[1]))
        return int(end_x), int(end_y)
    return place_of(s, text.removeprefix("to "))


def on_table(x: int, y: int) -> tuple[int, int]:
    return min(max(x, 0), TABLE), min(max(y, 0), TABLE)


def place_of(s: Any, name: str) -> tuple[int, int] | None:
    thing = thing_named(s, name, [*all_characters(s), *objectives_of(s)])
    return None if thing is None else (int(thing_x(s, thing)), int(thing_y(s, thing)))


def charge(s: Any, name: str) -> list[str] | None:
    """K3.7: where there is no way, the straight one, so that the rules say what is wrong with it."""
    target = thing_named(s, name, meant_by(s, Do.FIGHT))
    if target is None or target >= CHARACTERS or not s.actor or not stands(s, target):
        return None
    how, x, y, then_x, then_y = (int(number) for number in charge_way(s, target))
    if how == NONE:
        x, y = (int(number) for number in charge_end(s, s.x[s.actor - 1], s.y[s.actor - 1], target))
    is_bent = how != NONE and (then_x, then_y) != (x, y)
    return [f"go {place_words(*end)}" for end in ((x, y), (then_x, then_y))[: 1 + is_bent]]
