"""`EncodedGame`: any state of a game as arrays, for any seat."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.catalog import definition_of
from ..core.definition import FIRST_MOVE
from ..core.game import Game, State
from .kernels import array_kernels, encoding_of

Mask = NDArray[np.int8]
Observation = NDArray[np.signedinteger[Any]]


class EncodedGame:
    """A game with its encoding.

    >>> from holdtheline.rl import EncodedGame
    >>> siege = EncodedGame("siege", mode="easy")
    >>> state = siege.game.start()
    >>> siege.observation(state, 0).tolist()[:6]
    [1, 2, 6, 6, 6, 6]
    >>> int(siege.mask(state, 0).sum()), siege.action_count
    (1, 90)
    """

    def __init__(self, game: str | Game, **options: str | int) -> None:
        self.game = game if isinstance(game, Game) else Game(definition_of(game), options)
        definition = self.game.definition
        self.encoding = encoding_of(definition)
        self.layout = np.array(self.encoding.layout(self.game.start().record), np.int64)
        self.action_count = int(self.layout[0])
        form = "plain" if self.game.plain else "compiled"
        functions = {name: getattr(kernel, form) for name, kernel in array_kernels(definition).items()}
        self._observe, self._mark, self._code = functions["observe"], functions["mark"], functions["code"]
        self._seen = np.zeros(definition.rules.state.word_count(), np.int64)
        self._codes = np.empty(definition.rules.max_moves, np.int64)

    @property
    def lows(self) -> Observation:
        """The lowest value of each number of an observation."""
        return self._bounds("low")

    @property
    def highs(self) -> Observation:
        """The highest value of each number of an observation."""
        return self._bounds("high")

    def _bounds(self, end: str) -> Observation:
        features = self.encoding.features
        bounds = np.repeat([getattr(feature, end) for feature in features], [feature.size for feature in features])
        return bounds.astype(self.encoding.dtype)

    def observation(self, state: State, seat: int) -> Observation:
        """Return what this seat observes, in a new array."""
        out = np.zeros(self.encoding.size, self.encoding.dtype)
        self._observe(state.words, self._seen, seat, self.layout, out)
        return out

    def mask(self, state: State, seat: int) -> Mask:
        """Return a new array with 1 for each action that this seat may take now; all 0 if it must wait."""
        mask = np.zeros(self.action_count, np.int8)
        if state.can_move(seat):
            self._mark(state.words, self._seen, seat, self.layout, self._codes, mask)
        return mask

    def code(self, state: State, seat: int, action: int) -> int:
        """Return the code of an action of this seat: legal or not, but never that of another seat or of a die."""
        code = int(self._code(state.words, seat, self.layout, self._codes, action)) if state.can_move(seat) else 0
        return code if code >= FIRST_MOVE and state.seat_of(code) == seat else 0

    def __deepcopy__(self, memo: dict[int, object]) -> EncodedGame:
        return self  # it never changes, except for buffers

    def __reduce__(self) -> tuple[object, ...]:
        return (EncodedGame, (self.game,))
