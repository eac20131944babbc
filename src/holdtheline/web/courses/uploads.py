"""Unpack the bot that a student uploads: one file, or several in a zip file."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path, PurePath

from ...arena.submission import KIND_BY_SUFFIX, BadBot, Submission, store_submission, unpack_zip

MAX_NAME_LENGTH = 40
ZIP_SUFFIX = ".zip"
ZIP_MAGIC = b"PK\x03\x04"


def unpack_bot(file: str, content: bytes, into: Path) -> Submission:
    """Unpack an uploaded bot into a new folder below `into`; raise BadBot if it is not a bot."""
    name = bot_name(file)
    with tempfile.TemporaryDirectory(prefix="htl-upload-") as scratch:
        path = Path(scratch) / f"{name}{file_suffix(file)}"
        try:
            if is_archive(file, content):
                path = path.with_suffix("")
                return store_submission(unpack_zip(content, path), into, name)
            path.write_bytes(content)
            path.chmod(0o555)  # an upload does not carry the executable bit
            return store_submission(path, into, name)
        except BadBot as error:
            if error.path is None:
                raise
            visible_path = Path(file) if error.path == path else error.path.relative_to(path)
            raise BadBot(error.reason, visible_path) from error


def bot_name(file: str) -> str:
    """Return the name of the bot in this file, reduced to the characters that names may have."""
    stem = PurePath(file).name.removesuffix(file_suffix(file))
    return re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-_")[:MAX_NAME_LENGTH] or "bot"


def file_suffix(file: str) -> str:
    suffix = PurePath(file).suffix.lower()
    return suffix if suffix in (*KIND_BY_SUFFIX, ZIP_SUFFIX) else ""


def is_archive(file: str, content: bytes) -> bool:
    return file_suffix(file) == ZIP_SUFFIX or (not file_suffix(file) and content.startswith(ZIP_MAGIC))


def identify_bot(file: str, content: bytes) -> tuple[str, str]:
    """Return the kind and the digest of a bot; raise BadBot if it is not one."""
    with tempfile.TemporaryDirectory(prefix="htl-look-") as folder:
        bot = unpack_bot(file, content, Path(folder))
        return bot.kind, bot.digest
