"""Players of eight levels, from friendly to strong: a search that is short, and slips, to be beaten.

What a search knows of a game is its book, so even a short one plays about as well. Whoever is to be weaker
slips: in so many of a hundred decisions it plays another of the moves that it looked at, each as likely. It
only looks at moves that seemed good at first sight, so a slip is a weak move and no nonsense. A level may
also be another player of the game, where that is quicker; its slips are any legal moves. How much each level
searches and slips is a game's own (`games/<name>/value.py`); `python -m benchmarks.levels` measures it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol

from ..core.contract import Contract, Level
from ..core.dice import below, stream_for
from ..core.errors import HtlError
from ..core.game import Game, Move, State
from .mcts import SearchPlayer, Thought
from .search import judgement_of

NAME = "level"
SENTENCES = {
    "level1": "level 1: friendly, for a first game; it slips more often than not",
    "level2": "level 2: easy; it slips very often",
    "level3": "level 3: easy-going; it slips often",
    "level4": "level 4: casual; it slips less",
    "level5": "level 5: sound; it slips seldom or never",
    "level6": "level 6: looks ahead a little",
    "level7": "level 7: looks further ahead",
    "level8": "level 8: made to be the strongest; it takes up to a third of a second for a move",
}
HUNDRED = 100


def is_level(name: str) -> bool:
    return name in SENTENCES


def level_of(contract: Contract, name: str) -> Level:
    return judgement_of(contract).levels[int(name.removeprefix(NAME)) - 1]


class Decider(Protocol):
    def code(self, state: State) -> int: ...


class LevelPlayer:
    """A player of a level, in whatever game it is asked; the same seed gives the same choices.

    `policy` makes a player that is one kernel, for levels that are played by one.
    """

    def __init__(self, name: str, seed: int | None, policy: Callable[[str, int], Decider]) -> None:
        self.name = name
        self._seed = secrets.randbits(63) if seed is None else seed
        self._stream = stream_for(self._seed, name, "slips")
        self._policy = policy
        self._game: Game | None = None
        self._slips = 0
        self._decider: Decider | None = None

    def choose(self, state: State) -> Move:
        """What it plays here; it is shown only what the seat to move may know."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """The same as a code: quicker, for programs."""
        if state.turn < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        decider, codes = self._decider_of(state.game), state.seen_by(state.turn).codes()
        if len(codes) == 1:
            return codes[0]
        if isinstance(decider, SearchPlayer):
            return self._picked(decider.think(state))
        return codes[int(below(self._stream, len(codes)))] if self._slips_now() else decider.code(state)

    def _picked(self, thought: Thought) -> int:
        """What was tried most; a slip is any other that was tried."""
        others = len(thought.lines) - 1
        if others == 0 or not self._slips_now():
            return thought.lines[0].code
        return thought.lines[1 + int(below(self._stream, others))].code

    def _slips_now(self) -> bool:
        return self._slips > 0 and int(below(self._stream, HUNDRED)) < self._slips

    def _decider_of(self, game: Game) -> Decider:
        if self._decider is None or self._game is None or self._game._identity() != game._identity():
            level = level_of(game.contract, self.name)
            search = SearchPlayer(self._seed, nodes=level.nodes, threads=1)
            self._decider = self._policy(level.plays, self._seed) if level.plays else search
            self._game, self._slips = game, level.slips
        return self._decider
