from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.core.definition import CHANCE
from holdtheline.core.dice import ScriptedDice
from holdtheline.core.game_record.replay import Record
from holdtheline.table import hints, saved_games
from holdtheline.table.session import Table
from holdtheline.terminal.line_mode import play as line_mode_play
from holdtheline.terminal.line_mode.play import play

from ..harness import UNSOLVED, FullDisk, game_with, table_of

AT_THE_SCOUTS = "lanes 6 6 6, backline 6, waves 3, enemy ? ? ?"
IN_THE_MIDDLE = "lanes 1 2 3, backline 4, waves 2"
REARRANGING = "lanes 1 2 3, backline 4, waves 2, enemy 1 1 1"


class Talk:
    """A player who types these lines; then the input ends."""

    def __init__(self, table: Table, *lines: str | BaseException) -> None:
        self.table = table
        self.printed: list[str] = []
        self._lines: Iterator[str | BaseException] = iter(lines)
        self.code = play(table, self._read, self.printed.append)

    def _read(self, question: str) -> str:
        assert question == "> "
        self.printed.append(question)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        if isinstance(line, BaseException):
            raise line
        return line

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.printed).split())

    def answer(self, number: int) -> str:
        """Return the output after the line of this number, up to the next question."""
        return " ".join(" ".join(self.printed).split("> ")[number].split())

    @property
    def plays(self) -> list[str]:
        return [done.play for done in self.table.steps]


# Whole games


def test_a_whole_game_is_played_line_by_line() -> None:
    lines = ["1", "", "keep", "hold", "roll", "keep"]
    talk = Talk(table_of(mode="easy", seed=1), *lines)
    assert talk.table.is_over
    assert talk.code == 0
    assert "You won: the countdown reached 0 (S5.3)." in talk.text


def test_the_position_and_the_prompt_are_sentences() -> None:
    talk = Talk(table_of(IN_THE_MIDDLE))
    assert talk.answer(0) == (
        "Siege, Difficulty: normal (3 waves). "
        "A solo dice game: three lanes, a backline, and waves of enemies until help comes. "
        "Type help for a list of commands. "
        "Position: lanes 1 2 3, backline 4, waves 2. "
        "2 waves to survive. Send up to 4 troops from the backline to the lanes. "
        "There are 34 moves; type moves to list them. A move looks like this: "
        "reinforce 1 0 3 (send 1 to top, 3 to bottom)"
    )


def test_a_few_moves_are_numbered_and_played_by_number() -> None:
    talk = Talk(table_of(REARRANGING), "2")
    assert "1: fight without swapping 2: swap top and middle" in talk.answer(0)
    assert talk.plays == ["arrange 2 1 3"]
    assert talk.answer(1).startswith("The lanes now have 2, 1 and 3. (S3.2) Top loses 1 and holds with 1. (S4.2)")


def test_a_move_of_the_long_list_has_a_number_too() -> None:
    talk = Talk(table_of(IN_THE_MIDDLE), "moves", "2")
    assert "34: send 4 to top (reinforce 4 0 0)" in talk.answer(1)
    assert talk.plays == ["reinforce 0 0 1"]


