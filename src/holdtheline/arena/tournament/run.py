"""Run a tournament: play every scheduled game that has no result yet, so an interrupted one resumes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..job import Job
from .pool import Pool, UnplayedJob
from .result_store import GameFileNames, PlayedJob, ResultStore
from .schedule import GamePair

ProgressCallback = Callable[[int, int], None]
"""Called with the number of finished games and the total number."""


def play_missing_games(
    pairs: Sequence[GamePair], store: ResultStore, pool: Pool, report: ProgressCallback = lambda done, total: None
) -> tuple[UnplayedJob, ...]:
    """Play all games without a result; finished games are saved at once, so it can be interrupted."""
    names = file_names_by_key(pairs)
    done = len(names.keys() & store.results.keys())
    batches = find_missing_batches(pairs, store.results)
    unplayed: list[UnplayedJob] = []
    waiting: set[str] = set()
    report(done, len(names))
    while True:
        while len(waiting) < 2 * pool.capacity and (batch := next(batches, None)) is not None:
            pool.submit(batch)
            waiting.update(job.key for job in batch)
        if not waiting:
            return tuple(unplayed)
        answers = pool.collect()
        store.save((answer, names[answer.result.key]) for answer in answers if isinstance(answer, PlayedJob))
        unplayed += [answer for answer in answers if isinstance(answer, UnplayedJob)]
        waiting -= {answer.result.key if isinstance(answer, PlayedJob) else answer.key for answer in answers}
        done += sum(isinstance(answer, PlayedJob) for answer in answers)
        report(done, len(names))


def find_missing_batches(
    pairs: Sequence[GamePair], done: Iterable[object], name: Callable[[Job], str] = lambda job: job.key
) -> Iterator[list[Job]]:
    """Yield the games without a result, pair by pair; equal games (of identical bots) only once."""
    seen = set(done)
    for pair in pairs:
        batch = {name(job): job for job in pair.jobs if name(job) not in seen}
        seen.update(batch)
        if batch:
            yield list(batch.values())


def file_names_by_key(pairs: Sequence[GamePair]) -> dict[str, GameFileNames]:
    """Return the file names of each game by job key."""
    names: dict[str, GameFileNames] = {}
    for pair in pairs:
        for game, job in enumerate(pair.jobs):
            first, second = (entry.name for entry in pair.seats(game))
            name = f"{first}-{second}-{pair.number:04}-{job.key[:8]}"
            names.setdefault(job.key, GameFileNames(name, (first, second)))
    return names
