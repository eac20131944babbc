"""Records: a game as JSON Lines, written step by step, replayed and checked step by step.

The first line is the header. Then one line a step, with a short digest of the state that it led to;
a line `back_to` where a player took steps back; and the outcome when the game is over. Where seats
decide at once, a line may hold several steps of one seat.
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

from .catalog import contract_of
from .contract import CHANCE, OVER
from .dice import ScriptedDice, SeededDice
from .errors import BadOption, BadRecord, IllegalMove, UnknownName
from .game import Event, Game, Outcome, State

FORMAT = 1
MINE, SEEDED, TABLE = "mine", "seeded", "table"
"""Kinds of dice: the person's own; the computer's, from a seed; the table's, that nobody could foresee."""
STRICT = {"strict": True, "extra": "forbid"}  # how Pydantic reads a line
DIGEST_LENGTH = 12
BETWEEN_PLAYS = "; "


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
    coach: bool | None = None
    """Whether players might ask a coach; None: nothing was said about it, and no record has a word of it."""


@dataclass(frozen=True)
class StepLine:
    """A step, or the last of several: `step` is its number, `state` what it led to."""

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
    outcome: Outcome


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
        by=_program(),
    )


@functools.cache
def _program() -> str:
    return f"holdtheline {version('holdtheline')}"


def short_digest(state: State) -> str:
    return state.digest()[:DIGEST_LENGTH]


def step_line(number: int, seat: int, play: str, state: State) -> StepLine:
    return StepLine(number, seat, play, short_digest(state))


def outcome_line(state: State) -> OutcomeLine:
    assert state.outcome is not None
    return OutcomeLine(state.outcome)


def as_text(line: Header | Line) -> str:
    fields = asdict(line)
    if fields.get("coach", ...) is None:
        del fields["coach"]
    return json.dumps(fields, ensure_ascii=False) + "\n"


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
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadRecord(f"{path} cannot be read: {reason}") from error
        return cls.parse(data, cut_off=cut_off)

    @classmethod
    def parse(cls, data: bytes, *, cut_off: Literal["refuse", "drop"] = "refuse") -> Record:
        whole = data.rfind(b"\n") + 1
        if whole < len(data) and (cut_off == "refuse" or whole == 0):
            raise BadRecord("the last line is cut off", line=data.count(b"\n") + 1)
        if not data:
            raise BadRecord("the file is empty", line=1)
        rows = data[:whole].split(b"\n")[:-1]
        header = _read_header(rows[0])
        lines = tuple(_read_line(row, number) for number, row in enumerate(rows[1:], 2))
        return cls(header, lines, whole)

    def game(self, *, plain: bool = False) -> Game:
        """The game that was played, if this program plays it by the same rules."""
        header = self.header
        try:
            contract = contract_of(header.game)
            contract.refuse_files(header.options)
            game = Game(contract, header.options, plain)
        except (UnknownName, BadOption) as error:
            raise BadRecord(str(error), line=1) from error
        if header.rules != game.contract.rules_version:
            raise BadRecord(
                f"it was played by version {_shown(header.rules)} of the rules of {header.game}, "
                f"and this program plays version {game.contract.rules_version}",
                line=1,
            )
        if len(header.seats) != len(game.seats):
            raise BadRecord(f"{header.game} has {len(game.seats)} seats, not {len(header.seats)}", line=1)
        if header.scenario is not None:
            raise BadRecord(f"{header.game} has no scenario {_shown(header.scenario)!r}", line=1)
        return game

    @property
    def seed(self) -> int | None:
        """What the computer's dice were seeded with; None: nobody knew beforehand what they would show."""
        dice = self.header.dice
        if dice in ({"kind": MINE}, {"kind": TABLE}):
            return None
        seed = dice.get("seed")
        if dice == {"kind": SEEDED, "seed": seed} and isinstance(seed, int):
            return seed
        raise BadRecord(f"the dice must be {MINE!r}, {TABLE!r}, or {SEEDED!r} with a number as seed", line=1)

    @property
    def dice_are_mine(self) -> bool:
        """Whether a person rolled real dice and said what they showed."""
        return self.header.dice.get("kind") == MINE

    def moments(self, *, plain: bool = False) -> Iterator[Moment]:
        """Play the record again, checking every line; BadRecord says where it fails."""
        state = self.game(plain=plain).start()
        dice = None if self.seed is None else SeededDice(self.seed)
        moments = [Moment(0, CHANCE, "", state.copy())]  # those that can still be gone back to
        yield moments[0]
        told = False  # whether the line before was the outcome
        owed: list[tuple[int, str]] = []  # what others did, and must come again after a step was taken back
        for number, line in enumerate(self.lines, 2):
            if isinstance(line, OutcomeLine):
                _check_outcome(line, state, number, moments[-1].step, told)
                told = True
                continue
            if isinstance(line, StepLine):
                _check_owed(line, owed, number)
                for moment in _replayed(line, state, dice, moments[-1].step, number):
                    floor = undo_floor(moments[0].step, moments[-1], moment, self.dice_are_mine)
                    moments.append(moment)
                    yield moment
                    del moments[: floor - moments[0].step]
            else:
                if owed or (state.turn == OVER and not told):
                    what = "what another seat did" if owed else "the outcome"
                    raise BadRecord(f"{what} is missing", line=number, step=moments[-1].step)
                owed = _taken_back(line, moments, number)
                state = moments[-1].state.copy()
                yield moments[-1]
            told = False

    def replay(self, *, plain: bool = False) -> State:
        """The state at the end of the record, every step of it checked."""
        last = None
        for moment in self.moments(plain=plain):
            last = moment.state
        assert last is not None
        return last

    def dice(self) -> ScriptedDice:
        """The rolls of this game, to be rolled again."""
        rolls = (line for line in self.standing if line.seat == CHANCE)
        return ScriptedDice(line.play.removeprefix("roll ") for line in rolls)

    @property
    def is_over(self) -> bool:
        return bool(self.lines) and isinstance(self.lines[-1], OutcomeLine)

    @property
    def steps(self) -> int:
        """How many steps the game has, those taken back not counted."""
        return len(self.standing)

    @property
    def standing(self) -> list[StepLine]:
        """The lines of steps that stand, without those that were taken back."""
        steps: list[StepLine] = []
        for line in self.lines:
            if isinstance(line, StepLine):
                steps.append(line)
            elif isinstance(line, BackLine):
                while steps and steps[-1].step > line.back_to:
                    steps.pop()
        return steps


