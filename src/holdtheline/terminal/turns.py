"""Watching a record of turns: the orders of both, and every turn as a film."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ..core.drawing import Piece
from ..core.game import Game
from ..core.record import Record
from ..games.towers.drawing import filled
from ..games.towers.lane import is_frame
from ..games.towers.orders import SEATS
from ..games.towers.seen import moment
from ..table.history import History
from ..table.session import Done
from ..table.words import sentence, step_text
from .asking import Key
from .film import NEUTRAL, Film, film_at
from .lanes import LanesTop
from .watching import Frame, WatchingScreen

STEPS_TOLD = 60


class Course(Sequence[Frame]):
    """The moments of a record, without those that were taken back."""

    def __init__(self, record: Record) -> None:
        self._states = History(record.game(plain=True))
        self._done: list[Done] = []
        for at in record.moments(plain=True):
            if at.step < len(self._states):
                self._states.forget(at.step)
                del self._done[at.step :]
            elif at.step:
                told = [event for event in at.events if not is_frame(event.kind)]
                self._done.append(Done(at.step, at.seat, at.play, told))
            self._states.add(at.state)

    def __len__(self) -> int:
        return len(self._states)

    def __getitem__(self, at: Any) -> Any:
        """A moment, with the last steps that led to it."""
        return Frame(self._states.state(at), tuple(self._done[max(at - STEPS_TOLD, 0) : at]))

    def film(self, at: int) -> Film | None:
        """The turn that was played with the step before this moment."""
        return film_at(self._done[:at], self._states.state, 0, neutral=True)


class TurnsScreen(LanesTop, WatchingScreen):
    """A record of turns on the table. Whoever watches sees the orders of both."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f,enter", "film"),
        Binding("v", "report"),
        Binding("n,down", "turn(1)"),
        Binding("p,up", "turn(-1)"),
        Binding("shift+up", "scroll_lanes(0, -4)"),
        Binding("shift+down", "scroll_lanes(0, 4)"),
        Binding("shift+left", "scroll_lanes(-8, 0)"),
        Binding("shift+right", "scroll_lanes(8, 0)"),
    ]

    def __init__(self, game: Game, course: Course) -> None:
        super().__init__(game, course)
        self.course = course

    def compose_side(self) -> ComposeResult:
        yield from ()

    @property
    def around(self) -> int:
        return 6 if not self.is_bare else 3 if self.has_side else 4

    def keys(self) -> list[Key]:
        return [
            Key("← →", "step", need=9),
            Key("n p", "turn", "screen.turn(1)", 7),
            Key("f", "film", "screen.film", 6),
            Key("v", "report", "screen.report", 5),
            Key("Home", "start", "screen.first", 2),
            Key("End", "end", "screen.last", 3),
            Key("?", "rules", "screen.rules", 4),
            Key("q", "leave", "app.leave(0)", 8),
        ]

    def on_resize(self) -> None:
        self.call_after_refresh(self._repaint)

    # Turns

    def action_turn(self, by: int) -> None:
        """To the next turn that was played, or the one before."""
        number = self.frames[self.at].state.record.number
        at = self.at + by
        while 0 < at < len(self.frames) - 1 and not self._is_end_of_turn(at, number):
            at += by
        self.action_go(at - self.at)

    def _is_end_of_turn(self, at: int, number: int) -> bool:
        records = [self.frames[one].state.record for one in (at - 1, at)]
        return bool(records[0].number != records[1].number)

    def _film_here(self) -> Film | None:
        """The turn just played, or else the next one."""
        if self.course.film(self.at) is None:
            self.action_turn(1)
        return self.course.film(self.at)

    def action_film(self) -> None:
        from .filming import FilmScreen

        film = self._film_here()
        if film is not None:
            self.app.push_screen(FilmScreen(self.game, film))

    def action_report(self) -> None:
        from .screens import TextScreen

        film = self._film_here()
        if film is not None:
            self.app.push_screen(TextScreen(f"{film.told['title']}: what it was worth", film.report()))

    # Painting

    def _repaint(self) -> None:
        self.lay_out()
        super()._repaint()
        # Where rows are scarce the log tells the step, and only how things stand is said below.
        self.query_one("#prompt").display = not (self.is_bare and self.has_side)

    def show_board(self, frame: Frame) -> None:
        """Both plans at once, from the side of the left seat."""
        record = frame.state.record
        rows = self.game.contract.drawing(record, 0)
        gold = ", ".join(f"{name} {record.gold[seat]}" for seat, name in enumerate(SEATS))
        rows[0] = filled([Piece(moment(record), "count")])
        rows[1] = filled([Piece(f"Gold: {gold}", "count")])
        rows[2] = [Piece(neutral(piece.text), piece.role, piece.id) for piece in rows[2]]
        self.show_lanes(rows)

    def show_log(self, steps: Sequence[Done]) -> None:
        lines = [str(event) for done in steps for event in done.events]
        text = Content("\n").join(map(Content, lines)) if lines else self._opening()
        self.query_one("#steps", Static).update(text)
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _caption(self, frame: Frame) -> str:
        if not frame.steps:
            return "The game begins. f shows the first turn."
        last = frame.steps[-1]
        told = [event.text for event in last.events]
        if self._is_end_of_turn(self.at, 0):
            return f"Turn {frame.state.record.number} was played. f shows it, v tells what it was worth."
        return told[-1] if told else sentence(step_text(last, self.game.seats))

    def _what_came(self, frame: Frame) -> Content:
        if frame.state.outcome is not None:
            return super()._what_came(frame)
        hp, gold = frame.state.record.hp, frame.state.record.gold
        told = [f"{name} {hp[seat]} HP, {gold[seat]} gold" for seat, name in enumerate(SEATS)]
        return Content(sentence("; ".join(told)))


def neutral(text: str) -> str:
    for own, name in NEUTRAL:
        text = text.replace(own, name)
    return text
