"""The process that bots are forked from: it has imported what they need, but has no data of a game or bot.

It forks on request and reports how each process ended. When the supervisor is gone, it kills all bots and exits.
Started as `python -m holdtheline.arena.jail.zygote`."""

from __future__ import annotations

import fcntl
import gc
import os
import select
import signal
import socket
import sys
import time
import traceback
from contextlib import suppress

from . import privileges, sandbox, seccomp
from .attack_notices import AttackNotices
from .memory_watch import WATCH_SECONDS, MemoryWatch
from .zygote_messages import ReportKind, ZygoteReport, receive_message

LOCK_DOWN_SECONDS = 10.0
"""How long a process may take to lock itself down, which takes a millisecond."""


class Zygote:
    def __init__(self, requests: socket.socket, control: socket.socket) -> None:
        self.requests = requests
        self.control = control
        self.children: dict[int, int] = {}
        """Pids of bots by pidfd."""
        self.listeners: dict[int, int] = {}
        """Pidfds of bots by seccomp listener."""
        self.notices = make_attack_notices()
        self.watches: dict[int, MemoryWatch] = {}
        """What watches the memory of running bots, by pidfd."""
        self.watched_at = 0.0
        self.poll = select.poll()
        for channel in (requests, control, *([self.notices.handle] if self.notices else ())):
            self.poll.register(channel, select.POLLIN)

    def serve(self) -> None:
        """Serve until the supervisor is gone."""
        while True:
            for handle, _ in self.poll.poll(1000 * WATCH_SECONDS if self.watches else None):
                if handle == self.control.fileno():
                    if not self.handle_message():
                        return
                elif handle == self.requests.fileno():
                    self.start()
                elif handle in self.children:
                    self.report_end(handle)
                else:
                    self.report_attacks()
            if self.watches and time.monotonic() > self.watched_at + WATCH_SECONDS / 2:
                self.watch_memory()

    def start(self) -> None:
        """Fork; the child reads the start request and locks itself down."""
        ours, zygote_socket = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        zygote_pid = os.getpid()
        pid = os.fork()
        if pid == 0:
            sandbox.enter_sandbox(self.requests, zygote_socket, zygote_pid, self.notices is not None)
        zygote_socket.close()
        ours.settimeout(LOCK_DOWN_SECONDS)
        with ours:
            text, listeners = receive_message(ours)
            if text == sandbox.LISTENER_MESSAGE:
                assert self.notices is not None
                for listener in listeners:
                    self.notices.watch(listener)
                ours.send(text)
                text, _ = receive_message(ours)
            if not text.startswith(sandbox.READY_MESSAGE):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                ZygoteReport(ReportKind.FAILED, text=text.decode(errors="replace")).send(self.control)
                return
            receive_message(ours)  # until it is closed: the bot's own code starts
        handle = os.pidfd_open(pid)
        self.children[handle] = pid
        self.listeners |= dict.fromkeys(listeners, handle)
        self.poll.register(handle, select.POLLIN)
        inherited, allowed = map(int, text.split()[1:])
        self.watches[handle] = MemoryWatch(pid, inherited, allowed)
        ZygoteReport(ReportKind.STARTED, (pid,), handles=(handle,)).send(self.control)

    def watch_memory(self) -> None:
        """Report and kill bots that use more memory than they may."""
        self.watched_at = time.monotonic()
        for handle in [handle for handle, watch in self.watches.items() if watch.is_over_limit()]:
            report = ZygoteReport(ReportKind.MEMORY, (self.children[handle], self.stop_watching(handle)))
            report.send(self.control)
            signal.pidfd_send_signal(handle, signal.SIGKILL)

    def stop_watching(self, handle: int) -> int:
        """Stop watching the memory of a bot; return its peak in MB."""
        watch = self.watches.pop(handle, None)
        if watch is None:
            return 0
        watch.close()
        return watch.peak_mb

    def report_attacks(self) -> None:
        """Report bots that made a forbidden call, and kill them."""
        for listener in self.notices.collect() if self.notices else ():
            handle = self.listeners.get(listener)
            if handle is not None:
                attack = seccomp.receive_attack(listener)
                ZygoteReport(ReportKind.BREACH, (self.children[handle], *attack)).send(self.control)
                signal.pidfd_send_signal(handle, signal.SIGKILL)

    def remove_listener(self, listener: int) -> None:
        del self.listeners[listener]
        os.close(listener)

    def report_end(self, handle: int) -> None:
        """Report the end of a bot, but do not reap it until the supervisor has read its CPU clock."""
        self.report_attacks()  # first, because the supervisor believes the first report, and this bot may have attacked
        status = os.waitid(os.P_PIDFD, handle, os.WEXITED | os.WNOWAIT)
        assert status is not None
        self.poll.unregister(handle)
        numbers = (status.si_pid, status.si_code, status.si_status, self.stop_watching(handle))
        ZygoteReport(ReportKind.ENDED, numbers).send(self.control)

    def handle_message(self) -> bool:
        """Handle a message from the supervisor; return False when it is gone."""
        report = ZygoteReport.receive(self.control)
        if report is None:
            return False
        handle = next((pidfd for pidfd, pid in self.children.items() if pid == report.numbers[0]), None)
        if handle is not None:
            for listener in [listener for listener, owner in self.listeners.items() if owner == handle]:
                self.remove_listener(listener)
            self.stop_watching(handle)
            with suppress(KeyError):  # its end was already reported
                self.poll.unregister(handle)
            os.waitpid(self.children.pop(handle), 0)
            os.close(handle)
        return True

    def end_all(self) -> None:
        for handle, pid in self.children.items():
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            os.waitpid(pid, 0)


def make_attack_notices() -> AttackNotices | None:
    """Return None if the kernel has no asynchronous I/O: a forbidden call then kills the bot, and is not named."""
    try:
        return AttackNotices()
    except OSError:
        return None


def prepare_zygote(control: socket.socket, entries: list[str]) -> None:
    """Call the entries before the first fork. If the supervisor dies meanwhile, this process dies with it."""
    fcntl.fcntl(control, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(control, fcntl.F_GETFL)
    fcntl.fcntl(control, fcntl.F_SETFL, flags | os.O_ASYNC)  # its end now sends SIGIO, which ends this process
    if select.select([control], [], [], 0)[0]:
        raise EOFError("the supervisor is gone")
    for entry in entries:
        sandbox.import_entry(entry)()
    privileges.can_change_user()
    privileges.reduce_bounding_set()
    sandbox.build_shared_rules()
    sandbox.clear_environment()
    fcntl.fcntl(control, fcntl.F_SETFL, flags)
    gc.collect()
    gc.freeze()


def main(requests: str, control: str, *entries: str) -> None:
    channels = [socket.socket(fileno=int(descriptor)) for descriptor in (requests, control)]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the supervisor, which ends this process
    ZygoteReport(ReportKind.BORN, handles=(os.pidfd_open(os.getpid()),)).send(channels[1])
    try:
        prepare_zygote(channels[1], list(entries))
    except BaseException:  # noqa: BLE001
        ZygoteReport(ReportKind.FAILED, text=traceback.format_exc(limit=-3)).send(channels[1])
        return
    zygote = Zygote(*channels)
    ZygoteReport(ReportKind.READY).send(channels[1])
    try:
        zygote.serve()
    finally:
        zygote.end_all()


if __name__ == "__main__":
    main(*sys.argv[1:])
