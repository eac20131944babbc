"""Playing a job: the referee's work, from the first process to the record.

The result depends on nothing but the job, except for the seconds that it took.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from ..core.catalog import contract_of
from ..core.game import Game
from .jail.keeper import Keeper
from .jobs import FAULTS, Fault, GameResult, Job
from .refereeing import Entrants, Referee

__all__ = ["FAULTS", "Fault", "GameResult", "Job", "play"]


def play(
    job: Job,
    entrants: Entrants,
    keeper: Keeper | None = None,
    *,
    record: Path | None = None,
    game: Game | None = None,
    stopped: Callable[[], bool] = lambda: True,
) -> GameResult:
    """Play the game, in processes that `keeper` starts; who trusts the bots needs none.

    `record` is the file for a record, `game` the job's game where there is one already, and `stopped` tells
    whether a KeyboardInterrupt was meant for us. If both sides fail at once, the game is played once again.
    """
    began = time.perf_counter()
    game = game or Game(contract_of(job.game), dict(job.options))
    referee = Referee(job, game, entrants, keeper, record is not None, stopped)
    try:
        ending = referee.play()
        if len(ending.faults) > 1:
            ending = referee.play()
    finally:
        # A game that was stopped has a record too, as far as it went.
        if record is not None:
            referee.bout.write(record, referee.names)
    return GameResult(
        job.key,
        ending.scores,
        ending.reason,
        referee.bout.turns,
        referee.bout.state.digest(),
        ending.faults,
        ending.slips,
        ending.cpu,
        None if record is None else str(record),
        ending.logs,
        time.perf_counter() - began,
    )
