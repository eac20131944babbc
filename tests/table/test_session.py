"""A table: undo, dice, computer players, and resuming."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE
from holdtheline.core.dice import ScriptedDice, SeededDice
from holdtheline.core.errors import BadOption, BadRecord, HtlError, IllegalMove, NoUndo, UnknownName
from holdtheline.core.game import Game
from holdtheline.core.game_record.lines import UndoLine
from holdtheline.core.game_record.replay import Record
from holdtheline.table.forced_moves import undoes_only_forced_moves
from holdtheline.table.session import Table

from ..definition import toy_game
from ..definition.variants import variant
from .play_helpers import choices, option_sets, play_on, play_out, seeds, text_without_date


@pytest.fixture
def game() -> Game:
    return load("siege", plain=True, mode="easy", table="paper")


def plays(table: Table) -> list[str]:
    return [done.play for done in table.steps]


# Undo


def test_nothing_can_be_taken_back_before_the_first_step(game: Game) -> None:
    table = Table.open(game)
    assert table.why_no_undo() == "nothing has been played yet"
    with pytest.raises(NoUndo, match=r"^this cannot be undone: nothing has been played yet$"):
        table.undo()


@pytest.mark.parametrize(("troops_on", "is_forced"), [("dice", True), ("paper", False)])
def test_sending_none_to_full_lanes_is_no_decision_to_undo(troops_on: str, is_forced: bool) -> None:
    table = Table.open(load("siege", plain=True, table=troops_on), dice="table")
    assert not undoes_only_forced_moves(table, [0])
    table.play("hold")
    assert undoes_only_forced_moves(table, [0]) == is_forced


def test_a_decision_before_a_move_without_a_choice_can_be_undone() -> None:
    table = Table.open(load("siege", plain=True, swap="one"), dice="table")
    for play in ("hold", "roll", "keep", "reinforce 0 0 1"):
        table.roll_all() if play == "roll" else table.play(play)
    assert not undoes_only_forced_moves(table, [0])


def test_a_move_is_taken_back_until_the_die_is_rolled(game: Game) -> None:
    table = Table.open(game, seed=1)
    table.play("reinforce 1 1 1")
    assert table.why_no_undo() is None
    assert table.undo().play == "reinforce 1 1 1"
    assert (table.state, table.steps) == (game.start(), [])
    table.play("reinforce 2 0 0")
    table.roll()
    with pytest.raises(NoUndo, match="a die has been rolled since your last move"):
        table.undo()
    assert plays(table)[0] == "reinforce 2 0 0"


def test_several_moves_are_taken_back_up_to_the_roll_and_not_across(game: Game) -> None:
    table = Table.open(game, dice="table")
    table.play("hold")
    for _ in range(3):
        table.roll()
    table.play("keep")
    table.play("reinforce 0 0 0")
    assert table.undo().play == "reinforce 0 0 0"
    assert table.undo().play == "arrange 6 6 6"
    before = table.state.copy()
    with pytest.raises(NoUndo):
        table.undo()
    assert (table.state, len(table.steps)) == (before, 4)


def test_rolls_that_were_typed_wrongly_are_corrected_but_not_the_move_before_them(game: Game) -> None:
    table = Table.open(game, dice="mine")
    for step in ("hold", "roll 1", "roll 2", "roll 3", "keep"):
        table.play(step)
    assert [table.undo().play for _ in range(4)] == ["arrange 6 6 6", "roll 3", "roll 2", "roll 1"]
    for _ in range(2):
        with pytest.raises(NoUndo, match="a die has been rolled since your last move"):
            table.undo()
        table.play("roll 4")
        table.undo()
    assert plays(table) == ["reinforce 0 0 0"]


def test_a_seat_takes_back_only_its_own_moves() -> None:
    table = Table.open(Game(toy_game.GAME, {}, plain=True))
    table.play("take 1")
    assert table.why_no_undo({0}) is table.why_no_undo() is None
    assert table.why_no_undo({1}) == "another player has moved since"
    with pytest.raises(NoUndo):
        table.undo({1})
    table.play("take 2")
    assert table.why_no_undo({0}) == "another player has moved since"
    assert table.undo({1}).play == "take 2"


def test_what_the_end_revealed_is_not_taken_back() -> None:
    table = Table.open(Game(toy_game.GAME, {}, plain=True), dice="mine")
    for step in ("take 1", "take 2", "roll 5", "bet 1", "bet 2"):
        table.play(step)
    assert table.is_over
    assert table.why_no_undo() == "the game is over, and everything is revealed"


def test_a_move_that_showed_something_hidden_is_not_taken_back() -> None:
    room = variant(toy_game.GAME, reveals_secret=lambda s, after: bool(after.held[1]))
    table = Table.open(Game(room, {}, plain=True))
    table.play("take 1")
    assert table.why_no_undo() is None
    table.play("take 2")
    assert table.why_no_undo() == "your last move revealed something that was hidden"


def test_the_last_move_can_be_taken_back_though_it_ended_the_game(game: Game) -> None:
    table = Table.open(game, seed=2)
    play_out(table)
    before = table.steps[-1]
    assert table.undo() == before
    assert not table.is_over
    play_out(table)
    assert table.is_over


@given(options=option_sets, seed=seeds, those=choices)
@settings(max_examples=50)
def test_undo_gives_back_exactly_the_state_before_and_leaves_every_roll(
    options: dict[str, Any], seed: int, those: list[int]
) -> None:
    table = Table.open(load("siege", plain=True, **options), seed=seed)
    play_on(table, those)
    rolls = [done for done in table.steps if done.seat == CHANCE]
    while table.why_no_undo() is None:
        table.undo()
    assert [done for done in table.steps if done.seat == CHANCE] == rolls
    assert not table.steps or table.steps[-1].seat == CHANCE
    state = table.game.start()
    for done in table.steps:
        state.play(done.play)
    assert table.state == state


# Steps


def test_a_step_has_its_seat_its_move_and_its_events(game: Game) -> None:
    table = Table.open(game, dice="mine")
    done = table.play("reinforce 1 0 0")
    assert (done.number, done.seat, done.play) == (1, 0, "reinforce 1 0 0")
    assert [event.clause for event in done.events] == ["S2.2"]
    assert table.play("roll 6").seat == CHANCE
    assert table.steps[0] == done


def test_a_refused_step_leaves_everything_as_it_was(game: Game, tmp_path: Path) -> None:
    table = Table.open(game, seed=1, record=tmp_path / "game.htl")
    before = (tmp_path / "game.htl").read_bytes()
    for step in ("reinforce 9 9 9", "roll 3", "nonsense", "", "keep", -1, 0, 7, 8):
        with pytest.raises(IllegalMove):
            table.play(step)
    assert (table.state, table.steps) == (game.start(), [])
    assert (tmp_path / "game.htl").read_bytes() == before
    table.close()


def test_a_state_that_was_handed_out_does_not_change_later(game: Game) -> None:
    table = Table.open(game, seed=1)
    before = table.state
    table.play("hold")
    assert before == game.start()


def test_a_table_has_as_many_players_as_the_game_has_seats(game: Game, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"siege needs one player per seat \(defender\), not \d"):
        Table.open(game, seats=["person", "book"], record=tmp_path / "game.htl")
    assert not (tmp_path / "game.htl").exists()


def test_an_unknown_player_is_refused_before_anything_is_written(game: Game, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="siege has no player 'nobody'; its players are: random, book, opt"):
        Table.open(game, seats=["nobody"], record=tmp_path / "game.htl")
    assert not (tmp_path / "game.htl").exists()


# Dice


def test_the_same_seed_gives_the_same_rolls(game: Game) -> None:
    tables = [Table.open(game, seed=11) for _ in range(2)]
    for table in tables:
        play_out(table)
    assert plays(tables[0]) == plays(tables[1])


def test_a_table_without_a_seed_takes_one_and_writes_it_down(game: Game, tmp_path: Path) -> None:
    seeds_taken = set()
    for name in "ab":
        Table.open(game, record=tmp_path / name).close()
        seeds_taken.add(Record.read(tmp_path / name).seed)
    assert len(seeds_taken) == 2


def test_a_face_cannot_be_chosen_where_the_computer_rolls(game: Game) -> None:
    table = Table.open(game, seed=1)
    table.play("hold")
    for step in ("roll 6", 6, table.state.legal_moves()[5]):
        with pytest.raises(IllegalMove, match="roll 6: the computer rolls the dice at this table"):
            table.play(step)
    with pytest.raises(IllegalMove, match=r"\(S3\.1\)"):
        table.play("reinforce 0 0 0")
    assert table.roll().play == f"roll {SeededDice(1).roll('')}"


def test_no_die_is_rolled_when_none_is_due_and_none_is_wasted(game: Game) -> None:
    table, other = Table.open(game, seed=5), Table.open(game, seed=5)
    for _ in range(4):
        with pytest.raises(HtlError, match="there is no die to roll now"):
            table.roll()
    play_out(table)
    play_out(other)
    assert plays(table) == plays(other)
    with pytest.raises(HtlError, match="there is no die to roll now"):
        table.roll()


def test_own_dice_are_typed_in_and_the_table_never_rolls_them(game: Game) -> None:
    table = Table.open(game, dice="mine")
    assert table.dice_are_mine
    table.play("hold")
    with pytest.raises(HtlError, match="you roll your own dice here: roll one and type its face"):
        table.roll()
    for wrong in ("roll 0", "roll 7", "roll x", "x", "roll", 0, 7):
        with pytest.raises(IllegalMove):
            table.play(wrong)
    assert table.play("roll 4").play == "roll 4"
    assert len(table.steps) == 2


def test_any_dice_can_be_put_on_the_table(game: Game) -> None:
    table = Table(game, ["person"], ScriptedDice([6, 1, 4]))
    table.play("hold")
    assert [table.roll().play for _ in range(3)] == ["roll 6", "roll 1", "roll 4"]
    assert not table.dice_are_mine


# Computer players


@pytest.mark.parametrize(
    "name",
    ["random", "book", *(pytest.param(one, marks=pytest.mark.compiled) for one in ("optimal", "mcts:50"))],
)
@pytest.mark.parametrize("options", [{"mode": "scouts"}, {"empty": "loses", "table": "paper", "swap": "one"}])
def test_a_computer_player_plays_to_the_end(name: str, options: dict[str, Any], tmp_path: Path) -> None:
    table = Table.open(load("siege", plain=True, **options), seats=[name], seed=4, record=tmp_path / "game.htl")
    while not table.is_over:
        if table.waits_for_person:
            assert table.turn == CHANCE
            table.roll()
        else:
            assert table.let_player_act().seat == 0
    assert table.state.outcome is not None
    table.close()
    assert Record.read(tmp_path / "game.htl").replay(plain=True) == table.state


def test_what_a_computer_player_did_is_not_taken_back(game: Game) -> None:
    table = Table.open(game, seats=["book"], seed=1)
    table.let_player_act()
    assert table.why_no_undo() == "another player has moved since"
    with pytest.raises(NoUndo):
        table.undo()


def test_a_computer_player_acts_only_when_it_is_its_turn(game: Game) -> None:
    table = Table.open(game, seats=["book"], seed=1)
    table.let_player_act()
    with pytest.raises(HtlError, match="it is not a computer player's turn"):
        table.let_player_act()  # a die must be rolled
    while not table.is_over:
        table.roll() if table.turn == CHANCE else table.let_player_act()
    with pytest.raises(HtlError, match="it is not a computer player's turn"):
        table.let_player_act()
    with pytest.raises(HtlError, match="it is not a computer player's turn"):
        Table.open(game).let_player_act()


# Resume


@given(options=option_sets, seed=st.none() | seeds, those=choices)
@settings(max_examples=25)
def test_a_game_left_after_every_step_is_the_same_as_one_that_was_not(
    options: dict[str, Any], seed: int | None, those: list[int]
) -> None:
    with TemporaryDirectory() as folder:
        straight, broken = Path(folder) / "straight.htl", Path(folder) / "broken.htl"
        game = load("siege", plain=True, **options)
        table = Table.open(game, seed=seed, dice="mine" if seed is None else "seeded", record=straight)
        Table.open(game, seed=seed, dice="mine" if seed is None else "seeded", record=broken).close()
        for choice in those:
            again = Table.resume(broken, plain=True)
            for one in (table, again):
                play_on(one, [choice])
            assert (again.state, again.steps, again.turn) == (table.state, table.steps, table.turn)
            assert again.dice_are_mine == (seed is None)
            again.close()
            if table.is_over:
                break
        table.close()
        assert text_without_date(straight) == text_without_date(broken)


def test_what_was_taken_back_stays_in_the_record_and_out_of_the_game(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.htl"
    table = Table.open(game, seed=1, record=path)
    for number in range(3):
        table.play(f"reinforce {number} 0 0")
        table.undo()
    table.play("reinforce 0 3 0")
    table.close()
    again = Table.resume(path, plain=True)
    assert plays(again) == ["reinforce 0 3 0"]
    again.undo()
    assert again.why_no_undo() == "nothing has been played yet"
    assert again.state == game.start()
    again.close()
    assert sum(isinstance(line, UndoLine) for line in Record.read(path).lines) == 4
    assert Record.read(path).replay(plain=True) == game.start()


def test_undo_after_going_on_stops_at_the_same_roll(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.htl"
    table = Table.open(game, dice="mine", record=path)
    for step in ("hold", "roll 1", "roll 1", "roll 1", "keep", "hold"):
        table.play(step)
    table.close()
    again = Table.resume(path, plain=True)
    gone = ["reinforce 0 0 0", "arrange 6 6 6", "roll 1", "roll 1", "roll 1"]
    assert [again.undo().play for _ in gone] == gone
    assert again.why_no_undo() == "a die has been rolled since your last move"
    again.close()


def test_a_computer_player_is_seated_again(game: Game, tmp_path: Path) -> None:
    Table.open(game, seats=["book"], seed=1, record=tmp_path / "game.htl").close()
    again = Table.resume(tmp_path / "game.htl", plain=True)
    assert not again.waits_for_person
    assert again.let_player_act().number == 1
    again.close()


def finished(game: Game, path: Path) -> bytes:
    table = Table.open(game, seed=1, record=path)
    play_out(table)
    table.close()
    return path.read_bytes()


def test_a_finished_game_cannot_be_resumed(game: Game, tmp_path: Path) -> None:
    data = finished(game, tmp_path / "game.htl")
    with pytest.raises(BadRecord, match=r"^this game is over; `htl replay` shows it$"):
        Table.resume(tmp_path / "game.htl", plain=True)
    assert (tmp_path / "game.htl").read_bytes() == data


@pytest.mark.parametrize("cut", [1, 50, None])
def test_an_outcome_that_was_cut_off_is_written_when_the_game_is_resumed(
    game: Game, tmp_path: Path, cut: int | None
) -> None:
    data = finished(game, tmp_path / "game.htl")
    last_line = data[:-1].rindex(b"\n") + 1
    (tmp_path / "game.htl").write_bytes(data[: last_line if cut is None else len(data) - cut])
    with pytest.raises(BadRecord, match="this game is over"):
        Table.resume(tmp_path / "game.htl", plain=True)
    assert (tmp_path / "game.htl").read_bytes() == data


def test_a_changed_record_cannot_be_resumed_and_is_left_unchanged(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.htl"
    table = Table.open(game, seed=1, record=path)
    table.play("reinforce 1 0 0")
    table.close()
    changed = path.read_bytes().replace(b"reinforce 1 0 0", b"reinforce 0 1 0") + b'{"step": 2'
    path.write_bytes(changed)
    with pytest.raises(BadRecord, match="leads to another state") as refusal:
        Table.resume(path, plain=True)
    assert (refusal.value.line, refusal.value.step) == (2, 1)
    assert path.read_bytes() == changed


def test_a_table_that_forbids_the_coach_still_does_when_the_game_is_resumed(tmp_path: Path) -> None:
    for setting, allows in ((None, True), (True, True), (False, False)):
        path = tmp_path / f"{setting}.htl"
        table = Table.open(load("siege", plain=True), dice="table", record=path, coach=setting)
        assert table.allows_coach is allows
        table.close()
        again = Table.resume(path, plain=True)
        assert again.allows_coach is allows
        again.close()
