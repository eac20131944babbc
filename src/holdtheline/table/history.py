"""The steps of a table: those played, those prepared but not yet recorded, and the states between them."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np

from ..core.declarations import DrawOffer
from ..core.events import Event, Move, Outcome
from ..core.game import Game, State
from ..core.game_record.lines import DeclarationLine, RecordLine


@dataclass(frozen=True)
class PlayedStep:
    """A step of a game: its number, the seat that took it (or CHANCE), its move and its events."""

    number: int
    seat: int
    move: Move
    events: list[Event] = field(default_factory=list)

    @property
    def play(self) -> str:
        return self.move.text

    @property
    def code(self) -> int:
        return self.move.code


@dataclass(frozen=True)
class PreparedSteps:
    """Steps that can be taken, or undone, with the lines that record them.

    An undo (`back_to`) repeats the steps that other seats took after the undone step. A declaration takes no step.
    """

    lines: tuple[RecordLine, ...]
    after: State
    steps: tuple[tuple[PlayedStep, State], ...] = ()
    back_to: int | None = None
    declared: DeclarationLine | None = None
    offer: DrawOffer | None = None  # the draw offer after a declaration


MAX_UNCOMPRESSED_WORDS = 512
"""A larger state is stored compressed, because most of it is zeros."""


@dataclass
class StateHistory:
    """The states of a game before each step."""

    game: Game
    states: list[tuple[bytes, int]] = field(default_factory=list)
    """The words, compressed if there are many, and the turn."""

    def __len__(self) -> int:
        return len(self.states)

    def add(self, state: State) -> None:
        data = state.words.tobytes()
        is_large = state.words.size > MAX_UNCOMPRESSED_WORDS
        self.states.append((zlib.compress(data, 1) if is_large else data, int(state.current_player)))

    def state(self, step: int) -> State:
        """Return a copy of the state after this many steps."""
        data, turn = self.states[step]
        state_bytes = self.game.definition.rules.state.dtype.itemsize
        words = data if len(data) == state_bytes else zlib.decompress(data)
        return State(self.game, np.frombuffer(bytearray(words), np.int64), turn)

    def truncate(self, step: int) -> None:
        del self.states[step:]


@dataclass(frozen=True)
class TableSnapshot:
    """What replaying a record computes, so that another process can do it."""

    steps: list[PlayedStep]
    states: list[tuple[bytes, int]]
    words: bytes
    turn: int
    undo_limit: int
    undo_barrier: str
    declared: DeclarationLine | None = None
    offer: DrawOffer | None = None
    agreed_outcome: Outcome | None = None  # of a game that a declaration ended
