"""Watching a record: step by step, forwards and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from ..core.contract import OVER
from ..core.game import Game, State
from ..core.record import Record
from ..table.session import Done
from ..table.words import step_text, verdict
from .asking import Key
from .tabletop import KeyBar, ReadyLine, TableTop


@dataclass(frozen=True)
class Frame:
    """The table at one moment: the state, the steps that led to it, and what was taken back just now."""

    state: State
    steps: tuple[Done, ...]
    taken_back: int = 0


def frames_of(record: Record) -> list[Frame]:
    """Every moment of a record in the order in which a person saw them."""
    frames: list[Frame] = []
    steps: tuple[Done, ...] = ()
    for moment in record.moments(plain=True):
        taken_back = max(len(steps) - moment.step, 0)
        if moment.step > len(steps):
            steps = (*steps, Done(moment.step, moment.seat, moment.play, moment.events))
        else:
            steps = steps[: moment.step]
        frames.append(Frame(moment.state, steps, taken_back))
    return frames


class PositionBar(Widget):
    """How far one has come; a click goes there."""

    class Moved(Message):
        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self) -> None:
        super().__init__(id="bar")
        self._at, self._last = 0, 0

    def show(self, at: int, last: int) -> None:
        self._at, self._last = at, last
        self.refresh()

    def render(self) -> Content:
        width = max(self.size.width, 1)
        done = width if not self._last else round(self._at / self._last * width)
        return Content.assemble(("━" * done, "$accent"), ("─" * (width - done), "$quiet"))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Moved(round((event.x + 0.5) / max(self.size.width, 1) * self._last)))


class WatchingScreen(TableTop):
    """A record on the table."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,n", "go(1)"),
        Binding("left,backspace,p", "go(-1)"),
        Binding("pagedown", "go(10)"),
        Binding("pageup", "go(-10)"),
        Binding("home", "first"),
        Binding("end", "last"),
        Binding("question_mark,f1", "rules"),
        Binding("o", "story"),
        Binding("d,f3", "app.day_or_night"),
        Binding("q,escape", "app.leave(0)"),
    ]

    def __init__(self, game: Game, frames: Sequence[Frame]) -> None:
        super().__init__(game)
        self.frames = frames
        self.at = 0

    def on_mount(self) -> None:
        self.mount_bar()
        self.query_one(KeyBar).show(self.keys())

    def keys(self) -> list[Key]:
        return [
            Key("← →", "step", need=9),
            Key("Home", "start", "screen.first", 4),
            Key("End", "end", "screen.last", 5),
            Key("o", "log", "screen.story", 2),
            Key("?", "rules", "screen.rules", 3),
            Key("q", "leave", "app.leave(0)", 8),
        ]

    def mount_bar(self) -> None:
        self.query_one("#ask").mount(PositionBar(), before="#prompt")
        self.call_after_refresh(self._repaint)

    def on_resize(self) -> None:
        if self.query(PositionBar):
            self._repaint()

    def on_position_bar_moved(self, event: PositionBar.Moved) -> None:
        self.at = event.at
        self._repaint()

    def action_go(self, by: int) -> None:
        self.at = min(max(self.at + by, 0), len(self.frames) - 1)
        self._repaint()

    def action_first(self) -> None:
        self.action_go(-len(self.frames))

    def action_last(self) -> None:
        self.action_go(len(self.frames))

    def action_rules(self) -> None:
        from .rules import RulesScreen

        steps = self.frames[self.at].steps
        events_ = steps[-1].events if steps else []
        self.app.push_screen(RulesScreen(self.game.name, events_[-1].clause if events_ else ""))

    def action_story(self) -> None:
        from .screens import StoryScreen

        self.app.push_screen(StoryScreen(self.frames[self.at].steps, self.game.seats))

    # Painting

    def _repaint(self) -> None:
        frame = self.frames[self.at]
        last = len(self.frames) - 1
        self.show_log(frame.steps)
        self.show_board(frame)
        self.show_head(f"{self.at} of {last}")
        self.query_one(PositionBar).show(self.at, last)
        self.query_one("#prompt", Static).update(self._caption(frame))
        self.query_one("#ready", ReadyLine).update(self._what_came(frame))
        self.query_one("#message", Static).display = False

    def show_board(self, frame: Frame) -> None:
        self.board.show(frame.state.drawing())

    def _caption(self, frame: Frame) -> str:
        if frame.taken_back:
            return f"{frame.taken_back} taken back."
        return step_text(frame.steps[-1], self.game.seats) if frame.steps else "The game begins."

    def _what_came(self, frame: Frame) -> Content:
        outcome = frame.state.outcome
        if frame.state.turn == OVER and outcome is not None:
            ended = verdict(outcome, self.game.sides, [])
            return Content.assemble((f"{ended}: {outcome.reason}.", "bold"), (f" {outcome.clause}", "$quiet"))
        return Content(self._asked(frame))

    def _asked(self, frame: Frame) -> str:
        return frame.state.prompt()
