"""Towers in the terminal: planning, the change of seats, the replay, the report, and a record of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from holdtheline.core.ascii_art import drawing_text
from holdtheline.core.catalog import load
from holdtheline.core.game_record.replay import Record
from holdtheline.table.session import Table
from holdtheline.terminal.games.towers import line_mode, plan, replay_screen
from holdtheline.terminal.games.towers.lanes_screen import PLANNING_KEYS_TEXT, trim_drawing
from holdtheline.terminal.games.towers.replay_screen import RecordFrames, RecordReplayScreen, TurnReplayScreen
from holdtheline.terminal.games.towers.screen import PlanningScreen
from holdtheline.terminal.games.towers.turn_replay import find_played_turn
from holdtheline.terminal.line_mode.play import play
from holdtheline.terminal.line_mode.replay import replay
from holdtheline.terminal.orders import give_orders, undo_order
from holdtheline.terminal.screens.app import TerminalApp, screen_for
from holdtheline.terminal.screens.dialogs import ChangeSeatsScreen, GameOverScreen, MoveListScreen, TextScreen
from holdtheline.terminal.visibility import SeatLog

from ...games.towers.engine_game import numbers_of
from ...games.towers.reference_game import EXAMPLE
from ..harness import FullDisk, Scene, run

WIDE, USUAL, NARROW = (100, 40), (80, 24), (60, 30)
every_size = pytest.mark.parametrize("size", [WIDE, USUAL, NARROW])
PLAN = "build missile 3 2; hire 3 rifle; send 1-2 2 40"
NAMES = ("missile", "rocket", "frost", "blockade", "shield", "rifle", "bomb", "horse")


def set_replay_seconds(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr(replay_screen, "SPEEDS", (seconds,) * len(replay_screen.SPEEDS))


@pytest.fixture(autouse=True)
def slow_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow replays down, so that a running one is not over before the test looks."""
    set_replay_seconds(monkeypatch, 3600)


def table_of(*seats: str, record: Path | None = None, **options: object) -> Table:
    seats = seats or ("person", "random")
    game = load("towers", plain=True, **{"ruleset": numbers_of(EXAMPLE), **options})
    return Table.open(game, seats=seats, seed=3, record=record)


def plays(table: Table, seat: int = 0) -> list[str]:
    return [done.play for done in table.steps if done.seat == seat]


def quick_game(*seats: str) -> Table:
    """Return a game that a single soldier decides by getting through."""
    table = table_of(*seats)
    table.state = table.game.position("played 3; left hp 1; left gold 12; right hp 1; right gold 12")
    return table


# Orders


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


# Line by line


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


# The screen


@asynccontextmanager
async def scene_at(table: Table, size: tuple[int, int] = WIDE, *, animated: bool = False) -> AsyncIterator[Scene]:
    screen = screen_for(table)
    screen.animated = animated
    app = TerminalApp(screen)
    app.animation_level = "none"
    async with app.run_test(size=size) as pilot:
        at = Scene(app, pilot)
        await at.rest()
        yield at


def top(at: Scene) -> Screen[Any]:
    """Return the screen on top."""
    return at.app.screen


async def order(at: Scene, text: str) -> None:
    await at.press("slash")
    at.playing.query_one("#order").value = text  # type: ignore[attr-defined]
    await at.press("enter")
    await at.until(lambda: not at.playing._busy)
    at.playing.set_focus(None)
    await at.rest()


