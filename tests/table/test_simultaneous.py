"""Simultaneous decisions: in any order, secret, and each seat undoes only its own."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadRecord, IllegalMove, NoUndo
from holdtheline.core.game_record.lines import (
    PLAY_SEPARATOR,
    StepLine,
    UndoLine,
    make_step_line,
    short_digest,
)
from holdtheline.core.game_record.replay import Record
from holdtheline.table.history import StateHistory
from holdtheline.table.session import PERSON, Table
from holdtheline.table.turn_replay import make_turn_replay

LEFT, RIGHT = 0, 1
SHORT = {"turn_limit": 3}


def table_for(*seats: str, record: Path | None = None) -> Table:
    game = load("towers", plain=True, **SHORT)
    return Table.open(game, seats=seats or (PERSON, PERSON), seed=1, record=record)


def give(table: Table, seat: int, *orders: str) -> None:
    for order in orders:
        assert table.play(order, seat).seat == seat


def test_both_seats_give_orders_in_any_order() -> None:
    table = table_for()
    give(table, RIGHT, "hire rifle")
    give(table, LEFT, "tower missile")
    give(table, RIGHT, "together 3", "ready")
    give(table, LEFT, "cell 5 3")
    assert [done.seat for done in table.steps] == [RIGHT, LEFT, RIGHT, RIGHT, LEFT]
    assert (table.turn, table.state.can_move(LEFT), table.state.can_move(RIGHT)) == (LEFT, True, False)
    with pytest.raises(IllegalMove, match="right has ended the turn"):
        table.play("hire rifle", RIGHT)
    give(table, LEFT, "ready")
    assert table.state.record.turns_played == 1


def test_orders_in_any_order_lead_to_the_same_state() -> None:
    orders = {
        LEFT: ["tower rocket", "cell 9 3", "hire shield", "together 2"],
        RIGHT: ["hire rifle", "mind rifle hunter", "in file 4"],
    }
    digests = set()
    for seed in range(6):
        random, left = Random(seed), {seat: list(given) for seat, given in orders.items()}
        table = table_for()
        while any(left.values()):
            seat = random.choice([seat for seat in left if left[seat]])
            give(table, seat, left[seat].pop(0))
        digests.add(table.state.digest())
    assert len(digests) == 1


def test_an_order_is_taken_back_though_the_other_has_given_some_since(tmp_path: Path) -> None:
    table = table_for(record=tmp_path / "game.htl")
    give(table, LEFT, "hire rifle", "hire bomb")
    give(table, RIGHT, "tower frost", "cell 4 4")
    assert table.undo([LEFT]).play == "hire bomb"
    assert [(done.number, done.seat, done.play) for done in table.steps] == [
        (1, LEFT, "hire rifle"),
        (2, RIGHT, "tower frost"),
        (3, RIGHT, "cell 4 4"),
    ]
    assert table.undo([RIGHT]).play == "cell 4 4"
    assert table.undo([LEFT]).play == "hire rifle"
    assert [done.play for done in table.steps] == ["tower frost"]
    with pytest.raises(NoUndo, match="nothing has been played yet"):
        table.undo([LEFT])
    record = Record.read(tmp_path / "game.htl")
    assert record.replay(plain=True) == table.state
    again = Table.from_record(record, plain=True)
    assert (again.state, [done.play for done in again.steps]) == (table.state, ["tower frost"])


def test_a_ready_is_taken_back_until_the_other_is_ready_too() -> None:
    table = table_for()
    give(table, LEFT, "ready")
    give(table, RIGHT, "hire rifle")
    assert table.undo([LEFT]).play == "ready"
    assert table.state.can_move(LEFT)
    give(table, LEFT, "ready")
    give(table, RIGHT, "ready")
    with pytest.raises(NoUndo, match="revealed something that was hidden"):
        table.undo([LEFT])
    give(table, RIGHT, "tower frost")
    with pytest.raises(NoUndo, match="revealed something that was hidden"):
        table.undo([LEFT])


def test_computer_players_plan_when_the_people_have() -> None:
    for seats, person in ((("spam", PERSON), RIGHT), ((PERSON, "spam"), LEFT)):
        table = table_for(*seats)
        assert table.waits_for_person
        give(table, person, "hire rifle")
        assert table.waits_for_person
        give(table, person, "ready")
        while not table.waits_for_person:
            table.let_player_act()
        assert table.state.record.turns_played == 1
        assert table.why_no_undo([person]) is not None


# Records


def written(tmp_path: Path) -> Record:
    """Return a game in which an order was undone after the other seat had given one."""
    table = table_for(record=tmp_path / "game.htl")
    give(table, LEFT, "hire rifle")
    give(table, RIGHT, "hire bomb")
    table.undo([LEFT])
    give(table, LEFT, "ready")
    table.close()
    return Record.read(tmp_path / "game.htl")


def changed(record: Record, *lines: object) -> Record:
    return Record(record.header, lines, 0)  # type: ignore[arg-type]


def test_what_others_did_must_come_again(tmp_path: Path) -> None:
    record = written(tmp_path)
    one, two, back, again, ready = record.lines
    assert isinstance(back, UndoLine)
    assert isinstance(again, StepLine)
    assert (again.seat, again.play, again.step) == (RIGHT, "hire bomb", 1)
    with pytest.raises(BadRecord, match="another seat's move was taken back"):
        changed(record, one, two, back, ready).replay(plain=True)
    with pytest.raises(BadRecord, match="what another seat did is missing"):
        changed(record, one, two, back, back).replay(plain=True)


def test_a_line_may_hold_several_steps_of_one_seat(tmp_path: Path) -> None:
    table = table_for()
    plays = ["hire rifle", "together 3", "ready"]
    give(table, RIGHT, *plays)
    line = make_step_line(3, RIGHT, PLAY_SEPARATOR.join(plays), table.state)
    header = written(tmp_path).header
    record = Record(header, (line,), 0)
    moments = list(record.replay_steps(plain=True))
    assert [(moment.step, moment.seat, moment.play) for moment in moments[1:]] == [
        (number, RIGHT, play) for number, play in enumerate(plays, 1)
    ]
    assert moments[-1].state == table.state
    for wrong in (
        make_step_line(2, RIGHT, PLAY_SEPARATOR.join(plays), table.state),
        make_step_line(3, LEFT, PLAY_SEPARATOR.join(plays), table.state),
        make_step_line(3, RIGHT, "; ".join(["hire  rifle", *plays[1:]]), table.state),
    ):
        with pytest.raises(BadRecord):
            Record(header, (wrong,), 0).replay(plain=True)


def test_a_record_never_makes_this_machine_read_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("gold = 1\n")
    written(tmp_path)
    header, *lines = (tmp_path / "game.htl").read_text().splitlines()
    data = json.loads(header)
    data["options"]["ruleset"] = str(path)
    with pytest.raises(BadRecord, match="ruleset cannot be a file here"):
        Record.parse("\n".join([json.dumps(data), *lines, ""]).encode()).replay(plain=True)


# History and turn replays


def test_a_history_keeps_large_states_small_and_gives_them_back_as_they_were() -> None:
    game = load("towers", plain=True, **SHORT)
    history, states = StateHistory(game), [game.start()]
    for order in ("hire rifle", "tower missile", "cell 3 3"):
        states.append(states[-1].copy())
        states[-1].play(order)
    for state in states:
        history.add(state)
    for step, state in enumerate(states):
        assert history.state(step) == state
        history.state(step).play("ready" if step != 2 else "never mind")
        assert history.state(step) == state
    assert sum(len(data) for data, _ in history.states) < 0.1 * len(states) * game.definition.rules.state.dtype.itemsize
    history.truncate(2)
    assert len(history) == 2


def test_a_turn_replay_belongs_to_the_step_that_ended_a_turn_and_starts_where_the_turn_did() -> None:
    table = table_for()
    give(table, LEFT, "hire shield", "together 3", "mind shield own", "ready")
    give(table, RIGHT, "ready")
    while table.state.record.turns_played == 0:
        table.play(table.state.legal_codes()[-1])
    last = len(table.steps)
    assert last > 10
    for step in (0, 1, 5, last - 1, last + 1):
        assert make_turn_replay(table, step, lambda state: state, LEFT) is None
    film = make_turn_replay(table, last, lambda state: state.seen_by(LEFT), LEFT)
    assert film is not None
    assert film["title"] == "Turn 1"
    assert json.loads(json.dumps(film)) == film


def test_a_short_digest_distinguishes_the_states_of_both_seats() -> None:
    table = table_for()
    before = short_digest(table.state)
    give(table, RIGHT, "hire rifle")
    assert short_digest(table.state) != before
