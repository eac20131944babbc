"""Bot processes: how they start, communicate, stop and end."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from holdtheline.arena.jail.bot_process import BotProcess, ProcessEnd
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import JailFailed, Supervisor
from holdtheline.arena.submission import Submission

from .conftest import Bot

RUN = "holdtheline.arena.jail.sandbox:run_as_script"
LIMITS = Limits()
PATIENCE = 60.0
ECHO = """
import socket
talk = socket.socket(fileno=3)
while data := talk.recv(4096):
    talk.sendall(data)
"""
BUSY = "while True: pass"


def ran(
    supervisor: Supervisor, submission: Submission, limits: Limits = LIMITS, **options: Path
) -> tuple[ProcessEnd | None, str]:
    """Run a bot to its end; return how it ended and what it printed."""
    process = supervisor.start(submission, RUN, limits, **options)
    end = process.ended(PATIENCE)
    process.kill()
    return end, process.log()


def printed(supervisor: Supervisor, submission: Submission, **options: Path) -> str:
    end, log = ran(supervisor, submission, **options)
    assert end == ProcessEnd("exited with code 0"), log
    return log.strip()


def answer(process: BotProcess) -> bytes:
    assert select.select([process.socket], [], [], PATIENCE)[0], process.log()
    return process.socket.recv(4096)


def wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.001)


def test_a_bot_talks_over_its_socket(supervisor: Supervisor, bot: Bot) -> None:
    process = supervisor.start(bot(ECHO), RUN, LIMITS)
    process.socket.sendall(b"hello\n")
    assert answer(process) == b"hello\n"
    assert process.ended() is None
    process.kill()
    assert process.ended() == ProcessEnd("was ended by the referee")


def test_a_halted_bot_uses_no_time_and_goes_on_where_it_was(supervisor: Supervisor, bot: Bot) -> None:
    process = supervisor.start(bot(ECHO), RUN, LIMITS)
    process.socket.sendall(b"1")
    assert answer(process) == b"1"
    process.stop()
    state = Path(f"/proc/{process.pid}/stat")
    wait_for(lambda: state.read_text().rpartition(")")[2].split()[0] == "T")
    before = process.cpu_seconds()
    process.socket.sendall(b"2")
    assert select.select([process.socket], [], [], 0.05)[0] == []
    assert process.cpu_seconds() == before
    process.resume()
    assert answer(process) == b"2"
    process.kill()


def test_the_clock_of_a_bot_is_its_own_and_can_be_read_when_it_is_gone(supervisor: Supervisor, bot: Bot) -> None:
    idle, busy = (supervisor.start(bot(text), RUN, LIMITS) for text in ("input", BUSY))
    wait_for(lambda: busy.cpu_seconds() > 0.1)
    assert idle.cpu_seconds() < 0.1
    used = busy.cpu_seconds()
    for process in (idle, busy):
        process.kill()
    assert busy.cpu_seconds() >= used
    busy.resume()
    busy.stop()
    busy.kill()


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("", "exited with code 0"),
        ("raise SystemExit(3)", "exited with code 3"),
        ("raise SystemExit('words')", "exited with code 1"),
        ("1 / 0", "exited with code 1"),
        ("class E(BaseException): pass\nraise E", "exited with code 1"),
        ("import os; os._exit(9)", "exited with code 9"),
        ("import os; os.kill(os.getpid(), 11)", "was killed by SIGSEGV"),
        ("import ctypes; ctypes.string_at(0)", "was killed by SIGSEGV"),
        ("import signal; signal.raise_signal(signal.SIGTERM)", "was killed by SIGTERM"),
        ("import signal; signal.raise_signal(40)", "was killed by signal 40"),
    ],
)
def test_an_end_is_told_in_a_sentence(supervisor: Supervisor, bot: Bot, text: str, how: str) -> None:
    assert ran(supervisor, bot(text))[0] == ProcessEnd(how)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("import socket; socket.socket()", "socket"),
        ("import os; os.kill(os.getppid(), 0)", "kill"),
        ("import os; os.kill(0, 9)", "kill"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGCONT)", "kill"),
        ("import os; os.chroot('.')", "chroot"),
    ],
)
def test_a_breach_is_told_with_its_system_call(supervisor: Supervisor, bot: Bot, text: str, call: str) -> None:
    caught = f"try:\n    {text}\nfinally:\n    print('alive')"
    assert ran(supervisor, bot(caught)) == (
        ProcessEnd(f"made a forbidden system call: {call}", is_breach=True),
        "",
    )


def test_what_an_honest_bot_does_by_accident_fails_and_is_no_breach(supervisor: Supervisor, bot: Bot) -> None:
    tries = """
