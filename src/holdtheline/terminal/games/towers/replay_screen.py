"""Replay one turn at any speed, or a whole record turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from ....core.ascii_art import TextSpan, pad_row
from ....core.game import Game
from ....core.game_record.replay import Record
from ....games.towers.state import is_timestep_event
from ....games.towers.text.names import SEAT_NAMES
from ....games.towers.text.prompts import turn_words
from ....games.towers.view.ascii_board import WIDTH
from ....table.history import PlayedStep, StateHistory
from ....table.text import format_sentence, step_text
from ...screens.dialogs import TextScreen
from ...screens.prompt import KeyHint
from ...screens.replay import MAX_LOG_STEPS, PositionBar, ReplayFrame, ReplayScreen, record_declaration_text
from ...screens.table_screen import KeyBar, ReadyLine
from .lanes_screen import LanesScreen
from .played_turn import PlayedTurn, find_played_turn, neutral_text

SPEEDS = (0.8, 0.4, 0.2, 0.1, 0.05, 0.02)
"""Seconds per timestep, slowest first."""
DEFAULT_SPEED = 2


class TurnReplayScreen(LanesScreen):
    """Replays a turn, then shows its report and closes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause"),
        Binding("full_stop,right", "step(1)"),
        Binding("comma,left", "step(-1)"),
        Binding("plus,equals_sign", "speed(1)"),
        Binding("minus", "speed(-1)"),
        Binding("home", "first"),
        Binding("end,escape,q,enter", "last"),
        Binding("d,f3", "app.toggle_theme"),
    ]

    def __init__(self, game: Game, turn: PlayedTurn, *, playing: bool = True) -> None:
        super().__init__(game)
        self.turn = turn
        self.index = 0
        self.is_playing = playing
        self.speed = DEFAULT_SPEED
        self._timer: Timer | None = None
        self._message = ""

    def compose_below(self) -> ComposeResult:
        yield PositionBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self._repaint)
        self._restart_timer()

    @property
    def other_rows(self) -> int:
        return 3 + bool(self._message) if self.is_bare else 5 + bool(self._message)

    @property
    def last(self) -> int:
        return len(self.turn.moments) - 1

    # Playback

    def _restart_timer(self) -> None:
        """Start the timer of the next timestep, if the replay runs."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SPEEDS[self.speed], self._tick) if self.is_playing else None

    def _tick(self) -> None:
        if self.index < self.last:
            self._go(self.index + 1)
            self._restart_timer()
        else:
            self._report()

    def _go(self, index: int) -> None:
        self.index = min(max(index, 0), self.last)
        self._repaint()

    def action_pause(self) -> None:
        self.is_playing = not self.is_playing
        self._restart_timer()
        self._repaint()

    def action_step(self, by: int) -> None:
        self.is_playing = False
        self._restart_timer()
        if by > 0 and self.index == self.last:
            self._report()
        else:
            self._go(self.index + by)

    def action_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self._restart_timer()
        self._repaint()

    def action_first(self) -> None:
        self._go(0)
        self._restart_timer()

    def action_last(self) -> None:
        self.is_playing = False
        self._restart_timer()
        self._go(self.last)
        self._report()

    def on_position_bar_moved(self, event: PositionBar.Moved) -> None:
        self.is_playing = False
        self._restart_timer()
        self._go(event.index)

    def _report(self) -> None:
        self.is_playing = False
        report = TextScreen(f"{self.turn.summary['title']}: report", self.turn.report())
        self.app.push_screen(report, self._close_after_report)

    def _close_after_report(self, _: None) -> None:
        self.dismiss(None)

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted or not self.query(PositionBar):
            return
        moment = self.turn.moments[self.index]
        self.lay_out()
        self.show_head(f"{self.turn.summary['title']}, as it was played")
        self.show_lanes(self.turn.drawing(self.index), self.turn.attackers(self.index))
        self.query_one(PositionBar).show(self.index, self.last)
        state = f"speed {self.speed + 1}" if self.is_playing else "paused"
        status = f"{self.turn.hp_text(self.index)}; {state}"
        self.query_one("#prompt", Static).update(f"{moment.caption}; {status}" if self.is_bare else moment.caption)
        ready, message = self.query_one("#ready", ReadyLine), self.query_one("#message", Static)
        ready.update(Content(status[:1].upper() + status[1:]))
        ready.display = not self.is_bare
        self._message = self.scroll_hint()
        message.update(self._message)
        message.display = bool(self._message)
        self._show_side()
        self._show_keys()

    def _show_side(self) -> None:
        """Show the notable events so far beside the lanes."""
        frame = self.turn.moments[self.index].step + 1
        marks = self.turn.marks(frame, most=40)
        self.show_lines(marks, Content.styled("Nothing has fallen yet.", "$quiet"))

    def _show_keys(self) -> None:
        self.query_one(KeyBar).show(
            [
                KeyHint("Space", "play" if not self.is_playing else "pause", "screen.pause", 9),
                KeyHint(". ,", "step", "screen.step(1)", 7),
                KeyHint("+ -", "speed", "screen.speed(1)", 6),
                KeyHint("Home", "restart", "screen.first", 3),
                KeyHint("End", "report", "screen.last", 8),
            ]
        )


class RecordFrames(Sequence[ReplayFrame]):
    """The moments of a record, without undone ones."""

    def __init__(self, record: Record) -> None:
        self._states = StateHistory(record.game(plain=True))
        self._steps: list[PlayedStep] = []
        self._last: ReplayFrame | None = None  # of a game that its players ended
        for moment in record.replay_steps(plain=True):
            if moment.declared is not None:
                self._last = ReplayFrame(moment.state, (), declared=record_declaration_text(moment))
                continue
            if moment.step < len(self._states):
                self._states.truncate(moment.step)
                del self._steps[moment.step :]
            elif moment.step:
                events = [event for event in moment.events if not is_timestep_event(event.kind)]
                self._steps.append(PlayedStep(moment.step, moment.seat, moment.move, events))
            self._states.add(moment.state)

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, index: Any) -> Any:
        """Return a moment with the last steps that led to it."""
        steps = tuple(self._steps[max(index - MAX_LOG_STEPS, 0) : index])
        if self._last is not None and self._last.state.outcome is not None and index in (-1, len(self) - 1):
            return replace(self._last, steps=steps)
        return ReplayFrame(self._states.state(index), steps)

    def turn(self, index: int) -> PlayedTurn | None:
        """Return the turn that was played with the step before this moment, if any."""
        return find_played_turn(self._steps[:index], self._states.state, 0, neutral=True)


class RecordReplayScreen(LanesScreen, ReplayScreen):
    """A record of turns; spectators see the orders of both seats."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,enter", "replay_turn"),
        Binding("v", "report"),
        Binding("n,down", "turn(1)"),
        Binding("p,up", "turn(-1)"),
    ]

    def __init__(self, game: Game, record_frames: RecordFrames) -> None:
        super().__init__(game, record_frames)
        self._record_frames = record_frames

    @property
    def other_rows(self) -> int:
        return 6 if not self.is_bare else 3 if self.has_side else 4

    def keys(self) -> list[KeyHint]:
        return [
            KeyHint("← →", "step", need=9),
            KeyHint("n p", "turn", "screen.turn(1)", 7),
            KeyHint("f", "replay", "screen.replay_turn", 6),
            KeyHint("v", "report", "screen.report", 5),
            KeyHint("Home", "start", "screen.first", 2),
            KeyHint("End", "end", "screen.last", 3),
            KeyHint("?", "rules", "screen.rules", 4),
            KeyHint("q", "quit", "app.leave(0)", 8),
        ]

    # Turns

    def action_turn(self, by: int) -> None:
        """Go to the end of the next or the previous turn."""
        index = self.index + by
        while 0 < index < len(self.frames) - 1 and not self._is_end_of_turn(index):
            index += by
        self.action_go(index - self.index)

    def _is_end_of_turn(self, index: int) -> bool:
        before, after = (self.frames[number].state.record for number in (index - 1, index))
        return bool(before.turns_played != after.turns_played)

    def _find_turn_here(self) -> PlayedTurn | None:
        """Return the turn just played, or else go to the next one and return it."""
        if self._record_frames.turn(self.index) is None:
            self.action_turn(1)
        return self._record_frames.turn(self.index)

    def action_replay_turn(self) -> None:
        turn = self._find_turn_here()
        if turn is not None:
            self.app.push_screen(TurnReplayScreen(self.game, turn))

    def action_report(self) -> None:
        turn = self._find_turn_here()
        if turn is not None:
            self.app.push_screen(TextScreen(f"{turn.summary['title']}: report", turn.report()))

    # Painting

    def _repaint(self) -> None:
        self.lay_out()
        super()._repaint()
        # In a terminal with few rows the log shows the step, and only gold and HP are shown below.
        self.query_one("#prompt").display = not (self.is_bare and self.has_side)

    def show_board(self, frame: ReplayFrame) -> None:
        """Show both plans, from the left seat's point of view."""
        record: Any = frame.state.record
        rows = self.game.definition.view.ascii_board(record, 0)
        gold = ", ".join(f"{name} {record.gold[seat]}" for seat, name in enumerate(SEAT_NAMES))
        rows[0] = pad_row([TextSpan(turn_words(record), "count")], WIDTH)
        rows[1] = pad_row([TextSpan(f"Gold: {gold}", "count")], WIDTH)
        rows[2] = [TextSpan(neutral_text(piece.text), piece.role, piece.id) for piece in rows[2]]
        self.show_lanes(rows)

    def show_log(self, steps: Sequence[PlayedStep]) -> None:
        self.show_lines([str(event) for step in steps for event in step.events], self._opening())

    def _caption(self, frame: ReplayFrame) -> str:
        if frame.declared:
            return frame.declared
        if not frame.steps:
            return "The game starts. Press f to replay the first turn."
        last = frame.steps[-1]
        texts = [event.text for event in last.events]
        if self._is_end_of_turn(self.index):
            return f"Turn {frame.state.record.turns_played} was played. Press f to replay it, v for the report."
        return texts[-1] if texts else format_sentence(step_text(last, self.game.seats))

    def _result_content(self, frame: ReplayFrame) -> Content:
        if frame.state.outcome is not None:
            return super()._result_content(frame)
        hp, gold = frame.state.record.hp, frame.state.record.gold
        parts = [f"{name} {hp[seat]} HP, {gold[seat]} gold" for seat, name in enumerate(SEAT_NAMES)]
        return Content(format_sentence("; ".join(parts)))


def replay_screen(game: Game, record: Record) -> RecordReplayScreen:
    return RecordReplayScreen(game, RecordFrames(record))
