"""The page about campaign files tells every field, condition and effect, and its example is a campaign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from holdtheline.core.rulebook import cells_of
from holdtheline.games.skirmish.campaign import passages, reading
from holdtheline.games.skirmish.campaign.files import read
from holdtheline.games.skirmish.campaign.story import GROUPS, Ask, Sort

PAGE = (Path(__file__).parents[2] / "docs" / "campaigns.md").read_text(encoding="utf-8")


def first_cells(head: str) -> list[str]:
    """What the first column below this head names, of the only table that has it."""
    tables = re.findall(r"(?:^\|.*\n?)+", PAGE, re.MULTILINE)
    cut = [[cells_of(row)[0] for row in table.splitlines() if "|---|" not in row] for table in tables]
    (found,) = (table for table in cut if table[0] == head)
    return [name for cell in found[1:] for name in cell.split(", ")]


@pytest.mark.clause("K6.3")
def test_the_example_is_a_campaign(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "two-nights.toml").write_text(example)
    story = read(tmp_path / "two-nights.toml")
    assert [scene.sort for scene in story.scenes.values()] == [
        Sort.BATTLE,
        Sort.HAVEN,
        Sort.CHOICE,
        Sort.BATTLE,
    ]
    assert set(re.findall(r"^\[\[(\w+)\]\]", example, re.MULTILINE)) == set(reading.TABLES) - {"card"}


def test_every_field_is_told() -> None:
    assert first_cells("field of the head") == list(reading.HEAD)
    scenes = {field for sort in Sort for field in reading.fields_for(sort)}
    assert sorted(first_cells("field of a scene")) == sorted(scenes)


def test_every_condition_and_every_effect_is_told_in_its_order() -> None:
    assert first_cells("condition in if") == [ask.word for ask in Ask]
    assert first_cells("effect") == list(passages.EFFECTS)
    assert [group for group in GROUPS if f"`{group}`" not in PAGE] == []


@pytest.mark.parametrize(("what", "most"), [
    ("scenes", reading.MOST_SCENES), ("items", reading.MOST_ITEMS), ("scars", reading.MOST_SCARS),
    ("ends", reading.MOST_ENDS), ("members", reading.MOST_OF_A_SIDE),
])  # fmt: skip
def test_the_limits_are_those_of_the_reader(what: str, most: int) -> None:
    assert f"{most} {what}" in " ".join(PAGE.split())