@pytest.mark.parametrize("columns", [40, 78, 200])
def test_no_line_is_too_long_and_nothing_is_drawn(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = ["help", "moves", "show", "foo", "rules S2.2", "rules", "hold", "roll", "keep", "undo"]
    talk = Talk(table_of(IN_THE_MIDDLE), *lines)
    assert max(map(len, talk.printed)) <= min(columns, 78)
    assert not [line for line in talk.printed for letter in line if "─" <= letter <= "◿"]
    assert "\x1b" not in talk.text


# Commands


def test_commands_work_and_take_no_turn() -> None:
    talk = Talk(table_of(IN_THE_MIDDLE), "show", "board", "help", "rules 2.2", "HELP", "?")
    assert talk.answer(1).startswith("Position: lanes 1 2 3, backline 4, waves 2.")
    assert "╭─middle╮" in talk.answer(2)
    assert "undo: undo your last move." in talk.answer(3)
    assert talk.answer(4).startswith("S2.2 Reinforce Move any number of troops")
    assert talk.answer(5) == talk.answer(3) == talk.answer(6)
    assert talk.plays == []


def test_undo_goes_back_to_the_last_roll_and_no_further() -> None:
    talk = Talk(table_of(IN_THE_MIDDLE), "undo", "hold", "undo", "hold", "roll", "undo")
    assert "nothing has been played yet" in talk.answer(1)
    assert "Undone: reinforce 0 0 0." in talk.answer(3)
    assert "a die has been rolled since your last move" in talk.answer(6)
    assert talk.plays[0] == "reinforce 0 0 0"
    assert len(talk.plays) == 4


def test_the_table_rolls_until_a_seat_has_to_decide() -> None:
    talk = Talk(table_of(AT_THE_SCOUTS), "moves", "roll 6", "")
    assert talk.answer(1) == "Press Enter to roll."
    assert "the table rolls this die" in talk.answer(2).lower()
    assert [done.seat for done in talk.table.steps] == [CHANCE] * 3
    assert "Your lane dice are all the same" in talk.answer(3)


@pytest.mark.compiled
def test_a_hint_gives_the_chance_and_the_best_moves() -> None:
    talk = Talk(table_of("lanes 3 2 3, backline 6, waves 2"), "hint")
    assert "With best play the chance to win is 46.71%." in talk.answer(1)
    assert "46.71%: send 1 to top (reinforce 1 0 0)" in talk.answer(1)
    assert "moves are no better." in talk.answer(1)


def test_where_a_game_is_not_solved_a_hint_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_mode_play, "HINT_SECONDS", 0.0)
    talk = Talk(Table(UNSOLVED, ["person"], ScriptedDice([])), "hint")
    assert re.search(r"After \d+ simulations the chances are still too uncertain to state.", talk.answer(1))
    assert "%" not in talk.answer(1)
    monkeypatch.setattr(hints, "MIN_VISITS", 1)
    monkeypatch.setattr(hints, "MAX_WIDTH", 1.0)
    talk = Talk(Table(UNSOLVED, ["person"], ScriptedDice([])), "hint")
    assert re.search(r"The chance to win is about \d+%, probably \d+ to \d+%, after \d+ simulations", talk.answer(1))
    assert re.search(r"\d+% \(.*%\): send no troops \(reinforce 0 0 0\)", talk.answer(1))


def test_a_table_can_forbid_hints() -> None:
    table = Table(UNSOLVED, ["person"], ScriptedDice([]))
    table.allows_coach = False
    assert "Hints are turned off" in Talk(table, "hint").answer(1)


# Wrong lines


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("foo", "This is not a move here; an example: reinforce "),
        ("", "Type a number or a move, or help."),
        ("0", "The moves are numbered 1 to 34."),
        ("35", "The moves are numbered 1 to 34."),
        ("reinforce 2 2 2", "You have only 4 troops to send, not 6 (S2.2)."),
        ("arrange 1 2 3", "Reinforce the lanes now (S2.1)."),
        ("rules S9.9", "The rulebook of siege has no clause 'S9.9'"),
        ("9" * 5000, "This is not a move here; an example: reinforce "),
        ("roll 3", "Reinforce the lanes now (S2.1)."),
    ],
)
def test_a_wrong_line_gets_one_sentence_and_the_question_again(line: str, why: str) -> None:
    talk = Talk(table_of(IN_THE_MIDDLE), line)
    assert talk.answer(1).startswith(why)
    assert talk.answer(1).endswith("Send up to 4 troops from the backline to the lanes.")
    assert talk.plays == []


def test_bytes_that_are_no_text_are_refused() -> None:
    talk = Talk(table_of(), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "hold")
    assert talk.answer(1).startswith("This line cannot be read as text.")
    assert talk.plays == ["reinforce 0 0 0"]


