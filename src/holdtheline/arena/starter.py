"""The first bot of somebody who has none, in the language of their choice; in Python with its tests."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import NamedTuple

from ..core.contract import Contract
from ..core.errors import BadOption, NotSaved
from .loading import class_word

LONGEST = 32
TEXTS = Path(__file__).parent / "starters"
LANGUAGES = {"python": ".py", "javascript": ".js", "c": ".c"}
"""What the files of each end with."""


class Starter(NamedTuple):
    """What was written, and what to do with it."""

    file: Path
    test: Path | None
    bot: Path
    """What a match is given: in C it has to be made first."""
    first_rival: str
    """Whom it can play against."""
    build: str = ""
    """The command that makes it, if one is needed."""


def write_starter(contract: Contract, name: str, folder: Path, language: str = "python") -> Starter:
    """Write its files; none of them may be there already."""
    check_name(name)
    if language not in LANGUAGES:
        raise BadOption(
            f"there is no starter in {language[:40]!r}; the languages are: {', '.join(LANGUAGES)}"
        )
    ending = LANGUAGES[language]
    file = folder / f"{name}{ending}"
    kind = contract.name if contract.together else "game"
    texts = {file: text_of(f"{kind}{ending}")}
    test = folder / f"test_{name}{ending}" if language == "python" else None
    if test is not None:
        texts[test] = text_of(f"test_{kind}{ending}")
    write({path: filled(text, contract, name, folder) for path, text in texts.items()})
    bot = folder / name if language == "c" else file
    rival = "passive" if contract.together else "random"
    return Starter(file, test, bot, rival, f"cc -O2 -o {bot} {file}" if language == "c" else "")


def check_name(name: str) -> None:
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{0,{LONGEST - 1}}}", name) or keyword.iskeyword(name):
        raise BadOption(
            f"a bot cannot be named {name[:40]!r}: take small letters, digits and _, a letter first, "
            f"at most {LONGEST} signs"
        )
    if name.startswith("test_"):
        raise BadOption(f"a bot cannot be named {name!r}: files that begin with test_ are those of tests")


def write(texts: dict[Path, str]) -> None:
    for path in texts:
        if path.exists():
            raise BadOption(f"{path} is there already, and nothing is overwritten")
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
    except OSError as error:
        raise NotSaved(f"{error.filename or path} cannot be written: {error.strerror}") from error


def text_of(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def filled(text: str, contract: Contract, name: str, folder: Path) -> str:
    first = "Commander" if contract.together else "Player"
    words = {
        "NAME": name,
        "CLASS": f"{first}{class_word(name)}",
        "FOLDER": folder.as_posix(),
        "GAME": contract.name,
        "OPTIONS": "".join(f', {option}="{value}"' for option, value in for_two(contract).items()),
        "HEAD": text_of("head.c").rstrip() if "HEAD" in text else "",
    }
    return re.sub("|".join(words), lambda found: words[found.group()], text)


def for_two(contract: Contract) -> dict[str, str | int]:
    """The options with which a game has two seats, where it has not as usual."""
    usual = contract.seats_of({})
    if len(usual) == 2:
        return {}
    return next(({**chosen} for chosen, seats in contract.seatings() if len(seats) == 2), {})
