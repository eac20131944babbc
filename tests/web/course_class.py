"""Courses for tests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from holdtheline.web.courses import models
from holdtheline.web.courses.judge import Judge
from holdtheline.web.db.course_store import CourseStore
from holdtheline.web.db.database import Database

from .arena_stand_in import GAME, OPTIONS, stand_in
from .server import PATIENCE, Seat, TestClient, shaped

LONG_AGO, SOON = "2020-01-01T12:00:00Z", (datetime.now(UTC) + timedelta(days=1)).isoformat()
BOTS = ("9", "7", "5", "crash", "3")


class Course:
    """A client with a key of a course."""

    def __init__(self, client: httpx.Client, key: str) -> None:
        self.client = client
        self.key = key

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


def full_class(client: TestClient, **more: Any) -> Class:
    client.app.state.services.standings.cache_factor = 0.0
    course = create_course(client, players=["passive"], **more)
    for number, bot in enumerate(BOTS):
        course.student(f"student {number}", bot)
    return course


def wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.01)


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
