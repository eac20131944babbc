"""A tournament in a process of its own, to be killed: `python -m tests.arena.tournament.killed FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from holdtheline.arena.tournament.pool import LocalPool, free_cores
from holdtheline.arena.tournament.report import write_report
from holdtheline.arena.tournament.running import play_all
from holdtheline.arena.tournament.schedule import round_robin
from holdtheline.arena.tournament.standings import standings
from holdtheline.arena.tournament.store import Store

from .standin import SETTINGS, MadeUp, entries

BOTS = entries(6)
STRENGTH = {bot.id: 60.0 * number for number, bot in enumerate(BOTS)}
PAIRS = round_robin(BOTS, SETTINGS, 5)


def main(folder: Path, workers: int = 2, seconds: float = 0.005) -> None:
    with Store(folder) as store:
        store.settle(SETTINGS)
        cores = free_cores()
        pool = LocalPool(MadeUp(STRENGTH, seconds), [cores[one % len(cores)] for one in range(workers)])
        try:
            unplayed = play_all(PAIRS, store, pool)
        finally:
            pool.close()
        table = standings(PAIRS, store.results)
        assert table is not None
        write_report(store, table, SETTINGS, ["htl", "tournament"], unplayed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
