"""Bubblewrap, where it is installed and works: a second ring of walls, around the zygote and all its bots.

In there, processes outside do not exist, there is no network and hardly anything can be written to; when the
zygote ends, the kernel ends whatever is left. Nothing depends on it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

SPACES = ("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try")
FILES = ("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--chdir", "/")
ZYGOTES_CAPABILITIES = ("SETUID", "SETGID", "SETPCAP", "KILL", "CHOWN", "DAC_READ_SEARCH")
"""To make a bot another user, who may own a folder, and to end it."""
TRIAL_SECONDS = 20.0


def command(writable: Iterable[Path]) -> list[str]:
    """What to write before a command."""
    program = shutil.which("bwrap")
    if program is None:
        return []
    words = [program, *FILES, *SPACES]
    if os.geteuid() == 0:
        words += ["--cap-drop", "ALL"]
        words += [word for one in ZYGOTES_CAPABILITIES for word in ("--cap-add", f"CAP_{one}")]
    else:
        words += ["--unshare-user"]
    for folder in writable:
        words += ["--bind", str(folder), str(folder)]
    return words


@cache
def why_not() -> str:
    """Why there is no second ring; nothing if there is."""
    words = command([])
    if not words:
        return "bubblewrap is not installed"
    try:
        done = subprocess.run([*words, "true"], capture_output=True, text=True, timeout=TRIAL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not start: {error}"
    return "" if done.returncode == 0 else f"bubblewrap does not work here: {done.stderr.strip()[-200:]}"
