"""Orders of a planning in the terminal: what they mean, and what the plan looks like."""

from __future__ import annotations

import pytest

from holdtheline.core.ascii_art import drawing_text
from holdtheline.core.catalog import load
from holdtheline.terminal.games.towers import line_mode, plan
from holdtheline.terminal.games.towers.lanes_screen import trim_drawing
from holdtheline.terminal.orders import give_orders, undo_order
from holdtheline.terminal.visibility import SeatLog

from .tables import PLAN, plays, table_of


def test_an_order_in_one_go_is_small_moves_of_the_table() -> None:
    table = table_of()
    done, error = give_orders(table, PLAN)
    assert error is None
    assert plays(table)[:4] == ["tower missile", "cell 3 2", "hire rifle", "hire rifle"]
    assert plays(table)[5:8] == ["soldier 1", "column 2", "step 40"]
    assert len(done) == len(table.steps) == 11


@pytest.mark.clause("T6.2")
def test_each_order_of_a_line_is_meant_as_things_stand_when_its_turn_comes() -> None:
    table = table_of()
    _, error = give_orders(table, "hire 2 rifle; send all 3 10; tower missile; 8 3;; hire shield")
    assert error is None
    record = table.state.record
    assert (record.soldiers[0], list(record.entry[:3]), record.towers[0]) == (3, [74, 74, 0], 1)


def test_of_a_refused_order_nothing_is_left_and_those_before_it_stand() -> None:
    table = table_of()
    done, error = give_orders(table, "hire rifle; build missile 19 2; hire bomb")
    assert "row 19 is where soldiers enter" in str(error)
    assert [one.play for one in done] == ["hire rifle", "tower missile"]
    assert plays(table) == ["hire rifle", "tower missile", "never mind"]
    assert not table.state.record.picked[0]
    assert table.state.record.gold[0] == 10


def test_half_an_order_that_was_there_before_stays() -> None:
    table = table_of()
    table.play("tower missile")
    _, error = give_orders(table, "build missile 3 2")
    assert error is not None
    assert plays(table) == ["tower missile"]


def test_undo_takes_back_a_whole_order_or_half_of_one() -> None:
    table = table_of()
    give_orders(table, PLAN)
    assert [done.play for done in undo_order(table)] == ["step 40", "column 2", "soldier 2"]
    table.play("soldier 3")
    table.play("column 1")
    assert [done.play for done in undo_order(table)] == ["column 1"]


@pytest.mark.clause("T2.2")
def test_the_log_of_a_seat_has_nothing_of_the_other_but_that_it_is_ready() -> None:
    table = table_of("person", "person")
    give_orders(table, f"{PLAN}; ready")
    give_orders(table, "hire bomb")
    assert [done.play for done in SeatLog(table).steps(1)] == ["ready", "hire bomb"]
    assert [done.play for done in SeatLog(table).steps(0)][-1] == "ready"


# What a plan looks like


def test_the_panel_has_gold_roster_and_a_timeline() -> None:
    table = table_of()
    give_orders(table, PLAN)
    text = drawing_text(plan.draw_plan_panel(table.state.record, 0, 36))
    assert " Gold 3 " in text
    assert "1-2     rifle   step 40, column 2" in text
    assert "3       rifle   at home" in text
    assert "2 ·············2····················" in text
    narrow = drawing_text(plan.draw_plan_panel(table.state.record, 0, 20, prices=True))
    assert "missile 3  shield 2" in narrow
    assert max(map(len, narrow.split("\n"))) <= 20


@pytest.mark.parametrize("width", [3, 15, 20, 36, 52, 120])
def test_a_timeline_shows_every_soldier_at_any_width(width: int) -> None:
    table = table_of()
    give_orders(table, "hire 5 rifle; send 1 0 0; send 2 6 99; send 3-5 3 50")
    rows = drawing_text(plan.draw_timeline(table.state.record, 0, width)).split("\n")[1:]
    counted = [sum(int(mark) for mark in row[2:] if mark.isdecimal()) for row in rows]
    assert counted == [1, 0, 0, 3, 0, 0, 1]
    assert max(map(len, rows)) <= max(width, 3)


def test_many_soldiers_are_shortened() -> None:
    table = table_of(ruleset="course")
    give_orders(table, "hire 30 rifle; " + "; ".join(f"send {n} {n % 7} {n}" for n in range(1, 31)))
    assert "and 20 more" in drawing_text(plan.draw_plan_panel(table.state.record, 0, 36))
    assert len(plan.roster_lines(table.state.record, 0)) == 30


def test_moves_that_begin_alike_are_one_line() -> None:
    state = load("towers", plain=True).start()
    lines = line_mode.group_moves(move.text for move in state.legal_moves(0))
    assert lines[:3] == [
        "ready",
        "hire: shield, rifle, bomb, horse",
        "tower: missile, rocket, frost, blockade",
    ]
    assert len(lines) == 5
    state.play("tower missile")
    assert line_mode.group_moves(move.text for move in state.legal_moves(0)) == ["never mind", "cell 0-18: 0-6"]


def test_a_drawing_gives_up_what_is_least_needed_first() -> None:
    drawing = load("towers", plain=True).start().drawing(0)
    heights = [len(trim_drawing(drawing, room)) for room in (40, 29, 28, 26, 24, 22, 21, 5)]
    assert heights == [29, 29, 27, 25, 23, 22, 21, 20]
    assert "19 ║" in drawing_text(trim_drawing(drawing, 1))
    assert " 0 ║" in drawing_text(trim_drawing(drawing, 1))
