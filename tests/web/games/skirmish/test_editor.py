"""The editor's addresses: what a battle can be made of, what is wrong with one, and a table to try it at."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from holdtheline.games.skirmish.scenario.parse import FOLDER, load_scenario, parse_scenario
from holdtheline.web.games import editor
from holdtheline.web.tables import models

from ...server import Seat, client, refused, shaped

__all__ = ["client"]

HERE = "/editor/skirmish"


def battle(client: httpx.Client, name: str = "millrace") -> dict[str, Any]:
    """The fields of a shipped battle."""
    answer = shaped(editor.BattleFields, Seat(client).ask("GET", f"{HERE}/battles/{name}"))
    fields: dict[str, Any] = answer["battle"]
    return fields


def checked(client: httpx.Client, fields: dict[str, Any]) -> dict[str, Any]:
    return shaped(editor.CheckedBattle, Seat(client).post(f"{HERE}/check", battle=fields))


def test_the_parts_are_told(client: httpx.Client) -> None:
    parts = Seat(client).ask("GET", f"{HERE}/parts").json()
    assert parts["limits"]["table"] == 24
    assert "tollmen" in [book["name"] for book in parts["books"]]


def test_a_shipped_battle_that_is_checked_has_no_faults_and_is_the_same(client: httpx.Client) -> None:
    response = checked(client, battle(client))
    assert response["faults"] == []
    assert parse_scenario(response["text"], "millrace.toml") == load_scenario("millrace")
    assert response["picture"].startswith("<svg")
    assert 'data-id="f1"' in response["picture"]
    assert 'data-id="t1"' in response["picture"]


def test_an_unknown_battle_is_not_found(client: httpx.Client) -> None:
    refused(Seat(client).ask("GET", f"{HERE}/battles/nowhere"), "unknown")


@pytest.mark.clause("K1.3")
def test_a_fault_is_told_with_its_place_and_its_rule(client: httpx.Client) -> None:
    fields = battle(client)
    fields["character"][0]["at"] = [12, 15]
    (fault,) = checked(client, fields)["faults"]
    assert (fault["kind"], fault["index"], fault["field"]) == ("character", 0, "at")
    assert fault["sentence"] == "The base of 'Oda Verrin' overlaps The mill."
    assert (fault["clause"], fault["rule"]) == ("K1.3", "/rules/skirmish#K1.3")


def test_a_battle_full_of_faults_is_drawn_as_far_as_it_can_be_read(client: httpx.Client) -> None:
    fields = battle(client)
    fields["terrain"][0]["kind"] = "moon"
    fields["character"][1]["card"] = "Nobody"
    response = checked(client, fields)
    assert {(one["kind"], one["index"]) for one in response["faults"]} == {("terrain", 0), ("character", 1)}
    assert 'data-id="t1"' not in response["picture"]
    assert 'data-id="t2"' in response["picture"]


def test_a_file_is_read_finished_or_not(client: httpx.Client) -> None:
    text = (FOLDER / "old-sump.toml").read_text()
    read = shaped(editor.BattleFields, Seat(client).post(f"{HERE}/read", text=text))["battle"]
    assert read == battle(client, "old-sump")
    half = shaped(editor.BattleFields, Seat(client).post(f"{HERE}/read", text='title = "Half"'))["battle"]
    assert half == {"title": "Half"}
    sentence = refused(Seat(client).post(f"{HERE}/read", text="title = ", name="mine.toml"), "invalid")
    assert sentence.startswith("Mine.toml, line 1: this is not TOML")
    refused(Seat(client).post(f"{HERE}/read", text="x" * 60_001), "invalid")


@pytest.mark.parametrize(
    "fields",
    [
        {"title": None},
        {"title": "<script>"},
        {"terrain": "x"},
        {"terrain": [{"kind": "wall", "line": [[1]], "x": {"y": {"z": []}}}]},
        {"character": [{}] * 200},
        {"story": ["\ud7ff" * 100]},
        {"rounds": 1e300, "traits": {"reach": True}},
        {"card": [{"name": "A", "move": -0.0001}]},
    ],
)
def test_strange_battles_are_faults_and_no_failure(client: httpx.Client, fields: dict[str, Any]) -> None:
    assert checked(client, fields)["faults"]


def test_a_body_that_is_no_battle_is_refused(client: httpx.Client) -> None:
    for body in ({}, {"battle": []}, {"battle": {}, "more": 1}, {"battle": {"x" * 41: 1}}):
        refused(Seat(client).ask("POST", f"{HERE}/check", json=body), "invalid")
    refused(Seat(client).post(f"{HERE}/check", battle={"story": "x" * 70_000}), "too_large")


@pytest.mark.clause("K6.3")
def test_a_battle_of_ones_own_is_tried_at_a_table(client: httpx.Client) -> None:
    fields = battle(client) | {"title": "My own battle"}
    answer = Seat(client).post(f"{HERE}/try", battle=fields)
    opened = shaped(models.OpenedTable, answer, 201)
    view = Seat(client, opened["key"]).view
    assert (view["game"], view["title"]) == ("skirmish", "Skirmish")
    assert "My own battle" in view["options_text"]
    assert [seat["mine"] for seat in view["seats"]] == [True]


@pytest.mark.clause("K6.1")
def test_a_battle_is_tried_by_several_who_sit_at_one_screen(client: httpx.Client) -> None:
    answer = Seat(client).post(f"{HERE}/try", battle=battle(client), generals=2, enemy="seat")
    view = Seat(client, shaped(models.OpenedTable, answer, 201)["key"]).view
    assert [seat["mine"] for seat in view["seats"]] == [True, True, True]


def test_a_battle_with_a_fault_is_not_tried(client: httpx.Client) -> None:
    sentence = refused(Seat(client).post(f"{HERE}/try", battle=battle(client) | {"title": ""}), "invalid")
    assert "must be one line" in sentence
    refused(Seat(client).post(f"{HERE}/try", battle=battle(client), generals=5), "invalid")


def test_the_page_is_there_and_its_old_address_leads_to_it(client: httpx.Client) -> None:
    answer = client.get("/editor/skirmish")
    assert answer.status_code == 200
    assert "Skirmish editor" in answer.text
    assert '<link rel="modulepreload" href="/static/js/editor/draft.js">' in answer.text
    assert client.get("/editor", follow_redirects=False).headers["location"] == "/editor/skirmish"
    assert client.get("/editor/siege").status_code == 404
