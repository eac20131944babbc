"""What a move may lead to at once, with exact chances: a shot, a fight, or the fight after a charge."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...core.contract import Odd
from ...core.dice import FACES
from ...core.plane import is_ahead
from .fighting import needed
from .moves import Do
from .names import all_characters, name_of
from .orders import charged_at, order_of
from .space import has, is_within, stands
from .state import (
    CANNOT_BE_FELLED,
    CONTACT,
    GRABS,
    NEVER_ROUTS,
    ROUTS_BY_BLOW,
    SWIPES,
    Phase,
)


def odds(s: Any, code: int) -> tuple[Odd, ...]:
    """Of one who strikes; nothing for other moves."""
    order = order_of(s, code)
    if order is None or s.phase != Phase.ACTING:
        return ()
    actor = int(s.actor) - 1
    match order.do:
        case Do.SHOOT:
            return tuple(blow(s, actor, order.thing, True))
        case Do.FIGHT:
            return tuple(fight(s, actor, order.thing))
        case Do.LEG:
            charged = charged_at(s, order.x, order.y)
            return tuple(blow(s, actor, charged[0], False)) if len(charged) == 1 else ()
        case _:
            return ()


def fight(s: Any, actor: int, target: int) -> Iterator[Odd]:
    """A swipe strikes everybody in reach, in front of whoever looks at the target."""
    struck = [target]
    if has(s, actor, SWIPES):
        struck = [one for one in all_characters(s) if one == target or is_swept(s, actor, target, one)]
    for one in struck:
        yield from blow(s, actor, one, False)


def is_swept(s: Any, actor: int, target: int, other: int) -> bool:
    if other == actor or not stands(s, other):
        return False
    ax, ay, x, y = s.x[actor], s.y[actor], s.x[other], s.y[other]
    limit = max(int(s.reach[actor]), CONTACT)
    if not is_within(ax, ay, s.radius[actor], x, y, s.radius[other], limit):
        return False
    return bool(is_ahead(s.x[target] - ax, s.y[target] - ay, x - ax, y - ay))


def blow(s: Any, striker: int, target: int, is_shot: bool) -> Iterator[Odd]:
    """That it wounds, and that it fells, where it can."""
    hits, what = chance_of_a_hit(s, striker, target, is_shot), effect(s, striker, target, is_shot)
    saved = Fraction(int(s.saves[target]) - 1, FACES) if s.saves[target] else Fraction(1)
    name = name_of(s, target)
    if s.saves[target]:
        yield Odd(f"{name} is hit, before a roll to be saved", hits)
    yield Odd(f"{name} {what}", hits * saved)


def chance_of_a_hit(s: Any, striker: int, target: int, is_shot: bool) -> Fraction:
    return Fraction(FACES + 1 - int(needed(s, striker, target, is_shot)), FACES)


def effect(s: Any, striker: int, target: int, is_shot: bool) -> str:
    """What a blow that is not turned away does."""
    if not is_shot and has(s, striker, ROUTS_BY_BLOW) and not has(s, target, NEVER_ROUTS):
        return "routs"
    if not is_shot and has(s, striker, GRABS) and held_by(s, striker) < s.most_carried[striker]:
        return "is seized"
    if s.wounds[target] < s.slots[target]:
        return "is wounded"
    return "stands, as it cannot be felled" if has(s, target, CANNOT_BE_FELLED) else "falls"


def held_by(s: Any, striker: int) -> int:
    """How many it has seized already."""
    return sum(1 for one in all_characters(s) if s.held_by[one] == striker + 1)


def chance_to_hurt(s: Any, striker: int, target: int, is_shot: bool) -> Fraction:
    """That the blow does something."""
    saved = Fraction(int(s.saves[target]) - 1, FACES) if s.saves[target] else Fraction(1)
    return chance_of_a_hit(s, striker, target, is_shot) * saved
