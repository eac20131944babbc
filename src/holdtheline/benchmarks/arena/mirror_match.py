"""Let a bot play itself: whether a seat, the order of questions or a busy machine favours a side.

1,000 jailed games of towers of a bot that plays at random and thinks 20 ms about each plan (it may think 200 ms); then
the same games with more busy processes than cores. Half of the points must lie in the 95% interval, no bot may run out
of time, and the second run must be the same as the first, game by game.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...arena.jail.limits import Limits
from ...arena.jail.supervisor import Supervisor
from ...arena.jailed_bot import make_supervisor
from ...arena.match import JailSettings, MatchResult, match
from ...arena.submission import store_submission
from ...core.catalog import load
from ...players.confidence_interval import wilson_interval
from ..measure import benchmark_parser, say_progress

GAMES, QUICK_GAMES = 1000, 4
TURN_LIMIT = 20
THINK_LIMIT, THINK_SECONDS = 0.2, 0.02
"""Processor time per plan: allowed, and used."""
EXTRA_PROCESSES = 2
"""Busy processes beyond one per core."""
BOT = f"""
import random
import time

from holdtheline.games.towers.bot import Commander, Orders


class CommanderMirror(Commander):
    def plan(self, view):
        until = time.process_time() + {THINK_SECONDS}
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
def busy_machine(processes: int) -> Iterator[None]:
    """Run this many processes that never wait."""
    spinning = [multiprocessing.Process(target=spin, daemon=True) for _ in range(processes)]
    for process in spinning:
        process.start()
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.join()


def play_mirror(path: Path, folder: Path, supervisor: Supervisor, games: int) -> MatchResult:
    bot = store_submission(path, folder / "bots")
    jail = JailSettings(supervisor, Limits(think_seconds=THINK_LIMIT))
    return match(load("towers", turn_limit=TURN_LIMIT), bot, bot, games, seed=1, jail=jail)


def report(name: str, result: MatchResult, seconds: float, judges_points: bool) -> bool:
    """Print a result; return whether it is without faults and, if judged, fair."""
    wins, draws, losses = result.tally()
    points = wins + draws / 2
    low, high = wilson_interval(round(points), result.games)
    print(f"{name}: the left seat won {wins}, drew {draws}, lost {losses}: {points / result.games:.1%} of the points")
    print(
        f"  95% interval {low:.1%} to {high:.1%}, {result.distinct:,} different games, {len(result.faults)} faults, "
        f"{result.games / seconds:.1f} games/s",
        flush=True,
    )
    for fault in result.faults:
        print(f"  game {fault.number}: {fault.reason}")
    is_good = not result.faults and (low <= 0.5 <= high or not judges_points)
    if not is_good:
        print("  FAILED: see above")
    return is_good


def main() -> int:
    parser = benchmark_parser("arena.mirror_match", __doc__)
    parser.add_argument("--games", type=int, help=f"per run (default: {GAMES})")
    args = parser.parse_args()
    games = args.games or (QUICK_GAMES if args.quick else GAMES)
    results, are_good = [], []
    busy_processes = len(os.sched_getaffinity(0)) + EXTRA_PROCESSES
    with tempfile.TemporaryDirectory() as place, make_supervisor("towers", [Path(place)]) as supervisor:
        folder = Path(place)
        folder.chmod(0o755)
        path = folder / "mirror.py"
        path.write_text(BOT)
        for name, processes in (("quiet machine", 0), (f"{busy_processes} busy processes", busy_processes)):
            say_progress(f"{name}: {games} games …")
            with busy_machine(processes):
                began = time.monotonic()
                results.append(play_mirror(path, folder, supervisor, games))
                are_good.append(report(name, results[-1], time.monotonic() - began, not args.quick))
    digests = [[game.digest for game in result.played] for result in results]
    is_same = digests[0] == digests[1]
    print("Both runs played the same games." if is_same else "FAILED: the games differ on a busy machine")
    return int(not (is_same and all(are_good)))


if __name__ == "__main__":
    sys.exit(main())
