"""What is done once before many games: processes that know the rules, and bots whose kernels are compiled."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ..core import kernel
from ..core.contract import Contract
from ..core.game import Game
from ..games.towers.bot import BotFault
from .jail.handin import PYTHON, Handin, hand_in
from .jail.keeper import Keeper
from .jail.limits import Limits
from .jailed import jailed
from .kit.running import PREPARING, kernels_of
from .kit.warming import entry
from .loading import Rival, entrant, is_file

COMPILING = Limits(load_seconds=120.0, memory_mb=4096)
"""What a bot may use while its kernels are compiled: much less than that, if it is honest."""


def shelf() -> Path:
    """Where bots are that were handed in, with what was compiled for them."""
    return kernel.cache_folder().parent / "bots"


def keeper_for(game: str, writable: Sequence[Path] = ()) -> Keeper:
    """Who starts bots of this game. Their files are on the shelf, or below folders that are `writable`."""
    return Keeper(prepare=[entry(game)], writable=[kernel.cache_folder().parent, *writable])


def hand_in_all(contract: Contract, who: Sequence[str]) -> list[Rival]:
    """Each by its name, if it is a player that is built in, or by its file or folder."""
    return [hand_in(Path(one), shelf()) if is_file(one) else entrant(contract, one) for one in who]


def prepare(handin: Handin, game: Game, keeper: Keeper) -> None:
    """Compile what a bot in Python has to compile, once for each version of the rules.

    Whatever goes wrong here goes wrong in the game, too, and is told there.
    """
    if handin.kind != PYTHON or game.contract.together is None or kernel.PLAIN:
        return
    folder = kernels_of(handin)
    mark = folder / f"{kernel.cache_folder().name}.{game.name}"
    if mark.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    process = keeper.start(handin, PREPARING, COMPILING, writes_to=folder)
    try:
        with suppress(BotFault):
            jailed(process, game, 0, replace(COMPILING), True).greet(0)
    finally:
        process.kill()
    mark.touch()
