"""What a game of jailed bots could leave behind: processes, files, segments in the kernel, descriptors."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

from .court import Court
from .hostile import KEY, MARK

FIRST_USER = 0x70000000
"""Bots that root starts are users from here on."""
PATIENCE = 20.0
"""Seconds."""
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run")


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def processes(court: Court) -> set[int]:
    """The zygote, what is around it, and all below; and whoever is in the folder of a bot."""
    top = court.keeper.zygote_pid
    while parent_of(top) != os.getpid():
        top = parent_of(top)
    parents = {int(one): parent_of(int(one)) for one in os.listdir("/proc") if one.isdigit()}
    found = {top}
    while new := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= new
    return found | {pid for pid in parents if is_in(pid, court.folder)}


def is_in(pid: int, folder: Path) -> bool:
    try:
        return Path(os.readlink(f"/proc/{pid}/cwd")).is_relative_to(folder)
    except OSError:
        return False


def files(court: Court) -> set[tuple[str, int, float]]:
    """All of the bots' own, and what bots have made elsewhere."""
    own = [path for path in court.folder.rglob("*") if court.folder.is_dir()]
    marked = [path for place in PLACES if os.path.isdir(place) for path in Path(place).iterdir()]
    marked = [path for path in marked if MARK in path.name or owner_of(path) >= FIRST_USER]
    stats = [(path, path.lstat()) for path in (*own, *marked)]
    return {(str(path), stat.st_mode, stat.st_mtime) for path, stat in stats}


def owner_of(path: Path) -> int:
    try:
        return path.lstat().st_uid
    except FileNotFoundError:  # it was somebody else's
        return 0


def segments() -> list[str]:
    """Those in the kernel that are a bot's: by their key, or their owner."""
    found = []
    for kind in ("shm", "msg", "sem"):
        names, *lines = (line.split() for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines())
        rows = [dict(zip(names, line, strict=True)) for line in lines]
        found += [str(row) for row in rows if int(row["key"]) == KEY or int(row["cuid"]) >= FIRST_USER]
    return found


class Left(NamedTuple):
    """What a game could leave behind."""

    processes: set[int]
    files: set[tuple[str, int, float]]
    segments: list[str]
    handles: int


def left(court: Court) -> Left:
    handles = len(os.listdir("/proc/self/fd"))
    return Left(processes(court), files(court), segments(), handles)


def left_soon(court: Court, before: Left) -> Left:
    """The same, when the zygote has had the time to bury the dead: it hears of them after the game.

    Somebody else's bots, who play at the same time, may come and go meanwhile.
    """
    until = time.monotonic() + PATIENCE
    while more(found := left(court), before)._replace(files=set()) != NOTHING and time.monotonic() < until:
        time.sleep(0.01)
    return found


NOTHING = Left(set(), set(), [], 0)


def more(now: Left, before: Left) -> Left:
    """What there was not before. That somebody is gone who was dying then is no harm."""
    segments = [one for one in now.segments if one not in before.segments]
    handles = max(now.handles - before.handles, 0)
    return Left(now.processes - before.processes, now.files - before.files, segments, handles)
