"""The rules of a battle, as the rest of the house asks for them; nothing in it is hidden."""

from __future__ import annotations

from typing import Any

from ...core.kernel import kernel
from .deployment import start
from .listed import MOST_MOVES, moves
from .moves import why_not
from .outcome import result
from .turns import apply, turn

__all__ = ["MOST_MOVES", "apply", "guess", "hide", "moves", "result", "start", "turn", "why_not"]


@kernel
def hide(s: Any, seat: Any) -> None:
    """Everything lies open on the table."""


@kernel
def guess(s: Any, seat: Any, stream: Any) -> None:
    """There is nothing to guess."""
