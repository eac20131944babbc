from __future__ import annotations

import asyncio
import re
import threading
from fractions import Fraction
from typing import Any

import pytest

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import ScriptedDice
from holdtheline.core.events import Move
from holdtheline.core.game import State
from holdtheline.table import hints
from holdtheline.table.session import Table
from holdtheline.terminal.screens import play
from holdtheline.terminal.screens.dialogs import GameOverScreen, NotSavedScreen

from ..harness import SIZES, SMALL, UNSOLVED, USUAL, WIDE, FullDisk, Scene, game_with, run, scene_at, table_of

AT_THE_SCOUTS = "lanes 6 6 6, backline 6, waves 3, enemy ? ? ?"
IN_THE_MIDDLE = "lanes 1 2 3, backline 4, waves 2"
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
            assert "No troops were sent" not in at.flat
            await at.press("o")
            assert "No troops were sent. S2.2" in at.flat
            await at.press("escape")
            assert "No troops were sent" not in at.flat

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


# Dice


def test_the_table_rolls_until_a_seat_has_to_decide() -> None:
    async def scene() -> None:
        async with scene_at(table_of(AT_THE_SCOUTS)) as at:
            assert at.part("#ready") == "Enter roll the dice"
            await at.press("l")
            assert "Roll the die first" in at.part("#message")
            await at.press("enter")
            assert [done.seat for done in at.playing.table.steps] == [CHANCE] * 3
            assert at.state.current_player == 0

    run(scene())


def test_a_die_tumbles_for_less_than_half_a_second() -> None:
    assert 0 < play.FRAME_SECONDS * len(play.DIE_ANIMATION) < 0.4


