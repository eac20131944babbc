"""The messages between the supervisor and the zygote, over two sockets that keep message boundaries.

A start request is read by the forked process that becomes the bot, never by the zygote itself: otherwise its
memory, which all later bots inherit, would show which bots ran before. The zygote receives and sends numbers only."""

from __future__ import annotations

import array
import marshal
import os
import socket
from dataclasses import astuple, dataclass
from enum import IntEnum
from pathlib import Path
from struct import Struct

from ..submission import Submission
from .limits import Limits

MAX_MESSAGE_BYTES = 65536
REPORT_STRUCT = Struct("<qqqqq")


def send_message(channel: socket.socket, text: bytes, handles: tuple[int, ...] = ()) -> None:
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", handles))] if handles else []
    channel.sendmsg([text], rights, socket.MSG_NOSIGNAL)


def receive_message(channel: socket.socket) -> tuple[bytes, tuple[int, ...]]:
    """Receive a message with its descriptors; an empty one means that the other end is closed."""
    try:
        text, rights, _, _ = channel.recvmsg(MAX_MESSAGE_BYTES, socket.CMSG_SPACE(4 * 4), socket.MSG_CMSG_CLOEXEC)
    except ConnectionResetError:
        return b"", ()
    handles = array.array("i")
    for level, kind, data in rights:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            handles.frombytes(data[: len(data) // 4 * 4])
    for handle in handles:
        os.set_inheritable(handle, False)
    return text, tuple(handles)


@dataclass(frozen=True)
class StartRequest:
    """A request to start a bot, sent with the bot's ends of the socket and of the log's pipe."""

    submission: Submission
    entry: str
    """`module:function`, called with the submission; not used for bots in other languages."""
    limits: Limits
    writes_to: Path | None = None
    """The only folder the bot may write to."""
    reads: tuple[Path, ...] = ()
    """What the bot may read in addition to its own folder."""

    def packed(self) -> bytes:
        """Serialize in a form that is cheap to read, because a forked process pays for each page it touches."""
        submission = self.submission
        texts = (submission.name, str(submission.folder), submission.kind, submission.main, submission.digest)
        writes_to = "" if self.writes_to is None else str(self.writes_to)
        return marshal.dumps((texts, self.entry, astuple(self.limits), writes_to, tuple(map(str, self.reads))))

    @classmethod
    def unpacked(cls, data: bytes) -> StartRequest:
        (name, folder, kind, main, digest), entry, limits, writes_to, reads = marshal.loads(data)
        submission = Submission(name, Path(folder), kind, main, digest)
        return cls(submission, entry, Limits(*limits), Path(writes_to) if writes_to else None, tuple(map(Path, reads)))


class ReportKind(IntEnum):
    """What a report is about, and its numbers."""

    BORN = -1
    """The zygote runs; sent with its pidfd."""
    READY = 0
    """The zygote is prepared."""
    FAILED = 1
    """The zygote or a start failed; text instead of numbers."""
    STARTED = 2
    """pid; sent with its pidfd."""
    ENDED = 3
    """pid, CLD_ code, exit code or signal, peak of its memory in MB."""
    BREACH = 4
    """pid, system call, first argument."""
    MEMORY = 6
    """pid, peak of its memory in MB: it used too much."""
    RELEASE = 5
    """To the zygote: pid of a process to reap."""


@dataclass(frozen=True)
class ZygoteReport:
    kind: ReportKind
    numbers: tuple[int, ...] = ()
    """At most four; missing ones are 0."""
    text: str = ""
    handles: tuple[int, ...] = ()

    def send(self, channel: socket.socket) -> None:
        text = REPORT_STRUCT.pack(self.kind, *(*self.numbers, 0, 0, 0, 0)[:4])
        text += self.text.encode()[: MAX_MESSAGE_BYTES - REPORT_STRUCT.size]
        send_message(channel, text, self.handles)

    @classmethod
    def receive(cls, channel: socket.socket) -> ZygoteReport | None:
        """Receive a report, or None if the other process is gone."""
        text, handles = receive_message(channel)
        if len(text) < REPORT_STRUCT.size:
            return None
        kind, *numbers = REPORT_STRUCT.unpack(text[: REPORT_STRUCT.size])
        return cls(ReportKind(kind), tuple(numbers), text[REPORT_STRUCT.size :].decode(errors="replace"), handles)
