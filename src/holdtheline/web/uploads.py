"""What a student sends as a bot: a file, or several in a zip, laid out where it can be looked at."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path, PurePath

from ..arena.jail.handin import ENDINGS, BadBot, Handin, hand_in
from ..arena.jail.unzipping import unzip

LONGEST_NAME = 40
ZIP = ".zip"
ARCHIVE = b"PK\x03\x04"


def laid_out(file: str, content: bytes, into: Path) -> Handin:
    """The bot in an upload, in a folder of its own below `into`; BadBot: it is none, and why."""
    name = bot_name(file)
    with tempfile.TemporaryDirectory(prefix="htl-upload-") as scratch:
        place = Path(scratch) / f"{name}{ending_of(file)}"
        try:
            if is_archive(file, content):
                place = place.with_suffix("")
                return hand_in(unzip(content, place), into, name)
            place.write_bytes(content)
            place.chmod(0o555)  # a program that was sent has lost its marks
            return hand_in(place, into, name)
        except BadBot as error:
            raise BadBot(str(error).replace(f"{place}/", "").replace(str(place), file)) from error


def bot_name(file: str) -> str:
    """A name for the bot of this file: what is allowed in names is kept."""
    stem = PurePath(file).name.removesuffix(ending_of(file))
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:LONGEST_NAME] or "bot"


def ending_of(file: str) -> str:
    ending = PurePath(file).suffix.lower()
    return ending if ending in (*ENDINGS, ZIP) else ""


def is_archive(file: str, content: bytes) -> bool:
    return ending_of(file) == ZIP or (not ending_of(file) and content.startswith(ARCHIVE))
