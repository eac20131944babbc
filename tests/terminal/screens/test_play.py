"""A game on the screen: played by keys and by clicks, at every size, with undo."""

from __future__ import annotations

import re
from typing import Any

import pytest

from holdtheline.core.definition import CHANCE
from holdtheline.core.dice import ScriptedDice
from holdtheline.core.game import State
from holdtheline.table.session import Table
from holdtheline.terminal.screens.dialogs import GameOverScreen

from ..harness import (
    AT_THE_SCOUTS,
    IN_THE_MIDDLE,
    SIZES,
    SMALL,
    USUAL,
    WIDE,
    Scene,
    game_with,
    run,
    scene_at,
    table_of,
)

REARRANGING = "lanes 1 2 3, backline 4, waves 2, enemy 6 5 4"
every_size = pytest.mark.parametrize("size", SIZES)


# Whole games


@pytest.mark.parametrize(("size", "waves"), [(WIDE, 1), (USUAL, 2), (SMALL, 1)])
def test_a_whole_game_is_played_by_keys(size: tuple[int, int], waves: int) -> None:
    async def scene() -> None:
        async with scene_at(table_of(mode=waves), size) as at:
            await play_by_keys(at)
            assert isinstance(at.app.screen, GameOverScreen)
            assert re.search("You (won|lost)", at.flat)
            await at.press("q")
        assert at.app.return_value == 0

    run(scene())


async def play_by_keys(at: Scene) -> None:
    while not at.playing.table.is_over:
        steps = len(at.playing.table.steps)
        if at.state.current_player == CHANCE:
            await at.press("space")
        else:
            await at.press(*clicks_of_last_move(at.state), "enter")
        assert len(at.playing.table.steps) > steps, at.text


def clicks_of_last_move(state: State) -> list[str]:
    keys = {spot.id: spot.key for spot in state.hotspots()}
    return [keys[id_] for id_ in state.click_paths(state.legal_moves()[-1])[0].ids]


@every_size
def test_a_whole_game_is_played_by_clicks(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of("lanes 1 2 3, backline 4, waves 1"), size) as at:
            while not at.playing.table.is_over:
                if at.state.current_player != CHANCE:
                    for id_ in at.state.click_paths(at.state.legal_moves()[len(at.state.legal_moves()) // 3])[0].ids:
                        place = at.playing.board._regions[id_]
                        await at.click("#board", (place.x + 2, place.y + 1))
                steps = len(at.playing.table.steps)
                await at.click("#ready")
                assert len(at.playing.table.steps) > steps, at.text

    run(scene())


# What one sees


@every_size
def test_board_question_and_keys_are_whole_at_every_size(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(swap="one"), size) as at:
            for position in ("", IN_THE_MIDDLE, AT_THE_SCOUTS, REARRANGING):
                if position:
                    at.playing.table.state = at.playing.game.position(position)
                    at.playing._advance()
                await at.pilot.pause()
                assert all(row in at.text for row in str(at.state).splitlines())
                assert " ".join(at.state.prompt().split()) in at.flat
                for keys in ("", "t", "t"):
                    await at.press(*keys)
                    stage = at.playing.query_one("#stage")
                    assert stage.max_scroll_y == stage.max_scroll_x == 0, at.text
                    assert at.part("#ready") in at.flat
                    assert "q quit" in at.text

    run(scene())


def test_a_terminal_can_be_too_small_for_the_board() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), (12, 5)) as at:
            await at.press("enter", "space", "question_mark", "escape", "d")
            assert len(at.playing.table.steps) == 4

    run(scene())


def test_a_huge_terminal_has_the_table_in_its_middle() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), (200, 60)) as at:
            region = at.playing.query_one("#table").region
            assert region.x == 200 - region.right > 20
            assert abs(region.y - (60 - region.bottom)) <= 1
            assert region.y > 10
            night = at.playing.background_colors
            await at.press("d")
            assert at.playing.background_colors != night

    run(scene())


def test_a_terminal_that_changes_its_size_keeps_the_game() -> None:
    async def scene() -> None:
        async with scene_at(table_of(IN_THE_MIDDLE), WIDE) as at:
            await at.press("m")
            await at.pilot.resize_terminal(*SMALL)
            await at.pilot.pause()
            assert "send 1 to middle" in at.flat
            assert at.playing.query_one("#stage").max_scroll_y == 0

    run(scene())


def test_the_log_shows_each_step_with_its_clauses() -> None:
    async def scene() -> None:
        table = table_of(REARRANGING)
        async with scene_at(table, WIDE) as at:
            await at.press("t", "b", "enter")
            log = at.part("#steps")
            assert log.startswith("1 arrange 3 2 1 The lanes now have 3, 2 and 1. S3.2 Top loses 3")
            assert "The backline loses 4 and has 0 left. S4.3" in log

    run(scene())


