"""A played turn: found again in what was played, shown timestep by timestep, and told in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..core.drawing import Drawing, Piece
from ..core.game import Event, State
from ..games.towers.analysis import Frame, frames_in
from ..games.towers.drawing import drawing, filled
from ..games.towers.lane import Happened
from ..games.towers.orders import SEATS
from ..games.towers.reenact import moments
from ..games.towers.state import STEPS, row_and_column
from ..table.films import first_step
from ..table.session import Done

NOBODY = -3
"""A reader to whom only that is told which everybody may know."""
TOLD_BY_REPORT = frozenset({Happened.READY, Happened.LANE_TOLD})
MARKS_TOLD = 8
TOWERS_TOLD = 4
NEUTRAL = (
    ("Your lane", "Left lane"),
    ("Their lane", "Right lane"),
    ("your lane", "the left lane"),
    ("their lane", "the right lane"),
)


@dataclass(frozen=True)
class Moment:
    """A timestep to be shown."""

    step: int
    record: Any
    caption: str
    frames: Sequence[Frame]


@dataclass(frozen=True)
class Film:
    """A turn that was played, as a seat may see it; `neutral` where both seats look on together."""

    before: State
    steps: Sequence[Done]
    after: State
    seat: int
    neutral: bool = False

    @cached_property
    def events(self) -> list[Event]:
        """All that happened, with every small thing that the log leaves out."""
        state, events = self.before.copy(), list[Event]()
        for done in self.steps:
            state.play(state.move(done.play, done.seat), events)
        return events

    @cached_property
    def told(self) -> dict[str, Any]:
        films = self.after.game.contract.films
        assert films is not None
        return films.make(self.before.record, self.events, self.after.record, self.seat)

    @cached_property
    def moments(self) -> list[Moment]:
        """Every timestep in which something happened, or soldiers were on their way; then the end."""
        by_step: dict[int, list[Frame]] = {}
        for frame in frames_in(self.events):
            by_step.setdefault(frame.step, []).append(frame)
        shown = moments(self.before.record, self.events)
        captions = self.told["captions"][1:]  # without that of the beginning
        return [
            Moment(step, record, captions[at], by_step.get(step, ()))
            for at, (step, record) in enumerate(shown)
            if step in by_step or step == STEPS
        ]

    def drawing(self, at: int) -> Drawing:
        """The lanes at this moment, with its caption above; gold and orders are left out."""
        moment = self.moments[at]
        rows = drawing(moment.record, self.seat)
        rows[0] = filled([Piece(f"{self.told['title']}, as it was played", "count")])
        rows[1] = filled([Piece(moment.caption, "count")])
        if self.neutral:
            rows[2] = [Piece(self.said(piece.text), piece.role, piece.id) for piece in rows[2]]
        return rows

    def lights(self, at: int) -> dict[str, str]:
        """Whoever attacks in this timestep."""
        lit: dict[str, str] = {}
        for frame in self.moments[at].frames:
            if frame.kind == Happened.SHOT:
                row, column = row_and_column(frame.numbers[0])
                lit[f"{SEATS[frame.lane]}-tower-{row}-{column}"] = ""
            elif frame.kind == Happened.STRUCK:
                lit[f"body-{frame.numbers[0] + 1}"] = ""
        return lit

    def hp_text(self, at: int) -> str:
        """`you 10 HP, they 8 HP`."""
        hp, names = self.moments[at].record.hp, ("you", "they")
        if self.neutral:
            names = ("left", "right") if self.seat == 0 else ("right", "left")
        return f"{names[0]} {hp[self.seat]} HP, {names[1]} {hp[1 - self.seat]} HP"

    # In words

    def said(self, text: str) -> str:
        """To one of them, or to both."""
        for own, name in NEUTRAL if self.neutral else ():
            text = text.replace(own, name)
        return text

    def marks(self, frame: int | None = None, most: int = MARKS_TOLD) -> list[str]:
        """What was worth a line so far: scores, destroyed towers, and, where there is room, the fallen."""
        marks = [mark for mark in self.told["marks"] if frame is None or mark["frame"] <= frame]
        if len(marks) > most:
            marks = [mark for mark in marks if mark["kind"] != "kill"] or marks
        more = len(marks) - most
        told = [f"{self.said(mark['text'])}." for mark in marks[:most]]
        return [*told, f"And {more} more such moments."] if more > 0 else told

    def report(self) -> list[tuple[str, str]]:
        """Lane by lane: a headline, why the first soldier got through, leaks, and what towers were worth."""
        lines: list[tuple[str, str]] = []
        for lane in self.told["report"]["lanes"]:
            counts = f"{lane['entered']} entered, {lane['fell']} fell, {lane['scored']} scored"
            lines += [("head", f"{self.said(lane['title'])}: {counts}."), ("", lane["sentence"])]
            if lane["leaks"]:
                leaks = ", ".join(f"{leak['count']} in column {leak['column']}" for leak in lane["leaks"])
                lines.append(("", f"Leaks: {leaks}."))
            lines += [("quiet", line) for line in tower_lines(lane["towers"])]
        return lines


def tower_lines(towers: Sequence[dict[str, Any]]) -> list[str]:
    """Those that shot or are gone, the most wasteful first."""
    busy = [tower for tower in towers if tower["shots"] or tower["razed"]]
    busy.sort(key=lambda tower: (-tower["overkill"], -tower["shots"]))
    lines = []
    for tower in busy[:TOWERS_TOLD]:
        shots = "1 shot" if tower["shots"] == 1 else f"{tower['shots']} shots"
        kills = "1 kill" if tower["kills"] == 1 else f"{tower['kills']} kills"
        told = f"{tower['name']}: {shots}, {tower['damage']} damage, {kills}, {tower['overkill']} overkill"
        lines.append(f"{told[:1].upper()}{told[1:]}{', destroyed' * tower['razed']}.")
    rest = len(busy) - TOWERS_TOLD
    return [*lines, f"{rest} more tower{'s' * (rest > 1)} shot."] if rest > 0 else lines


def film_at(
    done: Sequence[Done], state_after: Callable[[int], State], seat: int, neutral: bool = False
) -> Film | None:
    """The film that ended with the last of these steps, or None. It may have begun steps before."""
    last = len(done)
    first = first_step(last, state_after)
    if first is None:
        return None
    return Film(state_after(first - 1), done[first - 1 : last], state_after(last), seat, neutral)
