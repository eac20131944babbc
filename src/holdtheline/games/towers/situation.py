"""The situation at a table of towers: what cannot be worked out from the rest.

`situation_of` takes it from a record, `put` writes it into one with all that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .course import is_decided, line_up
from .lane import come_in
from .state import CELLS, MOST_SOLDIERS, MOST_TOWERS, PLAYERS, UNITS, Phase, Picked, Unit


class Tower(NamedTuple):
    unit: int
    cell: int
    health: int


class Soldier(NamedTuple):
    unit: int
    entry: int


class Shown(NamedTuple):
    """A soldier that entered in the last turn, and its place among those hired."""

    unit: int
    entry: int
    place: int


class Body(NamedTuple):
    """A soldier that entered in this turn; without a cell it has left the lane again."""

    number: int  # its place in the order deployed
    cell: int | None
    health: int
    rests: int
    frozen: int


class Pick(NamedTuple):
    what: int = Picked.NOTHING
    unit: int = 0
    column: int = 0


NO_PICK = Pick()


class Moment(NamedTuple):
    """Where a turn stands that is being played."""

    step: int
    lane: int
    stage: int
    acting: int


@dataclass
class Player:
    """What belongs to a player, and what goes on in the lane that it defends."""

    hp: int
    gold: int
    earned: int = 0
    ready: int = 0
    results: tuple[int, int, int] = (0, 0, 0)  # leaked, felled, razed
    towers: list[Tower] = field(default_factory=list)
    built: list[Tower] = field(default_factory=list)  # in this planning
    soldiers: list[Soldier] = field(default_factory=list)
    hired: list[Soldier] = field(default_factory=list)  # in this planning
    minds: list[tuple[int, int]] = field(default_factory=list)  # unit and mind, where it is not the usual
    showed: list[Shown] = field(default_factory=list)  # in a turn it follows from the rest
    picked: Pick = NO_PICK
    bodies: list[Body] = field(default_factory=list)  # on this lane, in each cell from the first to the last
    froze: int = 0
    gone: int = 0  # so many of those who came first had left when the timestep began


@dataclass
class Situation:
    played: int
    players: list[Player]
    moment: Moment | None = None


# From a record, and into one


def situation_of(s: Any) -> Situation:
    """Counts must be sound; all else may be anything."""
    moment = Moment(s.step, s.lane, s.stage, s.acting) if s.phase == Phase.ACT else None
    return Situation(s.number, [player_of(s, seat) for seat in range(PLAYERS)], moment)


def player_of(s: Any, seat: int) -> Player:
    at = seat * MOST_TOWERS
    columns = (s.tower_unit, s.tower_cell, s.tower_health)
    towers = [Tower(*(column[place] for column in columns)) for place in range(at, at + s.towers[seat])]
    at = seat * MOST_SOLDIERS
    soldiers = [Soldier(s.soldier_unit[place], s.entry[place]) for place in range(at, at + s.soldiers[seat])]
    lists = (s.shown_unit, s.shown_entry, s.shown_place)
    shown = [Shown(*(one[place] for one in lists)) for place in range(at, at + s.shown[seat])]
    plans, acts = s.phase == Phase.PLAN, s.phase == Phase.ACT
    old_towers = s.standing[seat] if plans else len(towers)
    old_soldiers = s.veterans[seat] if plans else len(soldiers)
    return Player(
        hp=s.hp[seat],
        gold=s.gold[seat],
        earned=s.earned[seat],
        ready=s.ready[seat],
        results=(s.leaked[seat], s.felled[seat], s.razed[seat]),
        towers=towers[:old_towers],
        built=towers[old_towers:],
        soldiers=soldiers[:old_soldiers],
        hired=soldiers[old_soldiers:],
        minds=[(unit, s.mind[seat * UNITS + unit]) for unit in Unit if s.mind[seat * UNITS + unit]],
        showed=[] if acts else shown,
        picked=Pick(s.picked[seat], s.picked_unit[seat], s.picked_column[seat]),
        bodies=list(bodies_on(s, seat)) if acts else [],
        froze=s.frozen[seat],
        gone=s.gone[seat],
    )


def bodies_on(s: Any, lane: int) -> Iterator[Body]:
    """Cell by cell, each from the first who came in to the last; then those who have left."""
    base = (1 - lane) * MOST_SOLDIERS
    places = [place for cell in range(CELLS) for place in reversed(stack_in(s, lane, cell))]
    gone = [place for place in range(base, base + s.entered[lane]) if place not in places]
    for place in places + gone:
        if base <= place < base + MOST_SOLDIERS:
            cell = s.body_cell[place] - 1 if place in places else None
            yield Body(place - base, cell, s.body_health[place], s.body_rests[place], s.body_frozen[place])


def stack_in(s: Any, lane: int, cell: int) -> list[int]:
    """The places of the soldiers in a cell, from the last who came in to the first."""
    places: list[int] = []
    number = s.top[lane * CELLS + cell]
    while 0 < number <= len(s.under) and number - 1 not in places:
        places.append(number - 1)
        number = s.under[number - 1]
    return places


def put(s: Any, situation: Situation) -> None:
    """Write a situation that has no fault into a state that has just started."""
    s.number = situation.played
    for seat, player in enumerate(situation.players):
        put_player(s, seat, player)
    if situation.moment:
        put_turn(s, situation, situation.moment)
    else:
        s.phase = Phase.OVER if is_decided(s) else Phase.PLAN


def put_player(s: Any, seat: int, player: Player) -> None:
    s.hp[seat], s.gold[seat], s.earned[seat] = player.hp, player.gold, player.earned
    s.leaked[seat], s.felled[seat], s.razed[seat] = player.results
    s.ready[seat] = player.ready
    s.picked[seat], s.picked_unit[seat], s.picked_column[seat] = player.picked
    s.towers[seat], s.standing[seat] = len(player.towers + player.built), len(player.towers)
    for place, tower in enumerate(player.towers + player.built):
        at = seat * MOST_TOWERS + place
        s.tower_unit[at], s.tower_cell[at], s.tower_health[at] = tower
        s.tower_at[seat * CELLS + tower.cell] = place + 1
    s.soldiers[seat], s.veterans[seat] = len(player.soldiers + player.hired), len(player.soldiers)
    for place, soldier in enumerate(player.soldiers + player.hired):
        at = seat * MOST_SOLDIERS + place
        s.soldier_unit[at], s.entry[at] = soldier
    s.shown[seat] = len(player.showed)
    for place, shown in enumerate(player.showed):
        at = seat * MOST_SOLDIERS + place
        s.shown_unit[at], s.shown_entry[at], s.shown_place[at] = shown
    for unit, mind in player.minds:
        s.mind[seat * UNITS + unit] = mind


def put_turn(s: Any, situation: Situation, moment: Moment) -> None:
    s.phase = Phase.ACT
    s.step, s.lane, s.stage, s.acting = moment
    for lane, player in enumerate(situation.players):
        line_up(s, 1 - lane)
        s.standing[lane] = len(player.towers) + player.results[2]
        s.entered[lane] = len(player.bodies)
        s.frozen[lane] = player.froze
        s.gone[lane] = player.gone
        s.ruins[lane] = sum(tower.health <= 0 for tower in player.towers)
        on_lane = [body for body in player.bodies if body.cell is not None]
        s.alive[lane] = len(on_lane)
        s.fallen[lane] = sum(body.health <= 0 for body in on_lane)
        for number, cell, health, rests, frozen in player.bodies:
            place = (1 - lane) * MOST_SOLDIERS + number
            s.body_health[place], s.body_rests[place], s.body_frozen[place] = health, rests, frozen
            if cell is not None:
                come_in(s, lane, place, cell)
