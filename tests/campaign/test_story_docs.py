"""The page of campaign files lists all fields, conditions and effects; the tutorial's example is valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdtheline.campaign.story import parse, parse_effects
from holdtheline.campaign.story.files import read_story
from holdtheline.campaign.story.model import GROUPS, ConditionKind, SceneKind
from holdtheline.core.rulebook import table_cells

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "campaign-files.md").read_text(encoding="utf-8")
TUTORIAL = (DOCS / "tutorials" / "campaign.md").read_text(encoding="utf-8")


def first_cells(head: str) -> list[str]:
    """Return the names in the first column of the only table with this heading."""
    tables = re.findall(r"(?:^\|.*\n?)+", PAGE, re.MULTILINE)
    cut = [[table_cells(row)[0] for row in table.splitlines() if "|---|" not in row] for table in tables]
    (found,) = (table for table in cut if table[0] == head)
    return [name for cell in found[1:] for name in cell.split(", ")]


@pytest.mark.clause("K6.3")
def test_the_example_is_a_campaign(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", TUTORIAL, re.DOTALL)
    (tmp_path / "two-nights.toml").write_text(example)
    story = read_story(tmp_path / "two-nights.toml")
    assert [scene.kind for scene in story.scenes.values()] == [
        SceneKind.BATTLE,
        SceneKind.HAVEN,
        SceneKind.CHOICE,
        SceneKind.BATTLE,
    ]
    assert set(re.findall(r"^\[\[(\w+)\]\]", example, re.MULTILINE)) == set(parse.TOML_TABLES) - {"card"}


def test_every_field_is_documented() -> None:
    assert first_cells("field of the head") == list(parse.HEAD_FIELDS)
    scenes = {field for sort in SceneKind for field in parse.scene_fields(sort)}
    assert sorted(first_cells("field of a scene")) == sorted(scenes)


def test_every_condition_and_every_effect_is_documented_in_order() -> None:
    assert first_cells("condition in if") == [ask.word for ask in ConditionKind]
    assert first_cells("effect") == list(parse_effects.EFFECT_FIELDS)
    assert [group for group in GROUPS if f"`{group}`" not in PAGE] == []


@pytest.mark.parametrize(("what", "most"), [
    ("scenes", parse.MAX_SCENES), ("items", parse.MAX_ITEMS), ("scars", parse.MAX_SCARS),
    ("ends", parse.MAX_ENDINGS), ("members", parse.MAX_MEMBERS),
])  # fmt: skip
def test_the_limits_are_those_of_the_reader(what: str, most: int) -> None:
    assert f"{most} {what}" in " ".join(PAGE.split())
