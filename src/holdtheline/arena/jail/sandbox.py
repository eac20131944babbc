"""Lock down a forked process and run the bot in it: everything between the fork and the bot's first line."""

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

from ..submission import NODE, PYTHON, Submission
from . import privileges, rlimits, seccomp
from .landlock import AccessRight, Ruleset, make_path_rules
from .memory_watch import measure_own_memory
from .syscall_numbers import PR_SET_PDEATHSIG, prctl
from .zygote_messages import StartRequest, receive_message, send_message

STDIN, STDOUT, STDERR, BOT_SOCKET, ZYGOTE_SOCKET = range(5)
"""Descriptors: the standard three, the bot's socket and, until the bot starts, the zygote's socket."""

BOT_ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}
SINGLE_THREAD_ENVIRONMENT = {
    f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "VECLIB", "NUMBA")
}
"""A Python bot has one thread; its libraries must not start more."""
INHERITED_VARIABLES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
"""Variables that decide how rules are compiled."""
LISTENER_MESSAGE, READY_MESSAGE = b"listens", b"ready"
EXIT_CANNOT_EXECUTE = 126
MAX_DESCRIPTORS = 2**20
PR_SET_DUMPABLE = 4

PACKAGE_FOLDER = Path(__file__).resolve().parents[2]
PYTHON_PREFIXES = dict.fromkeys(
    Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix, sys.base_exec_prefix)
)
PYTHON_LIBRARY_FOLDERS = [prefix / name for prefix in PYTHON_PREFIXES for name in ("lib", "lib64")]
PYTHON_FOLDERS = [PACKAGE_FOLDER, *(folder for folder in PYTHON_LIBRARY_FOLDERS if folder.exists())]
"""Only these folders of an installation: folders next to them may hold private files, such as bots."""
SYSTEM_PATHS = """
/lib /lib64 /usr/lib /usr/lib64 /usr/libexec /usr/share/zoneinfo /usr/share/nodejs /etc/ld.so.cache
/etc/localtime /etc/ssl/openssl.cnf /dev/zero /dev/urandom /dev/random /proc/cpuinfo
/proc/meminfo /sys/devices/system/cpu
"""
"""Paths that the C library, Python and Node.js read themselves."""
OWN_PROC_FILES = [f"/proc/self/{name}" for name in ("maps", "status", "stat", "statm", "limits")]
"""Only these: other files there list the machine's mounts and connections."""
PROGRAM_FOLDERS = ["/usr/bin", "/usr/local/bin", "/bin", "/lib", "/lib64", "/usr/lib", "/usr/lib64"]


def enter_sandbox(requests: socket.socket, zygote_socket: socket.socket, zygote: int, notify: bool) -> NoReturn:
    """Receive a start request, lock this process down and run the bot; never return."""
    try:
        try:
            text, handles = receive_message(requests)
            request = StartRequest.unpacked(text)
            files = make_file_ruleset(request)
            arrange_descriptors(handles, zygote_socket, files.handle)
            run = make_bot_program(request)
            lock_down(request, files, zygote)
            install_seccomp_filters(request, notify)
        except BaseException as error:  # noqa: BLE001
            os.write(ZYGOTE_SOCKET, f"{type(error).__name__}: {error}".encode())
            os._exit(1)
        os._exit(run())
    finally:
        os._exit(70)


def arrange_descriptors(handles: tuple[int, ...], zygote_socket: socket.socket, files: int) -> None:
    """Give the descriptors their fixed numbers, close all others, and start a new session."""
    channel, log = handles
    wanted = (os.open(os.devnull, os.O_RDONLY), log, log, channel, zygote_socket.fileno())
    high = [fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, ZYGOTE_SOCKET + 1) for handle in wanted]
    for number, handle in enumerate(high):
        os.dup2(handle, number, inheritable=number != ZYGOTE_SOCKET)
    os.closerange(ZYGOTE_SOCKET + 1, files)
    os.closerange(files + 1, MAX_DESCRIPTORS)
    os.setsid()


def lock_down(request: StartRequest, files: Ruleset, zygote: int) -> None:
    """Apply all restrictions except seccomp, each before the rights that it needs are dropped."""
    submission = request.submission
    Path("/proc/self/oom_score_adj").write_bytes(b"1000")  # ended first where memory is short
    os.umask(0o022)  # a later process reads these files as another user
    os.chdir(submission.folder)
    pythons = PYTHON_FOLDERS if submission.kind == PYTHON else []
    privileges.drop_privileges([submission.folder, *request.reads, *pythons], owned=request.writes_to)
    rlimits.apply_rlimits(request.limits, submission.kind, request.writes_to is not None)
    prctl(PR_SET_DUMPABLE, 0)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != zygote:
        os._exit(1)
    seccomp.forbid_new_privileges()
    files.enforce()


