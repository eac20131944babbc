"""The study that runs on a server, and the last few that ended: start, look, stop."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from ..http.errors import ApiError
from ..workers.pool import Job, WorkerPool, WorkersBusy
from .models import NewStudy, StudyProgress
from .play import Figures, play_study

MAX_SECONDS = 300
"""A study that takes longer is ended."""
ABANDON_SECONDS = 15.0
"""A study that nobody asks about for this long is ended."""
MAX_KEPT = 8
ONE_AT_A_TIME = "Another study is running on this server; stop it, or wait until it ends"
NOT_STARTED = "No game has been played yet."
STOPPED = "You stopped it."
ABANDONED = "It ended because nobody looked at it."
NO_STUDY = "This server no longer has that study; start it again."


@dataclass(eq=False)
class RunningStudy:
    """A study, its figures so far, and the job that plays it."""

    id: str
    order: NewStudy
    title: str
    variants: list[str]
    started: float
    last_asked: float
    job: Job | None = None
    """None: it has ended."""
    figures: Figures | None = None
    ending: str | None = None

    @property
    def games(self) -> int:
        return self.figures.games if self.figures else 0

    def progress(self) -> StudyProgress:
        known = self.figures
        return StudyProgress(
            id=self.id,
            title=self.title,
            state="running" if self.job else "ended",
            variants=self.variants,
            games=self.games,
            of=self.order.games,
            sentence=known.sentence if known else NOT_STARTED,
            ending=self.ending,
            plots=(known.moving_plots if self.job else known.plots) if known else [],
            rows=known.rows if known else [],
            different=known.different if known else [],
        )


class StudyDesk:
    """All studies of a server. The event loop owns it."""

    def __init__(
        self, workers: WorkerPool, max_seconds: float = MAX_SECONDS, abandon_seconds: float = ABANDON_SECONDS
    ) -> None:
        self._workers = workers
        self._max_seconds, self._abandon_seconds = max_seconds, abandon_seconds
        self._studies: OrderedDict[str, RunningStudy] = OrderedDict()

    def begin(self, order: NewStudy, title: str, variants: list[str]) -> RunningStudy:
        """Start a study; refuse it while another one runs."""
        if any(study.job for study in self._studies.values()):
            raise WorkersBusy(ONE_AT_A_TIME)
        now = time.monotonic()
        study = RunningStudy(secrets.token_urlsafe(9), order, title, variants, now, now)
        study.job = job = self._workers.start("", play_study, order)
        self._studies[study.id] = study
        if len(self._studies) > MAX_KEPT:
            self._studies.popitem(last=False)

        def note(figures: Figures | None) -> None:
            study.figures = figures or study.figures
            if time.monotonic() - study.last_asked > self._abandon_seconds:
                self.stop(study, ABANDONED)
            elif time.monotonic() - study.started > self._max_seconds:
                self.stop(study, f"It ended after {self._max_seconds:.0f} seconds, the most that this server allows.")

        def end(result: asyncio.Future[Figures]) -> None:
            study.job = None
            if result.cancelled():
                return
            error = result.exception()
            if error is None:
                study.figures, study.ending = result.result(), "All games were played."
            else:
                study.ending = error.sentence if isinstance(error, ApiError) else "It could not be played."

        job.on_value = note
        job.result.add_done_callback(end)
        return study

    def find(self, study_id: str) -> RunningStudy:
        """Return a study, and note that its page asked about it."""
        study = self._studies.get(study_id)
        if study is None:
            raise ApiError("unknown", NO_STUDY)
        study.last_asked = time.monotonic()
        return study

    def stop(self, study: RunningStudy, ending: str = STOPPED) -> None:
        """End a study; what was played counts."""
        job, study.job = study.job, None
        if job is not None:
            study.ending = ending
            self._workers.cancel(job)
