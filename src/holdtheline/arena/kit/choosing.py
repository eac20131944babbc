"""A bot for a game in which one decides after the other, in a process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ...core.game import Game, State
from ..chooser import Chooser
from ..loading import chooser_in


class ChoosingBot:
    def __init__(self, game: Game, file: Path) -> None:
        self.chooser = Chooser(chooser_in(file), "", seconds=None)
        self._state = State(game, np.zeros_like(game.start().words), 0)

    def ready(self) -> dict[str, Any]:
        return {}

    def answer(self, ask: str, identity: str, changes: bytes) -> str:
        pairs = np.frombuffer(changes, "<i8").reshape(-1, 2)
        self._state.words[pairs[:, 0]] = pairs[:, 1]
        seen = State(self._state.game, self._state.words.copy())
        return f'{{"id":"{identity}","move":{self.chooser.chosen(seen)}}}'
