"""What the inspector says about pieces, hexes and attacks."""

from __future__ import annotations

from holdtheline.core.view_types import InspectorRow
from holdtheline.games.civilwar.rules.hidden_information import hide
from holdtheline.games.civilwar.state import PIECE_SLOTS
from holdtheline.games.civilwar.view.inspector import inspect

from ..battle_states import battle

IN_CONTACT = "turn 3 union, ap 5; union: Porter 3 D4, McDowell D4"


def rows(id_: str, *clicks: str, position: str = IN_CONTACT) -> dict[str, InspectorRow]:
    found = inspect(battle(position), 0, id_, clicks)
    assert found is not None
    return {row.label: row for row in found.rows}


def test_a_unit_shows_its_numbers_and_what_they_mean() -> None:
    found = rows("piece-1")
    assert found["Strength"].value == "3 of 4 blocks"
    assert found["Moves"].value == "1 hex"
    assert (found["Fires"].value, found["Fires"].explanation) == (
        "3 dice, up to 2 hexes",
        "Hits at range 1: 5 or 6, range 2: 6.",
    )
    assert found["Morale"].value == "black, counts as gold"
    assert found["Morale"].explanation == (
        "leader +1. For each hit in close combat it rolls a die and retreats on 1 of the 6 faces."
    )
    assert found["This turn"].value == "can act"


def test_a_hit_number_is_explained_by_range_and_terrain() -> None:
    found = rows("piece-40", "piece-1")
    assert found["Porter fires"].value == "3 dice, hits on 6"
    assert found["Porter fires"].explanation == "5 or 6 at range 1; hill −1 to each die"
    assert found["Porter assaults"].value == "3 dice, hits on 5 or 6"
    assert found["Porter assaults"].explanation == "4 to 6 in close combat; hill −1 to each die"


def test_a_shot_that_is_not_possible_names_the_reason() -> None:
    assert rows("piece-42", "piece-1")["Porter cannot fire"].explanation
    assert "Porter fires" not in rows("piece-42", "piece-1")


def test_a_hex_shows_its_terrain_and_its_victory_points() -> None:
    hill = rows("hex-E5")
    assert hill["Here"].value == "Evans, Latham"
    assert hill["Terrain"].explanation.startswith("−1 to each die of an attack on it, +1 to morale")
    assert rows("hex-E11")["Victory points"].value == "2"


def test_hidden_morale_changes_nothing_that_is_said() -> None:
    s = battle(IN_CONTACT)
    other = s.copy()
    for piece in range(40, PIECE_SLOTS):
        if s.morale[piece] and not s.revealed[piece]:
            other.morale[piece] = s.morale[piece] % 3 + 1
    hide(s, 0)
    hide(other, 0)
    for piece in range(40, 50):
        assert inspect(s, 0, f"piece-{piece}", ["piece-1"]) == inspect(other, 0, f"piece-{piece}", ["piece-1"])
