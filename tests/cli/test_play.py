"""Playing through `htl`; pipes, terminals, signals and full disks are met by processes of their own."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from holdtheline.core.game_record import replay

HTL = [sys.executable, "-m", "holdtheline"]
PATIENCE = 120.0
"""How long to wait for a process on a busy machine, in seconds."""


def play(lines, *words, home, **more):
    """Play in a pipe, line by line."""
    return subprocess.run(
        [*HTL, *words],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "HTL_HOME": str(home)},
        **more,
    )


def the_record(home):
    (record,) = (home / "games").glob("*.htl")
    return record


ONE_WAVE = ("hold", "roll", "keep")


def test_a_pipe_plays_a_whole_game_and_the_record_is_sound(home, htl):
    done = play([*ONE_WAVE, *ONE_WAVE], "play", "siege", "--mode", "easy", "--seed", "3", home=home)
    assert done.returncode == 0
    assert done.stderr == ""
    assert replay.Record.read(the_record(home)).is_over
    assert htl("check", str(the_record(home))).code == 0


def test_the_same_seed_gives_the_same_game(htl):
    outs = [htl("play", "siege", "--seed", "5", lines=[*ONE_WAVE] * 3).out for _ in range(2)]
    first, second = (re.sub(r"\S+\.htl", "", out) for out in outs)
    assert first == second


def test_own_dice_are_asked_for_and_what_is_no_face_is_refused_without_loss(home, htl):
    lines = ["hold", "0", "7", "x", "", "2.0", "6", "-1", "6", "5", "keep", "quit"]
    done = htl("play", "siege", "--dice", "mine", lines=lines)
    assert done.code == 0
    assert done.out.count("1 to 6") >= 6
    steps = [line.play for line in replay.Record.read(the_record(home)).lines]
    assert steps == ["reinforce 0 0 0", "roll 6", "roll 6", "roll 5", "arrange 6 6 6"]


def test_a_game_can_be_left_and_resumed(home, htl):
    htl("play", "siege", "--seed", "4", lines=["hold", "roll", "quit"])
    before = replay.Record.read(the_record(home)).replay(plain=True)
    assert "siege, 4 steps" in htl("resume", "--list").out
    resumed = htl("resume", lines=["quit"])
    assert before.position() in resumed.out.replace("\n", " ")
    whole = htl("resume", lines=[*ONE_WAVE[2:], *ONE_WAVE, *ONE_WAVE])
    assert whole.code == 0
    assert replay.Record.read(the_record(home)).is_over
    assert htl("resume").code == 2


def test_input_that_ends_leaves_the_game_saved(home, htl):
    done = htl("play", "siege", lines=["hold"])
    assert done.code == 0
    assert "htl resume" in done.out
    assert replay.Record.read(the_record(home)).steps == 1


def test_a_killed_process_loses_nothing(home):
    process = subprocess.Popen(
        [*HTL, "play", "siege", "--seed", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "HTL_HOME": str(home)},
    )
    process.stdin.write("hold\nroll\n")
    process.stdin.flush()
    while line := process.stdout.readline():
        if "fight without swapping" in line:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert replay.Record.read(the_record(home)).steps == 4
    assert play([], "resume", home=home).returncode == 0


# Disks that say no


@pytest.mark.parametrize("place", ["/dev/null/home", "/proc/home", "/dev/full"])
def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(htl, monkeypatch, place):
    monkeypatch.setenv("HTL_HOME", place)
    done = htl("play", "siege", lines=["hold"])
    assert done.code == 3
    assert "cannot be created" in done.complaint


def test_a_record_is_never_overwritten(htl, tmp_path):
    there = tmp_path / "there.htl"
    there.write_text("precious")
    done = htl("play", "siege", "--record", str(there), lines=["hold"])
    assert done.code == 3
    assert "exists already" in done.complaint
    assert there.read_text() == "precious"


@pytest.mark.parametrize("most", [10, 600])
def test_a_full_disk_is_said_and_what_was_saved_is_still_there(home, most):
    done = play(
        [*ONE_WAVE] * 3,
        "play",
        "siege",
        home=home,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
    )
    printed = done.stdout + done.stderr
    assert "cannot be written" in " ".join(printed.split())
    assert "Traceback" not in printed
    if most == 10:
        assert done.returncode == 3
        assert not list(home.rglob("*.htl"))
    else:
        record = replay.Record.read(the_record(home))
        assert record.steps >= 1
        assert play(["quit"], "resume", home=home).returncode == 0


# Terminals


class Terminal:
    """A person's terminal: keys go in, a screen comes out."""

    def __init__(self, words, home, columns=80, rows=24):
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", HTL_HOME=str(home))
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execv(HTL[0], [*HTL, *words])
        self.seen = ""

    def wait_for(self, text):
        self.seen = ""
        until = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < until, f"{text!r} was not shown: {self.seen[-2000:]!r}"
            if select.select([self.screen], [], [], 0.1)[0]:
                self.seen += os.read(self.screen, 65536).decode("utf-8", "replace")

    def type(self, keys):
        os.write(self.screen, keys.encode())

    def leave(self, key=""):
        """Wait for the end and return the exit code; press a key now and then until the farewell.

        Python misses a Ctrl-C that comes in the instant before it waits for input, and takes the next one. One that
        comes while Python shuts down, which takes long on a busy machine, would kill it.
        """
        while True:
            if key and FAREWELL not in self.seen and not select.select([self.screen], [], [], KEY_SECONDS)[0]:
                self.type(key)
                continue
            try:
                data = os.read(self.screen, 65536)
            except OSError:
                data = b""
            if not data:
                break
            self.seen += data.decode("utf-8", "replace")
        _, status = os.waitpid(self.process, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status)


