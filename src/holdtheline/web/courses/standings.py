"""The terms, entries, schedule, standings and report of a course, for the judge and for the pages."""

from __future__ import annotations

import functools
import hashlib
import json
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from ...arena.jail.limits import Limits
from ...arena.job import GameResult, Job
from ...arena.tournament import standings as tournament_standings
from ...arena.tournament.entries import BUILT_IN, Entry
from ...arena.tournament.report.exports import DATA_FILES, report_json
from ...arena.tournament.report.page import (
    ReportInfo,
    describe_conditions,
    describe_limits,
    describe_versions,
    render_page,
)
from ...arena.tournament.schedule import GamePair, TournamentSettings, round_robin
from ...arena.tournament.standings import PlayedGame, Standings
from ...core.catalog import definition_of
from ..db.course_store import CourseStore, is_in_time
from ..db.rows import CourseRow, HandinRow, MatchRow, MemberRow

CHECKED_STATES = ("good", "suspended", "out")
"""States of a bot that passed its check, whether it plays now or not."""
MIN_ENTRIES = 2
CACHE_FACTOR = 4.0
"""Standings that took a second to compute are cached for this many seconds."""


@dataclass(frozen=True)
class CourseTerms:
    """The settings shared by all matches of a course; stored as JSON."""

    options: Mapping[str, str | int] = field(default_factory=dict)
    pairs: int = 5
    limits: Limits = field(default_factory=Limits)
    players: tuple[str, ...] = ()
    """Built-in players that take part."""
    seed: int = 1
    """Kept secret: an author who knew it could prepare a bot for it."""
    join_number: int = 1
    """The number of the valid join link; databases call it `door`."""

    def format(self) -> str:
        fields = asdict(self)
        fields["door"] = fields.pop("join_number")
        return json.dumps(fields)

    @classmethod
    def parse(cls, settings: str) -> CourseTerms:
        fields: dict[str, Any] = json.loads(settings)
        fields["limits"] = Limits.from_json(fields["limits"])
        fields["players"] = tuple(fields["players"])
        fields["join_number"] = fields.pop("door", 1)
        return cls(**fields)

    def settings(self, game: str) -> TournamentSettings:
        """Return the settings of the matches. Each has a different seed, so that past games do not predict the next."""
        options = tuple(self.options.items())
        return TournamentSettings(game, options, self.seed, limits=self.limits, own_luck=True)


# Entries and schedule


def newest_checked(course: CourseRow, handins: Iterable[HandinRow]) -> dict[str, HandinRow]:
    """Return each student's last bot that was in time and passed its check, whatever its state is now."""
    found: dict[str, HandinRow] = {}
    for handin in handins:  # the newest first
        if handin.state in CHECKED_STATES and is_in_time(handin.made, course.deadline):
            found.setdefault(handin.member_id, handin)
    return found


def list_entries(course: CourseRow, students: Iterable[MemberRow], handins: Iterable[HandinRow]) -> tuple[Entry, ...]:
    """Return the bots that play, the built-in players last."""
    newest = newest_checked(course, handins)
    bots = [(student, newest[student.id]) for student in students if student.id in newest]
    entries = [Entry(student.name, bot.digest, student.id) for student, bot in bots if bot.state == "good"]
    return (*entries, *(Entry(name, name, BUILT_IN) for name in CourseTerms.parse(course.settings).players))


@functools.lru_cache(maxsize=64)
def list_pairs(game: str, settings: str, entries: tuple[Entry, ...]) -> tuple[GamePair, ...]:
    """Return the matches to play, without those between built-in players, which do not rate a bot."""
    if len(entries) < MIN_ENTRIES or all(entry.source == BUILT_IN for entry in entries):
        return ()
    terms = CourseTerms.parse(settings)
    pairs = round_robin(entries, terms.settings(game), terms.pairs)
    return tuple(pair for pair in pairs if {pair.first.source, pair.second.source} != {BUILT_IN})


def match_name(job: Job) -> str:
    """Return the name of a match in its course.

    Unlike the key of a job it stays the same when the server is upgraded, so that results are kept.
    """
    content = json.dumps(job.to_json(), sort_keys=True).encode()
    return hashlib.blake2b(content, digest_size=10).hexdigest()


# Standings


@dataclass(frozen=True)
class CourseStandings:
    """The standings of a course after the matches played so far."""

    version: int
    entries: tuple[Entry, ...]
    wanted: int
    """The number of scheduled matches."""
    ranking: Standings | None
    """None if nothing has been played."""
    matches: Mapping[str, MatchRow]
    """The matches by the keys of their jobs."""

    @property
    def games(self) -> Sequence[PlayedGame]:
        return self.ranking.games if self.ranking else ()


def compute_standings(
    course: CourseRow, students: Sequence[MemberRow], handins: Sequence[HandinRow], played: Sequence[MatchRow]
) -> CourseStandings:
    entries = list_entries(course, students, handins)
    pairs = list_pairs(course.game, course.settings, entries)
    by_name = {match.key: match for match in played}
    by_job = {job.key: by_name.get(match_name(job)) for pair in pairs for job in pair.jobs}
    matches = {key: match for key, match in by_job.items() if match is not None}
    results = {key: GameResult.from_json(json.loads(match.result)) for key, match in matches.items()}
    ranking = tournament_standings.compute_standings(pairs, results) if results else None
    return CourseStandings(course.version, entries, 2 * len(pairs), ranking, matches)


class StandingsCache:
    """Cache the standings of each course for a while, because the judge may save several matches a second."""

    def __init__(self, cache_factor: float = CACHE_FACTOR) -> None:
        self.cache_factor = cache_factor
        self._cache: dict[str, tuple[CourseStandings, float]] = {}
        self._course_locks: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, store: CourseStore, course: CourseRow) -> CourseStandings:
        """Return the standings, which may be a moment old."""
        with self._lock:
            lock = self._course_locks.setdefault(course.id, threading.Lock())
        with lock:
            standings, valid_until = self._cache.get(course.id, (None, 0.0))
            started = time.monotonic()
            if standings is None or (standings.version != course.version and started >= valid_until):
                students, handins = store.students(course.id), store.handins(course.id)
                standings = compute_standings(course, students, handins, store.matches(course.id))
                now = time.monotonic()
                self._cache[course.id] = standings, now + self.cache_factor * (now - started)
            return standings


ReportFormat = Literal["report.html", "standings.csv", "crosstable.csv", "games.csv", "report.json"]
REPORT_TYPES = {"html": "text/html; charset=utf-8", "csv": "text/csv; charset=utf-8", "json": "application/json"}


# The report


def format_report(course: CourseRow, ranking: Standings, name: ReportFormat) -> bytes:
    if name in DATA_FILES:
        return DATA_FILES[name](ranking)
    facts = report_facts(course)
    if name == "report.json":
        return report_json(ranking, dict(facts))
    return render_page(ranking, ReportInfo(course.title, "a course in the browser", facts))


def report_facts(course: CourseRow) -> tuple[tuple[str, str], ...]:
    terms = CourseTerms.parse(course.settings)
    settings = terms.settings(course.game)
    return (
        ("Game", f"{course.game}, rules version {definition_of(course.game).rules_version_for(terms.options)}"),
        ("Options", ", ".join(f"{name} {value}" for name, value in terms.options.items())),
        ("Pairs", f"{terms.pairs} for each pair of bots, from both seats"),
        ("Judged", describe_conditions(settings)),
        ("Limits", describe_limits(settings)),
        ("Programs", describe_versions()),
        ("Written", datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")),
    )