@every_size
def test_all_rows_of_both_lanes_and_the_gold_are_on_the_screen(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            assert isinstance(at.playing, PlanningScreen)
            for row in range(20):
                assert at.text.count(f"{row:>2} ║") == 2, at.text
            assert "12" in at.text
            assert "q quit" in at.text
            assert at.playing.query_one("#stage").max_scroll_y == 0

    run(scene())


@every_size
def test_a_turn_is_planned_by_typing_played_and_reported(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            await order(at, PLAN)
            assert plays(at.playing.table)[-1] == "step 40"
            assert "M+" in at.text
            assert "3 gold >" in at.text
            await order(at, "ready")
            assert isinstance(top(at), TextScreen)
            assert "Their lane: 2 entered, 0 fell, 2 scored." in at.flat
            assert "got through in column 2 at timestep 59" in at.flat
            await at.press("enter")
            assert top(at) is at.playing
            assert at.state.record.turns_played == 1

    run(scene())


def test_a_turn_is_planned_by_keys() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press("5", "up", "right", "space", "2", "2")
            assert plays(at.playing.table) == ["tower missile", "cell 0 1", "hire rifle", "hire rifle"]
            await at.press("u", "r")
            assert "Undone" not in at.flat
            assert "Enter End turn" in at.flat
            await at.press("enter")
            assert at.state.record.turns_played == 1

    run(scene())


def test_the_keys_of_the_price_list_are_named() -> None:
    state = load("towers", plain=True).start()
    keys = {spot.id: spot.key for spot in state.hotspots(0)}
    for unit, letter in zip(NAMES, "MRFBsrbh", strict=True):
        key = keys.get(f"tower-{unit}") or keys[f"hire-{unit}"]
        assert f"{key}{letter}" in PLANNING_KEYS_TEXT


def test_a_word_that_is_typed_before_the_line_is_open_plays_nothing() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press(*"hire", "enter")
            assert plays(at.playing.table) == []
            await at.press("r", "e")
            assert "Press / first, then type your order." in at.flat
            await at.press("enter")
            assert plays(at.playing.table) == []
            assert at.state.record.turns_played == 0

    run(scene())


def test_the_rules_name_the_keys_of_a_planning() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await at.press("question_mark", "k")
            await at.until(lambda: "replay the last turn" in at.flat)
            assert "the face of your own die" not in at.flat

    run(scene())


def test_a_soldier_is_sent_by_clicks_and_a_typed_timestep() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "hire 2 rifle")
            place = at.playing.query_one("#plan").region_of("soldier-1")  # type: ignore[attr-defined]
            await at.click("#plan", (place.x + 1, place.y))
            await at.press("4")
            assert "0 to 99" in at.flat
            await at.type("40")
            assert plays(at.playing.table)[-3:] == ["soldier 1", "column 4", "step 40"]
            at.playing.set_focus(None)
            await at.click("#plan", (place.x + 1, place.y))
            await at.press("4")
            place = at.playing.query_one("#plan").region_of("step-60")  # type: ignore[attr-defined]
            await at.click("#plan", (place.x, place.y))
            assert plays(at.playing.table)[-1] == "step 60"

    run(scene())


@every_size
def test_a_refusal_is_read_whole_and_what_was_typed_can_be_corrected(size: tuple[int, int]) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), size) as at:
            await at.press("slash")
            at.playing.query_one("#order").value = "build missile 3"  # type: ignore[attr-defined]
            await at.press("enter")
            assert "Build takes a tower, a row and a column, such as: build missile 3 2 (T4.1)." in at.flat
            assert at.playing.query_one("#order").value == "build missile 3"  # type: ignore[attr-defined]
            await at.type(" 2")
            assert plays(at.playing.table) == ["tower missile", "cell 3 2"]

    run(scene())


def test_orders_before_a_refused_one_stand_and_are_shown() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "hire rifle; build missile 19 2")
            assert "build your towers below it (T1.2)" in at.flat
            assert plays(at.playing.table) == ["hire rifle", "tower missile", "never mind"]

    run(scene())


