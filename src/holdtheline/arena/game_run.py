"""One game between two players: whom to ask next, and the record of what was played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ..core.bots.faults import BotFault
from ..core.definition import CHANCE, OVER
from ..core.dice import SeededDice
from ..core.game import Game, State
from ..core.game_record.lines import (
    PLAY_SEPARATOR,
    SEEDED_DICE,
    RecordLine,
    make_header,
    make_outcome_line,
    make_step_line,
)
from ..core.game_record.writer import RecordFileWriter
from ..games.towers.bots.bot_player import CommanderPlayer
from ..games.towers.bots.turn_runner import TurnRunner
from ..games.towers.state import Phase
from .jailed_bot import JailedPlayer
from .jailed_commander import JailedCommander
from .participant import SeatPlayer


class GameRun:
    """A game in progress: its players and, if a record is wanted, the moves played so far."""

    def __init__(self, game: Game, seed: int, keeps_moves: bool = False) -> None:
        self.game = game
        self.seed = seed
        self.state = game.start()
        self.codes: list[int] = []
        self._keeps_moves = keeps_moves
        self._dice = SeededDice(seed)
        self.sides: list[SeatPlayer] = []
        self._turn_runner: TurnRunner | None = None

    @property
    def turns(self) -> int:
        """Return the number of completed turns."""
        s = self.state.record
        return int(getattr(s, "turns_played", 0) or getattr(s, "number", 0))

    @property
    def asked_seat(self) -> int:
        """Return the seat that was asked last, or the next seat without a player."""
        if len(self.sides) < len(self.game.seats):
            return len(self.sides)
        acts = self._turn_runner is not None and self.state.record.phase == Phase.ACT
        return self._turn_runner.asked if self._turn_runner and acts else max(int(self.state.turn), 0)

    @property
    def is_planning(self) -> bool:
        """Return whether both seats are planning simultaneously."""
        return self.game.definition.simultaneous is not None and self.state.record.phase == Phase.PLAN

    def step(self) -> None:
        """Play one decision: a move, a whole plan, or the actions of all units of a turn."""
        try:
            codes = self._play_decision()
        except BotFault as fault:
            self._note_moves(fault.codes)
            raise
        self._note_moves(codes)

    def find_planning_fault(self, seat: int) -> BotFault | None:
        """Return the fault of this seat in the planning phase in which the other seat failed, or None."""
        side = self.sides[seat]
        if not isinstance(side, CommanderPlayer | JailedCommander):
            return None
        try:
            side.orders_for(self.state, seat)
        except BotFault as fault:
            return fault
        return None

    def _play_decision(self) -> Sequence[int]:
        state = self.state
        if state.turn == CHANCE:
            face = state.roll(self._dice)
            for listener in self._listeners():
                listener.report_event(CHANCE, f"roll {face}")
            return [face]
        side = self.sides[state.turn]
        if not isinstance(side, CommanderPlayer | JailedCommander):
            codes = [side.code(state)]
        elif state.record.phase != Phase.ACT:
            codes = side.orders_for(state, state.turn)
        elif isinstance(side, JailedCommander):
            return self._play_squads(side)
        else:
            return self._make_turn_runner().play(state)
        for listener in self._listeners():
            listener.report_move(state, codes[0])
        for code in codes:
            state.play(code)
        return codes

    def _listeners(self) -> list[JailedPlayer]:
        """Return the bots that are sent events; bots in `words` form receive whole states instead."""
        return [side for side in self.sides if isinstance(side, JailedPlayer) and side.form == "json"]

    def _play_squads(self, side: JailedCommander) -> Sequence[int]:
        """Play squads of jailed bots, one after the other, until another kind of player is asked."""
        state, sides, codes = self.state, self.sides, list[int]()
        try:
            while True:
                codes += side.act(state)
                if not side.more_squads_act:
                    return codes
                following = sides[state.turn]
                if not isinstance(following, JailedCommander):
                    return codes
                side = following
        except BotFault as fault:
            fault.codes = codes
            raise

    def _make_turn_runner(self) -> TurnRunner:
        if self._turn_runner is None:
            bots = [side if isinstance(side, CommanderPlayer) else None for side in self.sides]
            self._turn_runner = TurnRunner(self.game, bots)
        return self._turn_runner

    def _note_moves(self, codes: Sequence[int]) -> None:
        if self._keeps_moves:
            self.codes += codes

    # The record

    def write(self, path: Path, names: Sequence[str]) -> None:
        """Write a record that can be replayed without the bots."""
        header = make_header(self.game, names, SEEDED_DICE, self.seed)
        recorder = RecordFileWriter.create(path, header)
        try:
            recorder.write(*record_lines(self.game.start(), self.codes))
        finally:
            recorder.close()


def record_lines(state: State, codes: Sequence[int]) -> list[RecordLine]:
    """Return the record lines of these moves; in a simultaneous game, consecutive moves of a seat share a line."""
    definition = state.game.definition
    lines: list[RecordLine] = []
    step = 0
    for seat, row in groupby(codes, state.seat_of) if definition.simultaneous else single_moves(state, codes):
        plays = []
        for code in row:
            plays.append(f"roll {code}" if seat == CHANCE else definition.text.move_text(state.record, code))
            state.play(code)
        step += len(plays)
        lines.append(make_step_line(step, seat, PLAY_SEPARATOR.join(plays), state))
    if state.turn == OVER:
        lines.append(make_outcome_line(state))
    return lines


def single_moves(state: State, codes: Sequence[int]) -> Any:
    """Yield each move with its seat."""
    for code in codes:
        yield state.turn, [code]
