"""Measure the bytes on the wire for one step of each game, as the page of a table sends its requests.

A person plays against the computer, and a second page watches. A step is all that follows from one decision or roll:
the questions that the page asks about a move (its marks and its odds), the answer to the move, the message on the
socket, and what the page of the spectator requests afterwards. Bodies count as they are sent, compressed. Dice are
scripted, so that the figures do not change.
"""

from __future__ import annotations

import gzip
import http.client
import json
import random
import re
import statistics
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from ..measure import benchmark_parser
from .server import Server

STEPS, QUICK_STEPS = 60, 3
LIMIT = 20_000
"""Bytes: a usual step must need fewer."""
SEATS = {"siege": ["me"], "towers": ["me", "book"], "skirmish": ["me"], "civilwar": ["me", "book"]}
PATIENCE = 120.0


@dataclass
class Wire:
    """Requests over HTTP, and the bytes of their bodies as they were sent."""

    address: str
    received: int = 0
    unpacked: int = 0

    def send(self, path: str, key: str | None = None, body: Any = None, have: str | None = None) -> Any:
        """Send a GET, or a POST if there is a body, and return the answer."""
        headers = {"Accept-Encoding": "gzip", "Content-Type": "application/json"}
        if key is not None:
            headers["Authorization"] = f"Bearer {key}"
        if have is not None:
            headers["Have-View"] = have
        content = None if body is None else json.dumps(body)
        connection = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        connection.request("GET" if body is None else "POST", path, content, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        self.received += len(data)
        if response.headers.get("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        self.unpacked += len(data)
        if response.status >= 400:
            raise RuntimeError(f"{path}: {data.decode()}")
        is_json = response.headers.get_content_type() == "application/json"
        return json.loads(data) if is_json else data.decode()


def apply_patch(text: str, parts: list[str | list[int]]) -> str:
    """Apply a patch as the page does."""
    pieces = re.split(r"(?=[{<])", text)[1:]
    return "".join(part if isinstance(part, str) else "".join(pieces[part[0] : sum(part)]) for part in parts)


@dataclass
class Page:
    """The page of a table, and the view that it has."""

    wire: Wire
    key: str
    text: str = ""
    view: dict[str, Any] = field(default_factory=dict)

    def request(self, path: str = "/api/table", body: Any = None) -> None:
        """Send a request that is answered by a view, or by a patch of the one that the page has."""
        answer = self.wire.send(path, self.key, body, self.view.get("tag"))
        if "patch" in answer:
            self.text = apply_patch(self.text, answer["patch"])
        else:
            self.text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        self.view = json.loads(self.text)

    def catch_up(self, socket: ClientConnection) -> None:
        """Read what the socket says up to the version of the view, and request each view that the page has not."""
        told = {"version": -1}
        while told["version"] < self.view["version"]:
            message = socket.recv(PATIENCE)
            self.wire.received += len(message)
            told = json.loads(message)
            if told["tag"] != self.view["tag"]:
                self.request()

    def ask_about(self, move: Mapping[str, Any]) -> None:
        """Ask what the page asks while a player selects a move: for marks on a map, and for the odds."""
        if "able" in self.view["board"] and move["choices"]:
            self.wire.send("/api/table/marks", self.key, {"clicks": move["choices"][0]["ids"][:1]})
        self.wire.send("/api/table/odds", self.key, {"play": move["text"]})

    def take_step(self, rng: random.Random, *, asks: bool) -> None:
        """Roll, or play a random move; with `asks`, ask about it first."""
        at = self.view["version"]
        if self.view["may_roll"]:
            self.request("/api/table/moves", {"play": f"roll {rng.randint(1, 6)}", "at": at})
            return
        move = rng.choice(self.view["moves"])
        if asks:
            self.ask_about(move)
        self.request("/api/table/moves", {"play": move["text"], "at": at})


@dataclass(frozen=True)
class StepBytes:
    """Bytes of one step: on the wire to the player and to the spectator, and unpacked to the player."""

    player: int
    unpacked: int
    spectator: int


def measure_steps(address: str, game: str, seats: list[str], steps: int, *, asks: bool = True) -> list[StepBytes]:
    """Play so many steps of a game on the server at this address, or fewer if it ends."""
    wires = [Wire(address), Wire(address)]
    opened = wires[0].send("/api/tables", body={"game": game, "seats": seats, "dice": "mine"})
    player, spectator = Page(wires[0], opened["key"]), Page(wires[1], opened["watch"])
    with connect(f"ws://{address}/api/watch", proxy=None, compression=None) as socket:
        socket.send(json.dumps({"key": player.key, "views": False}))
        for page in (player, spectator):
            page.request()
        player.catch_up(socket)
        rng = random.Random(1)
        figures: list[StepBytes] = []
        while len(figures) < steps and player.view["outcome"] is None:
            for wire in wires:
                wire.received = wire.unpacked = 0
            player.take_step(rng, asks=asks)
            player.catch_up(socket)
            spectator.request()
            figures.append(StepBytes(wires[0].received, wires[0].unpacked, wires[1].received))
        return figures


def measure_page(address: str, path: str = "/") -> int:
    """Return the bytes of a page with all that it loads: styles, modules, and for the lobby the games and pictures."""
    wire = Wire(address)
    wanted, seen = [path, "/api/games"], set()
    while wanted:
        address_of_part = wanted.pop()
        if address_of_part in seen:
            continue
        seen.add(address_of_part)
        answer = wire.send(address_of_part)
        if isinstance(answer, str):
            found = re.findall(r'(?:src|href)="(/static/[^"#]+)"', answer) + [
                resolve_module(address_of_part, name) for name in re.findall(r'from "(\.[^"]+)"', answer)
            ]
            wanted += found
        else:
            wanted += [game["picture"] for game in answer["games"] if game["picture"].startswith("/")]
    return wire.received


def resolve_module(importer: str, name: str) -> str:
    """Return the address of an imported module."""
    parts = importer.split("/")[:-1]
    for part in name.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def describe(game: str, figures: list[StepBytes]) -> str:
    columns = [[getattr(figure, name) for figure in figures] for name in ("player", "spectator", "unpacked")]
    cells = [f"{statistics.median(column):>10,.0f} {max(column):>10,}" for column in columns]
    return f"{game:<10} {len(figures):>5} {' '.join(cells)}"


def main() -> int:
    parser = benchmark_parser("web.step_bytes", __doc__)
    parser.add_argument("--steps", type=int, help=f"of each game (default: {STEPS})")
    args = parser.parse_args()
    steps = args.steps or (QUICK_STEPS if args.quick else STEPS)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/games.sqlite", Path(folder) / "server.log", prepare=False)
        address = f"127.0.0.1:{server.port}"
        try:
            figures = {game: measure_steps(address, game, seats, steps) for game, seats in SEATS.items()}
            lobby = measure_page(address)
        finally:
            server.stop()
    print("Bytes of a step: of the player and of a spectator on the wire, of the player unpacked (median, most)")
    print(f"{'game':<10} {'steps':>5} {'player':>21} {'spectator':>21} {'unpacked':>21}")
    for game, measured in figures.items():
        print(describe(game, measured))
    print(f"The lobby with all that it loads: {lobby:,} bytes")
    heavy = [game for game, measured in figures.items() if statistics.median(one.player for one in measured) >= LIMIT]
    if heavy:
        print(f"FAILED: a usual step of {', '.join(heavy)} needs {LIMIT:,} bytes or more")
    return int(bool(heavy))


if __name__ == "__main__":
    sys.exit(main())