@pytest.mark.clause("T2.2")
def test_the_screen_is_hidden_while_two_people_change_seats() -> None:
    async def scene() -> None:
        async with scene_at(table_of("person", "person")) as at:
            await order(at, "build missile 3 2")
            await order(at, "ready")
            assert isinstance(top(at), ChangeSeatsScreen)
            assert "The right player plans now" in at.flat
            assert "M+" not in at.text
            await at.press("x", "2")
            assert isinstance(top(at), ChangeSeatsScreen)
            await at.press("enter")
            assert "you are right" in at.text
            assert "missile tower in row" not in at.flat
            await at.press("u")
            assert "cannot be undone" in at.flat
            await order(at, "hire rifle; in file 3; ready")
            assert "Left lane: 1 entered" in at.flat
            await at.press("enter")
            assert isinstance(top(at), ChangeSeatsScreen)
            await at.press("enter")
            assert "you are left" in at.text
            assert "Right gets" not in at.flat

    run(scene())


@pytest.mark.clause("T2.2")
def test_what_a_computer_orders_is_not_in_the_log() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "ready")
            await at.press("enter")
            assert "Right hires" not in at.part("#steps")
            assert "Right has ended the turn" in at.part("#steps")

    run(scene())


def test_a_person_on_the_right_plans_first() -> None:
    async def scene() -> None:
        async with scene_at(table_of("random", "person")) as at:
            assert "you are right" in at.text
            await at.press("2", "tab")
            assert isinstance(top(at), MoveListScreen)
            await at.press("escape", "r", "enter")
            assert plays(at.playing.table, 1) == ["hire rifle", "ready"]
            assert at.state.record.turns_played == 1

    run(scene())


def test_a_game_ends_on_the_screen() -> None:
    async def scene() -> None:
        async with scene_at(quick_game()) as at:
            while not at.playing.table.is_over:
                await order(at, "hire rifle; in file 3; ready")
                while isinstance(top(at), TextScreen):
                    await at.press("enter")
            assert isinstance(top(at), GameOverScreen)
            await at.press("escape", "v", "enter")
            assert isinstance(top(at), GameOverScreen)
            await at.press("q")

    run(scene())


def test_a_unit_that_asks_is_answered_by_touch_and_enter() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "hire rifle; mind rifle own; in file 3; ready")
            assert "acts" in at.flat
            await at.press("r")
            assert plays(at.playing.table)[-1] == "ready"
            await at.press("enter")
            assert plays(at.playing.table)[-1] == "rest"

    run(scene())


def test_two_persons_see_no_gold_while_a_unit_asks() -> None:
    async def scene() -> None:
        async with scene_at(table_of("person", "person")) as at:
            await order(at, "hire rifle; mind rifle own; in file 3; ready")
            await at.press("enter")
            await order(at, "hire 3 bomb; ready")
            assert top(at) is at.playing
            assert "acts" in at.flat
            assert "gold" not in at.flat.lower()
            assert "hires" not in at.flat

    run(scene())


def test_a_resumed_game_hides_the_screen_first(tmp_path: Path) -> None:
    async def scene() -> None:
        table = table_of("person", "person", record=tmp_path / "g.htl")
        give_orders(table, "build missile 3 2")
        table.close()
        table = Table.resume(tmp_path / "g.htl", plain=True)
        async with scene_at(table) as at:
            assert isinstance(top(at), ChangeSeatsScreen)
            assert "M+" not in at.text
            await at.press("enter")
            assert "M+" in at.text
        table.close()

    run(scene())


def test_commands_can_be_typed_as_well() -> None:
    async def scene() -> None:
        async with scene_at(table_of()) as at:
            await order(at, "help")
            assert "mind rifle hunter" in at.flat
            await at.press("enter")
            await order(at, "hire rifle")
            await order(at, "Undo")
            assert plays(at.playing.table) == []
            await order(at, "replay")
            assert "No turn has been played" in at.flat

    run(scene())


def test_a_small_terminal_says_how_to_scroll() -> None:
    async def scene() -> None:
        for size in ((60, 18), (40, 30), (12, 5)):
            async with scene_at(table_of(), size) as at:
                text = at.part("#message")
                assert "scroll with Shift and arrows" in text, text
                await at.press("5", "up", "up", "up", "space", "shift+up", "shift+right", "u", "t", "escape")
                assert plays(at.playing.table) == []

    run(scene())