@pytest.fixture
def slow_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make dice roll until a key is pressed; the first face they show is a 6."""
    monkeypatch.setattr(play, "FRAME_SECONDS", 30)
    monkeypatch.setattr(play, "DIE_ANIMATION", (6,))


@pytest.mark.usefixtures("slow_dice")
def test_any_key_stops_the_dice_and_they_lie_as_they_were_rolled() -> None:
    async def scene() -> None:
        table = table_of(AT_THE_SCOUTS)
        table.dice = ScriptedDice([1, 1, 1])
        async with scene_at(table, animated=True) as at:
            await at.pilot.press("space")
            await at.rest()
            assert len(table.steps) == 1
            assert "The dice are rolling..." in at.text
            assert "⚅ 6" in at.text
            assert at.text.count("◄3─") == 1
            await at.press("x")
            assert len(table.steps) == 3
            assert at.text.count("◄1─") == 3
            assert at.part("#ready") == "Enter fight without swapping"

    run(scene())


def test_ones_own_dice_are_typed_in_and_a_wrong_face_loses_nothing() -> None:
    async def scene() -> None:
        async with scene_at(table_of(dice="mine"), SMALL) as at:
            await at.press("enter")
            assert "type the face of your die" in at.flat
            for wrong in ("0", "7", "x", "minus"):
                await at.press(wrong)
                assert "A die shows 1 to 6, not" in at.flat
                assert len(at.playing.table.steps) == 1
            for nothing in ("enter", "space"):
                await at.press(nothing)
                assert "Roll your die and type its face, 1 to 6." in at.flat
            await at.press("5", "3", "1")
            assert [done.play for done in at.playing.table.steps[1:]] == ["roll 5", "roll 3", "roll 1"]
            await at.press("u", "u", "u")
            assert [done.play for done in at.playing.table.steps] == ["reinforce 0 0 0"]
            await at.press("u")
            assert "a die has been rolled" in at.flat
            assert len(at.playing.table.steps) == 1

    run(scene())


# Trouble


def test_a_full_disk_is_reported_and_the_game_is_unchanged() -> None:
    async def scene() -> None:
        disk = FullDisk()
        table = table_of(IN_THE_MIDDLE)
        table.writer = disk  # type: ignore[assignment]
        async with scene_at(table) as at:
            await at.press("t", "enter")
            assert isinstance(at.app.screen, NotSavedScreen)
            assert "the disk is full" in at.flat.lower()
            assert table.steps == []
            disk.has_room = True
            await at.press("enter", "enter")
            assert [done.play for done in table.steps] == ["reinforce 1 0 0"]

    run(scene())


def test_a_full_disk_stops_the_dice_and_the_undo() -> None:
    async def scene() -> None:
        disk = FullDisk()
        table = table_of(IN_THE_MIDDLE)
        async with scene_at(table) as at:
            await at.press("enter")
            table.writer = disk  # type: ignore[assignment]
            await at.press("u")
            assert isinstance(at.app.screen, NotSavedScreen)
            await at.press("enter", "space")
            assert isinstance(at.app.screen, NotSavedScreen)
            assert len(table.steps) == 1
            disk.has_room = True
            await at.press("enter", "space")
            assert len(table.steps) == 4

    run(scene())


# A computer at the table


def test_a_computer_player_acts_by_itself_and_waits_for_the_dice() -> None:
    async def scene() -> None:
        table = Table.open(table_of().game, seats=["book"], seed=7)
        async with scene_at(table) as at:
            await at.until(lambda: len(table.steps) == 1)
            assert table.turn == CHANCE
            while not table.is_over:
                await at.press("space")
                await at.until(lambda: table.turn in (CHANCE, OVER))
            assert re.search("The defender (won|lost)", at.flat)

    run(scene())


def test_a_computer_player_who_thinks_does_not_block_the_screen() -> None:
    wake = threading.Event()

    class Thinker:
        name = "thinker"

        def choose(self, state: State) -> Move:
            wake.wait(20)
            return state.legal_moves()[0]

    async def scene() -> None:
        table = table_of()
        table.players = [Thinker()]
        async with scene_at(table) as at:
            assert "Thinker is thinking" in at.flat
            assert "Enter" not in at.flat
            assert "l moves" not in at.flat
            await at.pilot.press("question_mark")
            await at.pilot.pause(0.1)
            assert "S2.2 Reinforce" in at.text
            await at.pilot.press("escape")
            wake.set()
            await at.until(lambda: len(table.steps) == 1)

    run(scene())


def test_a_computer_player_tries_again_when_the_disk_has_room() -> None:
    async def scene() -> None:
        disk = FullDisk()
        table = Table.open(table_of().game, seats=["book"], seed=7)
        table.writer = disk  # type: ignore[assignment]
        async with scene_at(table) as at:
            await at.until(lambda: isinstance(at.app.screen, NotSavedScreen))
            disk.has_room = True
            await at.press("enter")
            await at.until(lambda: len(table.steps) == 1)

    run(scene())


# Hints


class SlowSolution:
    """A solver that takes its time."""

    may_answer = threading.Event()

    def __init__(self, options: Any) -> None:
        self.may_answer.wait(20)

    def value(self, state: State) -> Fraction:
        return Fraction(1, 3)

    def moves(self, state: State) -> list[tuple[Move, Fraction]]:
        return [(move, Fraction(1, 2 + n)) for n, move in enumerate(state.legal_moves())]


@pytest.mark.parametrize("size", [USUAL, SMALL])
def test_a_hint_is_worked_out_while_one_plays_on(size: tuple[int, int]) -> None:
    SlowSolution.may_answer.clear()

    async def scene() -> None:
        table = Table(game_with(solver=SlowSolution), ["person"], ScriptedDice([1, 1, 1]))
        table.state = table.game.position(IN_THE_MIDDLE)
        async with scene_at(table, size) as at:
            assert "%" not in at.text
            await at.press("h")
            assert "first run only" in at.flat or "computing the chances" in at.flat
            await at.press("t", "enter", "space")
            assert len(table.steps) == 4
            SlowSolution.may_answer.set()
            await at.until(lambda: "50.00%" in at.text)
            await at.press("t", "b")
            assert "swap top and bottom" in at.part("#ready")
            assert at.part("#ready").endswith("%")
            await at.press("l")
            assert "50.00% fight without swapping" in at.flat
            await at.press("escape", "escape", "h")  # the list is closed, and no move is picked
            assert "%" not in at.text

    run(scene())


def test_a_solver_that_fails_is_a_sentence() -> None:
    class Broken:
        def __init__(self, options: Any) -> None:
            raise MemoryError

    async def scene() -> None:
        table = Table(game_with(solver=Broken), ["person"], ScriptedDice([]))
        async with scene_at(table) as at:
            await at.press("h")
            await at.until(lambda: "could not be computed (MemoryError)" in at.flat)

    run(scene())


def test_where_a_game_is_not_solved_hints_are_sampled_and_get_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.0)  # a few simulations at a time

    async def scene() -> None:
        async with scene_at(Table(UNSOLVED, ["person"], ScriptedDice([])), WIDE) as at:
            await at.press("h")
            await at.until(lambda: "simulations" in at.part("#hints"))
            first = at.part("#hints")
            assert "Chance to win" in first
            await at.until(lambda: at.part("#hints") != first)
            await at.press("h")
            assert "%" not in at.text

    run(scene())


def test_a_table_can_forbid_hints() -> None:
    async def scene() -> None:
        table = Table(UNSOLVED, ["person"], ScriptedDice([]))
        table.allows_coach = False
        async with scene_at(table) as at:
            await at.press("h")
            assert "Hints are turned off" in at.part("#message")
            assert "hints" not in at.part("#keys")

    run(scene())


@pytest.mark.compiled
def test_siege_shows_the_exact_chance_of_the_position_and_of_each_move() -> None:
    async def scene() -> None:
        async with scene_at(table_of("lanes 3 2 3, backline 6, waves 2"), WIDE) as at:
            await at.press("h")
            await at.until(lambda: "%" in at.text)
            assert "Chance to win 46.71%" in at.part("#hints")
            assert "46.71% send 1 to top" in at.part("#hints")
            await at.press("m", "m", "m")
            assert at.part("#ready") == "Enter send 3 to middle 46.23%"
            await at.press("enter")
            await at.until(lambda: "Chance to win 46.23%" in at.part("#hints"))

    run(scene())


def test_leaving_does_not_wait_for_a_hint() -> None:
    SlowSolution.may_answer.clear()

    async def scene() -> None:
        table = Table(game_with(solver=SlowSolution), ["person"], ScriptedDice([]))
        async with scene_at(table) as at:
            await at.press("h")
            await asyncio.wait_for(at.press("q"), 5)
        assert at.app.return_value == 0

    run(scene())
    SlowSolution.may_answer.set()


# Leaving


@pytest.mark.parametrize(
    ("first", "key", "code"),
    [
        ("", "q", 0),
        ("", "ctrl+q", 0),
        ("question_mark", "ctrl+c", 130),
        ("slash", "ctrl+q", 0),
    ],
)
def test_one_can_leave_from_everywhere(first: str, key: str, code: int) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), USUAL) as at:
            await at.press(*filter(None, (first, key)))
        assert at.app.return_value == code

    run(scene())


@pytest.mark.usefixtures("slow_dice")
def test_one_can_leave_while_the_dice_roll() -> None:
    async def scene() -> None:
        table = table_of(AT_THE_SCOUTS)
        async with scene_at(table, animated=True) as at:
            await at.pilot.press("space")
            assert at.playing._busy
            await at.pilot.press("q")
        assert at.app.return_value == 0
        assert len(table.steps) == 1

    run(scene())
