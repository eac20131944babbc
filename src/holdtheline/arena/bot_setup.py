"""Set up bots before they play: a supervisor that has loaded the game's rules, and each bot's compiled kernels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..core.bots.faults import BotFault
from ..core.game import Game
from ..core.kernel import cache, numba_version
from .jail.bot_process import BotProcess
from .jail.limits import Limits
from .jail.supervisor import Supervisor
from .jailed_bot import JailedPlayer
from .jailed_commander import JailedCommander
from .kit.runner import PREPARE_ENTRY
from .kit.warmup import warmup_entry
from .submission import PYTHON, Submission, find_kernel_folder

COMPILE_LIMITS = Limits(load_seconds=120.0, memory_mb=4096)
"""Limits while a bot's kernels are compiled; an honest bot needs much less."""


def make_supervisor(game: str, writable: Sequence[Path] = ()) -> Supervisor:
    """Return a supervisor for bots of this game, whose files are in the cache or in `writable` folders."""
    return Supervisor(prepare=[warmup_entry(game)], writable=[cache.cache_folder().parent, *writable])


def compile_bot_kernels(submission: Submission, game: Game, supervisor: Supervisor) -> None:
    """Compile the kernels of a Python bot, once per version of the rules.

    A bot that fails here fails in its game as well, where the fault is reported.
    """
    if submission.kind != PYTHON or game.definition.simultaneous is None or numba_version.PLAIN_PYTHON:
        return
    folder = find_kernel_folder(submission)
    mark = folder / f"{cache.cache_folder().name}.{game.name}"
    if mark.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    process = supervisor.start(submission, PREPARE_ENTRY, COMPILE_LIMITS, writes_to=folder)
    try:
        with suppress(BotFault):
            make_jailed_bot(process, game, 0, replace(COMPILE_LIMITS), True).greet(0)
    finally:
        process.kill()
    mark.touch()


def make_jailed_bot(
    process: BotProcess, game: Game, seat: int, limits: Limits, strict: bool
) -> JailedCommander | JailedPlayer:
    """Return the player for this bot's process."""
    kind = JailedCommander if game.definition.simultaneous else JailedPlayer
    return kind(process, game, seat, limits, strict)
