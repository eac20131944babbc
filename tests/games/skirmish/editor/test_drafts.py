"""A draft of a battle: every fault is reported, with its place."""

from __future__ import annotations

import copy
import json
import tomllib
from collections import Counter
from typing import Any

import pytest

from holdtheline.core.errors import BadOption, UnknownName
from holdtheline.core.scenarios.drafts import Draft
from holdtheline.games.skirmish.editor.drafts import check_draft, load_fields, parse_fields
from holdtheline.games.skirmish.editor.palette import palette
from holdtheline.games.skirmish.editor.preview import draw_draft
from holdtheline.games.skirmish.rules.traits.catalog import TRAIT_BY_WORD, TRAITS
from holdtheline.games.skirmish.scenario import parse
from holdtheline.games.skirmish.scenario.parse import (
    ENDING_PARAMETERS,
    load_scenario,
    parse_scenario,
    shipped_scenarios,
)

from ..footbridge_scenario import TEXT


@pytest.fixture
def fields() -> dict[str, Any]:
    """Return the fields of the footbridge, as a browser sends them."""
    return copy.deepcopy(tomllib.loads(TEXT))


def places(draft: Draft) -> list[tuple[str, int | None, str]]:
    return [(fault.kind, fault.index, fault.field) for fault in draft.faults]


# What is right


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_shipped_battle_comes_as_json_and_is_the_same_when_checked(name: str) -> None:
    fields = json.loads(json.dumps(load_fields(name)))
    draft = check_draft(fields)
    assert draft.faults == []
    assert parse_scenario(draft.text, f"{name}.toml") == load_scenario(name)
    assert parse_fields(draft.text) == fields


def test_an_unknown_battle_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="millrace"):
        load_fields("nowhere")


@pytest.mark.parametrize("text", ["a = 1979-05-27", "a = nan", "a = [", "a = " + "1" * 70_000, "x" * 70_000])
def test_a_file_that_is_no_battle_at_all_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        parse_fields(text)


# What is wrong


def test_every_wrong_field_is_reported_with_its_place(fields: dict[str, Any]) -> None:
    fields["title"] = ""
    fields["rounds"] = 500
    del fields["timeout"]
    fields["terrain"][1]["disc"] = [30, 12, 1]
    fields["objective"][1]["kind"] = "ghost"
    fields["card"][1]["wounds"] = -1
    draft = check_draft(fields)
    assert draft.scenario is None
    assert set(places(draft)) >= {
        ("battle", None, "title"),
        ("battle", None, "rounds"),
        ("battle", None, "timeout"),
        ("terrain", 1, "disc"),
        ("objective", 1, "kind"),
        ("card", 1, "wounds"),
    }


def test_all_wrong_places_are_reported_at_once(fields: dict[str, Any]) -> None:
    fields["character"][0]["at"] = [6, 12]
    fields["character"][2]["at"] = [0.25, 23]
    fields["objective"][0]["at"] = [12, 12]
    draft = check_draft(fields)
    assert [(one.kind, one.index, one.field, one.clause, one.sentence) for one in draft.faults] == [
        ("character", 0, "at", "K1.3", "the base of 'Ann' overlaps Fence"),
        (
            "character",
            2,
            "at",
            "K1.1",
            "the base of 'Wolf' at 0.25, 23 is 1.5 inches across, and not all of it is on the table",
        ),
        ("objective", 0, "at", "K3.1", "'Bell' lies in a pillar"),
    ]


@pytest.mark.clause("K1.3")
def test_of_two_that_overlap_the_later_is_reported_once(fields: dict[str, Any]) -> None:
    fields["character"][0]["at"] = fields["character"][1]["at"]
    draft = check_draft(fields)
    assert places(draft) == [("character", 1, "at")]
    assert draft.faults[0].sentence == "the base of 'Ben' overlaps that of 'Ann'"


def test_a_trait_with_an_unknown_name_is_reported_at_its_bearer(fields: dict[str, Any]) -> None:
    fields["company"][2]["traits"]["tether"]["pool"] = "Lake"
    fields["character"][1]["traits"]["bane"]["against"] = "Bear"
    fields["traits"]["order"] = ["Ann"]
    draft = check_draft(fields)
    assert [(one.kind, one.index) for one in draft.faults] == [
        ("battle", None),
        ("company", 2),
        ("character", 1),
    ]
    assert all(one.field.startswith("traits") for one in draft.faults)


def test_two_endings_that_never_come_are_both_reported(fields: dict[str, Any]) -> None:
    fields["ending"][0]["what"] = "Rope"
    fields["ending"].append(dict(fields["ending"][1]))
    assert places(check_draft(fields)) == [("ending", 0, "when"), ("ending", 4, "when")]


