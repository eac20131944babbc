"""Who counts in a course, which games these play, and how it stands. The judge and the pages agree on it."""

from __future__ import annotations

import functools
import hashlib
import json
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from ..arena.jail.limits import Limits
from ..arena.playing import GameResult, Job
from ..arena.tournament.schedule import Entry, Pair, Settings, round_robin
from ..arena.tournament.standings import Standings, standings
from .register import Register, is_before
from .schema import BoutRow, CourseRow, HandinRow, MemberRow

BUILT_IN = "built in"
KNOWN = ("good", "suspended", "out")
"""States of a bot that was checked and plays, or would."""
FEWEST = 2
REST = 4.0
"""A table that took a second to work out is good for so many."""


@dataclass(frozen=True)
class Terms:
    """What all games of a course have in common."""

    options: Mapping[str, str | int] = field(default_factory=dict)
    pairs: int = 5
    limits: Limits = field(default_factory=Limits)
    players: tuple[str, ...] = ()
    """Players that are built in and play along."""
    seed: int = 1
    """Nobody is told: who knows it could play to it."""
    door: int = 1
    """Which of its links for joining is the right one."""

    def as_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, course: CourseRow) -> Terms:
        found: dict[str, Any] = json.loads(course.settings)
        limits = Limits(**found.pop("limits"))
        return cls(**found | {"limits": limits, "players": tuple(found["players"])})

    def settings(self, game: str) -> Settings:
        """Bots are handed in again after their authors have seen games: those tell nothing of the next."""
        options = tuple(self.options.items())
        return Settings(game, options, self.seed, limits=self.limits, own_luck=True)


# Who counts


def newest_known(course: CourseRow, handed_in: Iterable[HandinRow]) -> dict[str, HandinRow]:
    """Of each student the last bot that came in time and was found to play, whatever became of it since."""
    found: dict[str, HandinRow] = {}
    for one in handed_in:  # the newest first
        if one.state in KNOWN and is_before(one.made, course.deadline):
            found.setdefault(one.member_id, one)
    return found


def entries_of(
    course: CourseRow, students: Iterable[MemberRow], handed_in: Iterable[HandinRow]
) -> tuple[Entry, ...]:
    """Those who play, the built-in players last."""
    known = newest_known(course, handed_in)
    bots = [(one, known[one.id]) for one in students if one.id in known]
    mine = [Entry(one.name, bot.digest, one.id) for one, bot in bots if bot.state == "good"]
    return (*mine, *(Entry(name, name, BUILT_IN) for name in Terms.of(course).players))


@functools.lru_cache(maxsize=64)
def pairs_of(game: str, settings: str, entries: tuple[Entry, ...]) -> tuple[Pair, ...]:
    """The games that are to be played; none with built-in players alone."""
    if len(entries) < FEWEST or all(one.source == BUILT_IN for one in entries):
        return ()
    found = json.loads(settings)
    terms = Terms(**found | {"limits": Limits(**found["limits"]), "players": tuple(found["players"])})
    pairs = round_robin(entries, terms.settings(game), terms.pairs)
    # Built-in players against each other tell nobody anything about a bot.
    return tuple(pair for pair in pairs if {pair.first.source, pair.second.source} != {BUILT_IN})


def name_of(job: Job) -> str:
    """The name of a game in its course. Unlike the key of a job it stays when a server gets a newer version:
    marks that were given are kept."""
    told = json.dumps(job.to_json(), sort_keys=True).encode()
    return hashlib.blake2b(told, digest_size=10).hexdigest()


# How it stands


@dataclass(frozen=True)
class Board:
    """A course as far as it was played."""

    version: int
    entries: tuple[Entry, ...]
    wanted: int
    standings: Standings | None
    bouts: Mapping[str, BoutRow]
    """By the keys of their jobs."""

    @property
    def played(self) -> int:
        return len(self.standings.games) if self.standings else 0


def board_of(
    course: CourseRow,
    students: Sequence[MemberRow],
    handed_in: Sequence[HandinRow],
    played: Sequence[BoutRow],
) -> Board:
    entries = entries_of(course, students, handed_in)
    pairs = pairs_of(course.game, course.settings, entries)
    by_name = {one.key: one for one in played}
    named = {job.key: by_name.get(name_of(job)) for pair in pairs for job in pair.jobs}
    found = {key: one for key, one in named.items() if one is not None}
    results = {key: GameResult.from_json(json.loads(one.result)) for key, one in found.items()}
    table = standings(pairs, results) if results else None
    return Board(course.version, entries, 2 * len(pairs), table, found)


class Boards:
    """The boards that were asked for, kept for a while: the judge may write several games a second."""

    def __init__(self, rest: float = REST) -> None:
        self.rest = rest
        self._kept: dict[str, tuple[Board, float]] = {}
        self._locks: dict[str, threading.Lock] = {}
        self._door = threading.Lock()

    def board(self, register: Register, course: CourseRow) -> Board:
        """As it stands, or as it stood a moment ago."""
        with self._door:
            lock = self._locks.setdefault(course.id, threading.Lock())
        with lock:
            board, good_until = self._kept.get(course.id, (None, 0.0))
            began = time.monotonic()
            if board is None or (board.version != course.version and began >= good_until):
                students, handed_in = register.students(course.id), register.handins(course.id)
                board = board_of(course, students, handed_in, register.bouts(course.id))
                now = time.monotonic()
                self._kept[course.id] = board, now + self.rest * (now - began)
            return board
