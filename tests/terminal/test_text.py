from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import BadDice, IllegalMove
from holdtheline.core.events import Outcome
from holdtheline.players.player import player
from holdtheline.table import saved_games
from holdtheline.table.text import format_percent, options_text, refusal_text, viewing_seat, winner_text
from holdtheline.terminal.orders import play_typed_line
from holdtheline.terminal.text import goodbye_lines

from .harness import table_of


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(37907, 52488), "72.22%"),
        (Fraction(999_999, 1_000_000), ">99.99%"),
        (Fraction(1, 1_000_000), "<0.01%"),
        (Fraction(1, 10_000), "0.01%"),
    ],
)
def test_a_chance_is_a_percentage_and_never_rounded_to_certainty(chance: Fraction, text: str) -> None:
    assert format_percent(chance) == text


def test_the_difficulty_and_options_that_differ_from_the_book_are_named() -> None:
    assert options_text(table_of().game) == "Difficulty: normal (3 waves)"
    assert options_text(table_of(mode="hard", regroup=2).game) == "Difficulty: hard (4 waves), Reinforcements: 2 troops"


def test_the_heading_of_a_battle_has_its_title_and_whether_morale_is_hidden() -> None:
    def describe(**options: str) -> str:
        return options_text(load("civilwar", plain=True, **options))

    assert describe() == "First Bull Run"
    assert describe(scenario="shiloh", fog="on") == "Shiloh, morale hidden"
    assert describe(fog="off", bank_ap="on") == "First Bull Run, morale open, Save action points: on"


def test_the_verdict_addresses_a_single_person() -> None:
    lost = Outcome(None, (-1,), "it fell", "S4.3")
    won = Outcome(0, (1,), "help came", "S5.3")
    assert winner_text(lost, ("the defender",), [0]) == "You lost"
    assert winner_text(won, ("the defender",), [0]) == "You won"
    assert winner_text(lost, ("the defender",), []) == "The defender lost"
    assert winner_text(won, ("the defender",), []) == "The defender won"


def test_among_several_persons_the_winner_is_named() -> None:
    assert winner_text(Outcome(1, (-1, 1), "", ""), ("the Blue", "the Grey"), [0, 1]) == "The Grey won"
    assert winner_text(Outcome(None, (0, 0), "", ""), ("the Blue", "the Grey"), [0, 1]) == "Draw"
    assert winner_text(Outcome(1, (-1, 1), "", ""), ("the Blue", "the Grey"), [0]) == "You lost"


def test_leaving_prints_how_to_resume() -> None:
    table = table_of()
    assert goodbye_lines(table, None) == ["This game was not saved."]
    assert goodbye_lines(table, saved_games.data_folder() / "games" / "x.htl") == [
        "The game is saved. Resume it with htl resume."
    ]
    elsewhere = Path("elsewhere") / "x.htl"
    assert goodbye_lines(table, elsewhere)[1] == f"htl resume {elsewhere}"


def test_a_person_sees_the_table_from_their_own_seat() -> None:
    table = table_of()
    table.players = [None, None]
    assert viewing_seat(table) == 0
    table.state.current_player = 1
    assert viewing_seat(table) == 1
    table.players = [None, player("book")]
    assert viewing_seat(table) == 0


# Typed lines


def test_a_typed_move_is_played() -> None:
    table = table_of("lanes 1 2 3, backline 4, waves 2")
    assert play_typed_line(table, "reinforce 2 0 1").play == "reinforce 2 0 1"


@pytest.mark.parametrize("typed", ["5", "roll 5", " 5 ", "ROLL  5"])
def test_a_face_of_ones_own_die_can_be_typed_in_many_ways(typed: str) -> None:
    table = table_of("lanes 6 6 6, backline 6, waves 3, enemy ? ? ?", dice="mine")
    assert play_typed_line(table, typed).play == "roll 5"


@pytest.mark.parametrize("typed", ["0", "7", "x", "", "roll", "roll 7", "55", "-1", "5.0", "٣"])
def test_what_no_die_shows_is_refused(typed: str) -> None:
    table = table_of("lanes 6 6 6, backline 6, waves 3, enemy ? ? ?", dice="mine")
    with pytest.raises(BadDice, match="a die shows 1 to 6"):
        play_typed_line(table, typed)
    assert table.steps == []


def test_a_face_cannot_be_typed_where_the_table_rolls() -> None:
    table = table_of("lanes 6 6 6, backline 6, waves 3, enemy ? ? ?")
    for typed in ("6", "roll 6", "7"):
        with pytest.raises(BadDice, match="the table rolls this die"):
            play_typed_line(table, typed)
    with pytest.raises(IllegalMove, match=r"S3\.1"):
        play_typed_line(table, "reinforce 1 0 0")
    assert table.steps == []
    assert play_typed_line(table, "roll").play.startswith("roll ")


def test_a_complaint_is_a_sentence_with_the_clause() -> None:
    refusal = IllegalMove("reinforce 9 0 0", "S2.2", "you have only 3 troops to send, not 9")
    assert refusal_text(refusal) == "You have only 3 troops to send, not 9 (S2.2)."
    assert refusal_text(IllegalMove("foo", "", "this is not a move here")) == "This is not a move here."
    assert refusal_text(BadDice("a die shows 1 to 6")) == "A die shows 1 to 6."
