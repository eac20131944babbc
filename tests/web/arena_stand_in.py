"""A stand-in for the arena, where a bot's file says how strong it is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from holdtheline.arena.job import Fault, GameResult, Job
from holdtheline.arena.referee import play_job
from holdtheline.arena.submission import Submission
from holdtheline.core.catalog import definition_of
from holdtheline.core.definition import DRAWN, LOST, WON
from holdtheline.core.game import Game

GAME = "towers"
OPTIONS = {"turn_limit": 1}


def word_of(who: str, bots: Mapping[str, Submission]) -> str:
    """Return the text of a bot's file: how strong it is, or what goes wrong in it."""
    bot = bots.get(who)
    return (bot.folder / bot.main).read_text().strip() if bot else "0"


def strength(word: str) -> int:
    return int(word.split()[0]) if word.split()[0].isdigit() else -1


def stand_in(job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
    """Let the stronger bot win. A bot that says `crash` loses by a fault, one that says `breach` breaks out."""
    words = [word_of(who, bots) for who in job.bots]
    faults = tuple(
        Fault(seat, word.split()[0], f"it failed with its {word}")
        for seat, word in enumerate(words)
        if word.split()[0] in ("crash", "time", "breach")
    )
    one, other = map(strength, words)
    scores = (DRAWN, DRAWN) if one == other else (WON, LOST) if one > other else (LOST, WON)
    Recorded.write(file)
    return GameResult(
        job.key,
        scores,
        faults[0].sentence if faults else "the turn limit is reached",
        turns=1,
        digest=f"{job.seed} {job.bots}",
        faults=faults[:1],
        cpu=(0.25, 0.5),
        logs=tuple(f"log of {word}" for word in words),
        seconds=0.5,
    )


class Recorded:
    """The record of a real game of one turn, which is played only once."""

    content: bytes = b""

    @classmethod
    def write(cls, file: Path) -> None:
        if not cls.content:
            job = Job(GAME, ("passive", "passive"), 1, tuple(OPTIONS.items()))
            play_job(job, {}, record=file, game=Game(definition_of(GAME), OPTIONS, plain=True))
            cls.content = file.read_bytes()
        file.write_bytes(cls.content)
