"""Bots in their processes: how they start, talk, stop and end."""

from __future__ import annotations

import os
import select
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from holdtheline.arena.jail.handin import Handin
from holdtheline.arena.jail.keeper import Ended, JailFailed, Keeper, Prisoner
from holdtheline.arena.jail.limits import Limits

from .conftest import Bot

RUN = "holdtheline.arena.jail.cell:as_script"
LIMITS = Limits()
PATIENCE = 20.0
ECHO = """
import socket
talk = socket.socket(fileno=3)
while data := talk.recv(4096):
    talk.sendall(data)
"""
BUSY = "while True: pass"


def ran(keeper: Keeper, handin: Handin, limits: Limits = LIMITS, **options: Path) -> tuple[Ended | None, str]:
    """How it ended by itself, and what it printed."""
    prisoner = keeper.start(handin, RUN, limits, **options)
    end = prisoner.ended(PATIENCE)
    prisoner.kill()
    return end, prisoner.log()


def printed(keeper: Keeper, handin: Handin, **options: Path) -> str:
    end, log = ran(keeper, handin, **options)
    assert end == Ended("ended by itself with code 0"), log
    return log.strip()


def answer(prisoner: Prisoner) -> bytes:
    assert select.select([prisoner.socket], [], [], PATIENCE)[0], prisoner.log()
    return prisoner.socket.recv(4096)


def wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.001)


def test_a_bot_talks_over_its_socket(keeper: Keeper, bot: Bot) -> None:
    prisoner = keeper.start(bot(ECHO), RUN, LIMITS)
    prisoner.socket.sendall(b"hello\n")
    assert answer(prisoner) == b"hello\n"
    assert prisoner.ended() is None
    prisoner.kill()
    assert prisoner.ended() == Ended("was ended by the referee")


def test_a_halted_bot_uses_no_time_and_goes_on_where_it_was(keeper: Keeper, bot: Bot) -> None:
    prisoner = keeper.start(bot(ECHO), RUN, LIMITS)
    prisoner.socket.sendall(b"1")
    assert answer(prisoner) == b"1"
    prisoner.halt()
    state = Path(f"/proc/{prisoner.pid}/stat")
    wait_for(lambda: state.read_text().rpartition(")")[2].split()[0] == "T")
    before = prisoner.cpu_seconds()
    prisoner.socket.sendall(b"2")
    assert select.select([prisoner.socket], [], [], 0.05)[0] == []
    assert prisoner.cpu_seconds() == before
    prisoner.go()
    assert answer(prisoner) == b"2"
    prisoner.kill()


def test_the_clock_of_a_bot_is_its_own_and_can_be_read_when_it_is_gone(keeper: Keeper, bot: Bot) -> None:
    idle, busy = (keeper.start(bot(text), RUN, LIMITS) for text in ("input", BUSY))
    wait_for(lambda: busy.cpu_seconds() > 0.1)
    assert idle.cpu_seconds() < 0.1
    used = busy.cpu_seconds()
    for prisoner in (idle, busy):
        prisoner.kill()
    assert busy.cpu_seconds() >= used
    busy.go()
    busy.halt()
    busy.kill()


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("", "ended by itself with code 0"),
        ("raise SystemExit(3)", "ended by itself with code 3"),
        ("raise SystemExit('words')", "ended by itself with code 1"),
        ("1 / 0", "ended by itself with code 1"),
        ("class E(BaseException): pass\nraise E", "ended by itself with code 1"),
        ("import os; os._exit(9)", "ended by itself with code 9"),
        ("import os; os.kill(os.getpid(), 11)", "was killed by SIGSEGV"),
        ("import ctypes; ctypes.string_at(0)", "was killed by SIGSEGV"),
        ("import signal; signal.raise_signal(signal.SIGTERM)", "was killed by SIGTERM"),
        ("import signal; signal.raise_signal(40)", "was killed by signal 40"),
    ],
)
def test_an_end_is_told_in_a_sentence(keeper: Keeper, bot: Bot, text: str, how: str) -> None:
    assert ran(keeper, bot(text))[0] == Ended(how)


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("import socket; socket.socket()", "socket"),
        ("import os; os.kill(os.getppid(), 0)", "kill"),
        ("import os; os.kill(0, 9)", "kill"),
        ("import os; os.chroot('.')", "chroot"),
    ],
)
def test_a_breach_is_told_with_its_system_call(keeper: Keeper, bot: Bot, text: str, call: str) -> None:
    caught = f"try:\n    {text}\nfinally:\n    print('alive')"
    assert ran(keeper, bot(caught)) == (
        Ended(f"asked the kernel for what is forbidden: {call}", is_breach=True),
        "",
    )


