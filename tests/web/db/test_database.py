"""The database gives back what it was given, and takes no line that does not follow the last."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from queue import SimpleQueue

import pytest
from sqlalchemy import event

from holdtheline.core.errors import HtlError
from holdtheline.web.db.database import Database
from holdtheline.web.db.keys import KeyRow, digest_key, new_key
from holdtheline.web.db.rows import CardRow, GameProgress, GameRow
from holdtheline.web.db.writer import WriteConflict

from ..concurrent_writes import GAME, START, open_game
from ..concurrent_writes import Patient as Storage

# Rows come back


def test_a_game_comes_back_as_it_was_given(storage: Storage) -> None:
    noon = datetime(2026, 7, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
    game = GameRow("g", "upload", "siege", '{"by": "Ödön 🎲"}', 2, 7, -2, True, "You “won”", 3, noon, noon)
    storage.new_game(game, [], ["eins", "zwei ⚅"])
    assert storage.game("g") == game
    assert storage.lines_of("g") == ["eins", "zwei ⚅"]
    assert storage.keys_of("g") == []


def test_times_come_back_in_utc(storage: Storage) -> None:
    before = datetime.now(UTC)
    storage.new_game(GameRow("g", "table", "siege", "{}"), [])
    found = storage.game("g")
    assert found is not None
    assert found.made.tzinfo is UTC
    assert before <= found.played <= datetime.now(UTC)


def test_what_is_not_there_is_none(storage: Storage) -> None:
    assert storage.game("g") is None
    assert storage.key("nobody's") is None
    assert storage.keys_of("g") == []
    assert storage.lines_of("g") == []
    assert storage.cards(["nobody's"]) == [None]
    assert storage.cards([]) == []


def test_a_key_is_found_by_its_secret_which_the_database_does_not_hold(storage: Storage) -> None:
    mine = new_key()
    key = KeyRow.of(mine, "g", "seat", (0, 1), "Ada")
    storage.new_game(GAME, [key])
    assert storage.key(mine) == key
    assert storage.key(mine + "x") is None
    assert key.digest == digest_key(mine)
    assert mine not in repr(storage.keys_of("g"))


def test_what_was_written_before_the_first_look_is_heard_too(database_url: str) -> None:
    """A table may have been read just before another process changed it."""
    heard: SimpleQueue[str | None] = SimpleQueue()
    with closing(Database(database_url)) as database:
        database.follow(heard.put)
        assert heard.get(timeout=60) is None


def test_any_text_may_be_asked_for_as_a_key(storage: Storage) -> None:
    for text in ("", "\0", "\ud800", "' OR 1=1 --", "x" * 1_000_000):
        assert storage.key(text) is None


def test_keys_are_added_and_named_later(storage: Storage) -> None:
    seat, watch = KeyRow.of("s", "g", "seat", (0,)), KeyRow.of("w", "g", "watch")
    storage.new_game(GAME, [seat])
    storage.add_key(watch)
    assert storage.rename(seat.digest, "Zoë") is True
    assert storage.rename(digest_key("nobody's"), "Zoë") is False
    assert storage.keys_of("g") == [replace(seat, name="Zoë"), watch]


def test_a_key_opens_only_a_game_that_exists_and_only_one(storage: Storage) -> None:
    with pytest.raises(WriteConflict):
        storage.add_key(KeyRow.of("s", "nowhere", "seat", (0,)))
    storage.new_game(GAME, [KeyRow.of("s", "g", "seat", (0,))])
    with pytest.raises(WriteConflict):
        storage.add_key(KeyRow.of("s", "g", "watch"))


def test_cards_come_in_the_order_of_the_keys_with_all_who_are_seated(storage: Storage) -> None:
    ada, bob = KeyRow.of("a", "g", "seat", (1,), "Ada"), KeyRow.of("b", "g", "seat", (0,), "Bob")
    watch, upload = KeyRow.of("w", "g", "watch", (0,)), KeyRow.of("u", "h", "watch")
    g, h = GAME, replace(GAME, id="h", kind="upload", over=True, verdict="lost")
    storage.new_game(g, [ada, bob, watch])
    storage.new_game(h, [upload])
    assert storage.cards(["u", "nobody's", "a", "w", "a"]) == [
        CardRow(upload, h, ()),
        None,
        CardRow(ada, g, (bob, ada)),
        CardRow(watch, g, (bob, ada)),
        CardRow(ada, g, (bob, ada)),
    ]


def test_two_hundred_cards_take_two_queries(storage: Storage) -> None:
    mine = [f"key {number}" for number in range(200)]
    for number, key in enumerate(mine):
        storage.new_game(replace(GAME, id=str(number)), [KeyRow.of(key, str(number), "seat", (0,))])
    queries: list[str] = []
    event.listen(storage.engine, "before_cursor_execute", lambda *seen: queries.append(seen[2]))
    cards = storage.cards(mine)
    assert [card.game.id for card in cards if card is not None] == [str(number) for number in range(200)]
    assert len([query for query in queries if query.startswith("SELECT")]) == 2


@pytest.mark.parametrize("text", ["a\ud800b", "\udfff"])
def test_a_text_that_cannot_be_kept_is_refused_in_a_sentence(storage: Storage, text: str) -> None:
    open_game(storage)
    for write in (
        lambda: storage.append("g", 0, [text], START),
        lambda: storage.new_game(replace(GAME, id="h", verdict=text), []),
        lambda: storage.game(text),
    ):
        with pytest.raises(HtlError, match=r"^this text contains characters that the database cannot store$"):
            write()
    assert storage.lines_of("g") == []


def test_a_zero_byte_harms_nothing(storage: Storage) -> None:
    storage.new_game(GAME, [KeyRow.of("s", "g", "seat", (0,), "before")])
    with suppress(HtlError):  # PostgreSQL keeps no such text, SQLite does
        storage.rename(digest_key("s"), "a\0b")
    assert storage.append("g", 0, ["one"], START) == 1


# Lines


def test_lines_are_added_in_order_and_the_game_goes_on_with_them(storage: Storage) -> None:
    old = datetime(2020, 1, 1, tzinfo=UTC)
    storage.new_game(replace(GAME, made=old, played=old), [], ["one"])
    assert storage.append("g", 1, ["two", "three"], GameProgress(3, -1)) == 3
    found = storage.game("g")
    assert found is not None
    assert (found.written, found.steps, found.turn, found.over, found.verdict) == (3, 3, -1, False, None)
    assert found.made == old < found.played
    assert storage.append("g", 3, ["four"], GameProgress(4, -2, over=True, verdict="won")) == 4
    assert storage.lines_of("g") == ["one", "two", "three", "four"]
    found = storage.game("g")
    assert found is not None
    assert (found.written, found.steps, found.turn, found.over, found.verdict) == (4, 4, -2, True, "won")


def test_steps_and_turn_that_nobody_asked_for_stay(storage: Storage) -> None:
    storage.new_game(replace(GAME, steps=5, turn=1), [])
    storage.append("g", 0, ["one"], GameProgress(None, None))
    found = storage.game("g")
    assert found is not None
    assert (found.steps, found.turn, found.written) == (5, 1, 1)


@pytest.mark.parametrize("first", [0, 1, 3, 99, -1])
def test_lines_that_do_not_follow_the_last_are_a_clash(storage: Storage, first: int) -> None:
    open_game(storage, "g", "one", "two")
    before = storage.game("g")
    with pytest.raises(WriteConflict, match=r"^another request has written to this game$"):
        storage.append("g", first, ["other"], GameProgress(9, 9, True, "no"))
    assert storage.lines_of("g") == ["one", "two"]
    assert storage.game("g") == before


def test_a_game_that_is_not_there_takes_no_lines(storage: Storage) -> None:
    with pytest.raises(WriteConflict):
        storage.append("nowhere", 0, ["one"], START)


def test_a_second_game_of_the_same_id_is_a_clash_and_leaves_nothing(storage: Storage) -> None:
    open_game(storage, "g", "one")
    with pytest.raises(WriteConflict):
        storage.new_game(replace(GAME, game="towers"), [KeyRow.of("s", "g", "seat")], ["other", "lines"])
    assert storage.lines_of("g") == ["one"]
    assert storage.keys_of("g") == []
    assert storage.game("g") == replace(GAME, written=1)


def test_a_new_game_whose_key_is_taken_is_not_made_at_all(storage: Storage) -> None:
    storage.new_game(GAME, [KeyRow.of("s", "g", "seat")])
    with pytest.raises(WriteConflict):
        storage.new_game(replace(GAME, id="h"), [KeyRow.of("s", "h", "seat")], ["one"])
    assert storage.game("h") is None
    assert storage.lines_of("h") == []
