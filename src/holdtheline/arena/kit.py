"""Run a Python bot in its own process, from the hello to the end of the game.

Its functions are called inside the jail by their dotted names (`RUN_ENTRY`, `PREPARE_ENTRY`, `warm_up_entry`)."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import traceback
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from ..core.bots.bot_api import KitBot
from ..core.bots.faults import SECONDS_FOR_TEXT, BotFault, fault_kind, fault_text
from ..core.bots.time_limit import time_limit
from ..core.catalog import games, load
from ..core.game import Game
from ..core.kernel import compiler
from ..core.kernel.cache import PACKAGE_FOLDER
from .bot_store import find_kernel_folder
from .jail.limits import CHUNK_BYTES
from .jail.sandbox import BOT_SOCKET
from .move_bot import bot_api_of
from .python_bot import load_bot_class, seed_generators
from .submission import BadBot, Submission

QUESTION_PREFIX = b'{"ask":"'
QUESTION_PATTERN = re.compile(rb'\{"ask":"(\w+)","id":"(\w+)","bytes":(\d+)\}')


class RefereeConnection:
    """The bot's end of the connection."""

    def __init__(self, handle: int = BOT_SOCKET) -> None:
        self._socket = socket.socket(fileno=handle)
        self._socket.setblocking(True)
        self._read = b""

    def receive(self) -> dict[str, Any]:
        """Receive the next message."""
        while (end := self._read.find(b"\n")) < 0:
            self._receive()
        line, self._read = self._read[:end], self._read[end + 1 :]
        message: dict[str, Any] = json.loads(line)
        return message

    def receive_question(self) -> tuple[str, str, bytes] | None:
        """Receive the next question, its id and the bytes after it, or None when the game is over."""
        while True:
            while (end := self._read.find(b"\n")) < 0:
                self._receive()
            if not self._read.startswith(QUESTION_PREFIX):  # questions have a fixed form that is fast to parse
                if "end" in self.receive():
                    return None
                continue
            kind, identity, size = QUESTION_PATTERN.fullmatch(self._read, 0, end).groups()  # type: ignore[union-attr]
            total = end + 1 + int(size)
            while len(self._read) < total:
                self._receive()
            changes, self._read = self._read[end + 1 : total], self._read[total:]
            return kind.decode(), identity.decode(), changes

    def _receive(self) -> None:
        data = self._socket.recv(CHUNK_BYTES)
        if not data:
            raise SystemExit(0)  # the referee has closed the connection
        self._read = self._read + data if self._read else data

    def send(self, message: dict[str, Any]) -> None:
        self.send_line(json.dumps(message, separators=(",", ":")))

    def send_line(self, line: str) -> None:
        self._socket.sendall(line.encode() + b"\n")


RUN_ENTRY = f"{__name__}:run"
PREPARE_ENTRY = f"{__name__}:prepare"
WARM_UP_PREFIX = "warm_up_"


def warm_up_entry(game: str) -> str:
    """Return the entry by which a zygote loads this game before bots are forked from it."""
    return f"{__name__}:{WARM_UP_PREFIX}{game}"


def __getattr__(name: str) -> Any:
    """Return a function for each game, because a zygote calls functions without arguments."""
    game = name.removeprefix(WARM_UP_PREFIX)
    if game == name or game not in games():
        raise AttributeError(name)
    return partial(warm_up, game)


def warm_up(name: str) -> None:
    """Load the compiled rules of a game, and run what every bot needs."""
    from ..players.precompile import use_every_kernel

    game = load(name)
    use_every_kernel(game)
    bot_api_of(game.definition).warm_up(game)


def run(submission: Submission) -> None:
    """Play one game."""
    connection = RefereeConnection()
    compiler.use_cache_folder(find_kernel_folder(submission))
    bot = load_bot(connection, submission)
    if bot is None:
        raise SystemExit(1)
    connection.send({"ready": True, "form": "words", **bot.ready()})
    while (question := connection.receive_question()) is not None:
        try:
            connection.send_line(bot.answer(*question))
        except BaseException as error:  # in training the game continues
            is_out_of_memory = describe_fault(error)[1] == "memory"
            report_fault(connection, error, identity="" if is_out_of_memory else question[1])
            if is_out_of_memory:
                raise SystemExit(1) from error


def prepare(submission: Submission) -> None:
    """Load a bot once, to compile its kernels before it plays, into the only folder that it may write to."""
    connection = RefereeConnection()
    compiler.use_cache_folder(Path(os.environ["HTL_CACHE"]))
    bot = load_bot(connection, submission)
    if bot is not None:
        connection.send({"ready": True, **bot.ready()})


def load_bot(connection: RefereeConnection, submission: Submission) -> KitBot | None:
    """Return the bot, or None after reporting to the referee what is wrong."""
    hello = connection.receive()
    seed_generators(hello["seed"])
    try:
        return make_bot(load(hello["game"], **hello["options"]), submission)
    except BaseException as error:  # noqa: BLE001 - whatever a bot's own code does
        report_fault(connection, error, kind="load")
        return None


def make_bot(game: Game, submission: Submission) -> KitBot:
    sys.path.append(str(submission.folder))  # last, so that a bot's json.py does not shadow the standard library
    api = bot_api_of(game.definition)
    return api.make_kit_bot(game, load_bot_class(api, submission.folder / submission.main, submission.main))


def report_fault(connection: RefereeConnection, error: BaseException, kind: str = "", identity: str = "") -> None:
    """Print the traceback to the log and send the referee one sentence; with an id the bot keeps playing."""
    reason, found_kind = describe_fault(error)
    print_traceback(error)
    continuation = {"id": identity, "continues": True} if identity else {}
    connection.send({"fault": reason, "kind": kind or found_kind, **continuation})


def print_traceback(error: BaseException) -> None:
    """Print the traceback within a time limit, because an error may run the bot's code."""
    try:
        with time_limit(SECONDS_FOR_TEXT):
            raised = error.__cause__ or error
            traceback.print_exception(raised.with_traceback(trim_traceback(raised.__traceback__)))
    except BaseException:  # noqa: BLE001
        print("the error could not be printed", file=sys.stderr)


def trim_traceback(frames: TracebackType | None) -> TracebackType | None:
    """Drop the frames before the bot's first one; keep all if there is none."""
    first = frames
    while first is not None and first.tb_frame.f_code.co_filename.startswith(str(PACKAGE_FOLDER)):
        first = first.tb_next
    return first or frames


def describe_fault(error: BaseException) -> tuple[str, str]:
    if isinstance(error, BotFault):
        return error.reason, error.kind
    if isinstance(error, BadBot):
        return str(error), "load"
    return fault_text("the bot", 0, error), fault_kind(error)
