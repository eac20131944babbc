"""The games, one package each; they do not know each other.

The package can be called: `holdtheline.games()` returns the names of the installed games.
"""

from __future__ import annotations

import sys
from types import ModuleType


class CallablePackage(ModuleType):
    """The package `games`, which is also the function that lists the games."""

    def __call__(self) -> tuple[str, ...]:
        """Return the names of the games, the simplest first."""
        from ..core.catalog import games

        return games()


sys.modules[__name__].__class__ = CallablePackage
