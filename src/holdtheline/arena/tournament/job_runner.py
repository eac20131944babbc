"""Job runners, which play the games inside a worker: one supervisor for all games, and a record of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from ...core.catalog import definition_of
from ...core.game import Game
from ..jail.self_test import find_missing_walls
from ..jail.supervisor import JailFailed, Supervisor
from ..jailed_bot import make_supervisor
from ..job import Job
from ..referee import play_job
from ..submission import Submission, SubmittedFile, read_files, write_files
from .result_store import PlayedJob


class JobRunner(Protocol):
    """Plays jobs in a worker: it is pickled, sent to the worker, and opened there once."""

    def open(self) -> AbstractContextManager[Callable[[Job], PlayedJob]]: ...


@dataclass(frozen=True)
class ArenaJobRunner:
    """Plays games with the bots in a folder on this machine."""

    game: str
    options: tuple[tuple[str, str | int], ...]
    submissions: Mapping[str, Submission]
    """Bots by digest."""
    bots: Path
    """The folder of all bots."""
    trust: bool = False

    @contextmanager
    def open(self) -> Iterator[Callable[[Job], PlayedJob]]:
        with ExitStack() as stack:
            supervisor = None if self.trust else stack.enter_context(make_supervisor(self.game, [self.bots]))
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="htl-")))
            game = Game(definition_of(self.game), dict(self.options))
            yield lambda job: self.play(job, game, supervisor, folder)

    def play(self, job: Job, game: Game, supervisor: Supervisor | None, folder: Path) -> PlayedJob:
        record = folder / "game.htl"
        record.unlink(missing_ok=True)
        result = play_job(job, self.submissions, supervisor, record=record, game=game)
        return PlayedJob(result, record.read_bytes())


@dataclass(frozen=True)
class PortableJobRunner:
    """Plays games on another machine: it carries the bots' files with it."""

    runner: ArenaJobRunner
    files: Mapping[str, tuple[SubmittedFile, ...]]

    @classmethod
    def pack(cls, runner: ArenaJobRunner) -> PortableJobRunner:
        return cls(
            runner, {digest: tuple(read_files(submission.folder)) for digest, submission in runner.submissions.items()}
        )

    @contextmanager
    def open(self) -> Iterator[Callable[[Job], PlayedJob]]:
        for wall in () if self.runner.trust else find_missing_walls():
            raise JailFailed(f"a machine in the cluster cannot jail bots ({wall.purpose}): {wall.why_missing}")
        with TemporaryDirectory(prefix="htl-bots-") as folder:
            bots = Path(folder)
            bots.chmod(0o755)  # bots run as other users and read their own files
            submissions = {
                digest: replace(submission, folder=write_files(list(self.files[digest]), bots / submission.folder.name))
                for digest, submission in self.runner.submissions.items()
            }
            with replace(self.runner, submissions=submissions, bots=bots).open() as play:
                yield play
