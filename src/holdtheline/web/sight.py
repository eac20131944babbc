"""What a key may know: whose eyes it has, and which lines of the log it may read."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.contract import CHANCE, EVERYBODY, Contract
from ..core.game import Event, State
from ..table.session import Done
from .live import LiveTable
from .storage import KeyRow


@dataclass(frozen=True)
class Sight:
    """The seats that somebody looks from. None of them: what all seats know. `all`: there are no secrets."""

    seats: tuple[int, ...]
    all: bool = False

    @classmethod
    def of(cls, live: LiveTable, key: KeyRow) -> Sight:
        """Whoever holds several seats looks with the eyes of one at a time, the one to decide or to roll."""
        sight = cls(key.seats, live.is_open)
        if len(key.seats) < 2:
            return sight
        turn = live.table.turn
        if turn == CHANCE:
            turn = live.game.contract.rolls(live.table.state.record)
        return cls((sight.viewer(turn),), live.is_open)

    def notices(self, live: LiveTable, done: Done) -> bool:
        """Whether it may be known that there was this step."""
        if self.all or live.game.contract.together is None or done.seat in self.seats:
            return True
        before = live.table.state_after(done.number - 1)
        return len(live.noticed_by(before, done.seat, done.play)) > 1

    def viewer(self, turn: int) -> int:
        """The seat whose view is shown: the one to decide, if it is among them."""
        return turn if turn in self.seats else self.seats[0] if self.seats else 0

    def reader(self, turn: int) -> int:
        """To whom words and pictures speak: the seat whose view is shown, or everybody."""
        return self.viewer(turn) if self.seats else EVERYBODY

    def seen(self, state: State) -> State:
        """A copy of the state without anything that may not be known."""
        if self.all:
            return state.copy()
        return state.seen_by(self.viewer(state.turn)) if self.seats else state.seen_by_all()

    def may_know(self, contract: Contract, done: Done, before: State) -> bool:
        """Whether it may be known which step this was."""
        if self.all or done.seat == CHANCE or done.seat in self.seats:
            return True
        return not contract.sealed(before.record, before.code(done.play, done.seat))

    def may_read(self, contract: Contract, event: Event) -> bool:
        return self.all or contract.audience(event.kind, event.numbers) in (EVERYBODY, *self.seats)
