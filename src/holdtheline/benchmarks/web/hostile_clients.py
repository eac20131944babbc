"""Measure what one hostile address costs another player: the time of moves, and the memory of the server.

For each attack, one address sends the server what costs most, as fast as it can, while another plays: moves of siege
and of Civil War between people, and moves of Civil War that a computer player answers. The 99th percentile of the
moves between people must stay under 300 ms, and the memory of the server must return to within 10 %.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.definition import OVER
from ..measure import benchmark_parser, percentile, say_progress
from . import hostile_attacks
from .hostile_attacks import ATTACKS
from .server import ADDRESSES, DIE_WITH_PARENT, Connection, Server, ServerGone
from .server_load import wait_for_solver

SECONDS, QUICK_SECONDS = 60.0, 5.0
PERCENTILE_99_AIM = 0.300
"""Seconds per response."""
MEMORY_AIM = 1.10
"""The memory afterwards, as a part of the memory before."""
SETTLE_SECONDS = 120.0
"""How long the memory may take to return."""
VICTIM, ATTACKER = ADDRESSES[:2]
TABLES = {
    "siege": ({"game": "siege", "seats": ["me"]}, 0.2),
    "Civil War": ({"game": "civilwar", "seats": ["me", "me"]}, 0.2),
    "against a computer": ({"game": "civilwar", "seats": ["me", "level3"]}, 1.0),
}
"""The tables at which the other client plays, and the seconds between its moves there."""
AGAINST_COMPUTER = "against a computer"
HEADING = """
                        moves between people      answered by level3       memory in MB      server's       requests
                             in milliseconds         in milliseconds       server  workers    core
  attack          moves median   99% slowest   median   99% slowest   before most after most         answered refused"""


@dataclass
class Figures:
    """What was measured during one attack."""

    moves: list[float] = field(default_factory=list)
    """Seconds of the moves between people."""
    answered_moves: list[float] = field(default_factory=list)
    """Seconds of the moves that a computer player answers."""
    faults: Counter[str] = field(default_factory=Counter)
    attack: Counter[str] = field(default_factory=Counter)
    before: float = 0.0
    """Megabytes of the server."""
    most: float = 0.0
    after: float = 0.0
    settled: float = 0.0
    """Seconds until the memory was as it is after the attack."""
    workers: float = 0.0
    """The most megabytes of the processes that the server started."""
    core: float = 0.0
    """The part of one core that the server itself used."""


class OtherClient:
    """A player at one of the tables."""

    def __init__(self, port: int, table: dict[str, Any], times: list[float], faults: Counter[str]) -> None:
        self.connection = Connection(port, VICTIM)
        self.table = table
        self.times = times
        self.faults = faults
        self.rng = random.Random(1)
        self.key = ""
        self.view: dict[str, Any] = {"turn": OVER}

    async def play(self, until: float, pause: float) -> None:
        while time.perf_counter() < until:
            began = time.perf_counter()
            try:
                await self.move()
            except ServerGone as error:
                self.faults[f"the server is gone: {error}"] += 1
            await asyncio.sleep(max(pause - (time.perf_counter() - began), 0))

    async def move(self) -> None:
        if self.view["turn"] == OVER:
            opened = await self.connection.request("/api/tables", body=self.table)
            if self.count(opened):
                self.key = opened.data["key"]
                self.view = (await self.connection.request("/api/table", self.key)).data
            return
        if self.view["may_roll"]:
            path, body = "roll", {}
        elif self.view["moves"]:
            path, body = "moves", {"play": self.rng.choice(self.view["moves"])["code"]}
        else:  # the computer player has not moved yet
            self.view = (await self.connection.request("/api/table", self.key)).data
            return
        response = await self.connection.request(f"/api/table/{path}", self.key, {"at": self.view["version"], **body})
        self.times.append(response.seconds)
        if self.count(response):
            self.view = response.data

    def count(self, response: Any) -> bool:
        if response.fault:
            self.faults[response.fault] += 1
        return not response.fault


def child_megabytes(server: Server) -> float:
    """Return the resident memory of the processes that the server has started."""
    children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    pages = 0
    for tid in Path(f"/proc/{server.pid}/task").iterdir():
        try:
            children += (tid / "children").read_text().split()
        except OSError:  # the thread has ended
            continue
    for pid in set(children):
        try:
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def watch_memory(server: Server, figures: Figures) -> None:
    while True:
        figures.most = max(figures.most, server.megabytes())
        figures.workers = max(figures.workers, child_megabytes(server))
        await asyncio.sleep(0.5)


async def play(server: Server, figures: Figures, seconds: float) -> None:
    until, watching = time.perf_counter() + seconds, asyncio.create_task(watch_memory(server, figures))
    players = []
    for name, (table, pause) in TABLES.items():
        times = figures.answered_moves if name == AGAINST_COMPUTER else figures.moves
        players.append(OtherClient(server.port, table, times, figures.faults).play(until, pause))
    await asyncio.gather(*players)
    watching.cancel()


def measure(server: Server, kind: str | None, seconds: float) -> Figures:
    """Play for a while, during an attack if a kind is given."""
    figures, used = Figures(before=server.megabytes()), server.cpu_seconds()
    if kind is None:
        asyncio.run(play(server, figures, seconds))
    else:
        command = [
            *DIE_WITH_PARENT,
            sys.executable,
            "-c",
            f"from {hostile_attacks.__name__} import run_attack; run_attack()",
        ]
        with subprocess.Popen(
            [*command, kind, str(server.port), ATTACKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as attacker:
            asyncio.run(play(server, figures, seconds))
            output, _ = attacker.communicate()
        figures.attack = Counter(json.loads(output))
    figures.core = (server.cpu_seconds() - used) / seconds
    figures.after, figures.settled = settle(server, figures.before)
    return figures


def settle(server: Server, before: float) -> tuple[float, float]:
    """Wait until the memory has returned; return it, and how long that took."""
    began = time.monotonic()
    while (now := server.megabytes()) > MEMORY_AIM * before and time.monotonic() - began < SETTLE_SECONDS:
        time.sleep(0.5)
    return now, time.monotonic() - began


def describe(name: str, figures: Figures) -> str:
    def milliseconds(times: list[float]) -> str:
        if len(times) < 2:
            return f"{'too few':>19}"
        return " ".join(f"{1000 * x:6.0f}" for x in (percentile(times, 50), percentile(times, 99), max(times)))

    memory = (
        f"{figures.before:5.0f} {figures.most:5.0f} {figures.after:5.0f} {figures.workers:6.0f}   {figures.core:4.0%}"
    )
    attack = f"{figures.attack['answered']:7,} {figures.attack['refused']:7,}" if figures.attack else ""
    people, computer = milliseconds(figures.moves), milliseconds(figures.answered_moves)
    return f"  {name:16} {len(figures.moves):5} {people}   {computer}   {memory}   {attack}"


def missed_aims(name: str, figures: Figures) -> Counter[str]:
    faults: Counter[str] = Counter()
    if len(figures.moves) < 2 or percentile(figures.moves, 99) >= PERCENTILE_99_AIM:
        faults[f"{name}: the 99th percentile is not under {1000 * PERCENTILE_99_AIM:.0f} ms"] += 1
    if figures.after > MEMORY_AIM * figures.before:
        faults[f"{name}: the memory is still {figures.after:.0f} MB, and was {figures.before:.0f} MB"] += 1
    return faults


def run(kinds: list[str], seconds: float, database: str, checks_aims: bool) -> Counter[str]:
    faults: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(database or f"sqlite:///{folder}/web.sqlite", Path(folder) / "log")
        try:
            asyncio.run(wait_for_solver(server))
            say_progress("playing a little first, so that everything is loaded")
            measure(server, None, min(seconds, 20))
            print(f"  {seconds:.0f} s each; load of the machine at the start: {os.getloadavg()[0]:.1f}")
            print(HEADING)
            for kind in [None, *kinds]:
                name = kind or "none"
                say_progress(f"attack: {name}")
                figures = measure(server, kind, seconds)
                print(describe(name, figures), flush=True)
                faults += Counter({f"{name}: {fault}": times for fault, times in figures.faults.items()})
                faults += missed_aims(name, figures) if checks_aims else Counter()
            if errors := server.errors():
                faults[f"errors in the server's log: {errors}"] += 1
        finally:
            server.stop()
    return faults


def main() -> int:
    parser = benchmark_parser("web.hostile_clients", __doc__)
    parser.add_argument("--seconds", type=float, help=f"of each attack (default: {SECONDS:.0f})")
    parser.add_argument("--attack", choices=list(ATTACKS), action="append", help="only this one (default: all)")
    parser.add_argument("--database", default="", help="a database URL (default: a new SQLite file)")
    args = parser.parse_args()
    seconds = args.seconds or (QUICK_SECONDS if args.quick else SECONDS)
    faults = run(args.attack or list(ATTACKS), seconds, args.database, checks_aims=not args.quick)
    for fault, times in faults.most_common(20):
        print(f"  FAILED, {times} times: {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
