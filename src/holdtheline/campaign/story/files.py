"""Read campaign files: the shipped ones and those of users (K6.3)."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ...core.errors import BadOption, UnknownName
from ...core.scenarios import MAX_FILE_BYTES as LARGEST_BATTLE
from ...core.scenarios import ScenarioFiles, Titled
from ...core.toml.file import printable_line, read_text_file
from .model import Story
from .parse import parse_story

DATA_FOLDER = Path(__file__).parent.parent / "data"
MAX_FILE_BYTES = 200_000


class CampaignTexts(NamedTuple):
    """The text of a campaign file, and the texts of its battles by name."""

    name: str
    story: str
    battles: Mapping[str, str]


@functools.cache
def shipped_campaigns() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in DATA_FOLDER.glob("*.toml")))


def read_shipped_texts(name: str) -> CampaignTexts:
    if name not in shipped_campaigns():
        names = ", ".join(shipped_campaigns()) or "none"
        raise UnknownName(f"unknown campaign {printable_line(name)!r}; choose from: {names}")
    return read_texts(DATA_FOLDER / f"{name}.toml")


def read_texts(path: Path) -> CampaignTexts:
    """Read a campaign file and its battles, which are in a folder of the same name or are shipped."""
    text = read_text_file(path, MAX_FILE_BYTES, "campaign")
    found: dict[str, str] = {}

    def fetch(battle: str, shipped: ScenarioFiles[Titled]) -> str:
        found[battle] = read_battle_text(path.with_suffix(""), battle, shipped)
        return found[battle]

    parse_story(text, path.name, fetch)
    return CampaignTexts(path.stem, text, found)


def read_battle_text(folder: Path, battle: str, shipped: ScenarioFiles[Titled]) -> str:
    path = folder / f"{battle}.toml"
    if path.is_file():
        return read_text_file(path, LARGEST_BATTLE, "battle")
    if battle in shipped.shipped():
        return read_text_file(shipped.folder / f"{battle}.toml", LARGEST_BATTLE, "battle")
    names = ", ".join(shipped.shipped())
    raise BadOption(f"there is no {battle}.toml in the folder {folder.name!r}; the shipped battles are: {names}")


def parse_texts(texts: CampaignTexts) -> Story:
    """Parse the texts of a campaign, or raise BadOption."""
    return _parse_texts(texts.name, texts.story, tuple(texts.battles.items()))


@functools.lru_cache(maxsize=8)
def _parse_texts(name: str, text: str, battles: tuple[tuple[str, str], ...]) -> Story:
    """Cache stories: parsing is slow, and a list of campaigns often has the same story several times."""
    known = dict(battles)

    def fetch(battle: str, shipped: ScenarioFiles[Titled]) -> str:
        if battle not in known:
            raise BadOption(f"the text of the battle {battle!r} is missing")
        return known[battle]

    return parse_story(text, f"{name}.toml", fetch)


def read_story(path: Path) -> Story:
    """Read a campaign from its file, or raise BadOption with the first error and its line."""
    return parse_texts(read_texts(path))


def read_text_or_empty(path: Path) -> str:
    """Return the text of a file, or an empty string if it cannot be read or is too large for a campaign."""
    try:
        return read_text_file(path, MAX_FILE_BYTES, "campaign")
    except BadOption:
        return ""


def is_campaign_text(text: str) -> bool:
    """Return whether a text is a campaign and not a single battle."""
    return re.search(r"^\s*\[\[\s*(scene|member|end)\s*\]\]", text, re.MULTILINE) is not None
