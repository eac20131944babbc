from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.definition import CHANCE
from holdtheline.table.session import Table
from holdtheline.terminal.screens.dialogs import GameOverScreen, MoveListScreen, TypeMoveScreen
from holdtheline.terminal.screens.play import PlayScreen

from ..harness import SMALL, USUAL, WIDE, FullDisk, Scene, run, scene_at, table_of

IN_THE_MIDDLE = "lanes 1 2 3, backline 4, waves 2"
ONE_STEP_FROM_WINNING = "lanes 6 6 6, backline 2, waves 1, enemy 1 1 1"
ONE_STEP_FROM_LOSING = "lanes 0 0 0, backline 1, waves 1, enemy 6 6 6"


# The list of moves


def test_the_list_of_moves_narrows_down_as_one_types() -> None:
    async def scene() -> None:
        table = table_of(IN_THE_MIDDLE)
        async with scene_at(table, SMALL) as at:
            await at.press("l")
            assert "34 of 34 legal moves" in at.text
            await at.press(*"troops")
            assert "1 of 34 legal moves" in at.text
            await at.press(*["backspace"] * 6, "down", "down", "up", "enter")
            assert [done.play for done in table.steps] == ["reinforce 0 0 1"]

    run(scene())


def test_nothing_is_played_from_an_empty_list() -> None:
    async def scene() -> None:
        table = table_of(IN_THE_MIDDLE)
        async with scene_at(table) as at:
            await at.press("tab", *"zzz", "enter")
            assert isinstance(at.app.screen, MoveListScreen)
            await at.press("escape")
            assert isinstance(at.app.screen, PlayScreen)
            assert table.steps == []

    run(scene())


def test_a_move_in_the_list_can_be_clicked() -> None:
    async def scene() -> None:
        table = table_of(IN_THE_MIDDLE)
        async with scene_at(table) as at:
            await at.press("l")
            await at.click("OptionList", (4, 1))
            assert [done.play for done in table.steps] == ["reinforce 0 0 1"]

    run(scene())


def test_the_faces_of_ones_own_die_are_a_list_too() -> None:
    async def scene() -> None:
        table = table_of(dice="mine")
        async with scene_at(table) as at:
            await at.press("enter", "l", *"4", "enter")
            assert table.steps[-1].play == "roll 4"

    run(scene())


# A move as text


def test_a_typed_move_is_played_and_a_wrong_one_is_refused_with_the_clause() -> None:
    async def scene() -> None:
        table = table_of(IN_THE_MIDDLE)
        async with scene_at(table, SMALL) as at:
            await at.press("slash", "enter")
            await at.type("reinforce 2 0 3")
            assert "You have only 4 troops to send, not 5 (S2.2)." in at.flat
            assert table.steps == []
            await at.press("backspace")
            await at.type("1")
            assert [done.play for done in table.steps] == ["reinforce 2 0 1"]
            assert isinstance(at.app.screen, PlayScreen)

    run(scene())


def test_a_face_can_be_typed_as_text() -> None:
    async def scene() -> None:
        table = table_of(dice="mine")
        async with scene_at(table) as at:
            await at.press("enter", "colon", *"7", "enter")
            assert "A die shows 1 to 6, not '7'." in at.flat
            await at.press("backspace", *"3", "enter")
            assert table.steps[-1].play == "roll 3"

    run(scene())


def test_a_full_disk_is_reported_for_a_typed_move() -> None:
    async def scene() -> None:
        table = table_of()
        table.writer = FullDisk()  # type: ignore[assignment]
        async with scene_at(table) as at:
            await at.press("slash")
            await at.type("hold")
            assert isinstance(at.app.screen, TypeMoveScreen)
            assert "The disk is full" in at.flat
            await at.press("escape")
            assert table.steps == []

    run(scene())


# The end


