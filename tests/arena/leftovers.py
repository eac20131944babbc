"""Find what a game of jailed bots may leave behind: processes, files, shared memory and descriptors."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

from .hostile_bots import KEY, MARK
from .jailed_games import JailedArena

FIRST_USER = 0x70000000
"""The first user id of bots started by root."""
PATIENCE = 60.0
"""How long to wait, in seconds."""
PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run")


def parent_of(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def processes(arena: JailedArena) -> set[int]:
    """Return the zygote's ancestors and descendants, and processes whose folder is a bot's."""
    top = arena.supervisor.zygote_pid
    while parent_of(top) != os.getpid():
        top = parent_of(top)
        assert top, "the zygote is gone"
    parents = {int(one): parent_of(int(one)) for one in os.listdir("/proc") if one.isdigit()}
    found = {top}
    while new := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= new
    return found | {pid for pid in parents if is_in(pid, arena.folder)}


def is_in(pid: int, folder: Path) -> bool:
    try:
        return Path(os.readlink(f"/proc/{pid}/cwd")).is_relative_to(folder)
    except OSError:
        return False


def files(arena: JailedArena) -> set[tuple[str, int, float]]:
    """Return the bots' own files and files that bots created elsewhere."""
    own = [path for path in arena.folder.rglob("*") if arena.folder.is_dir()]
    marked = [path for place in PLACES if os.path.isdir(place) for path in Path(place).iterdir()]
    marked = [path for path in marked if MARK in path.name or owner_of(path) >= FIRST_USER]
    stats = [(path, path.lstat()) for path in (*own, *marked)]
    return {(str(path), stat.st_mode, stat.st_mtime) for path, stat in stats}


def owner_of(path: Path) -> int:
    try:
        return path.lstat().st_uid
    except FileNotFoundError:  # another process removed it
        return 0


def segments() -> list[str]:
    """Return the shared-memory segments of bots, by key or owner."""
    found = []
    for kind in ("shm", "msg", "sem"):
        names, *lines = (line.split() for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines())
        rows = [dict(zip(names, line, strict=True)) for line in lines]
        found += [str(row) for row in rows if int(row["key"]) == KEY or int(row["cuid"]) >= FIRST_USER]
    return found


class Left(NamedTuple):
    """Everything a game could leave behind."""

    processes: set[int]
    files: set[tuple[str, int, float]]
    segments: list[str]
    handles: int


def left(arena: JailedArena) -> Left:
    handles = len(os.listdir("/proc/self/fd"))
    return Left(processes(arena), files(arena), segments(), handles)


def left_soon(arena: JailedArena, before: Left) -> Left:
    """Return what is left after the zygote has had time to reap its children, which it does after the game.

    Bots of other test processes may start and end meanwhile.
    """
    until = time.monotonic() + PATIENCE
    while more(found := left(arena), before)._replace(files=set()) != NOTHING and time.monotonic() < until:
        time.sleep(0.01)
    return found


NOTHING = Left(set(), set(), [], 0)


def more(now: Left, before: Left) -> Left:
    """Return what is new since `before`; processes that have disappeared do not matter."""
    segments = [one for one in now.segments if one not in before.segments]
    handles = max(now.handles - before.handles, 0)
    return Left(now.processes - before.processes, now.files - before.files, segments, handles)
