"""What is on the table and off it, as the picture and the drawing need it, with its words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .layout import numbered
from .names import thing_id
from .outlines import Shape, upright
from .scenarios import known
from .space import is_engaged
from .state import (
    BLOCKS_SIGHT,
    BLOCKS_WAY,
    CONTACT,
    FIRST_OBJECTIVE,
    FRIENDS,
    IS_DROP,
    IS_EXIT,
    IS_GAP,
    IS_HIGH,
    IS_WATER,
    MOST_OBJECTIVES,
    MOST_OF_A_SIDE,
    MOST_TERRAIN,
    NEEDS_CLIMBER,
    Ground,
    Lies,
    Phase,
    There,
)
from .table import Kind, Scenario
from .traits import inches_text

ON_TABLE = (There.STANDS, There.LIES)
WITH_SOMEBODY = (There.CARRIED, There.HELD)
FILLERS = ("the", "a", "an", "of", "at", "in", "on", "by", "and", "from", "with")


# Names


@dataclass(frozen=True)
class Roll:
    """What everybody and everything of a battle is called."""

    title: str
    characters: dict[int, tuple[str, str, str]]
    """Name, short name, company."""
    objectives: tuple[str, ...]
    terrain: tuple[str, ...]


NO_ROLL = Roll("A battle", {}, (), ())
_rolls: dict[int, Roll] = {}


def roll_of(s: Any) -> Roll:
    """By the battle's scenario; a battle that has none has no names."""
    battle = int(s.battle)
    if battle not in _rolls:
        scenario = known(s)
        if scenario is None:
            return NO_ROLL
        _rolls[battle] = new_roll(scenario)
    return _rolls[battle]


def new_roll(scenario: Scenario) -> Roll:
    people = numbered(scenario)
    short = short_names([person.name for _, person in people])
    companies = tuple(company.name for company in scenario.companies)
    return Roll(
        title=scenario.title,
        characters={
            number: (person.name, short[place], companies[person.company])
            for place, (number, person) in enumerate(people)
        },
        objectives=tuple(one.name for one in scenario.objectives),
        terrain=tuple(one.name for one in scenario.terrain),
    )


def short_names(names: Iterable[str]) -> list[str]:
    """Two letters for each, all different."""
    taken: set[str] = set()
    short = []
    for place, name in enumerate(names):
        one = next(word for word in candidates(name, place) if word.casefold() not in taken)
        taken.add(one.casefold())
        short.append(one)
    return short


def candidates(name: str, place: int) -> list[str]:
    """`Oda Verrin`: OV, Od, Oa, O1."""
    parts = [part for part in name.split() if part.casefold() not in FILLERS] or [name]
    first = parts[0]
    initials = (parts[0][0] + parts[-1][0]).upper() if len(parts) > 1 else first[:2]
    return [initials, first[:2], first[0] + first[-1], f"{first[0]}{place + 1}", f"{place + 1}"]


# Characters


@dataclass(frozen=True)
class Figure:
    """A character as one sees it."""

    number: int
    name: str
    short: str
    company: str
    there: There
    x: int
    y: int
    radius: int
    look: tuple[int, int]
    move: int
    attack: int
    defence: int
    range: int
    slots: int
    wounds: int
    arrives: int
    carries: str
    """The name of the thing, or nothing."""
    holder: int
    """Who carries or holds it, or -1."""
    done: bool
    routs: bool
    engaged: bool
    shot_at: bool
    active: bool

    @property
    def id(self) -> str:
        return thing_id(self.number)

    @property
    def side(self) -> int:
        return self.number // MOST_OF_A_SIDE

    @property
    def degrees(self) -> float:
        """Where it looks, from the right with the clock, as the picture turns."""
        return math.degrees(math.atan2(-self.look[1], self.look[0]))

    @property
    def stats(self) -> str:
        told = f"move {inches_text(self.move)}, attack {self.attack}, defence {self.defence}"
        return told + (f", range {inches_text(self.range)}" if self.range else "")

    @property
    def states(self) -> list[str]:
        """All that can be said of it now, the weightiest first."""
        gone = GONE.get(self.there, "")
        told = [gone] if gone else []
        if self.there == There.WAITS:
            told.append(f"arrives in round {self.arrives}")
        flags = (
            (self.active, "acts"),
            (self.routs, "routs"),
            (self.engaged, "in melee"),
            (bool(self.carries), f"carries {self.carries}"),
            (self.shot_at, "was shot at"),
            (self.done and self.there in ON_TABLE, "done"),
        )
        return told + [word for is_so, word in flags if is_so]

    @property
    def words(self) -> str:
        """`Oda Verrin (f1), friend, at 12, 2.5, looks up; 0 of 2 wounds; in melee`."""
        told = f"{self.name} ({self.id}), {'friend' if self.side == FRIENDS else 'enemy'}"
        if self.there in ON_TABLE:
            told += f", at {inches_text(self.x)}, {inches_text(self.y)}"
        if self.there == There.STANDS:
            told += f", looks {direction(self.look)}"
        wounds = f"{self.wounds} of {self.slots} wound slots filled" if self.slots else "no wound slots"
        return "; ".join((told, wounds, *self.states))


