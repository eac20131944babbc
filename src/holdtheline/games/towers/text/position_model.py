"""A position: the part of a state from which the rest follows.

`read_position` takes it from a state; `write_position` writes it into one, with all that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules.lane import put_in_cell, put_tower
from ..rules.sequence_of_play import build_entry_queue
from ..rules.turn_end import is_game_over
from ..state import CELLS, MAX_SOLDIERS, MAX_TOWERS, PLAYERS, UNIT_COUNT, Phase, Picked, TowersState, Unit


class TowerPosition(NamedTuple):
    unit: int
    cell: int
    health: int


class HiredSoldier(NamedTuple):
    unit: int
    entry: int


class ShownSoldier(NamedTuple):
    """A soldier that entered in the last turn, and its index in the roster."""

    unit: int
    entry: int
    roster_index: int


class EnteredSoldier(NamedTuple):
    """A soldier that entered in this turn; without a cell it has left the lane again."""

    number: int  # its index in the order deployed
    cell: int | None
    health: int
    rests: int
    frozen: int


class PickedPart(NamedTuple):
    what: int = Picked.NOTHING
    unit: int = 0
    column: int = 0


NOTHING_PICKED = PickedPart()


class TurnMoment(NamedTuple):
    """The progress of a turn that is being played."""

    step: int
    lane: int
    stage: int
    acting: int


@dataclass
class PlayerPosition:
    """What belongs to a player, and what happens on its lane. The fields are named as in a position's text."""

    hp: int
    gold: int
    earned: int = 0
    ready: int = 0
    results: tuple[int, int, int] = (0, 0, 0)  # leaked, felled, razed
    towers: list[TowerPosition] = field(default_factory=list)
    built: list[TowerPosition] = field(default_factory=list)  # in this planning phase
    soldiers: list[HiredSoldier] = field(default_factory=list)
    hired: list[HiredSoldier] = field(default_factory=list)  # in this planning phase
    minds: list[tuple[int, int]] = field(default_factory=list)  # unit and mind, if it is not `usual`
    showed: list[ShownSoldier] = field(default_factory=list)  # empty in a turn, where it follows from the rest
    picked: PickedPart = NOTHING_PICKED
    bodies: list[EnteredSoldier] = field(default_factory=list)  # on this lane, in the order they came into their cell
    froze: int = 0  # frozen_hits
    gone: int = 0  # first_on_lane


@dataclass
class Position:
    played: int
    players: list[PlayerPosition]
    moment: TurnMoment | None = None


def read_position(s: TowersState) -> Position:
    """Return the position of a state. Its counts must be valid; all other numbers may be anything."""
    moment = TurnMoment(s.timestep, s.lane, s.stage, s.acting) if s.phase == Phase.ACT else None
    return Position(s.turns_played, [read_player(s, seat) for seat in range(PLAYERS)], moment)


def read_player(s: TowersState, seat: int) -> PlayerPosition:
    first = seat * MAX_TOWERS
    towers = [
        TowerPosition(s.tower_unit[tower], s.tower_cell[tower], s.tower_health[tower])
        for tower in range(first, first + s.towers[seat])
    ]
    first = seat * MAX_SOLDIERS
    soldiers = [
        HiredSoldier(s.soldier_unit[soldier], s.entry[soldier]) for soldier in range(first, first + s.soldiers[seat])
    ]
    deployed = [
        ShownSoldier(s.deployed_unit[index], s.deployed_entry[index], s.deployed_soldier[index])
        for index in range(first, first + s.deployed[seat])
    ]
    plans, acts = s.phase == Phase.PLAN, s.phase == Phase.ACT
    old_towers = s.towers_seen[seat] if plans else len(towers)
    old_soldiers = s.veterans[seat] if plans else len(soldiers)
    return PlayerPosition(
        hp=s.hp[seat],
        gold=s.gold[seat],
        earned=s.earned[seat],
        ready=s.ready[seat],
        results=(s.leaked[seat], s.felled[seat], s.razed[seat]),
        towers=towers[:old_towers],
        built=towers[old_towers:],
        soldiers=soldiers[:old_soldiers],
        hired=soldiers[old_soldiers:],
        minds=[(unit, s.mind[seat * UNIT_COUNT + unit]) for unit in Unit if s.mind[seat * UNIT_COUNT + unit]],
        showed=[] if acts else deployed,
        picked=PickedPart(s.picked[seat], s.picked_unit[seat], s.picked_column[seat]),
        bodies=list(read_entered_soldiers(s, seat)) if acts else [],
        froze=s.frozen_hits[seat],
        gone=s.first_on_lane[seat],
    )


