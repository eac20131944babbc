"""Landlock: restrict which files a process can access, its network, and its signals to other processes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from enum import IntFlag
from functools import cache
from pathlib import Path
from struct import pack

from .syscall_numbers import syscall

ABI_VERSION_FLAG = 1
RULE_PATH_BENEATH = 1


class AccessRight(IntFlag):
    """Rights to files; newer versions of Landlock know more of them."""

    EXECUTE = 1 << 0
    WRITE_FILE = 1 << 1
    READ_FILE = 1 << 2
    READ_FOLDER = 1 << 3
    REMOVE_FOLDER = 1 << 4
    REMOVE_FILE = 1 << 5
    MAKE_FOLDER = 1 << 7
    MAKE_FILE = 1 << 8
    TRUNCATE = 1 << 14
    CONTROL_DEVICE = 1 << 15

    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | CONTROL_DEVICE
    READ = READ_FILE | READ_FOLDER
    RUN = READ | EXECUTE
    WRITE = READ | WRITE_FILE | REMOVE_FOLDER | REMOVE_FILE | MAKE_FOLDER | MAKE_FILE | TRUNCATE


RIGHTS_LIMIT_BY_ABI = {1: 1 << 13, 2: 1 << 14, 3: 1 << 15, 5: 1 << 16}
"""By ABI version: all file rights are below this bit."""
TCP_BIND_AND_CONNECT = 0b11
NETWORK_ABI = 4
ABSTRACT_SOCKETS_AND_SIGNALS = 0b11
SCOPES_ABI = 6


@cache
def abi_version() -> int:
    """Return the version of the kernel's Landlock, or 0 if it has none."""
    try:
        return syscall("landlock_create_ruleset", None, 0, ABI_VERSION_FLAG)
    except OSError:
        return 0


def all_rights() -> int:
    return max(bit for since, bit in RIGHTS_LIMIT_BY_ABI.items() if since <= abi_version()) - 1


def make_path_rules(paths: Iterable[Path | str], rights: AccessRight) -> list[bytes]:
    """Return rules that allow these paths. They hold open descriptors and fit any number of rulesets.

    Paths that do not exist or cannot be opened are left out.
    """
    rules = []
    for path in dict.fromkeys(map(os.path.realpath, paths)):
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        rules.append(pack("<Qi", (rights if is_folder else rights & AccessRight.OF_FILES) & all_rights(), handle))
    return rules


class Ruleset:
    """A ruleset that denies everything except what is added."""

    def __init__(self) -> None:
        known = abi_version()
        network = TCP_BIND_AND_CONNECT if known >= NETWORK_ABI else 0
        scopes = ABSTRACT_SOCKETS_AND_SIGNALS if known >= SCOPES_ABI else 0
        size = 24 if known >= SCOPES_ABI else 16 if known >= NETWORK_ABI else 8
        attributes = pack("<QQQ", all_rights(), network, scopes)
        self.handle = syscall("landlock_create_ruleset", attributes, size, 0)

    def add(self, rules: Iterable[bytes]) -> None:
        for rule in rules:
            syscall("landlock_add_rule", self.handle, RULE_PATH_BENEATH, rule, 0)

    def enforce(self) -> None:
        """Restrict this process permanently; call `forbid_new_privileges` first."""
        syscall("landlock_restrict_self", self.handle, 0)
        os.close(self.handle)
