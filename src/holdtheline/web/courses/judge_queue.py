"""The order in which the judge works: fair between courses, and within a course between bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...arena.job import Job
from ..db.rows import HandinRow

SPARE_WORKERS = 5
"""Workers for courses that have nothing in progress while every core is taken: a bot that sleeps needs no core."""
SLOW_SECONDS = 20.0
"""A bot that never finished a game faster than this plays after the others of its course."""
TaskKind = Literal["check", "match"]


@dataclass
class Task:
    """A check or a match in progress."""

    course_id: str
    kind: TaskKind
    name: int | str
    """The number of the bot, or the name of the match."""
    student: str = ""
    """The author of the bot in a check."""
    charged_until: float = field(default_factory=time.monotonic)


@dataclass(frozen=True)
class Capacity:
    """How many tasks may be in progress at once."""

    cores: int = 1

    @property
    def workers(self) -> int:
        return self.cores + SPARE_WORKERS

    def allows(self, running: Collection[Task], course_id: str, kind: TaskKind) -> bool:
        """Return whether a course may begin another task of this kind.

        A core that is free is for every course. Where none is, a course may still have one check and one match in
        progress, so that no course waits for the bots of another; the kernel divides the cores between them.
        """
        if len(running) < self.cores:
            return True
        is_first = all((task.course_id, task.kind) != (course_id, kind) for task in running)
        return is_first and len(running) < self.workers


class CourseShares:
    """The time that each course has had; the course with the least is next (fair queueing by time, not by number)."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    def order(self, courses: Iterable[str]) -> list[str]:
        """Return these courses, the one with the least time first; a new one begins level with it."""
        known = {course: self._seconds[course] for course in courses if course in self._seconds}
        least = min(known.values(), default=0.0)
        self._seconds = {course: known.get(course, least) for course in courses}
        return sorted(self._seconds, key=self._seconds.__getitem__)

    def charge(self, task: Task, now: float) -> None:
        """Charge a course for a task, from the last charge until now."""
        if task.course_id in self._seconds:
            self._seconds[task.course_id] += now - task.charged_until
        task.charged_until = now


def slow_bots_last(jobs: Iterable[Job], quickest: Mapping[str, float]) -> Iterator[Job]:
    """Yield the jobs in order, but those with a slow bot after all others; `quickest` is each bot's shortest game."""
    late: list[Job] = []
    for job in jobs:
        if any(quickest.get(bot, 0.0) > SLOW_SECONDS for bot in job.bots):
            late.append(job)
        else:
            yield job
    yield from late


# What students are told


@dataclass(frozen=True)
class CheckProgress:
    """What the judge tells the server about checks: the bots being checked, and how long a check takes by course."""

    running: tuple[int, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)


ReportChecks = Callable[[CheckProgress], None]


@dataclass(frozen=True)
class QueuePlace:
    """Where in the queue of its course a bot is, and in how many seconds its check may be over."""

    place: int
    """0: it is being checked."""
    seconds: float | None


def queue_places(
    handins: Sequence[HandinRow], progress: CheckProgress, check_seconds: float | None
) -> dict[int, QueuePlace]:
    """Return the places of the bots of a course that wait for their check.

    The first to come is the first to be checked. A student has only one bot in the queue, and a newer one goes to its
    end, so students take turns. `check_seconds` is an estimate for a course that the judge has not checked bots of.
    """
    waiting = sorted(handin.number for handin in handins if handin.state == "checking")
    running = [number for number in waiting if number in progress.running]
    queued = [number for number in waiting if number not in progress.running]
    seconds = progress.seconds.get(handins[0].course_id, check_seconds) if handins else None
    places = {number: QueuePlace(0, seconds) for number in running}
    for place, number in enumerate(queued, 1):
        checks = place + bool(running)
        places[number] = QueuePlace(place, None if seconds is None else checks * seconds)
    return places
