"""The states that a table has been in, kept small."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np

from ..core.game import Game, State

LARGE = 512
"""Words; a state with more is kept compressed, since most of it is zeros."""


@dataclass
class History:
    game: Game
    _kept: list[tuple[bytes, int]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, state: State) -> None:
        data = state.words.tobytes()
        self._kept.append((zlib.compress(data, 1) if state.words.size > LARGE else data, int(state.turn)))

    def state(self, step: int) -> State:
        """The state before the step that came next; a copy."""
        data, turn = self._kept[step]
        words = self.game.contract.dtype.itemsize
        whole = data if len(data) == words else zlib.decompress(data)
        return State(self.game, np.frombuffer(bytearray(whole), np.int64), turn)

    def forget(self, back_to: int) -> None:
        del self._kept[back_to:]
