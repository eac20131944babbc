"""The server's side of the judge: start its process when there is work, and stop it with the server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from ...arena.jail.availability import NEEDS_LINUX, has_linux
from .judge_queue import CheckProgress

JUDGE_COMMAND = (sys.executable, "-m", "holdtheline.web.courses.judge")
JudgeState = Literal["resting", "working", "refuses", "failed", "off"]
RESTING: JudgeState = "resting"
WORKING: JudgeState = "working"
REFUSES: JudgeState = "refuses"
FAILED: JudgeState = "failed"
OFF: JudgeState = "off"
JUDGE_STATES = (RESTING, WORKING, REFUSES, FAILED, OFF)
FIRST_PAUSE, MAX_PAUSE = 5.0, 300.0


@dataclass(frozen=True)
class JudgeStatus:
    """The state of the judge, a sentence that explains it, and its checks."""

    state: JudgeState
    sentence: str = ""
    checks: CheckProgress = field(default_factory=CheckProgress)

    @property
    def can_work(self) -> bool:
        """Whether bots that wait will be checked."""
        return self.state not in (REFUSES, OFF)


NO_JUDGE = JudgeStatus(OFF, "This server was started without a judge, so submitted bots stay queued.")


class JudgeSupervisor:
    """A thread that runs one judge process whenever it is woken."""

    def __init__(self, database_url: str, command: Sequence[str] = JUDGE_COMMAND) -> None:
        self.status = JudgeStatus(RESTING)
        self._database_url = database_url
        self._command = command
        self._wake = threading.Event()
        self._closed = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="judging", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Start the judge, or make the running one look for work."""
        self._wake.set()
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                with suppress(OSError, ValueError):  # it is just exiting, and is started again because of `_wake`
                    self._process.stdin.write("\n")
                    self._process.stdin.flush()

    def close(self) -> None:
        self._closed.set()
        self._wake.set()
        with self._lock:
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            self._wake.wait()
            self._wake.clear()
            if self._closed.is_set():
                return
            began = time.monotonic()
            if self._run_judge():
                pause = FIRST_PAUSE
                continue
            # It did not finish its work, so it is started again, after a growing pause if it ends soon each time.
            if time.monotonic() - began > pause:
                pause = FIRST_PAUSE
            if self._closed.wait(pause):
                return
            pause = min(2 * pause, MAX_PAUSE)
            self._wake.set()

    def _run_judge(self) -> bool:
        """Run the judge; return whether it finished its work or reported why it cannot."""
        if not has_linux():
            self.status = JudgeStatus(REFUSES, f"{NEEDS_LINUX[0].upper()}{NEEDS_LINUX[1:]}, so bots wait.")
            return True
        pipe = subprocess.PIPE
        with self._lock:
            if self._closed.is_set():
                return True
            process = self._process = subprocess.Popen(
                list(self._command), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8"
            )
        self.status = replace(self.status, state=WORKING, sentence="")
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{self._database_url}\n")
            process.stdin.flush()
            for line in process.stdout:
                self._read_message(line)
        except (OSError, ValueError):
            pass  # it has ended; its exit code is checked below
        finally:
            code = process.wait()
            self.status = replace(self.status, checks=replace(self.status.checks, running=()))
            process.stdout.close()
            with self._lock:
                self._process = None
                with suppress(OSError):
                    process.stdin.close()
        if self.status.state == WORKING:
            state, sentence = (RESTING, "") if code == 0 else (FAILED, f"the judge ended with code {code}")
            self.status = replace(self.status, state=state, sentence=sentence)
        return code == 0

    def _read_message(self, line: str) -> None:
        message = json.loads(line)
        if "running" in message:
            self.status = replace(self.status, checks=CheckProgress(tuple(message["running"]), message["seconds"]))
            return
        state: JudgeState = message["state"]
        if state == WORKING:
            self._wake.clear()  # it looks for work itself, and reads later wake-ups from its input
        if state in JUDGE_STATES:
            self.status = replace(self.status, state=state, sentence=str(message["sentence"])[:2000])
