"""Tuning: a broken ruleset is brought back, and what cannot be met is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from holdtheline.core.catalog import definition_of
from holdtheline.core.errors import BadOption
from holdtheline.lab import tune as tuning_module
from holdtheline.lab.tune import Tuned, make_tuning, parse_range, tune

OPTIONS: dict[str, Any] = {"turn_limit": 30}


def tuned(vary: list[str], targets: list[str], players: tuple[str, ...] = ("spam", "passive")) -> Tuned:
    definition = definition_of("towers")
    return tune(make_tuning(definition, definition.parse_options(OPTIONS), vary, targets, players, seed=1))


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning_module, "FIRST_GAMES", 2)
    monkeypatch.setattr(tuning_module, "VALIDATION_GAMES", 4)


@pytest.mark.usefixtures("few_games")
def test_a_broken_ruleset_is_brought_back_within_the_target() -> None:
    """With 10 HP `spam` needs 3 turns to beat a player who does nothing."""
    found = tuned(["hp=10..24"], ["turns=3.5..4.5"])
    assert found.is_met
    assert found.numbers["hp"] > 10
    assert found.checked[0].figure.value == 4


@pytest.mark.usefixtures("few_games")
def test_what_cannot_be_met_is_said() -> None:
    found = tuned(["hp=1..2"], ["win=0.4..0.6"])
    assert not found.is_met
    assert found.checked[0].figure.value == 1


def test_many_combinations_are_sampled_within_their_bounds() -> None:
    definition = definition_of("towers")
    wide = ["hp=1..1000", "gold=0..500"]
    made = make_tuning(definition, definition.parse_options(OPTIONS), wide, ["win=0.4..0.6"], ("spam", "passive"), 1)
    candidates = made.candidates()
    assert len(candidates) == tuning_module.MAX_CANDIDATES
    assert all(1 <= each.numbers["hp"] <= 1000 and 0 <= each.numbers["gold"] <= 500 for each in candidates)


def test_a_range_needs_two_ends() -> None:
    assert parse_range("win=0.48..0.52") == ("win", 0.48, 0.52)
    with pytest.raises(BadOption, match="write NAME=LOW"):
        parse_range("win=0.5")


@pytest.mark.usefixtures("few_games")
def test_the_command_prints_numbers_and_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    from holdtheline.cli.lab.tune import _print_tuned, _tuned_json

    found = tuned(["hp=1..2"], ["win=0.4..0.6"])
    _print_tuned(found)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Not met; the nearest is: hp = ")
    assert lines[1].endswith("wanted 40 to 60%: NOT MET")
    assert json.loads(json.dumps(_tuned_json(found)))["met"] is False
