"""The editor's routes: the palette, the faults of a draft, and a table to try it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from holdtheline.games.civilwar.scenario.parse import SCENARIO_FOLDER, load_scenario, parse_scenario
from holdtheline.web.games import editor
from holdtheline.web.tables import models

from ...server import Seat, client, refused, shaped

__all__ = ["client"]

HERE = "/editor/civilwar"


def battle(client: httpx.Client, name: str = "bull-run") -> dict[str, Any]:
    """Return the fields of a shipped battle."""
    answer = shaped(editor.BattleFields, Seat(client).ask("GET", f"{HERE}/battles/{name}"))
    fields: dict[str, Any] = answer["battle"]
    return fields


def checked(client: httpx.Client, fields: dict[str, Any]) -> dict[str, Any]:
    return shaped(editor.CheckedBattle, Seat(client).post(f"{HERE}/check", battle=fields))


def test_the_palette_has_terrain_and_limits(client: httpx.Client) -> None:
    parts = Seat(client).ask("GET", f"{HERE}/parts").json()
    assert parts["limits"]["columns"] == [9, 13]
    assert {"letter": "h", "kind": "hill"}.items() <= parts["terrain"][2].items()


def test_a_shipped_battle_has_no_faults_and_stays_the_same(client: httpx.Client) -> None:
    answer = checked(client, battle(client))
    assert answer["faults"] == []
    assert parse_scenario(answer["text"], "bull-run.toml") == load_scenario("bull-run")
    assert answer["picture"].startswith("<svg")


@pytest.mark.clause("C2.8")
def test_a_fault_has_its_place_and_its_rule(client: httpx.Client) -> None:
    fields = battle(client)
    fields["unit"][4]["hex"] = "E5"
    (fault,) = (one for one in checked(client, fields)["faults"] if one["kind"] == "unit")
    assert (fault["index"], fault["field"]) == (4, "hex")
    assert fault["sentence"].startswith("E5 is not at the map's edge")
    assert (fault["clause"], fault["rule"]) == ("C2.8", "/rules/civilwar#C2.8")


def test_a_file_is_read(client: httpx.Client) -> None:
    text = (SCENARIO_FOLDER / "shiloh.toml").read_text()
    read = shaped(editor.BattleFields, Seat(client).post(f"{HERE}/read", text=text))["battle"]
    assert read == battle(client, "shiloh")
    refused(Seat(client).post(f"{HERE}/read", text="title = "), "invalid")


@pytest.mark.clause("C7.2")
def test_a_draft_is_tried_against_the_computer(client: httpx.Client) -> None:
    fields = battle(client) | {"title": "My own battle"}
    answer = Seat(client).post(f"{HERE}/try", battle=fields, side="confederate", opponent="random")
    view = Seat(client, shaped(models.OpenedTable, answer, 201)["key"]).view
    assert "My own battle" in view["options_text"]
    assert [seat["mine"] for seat in view["seats"]] == [False, True]


def test_one_person_tries_both_sides(client: httpx.Client) -> None:
    answer = Seat(client).post(f"{HERE}/try", battle=battle(client), side="both")
    view = Seat(client, shaped(models.OpenedTable, answer, 201)["key"]).view
    assert [seat["mine"] for seat in view["seats"]] == [True, True]


def test_a_draft_with_a_fault_or_an_unknown_opponent_is_not_tried(client: httpx.Client) -> None:
    sentence = refused(Seat(client).post(f"{HERE}/try", battle=battle(client) | {"title": ""}), "invalid")
    assert "one line" in sentence
    refused(Seat(client).post(f"{HERE}/try", battle=battle(client), opponent="grant"), "invalid")
