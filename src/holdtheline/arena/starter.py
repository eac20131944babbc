"""Write a starter bot (`htl new-bot`) in Python, JavaScript or C from the templates of the game's bot API."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import NamedTuple

from ..core.definition import GameDefinition
from ..core.errors import BadOption, NotSaved
from .move_bot import bot_api_of
from .python_bot import to_pascal_case

MAX_NAME_LENGTH = 32
C_HEAD = Path(__file__).parent / "starters" / "head.c.txt"
"""The beginning of the C starters of all games."""
SUFFIX_BY_LANGUAGE = {"python": ".py", "javascript": ".js", "c": ".c"}
"""The file suffix of each language."""


class Starter(NamedTuple):
    """The files written for a new bot, and how to use them."""

    file: Path
    test: Path | None
    bot: Path
    """The path to use in a match; a C bot must be built first."""
    first_rival: str
    """A weak opponent for the first match."""
    build: str = ""
    """The build command, if one is needed."""


def write_starter(definition: GameDefinition, name: str, folder: Path, language: str = "python") -> Starter:
    """Write the files of a new bot; raise `BadOption` if one of them exists."""
    check_bot_name(name)
    if language not in SUFFIX_BY_LANGUAGE:
        raise BadOption(f"there is no starter in {language[:40]!r}; the languages are: {', '.join(SUFFIX_BY_LANGUAGE)}")
    suffix = SUFFIX_BY_LANGUAGE[language]
    file = folder / f"{name}{suffix}"
    api = bot_api_of(definition)
    texts = {file: api.starters / f"bot{suffix}.txt"}
    test = folder / f"test_{name}{suffix}" if language == "python" else None
    if test is not None:
        texts[test] = api.starters / f"test_bot{suffix}.txt"
    write_new_files({path: fill_template(template, definition, name, folder) for path, template in texts.items()})
    bot = folder / name if language == "c" else file
    return Starter(file, test, bot, api.first_rival, f"cc -O2 -o {bot} {file}" if language == "c" else "")


def check_bot_name(name: str) -> None:
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{0,{MAX_NAME_LENGTH - 1}}}", name) or keyword.iskeyword(name):
        raise BadOption(
            f"a bot cannot be named {name[:40]!r}: use at most {MAX_NAME_LENGTH} lower-case letters, digits and _, "
            "starting with a letter"
        )
    if name.startswith("test_"):
        raise BadOption(f"a bot cannot be named {name!r}: names that start with test_ are reserved for tests")


def write_new_files(texts: dict[Path, str]) -> None:
    for path in texts:
        if path.exists():
            raise BadOption(f"{path} already exists; choose another name or delete it")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise NotSaved(f"{error.filename or path} cannot be written: {error.strerror}") from error


def fill_template(template: Path, definition: GameDefinition, name: str, folder: Path) -> str:
    text = template.read_text(encoding="utf-8")
    words = {
        "NAME": name,
        "CLASS": f"{bot_api_of(definition).class_prefix}{to_pascal_case(name)}",
        "FOLDER": folder.as_posix(),
        "GAME": definition.name,
        "OPTIONS": "".join(f', {option}="{value}"' for option, value in two_seat_options(definition).items()),
        "HEAD": C_HEAD.read_text(encoding="utf-8").rstrip(),
    }
    return re.sub("|".join(words), lambda match: words[match.group()], text)


def two_seat_options(definition: GameDefinition) -> dict[str, str | int]:
    """Return the options that give a game two seats; empty if it has two by default."""
    if len(definition.seats_for({})) == 2:
        return {}
    return next(({**chosen} for chosen, seats in definition.seatings() if len(seats) == 2), {})
