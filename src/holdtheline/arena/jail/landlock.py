"""Landlock: which files a process and its children may reach, no network, and nobody outside to signal."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from enum import IntFlag
from functools import cache
from pathlib import Path
from struct import pack

from .kernelcalls import NUMBERS, call

ASK_VERSION = 1
RULE_OF_A_PATH = 1


class Right(IntFlag):
    """To files; each was known from some version on."""

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


KNOWN = {1: 1 << 13, 2: 1 << 14, 3: 1 << 15, 5: 1 << 16}
"""By version: all rights to files are below this bit."""
FOR_FILES = Right.EXECUTE | Right.WRITE_FILE | Right.READ_FILE | Right.TRUNCATE | Right.CONTROL_DEVICE
READ = Right.READ_FILE | Right.READ_FOLDER
RUN = READ | Right.EXECUTE
WRITE = (
    READ
    | Right.WRITE_FILE
    | Right.REMOVE_FOLDER
    | Right.REMOVE_FILE
    | Right.MAKE_FOLDER
    | Right.MAKE_FILE
    | Right.TRUNCATE
)

TCP_BIND_AND_CONNECT = 0b11
NETWORK_SINCE = 4
ABSTRACT_SOCKETS_AND_SIGNALS = 0b11
SCOPES_SINCE = 6


@cache
def version() -> int:
    """Of the kernel's Landlock; 0 if it has none."""
    try:
        return call(NUMBERS["landlock_create_ruleset"], None, 0, ASK_VERSION)
    except OSError:
        return 0


def all_rights() -> int:
    return max(bit for since, bit in KNOWN.items() if since <= version()) - 1


def rules_for(paths: Iterable[Path | str], rights: Right) -> list[bytes]:
    """Rules that open these paths, each once. They hold descriptors, and are good for any number of rulesets.

    What does not exist, or cannot be reached anyway, is left out.
    """
    rules = []
    for path in dict.fromkeys(map(os.path.realpath, paths)):
        try:
            handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        rules.append(pack("<Qi", (rights if is_folder else rights & FOR_FILES) & all_rights(), handle))
    return rules


class Ruleset:
    """Everything is closed but what is opened."""

    def __init__(self) -> None:
        known = version()
        network = TCP_BIND_AND_CONNECT if known >= NETWORK_SINCE else 0
        scopes = ABSTRACT_SOCKETS_AND_SIGNALS if known >= SCOPES_SINCE else 0
        size = 24 if known >= SCOPES_SINCE else 16 if known >= NETWORK_SINCE else 8
        attributes = pack("<QQQ", all_rights(), network, scopes)
        self.handle = call(NUMBERS["landlock_create_ruleset"], attributes, size, 0)

    def add(self, rules: Iterable[bytes]) -> None:
        for rule in rules:
            call(NUMBERS["landlock_add_rule"], self.handle, RULE_OF_A_PATH, rule, 0)

    def enforce(self) -> None:
        """On this process, for ever. It must have given up new privileges before."""
        call(NUMBERS["landlock_restrict_self"], self.handle, 0)
        os.close(self.handle)
