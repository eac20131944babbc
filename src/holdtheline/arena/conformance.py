"""What the author of a bot wants to know before others do: whether it speaks as the protocol wants it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..core.contract import CHANCE
from ..core.dice import SeededDice
from ..core.game import Game
from ..games.towers.bot import BotFault
from .jail.handin import Handin
from .jail.keeper import Keeper
from .jail.limits import Limits
from .jailed import Jailed, JailedCommander, JailedPlayer, jailed
from .jobs import GameResult, Job
from .kit.running import ENTRY, kernels_of
from .playing import play
from .preparing import prepare

STRANGE = {"event": "weather", "sky": "grey", "more": [1, None, {"\u00e9": True}]}
"""An event that no bot knows: later versions may tell more than this one."""
SEED = 20
SOON = 2.0
"""Seconds for a bot to end itself after its game."""
EASY = ("passive", "random", "spam", "book")
"""Whom it plays against, where the game has them."""


@dataclass(frozen=True)
class Check:
    """Something that was tried."""

    name: str
    fault: str = ""
    """What is wrong, or nothing."""
    advice: str = ""
    """What could be better."""
    log: str = ""
    """What the bot printed, where something is wrong."""


@dataclass(frozen=True)
class Checker:
    """One bot, and what it is tried with."""

    game: Game
    handin: Handin
    keeper: Keeper
    limits: Limits

    def checks(self) -> Iterator[Check]:
        """One after the other; after the first fault there is no sense in going on."""
        prepare(self.handin, self.game, self.keeper)
        for check in (self._talks(), *self._games()):
            yield check
            if check.fault:
                return

    # The line

    def _talks(self) -> Check:
        """It gets ready, overlooks what it does not know, answers, and ends when the game does."""
        name = "it gets ready, answers its first question, and ends with the game"
        process = self.keeper.start(self.handin, ENTRY, self.limits, reads=(kernels_of(self.handin),))
        seat = 0
        side = jailed(process, self.game, seat, self.limits, strict=True)
        try:
            side.greet(SEED)
            side.wire.tell(STRANGE)
            self._first_question(side)
            side.wire.tell(STRANGE)
            side.wire.say({"end": "drawn", "reason": "this was only a check"})
            process.go()
            late = process.ended(SOON) is None
        except BotFault as fault:
            process.kill()
            return Check(name, fault=fault.reason, log=process.log())
        finally:
            process.kill()
        return Check(name, advice="it does not end itself when it is told the end" if late else "")

    def _first_question(self, side: Jailed) -> None:
        state, dice = self.game.start(), SeededDice(SEED)
        while state.turn == CHANCE:
            state.roll(dice)
        if isinstance(side, JailedCommander):
            side.orders_for(state, side.seat)
        elif isinstance(side, JailedPlayer) and state.turn == side.seat:
            side.code(state)

    # Whole games

    def _games(self) -> Iterator[Check]:
        seats = len(self.game.seats)
        known = {"random", *self.game.contract.policies}
        rivals = [one for one in EASY if one in known] if seats > 1 else [""]
        for rival in rivals:
            for seat in range(seats):
                yield self._game(rival, seat)
        yield self._again()

    def _job(self, rival: str, seat: int) -> Job:
        others = [rival] * (len(self.game.seats) - 1)
        bots = (*others[:seat], self.handin.digest, *others[seat:])
        return Job(self.game.name, bots, SEED, tuple(self.game.options.items()), True, self.limits)

    def _played(self, rival: str, seat: int) -> GameResult:
        return play(self._job(rival, seat), {self.handin.digest: self.handin}, self.keeper, game=self.game)

    def _game(self, rival: str, seat: int) -> Check:
        result = self._played(rival, seat)
        where = f" as {self.game.seats[seat]}" if rival else ""
        name = f"a game{f' against {rival}' if rival else ''}{where}"
        for fault in result.faults:
            if fault.seat == seat:
                return Check(name, fault=fault.sentence, log=result.logs[seat])
        won = {1: "won", 0: "drawn", -1: "lost"}[result.scores[seat]]
        return Check(f"{name}: {won}, {result.cpu[seat]:.2f} s of the processor")

    def _again(self) -> Check:
        """A game that cannot be repeated cannot be looked at again."""
        rival = "random" if len(self.game.seats) > 1 else ""
        first, second = (self._played(rival, 0) for _ in range(2))
        name = "the same seed gives the same game"
        if first.digest == second.digest:
            return Check(name)
        return Check(name, advice="it plays otherwise with the same seed; take your chance from the hello's")
