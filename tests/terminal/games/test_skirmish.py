"""An open table, on the screen and line by line: orders with coordinates, measuring, odds, and reasons."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.widgets import Input

from holdtheline.core.ascii_art import TextSpan
from holdtheline.core.catalog import definition_of, load
from holdtheline.core.definition import CHANCE
from holdtheline.core.view_types import Grid
from holdtheline.table.session import Table
from holdtheline.terminal.games.civilwar.screen import MapScreen
from holdtheline.terminal.games.skirmish.screen import Aim, OpenTableScreen, draw_aim
from holdtheline.terminal.screens.app import TerminalApp, screen_for
from holdtheline.terminal.screens.dialogs import LogScreen, TextScreen
from holdtheline.terminal.screens.replay import LookBackScreen

from ..harness import USUAL, WIDE, Scene, run
from ..line_mode.test_play import Talk

CHOOSING = "round 1 friends; choose"


def battle(position: str = CHOOSING, dice: str = "seeded", **options: object) -> Table:
    game = load("skirmish", plain=True, **options)
    table = Table.open(game, seats=["person"] * len(game.seats), seed=3, dice=dice)
    if position:
        table.state = game.position(position)
    return table


@asynccontextmanager
async def scene_at(table: Table, size: tuple[int, int] = USUAL) -> AsyncIterator[Scene]:
    screen = screen_for(table)
    screen.animated = False
    app = TerminalApp(screen)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        at = Scene(app, pilot)
        await at.rest()
        if isinstance(app.screen, TextScreen):
            await at.press("enter")
        yield at


# Which screen


def test_the_contract_says_which_screen_a_game_gets() -> None:
    assert isinstance(screen_for(battle()), OpenTableScreen)
    assert not isinstance(screen_for(battle()), MapScreen)
    assert definition_of("civilwar").view.has_hex_map
    assert not definition_of("skirmish").view.has_hex_map


# Line by line


def test_a_game_begins_with_its_story_and_its_aim() -> None:
    talk = Talk(battle(""))
    assert talk.answer(0).startswith("The Night at the Millrace: For a month the lamps")
    assert "The aim: Carry the toll ledger off the table, and do not lose the lamp oil." in talk.text
    assert "Roll for who starts the round: you on 4 to 6" in talk.text


def test_several_orders_are_given_in_one_line() -> None:
    talk = Talk(battle(), "use f3; go 10,8.5; shoot e5")
    assert talk.plays == ["use f3", "go 10,8.5", "shoot e5"]
    assert talk.table.turn == CHANCE
    assert "Ketta Marl goes 5.5 inches, to 10,8.5, and looks up. (K3.4)" in talk.answer(1)


def test_orders_before_a_refused_one_stand_and_can_be_undone() -> None:
    talk = Talk(battle(), "use f3; go 10,8.5; shoot e2", "undo", "undo")
    assert talk.plays == []
    assert talk.answer(1).endswith(
        "Played so far: use f3; go 10,8.5. Then: Too far: Bow on the mound is 12.8″ away, "
        "and Ketta Marl shoots 12″ (K3.5). "
        "Ketta Marl can shoot up to 12″ (−1 attack for moving), or stay."
    )
    assert "Undone: go 10,8.5." in talk.answer(2)
    assert "Undone: use f3." in talk.answer(3)


def test_nothing_can_be_undone_after_a_roll() -> None:
    talk = Talk(battle(), "f3 shoot e5", "", "undo")
    assert talk.plays[:2] == ["use f3", "shoot e5"]
    assert "a die has been rolled since your last move" in talk.answer(3)


def test_the_targets_of_the_active_character_are_listed() -> None:
    talk = Talk(battle(), "use Ketta Marl")
    assert "e4: Ketta Marl shoots at Long Cudgel, 11 inches away: 67% to wound." in talk.answer(1)


def test_odds_and_why_explain_an_order_without_playing_it() -> None:
    talk = Talk(battle(), "odds f3 shoot e5", "why f3 shoot e2", "why f3 go 10,8.5", "measure f3 e5")
    assert talk.plays == []
    assert "66.67%: Short Cudgel is wounded" in talk.answer(1)
    assert "Bow on the mound is 17.6″ away" in talk.answer(2)
    assert "This is allowed (K3.4): Ketta Marl goes 5.5 inches to 10,8.5." in talk.answer(3)
    assert "Ketta Marl (f3) and Short Cudgel (e5): 11.857 inches from base to base." in talk.answer(4)


def test_what_cannot_be_measured_is_refused_with_an_example() -> None:
    talk = Talk(battle(), "measure f3 e99")
    assert talk.answer(1).startswith("Say what to measure: measure f3 e2,")


def test_board_show_battle_and_help_are_printed() -> None:
    talk = Talk(battle(), "log", "show", "battle", "help", "moves tobin", "board")
    assert talk.answer(1) == "Nothing has happened yet."
    assert "e6: Hound, move 9, attack 1, defence 0, at 21.5,14." in talk.answer(2)
    assert "Carry the toll ledger off the table" in talk.answer(3)
    assert "go 12.5,8.25: move one leg to this point" in talk.answer(4)
    assert "6: use Old Tobin (use f5)" in talk.answer(5)
    assert "f1 Oda Verrin 0/2 12,2.5" in talk.answer(6)


def test_an_order_without_a_character_is_refused_with_an_example() -> None:
    talk = Talk(battle(), "charge e4", "foo", "why go 4 up")
    assert talk.answer(1).startswith("Name the character first: f1 charge e4.")
    assert talk.answer(2).startswith("This is not an order; name the character first: f1 go 4 up.")
    assert talk.answer(3).startswith("Name the character first: f1 go 4 up.")


def test_who_and_show_print_the_same() -> None:
    talk = Talk(battle(), "who", "show", "quit")
    assert talk.answer(1).startswith("f1: Oda Verrin, move 6")
    assert talk.answer(1) == talk.answer(2)


def test_with_your_own_dice_faces_are_typed_and_enemy_moves_are_printed() -> None:
    talk = Talk(battle("", dice="mine"), "7", "1")
    assert "Roll your die and type its face, 1 to 6." in talk.answer(0)
    assert talk.plays == ["roll 1"]
    assert "Dreth Mulcar goes 5 inches, to 15.558,15.942, and looks down and right. (K3.4)" in talk.answer(2)
    assert "No line of its list applies: Dreth Mulcar goes towards the centre" in talk.answer(2)


def test_two_generals_and_an_enemy_take_turns_without_hiding_the_table() -> None:
    talk = Talk(battle("", generals=2, enemy="seat"), "", "pass")
    assert "switch seats" not in talk.text
    assert talk.table.steps[-1].play == "pass"


# On the screen


@pytest.mark.parametrize("size", [USUAL, WIDE])
def test_question_keys_line_and_the_table_are_on_the_screen(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(battle(), size) as at:
            assert "Choose" in at.flat
            assert "≈≈≈≈≈≈≈≈" in at.text
            assert "/ types: go 12.5,8.25" in at.text
            assert "pass" in at.part("#ready")

    run(scene())


def test_the_story_is_shown_first() -> None:
    async def scene() -> None:
        screen = screen_for(battle(""))
        app = TerminalApp(screen)
        async with app.run_test(size=USUAL) as pilot:
            at = Scene(app, pilot)
            await at.rest()
            assert isinstance(app.screen, TextScreen)
            assert "For a month the lamps" in at.flat
            assert "Up and Down scroll, Enter closes" in at.text
            assert re.search(r"those who sold it\. .*\n.*│ +│.*\n.*│  Oda does not wait", at.text)

    run(scene())


def test_a_leg_is_tried_while_it_is_typed_and_marked_on_the_table() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("slash")
            await at.type("use f3")
            await at.press("slash", *"go", "space", *"10,8.5")
            assert at.playing.table.steps[-1].play == "use f3"
            assert "×" in at.text
            message = at.part("#message")
            assert message.startswith("Ketta Marl goes 5.5 inches to 10,8.5. From there in sight: Short Cudgel (e5)")
            await at.press("enter")
            assert at.playing.table.steps[-1].play == "go 10,8.5"
            await at.press("slash")
            await at.type("shoot e2")
            assert "12.8″ away" in at.part("#message")

    run(scene())


def test_after_a_good_order_keys_are_for_the_table_again() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("slash")
            await at.type("f3 go 10,8.5")
            assert at.app.focused is None
            await at.press("u", "u")
            assert at.playing.table.steps == []
            await at.press("2", "enter")
            assert at.playing.table.steps[-1].play == "use f2"

    run(scene())


def test_a_refused_order_stays_in_the_line_and_escape_empties_and_leaves_it() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("slash")
            await at.type("shoot e5")
            assert at.playing.query_one(Input).value == "shoot e5"
            assert at.app.focused is not None
            await at.press("escape")
            assert at.playing.query_one(Input).value == ""
            assert at.app.focused is None

    run(scene())


def test_own_characters_are_visible_at_the_start_and_a_small_screen_says_how_to_scroll() -> None:
    async def scene() -> None:
        async with scene_at(battle("")) as at:
            assert all(f"f{number}↑" in at.text for number in range(1, 7))
            assert "Shift+↑↓ scroll" in at.text
            await at.press("shift+up", "shift+up", "shift+up", "shift+up", "shift+up")
            await at.press("w", "enter")  # the scroll position stays
            assert "f5↑" not in at.text

    run(scene())


def test_the_list_of_an_open_table_is_an_offer() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("l")
            assert "7 moves offered" in at.text
            await at.press(*"tobin")
            assert "1 of 7 moves offered" in at.text

    run(scene())


def test_arrows_aim_a_leg_and_enter_goes_it() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("3", "enter", "up", "up", "right")
            assert at.part("#ready") == "Enter go to 10,4"
            assert at.part("#message").startswith("Ketta Marl goes 1.1 inches to 10,4.")
            await at.press("enter")
            assert at.playing.table.steps[-1].play == "go 10,4"

    run(scene())


def test_a_click_on_the_ground_aims_a_leg() -> None:
    async def scene() -> None:
        async with scene_at(battle(), WIDE) as at:
            await at.press("3", "enter")
            await at.click("#board", (3 + 2 * 10, 2 + 24 - 1 - 6))
            assert at.part("#ready") == "Enter go to 10.25,6.5"
            await at.click("#board", (3 + 2 * 15, 2 + 24 - 1 - 14))
            assert at.part("#ready") == "Enter Ketta Marl shoots at Short Cudgel: needs 3 or more to wound"

    run(scene())


def test_an_order_that_comes_before_a_die_is_not_lost_on_it() -> None:
    async def scene() -> None:
        async with scene_at(battle("")) as at:
            await at.press("slash")
            await at.type("use f3")
            assert at.part("#message") == "Roll the die first: press Enter."
            await at.press("enter")
            assert at.playing.table.steps[0].play.startswith("roll ")

    run(scene())


def test_a_shot_by_keys_shows_its_odds_first() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("3", "enter", "a", "5")
            assert "Odds: Short Cudgel is wounded 66.67%." in at.part("#message")
            await at.press("enter")
            assert at.playing.table.steps[-1].play == "shoot e5"
            await at.press("u", "u")
            assert at.playing.table.steps == []

    run(scene())


def test_questions_and_commands_can_be_typed() -> None:
    async def scene() -> None:
        async with scene_at(battle(), WIDE) as at:
            await at.press("m")
            await at.type("f3 e2")
            assert "Yard wall (t4) is in between (K4.4)" in at.part("#message")
            await at.press("slash")
            await at.type("help")
            assert isinstance(at.app.screen, TextScreen)
            await at.press("enter", "slash")
            await at.type("f3 stay")
            assert [done.play for done in at.playing.table.steps] == ["use f3", "stay"]
            await at.press("r")
            assert isinstance(at.app.screen, LookBackScreen)
            assert at.app.screen.index == 1  # before the last decision

    run(scene())


def test_a_small_screen_shows_what_the_enemy_did_and_the_log_has_it_all() -> None:
    async def scene() -> None:
        async with scene_at(battle("", dice="mine")) as at:
            await at.press("2")
            message = at.part("#message")
            assert message.endswith("Dreth Mulcar goes 5 inches, to 15.558,15.942, and looks down and right.")
            await at.press("o")
            assert isinstance(at.app.screen, LogScreen)

    run(scene())


# Aiming


GRID = Grid(top=2, left=3, across=2, inches=24)


def test_a_place_and_its_cell_belong_together() -> None:
    assert GRID.cell(12.5, 8.25) == (17, 28)
    assert GRID.point_at(17, 28) == (12.75, 8.5)
    assert GRID.cell(24, 24) == (2, 50)
    assert GRID.point_at(1, 28) is None
    assert GRID.point_at(17, 51) is None


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("go 12.5,8.25", (12.5, 8.25)),
        ("use f3; go to 1 2", (1, 2)),
        ("go 25,3", None),
        ("go 12", None),
        ("face 12,8", None),
        ("go 1,2; shoot e2", None),
    ],
)
def test_the_leg_at_the_end_of_a_line_is_aimed_at(text: str, aim: tuple[float, float] | None) -> None:
    assert Aim.read(text, GRID) == aim


def test_an_aim_is_marked_in_one_cell_and_stays_on_the_table() -> None:
    row = [TextSpan("23 ", "quiet"), TextSpan("abc", "wall", "t1")]
    [_, _, marked] = draw_aim([[], [], row], Aim(0.5, 23.5), GRID)
    assert marked == [
        row[0],
        TextSpan("a", "wall", "t1"),
        TextSpan("×", "sign", "t1"),
        TextSpan("c", "wall", "t1"),
    ]
    assert Aim(0, 24).moved(GRID, (-1, -1)) == (0, 24)
    assert Aim(1, 1).moved(GRID, (1, 1)).text == "1.5,0.5"
