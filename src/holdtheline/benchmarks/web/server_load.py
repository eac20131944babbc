"""Measure how fast the server answers 200 games at once, and whether its memory grows with finished games.

The real server runs with its default limits. The players come from twenty loopback addresses; each has a socket, like a
browser, and makes one move per second. After that, computer players finish more games.
"""

from __future__ import annotations

import asyncio
import random
import re
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

from ...core.definition import OVER
from ..measure import benchmark_parser, percentile
from .server import ADDRESSES, Connection, Response, Server, ServerGone

GAMES, SECONDS, MORE_GAMES = 200, 60, 2000
QUICK_GAMES, QUICK_SECONDS, QUICK_MORE_GAMES = 4, 2, 5
MEDIAN_AIM, PERCENTILE_99_AIM = 0.050, 0.250
"""Seconds per response."""
SECONDS_BETWEEN_TABLES = 0.25
"""How often one address opens a table for computer players: less often than the limit allows."""
SECONDS_TO_ARRIVE = 10
"""Players arrive one after the other, so that their games also end at different times."""
SOCKET_TIMEOUT = 5.0
BROWSER_COMPRESSION = ClientPerMessageDeflateFactory(client_max_window_bits=True)


@dataclass
class Figures:
    """What the players measured; times in seconds."""

    moves: list[float] = field(default_factory=list)
    new_tables: list[float] = field(default_factory=list)
    socket_messages: list[float] = field(default_factory=list)
    """From sending a move to its picture in the socket."""
    faults: Counter[str] = field(default_factory=Counter)
    finished: int = 0
    late: int = 0
    """Moves that were sent late, because the one before had no response yet."""


class LoadPlayer:
    """A player who plays one game after the other."""

    def __init__(self, number: int, port: int, figures: Figures) -> None:
        self.port = port
        self.address = ADDRESSES[number % len(ADDRESSES)]
        self.connection = Connection(port, self.address)
        self.figures = figures
        self.rng = random.Random(number)
        self.key = ""
        self.view: dict[str, Any] = {"turn": OVER, "version": 0}
        self.sent_at = 0.0
        self.socket_version = 0
        self.socket: ClientConnection | None = None
        self.listening: asyncio.Task[None] | None = None

    async def play(self, start: float, early: int, moves: int) -> None:
        """Make one move per second, the first `early` seconds before `start`, when measuring begins."""
        measured, self.figures = self.figures, Figures()
        for second in range(-early, moves):
            if second == 0:
                measured.faults += self.figures.faults
                self.figures = measured
            wait = start + second - time.perf_counter()
            self.figures.late += wait < -1
            await asyncio.sleep(max(wait, 0))
            try:
                if self.view["turn"] == OVER:
                    await self.open_table()
                await self.move()
            except (ServerGone, OSError, ConnectionClosed) as error:
                self.figures.faults[f"{type(error).__name__}: {error}"] += 1
        await self.leave_table()

    async def open_table(self) -> None:
        """Open a table, read it, and watch it through a socket."""
        await self.leave_table()
        opened = await self.connection.request("/api/tables", body={"game": "siege", "seats": ["me"]})
        if not self.count(opened, self.figures.new_tables):
            return
        self.key = opened.data["key"]
        self.view = (await self.connection.request("/api/table", self.key)).data
        self.socket_version = -1
        self.socket = await connect(
            f"ws://127.0.0.1:{self.port}/api/watch",
            local_addr=(self.address, 0),
            compression=None,
            extensions=[BROWSER_COMPRESSION],
            proxy=None,
        )
        await self.socket.send(f'{{"key": "{self.key}"}}')
        self.listening = asyncio.create_task(self.listen(self.socket))

    async def leave_table(self) -> None:
        if self.socket is None or self.listening is None:
            return
        if not await self.socket_is_current():
            self.figures.faults["a socket had no message about the last move"] += 1
        await self.socket.close()
        await self.listening
        self.socket = self.listening = None

    async def socket_is_current(self) -> bool:
        """Wait for the socket's message about the last move; return whether it came."""
        deadline = time.perf_counter() + SOCKET_TIMEOUT
        while self.socket_version != self.view["version"] and time.perf_counter() < deadline:
            await asyncio.sleep(0.02)
        return bool(self.socket_version == self.view["version"])

    async def move(self) -> None:
        at = {"at": self.view["version"]}
        self.sent_at = time.perf_counter()
        if self.view["may_roll"]:
            response = await self.connection.request("/api/table/roll", self.key, at)
        else:
            move = self.rng.choice(self.view["moves"])
            response = await self.connection.request("/api/table/moves", self.key, {"play": move["code"], **at})
        if self.count(response, self.figures.moves):
            self.view = response.data
            self.figures.finished += self.view["turn"] == OVER

    async def listen(self, socket: ClientConnection) -> None:
        """Read the versions of the socket's messages."""
        async for message in socket:
            arrived = time.perf_counter()
            found = re.search(r'"version": ?(\d+)', str(message[:200]))
            if found is None:
                self.figures.faults[f"socket: {message[:200]!r}"] += 1
                continue
            if self.socket_version >= 0 and int(found[1]) > self.socket_version:
                self.figures.socket_messages.append(arrived - self.sent_at)
            self.socket_version = int(found[1])

    def count(self, response: Response, times: list[float]) -> bool:
        """Count a response; return whether it is no error."""
        times.append(response.seconds)
        if response.fault:
            self.figures.faults[response.fault] += 1
        return not response.fault


async def wait_for_solver(server: Server) -> None:
    """Wait until the solver is ready: the server compiles or loads it after the start."""
    connection = Connection(server.port)
    opened = await connection.request("/api/tables", body={"game": "siege", "seats": ["me"]})
    key = opened.data["key"]
    while not (await connection.request("/api/table/coach", key, {})).data["ready"]:
        await asyncio.sleep(0.2)
    connection.close()