def test_plan_and_log_have_a_card_where_there_is_no_room() -> None:
    async def scene() -> None:
        async with scene_at(table_of(), NARROW) as at:
            await order(at, PLAN)
            await at.press("t")
            assert "1-2 rifle step 40, column 2" in at.flat
            await at.press("escape", "o")
            assert "Left sends soldier 2 into column 2 at timestep 40. (T2.3)" in at.flat

    run(scene())


# The replay of a turn


def played_table() -> Table:
    table = table_of("person", "person")
    give_orders(table, f"{PLAN}; ready")
    give_orders(table, "hire rifle; build missile 10 2; send 1 2 0; ready")
    return table


@every_size
def test_a_replay_pauses_steps_changes_its_speed_and_ends_with_the_report(size: tuple[int, int]) -> None:
    async def scene() -> None:
        table = played_table()
        turn = find_played_turn(table.steps, table.state_after, 0)
        assert turn is not None
        async with scene_at(table, size) as at:
            await at.press("enter")
            at.app.push_screen(TurnReplayScreen(table.game, turn, playing=False))
            await at.rest()
            shown = top(at)
            assert isinstance(shown, TurnReplayScreen)
            assert "Timestep 0: 1 enters" in at.flat
            for row in range(20):
                assert at.text.count(f"{row:>2} ║") == 2, at.text
            await at.press("full_stop")
            assert shown.index == 1
            await at.press("comma", "comma", "plus", "minus", "minus", "home")
            assert (shown.index, shown.speed) == (0, 1)
            await at.press("space")
            assert shown.is_playing
            await at.press("space", "end")
            assert isinstance(top(at), TextScreen)
            assert "Your lane: 1 entered" in at.flat
            await at.press("enter")
            assert top(at) is at.playing

    run(scene())


def test_a_replay_runs_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with scene_at(table_of(), animated=True) as at:
            at.playing.table.play("hire rifle")
            at.playing.table.play("in file 3")
            at.playing.table.play("ready")
            at.playing._advance()
            await at.until(lambda: isinstance(top(at), TurnReplayScreen))
            turn = top(at)
            assert isinstance(turn, TurnReplayScreen)
            set_replay_seconds(monkeypatch, 0.001)
            await at.press("plus")
            await at.until(lambda: isinstance(top(at), TextScreen))
            assert turn.index == turn.last
            set_replay_seconds(monkeypatch, 3600)
            await at.press("enter", "f")
            assert isinstance(top(at), TurnReplayScreen)

    run(scene())


def test_attackers_are_highlighted() -> None:
    table = played_table()
    turn = find_played_turn(table.steps, table.state_after, 0)
    assert turn is not None
    lights = [turn.attackers(at) for at in range(len(turn.moments))]
    assert {"left-tower-3-2": ""} in lights
    assert {"right-tower-10-2": ""} in lights or any("right-tower-10-2" in lit for lit in lights)


def test_a_replay_for_both_names_the_lanes() -> None:
    table = played_table()
    turn = find_played_turn(table.steps, table.state_after, 0, neutral=True)
    assert turn is not None
    text = drawing_text(turn.drawing(0))
    assert "Left lane: 10 HP" in text
    assert "Your" not in text
    assert "Gold" not in text
    assert turn.hp_text(0) == "left 10 HP, right 10 HP"


def test_a_large_battle_is_summarized_in_a_few_lines() -> None:
    table = table_of("person", "person", ruleset="course")
    for _ in range(2):
        towers = "; ".join(f"build missile {row} {row % 3 + 2}" for row in range(4, 12))
        soldiers = "; ".join(f"send {n} {n % 7} {n * 3}" for n in range(1, 31))
        give_orders(table, f"{towers}; hire 30 rifle; {soldiers}; ready")
    turn = find_played_turn(table.steps, table.state_after, 0)
    assert turn is not None
    assert len(turn.marks()) <= 9
    assert len(turn.marks()) + len(turn.report()) <= 26
    assert turn.marks()[-1].startswith("And ")
