"""What the board says about clicks: moves that play themselves, the main button, and what asks first."""

from __future__ import annotations

from holdtheline.games.skirmish.view.board import input_json

from ..battle_builder import acting


def test_a_character_in_melee_with_one_enemy_fights_without_a_click() -> None:
    assert input_json(acting("Ada", "Ada 12 4", "Orc 12 5").s, 0)["plays_itself"] == "fight e1"


def test_with_two_enemies_in_contact_the_player_chooses() -> None:
    assert input_json(acting("Ada", "Ada 12 4", "Orc 12 5; Urk 12 3").s, 0)["plays_itself"] is None


def test_the_main_button_ends_an_activation_only_after_a_move() -> None:
    battle = acting("Ada", "Ada 12 4", "Orc 12 20")
    before = input_json(battle.s, 0)
    assert (before["go"], before["asks"], before["plays_itself"]) == (None, ["stay"], None)
    battle.play("leg 12 6")
    after = input_json(battle.s, 0)
    assert (after["go"], after["asks"], after["plays_itself"]) == ("stay", [], None)
