"""What the board tells a client about clicks: what plays itself, what is asked, and what ends a move."""

from __future__ import annotations

from holdtheline.games.civilwar.text.notation import move_text
from holdtheline.games.civilwar.view.board_json import board

from ..battle_states import battle, legal

ACT = "turn 3 union, ap 5; union: Porter 3 D4, McDowell D4"
MOVING = "turn 3 union, ap 5; union: Palmer D4 acted; move: mover union Palmer, gone 1, steps 2"


def test_a_turn_with_something_left_to_do_is_not_ended_without_a_question() -> None:
    b = board(battle(ACT), 0)
    assert (b["asks"], b["go"], b["closing"]) == (["end"], None, None)


def test_a_turn_in_which_nothing_is_left_to_do_is_ended_by_the_main_button() -> None:
    b = board(battle("turn 3 union, ap 0"), 0)
    assert (b["asks"], b["go"]) == ([], "end")


def test_a_move_in_progress_is_stopped_by_what_can_be_clicked_after_it() -> None:
    b = board(battle(MOVING), 0)
    assert b["closing"]["id"] == b["go"] == "stop"
    assert {"piece-0", "piece-1", "end"} <= set(b["closing"]["then"])
    assert "piece-3" not in b["closing"]["then"]
    assert board(battle(MOVING), 1)["closing"] is None


RETREATING = (
    "turn 2 union, ap 2; union: Burnside C5 acted; confederate: Evans 1 D5 struck shown;"
    " retreat: actor union Burnside, checked confederate Evans, target D5, hits 2, assault"
)
ONE_WAY = RETREATING.replace("acted;", "acted, Porter D6;")


def test_a_retreat_with_a_choice_does_not_play_itself() -> None:
    s = battle(RETREATING)
    assert len(legal(s)) == 2
    assert board(s, 1)["plays_itself"] is None


def test_a_retreat_without_a_choice_plays_itself_for_the_seat_that_decides() -> None:
    s = battle(ONE_WAY)
    (code,) = legal(s)
    assert board(s, 1)["plays_itself"] == move_text(s, code)
    assert board(s, 0)["plays_itself"] is None
