"""One game of a match: who is asked when, and its record."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ..core.contract import CHANCE, OVER
from ..core.dice import SeededDice
from ..core.game import Game, State
from ..core.record import BETWEEN_PLAYS, SEEDED, Line, header_of, outcome_line, step_line
from ..core.recorder import Recorder
from ..games.towers.bot import BotFault, CommanderPlayer
from ..games.towers.state import Phase
from ..games.towers.stepping import Stepper
from .jailed import JailedCommander, JailedPlayer
from .loading import Side


class Bout:
    """A game, its sides, and the codes that were played where somebody wants to know them."""

    def __init__(self, game: Game, seed: int, keeps_course: bool = False) -> None:
        self.game = game
        self.seed = seed
        self.state = game.start()
        self.codes: list[int] = []
        self._keeps_course = keeps_course
        self._dice = SeededDice(seed)
        self.sides: list[Side] = []
        self._stepper: Stepper | None = None

    @property
    def turns(self) -> int:
        """That were played to their end."""
        return int(getattr(self.state.record, "number", 0))

    @property
    def asked(self) -> int:
        """The seat that was asked last, or whose player is still to be made."""
        if len(self.sides) < len(self.game.seats):
            return len(self.sides)
        acts = self._stepper is not None and self.state.record.phase == Phase.ACT
        return self._stepper.asked if self._stepper and acts else max(int(self.state.turn), 0)

    @property
    def is_planned(self) -> bool:
        """Whether both sides decide at once now, each for itself."""
        return self.game.contract.together is not None and self.state.record.phase == Phase.PLAN

    def go_on(self) -> None:
        """Let whoever decides decide: one move, a whole plan, or all units of a turn."""
        try:
            codes = self._decided()
        except BotFault as fault:
            self._keep(fault.codes)
            raise
        self._keep(codes)

    def fault_in_planning(self, seat: int) -> BotFault | None:
        """What this side does wrong in the planning that the other one has failed in, if it does."""
        side = self.sides[seat]
        if not isinstance(side, CommanderPlayer | JailedCommander):
            return None
        try:
            side.orders_for(self.state, seat)
        except BotFault as fault:
            return fault
        return None

    def _decided(self) -> Sequence[int]:
        state = self.state
        if state.turn == CHANCE:
            face = state.roll(self._dice)
            for listener in self._listeners():
                listener.hear(CHANCE, f"roll {face}")
            return [face]
        side = self.sides[state.turn]
        if not isinstance(side, CommanderPlayer | JailedCommander):
            codes = [side.code(state)]
        elif state.record.phase != Phase.ACT:
            codes = side.orders_for(state, state.turn)
        elif isinstance(side, JailedCommander):
            return self._acted(side)
        else:
            return self._units().play(state)
        for listener in self._listeners():
            listener.see(state, codes[0])
        for code in codes:
            state.play(code)
        return codes

    def _listeners(self) -> list[JailedPlayer]:
        """Bots that are told what others play; those that get whole states need not be."""
        return [side for side in self.sides if isinstance(side, JailedPlayer) and side.form == "json"]

    def _acted(self, side: JailedCommander) -> Sequence[int]:
        """Let squads of bots in processes of their own act, one after the other, while they are asked."""
        state, sides, codes = self.state, self.sides, list[int]()
        try:
            while True:
                codes += side.act(state)
                if not side.goes_on:
                    return codes
                following = sides[state.turn]
                if not isinstance(following, JailedCommander):
                    return codes
                side = following
        except BotFault as fault:
            fault.codes = codes
            raise

    def _units(self) -> Stepper:
        if self._stepper is None:
            bots = [side if isinstance(side, CommanderPlayer) else None for side in self.sides]
            self._stepper = Stepper(self.game, bots)
        return self._stepper

    def _keep(self, codes: Sequence[int]) -> None:
        if self._keeps_course:
            self.codes += codes

    # The record

    def write(self, path: Path, names: Sequence[str]) -> None:
        """The game as a record that can be replayed without the bots."""
        dice: dict[str, str | int] = {"kind": SEEDED, "seed": self.seed}
        header = header_of(self.game, list(names), dice)
        recorder = Recorder.begin(path, header)
        try:
            recorder.write(*lines_of(self.game.start(), self.codes))
        finally:
            recorder.close()


def lines_of(state: State, codes: Sequence[int]) -> list[Line]:
    """The lines of these moves. Where seats decide at once, those of one seat in a row are one line."""
    contract = state.game.contract
    lines: list[Line] = []
    step = 0
    for seat, row in groupby(codes, state.whose) if contract.together else each(state, codes):
        plays = []
        for code in row:
            plays.append(f"roll {code}" if seat == CHANCE else contract.move_text(state.record, code))
            state.play(code)
        step += len(plays)
        lines.append(step_line(step, seat, BETWEEN_PLAYS.join(plays), state))
    if state.turn == OVER:
        lines.append(outcome_line(state))
    return lines


def each(state: State, codes: Sequence[int]) -> Any:
    """Every move for itself, with the seat whose turn it is."""
    for code in codes:
        yield state.turn, [code]
