"""`htl review`: a graph, the turning points and sums of a finished game, and one sentence for all else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.lab.review import Reviewer

GOLDEN = Path(__file__).parent.parent / "golden"
HELD = str(GOLDEN / "siege-held.htl")
COURSE = str(GOLDEN / "towers-two-people-on-the-course.htl")


@pytest.fixture(autouse=True)
def warm(monkeypatch):
    """What is needed is compiled when it is."""
    monkeypatch.setattr("holdtheline.cli.review.ensure_compiled", lambda *games: None)


@pytest.mark.compiled
def test_a_review_shows_a_graph_the_sums_and_the_turning_points(htl):
    answer = htl("review", HELD)
    assert answer.code == 0
    assert "100% ┤" in answer.out
    assert "reviewed for the defender (person)." in answer.out
    assert "The chances are exact" in answer.out
    rows = dict(line.rsplit(maxsplit=1) for line in answer.out.splitlines() if line.startswith(("Luck", "Skill")))
    assert rows == {"Luck": "+35.19", "Skill": "-7.41"}
    assert "2. Step 11. Send 4 to middle. That cost 7.41 points: from 100.00% to 92.59%." in answer.out
    assert "Better: Send 1 to top, 1 to middle, 4 to bottom." in answer.out


@pytest.mark.compiled
def test_a_plain_review_is_a_table_without_a_graph(htl):
    answer = htl("review", HELD, "--plain")
    assert answer.code == 0
    assert "┤" not in answer.out
    assert "Steps 12 to 14, luck: +7.41, 100.00%. The dice: 3, 1, 4." in answer.out


@pytest.mark.compiled
def test_a_review_for_programs_adds_up(htl):
    response = json.loads(htl("review", COURSE, "--json", "--nodes", "20", "--seat", "Right").out)
    assert (response["game"], response["title"], response["exact"], response["nodes"]) == ("towers", "right", False, 20)
    assert response["start"] + response["luck"] + response["skill"] + response["others"] == response["result"] == 0
    assert response["done"] == response["of"] == len(response["segments"]) + 1
    assert response["start"] + sum(stretch["change"] for stretch in response["segments"]) == response["result"]


@pytest.mark.compiled
def test_ctrl_c_prints_what_there_is(htl, monkeypatch):
    whole = Reviewer.run

    def stopped(reviewing: Reviewer) -> Iterator[int]:
        for done in whole(reviewing):
            yield done
            if done == 4:
                raise KeyboardInterrupt

    monkeypatch.setattr(Reviewer, "run", stopped)
    answer = htl("review", HELD)
    assert answer.code == 130
    assert "Stopped: 4 of 9 positions were evaluated." in answer.out
    assert "Not evaluated" in answer.out


def test_a_game_that_is_not_finished_is_refused_in_one_sentence(htl, tmp_path):
    lines = Path(HELD).read_text().splitlines(keepends=True)
    path = tmp_path / "unfinished.htl"
    path.write_text("".join(lines[:6]))
    answer = htl("review", str(path))
    assert answer.code == 1
    assert answer.complaint == "this game is not finished; you can review it when it is over"


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        (["nothing.htl"], 1, "nothing.htl cannot be read: No such file or directory"),
        ([HELD, "--seat", "nobody"], 2, "siege has no seat 'nobody'; its seats are: defender"),
        ([COURSE, "--nodes", "0"], 2, "a review takes 1 to 100000 simulations for each position, not 0"),
        ([__file__], 1, "line 1: this line is not JSON"),
    ],
)
def test_what_cannot_be_reviewed_gets_one_sentence(htl, words, code, complaint):
    answer = htl("review", *words)
    assert answer.code == code
    assert answer.complaint == complaint
