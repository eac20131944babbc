"""What can go wrong, one class a kind. Each message is one sentence that a player can act on."""

from __future__ import annotations


class HtlError(Exception):
    """Anything that Hold the Line refuses, with a sentence that says why."""


class UnknownName(HtlError):
    """A game, player, scenario or clause that does not exist; the message names those that do."""


class BadOption(HtlError):
    """An option or a value that the game does not have; the message names the right ones."""


class BadPosition(HtlError):
    """A position that cannot be read or that cannot arise."""


class IllegalMove(HtlError):
    """A move that the rules refuse."""

    def __init__(self, move: str, clause: str, reason: str) -> None:
        super().__init__(f"{move}: {reason} ({clause})" if clause else f"{move}: {reason}")
        self.move = move
        self.clause = clause
        self.reason = reason


class BadDice(HtlError):
    """A dice source that has no face to give, or one that is not on a die."""


class BadRecord(HtlError):
    """A record that cannot be trusted; `line` is where in the file, `step` which step of the game."""

    def __init__(self, reason: str, *, line: int | None = None, step: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.step = step

    def __str__(self) -> str:
        step = f"step {self.step}, " if self.step is not None else ""
        return f"{step}line {self.line}: {self.reason}" if self.line is not None else self.reason


class NotSaved(HtlError):
    """The disk took no more; the game stands as it was before the move."""


class NoUndo(HtlError):
    """There is nothing that may be taken back, and why."""
