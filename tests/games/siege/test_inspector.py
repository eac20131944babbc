"""What the inspector says about lanes, enemies, the backline and the countdown."""

from __future__ import annotations

import pytest

from holdtheline import load
from holdtheline.core.view_types import InspectorRow

SIEGE = load("siege", plain=True)
SCOUTED = "lanes 2 4 5, backline 3, waves 2, enemy 5 6 1"


def rows(id_: str, position: str = SCOUTED) -> dict[str, InspectorRow]:
    state = SIEGE.position(position)
    found = SIEGE.definition.view.inspect(state.record, 0, id_, ())
    assert found is not None
    return {row.label: row for row in found.rows}


@pytest.mark.parametrize(
    ("lane", "battle"), [("top", "1 gets through"), ("middle", "2 get through"), ("bottom", "holds with 4")]
)
def test_a_lane_says_how_its_battle_ends_if_the_dice_stay(lane: str, battle: str) -> None:
    assert rows(lane)["Battle"].value == battle
    assert rows(f"enemy-{lane}")["Battle"].value == battle


def test_an_enemy_says_how_its_strength_follows_from_its_die() -> None:
    assert (rows("enemy-top")["Die"].value, rows("enemy-top")["Strength"].value) == ("5", "3")
    assert rows("enemy-middle")["Strength"].value == "6"
    assert rows("strength-middle")["Strength"].explanation == "The middle lane meets the full die."
    unseen = rows("enemy-bottom", "lanes 2 4 5, backline 3, waves 2")
    assert unseen["Strength"].value == "1 to 3"


def test_the_backline_and_the_countdown_say_what_their_numbers_mean() -> None:
    before = "lanes 2 4 5, backline 3, waves 2"
    backline = rows("backline", before)
    assert [row.value for row in backline.values()] == ["3", "3", "+1"]
    assert rows("top", before)["Room"].value == "4 more"
    assert rows("countdown")["Waves"].explanation == "2 waves to survive. At 0 you win."


def test_nothing_is_said_about_what_is_not_on_the_table() -> None:
    state = SIEGE.position(SCOUTED)
    for id_ in ("", "left", "enemy-left", "sky-top", "enemy-"):
        assert SIEGE.definition.view.inspect(state.record, 0, id_, ()) is None
