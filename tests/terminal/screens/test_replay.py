from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.game_record.replay import Record
from holdtheline.table.session import Table
from holdtheline.terminal.line_mode.replay import replay
from holdtheline.terminal.screens.app import TerminalApp
from holdtheline.terminal.screens.replay import ReplayScreen, record_frames

from ..harness import SMALL, USUAL, Scene, run


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Write a record of one wave, in which a move was undone."""
    path = tmp_path / "g.htl"
    table = Table.open(load("siege", plain=True, mode=1), dice="mine", record=path)
    for step in ("hold", "roll 6", "roll 1", "roll 1", "keep"):
        table.play(step)
    table.undo()
    table.play("keep")
    table.close()
    return Record.read(path)


def test_the_frames_of_a_record_include_undone_steps(record: Record) -> None:
    frames = record_frames(record)
    assert [len(frame.steps) for frame in frames] == [0, 1, 2, 3, 4, 5, 4, 5]
    assert [frame.undone for frame in frames] == [0, 0, 0, 0, 0, 0, 1, 0]
    assert frames[4].state == frames[6].state


@pytest.mark.parametrize("size", [USUAL, SMALL])
def test_a_record_is_replayed_forwards_and_back(size: tuple[int, int], record: Record) -> None:
    async def scene() -> None:
        screen = ReplayScreen(record.game(plain=True), record_frames(record))
        app = TerminalApp(screen)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            at = Scene(app, pilot)
            assert "The game starts." in at.flat
            await at.press("right", "right")
            assert "roll 6" in at.flat
            assert "◄3─" in at.text
            assert "━" in at.text
            await at.press("left")
            assert "◄3─" not in at.text
            await at.press("end")
            assert "The defender won: the countdown reached 0. S5.3" in at.flat
            await at.press("left")
            assert "1 step undone." in at.flat
            await at.press("home", "left")
            assert screen.index == 0
            await at.press("q")
        assert app.return_value == 0

    run(scene())


def test_a_click_on_the_bar_goes_there(record: Record) -> None:
    async def scene() -> None:
        screen = ReplayScreen(record.game(plain=True), record_frames(record))
        app = TerminalApp(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            at = Scene(app, pilot)
            bar = screen.query_one("#bar")
            await at.click("#bar", (bar.size.width - 1, 0))
            assert screen.index == len(screen.frames) - 1
            await at.click("#bar", (0, 0))
            assert screen.index == 0
            await at.press("right", "o")
            assert "so no troops were sent. S2.2" in at.flat
            await at.press("escape", "question_mark")
            await pilot.pause(0.1)
            assert "S2.2 Reinforce" in at.flat

    run(scene())


def test_a_record_is_printed_step_by_step(record: Record) -> None:
    output: list[str] = []
    assert replay(record, output.append) == 0
    story = "\n".join(output)
    assert output[0] == "Siege, Difficulty: 1 wave."
    assert "Step 2: roll 6.\nTop: the enemy rolls 6, strength 3. (S3.1)" in story
    assert "Back to step 4." in story
    assert output[-1] == "The defender won: the countdown reached 0 (S5.3)."
    assert max(map(len, output)) <= 78


def test_a_record_that_is_not_finished_says_so(tmp_path: Path) -> None:
    path = tmp_path / "g.htl"
    table = Table.open(load("siege", plain=True), seed=1, record=path)
    table.play("hold")
    table.close()
    output: list[str] = []
    assert replay(Record.read(path), output.append) == 0
    assert output[-1] == "The game is not finished."


@pytest.mark.parametrize(("error", "code"), [(BrokenPipeError, 0), (KeyboardInterrupt, 130)])
def test_telling_a_record_can_be_broken_off(record: Record, error: type[BaseException], code: int) -> None:
    def write(line: str) -> None:
        raise error

    assert replay(record, write) == code
