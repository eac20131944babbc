"""Read a game record and replay it, checking every line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from ..catalog import definition_of
from ..declarations import DrawOffer, EndedState, declare, ends_offer
from ..definition import CHANCE, OVER
from ..dice import ScriptedDice, SeededDice
from ..errors import BadOption, BadRecord, IllegalMove, UnknownName
from ..events import Event, Move
from ..game import Game, State
from .lines import (
    GUIDE_DICE,
    OWN_DICE,
    PLAY_SEPARATOR,
    SEEDED_DICE,
    TABLE_DICE,
    DeclarationLine,
    Header,
    OutcomeLine,
    RecordLine,
    StepLine,
    UndoLine,
    parse_header,
    parse_line,
    printable,
    short_digest,
)

NO_MOVE = Move(0)


@dataclass(frozen=True)
class ReplayedStep:
    """A step of a record, and the state after it. Step 0 is the start of the game.

    A declaration is the step before it again, with the declaration, the state and the draw offer after it.
    """

    step: int
    seat: int
    move: Move
    state: State
    events: list[Event] = field(default_factory=list)
    declared: DeclarationLine | None = None
    offer: DrawOffer | None = None

    @property
    def play(self) -> str:
        return self.move.text

    @property
    def code(self) -> int:
        return self.move.code


def undo_limit(limit: int, before: ReplayedStep, now: ReplayedStep, dice_are_mine: bool) -> int:
    """Return the first step to which undo can go back after this step.

    Undo stops at a revelation and at a roll. A roll that a person typed can be corrected, and those typed just
    before it; the decision before them stays.
    """
    reveals = now.state.game.definition.reveals_secret
    if reveals(before.state.record, now.state.record):
        return now.step
    if now.seat != CHANCE:
        return limit
    if not dice_are_mine:
        return now.step
    return limit if before.seat == CHANCE else now.step - 1


def _check_outcome(line: OutcomeLine, state: State, number: int, step: int, has_outcome: bool) -> None:
    if has_outcome:
        raise BadRecord("there are two outcome lines", line=number, step=step)
    if state.outcome is None:
        raise BadRecord("the record says how the game ended, but it is not over", line=number, step=step)
    # The reason is a sentence for people: records keep the words of the version that wrote them.
    if replace(line.outcome, reason="") != replace(state.outcome, reason=""):
        raise BadRecord("the game did not end as the record says", line=number, step=step)


def _replay_declaration(
    line: DeclarationLine, state: State, offer: DrawOffer | None, number: int, step: int
) -> tuple[State, DrawOffer | None]:
    """Return the state and the draw offer after a declaration."""
    if line.after != step:
        raise BadRecord(f"this was declared after step {printable(line.after)}, not here", line=number, step=step)
    try:
        return declare(state, offer, line.declares, line.seat)
    except IllegalMove as error:
        raise BadRecord(printable(error), line=number, step=step) from error


def _replay_undo(line: UndoLine, steps: list[ReplayedStep], number: int) -> list[tuple[int, str]]:
    """Drop the steps taken back; return those of other seats among them, which must be played again."""
    last, first = steps[-1].step, steps[0].step
    if not 0 <= line.back_to < last:
        raise BadRecord(f"there is no step {printable(line.back_to)} to go back to", line=number, step=last)
    if line.back_to < first:
        raise BadRecord("a roll or a revelation was taken back", line=number, step=last)
    undone = steps[line.back_to - first + 1 :]
    others = [(step.seat, step.play) for step in undone if step.seat not in (CHANCE, undone[0].seat)]
    if others and undone[0].state.game.definition.simultaneous is None:
        raise BadRecord("another seat's move was taken back", line=number, step=last)
    if line.state != short_digest(steps[line.back_to - first].state):
        raise BadRecord("the undo leads to a different state than recorded", line=number, step=last)
    del steps[line.back_to - first + 1 :]
    return others


def _replay_line(
    line: StepLine, state: State, dice: SeededDice | None, steps_before: int, number: int
) -> Iterator[ReplayedStep]:
    """Play the steps of a line, checking them."""
    is_simultaneous = state.game.definition.simultaneous is not None
    plays = line.play.split(PLAY_SEPARATOR) if is_simultaneous else [line.play]
    last = steps_before + len(plays)

    def bad(reason: str) -> BadRecord:
        return BadRecord(reason, line=number, step=last)

    if state.current_player == OVER:
        raise bad("the game was over before this step")
    if line.step != last:
        raise bad(f"step {last} is missing: the line is step {printable(line.step)}")
    for step, play in enumerate(plays, steps_before + 1):
        events: list[Event] = []
        try:
            if line.seat != state.current_player and not state.can_move(line.seat):
                raise bad(f"it is not seat {printable(line.seat)}'s turn")
            move = state.move(play, line.seat)
            state.play(move, events, frames=False)
        except IllegalMove as error:
            raise bad(printable(error)) from error
        if play != move.text:
            raise bad(f"{printable(play)!r} is not how a record writes {move.text!r}")
        if line.seat == CHANCE and dice is not None and dice.roll("") != move.code:
            raise bad(f"{printable(line.play)!r} is not what the dice of this seed show")
        if step == last and line.state != short_digest(state):
            raise bad(
                f"{printable(line.play)!r} leads to another state than the record says: "
                f"a line before this was changed, or this one"
            )
        yield ReplayedStep(step, line.seat, move, state.copy(), events)


@dataclass(frozen=True)
class Record:
    """The record of a game, finished or not: what `htl play` and servers save as `.htl` files.

    >>> import holdtheline as htl
    >>> record = htl.Record.read("tests/golden/siege-held.htl")
    >>> record.replay().outcome.reason
    'the countdown reached 0'
    >>> [line.play for line in record.remaining_steps][:2]
    ['reinforce 0 0 0', 'roll 4']

    In a notebook it is shown as a board with a slider.
    """

    header: Header
    lines: tuple[RecordLine, ...]
    good_bytes: int  # bytes of whole lines; what follows is a line that was cut off

    @classmethod
    def read(cls, path: str | Path, *, cut_off: Literal["refuse", "drop"] = "refuse") -> Record:
        """Read a record from a file. `drop` ignores a last line that was cut off when the process was killed."""
        try:
            data = Path(path).read_bytes()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BadRecord(f"{path} cannot be read: {reason}", path=str(path)) from error
        return cls.parse(data, cut_off=cut_off)

    @classmethod
    def parse(cls, data: bytes, *, cut_off: Literal["refuse", "drop"] = "refuse") -> Record:
        """Read a record from its bytes."""
        good_bytes = data.rfind(b"\n") + 1
        if good_bytes < len(data) and (cut_off == "refuse" or good_bytes == 0):
            raise BadRecord("the last line is cut off", line=data.count(b"\n") + 1)
        if not data:
            raise BadRecord("the file is empty", line=1)
        rows = data[:good_bytes].split(b"\n")[:-1]
        header = parse_header(rows[0])
        lines = tuple(parse_line(row, number) for number, row in enumerate(rows[1:], 2))
        return cls(header, lines, good_bytes)

    def game(self, *, plain: bool = False) -> Game:
        """Return the game that was played, if this program has the same rules."""
        header = self.header
        try:
            definition = definition_of(header.game)
            definition.refuse_files(header.options)
            game = Game(definition, header.options, plain)
        except (UnknownName, BadOption) as error:
            raise BadRecord(str(error), line=1) from error
        if header.rules != game.rules_version:
            later = definition.rules.later_version(game.options)
            raise BadRecord(
                f"it was played by version {printable(header.rules)} of the rules of {header.game}, "
                f"and this program plays version {game.rules_version}" + (f": {later.reason}" if later else ""),
                line=1,
            )
        if len(header.seats) != len(game.seats):
            raise BadRecord(f"{header.game} has {len(game.seats)} seats, not {len(header.seats)}", line=1)
        if header.scenario is not None:
            raise BadRecord(f"{header.game} has no scenario {printable(header.scenario)!r}", line=1)
        return game

    @property
    def seed(self) -> int | None:
        """The seed of the computer's dice, or None for other dice."""
        dice = self.header.dice
        if dice in ({"kind": OWN_DICE}, {"kind": TABLE_DICE}, {"kind": GUIDE_DICE}):
            return None
        seed = dice.get("seed")
        if dice == {"kind": SEEDED_DICE, "seed": seed} and isinstance(seed, int):
            return seed
        raise BadRecord(
            f"the dice must be {OWN_DICE!r}, {TABLE_DICE!r}, {GUIDE_DICE!r}, or {SEEDED_DICE!r} with a number as seed",
            line=1,
        )

    @property
    def is_guided(self) -> bool:
        """Whether this is a guided game."""
        return self.header.dice.get("kind") == GUIDE_DICE

    @property
    def dice_are_mine(self) -> bool:
        """Whether a person rolled real dice and typed their faces."""
        return self.header.dice.get("kind") == OWN_DICE

    def replay_steps(self, *, plain: bool = False) -> Iterator[ReplayedStep]:
        """Replay the record and yield every step, checking every line.

        An undo yields the step it returns to, a declaration the step before it.
        """
        state = self.game(plain=plain).start()
        dice = None if self.seed is None else SeededDice(self.seed)
        steps = [ReplayedStep(0, CHANCE, NO_MOVE, state.copy())]  # those to which an undo can go back
        yield steps[0]
        has_outcome = False  # whether the line before was the outcome
        pending: list[tuple[int, str]] = []  # steps of other seats that must be played again after an undo
        offer: DrawOffer | None = None
        for number, line in enumerate(self.lines, 2):
            if isinstance(line, OutcomeLine):
                _check_outcome(line, state, number, steps[-1].step, has_outcome)
                has_outcome = True
                continue
            if pending and not isinstance(line, StepLine):
                raise BadRecord("what another seat did is missing", line=number, step=steps[-1].step)
            if isinstance(line, DeclarationLine):
                state, offer = _replay_declaration(line, state, offer, number, steps[-1].step)
                yield replace(steps[-1], state=state.copy(), events=[], declared=line, offer=offer)
            elif isinstance(line, StepLine):
                if pending and (line.seat, line.play) != pending.pop(0):
                    raise BadRecord("another seat's move was taken back", line=number, step=line.step)
                for step in _replay_line(line, state, dice, steps[-1].step, number):
                    limit = undo_limit(steps[0].step, steps[-1], step, self.dice_are_mine)
                    if offer is not None and ends_offer(steps[-1].state, step.seat, step.code):
                        offer = None
                    steps.append(step)
                    yield step
                    del steps[: limit - steps[0].step]
            else:
                if state.current_player == OVER and not has_outcome:
                    raise BadRecord("the outcome is missing", line=number, step=steps[-1].step)
                if isinstance(state, EndedState):
                    raise BadRecord("the end of the game was taken back", line=number, step=steps[-1].step)
                undone = [step for step in steps if step.step == line.back_to + 1]
                pending = _replay_undo(line, steps, number)
                if offer is not None and ends_offer(steps[-1].state, undone[0].seat, undone[0].code):
                    offer = None
                state = steps[-1].state.copy()
                yield steps[-1]
            has_outcome = False

    def replay(self, *, plain: bool = False) -> State:
        """Return the state at the end of the record, checking every line."""
        return deque(self.replay_steps(plain=plain), maxlen=1)[0].state

    def dice(self) -> ScriptedDice:
        """Return dice that repeat the rolls of this game."""
        rolls = (line for line in self.remaining_steps if line.seat == CHANCE)
        return ScriptedDice(line.play.removeprefix("roll ") for line in rolls)

    @property
    def is_over(self) -> bool:
        """Whether the record has the outcome of the game."""
        return bool(self.lines) and isinstance(self.lines[-1], OutcomeLine)

    def _repr_html_(self) -> str:
        from .scrubber import scrubber_html

        return scrubber_html(self)

    @property
    def steps(self) -> int:
        """The number of steps, without those taken back."""
        return len(self.remaining_steps)

    @property
    def remaining_steps(self) -> list[StepLine]:
        """The lines of steps, without those taken back."""
        steps: list[StepLine] = []
        for line in self.lines:
            if isinstance(line, StepLine):
                steps.append(line)
            elif isinstance(line, UndoLine):
                while steps and steps[-1].step > line.back_to:
                    steps.pop()
        return steps
