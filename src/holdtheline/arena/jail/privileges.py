"""Who a bot's process is: where root starts it, a user that exists nowhere else, without capabilities.

One capability may be left: to read what only others may read, where the interpreter or the bot's folder is in
somebody's closed folder. Landlock decides what of it is read; and this user may do nothing but read.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from struct import pack

from .kernelcalls import NUMBERS, call, prctl

FIRST_USER = 0x70000000
"""Above whatever systems and containers hand out; there are 2^28 from here on."""
READ_ANYTHING = 2
"""CAP_DAC_READ_SEARCH."""
CAPABILITIES = 64
VERSION_3 = 0x20080522
KEEP, DROP_FROM_BOUND, AMBIENT, RAISE = 8, 24, 47, 2


def forget_most() -> None:
    """For the zygote: no program that a bot executes brings one back, but the one that may be left."""
    for one in range(CAPABILITIES):
        if one != READ_ANYTHING:
            forget(one)


def forget(capability: int) -> None:
    try:
        prctl(DROP_FROM_BOUND, capability)
    except OSError:
        pass  # there is none of this number, or this is no root


def drop(needed: list[Path], owned: Path | None = None) -> None:
    """Become nobody. What is needed stays readable, and one folder may be its own."""
    changes = os.geteuid() == 0 and can_change_user()
    keep = changes and not all(map(open_to_all, needed))
    if not keep:
        forget(READ_ANYTHING)
    if changes:
        user = unused_user()
        if owned:
            give(owned, user)
        become(user)
    set_capabilities(1 << READ_ANYTHING if keep else 0)
    if keep:
        prctl(AMBIENT, RAISE, READ_ANYTHING)  # for programs that are executed


def give(folder: Path, user: int) -> None:
    """With all that somebody before has written there."""
    os.chown(folder, user, user)
    for place, folders, files in os.walk(folder):
        for name in folders + files:
            os.chown(os.path.join(place, name), user, user, follow_symlinks=False)


def unused_user() -> int:
    return FIRST_USER + int.from_bytes(os.urandom(4), "little") % 2**28


def become(user: int) -> None:
    prctl(KEEP, 1)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    prctl(KEEP, 0)


def set_capabilities(mask: int) -> None:
    head = pack("<Ii", VERSION_3, 0)
    call(NUMBERS["capset"], head, pack("<6I", mask, mask, mask, 0, 0, 0))


@cache
def open_to_all(path: Path) -> bool:
    """Whether everybody may go there."""
    try:
        return all(one.stat().st_mode & 0o001 for one in (path, *path.parents))
    except OSError:
        return False


@cache
def can_change_user() -> bool:
    """Tried in a child: in some containers root is not allowed to."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            become(unused_user())
            set_capabilities(1 << READ_ANYTHING)
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0