def test_what_an_honest_bot_does_by_accident_fails_and_is_no_breach(keeper: Keeper, bot: Bot) -> None:
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
    names = (
        "BlockingIOError RuntimeError OSError PermissionError FileNotFoundError RuntimeError PermissionError"
    )
    found = printed(keeper, bot(tries)).replace(
        "PermissionError\nPermissionError", "OSError\nPermissionError", 1
    )
    assert found.split() == names.split()


def test_a_bot_begins_with_nothing_of_ours(keeper: Keeper, bot: Bot) -> None:
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
    assert printed(keeper, bot(text)).splitlines() == [
        "['HOME', 'LANG', 'PATH']",
        "True b'' True",
        "[0, 1, 2, 3]",
    ]


def test_where_memory_is_short_bots_go_first(keeper: Keeper, bot: Bot) -> None:
    prisoner = keeper.start(bot(ECHO), RUN, LIMITS)
    assert Path(f"/proc/{prisoner.pid}/oom_score_adj").read_text() == "1000\n"
    prisoner.kill()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give bots users of their own")
def test_every_bot_is_another_user_without_rights(keeper: Keeper, bot: Bot) -> None:
    text = """
import os
print(os.getuid(), *[line for line in open("/proc/self/status") if line.startswith("CapEff")])
"""
    handin = bot(text)
    users = {printed(keeper, handin).split()[0] for _ in range(2)}
    assert len(users) == 2
    assert all(int(user) >= 0x70000000 for user in users)
    assert int(printed(keeper, handin).split()[-1], 16) & ~0b100 == 0


def test_equal_bots_draw_equal_hashes(keeper: Keeper, bot: Bot) -> None:
    handin = bot("print(hash('ada'))")
    assert printed(keeper, handin) == printed(keeper, handin)


def test_memory_has_its_limit(keeper: Keeper, bot: Bot) -> None:
    text = "a = bytearray(40 << 20); print('enough'); b = bytearray(40 << 20)"
    end, log = ran(keeper, bot(text), Limits(memory_mb=64))
    assert end == Ended("ended by itself with code 1")
    assert log.startswith("enough\n")
    assert log.endswith("MemoryError\n")


def test_a_bot_finds_no_trace_of_the_one_before_it(keeper: Keeper, bot: Bot) -> None:
    """A process is a copy of the zygote's memory: whatever that had read would be in it."""
    look = """
import ctypes, re
word = "".join(reversed("emankcinterces"))
found = 0
for line in open("/proc/self/maps"):
    start, end, rights = re.match(r"(\\w+)-(\\w+) (\\S+)", line).groups()
    if rights.startswith("rw") and "[v" not in line:
        start, end = int(start, 16), int(end, 16)
        found += ctypes.string_at(start, end - start).count(word.encode()) > 0
print(found)
"""
    first = keeper.start(bot("", "secretnickname.py"), RUN, LIMITS)
    second = printed(keeper, bot(look))
    control = printed(keeper, bot("x = 'secretnickname'\n" + look))
    first.kill()
    assert second == "1"  # the word that it looks for
    assert int(control) > 1


