"""Who takes part in a match: a player that is built in, by its name, or a bot, by its file."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core.contract import Contract
from ..core.errors import HtlError, UnknownName
from ..games.towers.bot import Commander, CommanderPlayer
from ..games.towers.botplayer import one_line
from ..games.towers.watching import TimeUp, watched
from ..players.player import PolicyPlayer, player, policy_of

HAS_BOTS = "towers"
FIRST_WORD = "Commander"
IMPORT_SECONDS = 20.0

Side = PolicyPlayer | CommanderPlayer
"""Somebody who plays one game."""


class BadBot(HtlError):
    """A file that is no bot, and why."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: `make(name, seed)` gives a fresh one for a game."""

    name: str
    make: Callable[[str, int], Side]


def entrant(contract: Contract, who: str | Path) -> Entrant:
    """Whoever this is: `book`, or `bots/ada.py`."""
    if isinstance(who, Path) or who.endswith(".py") or "/" in who or "\\" in who:
        return bot(contract, Path(who))
    try:
        policy_of(contract, who)
    except UnknownName as error:
        raise UnknownName(f"{error}; a bot is named by its file, such as bots/ada.py") from error
    return Entrant(who, lambda name, seed: player(who, seed=seed))


def told_apart(a: Entrant, b: Entrant) -> tuple[Entrant, Entrant]:
    """Two of one name get names that differ."""
    if a.name != b.name:
        return a, b
    return replace(a, name=f"{a.name} (first)"), replace(b, name=f"{b.name} (second)")


# Bots


def bot(contract: Contract, path: Path) -> Entrant:
    if contract.name != HAS_BOTS:
        raise BadBot(f"{contract.name} has no bots; they play {HAS_BOTS}")
    commander = commander_in(path)
    return Entrant(path.stem, lambda name, seed: CommanderPlayer(commander, name))


def commander_in(path: Path) -> type[Commander]:
    """The one class of a bot's file that is a commander."""
    module = module_of(path)
    mine = [
        thing
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Commander) and thing.__module__ == module.__name__
    ]
    named = [one for one in dict.fromkeys(mine) if one.__name__.startswith(FIRST_WORD)]
    if len(named) > 1:
        names = " and ".join(one.__name__ for one in named)
        raise BadBot(f"{path} has the classes {names}; the file of a bot has one Commander")
    if not named and mine:
        raise BadBot(f"{path}: the class {mine[0].__name__} must be named {FIRST_WORD}{mine[0].__name__}")
    if not named:
        right = f"class {FIRST_WORD}{class_word(path.stem)}({FIRST_WORD})"
        raise BadBot(f"{path} has no commander: it needs a `{right}`")
    return named[0]


def class_word(stem: str) -> str:
    """`ada_two` as a class writes it: AdaTwo."""
    return "".join(word.capitalize() for word in stem.split("_")) or "Ada"


def module_of(path: Path) -> ModuleType:
    """The file, run as a module of its own. It is read anew every time: no old code is found again."""
    try:
        text = path.read_bytes()
    except FileNotFoundError as error:
        raise BadBot(f"there is no file {path}; `htl new-bot {path.stem}` writes a first bot") from error
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}") from error
    place = path.resolve()
    name = f"htl_bot_{blake2b(str(place).encode() + text, digest_size=6).hexdigest()}_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(place)
    sys.modules[name] = module  # dataclasses look their own module up
    try:
        code = compile(text, str(place), "exec", dont_inherit=True)
        run_in_time(code, module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        raise BadBot(f"{path}{what_is_wrong(error, place)}") from error
    return module


def run_in_time(code: Any, module: ModuleType) -> None:
    with watched(IMPORT_SECONDS) as watch:
        exec(code, vars(module))
    if watch.late is not None:
        raise TimeUp


def what_is_wrong(error: BaseException, place: Path) -> str:
    if isinstance(error, TimeUp):
        return f": reading it took longer than {IMPORT_SECONDS:g} s"
    if isinstance(error, SyntaxError) and error.filename == str(place):
        return f", line {error.lineno}: {error.msg}"
    lines = [call.lineno for call in traceback.extract_tb(error.__traceback__) if call.filename == str(place)]
    where = f", line {lines[-1]}" if lines else ""
    return f"{where}: reading it raised {type(error).__name__}: {one_line(error)}"
