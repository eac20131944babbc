"""What a played turn was worth: leaks, paths, shots, overkill, and why the first soldier got through.

It is told from the events of the turn and from the records before and after it, as a seat sees them. All
that happens on the lanes is open to both (T8.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from .lane import LAST_FRAME, Happened, distance
from .orders import SEATS, place_words, unit_words
from .scenery import middle
from .seen import is_far, lanes_for, soldiers_on, towers_on, whose
from .state import COLUMNS, PLAYERS, row_and_column, unit_name


class Frame(NamedTuple):
    """An event of a turn that is being played; see `lane.Happened`."""

    step: int
    lane: int
    kind: int
    numbers: tuple[int, int, int]


def frames_in(events: Iterable[Any]) -> Iterator[Frame]:
    """`events` are those of `core.game`, or rows of a log: clause, kind and four numbers."""
    for event in events:
        kind, numbers = (event.kind, event.numbers) if hasattr(event, "kind") else (event[1], event[2:])
        if kind <= LAST_FRAME:
            when, a, b, c = (int(number) for number in numbers)
            yield Frame(when // PLAYERS, when % PLAYERS, int(kind), (a, b, c))


# What a lane can tell


@dataclass
class Hit:
    soldier: int
    damage: int
    left: int  # what the soldier had before it

    @property
    def worth(self) -> int:
        """The damage that was not too much."""
        return min(self.damage, max(self.left, 0))

    @property
    def kills(self) -> bool:
        return 0 < self.left <= self.damage


@dataclass
class Tower:
    unit: int
    cell: int
    health: int
    shots: dict[int, list[Hit]] = field(default_factory=dict)  # by timestep
    razed: int | None = None  # the timestep of its end

    @property
    def hits(self) -> list[Hit]:
        return [hit for shot in self.shots.values() for hit in shot]


@dataclass
class Body:
    unit: int
    full: int
    health: int
    trail: list[tuple[int, int]]
    """The cells that it came into, each with the first timestep in which towers find it there."""
    hits: int = 0
    scored: int | None = None

    def cell_at(self, step: int) -> int | None:
        """Where the towers find it in this timestep."""
        if self.scored is not None and step > self.scored:
            return None
        return next((cell for since, cell in reversed(self.trail) if since <= step), None)


@dataclass
class Story:
    """All that happened on one lane."""

    towers: dict[int, Tower]  # by cell
    bodies: dict[int, Body]
    fell: int = 0
    scorers: list[int] = field(default_factory=list)  # the first one first


def towers_at_start(before: Any, frames: Iterable[Frame], after: Any, lane: int) -> dict[int, Tower]:
    """The towers that stood when the turn began, by cell.

    Those that the other player built in the last planning are not in what was seen before (T2.2): they are
    found afterwards, or among the ruins. They were new, so they were whole.
    """
    found = {tower.cell: Tower(tower.unit, tower.cell, tower.health) for tower in towers_on(before, lane)}
    for tower in towers_on(after, lane):
        found.setdefault(tower.cell, Tower(tower.unit, tower.cell, tower.full))
    for frame in frames:
        if frame.kind == Happened.RAZED and frame.lane == lane:
            cell, _, unit = frame.numbers
            found.setdefault(cell, Tower(unit, cell, before.health[unit]))
    return dict(sorted(found.items()))


def story_of(before: Any, frames: list[Frame], after: Any, lane: int) -> Story:
    bodies = {
        soldier.number - 1: Body(soldier.unit, soldier.full, soldier.health, [(before.step, soldier.cell)])
        for soldier in soldiers_on(before, lane)
    }
    story = Story(towers_at_start(before, frames, after, lane), bodies)
    for frame in frames:
        if frame.lane == lane:
            take(story, frame, before)
    return story


def take(story: Story, frame: Frame, before: Any) -> None:
    a, b, c = frame.numbers
    match frame.kind:
        case Happened.ENTERED:
            full = before.health[c]
            story.bodies[a] = Body(c, full, full, [(frame.step, b)])
        case Happened.SHOT:
            body = story.bodies[b]
            story.towers[a].shots.setdefault(frame.step, []).append(Hit(b, c, body.health))
            body.health -= c
            body.hits += 1
        case Happened.MOVED:
            story.bodies[a].trail.append((frame.step + 1, b))  # T3.1: soldiers act after the towers
        case Happened.SCORED:
            story.bodies[a].scored = frame.step
            story.scorers.append(a)
        case Happened.FELL:
            story.fell += 1
        case Happened.RAZED:
            story.towers[a].razed = frame.step


# The numbers


def analysis(before: Any, events: Iterable[Any], after: Any, seat: int) -> dict[str, Any]:
    """The own lane first, as the picture has it; ids and coordinates are those of the picture."""
    frames = list(frames_in(events))
    return {"lanes": [of_lane(before, frames, after, lane, seat) for lane in lanes_for(seat)]}


def of_lane(before: Any, frames: list[Frame], after: Any, lane: int, seat: int) -> dict[str, Any]:
    story = story_of(before, frames, after, lane)
    spot = partial(spot_of, lane, seat, before.deployment_row + 1)
    scorers = [story.bodies[soldier] for soldier in story.scorers]
    leaks = Counter(body.trail[-1][1] for body in scorers)
    paths = Counter(cell for body in scorers for _, cell in body.trail)
    return {
        "title": f"{whose(lane, seat)} lane",
        "entered": len(story.bodies),
        "fell": story.fell,
        "scored": len(scorers),
        "leaks": [spot(cell) | {"column": cell % COLUMNS, "count": leaks[cell]} for cell in sorted(leaks)],
        "paths": [spot(cell) | {"count": paths[cell]} for cell in sorted(paths)],
        "towers": [spot(cell, "-tower") | worth_of(story.towers[cell]) for cell in sorted(story.towers)],
        "sentence": sentence(story, before),
    }


def spot_of(lane: int, seat: int, rows: int, cell: int, what: str = "") -> dict[str, Any]:
    """The id of a cell, or of what stands in it, and its middle."""
    row, column = row_and_column(cell)
    x, y = middle(is_far(lane, seat), row, column, rows)
    return {"id": f"{SEATS[lane]}{what}-{row}-{column}", "x": x, "y": y}


def worth_of(tower: Tower) -> dict[str, Any]:
    """`damage` is what soldiers lost, `overkill` what hit the fallen or was more than was left (T3.3)."""
    worth, fired = sum(hit.worth for hit in tower.hits), sum(hit.damage for hit in tower.hits)
    return {
        "name": f"{unit_words(tower.unit)}, {place_words(tower.cell)}",
        "shots": len(tower.shots),
        "damage": worth,
        "kills": sum(hit.kills for hit in tower.hits),
        "overkill": fired - worth,
        "razed": tower.razed is not None,
    }


# The sentence


def sentence(story: Story, s: Any) -> str:
    """Why the first soldier got through, or that nobody did."""
    if not story.bodies:
        return "Nobody was sent into this lane."
    if not story.scorers:
        return nobody(len(story.bodies), story.fell)
    body = story.bodies[story.scorers[0]]
    column = body.trail[-1][1] % COLUMNS
    told = f"The first soldier got through in column {column} at timestep {body.scored}"
    return f"{told}: a {unit_name(body.unit)}{reason(story, story.scorers[0], s)}."


def nobody(entered: int, fell: int) -> str:
    if fell == entered:
        return f"Nobody got through: {all_of(entered)} fell."
    if not fell:
        return f"Nobody got through: {none_of(entered)} arrived at the end."
    return f"Nobody got through: {entered} entered, {fell} fell, {entered - fell} had not arrived at the end."


def all_of(count: int) -> str:
    return {1: "the only one", 2: "both"}.get(count, f"all {count}")


def none_of(count: int) -> str:
    return {1: "the only one had not", 2: "neither had"}.get(count, f"none of the {count} had")


def reason(story: Story, soldier: int, s: Any) -> str:
    body = story.bodies[soldier]
    if not any(shoots(tower, s) for tower in story.towers.values()):
        return " in a lane without a tower that shoots"
    chances = list(chances_at(story, body, s))
    if not chances:
        return " that no tower ever had in range"
    shots = [(tower, tower.shots[step]) for step, tower in chances if step in tower.shots]
    if not shots:
        return ", and the towers that had it in range did not fire"
    return f", {hits_on(body)}; {blame(soldier, body, shots)}"


def shoots(tower: Tower, s: Any) -> bool:
    return bool(s.damage[tower.unit] or s.freezes[tower.unit])


def chances_at(story: Story, body: Body, s: Any) -> Iterator[tuple[int, Tower]]:
    """Each timestep and tower that had this soldier in range."""
    highest = s.deployment_row if s.sees_deployment_row else s.deployment_row - 1
    assert body.scored is not None
    for step in range(body.trail[0][0], body.scored + 1):
        cell = body.cell_at(step)
        if cell is None or cell // COLUMNS > highest:
            continue
        for tower in story.towers.values():
            stands = tower.razed is None or step <= tower.razed
            if stands and shoots(tower, s) and distance(tower.cell, cell) <= s.reach[tower.unit]:
                yield step, tower


def hits_on(body: Body) -> str:
    if not body.hits:
        return "never hit"
    times = "once" if body.hits == 1 else f"{body.hits} times"
    return f"hit {times} for {body.full - body.health} of {body.full} health"


def blame(soldier: int, body: Body, shots: list[tuple[Tower, list[Hit]]]) -> str:
    """Waste, if what was wasted would have felled it; else those who drew the fire, if there were any."""
    others = [(tower, hits) for tower, hits in shots if all(hit.soldier != soldier for hit in hits)]
    wasted: Counter[int] = Counter()
    for tower, hits in others:
        if all(hit.left <= 0 for hit in hits):
            wasted[tower.cell] += hits[0].damage
    if wasted and wasted.total() >= body.health:
        cell, damage = wasted.most_common(1)[0]
        tower_words = f"the tower in {place_words(cell)}"
        if len(wasted) == 1:
            return f"{damage} damage of {tower_words} went into the fallen meanwhile"
        return f"{wasted.total()} damage went into the fallen meanwhile, {damage} of it from {tower_words}"
    if len(others) == len(shots):
        count = "the only shot" if len(shots) == 1 else f"all {len(shots)} shots"
        return f"{count} of the towers in reach went to others"
    if others:
        return f"while it ran, the towers in reach fired {len(others)} of {shots_words(len(shots))} at others"
    return f"the towers in reach fired {shots_words(len(shots))}, all at it, and that was too little"


def shots_words(count: int) -> str:
    return "1 shot" if count == 1 else f"{count} shots"
