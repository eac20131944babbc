"""From the hello to the end of a game, in the process of a bot in Python."""

from __future__ import annotations

import random
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np

from ...core import kernel
from ...core.catalog import load
from ...core.game import Game
from ...core.kernel import PACKAGE
from ...games.towers.bot import BotFault
from ...games.towers.faults import SECONDS_TO_SPEAK, kind_of, sentence
from ...games.towers.watching import watched
from ..jail.handin import BadBot, Handin
from .line import Line

ENTRY = f"{__name__}:run"
PREPARING = f"{__name__}:prepare"


class Bot(Protocol):
    """What a bot is asked, whatever it plays."""

    def ready(self) -> dict[str, Any]:
        """What the answer to the hello says beside `ready`."""

    def answer(self, ask: str, identity: str, changes: bytes) -> str:
        """The line that answers."""


def run(handin: Handin) -> None:
    """Play one game."""
    line = Line()
    kernel.keep_in(kernels_of(handin))
    bot = made(line, handin)
    if bot is None:
        raise SystemExit(1)
    line.say({"ready": True, "form": "words", **bot.ready()})
    while True:
        message = line.hear()
        if "end" in message:
            return
        if "ask" not in message:
            continue
        changes = line.hear_bytes(message["bytes"])
        try:
            line.say_line(bot.answer(message["ask"], message["id"], changes))
        except BaseException as error:  # in training it goes on
            is_hopeless = told_of(error)[1] == "memory"
            tell_fault(line, error, identity="" if is_hopeless else message["id"])
            if is_hopeless:
                raise SystemExit(1) from error


def prepare(handin: Handin) -> None:
    """Make a bot ready once, so that what has to be compiled for it is there when it plays."""
    line = Line()
    kernel.keep_in(kernels_of(handin))
    bot = made(line, handin)
    if bot is not None:
        line.say({"ready": True, **bot.ready()})


def kernels_of(handin: Handin) -> Path:
    """Where a bot's own kernels are kept."""
    return handin.folder.with_name(f"{handin.folder.name}.kernels")


def made(line: Line, handin: Handin) -> Bot | None:
    """The bot, or None: the referee was told what is wrong."""
    hello = line.hear()
    random.seed(hello["seed"])
    np.random.seed(hello["seed"] % 2**32)
    try:
        return bot_of(load(hello["game"], **hello["options"]), handin)
    except BaseException as error:  # noqa: BLE001 - whatever a bot's own code does
        tell_fault(line, error, kind="load")
        return None


def bot_of(game: Game, handin: Handin) -> Bot:
    sys.path.append(str(handin.folder))  # behind all others: a bot's json.py is not the one that we import
    file = handin.folder / handin.main
    if game.contract.together:
        from .commanding import CommandingBot

        return CommandingBot(game, file)
    from .choosing import ChoosingBot

    return ChoosingBot(game, file)


def tell_fault(line: Line, error: BaseException, kind: str = "", identity: str = "") -> None:
    """To the log all of it, to the referee one sentence; with an identity the bot goes on."""
    reason, told = told_of(error)
    spell_out(error)
    line.say(
        {"fault": reason, "kind": kind or told, **({"id": identity, "goes_on": True} if identity else {})}
    )


def spell_out(error: BaseException) -> None:
    """Even an error can have code of the bot's."""
    try:
        with watched(SECONDS_TO_SPEAK):
            raised = error.__cause__ or error
            traceback.print_exception(raised.with_traceback(of_the_bot(raised.__traceback__)))
    except BaseException:  # noqa: BLE001
        print("what went wrong could not be told", file=sys.stderr)


def of_the_bot(calls: TracebackType | None) -> TracebackType | None:
    """From the bot's first line on; all, if it has none there."""
    first = calls
    while first is not None and first.tb_frame.f_code.co_filename.startswith(str(PACKAGE)):
        first = first.tb_next
    return first or calls


def told_of(error: BaseException) -> tuple[str, str]:
    if isinstance(error, BotFault):
        return error.reason, error.kind
    if isinstance(error, BadBot):
        return str(error), "load"
    return sentence("the bot", 0, error), kind_of(error)
