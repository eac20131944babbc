"""One game at a table: who sits where, whose dice, what may be taken back, what is written down."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from ..core.contract import CHANCE, FIRST_MOVE, OVER
from ..core.dice import Dice, SeededDice, TableDice
from ..core.errors import BadOption, BadRecord, HtlError, IllegalMove, NotSaved, NoUndo
from ..core.game import Event, Game, Move, State
from ..core.record import (
    MINE,
    SEEDED,
    TABLE,
    BackLine,
    Header,
    Line,
    Moment,
    Record,
    header_of,
    outcome_line,
    short_digest,
    step_line,
    undo_floor,
)
from ..core.recorder import Pen, Recorder
from ..players.player import Player, check_player, player
from .history import History

PERSON = "person"
NOTHING_YET = "nothing has been played yet"
REVEALED = "your last move has shown you something that was hidden"


@dataclass(frozen=True)
class Done:
    """A step that was taken: who took it, what it was, and what came of it."""

    number: int
    seat: int
    play: str
    events: list[Event] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """Steps that could be taken, or one taken back, and the lines that write that down.

    What others did after a step that is taken back is done again.
    """

    lines: tuple[Line, ...]
    coming: State
    """What it leads to."""
    steps: tuple[tuple[Done, State], ...] = ()
    back_to: int | None = None


def header_for(game: Game, seats: Sequence[str], dice: str, seed: int | None = None) -> Header:
    """The first line of a record with these players and this kind of dice."""
    return header_of(game, list(seats), {"kind": dice} if seed is None else {"kind": dice, "seed": seed})


class Table:
    """A game being played. Every step is on the disk before it is on the table."""

    def __init__(self, game: Game, seats: Sequence[str], dice: Dice | None, seed: int | None = None) -> None:
        """`dice` is None where a person rolls real ones; `seed` is for the computer players."""
        if len(seats) != len(game.seats):
            raise BadOption(f"{game.name} has {len(game.seats)} seat(s), so it takes as many players")
        self.game = game
        self.state = game.start()
        self.done: list[Done] = []
        self.dice = dice
        self.pen: Pen | None = None
        self.allows_coach = True
        self.players = [self._seated(seat, name, seed) for seat, name in enumerate(seats)]
        self._before = History(game)
        self._floor = 0  # nobody goes back behind this step,
        self._barrier = ""  # because of this
        self._faces: list[int] = []  # rolled, and not yet saved

    @classmethod
    def open(
        cls,
        game: Game,
        *,
        seats: Sequence[str] | None = None,
        seed: int | None = None,
        dice: str = SEEDED,
        record: Path | None = None,
        coach: bool | None = None,
    ) -> Table:
        """A new game. A seat is `person` or a player's name; `dice` is a kind that records know."""
        names = list(seats or [PERSON] * len(game.seats))
        game = game.settled(has_computer=names.count(PERSON) < len(names))
        seed = secrets.randbits(32) if seed is None else seed
        table = cls(game, names, _dice(dice, seed), seed)
        table.allows_coach = coach is not False
        if record is not None:
            header = header_for(game, names, dice, seed if dice == SEEDED else None)
            table.pen = Recorder.begin(record, replace(header, coach=coach))
        return table

    @classmethod
    def resume(cls, path: Path, *, plain: bool = False) -> Table:
        """An unfinished game goes on where it was."""
        recorder, record = Recorder.go_on(path)
        try:
            table = cls.again(record, plain=plain)
            if table.is_over:
                if not record.is_over:
                    recorder.write(outcome_line(table.state))
                raise BadRecord("this game is over; `htl replay` shows it")
        except HtlError:
            recorder.close()
            raise
        table.pen = recorder
        return table

    @classmethod
    def again(cls, record: Record, *, plain: bool = False) -> Table:
        """The table as this record left it; nothing is written down yet."""
        dice = None if record.dice_are_mine else TableDice()
        table = cls(record.game(plain=plain), record.header.seats, dice)
        table.allows_coach = record.header.coach is not False
        for moment in islice(record.moments(plain=plain), 1, None):
            if moment.step <= len(table.done):
                table._forget(moment.step)
            else:
                table._remember(Done(moment.step, moment.seat, moment.play, moment.events), moment.state)
        if record.seed is not None:
            table.dice = SeededDice(record.seed, rolled=sum(done.seat == CHANCE for done in table.done))
        return table

    def state_after(self, step: int) -> State:
        """The game as it stood after a step; 0 is the start."""
        return self._before.state(step) if step < len(self._before) else self.state

    # Whose turn

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @property
    def is_over(self) -> bool:
        return self.state.turn == OVER

    @property
    def dice_are_mine(self) -> bool:
        """Whether a person rolls real dice and types in what they show."""
        return self.dice is None

    @property
    def waits_for_person(self) -> bool:
        """Whether a person must decide, or roll. Where seats decide at once, computer players come last."""
        return not self.is_over and (self.turn == CHANCE or any(map(self._person_can_move, self._seats)))

    @property
    def roller(self) -> int:
        """The seat whose die is to be rolled, or CHANCE: it is nobody's, or none is."""
        return self.game.contract.rolls(self.state.record) if self.turn == CHANCE else CHANCE

    @property
    def path(self) -> Path | None:
        """The file that the game is written to, if it is one."""
        return self.pen.path if isinstance(self.pen, Recorder) else None

    # What is done

    def play(self, step: Move | str | int, seat: int | None = None) -> Done:
        """Take a step for whoever is to act; IllegalMove and NotSaved leave everything as it was."""
        return self._do(self.plan(step, seat))[0]

    def roll(self) -> Done:
        """Let the table's dice answer; a face that could not be saved comes again."""
        return self._do(self.plan_rolls(most=1))[0]

    def roll_all(self) -> list[Done]:
        """Let the table's dice answer until somebody decides; all these rolls are saved, or none."""
        return self._do(self.plan_rolls())

    def let_player_act(self) -> Done:
        """The computer player whose turn it is takes its move."""
        return self._do(self.plan_of_player())[0]

    # What could be done: whoever writes a plan down can then take it

    def plan(self, step: Move | str | int, seat: int | None = None) -> Plan:
        """This step for this seat, or for whoever is to act, or IllegalMove."""
        move = self.state.move(step, seat)
        if self.turn == CHANCE and self.dice is not None and move.code < FIRST_MOVE:
            raise IllegalMove(move.text, "", "the computer rolls the dice at this table")
        return _plan([self._step(self.state, move, len(self.done) + 1)])

    def plan_rolls(self, most: int = sys.maxsize) -> Plan:
        """The dice that are due, up to the next decision; the faces stay the same until they are taken."""
        if self.dice is None:
            raise HtlError("the dice are yours: roll one and say what it shows")
        if self.turn != CHANCE:
            raise HtlError("no die is to be rolled now")
        steps: list[tuple[Done, State]] = []
        state = self.state
        while state.turn == CHANCE and len(steps) < most:
            if len(steps) == len(self._faces):
                self._faces.append(self.dice.roll(state.prompt()))
            face = state.move(self._faces[len(steps)])
            steps.append(self._step(state, face, len(self.done) + len(steps) + 1))
            state = steps[-1][1]
        return _plan(steps)

    def plan_of_player(self) -> Plan:
        """What the computer player whose turn it is wants."""
        acting = self.players[self.turn] if self.turn >= 0 else None
        if acting is None:
            raise HtlError("no computer player is to move now")
        return self.plan(acting.choose(self.state))

    def plan_undo(self, seats: Collection[int] | None = None) -> Plan:
        """The last step taken back, or NoUndo with the reason."""
        why = self.why_no_undo(seats)
        if why is not None:
            raise NoUndo(f"this cannot be taken back: {why}")
        back_to = self._last_step_of(seats)
        assert back_to is not None
        coming = before = self._before.state(back_to)
        steps: list[tuple[Done, State]] = []
        for done in self.done[back_to + 1 :]:
            steps.append(self._step(coming, coming.move(done.play, done.seat), done.number - 1))
            coming = steps[-1][1]
        again = _plan(steps).lines if steps else ()
        return Plan((BackLine(back_to, short_digest(before)), *again), coming, tuple(steps), back_to)

    def take(self, plan: Plan) -> list[Done]:
        """Do what was planned here just now, and is written down; the steps, or the one that is gone."""
        gone = [] if plan.back_to is None else self.done[plan.back_to : plan.back_to + 1]
        if plan.back_to is not None:
            self._forget(plan.back_to)
        for done, after in plan.steps:
            self._remember(done, after)
            if done.seat == CHANCE:
                del self._faces[:1]
        return gone or [done for done, _ in plan.steps]

    # What is taken back

    def why_no_undo(self, seats: Collection[int] | None = None) -> str | None:
        """Why nothing can be taken back by whoever holds these seats, or None: the last step can."""
        together = self.game.contract.together is not None
        if not self.done:
            return NOTHING_YET
        if len(self.done) <= self._floor:
            return self._barrier
        if self.is_over and self.game.contract.has_secrets:
            return "the game is over, and everything lies open"
        if self._last_step_of(seats) is None:
            # Where seats decide at once, nobody may learn from this that another one has.
            return (self._barrier or NOTHING_YET) if together else "another player has moved since"
        return None

    def undo(self, seats: Collection[int] | None = None) -> Done:
        """Take back the last step, if a person decided or typed it; the step that is gone."""
        return self._do(self.plan_undo(seats))[0]

    def close(self) -> None:
        if self.pen is not None:
            self.pen.close()
            self.pen = None

    # Inside

    @property
    def _seats(self) -> range:
        return range(len(self.players))

    def _person_can_move(self, seat: int) -> bool:
        return self.players[seat] is None and self.state.can_move(seat)

    def _last_step_of(self, seats: Collection[int] | None) -> int | None:
        """The place of the last step that whoever holds these seats can take back."""
        for at in range(len(self.done) - 1, self._floor - 1, -1):
            seat = self.done[at].seat
            if seat == CHANCE or (self.players[seat] is None and (seats is None or seat in seats)):
                return at
            if self.game.contract.together is None:
                return None
        return None

    def _seated(self, seat: int, name: str, seed: int | None) -> Player | None:
        if name == PERSON:
            return None
        check_player(self.game.contract, name)
        return player(name, seed=None if seed is None else seed + seat)

    def _do(self, plan: Plan) -> list[Done]:
        if self.pen is not None:
            self.pen.write(*plan.lines)
        return self.take(plan)

    def _step(self, state: State, move: Move, number: int) -> tuple[Done, State]:
        """A step that could be taken in this state, and what it leads to."""
        after = state.copy()
        events: list[Event] = []
        after.play(move, events, frames=False)
        return Done(number, state.whose(move.code), move.text, events), after

    def _remember(self, done: Done, after: State) -> None:
        before = Moment(done.number - 1, self.done[-1].seat if self.done else CHANCE, "", self.state)
        now = Moment(done.number, done.seat, done.play, after)
        floor = undo_floor(self._floor, before, now, self.dice_are_mine)
        if floor != self._floor or done.seat == CHANCE:
            self._barrier = "a die has been rolled since your last move" if done.seat == CHANCE else REVEALED
        self._floor = floor
        self._before.add(self.state)
        self.done.append(done)
        self.state = after.copy()

    def _forget(self, back_to: int) -> None:
        self.state = self._before.state(back_to)
        self._before.forget(back_to)
        del self.done[back_to:]


def _plan(steps: Sequence[tuple[Done, State]]) -> Plan:
    lines = tuple(line for done, after in steps for line in _lines(done, after))
    return Plan(lines, steps[-1][1], tuple(steps))


def _lines(done: Done, after: State) -> Iterator[Line]:
    yield step_line(done.number, done.seat, done.play, after)
    if after.turn == OVER:
        yield outcome_line(after)


def _dice(kind: str, seed: int) -> Dice | None:
    if kind == MINE:
        return None
    if kind == SEEDED:
        return SeededDice(seed)
    if kind == TABLE:
        return TableDice()
    raise BadOption(f"there are no dice {kind[:40]!r}; there are: {MINE}, {SEEDED}, {TABLE}")


__all__ = ["MINE", "PERSON", "SEEDED", "TABLE", "Done", "NotSaved", "Plan", "Table"]
