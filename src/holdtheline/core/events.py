"""Moves, events and outcomes as values, and the log to which kernels write events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .kernel.compiler import kernel
from .state_record import Words


class MoveSource(Protocol):
    """A position that can describe its moves."""

    def describe(self, code: int) -> tuple[str, str, str]:
        """Return the text, the clause and the label of a move."""


class Move:
    """A decision, or the face of a die. Players type its text; the rules take its code.

    A move knows only its code until the text, the clause or the label is read. They describe the move in the position
    in which it was listed, also after the state has changed.

        >>> import holdtheline as htl
        >>> move = htl.load("siege").start().legal_moves()[0]
        >>> move.text, move.clause
        ('reinforce 0 0 0', 'S2.2')
    """

    __slots__ = ("_described", "_source", "code")

    code: int

    def __init__(
        self, code: int, source: MoveSource | None = None, described: tuple[str, str, str] | None = None
    ) -> None:
        self.code = code
        self._source = source
        self._described = described

    def _describe(self) -> tuple[str, str, str]:
        if self._described is None:
            self._described = ("", "", "") if self._source is None else self._source.describe(self.code)
            self._source = None
        return self._described

    @property
    def text(self) -> str:
        """The move in the game's notation: what `play` takes and records keep."""
        return self._describe()[0]

    @property
    def clause(self) -> str:
        """The clause of the rulebook that allows it."""
        return self._describe()[1]

    @property
    def label(self) -> str:
        """What the move does, in a player's words."""
        return self._describe()[2]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.code}: {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.code == other.code and self._describe() == other._describe()

    def __hash__(self) -> int:
        return hash(self.code)

    def __reduce__(self) -> tuple[object, ...]:
        return (Move, (self.code, None, self._describe()))


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in the game, and the clause behind it."""

    clause: str
    kind: int
    numbers: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (a seat, or None), each seat's result (1, 0 or -1), the reason, and the clause that ended the game.

    >>> import holdtheline as htl
    >>> state = htl.load("siege").position("lanes 6 6 6, backline 6, waves 1, enemy 1 1 1")
    >>> state.play("arrange 6 6 6")
    >>> state.outcome.winner, state.outcome.scores, state.outcome.clause
    (0, (1,), 'S5.3')
    """

    winner: int | None
    scores: tuple[int, ...]
    reason: str
    clause: str


# The log is one row of words: its capacity in events, the number of events, and for each event its clause, its kind and
# four numbers. Beyond its capacity it only counts, so that a larger one can be allocated. Where events are not needed,
# the log is None and `log_event` compiles to nothing; for rules that compile slowly it has capacity 0 instead.
LOG_CAPACITY, LOG_COUNT, LOG_FIRST_EVENT = 0, 1, 2
EVENT_WORDS = 6


def empty_log(capacity: int) -> Words:
    log = np.zeros(LOG_FIRST_EVENT + capacity * EVENT_WORDS, np.int64)
    log[LOG_CAPACITY] = capacity
    return log


def logged_events(log: Words) -> list[list[int]]:
    """Return the events of a log, each as clause, kind and four numbers."""
    count = min(log[LOG_COUNT], log[LOG_CAPACITY])
    events: list[list[int]] = (
        log[LOG_FIRST_EVENT : LOG_FIRST_EVENT + count * EVENT_WORDS].reshape(-1, EVENT_WORDS).tolist()
    )
    return events


@kernel
def log_event(log: Words | None, clause: int, kind: int, numbers: tuple[int, int, int, int]) -> None:
    """Write an event to the log."""
    if log is None:
        return
    start = LOG_FIRST_EVENT + log[LOG_COUNT] * EVENT_WORDS
    log[LOG_COUNT] += 1
    if log[LOG_COUNT] <= log[LOG_CAPACITY]:
        log[start] = clause
        log[start + 1] = kind
        log[start + 2] = numbers[0]
        log[start + 3] = numbers[1]
        log[start + 4] = numbers[2]
        log[start + 5] = numbers[3]
