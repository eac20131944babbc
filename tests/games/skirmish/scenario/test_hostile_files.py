"""Files that are too large, too many, too deep or no files at all: refused before anything starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.errors import BadOption
from holdtheline.core.toml.file import MAX_FAULTS
from holdtheline.games.skirmish.scenario.parse import read_scenario

from ..footbridge_scenario import TEXT, refusals, spoiled


def many(table: str, count: int) -> str:
    return TEXT + "".join(f"\n[[{table}]]\n" for _ in range(count))


@pytest.mark.parametrize(
    ("table", "most", "clause"),
    [
        ("terrain", 64, "K1.3"),
        ("company", 16, "K1.2"),
        ("character", 64, "K1.2"),
        ("objective", 16, "K3.1"),
        ("ending", 12, "K2.3"),
    ],
)
def test_the_number_of_entries_is_limited(table: str, most: int, clause: str) -> None:
    has = TEXT.count(f"[[{table}]]")
    text = many(table, most + 1 - has)
    reason = f"there are {most + 1} tables [[{table}]]; there can be {most} ({clause})"
    assert f"mine.toml, line {text.count(chr(10))}: {table}: {reason}" in refusals(text)


def test_a_side_has_at_most_32_characters() -> None:
    more = "".join(
        f'\n[[character]]\ncompany = "Ringers"\ncard = "Ringer"\nname = "Ringer {place}x"\nat = [6, 6]\nfacing = "up"\n'
        for place in range(31)
    )
    assert "character.card: the friends' side has 33 characters; it can have 32 (K1.2)" in " ".join(
        refusals(TEXT + more)
    )


def test_ten_thousand_characters_are_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text(many("character", 10_000))
    with pytest.raises(BadOption, match="is too large for a battle"):
        read_scenario(path)
    sentences = refusals(many("character", 3000))
    assert any("there are 3005 tables [[character]]; there can be 64 (K1.2)" in sentence for sentence in sentences)
    assert len(sentences) == MAX_FAULTS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[" * 5000, "this is not TOML"),
        ("a = " + "[" * 5000, "its brackets are nested too deeply"),
        ("a = " + "9" * 5000, "a number in it is too long"),
        (
            spoiled("at = [12, 15]", f"at = [{10**400}, 15]"),
            "it must be [x, y], numbers of inches with up to 3 decimals",
        ),
        (
            spoiled("move = 7.5", f"move = -{10**400}"),
            "it must be a number of inches from 0 to 24 with up to",
        ),
        (spoiled("rounds = 9", f"rounds = {10**400}"), "it must be a whole number from 1 to 200"),
        ("title = ", "this is not TOML"),
        ("\0", "this is not TOML"),
        (TEXT + "[extra]\n", "unknown table [extra]; choose from: traits, terrain, "),
        (TEXT + "[character.traits]\nfear = 1\n", "unknown table [character.traits]; "),
        (
            TEXT.replace("[traits]", "[traits.deep]"),
            "line 13: traits.deep: unknown table [traits.deep]; did you mean 'traits'?",
        ),
        (
            spoiled("disc = [12, 12, 1.25]", "disc = [\n[12], 12, 1.25]"),
            "a list, or what is in braces, must be on one line",
        ),
    ],
)
def test_a_strange_file_is_refused(text: str, expected: str) -> None:
    sentences = refusals(text)
    assert all(sentence.startswith("mine.toml") for sentence in sentences)
    assert any(expected in sentence for sentence in sentences)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        read_scenario(tmp_path / "none.toml")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    with pytest.raises(BadOption, match="is too large for a battle"):
        read_scenario(tmp_path / "endless.toml")
