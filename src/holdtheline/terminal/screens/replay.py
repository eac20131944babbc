"""Replay a record, or look back at the current game: step by step, forwards and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from ...core.declarations import declaration_text
from ...core.definition import EVERYONE, OVER
from ...core.game import Game, State
from ...core.game_record.replay import Record, ReplayedStep
from ...table.history import PlayedStep
from ...table.session import Table
from ...table.text import step_text, winner_text
from ..visibility import drawing_for, find_start_of_opponent_turn, prompt_for
from .dialogs import LogScreen
from .prompt import KeyHint
from .table_screen import KeyBar, MapTableScreen, ReadyLine, TableScreen


@dataclass(frozen=True)
class ReplayFrame:
    """A moment of a game: the state, the steps that led to it, and how many steps were just undone."""

    state: State
    steps: tuple[PlayedStep, ...]
    undone: int = 0
    declared: str = ""  # a resignation, or what was said about a draw


def record_frames(record: Record) -> list[ReplayFrame]:
    """Return the moments of a record in the order in which they were played, with undone ones."""
    frames: list[ReplayFrame] = []
    steps: tuple[PlayedStep, ...] = ()
    for moment in record.replay_steps(plain=True):
        undone = max(len(steps) - moment.step, 0)
        if moment.step > len(steps):
            steps = (*steps, PlayedStep(moment.step, moment.seat, moment.move, moment.events))
        else:
            steps = steps[: moment.step]
        declared = record_declaration_text(moment)
        frames.append(ReplayFrame(moment.state, steps, undone, declared))
    return frames


def record_declaration_text(moment: ReplayedStep) -> str:
    if moment.declared is None:
        return ""
    return declaration_text(moment.declared.declares, moment.declared.seat, moment.state.game.sides)


class PositionBar(Widget):
    """A bar that shows the position in a replay; click it to go there."""

    class Moved(Message):
        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__(id="bar")
        self._index, self._last = 0, 0

    def show(self, index: int, last: int) -> None:
        self._index, self._last = index, last
        self.refresh()

    def render(self) -> Content:
        width = max(self.size.width, 1)
        filled = width if not self._last else round(self._index / self._last * width)
        return Content.assemble(("━" * filled, "$accent"), ("─" * (width - filled), "$quiet"))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Moved(round((event.x + 0.5) / max(self.size.width, 1) * self._last)))


class ReplayScreen(TableScreen):
    """A record, shown step by step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,n", "go(1)"),
        Binding("left,backspace,p", "go(-1)"),
        Binding("pagedown", "go(10)"),
        Binding("pageup", "go(-10)"),
        Binding("home", "first"),
        Binding("end", "last"),
        Binding("question_mark,f1", "rules"),
        Binding("o", "log"),
        Binding("d,f3", "app.toggle_theme"),
        Binding("q,escape", "app.leave(0)"),
    ]

    def __init__(self, game: Game, frames: Sequence[ReplayFrame]) -> None:
        super().__init__(game)
        self.frames = frames
        self.index = 0

    def on_mount(self) -> None:
        self.query_one("#ask").mount(PositionBar(), before="#prompt")
        self.call_after_refresh(self._repaint)
        self.query_one(KeyBar).show(self.keys())

    def keys(self) -> list[KeyHint]:
        return [
            KeyHint("← →", "step", need=9),
            KeyHint("Home", "start", "screen.first", 4),
            KeyHint("End", "end", "screen.last", 5),
            KeyHint("o", "log", "screen.log", 2),
            KeyHint("?", "rules", "screen.rules", 3),
            KeyHint("q", "quit", "app.leave(0)", 8),
        ]

    def on_resize(self) -> None:
        if self.query(PositionBar):
            self._repaint()

    def on_position_bar_moved(self, event: PositionBar.Moved) -> None:
        self.index = event.index
        self._repaint()

    def action_go(self, by: int) -> None:
        self.index = min(max(self.index + by, 0), len(self.frames) - 1)
        self._repaint()

    def action_first(self) -> None:
        self.action_go(-len(self.frames))

    def action_last(self) -> None:
        self.action_go(len(self.frames))

    def action_rules(self) -> None:
        from .help import HelpScreen

        steps = self.frames[self.index].steps
        events_ = steps[-1].events if steps else []
        self.app.push_screen(HelpScreen(self.game.name, events_[-1].clause if events_ else ""))

    def action_log(self) -> None:
        self.app.push_screen(LogScreen(self.frames[self.index].steps, self.game.seats))

    # Painting

    def _repaint(self) -> None:
        frame = self.frames[self.index]
        last = len(self.frames) - 1
        self.show_log(frame.steps)
        self.show_board(frame)
        self.show_head(f"{self.index} of {last}")
        self.query_one(PositionBar).show(self.index, last)
        self.query_one("#prompt", Static).update(self._caption(frame))
        self.query_one("#ready", ReadyLine).update(self._result_content(frame))
        self.query_one("#message", Static).display = False

    def show_board(self, frame: ReplayFrame) -> None:
        self.board.show(frame.state.drawing())

    def _caption(self, frame: ReplayFrame) -> str:
        if frame.declared:
            return frame.declared
        if frame.undone:
            return f"{frame.undone} {'step' if frame.undone == 1 else 'steps'} undone."
        return step_text(frame.steps[-1], self.game.seats) if frame.steps else "The game starts."

    def _result_content(self, frame: ReplayFrame) -> Content:
        outcome = frame.state.outcome
        if frame.state.current_player == OVER and outcome is not None:
            winner = winner_text(outcome, self.game.sides, [])
            return Content.assemble((f"{winner}: {outcome.reason}.", "bold"), (f" {outcome.clause}", "$quiet"))
        return Content(self._prompt_text(frame))

    def _prompt_text(self, frame: ReplayFrame) -> str:
        return frame.state.prompt()


