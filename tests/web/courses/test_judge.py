"""The judge: killed at any moment, twice at once, and without walls."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.job import GameResult, Job
from holdtheline.arena.submission import Submission
from holdtheline.web.courses.judge import (
    DONE,
    FAILED,
    RESTING,
    TRY_AGAIN,
    WORKING,
    Judge,
    judge_until_idle,
)
from holdtheline.web.courses.judge_queue import Capacity
from holdtheline.web.courses.judge_worker import MatchGivenUp
from holdtheline.web.db.course_store import CourseStore
from holdtheline.web.db.database import Database

from ..arena_stand_in import Recorded, stand_in, word_of
from ..course_class import Class, create_course, full_class, judge, wait_for
from ..server import PATIENCE, served_at

ROOT = Path(__file__).parents[3]
GAMES_BEFORE_KILL = 13
"""All checks, which take 9 games, and a few matches."""
STOPPING = """
import os, sys, threading
from itertools import count
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from holdtheline.web.db.database import Database
from holdtheline.web.courses.judge import Judge
from holdtheline.web.db.course_store import CourseStore
from tests.web.arena_stand_in import Recorded, stand_in

games = count()

def stopping(*asked):
    if next(games) >= int(sys.argv[4]):
        os.write(1, b"in the middle of a game\\n")
        threading.Event().wait()
    return stand_in(*asked)