def test_an_empty_battle_has_a_fault_for_each_missing_part() -> None:
    draft = check_draft({})
    assert ("battle", None, "title") in places(draft)
    draft = check_draft({"title": "A", "aim": "B", "story": "C", "timeout": "enemy"})
    assert places(draft) == [("character", None, "")] * 2
    assert draft.faults[0].sentence == "the friends' side has no characters on the table at the start"


def test_a_value_that_no_file_can_have_is_a_fault_and_no_exception() -> None:
    sentences = [one.sentence for one in check_draft({"title": None}).faults]
    assert sentences == ["a field has no value; fill it in or remove it"]
    assert check_draft({"story": "x" * 70_000}).faults[0].sentence == "the battle is too large for a file"
    assert places(check_draft({"character": [{"x": 1}] * 65}))[0][0] == "character"


# What is seen of it


def test_an_unfinished_battle_is_drawn_as_far_as_it_can_be_read(fields: dict[str, Any]) -> None:
    whole = draw_draft(check_draft(fields).text)
    assert whole is not None
    assert all(f'data-id="{one}"' in whole for one in ("f1", "f2", "e1", "e2", "e3", "o1", "o2", "t1", "t8"))
    fields["terrain"][0]["line"] = [1, 2]
    fields["objective"][1]["kind"] = "ghost"
    fields["character"][0]["card"] = "Nobody"
    part = draw_draft(check_draft(fields).text)
    assert part is not None
    assert not any(f'data-id="{one}"' in part for one in ("t1", "o2", "f2"))
    assert all(f'data-id="{one}"' in part for one in ("t2", "o1", "f1", "e3"))
    assert draw_draft("title = ") is None
    assert draw_draft("") is not None


# What there is


def test_everything_that_files_can_use_is_offered() -> None:
    parts = json.loads(json.dumps(palette()))
    assert [one["word"] for one in parts["traits"]] == list(TRAIT_BY_WORD)
    assert [one["kind"] for one in parts["terrain"]] == [
        "wall", "pillar", "wood", "water", "hill", "house", "door", "cliff", "gap", "edge"
    ]  # fmt: skip
    assert len(parts["endings"]) == len(ENDING_PARAMETERS)
    assert all(" " in one["sentence"] for one in parts["endings"])
    assert {one["name"] for one in parts["battles"]} == set(shipped_scenarios())
    (tether,) = [one for one in parts["traits"] if one["word"] == "tether"]
    assert [(one["name"], one["type"], one["maximum"]) for one in tether["parameters"]] == [
        ("pool", "terrain", 0),
        ("inches", "inches", 12),
    ]
    (climb,) = [one for one in parts["traits"] if one["word"] == "climb"]
    assert (climb["scopes"], climb["grounds"], climb["parameters"]) == (["terrain"], ["cliff"], [])
    assert len(parts["traits"]) == len(TRAITS)
    (lamps,) = [one for one in parts["books"] if one["name"] == "lamplighters"]
    assert lamps["traits"][0]["word"] == "lies"
    assert [card["name"] for card in lamps["cards"]][:2] == ["Oda Verrin", "Hask"]
    assert lamps["cards"][0]["traits"] == [
        {"word": "strikes_back", "value": True, "text": "Strikes back when it is wounded in melee."}
    ]


def test_of_many_in_one_place_each_is_reported_once() -> None:
    """21 friends in one place overlap 210 times."""
    fields = load_fields("long-causeway")
    first = fields["character"][0]
    more = [{**first, "name": f"Double {chr(97 + place)}"} for place in range(20)]
    fields["character"] = [*fields["character"], *more]
    assert len(check_draft(fields).faults) == 20


def test_of_thousands_of_characters_no_more_are_drawn_than_a_battle_has(
    fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To tell the line of each fault takes the whole text: thousands of them would take minutes."""
    fields["character"] += [{"name": f"Double {place}"} for place in range(3000)]
    fields["company"] += [{"name": f"Company {place}"} for place in range(100)]
    read: Counter[str] = Counter()

    def counted(name: str) -> Any:
        reading = getattr(parse, name)
        return lambda *things: (read.update([name]), reading(*things))[1]

    for name in ("parse_character", "parse_company"):
        monkeypatch.setattr(parse, name, counted(name))
    draft = check_draft(fields)
    assert "too large" in draft.faults[0].sentence
    assert draw_draft(draft.text) is not None
    assert (read["parse_company"], read["parse_character"]) == (16, 0)
    del fields["company"][2:]
    assert draw_draft(check_draft(fields).text) is not None
    assert read["parse_character"] == 64
