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
from ..core.errors import UnknownName
from ..games.towers.bot import Commander, CommanderPlayer
from ..games.towers.faults import class_name, one_line
from ..games.towers.watching import TimeUp, watched
from ..players.levels import LevelPlayer
from ..players.mcts import SearchPlayer
from ..players.player import PolicyPlayer, check_player, player
from .chooser import Chooser
from .jail.handin import ENDINGS, BadBot, Handin
from .jailed import JailedCommander, JailedPlayer

FIRST_WORD = "Commander"
IMPORT_SECONDS = 20.0

Side = PolicyPlayer | SearchPlayer | LevelPlayer | CommanderPlayer | Chooser | JailedCommander | JailedPlayer
"""Somebody who plays one game."""


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: `make(name, seed)` gives a fresh one for a game."""

    name: str
    make: Callable[[str, int], Side]
    is_bot: bool = False


Rival = Entrant | Handin
"""Somebody who takes part, here or in a process of its own."""


def entrant(contract: Contract, who: str | Path) -> Entrant:
    """Whoever this is: `book`, or `bots/ada.py`."""
    if isinstance(who, Path) or is_file(who):
        return bot(contract, Path(who))
    try:
        check_player(contract, who)
    except UnknownName as error:
        raise UnknownName(f"{error}; a bot is named by its file, such as bots/ada.py") from error
    return Entrant(who, lambda name, seed: player(who, seed=seed))


def is_file(who: str) -> bool:
    """Whether this names a bot, not a player that is built in."""
    return Path(who).suffix in ENDINGS or "/" in who or "\\" in who


def told_apart(a: Rival, b: Rival) -> tuple[Rival, Rival]:
    """Two of one name get names that differ."""
    if a.name != b.name:
        return a, b
    return replace(a, name=f"{a.name} (first)"), replace(b, name=f"{b.name} (second)")


# Bots


def bot(contract: Contract, path: Path) -> Entrant:
    """A bot that runs in this process."""
    if contract.together is None:
        chooser = chooser_in(path)
        return Entrant(path.stem, lambda name, seed: Chooser(chooser, name), is_bot=True)
    commander = commander_in(path)
    return Entrant(path.stem, lambda name, seed: CommanderPlayer(commander, name), is_bot=True)


def commander_in(path: Path) -> type[Commander]:
    """The one class of a bot's file that is a commander."""
    return one_class(path, FIRST_WORD, lambda thing: issubclass(thing, Commander), f"({FIRST_WORD})")


def chooser_in(path: Path) -> type:
    """The one class of a bot's file that chooses moves."""
    return one_class(path, "Player", lambda thing: callable(getattr(thing, "choose", None)), "")


def one_class(path: Path, word: str, is_one: Callable[[type], bool], of: str) -> type[Any]:
    """The class of a file whose name begins with a word."""
    mine = classes_in(path, is_one)
    named = [one for one in mine if class_name(one).startswith(word)]
    if len(named) > 1:
        names = " and ".join(map(class_name, named))
        raise BadBot(f"{path} has the classes {names}; the file of a bot has one {word}")
    if not named and mine:
        wrong = class_name(mine[0])
        raise BadBot(f"{path}: the class {wrong} must be named {word}{wrong}")
    if not named:
        right = f"class {word}{class_word(path.stem)}{of}"
        raise BadBot(
            f"{path} has no {word.lower()}: it needs a `{right}`{'' if of else ' with a method choose'}"
        )
    return named[0]


def class_word(stem: str) -> str:
    """`ada_two` as a class writes it: AdaTwo."""
    return "".join(word.capitalize() for word in stem.split("_")) or "Ada"


def classes_in(path: Path, is_one: Callable[[type], bool]) -> list[type[Any]]:
    """Those of a file, run as a module of its own. It is read anew every time: no old code is found again."""
    try:
        text = path.read_bytes()
    except FileNotFoundError as error:
        raise BadBot(f"there is no file {path}; `htl new-bot GAME {path.stem}` writes one") from error
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}") from error
    place = path.resolve()
    name = f"htl_bot_{blake2b(str(place).encode() + text, digest_size=6).hexdigest()}_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(place)
    sys.modules[name] = module  # dataclasses look their own module up
    try:
        code = compile(text, str(place), "exec", dont_inherit=True)
        return run_in_time(code, module, is_one)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.modules.pop(name, None)
        raise BadBot(f"{path}{what_is_wrong(error, place)}") from error


def run_in_time(code: Any, module: ModuleType, is_one: Callable[[type], bool]) -> list[type[Any]]:
    """The bots that a module makes, each once. To look at what it has may run its code as well."""
    with watched(IMPORT_SECONDS) as watch:
        exec(code, vars(module))
        mine = [
            thing
            for thing in list(vars(module).values())
            if isinstance(thing, type) and is_one(thing) and thing.__module__ == module.__name__
        ]
        once = list(dict.fromkeys(mine))
    if watch.late is not None:
        raise TimeUp
    return once


def what_is_wrong(error: BaseException, place: Path) -> str:
    if isinstance(error, TimeUp):
        return f": reading it took longer than {IMPORT_SECONDS:g} s"
    if isinstance(error, SyntaxError) and error.filename == str(place):
        return f", line {error.lineno}: {error.msg}"
    lines = [call.lineno for call in traceback.extract_tb(error.__traceback__) if call.filename == str(place)]
    where = f", line {lines[-1]}" if lines else ""
    return f"{where}: reading it raised {class_name(error)}: {one_line(error)}"