GONE = {
    There.LIES: "lies",
    There.FALLEN: "fallen",
    There.FLED: "fled",
    There.LEFT: "has left the table",
    There.CARRIED: "is carried",
    There.HELD: "is held",
}
WAYS = ("right", "right and up", "up", "left and up", "left", "left and down", "down", "right and down")


def direction(look: tuple[int, int]) -> str:
    """One of eight."""
    return WAYS[round(math.degrees(math.atan2(look[1], look[0])) / 45) % 8]


def figures_of(s: Any) -> list[Figure]:
    """Everybody, friends first, each side in the order of its sheet."""
    names = roll_of(s).characters
    there = s.there.tolist()
    close = in_contact(s, [number for number, where in enumerate(there) if where == There.STANDS])
    return [figure_of(s, number, names, number in close) for number, where in enumerate(there) if where]


def in_contact(s: Any, standing: Iterable[int]) -> set[int]:
    """Those whose bases touch an enemy's (K1.1); only they can be in melee."""
    places = [(number, s.x[number], s.y[number], s.radius[number]) for number in standing]
    enemies = [one for one in places if one[0] >= MOST_OF_A_SIDE]
    found = set()
    for number, x, y, radius in places[: len(places) - len(enemies)]:
        for other, ox, oy, far in enemies:
            near = radius + far + CONTACT
            if (x - ox) ** 2 + (y - oy) ** 2 <= near * near:
                found |= {number, other}
    return found


def figure_of(s: Any, number: int, names: dict[int, tuple[str, str, str]], is_close: bool) -> Figure:
    id_ = thing_id(number)
    name, short, company = names.get(number, (id_, id_, ""))
    there = There(s.there[number])
    stands = there == There.STANDS
    return Figure(
        number=number,
        name=name,
        short=short,
        company=company,
        there=there,
        x=int(s.x[number]),
        y=int(s.y[number]),
        radius=int(s.radius[number]),
        look=(int(s.face_x[number]), int(s.face_y[number])),
        move=int(s.pace[number]),
        attack=int(s.attack[number]),
        defence=int(s.defence[number]),
        range=int(s.shoots[number]),
        slots=int(s.slots[number]),
        wounds=int(s.wounds[number]),
        arrives=int(s.arrives[number]),
        carries=thing_name(s, int(s.carries[number]) - 1) if s.carries[number] else "",
        holder=int(s.held_by[number]) - 1 if there in WITH_SOMEBODY else -1,
        done=bool(s.done[number]),
        routs=bool(s.routs[number]) and stands,
        engaged=is_close and bool(is_engaged(s, number)),
        shot_at=bool(s.shot_at[number]) and stands,
        active=int(s.actor) == number + 1 and s.phase != Phase.OVER,
    )


def thing_name(s: Any, thing: int) -> str:
    roll = roll_of(s)
    if thing < FIRST_OBJECTIVE:
        return roll.characters.get(thing, (thing_id(thing), "", ""))[0]
    place = thing - FIRST_OBJECTIVE
    return roll.objectives[place] if place < len(roll.objectives) else f"o{place + 1}"


