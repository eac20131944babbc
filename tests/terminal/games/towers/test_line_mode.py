"""Towers line by line: planning, reports, the change of seats, and a record of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.core.game_record.replay import Record
from holdtheline.table.session import Table
from holdtheline.terminal.games.towers.replay_screen import RecordFrames, RecordReplayScreen, TurnReplayScreen
from holdtheline.terminal.line_mode.play import play
from holdtheline.terminal.line_mode.replay import replay
from holdtheline.terminal.orders import give_orders, undo_order
from holdtheline.terminal.screens.app import TerminalApp

from ...harness import FullDisk, Scene, run
from .tables import PLAN, every_size, plays, quick_game, table_of, top


class Talk:
    """A player who types these lines; then the input ends."""

    def __init__(self, table: Table, *lines: str) -> None:
        self.table = table
        self.printed: list[str] = []
        self.asked: list[str] = []
        self._lines: Iterator[str] = iter(lines)
        self._answers: list[list[str]] = [[]]
        self.code = play(table, self._read, self._write)

    def _read(self, question: str) -> str:
        self.asked.append(question)
        self._answers.append([])
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    def _write(self, line: str) -> None:
        self.printed.append(line)
        self._answers[-1].append(line)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.printed).split())

    def answer(self, number: int) -> str:
        return " ".join(" ".join(self._answers[number]).split())

    def lines(self, number: int) -> list[str]:
        return self._answers[number]


def test_gold_stands_before_every_line() -> None:
    talk = Talk(table_of(), "build missile 3 2", "hire rifle", "undo")
    assert talk.asked == ["12 gold > ", "9 gold > ", "7 gold > ", "9 gold > "]
    assert talk.answer(1) == "Left builds a missile tower in row 3, column 2; 9 gold left. (T4.1)"
    assert talk.answer(3) == "Undone: hire rifle."


def test_help_lists_the_orders_with_examples() -> None:
    text = Talk(table_of(), "help").answer(1)
    for example in ("build missile 3 2", "hire 3 rifle", "send 1-8 2 40", "as last turn", "rules", "replay"):
        assert example in text


def test_no_command_floods_the_screen() -> None:
    talk = Talk(table_of(), "moves", "show", "roster", "hire 4 rifle", "moves", "tower missile", "moves", "help")
    assert max(len(talk.lines(number)) for number in range(1, 9)) <= 30


def test_the_board_is_drawn_by_its_name_or_by_an_empty_line() -> None:
    talk = Talk(table_of(), "board", "")
    assert talk.lines(1) == talk.lines(2)
    assert "Your lane: 10 HP" in talk.answer(1)
    assert talk.table.steps == []


def test_show_and_roster_say_it_in_words() -> None:
    talk = Talk(table_of(), PLAN, "show", "roster")
    assert "Your towers: missile tower in row 3, column 2." in talk.answer(2)
    assert talk.answer(3) == "Soldiers 1-2, rifle: step 40, column 2. Soldier 3, rifle: at home."


def test_half_an_order_is_asked_for_its_other_half() -> None:
    talk = Talk(table_of(), "tower missile", "99 9", "3 2")
    assert talk.answer(1) == "Choose a cell of your lane for the missile tower."
    assert "not a move here" in talk.answer(2)
    assert "Left builds a missile tower in row 3, column 2" in talk.answer(3)


def test_a_refusal_names_its_clause() -> None:
    talk = Talk(table_of(), "hire 9 horse", "build missile 3", "foo")
    assert talk.answer(1).endswith("A horse soldier costs 3 gold, and left has 0 (T6.2).")
    assert talk.answer(2).endswith("such as: build missile 3 2 (T4.1).")
    assert "This is not a move here" in talk.answer(3)


def test_a_turn_is_printed_in_a_few_lines_with_its_report() -> None:
    talk = Talk(table_of(), f"{PLAN}; ready", "report", "quit")
    text = talk.lines(1)
    turn = text[text.index("Turn 1 was played.") :]
    assert len(turn) <= 24
    assert "Their lane: 2 entered, 0 fell, 2 scored." in talk.answer(1)
    assert "The first soldier got through in column 2 at timestep 59" in talk.answer(1)
    assert "overkill" in talk.answer(1)
    assert "The first soldier got through" in talk.answer(2)


@pytest.mark.clause("T2.2")
def test_the_orders_of_a_computer_are_not_printed() -> None:
    talk = Talk(table_of(), "ready", "quit")
    assert not [line for line in talk.printed if line.startswith(("Right builds", "Right hires", "Right sends"))]
    assert "Right gets" not in talk.text
    assert len(plays(talk.table, 1)) > 1


def test_a_person_can_sit_on_the_right() -> None:
    talk = Talk(table_of("random", "person"), "hire rifle; in file 3", "ready", "quit")
    assert plays(talk.table, 1) == ["hire rifle", "in file 3", "ready"]
    assert talk.asked[1] == "10 gold > "
    assert "Turn 1 was played." in talk.text


def test_the_replay_continues_when_enter_is_pressed() -> None:
    talk = Talk(table_of(), f"{PLAN}; ready", "replay", "", "59", "end", "film", "7000", "quit")
    assert "Timestep 0:" in talk.answer(2)
    assert "Timestep 1:" in talk.answer(3)
    assert "Timestep 59: 2 score" in talk.answer(4)
    assert talk.answer(5) == "The replay is over."
    assert "The turn is over" in talk.answer(7)
    assert len(talk.table.steps) == len(table_done_after(f"{PLAN}; ready"))


def table_done_after(line: str) -> list[object]:
    return list(Talk(table_of(), line, "quit").table.steps)


def test_before_the_first_turn_there_is_no_replay_and_no_report() -> None:
    talk = Talk(table_of(), "film", "report")
    assert talk.answer(1) == talk.answer(2) == "No turn has been played since you opened this game."


@pytest.mark.clause("T2.2")
def test_the_screen_is_cleared_before_the_other_person_plans() -> None:
    talk = Talk(table_of("person", "person"), "build missile 3 2; ready", "", "", "hire bomb; ready", "", "", "quit")
    assert "The right player plans next. Press Enter to clear the screen" in talk.answer(1)
    assert talk.lines(2)[:20] == [""] * 20
    assert "The right player plans now; the other player should look away." in talk.answer(2)
    assert talk.answer(3).startswith("You are right, with 10 HP")
    assert "missile" not in talk.answer(3)
    assert "Left lane: 0 entered" in talk.answer(4)
    assert "The left player plans next." in talk.answer(4)
    assert "gets" not in talk.answer(4)
    assert talk.asked[3] == "12 gold > "


def test_a_resumed_game_clears_the_screen_first(tmp_path: Path) -> None:
    table = table_of("person", "person", record=tmp_path / "g.htl")
    give_orders(table, "build missile 3 2; ready; ")
    table.close()
    talk = Talk(Table.resume(tmp_path / "g.htl", plain=True), "", "", "board")
    assert "The right player plans next." in talk.answer(0)
    talk.table.close()


def test_a_game_ends_with_its_last_turn() -> None:
    talk = Talk(quick_game("person", "person"), "hire rifle; in file 3; ready", "", "", "ready")
    assert talk.table.is_over
    assert "The left won: right has no HP left (T7.1)." in talk.text


def test_two_computers_play_alone() -> None:
    talk = Talk(quick_game("random", "random"))
    assert talk.table.is_over
    assert "Turn 4 was played." in talk.text


def test_a_unit_that_asks_gets_an_answer() -> None:
    talk = Talk(table_of(), "hire rifle; mind rifle own; in file 3; ready", "rest", "go 18 3", "board", "quit")
    assert "your soldier 1, a rifle, in row 19, column 3 acts" in talk.text
    assert plays(talk.table)[-2:] == ["rest", "go 18 3"]


def test_a_full_disk_is_reported_and_retried() -> None:
    table = table_of()
    give_orders(table, "ready")
    table.writer = FullDisk()
    talk = Talk(table, "", "quit")
    assert "The disk is full" in talk.text


# A record


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Write a record: a turn of two persons, with an undone order, and the beginning of the next."""
    table = table_of("person", "person", record=tmp_path / "g.htl")
    give_orders(table, "hire bomb")
    undo_order(table)
    give_orders(table, f"{PLAN}; ready")
    give_orders(table, "hire rifle; ready")
    give_orders(table, "together 1")
    table.close()
    return Record.read(tmp_path / "g.htl")


