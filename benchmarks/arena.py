"""How many matches of towers a second are played, and what the jail costs.

`python -m benchmarks.arena`: two bots in Python that command soldiers in every timestep of 50 turns, jailed
and without walls; the same two in this process; and commanders whose unit AIs are compiled, in this process.
Seconds are those of the processor, of the referee and of both bots together: what one core does if nobody
else wants it. `--profile` shows where the referee's time goes.
"""

from __future__ import annotations

import cProfile
import os
import pstats
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measure import in_turns
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.jailed_bot import make_supervisor
from holdtheline.arena.job import GameResult, Job
from holdtheline.arena.referee import play_job
from holdtheline.arena.submission import Submission, store_submission
from holdtheline.core.catalog import load
from holdtheline.core.game import Game

TURNS = 50
ASKS = TURNS * 2 * 101
"""Both plan, and have soldiers in every timestep."""
ROUNDS = 5
JAILED = "two bots in Python, jailed"
ADA = Path(__file__).parents[1] / "docs" / "bots" / "ada.py"

# Soldiers that go to and fro in front of no towers: they are asked in every timestep, and nobody is hurt.
STROLLER = """
from holdtheline.games.towers.bot import Commander, Orders


def stroll(unit, view):
    return unit.go(unit.row + 1 if view.step % 2 else unit.row - 1, unit.column)


class CommanderStroller(Commander):
    unit_ais = {"rifle": stroll}

    def plan(self, view):
        orders = Orders(view)
        if view.turn == 1:
            orders.hire("rifle")
            orders.send_all(column=3)
        return orders
"""


class Course:
    """Games of the same two bots."""

    def __init__(self, game: Game, bots: tuple[Submission, Submission], supervisor: Supervisor | None) -> None:
        self.game = game
        self.bots = bots
        self.supervisor = supervisor
        self.seed = 0

    def play(self) -> GameResult:
        self.seed += 1
        job = Job(
            "towers",
            (self.bots[0].digest, self.bots[1].digest),
            self.seed,
            tuple(self.game.options.items()),
            trust=self.supervisor is None,
        )
        result = play_job(job, {one.digest: one for one in self.bots}, self.supervisor, game=self.game)
        assert not result.faults, result.faults
        return result

    def matches_a_second(self, games: int = 1) -> float:
        began = time.process_time()
        of_bots = sum(sum(self.play().cpu) for _ in range(games))
        return games / (time.process_time() - began + of_bots)


def report(figures: dict[str, list[float]]) -> None:
    for name, found in figures.items():
        low, high = min(found), max(found)
        print(f"  {name:34} {statistics.median(found):8.2f} matches/s (rounds: {low:.2f} to {high:.2f})")
    ask = 1e6 / statistics.median(figures[JAILED]) / ASKS
    print(f"  {JAILED}: {ASKS:,} questions a match, {ask:.0f} µs each, of all three processes")


def main() -> None:
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[0]})
    game, quick = load("towers", turn_limit=TURNS), load("towers")
    with tempfile.TemporaryDirectory() as folder, make_supervisor("towers", [Path(folder)]) as supervisor:
        stroller = Path(folder) / "stroller.py"
        stroller.write_text(STROLLER)
        walker, ada = (store_submission(path, Path(folder) / "bots") for path in (stroller, ADA))
        jailed = Course(game, (walker, walker), supervisor)
        compiled = Course(quick, (ada, ada), None)
        contestants: dict[str, Callable[[], float]] = {
            JAILED: jailed.matches_a_second,
            "the same in this process": Course(game, (walker, walker), None).matches_a_second,
            "compiled unit AIs, in this process": lambda: compiled.matches_a_second(20),
            "compiled unit AIs, jailed": Course(quick, (ada, ada), supervisor).matches_a_second,
        }
        for course in (jailed, compiled):
            result = course.play()
            print(f"{result.turns} turns; of the processor the bots used {result.cpu} s")
            if "--profile" in sys.argv:
                profile = cProfile.Profile(time.process_time)
                profile.runcall(course.play)
                pstats.Stats(profile).sort_stats("tottime").print_stats(18)
        report(in_turns(contestants, ROUNDS))


if __name__ == "__main__":
    main()
