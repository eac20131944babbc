"""Hints on the screen, and leaving it."""

from __future__ import annotations

import asyncio
import threading
from fractions import Fraction
from typing import Any

import pytest

from holdtheline.core.dice import ScriptedDice
from holdtheline.core.events import Move
from holdtheline.core.game import State
from holdtheline.table import hints
from holdtheline.table.session import Table

from ..harness import (
    AT_THE_SCOUTS,
    IN_THE_MIDDLE,
    SMALL,
    UNSOLVED,
    USUAL,
    WIDE,
    game_with,
    run,
    scene_at,
    table_of,
)


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
    monkeypatch.setattr(hints, "MIN_VISITS", 1)
    monkeypatch.setattr(hints, "MAX_WIDTH", 1.0)

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


def test_on_a_small_terminal_a_hint_is_shown_beside_the_last_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.0)

    async def scene() -> None:
        async with scene_at(Table(UNSOLVED, ["person"], ScriptedDice([])), SMALL) as at:
            await at.press("backspace")
            assert "Nothing is selected" in at.part("#message")
            await at.press("h")
            await at.until(lambda: "%" in at.part("#message"))
            assert "Nothing is selected" in at.part("#message")

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
