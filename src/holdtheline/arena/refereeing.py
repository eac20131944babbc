"""The referee of a game: makes the sides, asks them, judges faults, and lets nobody stay behind."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import NamedTuple

import numpy as np

from ..core.contract import DRAWN, LOST, OVER, WON
from ..core.dice import stream_for
from ..core.errors import HtlError
from ..core.game import Game
from ..games.towers.bot import BotFault
from ..players.player import check_player, player
from .bout import Bout
from .jail.handin import PYTHON, BadBot, Handin
from .jail.keeper import Keeper
from .jailed import Jailed, jailed
from .jobs import Fault, Job
from .kit.running import ENTRY, kernels_of
from .loading import Entrant, Side, bot
from .preparing import prepare

Entrants = Mapping[str, Handin | Entrant]
"""Bots by their digests; whoever is not among them is a player that is built in."""
ENDS = {WON: "won", DRAWN: "drawn", LOST: "lost"}


class Ending(NamedTuple):
    """How a game ended, by the seats."""

    scores: tuple[int, ...]
    reason: str
    faults: tuple[Fault, ...]
    slips: tuple[int, ...]
    cpu: tuple[float, ...]
    logs: tuple[str, ...]


class Referee:
    """Of one job, which may be played twice."""

    def __init__(
        self,
        job: Job,
        game: Game,
        entrants: Entrants,
        keeper: Keeper | None = None,
        keeps_course: bool = False,
        stopped: Callable[[], bool] = lambda: True,
    ) -> None:
        if len(job.bots) != len(game.seats):
            raise HtlError(f"{game.name} has {len(game.seats)} seats, and the job {len(job.bots)} players")
        self.job = job
        self.game = game
        self.keeper = keeper
        self.entrants = [entrants.get(who) for who in job.bots]
        self._keeps_course = keeps_course
        self._stopped = stopped
        for who, entrant in zip(job.bots, self.entrants, strict=True):
            if entrant is None:
                check_player(game.contract, who)
        self.bout = self._bout()

    @property
    def names(self) -> list[str]:
        return [
            who if entrant is None else entrant.name
            for who, entrant in zip(self.job.bots, self.entrants, strict=True)
        ]

    @property
    def runs_bots_here(self) -> bool:
        return any(isinstance(one, Entrant) or (one and self.job.trust) for one in self.entrants)

    def play(self) -> Ending:
        """From the start to the end, whatever ends it."""
        self.bout = self._bout()
        ending: Ending | None = None
        try:
            with own_chance(self.drawn("chance")) if self.runs_bots_here else nullcontext():
                faults = self._faults()
            ending = self._ending(faults)
        finally:
            self._let_go(ending)
        ending = self._after_attacks(ending)
        # What bots have used and written is known when they are gone.
        jailed_ones = [side if isinstance(side, Jailed) else None for side in self.bout.sides]
        return ending._replace(
            slips=tuple(one.slips if one else 0 for one in jailed_ones),
            cpu=tuple(round(one.cpu_seconds, 4) if one else 0.0 for one in jailed_ones),
            logs=tuple(one.process.log() if one else "" for one in jailed_ones),
        )

    def drawn(self, *path: int | str) -> int:
        """A number that belongs to this part of the game, and to no other."""
        return int(stream_for(self.job.seed, *path)[0])

    def _bout(self) -> Bout:
        return Bout(self.game, self.drawn("dice"), self._keeps_course)

    # The sides

    def _seed_of(self, seat: int) -> int:
        """It goes with the bot, not with the seat; two that are the same have two."""
        who = self.job.bots[seat]
        return self.drawn("side", who, self.job.bots[:seat].count(who))

    def _make(self, seat: int) -> None:
        """Make the side of this seat; BotFault: it is not fit to play."""
        entrant, name, seed = self.entrants[seat], str(seat), self._seed_of(seat)
        sides, contract = self.bout.sides, self.game.contract
        if entrant is None:
            sides.append(player(self.job.bots[seat], seed=seed))
        elif isinstance(entrant, Entrant):
            sides.append(entrant.make(name, seed))
        elif self.job.trust:
            if entrant.kind != PYTHON:
                raise BotFault(name, "only a bot in Python can be trusted: others are programs", "load")
            try:
                sides.append(trusted(contract, entrant.folder / entrant.main).make(name, seed))
            except BadBot as error:
                raise BotFault(name, str(error), "load") from error
        else:
            sides.append(self._jailed(entrant, seat))
            sides[seat].greet(seed)  # type: ignore[union-attr]

    def _jailed(self, handin: Handin, seat: int) -> Side:
        if self.keeper is None:
            raise HtlError("a bot that is not trusted needs a jail, and there is no keeper")
        prepare(handin, self.game, self.keeper)
        limits = self.job.limits
        process = self.keeper.start(handin, ENTRY, limits, reads=(kernels_of(handin),))
        return jailed(process, self.game, seat, limits, self.job.strict)

    def _let_go(self, ending: Ending | None) -> None:
        for seat, side in enumerate(self.bout.sides):
            if isinstance(side, Jailed):
                if ending is None:
                    side.process.kill()
                else:
                    side.end(ENDS[ending.scores[seat]], ending.reason)

    def _after_attacks(self, ending: Ending) -> Ending:
        """Who attacks behind its last answer has lost, too."""
        at_fault = {fault.seat for fault in ending.faults}
        ends = [side.process.end if isinstance(side, Jailed) else None for side in self.bout.sides]
        attacks = [
            Fault(seat, "breach", f"it {end.how}")
            for seat, end in enumerate(ends)
            if end and end.is_breach and seat not in at_fault
        ]
        return self._ending([*ending.faults, *attacks]) if attacks else ending

    # The game

    def _faults(self) -> list[Fault]:
        """Play to the end; the faults that ended it early: one, or one of each side."""
        faults: list[Fault] = []
        for seat in range(len(self.game.seats)):
            faults += self._fault_of(lambda seat=seat: self._make(seat))  # type: ignore[misc]
            if len(self.bout.sides) == seat:
                self.bout.sides.append(player("passive"))  # nobody asks it
        while not faults and self.bout.state.turn != OVER:
            faults = self._fault_of(self.bout.go_on)
            if faults and self.bout.is_planned and faults[0].seat == 0:
                other = self.bout.fault_in_planning(1)
                faults += [] if other is None else [Fault(1, other.kind, other.reason)]
        return faults

    def _fault_of(self, decide: Callable[[], None]) -> list[Fault]:
        try:
            decide()
        except BotFault as fault:
            return [Fault(int(fault.name), fault.kind, fault.reason)]
        except KeyboardInterrupt:
            if self._stopped():
                raise
            # Nobody pressed Ctrl-C: it was a bot that raised it.
            seat = self.bout.asked
            return [Fault(seat, "crash", f"{self.names[seat]} raised KeyboardInterrupt")]
        return []

    def _ending(self, faults: list[Fault]) -> Ending:
        seats = range(len(self.game.seats))
        if not faults:
            outcome = self.bout.state.outcome
            assert outcome is not None
            return Ending(outcome.scores, outcome.reason, (), (), (), ())
        at_fault = {fault.seat for fault in faults}
        all_are = len(at_fault) == len(seats)
        scores = tuple((DRAWN if all_are else LOST) if seat in at_fault else WON for seat in seats)
        if len(seats) == 1:
            scores = (LOST,)
        reason = "; ".join(fault.sentence for fault in faults)
        return Ending(scores, reason, tuple(faults), (), (), ())


trusted = functools.lru_cache(maxsize=64)(bot)
"""A bot that runs in this process is read once; its folder is named by its contents."""


@contextmanager
def own_chance(seed: int) -> Iterator[None]:
    """Bots may use `random` and `numpy.random`: they are seeded here, and put back."""
    before, before_numpy = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed % 2**32)
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(before_numpy)
