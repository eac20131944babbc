"""A played turn as a film over the picture: where everything is after each timestep, and what flies.

The film speaks of the picture only: of its coordinates and of the ids of its pieces. Frame 0 is the lanes
before the first timestep; each frame after it is a timestep, and the last one sends home whoever is left
(T2.5). A frame is a list of small lists:

    ["put", id, figure, x, y, health, full]   something appears
    ["go", id, x, y, scale, count]            it stands there now; it hides so many, itself counted
    ["shot", id, kind, wasted, id, ...]       one attacks others; wasted: they had fallen before
    ["hit", id, health, full]                 what is left of it
    ["ice", id, 1 or 0]                       it is frozen, or not any more
    ["say", id, text]                         a new number on it
    ["as", id, figure]                        it looks different
    ["gone", id, how]                         how: fell, scored, razed, home

All that happens on the lanes is open to both seats (T8.1).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from . import figures, scenery
from .analysis import Frame, Tower, analysis, frames_in, towers_at_start
from .figures import short
from .filmart import head, plate, unit_figure
from .lane import Happened
from .orders import SEATS
from .picture import PLACES, Place
from .scenery import CELL, LANE_X, WIDTH, foot, middle
from .seen import in_lane, is_far, lanes_for, soldiers_on
from .state import MOST_SOLDIERS, PLAYERS, Phase, row_and_column, unit_name

Op = list[Any]

HIDDEN = (".htl-head", ".htl-acting", "[data-id^=body-]", "[data-id*=-tower-]", "[data-id$=-keep]")
"""What the film draws itself, in the picture that it lies on."""


def film(before: Any, events: Iterable[Any], after: Any, seat: int) -> dict[str, Any]:
    """The film of a turn, as JSON, with its `report`: see `analysis`.

    `before` is the record before the last `ready`, `events` all that happened since, in one step or in
    several, `after` the record now; both records may be without what the seat may not know.
    """
    events = list(events)
    frames = list(frames_in(events))
    shooting = Shooting(before, frames, after, seat)
    for _, timestep in groupby(frames, key=lambda frame: frame.step):
        shooting.timestep(list(timestep))
    if after.phase != Phase.ACT:
        shooting.end()
    return {
        "title": f"Turn {before.number + 1}",
        "size": [WIDTH, scenery.height(before.deployment_row + 1)],
        "cell": CELL,
        "hides": ", ".join(HIDDEN),
        "figures": shooting.figures,
        "frames": shooting.frames,
        "captions": shooting.captions,
        "marks": shooting.marks,
        "length": len(shooting.frames) - 1,
        "report": analysis(before, events, after, seat),
    }


class Shooting:
    """Both lanes while the film is made."""

    def __init__(self, before: Any, frames: Sequence[Frame], after: Any, seat: int) -> None:
        self.s, self.seat = before, seat
        self.rows = before.deployment_row + 1
        self.step = int(before.step)  # the one that comes next
        self.figures: dict[str, str] = {"cross": figures.fallen(), "ice": figures.frozen()}
        self.frames: list[list[Op]] = [[]]
        self.captions: list[str] = [f"Turn {before.number + 1} begins"]
        self.marks: list[dict[str, Any]] = []
        self.towers = [towers_at_start(before, frames, after, lane) for lane in range(PLAYERS)]
        self.units: dict[int, int] = {}  # of the soldiers on the lanes
        self.healths: dict[int, int] = {}
        self.cells: dict[int, int] = {}
        self.places: dict[int, tuple[float, float, float, int]] = {}
        self.frozen: set[int] = set()
        self.open()

    # Frames

    def open(self) -> None:
        """Frame 0: the keeps, the towers, and whoever was on the lanes already."""
        self.figures["head"] = head(f"Turn {self.s.number + 1}, as it was played")
        self.put("head", "head", 0, 0)
        for lane in range(PLAYERS):
            self.open_keep(lane)
            for tower in self.towers[lane].values():
                name = self.figure_of(tower.unit, not is_far(lane, self.seat))
                x, y = self.middle(lane, tower.cell)
                self.put(self.tower_id(lane, tower.cell), name, x, y, tower.health, self.s.health[tower.unit])
            for soldier in soldiers_on(self.s, lane):
                self.enter(lane, soldier.number - 1, soldier.cell, soldier.unit, soldier.health)
        self.spread()

    def open_keep(self, lane: int) -> None:
        hp = int(self.s.hp[lane])
        x, y = LANE_X[is_far(lane, self.seat)], foot(self.rows)
        self.put(f"{SEATS[lane]}-keep", self.keep_of(lane, hp <= 0), 0, 0)
        text = short(max(hp, 0))
        self.figures[f"{SEATS[lane]}-plate"] = plate(text)
        self.put(f"{SEATS[lane]}-hp", f"{SEATS[lane]}-plate", x, y)
        self.add("say", f"{SEATS[lane]}-hp", text)

    def timestep(self, frames: list[Frame]) -> None:
        """One frame more. Timesteps in which nothing happened have one too."""
        step = frames[0].step
        while self.step < step:
            self.next_step()
            self.captions[-1] = f"Timestep {self.step - 1}: {self.standing()}"
        self.next_step()
        for attack, told in groupby(frames, key=attack_of):
            if attack is None:
                for frame in told:
                    self.tell(frame)
            else:
                self.shoot(list(told))
        self.spread()
        self.mark(frames)
        self.captions[-1] = f"Timestep {step}: {self.in_short(frames)}"

    def end(self) -> None:
        left = sorted(self.cells)
        self.next_frame("The turn is over" + f": {len(left)} had not arrived" * bool(left))
        for soldier in left:
            self.leave(soldier, "home")

    def next_step(self) -> None:
        self.step += 1
        self.next_frame("")

    def next_frame(self, caption: str) -> None:
        self.frames.append([])
        self.captions.append(caption)
        if not self.s.frost_turn:
            for soldier in sorted(self.frozen & self.cells.keys()):
                self.add("ice", body_id(soldier), 0)
            self.frozen.clear()

    # What happens in one

    def tell(self, frame: Frame) -> None:
        a, b, c = frame.numbers
        match frame.kind:
            case Happened.ENTERED:
                self.enter(frame.lane, a, b, c, self.s.health[c])
            case Happened.MOVED:
                self.cells[a] = b
            case Happened.SCORED:
                self.leave(a, "scored")
                self.add("say", f"{SEATS[frame.lane]}-hp", short(max(c, 0)))
                if c == 0:
                    self.add("as", f"{SEATS[frame.lane]}-keep", self.keep_of(frame.lane, True))
            case Happened.FELL:
                self.leave(a, "fell")
            case Happened.RAZED:
                del self.towers[frame.lane][a]
                self.add("gone", self.tower_id(frame.lane, a), "razed")

    def enter(self, lane: int, soldier: int, cell: int, unit: int, health: int) -> None:
        x, y = self.middle(lane, cell)
        self.put(
            body_id(soldier), self.figure_of(unit, is_far(lane, self.seat)), x, y, health, self.s.health[unit]
        )
        self.units[soldier], self.healths[soldier], self.cells[soldier] = unit, health, cell
        self.places[soldier] = (x, y, 1, 1)

    def leave(self, soldier: int, how: str) -> None:
        del self.cells[soldier]
        self.add("gone", body_id(soldier), how)

    def shoot(self, told: list[Frame]) -> None:
        """An attack by one unit: on a soldier, on all in a cell, or on a tower."""
        lane = told[0].lane
        if told[0].kind == Happened.STRUCK:
            soldier, cell, damage = told[0].numbers
            tower = self.towers[lane][cell]
            self.attack(body_id(soldier), self.units[soldier], tower.health <= 0, [self.tower_id(lane, cell)])
            tower.health -= damage
            self.add("hit", self.tower_id(lane, cell), max(tower.health, 0), self.s.health[tower.unit])
            return
        tower = self.towers[lane][told[0].numbers[0]]
        struck = [frame.numbers[1] for frame in told]
        wasted = all(self.healths[soldier] <= 0 for soldier in struck)
        self.attack(self.tower_id(lane, tower.cell), tower.unit, wasted, [body_id(one) for one in struck])
        for frame in told:
            self.hurt(tower, frame.numbers[1], frame.numbers[2])

    def attack(self, one: str, unit: int, wasted: bool, others: list[str]) -> None:
        self.add("shot", one, unit_name(unit), int(wasted), *others)

    def hurt(self, tower: Tower, soldier: int, damage: int) -> None:
        self.healths[soldier] -= damage
        full = self.s.health[self.units[soldier]]
        self.add("hit", body_id(soldier), max(self.healths[soldier], 0), full)
        if self.s.freezes[tower.unit]:
            self.frozen.add(soldier)
            self.add("ice", body_id(soldier), 1)

    def spread(self) -> None:
        """Say where everybody stands now. The soldiers of a cell lie beside each other."""
        by_cell: dict[tuple[int, int], list[int]] = defaultdict(list)
        for soldier in sorted(self.cells):
            by_cell[lane_of(soldier), self.cells[soldier]].append(soldier)
        for (lane, cell), here in by_cell.items():
            x, y = self.middle(lane, cell)
            for soldier, (dx, dy, scale), count in self.side_by_side(here):
                place = (round(x + dx, 1), round(y + dy, 1), scale, count)
                if self.places[soldier] != place:
                    self.places[soldier] = place
                    self.add("go", body_id(soldier), *place)

    def side_by_side(self, here: list[int]) -> list[tuple[int, Place, int]]:
        """Four have a place each. Of more, those of a kind are a pile; its last one tells how many."""
        if len(here) <= len(PLACES):
            return [(one, place, 1) for one, place in zip(here, PLACES[len(here)], strict=True)]
        piles: dict[int, list[int]] = defaultdict(list)
        for soldier in here:
            piles[self.units[soldier]].append(soldier)
        placed = []
        for (_, pile), (x, y, scale) in zip(sorted(piles.items()), PLACES[len(piles)], strict=True):
            for at, soldier in enumerate(pile):
                shift = 1.8 * scale * (min(len(pile) - 1 - at, 2) - min(len(pile) - 1, 2) / 2)
                count = len(pile) if soldier == pile[-1] else 1
                placed.append((soldier, (x + shift, y - shift, scale), count))
        return placed

    # Words

    def mark(self, frames: Iterable[Frame]) -> None:
        """The moments that one jumps to."""
        for happened, (kind, one, more) in MARKED.items():
            lanes = Counter(frame.lane for frame in frames if frame.kind == happened)
            told = " and ".join(
                f"{one.format(lanes[lane]) if lanes[lane] == 1 else more.format(lanes[lane])} "
                f"{in_lane(lane, self.seat)}"
                for lane in lanes_for(self.seat)
                if lanes[lane]
            )
            if told:
                text = f"Timestep {self.step - 1}: {told}"
                self.marks.append({"frame": len(self.frames) - 1, "kind": kind, "text": text})

    def in_short(self, frames: Iterable[Frame]) -> str:
        counts = Counter(frame.kind for frame in frames)
        told = [
            (one if counts[kind] == 1 else more).format(counts[kind])
            for kind, (one, more) in COUNTED.items()
            if counts[kind]
        ]
        return ", ".join(told) or self.standing()

    def standing(self) -> str:
        return f"{len(self.cells) or 'nobody'} on the lanes"

    # Small things

    def add(self, *op: Any) -> None:
        self.frames[-1].append(list(op))

    def put(self, id_: str, name: str, x: float, y: float, health: int = 0, full: int = 0) -> None:
        self.add("put", id_, name, x, y, health, full)

    def middle(self, lane: int, cell: int) -> tuple[float, float]:
        return middle(is_far(lane, self.seat), *row_and_column(cell), self.rows)

    def tower_id(self, lane: int, cell: int) -> str:
        row, column = row_and_column(cell)
        return f"{SEATS[lane]}-tower-{row}-{column}"

    def figure_of(self, unit: int, own: bool) -> str:
        name = f"{unit_name(unit)}-{'own' if own else 'enemy'}"
        if name not in self.figures:
            self.figures[name] = unit_figure(unit, own, self.s.health[unit])
        return name

    def keep_of(self, lane: int, fallen: bool) -> str:
        name = f"{SEATS[lane]}-keep" + "-fallen" * fallen
        if name not in self.figures:
            side = is_far(lane, self.seat)
            self.figures[name] = scenery.keep(side, f"film-{SEATS[lane]}-keep", "", "", fallen, self.rows)
        return name


MARKED = {
    Happened.FELL: ("kill", "{} soldier falls", "{} soldiers fall"),
    Happened.SCORED: ("leak", "{} soldier scores", "{} soldiers score"),
    Happened.RAZED: ("razed", "{} tower is destroyed", "{} towers are destroyed"),
}
COUNTED = {
    Happened.ENTERED: ("{} enters", "{} enter"),
    Happened.FELL: ("{} falls", "{} fall"),
    Happened.SCORED: ("{} scores", "{} score"),
    Happened.RAZED: ("{} tower destroyed", "{} towers destroyed"),
}


def attack_of(frame: Frame) -> tuple[int, ...] | None:
    """The same for all whom one attack of a tower hits: it is told of each of them (T4.3)."""
    if frame.kind not in (Happened.SHOT, Happened.STRUCK):
        return None
    return (frame.lane, frame.kind, frame.numbers[0])


def lane_of(soldier: int) -> int:
    """The lane on which it walks: that of the other player."""
    return 1 - soldier // MOST_SOLDIERS


def body_id(soldier: int) -> str:
    """As in the picture."""
    return f"body-{soldier + 1}"