def _replayed(
    line: StepLine, state: State, dice: SeededDice | None, done: int, number: int
) -> Iterator[Moment]:
    """The moments of a line, after so many steps that were done before it."""
    together = state.game.contract.together is not None
    plays = line.play.split(BETWEEN_PLAYS) if together else [line.play]
    step = done + len(plays)

    def bad(reason: str) -> BadRecord:
        return BadRecord(reason, line=number, step=step)

    if state.turn == OVER:
        raise bad("the game was over before this step")
    if line.step != step:
        raise bad(f"step {step} is missing: the line is step {_shown(line.step)}")
    for place, play in enumerate(plays, done + 1):
        events: list[Event] = []
        try:
            if line.seat != state.turn and not state.can_move(line.seat):
                raise bad(f"it is not seat {_shown(line.seat)}'s turn")
            move = state.move(play, line.seat)
            state.play(move, events, frames=False)
        except IllegalMove as error:
            raise bad(_shown(error)) from error
        if play != move.text:
            raise bad(f"{_shown(play)!r} is not how a record writes {move.text!r}")
        if line.seat == CHANCE and dice is not None and dice.roll("") != move.code:
            raise bad(f"{_shown(line.play)!r} is not what the dice of this seed show")
        if place == step and line.state != short_digest(state):
            raise bad(
                f"{_shown(line.play)!r} leads to another state than the record says: "
                f"a line before this was changed, or this one"
            )
        yield Moment(place, line.seat, play, state.copy(), events)


