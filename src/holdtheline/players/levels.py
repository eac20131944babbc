"""Players of eight levels, from friendly to strong: a short search that blunders on purpose.

A search knows the book of its game, so even a short one plays about as well as the book. A weaker level blunders: in a
given percentage of decisions it plays another of the moves it searched, each equally likely. It only searches moves
that look good at first sight, so a blunder is a weak move, not nonsense. A level may also be another
player of the game, where that is faster; then its blunders are any legal moves, or those of a weaker player. A level
thinks for a number of simulations, not for a time. Each game sets these numbers (`LEVELS` at the end of
`games/<name>/ai/evaluation.py`); `python -m holdtheline.benchmarks.strength.levels` measures the levels.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from ..core.ai.search_settings import Level, SearchSettings
from ..core.definition import GameDefinition
from ..core.dice import random_below, random_stream
from ..core.errors import HtlError
from ..core.events import Move
from ..core.game import Game, State
from ..core.kernel.compiler import compiling_elsewhere
from .mcts.player import SearchPlayer
from .mcts.search_tree import SearchResult
from .mcts.settings import search_model_of

BOOK_NAME = "book"
LEVEL_PREFIX = "level"
LEVEL_DESCRIPTIONS = {
    "level1": "level 1: friendly, for a first game; it makes more mistakes than good moves",
    "level2": "level 2: easy; it makes many mistakes",
    "level3": "level 3: easy-going; it often makes mistakes",
    "level4": "level 4: casual; it makes fewer mistakes",
    "level5": "level 5: solid; it rarely makes a mistake",
    "level6": "level 6: looks ahead a little",
    "level7": "level 7: looks further ahead",
    "level8": "level 8: the strongest; it takes up to a third of a second for a move",
}

DIFFICULTIES = {"Easy": "level2", "Medium": "level4", "Hard": "level6", "Expert": "level8"}
"""The levels that a new game offers by name; docs/explanation/levels.md has their strengths."""


def player_title(name: str) -> str:
    """Return a computer player for people to read: `Computer (Hard)`, `Computer (level 5)`, `Computer (book)`."""
    difficulty = next((title for title, level in DIFFICULTIES.items() if level == name), None)
    return f"Computer ({difficulty or name.replace(LEVEL_PREFIX, 'level ')})"


def is_level_name(name: str) -> bool:
    return name in LEVEL_DESCRIPTIONS


def level_of(definition: GameDefinition, name: str) -> Level:
    return search_model_of(definition).levels[int(name.removeprefix(LEVEL_PREFIX)) - 1]


def level_settings(definition: GameDefinition, level: Level) -> SearchSettings:
    """Return the settings of the search of a level."""
    settings = search_model_of(definition).settings
    return settings if level.rollout_depth is None else replace(settings, rollout_depth=level.rollout_depth)


class Decider(Protocol):
    def code(self, state: State) -> int: ...


class LevelPlayer:
    """A player of a level, for any game; the same seed gives the same choices.

    `make_policy` makes a policy player, for levels that are played by one.
    """

    def __init__(self, name: str, seed: int | None, make_policy: Callable[[str, int], Decider]) -> None:
        self.name = name
        self._seed = secrets.randbits(63) if seed is None else seed
        self._stream = random_stream(self._seed, name, "slips")
        self._make_policy = make_policy
        self._game: Game | None = None
        self._blunder_percent = 0
        self._decider: Decider | None = None
        self._blunderer: Decider | None = None
        self._stand_in: Decider | None = None

    def choose(self, state: State) -> Move:
        """Return its move; it uses only what the seat on turn may know."""
        return state.move(self.code(state))

    def code(self, state: State) -> int:
        """Return the code of its move (faster than `choose`)."""
        if state.current_player < 0:
            raise HtlError("no seat decides now, so there is nothing to choose")
        decider, codes = self._decider_of(state.game), state.seen_by(state.current_player).legal_codes()
        if len(codes) == 1:
            return codes[0]
        if isinstance(decider, SearchPlayer):
            return self._pick(decider.think(state))
        if not self._blunders_now():
            return decider.code(state)
        return self._blunderer.code(state) if self._blunderer else codes[int(random_below(self._stream, len(codes)))]

    def _pick(self, result: SearchResult) -> int:
        """Return the most visited move, or, for a blunder, any other move that was tried."""
        others = len(result.moves) - 1
        if others == 0 or not self._blunders_now():
            return result.moves[0].code
        return result.moves[1 + int(random_below(self._stream, others))].code

    def _blunders_now(self) -> bool:
        return self._blunder_percent > 0 and int(random_below(self._stream, 100)) < self._blunder_percent

    def _decider_of(self, game: Game) -> Decider:
        if self._decider is None or self._game is None or self._game.identity != game.identity:
            level = level_of(game.definition, self.name)
            search = SearchPlayer(
                self._seed, nodes=level.nodes, threads=1, settings=level_settings(game.definition, level)
            )
            self._decider = self._make_policy(level.policy, self._seed) if level.policy else search
            self._blunderer = self._make_policy(level.blunder_policy, self._seed) if level.blunder_policy else None
            self._stand_in = self._make_policy(stand_in_policy(game.definition), self._seed)
            self._game, self._blunder_percent = game, level.blunder_percent
        assert self._stand_in is not None
        return self._stand_in if game.definition.kernel_prefix in compiling_elsewhere else self._decider


def stand_in_policy(definition: GameDefinition) -> str:
    """Return the policy that plays in place of a slower player until the game is compiled."""
    return BOOK_NAME if BOOK_NAME in definition.ai.policies else "random"
