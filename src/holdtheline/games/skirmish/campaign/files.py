"""Campaign files: those that are shipped, and those that people write (K6.3)."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ....core.battlefiles import LARGEST_FILE as LARGEST_BATTLE
from ....core.errors import BadOption, UnknownName
from ....core.tomlfile import one_line, read_text
from .. import scenario as battles
from .reading import from_text
from .story import Story

FOLDER = Path(__file__).parent.parent / "campaigns"
LARGEST_FILE = 200_000


class Texts(NamedTuple):
    """A campaign as it is kept: the text of its file, and those of its battles by name."""

    name: str
    story: str
    battles: Mapping[str, str]


@functools.cache
def shipped() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def texts_named(name: str) -> Texts:
    if name not in shipped():
        there_are = ", ".join(shipped()) or "none"
        raise UnknownName(f"there is no campaign {one_line(name)!r}; there are: {there_are}")
    return texts_in(FOLDER / f"{name}.toml")


def texts_in(path: Path) -> Texts:
    """The texts of a campaign that is a file; its battles stand in a folder beside it, or are shipped."""
    words = read_text(path, LARGEST_FILE, "campaign")
    found: dict[str, str] = {}

    def fetch(battle: str) -> str:
        found[battle] = battle_text(path.with_suffix(""), battle)
        return found[battle]

    from_text(words, path.name, fetch)
    return Texts(path.stem, words, found)


def battle_text(folder: Path, battle: str) -> str:
    own = folder / f"{battle}.toml"
    if own.is_file():
        return read_text(own, LARGEST_BATTLE, "battle")
    if battle in battles.shipped():
        return read_text(battles.FOLDER / f"{battle}.toml", LARGEST_BATTLE, "battle")
    there_are = ", ".join(battles.shipped())
    raise BadOption(f"there is no {battle}.toml in the folder {folder.name!r}; shipped are: {there_are}")


def told(texts: Texts) -> Story:
    """The campaign of texts that were kept."""
    return _told(texts.name, texts.story, tuple(texts.battles.items()))


@functools.lru_cache(maxsize=8)
def _told(name: str, words: str, battles: tuple[tuple[str, str], ...]) -> Story:
    """Reading takes a while, and a list of campaigns often has one story several times."""
    known = dict(battles)

    def fetch(battle: str) -> str:
        if battle not in known:
            raise BadOption(f"the text of the battle {battle!r} is missing")
        return known[battle]

    return from_text(words, f"{name}.toml", fetch)


def read(path: Path) -> Story:
    """A campaign from its file; BadOption tells what is wrong with it, and in which line."""
    return told(texts_in(path))


def read_start(path: Path) -> str:
    """The text of a file, if it can be a campaign; nothing: it cannot be read, or is too large."""
    try:
        return read_text(path, LARGEST_FILE, "campaign")
    except BadOption:
        return ""


def is_campaign(words: str) -> bool:
    """Whether a text means to be a campaign, and not a single battle."""
    return re.search(r"^\s*\[\[\s*(scene|member|end)\s*\]\]", words, re.MULTILINE) is not None
