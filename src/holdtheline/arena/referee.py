"""Play one job: start the players, ask them in turn, rule on faults (T8.2), and end every process.

The result depends on the job alone, except for the seconds it took."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..core.bots.bot_api import SeatPlayer
from ..core.bots.faults import BotFault
from ..core.catalog import definition_of
from ..core.definition import DRAWN, LOST, WON
from ..core.dice import random_stream
from ..core.errors import HtlError
from ..core.game import Game
from ..players.player import check_player, player
from .game_run import GameRun
from .job import Fault, GameResult, Job
from .move_bot import MovePlayer
from .participant import PlayerFactory, python_bot_factory
from .python_bot import seed_generators
from .submission import PYTHON, BadBot, Submission

if TYPE_CHECKING:
    from .jail.supervisor import Supervisor
    from .jailed_bot import JailedBot

Participants = Mapping[str, Submission | PlayerFactory]
"""Bots by digest; any other name is a built-in player."""
OUTCOME_WORDS = {WON: "won", DRAWN: "drawn", LOST: "lost"}


class Referee:
    """Plays the game of a job, once."""

    def __init__(
        self,
        job: Job,
        game: Game,
        participants: Participants,
        supervisor: Supervisor | None = None,
        keeps_codes: bool = False,
        stopped: Callable[[], bool] = lambda: True,
    ) -> None:
        if len(job.bots) != len(game.seats):
            raise HtlError(f"{game.name} needs {len(game.seats)} players, but the job has {len(job.bots)}")
        self.job = job
        self.game = game
        self.supervisor = supervisor
        self.participants = [participants.get(who) for who in job.bots]
        self._stopped = stopped
        for who, participant in zip(job.bots, self.participants, strict=True):
            if participant is None:
                check_player(game.definition, who)
        self.run = GameRun(game, self.derive_seed("dice"), keeps_codes)
        self.jailed: dict[int, JailedBot] = {}
        """The bots in their own processes, by seat."""

    @property
    def names(self) -> list[str]:
        return [
            who if participant is None else participant.name
            for who, participant in zip(self.job.bots, self.participants, strict=True)
        ]

    @property
    def runs_bots_in_process(self) -> bool:
        return any(
            isinstance(participant, PlayerFactory) or (participant and self.job.trust)
            for participant in self.participants
        )

    def play(self) -> GameResult:
        """Play the game from start to end and end every bot's process."""
        faults: list[Fault] | None = None
        try:
            with seed_global_random(self.derive_seed("chance")) if self.runs_bots_in_process else nullcontext():
                faults = self._play_to_end()
        finally:
            self._end_bots(faults)
        faults += self._find_late_attacks(faults)
        scores, reason = self._judge(faults)
        # CPU time and logs are complete only after the processes have ended.
        jailed = [self.jailed.get(seat) for seat in range(len(self.game.seats))]
        return GameResult(
            self.job.key,
            scores,
            reason,
            self.run.turns,
            self.run.state.digest(),
            tuple(faults),
            slips=tuple(bot.slips if bot else 0 for bot in jailed),
            cpu=tuple(round(bot.cpu_seconds, 4) if bot else 0.0 for bot in jailed),
            logs=tuple(bot.process.log() if bot else "" for bot in jailed),
        )

    def derive_seed(self, *path: int | str) -> int:
        """Derive the seed for one part of the game from the job's seed."""
        return int(random_stream(self.job.seed, *path)[0])

    # The players

    def _bot_seed(self, seat: int) -> int:
        """Return the bot's seed, which does not depend on its seat; equal bots get different seeds."""
        who = self.job.bots[seat]
        return self.derive_seed("side", who, self.job.bots[:seat].count(who))

    def _add_player(self, seat: int) -> None:
        """Add the player of this seat; raise `BotFault` if the bot cannot be loaded."""
        self.run.players.append(self._make_player(seat, self._bot_seed(seat)))

    def _make_player(self, seat: int, seed: int) -> SeatPlayer:
        participant, name = self.participants[seat], str(seat)
        if participant is None:
            return MovePlayer(player(self.job.bots[seat], seed=seed))
        if isinstance(participant, PlayerFactory):
            return participant.make(name, seed)
        if not self.job.trust:
            return self._start_jailed(participant, seat, seed)
        if participant.kind != PYTHON:
            raise BotFault(name, "only Python bots can run without a jail", "load")
        try:
            path = participant.folder / participant.main
            return load_trusted_bot(self.game.definition, path).make(name, seed)
        except BadBot as error:
            raise BotFault(name, str(error), "load") from error

    def _start_jailed(self, submission: Submission, seat: int, seed: int) -> JailedBot:
        if self.supervisor is None:
            raise HtlError("an untrusted bot needs a supervisor to start it in a jail")
        from .jailed_bot import start_jailed_bot  # needs Linux

        bot = start_jailed_bot(self.supervisor, submission, self.game, seat, self.job.limits, self.job.strict)
        self.jailed[seat] = bot
        bot.greet(seed)
        self.run.listeners.append(bot.remote)
        return bot

    def _end_bots(self, faults: list[Fault] | None) -> None:
        """Tell the bots the result, if there is one, and end their processes."""
        for seat, bot in self.jailed.items():
            if faults is None:
                bot.process.kill()
            else:
                scores, reason = self._judge(faults)
                bot.end(OUTCOME_WORDS[scores[seat]], reason)

    def _find_late_attacks(self, faults: list[Fault]) -> list[Fault]:
        """Return the faults of bots that attacked the jail after their last answers."""
        at_fault = {fault.seat for fault in faults}
        return [
            Fault(seat, "breach", f"it {end.how}")
            for seat, bot in self.jailed.items()
            if (end := bot.process.end) and end.is_breach and seat not in at_fault
        ]

    # The game

    def _play_to_end(self) -> list[Fault]:
        """Play to the end; return the faults that ended the game early (at most one per seat)."""
        faults: list[Fault] = []
        for seat in range(len(self.game.seats)):
            faults += self._catch_fault(partial(self._add_player, seat), seat)
        if faults:
            return faults
        faults = self._catch_fault(self.run.play_to_end)
        return faults + self._find_simultaneous_faults() if faults else []

    def _find_simultaneous_faults(self) -> list[Fault]:
        """Ask the bots that had to decide at the same moment as the one that failed: they may fail as well."""
        state, faults = self.run.state, list[Fault]()
        for seat, other in enumerate(self.run.players):
            if seat != state.current_player and state.can_move(seat) and not isinstance(other, MovePlayer):
                faults += self._catch_fault(partial(self.run.try_decision, seat), seat)
        return faults

    def _catch_fault(self, decide: Callable[[], None], seat: int | None = None) -> list[Fault]:
        """Run `decide`; return the fault of the bot in this seat, by default the seat to move, if it commits one."""
        try:
            decide()
        except BotFault as fault:
            return [Fault(int(fault.name), fault.kind, fault.reason)]
        except KeyboardInterrupt:
            if self._stopped():
                raise
            # The user did not press Ctrl-C, so the bot raised it.
            culprit = max(self.run.state.current_player, 0) if seat is None else seat
            return [Fault(culprit, "crash", f"{self.names[culprit]} raised KeyboardInterrupt")]
        return []

    def _judge(self, faults: list[Fault]) -> tuple[tuple[int, ...], str]:
        """Return the scores by seat and the reason."""
        seats = range(len(self.game.seats))
        if not faults:
            outcome = self.run.state.outcome
            assert outcome is not None
            return outcome.scores, outcome.reason
        at_fault = {fault.seat for fault in faults}
        penalty = DRAWN if len(at_fault) == len(seats) > 1 else LOST
        scores = tuple(penalty if seat in at_fault else WON for seat in seats)
        return scores, "; ".join(fault.sentence for fault in faults)