MAX_LOG_STEPS = 60
MAX_CAPTION_EVENTS = 4
"""Events of a step that are shown if there is no log beside the map."""


class MapReplayScreen(MapTableScreen, ReplayScreen):
    """A record on a map, as spectators see it."""

    def on_resize(self) -> None:
        self.lay_out()
        self.call_after_refresh(self.scroll_to_map)

    def keys(self) -> list[KeyHint]:
        return [*super().keys(), KeyHint("Shift+arrows", "scroll", need=1)]

    def show_board(self, frame: ReplayFrame) -> None:
        self.board.show(self.game.definition.view.ascii_board(frame.state.record, EVERYONE))

    def _prompt_text(self, frame: ReplayFrame) -> str:
        return self.game.definition.text.prompt(frame.state.record, EVERYONE)

    def _caption(self, frame: ReplayFrame) -> str:
        """Return the step, and its events if there is no log."""
        caption = super()._caption(frame)
        events = frame.steps[-1].events if frame.steps and not (frame.undone or frame.declared) else []
        if self.has_side or not events:
            return caption
        return f"{caption}. {' '.join(event.text for event in events[:MAX_CAPTION_EVENTS])}"


class TableFrames(Sequence[ReplayFrame]):
    """The moments of a game at a table so far."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table.steps) + 1

    def __getitem__(self, index: Any) -> Any:
        steps = tuple(self._table.steps[max(index - MAX_LOG_STEPS, 0) : index])
        return ReplayFrame(self._table.state_after(index), steps)


class LookBackScreen(MapReplayScreen):
    """The current game as the player saw it, from the last turn of the other side."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,r", "dismiss(None)", priority=True)]

    def __init__(self, table: Table, game: Game, seat: int, first: int | None = None) -> None:
        """Start at step `first` instead, if it is given."""
        super().__init__(game, TableFrames(table))
        self.seat = seat
        self.index = find_start_of_opponent_turn(table.steps, table.state_after, seat) if first is None else first

    def keys(self) -> list[KeyHint]:
        keys = super().keys()
        back = KeyHint("Esc", "back to the table", "screen.dismiss", 8)
        return [back if key.name == "q" else key for key in keys]

    def show_board(self, frame: ReplayFrame) -> None:
        self.board.show(drawing_for(frame.state, self.seat))

    def _prompt_text(self, frame: ReplayFrame) -> str:
        return prompt_for(frame.state, self.seat)
