"""Courses over the API: made, joined, handed in to, judged, and their games."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.core.catalog import definition_of
from holdtheline.players.player import policies_of
from holdtheline.web.courses import models
from holdtheline.web.db.database import Database
from holdtheline.web.http.limits import MIB
from holdtheline.web.tables.models import SharedKey

from ..course_class import LONG_AGO, SOON, Course, course_request, create_course, settings
from ..server import Seat, TestClient, claimed, refused, shaped


def test_what_a_course_can_be_made_of_is_told(client: httpx.Client) -> None:
    response = shaped(models.CourseParts, Seat(client).ask("GET", "/courses"))
    assert "towers" in [game["name"] for game in response["games"]]
    assert "siege" not in [game["name"] for game in response["games"]]
    for game in response["games"]:  # those who search take too long for courses
        offered = [player["name"] for player in game["players"]]
        assert offered == list(policies_of(definition_of(game["name"])))
    assert response["limits"]["think_seconds"] == 2.0


def test_a_course_is_made_and_its_teacher_sees_it_empty(client: httpx.Client) -> None:
    view = create_course(client, pairs=3, players=["book"], deadline=SOON, shows="after").teacher.view
    assert (view["kind"], view["settings"]["title"], view["settings"]["pairs"]) == ("teacher", "Bots 101", 3)
    assert view["game"]["options_text"] == "Turn limit: 1"
    assert view["settings"]["deadline"][:10] == SOON[:10]
    assert view["progress"] == {"played": 0, "wanted": 0, "seconds_left": None}
    assert [row["name"] for row in view["standings"]] == ["book"]
    assert view["judge"] == {
        "state": "off",
        "sentence": "This server was started without a judge, so submitted bots stay queued.",
    }


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "unknown"),
        ({"game": "siege", "options": {}}, "invalid"),
        ({"options": {"turn_limit": 0}}, "invalid"),
        ({"players": ["nobody"]}, "invalid"),
        ({"pairs": 0}, "invalid"),
        ({"title": ""}, "invalid"),
        ({"shows": "nothing"}, "invalid"),
        ({"deadline": "tomorrow"}, "invalid"),
        ({"deadline": "2030-01-01T12:00:00"}, "invalid"),
        ({"limits": {"memory_mb": 1}}, "invalid"),
        ({"limits": {"log_bytes": 1}}, "invalid"),
    ],
)
def test_what_cannot_be_chosen_is_refused(client: httpx.Client, wrong: dict[str, Any], code: str) -> None:
    refused(Seat(client).post("/courses", **course_request(**wrong)), code)


def test_students_come_by_the_link_for_joining_and_each_gets_a_link(client: httpx.Client) -> None:
    course = create_course(client)
    assert course.door.view["kind"] == "join"
    ada = course.door.joins("  Ada \n Lovelace ")
    assert (ada.view["kind"], ada.view["name"]) == ("student", "Ada Lovelace")
    assert [one["name"] for one in course.teacher.view["students"]] == ["Ada Lovelace"]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "ADA", "book", "Person"])
def test_names_that_are_taken_or_none_are_refused(client: httpx.Client, name: str) -> None:
    course = create_course(client)
    course.student("Ada")
    refused(course.door.seat.post("/course/join", name=name), "invalid")
    refused(course.teacher.asks("admit", name=name), "invalid")


def test_a_teacher_makes_links_one_by_one_and_replaces_a_lost_one(client: httpx.Client) -> None:
    course = create_course(client)
    given = course.teacher.decides("admit", name="Ada")["invitation"]
    assert given["name"] == "Ada"
    ada = Course(client, str(claimed(client, given["invitation"]).key))
    ada.hands_in("1")
    (card,) = course.teacher.view["students"]
    again = course.teacher.decides("relink", student=card["id"])["invitation"]
    refused(ada.seat.ask("GET", "/course"), "key")
    assert len(Course(client, str(claimed(client, again["invitation"]).key)).view["mine"]) == 1


def test_a_student_who_is_removed_is_gone_with_all_bots(client: TestClient, kept: Database, tmp_path: Path) -> None:
    course = create_course(client)
    ada, _bob, cy = (course.student(name, word) for name, word in zip("ABC", "123", strict=True))
    course.is_judged(kept, tmp_path)
    gone = next(one["id"] for one in course.teacher.view["students"] if one["name"] == "C")
    view = course.teacher.decides("remove", student=gone)
    assert [row["name"] for row in view["standings"]] == ["B", "A"]
    refused(cy.seat.ask("GET", "/course"), "key")
    refused(course.teacher.asks("remove", student=gone), "unknown")
    assert ada.view["progress"]["played"] == 2


def test_another_link_for_joining_closes_the_old_one(client: httpx.Client) -> None:
    course = create_course(client)
    view = course.teacher.decides("renew")
    refused(course.door.seat.ask("GET", "/course"), "key")
    assert Course(client, view["join"]).view["kind"] == "join"


def test_my_courses_are_those_of_my_keys(client: httpx.Client) -> None:
    course = create_course(client)
    ada = course.student("Ada")
    keys = ["nothing", course.teacher.key, ada.key]
    response = shaped(models.MyCourses, Seat(client).post("/courses/mine", keys=keys))["courses"]
    assert response[0] is None
    assert [(one["kind"], one["name"], one["title"]) for one in response[1:]] == [
        ("teacher", "", "Bots 101"),
        ("student", "Ada", "Bots 101"),
    ]


# Handing in


@pytest.mark.parametrize(("language", "bot"), [("python", "my_bot.py"), ("javascript", "my_bot.js"), ("c", "my_bot.c")])
def test_a_starter_kit_has_a_bot_and_says_how_to_use_it(client: httpx.Client, language: str, bot: str) -> None:
    answer = client.get(f"/api/starters/towers/{language}")
    assert answer.headers["content-disposition"] == f'attachment; filename="towers-{language}.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as kit:
        tests = ["bots/test_my_bot.py"] if language == "python" else []
        assert kit.namelist() == [f"bots/{bot}", *tests, "README.txt"]
        assert "htl match towers bots/my_bot" in kit.read("README.txt").decode()
    assert client.get(f"/api/starters/towers/{language}").content == answer.content


def test_there_is_no_starter_kit_of_an_unknown_game_or_language(client: httpx.Client) -> None:
    refused(client.get("/api/starters/chess/python"), "unknown")
    refused(client.get("/api/starters/towers/cobol"), "invalid")


def test_a_bot_is_handed_in_and_waits_for_its_check(client: httpx.Client) -> None:
    (mine,) = create_course(client).student("Ada").hands_in("7", "my bot (2).py")["mine"]
    assert (mine["file"], mine["kind"], mine["state"], mine["counts"]) == (
        "my bot (2).py",
        "python",
        "checking",
        False,
    )


@pytest.mark.parametrize(
    ("file", "kind"),
    [("a.py", "python"), ("a.js", "node"), ("a.mjs", "node"), ("a", "program"), ("A.PY", "python")],
)
def test_the_ending_of_a_file_tells_what_it_is(client: httpx.Client, file: str, kind: str) -> None:
    assert create_course(client).student("Ada").hands_in("7", file)["mine"][0]["kind"] == kind


def test_what_is_no_bot_is_refused_at_once_with_a_sentence(client: httpx.Client) -> None:
    ada = create_course(client).student("Ada")
    sentence = refused(ada.sends("bots.zip", b"no archive"), "invalid")
    assert "tmp" not in sentence
    refused(ada.sends("\n", b"7"), "invalid")
    assert refused(ada.sends("bot.py", b""), "invalid") == "The file is empty."
    refused(ada.seat.ask("POST", "/course/handins", content=b"7"), "invalid")
    assert ada.view["mine"] == []


def test_a_bot_may_have_a_megabyte_and_no_more(client: httpx.Client) -> None:
    ada = create_course(client).student("Ada")
    assert ada.hands_in("7" * MIB)["mine"][0]["size"] == MIB
    refused(ada.sends("bot.py", "7" * (MIB + 1)), "too_large")


def test_nothing_is_taken_after_the_deadline_or_when_the_course_is_closed(client: httpx.Client) -> None:
    late, closed = create_course(client, deadline=LONG_AGO), create_course(client)
    ada, bob = late.student("Ada"), closed.student("Bob")
    closed.teacher.decides("open", open=False)
    assert refused(ada.sends("a.py", "7"), "forbidden").startswith("The deadline was 01 January 2020, 12:00")
    assert refused(bob.sends("a.py", "7"), "forbidden") == "The course is closed; you can no longer hand in bots."
    assert bob.view["why_not"] == "The course is closed; you can no longer hand in bots."
    refused(closed.door.seat.post("/course/join", name="Cy"), "forbidden")
    refused(late.teacher.sends("a.py", "7"), "forbidden")


# Judging


def test_a_bot_that_plays_is_good_and_one_that_fails_is_bad(three: Any) -> None:
    _, ada, _, cy = three
    assert ada.view["mine"][0]["sentence"].startswith("The check passed: it won against passive in one turn")
    (newest, older) = cy.view["mine"]
    assert (newest["state"], newest["sentence"]) == ("bad", "It failed with its crash.")
    assert (older["state"], older["sentence"][:14]) == ("bad", "You handed in ")
    assert cy.handin(newest["number"])["log"] == "log of crash"


def test_the_table_has_points_strengths_and_places(three: Any) -> None:
    course, ada, *_ = three
    rows = ada.view["standings"]
    assert [(row["name"], row["place"], row["points"], row["mine"]) for row in rows] == [
        ("Ada", 1, 2.0, True),
        ("Bob", 2, 0.0, False),
    ]
    assert rows[0]["low"] <= rows[0]["elo"] <= rows[0]["high"]
    assert rows[0]["against"] == [None, 1.0]
    assert course.teacher.view["progress"] == {"played": 2, "wanted": 2, "seconds_left": None}


def test_the_newest_good_bot_counts_and_its_games_replace_the_old_ones(
    client: TestClient, kept: Database, tmp_path: Path
) -> None:
    course = create_course(client, pairs=2)
    ada, bob = course.student("Ada", "1"), course.student("Bob", "5")
    course.is_judged(kept, tmp_path)
    assert [row["name"] for row in bob.view["standings"]] == ["Bob", "Ada"]
    before = {one["key"] for one in ada.matches()}
    ada.hands_in("9")
    course.is_judged(kept, tmp_path)
    assert [row["name"] for row in bob.view["standings"]] == ["Ada", "Bob"]
    assert before.isdisjoint(one["key"] for one in ada.matches())
    ada.hands_in("crash")
    course.is_judged(kept, tmp_path)
    assert [(one["state"], one["counts"]) for one in ada.view["mine"]] == [
        ("bad", False),
        ("good", True),
        ("good", False),
    ]


def test_players_that_are_built_in_play_along_but_not_against_each_other(
    client: TestClient, kept: Database, tmp_path: Path
) -> None:
    course = create_course(client, players=["book", "passive"])
    ada = course.student("Ada", "1")
    course.is_judged(kept, tmp_path)
    assert [(row["name"], row["games"]) for row in ada.view["standings"]] == [
        ("Ada", 4),
        ("book", 2),
        ("passive", 2),
    ]


def test_two_students_with_the_same_files_share_their_games(client: TestClient, kept: Database, tmp_path: Path) -> None:
    course = create_course(client)
    for name in ("Ada", "Bob", "Cy"):
        course.student(name, "9" if name == "Cy" else "1")
    course.is_judged(kept, tmp_path)
    table = course.teacher.view["standings"]
    assert [(row["name"], row["points"], row["games"]) for row in table] == [
        ("Cy", 4.0, 4),
        ("Ada", 1.0, 4),
        ("Bob", 1.0, 4),
    ]


def test_a_bot_that_breaks_out_is_suspended_until_the_teacher_has_spoken(
    client: TestClient, kept: Database, tmp_path: Path
) -> None:
    course = create_course(client)
    ada = course.student("Ada", "1")
    course.student("Bob", "breach")
    course.is_judged(kept, tmp_path)
    (bob,) = [one for one in course.teacher.view["students"] if one["name"] == "Bob"]
    (bot,) = bob["handins"]
    assert (bot["state"], bot["sentence"]) == ("suspended", "It failed with its breach.")
    assert [row["name"] for row in ada.view["standings"]] == ["Ada"]
    view = course.teacher.decides("verdict", handin=bot["number"], counts=True)
    assert [row["name"] for row in view["standings"]] == ["Ada", "Bob"]
    view = course.teacher.decides("verdict", handin=bot["number"], counts=False)
    assert view["students"][1]["handins"][0]["state"] == "out"
    refused(ada.asks("verdict", handin=bot["number"], counts=True), "forbidden")


def test_other_limits_mean_other_games(client: TestClient, kept: Database, tmp_path: Path) -> None:
    course = create_course(client)
    ada, _ = course.student("Ada", "1"), course.student("Bob", "2")
    course.is_judged(kept, tmp_path)
    limits = {**course.teacher.view["settings"]["limits"], "think_seconds": 1.0}
    view = course.teacher.decides("set", settings=settings(course.teacher.view, limits=limits, pairs=2))
    assert view["progress"]["played"] == 0
    assert view["progress"]["wanted"] == 4
    course.is_judged(kept, tmp_path)
    assert ada.view["progress"]["played"] == 4


def test_a_bot_that_came_after_a_deadline_that_was_moved_does_not_count(
    client: TestClient, kept: Database, tmp_path: Path
) -> None:
    course = create_course(client)
    course.student("Ada", "1")
    course.is_judged(kept, tmp_path)
    view = course.teacher.decides("set", settings=settings(course.teacher.view, deadline=LONG_AGO))
    assert view["standings"] == []
    view = course.teacher.decides("set", settings=settings(course.teacher.view, deadline=None))
    assert [row["name"] for row in view["standings"]] == ["Ada"]


# Games


def test_a_game_can_be_opened_as_a_replay_and_its_key_stays_the_same(three: Any) -> None:
    course, ada, *_ = three
    match = ada.matches()[0]
    assert match["reason"] == "The turn limit is reached."
    path = f"/course/matches/{match['key']}/replay"
    key = shaped(SharedKey, ada.seat.post(path))["key"]
    assert shaped(SharedKey, ada.seat.post(path))["key"] == key
    replay = Seat(course.client, key).replay
    assert {seat["player"] for seat in replay["seats"]} == {"Ada", "Bob"}
    other = shaped(SharedKey, course.teacher.seat.post(path))["key"]
    assert other != key
    assert Seat(course.client, other).replay["id"] == replay["id"]


def test_games_are_listed_the_newest_first_and_by_student(three: Any) -> None:
    course, ada, _bob, _ = three
    games = course.teacher.matches()
    assert [one["number"] for one in games] == sorted((one["number"] for one in games), reverse=True)
    assert course.teacher.matches(limit=1) == games[:1]
    assert course.teacher.matches(before=games[0]["number"]) == games[1:]
    mine = ada.view["standings"][0]["student"]
    assert course.teacher.matches(student=mine) == games
    assert course.teacher.matches(student="nobody") == []


def test_a_teacher_has_a_report_in_every_form_and_nobody_else_has_one(three: Any) -> None:
    course, ada, *_ = three
    starts = {
        "report.html": "<!doctype html>",
        "standings.csv": "place,",
        "crosstable.csv": "name,",
        "games.csv": "pair,",
        "report.json": "{",
    }
    for form, start in starts.items():
        answer = course.teacher.seat.ask("GET", f"/course/report/{form}")
        assert answer.text.startswith(start)
        assert "Ada" in answer.text
        assert answer.headers["content-disposition"] == f'attachment; filename="{form}"'
        refused(ada.seat.ask("GET", f"/course/report/{form}"), "forbidden")
    refused(course.teacher.seat.ask("GET", "/course/report/report.exe"), "invalid")
    refused(create_course(course.client).teacher.seat.ask("GET", "/course/report/report.html"), "unknown")
