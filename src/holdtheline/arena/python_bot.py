"""A bot written in Python: load its class from its file, and call it within its time.

The bot of a turn-based game is a class with `choose(self, state)`: `state` is a real state as the seat sees it,
which can be copied and played on. It returns a move, its text or its code."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from ..core.bots.faults import BotFault, class_name, fault_kind, fault_text, one_line
from ..core.bots.time_limit import TimeUp, can_interrupt, time_limit, with_time_check
from ..core.errors import IllegalMove
from ..core.game import State
from ..games.towers.bots.commander import Commander
from .submission import BadBot

COMMANDER_PREFIX = "Commander"
IMPORT_SECONDS = 20.0


def load_commander(path: Path) -> type[Commander]:
    """Return the commander class in a bot's file."""
    return find_bot_class(path, COMMANDER_PREFIX, lambda value: issubclass(value, Commander), f"({COMMANDER_PREFIX})")


def load_chooser(path: Path) -> type:
    """Return the class in a bot's file that chooses moves."""
    return find_bot_class(path, "Player", lambda value: callable(getattr(value, "choose", None)), "")


def find_bot_class(path: Path, prefix: str, is_bot: Callable[[type], bool], base: str) -> type[Any]:
    """Return the only bot class in a file whose name starts with the prefix."""
    classes = load_classes(path, is_bot)
    named = [found for found in classes if class_name(found).startswith(prefix)]
    if len(named) > 1:
        names = " and ".join(map(class_name, named))
        raise BadBot(f"{path} has the classes {names}; keep only one {prefix}")
    if not named and classes:
        wrong = class_name(classes[0])
        raise BadBot(f"{path}: rename the class {wrong} to {prefix}{wrong}")
    if not named:
        right = f"class {prefix}{to_camel_case(path.stem)}{base}"
        raise BadBot(f"{path} has no {prefix.lower()}: add a `{right}`{'' if base else ' with a method choose'}")
    return named[0]


def to_camel_case(stem: str) -> str:
    """Convert `ada_two` to `AdaTwo`."""
    return "".join(word.capitalize() for word in stem.split("_")) or "Ada"


def load_classes(path: Path, is_bot: Callable[[type], bool]) -> list[type[Any]]:
    """Run a file as a new module, never from a cache, and return its bot classes."""
    try:
        text = path.read_bytes()
    except FileNotFoundError as error:
        raise BadBot(f"there is no file {path}; create one with `htl new-bot GAME {path.stem}`") from error
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}") from error
    place = path.resolve()
    name = f"htl_bot_{blake2b(str(place).encode() + text, digest_size=6).hexdigest()}_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(place)
    sys.modules[name] = module  # dataclasses look up their own module
    try:
        code = compile(text, str(place), "exec", dont_inherit=True)
        return execute_in_time(code, module, is_bot)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.modules.pop(name, None)
        raise BadBot(f"{path}{describe_load_error(error, place)}") from error


def execute_in_time(code: CodeType, module: ModuleType, is_bot: Callable[[type], bool]) -> list[type[Any]]:
    """Run a module and return its bot classes, each once; looking at its values may also run its code."""
    with time_limit(IMPORT_SECONDS) as watch:
        exec(code, vars(module))
        classes = [
            value
            for value in list(vars(module).values())
            if isinstance(value, type) and is_bot(value) and value.__module__ == module.__name__
        ]
        distinct = list(dict.fromkeys(classes))
    if watch.late is not None:
        raise TimeUp
    return distinct


def describe_load_error(error: BaseException, place: Path) -> str:
    if isinstance(error, TimeUp):
        return f": reading it took longer than {IMPORT_SECONDS:g} s"
    if isinstance(error, SyntaxError) and error.filename == str(place):
        return f", line {error.lineno}: {error.msg}"
    lines = [call.lineno for call in traceback.extract_tb(error.__traceback__) if call.filename == str(place)]
    where = f", line {lines[-1]}" if lines else ""
    return f"{where}: reading it raised {class_name(error)}: {one_line(error)}"


def seed_generators(seed: int) -> None:
    """Seed the global generators of Python and NumPy, which bots may use."""
    random.seed(seed)
    np.random.seed(seed % 2**32)


class ChooserPlayer:
    """A bot with `choose` as a player, for one game."""

    def __init__(self, kind: type, name: str, seconds: float | None = 2.0) -> None:
        self.title = class_name(kind)
        self.name = name
        self.seconds = seconds
        """Seconds per move; None if the caller measures the time."""
        self.player: Any = self._call(self.title, kind)

    def code(self, state: State) -> int:
        """Return its move; it sees only what the seat to move may know."""
        code = self.choose_code(state.seen_by(state.turn))
        refusal = state.why_not(code)
        if refusal is not None:
            raise BotFault(self.name, f"{self.title}.choose: its move is refused: {refusal}", "illegal")
        return code

    def choose_code(self, seen: State) -> int:
        """Return the code of its choice, which may be illegal."""
        step = self._call(f"{self.title}.choose", lambda: self.player.choose(seen.copy()))
        try:
            return seen.code(step, seen.turn)
        except IllegalMove as refusal:
            raise BotFault(self.name, f"{self.title}.choose: its move is refused: {refusal}", "illegal") from refusal

    def _call(self, what: str, ask: Callable[[], Any]) -> Any:
        try:
            return ask() if self.seconds is None else call_in_time(ask, self.seconds)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise BotFault(self.name, fault_text(what, self.seconds or 0, error), fault_kind(error)) from error


def call_in_time(ask: Callable[[], Any], seconds: float) -> Any:
    with time_limit(seconds) as watch:
        answer = (ask if can_interrupt() else with_time_check(ask, seconds))()
    if watch.late is not None:
        raise TimeUp
    return answer
