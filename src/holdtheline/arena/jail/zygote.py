"""The process that bots are copies of: it has imported what they need, and knows nothing of any game or bot.

It reads numbers, forks, and reports who ended how. When the keeper is gone, it ends all bots and itself.
"""

from __future__ import annotations

import fcntl
import gc
import os
import select
import signal
import socket
import sys
import traceback
from contextlib import suppress

from . import cell, privileges, seccomp
from .orders import Report, Says, receive

SETTLED = 10.0
"""So many seconds a process has to lock itself in, which takes it a millisecond."""


class Zygote:
    def __init__(self, orders: socket.socket, control: socket.socket) -> None:
        self.orders = orders
        self.control = control
        self.children: dict[int, int] = {}
        """The pids of bots by their pidfds."""
        self.listeners: dict[int, int] = {}
        """And their pidfds by what tells of their attacks."""
        self.poll = select.poll()
        for way in (orders, control):
            self.poll.register(way, select.POLLIN)

    def serve(self) -> None:
        """Until the keeper is gone."""
        while True:
            for handle, _ in self.poll.poll():
                if handle == self.control.fileno():
                    if not self.heard():
                        return
                elif handle == self.orders.fileno():
                    self.start()
                elif handle in self.listeners:
                    self.attacked(handle)
                elif handle in self.children:
                    self.ended(handle)

    def start(self) -> None:
        """Fork; the child reads the order and locks itself in."""
        ours, door = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        own = os.getpid()
        pid = os.fork()
        if pid == 0:
            cell.enter(self.orders, door, own)
        door.close()
        ours.settimeout(SETTLED)
        with ours:
            text, listeners = receive(ours)
            if text == cell.LISTENS:
                text, _ = receive(ours)
        if text != cell.READY:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            Report(Says.FAILED, words=text.decode(errors="replace")).send(self.control)
            return
        handle = os.pidfd_open(pid)
        self.children[handle] = pid
        self.listeners |= dict.fromkeys(listeners, handle)
        for one in (handle, *listeners):
            self.poll.register(one, select.POLLIN)
        Report(Says.STARTED, (pid, 0, 0), handles=(handle,)).send(self.control)

    def attacked(self, listener: int) -> None:
        """A bot did what no bot may do: say what, and end it. Or it is gone, and its listener with it."""
        handle = self.listeners[listener]
        attack = seccomp.told(listener)
        if attack is not None:
            Report(Says.BREACH, (self.children[handle], *attack)).send(self.control)
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        self.forget(listener)

    def forget(self, listener: int) -> None:
        del self.listeners[listener]
        self.poll.unregister(listener)
        os.close(listener)

    def ended(self, handle: int) -> None:
        """Say so; but the pid stays taken until the keeper has looked at its clock."""
        how = os.waitid(os.P_PIDFD, handle, os.WEXITED | os.WNOWAIT)
        assert how is not None
        self.poll.unregister(handle)
        Report(Says.ENDED, (how.si_pid, how.si_code, how.si_status)).send(self.control)

    def heard(self) -> bool:
        """A word from the keeper; False when it is gone."""
        report = Report.receive(self.control)
        if report is None:
            return False
        handle = next((one for one, pid in self.children.items() if pid == report.numbers[0]), None)
        if handle is not None:
            for listener in [one for one, whose in self.listeners.items() if whose == handle]:
                self.forget(listener)
            with suppress(KeyError):  # its end was told already
                self.poll.unregister(handle)
            os.waitpid(self.children.pop(handle), 0)
            os.close(handle)
        return True

    def end_all(self) -> None:
        for handle, pid in self.children.items():
            signal.pidfd_send_signal(handle, signal.SIGKILL)
            os.waitpid(pid, 0)


def prepare(control: socket.socket, entries: list[str]) -> None:
    """Call what is to be called before the first fork. If the keeper dies meanwhile, so does this process."""
    fcntl.fcntl(control, fcntl.F_SETOWN, os.getpid())
    flags = fcntl.fcntl(control, fcntl.F_GETFL)
    fcntl.fcntl(control, fcntl.F_SETFL, flags | os.O_ASYNC)  # from now on its end sends SIGIO, which ends us
    if select.select([control], [], [], 0)[0]:
        raise EOFError("the keeper is gone")
    for entry in entries:
        cell.function_of(entry)()
    privileges.can_change_user()
    privileges.forget_most()
    cell.build_walls()
    cell.clear_environment()
    fcntl.fcntl(control, fcntl.F_SETFL, flags)
    gc.collect()
    gc.freeze()


def main(orders: str, control: str, *entries: str) -> None:
    ways = [socket.socket(fileno=int(one)) for one in (orders, control)]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the keeper, who ends us
    Report(Says.BORN, handles=(os.pidfd_open(os.getpid()),)).send(ways[1])
    try:
        prepare(ways[1], list(entries))
    except BaseException:  # noqa: BLE001
        Report(Says.FAILED, words=traceback.format_exc(limit=-3)).send(ways[1])
        return
    zygote = Zygote(*ways)
    Report(Says.READY).send(ways[1])
    try:
        zygote.serve()
    finally:
        zygote.end_all()


if __name__ == "__main__":
    main(*sys.argv[1:])
