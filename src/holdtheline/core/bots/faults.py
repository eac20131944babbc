"""Faults of bots: their classes, and one safe sentence for each.

Text that comes from a bot is limited in time and length: even `str()` of an object a bot made may fail or never
return.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import HtlError
from ..kernel.cache import PACKAGE_FOLDER
from .time_limit import TimeUp, time_limit

MAX_TEXT_LENGTH = 160
SECONDS_FOR_TEXT = 0.2


class BotFault(HtlError):
    """A bot broke the rules of the arena, and loses. `reason` is one sentence that names the bot."""

    def __init__(self, name: str, reason: str, kind: str = "crash") -> None:
        super().__init__(reason)
        self.name = name
        self.reason = reason
        self.kind = kind


class InvalidAction(Exception):
    """A unit AI returned something that is neither an action nor None."""


class BotFailure(Exception):
    """A bot in its own process did not answer as the protocol requires; the sentence calls the bot `it`."""

    def __init__(self, kind: str, sentence: str, *, is_final: bool = False) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.is_final = is_final
        """The bot cannot be asked again."""


class InvalidAnswer(BotFailure):
    """A bot's answer cannot be read."""

    def __init__(self, sentence: str) -> None:
        super().__init__("malformed", sentence)


class InvalidBot(Exception):
    """A bot returned something unusable. The message continues a sentence that begins with the bot's name."""


def fault_text(what: str, seconds: float, error: BaseException) -> str:
    """Describe what went wrong in `what`, whose limit was `seconds`."""
    if isinstance(error, TimeUp):
        return f"{what} took longer than {seconds:g} s"
    if isinstance(error, InvalidAction):
        return f"{what} returned {one_line(error)}; it must return an action or None"
    if isinstance(error, InvalidBot):
        return f"{what} {one_line(error)}"
    if isinstance(error, HtlError):
        return f"{what}: {one_line(error)}"
    return f"{what} raised {class_name(error)}: {one_line(error)}{_fault_location(error)}"


def fault_kind(error: BaseException) -> str:
    """Return the kind of fault as the protocol names it."""
    if isinstance(error, TimeUp):
        return "time"
    if isinstance(error, MemoryError):
        return "memory"
    return "malformed" if isinstance(error, InvalidAction | InvalidBot) else "crash"


def _fault_location(error: BaseException) -> str:
    """Return the line of the bot's own file in which the error was raised."""
    calls = [
        call
        for call in traceback.extract_tb(error.__traceback__)
        if not Path(call.filename).is_relative_to(PACKAGE_FOLDER) and not call.filename.startswith("<")
    ]
    return f" ({Path(calls[-1].filename).name}, line {calls[-1].lineno})" if calls else ""


def one_line(thing: object) -> str:
    """Return the text of an object on one line, shortened."""
    return safe_text(lambda: thing)


def safe_text(ask: Callable[[], object], otherwise: str = "?") -> str:
    """Return the text that a bot's code produces, in one line without control characters."""
    try:
        with time_limit(SECONDS_FOR_TEXT):
            text = " ".join(str(ask()).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - it is the bot's code
        return otherwise
    printable = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[:MAX_TEXT_LENGTH])
    return printable if len(text) <= MAX_TEXT_LENGTH else f"{printable}…"


_type_name: Any = vars(type)["__name__"]


def class_name(thing: object) -> str:
    """Return the name of an object's class, or of the class itself, whatever its metaclass claims."""
    kind = thing if issubclass(type(thing), type) else type(thing)
    return one_line(_type_name.__get__(kind))


def describe_type(thing: object) -> str:
    """Return `None`, `a dict`, `an int`."""
    name = class_name(thing)
    return "None" if thing is None else f"an {name}" if name[0] in "aeiou" else f"a {name}"
