"""Playing what is still to be played, and writing it down."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..playing import Job
from .pool import Pool, Unplayed
from .schedule import Pair
from .store import Names, Played, Store

Report = Callable[[int, int], None]
"""Is told how many games are done, and of how many."""


def play_all(
    pairs: Sequence[Pair], store: Store, pool: Pool, report: Report = lambda done, of: None
) -> tuple[Unplayed, ...]:
    """Play all games that have no result yet. Whatever stops this, what was played so far is kept."""
    names = names_by_key(pairs)
    done = len(names.keys() & store.results.keys())
    batches = to_play(pairs, set(store.results))
    unplayed: list[Unplayed] = []
    waiting: set[str] = set()
    report(done, len(names))
    while True:
        while len(waiting) < 2 * pool.room and (batch := next(batches, None)) is not None:
            pool.submit(batch)
            waiting.update(job.key for job in batch)
        if not waiting:
            return tuple(unplayed)
        answers = pool.answers()
        store.keep((one, names[one.result.key]) for one in answers if isinstance(one, Played))
        unplayed += [one for one in answers if isinstance(one, Unplayed)]
        waiting -= {one.result.key if isinstance(one, Played) else one.key for one in answers}
        done += sum(isinstance(one, Played) for one in answers)
        report(done, len(names))


def to_play(pairs: Sequence[Pair], done: set[str]) -> Iterator[list[Job]]:
    """The games without a result, pair by pair. Bots with the same files have the same games: once."""
    seen = set(done)
    for pair in pairs:
        batch = []
        for job in pair.jobs:
            if job.key not in seen:
                seen.add(job.key)
                batch.append(job)
        if batch:
            yield batch


def names_by_key(pairs: Sequence[Pair]) -> dict[str, Names]:
    """How the files of each game are called."""
    names: dict[str, Names] = {}
    for pair in pairs:
        seats = pair.first.name, pair.second.name
        names.setdefault(pair.jobs[0].key, Names(pair.name_of(0), seats))
        names.setdefault(pair.jobs[1].key, Names(pair.name_of(1), (seats[1], seats[0])))
    return names
