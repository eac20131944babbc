"""Keep the files of the server from other users of the machine: games, keys' digests, students' bots."""

from __future__ import annotations

import logging
import os
from pathlib import Path

LOG = logging.getLogger("holdtheline.web")
OWNER_ONLY = 0o077
"""The permissions that other users do not get."""


def restrict_new_files() -> None:
    """Let only the owner read what this process and its children create.

    The jail does not need more: a bot that runs as another user keeps the right to read its own folder
    (`arena/jail/privileges.py`).
    """
    os.umask(OWNER_ONLY)


def make_private(*paths: Path) -> None:
    """Take the permissions of other users from those of these files and folders that exist, and say so."""
    if os.name != "posix":
        return
    for path in paths:
        try:
            mode = path.stat().st_mode & 0o777
            if mode & OWNER_ONLY:
                path.chmod(mode & ~OWNER_ONLY)
                LOG.warning("other users could read %s; now only you can", path)
        except FileNotFoundError:
            pass
        except OSError as error:
            LOG.warning("other users may be able to read %s: %s", path, error.strerror)
