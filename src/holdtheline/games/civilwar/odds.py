"""What a shot, an assault or a rally may lead to: exact chances, as a range where a morale is not known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ...core.contract import FIRST_MOVE, Odd
from ...core.dice import FACES
from .attack import CLOSE, DICE, colour_of, dice_of, level_in, number_to_hit
from .ground import DIE, far, leader_with, side_of
from .moves import Do, do_of, hex_of, piece_of, why_not
from .names import name_of
from .retreat import can_retreat
from .rules import left_of
from .state import MORALES

ONE = Fraction(1, FACES)
Dice = dict[tuple[int, int], Fraction]
"""Hits and ones, and how likely they are."""


class Attack(NamedTuple):
    """What is needed of the state to tell how it may end."""

    s: Any
    hex: int
    assault: bool
    dice: int
    number: int
    """What hits, without terrain."""


def odds(s: Any, code: int) -> tuple[Odd, ...]:
    """Nothing for what has no dice, and for a move that the rules refuse."""
    if code < FIRST_MOVE or why_not(s, code):
        return ()
    do, piece, hex_ = do_of(code), piece_of(code), hex_of(code)
    if do == Do.FIRE:
        return tuple(after_attack(fire(s, piece, hex_)))
    if do == Do.ASSAULT and s.attacker_check:
        return tuple(after_check(s, piece, hex_))
    if do == Do.ASSAULT:
        return tuple(after_attack(close(s, hex_)))
    if do == Do.RALLY:
        restored = [1 - shy for shy in chances_of_own_colour(s, piece)]
        return (ranged(f"{name_of(s, piece)} regains a block", restored),)
    return ()


def fire(s: Any, piece: int, hex_: int) -> Attack:
    away = far(s, s.at[piece] - 1, hex_)
    return Attack(s, hex_, False, int(dice_of(s, piece, away)), int(number_to_hit(s, piece, away)))


def close(s: Any, hex_: int) -> Attack:
    return Attack(s, hex_, True, DICE, CLOSE)


def after_check(s: Any, piece: int, hex_: int) -> Iterator[Odd]:
    """Option attacker_check: what follows if it dares, and if it does not."""
    yield ranged(f"{name_of(s, piece)} dares not, and fires", chances_of_own_colour(s, piece))
    for odd in after_attack(close(s, hex_)):
        yield Odd(f"if it dares: {odd.label}", odd.chance, odd.most)
    for odd in after_attack(fire(s, piece, hex_)):
        yield Odd(f"if not: {odd.label}", odd.chance, odd.most)


def after_attack(attack: Attack) -> Iterator[Odd]:
    s, hex_ = attack.s, attack.hex
    rolled = dice_rolled(attack)
    yield from hits_told(rolled)
    units = [int(there[hex_]) - 1 for there in (s.unit_at, s.guns_at) if there[hex_]]
    taken = 0
    for unit in units:
        taken += int(s.strength[unit])
        label = f"{name_of(s, unit)} is eliminated by hits"
        yield Odd(label, chance(rolled, lambda hits, ones, taken=taken: hits >= taken))  # type: ignore[misc]
    if attack.assault:
        taken = 0
        for unit in units:
            taken += int(s.strength[unit])
            yield retreat_of(attack, rolled, unit, taken)
    leader = int(s.leader_at[hex_]) - 1
    if leader >= 0:
        lost = sum((part * leader_falls(attack, ones) for (_, ones), part in rolled.items()), Fraction(0))
        yield Odd(f"{name_of(s, leader)} falls", lost)


def dice_rolled(attack: Attack) -> Dice:
    """C3.2, C4.1: every way that the dice can fall."""
    helps = int(DIE[attack.s.terrain[attack.hex]])
    rolled: Dice = {(0, 0): Fraction(1)}
    for _ in range(attack.dice):
        more: Counter[tuple[int, int]] = Counter()
        for (hits, ones), part in rolled.items():
            for face in range(1, FACES + 1):
                at = (hits + (face + helps >= attack.number), ones + (face == 1))
                more[at] += part * ONE  # type: ignore[assignment]
        rolled = dict(more)  # type: ignore[arg-type]
    return rolled


def hits_told(rolled: Dice) -> Iterator[Odd]:
    """How many blocks fall; what cannot be is not told."""
    for hits in range(max(hits for hits, _ in rolled) + 1):
        label = "no hit" if hits == 0 else "1 hit" if hits == 1 else f"{hits} hits"
        yield Odd(label, chance(rolled, lambda rolled_hits, ones, hits=hits: rolled_hits == hits))  # type: ignore[misc]


def chance(rolled: Dice, holds: Callable[[int, int], bool]) -> Fraction:
    return sum((part for (hits, ones), part in rolled.items() if holds(hits, ones)), Fraction(0))


def leader_falls(attack: Attack, ones: int) -> Fraction:
    """C3.4, C4.2."""
    if ones == 0:
        return Fraction(0)
    dice = ones if attack.assault or attack.s.risk_per_one else 1
    return 1 - (1 - ONE) ** dice


def retreat_of(attack: Attack, rolled: Dice, unit: int, taken: int) -> Odd:
    """C4.3: that a unit survives the hits and must retreat, for each morale that it may have."""
    s = attack.s
    chances = [retreats(attack, rolled, unit, taken, morale) for morale in morales_of(s, unit)]
    lost = "" if can_retreat(s, unit) else " and has no way back"
    return ranged(f"{name_of(s, unit)} must retreat{lost}", chances)


def ranged(label: str, chances: Sequence[Fraction]) -> Odd:
    return Odd(label, min(chances), max(chances) if min(chances) < max(chances) else None)


def retreats(attack: Attack, rolled: Dice, unit: int, taken: int, morale: int) -> Fraction:
    total = Fraction(0)
    for (hits, ones), part in rolled.items():
        if hits == 0 or hits >= taken:
            continue
        falls = leader_falls(attack, ones) if leader_with(attack.s, unit) else Fraction(0)
        for led, likely in ((1, 1 - falls), (0, falls)):
            leader = led if leader_with(attack.s, unit) else 0
            flees = chance_of_colour(attack.s, int(level_in(attack.s, attack.hex, morale, leader)))
            total += part * likely * (1 - (1 - flees) ** hits)
    return total


def chances_of_own_colour(s: Any, piece: int) -> list[Fraction]:
    """That a morale die shows the level of a unit, for each morale that it may have."""
    leader = 1 if leader_with(s, piece) else 0
    here = int(s.at[piece]) - 1
    return [chance_of_colour(s, int(level_in(s, here, morale, leader))) for morale in morales_of(s, piece)]


def morales_of(s: Any, unit: int) -> list[int]:
    """The morales that a unit may have, for all that is known here."""
    if s.morale[unit]:
        return [int(s.morale[unit])]
    side = side_of(unit)
    left = [morale + 1 for morale in range(MORALES) if left_of(s, side, morale) > 0]
    return left or [*range(1, MORALES + 1)]


def chance_of_colour(s: Any, level: int) -> Fraction:
    return Fraction(sum(int(colour_of(s, face)) == level for face in range(1, FACES + 1)), FACES)
