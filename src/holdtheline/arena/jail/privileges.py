"""The user and capabilities of a bot's process: if root starts it, an unused user id without capabilities.

One capability may remain: CAP_DAC_READ_SEARCH, if the interpreter or the bot's folder is in a folder that only
its owner may read. Landlock then decides what is read, and this user may do nothing but read."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from struct import pack

from .syscall_numbers import prctl, syscall

FIRST_USER_ID = 0x70000000
"""Above all ids that systems and containers use; 2^28 ids follow."""
CAP_DAC_READ_SEARCH = 2
CAPABILITY_COUNT = 64
CAPABILITY_VERSION_3 = 0x20080522
PR_SET_KEEPCAPS, PR_CAPBSET_DROP, PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE = 8, 24, 47, 2


def reduce_bounding_set() -> None:
    """Drop all other capabilities in the zygote, so that no program a bot executes regains one."""
    for capability in range(CAPABILITY_COUNT):
        if capability != CAP_DAC_READ_SEARCH:
            drop_from_bounding_set(capability)


def drop_from_bounding_set(capability: int) -> None:
    try:
        prctl(PR_CAPBSET_DROP, capability)
    except OSError:
        pass  # the capability does not exist, or this process is not root


def drop_privileges(needed: list[Path], owned: Path | None = None) -> None:
    """Switch to an unused user; `needed` paths stay readable and `owned` becomes the user's folder."""
    changes = os.geteuid() == 0 and can_change_user()
    keep = changes and not all(map(is_accessible_to_all, needed))
    if not keep:
        drop_from_bounding_set(CAP_DAC_READ_SEARCH)
    if changes:
        user = draw_unused_user()
        if owned:
            change_owner(owned, user)
        switch_user(user)
    set_capabilities(1 << CAP_DAC_READ_SEARCH if keep else 0)
    if keep:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH)  # kept by executed programs


def change_owner(folder: Path, user: int) -> None:
    """Change the owner of a folder and everything in it."""
    os.chown(folder, user, user)
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            os.chown(os.path.join(parent, name), user, user, follow_symlinks=False)


def draw_unused_user() -> int:
    return FIRST_USER_ID + int.from_bytes(os.urandom(4), "little") % 2**28


def switch_user(user: int) -> None:
    prctl(PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    prctl(PR_SET_KEEPCAPS, 0)


def set_capabilities(mask: int) -> None:
    head = pack("<Ii", CAPABILITY_VERSION_3, 0)
    syscall("capset", head, pack("<6I", mask, mask, mask, 0, 0, 0))


@cache
def is_accessible_to_all(path: Path) -> bool:
    """Return whether every user may enter this path."""
    try:
        return all(folder.stat().st_mode & 0o001 for folder in (path, *path.parents))
    except OSError:
        return False


@cache
def can_change_user() -> bool:
    """Return whether root may switch users here, tried in a child process: in some containers it may not."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            switch_user(draw_unused_user())
            set_capabilities(1 << CAP_DAC_READ_SEARCH)
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1] == 0
