"""Write a starter bot in Python, JavaScript or C from the templates of the game's bot API.

It is written as files (`htl new-bot`), or as a zip file with instructions (the starter kit of a course)."""

from __future__ import annotations

import io
import keyword
import re
import zipfile
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
    starter, texts = starter_files(definition, name, folder, language)
    write_new_files(texts)
    return starter


def starter_files(
    definition: GameDefinition, name: str, folder: Path, language: str
) -> tuple[Starter, dict[Path, str]]:
    """Return what belongs to a new bot, and the texts of its files."""
    check_bot_name(name)
    if language not in SUFFIX_BY_LANGUAGE:
        raise BadOption(f"there is no starter in {language[:40]!r}; the languages are: {', '.join(SUFFIX_BY_LANGUAGE)}")
    suffix = SUFFIX_BY_LANGUAGE[language]
    file = folder / f"{name}{suffix}"
    api = bot_api_of(definition)
    templates = {file: api.starters / f"bot{suffix}.txt"}
    test = folder / f"test_{name}{suffix}" if language == "python" else None
    if test is not None:
        templates[test] = api.starters / f"test_bot{suffix}.txt"
    texts = {path: fill_template(template, definition, name, folder) for path, template in templates.items()}
    bot = folder / name if language == "c" else file
    build = f"cc -O2 -o {bot.as_posix()} {file.as_posix()}" if language == "c" else ""
    return Starter(file, test, bot, api.first_rival, build), texts


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


def usage_commands(definition: GameDefinition, starter: Starter) -> dict[str, str]:
    """Return the commands that build, test, check and try a starter, each with its purpose."""
    options = two_seat_options(definition)
    words = "".join(f" --{option} {value}" for option, value in options.items())
    bot, game = starter.bot.as_posix(), definition.name
    commands = {"Build it": starter.build} if starter.build else {}
    if starter.test:
        commands["Test it"] = f"pytest {starter.test.as_posix()}"
    commands["Check it"] = f"htl bot check {bot} --game {game}"
    if len(definition.seats_for(options)) == 2:
        commands["Try it"] = f"htl match {game} {bot} {starter.first_rival}{words} --games 10 --swap"
    return commands


# The starter kit

KIT_NAME = "my_bot"
KIT_FOLDER = Path("bots")


def starter_kit(definition: GameDefinition, language: str) -> bytes:
    """Return a zip file with a starter bot and a text that says how to use it."""
    starter, texts = starter_files(definition, KIT_NAME, KIT_FOLDER, language)
    texts[Path("README.txt")] = kit_instructions(definition, starter)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as kit:
        for path, text in texts.items():
            kit.writestr(zipfile.ZipInfo(path.as_posix()), text)  # without the time, so that equal kits are equal bytes
    return content.getvalue()


def kit_instructions(definition: GameDefinition, starter: Starter) -> str:
    commands = usage_commands(definition, starter)
    lines = [f"  {purpose}:".ljust(14) + command for purpose, command in commands.items()]
    return "\n".join(
        [
            f"A starter bot for {definition.title}",
            "",
            f"{starter.file.as_posix()} is a bot that plays by the rules, but not well. Change it.",
            "You need Python 3.11 or newer and the package: pip install holdtheline pytest",
            "",
            "Run these commands in the folder with this file:",
            "",
            *lines,
            "",
            f"Then hand in {starter.bot.as_posix()} on the page of your course. You can hand in a better one until the",
            "deadline; the newest that passes the check counts.",
            "",
        ]
    )
