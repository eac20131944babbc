"""Exceptions, one class for each kind of error. A message is one sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

MAX_SHOWN_FAULTS = 20


class HtlError(Exception):
    """The base class: Hold the Line refuses something; the message says why."""


class UnknownName(HtlError):
    """A game, player, scenario or clause does not exist; the message lists those that do."""


class BadOption(HtlError):
    """The game does not have an option or a value; the message lists the valid ones."""


class BadFile(BadOption):
    """A file has faults. Each has what is wrong (`reason`), and where (`path`, `line`, `field`, `clause`).

    The error has the attributes of the first fault; `faults` has all of them.
    """

    def __init__(
        self,
        reason: str,
        *,
        path: str,
        line: int | None = None,
        field: str = "",
        clause: str = "",
        others: Sequence[BadFile] = (),
    ) -> None:
        self.reason, self.path, self.line, self.field, self.clause = reason, path, line, field, clause
        self.faults: tuple[BadFile, ...] = (self, *others)
        more = f"; and {len(others)} more fault{'s' * (len(others) > 1)}" if others else ""
        super().__init__(self.sentence() + more)

    @classmethod
    def of_faults(cls, faults: Sequence[BadFile]) -> BadFile:
        """Return one error with all these faults."""
        first, *others = faults
        return cls(
            first.reason, path=first.path, line=first.line, field=first.field, clause=first.clause, others=others
        )

    def sentences(self, maximum: int = MAX_SHOWN_FAULTS) -> list[str]:
        """Return a sentence for each fault; the last one counts those that are left out."""
        shown = [fault.sentence() for fault in self.faults[:maximum]]
        left_out = len(self.faults) - len(shown)
        return [*shown, f"and {left_out} more fault{'s' * (left_out > 1)}"] if left_out else shown

    def sentence(self, path: str = "") -> str:
        """Return this fault alone, with its place; `path` is shown instead of its own."""
        path = path or self.path
        place = path if self.line is None else f"{path}, line {self.line}"
        message = ": ".join(filter(None, (place, self.field, self.reason)))
        return f"{message} ({self.clause})" if self.clause else message


class BadPosition(HtlError):
    """A position cannot be parsed, or cannot arise."""


class IllegalMove(HtlError):
    """The rules forbid a move."""

    def __init__(self, move: str, clause: str, reason: str) -> None:
        super().__init__(f"{move}: {reason} ({clause})" if clause else f"{move}: {reason}")
        self.move, self.clause, self.reason = move, clause, reason


class BadDice(HtlError):
    """A dice source has no more faces, or a face is not 1 to 6."""


class BadRecord(HtlError):
    """A record is invalid. `path` is its file, if known, `line` the line, and `step` the step of the game."""

    def __init__(
        self, reason: str, *, path: str | None = None, line: int | None = None, step: int | None = None
    ) -> None:
        super().__init__(reason)
        self.reason, self.path, self.line, self.step = reason, path, line, step

    def __str__(self) -> str:
        step = f"step {self.step}, " if self.step is not None else ""
        return f"{step}line {self.line}: {self.reason}" if self.line is not None else self.reason


class NotSaved(HtlError):
    """A move could not be saved; the game is unchanged."""


class NoUndo(HtlError):
    """An undo is not allowed; the message says why."""


class MissingExtra(HtlError):
    """A part of the package that needs an extra which is not installed."""


EXTRA_PACKAGES = {
    "server": [
        "alembic",
        "fastapi",
        "httptools",
        "jinja2",
        "markdown_it",
        "markupsafe",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    ],
    "tournament": ["choix", "jinja2", "markupsafe", "scipy"],
    "rl": ["gymnasium", "PIL", "pettingzoo", "pyspiel", "resvg_py"],
}
"""The packages that each extra of pyproject.toml installs, as they are imported; without those that only add speed."""


def require_extra(what: str, extra: str) -> None:
    """Raise MissingExtra unless the packages of an extra are installed."""
    if any(find_spec(package) is None for package in EXTRA_PACKAGES[extra]):
        raise MissingExtra(f"{what} needs the extra `{extra}`: pip install 'holdtheline[{extra}]'")
