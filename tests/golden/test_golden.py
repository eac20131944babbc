"""Golden games: whole recorded games that show the effects of a change of the rules.

A golden record is made by playing, `htl play siege --record tests/golden/siege-<what it shows>.htl`.
One that no longer fits because the rules were changed on purpose is played again, and the rules'
version goes up.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdtheline.core.catalog import games, load
from holdtheline.core.definition import CHANCE
from holdtheline.core.game_record.lines import OWN_DICE, StepLine, UndoLine, short_digest
from holdtheline.core.game_record.replay import Record
from holdtheline.table.session import PERSON, Table

from ..table.play_helpers import text_without_date

FOLDER = Path(__file__).parent
GOLDEN = sorted(FOLDER.glob("*.htl"))
FOR_EACH_GAME = 3

every_golden_record = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


def of_game(name: str) -> list[Record]:
    return [Record.read(path) for path in GOLDEN if path.stem.startswith(f"{name}-")]


def test_no_game_is_without_golden_records() -> None:
    assert {name: len(of_game(name)) >= FOR_EACH_GAME for name in games()} == dict.fromkeys(games(), True)
    assert sum(len(of_game(name)) for name in games()) == len(GOLDEN)


@pytest.mark.parametrize("name", games())
def test_the_records_of_a_game_are_of_that_game_and_of_different_options(name: str) -> None:
    headers = [record.header for record in of_game(name)]
    assert {header.game for header in headers} == {name}
    assert len({tuple(header.options.items()) for header in headers}) == len(headers)


@pytest.mark.parametrize("name", games())
def test_they_show_own_dice_and_the_computers_a_person_and_a_computer_and_a_step_taken_back(
    name: str,
) -> None:
    records = of_game(name)
    if any(line.seat == CHANCE for record in records for line in record.remaining_steps):
        assert {record.header.dice["kind"] == OWN_DICE for record in records} == {True, False}
    assert {PERSON in record.header.seats for record in records} == {True, False}
    assert any(isinstance(line, UndoLine) for record in records for line in record.lines)


@every_golden_record
@pytest.mark.parametrize("plain", [True, pytest.param(False, marks=pytest.mark.compiled)])
def test_it_replays_to_its_end(path: Path, plain: bool) -> None:
    record = Record.read(path)
    end = record.replay(plain=plain)
    last = [line for line in record.lines if isinstance(line, StepLine)][-1]
    assert record.is_over
    assert end.outcome is not None
    assert short_digest(end) == last.state


@every_golden_record
def test_a_game_played_again_is_recorded_the_same(path: Path, tmp_path: Path) -> None:
    record = Record.read(path)
    header = record.header
    table = Table.open(
        load(header.game, plain=True, **header.options),
        seats=header.seats,
        seed=record.seed,
        dice=str(header.dice["kind"]),
        record=tmp_path / "again.htl",
    )
    again: list[StepLine] = []  # what others had done after a step that was taken back
    for number, line in enumerate(record.lines):
        if isinstance(line, UndoLine):
            seats = {done.seat for done in table.steps[line.back_to :]}
            gone = table.steps[line.back_to]
            if len(seats) > 1:
                table.undo([gone.seat])
                again = list(record.lines[number + 1 : number + 1 + len(table.steps) - line.back_to])
            while not again and len(table.steps) > line.back_to:
                table.undo()
        elif isinstance(line, StepLine) and line in again:
            again.remove(line)
        elif isinstance(line, StepLine):
            rolls = line.seat == CHANCE and not table.dice_are_mine
            table.roll() if rolls else table.play(line.play, line.seat)
    table.close()
    assert comparable_lines(tmp_path / "again.htl", record) == comparable_lines(path, record)


def comparable_lines(path: Path, golden: Record) -> list[object]:
    """Return the header without options that the golden record does not know yet, and all other lines."""
    first, *lines = text_without_date(path)
    header = json.loads(first)
    header["options"] = {name: header["options"][name] for name in golden.header.options if name in header["options"]}
    return [header, *lines]


@pytest.mark.compiled
def test_the_optimal_player_plays_its_siege_again() -> None:
    record = Record.read(FOLDER / "siege-fallen.htl")
    table = Table.open(record.game(), seats=["optimal"], seed=record.seed)
    while not table.is_over:
        table.roll() if table.turn == CHANCE else table.let_player_act()
    assert [done.play for done in table.steps] == [done.play for done in list(record.replay_steps())[1:]]