def undo_floor(floor: int, before: Moment, now: Moment, dice_are_mine: bool) -> int:
    """Behind which step nobody goes back after this one.

    Undo stops at a revelation and at a roll. A roll that a person typed can be corrected, and those
    typed just before it; the decision that they followed stays.
    """
    reveals = now.state.game.contract.reveals
    if reveals(before.state.record, now.state.record):
        return now.step
    if now.seat != CHANCE:
        return floor
    if not dice_are_mine:
        return now.step
    return floor if before.seat == CHANCE else now.step - 1


def _taken_back(line: BackLine, moments: list[Moment], number: int) -> list[tuple[int, str]]:
    """Drop what was taken back; the steps of other seats among it, which must come again."""
    step, floor = moments[-1].step, moments[0].step
    if not 0 <= line.back_to < step:
        raise BadRecord(f"there is no step {_shown(line.back_to)} to go back to", line=number, step=step)
    if line.back_to < floor:
        raise BadRecord("a roll or a revelation was taken back", line=number, step=step)
    gone = moments[line.back_to - floor + 1 :]
    others = [(moment.seat, moment.play) for moment in gone if moment.seat not in (CHANCE, gone[0].seat)]
    if others and gone[0].state.game.contract.together is None:
        raise BadRecord("another seat's move was taken back", line=number, step=step)
    if line.state != short_digest(moments[line.back_to - floor].state):
        raise BadRecord("the state gone back to is another one", line=number, step=step)
    del moments[line.back_to - floor + 1 :]
    return others


def _check_owed(line: StepLine, owed: list[tuple[int, str]], number: int) -> None:
    if owed and (line.seat, line.play) != owed.pop(0):
        raise BadRecord("another seat's move was taken back", line=number, step=line.step)


def _check_outcome(line: OutcomeLine, state: State, number: int, step: int, told: bool) -> None:
    if told:
        raise BadRecord("the outcome is told twice", line=number, step=step)
    if state.outcome is None:
        raise BadRecord("the record says how the game ended, but it is not over", line=number, step=step)
    if line != outcome_line(state):
        raise BadRecord("the game ended otherwise than the record says", line=number, step=step)


# Reading what comes from outside


def _read_header(row: bytes) -> Header:
    data = _read_json(row, 1)
    kind = data.get("htl") if isinstance(data, dict) else None
    if not isinstance(kind, int) or kind < 1:
        raise BadRecord("this is not a record of Hold the Line", line=1)
    if kind > FORMAT:
        raise BadRecord(
            f"the record has format {_shown(kind)}, and this program reads up to {FORMAT}: take a newer htl",
            line=1,
        )
    header = _checked(row, Header, 1)
    assert isinstance(header, Header)
    return header


def _read_line(row: bytes, number: int) -> Line:
    data = _read_json(row, number)
    kinds: dict[str, type[Line]] = {"step": StepLine, "back_to": BackLine, "outcome": OutcomeLine}
    kind = next((kinds[key] for key in kinds if isinstance(data, dict) and key in data), None)
    if kind is None:
        raise BadRecord("this line is neither a step nor an outcome", line=number)
    line = _checked(row, kind, number)
    assert isinstance(line, StepLine | BackLine | OutcomeLine)
    return line


def _read_json(row: bytes, number: int) -> Any:
    try:
        return json.loads(row.decode())
    except UnicodeDecodeError as error:
        raise BadRecord("this line is not UTF-8", line=number) from error
    except (ValueError, RecursionError) as error:
        raise BadRecord("this line is not JSON", line=number) from error


def _checked(row: bytes, kind: Any, number: int) -> Any:
    # Here, not at the top: a new game is on the screen before Pydantic would be imported.
    from pydantic import ValidationError

    try:
        return _adapter(kind).validate_json(row)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "json_invalid":  # Pydantic is stricter than `json`: lone surrogates, deep nesting
            raise BadRecord("this line is not JSON", line=number) from error
        place = ".".join(str(part) for part in first["loc"]) or "the line"
        raise BadRecord(f"{_shown(place)}: {first['msg'].lower()}", line=number) from error


@functools.cache
def _adapter(kind: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


def _shown(what: object) -> str:
    """Something out of a file that nobody vouches for, as a sentence can show it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in str(what)[:150])
