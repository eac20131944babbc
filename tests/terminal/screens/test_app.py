"""The real program in a pseudo-terminal: what it imports, how it ends, what it leaves behind."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")

OPEN_A_TABLE = """
import sys
from pathlib import Path
from holdtheline.core.catalog import load
from holdtheline.table.session import Table
from holdtheline.terminal.screens import app
table = Table.open(load("siege", plain=True), seed=7, record=Path(sys.argv[1]))
"""
PLAY = OPEN_A_TABLE + "sys.exit(app.play(table))"
PLAY_WITH_A_BUG = (
    OPEN_A_TABLE
    + """
def play(step):
    raise ZeroDivisionError("a bug")
table.play = play
try:
    app.play(table)
except ZeroDivisionError as error:
    print("caught", error)
"""
)
ASKED = b"send no troops"
LEFT_FULL_SCREEN = b"\x1b[?1049l"


class Terminal:
    """A program on a pseudo-terminal of 24 rows and 80 columns."""

    def __init__(self, script: str, *arguments: str) -> None:
        self.output = b""
        self._runs = True
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LINES="24", COLUMNS="80")
            os.execv(sys.executable, [sys.executable, "-c", script, *arguments])

    def wait_for(self, text: bytes, seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while text not in self.output and time.monotonic() < end:
            self._read()
        assert text in self.output, self.output[-2000:]

    def type(self, text: bytes) -> None:
        os.write(self._descriptor, text)

    def exit_code(self, seconds: float = 120) -> int:
        end = time.monotonic() + seconds
        while self._read():
            assert time.monotonic() < end, self.output[-2000:]
        return self._wait()

    def close(self) -> None:
        """End the program if it still runs: a test that fails must not leave it behind."""
        if self._runs:
            os.kill(self.pid, signal.SIGKILL)
            self._wait()

    def _wait(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        self._runs = False
        os.close(self._descriptor)
        return os.waitstatus_to_exitcode(status)

    def _read(self) -> bool:
        """Read what there is; whether the program is still there."""
        if not select.select([self._descriptor], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:
            return False
        self.output += data
        return bool(data)


Start = Callable[[str], Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a script whose game is recorded in g.htl; end what still runs after the test."""
    with ExitStack() as started:

        def start(script: str) -> Terminal:
            terminal = Terminal(script, str(tmp_path / "g.htl"))
            started.callback(terminal.close)
            return terminal

        yield start


def test_ctrl_c_leaves_and_restores_the_terminal(start: Start, tmp_path: Path) -> None:
    terminal = start(PLAY)
    terminal.wait_for(ASKED)
    terminal.type(b"\r")
    terminal.wait_for(b"roll the dice")
    terminal.type(b"\x03")
    assert terminal.exit_code() == 130
    left = terminal.output.index(LEFT_FULL_SCREEN)
    assert b"The game is saved. Resume it with:" in terminal.output[left:]
    assert (tmp_path / "g.htl").read_text().count("\n") == 2


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_is_a_way_to_leave(number: int, code: int, start: Start) -> None:
    terminal = start(PLAY)
    terminal.wait_for(ASKED)
    os.kill(terminal.pid, number)
    assert terminal.exit_code() == code
    assert LEFT_FULL_SCREEN in terminal.output


def test_a_bug_ends_in_an_exception_for_the_caller_and_no_traceback_on_the_screen(start: Start) -> None:
    terminal = start(PLAY_WITH_A_BUG)
    terminal.wait_for(ASKED)
    terminal.type(b"\r")
    assert terminal.exit_code() == 0
    left = terminal.output.index(LEFT_FULL_SCREEN)
    assert b"caught a bug" in terminal.output[left:]
    assert b"Traceback" not in terminal.output
    assert b"The game is saved" in terminal.output[left:]


def modules_after(code: str) -> set[str]:
    script = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_screen_opens_without_the_compiler() -> None:
    loaded = modules_after(
        "import holdtheline.terminal.screens.app, holdtheline.terminal.screens.play, holdtheline.games.siege"
    )
    assert not loaded & {"numba", "llvmlite", "pydantic", "pygments", "markdown_it", "rich.markdown"}
    assert "holdtheline.terminal.screens.dialogs" not in loaded


def test_the_plain_table_needs_no_screen_library() -> None:
    loaded = modules_after("import holdtheline.terminal.line_mode.play, holdtheline.table.hints")
    assert not {name for name in loaded if name.split(".")[0] in ("textual", "rich", "numba", "pydantic")}
