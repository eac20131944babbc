"""A figure that slipped on a real table is put right (K1.1)."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline import load
from holdtheline.core.definition import CHANCE
from holdtheline.core.errors import HtlError, IllegalMove
from holdtheline.core.game_record.replay import Record
from holdtheline.games.skirmish.state import REAL_TABLE
from holdtheline.games.skirmish.text.order_parser import parse_order
from holdtheline.table.session import OWN_DICE, PERSON, SEEDED_DICE, Table

from ..battle_builder import Stage, stage


def on_a_real_table(friends: str = "Ada 12 4; Bo 2 2", enemies: str = "Orc 12 12", **more: Any) -> Stage:
    """Return a battle against the AI general in which the friends are to activate someone."""
    battle = stage(friends, enemies, ai=True, aftermath=REAL_TABLE, **more)
    return battle.play(6)


@pytest.mark.clause("K1.1")
def test_a_figure_stands_where_it_was_put_and_the_turn_goes_on() -> None:
    battle = on_a_real_table()
    seat, facing = battle.turn(), (battle.field("face_x", "Ada"), battle.field("face_y", "Ada"))
    assert battle.events("correct Ada 12.4 4.2") == ["CORRECTED K1.1"]
    assert battle.place("Ada") == (12.4, 4.2)
    assert (battle.turn(), battle.phase) == (seat, "CHOOSE")
    assert (battle.field("face_x", "Ada"), battle.field("face_y", "Ada")) == facing
    assert battle.field("done", "Ada") == 0
    assert battle.why_not("activate Ada") == ""


@pytest.mark.clause("K1.1")
def test_enemies_and_those_who_lie_can_be_put_right_too() -> None:
    battle = on_a_real_table("Ada 12 4; Bo 2 2", "Orc 12 12; Imp 20 20")
    battle.s.status[battle.number("Imp")] = 3  # lies
    assert battle.play("correct Orc 12 11.5").place("Orc") == (12, 11.5)
    assert battle.play("correct Imp 19 20").place("Imp") == (19, 20)


@pytest.mark.clause("K1.1")
def test_what_is_carried_goes_along() -> None:
    battle = on_a_real_table(things="crown 12 4").give("Ada", "crown")
    assert battle.play("correct Ada 13 4").place("crown") == (13, 4)


@pytest.mark.clause("K1.1", "K1.3")
def test_a_place_that_makes_no_sense_is_refused() -> None:
    battle = on_a_real_table(ground="wall 4 8 9 8")
    for step, clause in {
        "correct Ada 12 4": "K1.1",  # she stands there
        "correct Ada 24.001 4": "K1.1",  # off the table
        "correct Ada 24 4": "",
        "correct Ada 12 12.9": "K1.3",  # on the orc
        "correct Ada 12 11": "",  # in contact: bases are an inch across
        "correct Ada 6 8.3": "K1.3",  # in the wall
        "correct Ada 6 9": "",
    }.items():
        assert battle.why_not(step) == clause, step


@pytest.mark.clause("K1.1")
def test_no_figure_no_correction() -> None:
    battle = on_a_real_table()
    battle.s.status[battle.number("Bo")] = 4  # fallen
    assert battle.why_not("correct Bo 5 5") == "K1.1"


@pytest.mark.clause("K1.1")
def test_not_in_the_middle_of_an_activation_nor_before_a_roll() -> None:
    battle = on_a_real_table().play("activate Ada")
    assert battle.why_not("correct Bo 3 2") == "K2.2"
    assert stage(ai=True, aftermath=REAL_TABLE).why_not("correct Ada 12 5") == "K2.1"


@pytest.mark.clause("K1.1")
def test_without_a_real_table_or_against_another_player_it_is_refused() -> None:
    assert stage("Ada 12 4; Bo 2 2", ai=True).play(6).why_not("correct Ada 12 5") == "K1.1"
    assert stage("Ada 12 4; Bo 2 2", aftermath=REAL_TABLE).play(6).why_not("correct Ada 12 5") == "K1.1"


def test_it_is_never_among_the_listed_moves() -> None:
    battle = on_a_real_table()
    assert battle.code("correct Ada 12 5") not in battle.legal_moves()


# At a table


def opened(dice: str, record: Any = None, **options: Any) -> Table:
    game = load("skirmish", scenario="millrace", plain=True, **options)
    return Table.open(game, seats=[PERSON] * len(game.seats), seed=1, dice=dice, record=record)


@pytest.mark.clause("K1.1")
@pytest.mark.parametrize(
    ("dice", "options", "expected"),
    [
        (OWN_DICE, {}, "on"),
        (SEEDED_DICE, {}, "auto"),  # which is off
        (OWN_DICE, {"enemy": "seat"}, "auto"),
        (OWN_DICE, {"generals": 2}, "on"),
        (OWN_DICE, {"corrections": "off"}, "off"),
    ],
)
def test_real_dice_against_the_ai_general_allow_it(dice: str, options: dict[str, Any], expected: str) -> None:
    assert opened(dice, **options).game.options["corrections"] == expected


@pytest.mark.clause("K1.1")
def test_a_correction_is_in_the_record_and_the_log_and_can_be_replayed_and_undone(tmp_path: Any) -> None:
    path = tmp_path / "real.htl"
    table = opened(OWN_DICE, path)
    table.play("roll 5")
    step = table.play("correct Oda Verrin to 12.4, 2.75")
    assert step.play == "correct f1 12.4,2.75"
    assert [str(event) for event in step.events] == [
        "Corrected: the figure of Oda Verrin stands at 12.4,2.75, 0.5 inches from 12,2.5. (K1.1)"
    ]
    table.play("use f1")
    table.close()
    moments = list(Record.read(path, cut_off="drop").replay_steps(plain=True))
    s = moments[-1].state.record
    assert (s.x[0], s.y[0]) == (12_400, 2750)
    resumed = Table.resume(path, plain=True)
    resumed.undo()
    resumed.undo()
    assert (resumed.state.record.x[0], resumed.turn != CHANCE) == (12_000, True)
    resumed.close()


def test_it_is_no_order_to_a_character_so_nobody_is_activated() -> None:
    table = opened(OWN_DICE)
    table.play("roll 5")
    assert parse_order(table.state.record, 0, "f1 correct 12,5") is None
    with pytest.raises(HtlError):
        table.play("f1 correct 12,5")
    assert table.state.record.actor == 0


@pytest.mark.parametrize(
    ("dice", "options", "order", "words"),
    [
        (OWN_DICE, {}, "correct f1 10,15", "at 10,15 Oda Verrin would overlap the mill"),
        (OWN_DICE, {}, "correct f1 13.5,4.2", "at 13.5,4.2 Oda Verrin would overlap Hask"),
        (OWN_DICE, {}, "correct f1 25,4", "25,4 is not on the table, which ends at 24"),
        (OWN_DICE, {}, "correct f1 12,2.5", "Oda Verrin already stands at 12,2.5"),
        (SEEDED_DICE, {}, "correct f1 12,5", "places can be corrected only in a battle with real dice (`--dice mine`)"),
        (OWN_DICE, {"enemy": "seat"}, "correct f1 12,5", "places cannot be corrected against another player"),
    ],
)
def test_a_refusal_says_why(dice: str, options: dict[str, Any], order: str, words: str) -> None:
    table = opened(dice, **options)
    while table.turn == CHANCE:
        table.play("roll 5") if dice == OWN_DICE else table.roll()
    with pytest.raises(IllegalMove) as refused:
        table.play(order)
    assert words in str(refused.value)