def test_only_a_folder_that_is_named_can_be_written_to(keeper: Keeper, bot: Bot, writable: Path) -> None:
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
    assert printed(keeper, bot(text), writes_to=own).split() == [str(own), *["refused"] * 3]
    assert (own / "kernel").read_text() == "compiled"
    with pytest.raises(JailFailed, match="is not in a folder that this keeper may open for writing"):
        keeper.start(bot(text), RUN, LIMITS, writes_to=Path("/tmp"))
    look = f"print(open({str(own / 'kernel')!r}).read())"
    assert ran(keeper, bot(look))[1].endswith(f"'{own}/kernel'\n")
    prisoner = keeper.start(bot(look), RUN, LIMITS, reads=[own])
    assert prisoner.ended(PATIENCE) == Ended("ended by itself with code 0")
    prisoner.kill()
    assert prisoner.log() == "compiled\n"


def test_a_bot_that_prints_for_ever_neither_waits_nor_fills_memory(keeper: Keeper, bot: Bot) -> None:
    text = """
import os
print('first')
for _ in range(800):
    os.write(2, b'x' * 65535 + bytes([10]))
print('last')
"""
    end, log = ran(keeper, bot(text), Limits(log_bytes=4096))
    assert end == Ended("ended by itself with code 0")
    assert log.startswith("first\nxxx")
    assert log.endswith("\nlast\n")
    assert "[52,424,715 bytes are left out]" in log
    assert len(log) < 4096 + 50


def test_a_bot_that_nobody_reads_waits_for_its_own_time_only(keeper: Keeper, bot: Bot) -> None:
    text = "import socket\ntalk = socket.socket(fileno=3)\nwhile True: talk.send(b'x' * 65536)"
    prisoner = keeper.start(bot(text), RUN, LIMITS)
    assert prisoner.ended(0.1) is None
    prisoner.kill()
    assert prisoner.ended() == Ended("was ended by the referee")


def test_a_start_that_fails_blames_no_bot_and_the_next_one_works(bot: Bot, tmp_path: Path) -> None:
    with Keeper(with_bubble=False) as keeper:
        gone = Handin("gone", tmp_path / "gone", "python", "gone.py", "")
        with pytest.raises(JailFailed, match="the jail could not start a bot: FileNotFoundError"):
            keeper.start(gone, RUN, LIMITS)
        assert printed(keeper, bot("print('next')")) == "next"


def test_a_zygote_that_cannot_prepare_itself_says_why() -> None:
    with (
        Keeper(prepare=["math:no_such_thing"], with_bubble=False) as keeper,
        pytest.raises(JailFailed) as failure,
    ):
        keeper.start(Handin("x", Path("/"), "python", "x", ""), RUN, LIMITS)
    assert "module 'math' has no attribute 'no_such_thing'" in str(failure.value)


def test_what_is_prepared_is_there_in_every_bot(bot: Bot) -> None:
    with Keeper(prepare=["calendar:TextCalendar"], with_bubble=False) as keeper:
        assert printed(keeper, bot("import sys; print('calendar' in sys.modules)")) == "True"


def test_bots_are_not_kept_where_all_bots_may_read(bot: Bot) -> None:
    with (
        Keeper(with_bubble=False) as keeper,
        pytest.raises(JailFailed, match="bots are not safe from each other"),
    ):
        keeper.start(Handin("x", Path(os.__file__).parent / "x", "python", "x", ""), RUN, LIMITS)


def test_a_keeper_outlives_the_thread_that_made_it(bot: Bot) -> None:
    kept: list[Keeper] = []

    def make() -> None:
        kept.append(Keeper(with_bubble=False))
        kept[0].start(bot(ECHO), RUN, LIMITS)

    thread = threading.Thread(target=make)
    thread.start()
    thread.join()
    with kept[0] as keeper:
        assert printed(keeper, bot("print('still here')")) == "still here"
