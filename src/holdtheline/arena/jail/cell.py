"""From the fork to the bot's first line: what a process does to lock itself in."""

from __future__ import annotations

import fcntl
import os
import runpy
import shutil
import signal
import socket
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from . import landlock, privileges, rlimits, seccomp
from .handin import NODE, PYTHON, Handin
from .kernelcalls import prctl
from .orders import Order, receive, send

NOTHING, OUT, ERRORS, TALK, DOOR = range(5)
"""Descriptors: three as usual, the bot's socket, and, until the bot begins, the way to the zygote."""

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}
ONE_THREAD = {f"{one}_NUM_THREADS": "1" for one in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB", "NUMBA")}
"""A bot in Python has one thread, and its libraries must not try for more."""
LISTENS, READY = b"listens", b"ready"
MOST_DESCRIPTORS = 2**20
SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE = 1, 4

PACKAGE = Path(__file__).resolve().parents[2]
PYTHONS_FOLDERS = list(dict.fromkeys([PACKAGE, Path(sys.prefix), Path(sys.base_prefix)]))
SYSTEM = """
/lib /lib64 /usr/lib /usr/lib64 /usr/libexec /usr/share/zoneinfo /usr/share/nodejs /etc/ld.so.cache
/etc/localtime /etc/ssl/openssl.cnf /dev/zero /dev/urandom /dev/random /proc/self /proc/cpuinfo
/proc/meminfo /sys/devices/system/cpu
"""
"""What the C library, Python and node read by themselves."""
PROGRAMS = ["/usr/bin", "/usr/local/bin", "/bin", "/lib", "/lib64", "/usr/lib", "/usr/lib64"]
NODES_OPTIONS = ["--single-threaded-gc", "--max-lazy"]


def enter(orders: socket.socket, door: socket.socket, zygote: int) -> NoReturn:
    """Read one order, lock this process in and run the bot. Whatever happens, it ends here."""
    try:
        try:
            order, handles = given(orders)
            settle(handles, door)
            run = program_of(order)
            lock(order, zygote)
            close_the_door(order)
        except BaseException as error:  # noqa: BLE001
            os.write(DOOR, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        os._exit(run())
    finally:
        os._exit(70)


def given(orders: socket.socket) -> tuple[Order, tuple[int, ...]]:
    text, handles = receive(orders)
    return Order.unpacked(text), handles


def settle(handles: tuple[int, ...], door: socket.socket) -> None:
    """The descriptors in their places and no others, in a session of its own."""
    talk, log = handles
    wanted = (os.open(os.devnull, os.O_RDONLY), log, log, talk, door.fileno())
    high = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, DOOR + 1) for one in wanted]
    for place, handle in enumerate(high):
        os.dup2(handle, place, inheritable=place != DOOR)
    os.closerange(DOOR + 1, MOST_DESCRIPTORS)
    os.setsid()


def lock(order: Order, zygote: int) -> None:
    """Wall by wall: what needs a right comes before that right is given up."""
    handin = order.handin
    Path("/proc/self/oom_score_adj").write_text("1000")  # where memory is short, bots go first
    os.umask(0o077)
    os.chdir(handin.folder)
    files = files_for(order)
    privileges.drop([handin.folder, *PYTHONS_FOLDERS] if handin.kind == PYTHON else [handin.folder])
    rlimits.limit(order.limits, handin.kind, order.writes_to is not None)
    prctl(SET_DUMPABLE, 0)
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != zygote:
        os._exit(1)
    seccomp.forbid_new_privileges()
    files.enforce()


def files_for(order: Order) -> landlock.Ruleset:
    handin = order.handin
    runs = handin.kind != PYTHON
    ruleset = landlock.Ruleset()
    ruleset.open([*SYSTEM.split(), *order.reads], landlock.READ)
    ruleset.open(PROGRAMS if runs else PYTHONS_FOLDERS, landlock.RUN if runs else landlock.READ)
    ruleset.open([handin.folder], landlock.RUN if runs else landlock.READ)
    ruleset.open([os.devnull], landlock.READ | landlock.Right.WRITE_FILE)
    if order.writes_to:
        ruleset.open([order.writes_to], landlock.WRITE)
    return ruleset


def close_the_door(order: Order) -> None:
    """The last wall: from here on the zygote is told of attacks, and nothing else can be told to it."""
    listener = seccomp.tell_attacks(os.getpid())
    with socket.socket(fileno=os.dup(DOOR)) as door:
        send(door, LISTENS, () if listener is None else (listener,))
    if listener is not None:
        os.close(listener)
    seccomp.allow_only(order.handin.kind, order.writes_to is not None)
    os.write(DOOR, READY)
    os.close(DOOR)


def program_of(order: Order) -> Any:
    """What runs the bot, once all is closed; it gives the exit code."""
    environment = ENVIRONMENT | ({"HTL_CACHE": str(order.writes_to)} if order.writes_to else {})
    handin = order.handin
    if handin.kind != PYTHON:
        main = str(handin.folder / handin.main)
        command = [node(), *NODES_OPTIONS, main] if handin.kind == NODE else [main]
        return lambda: os.execve(command[0], command, environment)
    os.environ.clear()
    os.environ.update(environment | ONE_THREAD)
    return lambda: called(order.entry, handin)


def called(entry: str, handin: Handin) -> int:
    """The exit code of a bot in Python."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        function_of(entry)(handin)
        code: Any = 0
    except SystemExit as leaving:
        code = leaving.code
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    return code if isinstance(code, int) and 0 <= code < 256 else int(code is not None)


def function_of(entry: str) -> Any:
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)


def node() -> str:
    found = shutil.which("node", path=ENVIRONMENT["PATH"])
    if found is None:
        raise FileNotFoundError("there is no node on this machine")
    return os.path.realpath(found)


def as_script(handin: Handin) -> None:
    """An entry that runs the bot's file as a program of Python's."""
    runpy.run_path(str(handin.folder / handin.main), run_name="__main__")
