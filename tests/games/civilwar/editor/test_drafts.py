"""A draft of a battle: every fault is reported with its place, and what can be read is drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdtheline.core.errors import BadOption, UnknownName
from holdtheline.core.scenarios.drafts import Draft
from holdtheline.games.civilwar.editor.drafts import check_draft, load_fields, parse_fields
from holdtheline.games.civilwar.editor.palette import palette
from holdtheline.games.civilwar.editor.preview import MAX_DRAWN, draw_draft
from holdtheline.games.civilwar.rules.terrain import Terrain
from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario, parse_scenario


@pytest.fixture
def fields() -> dict[str, Any]:
    """Return the fields of a shipped battle, as a browser sends them."""
    loaded: dict[str, Any] = json.loads(json.dumps(load_fields("bull-run")))
    return loaded


def places(draft: Draft) -> set[tuple[str, int | None, str]]:
    return {(fault.kind, fault.index, fault.field) for fault in draft.faults}


@pytest.mark.parametrize("name", list_scenarios())
def test_a_shipped_battle_comes_as_json_and_is_the_same_when_checked(name: str) -> None:
    fields = json.loads(json.dumps(load_fields(name)))
    draft = check_draft(fields)
    assert draft.faults == []
    assert parse_scenario(draft.text, f"{name}.toml") == load_scenario(name)
    assert parse_fields(draft.text) == fields


def test_an_unknown_battle_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="bull-run"):
        load_fields("nowhere")


@pytest.mark.parametrize("text", ["a = 1979-05-27", "a = nan", "a = [", "x" * 70_000])
def test_a_file_that_is_no_battle_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        parse_fields(text)


@pytest.mark.clause("C2.4")
def test_a_fault_names_its_table_its_index_and_its_field(fields: dict[str, Any]) -> None:
    fields["unit"][3]["hex"] = "Z99"
    assert places(check_draft(fields)) == {("unit", 3, "hex")}


@pytest.mark.clause("C2.7")
def test_every_wrong_field_is_reported_with_its_place(fields: dict[str, Any]) -> None:
    fields["title"] = ""
    fields["unit"][0]["morale"] = "blue"
    fields["unit"][7]["strength"] = 9
    fields["leader"][2]["name"] = ""
    fields["points"][1]["worth"] = 0
    assert places(check_draft(fields)) >= {
        ("battle", None, "title"),
        ("unit", 0, "morale"),
        ("unit", 7, "strength"),
        ("leader", 2, "name"),
        ("points", 1, "worth"),
    }


@pytest.mark.clause("C2.7")
def test_every_piece_in_a_wrong_hex_is_reported(fields: dict[str, Any]) -> None:
    for index in (0, 1):
        fields["unit"][index]["hex"] = "L7"
    faults = check_draft(fields).faults
    assert {(fault.kind, fault.index) for fault in faults if fault.clause == "C2.7"} >= {("unit", 1), ("unit", 10)}


def test_a_fault_of_a_side_has_no_index(fields: dict[str, Any]) -> None:
    fields["confederate"]["vp"] = 0
    assert places(check_draft(fields)) == {("confederate", None, "vp")}


def test_a_fault_of_the_map_or_of_a_name_is_found(fields: dict[str, Any]) -> None:
    assert places(check_draft(fields | {"map": "x y"})) >= {("battle", None, "map")}
    assert places(check_draft(fields | {"names": {"Q1": "Nowhere"}})) == {("names", None, "Q1")}


@pytest.mark.parametrize("strange", [{"title": None}, {"unit": "x"}, {"unit": [1]}, {"points": [{}]}, {"map": 7}, {}])
def test_strange_fields_are_faults_and_no_failure(fields: dict[str, Any], strange: dict[str, Any]) -> None:
    given = fields | strange if strange else {}
    assert check_draft(given).faults
    draw_draft(given)


# The picture


def test_a_draft_is_drawn_with_its_map_pieces_and_flags(fields: dict[str, Any]) -> None:
    picture = draw_draft(fields)
    assert picture is not None
    assert picture.count("htl-vp-flag") == 2
    assert "Burnside, Union infantry, 4 of 4 blocks, morale black" in picture
    assert "Franklin" not in picture  # he enters later
    assert ">Henry Hill<" in picture


def test_what_cannot_be_read_is_left_out_of_the_picture(fields: dict[str, Any]) -> None:
    fields["unit"][0]["hex"] = "Z1"
    fields["unit"][1]["kind"] = "elephant"
    fields["names"] = {"Q1": "Nowhere", "A1": 3}
    picture = draw_draft(fields)
    assert picture is not None
    assert "Burnside" not in picture
    assert "Porter" not in picture
    assert "Palmer" in picture


def test_a_map_with_a_gap_or_an_unknown_letter_is_drawn_as_clear() -> None:
    picture = draw_draft({"map": ". . .\n w ?\n. . . ."})
    assert picture is not None
    assert "C2, clear" in picture
    assert "D3" not in picture
    assert draw_draft({"map": "  \n"}) is None


# The palette


def test_the_palette_describes_every_terrain_and_kind() -> None:
    parts = palette()
    assert [one["kind"] for one in parts["terrain"]] == [terrain.name.lower() for terrain in Terrain]
    assert {"kind": "infantry", "blocks": 4} in parts["kinds"]
    assert len(parts["battles"]) == 10
    json.dumps(parts)


def test_a_draft_with_too_much_in_it_is_drawn_in_part(fields: dict[str, Any]) -> None:
    fields["points"] = [{"hex": "A1", "worth": 1}] * 2000
    fields["unit"][0]["name"] = "Burnside" * 5000
    picture = draw_draft(fields)
    assert picture is not None
    assert picture.count("htl-vp-flag") == MAX_DRAWN
    assert len(picture) < 500_000