def touching(figures: Iterable[Figure]) -> list[tuple[Figure, Figure]]:
    """Each two enemies whose bases are in contact, if that locks one of them in melee."""
    standing = [one for one in figures if one.there == There.STANDS]
    friends = [one for one in standing if one.side == FRIENDS and one.engaged]
    others = [one for one in standing if one.side != FRIENDS]
    enemies_engaged = [one for one in others if one.engaged]
    pairs = [(a, b) for a in friends for b in others if are_in_contact(a, b)]
    more = [one for one in standing if one.side == FRIENDS and not one.engaged]
    return pairs + [(a, b) for a in more for b in enemies_engaged if are_in_contact(a, b)]


def are_in_contact(a: Figure, b: Figure) -> bool:
    """K1.1."""
    near = a.radius + b.radius + CONTACT
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 <= near * near


# Objectives


@dataclass(frozen=True)
class Token:
    """An objective as one sees it."""

    place: int
    name: str
    is_person: bool
    lies: Lies
    x: int
    y: int
    holder: int
    """Who carries it or took it away, or -1."""

    @property
    def id(self) -> str:
        return f"o{self.place + 1}"

    @property
    def state(self) -> str:
        return {
            Lies.FREE: f"at {inches_text(self.x)}, {inches_text(self.y)}",
            Lies.CARRIED: f"carried by {thing_id(self.holder)}",
            Lies.LEFT: f"gone with {thing_id(self.holder)}",
            Lies.LOST: "lost",
        }.get(self.lies, "")

    @property
    def words(self) -> str:
        kind = "a character" if self.is_person else "a thing"
        return f"{self.name} ({self.id}), {kind} to carry, {self.state}"


def tokens_of(s: Any) -> list[Token]:
    return [
        Token(
            place=place,
            name=thing_name(s, FIRST_OBJECTIVE + place),
            is_person=s.o_kind[place] == Kind.CHARACTER,
            lies=Lies(s.o_lies[place]),
            x=int(s.o_x[place]),
            y=int(s.o_y[place]),
            holder=int(s.o_by[place]) - 1,
        )
        for place in range(MOST_OBJECTIVES)
        if s.o_kind[place]
    ]


# Terrain


@dataclass(frozen=True)
class Piece:
    """A piece of terrain as one sees it."""

    place: int
    kind: int
    name: str
    shape: Shape
    bits: int
    roll: int

    @property
    def id(self) -> str:
        return f"t{self.place + 1}"

    @property
    def words(self) -> str:
        """`Willows (t7), wood: blocks sight`."""
        kind = Ground(self.kind).name.lower()
        told = f"{self.name} ({self.id}), {kind}" if self.name else f"{kind} ({self.id})"
        effects = [word.format(self.roll) for bit, word in EFFECTS if self.bits & bit]
        return f"{told}: {', '.join(effects)}" if effects else told


EFFECTS = (
    (BLOCKS_WAY, "blocks the way"),
    (BLOCKS_SIGHT, "blocks sight"),
    (IS_WATER, "a leg that touches it counts double"),
    (IS_HIGH, "higher ground"),
    (NEEDS_CLIMBER, "only for climbers"),
    (IS_GAP, "crossed on {} or more"),
    (IS_DROP, "one may fall here, and hangs on with {} or more"),
    (IS_EXIT, "the way out"),
)


def terrain_of(s: Any) -> tuple[Piece, ...]:
    names = roll_of(s).terrain
    xs, ys = s.corner_x, s.corner_y
    found = []
    for place in range(MOST_TERRAIN):
        kind = int(s.t_kind[place])
        if not kind:
            break
        first, count = int(s.t_first[place]), int(s.t_count[place])
        corners = tuple(upright(int(xs[at]), int(ys[at])) for at in range(first, first + count))
        name = names[place] if place < len(names) else ""
        shape = Shape(corners, int(s.t_round[place]))
        found.append(Piece(place, kind, name, shape, int(s.t_bits[place]), int(s.t_roll[place])))
    return tuple(found)
