"""A server for tests, in this process or a real one, and seats that play at its tables."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

from holdtheline.core.catalog import EXTRA_GAMES
from holdtheline.web.app import make_app
from holdtheline.web.db.database import Database
from holdtheline.web.db.keys import new_key
from holdtheline.web.http.errors import STATUS, ErrorBody
from holdtheline.web.http.limits import Rate, RequestLimits
from holdtheline.web.invitations.models import Invitation
from holdtheline.web.tables import models
from holdtheline.web.tables.registry import MAX_IDLE_TABLES, TableRegistry
from holdtheline.web.workers.pool import WorkerPool
from holdtheline.web.workers.worker import ThreadWorker

from ..definition.toy_game import GAME as TOY

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that httpx will have another name
    from starlette.testclient import TestClient as TestClient

NEVER_BUSY = Rate(1e6, 1_000_000)
LOOSE = RequestLimits(
    requests=NEVER_BUSY,
    creating=NEVER_BUSY,
    whole_games=NEVER_BUSY,
    records=NEVER_BUSY,
    handins=NEVER_BUSY,
    wrong_keys=NEVER_BUSY,
    open_requests=1_000_000,
    loop_share=NEVER_BUSY,
)
PATIENCE = 120.0  # seconds, on a machine that does much else; nothing waits so long where all is well
CHANCE, OVER = -1, -2


# Answers


def shaped(model: type[BaseModel], answer: httpx.Response, status: int = 200) -> dict[str, Any]:
    """Check that an answer has exactly the fields of this model, and return its body."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body: dict[str, Any] = answer.json()
    assert model.model_validate_json(answer.content, strict=True).model_dump(mode="json", by_alias=True) == body
    return body


def refused(answer: httpx.Response, code: str, status: int | None = None) -> str:
    """Check the shape of a refusal and return its sentence."""
    error = shaped(ErrorBody, answer, STATUS[code] if status is None else status)["error"]  # type: ignore[index]
    assert error["code"] == code, answer.text
    sentence: str = error["sentence"]
    assert sentence[0] == sentence[0].upper()
    assert sentence[-1] in ".!?"
    assert sentence.isprintable()
    assert len(sentence) <= 501
    assert not any(word in answer.text for word in ("Traceback", 'File "', "sqlalchemy", "pydantic"))
    return sentence


# Clients


@dataclass(frozen=True)
class Seat:
    """A client with a key, or without one."""

    client: httpx.Client
    key: str | None = None

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key is not None else {}
        return self.client.request(method, f"/api{path}", headers=headers | more.pop("headers", {}), **more)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path, json=body)

    @property
    def view(self) -> dict[str, Any]:
        return shaped(models.TableView, self.ask("GET", "/table"))

    @property
    def version(self) -> int:
        version: int = self.view["version"]
        return version

    def act(self, what: str, at: int | None = None, **body: Any) -> httpx.Response:
        return self.post(f"/table/{what}", at=self.version if at is None else at, **body)

    def plays(self, play: str | int, at: int | None = None) -> dict[str, Any]:
        return shaped(models.TableView, self.act("moves", at, play=play))

    def rolls(self, at: int | None = None) -> dict[str, Any]:
        return shaped(models.TableView, self.act("roll", at))

    def takes_back(self, at: int | None = None) -> dict[str, Any]:
        return shaped(models.TableView, self.act("undo", at))

    def is_called(self, name: str) -> dict[str, Any]:
        return shaped(models.TableView, self.post("/table/name", name=name))

    def shares(self) -> Seat:
        return replace(self, key=shaped(models.SharedKey, self.post("/table/share"))["key"])

    def goes_on(self, view: dict[str, Any] | None = None) -> dict[str, Any]:
        """Play the first legal move, or roll."""
        view = view or self.view
        if view["may_roll"]:
            return self.rolls(view["version"])
        return self.plays(view["moves"][0]["text"], view["version"])

    def plays_to_the_end(self) -> dict[str, Any]:
        view = self.view
        while view["outcome"] is None:
            view = self.goes_on(view)
        return view

    @property
    def record(self) -> str:
        answer = self.ask("GET", "/table/record")
        assert answer.status_code == 200, answer.text
        return answer.text

    @property
    def replay(self) -> dict[str, Any]:
        return shaped(models.Replay, self.ask("GET", "/replay"))

    def frame(self, step: int, **query: str) -> dict[str, Any]:
        return shaped(models.ReplayFrame, self.ask("GET", f"/replay/{step}", params=query))

    def sends(self, record: str | bytes) -> httpx.Response:
        return self.ask("POST", "/records", content=record)


@dataclass(frozen=True)
class Opening:
    """A game that was just started, and the keys in the answer."""

    client: httpx.Client
    answer: dict[str, Any]
    friends: list[Seat]

    @classmethod
    def of(cls, client: httpx.Client, answer: dict[str, Any]) -> Opening:
        """Let friends take their seats."""
        return cls(client, answer, [claimed(client, friend["invitation"]) for friend in answer["friends"]])

    @property
    def me(self) -> Seat:
        return Seat(self.client, self.answer["key"])

    @property
    def friend(self) -> Seat:
        (friend,) = self.friends
        return friend

    @property
    def watcher(self) -> Seat:
        return Seat(self.client, self.answer["watch"])


