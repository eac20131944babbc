"""Load the compiled rules of a game in the zygote, before bots are forked from it.

The module has one function per game (through `__getattr__`), because a zygote calls functions without arguments."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...core.catalog import games, load
from ...core.definition import OVER
from ...core.game import Game
from ...players.precompile import use_every_kernel

MAX_STEPS = 2000


def warmup_entry(game: str) -> str:
    """Return the entry that warms up for this game."""
    return f"{__name__}:{game}"


def warm_up(name: str) -> None:
    game = load(name)
    use_every_kernel(game)
    if game.definition.simultaneous:
        warm_up_commander(game)
    else:
        warm_up_chooser(game)


def warm_up_commander(game: Game) -> None:
    """Run what a commander needs, so that it is loaded before the fork."""
    from ...games.towers.bots.commander_view import make_view
    from ...games.towers.bots.squads import SquadBuffer
    from ...games.towers.bots.unit_kernels import ASK_OWNER, combine_kernels
    from . import commander, runner  # noqa: F401 - imported once for all

    buffer = SquadBuffer(game, combine_kernels({}))
    buffer.known[:] = game.start().words
    buffer.step(buffer.words, ASK_OWNER)
    make_view(game.start(), 0)


def warm_up_chooser(game: Game) -> None:
    from . import runner  # noqa: F401

    state = game.start()
    for _ in range(MAX_STEPS):
        if state.turn == OVER:
            return
        state.play(state.codes()[0])


def __getattr__(name: str) -> Any:
    if name not in games():
        raise AttributeError(name)
    return partial(warm_up, name)
