"""Run `htl` as on Windows: our own modules find neither the modules nor the functions that only Unix has.

    python -X warn_default_encoding -m tests.packaging.windows play siege --plain

Python's library and other packages keep what they need of this system: they have been ported already. Text files that
are opened without an encoding are errors, because Windows chooses another one."""

from __future__ import annotations

import builtins
import os
import select
import signal
import socket
import subprocess
import sys
import time
import warnings
from types import ModuleType
from typing import Any

PACKAGE = "holdtheline"
UNIX_MODULES = {"curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
UNIX_NAMES = {
    os: """chown confstr fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp
        getpriority getresgid getresuid getsid getuid initgroups killpg lchown lockf major mkfifo mknod nice
        openpty pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn pread preadv pwrite pwritev
        register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile set_blocking setegid seteuid
        setgid setgroups setpgid setpriority setregid setresgid setresuid setreuid setsid setuid statvfs sync
        sysconf tcgetpgrp ttyname uname wait wait3 wait4 waitid CLD_EXITED O_ASYNC O_CLOEXEC O_DIRECTORY
        O_DSYNC O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC WNOHANG""",
    signal: """SIGALRM SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGSYS SIGTSTP SIGUSR1 SIGUSR2
        SIGXFSZ ITIMER_REAL alarm getitimer pause pidfd_send_signal pthread_kill pthread_sigmask setitimer
        siginterrupt sigpending sigtimedwait sigwait""",
    socket: "AF_UNIX MSG_NOSIGNAL SCM_RIGHTS recv_fds send_fds",
    select: "epoll poll POLLIN POLLOUT",
    time: "clock_getres clock_gettime clock_settime pthread_getcpuclockid tzset",
}


class WindowsModule(ModuleType):
    """A module of Python's library without what only Unix has."""

    def __init__(self, module: ModuleType, missing: set[str], **changed: Any) -> None:
        super().__init__(module.__name__)
        vars(self).update(changed, _module=module, _missing=missing)

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


class WindowsPopen(subprocess.Popen[Any]):
    """Start a process, without what Windows cannot do."""

    def __init__(self, *words: Any, **options: Any) -> None:
        for name in ("pass_fds", "preexec_fn", "start_new_session"):
            if options.get(name):
                raise ValueError(f"{name} is not supported on Windows platforms")
        super().__init__(*words, **options)


MODULES = {module.__name__: WindowsModule(module, set(names.split())) for module, names in UNIX_NAMES.items()}
MODULES["sys"] = WindowsModule(sys, set(), platform="win32")
MODULES["subprocess"] = WindowsModule(subprocess, set(), Popen=WindowsPopen)

import_anything = builtins.__import__


def import_as_on_windows(
    name: str, globals_: Any = None, locals_: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    importer = str((globals_ or {}).get("__name__", ""))
    if level == 0 and importer.split(".")[0] == PACKAGE:
        if name.split(".")[0] in UNIX_MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} on Windows, for {importer}", name=name)
        if name in MODULES:
            return MODULES[name]
    return import_anything(name, globals_, locals_, fromlist, level)


def pretend() -> None:
    """Make this process look like Windows to our own modules, which must not be imported yet."""
    assert PACKAGE not in sys.modules
    builtins.__import__ = import_as_on_windows
    warnings.simplefilter("ignore", EncodingWarning)
    warnings.filterwarnings("error", category=EncodingWarning, module=rf"{PACKAGE}\b")


if __name__ == "__main__":
    pretend()
    from holdtheline.cli import main

    main()
