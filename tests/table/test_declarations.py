"""Resignations and draws: recorded between the steps, replayed, and the same in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.declarations import ACCEPT_DRAW, DECLINE_DRAW, OFFER_DRAW, RESIGN, Declaration
from holdtheline.core.definition import OVER
from holdtheline.core.errors import BadRecord, IllegalMove, NoUndo
from holdtheline.core.game import Game
from holdtheline.core.game_record.lines import DeclarationLine, UndoLine, make_outcome_line, short_digest
from holdtheline.core.game_record.replay import Record
from holdtheline.lab.review import review_table
from holdtheline.lab.review_text import review_json, summary_rows
from holdtheline.table.session import PERSON, Table
from holdtheline.table.text import table_result_text
from holdtheline.terminal.line_mode.replay import replay_lines

from ..definition import toy_game
from .play_helpers import take

LEFT, RIGHT = 0, 1


def toy_table(record: Path | None = None) -> Table:
    return Table.open(Game(toy_game.GAME, {}, plain=True), dice="mine", record=record)


def towers_table() -> Table:
    return Table.open(load("towers", plain=True, turn_limit=3), seats=(PERSON, PERSON), seed=1)


def record_of(game: str, *declared: tuple[Declaration, int], path: Path, plays: int = 3, **options: object) -> Record:
    """Return the record of a game with a few steps and these declarations at its end."""
    table = Table.open(load(game, plain=True, **options), seed=1, record=path)
    for choice in range(plays):
        take(table, choice + 1)
    for declaration, seat in declared:
        table.declare(declaration, seat)
    table.close()
    return Record.read(path)


# Resign


def test_a_seat_that_resigns_loses_and_the_other_wins() -> None:
    table = toy_table()
    table.play("take 1")
    table.declare(RESIGN, 1)
    assert table.is_over
    assert table.turn == OVER
    assert table.state.outcome is not None
    assert (table.state.outcome.winner, table.state.outcome.scores) == (0, (1, -1))
    assert table.state.legal_moves() == []
    assert not table.waits_for_person
    with pytest.raises(IllegalMove, match="the game is over"):
        table.play("take 2")


def test_alone_against_the_rules_one_gives_up_and_no_one_wins() -> None:
    table = Table.open(load("siege", plain=True), seed=1)
    table.declare(RESIGN, 0)
    assert table.state.outcome is not None
    assert (table.state.outcome.winner, table.state.outcome.scores) == (None, (-1,))
    assert table_result_text(table) == "You lost: the defender gave up."


def test_all_generals_of_a_side_lose_when_one_of_them_resigns() -> None:
    table = Table.open(load("skirmish", plain=True, generals=2, enemy="seat"), seed=1)
    table.declare(RESIGN, 1)
    assert table.state.outcome is not None
    assert (table.state.outcome.winner, table.state.outcome.scores) == (2, (-1, -1, 1))


def test_a_resignation_is_not_undone() -> None:
    table = toy_table()
    table.play("take 1")
    table.declare(RESIGN, 0)
    with pytest.raises(NoUndo, match="a resignation or an agreed draw is final"):
        table.undo()


# Draws


def test_a_draw_needs_the_agreement_of_the_other_seat() -> None:
    table = toy_table()
    table.declare(OFFER_DRAW, 0)
    assert not table.is_over
    with pytest.raises(IllegalMove, match="no draw offer to answer"):
        table.declare(ACCEPT_DRAW, 0)
    table.declare(ACCEPT_DRAW, 1)
    assert table.state.outcome is not None
    assert (table.state.outcome.winner, table.state.outcome.scores) == (None, (0, 0))


def test_an_offer_that_is_declined_is_gone() -> None:
    table = toy_table()
    table.declare(OFFER_DRAW, 0)
    with pytest.raises(IllegalMove, match="your offer still stands"):
        table.declare(OFFER_DRAW, 0)
    with pytest.raises(IllegalMove, match="answer the draw offer"):
        table.declare(OFFER_DRAW, 1)
    table.declare(DECLINE_DRAW, 1)
    assert table.offer is None
    with pytest.raises(IllegalMove, match="no draw offer to answer"):
        table.declare(ACCEPT_DRAW, 1)


def test_an_offer_lapses_with_the_next_move_and_with_an_undo_but_not_with_a_roll() -> None:
    table = toy_table()
    table.declare(OFFER_DRAW, 0)
    table.play("take 1")
    assert (table.offer, table.declared) == (None, None)
    table.declare(OFFER_DRAW, 1)
    table.undo()
    assert table.offer is None
    for step in ("take 1", "take 2"):
        table.play(step)
    table.declare(OFFER_DRAW, 1)
    table.play("roll 5")
    assert table.offer is not None


def test_a_secret_order_lets_no_offer_lapse_because_that_would_reveal_it() -> None:
    table = towers_table()
    table.declare(OFFER_DRAW, LEFT)
    table.play("hire rifle", RIGHT)
    table.undo([RIGHT])
    table.play("hire rifle", LEFT)
    assert table.offer is not None
    table.play("ready", RIGHT)
    assert table.offer is None


def test_one_player_alone_has_no_one_to_agree_with() -> None:
    table = Table.open(load("siege", plain=True), seed=1)
    with pytest.raises(IllegalMove, match="no opponent to agree to a draw"):
        table.declare(OFFER_DRAW, 0)


# Records


def test_a_record_with_declarations_replays_to_the_same_outcome(tmp_path: Path) -> None:
    declared: list[tuple[Declaration, int]] = [(OFFER_DRAW, 0), (DECLINE_DRAW, 1), (RESIGN, 0)]
    record = record_of("civilwar", *declared, path=tmp_path / "game.htl")
    assert record.is_over
    end = record.replay(plain=True)
    assert end.outcome is not None
    assert (end.current_player, end.outcome.winner, end.outcome.clause) == (OVER, 1, "")
    table = Table.from_record(record, plain=True)
    assert table.is_ended_by_players
    again = Table.from_snapshot(record, table.snapshot(), plain=True)
    assert again.state.outcome == end.outcome


def test_an_offer_stands_when_the_game_is_resumed(tmp_path: Path) -> None:
    record_of("civilwar", (OFFER_DRAW, 0), path=tmp_path / "game.htl")
    table = Table.resume(tmp_path / "game.htl", plain=True)
    table.declare(ACCEPT_DRAW, 1)
    table.close()
    assert table.is_over
    with pytest.raises(BadRecord, match="this game is over"):
        Table.resume(tmp_path / "game.htl", plain=True)


def test_a_record_that_breaks_the_rules_of_declarations_is_refused(tmp_path: Path) -> None:
    record = record_of("civilwar", (OFFER_DRAW, 0), path=tmp_path / "game.htl")
    *steps, offered = record.lines
    start = record.game(plain=True).start()
    ended = Table.from_record(record, plain=True)
    ended.declare(RESIGN, 0)
    resigned = DeclarationLine(RESIGN, 0, 3)
    wrong = {
        "no draw offer to answer": [DeclarationLine(ACCEPT_DRAW, 1, 3)],
        "not here": [DeclarationLine(OFFER_DRAW, 0, 2)],
        "there is no seat 2": [DeclarationLine(RESIGN, 2, 3)],
        "it is not over": [offered, make_outcome_line(ended.state)],
        "the game was over before": [resigned, make_outcome_line(ended.state), steps[-1]],
        "the end of the game was taken back": [
            resigned,
            make_outcome_line(ended.state),
            UndoLine(0, short_digest(start)),
        ],
    }
    for reason, lines in wrong.items():
        with pytest.raises(BadRecord, match=reason):
            Record(record.header, (*steps, *lines), 0).replay(plain=True)


def test_a_replay_in_the_terminal_shows_declarations_and_the_outcome(tmp_path: Path) -> None:
    for game in ("civilwar", "towers"):
        record = record_of(game, (OFFER_DRAW, 0), (DECLINE_DRAW, 1), (RESIGN, 1), path=tmp_path / f"{game}.htl")
        lines = replay_lines(record)
        text = "\n".join(lines)
        assert "offered a draw." in text
        assert "declined the draw." in text
        assert lines[-1].endswith("resigned.")
        assert "Back to step" not in text


# Reviews


def test_a_review_counts_a_resignation_apart_from_the_dice_before_it(tmp_path: Path) -> None:
    record = record_of("siege", (RESIGN, 0), path=tmp_path / "game.htl", plays=4)
    table = Table.from_record(record, plain=True)
    review = review_table(table)
    assert review.start + review.luck + review.skill + review.others + review.ending == review.result == 0
    assert review.skill == 0
    assert ("early end", f"{review.ending / 100:.2f}") in summary_rows(review, table)
    *_, last = review_json(review, table)["segments"]
    assert (last["kind"], last["what"], last["last"]) == ("skill", "the defender gave up", 4)
    assert last["change"] < 0
