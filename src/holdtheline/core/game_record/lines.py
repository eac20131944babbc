"""The format of a game record: one JSON object per line.

The first line is the header. Each step is a line with a short digest of the resulting state; an undo is a line
`back_to`; a resignation or an offer of a draw is a line `declares`; the outcome follows when the game is over.
Where seats decide simultaneously, one line may hold several steps of one seat.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, ClassVar

from ..declarations import Declaration
from ..errors import BadRecord
from ..events import Outcome
from ..game import Game, State
from ..toml.file import printable_line

FORMAT_VERSION = 1
OWN_DICE, SEEDED_DICE, TABLE_DICE, GUIDE_DICE = "mine", "seeded", "table", "guide"
"""Kinds of dice: a person's own; the computer's, from a seed; the table's, without a seed; those of a guided game."""
STRICT_PARSING = {"strict": True, "extra": "forbid"}  # for Pydantic
DIGEST_LENGTH = 12
PLAY_SEPARATOR = "; "


@dataclass(frozen=True)
class Header:
    """The game that was played, its players and dice."""

    __pydantic_config__: ClassVar = STRICT_PARSING
    htl: int
    game: str
    rules: int
    options: dict[str, str | int]
    seats: list[str]
    dice: dict[str, str | int]
    scenario: str | None = None
    made: str = ""
    by: str = ""
    coach: bool | None = None  # whether players may ask the coach; None is left out of the record


@dataclass(frozen=True)
class StepLine:
    """A step, or several: `step` is the number of the last, `state` the digest of the state after it."""

    __pydantic_config__: ClassVar = STRICT_PARSING
    step: int
    seat: int
    play: str
    state: str


@dataclass(frozen=True)
class UndoLine:
    """An undo: the game is again as it was after step `back_to`."""

    __pydantic_config__: ClassVar = STRICT_PARSING
    back_to: int
    state: str


@dataclass(frozen=True)
class DeclarationLine:
    """A declaration of a seat after this many steps: it resigns, offers a draw, or answers an offer."""

    __pydantic_config__: ClassVar = STRICT_PARSING
    declares: Declaration
    seat: int
    after: int


@dataclass(frozen=True)
class OutcomeLine:
    __pydantic_config__: ClassVar = STRICT_PARSING
    outcome: Outcome


RecordLine = StepLine | UndoLine | DeclarationLine | OutcomeLine


@functools.cache
def _program_version() -> str:
    return f"holdtheline {version('holdtheline')}"


def make_header(game: Game, seats: Sequence[str], dice: str, seed: int | None = None) -> Header:
    """Return the header of a new record with these players and this kind of dice."""
    return Header(
        htl=FORMAT_VERSION,
        game=game.name,
        rules=game.rules_version,
        options=game.options,
        seats=list(seats),
        dice={"kind": dice} if seed is None else {"kind": dice, "seed": seed},
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        by=_program_version(),
    )


def short_digest(state: State) -> str:
    return state.digest()[:DIGEST_LENGTH]


def make_step_line(number: int, seat: int, play: str, state: State) -> StepLine:
    return StepLine(number, seat, play, short_digest(state))


def make_outcome_line(state: State) -> OutcomeLine:
    assert state.outcome is not None
    return OutcomeLine(state.outcome)


def format_line(line: Header | RecordLine) -> str:
    fields = asdict(line)
    if fields.get("coach", ...) is None:
        del fields["coach"]
    return json.dumps(fields, ensure_ascii=False) + "\n"


def printable(value: object) -> str:
    """Return a value from an untrusted file in a form for messages."""
    return printable_line(value, 150, "\ufffd")


@functools.cache
def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def _validate(row: bytes, kind: Any, number: int) -> Any:
    # Imported here, because importing Pydantic would delay the first screen of a new game.
    from pydantic import ValidationError

    try:
        return _adapter(kind).validate_json(row)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "json_invalid":  # Pydantic is stricter than `json`: lone surrogates, deep nesting
            raise BadRecord("this line is not JSON", line=number) from error
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        raise BadRecord(f"{printable(field)}: {first['msg'].lower()}", line=number) from error


def _parse_json(row: bytes, number: int) -> Any:
    try:
        return json.loads(row.decode())
    except UnicodeDecodeError as error:
        raise BadRecord("this line is not UTF-8", line=number) from error
    except (ValueError, RecursionError) as error:
        raise BadRecord("this line is not JSON", line=number) from error


# Parse lines of untrusted files


def parse_header(row: bytes) -> Header:
    data = _parse_json(row, 1)
    format_ = data.get("htl") if isinstance(data, dict) else None
    if not isinstance(format_, int) or format_ < 1:
        raise BadRecord("this is not a record of Hold the Line", line=1)
    if format_ > FORMAT_VERSION:
        raise BadRecord(
            f"the record has format {printable(format_)}, and this program reads up to {FORMAT_VERSION}: "
            "install a newer htl",
            line=1,
        )
    header = _validate(row, Header, 1)
    assert isinstance(header, Header)
    return header


def parse_line(row: bytes, number: int) -> RecordLine:
    data = _parse_json(row, number)
    kinds: dict[str, type[RecordLine]] = {
        "step": StepLine,
        "back_to": UndoLine,
        "declares": DeclarationLine,
        "outcome": OutcomeLine,
    }
    kind = next((kinds[key] for key in kinds if isinstance(data, dict) and key in data), None)
    if kind is None:
        raise BadRecord("this line is neither a step nor an outcome", line=number)
    line = _validate(row, kind, number)
    assert isinstance(line, StepLine | UndoLine | DeclarationLine | OutcomeLine)
    return line
