"""One game: ask the seat to move until the game is over, and record what was played."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from copy import copy
from itertools import groupby
from pathlib import Path

from ..core.bots.bot_api import RemotePlayer, SeatPlayer
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


class GameRun:
    """A game in progress (`GameInProgress`): its players and, if a record is wanted, the steps played so far."""

    def __init__(self, game: Game, seed: int, keeps_codes: bool = False) -> None:
        self.game = game
        self.seed = seed
        self.state = game.start()
        self.codes = array("q")
        self.players: list[SeatPlayer] = []
        """By seat."""
        self.listeners: list[RemotePlayer] = []
        """Those that report steps to their bots."""
        self._keeps_codes = keeps_codes
        self._dice = SeededDice(seed)

    @property
    def turns(self) -> int:
        return int(self.game.definition.rules.turns(self.state.record))

    def play_to_end(self) -> None:
        """Play decision by decision; a bot's fault ends the game early."""
        state, players = self.state, self.players
        while state.current_player != OVER:
            if state.current_player == CHANCE:
                self.roll()
            else:
                players[state.current_player].play(self)
            if not self._keeps_codes:
                del self.codes[:]

    def roll(self) -> None:
        face = self.state.roll(self._dice)
        self.codes.append(face)
        for listener in self.listeners:
            listener.report_step(self.state, face)

    def make_move(self, code: int) -> None:
        for listener in self.listeners:
            listener.report_step(self.state, code)
        self.state.play(code)
        self.codes.append(code)

    def try_decision(self, seat: int) -> None:
        """Let a seat that may move decide in a copy of the game."""
        trial = copy(self)
        trial.state, trial.codes, trial.listeners = self.state.copy(), array("q"), []
        trial.state.current_player = seat
        self.players[seat].play(trial)

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
    for seat, group in groupby(codes, state.seat_of) if definition.simultaneous else single_moves(state, codes):
        plays = []
        for code in group:
            plays.append(f"roll {code}" if seat == CHANCE else definition.text.move_text(state.record, code))
            state.play(code)
        step += len(plays)
        lines.append(make_step_line(step, seat, PLAY_SEPARATOR.join(plays), state))
    if state.current_player == OVER:
        lines.append(make_outcome_line(state))
    return lines


def single_moves(state: State, codes: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield each move with its seat."""
    for code in codes:
        yield state.current_player, [code]
