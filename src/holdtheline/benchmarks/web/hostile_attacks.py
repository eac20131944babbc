"""The attacks of `hostile_clients`: one address that sends what costs the server most, as fast as it can.

`hostile_clients` runs this module in a process of its own, so that the attacker does not slow down its measurements.
It attacks until its input closes, and then prints how many requests were answered and refused.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from ...core.catalog import load
from ...core.game_record.lines import OWN_DICE, UndoLine, format_line, make_header, make_step_line, short_digest
from .server import Connection, Response, ServerGone

CONNECTIONS = 20
"""Connections of the attacker; each sends its next request as soon as it has a response."""
OPEN_SOCKETS = 80
UPLOADED_STEPS = 2_900
"""Steps of an uploaded record, each of which is undone: the record has nearly as many lines as are allowed."""
REFUSED = 429
CIVILWAR = {"game": "civilwar", "seats": ["me", "me"]}
SKIRMISH = {"game": "skirmish", "seats": ["me"]}


class Attacker:
    """One connection of the attacker."""

    def __init__(self, port: int, address: str, counts: Counter[str]) -> None:
        self.port = port
        self.address = address
        self.counts = counts
        self.connection = Connection(port, address)

    async def send(self, path: str, key: str | None = None, body: Any = None) -> Response:
        response = await self.connection.request(path, key, body)
        outcome = "refused" if response.status == REFUSED else "failed" if response.status >= 500 else "answered"
        self.counts[outcome] += 1
        return response

    async def insist(self, path: str, key: str | None = None, body: Any = None) -> Any:
        """Send a request again until it is answered."""
        while (response := await self.send(path, key, body)).status == REFUSED:
            await asyncio.sleep(1)
        if response.fault:
            raise RuntimeError(response.fault)
        return response.data

    async def open(self, **table: Any) -> str:
        """Open a table and return a key: of the person, if there is one."""
        opened = await self.insist("/api/tables", body=table)
        return str(opened["key"] or opened["watch"])

    async def open_decision(self, **table: Any) -> tuple[str, dict[str, Any]]:
        """Open a table and roll until there is a move to choose; return the key and the view."""
        key = await self.open(**table)
        view = await self.insist("/api/table", key)
        while not view["may_act"]:
            view = await self.insist("/api/table/roll", key, {"at": view["version"]})
        return key, view

    # The attacks

    async def computer_tables(self) -> None:
        """Let computer players play whole games, and search against a person."""
        games = ({"game": "civilwar", "seats": ["book", "hard"]}, {"game": "towers", "seats": ["planner", "planner"]})
        for number in count():
            await self.send("/api/tables", body=games[number % 2])

    async def coach(self) -> None:
        """Ask for hints, about a new position every few questions."""
        key, view = await self.open_decision(**CIVILWAR)
        for number in count(1):
            response = await self.send("/api/table/coach", key, {})
            if number % 5 == 0 and view["moves"]:
                play = view["moves"][number % len(view["moves"])]["code"]
                response = await self.send("/api/table/moves", key, {"play": play, "at": view["version"]})
                view = view if response.fault else response.data
            if not view["moves"] and not (response := await self.send("/api/table", key)).fault:
                view = response.data
            if view["may_roll"]:
                response = await self.send("/api/table/roll", key, {"at": view["version"]})
                view = view if response.fault else response.data

    async def review(self) -> None:
        """Ask for reviews and replays of long games."""
        key = await self.open(game="civilwar", seats=["book", "hard"])
        steps = len((await self.insist("/api/replay", key))["steps"])
        for number in count():
            await self.send("/api/review", key, {"seat": number % 2})
            await self.send("/api/replay", key)
            await self.send(f"/api/replay/{number % steps}", key)

    async def uploads(self) -> None:
        """Upload long records, and look at them."""
        record = long_record()
        while True:
            response = await self.send("/api/records", body=record)
            if not response.fault:
                await self.send("/api/table", response.data["key"])
                await self.send("/api/replay", response.data["key"])

    async def sockets(self) -> None:
        """Watch a table through many sockets, play at it, and open and close more sockets."""
        key, view = await self.open_decision(**CIVILWAR)
        held = [asyncio.create_task(self.hold_socket(key)) for _ in range(OPEN_SOCKETS // CONNECTIONS)]
        try:
            for number in count(1):
                await self.try_socket(key)
                if view["moves"]:
                    play = view["moves"][number % len(view["moves"])]["code"]
                    await self.send("/api/table/moves", key, {"play": play, "at": view["version"]})
                response = await self.send("/api/table/undo", key, {"at": view["version"] + 1})
                view = view if response.fault else response.data
        finally:
            for task in held:
                task.cancel()

    async def hold_socket(self, key: str) -> None:
        while True:
            try:
                async with connect(self.socket_url, local_addr=(self.address, 0), proxy=None, max_size=None) as socket:
                    await socket.send(json.dumps({"key": key}))
                    async for _ in socket:
                        self.counts["messages"] += 1
            except (OSError, WebSocketException):
                await asyncio.sleep(0.1)

    async def try_socket(self, key: str) -> None:
        try:
            async with connect(self.socket_url, local_addr=(self.address, 0), proxy=None, max_size=None) as socket:
                await socket.send(json.dumps({"key": key}))
                is_view = str(await socket.recv()).startswith('{"view"')
                self.counts["answered" if is_view else "refused"] += 1
        except (OSError, WebSocketException):
            self.counts["refused"] += 1

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/api/watch"

    async def previews(self) -> None:
        """Ask where pieces can go, and drag figures about."""
        battle, view = await self.open_decision(**CIVILWAR)
        pieces = [spot["id"] for spot in view["spots"] if spot["id"].startswith("piece")]
        skirmish, _ = await self.open_decision(**SKIRMISH)
        for number in count():
            await self.send("/api/table/marks", battle, {"clicks": [pieces[number % len(pieces)]]})
            place = [1 + number % 20, 1 + number // 20 % 20]
            await self.send("/api/table/try", skirmish, {"who": "f1", "to": place})


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "computer tables": Attacker.computer_tables,
    "coach": Attacker.coach,
    "review": Attacker.review,
    "uploads": Attacker.uploads,
    "sockets": Attacker.sockets,
    "previews": Attacker.previews,
}


def long_record() -> bytes:
    """Return a record of a battle in which the same move is played and undone again and again."""
    game = load("civilwar", plain=True)
    state = game.start()
    header = make_header(game, ["person", "person"], OWN_DICE)
    state.play(4)
    rolled = make_step_line(1, -1, "roll 4", state)
    move = state.legal_moves()[0]
    after = state.copy()
    after.play(move)
    played, undone = make_step_line(2, int(state.current_player), move.text, after), UndoLine(1, short_digest(state))
    repeated = f"{format_line(played)}{format_line(undone)}" * UPLOADED_STEPS
    return f"{format_line(header)}{format_line(rolled)}{repeated}".encode()


async def attack(kind: str, port: int, address: str) -> Counter[str]:
    """Attack until the input closes."""
    counts: Counter[str] = Counter()

    async def keep_attacking() -> None:
        attacker = Attacker(port, address, counts)
        while True:
            try:
                await ATTACKS[kind](attacker)
            except (ServerGone, OSError):
                counts["disconnected"] += 1
                await asyncio.sleep(0.1)

    tasks = [asyncio.create_task(keep_attacking()) for _ in range(CONNECTIONS)]
    closed = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([closed, *tasks], return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return counts


def run_attack() -> None:
    """Run the attack that the command line names, against this port and from this address."""
    kind, port, address = sys.argv[1:]
    print(json.dumps(asyncio.run(attack(kind, int(port), address))))