async def measure_load(server: Server, games: int, seconds: int) -> Figures:
    """Play this many games at once, one move per second each."""
    await wait_for_solver(server)
    print(f"  before:      {server.megabytes():.0f} MB", flush=True)
    figures = Figures()
    players = [LoadPlayer(number, server.port, figures) for number in range(games)]
    start = time.perf_counter() + SECONDS_TO_ARRIVE + 1
    playing = [
        asyncio.create_task(
            player.play(start + number / games, SECONDS_TO_ARRIVE - number % SECONDS_TO_ARRIVE, seconds)
        )
        for number, player in enumerate(players)
    ]
    await asyncio.sleep(start - time.perf_counter())
    server_began, own_began = server.cpu_seconds(), time.process_time()
    print(f"  all present: {server.megabytes():.0f} MB", flush=True)
    for moment in sorted({10, 30, seconds}):
        if moment <= seconds:
            await asyncio.sleep(max(start + moment - time.perf_counter(), 0))
            memory = f"{server.megabytes():.0f} MB"
            print(f"  after {moment:3} s: {memory:>7}, {figures.finished:>6,} games finished", flush=True)
    passed = time.perf_counter() - start
    server_used, own_used = server.cpu_seconds() - server_began, time.process_time() - own_began
    per_move = 1000 * server_used / max(len(figures.moves), 1)
    print(f"  processor: the server used {server_used / passed:.0%} of one core, {per_move:.1f} ms per move")
    print(f"             (new tables, sockets and saving included); this client used {own_used / passed:.0%}")
    await asyncio.gather(*playing)
    for player in players:
        player.connection.close()
    return figures


async def finish_games(server: Server, games: int) -> Counter[str]:
    """Let computer players finish this many games, and read each once; return the faults."""
    faults: Counter[str] = Counter()
    remaining = iter(range(games))

    async def open_tables(address: str) -> None:
        connection = Connection(server.port, address)
        for _ in remaining:
            began = time.perf_counter()
            opened = await connection.request("/api/tables", body={"game": "siege", "seats": ["book"]})
            if not opened.fault:
                table = await connection.request("/api/table", opened.data["watch"])
                faults["a game is not over"] += table.data["turn"] != OVER
            else:
                faults[opened.fault] += 1
            await asyncio.sleep(max(began + SECONDS_BETWEEN_TABLES - time.perf_counter(), 0))
        connection.close()

    await asyncio.gather(*map(open_tables, ADDRESSES))
    return +faults


def print_figures(figures: Figures) -> None:
    print("  milliseconds                        median     99% slowest")
    rows = {
        f"{len(figures.moves):,} moves, until the response": figures.moves,
        f"{len(figures.socket_messages):,} moves, until the socket": figures.socket_messages,
        f"{len(figures.new_tables):,} new tables": figures.new_tables,
    }
    for name, seconds in rows.items():
        if len(seconds) < 2:
            print(f"  {name:34} too few")
            continue
        median, slow, slowest = (1000 * x for x in (percentile(seconds, 50), percentile(seconds, 99), max(seconds)))
        print(f"  {name:34} {median:7.1f} {slow:7.1f} {slowest:7.1f}")
    print(f"  {figures.late} moves were sent late, {sum(figures.faults.values())} errors")


def missed_aims(figures: Figures, expected_moves: int) -> Counter[str]:
    faults: Counter[str] = Counter()
    if len(figures.moves) < expected_moves:
        faults[f"only {len(figures.moves)} moves of {expected_moves} were made"] += 1
        return faults
    for name, percent, aim in (("median", 50, MEDIAN_AIM), ("99th percentile", 99, PERCENTILE_99_AIM)):
        if percentile(figures.moves, percent) >= aim:
            faults[f"the {name} is not under {1000 * aim:.0f} ms"] += 1
    return faults


def run(games: int, seconds: int, more_games: int, database: str, checks_aims: bool) -> Counter[str]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(database or f"sqlite:///{folder}/web.sqlite", Path(folder) / "log")
        try:
            print(f"{games} games of siege at once, one move per second each, for {seconds} s", flush=True)
            figures = asyncio.run(measure_load(server, games, seconds))
            faults = figures.faults + (missed_aims(figures, games * seconds) if checks_aims else Counter())
            print_figures(figures)
            print(f"{more_games:,} more games, finished by the computer player `book`", flush=True)
            before = server.megabytes()
            faults += asyncio.run(finish_games(server, more_games))
            print(f"  memory before {before:.0f} MB, after {server.megabytes():.0f} MB")
            if errors := server.errors():
                faults[f"errors in the server's log: {errors}"] += 1
        finally:
            server.stop()
    return faults


def main() -> int:
    parser = benchmark_parser("web.server_load", __doc__)
    parser.add_argument("--games", type=int, help=f"at once (default: {GAMES})")
    parser.add_argument("--seconds", type=int, help=f"of play (default: {SECONDS})")
    parser.add_argument("--more-games", type=int, help=f"that computer players finish (default: {MORE_GAMES})")
    parser.add_argument("--database", default="", help="a database URL (default: a new SQLite file)")
    args = parser.parse_args()
    sizes = (QUICK_GAMES, QUICK_SECONDS, QUICK_MORE_GAMES) if args.quick else (GAMES, SECONDS, MORE_GAMES)
    chosen = (args.games, args.seconds, args.more_games)
    games, seconds, more_games = (size if given is None else given for given, size in zip(chosen, sizes, strict=True))
    faults = run(games, seconds, more_games, args.database, checks_aims=not args.quick)
    for fault, times in faults.most_common(10):
        print(f"  FAILED, {times} times: {fault}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
