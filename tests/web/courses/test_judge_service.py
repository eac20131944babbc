"""The judge as the server starts it, hears it, and ends it."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from holdtheline.web.courses.judge import (
    RESTING,
    print_checks,
    print_status,
)
from holdtheline.web.courses.judge_queue import CheckProgress
from holdtheline.web.courses.judge_supervisor import JudgeStatus, JudgeSupervisor
from holdtheline.web.db.database import Database

from ..course_class import create_course, full_class, wait_for
from ..server import PATIENCE, served_at


def script(*lines: str) -> list[str]:
    """A judge that reads its address and then does this."""
    head = "import json, os, sys, time\naddress = sys.stdin.readline().strip()\n"
    tell = "def tell(state, told=''):\n    print(json.dumps({'state': state, 'sentence': told}), flush=True)\n"
    return [sys.executable, "-c", head + tell + "\n".join(lines)]


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
