"""Job runners, which play the games inside a worker: one supervisor for all games, and a record of each game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Protocol

from ...core.catalog import definition_of
from ...core.game import Game
from ..job import Job
from ..referee import play_job
from ..submission import Submission, SubmittedFile, read_files, write_files
from .result_store import PlayedJob

if TYPE_CHECKING:
    from ..jail.supervisor import Supervisor


class JobRunner(Protocol):
    """Plays jobs in a worker: it is pickled, sent to the worker, and opened there once.

    `open` gives a function from what the worker receives (here a `Job`) to what it answers (here a `PlayedJob`).
    """

    def open(self) -> AbstractContextManager[Callable[[Any], Any]]: ...


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
            supervisor = None if self.trust else stack.enter_context(self.make_supervisor())
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="htl-")))
            game = Game(definition_of(self.game), dict(self.options))
            yield lambda job: self.play(job, game, supervisor, folder)

    def make_supervisor(self) -> Supervisor:
        from ..jailed_bot import make_supervisor  # needs Linux

        return make_supervisor(self.game, [self.bots])

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
        if not self.runner.trust:
            require_walls_of_cluster()
        with TemporaryDirectory(prefix="htl-bots-") as folder:
            bots = Path(folder)
            bots.chmod(0o755)  # bots run as other users and read their own files
            submissions = {
                digest: replace(submission, folder=write_files(list(self.files[digest]), bots / submission.folder.name))
                for digest, submission in self.runner.submissions.items()
            }
            with replace(self.runner, submissions=submissions, bots=bots).open() as play:
                yield play


def require_walls_of_cluster() -> None:
    from ..jail.self_test import find_missing_walls
    from ..jail.supervisor import JailFailed

    for wall in find_missing_walls():
        raise JailFailed(f"a machine of the cluster cannot jail bots ({wall.purpose}): {wall.why_missing}")
