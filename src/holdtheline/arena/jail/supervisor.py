"""The referee's side of the jail: request bot processes from the zygote, and end all of them."""

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
from ..submission import Submission
from . import bubblewrap
from .bot_process import BotProcess, ProcessEnd, describe_breach, describe_exit, describe_memory, pid_of_pidfd
from .cgroup import BotGroup, find_delegated_group
from .limits import Limits
from .logs import BotLog, LogReader
from .sandbox import (
    BOT_ENVIRONMENT,
    INHERITED_VARIABLES,
    PACKAGE_FOLDER,
    SINGLE_THREAD_ENVIRONMENT,
    is_readable_by_all_bots,
)
from .zygote_messages import ReportKind, StartRequest, ZygoteReport, send_message

__all__ = ["BotProcess", "JailFailed", "ProcessEnd", "Supervisor"]

ANSWER_SECONDS = 10.0
"""How long to wait for an answer, which takes a millisecond on an idle machine."""
ZYGOTE_MODULE = "holdtheline.arena.jail.zygote"
PREPARE_SECONDS = 1800.0
"""How long to wait for the zygote: compiling the rules for the first time takes minutes."""


class JailFailed(HtlError):
    """The jail could not start a bot, through no fault of the bot."""


class Supervisor:
    """Starts and ends bots. Not thread-safe; each worker has one.

    `prepare` names functions (`module:function`) that the zygote calls once before the first fork. Bots can be
    allowed to write only inside the `writable` folders. `with_bubble` uses bubblewrap if it works.
    """

    def __init__(self, prepare: Sequence[str] = (), writable: Sequence[Path] = (), with_bubble: bool = True) -> None:
        self._prepare = tuple(prepare)
        self._writable = tuple(Path(folder).resolve() for folder in writable)
        self.has_bubble = with_bubble and not bubblewrap.why_unavailable()
        self._checked: set[Path] = set()
        self._processes: dict[int, BotProcess] = {}
        self._groups: dict[int, BotGroup] = {}
        """Control groups of processes, by their number."""
        self._lost: set[BotProcess] = set()
        self._zygote: subprocess.Popen[bytes] | None = None
        self._logs: LogReader | None = None

    def __enter__(self) -> Supervisor:
        self.start_zygote()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # The zygote

    def start_zygote(self) -> None:
        """Start the zygote if there is none; it prepares itself in the background."""
        if self._zygote is not None:
            return
        self._requests, requests = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control, control = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        numbers = [str(channel.fileno()) for channel in (requests, control)]
        wrapper = bubblewrap.make_command([find_cache_root(), *self._writable]) if self.has_bubble else []
        python = [sys.executable, "-P", "-s", "-m", ZYGOTE_MODULE]
        with requests, control:
            self._zygote = subprocess.Popen(
                [*wrapper, *python, *numbers, *self._prepare],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                pass_fds=[int(number) for number in numbers],
                cwd="/",
                env=make_zygote_environment(),
            )
        self._handle, self._is_ready = -1, False
        self._logs = self._logs or LogReader()

    @property
    def zygote_pid(self) -> int:
        """The zygote's pid in this process's namespace."""
        self._await(ReportKind.BORN, ANSWER_SECONDS)
        return pid_of_pidfd(self._handle)

    def _await_ready(self) -> None:
        self.start_zygote()
        self._await(ReportKind.BORN, ANSWER_SECONDS)
        self._await(ReportKind.READY, PREPARE_SECONDS)

    def _await(self, kind: ReportKind, within: float) -> None:
        if self._is_ready or (kind == ReportKind.BORN and self._handle >= 0):
            return
        report = self._await_report(within)
        if report.kind != kind:
            raise self._fail(report.text)
        if kind == ReportKind.BORN:
            [self._handle] = report.handles
        self._is_ready = kind == ReportKind.READY

    def _fail(self, why: str) -> JailFailed:
        """End the zygote, which can no longer be trusted, and return the error; the next start creates a new one."""
        self._errors.seek(0)
        errors = self._errors.read().decode(errors="replace").strip()[-2000:]
        self._end_zygote()
        return JailFailed(f"the jail could not start a bot: {why.strip() or errors or 'the zygote died'}")

    def _await_report(self, within: float) -> ZygoteReport:
        """Return the next report that is not about a bot's process; process those that are."""
        until = time.monotonic() + within
        while True:
            report = self._next_report(until - time.monotonic())
            if not self._process_report(report):
                return report

    def _next_report(self, within: float) -> ZygoteReport:
        self._control.settimeout(max(within, 0.001))
        try:
            report = ZygoteReport.receive(self._control)
        except TimeoutError as error:
            raise self._fail("the zygote does not answer") from error
        if report is None:
            raise self._fail("")
        return report

    def _process_report(self, report: ZygoteReport) -> bool:
        """Process a report about a bot's process; return False if it is about something else."""
        if report.kind not in (ReportKind.ENDED, ReportKind.BREACH, ReportKind.MEMORY):
            return False
        pid, *numbers = report.numbers
        process = self._processes.get(pid)
        if process is not None and process.end is None:
            group = self._groups.get(pid)
            if group is not None and group.ran_out_of_memory:
                process.end = describe_memory(group.peak_mb, process.memory_mb)
            else:
                process.end = describe_end(report.kind, numbers, process.memory_mb)
        return True

    # Bots

    def start(
        self,
        submission: Submission,
        entry: str,
        limits: Limits,
        writes_to: Path | None = None,
        reads: Sequence[Path] = (),
    ) -> BotProcess:
        """Start a bot: a Python bot calls `entry` with its submission, others are executed."""
        self._check_folders(submission, writes_to)
        self._await_ready()
        assert self._logs is not None
        request = StartRequest(submission, entry, limits, writes_to, tuple(reads))
        ours, theirs = socket.socketpair()
        log = BotLog(limits.log_bytes)
        send_message(self._requests, request.packed(), (theirs.fileno(), log.bots_end))
        theirs.close()
        os.close(log.bots_end)
        report = self._await_report(ANSWER_SECONDS)
        if report.kind != ReportKind.STARTED:
            ours.close()
            log.close()
            raise self._fail(report.text)
        ours.setblocking(False)
        self._logs.add(log)
        process = BotProcess(self, report.numbers[0], report.handles[0], ours, log, limits.memory_mb)
        self._processes[process.number] = process
        self._limit_by_group(process, submission, limits)
        return process

    def _limit_by_group(self, process: BotProcess, submission: Submission, limits: Limits) -> None:
        """Put a process that has just started into a control group of its own, where we may make one."""
        parent = find_delegated_group()
        if parent is not None:
            group = self._groups[process.number] = BotGroup(parent, limits, submission.kind)
            with suppress(ProcessLookupError):  # it has already ended
                group.add(process.pid)

    def _check_folders(self, submission: Submission, writes_to: Path | None) -> None:
        if writes_to is not None and not is_inside(Path(writes_to), self._writable):
            raise JailFailed(f"{writes_to} is not inside a writable folder of this supervisor")
        if submission.folder not in self._checked and is_readable_by_all_bots(submission.folder.resolve()):
            raise JailFailed(f"bots could read each other's files in {submission.folder.parent}; choose another folder")
        self._checked.add(submission.folder)

    def await_end(self, process: BotProcess) -> None:
        """Wait for the zygote's report on a process that has ended."""
        while process.end is None:
            if process.is_lost:
                raise JailFailed("the zygote died, and its bots with it")
            report = self._next_report(ANSWER_SECONDS)
            if not self._process_report(report):
                raise self._fail(report.text)

    def release(self, process: BotProcess) -> None:
        """Let the zygote reap the process, after which its pid can be reused."""
        group = self._groups.pop(process.number, None)
        if group is not None:
            group.remove()
        self._lost.discard(process)
        if self._logs is not None:
            self._logs.remove(process.output)
        if not process.is_lost:
            del self._processes[process.number]
            try:
                ZygoteReport(ReportKind.RELEASE, (process.number,)).send(self._control)
            except OSError:
                self._end_zygote()

    def close(self) -> None:
        """End every bot and the zygote."""
        for process in [*self._processes.values(), *self._lost]:
            with suppress(JailFailed):
                process.kill()
        self._end_zygote()
        if self._logs is not None:
            self._logs.close()
            self._logs = None

    def _end_zygote(self) -> None:
        if self._zygote is None:
            return
        for process in self._processes.values():
            process.is_lost = True
        self._lost |= set(self._processes.values())
        self._processes.clear()
        self._requests.close()
        self._control.close()
        try:
            self._zygote.wait(ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            if self._handle >= 0:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            self._zygote.kill()
            self._zygote.wait()
        if self._handle >= 0:
            os.close(self._handle)
        self._errors.close()
        self._zygote = None


def describe_end(kind: ReportKind, numbers: Sequence[int], memory_mb: int) -> ProcessEnd:
    """Describe how a process ended, from the zygote's report."""
    first, second, peak_mb = numbers
    if kind == ReportKind.BREACH:
        return describe_breach(first)
    if kind == ReportKind.MEMORY:
        return describe_memory(first, memory_mb)
    return describe_exit(first, second, peak_mb, memory_mb)


def is_inside(path: Path, folders: Sequence[Path]) -> bool:
    return any(path.resolve().is_relative_to(folder) for folder in folders)


def make_zygote_environment() -> dict[str, str]:
    """Return the zygote's environment, without private variables: bots could find it in their memory."""
    python = {"PYTHONPATH": str(PACKAGE_FOLDER.parent), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    inherited = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return BOT_ENVIRONMENT | SINGLE_THREAD_ENVIRONMENT | python | inherited | {"HTL_CACHE": str(find_cache_root())}


def find_cache_root() -> Path:
    """Return the cache folder of compiled rules, which the zygote may write to."""
    root = Path(os.environ.get("HTL_CACHE") or platformdirs.user_cache_path("holdtheline")).resolve()
    root.mkdir(parents=True, exist_ok=True)
    return root
