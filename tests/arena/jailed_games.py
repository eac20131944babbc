"""Jailed bots for tests, with rules in plain Python, because these are few games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.jail.supervisor import Supervisor
from holdtheline.arena.jailed_bot import make_supervisor
from holdtheline.arena.job import GameResult, Job
from holdtheline.arena.referee import play_job
from holdtheline.arena.submission import Submission, store_submission
from holdtheline.core.catalog import load
from holdtheline.core.game import Game
from holdtheline.core.kernel import numba_version

QUICK = Limits(think_seconds=0.5, unit_seconds=0.1)


class JailedArena:
    """Submits bots to a folder and plays them in the jail."""

    def __init__(self, supervisor: Supervisor, folder: Path, game: Game) -> None:
        self.supervisor = supervisor
        self.folder = folder
        self.game = game
        self.bots: dict[str, Submission] = {}

    def bot(self, path: Path) -> str:
        """Submit a bot and return its digest."""
        submission = store_submission(path, self.folder)
        self.bots[submission.digest] = submission
        return submission.digest

    def play(self, *bots: str, record: Path | None = None, **terms: Any) -> GameResult:
        job = Job(self.game.name, bots, **{"seed": 7, "limits": QUICK, **terms})
        game = load(job.game, plain=True, **dict(job.options)) if job.options else self.game
        return play_job(job, self.bots, self.supervisor, record=record, game=game)


def open_jailed_arena(name: str, folder: Path, **options: Any) -> Iterator[JailedArena]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_DISABLE_JIT", "1")
        patch.setattr(numba_version, "PLAIN_PYTHON", True)
        with make_supervisor(name, [folder]) as supervisor:
            yield JailedArena(supervisor, folder / "handed in", load(name, plain=True, **options))


JSON_BOT = """
import json, os, socket
from holdtheline.games.towers.bots.json_messages import ACTION_CODES
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
    """Write a bot that speaks the JSON protocol itself while it is loaded."""
    path = folder / f"{name}.py"
    path.write_text(JSON_BOT.format(body=body))
    return path
