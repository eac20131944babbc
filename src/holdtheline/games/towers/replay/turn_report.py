"""The report of a played turn: leaks, paths, shots, overkill, and why the first soldier got through.

It is computed from the events of the turn and from the states before and after it, as a seat sees them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....core.definition import EVERYONE
from ..rules.lane import can_attack, distance
from ..state import COLUMNS, EventKind, Phase, TowersState, unit_name
from ..text.names import lane_owner_words, place_words, unit_words
from ..view.scene import cell_id, is_far_lane, near_and_far_lane, soldiers_on, tower_id, towers_on
from ..view.svg.scenery import cell_centre
from .playback import TimestepEvent

# The history of a lane


@dataclass
class Hit:
    soldier: int
    damage: int
    before: int  # the soldier's health before it

    @property
    def effective(self) -> int:
        """The damage up to the health that was left."""
        return min(self.damage, max(self.before, 0))

    @property
    def kills(self) -> bool:
        return 0 < self.before <= self.damage


@dataclass
class TowerHistory:
    unit: int
    cell: int
    health: int
    shots: dict[int, list[Hit]] = field(default_factory=dict)  # by timestep
    razed: int | None = None  # the timestep in which it was destroyed

    @property
    def hits(self) -> list[Hit]:
        return [hit for shot in self.shots.values() for hit in shot]


@dataclass
class SoldierHistory:
    index: int
    unit: int
    full: int
    health: int
    trail: list[tuple[int, int]]
    """The cells it was in, each with the first timestep in which towers could shoot at it there."""
    hits: int = 0
    scored: int | None = None

    def cell_at(self, step: int) -> int | None:
        """Return the cell in which towers can shoot at it in this timestep."""
        if self.scored is not None and step > self.scored:
            return None
        return next((cell for since, cell in reversed(self.trail) if since <= step), None)


@dataclass
class LaneHistory:
    """The history of one lane."""

    towers: dict[int, TowerHistory]  # by cell
    soldiers: dict[int, SoldierHistory]  # by index
    fell: int = 0
    scorers: list[int] = field(default_factory=list)  # indices of soldiers, in the order in which they scored


def list_towers_at_start(
    before: TowersState, events: Iterable[TimestepEvent], after: TowersState, lane: int
) -> dict[int, TowerHistory]:
    """Return the towers that stood when the turn began, by cell.

    Towers that the other player built in this turn's planning phase are not in `before` (T2.2). They are found in
    `after`, or among the destroyed ones, and had full health.
    """
    found = {tower.cell: TowerHistory(tower.unit, tower.cell, tower.health) for tower in towers_on(before, lane)}
    for tower in towers_on(after, lane):
        found.setdefault(tower.cell, TowerHistory(tower.unit, tower.cell, tower.full))
    for event in events:
        if event.kind == EventKind.RAZED and event.lane == lane:
            cell, _, unit = event.numbers
            found.setdefault(cell, TowerHistory(unit, cell, before.health[unit]))
    return dict(sorted(found.items()))


def collect_lane_history(
    before: TowersState, events: Sequence[TimestepEvent], after: TowersState, lane: int
) -> LaneHistory:
    soldiers = {
        soldier.index: SoldierHistory(
            soldier.index, soldier.unit, soldier.full, soldier.health, [(before.timestep, soldier.cell)]
        )
        for soldier in soldiers_on(before, lane)
    }
    history = LaneHistory(list_towers_at_start(before, events, after, lane), soldiers)
    for event in events:
        if event.lane == lane:
            add_event(history, event, before)
    return history


def add_event(history: LaneHistory, event: TimestepEvent, before: TowersState) -> None:
    a, b, c = event.numbers
    match event.kind:
        case EventKind.ENTERED:
            full = before.health[c]
            history.soldiers[a] = SoldierHistory(a, c, full, full, [(event.step, b)])
        case EventKind.SHOT:
            soldier = history.soldiers[b]
            history.towers[a].shots.setdefault(event.step, []).append(Hit(b, c, soldier.health))
            soldier.health -= c
            soldier.hits += 1
        case EventKind.MOVED:
            history.soldiers[a].trail.append((event.step + 1, b))  # T3.1: soldiers act after the towers
        case EventKind.SCORED:
            history.soldiers[a].scored = event.step
            history.scorers.append(a)
        case EventKind.FELL:
            history.fell += 1
        case EventKind.RAZED:
            history.towers[a].razed = event.step


# The numbers


def turn_report(before: TowersState, events: Sequence[TimestepEvent], after: TowersState, seat: int) -> dict[str, Any]:
    """Return the report as JSON, your own lane first. Ids and coordinates are those of the picture."""
    lanes = [lane_report(before, events, after, lane, seat) for lane in near_and_far_lane(seat)]
    return {"gold": explain_gold(after, seat), "lanes": lanes}


def explain_gold(after: TowersState, seat: int) -> str:
    """Return what the seat earned in the turn (T6.1); nothing for spectators, and when no turn follows."""
    if seat == EVERYONE or after.phase != Phase.PLAN:
        return ""
    income, earned = after.income, after.earned[seat]
    return f"You earned {income + earned} gold: {income} for the turn and {earned} for what you destroyed."


def lane_report(
    before: TowersState, events: Sequence[TimestepEvent], after: TowersState, lane: int, seat: int
) -> dict[str, Any]:
    def locate(cell: int, make_id: Callable[[int, int], str] = cell_id) -> dict[str, Any]:
        """Return the id of a cell, or of its tower, and its centre."""
        x, y = cell_centre(is_far_lane(lane, seat), cell, before.deployment_row + 1)
        return {"id": make_id(lane, cell), "x": x, "y": y}

    history = collect_lane_history(before, events, after, lane)
    scorers = [history.soldiers[soldier] for soldier in history.scorers]
    leaks = Counter(soldier.trail[-1][1] for soldier in scorers)
    paths = Counter(cell for soldier in scorers for _, cell in soldier.trail)
    return {
        "title": f"{lane_owner_words(lane, seat)} lane",
        "entered": len(history.soldiers),
        "fell": history.fell,
        "scored": len(scorers),
        "leaks": [locate(cell) | {"column": cell % COLUMNS, "count": leaks[cell]} for cell in sorted(leaks)],
        "paths": [locate(cell) | {"count": paths[cell]} for cell in sorted(paths)],
        "towers": [locate(cell, tower_id) | tower_report(history.towers[cell]) for cell in sorted(history.towers)],
        "sentence": explain_lane(history, before),
    }


def tower_report(tower: TowerHistory) -> dict[str, Any]:
    """Return the report of a tower: `damage` is the health that soldiers lost, `overkill` the rest (T3.3)."""
    effective, fired = sum(hit.effective for hit in tower.hits), sum(hit.damage for hit in tower.hits)
    return {
        "name": f"{unit_words(tower.unit)}, {place_words(tower.cell)}",
        "shots": len(tower.shots),
        "damage": effective,
        "kills": sum(hit.kills for hit in tower.hits),
        "overkill": fired - effective,
        "razed": tower.razed is not None,
    }


# The explanation


def explain_lane(history: LaneHistory, s: TowersState) -> str:
    """Explain why the first soldier got through, or that none did."""
    if not history.soldiers:
        return "No soldiers entered this lane."
    if not history.scorers:
        return explain_no_scorer(len(history.soldiers), history.fell)
    soldier = history.soldiers[history.scorers[0]]
    column = soldier.trail[-1][1] % COLUMNS
    event = f"The first soldier got through in column {column} at timestep {soldier.scored}"
    return f"{event}: a {unit_name(soldier.unit)}{explain_first_scorer(history, soldier, s)}."


def explain_no_scorer(entered: int, fell: int) -> str:
    if fell == entered:
        who = {1: "the only one", 2: "both"}.get(entered, f"all {entered}")
        return f"No one got through: {who} fell."
    if not fell:
        who = {1: "the only one had not", 2: "neither had"}.get(entered, f"none of the {entered} had")
        return f"No one got through: at the end {who} arrived."
    return f"No one got through: {entered} entered, {fell} fell, and {entered - fell} had not arrived at the end."


def explain_first_scorer(history: LaneHistory, soldier: SoldierHistory, s: TowersState) -> str:
    if not any(can_attack(s, tower.unit) for tower in history.towers.values()):
        return " in a lane without a tower that shoots"
    chances = list(list_shot_chances(history, soldier, s))
    if not chances:
        return " that no tower ever had in range"
    shots = [(tower, tower.shots[step]) for step, tower in chances if step in tower.shots]
    if not shots:
        return ", and the towers that had it in range did not fire"
    times = "once" if soldier.hits == 1 else f"{soldier.hits} times"
    hits = f"hit {times} for {soldier.full - soldier.health} of {soldier.full} health" if soldier.hits else "never hit"
    return f", {hits}; {explain_shots(soldier, shots)}"


def list_shot_chances(
    history: LaneHistory, soldier: SoldierHistory, s: TowersState
) -> Iterator[tuple[int, TowerHistory]]:
    """Yield each timestep and tower that had this soldier in range."""
    highest = s.deployment_row if s.sees_deployment_row else s.deployment_row - 1
    assert soldier.scored is not None
    for step in range(soldier.trail[0][0], soldier.scored + 1):
        cell = soldier.cell_at(step)
        if cell is None or cell // COLUMNS > highest:
            continue
        for tower in history.towers.values():
            is_standing = tower.razed is None or step <= tower.razed
            if is_standing and can_attack(s, tower.unit) and distance(tower.cell, cell) <= s.reach[tower.unit]:
                yield step, tower


def explain_shots(soldier: SoldierHistory, shots: list[tuple[TowerHistory, list[Hit]]]) -> str:
    """Explain why the shots were not enough: overkill that would have sufficed, or shots at other soldiers."""
    others = [(tower, hits) for tower, hits in shots if all(hit.soldier != soldier.index for hit in hits)]
    wasted: Counter[int] = Counter()
    for tower, hits in others:
        if all(hit.before <= 0 for hit in hits):
            wasted[tower.cell] += hits[0].damage
    if wasted and wasted.total() >= soldier.health:
        cell, damage = wasted.most_common(1)[0]
        tower_words = f"the tower in {place_words(cell)}"
        if len(wasted) == 1:
            return f"meanwhile {tower_words} wasted {damage} damage on soldiers that had fallen"
        return (
            f"meanwhile {wasted.total()} damage was wasted on soldiers that had fallen, {damage} of it by {tower_words}"
        )
    if len(others) == len(shots):
        count = "the only shot" if len(shots) == 1 else f"all {len(shots)} shots"
        return f"{count} of the towers in range hit other soldiers"
    if others:
        return f"the towers in range fired {len(others)} of {shots_words(len(shots))} at other soldiers"
    return f"the towers in range fired {shots_words(len(shots))} at it, which was not enough"


def shots_words(count: int) -> str:
    return "1 shot" if count == 1 else f"{count} shots"