import os, pathlib, subprocess, tempfile, threading
def tried(what):
    try:
        what()
    except (OSError, RuntimeError) as error:
        print(type(error).__name__)
tried(lambda: subprocess.run(["true"]))
tried(lambda: threading.Thread(target=int).start())
tried(lambda: open("note.txt", "w"))
tried(lambda: open("/etc/passwd"))
tried(tempfile.TemporaryFile)
tried(pathlib.Path("~nobody").expanduser)
tried(lambda: os.nice(-1))
"""
    names = "BlockingIOError RuntimeError OSError PermissionError FileNotFoundError RuntimeError PermissionError"
    found = printed(supervisor, bot(tries)).replace("PermissionError\nPermissionError", "OSError\nPermissionError", 1)
    assert found.split() == names.split()


def test_a_bot_begins_with_nothing_of_ours(supervisor: Supervisor, bot: Bot) -> None:
    text = """
import os
print(sorted(name for name in os.environ if "NUM" not in name))
print(os.getcwd() == os.path.dirname(__file__), os.read(0, 9), os.getsid(0) == os.getpid())
def is_open(handle):
    try:
        return os.fstat(handle)
    except OSError:
        return None
print([handle for handle in range(4096) if is_open(handle)])
"""
    assert printed(supervisor, bot(text)).splitlines() == [
        "['HOME', 'LANG', 'PATH']",
        "True b'' True",
        "[0, 1, 2, 3]",
    ]


def test_where_memory_is_short_bots_go_first(supervisor: Supervisor, bot: Bot) -> None:
    process = supervisor.start(bot(ECHO), RUN, LIMITS)
    assert Path(f"/proc/{process.pid}/oom_score_adj").read_text() == "1000\n"
    process.kill()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give bots users of their own")
def test_every_bot_is_another_user_without_rights(supervisor: Supervisor, bot: Bot) -> None:
    text = """
import os
print(os.getuid(), *[line for line in open("/proc/self/status") if line.startswith("CapEff")])
"""
    submission = bot(text)
    users = {printed(supervisor, submission).split()[0] for _ in range(2)}
    assert len(users) == 2
    assert all(int(user) >= 0x70000000 for user in users)
    assert int(printed(supervisor, submission).split()[-1], 16) & ~0b100 == 0


def test_equal_bots_draw_equal_hashes(supervisor: Supervisor, bot: Bot) -> None:
    submission = bot("print(hash('ada'))")
    assert printed(supervisor, submission) == printed(supervisor, submission)


def test_memory_has_its_limit(supervisor: Supervisor, bot: Bot) -> None:
    text = "a = bytearray(40 << 20); print('enough'); b = bytearray(40 << 20)"
    end, log = ran(supervisor, bot(text), Limits(memory_mb=64))
    assert end == ProcessEnd("exited with code 1")
    assert log.startswith("enough\n")
    assert log.endswith("MemoryError\n")


def test_a_bot_finds_no_trace_of_the_one_before_it(supervisor: Supervisor, bot: Bot) -> None:
    """A bot has a copy of the zygote's memory, including anything the zygote had read."""
    look = """
import ctypes, re
word = re.compile(b"secre[t]nicknam[e]")  # which does not match itself
found = 0
for line in open("/proc/self/maps"):
    start, end, rights = re.match(r"(\\w+)-(\\w+) (\\S+)", line).groups()
    if rights.startswith("rw") and "[v" not in line:
        start, end = int(start, 16), int(end, 16)
        found += len(word.findall(ctypes.string_at(start, end - start)))
print(found)
"""
    first = supervisor.start(bot("", "secretnickname.py"), RUN, LIMITS)
    second = printed(supervisor, bot(look))
    control = printed(supervisor, bot("x = 'secretnickname'\n" + look))
    first.kill()
    assert second == "0"
    assert int(control) > 0


