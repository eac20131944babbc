"""What a key may see: the seats it looks from, and the steps and events it may know about."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.definition import CHANCE, EVERYONE, GameDefinition
from ...core.events import Event
from ...core.game import State
from ...table.history import PlayedStep
from ..db.keys import KeyRow
from .live_table import LiveTable


@dataclass(frozen=True)
class Viewpoint:
    """The seats that a viewer looks from (no seats: a spectator)."""

    seats: tuple[int, ...]
    sees_all: bool = False
    """Whether nothing is hidden: the game is over, or the record was uploaded."""

    @classmethod
    def of(cls, live: LiveTable, key: KeyRow) -> Viewpoint:
        """Return the viewpoint of a key. With several seats, it is the one that decides or rolls now."""
        viewpoint = cls(key.seats, live.is_open)
        if len(key.seats) < 2:
            return viewpoint
        turn = live.table.turn
        if turn == CHANCE:
            turn = live.game.definition.rules.die_owner(live.table.state.record)
        return cls((viewpoint.viewer(turn),), live.is_open)

    def sees_step(self, live: LiveTable, step: PlayedStep) -> bool:
        """Return whether the viewer may know that this step was taken."""
        if self.sees_all or live.game.definition.simultaneous is None or step.seat in self.seats:
            return True
        before = live.table.state_after(step.number - 1)
        return len(live.seats_that_see(before, step.seat, step.code)) > 1

    def viewer(self, turn: int) -> int:
        """Return the seat whose view is shown: the one whose turn it is, if it is among the viewer's."""
        return turn if turn in self.seats else self.seats[0] if self.seats else 0

    def reader(self, turn: int) -> int:
        """Return the seat that texts and pictures address, or EVERYONE."""
        return self.viewer(turn) if self.seats else EVERYONE

    def visible_state(self, state: State) -> State:
        """Return a copy of the state without what the viewer may not know."""
        if self.sees_all:
            return state.copy()
        return state.seen_by(self.viewer(state.current_player)) if self.seats else state.seen_by_all()

    def may_know(self, definition: GameDefinition, step: PlayedStep, before: State) -> bool:
        """Return whether the viewer may know which move this step was."""
        if self.sees_all or step.seat == CHANCE or step.seat in self.seats:
            return True
        return not definition.is_secret_move(before.record, step.code)

    def may_read(self, definition: GameDefinition, event: Event) -> bool:
        return self.sees_all or definition.event_audience(event.kind, event.numbers) in (EVERYONE, *self.seats)