folder = Path(sys.argv[3])
Recorded.content = (folder / "record.htl").read_bytes()
Judge(CourseStore(Database(sys.argv[2])), stopping, folder / "bots").work()
"""


def course_of(storage: Database) -> str:
    with storage.reading() as connection:
        found: str = connection.exec_driver_sql("SELECT id FROM courses").scalar_one()
    return found


def outcome(course: Class) -> Any:
    """What a teacher sees in the end, but for what differs between two courses anyway."""
    view = course.teacher.view
    states = [(one["name"], one["handins"][0]["state"]) for one in view["students"]]
    table = [(row["name"], row["points"], row["games"]) for row in view["standings"]]
    return states, sorted(table), view["progress"]


def test_a_judge_that_is_killed_loses_nothing_and_counts_nothing_twice(database_url: str, tmp_path: Path) -> None:
    """One kill; `holdtheline.benchmarks.web.judge` kills the real judge 20 times."""
    with served_at(database_url) as client:
        storage = client.app.state.services.tables.database
        course = full_class(client)
        command = [sys.executable, "-c", STOPPING, str(ROOT), database_url, str(tmp_path), str(GAMES_BEFORE_KILL)]
        Recorded.write(tmp_path / "record.htl")
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "in the middle of a game\n"
            process.kill()
        acknowledged = CourseStore(storage).matches(course_of(storage))
        assert 0 < len(acknowledged) < 20
        course.is_judged(storage, tmp_path)
        games = CourseStore(storage).matches(course_of(storage))
        assert games[: len(acknowledged)] == acknowledged
        assert len({game.key for game in games}) == len(games) == 20
        disturbed = outcome(course)
        calm = full_class(client)
        calm.is_judged(storage, tmp_path)
        assert outcome(calm) == disturbed
        assert disturbed[2] == {"played": 20, "wanted": 20, "seconds_left": None}


def test_one_judge_at_a_time_works_on_a_database(database_url: str) -> None:
    storage = Database(database_url)
    store = CourseStore(storage)
    with store.judging() as first, store.judging() as second:
        assert first
        assert not second
    with store.judging() as again:
        assert again
    storage.close()


def test_a_judge_waits_for_another_one_and_rests_when_there_is_no_work(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdtheline.web.courses.judge.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("holdtheline.web.courses.judge.IDLE_SECONDS", 0.01)
    reports: list[str] = []
    with served_at(sqlite_url) as client:
        storage = client.app.state.services.tables.database
        full_class(client)
        waiting = judge(storage, tmp_path, report=lambda state, _: reports.append(state))
        with CourseStore(storage).judging() as is_ours:
            assert is_ours
            thread = threading.Thread(target=judge_until_idle, args=[waiting])
            thread.start()
            wait_for(lambda: WORKING in reports)
            assert CourseStore(storage).unchecked()
        thread.join(PATIENCE)
        assert not CourseStore(storage).has_work()
        assert reports[-1] == RESTING


def test_two_judges_at_once_do_no_harm(database_url: str, tmp_path: Path) -> None:
    with served_at(database_url) as client:
        storage = client.app.state.services.tables.database
        course = full_class(client)
        both = [threading.Thread(target=judge(storage, tmp_path).work) for _ in range(2)]
        for one in both:
            one.start()
        for one in both:
            one.join()
        assert outcome(course)[2] == {"played": 20, "wanted": 20, "seconds_left": None}
        assert len(CourseStore(storage).matches(course_of(storage))) == 20
        assert not CourseStore(storage).has_work()


class Sleepers:
    """A stand-in for the arena in which the bots that say `asleep` sleep until they are woken."""

    def __init__(self) -> None:
        self.woken = threading.Event()
        self.asleep = threading.Semaphore(0)

    def play(self, job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        if any("asleep" in word_of(who, bots) for who in job.bots):
            self.asleep.release()
            assert self.woken.wait(PATIENCE)
        return stand_in(job, bots, file)


@contextmanager
def at_work(judge: Judge) -> Iterator[None]:
    """Let a judge work in a thread, and wait for it at the end."""
    thread = threading.Thread(target=judge.work)
    thread.start()
    yield
    thread.join(PATIENCE)
    assert not thread.is_alive()


def test_bots_that_sleep_for_ever_hold_up_neither_checks_nor_games_of_another_course(
    database_url: str, tmp_path: Path
) -> None:
    sleepers = Sleepers()
    with served_at(database_url) as client:
        storage = client.app.state.services.tables.database
        client.app.state.services.standings.cache_factor = 0.0
        first = create_course(client)
        first.student("Ada", "9 asleep")
        first.student("Bob", "8 asleep")
        judging = judge(storage, tmp_path, play=sleepers.play)
        with at_work(judging):
            assert sleepers.asleep.acquire(timeout=PATIENCE)
            other = full_class(client)
            judging.woken.set()
            wait_for(lambda: outcome(other)[2] == {"played": 20, "wanted": 20, "seconds_left": None})
            assert {state for _, state in outcome(first)[0]} == {"checking"}
            sleepers.woken.set()
        assert outcome(first)[2]["played"] == 2


def test_a_bot_that_sleeps_in_its_match_holds_up_no_check_of_its_own_course(sqlite_url: str, tmp_path: Path) -> None:
    sleepers = Sleepers()
    with served_at(sqlite_url) as client:
        storage = client.app.state.services.tables.database
        client.app.state.services.standings.cache_factor = 0.0
        course = create_course(client)
        course.student("Ada", "9 asleep")
        course.student("Bob", "5")
        sleepers.woken.set()
        judging = judge(storage, tmp_path, play=sleepers.play)
        judging.work()
        sleepers = Sleepers()
        judging = judge(storage, tmp_path, play=sleepers.play)
        course.student("Cy", "7")
        with at_work(judging):
            assert sleepers.asleep.acquire(timeout=PATIENCE)
            eve = course.student("Eve", "8")
            judging.woken.set()
            wait_for(lambda: bool(eve.view["mine"][0]["state"] == "good"))
            sleepers.woken.set()
        assert outcome(course)[2]["played"] == 12


def test_a_failure_of_the_arena_is_charged_to_no_bot_and_tried_again(sqlite_url: str, tmp_path: Path) -> None:
    reports: list[tuple[str, str]] = []
    broken = True

    def failing(job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        if broken and ("passive" in job.bots or job.seed % 2):
            raise MemoryError("no more")
        return stand_in(job, bots, file)

    with served_at(sqlite_url) as client:
        storage = client.app.state.services.tables.database
        course = full_class(client)
        first = judge(storage, tmp_path, play=failing, report=lambda *what: reports.append(what))
        assert first.work() == TRY_AGAIN
        assert reports[0] == (WORKING, "")
        assert reports[1] == (FAILED, "a match could not be played: MemoryError: no more")
        assert {state for _, state in outcome(course)[0]} == {"checking"}
        broken = False
        assert judge(storage, tmp_path, play=failing).work() == DONE
        assert outcome(course)[2]["played"] == 20


def test_what_failed_is_tried_again_while_there_is_other_work(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holdtheline.web.courses.judge.RETRY_SECONDS", -1.0)
    failures = iter(range(5))

    def failing(job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        if next(failures, None) is not None:
            raise MemoryError("no more")
        return stand_in(job, bots, file)

    with served_at(sqlite_url) as client:
        course = full_class(client)
        assert judge(client.app.state.services.tables.database, tmp_path, play=failing).work() == DONE
        assert outcome(course)[2]["played"] == 20


def test_a_game_that_is_given_up_refuses_a_check_and_draws_a_match(sqlite_url: str, tmp_path: Path) -> None:
    def hanging(job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        words = [word_of(who, bots) for who in job.bots]
        if "hangs" in words or words == ["9", "7"]:
            raise MatchGivenUp("22 minutes")
        return stand_in(job, bots, file)

    with served_at(sqlite_url) as client:
        client.app.state.services.standings.cache_factor = 0.0
        course = create_course(client)
        ada, bob, _ = (course.student(*one) for one in (("Ada", "9"), ("Bob", "7"), ("Cy", "5")))
        eve = course.student("Eve", "hangs")
        assert judge(client.app.state.services.tables.database, tmp_path, play=hanging).work() == DONE
        (bot,) = eve.view["mine"]
        assert (bot["state"], bot["sentence"]) == (
            "bad",
            "The check was given up after 22 minutes; hand the bot in again to repeat it.",
        )
        assert [(row["name"], row["points"]) for row in bob.view["standings"]] == [
            ("Ada", 3.5),
            ("Bob", 2.5),
            ("Cy", 0.0),
        ]
        (drawn,) = [match for match in ada.matches() if match["turns"] == 0]
        assert drawn["reason"] == "The match was not over after 22 minutes and was given up; it counts as a draw."


def test_a_student_has_one_check_at_a_time_whatever_is_handed_in_meanwhile(sqlite_url: str, tmp_path: Path) -> None:
    sleepers = Sleepers()
    with served_at(sqlite_url) as client:
        course = create_course(client)
        ada = course.student("Ada", "9 asleep")
        judging = judge(
            client.app.state.services.tables.database, tmp_path, play=sleepers.play, capacity=Capacity(cores=4)
        )
        with at_work(judging):
            assert sleepers.asleep.acquire(timeout=PATIENCE)
            ada.hands_in("8 asleep")
            bob = course.student("Bob", "7")
            judging.woken.set()
            wait_for(lambda: bool(bob.view["mine"][0]["state"] == "good"))
            assert not sleepers.asleep.acquire(blocking=False)
            sleepers.woken.set()
        assert [bot["state"] for bot in ada.view["mine"]] == ["good", "bad"]


def test_nobody_is_told_where_the_files_of_bots_lie(sqlite_url: str, tmp_path: Path) -> None:
    def telling(job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        result = stand_in(job, bots, file)
        places = tuple(f"{bots[one].folder}/{bots[one].main}" if one in bots else "" for one in job.bots)
        faults = tuple(replace(one, sentence=f"{places[one.seat]}, line 1: no") for one in result.faults)
        return replace(result, logs=places, faults=faults, reason="".join(places))

    with served_at(sqlite_url) as client:
        course = full_class(client)
        judge(client.app.state.services.tables.database, tmp_path, play=telling).work()
        seen = [course.teacher.seat.ask("GET", "/course").text]
        for match in course.teacher.matches(limit=100):
            seen.append(course.teacher.seat.ask("GET", f"/course/matches/{match['key']}").text)
        for student in course.teacher.view["students"]:
            for bot in student["handins"]:
                seen.append(course.teacher.seat.ask("GET", f"/course/handins/{bot['number']}").text)
        assert "bot.py" in "".join(seen)
        assert str(tmp_path) not in "".join(seen)


def test_what_was_judged_is_not_judged_again(sqlite_url: str, tmp_path: Path) -> None:
    played: list[Job] = []

    def counting(job: Job, bots: Mapping[str, Submission], file: Path) -> GameResult:
        played.append(job)
        return stand_in(job, bots, file)

    with served_at(sqlite_url) as client:
        storage = client.app.state.services.tables.database
        course = full_class(client)
        judge(storage, tmp_path, play=counting).work()
        before = len(played)
        judge(storage, tmp_path, play=counting).work()
        assert len(played) == before
        course.student("one more", "8")
        judge(storage, tmp_path, play=counting).work()
        assert len(played) == before + 2 + 2 * 5