@cache
def make_shared_file_rules(runs: bool) -> list[bytes]:
    """Return the rules shared by all Python bots or by all executed ones."""
    rules = make_path_rules(SYSTEM_PATHS.split(), AccessRight.READ)
    rules += make_path_rules(PROGRAM_FOLDERS if runs else PYTHON_FOLDERS, AccessRight.RUN if runs else AccessRight.READ)
    return rules + make_path_rules([os.devnull], AccessRight.READ | AccessRight.WRITE_FILE)


def is_readable_by_all_bots(folder: Path) -> bool:
    """Return whether every bot may read this folder."""
    readable = [*SYSTEM_PATHS.split(), *PROGRAM_FOLDERS, *PYTHON_FOLDERS]
    return any(folder.is_relative_to(os.path.realpath(str(path))) for path in readable)


def make_file_ruleset(request: StartRequest) -> Ruleset:
    runs = request.submission.kind != PYTHON
    ruleset = Ruleset()
    ruleset.add(make_shared_file_rules(runs))
    ruleset.add(make_path_rules([request.submission.folder], AccessRight.RUN if runs else AccessRight.READ))
    ruleset.add(make_path_rules([*OWN_PROC_FILES, *request.reads], AccessRight.READ))
    if request.writes_to:
        ruleset.add(make_path_rules([request.writes_to], AccessRight.WRITE))
    return ruleset


def build_shared_rules() -> None:
    """Build what all bots share, once before the first fork."""
    seccomp.build_all_filters()
    for runs in (False, True):
        make_shared_file_rules(runs)
    for folder in PYTHON_FOLDERS:
        privileges.is_accessible_to_all(folder)


def install_seccomp_filters(request: StartRequest, notify: bool) -> None:
    """Install the filters last: they send attack notices to the zygote, whose socket is then closed."""
    listener = seccomp.install_attack_filter(os.getpid(), notify)
    if listener is not None:
        with socket.socket(fileno=os.dup(ZYGOTE_SOCKET)) as zygote_socket:
            send_message(zygote_socket, LISTENER_MESSAGE, (listener,))
        os.close(listener)
        os.read(ZYGOTE_SOCKET, len(LISTENER_MESSAGE))  # until the zygote watches it
    is_python = request.submission.kind == PYTHON
    inherited = measure_own_memory() if is_python else 0
    seccomp.install_allow_list(request.submission.kind, request.writes_to is not None)
    os.write(ZYGOTE_SOCKET, b"%s %d %d" % (READY_MESSAGE, inherited, request.limits.memory_mb * rlimits.MB))
    if is_python:
        os.close(ZYGOTE_SOCKET)  # executing a program closes it too, and replaces the inherited memory


def clear_environment() -> None:
    """Remove variables that bots may not see, once in the zygote."""
    for name in set(os.environ) - {*BOT_ENVIRONMENT, *SINGLE_THREAD_ENVIRONMENT, *INHERITED_VARIABLES}:
        del os.environ[name]


def make_bot_program(request: StartRequest) -> Callable[[], int]:
    """Return the function that runs the bot in the locked process and returns its exit code."""
    submission = request.submission
    if submission.kind == PYTHON:
        if request.writes_to:
            os.environ["HTL_CACHE"] = str(request.writes_to)
        return lambda: call_entry(request.entry, submission)
    main = str(submission.folder / submission.main)
    heap = f"--max-old-space-size={request.limits.memory_mb * 3 // 4}"  # so Node.js itself reports the failure
    command = [find_node(), heap, main] if submission.kind == NODE else [main]
    return lambda: execute_program(command)


def execute_program(command: list[str]) -> int:
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):  # programs expect the defaults
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execve(command[0], command, BOT_ENVIRONMENT)
    except OSError as error:
        print(f"{command[0]} cannot be run: {error.strerror}", file=sys.stderr, flush=True)
        return EXIT_CANNOT_EXECUTE


def call_entry(entry: str, submission: Submission) -> int:
    """Call a Python bot's entry and return the exit code."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    try:
        import_entry(entry)(submission)
        code: Any = 0
    except SystemExit as exit_request:
        code = exit_request.code
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
        code = 1
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            pass
    return code if isinstance(code, int) and 0 <= code < 256 else int(code is not None)


def import_entry(entry: str) -> Any:
    module, _, name = entry.partition(":")
    return getattr(import_module(module), name)


def find_node() -> str:
    found = shutil.which("node", path=BOT_ENVIRONMENT["PATH"])
    if found is None:
        raise FileNotFoundError("Node.js is not installed on this machine")
    return os.path.realpath(found)


def run_as_script(submission: Submission) -> None:
    """Run the bot's file as a Python script (entry point)."""
    runpy.run_path(str(submission.folder / submission.main), run_name="__main__")
