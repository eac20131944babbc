"""Exact odds of fire, an assault or a rally, as a range where a morale is hidden."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from ....core.definition import FIRST_MOVE
from ....core.dice import FACES
from ....core.view_types import Odds
from ..rules.fire import ASSAULT_HIT_NUMBER, ATTACK_DICE, fire_dice, fire_hit_number
from ..rules.hex_map import hex_distance, leader_with, side_of
from ..rules.hidden_information import count_undealt_morale
from ..rules.morale import morale_die_colour, morale_level_in
from ..rules.moves import MoveKind, move_hex, move_kind, move_piece, why_not
from ..rules.retreat import can_retreat
from ..rules.terrain import DIE_MODIFIER
from ..state import MORALE_LEVELS, CivilWarState
from ..text.names import piece_name

FACE_CHANCE = Fraction(1, FACES)
RollOdds = dict[tuple[int, int], Fraction]
"""The probability of each number of hits and ones."""


class Attack(NamedTuple):
    """An attack whose odds are computed."""

    s: CivilWarState
    hex: int
    assault: bool
    dice: int
    number: int
    """The number that hits, without terrain."""
    piece: int
    """The attacker."""


def odds(s: CivilWarState, code: int) -> tuple[Odds, ...]:
    """Return the odds of a move, or nothing for an illegal one or one without dice."""
    if code < FIRST_MOVE or why_not(s, code):
        return ()
    kind, piece, hex_ = move_kind(code), move_piece(code), move_hex(code)
    if kind == MoveKind.FIRE:
        return tuple(attack_odds(fire_attack(s, piece, hex_)))
    if kind == MoveKind.ASSAULT and s.attacker_check:
        return tuple(check_odds(s, piece, hex_))
    if kind == MoveKind.ASSAULT:
        return tuple(attack_odds(close_attack(s, piece, hex_)))
    if kind == MoveKind.RALLY:
        restored = [1 - chance for chance in own_colour_chances(s, piece)]
        return (odd_range(f"{piece_name(s, piece)} regains a block", restored),)
    return ()


def fire_attack(s: CivilWarState, piece: int, hex_: int) -> Attack:
    distance = hex_distance(s, s.hex_of[piece] - 1, hex_)
    return Attack(s, hex_, False, int(fire_dice(s, piece, distance)), int(fire_hit_number(s, piece, distance)), piece)


def close_attack(s: CivilWarState, piece: int, hex_: int) -> Attack:
    return Attack(s, hex_, True, ATTACK_DICE, ASSAULT_HIT_NUMBER, piece)


def check_odds(s: CivilWarState, piece: int, hex_: int) -> Iterator[Odds]:
    """Yield what follows if the attacker passes its check, and if not (option attacker_check)."""
    yield odd_range(f"{piece_name(s, piece)} does not attack, and fires instead", own_colour_chances(s, piece))
    for odd in attack_odds(close_attack(s, piece, hex_)):
        yield Odds(f"if it attacks: {odd.label}", odd.chance, odd.max_chance)
    for odd in attack_odds(fire_attack(s, piece, hex_)):
        yield Odds(f"if not: {odd.label}", odd.chance, odd.max_chance)


def attack_odds(attack: Attack) -> Iterator[Odds]:
    s, hex_ = attack.s, attack.hex
    rolled = roll_odds(attack)
    chances = hit_chances(rolled)
    for hits, chance in enumerate(chances):
        yield Odds("no hit" if hits == 0 else "1 hit" if hits == 1 else f"{hits} hits", chance)
    units = [int(there[hex_]) - 1 for there in (s.unit_at, s.artillery_at) if there[hex_]]
    blocks = list(accumulate(int(s.strength[unit]) for unit in units))
    for unit, taken in zip(units, blocks, strict=True):
        yield Odds(f"{piece_name(s, unit)} is eliminated by hits", sum(chances[taken:], Fraction(0)))
    if attack.assault:
        for unit, taken in zip(units, blocks, strict=True):
            yield retreat_odds(attack, rolled, unit, taken)
    leader = int(s.leader_at[hex_]) - 1
    if leader >= 0:
        lost = sum((part * leader_loss_chance(attack, ones) for (_, ones), part in rolled.items()), Fraction(0))
        yield Odds(f"{piece_name(s, leader)} falls", lost)


def roll_odds(attack: Attack) -> RollOdds:
    """Return the odds of every result of the dice (C3.2, C4.1)."""
    modifier = int(DIE_MODIFIER[attack.s.terrain[attack.hex]])
    rolled: RollOdds = {(0, 0): Fraction(1)}
    for _ in range(attack.dice):
        more: RollOdds = defaultdict(Fraction)
        for (hits, ones), part in rolled.items():
            for face in range(1, FACES + 1):
                more[hits + (face + modifier >= attack.number), ones + (face == 1)] += part * FACE_CHANCE
        rolled = more
    return rolled


def hit_chances(rolled: RollOdds) -> list[Fraction]:
    """Return the chance of each possible number of hits."""
    chances = [Fraction(0)] * (max(hits for hits, _ in rolled) + 1)
    for (hits, _), part in rolled.items():
        chances[hits] += part
    return chances


def leader_loss_chance(attack: Attack, ones: int) -> Fraction:
    """Return the chance that a leader falls after these 1s (C3.4, C4.2)."""
    if ones == 0:
        return Fraction(0)
    dice = ones if attack.assault or attack.s.leader_risk_per_one else 1
    return 1 - (1 - FACE_CHANCE) ** dice


def retreat_odds(attack: Attack, rolled: RollOdds, unit: int, taken: int) -> Odds:
    """Return the odds that a unit survives the hits and must retreat, for all its possible morales (C4.3)."""
    s = attack.s
    chances = [retreat_chance(attack, rolled, unit, taken, morale) for morale in possible_morales(s, unit)]
    combat = s.copy()
    combat.actor, combat.target = attack.piece + 1, attack.hex + 1
    suffix = "" if can_retreat(combat, unit) else " and has no retreat hex"
    return odd_range(f"{piece_name(s, unit)} must retreat{suffix}", chances)


def odd_range(label: str, chances: Sequence[Fraction]) -> Odds:
    return Odds(label, min(chances), max(chances) if min(chances) < max(chances) else None)


def retreat_chance(attack: Attack, rolled: RollOdds, unit: int, taken: int, morale: int) -> Fraction:
    total = Fraction(0)
    for (hits, ones), part in rolled.items():
        if hits == 0 or hits >= taken:
            continue
        falls = leader_loss_chance(attack, ones) if leader_with(attack.s, unit) else Fraction(0)
        for survivors, likely in ((1, 1 - falls), (0, falls)):
            leader = survivors if leader_with(attack.s, unit) else 0
            flees = colour_chance(attack.s, int(morale_level_in(attack.s, attack.hex, morale, leader)))
            total += part * likely * (1 - (1 - flees) ** hits)
    return total


def own_colour_chances(s: CivilWarState, piece: int) -> list[Fraction]:
    """Return the chance of a unit's own colour for each of its possible morales."""
    leader = 1 if leader_with(s, piece) else 0
    here = int(s.hex_of[piece]) - 1
    return [colour_chance(s, int(morale_level_in(s, here, morale, leader))) for morale in possible_morales(s, piece)]


def possible_morales(s: CivilWarState, unit: int) -> list[int]:
    """Return the morales that a unit can have, as far as this seat knows."""
    if s.morale[unit]:
        return [int(s.morale[unit])]
    side = side_of(unit)
    left = [morale + 1 for morale in range(MORALE_LEVELS) if count_undealt_morale(s, side, morale) > 0]
    return left or [*range(1, MORALE_LEVELS + 1)]


def colour_chance(s: CivilWarState, level: int) -> Fraction:
    return Fraction(sum(int(morale_die_colour(s, face)) == level for face in range(1, FACES + 1)), FACES)
