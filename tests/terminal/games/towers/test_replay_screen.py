"""The replay of a turn on the screen."""

from __future__ import annotations

import pytest

from holdtheline.core.ascii_art import drawing_text
from holdtheline.table.session import Table
from holdtheline.terminal.games.towers.played_turn import find_played_turn
from holdtheline.terminal.games.towers.replay_screen import TurnReplayScreen
from holdtheline.terminal.orders import give_orders
from holdtheline.terminal.screens.dialogs import TextScreen

from ...harness import run
from .tables import PLAN, every_size, scene_at, set_replay_seconds, table_of, top


def played_table() -> Table:
    table = table_of("person", "person")
    give_orders(table, f"{PLAN}; ready")
    give_orders(table, "hire rifle; build missile 10 2; send 1 2 0; ready")
    return table


@every_size
def test_a_replay_pauses_steps_changes_its_speed_and_ends_with_the_report(size: tuple[int, int]) -> None:
    async def scene() -> None:
        table = played_table()
        turn = find_played_turn(table.steps, table.state_after, 0)
        assert turn is not None
        async with scene_at(table, size) as at:
            await at.press("enter")
            at.app.push_screen(TurnReplayScreen(table.game, turn, playing=False))
            await at.rest()
            shown = top(at)
            assert isinstance(shown, TurnReplayScreen)
            assert "Timestep 0: 1 enters" in at.flat
            for row in range(20):
                assert at.text.count(f"{row:>2} ║") == 2, at.text
            await at.press("full_stop")
            assert shown.index == 1
            await at.press("comma", "comma", "plus", "minus", "minus", "home")
            assert (shown.index, shown.speed) == (0, 1)
            await at.press("space")
            assert shown.is_playing
            await at.press("space", "end")
            assert isinstance(top(at), TextScreen)
            assert "Your lane: 1 entered" in at.flat
            await at.press("enter")
            assert top(at) is at.playing

    run(scene())


def test_a_replay_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), animated=True) as at:
            at.playing.table.play("hire rifle")
            at.playing.table.play("in file 3")
            at.playing.table.play("ready")
            at.playing._advance()
            await at.until(lambda: isinstance(top(at), TurnReplayScreen))
            turn = top(at)
            assert isinstance(turn, TurnReplayScreen)
            set_replay_seconds(monkeypatch, 0.001)
            await at.press("plus")
            await at.until(lambda: isinstance(top(at), TextScreen))
            assert turn.index == turn.last
            set_replay_seconds(monkeypatch, 3600)
            await at.press("enter", "f")
            assert isinstance(top(at), TurnReplayScreen)

    run(scene())


def test_attackers_are_highlighted() -> None:
    table = played_table()
    turn = find_played_turn(table.steps, table.state_after, 0)
    assert turn is not None
    lights = [turn.attackers(at) for at in range(len(turn.moments))]
    assert {"left-tower-3-2": ""} in lights
    assert {"right-tower-10-2": ""} in lights or any("right-tower-10-2" in lit for lit in lights)


def test_a_replay_for_both_names_the_lanes() -> None:
    table = played_table()
    turn = find_played_turn(table.steps, table.state_after, 0, neutral=True)
    assert turn is not None
    text = drawing_text(turn.drawing(0))
    assert "Left lane: 10 HP" in text
    assert "Your" not in text
    assert "Gold" not in text
    assert turn.hp_text(0) == "left 10 HP, right 10 HP"


def test_a_large_battle_is_summarized_in_a_few_lines() -> None:
    table = table_of("person", "person", ruleset="course")
    for _ in range(2):
        towers = "; ".join(f"build missile {row} {row % 3 + 2}" for row in range(4, 12))
        soldiers = "; ".join(f"send {n} {n % 7} {n * 3}" for n in range(1, 31))
        give_orders(table, f"{towers}; hire 30 rifle; {soldiers}; ready")
    turn = find_played_turn(table.steps, table.state_after, 0)
    assert turn is not None
    assert len(turn.marks()) <= 9
    assert len(turn.marks()) + len(turn.report()) <= 26
    assert turn.marks()[-1].startswith("And ")
