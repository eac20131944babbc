"""Play one job: start the players, ask them in turn, rule on faults (T8.2), and end every process.

The result depends on the job alone, except for the seconds it took."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

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
from .jail.supervisor import Supervisor
from .jailed_bot import JailedBot, start_jailed_bot
from .job import FAULT_KINDS, Fault, GameResult, Job
from .move_bot import MovePlayer
from .participant import PlayerFactory, python_bot_factory
from .python_bot import seed_generators
from .submission import PYTHON, BadBot, Submission

Participants = Mapping[str, Submission | PlayerFactory]
"""Bots by digest; any other name is a built-in player."""
OUTCOME_WORDS = {WON: "won", DRAWN: "drawn", LOST: "lost"}


class GameEnding(NamedTuple):
    """How a game ended. Tuples are indexed by seat."""

    scores: tuple[int, ...]
    reason: str
    faults: tuple[Fault, ...]
    slips: tuple[int, ...]
    cpu: tuple[float, ...]
    logs: tuple[str, ...]


class Referee:
    """Plays one job, and plays it again if needed."""

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
        self._keeps_codes = keeps_codes
        self._stopped = stopped
        for who, participant in zip(job.bots, self.participants, strict=True):
            if participant is None:
                check_player(game.definition, who)
        self.run = self._make_run()
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

    def play(self) -> GameEnding:
        """Play the game from start to end and end every bot's process."""
        self.run = self._make_run()
        self.jailed = {}
        ending: GameEnding | None = None
        try:
            with seed_global_random(self.derive_seed("chance")) if self.runs_bots_in_process else nullcontext():
                faults = self._play_to_end()
            ending = self._make_ending(faults)
        finally:
            self._end_bots(ending)
        ending = self._with_late_attacks(ending)
        # CPU time and logs are complete only after the processes have ended.
        jailed = [self.jailed.get(seat) for seat in range(len(self.game.seats))]
        return ending._replace(
            slips=tuple(bot.slips if bot else 0 for bot in jailed),
            cpu=tuple(round(bot.cpu_seconds, 4) if bot else 0.0 for bot in jailed),
            logs=tuple(bot.process.log() if bot else "" for bot in jailed),
        )

    def derive_seed(self, *path: int | str) -> int:
        """Derive the seed for one part of the game from the job's seed."""
        return int(random_stream(self.job.seed, *path)[0])

    def _make_run(self) -> GameRun:
        return GameRun(self.game, self.derive_seed("dice"), self._keeps_codes)

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
        bot = start_jailed_bot(self.supervisor, submission, self.game, seat, self.job.limits, self.job.strict)
        self.jailed[seat] = bot
        bot.greet(seed)
        self.run.listeners.append(bot.remote)
        return bot

    def _end_bots(self, ending: GameEnding | None) -> None:
        for seat, bot in self.jailed.items():
            if ending is None:
                bot.process.kill()
            else:
                bot.end(OUTCOME_WORDS[ending.scores[seat]], ending.reason)

    def _with_late_attacks(self, ending: GameEnding) -> GameEnding:
        """Add faults for bots that attacked the jail after their last answer."""
        at_fault = {fault.seat for fault in ending.faults}
        attacks = [
            Fault(seat, "breach", f"it {end.how}")
            for seat, bot in self.jailed.items()
            if (end := bot.process.end) and end.is_breach and seat not in at_fault
        ]
        return self._make_ending([*ending.faults, *attacks]) if attacks else ending

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
        """Ask the bots that were to decide at the same moment as one that failed: they may fail as well."""
        state, faults = self.run.state, list[Fault]()
        for seat, other in enumerate(self.run.players):
            if seat != state.turn and state.can_move(seat) and not isinstance(other, MovePlayer):
                faults += self._catch_fault(partial(self.run.try_decision, seat), seat)
        return faults

    def _catch_fault(self, decide: Callable[[], None], seat: int | None = None) -> list[Fault]:
        """Return the fault of the bot that is asked: that of this seat, or of the seat to move."""
        try:
            decide()
        except BotFault as fault:
            return [Fault(int(fault.name), fault.kind, fault.reason)]
        except KeyboardInterrupt:
            if self._stopped():
                raise
            # The user did not press Ctrl-C, so the bot raised it.
            asked = max(self.run.state.turn, 0) if seat is None else seat
            return [Fault(asked, "crash", f"{self.names[asked]} raised KeyboardInterrupt")]
        return []

    def _make_ending(self, faults: list[Fault]) -> GameEnding:
        seats = range(len(self.game.seats))
        if not faults:
            outcome = self.run.state.outcome
            assert outcome is not None
            return GameEnding(outcome.scores, outcome.reason, (), (), (), ())
        at_fault = {fault.seat for fault in faults}
        all_are = len(at_fault) == len(seats)
        scores = tuple((DRAWN if all_are else LOST) if seat in at_fault else WON for seat in seats)
        if len(seats) == 1:
            scores = (LOST,)
        reason = "; ".join(fault.sentence for fault in faults)
        return GameEnding(scores, reason, tuple(faults), (), (), ())


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
    began = time.perf_counter()
    game = game or Game(definition_of(job.game), dict(job.options))
    referee = Referee(job, game, participants, supervisor, record is not None, stopped)
    try:
        ending = referee.play()
        if len(ending.faults) > 1:
            ending = referee.play()
    finally:
        # An interrupted game gets a record, too.
        if record is not None:
            referee.run.write(record, referee.names)
    return GameResult(
        job.key,
        ending.scores,
        ending.reason,
        referee.run.turns,
        referee.run.state.digest(),
        ending.faults,
        ending.slips,
        ending.cpu,
        None if record is None else str(record),
        ending.logs,
        time.perf_counter() - began,
    )


__all__ = ["FAULT_KINDS", "Fault", "GameResult", "Job", "play_job"]
