"""What is said of a bot that does wrong (T8.2). Whatever a bot has made may fail even at being told."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...core.errors import HtlError
from ...core.kernel import PACKAGE
from .answers import NotAnAction
from .watching import TimeUp, watched

LONGEST = 160
SECONDS_TO_SPEAK = 0.2


class Unusable(Exception):
    """What a bot gave cannot be used. The words go on where the name of what gave it ends."""


def sentence(what: str, seconds: float, error: BaseException) -> str:
    """What went wrong in `what`, which had so many seconds."""
    if isinstance(error, TimeUp):
        return f"{what} took longer than {seconds:g} s"
    if isinstance(error, NotAnAction):
        return f"{what} returned {one_line(error)}; it must return an action or None"
    if isinstance(error, Unusable):
        return f"{what} {one_line(error)}"
    if isinstance(error, HtlError):
        return f"{what}: {one_line(error)}"
    return f"{what} raised {class_name(error)}: {one_line(error)}{_place_of(error)}"


def kind_of(error: BaseException) -> str:
    """What sort of fault it is."""
    if isinstance(error, TimeUp):
        return "time"
    if isinstance(error, MemoryError):
        return "memory"
    return "malformed" if isinstance(error, NotAnAction | Unusable) else "crash"


def _place_of(error: BaseException) -> str:
    """Where in the bot's own file it happened."""
    calls = [
        call
        for call in traceback.extract_tb(error.__traceback__)
        if not Path(call.filename).is_relative_to(PACKAGE) and not call.filename.startswith("<")
    ]
    return f" ({Path(calls[-1].filename).name}, line {calls[-1].lineno})" if calls else ""


# Words


def one_line(thing: object) -> str:
    """Its first words."""
    return spoken(lambda: thing)


def spoken(ask: Callable[[], object], otherwise: str = "?") -> str:
    """What the bot's own code says, in one line that does no harm to a terminal."""
    try:
        with watched(SECONDS_TO_SPEAK):
            text = " ".join(str(ask()).split())
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - it is the bot's code
        return otherwise
    shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in text[:LONGEST])
    return shown if len(text) <= LONGEST else f"{shown}…"


def name_of(ai: Any) -> str:
    if ai is None:
        return "unit AI"
    return spoken(lambda: getattr(ai, "__name__", f"{class_name(ai)}.act"), "unit AI")


_name_in: Any = vars(type)["__name__"]


def class_name(thing: object) -> str:
    """The name of its class, or its own if it is one; a metaclass has no say in it."""
    kind = thing if issubclass(type(thing), type) else type(thing)
    return one_line(_name_in.__get__(kind))


def a_thing(thing: object) -> str:
    name = class_name(thing)
    return "None" if thing is None else f"an {name}" if name[0] in "aeiou" else f"a {name}"
