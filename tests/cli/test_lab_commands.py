"""`htl compare` and `htl study`: every command of docs/guides/lab.md that is quick, and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "guides" / "lab.md"


def test_the_study_of_the_page_writes_its_report(htl, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    [study] = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    Path("swap.toml").write_text(study)
    assert htl("study", "swap.toml").code == 0
    written = sorted(path.name for path in Path("swap-study").iterdir() if path.suffix != ".lock")
    assert written == ["figures.csv", "games.jsonl", "report.html", "report.json"]


def test_the_output_on_the_page_is_that_of_the_command(htl):
    out = htl("compare", "siege", "--vary", "swap=any,one,none", "--precision", "0.05").out
    sample, *_ = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert sample in out


def test_the_studies_of_the_project_are_listed(htl):
    assert "siege-swap " in htl("study").out


def test_json_has_the_answer_and_the_figures(htl):
    answer = htl("compare", "siege", "--vary", "players=random,book", "--games", "50", "--json")
    result = json.loads(answer.out)
    assert [variant["players"] for variant in result["variants"]] == [["random"], ["book"]]
    assert result["games"] == 100
    assert result["answered"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("compare", "siege"), "Missing option"),
        (("compare", "siege", "--vary", "swap"), "write --vary NAME=VALUE,VALUE"),
        (("compare", "siege", "--vary", "swap=never"), "swap 'never' does not exist"),
        (("compare", "siege", "--vary", "a.b=1"), "no ruleset or scenario"),
        (("compare", "siege", "--vary", "swap=any,one", "--measure", "wins"), "did you mean 'win'"),
        (("study", "nothing"), "there is no study 'nothing'"),
    ],
)
def test_what_makes_no_sense_gets_one_sentence(htl, words, reason):
    answer = htl(*words)
    assert answer.code == 2
    assert reason in answer.complaint
