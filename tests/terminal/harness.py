"""A table, a screen without a terminal, and what can be read on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from textual import events
from textual.pilot import Pilot

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.errors import NotSaved
from holdtheline.core.game import Game, State
from holdtheline.table.session import Table
from holdtheline.terminal.screens.app import TerminalApp
from holdtheline.terminal.screens.play import PlayScreen

from ..definition.variants import variant

WIDE, USUAL, SMALL = (120, 40), (80, 24), (40, 20)
SIZES = (WIDE, USUAL, SMALL)
AT_THE_SCOUTS = "lanes 6 6 6, backline 6, waves 3, enemy ? ? ?"
IN_THE_MIDDLE = "lanes 1 2 3, backline 4, waves 2"
CHARACTERS = {"space": " ", "slash": "/", "colon": ":", "question_mark": "?", "minus": "-"}


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def table_of(position: str = "", *, dice: str = "seeded", seed: int = 7, **options: object) -> Table:
    """Return a table in some position, without a record."""
    table = Table.open(load("siege", plain=True, **options), seed=seed, dice=dice)
    if position:
        table.state = table.game.position(position)
    return table


def game_with(**changed: Any) -> Game:
    """Return siege with a part of its definition replaced."""
    return Game(variant(definition_of("siege"), **changed), {}, plain=True)


UNSOLVED = game_with(name="unsolved", solver=None)
"""One for all tests: a search has its kernels by the name of the game."""


class FullDisk:
    """A recorder that takes nothing until there is room."""

    path = None

    def __init__(self) -> None:
        self.has_room = False

    def write(self, *lines: object) -> None:
        if not self.has_room:
            raise NotSaved("the disk is full; the game stands as it was, nothing is lost")

    def close(self) -> None:
        pass


class Scene:
    """A person before a screen: presses, clicks, reads."""

    def __init__(self, app: TerminalApp, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def playing(self) -> PlayScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, PlayScreen)
        return screen

    @property
    def state(self) -> State:
        return self.playing.table.state

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else CHARACTERS.get(key)))
            await self.pilot._wait_for_screen()
            if any(worker.is_running for worker in self.app.workers):
                await self.app.workers.wait_for_complete()
        await self.rest()

    async def rest(self) -> None:
        """Wait until the screen shows all that was requested and does not change any more."""
        lines: list[str] = []
        while len(lines) < 3 or len(set(lines[-3:])) > 1:
            await asyncio.sleep(0.01)
            await self.pilot._wait_for_screen()
            lines.append(self.text)
            assert len(lines) < 1000, "the screen does not come to rest"

    async def type(self, text: str) -> None:
        """Type a line and press Enter."""
        await self.press(*("space" if letter == " " else letter for letter in text), "enter")

    async def click(self, selector: str, offset: tuple[int, int] = (1, 0)) -> None:
        await self.pilot.click(selector, offset=offset)
        await self.app.workers.wait_for_complete()
        await self.rest()

    async def until(self, happened: Callable[[], bool], seconds: float = 300) -> None:
        for _ in range(int(seconds / 0.02)):
            if happened():
                await self.pilot.pause()
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"it did not happen; the screen shows:\n{self.text}")

    @property
    def text(self) -> str:
        """Return the text of the screen, row by row."""
        return "\n".join(strip.text.rstrip() for strip in self.app.screen._compositor.render_strips())

    @property
    def flat(self) -> str:
        """Return the text in one line without frames, so that a wrapped sentence can be found."""
        return " ".join(self.text.replace("│", " ").split())

    def part(self, selector: str) -> str:
        """Return the text of one part of the table."""
        return " ".join(str(self.playing.query_one(selector).render()).split())


@asynccontextmanager
async def scene_at(table: Table, size: tuple[int, int] = USUAL, *, animated: bool = False) -> AsyncIterator[Scene]:
    app = TerminalApp(PlayScreen(table, animated=animated))
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        at = Scene(app, pilot)
        await at.rest()
        yield at
