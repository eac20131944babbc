"""Find the programs that the tests need beside Python, or install them from Debian's packages.

`python -m tests.system_programs` installs all that are missing, so that no test has to wait for it.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

LOCK = Path(tempfile.gettempdir()) / "holdtheline-packages.lock"
BROWSER = "HTL_CHROMIUM"
"""An environment variable that names the browser, if it is not one of the usual ones."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

T = TypeVar("T")


class Impossible(Exception):
    """A program is missing and cannot be installed."""


def needed(package: str, find: Callable[[], T]) -> T:
    """Return what `find` finds; install the package first if it is missing. Only one of several workers installs."""
    try:
        return find()
    except Impossible as missing:
        if os.geteuid() != 0 or shutil.which("apt-get") is None:
            raise Impossible(f"{missing}, and only root with apt-get could install it") from missing
    with LOCK.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            return find()
        except Impossible:
            run("apt-get", "update")
            run("apt-get", "install", "-y", "--no-install-recommends", package)
    return find()


def run(*command: str) -> None:
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}  # 1: starts no service
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=quiet)
    if done.returncode != 0:
        raise Impossible(f"`{' '.join(command)}` failed: {(done.stdout + done.stderr).strip()[-1000:]}")


def postgresql() -> Path:
    """Return the folder with `initdb` and `postgres` of the newest installed version."""
    folders = list(Path("/usr/lib/postgresql").glob("*/bin"))
    folders.sort(key=lambda folder: int(re.sub(r"\D", "", folder.parent.name) or 0))
    folders += [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    complete = [folder for folder in folders if (folder / "initdb").exists() and (folder / "postgres").exists()]
    if not complete:
        raise Impossible("there are no PostgreSQL binaries on this machine")
    return complete[-1]


def chromium() -> str:
    """Return the path of the browser."""
    own = os.environ.get(BROWSER)
    if own and not os.access(own, os.X_OK):
        raise Impossible(f"{BROWSER} names {own}, which is no program")
    found = own or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise Impossible("there is no Chromium on this machine")
    return found


def curl() -> str:
    found = shutil.which("curl")
    if found is None:
        raise Impossible("there is no curl on this machine")
    return found


def bubblewrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise Impossible("there is no bubblewrap on this machine")
    return found


def node() -> str:
    found = shutil.which("node")
    if found is None:
        raise Impossible("there is no node on this machine")
    return found


PROGRAMS: dict[str, Callable[[], object]] = {
    "postgresql": postgresql,
    "chromium-headless-shell": chromium,
    "curl": curl,
    "bubblewrap": bubblewrap,
    "nodejs": node,
}


def main() -> None:
    """Install what is missing. The tests fail on what cannot be installed."""
    for package, find in PROGRAMS.items():
        try:
            needed(package, find)
        except Impossible as why:
            print(why, file=sys.stderr)


if __name__ == "__main__":
    main()
