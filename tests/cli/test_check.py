"""`htl check` and `htl replay` on records that are sound, unfinished, cut off, edited, or of another time."""

from __future__ import annotations

import json

import pytest

from holdtheline.core import catalog, definition
from holdtheline.core.game_record import replay
from holdtheline.table.session import Table


@pytest.fixture
def finished(tmp_path):
    return record_of(tmp_path / "finished.htl", to_the_end=True)


@pytest.fixture
def unfinished(tmp_path):
    return record_of(tmp_path / "unfinished.htl", to_the_end=False)


def record_of(path, to_the_end):
    table = Table.open(catalog.load("siege", plain=True), seed=11, record=path)
    while not table.is_over and (to_the_end or len(table.steps) < 7):
        if table.turn == definition.CHANCE:
            table.roll()
        else:
            table.play(table.state.legal_moves()[0])
    table.close()
    return path


def test_a_finished_record_is_sound_and_says_how_it_ended(htl, finished):
    answer = htl("check", str(finished))
    assert answer.code == 0
    assert "valid, " in answer.out
    assert "(S" in answer.out


def test_an_unfinished_record_is_sound_so_far(htl, unfinished):
    answer = htl("check", str(unfinished))
    assert answer.code == 0
    assert "valid so far, 7 steps, not finished" in answer.out


def test_a_truncated_record_is_said_to_be_cut_off_and_where(htl, finished):
    finished.write_bytes(finished.read_bytes()[:-10])
    answer = htl("check", str(finished))
    assert answer.code == 1
    assert "the last line is cut off" in answer.out
    assert f"line {len(finished.read_bytes().splitlines())}" in answer.out


def test_an_edited_roll_is_found_at_its_step(htl, finished):
    lines = finished.read_text().splitlines(keepends=True)
    step = json.loads(lines[2])
    assert step["play"].startswith("roll")
    step["play"] = "roll 1" if step["play"] != "roll 1" else "roll 2"
    lines[2] = json.dumps(step) + "\n"
    finished.write_text("".join(lines))
    answer = htl("check", str(finished))
    assert answer.code == 1
    assert "step 2, line 3: " in answer.out


def test_an_illegal_move_is_found_with_its_clause(htl, finished):
    text = finished.read_text().replace('"reinforce 0 0 0"', '"reinforce 0 0 1"', 1)
    finished.write_text(text)
    answer = htl("check", str(finished))
    assert answer.code == 1
    assert "step 1, line 2: " in answer.out
    assert "(S2.2)" in answer.out


def test_a_record_of_a_newer_format_asks_for_a_newer_htl(htl, finished):
    finished.write_text(finished.read_text().replace('{"htl": 1', '{"htl": 2', 1))
    answer = htl("check", str(finished))
    assert answer.code == 1
    assert "install a newer htl" in answer.out


def test_several_records_are_all_checked_and_one_bad_one_counts(htl, finished, unfinished):
    finished.write_text("nonsense\n")
    answer = htl("check", str(finished), str(unfinished))
    assert answer.code == 1
    assert len(answer.out.splitlines()) == 2
    as_json = json.loads(htl("check", str(finished), str(unfinished), "--json").out)
    assert [result["valid"] for result in as_json] == [False, True]


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_a_bad_record_is_refused_with_one_sentence(htl, command, finished):
    finished.write_text("nonsense\n")
    answer = htl(command, str(finished))
    assert answer.code == 1
    assert "not JSON" in answer.complaint


def test_a_missing_file_is_refused_with_one_sentence(htl, tmp_path):
    answer = htl("replay", str(tmp_path / "nowhere.htl"))
    assert answer.code == 1
    assert "cannot be read: No such file" in answer.complaint
    assert htl("check", str(tmp_path)).code == 1


def test_replay_shows_every_step(htl, finished):
    answer = htl("replay", str(finished), "--plain")
    assert answer.code == 0
    record = replay.Record.read(finished)
    assert answer.out.count("roll ") >= sum("roll" in line.play for line in record.lines if hasattr(line, "play"))
    assert record.replay(plain=True).outcome.reason in answer.out