@pytest.mark.parametrize("columns", [40, 120])
def test_the_game_is_shown_and_left_at_any_width(home, columns):
    terminal = Terminal(["play", "siege"], home, columns, 20)
    terminal.wait_for("waves to survive")
    terminal.type("q")
    assert terminal.leave() == 0
    assert "htl resume" in terminal.seen
    assert "Traceback" not in terminal.seen


CTRL_C = "\x03"
FAREWELL = "The game is saved."
KEY_SECONDS = 5.0
HIDDEN_CURSOR = "\x1b[?25l"


@pytest.mark.parametrize(
    ("words", "keys", "prompt"),
    [
        (["play", "siege"], "", "waves to survive"),
        (["play", "siege", "--dice", "mine"], "\r", "Roll for the enemy"),
        (["play", "siege", "--plain"], "", "waves to survive"),
        (["play", "siege", "--plain"], "hold\n", "Roll for the enemy"),
        (["play", "siege", "--plain", "--dice", "mine"], "hold\n", "Roll for the enemy"),
        (["play", "siege", "--plain", "--mode", "scouts"], "", "scouts have returned"),
    ],
)
def test_ctrl_c_at_any_prompt_leaves_with_code_130_and_the_game_saved(home, words, keys, prompt):
    terminal = Terminal(words, home)
    if keys:
        terminal.wait_for("waves to survive")
        terminal.type(keys)
    terminal.wait_for(prompt)
    terminal.type(CTRL_C)
    assert terminal.leave(CTRL_C) == 130
    assert "Traceback" not in terminal.seen
    assert replay.Record.read(the_record(home)).steps == (1 if keys else 0)


@pytest.mark.compiled
def test_ctrl_c_stops_a_simulation(home):
    terminal = Terminal(["simulate", "siege", "--games", "2000000000"], home)
    terminal.wait_for(HIDDEN_CURSOR)  # a bar is shown: it compiles, or plays already
    os.kill(terminal.process, signal.SIGINT)
    assert terminal.leave() == 130
    assert "Traceback" not in terminal.seen