@pytest.mark.parametrize(
    ("size", "position", "verdict", "reason"),
    [
        (USUAL, ONE_STEP_FROM_WINNING, "You won", "The countdown reached 0. S5.3"),
        (SMALL, ONE_STEP_FROM_LOSING, "You lost", "The overflow broke the backline. S4.3"),
    ],
)
def test_the_end_says_who_won_and_why(size: tuple[int, int], position: str, verdict: str, reason: str) -> None:
    async def scene() -> None:
        async with scene_at(table_of(position), size) as at:
            await at.press("enter")
            assert isinstance(at.app.screen, GameOverScreen)
            assert verdict in at.flat
            assert reason in at.flat
            await at.press("escape")
            assert isinstance(at.app.screen, PlayScreen)
            await at.press("enter")
            assert isinstance(at.app.screen, GameOverScreen)
            await at.press("q")
        assert at.app.return_value == 0

    run(scene())


@pytest.mark.parametrize("way", [["l", "enter"], ["slash", *"keep", "enter"]])
def test_a_game_can_end_from_the_list_and_from_a_typed_move(way: list[str]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(ONE_STEP_FROM_WINNING)) as at:
            await at.press(*way)
            assert isinstance(at.app.screen, GameOverScreen)
            assert len(at.app.screen_stack) == 2

    run(scene())


def test_the_end_names_the_record(tmp_path: Path) -> None:
    async def scene() -> None:
        table = Table.open(table_of().game, seed=7, record=tmp_path / "g.htl")
        table.state = table.game.position(ONE_STEP_FROM_WINNING)
        async with scene_at(table, WIDE) as at:
            await at.press("enter")
            lines = [str(part.render()) for part in at.app.screen.query("Static")]
            assert str(tmp_path / "g.htl") in lines
        table.close()

    run(scene())


def test_the_last_move_of_a_game_can_be_undone() -> None:
    async def scene() -> None:
        table = table_of(ONE_STEP_FROM_LOSING)
        async with scene_at(table) as at:
            await at.press("enter", "escape", "u")
            assert not table.is_over
            assert at.part("#message") == "Undone: arrange 0 0 0."

    run(scene())


# The rules


@pytest.mark.parametrize("size", [USUAL, SMALL])
def test_the_rules_open_at_the_clause_that_matters_now(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            await at.press("question_mark")
            await at.until(lambda: heading(at) == "S2.2 Reinforce")
            await at.press("n", "n")
            await at.until(lambda: heading(at) == "3 Scouting")
            await at.press("p", "p", "p")
            await at.until(lambda: heading(at) == "S2.1 The order of a wave")
            await at.press("escape", "enter", "question_mark")
            await at.until(lambda: heading(at) == "S3.1 Scout")
            assert at.state.current_player == CHANCE

    run(scene())


def heading(at: Scene) -> str:
    """Return the first line of the page, without the contents and the scroll bars beside it."""
    return at.text.splitlines()[1][at.app.screen.query_one("#pages").region.x :].strip(" ▁▂▃▄▅▆▇█")


def test_the_rules_can_be_scrolled_and_name_the_keys() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), SMALL) as at:
            await at.press("question_mark")
            await at.until(lambda: heading(at) == "S2.2 Reinforce")
            await at.press("home")
            await at.until(lambda: heading(at) == "Siege")
            await at.until(lambda: "The walls of your castle are down" in at.flat)
            await at.press("space")
            await at.until(lambda: "The walls of your castle are down" not in at.flat)
            await at.press("k")
            await at.until(lambda: "Keys at this table" in at.text)
            await at.press("end", "q")
            assert isinstance(at.app.screen, PlayScreen)

    run(scene())


def test_a_chapter_of_the_rules_can_be_clicked() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), WIDE) as at:
            await at.press("question_mark")
            await at.until(lambda: heading(at) == "S2.2 Reinforce")
            row = next(n for n, line in enumerate(at.text.splitlines()) if "S4.2 The fight" in line)
            await at.click("#contents", (6, row))
            await at.until(lambda: heading(at) == "S4.2 The fight")

    run(scene())


# The keys at the foot


def test_the_keys_at_the_foot_can_be_clicked() -> None:
    async def scene() -> None:
        async with scene_at(table_of(IN_THE_MIDDLE)) as at:
            foot = at.text.splitlines()[-1]
            await at.click("#keys", (foot.index("l moves"), 0))
            assert isinstance(at.app.screen, MoveListScreen)
            await at.press("escape")
            await at.click("#keys", (foot.index("q quit") + 3, 0))
        assert at.app.return_value == 0

    run(scene())
