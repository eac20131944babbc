"""What somebody hands in as a bot: checked, and copied to where nobody changes it any more."""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from ...core.errors import HtlError

MOST_BYTES = 16 * 2**20
MOST_FILES = 1000
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""Nothing that could be taken for markup, an option or an escape."""

PYTHON, NODE, PROGRAM = KINDS = ("python", "node", "program")
ENDINGS = {".py": PYTHON, ".js": NODE, ".mjs": NODE}
MAINS = {"bot.py": PYTHON, "bot.js": NODE, "bot.mjs": NODE, "bot": PROGRAM}
"""What a folder's bot is called."""
LEFT_OUT = ("__pycache__",)


class BadBot(HtlError):
    """A file that is no bot, and why."""


@dataclass(frozen=True)
class Handin:
    """A bot's files."""

    name: str
    folder: Path
    """A copy that is read only."""
    kind: str
    """One of KINDS."""
    main: str
    """The file in the folder that is run."""
    digest: str
    """Of all paths and contents: equal files are an equal bot."""


@dataclass(frozen=True)
class Piece:
    """A file of a bot."""

    path: str
    """Relative, with slashes."""
    data: bytes
    is_program: bool


def hand_in(path: Path, into: Path, name: str = "") -> Handin:
    """The bot of a file or a folder, copied into a folder of its own below `into`."""
    path = Path(path)
    name = name or (path.resolve().name if path.is_dir() else path.stem)
    if not NAME.fullmatch(name):
        raise BadBot(f"a bot is named with letters, digits, _ and -, at most 40 of them, not {name!a}")
    try:
        pieces = pieces_of(path)
        kind, main = kind_of(path, pieces)
        digest = digest_of(pieces)
        return Handin(
            name, shelved(pieces, Path(into).resolve() / f"{name}-{digest[:16]}"), kind, main, digest
        )
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}") from error


def pieces_of(path: Path) -> list[Piece]:
    """All files, in the order of their paths."""
    if not path.exists():
        raise BadBot(f"there is no file {path}")
    pieces = []
    left = MOST_BYTES
    for file in files_of(path) if path.is_dir() else [path]:
        inside = file.relative_to(path).as_posix() if path.is_dir() else file.name
        pieces.append(piece_of(file, inside, left))
        left -= len(pieces[-1].data)
        if len(pieces) > MOST_FILES:
            raise BadBot(f"{path} has more than {MOST_FILES:,} files")
    return sorted(pieces, key=lambda piece: piece.path)


def files_of(folder: Path) -> Iterator[Path]:
    """Without what Python left behind, and without what is hidden."""
    home = folder.resolve()
    for place, folders, files in os.walk(folder):
        folders[:] = [one for one in folders if not one.startswith(".") and one not in LEFT_OUT]
        for name in sorted(folders + files):
            file = Path(place) / name
            if file.is_symlink() and (not file.resolve().is_relative_to(home) or file.is_dir()):
                raise BadBot(f"{file} is a link that leads elsewhere; a bot has only files of its own")
            if name in files and not name.startswith("."):
                yield file


def piece_of(file: Path, inside: str, most: int) -> Piece:
    if not inside.isprintable() or "\\" in inside:
        raise BadBot(f"a file is called {inside!a}, which is no good name for a bot's file")
    handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)  # a named pipe must not make us wait
    with open(handle, "rb") as stream:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise BadBot(f"{file} is no plain file")
        data = stream.read(most + 1)
    if len(data) > most:
        raise BadBot(f"a bot may have {MOST_BYTES // 2**20} MB, and {file} is too much")
    return Piece(inside, data, bool(mode & 0o111))


def kind_of(path: Path, pieces: list[Piece]) -> tuple[str, str]:
    """What runs it, and the file that is run."""
    if not path.is_dir():
        only = pieces[0]
        kind = ENDINGS.get(path.suffix, PROGRAM)
        if kind == PROGRAM and not only.is_program:
            raise BadBot(
                f"{path} is no bot: it must end in .py, .js or .mjs, or be a program that can be run"
            )
        return kind, only.path
    found = [piece for piece in pieces if piece.path in MAINS]
    if len(found) > 1:
        raise BadBot(f"{path} has {' and '.join(one.path for one in found)}; a bot has one of them")
    if not found:
        raise BadBot(f"{path} has no bot.py, no bot.js, no bot.mjs and no program called bot")
    kind = MAINS[found[0].path]
    if kind == PROGRAM and not found[0].is_program:
        raise BadBot(f"{path / 'bot'} cannot be run: it is not marked as a program")
    return kind, found[0].path


def digest_of(pieces: list[Piece]) -> str:
    digest = blake2b(digest_size=20)
    for piece in pieces:
        head = f"{len(piece.path.encode())} {int(piece.is_program)} {len(piece.data)} "
        digest.update(head.encode() + piece.path.encode() + piece.data)
    return digest.hexdigest()


def shelved(pieces: list[Piece], folder: Path) -> Path:
    """The folder with these files. It appears all at once, so that nobody sees half a bot."""
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    try:
        for piece in pieces:
            file = new / piece.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(piece.data)
            file.chmod(0o555 if piece.is_program else 0o444)
        new.chmod(0o755)
        new.rename(folder)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        if not folder.is_dir():  # somebody else was quicker
            raise
    return folder
