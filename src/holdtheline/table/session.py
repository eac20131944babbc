"""A game table: players and dice, steps and undo, and the record that every step is written to."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Collection, Generator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from ..core.declarations import (
    ACCEPT_DRAW,
    OFFER_DRAW,
    Declaration,
    DrawOffer,
    EndedState,
    declare,
    ends_offer,
)
from ..core.definition import CHANCE, FIRST_MOVE, OVER
from ..core.dice import DiceSource, GuideDice, SeededDice, UnseededDice
from ..core.errors import BadOption, BadRecord, HtlError, IllegalMove, NotSaved, NoUndo
from ..core.events import Event, Move
from ..core.game import Game, State
from ..core.game_record.lines import (
    OWN_DICE,
    SEEDED_DICE,
    TABLE_DICE,
    DeclarationLine,
    RecordLine,
    UndoLine,
    make_header,
    make_outcome_line,
    make_step_line,
    short_digest,
)
from ..core.game_record.replay import NO_MOVE, Record, ReplayedStep, undo_limit
from ..core.game_record.writer import RecordFileWriter, RecordWriter
from ..core.scenarios.guide import Guide, read_guide
from ..players.player import Player, check_player, player
from .history import PlayedStep, PreparedSteps, StateHistory, TableSnapshot

PERSON = "person"
NOTHING_PLAYED = "nothing has been played yet"
SECRET_REVEALED = "your last move revealed something that was hidden"
DIE_ROLLED = "a die has been rolled since your last move"
OTHER_ROLLED = "another player has rolled since"


class Table:
    """A game being played. Every step is recorded before it counts."""

    def __init__(self, game: Game, seats: Sequence[str], dice: DiceSource | None, seed: int | None = None) -> None:
        """Set up a table; `dice` is None if a person rolls real dice, `seed` is for the computer players."""
        if len(seats) != len(game.seats):
            raise BadOption(f"{game.name} needs one player per seat ({', '.join(game.seats)}), not {len(seats)}")
        self.game = game
        self.state = game.start()
        self.steps: list[PlayedStep] = []
        self.dice = dice
        self.writer: RecordWriter | None = None
        self.allows_coach = True
        self.guide: Guide | None = None
        self.players = [self._make_player(seat, name, seed) for seat, name in enumerate(seats)]
        self._history = StateHistory(game)
        self._undo_limit = 0  # undo goes back to this step at most,
        self._undo_barrier = ""  # for this reason
        self._faces: list[int] = []  # rolled, and not yet recorded
        self.offer: DrawOffer | None = None
        self.declared: DeclarationLine | None = None
        """The last declaration, until the next move."""

    @classmethod
    def open(
        cls,
        game: Game,
        *,
        seats: Sequence[str] | None = None,
        seed: int | None = None,
        dice: str = SEEDED_DICE,
        record: Path | None = None,
        coach: bool | None = None,
    ) -> Table:
        """Start a new game. A seat is `person` or the name of a player; `dice` is a kind from `game_record.lines`."""
        names = list(seats or [PERSON] * len(game.seats))
        has_computer = names.count(PERSON) < len(names)
        game = game.resolve_options(has_computer=has_computer, has_real_dice=dice == OWN_DICE)
        seed = secrets.randbits(32) if seed is None else seed
        table = cls(game, names, _make_dice(dice, seed), seed)
        table.allows_coach = coach is not False
        if record is not None:
            header = make_header(game, names, dice, seed if dice == SEEDED_DICE else None)
            table.writer = RecordFileWriter.create(record, replace(header, coach=coach))
        return table

    @classmethod
    def resume(cls, path: Path, *, plain: bool = False) -> Table:
        """Resume an unfinished game from its record."""
        writer, record = RecordFileWriter.resume(path)
        try:
            table = cls.from_record(record, plain=plain)
            if table.is_over:
                if not record.is_over:
                    writer.write(make_outcome_line(table.state))
                raise BadRecord("this game is over; `htl replay` shows it")
        except HtlError:
            writer.close()
            raise
        table.writer = writer
        return table

    @classmethod
    def from_record(cls, record: Record, *, plain: bool = False) -> Table:
        """Return the table at the end of this record, without a writer."""
        replaying = cls.replaying(record, plain=plain)
        while True:
            try:
                next(replaying)
            except StopIteration as end:
                table: Table = end.value
                return table

    @classmethod
    def replaying(cls, record: Record, *, plain: bool = False) -> Generator[None, None, Table]:
        """Return the same, and yield after every step, because a long record takes seconds."""
        table = cls._at_start(record, plain)
        for step in islice(record.replay_steps(plain=plain), 1, None):
            if step.declared is not None:
                table._declare(step.declared, step.state, step.offer)
            elif step.step <= len(table.steps):
                table._go_back(step.step)
            else:
                table._add(PlayedStep(step.step, step.seat, step.move, step.events), step.state)
            yield
        table._continue_dice(record)
        return table

    @classmethod
    def from_snapshot(cls, record: Record, snapshot: TableSnapshot, *, plain: bool = False) -> Table:
        """Return the table that `from_record` returned where the snapshot was taken."""
        table = cls._at_start(record, plain)
        table.steps = snapshot.steps
        table._history = StateHistory(table.game, snapshot.states)
        table.state = State(table.game, np.frombuffer(bytearray(snapshot.words), np.int64), snapshot.turn)
        table._undo_limit, table._undo_barrier = snapshot.undo_limit, snapshot.undo_barrier
        table.declared, table.offer = snapshot.declared, snapshot.offer
        if snapshot.agreed_outcome is not None:
            table.state = EndedState(table.game, table.state.words, snapshot.agreed_outcome)
        table._continue_dice(record)
        return table

    def snapshot(self) -> TableSnapshot:
        """Return the steps and states of this table, for `from_snapshot`."""
        return TableSnapshot(
            self.steps,
            self._history.states,
            self.state.words.tobytes(),
            self.turn,
            self._undo_limit,
            self._undo_barrier,
            self.declared,
            self.offer,
            self.state.outcome if self.is_ended_by_players else None,
        )

    def state_after(self, step: int) -> State:
        """Return the state after a step; 0 is the start."""
        return self._history.state(step) if step < len(self._history) else self.state

    # The turn

    @property
    def turn(self) -> int:
        return int(self.state.current_player)

    @property
    def is_over(self) -> bool:
        return self.state.current_player == OVER

    @property
    def is_ended_by_players(self) -> bool:
        """Whether a resignation or an agreed draw ended the game, not the rules."""
        return isinstance(self.state, EndedState)

    @property
    def persons(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player is None]

    @property
    def dice_are_mine(self) -> bool:
        """Whether a person rolls real dice and types their faces."""
        return self.dice is None

    @property
    def waits_for_person(self) -> bool:
        """Whether a person must decide or roll. Where seats decide simultaneously, computer players come last."""
        return not self.is_over and (self.turn == CHANCE or any(map(self.state.can_move, self.persons)))

    @property
    def roller(self) -> int:
        """The seat that rolls the next die, or CHANCE if any seat may roll it or none must be rolled."""
        return self._roller_at(self.state) if self.turn == CHANCE else CHANCE

    @property
    def path(self) -> Path | None:
        """The file of the record, if it is written to a file."""
        return self.writer.path if isinstance(self.writer, RecordFileWriter) else None

    # Steps

    def play(self, step: Move | str | int, seat: int | None = None) -> PlayedStep:
        """Take a step; IllegalMove and NotSaved leave everything as it was."""
        return self._record_and_commit(self.prepare(step, seat))[0]

    def roll(self) -> PlayedStep:
        """Roll the table's dice once; a face that could not be saved comes again."""
        return self._record_and_commit(self.prepare_rolls(most=1))[0]

    def roll_all(self) -> list[PlayedStep]:
        """Roll the table's dice until a seat decides; all these rolls are saved, or none."""
        return self._record_and_commit(self.prepare_rolls())

    def let_player_act(self) -> PlayedStep:
        """Let the computer player on turn take its move."""
        return self._record_and_commit(self.prepare_player_move())[0]

    # Prepared steps: the caller records their lines and then calls `commit`

    def prepare(self, step: Move | str | int, seat: int | None = None) -> PreparedSteps:
        """Prepare a step of this seat, or of the seat on turn; raise IllegalMove if the rules forbid it."""
        move = self.state.move(step, seat)
        if self.turn == CHANCE and self.dice is not None and move.code < FIRST_MOVE:
            raise IllegalMove(move.text, "", "the computer rolls the dice at this table")
        return _prepare([self._step(self.state, move, len(self.steps) + 1)])

    def prepare_rolls(self, most: int = sys.maxsize) -> PreparedSteps:
        """Prepare the rolls up to the next decision; the faces stay the same until they are committed."""
        if self.dice is None:
            raise HtlError("you roll your own dice here: roll one and type its face")
        if self.turn != CHANCE:
            raise HtlError("there is no die to roll now")
        steps: list[tuple[PlayedStep, State]] = []
        state = self.state
        while state.current_player == CHANCE and len(steps) < most:
            if len(steps) == len(self._faces):
                self._faces.append(self.dice.roll(state.prompt()))
            face = state.move(self._faces[len(steps)])
            steps.append(self._step(state, face, len(self.steps) + len(steps) + 1))
            state = steps[-1][1]
        return _prepare(steps)

    def prepare_player_move(self) -> PreparedSteps:
        """Prepare the move of the computer player on turn."""
        computer = self.players[self.turn] if self.turn >= 0 else None
        if computer is None:
            raise HtlError("it is not a computer player's turn")
        return self.prepare(computer.choose(self.state))

    def prepare_undo(self, seats: Collection[int] | None = None) -> PreparedSteps:
        """Prepare to undo the last step of these seats, or raise NoUndo with the reason."""
        reason = self.why_no_undo(seats)
        if reason is not None:
            raise NoUndo(f"this cannot be undone: {reason}")
        back_to = self._last_step_of(seats)
        assert back_to is not None
        after = before = self._history.state(back_to)
        steps: list[tuple[PlayedStep, State]] = []
        for step in self.steps[back_to + 1 :]:
            steps.append(self._step(after, step.move, step.number - 1))
            after = steps[-1][1]
        repeated = _prepare(steps).lines if steps else ()
        return PreparedSteps((UndoLine(back_to, short_digest(before)), *repeated), after, tuple(steps), back_to)

    def prepare_declaration(self, declaration: Declaration, seats: Sequence[int]) -> PreparedSteps:
        """Prepare a declaration of one side; raise IllegalMove if it is not possible now.

        All seats of the side agree on a draw, and the first speaks for them in everything else.
        """
        allies = seats[1:] if declaration in (OFFER_DRAW, ACCEPT_DRAW) else ()
        declared = DeclarationLine(declaration, seats[0], len(self.steps))
        state, offer = declare(self.state, self.offer, declaration, seats[0])
        lines: list[RecordLine] = [declared]
        for seat in allies:
            state, offer = declare(state, offer, ACCEPT_DRAW, seat)
            lines.append(DeclarationLine(ACCEPT_DRAW, seat, len(self.steps)))
        if state.current_player == OVER:
            lines.append(make_outcome_line(state))
        return PreparedSteps(tuple(lines), state, declared=declared, offer=offer)

    def declare(self, declaration: Declaration, seat: int) -> None:
        """Resign, offer a draw, or answer an offer."""
        self._record_and_commit(self.prepare_declaration(declaration, [seat]))

    def commit(self, prepared: PreparedSteps) -> list[PlayedStep]:
        """Carry out what was just prepared and recorded; return the steps taken, or the step undone."""
        undone = [] if prepared.back_to is None else self.steps[prepared.back_to : prepared.back_to + 1]
        if prepared.back_to is not None:
            self._go_back(prepared.back_to)
        for step, after in prepared.steps:
            self._add(step, after)
            if step.seat == CHANCE:
                del self._faces[:1]
        if prepared.declared is not None:
            self._declare(prepared.declared, prepared.after, prepared.offer)
        return undone or [step for step, _ in prepared.steps]

    # Undo

    @property
    def undo_limit(self) -> int:
        return self._undo_limit

    def why_no_undo(self, seats: Collection[int] | None = None) -> str | None:
        """Return why the holder of these seats cannot undo anything, or None if the last step can be undone."""
        is_simultaneous = self.game.definition.simultaneous is not None
        if not self.steps:
            return NOTHING_PLAYED
        if self.is_ended_by_players:
            return "a resignation or an agreed draw is final"
        if len(self.steps) <= self._undo_limit:
            return self._undo_barrier
        if self.is_over and self.game.definition.has_secrets:
            return "the game is over, and everything is revealed"
        if self._last_step_of(seats) is None:
            # Where seats decide simultaneously, the reason must not reveal that another seat has decided.
            if is_simultaneous:
                return self._undo_barrier or NOTHING_PLAYED
            return OTHER_ROLLED if self.steps[-1].seat == CHANCE else "another player has moved since"
        return None

    def undo(self, seats: Collection[int] | None = None) -> PlayedStep:
        """Undo the last step that a person decided or typed, and return it."""
        return self._record_and_commit(self.prepare_undo(seats))[0]

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.writer = None

    # Private

    @classmethod
    def _at_start(cls, record: Record, plain: bool) -> Table:
        dice = None if record.dice_are_mine else UnseededDice()
        table = cls(record.game(plain=plain), record.header.seats, dice)
        table.allows_coach = record.header.coach is not False
        path = record.is_guided and table.game.definition.guide
        table.guide = read_guide(path) if path else None
        return table

    def _continue_dice(self, record: Record) -> None:
        rolled_count = sum(step.seat == CHANCE for step in self.steps)
        if record.seed is not None:
            self.dice = SeededDice(record.seed, rolled_count)
        elif self.guide is not None:
            self.dice = GuideDice(self.guide.dice, rolled_count)

    def _last_step_of(self, seats: Collection[int] | None) -> int | None:
        """Return the index of the last step that the holder of these seats can undo."""
        for index in range(len(self.steps) - 1, self._undo_limit - 1, -1):
            seat = self.steps[index].seat
            is_roll = seat == CHANCE
            if is_roll:
                seat = self._roller_at(self.state_after(index))
            if (seat == CHANCE or self.players[seat] is None) and (seats is None or seat in seats):
                return index
            if is_roll or self.game.definition.simultaneous is None:
                return None
        return None

    def _roller_at(self, state: State) -> int:
        """Return the seat whose die this state asks for.

        A person types each real die: its owner or, if that is a computer or no seat, the first person at the table.
        """
        owner = self.game.definition.rules.die_owner(state.record)
        if self.dice_are_mine and owner not in self.persons:
            return next(iter(self.persons), CHANCE)
        return owner

    def _make_player(self, seat: int, name: str, seed: int | None) -> Player | None:
        if name == PERSON:
            return None
        check_player(self.game.definition, name)
        return player(name, seed=None if seed is None else seed + seat)

    def _record_and_commit(self, prepared: PreparedSteps) -> list[PlayedStep]:
        if self.writer is not None:
            self.writer.write(*prepared.lines)
        return self.commit(prepared)

    def _step(self, state: State, move: Move, number: int) -> tuple[PlayedStep, State]:
        """Return the step that this move makes, and the state after it."""
        after = state.copy()
        events: list[Event] = []
        after.play(move, events, frames=False)
        return PlayedStep(number, state.seat_of(move.code), move, events), after

    def _add(self, step: PlayedStep, after: State) -> None:
        before = ReplayedStep(step.number - 1, self.steps[-1].seat if self.steps else CHANCE, NO_MOVE, self.state)
        now = ReplayedStep(step.number, step.seat, step.move, after)
        limit = undo_limit(self._undo_limit, before, now, self.dice_are_mine)
        if limit != self._undo_limit or step.seat == CHANCE:
            self._undo_barrier = DIE_ROLLED if step.seat == CHANCE else SECRET_REVEALED
        self._undo_limit = limit
        self._end_offer(self.state, step)
        self._history.add(self.state)
        self.steps.append(step)
        self.state = after.copy()

    def _declare(self, declared: DeclarationLine, after: State, offer: DrawOffer | None) -> None:
        self.state, self.declared, self.offer = after, declared, offer

    def _end_offer(self, before: State, step: PlayedStep) -> None:
        """Let the last declaration lapse, unless the step is a roll or secret."""
        if self.declared is not None and ends_offer(before, step.seat, step.code):
            self.declared = self.offer = None

    def _go_back(self, back_to: int) -> None:
        self.state = self._history.state(back_to)
        self._end_offer(self.state, self.steps[back_to])
        self._history.truncate(back_to)
        del self.steps[back_to:]


def _prepare(steps: Sequence[tuple[PlayedStep, State]]) -> PreparedSteps:
    lines: list[RecordLine] = []
    for step, after in steps:
        lines.append(make_step_line(step.number, step.seat, step.play, after))
        if after.current_player == OVER:
            lines.append(make_outcome_line(after))
    return PreparedSteps(tuple(lines), steps[-1][1], tuple(steps))


def _make_dice(kind: str, seed: int) -> DiceSource | None:
    if kind == OWN_DICE:
        return None
    if kind == SEEDED_DICE:
        return SeededDice(seed)
    if kind == TABLE_DICE:
        return UnseededDice()
    raise BadOption(f"there are no {kind[:40]!r} dice; choose {OWN_DICE}, {SEEDED_DICE} or {TABLE_DICE}")


__all__ = ["OWN_DICE", "PERSON", "SEEDED_DICE", "TABLE_DICE", "NotSaved", "PlayedStep", "PreparedSteps", "Table"]
