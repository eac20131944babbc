"""What students of a course, and strangers, may not know."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.web.db.database import Database

from ..course_class import SOON, Class, Course, create_course, settings
from ..server import Seat, TestClient, refused


def test_no_key_and_a_wrong_key_see_nothing(client: httpx.Client) -> None:
    course = create_course(client)
    for seat in (Seat(client), Seat(client, "not-a-key"), Seat(client, f"{course.teacher.key}x")):
        refused(seat.ask("GET", "/course"), "key")
        refused(seat.post("/course/acts", act={"do": "open", "open": False}), "key")
        refused(seat.post("/course/join", name="Ada"), "key")
        refused(seat.ask("POST", "/course/handins", params={"file": "a.py"}, content=b"7"), "key")
        refused(seat.ask("GET", "/course/matches"), "key")
    refused(course.teacher.seat.ask("GET", "/table"), "key")
    refused(course.teacher.seat.ask("GET", "/campaign"), "key")


def test_a_student_and_the_link_for_joining_decide_nothing(three: Any) -> None:
    course, ada, *_ = three
    view = course.teacher.view
    for act in (
        {"do": "set", "settings": view["settings"]},
        {"do": "open", "open": False},
        {"do": "renew"},
        {"do": "admit", "name": "Eve"},
        {"do": "relink", "student": view["students"][0]["id"]},
        {"do": "remove", "student": view["students"][1]["id"]},
        {"do": "verdict", "handin": 1, "counts": False},
    ):
        for one in (ada, course.door):
            refused(one.asks(**act), "forbidden")
    assert course.teacher.view == view


def test_the_link_for_joining_shows_no_student_and_no_game(three: Any) -> None:
    course, *_ = three
    seat = course.door.seat
    assert not any(name in seat.ask("GET", "/course").text for name in ("Ada", "Bob", "Cy"))
    for path in ("/course/matches", "/course/matches/aa", "/course/handins/1", "/course/handins/1/file"):
        refused(seat.ask("GET", path), "forbidden")


def everything_of(student: Course, course: Class, upto: int) -> str:
    """All that a student can get hold of, by asking for what is theirs and by guessing what is not."""
    answers = [student.seat.ask("GET", "/course"), student.seat.ask("GET", "/course/matches")]
    for number in range(1, upto):
        answers.append(student.seat.ask("GET", f"/course/handins/{number}"))
        answers.append(student.seat.ask("GET", f"/course/handins/{number}/file"))
    for match in course.teacher.matches(limit=100):
        answers.append(student.seat.ask("GET", f"/course/matches/{match['key']}"))
        opened = student.seat.post(f"/course/matches/{match['key']}/replay")
        answers.append(opened)
        if opened.status_code == 200:
            watcher = Seat(student.client, opened.json()["key"])
            answers += [watcher.ask("GET", "/replay"), watcher.ask("GET", "/table/record")]
    return "\n".join(answer.text for answer in answers)


@pytest.fixture
def secretive(client: TestClient, kept: Database, tmp_path: Path) -> Any:
    """Bob and Cy have secrets in their files, logs and faults; Ada meets them."""

    def open_course(**more: Any) -> tuple[Class, Course, str]:
        course = create_course(client, **more)
        ada = course.student("Ada", "5 mine")
        course.student("Robert", "7 s3cret")
        course.student("Cyrus", "3 s3cret")
        course.student("Dora", "crash s3cret")
        course.is_judged(kept, tmp_path)
        (dora,) = [one for one in course.teacher.view["students"] if one["name"] == "Dora"]
        number = dora["handins"][0]["number"]
        return course, ada, everything_of(ada, course, number + 3)

    return open_course


def test_no_student_sees_files_logs_or_faults_of_another(secretive: Any) -> None:
    course, _, found = secretive(shows="all")
    assert "Robert" in found
    assert "5 mine" in found
    assert "s3cret" not in found
    assert "s3cret" in course.teacher.match(course.teacher.matches()[0]["key"])["logs"][0]["text"]


@pytest.mark.parametrize("more", [{"shows": "own"}, {"shows": "after"}, {"shows": "after", "deadline": SOON}])
def test_where_others_are_hidden_a_student_sees_no_name_and_no_place(secretive: Any, more: dict[str, Any]) -> None:
    course, ada, found = secretive(**more)
    assert not any(word in found for word in ("Robert", "Cyrus", "Dora", "s3cret"))
    view = ada.view
    (row,) = view["standings"]
    assert (row["name"], row["place"], row["elo"], row["against"]) == ("Ada", None, None, None)
    assert (row["won"], row["lost"]) == (2, 2)
    assert view["hidden"] is not None
    between_others = {one["key"] for one in course.teacher.matches()} - {one["key"] for one in ada.matches()}
    assert len(between_others) == 2
    for key in between_others:
        refused(ada.seat.ask("GET", f"/course/matches/{key}"), "unknown")
        refused(ada.seat.post(f"/course/matches/{key}/replay"), "unknown")


def test_after_the_deadline_the_whole_table_is_shown(client: TestClient, kept: Database, tmp_path: Path) -> None:
    course = create_course(client, shows="after", deadline=SOON)
    ada, _ = course.student("Ada", "1"), course.student("Bob", "2")
    course.is_judged(kept, tmp_path)
    assert len(ada.view["standings"]) == 1
    moved = (datetime.now(UTC) + timedelta(milliseconds=300)).isoformat()
    course.teacher.decides("set", settings=settings(course.teacher.view, deadline=moved))
    while datetime.now(UTC).isoformat() <= moved:
        pass
    assert [row["name"] for row in ada.view["standings"]] == ["Bob", "Ada"]


def test_what_differs_between_two_others_makes_no_difference_to_a_student(
    client: TestClient, kept: Database, tmp_path: Path
) -> None:
    """Byte by byte: the same course but for the names, files and logs of others."""
    seen = []
    for other in ("Robert 7 alpha", "Zacharias 8 beta"):
        name, _, word = other.partition(" ")
        course = create_course(client, shows="own")
        ada = course.student("Ada", "5")
        course.student(name, word)
        course.is_judged(kept, tmp_path)
        text = ada.seat.ask("GET", "/course").text + json.dumps(
            [{**one, "key": "", "number": 0, "made": ""} for one in ada.matches()]
        )
        view = ada.view
        mine = view["mine"][0]
        for volatile in (view["id"], view["standings"][0]["student"], mine["made"], f'"number":{mine["number"]}'):
            text = text.replace(str(volatile), "-")
        seen.append(text)
    assert seen[0] == seen[1]


def test_another_course_is_as_closed_as_one_that_is_not_there(three: Any, client: httpx.Client) -> None:
    course, ada, *_ = three
    stranger = create_course(client)
    eve, match, number = stranger.student("Eve"), ada.matches()[0], ada.view["mine"][0]["number"]
    for one in (eve, stranger.teacher):
        refused(one.seat.ask("GET", f"/course/matches/{match['key']}"), "unknown")
        refused(one.seat.post(f"/course/matches/{match['key']}/replay"), "unknown")
        refused(one.seat.ask("GET", f"/course/handins/{number}"), "unknown")
        refused(one.seat.ask("GET", f"/course/handins/{number}/file"), "unknown")
    student = course.teacher.view["students"][0]["id"]
    refused(stranger.teacher.asks("remove", student=student), "unknown")
    refused(stranger.teacher.asks("relink", student=student), "unknown")
    refused(stranger.teacher.asks("verdict", handin=number, counts=False), "unknown")


def test_an_author_and_the_teacher_have_the_file_as_it_was_sent(three: Any) -> None:
    course, ada, bob, _ = three
    number = ada.view["mine"][0]["number"]
    for one in (ada, course.teacher):
        answer = one.seat.ask("GET", f"/course/handins/{number}/file")
        assert answer.content == b"9"
        assert answer.headers["content-disposition"] == f'attachment; filename="handin-{number}"'
    refused(bob.seat.ask("GET", f"/course/handins/{number}/file"), "unknown")
