"""The numbers of each kind of unit, and what they mean: for the shop and for the inspector."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..rules.lane import can_attack
from ..state import TOWERS, Clause, TowersRuleset


class UnitNumber(NamedTuple):
    """A number of a unit: `Range`, `4`, `cells in every direction`."""

    label: str
    value: str
    meaning: str
    clause: int


def unit_numbers(s: TowersRuleset, unit: int) -> list[UnitNumber]:
    """Return the numbers of a kind of unit, in the order of the shop."""
    is_tower = unit in TOWERS
    falls = "the tower is destroyed" if is_tower else "the soldier falls"
    numbers = [UnitNumber("Health", str(s.health[unit]), f"each hit takes some; at 0 {falls}", Clause.T3_3)]
    if can_attack(s, unit):
        attack = Clause.T4_3 if is_tower else Clause.T5_2
        numbers += [
            UnitNumber("Damage", str(s.damage[unit]), "health that an attack takes, once a timestep", attack),
            UnitNumber("Range", str(s.reach[unit]), "cells in every direction, diagonals too", Clause.T3_4),
        ]
    if not is_tower:
        numbers.append(speed_number(s, unit))
    return numbers


def speed_number(s: TowersRuleset, unit: int) -> UnitNumber:
    every = int(s.moves_every[unit])
    if every == 1:
        return UnitNumber("Speed", str(s.speed[unit]), "cells that it can move in a timestep", Clause.T5_1)
    value = f"{s.speed[unit]} in {every}"
    return UnitNumber("Speed", value, f"cells that it can move, once in {every} timesteps", Clause.T5_3)


def unit_notes(s: TowersRuleset, unit: int) -> Iterator[tuple[str, int]]:
    """Yield what is special about a kind of unit, with its clause."""
    if unit in TOWERS:
        if not can_attack(s, unit):
            yield "only blocks the way", Clause.T4_3
        if s.whole_cell[unit]:
            yield "hits everyone in the cell", Clause.T4_3
        if s.freezes[unit]:
            lasting = "for the whole turn" if s.frost_turn else "for a timestep"
            yield f"freezes its target {lasting}", Clause.T4_3
        return
    if s.front_only[unit]:
        yield "attacks only straight ahead", Clause.T5_2
    if s.jumps[unit]:
        yield "jumps over one cell", Clause.T5_1
