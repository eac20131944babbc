"""Bots in processes of their own, for tests: nothing is compiled, because these are few games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.jail.handin import Handin, hand_in
from holdtheline.arena.jail.keeper import Keeper
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.playing import GameResult, Job, play
from holdtheline.arena.preparing import keeper_for
from holdtheline.core import kernel
from holdtheline.core.catalog import load
from holdtheline.core.game import Game

QUICK = Limits(think_seconds=0.5, unit_seconds=0.1, patience=20.0, clock_seconds=0.0)


class Court:
    """Where bots are handed in and played, all in one folder."""

    def __init__(self, keeper: Keeper, folder: Path, game: Game) -> None:
        self.keeper = keeper
        self.folder = folder
        self.game = game
        self.bots: dict[str, Handin] = {}

    def bot(self, path: Path) -> str:
        """Its digest."""
        handin = hand_in(path, self.folder)
        self.bots[handin.digest] = handin
        return handin.digest

    def play(self, *bots: str, record: Path | None = None, **terms: Any) -> GameResult:
        job = Job(self.game.name, bots, **{"seed": 7, "limits": QUICK, **terms})
        game = load(job.game, plain=True, **dict(job.options)) if job.options else self.game
        return play(job, self.bots, self.keeper, record=record, game=game)


def court_of(name: str, folder: Path, **options: Any) -> Iterator[Court]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        patch.setattr(kernel, "PLAIN", True)
        with keeper_for(name, [folder]) as keeper:
            yield Court(keeper, folder / "handed in", load(name, plain=True, **options))


JSON_BOT = """
import json, os, socket
from holdtheline.games.towers.asking import ACTIONS
line = socket.socket(fileno=3)
line.setblocking(True)
line = line.makefile("rw")
{body}
print(json.dumps({{"ready": True, **READY}}), file=line, flush=True)
for text in line:
    asked = json.loads(text)
    if "ask" in asked:
        print(json.dumps({{"id": asked["id"], **answer(asked)}}), file=line, flush=True)
os._exit(0)
"""


def program(folder: Path, body: str, name: str = "other") -> Path:
    """A bot that speaks the protocol itself, in the form of JSON: it never comes back from being read."""
    path = folder / f"{name}.py"
    path.write_text(JSON_BOT.format(body=body))
    return path
