"""Say whether this operating system can jail bots. The other modules of the jail can be imported only where it can."""

from __future__ import annotations

import sys

from ...core.errors import HtlError

NEEDS_LINUX = "the jail for bots needs Linux"


class NoJail(HtlError):
    """Bots cannot be jailed on this operating system."""


def require_linux(advice: str = "--trust runs your own bots without a jail") -> None:
    """Raise NoJail with one sentence on Windows and macOS."""
    if not has_linux():
        raise NoJail(f"{NEEDS_LINUX}; {advice}")


def has_linux() -> bool:
    return sys.platform == "linux"
