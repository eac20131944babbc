"""Control groups (cgroup v2), where the machine delegates one to us: the kernel itself then bounds a bot's memory.

A systemd unit does so with `Delegate=yes`. Elsewhere `memory_watch` and the resource limits must do without; they work
in either case. See cgroups(7) and systemd's "Control Group APIs and Delegation"."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

from ..submission import PYTHON
from .limits import Limits
from .rlimits import MAX_THREADS, MB

MOUNT_POINT = Path("/sys/fs/cgroup")
CONTROLLERS = ("memory", "pids")
DELEGATION_ATTRIBUTE = "user.delegate"
"""The extended attribute that systemd sets on a group that it delegates."""
OWN_GROUP_NAME = "htl"
"""The group that our own processes move to: a group that has members cannot share out memory to others."""
INHERITED_MB = 512
"""What a Python bot may copy of the zygote's memory."""
_numbers = count(1)


class BotGroup:
    """The control group of one bot."""

    def __init__(self, parent: Path, limits: Limits, kind: str) -> None:
        self.folder = parent / f"bot-{os.getpid()}-{next(_numbers)}"
        self.folder.mkdir()
        memory = limits.memory_mb + (INHERITED_MB if kind == PYTHON else 0)
        self._write("memory.max", memory * MB)
        self._write("pids.max", MAX_THREADS)
        for name, value in (("memory.swap.max", 0), ("memory.oom.group", 1)):
            with suppress(FileNotFoundError):  # kernels without swap or before 4.19
                self._write(name, value)

    def _write(self, name: str, value: int) -> None:
        with open(self.folder / name, "r+") as file:
            file.write(str(value))

    def add(self, pid: int) -> None:
        self._write("cgroup.procs", pid)

    @property
    def ran_out_of_memory(self) -> bool:
        events = (self.folder / "memory.events").read_text().split()
        return dict(zip(events[::2], events[1::2], strict=True)).get("oom_kill", "0") != "0"

    @property
    def peak_mb(self) -> int:
        """The most memory that was used; before Linux 5.19 the limit, which was reached."""
        file = self.folder / "memory.peak"
        return -(-int((file if file.exists() else self.folder / "memory.max").read_text()) // MB)

    def remove(self) -> None:
        """Remove the group, whose process has ended."""
        with suppress(OSError):
            self.folder.rmdir()


@cache
def find_delegated_group() -> Path | None:
    """Return the group in which groups of bots can be made, or None; try it once with a harmless process."""
    try:
        parent = prepare_delegated_group(MOUNT_POINT, Path("/proc/self/cgroup").read_text())
        if parent is not None:
            try_group(parent)
        return parent
    except OSError:
        return None


def prepare_delegated_group(mount_point: Path, membership: str) -> Path | None:
    """Find the group delegated to us, move our processes to a group inside it, and enable the controllers."""
    own = next((line[3:] for line in membership.splitlines() if line.startswith("0::")), "/")
    group = mount_point / own.lstrip("/")
    delegated = next((one for one in (group, group.parent) if is_delegated(one)), None)
    if delegated is None or not {*CONTROLLERS} <= {*(delegated / "cgroup.controllers").read_text().split()}:
        return None
    (delegated / OWN_GROUP_NAME).mkdir(exist_ok=True)
    for pid in (delegated / "cgroup.procs").read_text().split():
        with suppress(ProcessLookupError), open(delegated / OWN_GROUP_NAME / "cgroup.procs", "r+") as file:
            file.write(pid)
    with open(delegated / "cgroup.subtree_control", "r+") as file:
        file.write(" ".join(f"+{name}" for name in CONTROLLERS))
    return delegated


def is_delegated(group: Path) -> bool:
    try:
        return os.getxattr(group, DELEGATION_ATTRIBUTE) == b"1"
    except OSError:
        return False


def try_group(parent: Path) -> None:
    """Put a process into a group, and raise OSError if that does not work."""
    group = BotGroup(parent, Limits(), "")
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
        try:
            group.add(process.pid)
            _ = group.ran_out_of_memory, group.peak_mb
        finally:
            process.kill()
            process.wait()
            group.remove()
