"""A played turn as an animation over the SVG board: the positions after each timestep, and the shots.

The replay uses only coordinates of the board and ids of its elements. Frame 0 is the lanes before the first
timestep; each later frame is a timestep, and the last one removes the soldiers that are left (T2.5). A frame is a
list of operations:

    ["put", id, figure, x, y, health, full]   something appears
    ["go", id, x, y, scale, count]            it moves there; it represents `count` soldiers
    ["shot", id, kind, wasted, id, ...]       the first attacks the others; wasted: they had fallen before
    ["hit", id, health, full]                 the health that is left
    ["ice", id, 1 or 0]                       it is frozen, or thaws
    ["say", id, text]                         its number changes
    ["as", id, figure]                        its figure changes
    ["shake", id]                             it shakes: the keep is struck
    ["gone", id, how]                         it disappears; how: fell, scored, razed, home

The client writes into `data-number` and `data-caption` of a figure, and scales a bar to its share of `data-bar`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ....core.svg import Markup, element, group, rect, text_element
from ..state import MAX_SOLDIERS, PLAYERS, TOWERS, EventKind, Phase, TowersState, unit_name
from ..text.names import SEAT_NAMES, in_lane_words
from ..view.scene import is_far_lane, keep_id, near_and_far_lane, soldier_id, soldiers_on, tower_id
from ..view.svg import figures, scenery
from ..view.svg.figures import short_number
from ..view.svg.picture import PILE_PLACEMENTS, Placement
from ..view.svg.scenery import CELL, LANE_X, WIDTH, cell_centre, lane_bottom
from .playback import TimestepEvent, timestep_events
from .turn_report import list_towers_at_start, turn_report

Operation = list[Any]

HIDDEN_SELECTORS = (
    ".htl-head", ".htl-acting", ".htl-sent", "[data-id^=body-]", "[data-id*=-tower-]", "[data-id$=-keep]"
)  # fmt: skip
"""Elements of the board that the replay draws itself."""


def turn_replay(before: TowersState, events: Iterable[Any], after: TowersState, seat: int) -> dict[str, Any]:
    """Return the replay of a turn with its `report`, as JSON.

    `before` is the state before the last `ready`, `events` are all events since, from one step or several, and
    `after` is the state now; both states may lack what the seat may not know.
    """
    timestep_list = list(timestep_events(events))
    replay = ReplayBuilder(before, timestep_list, after, seat)
    for _, timestep in groupby(timestep_list, key=lambda event: event.step):
        replay.add_timestep(list(timestep))
    if after.phase != Phase.ACT:
        replay.end()
    return {
        "title": f"Turn {before.turns_played + 1}",
        "size": [WIDTH, scenery.picture_height(before.deployment_row + 1)],
        "cell": CELL,
        "hides": ", ".join(HIDDEN_SELECTORS),
        "figures": replay.figures,
        "frames": replay.frames,
        "captions": replay.captions,
        "marks": replay.marks,
        "length": len(replay.frames) - 1,
        "report": turn_report(before, timestep_list, after, seat),
    }


class ReplayBuilder:
    """Both lanes while the replay is built."""

    def __init__(self, before: TowersState, events: Sequence[TimestepEvent], after: TowersState, seat: int) -> None:
        self.s, self.seat = before, seat
        self.rows = before.deployment_row + 1
        self.next_timestep = before.timestep
        self.figures: dict[str, str] = {"cross": figures.FALLEN_MARK, "ice": figures.FROZEN_MARK}
        self.frames: list[list[Operation]] = [[]]
        self.captions: list[str] = [f"Turn {before.turns_played + 1} begins"]
        self.marks: list[dict[str, Any]] = []
        self.towers = [list_towers_at_start(before, events, after, lane) for lane in range(PLAYERS)]
        # Of the soldiers on the lanes, by index
        self.units: dict[int, int] = {}
        self.healths: dict[int, int] = {}
        self.cells: dict[int, int] = {}
        self.placements: dict[int, tuple[float, float, float, int]] = {}
        self.frozen: set[int] = set()
        self._begin()

    # Frames

    def _begin(self) -> None:
        """Fill frame 0: the keeps, the towers, and the soldiers that are on the lanes already."""
        title = f"Turn {self.s.turns_played + 1}, as it was played".upper()
        self.figures["head"] = group(
            text_element(title, LANE_X[0], 24, "htl-caption"),
            element("text", " ", x=LANE_X[0], y=51, class_="htl-sentence", data_caption=""),
            class_="film-head",
        )
        self._put("head", "head", 0, 0)
        for lane in range(PLAYERS):
            self._put_keep(lane)
        self.figures["columns"] = scenery.draw_numbers_below(self.rows)
        self._put("columns", "columns", 0, 0)
        for lane in range(PLAYERS):
            for tower in self.towers[lane].values():
                figure = self._unit_figure(tower.unit, not is_far_lane(lane, self.seat))
                x, y = self._centre(lane, tower.cell)
                self._put(tower_id(lane, tower.cell), figure, x, y, tower.health, self.s.health[tower.unit])
            for soldier in soldiers_on(self.s, lane):
                self._enter(lane, soldier.index, soldier.cell, soldier.unit, soldier.health)
        self._arrange_soldiers()

    def _put_keep(self, lane: int) -> None:
        hp = self.s.hp[lane]
        x, y = LANE_X[is_far_lane(lane, self.seat)], lane_bottom(self.rows)
        self._put(keep_id(lane), self._keep_figure(lane, hp <= 0), 0, 0)
        text = short_number(max(hp, 0))
        plate, number = f"{SEAT_NAMES[lane]}-plate", element("tspan", " ", data_number="")
        self.figures[plate] = scenery.draw_hp_plate(number, len(text), class_="film-plate")
        self._put(hp_id(lane), plate, x, y)
        self._add("say", hp_id(lane), text)

    def add_timestep(self, events: list[TimestepEvent]) -> None:
        """Add the frame of a timestep, and before it frames for timesteps without events."""
        step = events[0].step
        for earlier in range(self.next_timestep, step):
            self._begin_frame(f"Timestep {earlier}: {self._count_words()}")
        self.next_timestep = step + 1
        self._begin_frame("")
        for attack, group_of_events in groupby(events, key=attack_key):
            if attack is None:
                for event in group_of_events:
                    self._add_event(event)
            else:
                self._add_attack(list(group_of_events))
        self._arrange_soldiers()
        self._add_marks(events)
        self.captions[-1] = f"Timestep {step}: {self._caption(events)}"

    def end(self) -> None:
        left = sorted(self.cells)
        self._begin_frame("The turn is over" + f": {len(left)} had not arrived" * bool(left))
        for soldier in left:
            self._remove(soldier, "home")

    def _begin_frame(self, caption: str) -> None:
        self.frames.append([])
        self.captions.append(caption)
        if not self.s.frost_turn:
            for soldier in sorted(self.frozen & self.cells.keys()):
                self._add("ice", soldier_id(soldier), 0)
            self.frozen.clear()

    # Events

    def _add_event(self, event: TimestepEvent) -> None:
        a, b, c = event.numbers
        match event.kind:
            case EventKind.ENTERED:
                self._enter(event.lane, a, b, c, self.s.health[c])
            case EventKind.MOVED:
                self.cells[a] = b
            case EventKind.SCORED:
                self._remove(a, "scored")
                self._add("say", hp_id(event.lane), short_number(max(c, 0)))
                self._add("shake", keep_id(event.lane))
                if c == 0:
                    self._add("as", keep_id(event.lane), self._keep_figure(event.lane, True))
            case EventKind.FELL:
                self._remove(a, "fell")
            case EventKind.RAZED:
                del self.towers[event.lane][a]
                self._add("gone", tower_id(event.lane, a), "razed")

    def _enter(self, lane: int, soldier: int, cell: int, unit: int, health: int) -> None:
        x, y = self._centre(lane, cell)
        figure = self._unit_figure(unit, is_far_lane(lane, self.seat))
        self._put(soldier_id(soldier), figure, x, y, health, self.s.health[unit])
        self.units[soldier], self.healths[soldier], self.cells[soldier] = unit, health, cell
        self.placements[soldier] = (x, y, 1, 1)

    def _remove(self, soldier: int, how: str) -> None:
        del self.cells[soldier]
        self._add("gone", soldier_id(soldier), how)

    def _add_attack(self, events: list[TimestepEvent]) -> None:
        """Add an attack of one unit: on a soldier, on all soldiers in a cell, or on a tower."""
        lane = events[0].lane
        if events[0].kind == EventKind.STRUCK:
            soldier, cell, damage = events[0].numbers
            tower = self.towers[lane][cell]
            attacker, target = soldier_id(soldier), tower_id(lane, cell)
            self._add("shot", attacker, unit_name(self.units[soldier]), int(tower.health <= 0), target)
            tower.health -= damage
            self._add("hit", target, max(tower.health, 0), self.s.health[tower.unit])
            return
        tower = self.towers[lane][events[0].numbers[0]]
        targets = [event.numbers[1] for event in events]
        wasted = all(self.healths[soldier] <= 0 for soldier in targets)
        self._add("shot", tower_id(lane, tower.cell), unit_name(tower.unit), int(wasted), *map(soldier_id, targets))
        for event in events:
            _, soldier, damage = event.numbers
            self.healths[soldier] -= damage
            self._add("hit", soldier_id(soldier), max(self.healths[soldier], 0), self.s.health[self.units[soldier]])
            if self.s.freezes[tower.unit]:
                self.frozen.add(soldier)
                self._add("ice", soldier_id(soldier), 1)

    def _arrange_soldiers(self) -> None:
        """Move the soldiers to their places; those of one cell stand side by side."""
        by_cell: dict[tuple[int, int], list[int]] = defaultdict(list)
        for soldier in sorted(self.cells):
            by_cell[1 - soldier // MAX_SOLDIERS, self.cells[soldier]].append(soldier)
        for (lane, cell), soldiers in by_cell.items():
            x, y = self._centre(lane, cell)
            for soldier, (dx, dy, scale), count in self._side_by_side(soldiers):
                placement = (round(x + dx, 1), round(y + dy, 1), scale, count)
                if self.placements[soldier] != placement:
                    self.placements[soldier] = placement
                    self._add("go", soldier_id(soldier), *placement)

    def _side_by_side(self, soldiers: list[int]) -> list[tuple[int, Placement, int]]:
        """Place up to four soldiers side by side; more form a pile of each kind, whose last soldier shows the count."""
        if len(soldiers) <= len(PILE_PLACEMENTS):
            return [
                (soldier, placement, 1)
                for soldier, placement in zip(soldiers, PILE_PLACEMENTS[len(soldiers)], strict=True)
            ]
        piles: dict[int, list[int]] = defaultdict(list)
        for soldier in soldiers:
            piles[self.units[soldier]].append(soldier)
        placed = []
        for (_, pile), (x, y, scale) in zip(sorted(piles.items()), PILE_PLACEMENTS[len(piles)], strict=True):
            for position, soldier in enumerate(pile):
                shift = 1.8 * scale * (min(len(pile) - 1 - position, 2) - min(len(pile) - 1, 2) / 2)
                count = len(pile) if soldier == pile[-1] else 1
                placed.append((soldier, (x + shift, y - shift, scale), count))
        return placed

    # Words

    def _add_marks(self, events: Iterable[TimestepEvent]) -> None:
        """Mark the moments that a viewer may jump to."""
        for marked_kind, (mark, singular, plural) in MARKED_EVENTS.items():
            lanes = Counter(event.lane for event in events if event.kind == marked_kind)
            words = " and ".join(
                f"{(singular if lanes[lane] == 1 else plural).format(lanes[lane])} {in_lane_words(lane, self.seat)}"
                for lane in near_and_far_lane(self.seat)
                if lanes[lane]
            )
            if words:
                text = f"Timestep {self.next_timestep - 1}: {words}"
                self.marks.append({"frame": len(self.frames) - 1, "kind": mark, "text": text})

    def _caption(self, events: Iterable[TimestepEvent]) -> str:
        counts = Counter(event.kind for event in events)
        words = [
            (singular if counts[kind] == 1 else plural).format(counts[kind])
            for kind, (singular, plural) in COUNTED_EVENTS.items()
            if counts[kind]
        ]
        return ", ".join(words) or self._count_words()

    def _count_words(self) -> str:
        return f"{len(self.cells) or 'no one'} on the lanes"

    # Operations and figures

    def _add(self, *operation: Any) -> None:
        self.frames[-1].append(list(operation))

    def _put(self, id_: str, figure: str, x: float, y: float, health: int = 0, full: int = 0) -> None:
        self._add("put", id_, figure, x, y, health, full)

    def _centre(self, lane: int, cell: int) -> tuple[float, float]:
        return cell_centre(is_far_lane(lane, self.seat), cell, self.rows)

    def _unit_figure(self, unit: int, own: bool) -> str:
        name = f"{unit_name(unit)}-{'own' if own else 'enemy'}"
        if name not in self.figures:
            health = draw_tower_health(self.s.health[unit]) if unit in TOWERS else SOLDIER_HEALTH
            self.figures[name] = element("g", figures.draw_unit(unit, own), health)
        return name

    def _keep_figure(self, lane: int, fallen: bool) -> str:
        name = keep_id(lane) + "-fallen" * fallen
        if name not in self.figures:
            side = is_far_lane(lane, self.seat)
            self.figures[name] = scenery.draw_keep(side, f"film-{keep_id(lane)}", "", "", fallen, self.rows)
        return name


MARKED_EVENTS = {
    EventKind.FELL: ("kill", "{} soldier falls", "{} soldiers fall"),
    EventKind.SCORED: ("leak", "{} soldier scores", "{} soldiers score"),
    EventKind.RAZED: ("razed", "{} tower is destroyed", "{} towers are destroyed"),
}
COUNTED_EVENTS = {
    EventKind.ENTERED: ("{} enters", "{} enter"),
    EventKind.FELL: ("{} falls", "{} fall"),
    EventKind.SCORED: ("{} scores", "{} score"),
    EventKind.RAZED: ("{} tower destroyed", "{} towers destroyed"),
}


def attack_key(event: TimestepEvent) -> tuple[int, ...] | None:
    """Return the same key for all hits of one attack: there is an event for each soldier that is hit (T4.3)."""
    if event.kind not in (EventKind.SHOT, EventKind.STRUCK):
        return None
    return (event.lane, event.kind, event.numbers[0])


def hp_id(lane: int) -> str:
    return f"{SEAT_NAMES[lane]}-hp"


# Figures


def draw_tower_health(full: int) -> Markup:
    """Draw the health of a tower as the board does, with a number and a bar that the client changes."""
    start, width = figures.health_bar_extent(len(short_number(full)), 12)
    number = element("text", " ", **figures.health_number_attributes(12), data_number="")
    return figures.draw_health_plate(number, start, [draw_bar(start, 11.5, width, 5)], "film-health")


def draw_bar(x: float, y: float, width: float, height: float) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, rx=1, class_="htl-bar", data_bar=width)


SOLDIER_HEALTH = group(
    rect(-15, 11.5, 30, 6.5, "htl-plate htl-plate-edge", 2), draw_bar(-13, 13, 26, 3.5), class_="film-when-hurt"
)
"""The health of a soldier, visible only after it was hit."""