load_trusted_bot = lru_cache(maxsize=64)(python_bot_factory)
"""Loads a trusted bot once: its folder's name contains a digest of its files."""


@contextmanager
def seed_global_random(seed: int) -> Iterator[None]:
    """Seed `random` and `numpy.random` for bots in this process, and restore their states afterwards."""
    before, before_numpy = random.getstate(), np.random.get_state()
    seed_generators(seed)
    try:
        yield
    finally:
        random.setstate(before)
        np.random.set_state(before_numpy)


def play_job(
    job: Job,
    participants: Participants,
    supervisor: Supervisor | None = None,
    *,
    record: Path | None = None,
    game: Game | None = None,
    stopped: Callable[[], bool] = lambda: True,
) -> GameResult:
    """Play a job and return its result; if both bots fail at once, play it once more.

    `supervisor` starts the jailed bots (not needed for trusted ones), `record` is the file to write a record to,
    `game` is the job's game if it is already loaded, and `stopped` returns whether a KeyboardInterrupt came
    from the user.
    """
    started = time.perf_counter()
    game = game or Game(definition_of(job.game), dict(job.options))
    make_referee = partial(Referee, job, game, participants, supervisor, record is not None, stopped)
    referee = make_referee()
    try:
        result = referee.play()
        if len(result.faults) > 1:
            referee = make_referee()
            result = referee.play()
    finally:
        # Even an interrupted game gets a record.
        if record is not None:
            referee.run.write(record, referee.names)
    return replace(result, record=None if record is None else str(record), seconds=time.perf_counter() - started)