def test_only_a_folder_that_is_named_can_be_written_to(supervisor: Supervisor, bot: Bot, writable: Path) -> None:
    own, other = writable / "own", writable / "other"
    for folder in (own, other):
        folder.mkdir(exist_ok=True)
    text = f"""
import os
print(os.environ["HTL_CACHE"])
open({str(own / "kernel")!r}, "w").write("compiled")
for folder in ({str(other)!r}, ".", "/tmp"):
    try:
        open(os.path.join(folder, "x"), "w")
    except OSError:
        print("refused")
"""
    assert printed(supervisor, bot(text), writes_to=own).split() == [str(own), *["refused"] * 3]
    assert (own / "kernel").read_text() == "compiled"
    with pytest.raises(JailFailed, match="is not inside a writable folder of this supervisor"):
        supervisor.start(bot(text), RUN, LIMITS, writes_to=Path("/tmp"))
    look = f"print(open({str(own / 'kernel')!r}).read())"
    assert ran(supervisor, bot(look))[1].endswith(f"'{own}/kernel'\n")
    process = supervisor.start(bot(look), RUN, LIMITS, reads=[own])
    assert process.ended(PATIENCE) == ProcessEnd("exited with code 0")
    process.kill()
    assert process.log() == "compiled\n"


def test_a_bot_that_prints_for_ever_neither_waits_nor_fills_memory(supervisor: Supervisor, bot: Bot) -> None:
    text = """
import os
print('first')
for _ in range(800):
    os.write(2, b'x' * 65535 + bytes([10]))
print('last')
"""
    end, log = ran(supervisor, bot(text), Limits(log_bytes=4096))
    assert end == ProcessEnd("exited with code 0")
    assert log.startswith("first\nxxx")
    assert log.endswith("\nlast\n")
    assert "[52,424,715 bytes omitted]" in log
    assert len(log) < 4096 + 50


def test_a_bot_that_nobody_reads_waits_for_its_own_time_only(supervisor: Supervisor, bot: Bot) -> None:
    text = "import socket\ntalk = socket.socket(fileno=3)\nwhile True: talk.send(b'x' * 65536)"
    process = supervisor.start(bot(text), RUN, LIMITS)
    assert process.ended(0.1) is None
    process.kill()
    assert process.ended() == ProcessEnd("was ended by the referee")


def test_a_start_that_fails_blames_no_bot_and_the_next_one_works(bot: Bot, tmp_path: Path) -> None:
    with Supervisor(with_bubble=False) as supervisor:
        gone = Submission("gone", tmp_path / "gone", "python", "gone.py", "")
        with pytest.raises(JailFailed, match="the jail could not start a bot: FileNotFoundError"):
            supervisor.start(gone, RUN, LIMITS)
        assert printed(supervisor, bot("print('next')")) == "next"


def test_a_zygote_that_cannot_prepare_itself_says_why() -> None:
    with (
        Supervisor(prepare=["math:no_such_thing"], with_bubble=False) as supervisor,
        pytest.raises(JailFailed) as failure,
    ):
        supervisor.start(Submission("x", Path("/"), "python", "x", ""), RUN, LIMITS)
    assert "module 'math' has no attribute 'no_such_thing'" in str(failure.value)


def test_what_is_prepared_is_there_in_every_bot(bot: Bot) -> None:
    with Supervisor(prepare=["calendar:TextCalendar"], with_bubble=False) as supervisor:
        assert printed(supervisor, bot("import sys; print('calendar' in sys.modules)")) == "True"


def test_bots_are_not_kept_where_all_bots_may_read(bot: Bot) -> None:
    with (
        Supervisor(with_bubble=False) as supervisor,
        pytest.raises(JailFailed, match="bots could read each other's files"),
    ):
        supervisor.start(Submission("x", Path(os.__file__).parent / "x", "python", "x", ""), RUN, LIMITS)


def test_a_keeper_outlives_the_thread_that_made_it(bot: Bot) -> None:
    kept: list[Supervisor] = []

    def make() -> None:
        kept.append(Supervisor(with_bubble=False))
        kept[0].start(bot(ECHO), RUN, LIMITS)

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    with kept[0] as supervisor:
        assert printed(supervisor, bot("print('still here')")) == "still here"
