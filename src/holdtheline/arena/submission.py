"""A submitted bot: check its files, unpack its zip file, and store a read-only copy.

Nothing here trusts the author: sizes, names, links and file types are checked before anything is written."""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from ..core.errors import HtlError

MAX_BYTES = 16 * 2**20
MAX_FILES = 1000
NAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""A name can be mistaken neither for markup nor for a command-line option or an escape sequence."""

PYTHON, NODE, PROGRAM = BOT_KINDS = ("python", "node", "program")
KIND_BY_SUFFIX = {".py": PYTHON, ".js": NODE, ".mjs": NODE}
KIND_BY_MAIN_FILE = {"bot.py": PYTHON, "bot.js": NODE, "bot.mjs": NODE, "bot": PROGRAM}
"""The main file of a bot that is a folder."""
IGNORED_FOLDERS = ("__pycache__",)


class BadBot(HtlError):
    """A file or folder that is not a valid bot; `path` is the one at fault, if it is known."""

    def __init__(self, reason: str, path: Path | None = None) -> None:
        super().__init__(reason if path is None else f"{path} {reason}")
        self.reason = reason
        self.path = path


@dataclass(frozen=True)
class Submission:
    """A bot whose files were checked and copied."""

    name: str
    folder: Path
    """The read-only copy."""
    kind: str
    """One of BOT_KINDS."""
    main: str
    """The file in the folder to run."""
    digest: str
    """Digest of all paths and contents: bots with equal files are the same bot."""


@dataclass(frozen=True)
class SubmittedFile:
    """One file of a bot."""

    path: str
    """The path relative to the bot's folder, with slashes."""
    data: bytes
    is_program: bool


def store_submission(path: Path, into: Path, name: str = "") -> Submission:
    """Check the bot in a file or folder and copy it to a new folder inside `into`."""
    path = Path(path)
    name = name or (path.resolve().name if path.is_dir() else path.stem)
    if not NAME_PATTERN.fullmatch(name):
        raise BadBot(f"{name!a} is not a valid bot name: use at most 40 letters, digits, _ and -")
    try:
        files = read_files(path)
        kind, main = detect_kind(path, files)
        digest = compute_digest(files)
        return Submission(name, write_files(files, Path(into).resolve() / f"{name}-{digest[:16]}"), kind, main, digest)
    except OSError as error:
        raise BadBot(f"cannot be read: {error.strerror}", path) from error


def read_files(path: Path) -> list[SubmittedFile]:
    """Read all files of a bot, sorted by path."""
    if not path.exists():
        raise BadBot(f"there is no file {path}")
    files = []
    left = MAX_BYTES
    for file in find_files(path) if path.is_dir() else [path]:
        inside = file.relative_to(path).as_posix() if path.is_dir() else file.name
        files.append(read_file(file, inside, left))
        left -= len(files[-1].data)
        if len(files) > MAX_FILES:
            raise BadBot(f"has more than {MAX_FILES:,} files", path)
    return sorted(files, key=lambda file: file.path)


def find_files(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, without hidden files and Python's caches."""
    root = folder.resolve()
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in IGNORED_FOLDERS]
        for name in sorted(folders + files):
            file = Path(parent) / name
            if file.is_symlink() and (not file.resolve().is_relative_to(root) or file.is_dir()):
                reason = "is a link to something outside the bot's folder; copy the file into the folder"
                raise BadBot(reason, file)
            if name in files and not name.startswith("."):
                yield file


def read_file(file: Path, inside: str, most: int) -> SubmittedFile:
    if not inside.isprintable() or "\\" in inside:
        raise BadBot(f"the file name {inside!a} is not allowed in a bot")
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))  # never block on a named pipe
    with open(handle, "rb") as stream:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise BadBot("is not a regular file", file)
        data = stream.read(most + 1)
    if len(data) > most:
        raise BadBot(f"is too large: a bot may have at most {MAX_BYTES // 2**20} MB", file)
    return SubmittedFile(inside, data, bool(mode & 0o111))