def without_ids(text: str, opening: Opening) -> str:
    """Return the text of an answer without the id of the game, the times of claims, and the tags made of both."""
    text = re.sub(r'"claimed":"[^"]*"', '"claimed":"TIME"', text.replace(opening.answer["id"], "ID"))
    return re.sub(r'(tag|since)(\\?":\\?")[0-9a-f]+', r"\1\2TAG", text)


def bytes_sent(seat: Seat, opening: Opening, asked: Iterable[tuple[str, str, Any]]) -> dict[str, str]:
    """Return the text of the answer to each request, without ids and times of claims, which always differ."""
    answers: dict[str, str] = {}
    for method, path, body in asked:
        answer = seat.ask(method, path, json=body)
        text = without_ids(answer.text, opening)
        if path == "/mine":
            text, body = text.split('"played"')[0], None
        answers[f"{method} {path} {body}"] = f"{answer.status_code} {text}"
    return answers


def opened(client: httpx.Client, *seats: str, **more: Any) -> Opening:
    """Start a game, by default siege; friends take their seats."""
    asked = {"game": "siege", "seats": list(seats), **more}
    answer = shaped(models.OpenedTable, Seat(client).post("/tables", **asked), 201)
    return Opening.of(client, answer)


def claimed(client: httpx.Client, invitation: str, name: str = "") -> Seat:
    """Exchange an invitation for a key."""
    key = new_key()
    shaped(Invitation, Seat(client, invitation).post("/invitation/claim", key=key, name=name))
    return Seat(client, key)


def me_at(client: httpx.Client, **more: Any) -> Seat:
    return opened(client, "me", **more).me


def me_with_a_choice(client: httpx.Client) -> Seat:
    """Start siege and play to the end of the first wave, where several moves are legal."""
    me = me_at(client, dice="mine")
    for play in ("reinforce 0 0 0", "roll 3", "roll 4", "roll 5", "arrange 6 6 6"):
        me.plays(play)
    return me


# A server in this process


def tables_over(storage: Database, max_idle: int = MAX_IDLE_TABLES) -> TableRegistry:
    return TableRegistry(storage, WorkerPool(ThreadWorker), max_idle)


def app_over(
    url: str, limits: RequestLimits = LOOSE, max_idle: int = MAX_IDLE_TABLES, with_lab: bool = True
) -> FastAPI:
    storage = Database(url)
    return make_app(storage, limits, workers=WorkerPool(ThreadWorker), max_idle=max_idle, with_lab=with_lab)


@contextmanager
def served_at(url: str, **more: Any) -> Iterator[TestClient]:
    """Serve this database in this process until the block ends."""
    with TestClient(app_over(url, **more), raise_server_exceptions=False) as client:
        yield client


@contextmanager
def listening(app: Any, *, buffer: int | None = None, lifespan: Literal["on", "off"] = "on") -> Iterator[str]:
    """Serve the app at a real port, for real sockets, and yield the address without its scheme."""
    with socket.socket() as listener:
        if buffer is not None:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        config = uvicorn.Config(app, log_level="critical", lifespan=lifespan, timeout_graceful_shutdown=2)
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            assert thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Return a client of one server for all tests of a file. Each test opens its own tables."""
    with served_at(f"sqlite:///{tmp_path_factory.mktemp('web')}/web.sqlite") as client:
        yield client


@pytest.fixture
def toy() -> Iterator[str]:
    """Return the name of a game with secrets and two seats, which the server knows until the test ends."""
    EXTRA_GAMES[TOY.name] = TOY
    yield TOY.name
    del EXTRA_GAMES[TOY.name]


# A server in its own process


def free_port() -> str:
    """Return a port below those that the system gives to clients, so that it is still free after a restart."""
    for port in random.sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return str(port)
    raise AssertionError("no port is free")


class Server:
    """Run `htl serve` as a process and keep its output in files."""

    def __init__(self, folder: Path, *words: str, **environment: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        surroundings = {name: value for name, value in os.environ.items() if name != "HTL_DATABASE_URL"}
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "holdtheline", "serve", "--no-open", *(words or ("--port", "0"))],
                env=surroundings | {"HTL_HOME": str(folder / "home"), **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
            )

    @property
    def _out(self) -> Path:
        return self.folder / "out"

    @property
    def _err(self) -> Path:
        return self.folder / "err"

    @property
    def output(self) -> str:
        return self._out.read_text()

    @property
    def error_output(self) -> str:
        return self._err.read_text()

    @property
    def link(self) -> str:
        """Wait until the server prints its address, and return it."""
        until = time.monotonic() + PATIENCE
        while not self.output.endswith("\n"):
            assert self.process.poll() is None, self.error_output
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.02)
        return next(word for word in self.output.split() if word.startswith("http"))

    @property
    def address(self) -> str:
        return self.link.removeprefix("http://").rstrip("/")

    def wait(self) -> int:
        return self.process.wait(PATIENCE)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        return self.wait()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@contextmanager
def visitor(link: str, source: str = "127.0.0.1") -> Iterator[httpx.Client]:
    """Return a client that connects from this address."""
    with httpx.Client(base_url=link, transport=httpx.HTTPTransport(local_address=source), timeout=PATIENCE) as client:
        yield client


def lines_of(record: str) -> list[Any]:
    return [json.loads(line) for line in record.splitlines()]
