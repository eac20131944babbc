"""The head-up display above the map, and that it does not repeat the prompt."""

from __future__ import annotations

import pytest

from holdtheline.games.civilwar.state import Phase
from holdtheline.games.civilwar.text.prompts import prompt
from holdtheline.games.civilwar.view.hud import hud

from ..battle_states import battle

ACT = "turn 3 union, ap 5"
ASSAULT = "turn 3 union, ap 5; union: Burnside D4 acted; confederate: Evans struck"
POSITIONS = {
    "roll": "turn 3 union",
    "act": ACT,
    "no ap": "turn 3 union, ap 0",
    "dice": f"{ASSAULT}; dice: actor union Burnside, target E5, assault, dice 2, hits 1",
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_display_and_the_prompt_say_nothing_twice(name: str) -> None:
    s = battle(POSITIONS[name])
    shown, asked = hud(s, 0), prompt(s, 0)
    assert (shown.headline, shown.title) == ("First Bull Run", "21 July 1861")
    assert [(gauge.label, gauge.value) for gauge in shown.gauges] == [("Turn", 3), ("AP", int(s.ap))]
    assert [side.acts for side in shown.sides] == [True, False]
    for words in (shown.headline, "Turn 3", "turn 3", f"{s.ap} AP", shown.dice_text or "hits"):
        assert words not in asked


def test_the_hits_so_far_stand_beside_the_dice() -> None:
    shown = hud(battle(POSITIONS["dice"]), 0)
    assert (shown.dice, shown.dice_text) == (2, "1 hit")


def test_after_the_end_no_side_acts_and_there_are_no_action_points() -> None:
    s = battle("turn 18 confederate")
    s.phase = Phase.OVER
    shown = hud(s, 0)
    assert [gauge.label for gauge in shown.gauges] == ["Turn"]
    assert not any(side.acts for side in shown.sides)
    assert shown.dice == 0
