"""Kill the server during play: once here, 200 times by `python -m holdtheline.benchmarks.web.kill_test`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from holdtheline.benchmarks.web.kill_test import KillTest
from holdtheline.benchmarks.web.kill_test_player import KnownGame, StepRequest
from holdtheline.core.game_record.lines import OutcomeLine, RecordLine, StepLine, UndoLine
from holdtheline.core.game_record.replay import Record

FALLEN = Path(__file__).parents[2] / "golden" / "siege-fallen.htl"


def test_nothing_that_was_seen_is_lost_when_the_server_is_killed(database_url: str, tmp_path: Path) -> None:
    test = KillTest(database_url, tmp_path, seed=1, games=6)
    test.run(kills=1)
    assert test.faults == []
    assert test.counts["acknowledged"] >= 1
    assert test.counts["in flight"] > 0
    assert test.counts["checked"] >= len(test.players) / 2


# Who watches the watchers: a fault that is there is found


def view_of(record: Record, version: int) -> dict[str, Any]:
    """What the server tells of a game without take-backs after so many lines."""
    steps = [line for line in record.lines[:version] if isinstance(line, StepLine)]
    log = [{"seat": line.seat, "play": line.play} for line in steps]
    return {"version": version, "turn": 0, "log": log}


def game_seen(record: Record, *versions: int, pending: StepRequest | None = None) -> KnownGame:
    game = KnownGame("x", "key", pending=pending)
    for version in versions:
        game.add_response(view_of(record, version))
    return game


@pytest.fixture
def record() -> Record:
    return Record.read(FALLEN)


def cut(record: Record, *lines: RecordLine) -> Record:
    return Record(record.header, lines, 0)


def test_a_record_that_has_all_that_was_seen_has_no_fault(record: Record) -> None:
    assert game_seen(record, 0, 1, 4, len(record.lines)).faults_of(record) == []


def test_a_step_that_was_seen_and_is_lost_is_a_fault(record: Record) -> None:
    (fault,) = game_seen(record, 3).faults_of(cut(record, *record.lines[:2]))
    assert "version 3 was acknowledged and is lost" in fault


def test_another_step_in_the_place_of_one_that_was_seen_is_a_fault(record: Record) -> None:
    first, second, *_ = record.lines
    assert isinstance(second, StepLine)
    other = StepLine(second.step, second.seat, "roll 1" if second.play != "roll 1" else "roll 2", "")
    faults = game_seen(record, 2).faults_of(cut(record, first, other))
    assert "version 2 was acknowledged and is different" in faults[0]


def test_a_step_that_nobody_asked_for_is_a_fault(record: Record) -> None:
    (fault,) = game_seen(record, 1).faults_of(cut(record, *record.lines[:2]))
    assert "after version 1 None was requested, not" in fault


def test_a_step_in_flight_may_be_there_but_not_twice(record: Record) -> None:
    step = record.lines[0]
    assert isinstance(step, StepLine)
    game = game_seen(record, 0, pending=StepRequest("moves", 0, step.play))
    assert game.faults_of(cut(record, step)) == []
    assert game.faults_of(cut(record)) == []
    assert game.faults_of(cut(record, step, step)) != []


@pytest.mark.parametrize(
    ("verb", "play", "lines", "fits"),
    [
        ("roll", None, [StepLine(2, -1, "roll 3", "")] * 3, True),
        ("roll", None, [StepLine(2, 0, "arrange 1 1 1", "")], False),
        ("undo", None, [UndoLine(1, "")], True),
        ("undo", None, [UndoLine(1, ""), UndoLine(0, "")], False),
        ("moves", "roll 3", [StepLine(2, -1, "roll 3", "")], True),
        ("moves", "roll 3", [StepLine(2, -1, "roll 4", "")], False),
    ],
)
def test_what_is_written_fits_what_was_asked(verb: str, play: str | None, lines: list[RecordLine], fits: bool) -> None:
    assert StepRequest(verb, 1, play).explains(lines) == fits


def test_the_end_of_the_game_comes_with_the_move_that_ends_it(record: Record) -> None:
    *_, last, outcome = record.lines
    assert isinstance(last, StepLine)
    assert isinstance(outcome, OutcomeLine)
    assert StepRequest("moves", 1, last.play).explains([last, outcome])


def test_a_game_of_computers_was_over_when_it_was_acknowledged(record: Record) -> None:
    game = KnownGame("x", "key", has_only_computers=True)
    assert game.faults_of(record) == []
    assert game.faults_of(cut(record, *record.lines[:3])) == ["it was acknowledged before it was over"]