def detect_kind(path: Path, files: list[SubmittedFile]) -> tuple[str, str]:
    """Return the kind of bot and its main file."""
    if not path.is_dir():
        only = files[0]
        kind = KIND_BY_SUFFIX.get(path.suffix, PROGRAM)
        if kind == PROGRAM and not only.is_program:
            raise BadBot("is not a bot: its name must end in .py, .js or .mjs, or it must be executable", path)
        return kind, only.path
    found = [file for file in files if file.path in KIND_BY_MAIN_FILE]
    if len(found) > 1:
        raise BadBot(f"has {' and '.join(file.path for file in found)}; keep only one of them", path)
    if not found:
        raise BadBot("has no bot.py, bot.js, bot.mjs or program named bot", path)
    kind = KIND_BY_MAIN_FILE[found[0].path]
    if kind == PROGRAM and not found[0].is_program:
        raise BadBot("is not executable", path / "bot")
    return kind, found[0].path


def compute_digest(files: list[SubmittedFile]) -> str:
    digest = blake2b(digest_size=20)
    for file in files:
        head = f"{len(file.path.encode())} {int(file.is_program)} {len(file.data)} "
        digest.update(head.encode() + file.path.encode() + file.data)
    return digest.hexdigest()


def write_files(files: list[SubmittedFile], folder: Path) -> Path:
    """Write the files to a folder that appears atomically, and return it."""
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=".new-", dir=folder.parent))
    try:
        for file in files:
            path = new / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.data)
            path.chmod(0o555 if file.is_program else 0o444)
        new.chmod(0o755)
        new.rename(folder)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)
        if not folder.is_dir():  # another process wrote it first
            raise
    return folder


MAX_PATH_PARTS = 12
MAX_PATH_LENGTH = 200
ZIP_ENCRYPTED_FLAG = 0x1
PROGRAM_MAGIC = (b"\x7fELF", b"#!")
MAC_METADATA_FOLDER = "__MACOSX"


def unpack_zip(data: bytes, into: Path) -> Path:
    """Unpack into an empty folder; return the bot's folder: `into`, or the only folder in it."""
    if len(data) > MAX_BYTES:
        raise BadBot(f"the zip file is larger than {MAX_BYTES // 2**20} MB")
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if is_wanted_member(member)]
            if len(members) > MAX_FILES:
                raise BadBot(f"the zip file has more than {MAX_FILES:,} files")
            extract_members(archive, members, into)
    except (BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadBot(f"the zip file cannot be read: {error}") from error
    except OSError as error:
        raise BadBot(f"the zip file cannot be unpacked: {error.strerror or error}") from error
    inside = sorted(into.iterdir()) if into.is_dir() else []
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else into


def is_wanted_member(member: ZipInfo) -> bool:
    parts = member.filename.split("/")
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts)
    return not (member.is_dir() or hidden or parts[0] == MAC_METADATA_FOLDER or {*IGNORED_FOLDERS} & {*parts})


def extract_members(archive: ZipFile, members: list[ZipInfo], into: Path) -> None:
    """Unpack at most MAX_BYTES, whatever sizes the zip file claims."""
    left = MAX_BYTES
    into.mkdir(parents=True, exist_ok=True)
    for member in members:
        path = check_member(member)
        with archive.open(member) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        if left < 0:
            raise BadBot(f"a bot may have at most {MAX_BYTES // 2**20} MB; the zip file unpacks to more")
        target = into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(content)
        target.chmod(0o755 if is_program_member(member, path, content) else 0o644)


def check_member(member: ZipInfo) -> PurePosixPath:
    """Return the member's path; raise `BadBot` if it leaves the folder or is not a regular file."""
    name = member.filename
    path = PurePosixPath(name)
    good = name.isprintable() and "\\" not in name and ":" not in name and len(name) <= MAX_PATH_LENGTH
    if not good or path.is_absolute() or ".." in path.parts or len(path.parts) > MAX_PATH_PARTS:
        raise BadBot(f"the zip file has a file called {name[:MAX_PATH_LENGTH]!a}, which is not allowed")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadBot(f"{name} in the zip file is not a regular file")
    if member.flag_bits & ZIP_ENCRYPTED_FLAG:
        raise BadBot("the zip file is encrypted; remove its password")
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadBot(f"{name} in the zip file uses an unsupported compression method; use deflate")
    return path


def is_program_member(member: ZipInfo, path: PurePosixPath, content: bytes) -> bool:
    """Return whether a member is executable; zip files from Windows do not say, so their content decides."""
    mode = member.external_attr >> 16
    looks_like_program = KIND_BY_MAIN_FILE.get(path.name) == PROGRAM and content.startswith(PROGRAM_MAGIC)
    return bool(mode & 0o111) or looks_like_program
