"""Records: a game as JSON Lines, written step by step, replayed and checked step by step.

The first line is the header. Then one line a step, with a short digest of the state that it led to;
a line `back_to` where a player took steps back; and the outcome when the game is over.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, ClassVar, Literal

from .catalog import load
from .contract import CHANCE
from .dice import checked_face
from .errors import BadDice, BadOption, BadRecord, IllegalMove, UnknownName
from .game import Event, Game, State

FORMAT = 1
STRICT = {"strict": True, "extra": "forbid"}  # how Pydantic reads a line
DIGEST_LENGTH = 12


@dataclass(frozen=True)
class Header:
    """What was played, by whom, with which dice."""

    __pydantic_config__: ClassVar = STRICT
    htl: int
    game: str
    rules: int
    options: dict[str, str | int]
    seats: list[str]
    dice: dict[str, str | int]
    scenario: str | None = None
    made: str = ""
    by: str = ""


@dataclass(frozen=True)
class StepLine:
    __pydantic_config__: ClassVar = STRICT
    step: int
    seat: int
    play: str
    state: str


@dataclass(frozen=True)
class BackLine:
    """Steps were taken back: the game stands again as after step `back_to`."""

    __pydantic_config__: ClassVar = STRICT
    back_to: int
    state: str


@dataclass(frozen=True)
class OutcomeLine:
    __pydantic_config__: ClassVar = STRICT
    outcome: dict[Literal["winner", "scores", "reason", "clause"], Any]


Line = StepLine | BackLine | OutcomeLine


def header_of(game: Game, seats: list[str], dice: dict[str, str | int]) -> Header:
    return Header(
        htl=FORMAT,
        game=game.name,
        rules=game.contract.rules_version,
        options=game.options,
        seats=seats,
        dice=dice,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        by=f"holdtheline {version('holdtheline')}",
    )


def short_digest(state: State) -> str:
    return state.digest()[:DIGEST_LENGTH]


def step_line(number: int, seat: int, play: str, state: State) -> StepLine:
    return StepLine(number, seat, play, short_digest(state))


def outcome_line(state: State) -> OutcomeLine:
    assert state.outcome is not None
    return OutcomeLine({**asdict(state.outcome), "scores": list(state.outcome.scores)})  # type: ignore[dict-item]


def as_text(line: Header | Line) -> str:
    return json.dumps(asdict(line), ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Moment:
    """The game after a step."""

    step: int
    seat: int
    play: str
    state: State
    events: list[Event] = field(default_factory=list)


@dataclass(frozen=True)
class Record:
    """A game that was, or is being, played."""

    header: Header
    lines: tuple[Line, ...]
    good_bytes: int
    """How far the file could be read: more than that is a line that was cut off."""

    @classmethod
    def read(cls, path: str | Path, *, cut_off: Literal["refuse", "drop"] = "refuse") -> Record:
        """The record in a file. `drop` forgives a last line that was being written when the power went."""
        try:
            data = Path(path).read_bytes()
        except OSError as error:
            raise BadRecord(f"{path} cannot be read: {error.strerror}") from error
        return cls.parse(data, cut_off=cut_off)

    @classmethod
    def parse(cls, data: bytes, *, cut_off: Literal["refuse", "drop"] = "refuse") -> Record:
        whole = data.rfind(b"\n") + 1
        if whole < len(data) and (cut_off == "refuse" or whole == 0):
            raise BadRecord("the last line is cut off", line=data.count(b"\n") + 1)
        rows = data[:whole].decode("utf-8", "replace").splitlines()
        if not rows:
            raise BadRecord("the file is empty", line=1)
        header = _read_header(rows[0])
        lines = tuple(_read_line(row, number) for number, row in enumerate(rows[1:], 2))
        return cls(header, lines, whole)

    def game(self, *, plain: bool = False) -> Game:
        """The game that was played, if this program plays it by the same rules."""
        header = self.header
        try:
            game = load(header.game, plain=plain, **header.options)
        except (UnknownName, BadOption) as error:
            raise BadRecord(str(error), line=1) from error
        if header.rules != game.contract.rules_version:
            raise BadRecord(
                f"it was played by version {header.rules} of the rules of {header.game}, "
                f"and this program plays version {game.contract.rules_version}",
                line=1,
            )
        if len(header.seats) != len(game.seats):
            raise BadRecord(f"{header.game} has {len(game.seats)} seats, not {len(header.seats)}", line=1)
        return game

    def moments(self, *, plain: bool = False) -> Iterator[Moment]:
        """Play the record again, checking every line; BadRecord says where it fails."""
        state = self.game(plain=plain).start()
        moments = [Moment(0, CHANCE, "", state.copy())]
        yield moments[0]
        for number, line in enumerate(self.lines, 2):
            if state.outcome is not None and not isinstance(line, OutcomeLine | BackLine):
                raise BadRecord("the game was over before this step", line=number, step=len(moments))
            if isinstance(line, StepLine):
                moments.append(_replayed(line, state, len(moments), number))
                yield moments[-1]
            elif isinstance(line, BackLine):
                moments = _taken_back(line, moments, number)
                state = moments[-1].state.copy()
                yield moments[-1]
            else:
                _check_outcome(line, state, number, len(moments) - 1)

    def replay(self, *, plain: bool = False) -> State:
        """The state at the end of the record, every step of it checked."""
        last = None
        for moment in self.moments(plain=plain):
            last = moment.state
        assert last is not None
        return last

    @property
    def is_over(self) -> bool:
        return bool(self.lines) and isinstance(self.lines[-1], OutcomeLine)

    @property
    def steps(self) -> int:
        """How many steps the game has, those taken back not counted."""
        count = 0
        for line in self.lines:
            if isinstance(line, StepLine):
                count += 1
            elif isinstance(line, BackLine):
                count = line.back_to
        return count


def _replayed(line: StepLine, state: State, step: int, number: int) -> Moment:
    if line.step != step:
        raise BadRecord(f"step {step} is missing: the line is step {line.step}", line=number, step=step)
    if line.seat != state.turn:
        raise BadRecord(f"it is not seat {line.seat}'s turn", line=number, step=step)
    events: list[Event] = []
    try:
        if state.turn == CHANCE:
            checked_face(line.play.removeprefix("roll "))
        state.play(line.play, events)
    except (IllegalMove, BadDice) as error:
        raise BadRecord(str(error), line=number, step=step) from error
    if line.state != short_digest(state):
        raise BadRecord(
            f"{line.play!r} leads to another state than the record says: a line before this was changed, "
            f"or this one",
            line=number,
            step=step,
        )
    return Moment(step, line.seat, line.play, state.copy(), events)


def _taken_back(line: BackLine, moments: list[Moment], number: int) -> list[Moment]:
    step = len(moments) - 1
    if not 0 <= line.back_to < len(moments) - 1:
        raise BadRecord(f"there is no step {line.back_to} to go back to", line=number, step=step)
    if any(moment.seat == CHANCE for moment in moments[line.back_to + 1 :]):
        raise BadRecord("a roll was taken back", line=number, step=step)
    if line.state != short_digest(moments[line.back_to].state):
        raise BadRecord("the state gone back to is another one", line=number, step=step)
    return moments[: line.back_to + 1]


def _check_outcome(line: OutcomeLine, state: State, number: int, step: int) -> None:
    if state.outcome is None:
        raise BadRecord("the record says how the game ended, but it is not over", line=number, step=step)
    if line != outcome_line(state):
        raise BadRecord("the game ended otherwise than the record says", line=number, step=step)


# Reading what comes from outside


def _read_header(row: str) -> Header:
    data = _read_json(row, 1)
    if not isinstance(data, dict) or not isinstance(data.get("htl"), int):
        raise BadRecord("this is not a record of Hold the Line", line=1)
    if data["htl"] > FORMAT:
        raise BadRecord(
            f"the record has format {data['htl']}, and this program reads up to {FORMAT}: take a newer htl",
            line=1,
        )
    header = _checked(row, Header, 1)
    assert isinstance(header, Header)
    return header


def _read_line(row: str, number: int) -> Line:
    data = _read_json(row, number)
    kinds: dict[str, type[Line]] = {"step": StepLine, "back_to": BackLine, "outcome": OutcomeLine}
    kind = next((kinds[key] for key in kinds if isinstance(data, dict) and key in data), None)
    if kind is None:
        raise BadRecord("this line is neither a step nor an outcome", line=number)
    line = _checked(row, kind, number)
    assert isinstance(line, StepLine | BackLine | OutcomeLine)
    return line


def _read_json(row: str, number: int) -> Any:
    try:
        return json.loads(row)
    except (ValueError, RecursionError) as error:
        raise BadRecord("this line is not JSON", line=number) from error


def _checked(row: str, kind: type[Header | Line], number: int) -> Header | Line:
    # Here, not at the top: a new game is on the screen before Pydantic would be imported.
    from pydantic import ValidationError

    try:
        return _adapter(kind).validate_json(row)  # type: ignore[no-any-return]
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the line"
        raise BadRecord(f"{place}: {first['msg'].lower()}", line=number) from error


@functools.cache
def _adapter(kind: type[Header | Line]) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
