"""Measure how many matches of towers per second are played, jailed and in one process.

Two bots in Python that command soldiers in every timestep of 50 turns, and two whose unit AIs are compiled. Time is
the processor time of the referee and both bots together: what one otherwise idle core does. --profile shows where the
referee's time goes.
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

from ...arena.jail.supervisor import Supervisor
from ...arena.jailed_bot import make_supervisor
from ...arena.job import GameResult, Job
from ...arena.referee import play_job
from ...arena.submission import Submission, store_submission
from ...core.catalog import load
from ...core.game import Game
from ..measure import benchmark_parser, measure_in_rounds
from .tutorial_bot import tutorial_bot

TURNS, QUICK_TURNS = 50, 3
QUESTIONS_PER_TURN = 2 * 101
"""Both bots plan, and have soldiers in every timestep."""
ROUNDS, COMPILED_GAMES = 5, 20
JAILED = "two bots in Python, jailed"

# Soldiers that walk back and forth in a lane without towers: they are asked in every timestep, and all survive.
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


class Series:
    """Matches of a bot against itself, with one seed after the other."""

    def __init__(self, game: Game, bot: Submission, supervisor: Supervisor | None) -> None:
        self.game = game
        self.bot = bot
        self.supervisor = supervisor
        self.seed = 0

    def play(self) -> GameResult:
        self.seed += 1
        options = tuple(self.game.options.items())
        digests = (self.bot.digest, self.bot.digest)
        job = Job("towers", digests, self.seed, options, trust=self.supervisor is None)
        result = play_job(job, {self.bot.digest: self.bot}, self.supervisor, game=self.game)
        assert not result.faults, result.faults
        return result

    def matches_per_second(self, games: int = 1) -> float:
        began = time.process_time()
        bot_seconds = sum(sum(self.play().cpu) for _ in range(games))
        return games / (time.process_time() - began + bot_seconds)


def report(figures: dict[str, list[float]], turns: int) -> None:
    print("Matches per second of processor time, median of the rounds")
    for name, measured in figures.items():
        low, high = min(measured), max(measured)
        print(f"  {name:34} {statistics.median(measured):8.2f} (rounds: {low:.2f} to {high:.2f})")
    questions = turns * QUESTIONS_PER_TURN
    microseconds = 1e6 / statistics.median(figures[JAILED]) / questions
    print(f"  {JAILED}: {questions:,} questions per match, {microseconds:.0f} µs each, all three processes together")


def main() -> int:
    parser = benchmark_parser("arena.match_speed", __doc__)
    parser.add_argument("--profile", action="store_true", help="print a profile of the referee")
    args = parser.parse_args()
    turns, rounds = (QUICK_TURNS, 1) if args.quick else (TURNS, ROUNDS)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    long_game, default_game = load("towers", turn_limit=turns), load("towers")
    with tempfile.TemporaryDirectory() as folder, make_supervisor("towers", [Path(folder)]) as supervisor:
        bots = {"stroller": STROLLER, "ada": tutorial_bot()}
        for name, source in bots.items():
            (Path(folder) / f"{name}.py").write_text(source, encoding="utf-8")
        stroller, ada = (store_submission(Path(folder) / f"{name}.py", Path(folder) / "bots") for name in bots)
        jailed = Series(long_game, stroller, supervisor)
        compiled = Series(default_game, ada, None)
        contestants: dict[str, Callable[[], float]] = {
            JAILED: jailed.matches_per_second,
            "the same in this process": Series(long_game, stroller, None).matches_per_second,
            "compiled unit AIs, in this process": lambda: compiled.matches_per_second(COMPILED_GAMES),
            "compiled unit AIs, jailed": Series(default_game, ada, supervisor).matches_per_second,
        }
        for series in (jailed, compiled):
            result = series.play()
            bot_seconds = " and ".join(f"{seconds:.3f}" for seconds in result.cpu)
            print(
                f"A match of {series.bot.name}: {result.turns} turns; the bots used {bot_seconds} s of processor time"
            )
            if args.profile:
                profile = cProfile.Profile(time.process_time)
                profile.runcall(series.play)
                pstats.Stats(profile).sort_stats("tottime").print_stats(18)
        report(measure_in_rounds(contestants, rounds), turns)
    return 0


if __name__ == "__main__":
    sys.exit(main())
