"""The judge: killed at any moment, twice at once, without walls, and ended with the server."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
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
    print_checks,
    print_status,
)
from holdtheline.web.courses.judge_queue import Capacity, CheckProgress
from holdtheline.web.courses.judge_supervisor import JudgeStatus, JudgeSupervisor
from holdtheline.web.courses.judge_worker import MatchGivenUp
from holdtheline.web.db.course_store import CourseStore
from holdtheline.web.db.database import Database

from ..arena_stand_in import Recorded, stand_in, word_of
from ..course_class import Class, create_course, judge
from ..server import PATIENCE, TestClient, served_at

ROOT = Path(__file__).parents[3]
BOTS = ("9", "7", "5", "crash", "3")
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


def full_class(client: TestClient, **more: Any) -> Class:
    client.app.state.services.standings.cache_factor = 0.0
    course = create_course(client, players=["passive"], **more)
    for number, bot in enumerate(BOTS):
        course.student(f"student {number}", bot)
    return course


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


# The server's side


def script(*lines: str) -> list[str]:
    """A judge that reads its address and then does this."""
    head = "import json, os, sys, time\naddress = sys.stdin.readline().strip()\n"
    tell = "def tell(state, told=''):\n    print(json.dumps({'state': state, 'sentence': told}), flush=True)\n"
    return [sys.executable, "-c", head + tell + "\n".join(lines)]


def wait_for(happens: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.01)


def wait_for_status(judging: JudgeSupervisor, status: JudgeStatus) -> None:
    wait_for(lambda: judging.status == status)


def test_the_judge_is_told_its_database_by_its_input_and_rests_when_it_has_done_its_work() -> None:
    judging = JudgeSupervisor("secret address", script("tell('failed', address)", "tell('resting')"))
    assert judging.status == JudgeStatus("resting")
    judging.wake()
    wait_for_status(judging, JudgeStatus("resting"))
    judging.close()


def test_a_notice_while_the_judge_works_is_heard(tmp_path: Path) -> None:
    lines = "tell('working'); tell('refuses', 'begun'); sys.stdin.readline(); tell('refuses', 'heard')"
    judging = JudgeSupervisor("x", script(lines, "time.sleep(60)"))
    judging.wake()
    wait_for_status(judging, JudgeStatus("refuses", "begun"))
    judging.wake()
    wait_for_status(judging, JudgeStatus("refuses", "heard"))
    judging.close()


def test_the_judge_ends_with_the_server() -> None:
    judging = JudgeSupervisor("x", script("tell('refuses', str(os.getpid()))", "time.sleep(60)"))
    judging.wake()
    wait_for(lambda: judging.status.state == "refuses")
    pid = int(judging.status.sentence)
    judging.close()
    assert not Path(f"/proc/{pid}").exists()


def test_the_real_judge_ends_when_its_server_is_killed(sqlite_url: str) -> None:
    Database(sqlite_url).close()
    program = (
        "import holdtheline.web.courses.judge as judge, sys, time\n"
        "judge.CourseStore.has_work = lambda self: print('here', flush=True) or time.sleep(60)\n"
        "sys.exit(judge.main())"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{sqlite_url}\n")
    process.stdin.flush()
    assert process.stdout.readline() == "here\n"
    process.stdin.close()
    assert process.wait(PATIENCE) == 1
    process.stdout.close()


def test_a_judge_that_dies_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("holdtheline.web.courses.judge_supervisor.FIRST_PAUSE", 0.01)
    mark = tmp_path / "mark"
    lines = f"seen = os.path.exists({str(mark)!r})", f"open({str(mark)!r}, 'w').close()"
    judging = JudgeSupervisor("x", script(*lines, "seen or os.kill(os.getpid(), 9)", "tell('refuses', 'alive')"))
    judging.wake()
    wait_for_status(judging, JudgeStatus("refuses", "alive"))
    judging.close()


def test_a_missing_wall_is_told_to_the_teacher_and_to_nobody_else(sqlite_url: str) -> None:
    with served_at(sqlite_url) as client:
        course = full_class(client)
        student = course.student("Ada")
        judging = JudgeSupervisor("x", script("tell('refuses', 'files: this kernel has no Landlock')"))
        services = client.app.state.services
        client.app.state.services = replace(services, judge=judging)
        judging.wake()
        wait_for_status(judging, JudgeStatus("refuses", "files: this kernel has no Landlock"))
        assert course.teacher.view["judge"] == {
            "state": "refuses",
            "sentence": "Files: this kernel has no Landlock.",
        }
        assert "Landlock" not in student.seat.ask("GET", "/course").text
        assert student.view["judge"]["state"] == "refuses"
        judging.close()


def test_a_student_and_the_teacher_are_told_the_place_in_the_queue(sqlite_url: str) -> None:
    with served_at(sqlite_url) as client:
        course = create_course(client)
        ada, bob, cy = (course.student(*one) for one in (("Ada", "9"), ("Bob", "7"), ("Cy", "5")))
        number, course_id = ada.view["mine"][0]["number"], ada.view["id"]
        report = json.dumps({"running": [number], "seconds": {course_id: 30.4}})
        lines = ("tell('failed', 'but it works')", f"print({report!r}, flush=True)", "sys.stdin.readline()")
        judging = JudgeSupervisor("x", script(*lines, "tell('refuses', 'no walls')", "time.sleep(60)"))
        client.app.state.services = replace(client.app.state.services, judge=judging)
        judging.wake()
        wait_for(lambda: judging.status.checks.running == (number,))
        places = [one.view["mine"][0]["queue"] for one in (ada, bob, cy)]
        assert places == [{"place": 0, "seconds": 30}, {"place": 1, "seconds": 61}, {"place": 2, "seconds": 91}]
        assert [student["handins"][0]["queue"] for student in course.teacher.view["students"]] == places
        assert bob.handin(bob.view["mine"][0]["number"])["handin"]["queue"] == places[1]
        judging.wake()
        wait_for(lambda: not judging.status.can_work)
        assert bob.view["mine"][0]["queue"] == {"place": 1, "seconds": None}
        judging.close()
        assert ada.view["mine"][0]["queue"]["place"] == 1


def test_what_a_judge_says_is_json_that_the_server_reads(capsys: pytest.CaptureFixture[str]) -> None:
    print_status(RESTING, "so")
    print_checks(CheckProgress((3,), {"course": 1.5}))
    status, checks = capsys.readouterr().out.splitlines()
    assert json.loads(status) == {"state": "resting", "sentence": "so"}
    assert json.loads(checks) == {"running": [3], "seconds": {"course": 1.5}}
