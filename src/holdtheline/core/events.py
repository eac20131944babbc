"""Moves, events and outcomes as values, and the log to which kernels write events."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .kernel.compiler import kernel
from .state_record import Words


@dataclass(frozen=True, slots=True)
class Move:
    """A decision, or the face of a die. Players type its text; the rules take its code."""

    text: str
    code: int
    clause: str
    label: str

    def __str__(self) -> str:
        return self.text


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
    """The winner (a seat, or None), each seat's result (1, 0 or -1), and the reason."""

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
