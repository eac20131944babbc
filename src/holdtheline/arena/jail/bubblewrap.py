"""Bubblewrap, if it is installed and works: a second sandbox around the zygote and all its bots.

Inside it, other processes are invisible, there is no network, and almost nothing is writable; when the zygote ends,
the kernel kills all remaining processes. It is optional."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

NAMESPACE_FLAGS = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
FILE_FLAGS = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--chdir", "/")
ZYGOTE_CAPABILITIES = ("SETUID", "SETGID", "SETPCAP", "KILL", "CHOWN", "DAC_READ_SEARCH")
"""Capabilities to switch a bot to another user, give it a folder, and end it."""
CHECK_SECONDS = 20.0


def make_command(writable: Iterable[Path]) -> list[str]:
    """Return the command prefix that runs a program inside bubblewrap; empty if it is not installed."""
    program = shutil.which("bwrap")
    if program is None:
        return []
    words = [program, *FILE_FLAGS, *NAMESPACE_FLAGS]
    if os.geteuid() == 0:
        words += ["--cap-drop", "ALL"]
        words += [word for name in ZYGOTE_CAPABILITIES for word in ("--cap-add", f"CAP_{name}")]
    else:
        words += ["--unshare-user"]
    for folder in writable:
        words += ["--bind", str(folder), str(folder)]
    return words


@cache
def why_unavailable() -> str:
    """Return why bubblewrap cannot be used; empty if it can."""
    words = make_command([])
    if not words:
        return "bubblewrap is not installed"
    try:
        completed = subprocess.run([*words, "true"], capture_output=True, text=True, timeout=CHECK_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not start: {error}"
    return "" if completed.returncode == 0 else f"bubblewrap does not work here: {completed.stderr.strip()[-200:]}"
