"""The planning screen of towers, and the change of seats."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.table.session import Table
from holdtheline.terminal.games.towers.lanes_screen import PLANNING_KEYS_TEXT
from holdtheline.terminal.games.towers.screen import PlanningScreen
from holdtheline.terminal.orders import give_orders
from holdtheline.terminal.screens.dialogs import ChangeSeatsScreen, GameOverScreen, MoveListScreen, TextScreen

from ...harness import Scene, run
from .tables import NAMES, NARROW, PLAN, USUAL, every_size, plays, quick_game, scene_at, table_of, top


async def order(at: Scene, text: str) -> None:
    await at.press("slash")
    at.playing.query_one("#order").value = text  # type: ignore[attr-defined]
    await at.press("enter")
    await at.until(lambda: not at.playing._busy)
    at.playing.set_focus(None)
    await at.rest()


@every_size
def test_all_rows_of_both_lanes_and_the_gold_are_on_the_screen(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            assert isinstance(at.playing, PlanningScreen)
            for row in range(20):
                assert at.text.count(f"{row:>2} ║") == 2, at.text
            assert "12" in at.text
            assert "q quit" in at.text
            assert at.playing.query_one("#stage").max_scroll_y == 0

    run(scene())


@every_size
def test_a_turn_is_planned_by_typing_played_and_reported(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            await order(at, PLAN)
            assert plays(at.playing.table)[-1] == "step 40"
            assert "M+" in at.text
            assert "3 gold >" in at.text
            await order(at, "ready")
            assert isinstance(top(at), TextScreen)
            assert "Their lane: 2 entered, 0 fell, 2 scored." in at.flat
            assert "got through in column 2 at timestep 59" in at.flat
            await at.press("enter")
            assert top(at) is at.playing
            assert at.state.record.turns_played == 1

    run(scene())


def test_a_turn_is_planned_by_keys() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press("5", "up", "right", "space", "2", "2")
            assert plays(at.playing.table) == ["tower missile", "cell 0 1", "hire rifle", "hire rifle"]
            await at.press("u", "r")
            assert "Undone" not in at.flat
            assert "Enter End turn" in at.flat
            await at.press("enter")
            assert at.state.record.turns_played == 1

    run(scene())


def test_a_usual_terminal_says_whose_lane_is_whose_and_names_the_common_keys() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), USUAL) as at:
            assert "You 0 1 2" in at.flat
            assert "They 0 1 2" in at.flat
            assert "h hints l moves" in at.flat
            await at.press("l")
            assert isinstance(top(at), MoveListScreen)

    run(scene())


def test_the_keys_of_the_price_list_are_named() -> None:
    state = load("towers", plain=True).start()
    keys = {spot.id: spot.key for spot in state.hotspots(0)}
    for unit, letter in zip(NAMES, "MRFBsrbh", strict=True):
        key = keys.get(f"tower-{unit}") or keys[f"hire-{unit}"]
        assert f"{key}{letter}" in PLANNING_KEYS_TEXT


def test_a_word_that_is_typed_before_the_line_is_open_plays_nothing() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press(*"hire", "enter")
            assert plays(at.playing.table) == []
            await at.press("r", "e")
            assert "Press / first, then type your order." in at.flat
            await at.press("enter")
            assert plays(at.playing.table) == []
            assert at.state.record.turns_played == 0

    run(scene())


def test_the_rules_name_the_keys_of_a_planning() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press("question_mark", "k")
            await at.until(lambda: "replay the last turn" in at.flat)
            assert "the face of your own die" not in at.flat

    run(scene())


def test_a_soldier_is_sent_by_clicks_and_a_typed_timestep() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "hire 2 rifle")
            place = at.playing.query_one("#plan").region_of("soldier-1")  # type: ignore[attr-defined]
            await at.click("#plan", (place.x + 1, place.y))
            await at.press("4")
            assert "0 to 99" in at.flat
            await at.type("40")
            assert plays(at.playing.table)[-3:] == ["soldier 1", "column 4", "step 40"]
            at.playing.set_focus(None)
            await at.click("#plan", (place.x + 1, place.y))
            await at.press("4")
            place = at.playing.query_one("#plan").region_of("step-60")  # type: ignore[attr-defined]
            await at.click("#plan", (place.x, place.y))
            assert plays(at.playing.table)[-1] == "step 60"

    run(scene())


@every_size
def test_a_refusal_is_read_whole_and_what_was_typed_can_be_corrected(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            await at.press("slash")
            at.playing.query_one("#order").value = "build missile 3"  # type: ignore[attr-defined]
            await at.press("enter")
            assert "Build takes a tower, a row and a column, such as: build missile 3 2 (T4.1)." in at.flat
            assert at.playing.query_one("#order").value == "build missile 3"  # type: ignore[attr-defined]
            await at.type(" 2")
            assert plays(at.playing.table) == ["tower missile", "cell 3 2"]

    run(scene())


def test_orders_before_a_refused_one_stand_and_are_shown() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "hire rifle; build missile 19 2")
            assert "build your towers below it (T1.2)" in at.flat
            assert plays(at.playing.table) == ["hire rifle", "tower missile", "never mind"]

    run(scene())


@pytest.mark.clause("T2.2")
def test_the_screen_is_hidden_while_two_people_change_seats() -> None:
    async def scene() -> None:
        async with scene_at(table_of("person", "person")) as at:
            await order(at, "build missile 3 2")
            await order(at, "ready")
            assert isinstance(top(at), ChangeSeatsScreen)
            assert "The right player plans now" in at.flat
            assert "M+" not in at.text
            await at.press("x", "2")
            assert isinstance(top(at), ChangeSeatsScreen)
            await at.press("enter")
            assert "you are right" in at.text
            assert "missile tower in row" not in at.flat
            await at.press("u")
            assert "cannot be undone" in at.flat
            await order(at, "hire rifle; in file 3; ready")
            assert "Left lane: 1 entered" in at.flat
            await at.press("enter")
            assert isinstance(top(at), ChangeSeatsScreen)
            await at.press("enter")
            assert "you are left" in at.text
            assert "Right gets" not in at.flat

    run(scene())


@pytest.mark.clause("T2.2")
def test_what_a_computer_orders_is_not_in_the_log() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "ready")
            await at.press("enter")
            assert "Right hires" not in at.part("#steps")
            assert "Right has ended the turn" in at.part("#steps")

    run(scene())


def test_a_person_on_the_right_plans_first() -> None:
    async def scene() -> None:
        async with scene_at(table_of("random", "person")) as at:
            assert "you are right" in at.text
            await at.press("2", "tab")
            assert isinstance(top(at), MoveListScreen)
            await at.press("escape", "r", "enter")
            assert plays(at.playing.table, 1) == ["hire rifle", "ready"]
            assert at.state.record.turns_played == 1

    run(scene())


def test_a_game_ends_on_the_screen() -> None:
    async def scene() -> None:
        async with scene_at(quick_game()) as at:
            while not at.playing.table.is_over:
                await order(at, "hire rifle; in file 3; ready")
                while isinstance(top(at), TextScreen):
                    await at.press("enter")
            assert isinstance(top(at), GameOverScreen)
            await at.press("escape", "v", "enter")
            assert isinstance(top(at), GameOverScreen)
            await at.press("q")

    run(scene())


def test_a_unit_that_asks_is_answered_by_touch_and_enter() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "hire rifle; mind rifle own; in file 3; ready")
            assert "acts" in at.flat
            await at.press("r")
            assert plays(at.playing.table)[-1] == "ready"
            await at.press("enter")
            assert plays(at.playing.table)[-1] == "rest"

    run(scene())


def test_two_persons_see_no_gold_while_a_unit_asks() -> None:
    async def scene() -> None:
        async with scene_at(table_of("person", "person")) as at:
            await order(at, "hire rifle; mind rifle own; in file 3; ready")
            await at.press("enter")
            await order(at, "hire 3 bomb; ready")
            assert top(at) is at.playing
            assert "acts" in at.flat
            assert "gold" not in at.flat.lower()
            assert "hires" not in at.flat

    run(scene())


def test_a_resumed_game_hides_the_screen_first(tmp_path: Path) -> None:
    async def scene() -> None:
        table = table_of("person", "person", record=tmp_path / "g.htl")
        give_orders(table, "build missile 3 2")
        table.close()
        table = Table.resume(tmp_path / "g.htl", plain=True)
        async with scene_at(table) as at:
            assert isinstance(top(at), ChangeSeatsScreen)
            assert "M+" not in at.text
            await at.press("enter")
            assert "M+" in at.text
        table.close()

    run(scene())


def test_commands_can_be_typed_as_well() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "help")
            assert "mind rifle hunter" in at.flat
            await at.press("enter")
            await order(at, "hire rifle")
            await order(at, "Undo")
            assert plays(at.playing.table) == []
            await order(at, "replay")
            assert "No turn has been played" in at.flat

    run(scene())


def test_a_small_terminal_says_how_to_scroll() -> None:
    async def scene() -> None:
        for size in ((60, 18), (40, 30), (12, 5)):
            async with scene_at(table_of(), size) as at:
                text = at.part("#message")
                assert "scroll with Shift and arrows" in text, text
                await at.press("5", "up", "up", "up", "space", "shift+up", "shift+right", "u", "t", "escape")
                assert plays(at.playing.table) == []

    run(scene())


def test_plan_and_log_have_a_card_where_there_is_no_room() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), NARROW) as at:
            await order(at, PLAN)
            await at.press("t")
            assert "1-2 rifle step 40, column 2" in at.flat
            await at.press("escape", "o")
            assert "Left sends soldier 2 into column 2 at timestep 40. (T2.3)" in at.flat

    run(scene())
