"""A client that plays as fast as the server answers, and remembers everything it was told about its games."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ...core.definition import CHANCE, OVER
from ...core.dice import FACES
from ...core.game_record.lines import (
    OWN_DICE,
    TABLE_DICE,
    OutcomeLine,
    RecordLine,
    StepLine,
    UndoLine,
)
from ...core.game_record.replay import Record
from .server import Connection, Response

UNDO_RATE = 0.3
"""How often a step that can be undone is undone."""
COMPUTER_RATE = 0.2
"""How often a table has only computer players."""
OWN_DICE_RATE = 0.3
"""How often the player types in the dice."""

Steps = tuple[tuple[int, str], ...]
"""Seat and move text of every step that was not undone."""


@dataclass(frozen=True)
class StepRequest:
    """A request for a step at a version of the table."""

    verb: str
    at: int
    play: str | None = None

    @property
    def path(self) -> str:
        return f"/api/table/{self.verb}"

    @property
    def body(self) -> dict[str, Any]:
        return {"at": self.at} if self.play is None else {"at": self.at, "play": self.play}

    def explains(self, lines: Sequence[RecordLine]) -> bool:
        """Return whether these lines are what this request writes, or the first of them."""
        first, *rest = lines
        if self.verb == "undo":
            return isinstance(first, UndoLine) and not rest
        if self.verb == "moves":
            is_this = isinstance(first, StepLine) and first.play == self.play
            return is_this and all(isinstance(line, OutcomeLine) for line in rest)
        return all(isinstance(line, StepLine) and line.seat == CHANCE for line in lines)


@dataclass
class KnownGame:
    """What the client knows of one game."""

    id: str
    key: str
    has_only_computers: bool = False
    """If true, the game was over when the server acknowledged it."""
    view: dict[str, Any] | None = None
    """The last response (None: the table was opened and not yet read)."""
    steps_by_version: dict[int, Steps] = field(default_factory=dict)
    pending: StepRequest | None = None
    """The request that has no response yet."""

    @property
    def version(self) -> int:
        return 0 if self.view is None else int(self.view["version"])

    @property
    def is_over(self) -> bool:
        return self.view is not None and self.view["turn"] == OVER

    def add_response(self, view: dict[str, Any]) -> None:
        self.view = view
        self.add_message(view)

    def add_message(self, view: dict[str, Any]) -> None:
        """Remember a view from a socket: it must hold as well, but the next step follows the last response."""
        self.steps_by_version[view["version"]] = tuple((line["seat"], line["play"]) for line in view["log"])

    def faults_of(self, record: Record) -> list[str]:
        """Return where the record contradicts what the client knows."""
        recorded = steps_after_each_line(record.lines)
        faults = [
            f"version {version} was acknowledged and is {'different' if version < len(recorded) else 'lost'}: {steps}"
            for version, steps in self.steps_by_version.items()
            if version >= len(recorded) or recorded[version] != steps
        ]
        if self.has_only_computers:
            return faults if record.is_over else [*faults, "it was acknowledged before it was over"]
        new_lines = record.lines[self.version :]
        if new_lines and (self.pending is None or not self.pending.explains(new_lines)):
            faults.append(f"after version {self.version} {self.pending} was requested, not {new_lines}")
        return faults


def steps_after_each_line(lines: Sequence[RecordLine]) -> list[Steps]:
    """Return the steps not undone before the first line and after each."""
    history: list[Steps] = [()]
    for line in lines:
        steps = history[-1]
        if isinstance(line, StepLine):
            steps = (*steps, (line.seat, line.play))
        elif isinstance(line, UndoLine):
            steps = steps[: line.back_to]
        history.append(steps)
    return history


class Player:
    """Plays one game after the other: moves, rolls, undoes, and opens tables for computers."""

    def __init__(self, address: str, rng: random.Random) -> None:
        self.address = address
        self.rng = rng
        self.game: KnownGame | None = None
        self.finished: list[KnownGame] = []
        self.faults: list[str] = []
        self.acknowledged = self.messages = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a request has no response yet."""
        return self.game is not None and self.game.pending is not None

    async def play(self, port: int) -> None:
        """Play one game after the other until the server is gone."""
        connection = Connection(port, self.address)
        try:
            while not self.faults:
                if self.game is None:
                    self.game = await self.open_table(connection)
                    continue
                watching = asyncio.create_task(self.watch(self.game, port))
                try:
                    await self.play_on(self.game, connection)
                finally:
                    await cancel(watching)
                self.finished.append(self.game)
                self.game = None
        finally:
            connection.close()

    async def finish(self, port: int) -> KnownGame | None:
        """Play the current game, if there is one, to its end."""
        connection = Connection(port, self.address)
        try:
            if self.game is not None:
                await self.play_on(self.game, connection)
        finally:
            connection.close()
        return self.game

    async def open_table(self, connection: Connection) -> KnownGame | None:
        """Open a table for this client or for a computer player."""
        dice = OWN_DICE if self.rng.random() < OWN_DICE_RATE else TABLE_DICE
        seat = "book" if dice == TABLE_DICE and self.rng.random() < COMPUTER_RATE else "me"
        options = {"mode": self.rng.choice(["easy", "normal", "hard", "scouts", 12])}
        response = await connection.request(
            "/api/tables", body={"game": "siege", "options": options, "seats": [seat], "dice": dice}
        )
        if not self.is_good(response):
            return None
        table = response.data
        return KnownGame(table["id"], table["key"] or table["watch"], has_only_computers=seat == "book")

    async def play_on(self, game: KnownGame, connection: Connection) -> None:
        """Play step by step until the game is over and nothing is undone."""
        if game.view is None:
            response = await connection.request("/api/table", game.key)
            if self.is_good(response):
                game.add_response(response.data)
        while game.view is not None and not self.faults:
            game.pending = self.choose(game.view)
            if game.pending is None:
                return
            response = await connection.request(game.pending.path, game.key, game.pending.body)
            game.pending = None
            if self.is_good(response):
                game.add_response(response.data)

    def choose(self, view: dict[str, Any]) -> StepRequest | None:
        """Return the next request (None: the game is over)."""
        at, turn = view["version"], view["turn"]
        if view["undo"]["possible"] and self.rng.random() < UNDO_RATE:
            return StepRequest("undo", at)
        if turn == OVER:
            return None
        if turn != CHANCE:
            return StepRequest("moves", at, self.rng.choice(view["moves"])["text"])
        if view["dice"] == OWN_DICE:
            return StepRequest("moves", at, f"roll {self.rng.randint(1, FACES)}")
        return StepRequest("roll", at)

    async def watch(self, game: KnownGame, port: int) -> None:
        """Watch the game through a socket until the server is gone."""
        address = f"ws://127.0.0.1:{port}/api/watch"
        try:
            async with connect(address, local_addr=(self.address, 0), proxy=None) as socket:
                await socket.send(json.dumps({"key": game.key}))
                async for message in socket:
                    game.add_message(json.loads(message)["view"])
                    self.messages += 1
        except (OSError, EOFError, WebSocketException):
            return

    def is_good(self, response: Response) -> bool:
        """Count a response, or note its fault."""
        if response.fault:
            self.faults.append(f"a response during play: {response.fault}")
            return False
        self.acknowledged += 1
        return True


async def cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