def test_ones_own_dice_are_asked_for_and_a_wrong_face_loses_nothing() -> None:
    talk = Talk(table_of(dice="mine"), "hold", "0", "7", "x", "", "roll", "show", "undo", "hold", "5", "roll 3", "u")
    prompt = "Roll for the enemy in the three lanes, the top one first."
    assert f"{prompt} Roll your die and type its face, 1 to 6." in talk.answer(1)
    for number, typed in ((2, "0"), (3, "7"), (4, "x"), (5, ""), (6, "roll")):
        assert talk.answer(number).startswith(f"A die shows 1 to 6, not '{typed}'.")
        assert talk.answer(number).endswith("Roll for the enemy in the three lanes, the top one first.")
    assert "Undone" in talk.answer(8)
    assert talk.plays == ["reinforce 0 0 0", "roll 5"]


def test_a_full_disk_is_one_sentence_and_the_game_stands_as_it_was() -> None:
    disk = FullDisk()
    table = table_of()
    table.writer = disk  # type: ignore[assignment]
    talk = Talk(table, "hold", "undo")
    assert talk.answer(1).startswith("The disk is full; the game stands as it was, nothing is lost.")
    assert talk.plays == []


def test_a_computer_player_plays_and_tries_again_when_the_disk_has_room() -> None:
    disk = FullDisk()
    table = Table.open(table_of().game, seats=["book"], seed=7)
    table.writer = disk  # type: ignore[assignment]
    talk = Talk(table, "", "quit")
    assert talk.answer(1).startswith("The disk is full")
    assert talk.plays == []
    disk.has_room = True
    talk = Talk(table, "")
    assert "Book plays reinforce 0 0 0. Every lane is full, so no troops were sent. (S2.2)" in talk.answer(0)
    assert [play.split()[0] for play in talk.plays] == [
        "reinforce",
        *["roll"] * 3,
        "arrange",
        "reinforce",
    ]


# Leaving


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("HTL_HOME", str(tmp_path))
    table = Table.open(table_of().game, seed=7, record=saved_games.new_record_path("siege"))
    yield table
    table.close()


@pytest.mark.parametrize(("last", "code"), [([], 0), (["quit"], 0), (["Q"], 0), ([KeyboardInterrupt()], 130)])
def test_leaving_prints_that_the_game_is_saved(saved: Table, last: list[str | BaseException], code: int) -> None:
    talk = Talk(saved, "hold", "", *last)
    assert talk.code == code
    assert talk.printed[-1] == "The game is saved. Resume it with htl resume."
    assert saved.path is not None
    path = saved.path
    saved.close()
    again = Table.resume(path, plain=True)
    assert again.state == saved.state
    again.close()


def test_ctrl_c_works_while_a_hint_is_computed(saved: Table) -> None:
    def interrupted(options: object) -> None:
        raise KeyboardInterrupt

    saved.game = game_with(solver=interrupted)
    saved.state = saved.game.start()
    assert Talk(saved, "hint").code == 130


def test_the_end_of_a_game_names_its_record(saved: Table) -> None:
    assert saved.path is not None
    path = saved.path
    talk = Talk(saved, *["1", ""] * 20)
    assert talk.printed[-3].startswith(("You won", "You lost"))
    assert talk.printed[-2:] == ["Watch the record with htl replay:", str(path)]
    assert Record.read(path).is_over


def test_a_closed_pipe_is_no_error(saved: Table) -> None:
    def write(line: str) -> None:
        raise BrokenPipeError

    assert play(saved, lambda question: "hold", write) == 0


def test_a_pipe_that_breaks_in_the_middle_loses_nothing(saved: Table) -> None:
    output: list[str] = []

    def write(line: str) -> None:
        if saved.steps:
            raise BrokenPipeError
        output.append(line)

    assert play(saved, lambda question: "hold", write) == 0
    assert [done.play for done in saved.steps] == ["reinforce 0 0 0"]


def test_a_terminal_that_knows_few_letters_gets_question_marks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = iter(["board", "quit"])
    with open(tmp_path / "out", "w", encoding="ascii") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert play(table_of(), lambda question: next(lines)) == 0
    assert "??top" in (tmp_path / "out").read_text(encoding="ascii")
