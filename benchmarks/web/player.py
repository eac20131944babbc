"""A person who plays as fast as the server answers, and remembers everything that was seen of the games."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.web.server import Answer, Wire
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import FACES
from holdtheline.core.game_record.lines import (
    OWN_DICE,
    TABLE_DICE,
    OutcomeLine,
    RecordLine,
    StepLine,
    UndoLine,
)
from holdtheline.core.game_record.replay import Record

UNDOES = 0.3
"""How often a step that can be taken back is."""
LEFT_TO_COMPUTERS = 0.2
"""How often a table is opened where nobody is a person."""
ROLLS_HERSELF = 0.3
"""How often the dice are the person's own."""

Steps = tuple[tuple[int, str], ...]
"""Seat and play of every step that stands."""


@dataclass(frozen=True)
class Asked:
    """A step that was sent, and what may come of it."""

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
        """Whether these lines are what this step writes, or the first of them."""
        first, *rest = lines
        if self.verb == "undo":
            return isinstance(first, UndoLine) and not rest
        if self.verb == "moves":
            is_this = isinstance(first, StepLine) and first.play == self.play
            return is_this and all(isinstance(line, OutcomeLine) for line in rest)
        return all(isinstance(line, StepLine) and line.seat == CHANCE for line in lines)


@dataclass
class Game:
    """What was seen of one game."""

    id: str
    key: str
    plays_itself: bool = False
    """Whether nobody at the table is a person, so that it was over when it was acknowledged."""
    view: dict[str, Any] | None = None
    """The last answer, or None: it was opened, and not yet looked at."""
    seen: dict[int, Steps] = field(default_factory=dict)
    """The steps that stood, by version."""
    asked: Asked | None = None
    """What has no answer yet."""

    @property
    def version(self) -> int:
        return 0 if self.view is None else int(self.view["version"])

    @property
    def is_over(self) -> bool:
        return self.view is not None and self.view["turn"] == OVER

    def see(self, view: dict[str, Any]) -> None:
        self.view = view
        self.hear(view)

    def hear(self, view: dict[str, Any]) -> None:
        """A socket told it: it must hold as well, but the next step follows the last answer."""
        self.seen[view["version"]] = tuple((line["seat"], line["play"]) for line in view["log"])

    def faults_of(self, record: Record) -> list[str]:
        """Where the record contradicts what was seen."""
        stood = standing(record.lines)
        faults = [
            f"version {version} was seen and is {'another' if version < len(stood) else 'gone'}: {steps}"
            for version, steps in self.seen.items()
            if version >= len(stood) or stood[version] != steps
        ]
        if self.plays_itself:
            return faults if record.is_over else [*faults, "it was acknowledged before it was over"]
        more = record.lines[self.version :]
        if more and (self.asked is None or not self.asked.explains(more)):
            faults.append(f"after version {self.version} nobody asked for {more}, but for {self.asked}")
        return faults


def standing(lines: Sequence[RecordLine]) -> list[Steps]:
    """The steps that stand before the first line and after each."""
    stood: list[Steps] = [()]
    for line in lines:
        steps = stood[-1]
        if isinstance(line, StepLine):
            steps = (*steps, (line.seat, line.play))
        elif isinstance(line, UndoLine):
            steps = steps[: line.back_to]
        stood.append(steps)
    return stood


class Player:
    """Plays one game after the other, rolls, takes back, and lets computers play."""

    def __init__(self, address: str, chance: random.Random) -> None:
        self.address = address
        self.chance = chance
        self.game: Game | None = None
        self.finished: list[Game] = []
        self.faults: list[str] = []
        self.acknowledged = self.heard = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a step is in flight."""
        return self.game is not None and self.game.asked is not None

    async def play(self, port: int) -> None:
        """Play one game after the other until the server is Gone."""
        wire = Wire(port, self.address)
        try:
            while not self.faults:
                if self.game is None:
                    self.game = await self.opened(wire)
                    continue
                watching = asyncio.create_task(self.watch(self.game, port))
                try:
                    await self.play_on(self.game, wire)
                finally:
                    await ended(watching)
                self.finished.append(self.game)
                self.game = None
        finally:
            wire.close()

    async def finish(self, port: int) -> Game | None:
        """Play the game that is on the table to its end; None: there is none."""
        wire = Wire(port, self.address)
        try:
            if self.game is not None:
                await self.play_on(self.game, wire)
        finally:
            wire.close()
        return self.game

    async def opened(self, wire: Wire) -> Game | None:
        """A new table, for the person or for a computer player."""
        dice = OWN_DICE if self.chance.random() < ROLLS_HERSELF else TABLE_DICE
        seat = "book" if dice == TABLE_DICE and self.chance.random() < LEFT_TO_COMPUTERS else "me"
        options = {"mode": self.chance.choice(["easy", "normal", "hard", "scouts", 12])}
        opened = await wire.ask(
            "/api/tables", body={"game": "siege", "options": options, "seats": [seat], "dice": dice}
        )
        if not self.is_good(opened):
            return None
        told = opened.data
        return Game(told["id"], told["key"] or told["watch"], plays_itself=seat == "book")

    async def play_on(self, game: Game, wire: Wire) -> None:
        """Step by step until the game is over and nothing is taken back."""
        if game.view is None:
            seen = await wire.ask("/api/table", game.key)
            if self.is_good(seen):
                game.see(seen.data)
        while game.view is not None and not self.faults:
            game.asked = self.choice(game.view)
            if game.asked is None:
                return
            answer = await wire.ask(game.asked.path, game.key, game.asked.body)
            game.asked = None
            if self.is_good(answer):
                game.see(answer.data)

    def choice(self, view: dict[str, Any]) -> Asked | None:
        """What to do next; None: nothing, the game is over."""
        at, turn = view["version"], view["turn"]
        if view["undo"]["possible"] and self.chance.random() < UNDOES:
            return Asked("undo", at)
        if turn == OVER:
            return None
        if turn != CHANCE:
            return Asked("moves", at, self.chance.choice(view["moves"])["text"])
        if view["dice"] == OWN_DICE:
            return Asked("moves", at, f"roll {self.chance.randint(1, FACES)}")
        return Asked("roll", at)

    async def watch(self, game: Game, port: int) -> None:
        """Look at the game through a socket, as long as there is a server."""
        address = f"ws://127.0.0.1:{port}/api/watch"
        try:
            async with connect(address, local_addr=(self.address, 0), proxy=None) as socket:
                await socket.send(json.dumps({"key": game.key}))
                async for message in socket:
                    game.hear(json.loads(message)["view"])
                    self.heard += 1
        except (OSError, EOFError, WebSocketException):
            return

    def is_good(self, answer: Answer) -> bool:
        if answer.fault:
            self.faults.append(f"an answer in play: {answer.fault}")
            return False
        self.acknowledged += 1
        return True


async def ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
