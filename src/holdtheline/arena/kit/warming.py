"""What a process does before bots are made of it: it loads the compiled rules of a game.

There is a function for each game, because a zygote calls functions that take nothing.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ...core.catalog import games, load
from ...core.contract import OVER
from ...core.game import Game
from ...players.warm import use_every_door

MOST_STEPS = 2000


def entry(game: str) -> str:
    """The function that warms up for this game, as a zygote names it."""
    return f"{__name__}:{game}"


def warm_up(name: str) -> None:
    game = load(name)
    use_every_door(game)
    if game.contract.together:
        command(game)
    else:
        choose(game)


def command(game: Game) -> None:
    """Be a bot for a moment."""
    from ...games.towers.answers import ASK, answers_of
    from ...games.towers.squad import SquadRoom
    from ...games.towers.view import view_of
    from . import commanding, running  # noqa: F401 - imported once for all

    room = SquadRoom(game, answers_of({}))
    room.known[:] = game.start().words
    room.step(room.words, ASK)
    view_of(game.start(), 0)


def choose(game: Game) -> None:
    from . import choosing, running  # noqa: F401

    state = game.start()
    for _ in range(MOST_STEPS):
        if state.turn == OVER:
            return
        state.play(state.codes()[0])


def __getattr__(name: str) -> Any:
    if name not in games():
        raise AttributeError(name)
    return partial(warm_up, name)
