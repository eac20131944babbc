"""Games watched again: what was played here, what comes as a file, and new games that go on from them."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.cli.play import check_records
from holdtheline.core.catalog import games
from holdtheline.core.game_record.replay import Record
from holdtheline.web.tables import lobby_models, models
from holdtheline.web.tables.records import MAX_HEADER_LENGTH, MAX_UPLOADED_LINES

from ..server import (
    CHANCE,
    OVER,
    Opening,
    Seat,
    client,
    lines_of,
    me_at,
    me_with_a_choice,
    opened,
    refused,
    served_at,
    shaped,
    toy,
)

__all__ = ["client", "toy"]

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("**/*.htl"))
ONE_OF_EACH_GAME = list({path.stem.split("-")[0]: path for path in GOLDEN}.values())
MOST_FRAMES = 12
"""Of a long record only so many steps are looked at, over its whole length."""


def sent(client: httpx.Client, record: str) -> Seat:
    """Return a client that has uploaded this record, with the key to watch it."""
    response = shaped(models.UploadedRecord, Seat(client).sends(record), 201)
    return Seat(client, response["key"])


def gone_on(seat: Seat, step: int, *seats: str, **more: Any) -> Opening:
    answer = seat.post(f"/replay/{step}/continue", seats=list(seats), **more)
    return Opening.of(seat.client, shaped(models.OpenedTable, answer, 201))


def written(lines: list[Any]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture
def finished(client: httpx.Client) -> str:
    """The record of a game of siege that the book has played."""
    return opened(client, "book").watcher.record


# Step by step


def test_a_replay_shows_every_moment_as_it_was(client: httpx.Client) -> None:
    me = me_at(client)
    seen = {0: me.view}
    while seen[max(seen)]["outcome"] is None:
        view = me.goes_on()
        seen[len(view["log"])] = view
    replay = me.replay
    assert replay["steps"][0]["headline"] == "the start"
    assert [line["number"] for line in replay["steps"]] == list(range(max(seen) + 1))
    assert replay["over"]
    assert replay["verdict"] == seen[max(seen)]["outcome"]["verdict"]
    assert replay["lenses"] == [{"lens": "all", "title": "the whole table"}]
    assert replay["continue"] == replay["download"] == {"possible": True, "why": None}
    for step, view in seen.items():
        frame = me.frame(step, lens="all")
        assert frame == me.frame(step)
        assert (frame["picture"], frame["prompt"]) == (view["picture"], view["prompt"])
        assert frame["line"] == replay["steps"][step]


def test_what_was_taken_back_is_not_shown(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    first, *_, last = me.view["moves"]
    me.plays(first["text"])
    me.takes_back()
    me.plays(last["text"])
    assert [line["play"] for line in me.replay["steps"]][-2:] == ["arrange 6 6 6", last["text"]]
    assert me.replay["version"] == 8


@pytest.mark.parametrize("step", [99, 2**63 - 1])
def test_a_step_that_the_game_does_not_have_is_unknown(client: httpx.Client, step: int) -> None:
    me = me_with_a_choice(client)
    assert refused(me.ask("GET", f"/replay/{step}"), "unknown") == "The game has only 5 steps."
    refused(me.post(f"/replay/{step}/continue", seats=["me"]), "unknown")


@pytest.mark.parametrize("lens", ["moon", "1", "-1", "", "all\x00"])
def test_a_lens_that_there_is_not_is_unknown(client: httpx.Client, lens: str) -> None:
    refused(me_at(client).ask("GET", "/replay/0", params={"lens": lens}), "unknown")


def test_a_seat_looks_through_its_own_lens_until_the_end_and_through_all_after_it(
    client: httpx.Client, toy: str
) -> None:
    opening = opened(client, "me", "friend", game=toy)
    me, friend, watcher = opening.me, opening.friend, opening.watcher
    me.plays("take 3")
    friend.plays("take 2")
    assert [lens["lens"] for lens in me.replay["lenses"]] == ["0"]
    assert [lens["lens"] for lens in friend.replay["lenses"]] == ["1"]
    assert [lens["lens"] for lens in watcher.replay["lenses"]] == ["public"]
    assert me.replay["steps"][2]["headline"] == "a secret move"
    assert "held 3 ?" in me.frame(2)["picture"]
    assert "held ? ?" in watcher.frame(2)["picture"]
    for lens in ("1", "all", "public"):
        refused(me.ask("GET", "/replay/2", params={"lens": lens}), "unknown")
    assert me.frame(2)["position"] is None
    friend.rolls()
    for _ in range(2):
        (me if me.view["may_act"] else friend).goes_on()
    for seat in (me, friend, watcher):
        assert {lens["lens"] for lens in seat.replay["lenses"]} == {"all", "0", "1"}
        assert "held 3 2" in seat.frame(2, lens="all")["picture"]
        assert "held ? 2" in seat.frame(2, lens="1")["picture"]
        assert seat.frame(2, lens="all")["position"].startswith("held 3 2")


def test_the_record_of_a_game_with_secrets_is_sealed_until_its_end(client: httpx.Client, toy: str) -> None:
    us = opened(client, "me", "me", game=toy).me
    us.plays("take 3")
    why = "the record of a game with secrets is available when the game is over"
    assert us.replay["download"] == us.replay["continue"] == {"possible": False, "why": why}
    for answer in (us.ask("GET", "/table/record"), us.post("/replay/1/continue", seats=["me", "me"])):
        assert refused(answer, "forbidden").lower() == f"{why}."
    us.plays_to_the_end()
    assert us.replay["download"]["possible"]
    assert us.record


# Records that are sent


@pytest.mark.parametrize("path", ONE_OF_EACH_GAME, ids=lambda path: path.stem)
def test_a_record_that_was_sent_is_shown_and_given_back_as_it_was(client: httpx.Client, path: Path) -> None:
    text = path.read_text()
    watcher = sent(client, text)
    assert lines_of(watcher.record) == lines_of(text)
    record = Record.read(path)
    replay = watcher.replay
    assert len(replay["steps"]) == record.steps + 1
    assert replay["over"] == record.is_over
    for step in range(0, record.steps, record.steps // MOST_FRAMES + 1):
        assert watcher.frame(step)["picture"]
    assert watcher.frame(record.steps)["picture"] == watcher.view["picture"]


def test_there_are_records_to_send() -> None:
    assert len(ONE_OF_EACH_GAME) == len(games())


def test_a_record_that_was_sent_is_only_watched(client: httpx.Client, finished: str) -> None:
    watcher = sent(client, finished)
    view = watcher.view
    assert (view["spectator"], view["turn"]) == (True, OVER)
    refused(watcher.act("moves", play="hold"), "forbidden")
    (card,) = shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=[watcher.key]))["tables"]
    assert (card["kind"], card["over"], card["spectator"], card["my_turn"]) == ("upload", True, True, False)
    assert card["steps"] == len(view["log"])
    assert card["verdict"] == view["outcome"]["verdict"]


def test_an_unfinished_record_stays_as_it_was_sent(sqlite_url: str, finished_book: str) -> None:
    """Its players, people or computers, do not continue: it is a record."""
    for lines in (lines_of(finished_book)[:1], lines_of(finished_book)[:5]):
        with served_at(sqlite_url, max_idle=0) as client:
            watcher = sent(client, written(lines))
            assert watcher.view["version"] == len(lines) - 1
            assert watcher.replay["over"] is False
            assert lines_of(watcher.record) == lines
        with served_at(sqlite_url) as client:
            assert Seat(client, watcher.key).view["version"] == len(lines) - 1


@pytest.fixture(scope="module")
def finished_book(tmp_path_factory: pytest.TempPathFactory) -> str:
    with served_at(f"sqlite:///{tmp_path_factory.mktemp('book')}/web.sqlite") as client:
        return opened(client, "book").watcher.record


def test_a_record_needs_not_the_player_that_played_it(client: httpx.Client, finished: str) -> None:
    header, *rest = lines_of(finished)
    watcher = sent(client, written([header | {"seats": ["a bot of mine"]}, *rest]))
    assert watcher.view["seats"][0]["player"] == "a bot of mine"
    (card,) = shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=[watcher.key]))["tables"]
    assert card["seats"][0]["player"] == "a bot of mine"
    assert gone_on(watcher, 0, "me").me.view["version"] == 0


def test_a_record_with_a_changed_step_is_refused_with_its_place(client: httpx.Client, finished: str) -> None:
    lines = lines_of(finished)
    lines[2]["state"] = "0" * 12
    sentence = refused(Seat(client).sends(written(lines)), "invalid")
    assert sentence.startswith("This record cannot be read: step 2, line 3: ")


HEADER = {
    "htl": 1, "game": "siege", "rules": 1, "options": {}, "seats": ["person"], "dice": {"kind": "table"},
}  # fmt: skip


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (b"", "line 1: the file is empty"),
        (b"hello\n", "line 1: this line is not JSON"),
        (b"\xff\xfe\n", "line 1: this line is not UTF-8"),
        (b"{}", "line 1: the last line is cut off"),
        (b"[]\n", "line 1: this is not a record of Hold the Line"),
        (b"[" * 100_000 + b"\n", "line 1: this line is not JSON"),
        (b'{"htl": 2}\n', "line 1: the record has format 2"),
        (b'{"htl": 1}\n', "line 1: game: field required"),
        (written([HEADER | {"game": "chess"}]), "line 1: unknown game 'chess'"),
        (written([HEADER | {"rules": 99}]), "line 1: it was played by version 99 of the rules"),
        (written([HEADER | {"seats": []}]), "line 1: siege has 1 seats, not 0"),
        (written([HEADER | {"options": {"mode": "odd"}}]), "line 1: mode 'odd' does not exist"),
        (written([HEADER | {"dice": {"kind": "loaded"}}]), "line 1: the dice must be"),
        (written([HEADER | {"by": "\ud800"}]), "line 1: this line is not JSON"),
        (written([HEADER | {"by": "x" * MAX_HEADER_LENGTH}]), "line 1: the first line is too long"),
        (
            written([HEADER | {"seats": ["x" * 41]}]),
            "line 1: the name of a seat must have at most 40 visible characters",
        ),
        (
            written([HEADER | {"seats": ["a\u202eb"]}]),
            "line 1: the name of a seat must have at most 40 visible characters",
        ),
        (written([HEADER, {"what": 1}]), "line 2: this line is neither a step nor an outcome"),
        (b"\n" * (MAX_UPLOADED_LINES + 1), f"it has more than {MAX_UPLOADED_LINES} lines"),
        (written([HEADER, {"outcome": {}}]), "line 2: outcome"),
    ],
)
def test_what_is_not_a_record_is_refused_with_its_place(client: httpx.Client, record: str | bytes, reason: str) -> None:
    sentence = refused(Seat(client).sends(record), "invalid")
    assert sentence.startswith(f"This record cannot be read: {reason}")


def test_a_record_may_have_1_MiB_and_no_more(client: httpx.Client) -> None:
    refused(Seat(client).sends(b" " * 2**20), "invalid")
    assert "1024 KiB" in refused(Seat(client).sends(b" " * 2**21), "too_large")


def test_records_that_come_at_the_same_moment_are_all_taken(client: httpx.Client, finished: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = pool.map(lambda _: Seat(client).sends(finished), range(8))
        keys = {shaped(models.UploadedRecord, answer, 201)["key"] for answer in answers}
    assert len(keys) == 8
    assert all(Seat(client, key).record == finished for key in keys)


def test_what_is_downloaded_is_a_record_that_the_command_line_accepts(
    client: httpx.Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    me = me_at(client)
    me.goes_on(me.goes_on())
    unfinished = tmp_path / "unfinished.htl"
    unfinished.write_text(me.record)
    me.plays_to_the_end()
    answer = me.ask("GET", "/table/record")
    assert answer.headers["content-type"] == "application/x-ndjson"
    filename = answer.headers["content-disposition"].removeprefix("attachment; filename=").strip('"')
    assert filename == f"siege-{me.view['id']}.htl"
    finished = tmp_path / filename
    finished.write_text(answer.text)
    assert check_records([unfinished, finished]) == 0
    printed = capsys.readouterr().out
    assert "not finished" in printed
    assert "missing" not in printed


# Going on


def test_a_new_game_begins_with_the_steps_of_the_old_one(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    first, *_, last = me.view["moves"]
    me.plays(first["text"])
    me.takes_back()
    me.plays(last["text"])
    before = me.record, me.view
    opening = gone_on(me, 6, "me", dice="table", name="Ada")
    new = opening.me
    view = new.view
    assert (view["version"], view["turn"], view["dice"]) == (6, CHANCE, "table")
    assert (view["board"], view["picture"]) == (before[1]["board"], before[1]["picture"])
    assert view["seats"][0]["name"] == "Ada"
    assert view["id"] != before[1]["id"]
    new.plays_to_the_end()
    record = Record.parse(new.record.encode())
    record.replay(plain=True)
    assert record.is_over
    plays = [line["play"] for line in lines_of(before[0]) if "play" in line]
    assert [line.play for line in record.lines[:6]] == [*plays[:5], plays[-1]]  # type: ignore[union-attr]
    assert (me.record, me.view) == before


def test_a_spectator_may_continue_in_a_game_of_their_own(client: httpx.Client, finished: str) -> None:
    watcher = sent(client, finished)
    opening = gone_on(watcher, 1, "me")
    assert opening.me.view["may_roll"]
    opening.me.plays_to_the_end()
    assert lines_of(watcher.record) == lines_of(finished)


def test_a_game_gone_on_with_by_the_computer_is_played_to_its_end(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    opening = gone_on(me, 5, "book")
    assert opening.answer["key"] is None
    view = opening.watcher.view
    assert view["turn"] == OVER
    assert view["log"][:5] == me.view["log"]


def test_nobody_goes_on_where_the_game_is_over(client: httpx.Client, finished: str) -> None:
    watcher = sent(client, finished)
    steps = len(watcher.view["log"])
    answer = watcher.post(f"/replay/{steps}/continue", seats=["me"])
    assert refused(answer, "turn") == "The game is over at this step; continue from an earlier one."
    assert gone_on(watcher, steps - 1, "me").me.view["outcome"] is None


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": []}, "invalid"),
        ({"seats": ["me", "me"]}, "invalid"),
        ({"seats": ["nobody"]}, "invalid"),
        ({"seats": ["me"], "dice": "loaded"}, "invalid"),
        ({"seats": ["book"], "dice": "mine"}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_a_new_game_needs_its_seats_filled(client: httpx.Client, body: Any, code: str) -> None:
    me = me_with_a_choice(client)
    refused(me.post("/replay/1/continue", **body), code)
    refused(Seat(client).post("/tables", game="siege", **body), code)


def test_a_friend_is_invited_to_go_on_too(client: httpx.Client, toy: str) -> None:
    us = opened(client, "me", "me", game=toy).me
    us.plays_to_the_end()
    opening = gone_on(us, 1, "me", "friend")
    assert opening.friend.view["may_act"]
    assert opening.friend.view["log"][0]["headline"] == "a secret move"
    refused(opening.friend.act("undo"), "undo")
