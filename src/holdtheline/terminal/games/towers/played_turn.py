"""A played turn: find it among the steps, draw it timestep by timestep, and report it in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ....core.ascii_art import AsciiBoard, TextSpan, pad_row
from ....core.events import Event
from ....core.game import State
from ....games.towers.replay.playback import TimestepEvent, play_back, timestep_events
from ....games.towers.state import TIMESTEPS, EventKind, row_and_column
from ....games.towers.text.names import SEAT_NAMES
from ....games.towers.view.ascii_board import WIDTH, ascii_board
from ....table.history import PlayedStep
from ....table.turn_replay import find_first_step

PUBLIC_READER = -3
"""A reader who may know only what both seats may know."""
KINDS_IN_REPORT = frozenset({EventKind.READY, EventKind.LANE_RESULT})
MAX_MARKS = 8
MAX_TOWERS = 4
NEUTRAL_LANE_NAMES = (
    ("Your lane", "Left lane"),
    ("Their lane", "Right lane"),
    ("your lane", "the left lane"),
    ("their lane", "the right lane"),
)


def neutral_text(text: str) -> str:
    """Return a text with neutral names of the lanes."""
    for own, name in NEUTRAL_LANE_NAMES:
        text = text.replace(own, name)
    return text


@dataclass(frozen=True)
class TurnMoment:
    """A timestep of a turn, to be shown."""

    step: int
    record: Any
    caption: str
    frames: Sequence[TimestepEvent]


@dataclass(frozen=True)
class PlayedTurn:
    """A played turn as a seat may see it; `neutral` if both seats look at it together."""

    before: State
    steps: Sequence[PlayedStep]
    after: State
    seat: int
    neutral: bool = False

    @cached_property
    def events(self) -> list[Event]:
        """The events of the turn, including those that the log leaves out."""
        state, events = self.before.copy(), list[Event]()
        for step in self.steps:
            state.play(step.move, events)
        return events

    @cached_property
    def summary(self) -> dict[str, Any]:
        """The title, captions, marks and report, as in the browser."""
        turn_replay = self.after.game.definition.turn_replay
        assert turn_replay is not None
        return turn_replay.make(self.before.record, self.events, self.after.record, self.seat)

    @cached_property
    def moments(self) -> list[TurnMoment]:
        """Every timestep in which something happened, and the end of the turn."""
        by_step: dict[int, list[TimestepEvent]] = {}
        for frame in timestep_events(self.events):
            by_step.setdefault(frame.step, []).append(frame)
        before: Any = self.before.record
        states = play_back(before, self.events)
        captions = self.summary["captions"][1:]  # without the caption of the start
        return [
            TurnMoment(step, record, captions[index], by_step.get(step, ()))
            for index, (step, record) in enumerate(states)
            if step in by_step or step == TIMESTEPS
        ]

    def drawing(self, index: int) -> AsciiBoard:
        """Return the lanes at a moment with its caption, without gold and orders."""
        moment = self.moments[index]
        rows = ascii_board(moment.record, self.seat)
        rows[0] = pad_row([TextSpan(f"{self.summary['title']}, as it was played", "count")], WIDTH)
        rows[1] = pad_row([TextSpan(moment.caption, "count")], WIDTH)
        if self.neutral:
            rows[2] = [TextSpan(self.neutral_text(piece.text), piece.role, piece.id) for piece in rows[2]]
        return rows

    def attackers(self, index: int) -> dict[str, str]:
        """Return the ids of the towers and soldiers that attack at a moment, to be highlighted."""
        ids: dict[str, str] = {}
        for frame in self.moments[index].frames:
            if frame.kind == EventKind.SHOT:
                row, column = row_and_column(frame.numbers[0])
                ids[f"{SEAT_NAMES[frame.lane]}-tower-{row}-{column}"] = ""
            elif frame.kind == EventKind.STRUCK:
                ids[f"body-{frame.numbers[0] + 1}"] = ""
        return ids

    def hp_text(self, index: int) -> str:
        """Return the HP at a moment: `you 10 HP, they 8 HP`."""
        hp, names = self.moments[index].record.hp, ("you", "they")
        if self.neutral:
            names = ("left", "right") if self.seat == 0 else ("right", "left")
        return f"{names[0]} {hp[self.seat]} HP, {names[1]} {hp[1 - self.seat]} HP"

    # Text

    def neutral_text(self, text: str) -> str:
        """Return a text with neutral names of the lanes, if both seats are watching."""
        return neutral_text(text) if self.neutral else text

    def marks(self, frame: int | None = None, most: int = MAX_MARKS) -> list[str]:
        """Return the notable events so far: scores, destroyed towers and, if they fit, kills."""
        marks = [mark for mark in self.summary["marks"] if frame is None or mark["frame"] <= frame]
        if len(marks) > most:
            marks = [mark for mark in marks if mark["kind"] != "kill"] or marks
        more = len(marks) - most
        lines = [f"{self.neutral_text(mark['text'])}." for mark in marks[:most]]
        return [*lines, f"And {more} more."] if more > 0 else lines

    def report(self) -> list[tuple[str, str]]:
        """Return the report of each lane: counts, why the first soldier got through, leaks, and towers."""
        lines: list[tuple[str, str]] = []
        for lane in self.summary["report"]["lanes"]:
            counts = f"{lane['entered']} entered, {lane['fell']} fell, {lane['scored']} scored"
            lines += [("head", f"{self.neutral_text(lane['title'])}: {counts}."), ("", lane["sentence"])]
            if lane["leaks"]:
                leaks = ", ".join(f"{leak['count']} in column {leak['column']}" for leak in lane["leaks"])
                lines.append(("", f"Leaks: {leaks}."))
            lines += [("quiet", line) for line in tower_lines(lane["towers"])]
        return lines


def tower_lines(towers: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each tower that shot or was destroyed, most overkill first."""
    busy = [tower for tower in towers if tower["shots"] or tower["razed"]]
    busy.sort(key=lambda tower: (-tower["overkill"], -tower["shots"]))
    lines = []
    for tower in busy[:MAX_TOWERS]:
        shots = "1 shot" if tower["shots"] == 1 else f"{tower['shots']} shots"
        kills = "1 kill" if tower["kills"] == 1 else f"{tower['kills']} kills"
        text = f"{tower['name']}: {shots}, {tower['damage']} damage, {kills}, {tower['overkill']} overkill"
        lines.append(f"{text[:1].upper()}{text[1:]}{', destroyed' * tower['razed']}.")
    rest = len(busy) - MAX_TOWERS
    return [*lines, f"{rest} more tower{'s' * (rest > 1)} shot."] if rest > 0 else lines


def find_played_turn(
    steps: Sequence[PlayedStep], state_after: Callable[[int], State], seat: int, neutral: bool = False
) -> PlayedTurn | None:
    """Return the turn that ended with the last of these steps, if one did; it may span several steps."""
    last = len(steps)
    first = find_first_step(last, state_after)
    if first is None:
        return None
    return PlayedTurn(state_after(first - 1), steps[first - 1 : last], state_after(last), seat, neutral)
