"""Courses for tests, and a stand-in for the arena, where a bot's file says how strong it is."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from holdtheline.arena.job import Fault, GameResult, Job
from holdtheline.arena.referee import play_job
from holdtheline.arena.submission import Submission
from holdtheline.core.catalog import definition_of
from holdtheline.core.definition import DRAWN, LOST, WON
from holdtheline.core.game import Game
from holdtheline.web.courses import models
from holdtheline.web.courses.judge import Judge
from holdtheline.web.db.course_store import CourseStore
from holdtheline.web.db.database import Database

from .server import Seat, shaped

GAME = "towers"
OPTIONS = {"turn_limit": 1}


# The arena


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
    Course.record(file)
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


class Course:
    """A client with a key of a course."""

    recorded: bytes = b""

    def __init__(self, client: httpx.Client, key: str) -> None:
        self.client = client
        self.key = key

    @classmethod
    def record(cls, file: Path) -> None:
        """Write the record of a real game of one turn, which is played only once."""
        if not cls.recorded:
            job = Job(GAME, ("passive", "passive"), 1, tuple(OPTIONS.items()))
            play_job(job, {}, record=file, game=Game(definition_of(GAME), OPTIONS, plain=True))
            cls.recorded = file.read_bytes()
        file.write_bytes(cls.recorded)

    @property
    def seat(self) -> Seat:
        return Seat(self.client, self.key)

    @property
    def view(self) -> dict[str, Any]:
        return shaped(models.CourseView, self.seat.ask("GET", "/course"))

    def asks(self, do: str, **more: Any) -> httpx.Response:
        return self.seat.post("/course/acts", act={"do": do, **more})

    def decides(self, do: str, **more: Any) -> dict[str, Any]:
        return shaped(models.CourseView, self.asks(do, **more))

    def sends(self, file: str, content: bytes | str) -> httpx.Response:
        data = content.encode() if isinstance(content, str) else content
        return self.seat.ask("POST", "/course/handins", params={"file": file}, content=data)

    def hands_in(self, content: bytes | str, file: str = "bot.py") -> dict[str, Any]:
        return shaped(models.CourseView, self.sends(file, content), 201)

    def joins(self, name: str) -> Course:
        link = shaped(models.JoinedCourse, self.seat.post("/course/join", name=name), 201)
        return Course(self.client, link["key"])

    def matches(self, **query: Any) -> list[dict[str, Any]]:
        answer = shaped(models.MatchList, self.seat.ask("GET", "/course/matches", params=query))
        matches: list[dict[str, Any]] = answer["matches"]
        return matches

    def match(self, key: str) -> dict[str, Any]:
        return shaped(models.MatchView, self.seat.ask("GET", f"/course/matches/{key}"))

    def handin(self, number: int) -> dict[str, Any]:
        return shaped(models.HandinView, self.seat.ask("GET", f"/course/handins/{number}"))


@dataclass(frozen=True)
class Class:
    """A course with its teacher and the link by which students join."""

    client: httpx.Client
    teacher: Course
    door: Course

    def student(self, name: str, *bots: str) -> Course:
        """Join as a student and hand in these bots."""
        student = self.door.joins(name)
        for bot in bots:
            student.hands_in(bot)
        return student

    def is_judged(self, storage: Database, folder: Path) -> None:
        judge(storage, folder).work()


def course_request(**more: Any) -> dict[str, Any]:
    return {"title": "Bots 101", "game": GAME, "options": OPTIONS, "pairs": 1, **more}


def judge(storage: Database, folder: Path, **more: Any) -> Judge:
    return Judge(CourseStore(storage), more.pop("play", stand_in), folder / "bots", **more)


def create_course(client: httpx.Client, **more: Any) -> Class:
    course = shaped(models.CreatedCourse, Seat(client).post("/courses", **course_request(**more)), 201)
    return Class(client, Course(client, course["key"]), Course(client, course["join"]))


def settings(view: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the settings of a course with some of them changed."""
    return {**view["settings"], **more}


def games_of(storage: Database, course_id: str) -> list[Any]:
    return CourseStore(storage).matches(course_id)


def run(writing: Any) -> Any:
    return asyncio.run(writing)


__all__ = [
    "Class",
    "Course",
    "course_request",
    "create_course",
    "games_of",
    "judge",
    "replace",
    "run",
    "settings",
    "stand_in",
]