def test_a_record_is_printed_turn_by_turn(record: Record) -> None:
    lines: list[str] = []
    assert replay(record, lines.append) == 0
    text = " ".join(" ".join(lines).split())
    assert "Undone: hire bomb." in text
    assert "Right hires soldier 1, a rifle; 10 gold left. (T2.4)" in text
    assert "turn 1 was played. Timestep 59: 2 soldiers score in the right lane." in text
    assert "Right lane: 2 entered, 0 fell, 2 scored." in text
    assert text.endswith("The game is not finished.")
    assert len(lines) < 50


@every_size
def test_a_record_is_replayed_with_the_orders_of_both_seats(size: tuple[int, int], record: Record) -> None:
    async def scene() -> None:
        screen = RecordReplayScreen(record.game(plain=True), RecordFrames(record))
        app = TerminalApp(screen)
        async with app.run_test(size=size) as pilot:
            at = Scene(app, pilot)
            await at.rest()
            await at.press("right", "right")
            assert "M+" in at.text
            await at.press("n")
            played = screen.index
            assert "8 HP" in at.text
            await at.press("n")
            assert screen.index == len(screen.frames) - 1
            await at.press("p")
            assert screen.index == played
            await at.press("v")
            assert "Right lane: 2 entered, 0 fell, 2 scored." in at.flat
            await at.press("escape", "home", "f")
            assert isinstance(top(at), TurnReplayScreen)
            await at.press("end", "enter")
            assert top(at) is screen
            assert screen.index == played
            await at.press("q")

    run(scene())
