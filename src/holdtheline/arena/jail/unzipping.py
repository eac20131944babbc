"""A bot that comes as a zip file: unpacked by nobody's word but ours."""

from __future__ import annotations

import io
import stat
import zlib
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from .handin import LEFT_OUT, MAINS, MOST_BYTES, MOST_FILES, PROGRAM, BadBot

MOST_PARTS = 12
MOST_LETTERS = 200
ENCRYPTED = 0x1
PROGRAMS_BEGIN = (b"\x7fELF", b"#!")
MADE_BY_MACS = "__MACOSX"


def unzip(data: bytes, into: Path) -> Path:
    """Unpack into an empty folder; what is then to be handed in: that folder, or the only one in it."""
    if len(data) > MOST_BYTES:
        raise BadBot(f"the zip file is larger than {MOST_BYTES // 2**20} MB")
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = [one for one in archive.infolist() if is_wanted(one)]
            if len(members) > MOST_FILES:
                raise BadBot(f"the zip file has more than {MOST_FILES:,} files")
            unpack(archive, members, into)
    except (BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError, ValueError) as error:
        raise BadBot(f"the zip file cannot be read: {error}") from error
    except OSError as error:
        raise BadBot(f"the zip file cannot be unpacked: {error.strerror or error}") from error
    inside = sorted(into.iterdir()) if into.is_dir() else []
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else into


def is_wanted(member: ZipInfo) -> bool:
    parts = member.filename.split("/")
    hidden = any(part.startswith(".") and part not in (".", "..") for part in parts)
    return not (member.is_dir() or hidden or parts[0] == MADE_BY_MACS or {*LEFT_OUT} & {*parts})


def unpack(archive: ZipFile, members: list[ZipInfo], into: Path) -> None:
    """No more bytes than there may be are unpacked, whatever the file says of itself."""
    left = MOST_BYTES
    into.mkdir(parents=True, exist_ok=True)
    for member in members:
        path = checked(member)
        with archive.open(member) as stream:
            content = stream.read(left + 1)
        left -= len(content)
        if left < 0:
            raise BadBot(f"a bot may have {MOST_BYTES // 2**20} MB, and the zip file unpacks to more")
        place = into / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("xb") as file:
            file.write(content)
        place.chmod(0o755 if is_program(member, path, content) else 0o644)


def checked(member: ZipInfo) -> PurePosixPath:
    """A path that stays inside."""
    name = member.filename
    path = PurePosixPath(name)
    good = name.isprintable() and "\\" not in name and ":" not in name and len(name) <= MOST_LETTERS
    if not good or path.is_absolute() or ".." in path.parts or len(path.parts) > MOST_PARTS:
        raise BadBot(f"the zip file has a file called {name[:MOST_LETTERS]!a}, which is no good name for one")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadBot(f"{name} in the zip file is no plain file")
    if member.flag_bits & ENCRYPTED:
        raise BadBot("the zip file has a password")
    if member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadBot(f"{name} in the zip file is packed in a way that is not read here; the usual one is")
    return path


def is_program(member: ZipInfo, path: PurePosixPath, content: bytes) -> bool:
    """As its author's system says; Windows says nothing, so what looks like a bot's program is one."""
    mode = member.external_attr >> 16
    looks = MAINS.get(path.name) == PROGRAM and content.startswith(PROGRAMS_BEGIN)
    return bool(mode & 0o111) or looks