def read_entered_soldiers(s: TowersState, lane: int) -> Iterator[EnteredSoldier]:
    """Yield the soldiers cell by cell, in the order in which they came; then those that have left."""
    base = (1 - lane) * MAX_SOLDIERS
    indices = [index for cell in range(CELLS) for index in reversed(soldiers_in_cell(s, lane, cell))]
    gone = [index for index in range(base, base + s.entered[lane]) if index not in indices]
    for index in indices + gone:
        if base <= index < base + MAX_SOLDIERS:
            cell = s.body_cell[index] - 1 if index in indices else None
            yield EnteredSoldier(
                index - base, cell, s.body_health[index], s.body_rests_until[index], s.body_frozen[index]
            )


def soldiers_in_cell(s: TowersState, lane: int, cell: int) -> list[int]:
    """Return the indices of the soldiers in a cell, from the one that came last to the first."""
    indices: list[int] = []
    number = s.last_in_cell[lane * CELLS + cell]
    while 0 < number <= len(s.came_before) and number - 1 not in indices:
        indices.append(number - 1)
        number = s.came_before[number - 1]
    return indices


def write_position(s: TowersState, position: Position) -> None:
    """Write a valid position into an initial state."""
    s.turns_played = position.played
    for seat, player in enumerate(position.players):
        write_player(s, seat, player)
    if position.moment:
        write_turn(s, position, position.moment)
    else:
        s.phase = Phase.OVER if is_game_over(s) else Phase.PLAN


def write_player(s: TowersState, seat: int, player: PlayerPosition) -> None:
    s.hp[seat], s.gold[seat], s.earned[seat] = player.hp, player.gold, player.earned
    s.leaked[seat], s.felled[seat], s.razed[seat] = player.results
    s.ready[seat] = player.ready
    s.picked[seat], s.picked_unit[seat], s.picked_column[seat] = player.picked
    s.towers[seat], s.towers_seen[seat] = len(player.towers + player.built), len(player.towers)
    for index, tower in enumerate(player.towers + player.built):
        put_tower(s, seat, index, *tower)
    s.soldiers[seat], s.veterans[seat] = len(player.soldiers + player.hired), len(player.soldiers)
    for i, soldier in enumerate(player.soldiers + player.hired, seat * MAX_SOLDIERS):
        s.soldier_unit[i], s.entry[i] = soldier
    s.deployed[seat] = len(player.showed)
    for i, deployed in enumerate(player.showed, seat * MAX_SOLDIERS):
        s.deployed_unit[i], s.deployed_entry[i], s.deployed_soldier[i] = deployed
    for unit, mind in player.minds:
        s.mind[seat * UNIT_COUNT + unit] = mind


def write_turn(s: TowersState, position: Position, moment: TurnMoment) -> None:
    s.phase = Phase.ACT
    s.timestep, s.lane, s.stage, s.acting = moment
    for lane, player in enumerate(position.players):
        build_entry_queue(s, 1 - lane)
        s.towers_seen[lane] = len(player.towers) + player.results[2]
        s.entered[lane] = len(player.bodies)
        s.frozen_hits[lane] = player.froze
        s.first_on_lane[lane] = player.gone
        s.ruins[lane] = sum(tower.health <= 0 for tower in player.towers)
        on_lane = [body for body in player.bodies if body.cell is not None]
        s.on_lane[lane] = len(on_lane)
        s.fallen[lane] = sum(body.health <= 0 for body in on_lane)
        for number, cell, health, rests, frozen in player.bodies:
            index = (1 - lane) * MAX_SOLDIERS + number
            s.body_health[index], s.body_rests_until[index], s.body_frozen[index] = health, rests, frozen
            if cell is not None:
                put_in_cell(s, lane, index, cell)
