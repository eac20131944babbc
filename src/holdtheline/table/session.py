"""One game at a table: who sits where, whose dice, what may be taken back, what is written down."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..core.contract import CHANCE, FIRST_MOVE, OVER
from ..core.dice import Dice, SeededDice
from ..core.errors import BadOption, BadRecord, HtlError, IllegalMove, NotSaved, NoUndo
from ..core.game import Event, Game, Move, State
from ..core.record import (
    MINE,
    SEEDED,
    BackLine,
    Line,
    Record,
    header_of,
    outcome_line,
    short_digest,
    step_line,
)
from ..core.recorder import Recorder
from ..players.player import Player, player, policy_of

PERSON = "person"


@dataclass(frozen=True)
class Done:
    """A step that was taken: who took it, what it was, and what came of it."""

    number: int
    seat: int
    play: str
    events: list[Event] = field(default_factory=list)


class Table:
    """A game being played. Every step is on the disk before it is on the table."""

    def __init__(self, game: Game, seats: Sequence[str], dice: Dice | None, seed: int | None = None) -> None:
        if len(seats) != len(game.seats):
            raise BadOption(f"{game.name} has {len(game.seats)} seat(s), so it takes as many players")
        self.game = game
        self.state = game.start()
        self.done: list[Done] = []
        self.dice = dice
        self.recorder: Recorder | None = None
        self.players = [self._seated(seat, name, seed) for seat, name in enumerate(seats)]
        self._before: list[State] = []
        self._face: int | None = None  # rolled, and not yet saved

    @classmethod
    def open(
        cls,
        game: Game,
        *,
        seats: Sequence[str] | None = None,
        seed: int | None = None,
        own_dice: bool = False,
        record: Path | None = None,
    ) -> Table:
        """A new game. A seat is `person` or a player's name; the dice are seeded, or the person's own."""
        names = list(seats or [PERSON] * len(game.seats))
        seed = secrets.randbits(32) if seed is None else seed
        dice_text: dict[str, str | int] = {"kind": MINE} if own_dice else {"kind": SEEDED, "seed": seed}
        table = cls(game, names, None if own_dice else SeededDice(seed), seed)
        if record is not None:
            table.recorder = Recorder.begin(record, header_of(game, names, dice_text))
        return table

    @classmethod
    def resume(cls, path: Path, *, plain: bool = False) -> Table:
        """An unfinished game goes on where it was."""
        recorder, record = Recorder.go_on(path)
        try:
            table = cls._replayed(record, plain)
            if table.is_over:
                if not record.is_over:
                    recorder.write(outcome_line(table.state))
                raise BadRecord("this game is over; `htl replay` shows it")
        except HtlError:
            recorder.close()
            raise
        table.recorder = recorder
        return table

    @classmethod
    def _replayed(cls, record: Record, plain: bool) -> Table:
        _, *moments = record.moments(plain=plain)
        table = cls(record.game(plain=plain), record.header.seats, None)
        for moment in moments:
            if moment.step <= len(table.done):
                table._forget(moment.step)
            else:
                table._remember(Done(moment.step, moment.seat, moment.play, moment.events), moment.state)
        if record.seed is not None:
            table.dice = SeededDice(record.seed, rolled=sum(done.seat == CHANCE for done in table.done))
        return table

    # Whose turn

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def is_over(self) -> bool:
        return self.state.turn == OVER

    @property
    def dice_are_mine(self) -> bool:
        """Whether a person rolls real dice and types in what they show."""
        return self.dice is None

    @property
    def waits_for_person(self) -> bool:
        """Whether a person must decide, or roll."""
        return not self.is_over and (self.turn == CHANCE or self.players[self.turn] is None)

    # What is done

    def play(self, step: Move | str | int) -> Done:
        """Take a step for whoever is to act; IllegalMove and NotSaved leave everything as it was."""
        move = self.state.move(step)
        if self.turn == CHANCE and self.dice is not None and move.code < FIRST_MOVE:
            raise IllegalMove(move.text, "", "the computer rolls the dice at this table")
        return self._take(move)

    def roll(self) -> Done:
        """Let the table's dice answer; a face that could not be saved comes again."""
        if self.dice is None:
            raise HtlError("the dice are yours: roll one and say what it shows")
        if self.turn != CHANCE:
            raise HtlError("no die is to be rolled now")
        if self._face is None:
            self._face = self.dice.roll(self.state.prompt())
        done = self._take(self.state.move(self._face))
        self._face = None
        return done

    def let_player_act(self) -> Done:
        """The computer player whose turn it is takes its move."""
        acting = self.players[self.turn] if self.turn >= 0 else None
        if acting is None:
            raise HtlError("no computer player is to move now")
        return self.play(acting.choose(self.state))

    # What is taken back

    def why_no_undo(self) -> str | None:
        """Why nothing can be taken back, or None: the last step can."""
        if not self.done:
            return "nothing has been played yet"
        last = self.done[-1]
        if last.seat == CHANCE:
            return "a die has been rolled since your last move"
        if self.players[last.seat] is not None:
            return "another player has moved since"
        return None

    def undo(self) -> Done:
        """Take back the last step, if it was a person's decision; the step that is gone."""
        why = self.why_no_undo()
        if why is not None:
            raise NoUndo(f"this cannot be taken back: {why}")
        back_to = len(self.done) - 1
        if self.recorder is not None:
            self.recorder.write(BackLine(back_to, short_digest(self._before[-1])))
        gone = self.done[-1]
        self._forget(back_to)
        return gone

    def close(self) -> None:
        if self.recorder is not None:
            self.recorder.close()
            self.recorder = None

    # Inside

    def _seated(self, seat: int, name: str, seed: int | None) -> Player | None:
        if name == PERSON:
            return None
        policy_of(self.game.contract, name)
        return player(name, seed=None if seed is None else seed + seat)

    def _take(self, move: Move) -> Done:
        after = self.state.copy()
        events: list[Event] = []
        after.play(move, events)
        done = Done(len(self.done) + 1, self.turn, move.text, events)
        self._write(done, after)
        self._remember(done, after)
        return done

    def _write(self, done: Done, after: State) -> None:
        if self.recorder is None:
            return
        lines: list[Line] = [step_line(done.number, done.seat, done.play, after)]
        if after.turn == OVER:
            lines.append(outcome_line(after))
        self.recorder.write(*lines)

    def _remember(self, done: Done, after: State) -> None:
        self._before.append(self.state)
        self.done.append(done)
        self.state = after.copy()

    def _forget(self, back_to: int) -> None:
        self.state = self._before[back_to].copy()
        del self._before[back_to:], self.done[back_to:]


__all__ = ["MINE", "PERSON", "Done", "NotSaved", "Table"]
