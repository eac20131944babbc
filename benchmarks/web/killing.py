"""The server is killed in the midst of play, again and again, and nothing that anybody saw may be lost.

`python -m benchmarks.web.killing --kills 200` plays several games at once, ends the server with SIGKILL at a
random moment, starts it again on the same database, and asks every game what it knows. Whatever an answer
or a socket told must be there, at its place and once. The one step that was asked and not yet answered may
be there or not; asked again, it is taken or refused, never taken twice.
"""

from __future__ import annotations

import argparse
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

from benchmarks.web.player import Game, Player
from benchmarks.web.server import ADDRESSES, Gone, Server, Wire
from holdtheline.core.errors import HtlError
from holdtheline.core.game_record.replay import Record
from holdtheline.web.db.database import Database
from holdtheline.web.db.rows import GameRow
from holdtheline.web.db.schema import games_table

GAMES = 8
"""Games at once."""
SHORTEST, LONGEST = 0.05, 0.6
"""Seconds of play before a kill."""
OLD_GAMES = 10
"""Finished games that are looked at again after a kill; at the end all are."""
MOST_FAULTS = 20


class Killing:
    """A database, the games that are played on it, and what was found wrong."""

    def __init__(self, database: str, folder: Path, seed: int, games: int = GAMES) -> None:
        self.database = database
        self.folder = folder
        self.chance = random.Random(f"{seed} kills")
        self.players = [
            Player(address, random.Random(f"{seed} player {number}"))
            for number, address in zip(range(games), cycle(ADDRESSES), strict=False)
        ]
        self.finished: list[Game] = []
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.starts: list[float] = []

    def run(self, kills: int) -> None:
        """Kill the server so many times; then play all games to their end, and check every record."""
        server = self.start()
        try:
            for number in range(kills):
                asyncio.run(self.play_and_kill(server, self.chance.uniform(SHORTEST, LONGEST)))
                server = self.start()
                asyncio.run(self.ask_everything(server, f"kill {number + 1}"))
                self.tell(number + 1, kills)
                if len(self.faults) > MOST_FAULTS:
                    break
            asyncio.run(self.play_to_the_end(server))
            self.check_records(asyncio.run(self.records(server)))
        finally:
            server.kill()
        self.faults += faults_in(self.database)
        if complaints := server.complaints():
            self.faults.append(f"the server complained: {complaints}")

    def start(self) -> Server:
        began = time.perf_counter()
        server = Server(self.database, self.folder / "log")
        self.starts.append(time.perf_counter() - began)
        return server

    # One kill

    async def play_and_kill(self, server: Server, seconds: float) -> None:
        playing = [asyncio.create_task(player.play(server.port)) for player in self.players]
        await self.first_answers(playing)
        await asyncio.sleep(seconds)
        self.counts["in flight"] += sum(player.is_waiting for player in self.players)
        server.kill()
        for player, ended in zip(self.players, await asyncio.gather(*playing, return_exceptions=True), strict=True):
            if not isinstance(ended, Gone):
                self.faults.append(f"a player stopped before the kill: {ended!r}")
            self.faults += player.faults
            self.counts["acknowledged"] += player.acknowledged
            self.counts["told by a socket"] += player.heard
            player.faults, player.acknowledged, player.heard = [], 0, 0
            self.finished += player.finished
            player.finished = []

    async def first_answers(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Half of them have begun to play; a machine that does much else takes its time."""
        while 2 * sum(player.acknowledged > 0 for player in self.players) < len(self.players):
            if any(task.done() for task in playing):
                return
            await asyncio.sleep(0.005)

    async def ask_everything(self, server: Server, when: str) -> None:
        """What every game knows after the kill, beside what was seen of it."""
        old = self.chance.sample(self.finished, min(OLD_GAMES, len(self.finished)))
        played = [player.game for player in self.players if player.game is not None]
        for game, address in zip([*played, *old], cycle(ADDRESSES), strict=False):
            wire = Wire(server.port, address)
            faults, found = await examined(game, wire)
            self.counts[found] += 1
            self.faults += [f"{when}, game {game.id}: {fault}" for fault in faults]
            wire.close()

    def tell(self, number: int, kills: int) -> None:
        """One line that goes on, on a screen; in a file one line for every ten kills."""
        is_screen = sys.stdout.isatty()
        if is_screen or number % 10 == 0 or number == kills:
            steps, games = self.counts["acknowledged"], len(self.finished)
            told = f"  {number} of {kills} kills, {steps:,} answers, {games:,} games finished"
            print(f"{told}, {len(self.faults)} faults ", end="\r" if is_screen else "\n", flush=True)

    # The end

    async def play_to_the_end(self, server: Server) -> None:
        for player in self.players:
            game = await player.finish(server.port)
            if game is not None:
                self.finished.append(game)
            self.faults += player.faults

    async def records(self, server: Server) -> list[Path]:
        """The records of all finished games, looked at once more."""
        paths: list[Path] = []
        for game, address in zip(self.finished, cycle(ADDRESSES), strict=False):
            wire = Wire(server.port, address)
            faults, _ = await examined(game, wire)
            self.faults += [f"at the end, game {game.id}: {fault}" for fault in faults]
            path = self.folder / f"{len(paths)}.htl"
            path.write_bytes((await wire.ask("/api/table/record", game.key)).body)
            paths.append(path)
            wire.close()
        return paths

    def check_records(self, paths: Sequence[Path]) -> None:
        """What `htl check` says of them."""
        self.faults += [f"{path.name} is not over" for path in paths if not Record.read(path).is_over]
        for some in batches(paths, 500):
            command = [sys.executable, "-m", "holdtheline", "check", *map(str, some)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                self.faults.append(f"`htl check` failed: {(done.stdout + done.stderr)[-1000:]}")
        self.counts["checked"] = len(paths)


async def examined(game: Game, wire: Wire) -> tuple[list[str], str]:
    """What is wrong with a game after a kill, and what became of the step that was in flight."""
    answer = await wire.ask("/api/table/record", game.key)
    if answer.fault:
        return [f"its record: {answer.fault}"], "lost"
    try:
        record = Record.parse(answer.body)
        record.replay(plain=True)
    except HtlError as error:
        return [f"its record is damaged: {error}"], "lost"
    faults = game.faults_of(record)
    view = (await wire.ask("/api/table", game.key)).data
    if view["version"] != len(record.lines):
        faults.append(f"version {view['version']} has a record of {len(record.lines)} lines")
    asked, game.asked = game.asked, None
    is_there = view["version"] > game.version
    game.see(view)
    if asked is None:
        return faults, "nothing in flight"
    again = await wire.ask(asked.path, game.key, asked.body)
    expected = 409 if is_there else 200
    if again.status != expected:
        faults.append(f"{asked}, asked again: {again.status} and not {expected}: {again.body[:300]!r}")
    if again.status == 200:
        game.see(again.data)
    return faults, "in flight and kept" if is_there else "in flight and gone"


def faults_in(database: str) -> list[str]:
    """What does not fit together in the database, also of games whose opening nobody learnt of."""
    storage = Database(database)
    with storage.engine.connect() as connection:
        rows = [GameRow(**row) for row in connection.execute(sa.select(games_table)).mappings()]
    faults = []
    for row in rows:
        texts = (row.header, *storage.lines_of(row.id))
        try:
            record = Record.parse("".join(f"{text}\n" for text in texts).encode())
            record.replay(plain=True)
        except HtlError as error:
            faults.append(f"game {row.id} in the database is damaged: {error}")
            continue
        said, written = (row.written, row.steps, row.over), (len(record.lines), record.steps, record.is_over)
        if said != written:
            faults.append(f"game {row.id} in the database has {written}, and says {said}")
    storage.close()
    return faults


def batches(paths: Sequence[Path], most: int) -> Iterable[Sequence[Path]]:
    return (paths[first : first + most] for first in range(0, len(paths), most))


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.web.killing", description=__doc__)
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--games", type=int, default=GAMES, help="games at once")
    asked.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="decides all delays and moves")
    asked.add_argument("--database", default="", help="a URL; else a SQLite file of its own")
    given = asked.parse_args()
    print(f"{given.kills} kills, {given.games} games at once, seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        database = given.database or f"sqlite:///{folder}/web.sqlite"
        killing = Killing(database, Path(folder), given.seed, given.games)
        killing.run(given.kills)
    print()
    for name, count in sorted(killing.counts.items()):
        print(f"  {name:20} {count:>8,}")
    print(f"  start of the server  {sorted(killing.starts)[len(killing.starts) // 2]:8.2f} s (median)")
    for fault in killing.faults:
        print(f"  FAULT {fault}")
    sys.exit(1 if killing.faults else 0)


if __name__ == "__main__":
    main()
