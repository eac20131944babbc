"""What the inspector says about characters, objectives, terrain and attacks."""

from __future__ import annotations

import pytest

from holdtheline.core import catalog
from holdtheline.core.view_types import InspectorRow
from holdtheline.games.skirmish.view.inspector import inspect

from ..battle_builder import Stage, acting


def rows(battle: Stage, id_: str, *clicks: str) -> dict[str, InspectorRow]:
    """Return the rows of a card by label, and check that asking changed nothing."""
    before = battle.words.copy()
    found = inspect(battle.s, 0, id_, clicks)
    assert found is not None
    assert (battle.words == before).all()
    return {row.label: row for row in found.rows}


def mill_rows(position: str, id_: str, *clicks: str) -> dict[str, InspectorRow]:
    state = catalog.load("skirmish", plain=True).position(position)
    found = inspect(state.record, 0, id_, clicks)
    assert found is not None
    return {row.label: row for row in found.rows}


@pytest.mark.clause("K3.6")
def test_the_odds_of_a_shot_are_explained_by_attack_defence_and_movement() -> None:
    battle = acting("Ada", "Ada 12 4 range=10", "Orc 12 11")
    assert rows(battle, "e1")["f1 shoots"].explanation.startswith("Attack ")
    battle.play("leg 12 5")
    moved = rows(battle, "e1")["f1 shoots"]
    assert "−1 attack for moving" in moved.explanation
    assert moved.clause == 306


@pytest.mark.clause("K3.7")
def test_a_charge_from_below_is_explained_by_the_higher_ground() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 9", ground="hill 10 8.5 14 12 high")
    charge = rows(battle, "e1")["f1 charges"]
    assert charge.value == "5+ (33% to wound)"
    assert charge.explanation.endswith("+1 defence on higher ground.")


def test_an_attack_that_is_refused_says_why() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 20")
    refused = rows(battle, "e1")["f1 cannot charge"]
    assert refused.explanation.startswith("Too far")


def test_a_character_shows_its_numbers_what_hides_it_and_its_ground() -> None:
    found = mill_rows("round 2 friends; f1 23,19; choose", "e2")
    assert found["Move"].value == "5″"
    assert found["Attack, defence"].value == "1, 0"
    assert found["Range"].value == "12″"
    assert found["Stands in"].value == "Miller's mound"
    assert "+1 defence" in found["Stands in"].explanation
    assert found["In sight of"].value == "Oda Verrin"


def test_the_selected_character_need_not_be_active_yet() -> None:
    found = mill_rows("round 2 friends; f1 23,19; choose", "e2", "f1")
    assert found["Oda Verrin charges"].value == "2+ (83% to fell)"


def test_objectives_and_terrain_have_cards_too() -> None:
    position = "round 2 friends; f1 23,19; choose"
    assert mill_rows(position, "o1")["Picked up"].clause == 301
    title = inspect(catalog.load("skirmish", plain=True).position(position).record, 0, "t1", ())
    assert title is not None
    assert title.rows[0].explanation == "A leg that touches it counts double."
    assert inspect(catalog.load("skirmish", plain=True).position(position).record, 0, "t99", ()) is None