def test_a_log_that_was_scrolled_back_stays_there_until_the_next_step() -> None:
    async def scene() -> None:
        async with scene_at(table_of(mode=4)) as at:
            await at.press("enter", "space", "enter", "enter", "space")
            log = at.playing.query_one("#log")
            await at.until(lambda: log.scroll_y == log.max_scroll_y > 0)
            await at.press("pageup")
            await at.until(lambda: log.scroll_y < log.max_scroll_y)
            await at.press("t", "escape")
            assert log.scroll_y < log.max_scroll_y
            await at.press("pagedown")
            await at.until(lambda: log.scroll_y == log.max_scroll_y)
            await at.press("pageup", "enter")
            await at.until(lambda: log.scroll_y == log.max_scroll_y)

    run(scene())


def test_where_there_is_no_room_for_the_log_a_key_shows_it() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), SMALL) as at:
            await at.press("enter")
            assert "so no troops were sent" not in at.flat
            await at.press("o")
            assert "so no troops were sent. S2.2" in at.flat
            await at.press("escape")
            assert "so no troops were sent" not in at.flat

    run(scene())


# Touching


def test_clicks_are_shown_on_the_board_and_in_the_line_of_enter() -> None:
    async def scene() -> None:
        async with scene_at(table_of(IN_THE_MIDDLE)) as at:
            await at.press("t", "t", "b")
            assert "+2" in at.text
            assert "+1" in at.text
            assert at.part("#ready") == "Enter send 2 to top, 1 to bottom"
            await at.press("backspace")
            assert at.part("#ready") == "Enter send 2 to top"
            await at.press("escape")
            assert at.part("#ready") == "Enter send no troops"
            assert "+" not in at.text

    run(scene())


def test_arrows_choose_a_thing_and_space_touches_it() -> None:
    async def scene() -> None:
        async with scene_at(table_of(IN_THE_MIDDLE)) as at:
            await at.press("space")
            assert "arrow keys" in at.part("#message")
            await at.press("down", "down", "down", "up", "space")
            assert at.playing.picker.clicks == ["middle"]
            await at.press("up", "up", "space")
            assert at.playing.picker.clicks == ["middle", "top"]
            await at.press("left", "space")
            assert at.playing.picker.clicks == ["middle", "top", "top"]

    run(scene())


def test_half_a_move_is_not_played() -> None:
    async def scene() -> None:
        async with scene_at(table_of(REARRANGING)) as at:
            await at.press("t")
            assert at.part("#ready") == "Then select m middle lane, 2 or b bottom lane, 3"
            await at.press("enter")
            assert at.playing.table.steps == []
            assert "not a complete move yet" in at.part("#message")
            await at.press("m", "enter")
            assert at.playing.table.steps[0].play == "arrange 2 1 3"

    run(scene())


def test_a_touch_against_the_rules_is_refused_with_the_clause() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), SMALL) as at:
            await at.press("t")
            assert "A die shows at most 6, and the top lane would have 7 (S2.2)." in at.flat
            assert at.playing.picker.clicks == []
            await at.click("#board", (3, 3))
            assert "There is nothing to do with countdown now (S2.2)." in at.flat

    run(scene())


def test_a_games_own_key_comes_before_a_command() -> None:
    definition = table_of().game.definition

    def spots(s: Any, seat: int) -> Any:
        return tuple(
            type(spot)(spot.id, "uhl"[n], spot.label) for n, spot in enumerate(definition.view.hotspots(s, seat))
        )

    async def scene() -> None:
        table = Table(game_with(hotspots=spots), ["person"], ScriptedDice([]))
        table.state = table.game.position(IN_THE_MIDDLE)
        async with scene_at(table) as at:
            await at.press("u", "h", "l", "l")
            assert at.part("#ready") == "Enter send 1 to top, 1 to middle, 2 to bottom"
            await at.press("enter", "ctrl+z")
            assert at.playing.table.steps == []

    run(scene())


def test_a_game_with_nothing_to_touch_is_played_from_the_list() -> None:
    async def scene() -> None:
        game = game_with(hotspots=lambda s, seat: (), clicks=lambda s, code: ())
        table = Table(game, ["person"], ScriptedDice([]))
        async with scene_at(table) as at:
            assert at.part("#ready") == "l list the moves"
            await at.press("enter", "l", "enter")
            assert [done.play for done in table.steps] == ["reinforce 0 0 0"]

    run(scene())


# Undo


def test_undo_goes_back_to_the_last_roll_and_no_further() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press("u")
            assert "nothing has been played yet" in at.part("#message")
            await at.press("enter", "u")
            assert at.playing.table.steps == []
            assert at.part("#message") == "Undone: reinforce 0 0 0."
            await at.press("enter", "space", "u")
            assert len(at.playing.table.steps) == 4
            assert "a die has been rolled since your last move" in at.part("#message")
            await at.press("enter", "u")
            assert len(at.playing.table.steps) == 4

    run(scene())
