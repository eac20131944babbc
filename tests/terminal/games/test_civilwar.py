"""A battle on its map, on the screen and line by line."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from holdtheline.core.ascii_art import TextSpan, drawing_text
from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE
from holdtheline.table.session import Table
from holdtheline.terminal.games.civilwar.screen import MapScreen
from holdtheline.terminal.screens.app import TerminalApp, screen_for
from holdtheline.terminal.screens.board import add_signs
from holdtheline.terminal.screens.dialogs import ChangeSeatsScreen, GameOverScreen
from holdtheline.terminal.screens.replay import LookBackScreen

from ..harness import USUAL, WIDE, Scene, run, table_of
from ..harness import scene_at as siege_scene
from ..line_mode.test_play import Talk

FIRING = "turn 3 union, ap 5; union: Griffin D4; confederate: Evans E5 1, Latham E5"
SIZES = (USUAL, WIDE, (200, 50), (60, 20))


def battle(*players: str, position: str = "", dice: str = "seeded", **options: object) -> Table:
    game = load("civilwar", plain=True, **{"fog": "on", **options})
    seats = players or ("person", "book")
    table = Table.open(game, seats=list(seats), seed=3, dice=dice)
    if position:
        table.state = table.game.position(position)
    return table


@asynccontextmanager
async def scene_at(table: Table, size: tuple[int, int] = USUAL, *, no_color: bool = False) -> AsyncIterator[Scene]:
    screen = screen_for(table)
    screen.animated = False
    app = TerminalApp(screen)
    app.animation_level = "none"
    app.no_color = no_color
    async with app.run_test(size=size) as pilot:
        at = Scene(app, pilot)
        await at.rest()
        yield at


def test_a_map_has_its_own_screen() -> None:
    assert isinstance(screen_for(battle()), MapScreen)
    assert not isinstance(screen_for(table_of()), MapScreen)


@pytest.mark.parametrize("size", SIZES)
def test_question_keys_and_the_map_are_on_the_screen(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(battle(), size) as at:
            await at.press("enter")
            assert "7 units can still act" in at.flat or "8 units can still act" in at.flat
            assert "q quit" in at.flat
            assert " 1 w    .    -" in at.text
            assert "Union: 0 of 6 VP" in at.text or size[1] < 22
            if size[0] >= 80:
                assert at.playing.query_one("#stage").max_scroll_x == 0  # type: ignore[attr-defined]

    run(scene())


# Units and their reach


def test_a_key_picks_one_unit_after_the_other_and_back() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("enter", "n")
            assert at.part("#message").startswith("Unit 1 of 10 that can act: Burnside, infantry, 4 blocks")
            await at.press("n")
            assert "2 of 10 that can act: Porter" in at.flat
            await at.press("p", "p")
            assert "10 of 10 that can act: Tyler" in at.flat

    run(scene())


def test_reach_is_written_on_the_map_with_its_costs() -> None:
    async def scene() -> None:
        async with scene_at(battle(position=FIRING), no_color=True) as at:
            await at.press("n", "n", "n")
            assert "Griffin, artillery" in at.part("#message")
            assert "+1" in at.text
            assert "!1" in at.text
            assert "+ next hex and its APs" in at.flat

    run(scene())


def test_a_hex_further_on_is_reached_at_once() -> None:
    async def scene() -> None:
        table = battle()
        async with scene_at(table) as at:
            await at.press("enter", "n")
            far = next(mark for mark in at.playing._marks_by_id.values() if mark.plays)  # type: ignore[attr-defined]
            at.playing._click(far.id)
            await at.rest()
            assert "<*>" in at.text
            assert at.part("#ready") == f"Enter {far.text}"
            await at.press("escape")
            assert at.playing.picker.clicks
            at.playing._click(far.id)
            await at.press("enter")
            assert [done.play for done in table.steps[1:]] == list(far.plays)
            await at.press("u")
            assert len(table.steps) == len(far.plays)

    run(scene())


def test_another_unit_or_another_hex_takes_the_place_of_the_last_touch() -> None:
    async def scene() -> None:
        async with scene_at(battle()) as at:
            await at.press("enter", "n")
            first = at.playing.picker.clicks
            at.playing._click("piece-1")
            assert at.playing.picker.clicks == ["piece-1"] != first
            hexes = [id_ for id_ in at.playing.picker.next_ids if id_.startswith("hex")]
            for id_ in hexes[:2]:
                at.playing._click(id_)
                assert at.playing.picker.clicks == ["piece-1", id_]
            at.playing._click("end")
            assert at.playing.picker.clicks == ["end"]
            at.playing.picker.clear()
            at.playing._click("hex-E5")
            assert "Pick a unit first" in at.part("#message")

    run(scene())


def test_arrows_go_from_the_unit_to_what_it_can_reach_and_enter_touches_it() -> None:
    async def scene() -> None:
        table = battle()
        async with scene_at(table) as at:
            await at.press("enter", "n", "down")
            assert "1 AP" in at.part("#message")
            await at.press("enter")
            assert at.part("#ready").startswith("Enter")
            await at.press("enter")
            assert table.steps[-1].seat == 0

    run(scene())


# Odds


@pytest.mark.parametrize("size", [USUAL, WIDE])
def test_the_odds_of_a_selected_shot_are_shown_before_it_is_made(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(battle(position=FIRING), size) as at:
            for touch in ("piece-2", "hex-E5"):
                at.playing._click(touch)
            await at.rest()
            assert "Griffin fires at Evans and Latham" in at.part("#ready")
            assert "no hit" in at.flat
            assert "%" in at.flat
            assert "Evans is eliminated" in at.flat
            await at.press("escape")
            assert "%" not in at.flat

    run(scene())


def test_the_odds_of_an_assault_are_a_range_where_morale_is_unknown() -> None:
    async def scene() -> None:
        position = "turn 3 union, ap 5; union: Porter D5; confederate: Evans E5"
        async with scene_at(battle(position=position), WIDE) as at:
            for touch in ("piece-1", "assault", "hex-E5"):
                at.playing._click(touch)
            await at.rest()
            odds = at.part("#odds")
            assert "Evans must retreat" in odds
            assert "% to " in odds

    run(scene())


def test_a_typed_move_shows_its_odds_while_it_is_typed() -> None:
    async def scene() -> None:
        async with scene_at(battle(position=FIRING)) as at:
            await at.press("slash", *("space" if letter == " " else letter for letter in "fire Griffin E5"))
            assert "Odds: no hit" in at.flat
            await at.press("escape")

    run(scene())


def test_siege_shows_the_odds_of_a_selected_move() -> None:
    async def scene() -> None:
        async with siege_scene(table_of("lanes 1 2 3, backline 4, waves 2"), WIDE) as at:
            assert "%" not in at.text
            await at.press("t")
            assert "37.04% none get through" in at.part("#odds")

    run(scene())


# The other side


def test_a_computer_plays_its_turn_with_its_dice_and_one_can_look_back() -> None:
    async def scene() -> None:
        table = battle()
        async with scene_at(table, WIDE) as at:
            await at.press("enter", "e", "enter", "enter")
            await at.until(lambda: table.turn == 0 and table.state.record.turn == 2)
            await at.rest()
            assert "r to see their turn again" in at.flat
            await at.press("r")
            assert isinstance(at.app.screen, LookBackScreen)
            assert at.app.screen.index == 2
            assert "Confederacy" in at.flat
            await at.press("right", "right", "escape")
            assert isinstance(at.app.screen, MapScreen)

    run(scene())


def test_looking_back_shows_no_morale_that_one_does_not_know() -> None:
    async def scene() -> None:
        async with scene_at(battle(), (120, 60)) as at:
            await at.press("enter", "e", "enter", "r")
            assert "i3 ?  E5  Evans" in at.text
            assert "i3 B  E5" not in at.text
            assert "I4 B  C3  Burnside" in at.text

    run(scene())


def test_the_table_is_hidden_while_two_people_change_seats() -> None:
    async def scene() -> None:
        table = battle("person", "person")
        async with scene_at(table, (120, 60)) as at:
            await at.press("enter", "e", "enter")
            assert table.turn == CHANCE
            assert "i3 ?  E5  Evans" in at.text
            await at.press("enter")
            assert isinstance(at.app.screen, ChangeSeatsScreen)
            assert "Burnside" not in at.text
            assert "confederate player decides now" in at.flat
            await at.press("enter")
            assert "I4 ?  C3  Burnside" in at.text
            assert "i3 ?  E5  Evans" not in at.text

    run(scene())


def test_without_fog_the_table_is_not_hidden() -> None:
    async def scene() -> None:
        async with scene_at(battle("person", "person", fog="off"), (120, 60)) as at:
            await at.press("enter", "e", "enter", "enter")
            assert isinstance(at.app.screen, MapScreen)

    run(scene())


def test_at_the_end_of_a_battle_both_sides_lie_open() -> None:
    async def scene() -> None:
        table = battle(scenario="little-round-top")
        while table.state.record.turn < table.state.record.last_turn:
            if table.turn == CHANCE:
                table.roll()
            else:
                table.play("end")
        async with scene_at(table) as at:
            while not table.is_over:
                await at.until(lambda: not at.playing._busy)
                if table.turn == CHANCE:
                    await at.press("enter")
                elif not table.is_over:
                    at.playing._play_step("end" if table.state.record.phase == 1 else table.state.legal_moves()[0])
            await at.until(lambda: isinstance(at.app.screen, GameOverScreen))
            assert "You won" in at.flat or "You lost" in at.flat or "Draw" in at.flat
            await at.press("escape")
            assert " ? " not in drawing_text(at.playing._drawing_of(table.state))

    run(scene())


def test_an_answer_takes_less_than_a_fifth_of_a_second() -> None:
    async def scene() -> None:
        async with scene_at(battle(scenario="antietam"), WIDE) as at:
            await at.press("enter")
            took = []
            for _ in range(5):
                begun = time.process_time()
                at.playing.action_next_unit(1)  # type: ignore[attr-defined]
                took.append(time.process_time() - begun)
                await at.rest()
            assert sorted(took)[2] < 0.2

    run(scene())


# Signs


def test_a_sign_stands_where_a_thing_has_most_room_and_is_cut() -> None:
    drawing = [
        [TextSpan("w", "", "a"), TextSpan("   ", "", "a"), TextSpan("b", "", "b")],
        [TextSpan("I4"), TextSpan("  ", "", "a"), TextSpan(".")],
    ]
    assert drawing_text(add_signs(drawing, {"a": "+1", "b": "x"})) == "w+1 b\nI4  ."
    assert drawing_text(add_signs(drawing, {"a": "!1 x2"})) == "w!1xb\nI4  ."
    assert add_signs(drawing, {}) == drawing


# Line by line


def test_line_mode_prints_reach_and_odds() -> None:
    table = battle(position="turn 1 union; confederate: Evans D5")
    talk = Talk(table, "", "reach Burnside", "odds fire Griffin D5", "odds 1", "odds", "odds 999", "odds foo")
    assert "Burnside" in talk.answer(2)
    assert "1 AP" in talk.answer(2)
    assert "29.63%: no hit" in talk.answer(3)  # 5 and 6 hit at 2 hexes: 8 of 27 rolls
    assert "This needs no die." in talk.answer(4)
    assert "Type odds and a move" in talk.answer(5)
    assert "numbered 1 to" in talk.answer(6)
    assert "This is not a move here" in talk.answer(7)
    assert talk.plays == ["roll 3"]


def test_line_mode_prints_the_other_turn_again_without_morale() -> None:
    talk = Talk(battle(), "", "end", "", "again", "log", "show", "moves burnside", "help")
    assert talk.table.state.record.turn == 2
    assert "Turn 1: the Confederacy rolls" in talk.answer(4)
    assert "union: end" not in talk.answer(4)
    assert "union: end" in talk.answer(5)
    assert "Evans, Confederate infantry, 3 of 4 blocks, morale hidden" in talk.answer(6)
    assert "Burnside" in talk.answer(7)
    assert "Porter" not in talk.answer(7)
    assert "reach NAME" in talk.answer(8)


def test_line_mode_clears_the_screen_when_two_people_change_seats() -> None:
    talk = Talk(battle("person", "person"), "", "end", "", "", "", "show", "quit")
    assert "The confederate player decides next." in talk.answer(3)
    assert "decides now; the other player should look away" in talk.answer(4)
    assert "Burnside, Union infantry, 4 of 4 blocks, morale hidden" in talk.answer(6)
    assert "Evans, Confederate infantry, 3 of 4 blocks, morale hidden" not in talk.answer(6)


def test_siege_has_odds_in_line_mode() -> None:
    talk = Talk(table_of("lanes 1 2 3, backline 4, waves 2"), "odds reinforce 1 0 0")
    assert "37.04%: none get through" in talk.answer(1)
    assert talk.plays == []
