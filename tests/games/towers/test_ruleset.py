"""Rulesets are files: what is shipped, what a person writes, and what is wrong with it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadFile, BadOption, BadRecord
from holdtheline.core.game_record.replay import Record
from holdtheline.games.towers.ruleset import (
    GAME_LIMITS,
    GAME_SWITCHES,
    OPTIONS,
    RULESET_FOLDER,
    SHIPPED_RULESETS,
    UNIT_FIELDS,
    setup,
)
from holdtheline.games.towers.state import TowersState
from holdtheline.table.text import options_text

from .engine_game import numbers_of, setup_of
from .reference_game import COURSE, STANDARD, Ruleset

RULESET = OPTIONS[0]
TEXT = (RULESET_FOLDER / "standard.toml").read_text()


def options(
    ruleset: str, frost: str = "step", turn_limit: int = 100, tower_bounty: str = "price"
) -> dict[str, str | int]:
    return {"ruleset": ruleset, "frost": frost, "tower_bounty": tower_bounty, "turn_limit": turn_limit}


@pytest.mark.parametrize(("name", "numbers"), [("course", COURSE), ("standard", STANDARD)])
@pytest.mark.parametrize("others", [("step", 100, "price"), ("turn", 7, "price_plus_one")])
def test_what_is_shipped_has_the_numbers_of_the_rulebook(
    name: str, numbers: Ruleset, others: tuple[str, int, str]
) -> None:
    assert setup(options(name, *others)).tolist() == setup_of(numbers, *others).tolist()


def test_a_file_of_ones_own_is_kept_by_its_numbers(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace("gold = 16", "gold = 77"))
    kept = RULESET.parse(str(path))
    path.unlink()
    assert str(kept).startswith("numbers 19 77 10 ")
    assert RULESET.parse(kept) == kept
    mine, usual = setup(options(str(kept))), setup(options("standard"))
    assert TowersState(mine).gold.tolist() == [77, 77]
    TowersState(mine).gold[0] = TowersState(mine).gold[1] = 16
    assert (mine == usual).all()


@pytest.mark.parametrize("name", SHIPPED_RULESETS)
def test_a_shipped_ruleset_is_known_by_its_name_and_explains_its_fields(name: str) -> None:
    assert RULESET.parse(name) == name
    head = (RULESET_FOLDER / f"{name}.toml").read_text().partition("\n\n")[0]
    words = set(re.findall(r"\w+", head))
    assert {*UNIT_FIELDS, *GAME_LIMITS, "income_per", *GAME_SWITCHES} <= words


FAULTS = [
    (
        "gold = 16",
        "gold = -1",
        "line 19: gold: it must be a whole number from 0 to 1000000, not -1",
    ),
    # Above line 26, where [missile] begins, it ought to be.
    ("gold = 16", "", "mine.toml, line 26: gold: it is missing; it must be a whole number from 0 to 1000000"),
    ("gold = 16", "gold = 12.5", "line 19: gold: it must be a whole number from 0 to 1000000, not 12.5"),
    ("gold = 16", "gold = true", "line 19: gold: it must be a whole number from 0 to 1000000, not true"),
    (
        'income_per = "turn"',
        'income_per = "day"',
        "line 21: income_per: it must be 'turn' or 'timestep', not the text 'day'",
    ),
    (
        'income_per = "turn"',
        'income_per = ["turn"]',
        "line 21: income_per: it must be 'turn' or 'timestep', not the list ['turn']",
    ),
    ('income_per = "turn"', "", "line 26: income_per: it is missing; it must be 'turn' or 'timestep'"),
    (
        "deployment_row = 19",
        "deployment_row = 30",
        "line 18: deployment_row: it must be a whole number from 2 to 20, not 30",
    ),
    (
        "gold_for_scorers = false",
        "gold_for_scorers = 0",
        "line 22: gold_for_scorers: it must be true or false, not 0",
    ),
    ("gold_for_scorers = false\n", "", "line 25: gold_for_scorers: it is missing; it must be true or false"),
    ("jumps = true\n", "", "line 88: horse.jumps: it is missing; it must be true or false"),
    ("speed = 2", "speed = 1", "line 93: horse.speed: it is 1; a unit that jumps needs a speed of 2 or more (T5.1)"),
    ("[rifle]", "[riffle]", "line 68: riffle: unknown table; did you mean 'rifle'? Choose from: blockade, bomb, de"),
    (
        "[rifle]\n",
        "[rifle]\nrnage = 3\n",
        "line 69: rifle.rnage: unknown field; did you mean 'range'? Choose from: cost, damage, fron",
    ),
    ("[missile]\n", "[missile]\nspeed = 1\n", "missile.speed: unknown field"),
    ("[missile]", "[missile", "this is not TOML"),
    ("[missile]", "[[missile]]", "line 26: missile: it must be a table [missile], not a list of tables"),
    ("gold = 16", "gold = 16\n" + r'"a\nb" = 1', "a?b: unknown field"),
    ("gold = 16", "gold = " + "9" * 5000, "mine.toml: a number in it is too long"),
    ("gold = 16", "gold = " + "[" * 5000, "mine.toml: its brackets are nested too deeply"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), FAULTS)
def test_a_fault_is_reported_with_its_line_and_reason(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert TEXT.count(old) == 1
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new))
    with pytest.raises(BadOption) as refused:
        RULESET.parse(path)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_all_faults_of_a_ruleset_are_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = TEXT.replace("gold = 16", "gold = -1").replace("speed = 2", "speed = 1").replace("[rifle]", "[riffle]")
    path.write_text(text)
    with pytest.raises(BadFile) as refused:
        RULESET.parse(path)
    assert [(fault.field, fault.line, fault.clause) for fault in refused.value.faults] == [
        ("gold", 19, ""),
        ("riffle", 68, ""),
        ("horse.speed", 93, "T5.1"),
    ]
    assert str(refused.value).endswith("from 0 to 1000000, not -1; and 2 more faults")


def test_the_line_of_a_field_that_is_not_in_its_own_table(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head, _, rest = TEXT.partition("[missile]")
    table, _, rest = rest.partition("\n\n")
    for units in (
        "missile = { " + ", ".join(table.split("\n")[1:]).replace("cost = 4", "cost = -4") + " }\n",
        table.replace("\n", "\nmissile.").replace("cost = 4", "cost = -4"),
    ):
        path.write_text(f"{head}{units}\n{rest}")
        line = path.read_text().splitlines().index(units.strip().splitlines()[0]) + 1
        with pytest.raises(
            BadOption,
            match=rf"^mine.toml, line {line}: missile.cost: it must be a whole number from 0 to 1000000, not -4$",
        ):
            RULESET.parse(path)


def test_a_file_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT, encoding="utf-8-sig")
    assert setup(options(str(RULESET.parse(path)))).tolist() == setup(options("standard")).tolist()


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"unknown ruleset 'fast' \(T1.3\); choose from standard, course"):
        RULESET.parse("fast")
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        RULESET.parse(tmp_path / "none.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * 30_000)
    with pytest.raises(BadOption, match="too large"):
        RULESET.parse(tmp_path / "large.toml")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    with pytest.raises(BadOption, match="too large"):
        RULESET.parse(tmp_path / "endless.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadOption, match="cannot be read: Is a directory"):
        RULESET.parse(tmp_path / "folder.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadOption, match="not UTF-8"):
        RULESET.parse(tmp_path / "odd.toml")
    for name in ("a\0b.toml", "~nobody-has-this-name/x.toml"):
        with pytest.raises(BadOption, match="cannot be the name of a file"):
            RULESET.parse(name)


KEPT = numbers_of(STANDARD).split()[1:]
"""The numbers of a ruleset as a record keeps them."""


@pytest.mark.clause("T1.3")
@pytest.mark.parametrize(
    ("place", "number", "sentence"),
    [
        (0, 1, "deployment_row must be a whole number from 2 to 20, not 1 (T1.3)"),
        (0, 21, "deployment_row must be a whole number from 2 to 20, not 21 (T1.3)"),
        (2, 0, "hp must be a whole number from 1 to 1000000, not 0 (T1.3)"),
        (3, 50, "income_per must be 1 or 100, not 50 (T1.3)"),
        (4, 2, "gold_for_scorers must be a whole number from 0 to 1, not 2 (T1.3)"),
        (7 + 1, 0, "missile.health must be a whole number from 1 to 1000000, not 0 (T1.3)"),
        (7 + 2, 22, "missile.range must be a whole number from 0 to 21, not 22 (T1.3)"),
        (7 + 6, 1, "missile.speed must be 0, not 1 (T1.3)"),
        (7 + 7 * 10 + 6, 1, "speed is 1; a unit that jumps needs a speed of 2 or more (T5.1)"),
        (7 + 7 * 10 + 7, 0, "horse.moves_every must be a whole number from 1 to 100, not 0 (T1.3)"),
        (7 + 7 * 10 + 9, 2, "horse.jumps must be a whole number from 0 to 1, not 2 (T1.3)"),
    ],
)
def test_numbers_that_no_file_could_have_are_refused(place: int, number: int, sentence: str) -> None:
    """They come from a record or over the net, and the rules write by them without looking."""
    assert RULESET.parse(" ".join(["numbers", *KEPT])) == " ".join(["numbers", *KEPT])
    wrong = [*KEPT[:place], str(number), *KEPT[place + 1 :]]
    with pytest.raises(BadOption) as refused:
        RULESET.parse(" ".join(["numbers", *wrong]))
    assert str(refused.value).startswith(f"ruleset: {sentence}")


@pytest.mark.parametrize("numbers", [["1", "2", "3"], [*KEPT, "0"], [*KEPT[:-1], "-1"], [*KEPT[:-1], "x"]])
def test_what_is_no_row_of_numbers_is_no_ruleset(numbers: list[str]) -> None:
    with pytest.raises(BadOption, match="unknown ruleset"):
        RULESET.parse(" ".join(["numbers", *numbers]))


def test_a_ruleset_of_one_s_own_is_shown_in_few_words(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text((RULESET_FOLDER / "course.toml").read_text())
    game = load("towers", plain=True, ruleset=str(path))
    assert options_text(game) == "Ruleset: from a file"
    assert (
        options_text(load("towers", plain=True, ruleset="course", turn_limit=7))
        == "Ruleset: original course, Turn limit: 7"
    )


def test_a_record_with_such_numbers_is_refused(tmp_path: Path) -> None:
    ruleset = " ".join(["numbers", "30", *KEPT[1:]])
    header = {
        "htl": 1,
        "game": "towers",
        "rules": 1,
        "seats": ["person", "person"],
        "scenario": None,
        "options": options(ruleset),
        "dice": {"kind": "seeded", "seed": 3},
        "made": "2026-01-01T00:00:00+00:00",
        "by": "holdtheline",
    }
    path = tmp_path / "odd.htl"
    path.write_text(json.dumps(header) + "\n")
    with pytest.raises(BadRecord, match="deployment_row must be a whole number from 2 to 20, not 30"):
        Record.read(path).game(plain=True)
