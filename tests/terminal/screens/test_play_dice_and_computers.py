"""Dice, a full disk, and computer players on the screen."""

from __future__ import annotations

import re
import threading

import pytest

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import ScriptedDice
from holdtheline.core.events import Move
from holdtheline.core.game import State
from holdtheline.table.session import Table
from holdtheline.terminal.screens import play
from holdtheline.terminal.screens.dialogs import NotSavedScreen

from ..harness import (
    AT_THE_SCOUTS,
    IN_THE_MIDDLE,
    SMALL,
    FullDisk,
    run,
    scene_at,
    table_of,
)


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
