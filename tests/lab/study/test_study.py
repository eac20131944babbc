"""Studies: files, paired seeds, what is found, and a kill."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.dice import random_streams
from holdtheline.core.errors import BadFile, BadOption, NotSaved, UnknownName
from holdtheline.lab.games import play_python_rows
from holdtheline.lab.study import Study, find_study, run_study, shipped_studies
from holdtheline.lab.study.numbers import change_number
from holdtheline.lab.study.parse import parse_study
from holdtheline.lab.study.report import write_report
from holdtheline.players.batch import FIRST_RESULT, Column, play_rows

from .kills import CODE, killed_and_resumed

SWAP = """
title = "Swaps"
game = "siege"
precision = 0.05
games = 1500
[[vary]]
option = "swap"
values = ["any", "none"]
"""


def study_of(text: str, folder: Path = Path()) -> Study:
    return parse_study(text, "mine.toml", folder)


# Files


def test_every_shipped_study_can_be_read() -> None:
    assert {"civilwar-fairness", "siege-options", "skirmish-difficulty"} <= set(shipped_studies())
    for name in shipped_studies():
        assert find_study(name).variants


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (('game = "siege"', 'game = "chess"'), 3, "unknown game 'chess'"),
        (("precision = 0.05", "precision = 0"), 4, "a number above 0"),
        (("games = 1500", "gmaes = 1500"), 5, "did you mean 'games'"),
        (('option = "swap"', ""), 8, "one of: option, number or players"),
    ],
)
def test_a_fault_has_its_line(change: tuple[str, str], line: int, reason: str) -> None:
    with pytest.raises(BadFile, match=reason) as caught:
        study_of(SWAP.replace(*change))
    assert (caught.value.path, caught.value.line) == ("mine.toml", line)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('measure = "wins"', "did you mean 'win'"),
        ('players = ["nobody"]', "siege has no player 'nobody'"),
        ('seats = "swap"', "needs two seats; siege has 1"),
        ('seat = "union"', "choose from: defender"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        study_of(text + SWAP)


def test_a_study_that_does_not_exist_names_those_that_do() -> None:
    with pytest.raises(UnknownName, match="siege-options"):
        find_study("nothing")


def test_numbers_of_a_ruleset_can_vary() -> None:
    text = 'title = "Prices"\ngame = "towers"\n[[vary]]\nnumber = "missile.cost"\nvalues = [4, 3]\n'
    usual, cheap = (variant.game("towers").setup for variant in study_of(text).variants)
    assert np.flatnonzero(usual != cheap).size == 1
    assert study_of(text).variants[1].name == "missile.cost 3"


def test_numbers_of_a_scenario_can_vary() -> None:
    text = 'title = "VP"\ngame = "civilwar"\n[options]\nscenario = "shiloh"\n'
    text += '[[vary]]\nnumber = "union.vp"\nvalues = [8, 7]\n[[vary]]\nnumber = "points[L1].worth"\nvalues = [3]\n'
    states = [variant.game("civilwar").start().record for variant in study_of(text).variants]
    assert [state.vp_to_win[0] for state in states] == [8, 7]


def test_a_number_that_is_not_there_is_named() -> None:
    with pytest.raises(BadFile, match=r"there is no missile\.price"):
        change_number("[missile]\ncost = 4\n", "a.toml", "missile.price", 3)
    with pytest.raises(BadFile, match="no whole number"):
        change_number("[missile]\ncost = 4.5\n", "a.toml", "missile.cost", 3)
    assert (
        change_number("[[u]]\na = 1\n[[u]]\na = 2  # two\n", "a.toml", "u[2].a", 7)
        == "[[u]]\na = 1\n[[u]]\na = 7  # two\n"
    )


# Rows of games


@pytest.mark.parametrize(
    ("name", "players"), [("siege", ("book",)), ("towers", ("spam", "passive")), ("towers", ("spam", "careless"))]
)
def test_the_kernel_and_python_fill_the_same_rows(name: str, players: tuple[str, ...]) -> None:
    """Only players without chance: their streams differ between the two."""
    game = load(name, plain=True)
    kernel = play_rows(game, players, random_streams(3, 5, 1), counts_choices=True)
    python = play_python_rows(game, players, random_streams(3, 5, 1), counts_choices=True)
    if "careless" not in players:
        assert kernel.tolist() == python.tolist()
    kinds = kernel[:, FIRST_RESULT + len(game.seats) :]
    assert (kinds.sum(axis=1) == kernel[:, Column.DECISIONS]).all()
    assert (kernel[:, Column.CHOICES] >= kernel[:, Column.DECISIONS]).all()


# Results


def test_a_planted_effect_is_found_with_its_sign_and_a_null_is_not(tmp_path: Path) -> None:
    found = run_study(study_of(SWAP), tmp_path / "a")
    effect = found.variants[1].differences["win"]
    assert (effect.sign, found.is_answered) == (-1, True)
    assert "swap none: less" in found.answer
    null = run_study(study_of(SWAP.replace('"none"', '"any"')), tmp_path / "b")
    assert null.variants[1].differences["win"].sign == 0
    assert "no difference found" in null.answer


def test_swapped_seats_play_the_same_seed_twice(tmp_path: Path) -> None:
    text = 'title = "T"\ngame = "towers"\ngames = 2\nseats = "swap"\nmeasures = ["first_seat", "margin"]\n'
    text += '[options]\nturn_limit = 3\n[[vary]]\nplayers = [["spam", "passive"], ["passive", "spam"]]\n'
    first, second = run_study(study_of(text), tmp_path).variants
    assert (first.seeds, first.games) == (2, 4)
    assert (first.figures["score"].value, second.figures["score"].value) == (1.0, 0.0)
    assert first.figures["first_seat"].value == 0.5
    assert first.figures["margin"].value == -second.figures["margin"].value > 0


def test_the_players_share_of_the_variance_is_skill(tmp_path: Path) -> None:
    text = 'title = "T"\ngame = "siege"\ngames = 400\n[[vary]]\nplayers = ["random", "book"]\n'
    skill = run_study(study_of(text), tmp_path).skill
    assert skill is not None
    assert 0.005 < skill.value < 0.2
    assert skill.low < skill.value < skill.high
    assert run_study(study_of(SWAP), tmp_path / "other").skill is None


def test_the_report_says_the_answer_and_has_every_figure(tmp_path: Path) -> None:
    result = run_study(study_of(SWAP), tmp_path)
    write_report(result, tmp_path, "htl study mine.toml")
    page = (tmp_path / "report.html").read_text()
    assert result.answer in page
    assert page.count("<svg") == 2
    assert "http" not in page
    data = json.loads((tmp_path / "report.json").read_text())
    assert data["variants"][1]["differences"]["win"]["value"] < 0
    rows = list(csv.DictReader((tmp_path / "figures.csv").read_text().splitlines()))
    assert {row["measure"] for row in rows} >= {"win", "decisions", "margin"}


# Kills


def test_a_study_cut_off_anywhere_has_the_same_result(tmp_path: Path) -> None:
    study = study_of(SWAP)
    whole = run_study(study, tmp_path / "whole").to_json()
    data = (tmp_path / "whole" / "games.jsonl").read_bytes()
    for share in (0.0, 0.3, 0.8):
        folder = tmp_path / str(share)
        folder.mkdir()
        (folder / "games.jsonl").write_bytes(data[: int(share * len(data))])
        assert run_study(study, folder).to_json() == whole


def test_a_killed_study_continues_to_the_same_result(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(SWAP)
    whole = run_study(study_of(SWAP), tmp_path / "whole").to_json()
    assert killed_and_resumed(tmp_path / "mine.toml", tmp_path / "killed", lines=2) == whole
    assert "SIGKILL" in CODE


def test_the_folder_of_another_study_is_refused(tmp_path: Path) -> None:
    run_study(study_of(SWAP.replace("1500", "100").replace("precision = 0.05", "")), tmp_path)
    with pytest.raises(NotSaved, match="choose another folder"):
        run_study(study_of(SWAP), tmp_path)


def test_ctrl_c_ends_it_and_what_was_played_counts(tmp_path: Path) -> None:
    def interrupted(progress: object) -> None:
        raise KeyboardInterrupt

    result = run_study(study_of(SWAP), tmp_path, interrupted)
    assert result.was_stopped
    assert not result.is_answered
    assert 0 < result.games < 100


def test_every_game_has_measures() -> None:
    for name in ("siege", "towers", "skirmish", "civilwar"):
        assert definition_of(name).measures is not None
