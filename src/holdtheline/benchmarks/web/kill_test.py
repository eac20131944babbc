"""Kill the server during play, again and again: nothing that it acknowledged may be lost.

Several games are played at once. The server is killed by SIGKILL at a random moment and started again on the same
database; then every game is compared with what its player was told. What a response or a socket said must be in the
record, in its place and once. The one step that was requested and not yet answered may be there or not; requested
again, it is played or refused, never played twice.
"""

from __future__ import annotations

import asyncio
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import cycle
from pathlib import Path

import sqlalchemy as sa

from ...core.errors import HtlError
from ...core.game_record.replay import Record
from ...web.db.database import Database
from ...web.db.rows import GameRow
from ...web.db.schema import games_table
from ..measure import benchmark_parser
from .kill_test_player import KnownGame, Player
from .server import ADDRESSES, Connection, Server, ServerGone

KILLS, QUICK_KILLS = 200, 2
GAMES_AT_ONCE = 8
MIN_SECONDS, MAX_SECONDS = 0.05, 0.6
"""Time of play before a kill."""
RECHECKED_GAMES = 10
"""Finished games that are checked again after a kill; at the end all are."""
MAX_FAULTS = 20
"""Stop after this many."""
CHECK_BATCH = 500


class KillTest:
    """A database, the games that are played on it, and the faults found."""

    def __init__(self, database: str, folder: Path, seed: int, games: int = GAMES_AT_ONCE) -> None:
        self.database = database
        self.folder = folder
        self.rng = random.Random(f"{seed} kills")
        self.players = [
            Player(address, random.Random(f"{seed} player {number}"))
            for number, address in zip(range(games), cycle(ADDRESSES), strict=False)
        ]
        self.finished: list[KnownGame] = []
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.start_seconds: list[float] = []

    def run(self, kills: int) -> None:
        """Kill the server this many times; then play all games to their end and check every record."""
        server = self.start()
        try:
            for number in range(kills):
                asyncio.run(self.play_and_kill(server, self.rng.uniform(MIN_SECONDS, MAX_SECONDS)))
                server = self.start()
                asyncio.run(self.check_games(server, f"kill {number + 1}"))
                self.show_progress(number + 1, kills)
                if len(self.faults) > MAX_FAULTS:
                    break
            asyncio.run(self.play_to_the_end(server))
            self.check_records(asyncio.run(self.download_records(server)))
        finally:
            server.kill()
        self.faults += faults_in_database(self.database)
        if errors := server.errors():
            self.faults.append(f"errors in the server's log: {errors}")

    def start(self) -> Server:
        began = time.perf_counter()
        server = Server(self.database, self.folder / "log", prepare=False)
        self.start_seconds.append(time.perf_counter() - began)
        return server

    # One kill

    async def play_and_kill(self, server: Server, seconds: float) -> None:
        playing = [asyncio.create_task(player.play(server.port)) for player in self.players]
        await self.wait_for_first_steps(playing)
        await asyncio.sleep(seconds)
        self.counts["in flight"] += sum(player.is_waiting for player in self.players)
        server.kill()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        for player, end in zip(self.players, ends, strict=True):
            if not isinstance(end, ServerGone):
                self.faults.append(f"a player stopped before the kill: {end!r}")
            self.faults += player.faults
            self.counts["acknowledged"] += player.acknowledged
            self.counts["socket messages"] += player.messages
            player.faults, player.acknowledged, player.messages = [], 0, 0
            self.finished += player.finished
            player.finished = []

    async def wait_for_first_steps(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Wait until half of the players have requested a step, which takes longer on a busy machine."""
        begun: set[int] = set()
        while 2 * len(begun) < len(self.players):
            begun.update(number for number, player in enumerate(self.players) if player.is_waiting)
            if any(task.done() for task in playing):
                return
            await asyncio.sleep(0.005)

    async def check_games(self, server: Server, when: str) -> None:
        """Compare every current game, and some finished ones, with what its player knows."""
        finished = self.rng.sample(self.finished, min(RECHECKED_GAMES, len(self.finished)))
        current = [player.game for player in self.players if player.game is not None]
        for game, address in zip([*current, *finished], cycle(ADDRESSES), strict=False):
            connection = Connection(server.port, address)
            faults, fate = await check_game(game, connection)
            self.counts[fate] += 1
            self.faults += [f"{when}, game {game.id}: {fault}" for fault in faults]
            connection.close()

    def show_progress(self, number: int, kills: int) -> None:
        """Print one line that is overwritten on a terminal; elsewhere a line per ten kills."""
        is_terminal = sys.stdout.isatty()
        if is_terminal or number % 10 == 0 or number == kills:
            responses, games = self.counts["acknowledged"], len(self.finished)
            text = f"  {number} of {kills} kills, {responses:,} responses, {games:,} games finished"
            print(f"{text}, {len(self.faults)} faults ", end="\r" if is_terminal else "\n", flush=True)

    # The end

    async def play_to_the_end(self, server: Server) -> None:
        for player in self.players:
            game = await player.finish(server.port)
            if game is not None:
                self.finished.append(game)
            self.faults += player.faults

    async def download_records(self, server: Server) -> list[Path]:
        """Check all finished games once more and write their records to files."""
        paths: list[Path] = []
        for game, address in zip(self.finished, cycle(ADDRESSES), strict=False):
            connection = Connection(server.port, address)
            faults, _ = await check_game(game, connection)
            self.faults += [f"at the end, game {game.id}: {fault}" for fault in faults]
            path = self.folder / f"{len(paths)}.htl"
            path.write_bytes((await connection.request("/api/table/record", game.key)).body)
            paths.append(path)
            connection.close()
        return paths

    def check_records(self, paths: Sequence[Path]) -> None:
        """Run `htl check` on the records."""
        self.faults += [f"{path.name} is not over" for path in paths if not Record.read(path).is_over]
        for batch in batches(paths, CHECK_BATCH):
            command = [sys.executable, "-m", "holdtheline", "check", *map(str, batch)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                self.faults.append(f"`htl check` failed: {(done.stdout + done.stderr)[-1000:]}")
        self.counts["checked"] = len(paths)


async def check_game(game: KnownGame, connection: Connection) -> tuple[list[str], str]:
    """Return the faults of a game after a kill, and the fate of the step that was in flight."""
    response = await connection.request("/api/table/record", game.key)
    if response.fault:
        return [f"its record: {response.fault}"], "lost"
    try:
        record = Record.parse(response.body)
        record.replay(plain=True)
    except HtlError as error:
        return [f"its record is damaged: {error}"], "lost"
    faults = game.faults_of(record)
    view = (await connection.request("/api/table", game.key)).data
    if view["version"] != len(record.lines):
        faults.append(f"version {view['version']} has a record of {len(record.lines)} lines")
    pending, game.pending = game.pending, None
    was_saved = view["version"] > game.version
    game.add_response(view)
    if pending is None:
        return faults, "nothing in flight"
    again = await connection.request(pending.path, game.key, pending.body)
    expected = 409 if was_saved else 200
    if again.status != expected:
        faults.append(f"{pending}, sent again: {again.status} and not {expected}: {again.body[:300]!r}")
    if again.status == 200:
        game.add_response(again.data)
    return faults, "in flight and saved" if was_saved else "in flight and not saved"


def faults_in_database(url: str) -> list[str]:
    """Return what is inconsistent in the database, including games that no player was told about."""
    database = Database(url)
    with database.engine.connect() as connection:
        rows = [GameRow(**row) for row in connection.execute(sa.select(games_table)).mappings()]
    faults = []
    for row in rows:
        texts = (row.header, *database.lines_of(row.id))
        try:
            record = Record.parse("".join(f"{text}\n" for text in texts).encode())
            record.replay(plain=True)
        except HtlError as error:
            faults.append(f"game {row.id} in the database is damaged: {error}")
            continue
        stated, found = (row.written, row.steps, row.over), (len(record.lines), record.steps, record.is_over)
        if stated != found:
            faults.append(f"game {row.id} in the database has {found}, and its row says {stated}")
    database.close()
    return faults


def batches(paths: Sequence[Path], size: int) -> Iterable[Sequence[Path]]:
    return (paths[first : first + size] for first in range(0, len(paths), size))


def main() -> int:
    parser = benchmark_parser("web.kill_test", __doc__)
    parser.add_argument("--kills", type=int, help=f"how often to kill the server (default: {KILLS})")
    parser.add_argument("--games", type=int, default=GAMES_AT_ONCE, help=f"at once (default: {GAMES_AT_ONCE})")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="of all delays and moves")
    parser.add_argument("--database", default="", help="a database URL (default: a new SQLite file)")
    args = parser.parse_args()
    kills = args.kills or (QUICK_KILLS if args.quick else KILLS)
    print(f"{kills} kills, {args.games} games at once, seed {args.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        test = KillTest(args.database or f"sqlite:///{folder}/web.sqlite", Path(folder), args.seed, args.games)
        test.run(kills)
    print()
    for name, count in sorted(test.counts.items()):
        print(f"  {name:24} {count:>8,}")
    print(f"  start of the server      {sorted(test.start_seconds)[len(test.start_seconds) // 2]:8.2f} s (median)")
    for fault in test.faults:
        print(f"  FAILED: {fault}")
    return int(bool(test.faults))


if __name__ == "__main__":
    sys.exit(main())
