"""A map step by step: a record for whoever watches, or what happened at one's own table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from ..core.contract import EVERYBODY
from ..core.game import Game
from ..table.session import Table
from .asking import Key
from .fieldtop import FieldTop, asked_of, drawn_for, start_of_their_turn
from .watching import Frame, WatchingScreen

STEPS_TOLD = 60
TELLING = 4
"""Events told of a step where there is no log beside the map."""


class FieldWatching(FieldTop, WatchingScreen):
    """A record on a map. Whoever watches sees what both sides know."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+up", "scroll_field(0, -4)"),
        Binding("shift+down", "scroll_field(0, 4)"),
        Binding("shift+left", "scroll_field(-8, 0)"),
        Binding("shift+right", "scroll_field(8, 0)"),
    ]

    def on_resize(self) -> None:
        self.lay_out()
        self.call_after_refresh(self.scroll_to_map)

    def keys(self) -> list[Key]:
        return [*super().keys(), Key("Shift+arrows", "scroll", need=1)]

    def show_board(self, frame: Frame) -> None:
        self.board.show(self.game.contract.drawing(frame.state.record, EVERYBODY))

    def _asked(self, frame: Frame) -> str:
        return self.game.contract.prompt(frame.state.record, EVERYBODY)

    def _caption(self, frame: Frame) -> str:
        """Where there is no log, what came of the step as well."""
        told = super()._caption(frame)
        events = frame.steps[-1].events if frame.steps and not frame.taken_back else []
        if self.has_side or not events:
            return told
        return f"{told}. {' '.join(event.text for event in events[:TELLING])}"


class Course(Sequence[Frame]):
    """The moments of a table so far."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def __len__(self) -> int:
        return len(self._table.done) + 1

    def __getitem__(self, at: Any) -> Any:
        return Frame(self._table.state_after(at), tuple(self._table.done[max(at - STEPS_TOLD, 0) : at]))


class LookBack(FieldWatching):
    """What happened at one's table, with one's own eyes; it begins with the last turn of the other side."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,r", "dismiss(None)", priority=True)]

    def __init__(self, table: Table, game: Game, seat: int, at: int | None = None) -> None:
        """`at`: the step with which it begins instead."""
        super().__init__(game, Course(table))
        self.seat = seat
        self.at = start_of_their_turn(table.done, table.state_after, seat) if at is None else at

    def keys(self) -> list[Key]:
        shown = super().keys()
        back = Key("Esc", "back to the table", "screen.dismiss", 8)
        return [back if key.name == "q" else key for key in shown]

    def show_board(self, frame: Frame) -> None:
        self.board.show(drawn_for(frame.state, self.seat))

    def _asked(self, frame: Frame) -> str:
        return asked_of(frame.state, self.seat)
