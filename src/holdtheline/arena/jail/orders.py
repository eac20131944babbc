"""What the keeper and the zygote say to each other, over two sockets that keep messages apart.

An order is read by the process that will be the bot, never by the zygote itself: otherwise its memory, which
all later bots inherit, would tell them who was there before. The zygote hears and reports numbers only.
"""

from __future__ import annotations

import array
import marshal
import os
import socket
from dataclasses import astuple, dataclass
from enum import IntEnum
from pathlib import Path
from struct import Struct

from .handin import Handin
from .limits import Limits

MOST = 65536
REPORT = Struct("<qqqq")


@dataclass(frozen=True)
class Order:
    """Start this bot. The bot's end of its socket and the log's pipe come with it."""

    handin: Handin
    entry: str
    """`module:function`, called with the handin; nothing for what is no Python."""
    limits: Limits
    writes_to: Path | None = None
    """The only folder that it may write to."""
    reads: tuple[Path, ...] = ()
    """What it may read beside its own."""

    def packed(self) -> bytes:
        """In a form that costs little to read: a process that was just forked pays for what it touches."""
        handin = self.handin
        texts = (handin.name, str(handin.folder), handin.kind, handin.main, handin.digest)
        writes_to = "" if self.writes_to is None else str(self.writes_to)
        return marshal.dumps(
            (texts, self.entry, astuple(self.limits), writes_to, tuple(map(str, self.reads)))
        )

    @classmethod
    def unpacked(cls, data: bytes) -> Order:
        (name, folder, kind, main, digest), entry, limits, writes_to, reads = marshal.loads(data)
        handin = Handin(name, Path(folder), kind, main, digest)
        return cls(
            handin, entry, Limits(*limits), Path(writes_to) if writes_to else None, tuple(map(Path, reads))
        )


class Says(IntEnum):
    """What a report is about."""

    BORN = -1
    """The zygote; with its own pidfd."""
    READY = 0
    """The zygote is prepared."""
    FAILED = 1
    """The zygote or a start, with words instead of numbers."""
    STARTED = 2
    """pid; with its pidfd."""
    ENDED = 3
    """pid, CLD_ code, exit code or signal."""
    BREACH = 4
    """pid, system call, its first argument."""
    RELEASE = 5
    """To the zygote: pid, which may be forgotten."""


@dataclass(frozen=True)
class Report:
    says: Says
    numbers: tuple[int, int, int] = (0, 0, 0)
    words: str = ""
    handles: tuple[int, ...] = ()

    def send(self, way: socket.socket) -> None:
        text = REPORT.pack(self.says, *self.numbers) + self.words.encode()[: MOST - REPORT.size]
        send(way, text, self.handles)

    @classmethod
    def receive(cls, way: socket.socket) -> Report | None:
        """None: the other one is gone."""
        text, handles = receive(way)
        if len(text) < REPORT.size:
            return None
        says, *numbers = REPORT.unpack(text[: REPORT.size])
        return cls(Says(says), tuple(numbers), text[REPORT.size :].decode(errors="replace"), handles)


def send(way: socket.socket, text: bytes, handles: tuple[int, ...] = ()) -> None:
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", handles))] if handles else []
    way.sendmsg([text], rights, socket.MSG_NOSIGNAL)


def receive(way: socket.socket) -> tuple[bytes, tuple[int, ...]]:
    """A message and the descriptors that came with it; an empty one when the other end is closed."""
    try:
        text, rights, _, _ = way.recvmsg(MOST, socket.CMSG_SPACE(4 * 4), socket.MSG_CMSG_CLOEXEC)
    except ConnectionResetError:
        return b"", ()
    handles = array.array("i")
    for level, kind, data in rights:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            handles.frombytes(data[: len(data) // 4 * 4])
    for handle in handles:
        os.set_inheritable(handle, False)
    return text, tuple(handles)
