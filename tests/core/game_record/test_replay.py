"""Game records are read back as written, and steps taken back stay in them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE
from holdtheline.core.errors import BadRecord
from holdtheline.core.game_record.lines import OutcomeLine, StepLine, UndoLine, format_line, short_digest
from holdtheline.core.game_record.replay import Record
from holdtheline.table.session import Table

from ...table.play_helpers import choices, option_sets, play_on, seeds
from .recorded_games import MODES_OF_RUNNING, packed, refusal_of, refused


@pytest.mark.parametrize("plain", MODES_OF_RUNNING)
@given(options=option_sets, seed=st.none() | seeds, those=choices)
@settings(max_examples=40)
def test_a_game_is_read_back_and_replayed_to_the_same_states(
    plain: bool, options: dict[str, Any], seed: int | None, those: list[int]
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.htl"
        game = load("siege", plain=plain, **options)
        table = Table.open(game, seed=seed, dice="mine" if seed is None else "seeded", record=path)
        play_on(table, those)
        table.close()
        record = Record.read(path)
        assert "".join(map(format_line, (record.header, *record.lines))).encode() == path.read_bytes()
    assert record.header.options == game.options
    assert record.seed == seed
    assert record.steps == len(table.steps)
    assert record.is_over == table.is_over
    replayed = record.replay(plain=plain)
    assert replayed == table.state
    assert replayed.outcome == table.state.outcome
    state = load("siege", plain=True, **options).start()
    for done in table.steps:
        state.play(done.play)
    assert replayed.digest() == state.digest()


def test_every_line_of_the_record_is_a_moment_with_what_happened(data: bytes) -> None:
    record = Record.parse(data)
    start, *moments = record.replay_steps(plain=True)
    lines = [line for line in record.lines if not isinstance(line, OutcomeLine)]
    assert (start.step, start.play, start.state) == (0, "", load("siege", mode="easy", table="paper").start())
    assert [moment.step for moment in moments[:4]] == [1, 0, 1, 2]
    assert [short_digest(moment.state) for moment in moments] == [line.state for line in lines]
    for moment, line in zip(moments, lines, strict=True):
        if isinstance(line, StepLine):
            assert (moment.step, moment.seat, moment.play) == (line.step, line.seat, line.play)
        else:
            assert moment.step == line.back_to
    assert str(moments[2].events[0]).endswith("(S2.2)")
    assert (moments[-1].step, record.steps) == (10, 10)


def test_a_replayed_step_has_the_code_of_its_move(data: bytes) -> None:
    before, *moments = Record.parse(data).replay_steps(plain=True)
    for moment in moments:
        if moment.step == before.step + 1:  # not after an undo
            again = before.state.copy()
            again.play(moment.code)
            assert again == moment.state
        before = moment


def test_a_header_alone_is_a_game_that_has_just_begun(data: bytes) -> None:
    record = Record.parse(data.splitlines(keepends=True)[0])
    assert record.replay(plain=True) == record.game().start()
    assert (record.steps, record.is_over) == (0, False)


def test_a_record_replays_though_its_player_is_not_known_here(rows: list[Any]) -> None:
    rows[0]["seats"] = ["a custom bot"]
    assert Record.parse(packed(rows)).replay(plain=True).outcome is not None


def test_windows_line_ends_are_read(data: bytes) -> None:
    changed = data.replace(b"\n", b"\r\n")
    assert Record.parse(changed).lines == Record.parse(data).lines


# Lines in the wrong place


def test_a_line_that_is_missing_is_found(data: bytes) -> None:
    rows = data.splitlines(keepends=True)
    for at in range(1, len(rows) - 1):
        assert refusal_of(b"".join(rows[:at] + rows[at + 1 :])).line == at + 1


def test_a_line_that_is_there_twice_is_found(data: bytes) -> None:
    rows = data.splitlines(keepends=True)
    for at in range(len(rows)):
        assert refusal_of(b"".join(rows[: at + 1] + rows[at:])).line == at + 2


def test_two_lines_that_changed_places_are_found(rows: list[Any]) -> None:
    for one in range(len(rows)):
        for other in range(one + 1, len(rows)):
            swapped = rows.copy()
            swapped[one], swapped[other] = swapped[other], swapped[one]
            # Two ways to take the same step, one of them undone, are a valid record too.
            if rows[one].get("step", "none") != rows[other].get("step", "no other") and swapped != rows:
                assert refusal_of(packed(swapped)).line == one + 1


def back_line(data: bytes, to: int, stated: int | None = None) -> bytes:
    """Return the header, the first four steps and an undo."""
    rows = [row for row in data.splitlines(keepends=True) if b'"step"' in row][1:5]
    begun = b"".join([data.splitlines(keepends=True)[0], *rows])
    moments = list(Record.parse(begun).replay_steps(plain=True))
    state = moments[to if stated is None else stated].state
    return begun + format_line(UndoLine(to, short_digest(state))).encode()


def test_a_roll_is_never_taken_back(data: bytes) -> None:
    for to in (0, 1, 2, 3):
        assert refused(back_line(data, to)) == ("a roll or a revelation was taken back", 6, 4)


def test_rolls_that_a_person_typed_may_be_corrected_but_not_the_decision_before(data: bytes) -> None:
    typed = data.replace(b'{"kind": "seeded", "seed": 7}', b'{"kind": "mine"}')
    assert typed != data
    for to in (1, 2, 3):
        assert Record.parse(back_line(typed, to)).steps == to
        Record.parse(back_line(typed, to)).replay(plain=True)
    assert refused(back_line(typed, 0)) == ("a roll or a revelation was taken back", 6, 4)


def test_the_dice_of_a_table_have_no_seed_and_their_rolls_stay(data: bytes) -> None:
    rolled = data.replace(b'{"kind": "seeded", "seed": 7}', b'{"kind": "table"}')
    record = Record.parse(rolled)
    assert record.seed is None
    assert not record.dice_are_mine
    assert record.replay(plain=True) == Record.parse(data).replay(plain=True)
    for to in (0, 1, 2, 3):
        assert refused(back_line(rolled, to)) == ("a roll or a revelation was taken back", 6, 4)


def test_one_goes_back_only_to_a_step_that_was(data: bytes) -> None:
    for to in (-1, 4, 5, 10**30):
        reason = f"there is no step {to} to go back to"
        assert refused(back_line(data, to, stated=3)) == (reason, 6, 4)


def test_one_goes_back_to_the_state_that_was(rows: list[Any]) -> None:
    rows[2]["state"] = rows[1]["state"]
    assert refused(packed(rows)) == ("the undo leads to a different state than recorded", 3, 1)


# Files


def test_an_empty_file_is_no_record(tmp_path: Path) -> None:
    for content, reason in ((b"", "the file is empty"), (b"\n", "this line is not JSON")):
        (tmp_path / "x.htl").write_bytes(content)
        with pytest.raises(BadRecord, match=reason) as refusal:
            Record.read(tmp_path / "x.htl")
        assert refusal.value.line == 1


@pytest.mark.parametrize(
    ("name", "reason"),
    [("nothing.htl", "No such file"), ("", "directory"), ("x" * 300, "too long"), ("x\0", "null")],
)
def test_an_unreadable_file_is_refused_in_one_sentence(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=f"cannot be read: .*{reason}"):
        Record.read(tmp_path / name)


def test_the_rolls_of_a_record_are_a_dice_source() -> None:
    record = Record.read(Path(__file__).parents[2] / "golden" / "siege-held.htl")
    dice, state = record.dice(), record.game(plain=True).start()
    last = {moment.step: moment.play for moment in record.replay_steps(plain=True) if moment.step}
    for step in range(1, record.steps + 1):
        if state.current_player == CHANCE:
            state.roll(dice)
        else:
            state.play(last[step])
    assert state == record.replay(plain=True)
