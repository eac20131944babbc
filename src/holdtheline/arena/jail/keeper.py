"""The referee's side of the jail: it orders bots from the zygote, and leaves none behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import platformdirs

from ...core.errors import HtlError
from . import bubble
from .cell import ENVIRONMENT, ONE_THREAD, PASSED_ON, is_open_to_bots
from .handin import Handin
from .kernelcalls import NAMES
from .limits import Limits
from .logs import Log, LogReader
from .orders import Order, Report, Says, send
from .prisoner import Ended, Prisoner, pid_of

__all__ = ["Ended", "JailFailed", "Keeper", "Prisoner"]

SOON = 10.0
"""Seconds for an answer that takes a millisecond where nobody is busy."""
ZYGOTE = "holdtheline.arena.jail.zygote"
PREPARED = 1800.0
"""Seconds: rules that were never compiled take minutes."""
PACKAGE = Path(__file__).resolve().parents[2]


class JailFailed(HtlError):
    """No bot could be started, and no bot is to blame."""


class Keeper:
    """Starts bots and ends them. For one thread; a worker has one.

    `prepare` names functions, as `module:function`, that the zygote calls once before the first fork.
    A folder that a bot is started to write to is one of `writable`, or below. `with_bubble`: have a second
    ring of walls where there is one.
    """

    def __init__(
        self, prepare: Sequence[str] = (), writable: Sequence[Path] = (), with_bubble: bool = True
    ) -> None:
        self._prepare = tuple(prepare)
        self._writable = tuple(Path(one).resolve() for one in writable)
        self.has_bubble = with_bubble and not bubble.why_not()
        self._checked: set[Path] = set()
        self._prisoners: dict[int, Prisoner] = {}
        self._lost: set[Prisoner] = set()
        self._zygote: subprocess.Popen[bytes] | None = None
        self._logs: LogReader | None = None

    def __enter__(self) -> Keeper:
        self.begin()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    # The zygote

    def begin(self) -> None:
        """Start the zygote, if there is none; it prepares itself while we go on."""
        if self._zygote is not None:
            return
        self._orders, orders = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        numbers = [str(one.fileno()) for one in (orders, control)]
        ring = bubble.command([cache_root(), *self._writable]) if self.has_bubble else []
        python = [sys.executable, "-P", "-s", "-m", ZYGOTE]
        with orders, control:
            self._zygote = subprocess.Popen(
                [*ring, *python, *numbers, *self._prepare],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=[int(one) for one in numbers],
                cwd="/",
                env=environment(),
            )
        self._handle, self._is_ready = -1, False
        self._logs = self._logs or LogReader()

    @property
    def zygote_pid(self) -> int:
        """The zygote's pid, as it is here."""
        self._await(Says.BORN, SOON)
        return pid_of(self._handle)

    def _ready(self) -> None:
        self.begin()
        self._await(Says.BORN, SOON)
        self._await(Says.READY, PREPARED)

    def _await(self, news: Says, within: float) -> None:
        if self._is_ready or (news == Says.BORN and self._handle >= 0):
            return
        report = self._answer(within)
        if report.says != news:
            raise self._failed(report.words)
        if news == Says.BORN:
            [self._handle] = report.handles
        self._is_ready = news == Says.READY

    def _failed(self, why: str) -> JailFailed:
        """After this the zygote is not to be trusted: the next start makes a new one."""
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()[-2000:]
        self._end_zygote()
        return JailFailed(
            f"the jail could not start a bot: {why.strip() or said or 'its first process died'}"
        )

    def _answer(self, within: float) -> Report:
        """The next report that is about no prisoner; those about prisoners are noted."""
        until = time.monotonic() + within
        while True:
            report = self._next_report(until - time.monotonic())
            if not self._note(report):
                return report

    def _next_report(self, within: float) -> Report:
        self._control.settimeout(max(within, 0.001))
        try:
            report = Report.receive(self._control)
        except TimeoutError as error:
            raise self._failed("its first process does not answer") from error
        if report is None:
            raise self._failed("")
        return report

    def _note(self, report: Report) -> bool:
        """Whether it was about a prisoner."""
        if report.says not in (Says.ENDED, Says.BREACH):
            return False
        pid, code, number = report.numbers
        prisoner = self._prisoners.get(pid)
        if prisoner is not None and prisoner.end is None:
            prisoner.end = ended(code, number) if report.says == Says.ENDED else breach(code)
        return True

    # Bots

    def start(
        self,
        handin: Handin,
        entry: str,
        limits: Limits,
        writes_to: Path | None = None,
        reads: Sequence[Path] = (),
    ) -> Prisoner:
        """The bot's process, running: a Python bot calls `entry` with its handin, others are executed."""
        self._check(handin, writes_to)
        self._ready()
        assert self._logs is not None
        order = Order(handin, entry, limits, writes_to, tuple(reads))
        ours, theirs = socket.socketpair()
        log = Log(limits.log_bytes)
        send(self._orders, order.packed(), (theirs.fileno(), log.bots_end))
        theirs.close()
        os.close(log.bots_end)
        report = self._answer(SOON)
        if report.says != Says.STARTED:
            ours.close()
            log.close()
            raise self._failed(report.words)
        ours.setblocking(False)
        self._logs.add(log)
        prisoner = Prisoner(self, report.numbers[0], report.handles[0], ours, log)
        self._prisoners[prisoner.number] = prisoner
        return prisoner

    def _check(self, handin: Handin, writes_to: Path | None) -> None:
        if writes_to is not None and not is_below(Path(writes_to), self._writable):
            raise JailFailed(f"{writes_to} is not in a folder that this keeper may open for writing")
        if handin.folder not in self._checked and is_open_to_bots(handin.folder.resolve()):
            raise JailFailed(
                f"bots are not safe from each other in {handin.folder.parent}, which all may read"
            )
        self._checked.add(handin.folder)

    def hear_the_end_of(self, prisoner: Prisoner) -> None:
        """It has ended: wait for the news."""
        while prisoner.end is None:
            if prisoner.is_lost:
                raise JailFailed("the jail broke down, and its bots with it")
            report = self._next_report(SOON)
            if not self._note(report):
                raise self._failed(report.words)

    def release(self, prisoner: Prisoner) -> None:
        """Its pid may be given to somebody else."""
        self._lost.discard(prisoner)
        if self._logs is not None:
            self._logs.remove(prisoner.printed)
        if not prisoner.is_lost:
            del self._prisoners[prisoner.number]
            try:
                Report(Says.RELEASE, (prisoner.number, 0, 0)).send(self._control)
            except OSError:
                self._end_zygote()

    def close(self) -> None:
        """End every bot and the zygote."""
        for prisoner in [*self._prisoners.values(), *self._lost]:
            with suppress(JailFailed):
                prisoner.kill()
        self._end_zygote()
        if self._logs is not None:
            self._logs.close()
            self._logs = None

    def _end_zygote(self) -> None:
        if self._zygote is None:
            return
        for prisoner in self._prisoners.values():
            prisoner.is_lost = True
        self._lost |= set(self._prisoners.values())
        self._prisoners.clear()
        self._orders.close()
        self._control.close()
        try:
            self._zygote.wait(SOON)
        except subprocess.TimeoutExpired:
            if self._handle >= 0:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            self._zygote.kill()
            self._zygote.wait()
        if self._handle >= 0:
            os.close(self._handle)
        self._errors.close()
        self._zygote = None


def is_below(path: Path, folders: Sequence[Path]) -> bool:
    return any(path.resolve().is_relative_to(one) for one in folders)


def ended(code: int, number: int) -> Ended:
    if code == os.CLD_EXITED:
        return Ended(f"ended by itself with code {number}")
    if number == signal.SIGSYS:
        return Ended("asked the kernel for what is forbidden", is_breach=True)
    return Ended(f"was killed by {signal_name(number)}")


def signal_name(number: int) -> str:
    """The signals for real time have no names, but for the first and the last."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def breach(number: int) -> Ended:
    return Ended(f"asked the kernel for what is forbidden: {NAMES.get(number, number)}", is_breach=True)


def environment() -> dict[str, str]:
    """The zygote's: bots could find it in their memory, so there is nothing of ours in it."""
    own = {"PYTHONPATH": str(PACKAGE.parent), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return ENVIRONMENT | ONE_THREAD | own | kept | {"HTL_CACHE": str(cache_root())}


def cache_root() -> Path:
    """Where compiled rules are kept: the zygote may compile some."""
    root = Path(os.environ.get("HTL_CACHE") or platformdirs.user_cache_path("holdtheline")).resolve()
    root.mkdir(parents=True, exist_ok=True)
    return root
