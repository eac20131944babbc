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
from collections.abc import Callable
from functools import cache
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
PASSED_ON = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
"""How rules run here."""
LISTENS, READY = b"listens", b"ready"
CANNOT_BE_RUN = 126
MOST_DESCRIPTORS = 2**20
SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE = 1, 4

PACKAGE = Path(__file__).resolve().parents[2]
PREFIXES = dict.fromkeys(Path(one).resolve() for one in (sys.prefix, sys.base_prefix, sys.base_exec_prefix))
LIBRARIES = [prefix / name for prefix in PREFIXES for name in ("lib", "lib64")]
PYTHONS_FOLDERS = [PACKAGE, *(one for one in LIBRARIES if one.exists())]
"""Only these: people keep other things beside an interpreter, such as bots."""
SYSTEM = """
/lib /lib64 /usr/lib /usr/lib64 /usr/libexec /usr/share/zoneinfo /usr/share/nodejs /etc/ld.so.cache
/etc/localtime /etc/ssl/openssl.cnf /dev/zero /dev/urandom /dev/random /proc/cpuinfo
/proc/meminfo /sys/devices/system/cpu
"""
"""What the C library, Python and node read by themselves."""
OWN_PROCESS = [f"/proc/self/{name}" for name in ("maps", "status", "stat", "statm", "limits")]
"""And no more of it: beside these are lists of the machine's mounts and connections."""
PROGRAMS = ["/usr/bin", "/usr/local/bin", "/bin", "/lib", "/lib64", "/usr/lib", "/usr/lib64"]


def enter(orders: socket.socket, door: socket.socket, zygote: int) -> NoReturn:
    """Read one order, lock this process in and run the bot. Whatever happens, it ends here."""
    try:
        try:
            order, handles = given(orders)
            files = files_for(order)
            settle(handles, door, files.handle)
            run = program_of(order)
            lock(order, files, zygote)
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


def settle(handles: tuple[int, ...], door: socket.socket, files: int) -> None:
    """The descriptors in their places and no others, in a session of its own."""
    talk, log = handles
    wanted = (os.open(os.devnull, os.O_RDONLY), log, log, talk, door.fileno())
    high = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, DOOR + 1) for one in wanted]
    for place, handle in enumerate(high):
        os.dup2(handle, place, inheritable=place != DOOR)
    os.closerange(DOOR + 1, files)
    os.closerange(files + 1, MOST_DESCRIPTORS)
    os.setsid()


def lock(order: Order, files: landlock.Ruleset, zygote: int) -> None:
    """Wall by wall: what needs a right comes before that right is given up."""
    handin = order.handin
    put_first_where_memory_is_short()
    os.umask(0o022)  # what it may write, it reads again as another user
    os.chdir(handin.folder)
    pythons = PYTHONS_FOLDERS if handin.kind == PYTHON else []
    privileges.drop([handin.folder, *order.reads, *pythons], owned=order.writes_to)
    rlimits.limit(order.limits, handin.kind, order.writes_to is not None)
    prctl(SET_DUMPABLE, 0)
    prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != zygote:
        os._exit(1)
    seccomp.forbid_new_privileges()
    files.enforce()


def put_first_where_memory_is_short() -> None:
    handle = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
    os.write(handle, b"1000")
    os.close(handle)


@cache
def shared_files(runs: bool) -> list[bytes]:
    """What all bots may read: in Python, or those that are executed."""
    rules = landlock.rules_for(SYSTEM.split(), landlock.READ)
    rules += landlock.rules_for(
        PROGRAMS if runs else PYTHONS_FOLDERS, landlock.RUN if runs else landlock.READ
    )
    return rules + landlock.rules_for([os.devnull], landlock.READ | landlock.Right.WRITE_FILE)


def is_open_to_bots(folder: Path) -> bool:
    """Whether all bots may read what is there."""
    places = [*SYSTEM.split(), *PROGRAMS, *PYTHONS_FOLDERS]
    return any(folder.is_relative_to(os.path.realpath(str(one))) for one in places)


def files_for(order: Order) -> landlock.Ruleset:
    runs = order.handin.kind != PYTHON
    ruleset = landlock.Ruleset()
    ruleset.add(shared_files(runs))
    ruleset.add(landlock.rules_for([order.handin.folder], landlock.RUN if runs else landlock.READ))
    ruleset.add(landlock.rules_for([*OWN_PROCESS, *order.reads], landlock.READ))
    if order.writes_to:
        ruleset.add(landlock.rules_for([order.writes_to], landlock.WRITE))
    return ruleset


def build_walls() -> None:
    """Whatever is the same for all bots, once, before the first fork."""
    seccomp.build_all()
    for runs in (False, True):
        shared_files(runs)
    for folder in PYTHONS_FOLDERS:
        privileges.open_to_all(folder)


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


def clear_environment() -> None:
    """For the zygote, so that no bot has to: what is not told to bots is forgotten."""
    for name in set(os.environ) - {*ENVIRONMENT, *ONE_THREAD, *PASSED_ON}:
        del os.environ[name]


def program_of(order: Order) -> Callable[[], int]:
    """What runs the bot, once all is closed; it gives the exit code."""
    handin = order.handin
    if handin.kind == PYTHON:
        if order.writes_to:
            os.environ["HTL_CACHE"] = str(order.writes_to)
        return lambda: called(order.entry, handin)
    main = str(handin.folder / handin.main)
    heap = f"--max-old-space-size={order.limits.memory_mb * 3 // 4}"  # behind it node says what was too much
    command = [node(), heap, main] if handin.kind == NODE else [main]
    return lambda: executed(command)


def executed(command: list[str]) -> int:
    for number in (
        signal.SIGPIPE,
        signal.SIGXFSZ,
        signal.SIGINT,
    ):  # which Python ignores, and programs do not
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(command[0], command, ENVIRONMENT)
    except OSError as error:
        print(f"{command[0]} cannot be run: {error.strerror}", file=sys.stderr, flush=True)
        return CANNOT_BE_RUN


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
