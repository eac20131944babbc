"""What a move may lead to at once, with exact chances: a shot, a fight, or the fight after a charge.

A fight, and a leg, is begun on a copy: the rules say whom it strikes, and from where.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ...core.contract import Odd
from ...core.dice import FACES
from .fighting import needed
from .losses import can_rout
from .moves import Do, why_not
from .names import all_characters, name_of, terrain_name
from .orders import order_of
from .seizing import can_seize
from .space import has
from .state import CANNOT_BE_FELLED, ROUTS_BY_BLOW, Phase
from .turns import roll, take

STRIKING = frozenset({Do.SHOOT, Do.FIGHT, Do.LEG})
PURPOSES = {
    "routs": "to rout",
    "is seized": "to seize",
    "is wounded": "to wound",
    "falls": "to fell",
    "stands, as it cannot be felled": "to hit (it cannot be felled)",
}
"""For each effect, what the chance is one of: `50% to wound`."""


def odds(s: Any, code: int) -> tuple[Odd, ...]:
    """Of one who strikes, or goes over a gap; nothing for other moves."""
    order = order_of(s, code)
    if order is None or s.phase != Phase.ACTING or order.do not in STRIKING or why_not(s, code):
        return ()
    if order.do == Do.SHOOT:
        return tuple(blow(s, int(s.actor) - 1, order.thing, True))
    after = s.copy()
    take(after, code, None)
    return tuple(crossing(after) if after.phase == Phase.CROSS else fight(after))


def fight(s: Any) -> Iterator[Odd]:
    """Of a fight that has begun, if one has; a swipe strikes one after the other."""
    if s.phase != Phase.FIGHTING:
        return
    for one in all_characters(s):
        if one == s.target - 1 or s.swept[one]:
            yield from blow(s, int(s.striker) - 1, one, False)


def crossing(s: Any) -> Iterator[Odd]:
    """K3.4: of a leg over a gap, and of the fights that it may end with, beyond the gap or before it."""
    place = int(s.over) - 1
    gap, chance = terrain_name(s, place), chance_to_cross(s, place)
    yield Odd(f"{name_of(s, s.actor - 1)} crosses {gap}", chance)
    for odd in fight(rolled(s, FACES)):
        yield Odd(odd.label, chance * odd.chance)
    if chance < 1:
        for odd in fight(rolled(s, 1)):
            yield Odd(f"{odd.label}, before {gap}", (1 - chance) * odd.chance)


def rolled(s: Any, face: int) -> Any:
    """A copy where the die that is due shows this."""
    after = s.copy()
    roll(after, face, None)
    return after


def chance_to_cross(s: Any, place: int) -> Fraction:
    """That a leg ends beyond this gap."""
    return Fraction(FACES + 1 - int(s.t_roll[place]), FACES)


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
    if not is_shot and has(s, striker, ROUTS_BY_BLOW) and can_rout(s, target):
        return "routs"
    if not is_shot and can_seize(s, striker, target):
        return "is seized"
    if s.wounds[target] < s.slots[target]:
        return "is wounded"
    return "stands, as it cannot be felled" if has(s, target, CANNOT_BE_FELLED) else "falls"


def purpose(s: Any, striker: int, target: int, is_shot: bool) -> str:
    """The same as what a blow is struck for: `to wound`."""
    return PURPOSES[effect(s, striker, target, is_shot)]


def chance_to_hurt(s: Any, striker: int, target: int, is_shot: bool) -> Fraction:
    """That the blow does something."""
    saved = Fraction(int(s.saves[target]) - 1, FACES) if s.saves[target] else Fraction(1)
    return chance_of_a_hit(s, striker, target, is_shot) * saved
