"""How quickly the server answers 200 games at once, and whether its memory grows with finished games.

`python -m benchmarks.web.serving` starts the real server with its usual limits. The people come from twenty
addresses of this machine; each has a socket that watches, as a browser has, and makes one move a second.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from benchmarks.web.server import ADDRESSES, Answer, Gone, Server, Wire

MEDIAN, SLOWEST_HUNDREDTH = 0.050, 0.250
"""Seconds that an answer may take, the usual one and the 99th of a hundred."""
SECONDS_BETWEEN_TABLES = 0.25
"""How often one address opens a table for computer players: less often than the limit allows."""
SECONDS_TO_ARRIVE = 10
"""People come one after the other, so that their games also end at different times."""
SECONDS_TO_HEAR = 5.0
OVER = -2
AS_A_BROWSER = ClientPerMessageDeflateFactory(client_max_window_bits=True)


@dataclass
class Figures:
    """What was seen."""

    answers: list[float] = field(default_factory=list)
    openings: list[float] = field(default_factory=list)
    hearings: list[float] = field(default_factory=list)
    """Seconds from sending a move to its picture in the socket."""
    faults: Counter[str] = field(default_factory=Counter)
    finished: int = 0
    late: int = 0
    """Moves that could not be made in their second, because the one before had no answer yet."""


class Visitor:
    """A person who plays one game after the other."""

    def __init__(self, number: int, port: int, figures: Figures) -> None:
        self.port = port
        self.address = ADDRESSES[number % len(ADDRESSES)]
        self.wire = Wire(port, self.address)
        self.figures = figures
        self.chance = random.Random(number)
        self.key = ""
        self.view: dict[str, Any] = {"turn": OVER, "version": 0}
        self.sent = 0.0
        self.heard = 0
        self.socket: ClientConnection | None = None
        self.listening: asyncio.Task[None] | None = None

    async def play(self, start: float, early: int, moves: int) -> None:
        """One move a second, the first `early` seconds before `start`; another game when one is over."""
        measured, self.figures = self.figures, Figures()
        for beat in range(-early, moves):
            if beat == 0:
                measured.faults += self.figures.faults
                self.figures = measured
            wait = start + beat - time.perf_counter()
            self.figures.late += wait < -1
            await asyncio.sleep(max(wait, 0))
            try:
                if self.view["turn"] == OVER:
                    await self.sit_down()
                await self.move()
            except (Gone, OSError, ConnectionClosed) as error:
                self.figures.faults[f"{type(error).__name__}: {error}"] += 1
        await self.get_up()

    async def sit_down(self) -> None:
        """Open a table, look at it, and watch it."""
        await self.get_up()
        opened = await self.wire.ask("/api/tables", body={"game": "siege", "seats": ["me"]})
        if not self.counted(opened, self.figures.openings):
            return
        self.key = opened.data["key"]
        seen = await self.wire.ask("/api/table", self.key)
        self.view = seen.data
        self.heard = -1
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/api/watch",
            local_addr=(self.address, 0),
            compression=None,
            extensions=[AS_A_BROWSER],
            proxy=None,
        )
        await self.socket.send(f'{{"key": "{self.key}"}}')
        self.listening = asyncio.create_task(self.listen(self.socket))

    async def get_up(self) -> None:
        if self.socket is None or self.listening is None:
            return
        if not await self.has_heard():
            self.figures.faults["a socket did not hear of the last move"] += 1
        await self.socket.close()
        await self.listening
        self.socket = self.listening = None

    async def has_heard(self) -> bool:
        """Whether the socket tells of the last move, soon."""
        deadline = time.perf_counter() + SECONDS_TO_HEAR
        while self.heard != self.view["version"] and time.perf_counter() < deadline:
            await asyncio.sleep(0.02)
        return bool(self.heard == self.view["version"])

    async def move(self) -> None:
        now = {"at": self.view["version"]}
        self.sent = time.perf_counter()
        if self.view["may_roll"]:
            answer = await self.wire.ask("/api/table/roll", self.key, now)
        else:
            move = self.chance.choice(self.view["moves"])
            answer = await self.wire.ask("/api/table/moves", self.key, {"play": move["code"], **now})
        if self.counted(answer, self.figures.answers):
            self.view = answer.data
            self.figures.finished += self.view["turn"] == OVER

    async def listen(self, socket: ClientConnection) -> None:
        """Hear what the server tells of the table; only its version is read."""
        async for message in socket:
            arrived = time.perf_counter()
            found = re.search(r'"version": (\d+)', str(message[:200]))
            if found is None:
                self.figures.faults[f"socket: {message[:200]!r}"] += 1
                continue
            if self.heard >= 0 and int(found[1]) > self.heard:
                self.figures.hearings.append(arrived - self.sent)
            self.heard = int(found[1])

    def counted(self, answer: Answer, among: list[float]) -> bool:
        """Whether the answer is a good one."""
        among.append(answer.seconds)
        if answer.fault:
            self.figures.faults[answer.fault] += 1
        return not answer.fault


async def warm(server: Server) -> None:
    """Wait until the solver is there: that is compiled or loaded once, after the start."""
    wire = Wire(server.port)
    opened = await wire.ask("/api/tables", body={"game": "siege", "seats": ["me"]})
    key = opened.data["key"]
    while not (await wire.ask("/api/table/coach", key, {})).data["ready"]:
        await asyncio.sleep(0.2)
    wire.close()


async def measure_answers(server: Server, games: int, seconds: int) -> Figures:
    """So many games at once, one move a second each."""
    await warm(server)
    print(f"  before:      {server.megabytes():.0f} MB", flush=True)
    figures = Figures()
    visitors = [Visitor(number, server.port, figures) for number in range(games)]
    start = time.perf_counter() + SECONDS_TO_ARRIVE + 1
    playing = [
        asyncio.create_task(
            visitor.play(start + number / games, SECONDS_TO_ARRIVE - number % SECONDS_TO_ARRIVE, seconds)
        )
        for number, visitor in enumerate(visitors)
    ]
    await asyncio.sleep(start - time.perf_counter())
    server_before, own_before = server.cpu_seconds(), time.process_time()
    print(f"  all are here: {server.megabytes():.0f} MB", flush=True)
    for moment in sorted({10, 30, seconds}):
        if moment <= seconds:
            await asyncio.sleep(max(start + moment - time.perf_counter(), 0))
            memory = f"{server.megabytes():.0f} MB"
            print(f"  after {moment:3} s: {memory:>7}, {figures.finished:>6,} games finished", flush=True)
    passed = time.perf_counter() - start
    used, own = server.cpu_seconds() - server_before, time.process_time() - own_before
    a_move = 1000 * used / max(len(figures.answers), 1)
    print(f"  processor: the server {used / passed:.0%} of one, {a_move:.1f} ms a move with all that it brings;")
    print(f"             the load itself {own / passed:.0%}")
    await asyncio.gather(*playing)
    for visitor in visitors:
        visitor.wire.close()
    return figures


async def finish_games(server: Server, games: int) -> Counter[str]:
    """Let computer players finish so many games, each looked at once."""
    faults: Counter[str] = Counter()
    left = iter(range(games))

    async def opening(address: str) -> None:
        wire = Wire(server.port, address)
        for _ in left:
            began = time.perf_counter()
            opened = await wire.ask("/api/tables", body={"game": "siege", "seats": ["book"]})
            if not opened.fault:
                seen = await wire.ask("/api/table", opened.data["watch"])
                faults["a game is not over"] += seen.data["turn"] != OVER
            else:
                faults[opened.fault] += 1
            await asyncio.sleep(max(began + SECONDS_BETWEEN_TABLES - time.perf_counter(), 0))
        wire.close()

    await asyncio.gather(*map(opening, ADDRESSES))
    return +faults


def quantile(figures: list[float], hundredth: int) -> float:
    return statistics.quantiles(figures, n=100, method="inclusive")[hundredth - 1]


def told(name: str, figures: list[float]) -> str:
    if len(figures) < 2:
        return f"  {name:34} too few"
    middle, slow, most = (1000 * x for x in (quantile(figures, 50), quantile(figures, 99), max(figures)))
    return f"  {name:34} {middle:7.1f} {slow:7.1f} {most:7.1f}"


def run(games: int, seconds: int, more_games: int, database: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/web.sqlite"
        server = Server(url, Path(folder) / "log")
        try:
            print(f"{games} games of siege at once, one move a second each, for {seconds} s", flush=True)
            figures = asyncio.run(measure_answers(server, games, seconds))
            faults = figures.faults + what_was_late(figures, games * seconds)
            print_figures(figures)
            print(f"{more_games:,} games more, finished by the computer player `book`", flush=True)
            before = server.megabytes()
            faults += asyncio.run(finish_games(server, more_games))
            print(f"  memory before {before:.0f} MB, after {server.megabytes():.0f} MB")
            if server.complaints():
                faults[f"the server's log: {server.complaints()}"] += 1
        finally:
            server.stop()
    for fault, times in faults.most_common(10):
        print(f"  FAULT, {times} times: {fault}")
    return 1 if faults else 0


def print_figures(figures: Figures) -> None:
    print("  milliseconds                        median    99 %    most")
    print(told(f"{len(figures.answers):,} moves, until the answer", figures.answers))
    print(told(f"{len(figures.hearings):,} moves, until the socket", figures.hearings))
    print(told(f"{len(figures.openings):,} new tables", figures.openings))
    print(f"  {figures.late} moves were sent late, {sum(figures.faults.values())} errors")


def what_was_late(figures: Figures, expected: int) -> Counter[str]:
    """What the measurement promises, and does not hold."""
    faults: Counter[str] = Counter()
    if len(figures.answers) < expected:
        faults[f"only {len(figures.answers)} moves of {expected} were made"] += 1
        return faults
    for name, hundredth, most in (("median", 50, MEDIAN), ("99th percentile", 99, SLOWEST_HUNDREDTH)):
        if quantile(figures.answers, hundredth) >= most:
            faults[f"the {name} is not under {1000 * most:.0f} ms"] += 1
    return faults


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.web.serving", description=__doc__)
    asked.add_argument("--games", type=int, default=200, help="games at once")
    asked.add_argument("--seconds", type=int, default=60)
    asked.add_argument("--more-games", type=int, default=2000, help="games that computer players finish")
    asked.add_argument("--database", default="", help="a URL; else a SQLite file of its own")
    given = asked.parse_args()
    sys.exit(run(given.games, given.seconds, given.more_games, given.database))


if __name__ == "__main__":
    main()
