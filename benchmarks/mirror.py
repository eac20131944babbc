"""A bot against itself: whether the seats, the order of asking or a busy machine favour anybody.

`python -m benchmarks.mirror`: 1,000 games of towers, jailed, of a bot that takes its chances and thinks 20 ms
about each plan, of 200 ms that it has; then the same games again with a busy process on every core, and two
more.
Half the points of each must lie in the 95 % interval, nobody may run out of time, and the second thousand
must be the first, game by game.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.jailed_bot import make_supervisor
from holdtheline.arena.match import JailSettings, MatchResult, match
from holdtheline.arena.submission import store_submission
from holdtheline.core.catalog import load
from holdtheline.core.confidence_interval import wilson_interval

MAY_THINK, THINKS = 0.2, 0.02
"""Seconds of the processor."""
MORE = 2
BOT = f"""
import random
import time

from holdtheline.games.towers.bot import Commander, Orders


class CommanderMirror(Commander):
    def plan(self, view):
        until = time.process_time() + {THINKS}
        orders = Orders(view)
        if view.turn == 1:
            orders.mind("rifle", "hunter")
        for _ in range(random.randrange(4)):
            orders.build("missile", random.randrange(6, 14), random.randrange(7))
        while orders.hire("rifle") is None:
            pass
        orders.send_all(column=random.randrange(7))
        while time.process_time() < until:
            pass
        return orders
"""


def spin() -> None:
    while True:
        pass


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Somebody else wants every core."""
    others = [multiprocessing.Process(target=spin, daemon=True) for _ in range(processes)]
    for one in others:
        one.start()
    try:
        yield
    finally:
        for one in others:
            one.kill()
            one.join()


def played(path: Path, folder: Path, supervisor: Supervisor, games: int) -> MatchResult:
    bot = store_submission(path, folder / "bots")
    jail = JailSettings(supervisor, Limits(think_seconds=MAY_THINK))
    return match(load("towers", turn_limit=20), bot, bot, games, seed=1, jail=jail)


def told(name: str, result: MatchResult, seconds: float) -> None:
    wins, draws, losses = result.tally()
    points = wins + draws / 2
    low, high = wilson_interval(round(points), result.games)
    print(f"{name}: left won {wins}, drew {draws}, lost {losses}: {points / result.games:.1%} of the points")
    print(
        f"  interval {low:.1%} to {high:.1%}, {result.distinct:,} differ, {len(result.faults)} faults, "
        f"{result.games / seconds:.1f} games/s"
    )
    for one in result.faults:
        print(f"  game {one.number}: {one.reason}")
    if not low <= 0.5 <= high or result.faults:
        print("  FAULT")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=1000)
    games = reader.parse_args().games
    results = []
    with tempfile.TemporaryDirectory() as place, make_supervisor("towers", [Path(place)]) as supervisor:
        folder = Path(place)
        folder.chmod(0o755)
        path = folder / "mirror.py"
        path.write_text(BOT)
        for name, others in (("quiet", 0), ("busy", len(os.sched_getaffinity(0)) + MORE)):
            with busy(others):
                began = time.monotonic()
                results.append(played(path, folder, supervisor, games))
                told(name, results[-1], time.monotonic() - began)
    courses = [[one.digest for one in result.played] for result in results]
    print("the same games" if courses[0] == courses[1] else "FAULT: other games on a busy machine")


if __name__ == "__main__":
    main()
