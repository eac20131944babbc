"""What a seat sees on the lanes, as the picture and the drawing need it, and the words above both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...core.contract import DRAWN, EVERYBODY, LOST, WON
from .course import winner
from .moves import turn_of, why_not_there
from .orders import SEATS, acting_unit, place_words, unit_words
from .state import MOST_SOLDIERS, MOST_TOWERS, PLAYERS, Clause, Phase, Picked, unit_name


@dataclass(frozen=True)
class Tower:
    unit: int
    cell: int
    health: int
    full: int
    is_new: bool

    @property
    def is_ruined(self) -> bool:
        return self.health <= 0

    @property
    def words(self) -> str:
        """`Missile tower, row 3, column 5, health 7 of 10`."""
        told = f"{unit_words(self.unit).capitalize()}, {place_words(self.cell)}"
        told += f", health {max(self.health, 0)} of {self.full}"
        return told + ", new" * self.is_new + ", destroyed" * self.is_ruined


@dataclass(frozen=True)
class Soldier:
    number: int
    """One more than its place in the lists of bodies; so it is told from the other player's."""
    unit: int
    cell: int
    health: int
    full: int
    is_frozen: bool

    @property
    def has_fallen(self) -> bool:
        return self.health <= 0

    @property
    def words(self) -> str:
        told = f"{unit_words(self.unit).capitalize()}, {place_words(self.cell)}"
        told += f", health {max(self.health, 0)} of {self.full}"
        return told + ", frozen" * self.is_frozen + ", fallen" * self.has_fallen


def towers_on(s: Any, lane: int) -> list[Tower]:
    """In the order built."""
    units, cells, healths, full = s.tower_unit, s.tower_cell, s.tower_health, s.health
    first = lane * MOST_TOWERS
    seen = first + s.standing[lane]
    return [
        Tower(units[at], cells[at], healths[at], full[units[at]], at >= seen)
        for at in range(first, first + s.towers[lane])
    ]


def soldiers_on(s: Any, lane: int) -> list[Soldier]:
    """In the order deployed."""
    units, cells, healths, frozen, full = (
        s.shown_unit, s.body_cell, s.body_health, s.body_frozen, s.health
    )  # fmt: skip
    return [
        Soldier(at + 1, units[at], cells[at] - 1, healths[at], full[units[at]], frozen[at] > 0)
        for at in range((1 - lane) * MOST_SOLDIERS, (2 - lane) * MOST_SOLDIERS)
        if cells[at] > 0
    ]


def why_closed(s: Any, lane: int, seat: int, cell: int) -> int:
    """The clause that closes this cell to the tower that the seat has picked, or 0."""
    picks = lane == seat and s.phase == Phase.PLAN and s.picked[seat] == Picked.TOWER
    return int(why_not_there(s, lane, cell)) if picks else 0


REFUSALS: dict[int, str] = {
    Clause.T1_2: "nothing is built in the deployment row (T1.2)",
    Clause.T4_1: "a tower stands here (T4.1)",
    Clause.T4_2: "a row keeps one free cell (T4.2)",
}


# Words


def lanes_for(seat: int) -> tuple[int, int]:
    """The near lane and the far one; to whoever has no seat the left is near."""
    near = max(seat, 0)
    return near, 1 - near


def is_far(lane: int, seat: int) -> bool:
    return lane != lanes_for(seat)[0]


def whose(lane: int, seat: int) -> str:
    if seat == EVERYBODY:
        return SEATS[lane].capitalize()
    return "Your" if lane == seat else "Their"


def in_lane(lane: int, seat: int) -> str:
    """`in your lane`, `in the left lane`."""
    return f"in {'the ' if seat == EVERYBODY else ''}{whose(lane, seat).lower()} lane"


def moment(s: Any) -> str:
    match s.phase:
        case Phase.PLAN:
            return f"Turn {s.number + 1}, planning"
        case Phase.ACT:
            return f"Turn {s.number + 1}, timestep {s.step}"
        case _:
            return f"After turn {s.number}"


def headline(s: Any, seat: int) -> str:
    """What goes on, in a few words."""
    if s.phase == Phase.OVER:
        return verdict(s, seat)
    if s.phase == Phase.ACT:
        unit, cell = acting_unit(s)
        return f"{whose(turn_of(s), seat)} {unit_name(unit)} acts: {place_words(cell)}"
    if seat == EVERYBODY:
        return planning(s)
    if s.ready[seat]:
        return "The other player still plans"
    if s.picked[seat] == Picked.TOWER:
        return f"Where shall the {unit_words(s.picked_unit[seat])} stand?"
    return QUESTIONS[int(s.picked[seat])]


def verdict(s: Any, seat: int) -> str:
    best = int(winner(s))
    if seat == EVERYBODY and best >= 0:
        return f"{SEATS[best].capitalize()} has won"
    return ENDINGS[DRAWN if best < 0 else WON if best == seat else LOST]


def planning(s: Any) -> str:
    """Who plans, for whoever has no seat."""
    plan = [SEATS[seat].capitalize() for seat in range(PLAYERS) if not s.ready[seat]]
    return f"{plan[0]} still plans" if len(plan) == 1 else "Both plan"


ENDINGS = {WON: "You have won", DRAWN: "A draw", LOST: "You have lost"}
QUESTIONS: dict[int, str] = {
    Picked.NOTHING: "Plan your turn",
    Picked.SOLDIER: "In which column shall it enter?",
    Picked.COLUMN: "At which timestep shall it enter?",
}
