"""Rulesets are files: what is shipped, what a person writes, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadOption
from holdtheline.games.towers.ruleset import FOLDER, OPTIONS, ORDER, SHIPPED, setup
from holdtheline.table.words import options_text

from .field import setup_of
from .twin import COURSE, STANDARD, Ruleset

RULESET = OPTIONS[0]
TEXT = (FOLDER / "standard.toml").read_text()


def options(ruleset: str, frost: str = "step", turn_limit: int = 100) -> dict[str, str | int]:
    return {"ruleset": ruleset, "frost": frost, "turn_limit": turn_limit}


@pytest.mark.parametrize(("name", "numbers"), [("course", COURSE), ("standard", STANDARD)])
@pytest.mark.parametrize(("frost", "turn_limit"), [("step", 100), ("turn", 7)])
def test_what_is_shipped_has_the_numbers_of_the_rulebook(
    name: str, numbers: Ruleset, frost: str, turn_limit: int
) -> None:
    assert setup(options(name, frost, turn_limit)).tolist() == setup_of(numbers, frost, turn_limit).tolist()


def test_a_file_of_ones_own_is_kept_by_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("gold = 16", "gold = 77"))
    kept = RULESET.read(str(path))
    path.unlink()
    assert str(kept).startswith("numbers 19 77 10 ")
    assert RULESET.read(kept) == kept
    mine, usual = setup(options(str(kept))), setup(options("standard"))
    assert (mine != usual).nonzero()[0].tolist() == [1]
    assert mine[1] == 77


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_ruleset_is_known_by_its_name_and_explains_its_fields(name: str) -> None:
    assert RULESET.read(name) == name
    head = (FOLDER / f"{name}.toml").read_text().partition("\n\n")[0]
    fields = [*ORDER, "deployment_row", "gold", "hp", "income_per", "gold_for_scorers", "zero_health_attacks"]
    assert all(field in head for field in fields)


FAULTS = [
    (
        "gold = 16",
        "gold = -1",
        "mine.toml, line 18: gold: it is '-1'; it must be a whole number from 0 to 1000000",
    ),
    ("gold = 16", "", "mine.toml: gold: it is missing; it must be a whole number from 0 to 1000000"),
    ("gold = 16", "gold = 12.5", "mine.toml, line 18: gold: it is '12.5'; it must be a whole number"),
    ("gold = 16", "gold = true", "mine.toml, line 18: gold: it is 'True'; it must be a whole number"),
    (
        'income_per = "turn"',
        'income_per = "day"',
        "line 20: income_per: it is 'turn' or 'timestep', not 'day'",
    ),
    ("deployment_row = 19", "deployment_row = 30", "line 17: deployment_row: it is '30'; it must be"),
    ("gold_for_scorers = false", "gold_for_scorers = 0", "gold_for_scorers: it must be true or false"),
    ("[rifle]", "[riffle]", "riffle: there is no such field; there are: blockade, bomb"),
    ("[rifle]\n", "[rifle]\nrnage = 3\n", "rifle.rnage: there is no such field; there are: cost, damage"),
    ("[missile]\n", "[missile]\nspeed = 1\n", "missile.speed: there is no such field"),
    ("[missile]", "[missile", "this is no TOML"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), FAULTS)
def test_a_fault_is_told_with_its_line_and_reason(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert TEXT.count(old) == 1
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new))
    with pytest.raises(BadOption) as refused:
        RULESET.read(path)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"there is no ruleset 'fast' \(T1.3\); there are standard, course"):
        RULESET.read("fast")
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        RULESET.read(tmp_path / "none.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 30_000)
    with pytest.raises(BadOption, match="too large"):
        RULESET.read(tmp_path / "large.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadOption, match="not UTF-8"):
        RULESET.read(tmp_path / "odd.toml")


def test_numbers_that_no_file_could_have_are_refused() -> None:
    with pytest.raises(BadOption):
        RULESET.read("numbers 1 2 3")


def test_a_ruleset_of_one_s_own_is_shown_in_few_words(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((FOLDER / "course.toml").read_text())
    game = load("towers", plain=True, ruleset=str(path))
    assert options_text(game) == "ruleset from a file"
    assert options_text(load("towers", plain=True, ruleset="course", turn_limit=7)) == (
        "ruleset course, turn_limit 7"
    )
