"""Run a tournament in a process that a test kills: `python -m tests.arena.tournament.killable_run FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from holdtheline.arena.tournament.pool import LocalPool, find_free_cores
from holdtheline.arena.tournament.report.page import write_report
from holdtheline.arena.tournament.result_store import ResultStore
from holdtheline.arena.tournament.run import play_missing_games
from holdtheline.arena.tournament.schedule import round_robin
from holdtheline.arena.tournament.standings import compute_standings

from .fake_job_runner import SETTINGS, MadeUp, entries

BOTS = entries(6)
STRENGTH = {bot.id: 60.0 * number for number, bot in enumerate(BOTS)}
PAIRS = round_robin(BOTS, SETTINGS, 5)


def main(folder: Path, workers: int = 2, seconds: float = 0.005) -> None:
    with ResultStore(folder) as store:
        store.check_settings(SETTINGS)
        cores = find_free_cores()
        pool = LocalPool(MadeUp(STRENGTH, seconds), [cores[one % len(cores)] for one in range(workers)])
        try:
            unplayed = play_missing_games(PAIRS, store, pool)
        finally:
            pool.close()
        table = compute_standings(PAIRS, store.results)
        assert table is not None
        write_report(store, table, SETTINGS, ["htl", "tournament"], unplayed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
