"""Two games that differ only in what a seat may not know give it the same bytes, whatever it asks."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from ..server import Opening, Seat, TestClient, bytes_sent, opened, refused, without_ids

LENSES = ("0", "1", "all", "public")


def game_with(client: TestClient, toy: str, left: int, right: int, *steps: str, dice: str = "mine") -> Opening:
    """Left sits here, right is a friend; each takes its number, and then these steps are taken."""
    opening = opened(client, "me", "friend", game=toy, dice=dice)
    seats = {"left": opening.me, "right": opening.friend}
    for step in (f"left take {left}", f"right take {right}", *steps):
        who, _, play = step.partition(" ")
        seats[who].plays(play)
    return opening


def everything(seat: Seat, opening: Opening) -> dict[str, str]:
    """All that can be had with a key, as the bytes that are sent; names that differ anyway are taken out."""
    steps = range(4)
    at = seat.version
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/table", None),
        ("GET", "/table/moves", None),
        ("GET", "/table/record", None),
        ("GET", "/replay", None),
        *(("GET", f"/replay/{step}", None) for step in steps),
        *(("GET", f"/replay/{step}?lens={lens}", None) for step, lens in product(steps, LENSES)),
        *(("POST", f"/replay/{step}/continue", {"seats": ["me", "me"]}) for step in steps),
        *(("POST", "/table/why", {"play": f"{verb} {n}"}) for verb, n in product(("take", "bet"), range(5))),
        *(("POST", "/table/why", {"clicks": [f"number-{n}"]}) for n in range(5)),
        ("POST", "/table/why", {"clicks": ["left", "right"]}),
        *(("POST", "/table/odds", {"play": f"bet {n}"}) for n in range(5)),
        ("POST", "/table/coach", {}),
        ("POST", "/table/moves", {"play": "bet 9", "at": at}),
        ("POST", "/table/moves", {"play": "take 1", "at": at}),
        ("POST", "/table/moves", {"play": "roll 9", "at": at}),
        ("POST", "/table/moves", {"play": "bet 1", "at": at + 1}),
        ("POST", "/table/roll", {"at": at}),
        ("POST", "/mine", {"keys": [seat.key]}),
    ]  # fmt: skip
    return bytes_sent(seat, opening, asked)


def told_by_socket(client: TestClient, opening: Opening, seat: Seat) -> str:
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json({"key": seat.key})
        return without_ids(socket.receive_text(), opening)


COURSES = [
    (),
    ("left roll 4",),
    ("left roll 3",),
    ("left roll 3", "right bet 1"),
    ("left roll 4", "left bet 1"),
]


@pytest.mark.parametrize("steps", COURSES, ids=str)
@pytest.mark.parametrize("who", ["left", "right", "watcher", "shared"])
def test_what_is_hidden_changes_no_byte_that_a_seat_gets(
    client: TestClient, toy: str, steps: tuple[str, ...], who: str
) -> None:
    hidden = {"left": [(2, 1), (2, 3)], "shared": [(2, 1), (2, 3)], "right": [(1, 2), (3, 2)]}
    pairs = hidden.get(who, [(1, 3), (3, 2)])
    answers = []
    for left, right in pairs:
        opening = game_with(client, toy, left, right, *steps)
        seat = {"left": opening.me, "right": opening.friend, "watcher": opening.watcher}.get(who)
        seat = seat or opening.me.shares()
        answers.append(everything(seat, opening) | {"socket": told_by_socket(client, opening, seat)})
    assert answers[0] == answers[1]
    assert '"headline":"a secret move"' in answers[0]["GET /table None"]


def test_a_seat_reads_its_own_secrets_and_those_of_nobody_else(client: TestClient, toy: str) -> None:
    opening = game_with(client, toy, 2, 3)
    mine, theirs = opening.me.view["log"]
    assert (mine["play"], [event["text"] for event in mine["events"]]) == (
        "take 2", ["left took a number.", "You hold 2."],
    )  # fmt: skip
    assert (theirs["play"], theirs["headline"]) == (None, "a secret move")
    assert [event["text"] for event in theirs["events"]] == ["right took a number."]
    assert opening.me.view["board"]["held"] == [2, -1]
    assert opening.watcher.view["board"]["held"] == [-1, -1]


def test_the_record_of_a_game_with_secrets_stays_here_until_the_end(client: TestClient, toy: str) -> None:
    opening = game_with(client, toy, 2, 3, "left roll 5")
    reason = "The record of a game with secrets is available when the game is over."
    assert refused(opening.me.ask("GET", "/table/record"), "forbidden") == reason
    assert refused(opening.me.post("/replay/1/continue", seats=["me", "me"]), "forbidden") == reason
    assert opening.me.replay["download"] == {"possible": False, "why": reason[0].lower() + reason[1:-1]}


def test_a_seat_looks_back_only_through_its_own_eyes_until_the_end_and_through_all_after_it(
    client: TestClient, toy: str
) -> None:
    opening = game_with(client, toy, 2, 3, "left roll 5", "right bet 2")
    assert [lens["lens"] for lens in opening.me.replay["lenses"]] == ["0"]
    assert [lens["lens"] for lens in opening.watcher.replay["lenses"]] == ["public"]
    assert "held 2 ?" in opening.me.frame(2)["picture"]
    assert "held ? ?" in opening.watcher.frame(2)["picture"]
    refused(opening.me.ask("GET", "/replay/2?lens=1"), "unknown")
    opening.me.plays("bet 1")
    for seat in (opening.me, opening.friend, opening.watcher):
        assert [lens["lens"] for lens in seat.replay["lenses"]] == ["all", "0", "1"]
        assert [step["play"] for step in seat.replay["steps"]] == [
            None, "take 2", "take 3", "roll 5", "bet 2", "bet 1",
        ]  # fmt: skip
        assert "held 2 3" in seat.frame(2, lens="all")["picture"]
        assert "held 2 ?" in seat.frame(2, lens="0")["picture"]
        assert "held ? 3" in seat.frame(2, lens="1")["picture"]
        assert seat.record.count("take") == 2


def test_nothing_is_taken_back_after_the_end_has_shown_everything(client: TestClient, toy: str) -> None:
    opening = game_with(client, toy, 2, 3, "left roll 5", "right bet 2", "left bet 1")
    for seat in (opening.me, opening.friend):
        view = seat.view
        assert view["undo"] == {"possible": False, "why": "the game is over, and everything is revealed"}
        refused(seat.act("undo"), "undo")


def test_the_dice_of_a_table_have_no_seed_that_could_be_known(client: TestClient) -> None:
    me = opened(client, "me").me
    me.plays_to_the_end()
    assert '"dice": {"kind": "table"}' in me.record.splitlines()[0]
    assert "seed" not in me.record


def test_a_refusal_at_a_roll_tells_both_seats_the_same(client: TestClient, toy: str) -> None:
    opening = game_with(client, toy, 2, 3, dice="table")
    answer = {seat.act("moves", play="bet 1").text for seat in (opening.me, opening.friend)}
    assert len(answer) == 1
    assert "held ? ?" in answer.pop()


def test_a_key_of_both_seats_sees_the_secrets_of_one_at_a_time(client: TestClient, toy: str) -> None:
    me = opened(client, "me", "me", game=toy).me
    view = me.plays("take 3")
    assert (view["seat"], view["board"]["held"]) == (1, [-1, 0])
    assert view["log"][0]["headline"] == "a secret move"
    assert not any(word in json.dumps(view["log"]) for word in ("take 3", "hold 3"))
