"""The server's side of the judge: started when there is work, listened to, and ended with the server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

COMMAND = (sys.executable, "-m", "holdtheline.web.judge")
RESTING, WORKING, REFUSES, FAILED, OFF = STATES = ("resting", "working", "refuses", "failed", "off")
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0


@dataclass(frozen=True)
class Said:
    """What is known of the judge."""

    state: str
    sentence: str = ""


NOBODY = Said(OFF, "This server was started without a judge: what is handed in waits.")


class Judging:
    """A thread that runs the judge whenever somebody has woken it, one at a time."""

    def __init__(self, address: str, command: Sequence[str] = COMMAND) -> None:
        self.said = Said(RESTING)
        self._address = address
        self._command = command
        self._bell = threading.Event()
        self._ended = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="judging", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """There may be work."""
        self._bell.set()
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                with suppress(OSError, ValueError):  # it is just ending: the bell still rings
                    self._process.stdin.write("\n")
                    self._process.stdin.flush()

    def end(self) -> None:
        self._ended.set()
        self._bell.set()
        with self._lock:
            if self._process is not None:
                self._process.kill()
        self._thread.join()

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            self._bell.wait()
            self._bell.clear()
            if self._ended.is_set():
                return
            if self._judge_runs():
                pause = FIRST_PAUSE
                continue
            # It could not do all that is to be done, and is tried again, ever more seldom.
            if self._ended.wait(pause):
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            self._bell.set()

    def _judge_runs(self) -> bool:
        """Whether it did its work, or knows why it cannot."""
        pipe = subprocess.PIPE
        with self._lock:
            if self._ended.is_set():
                return True
            process = self._process = subprocess.Popen(
                list(self._command), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
            )
        self.said = Said(WORKING)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(f"{self._address}\n")
            process.stdin.flush()
            for line in process.stdout:
                self._hear(line)
        except (OSError, ValueError):
            pass  # it is gone: its code tells
        finally:
            code = process.wait()
            process.stdout.close()
            with self._lock:
                self._process = None
                with suppress(OSError):
                    process.stdin.close()
        if self.said.state == WORKING:
            self.said = Said(RESTING) if code == 0 else Said(FAILED, f"the judge ended with code {code}")
        return code == 0

    def _hear(self, line: str) -> None:
        told = json.loads(line)
        if told["state"] == WORKING:
            self._bell.clear()  # it looks for itself; who rings from now on is heard by it
        if told["state"] in STATES:
            self.said = Said(told["state"], str(told["sentence"])[:2000])
