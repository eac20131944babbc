"""Both players are planning at once in the browser: nobody waits for the other, nobody notices what the other does."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.game_run import record_lines
from holdtheline.core.catalog import load
from holdtheline.core.game_record.lines import format_line, make_header
from holdtheline.web.tables import view

from ..server import Opening, Seat, TestClient, bytes_sent, opened, refused, served_at

FIRST = ("hire rifle", "together 3")
RIGHT_S = {
    "nothing": (),
    "rifles": ("hire rifle", "hire rifle", "in file 2"),
    "towers": ("tower missile", "cell 4 4", "tower frost"),
    "minds": ("mind rifle hunter", "hire bomb", "dismiss"),
}


def game(client: TestClient, **options: Any) -> Opening:
    return opened(client, "me", "friend", game="towers", options={"turn_limit": 3, **options})


def orders(seat: Seat, *given: str) -> None:
    for order in given:
        seat.plays(order)


INSPECTED = ("right-4-4", "right-tower-4-4", "right-keep", "left-4-4", "body-1", "soldier-1", "hire-bomb")


def everything(seat: Seat, opening: Opening) -> dict[str, str]:
    """All that a key gets, as the bytes that are sent."""
    at = seat.version
    asked: list[tuple[str, str, Any]] = [
        ("GET", "/table", None),
        ("GET", "/table/moves", None),
        ("GET", "/table/record", None),
        ("GET", "/replay", None),
        *(("GET", f"/replay/{step}", None) for step in range(5)),
        *(("GET", f"/replay/{step}/turn", None) for step in range(5)),
        *(("POST", "/table/why", {"play": play}) for play in ("hire bomb", "right hire bomb", "ready", "x")),
        *(("POST", "/table/why", {"clicks": [id_]}) for id_ in ("right-4-4", "left-4-4", "soldier-1")),
        *(("POST", "/table/inspect", {"id": id_}) for id_ in INSPECTED),
        ("POST", "/table/moves", {"play": "hire rifle", "at": at + 1}),
        ("POST", "/table/moves", {"play": "cell 3 3", "at": at}),
        ("POST", "/table/moves", {"play": 8 + 4096, "at": at}),
        ("POST", "/mine", {"keys": [seat.key]}),
    ]
    return bytes_sent(seat, opening, asked)


@pytest.mark.clause("T2.2", "T8.1")
@pytest.mark.parametrize("who", ["me", "watcher"])
def test_the_orders_of_the_other_change_no_byte_that_a_seat_gets(client: TestClient, who: str) -> None:
    answers = {}
    for name, given in RIGHT_S.items():
        opening = game(client)
        orders(opening.me, *FIRST)
        orders(opening.friend, *given)
        answers[name] = everything(getattr(opening, who), opening)
    for name, got in answers.items():
        assert got == answers["nothing"], name


@pytest.mark.clause("T2.2")
def test_an_order_of_the_other_makes_no_view_of_a_seat_be_built_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = game(client)
    built = []
    build = view.table_view

    def build_and_note(live: Any, key: Any, coach: Any) -> Any:
        built.append(key.seats)
        return build(live, key, coach)

    opening.me.ask("GET", "/table")
    monkeypatch.setattr(view, "table_view", build_and_note)
    orders(opening.friend, *FIRST)
    opening.me.ask("GET", "/table")
    assert built
    assert (0,) not in built


def test_nobody_s_order_makes_that_of_the_other_stale(client: TestClient) -> None:
    opening = game(client)
    mine, theirs = opening.me.version, opening.friend.version
    orders(opening.friend, "hire rifle", "together 1")
    view = opening.me.plays("hire shield", at=mine)
    assert (view["version"], len(view["log"])) == (mine + 1, 1)
    assert opening.friend.version == theirs + 2
    assert refused(opening.me.act("moves", mine, play="hire shield"), "stale")


@pytest.mark.clause("T2.2")
def test_the_list_of_games_does_not_tell_when_the_other_gives_orders(client: TestClient) -> None:
    opening = game(client)

    def listed() -> dict[str, Any]:
        (card,) = opening.me.post("/mine", keys=[opening.me.key]).json()["tables"]
        return dict(card)

    before = listed()
    time.sleep(1.1)
    orders(opening.friend, "hire rifle", "hire rifle")
    opening.friend.takes_back()
    assert listed() == before
    orders(opening.friend, "ready")
    assert listed()["played"] > before["played"]


def test_a_seat_cannot_move_for_the_other(client: TestClient) -> None:
    opening = game(client)
    hire_of_right = 8 + 4096 + 8 + 5
    assert "right" in refused(opening.me.act("moves", play=hire_of_right), "turn")
    refused(opening.me.act("moves", play="right hire rifle"), "turn")
    orders(opening.me, "ready")
    refused(opening.me.act("moves", play="hire rifle"), "turn")
    orders(opening.friend, "hire rifle")


def test_each_takes_back_its_own(client: TestClient) -> None:
    opening = game(client)
    gold = opening.me.view["board"]["players"][0]["gold"]
    orders(opening.me, "hire rifle")
    orders(opening.friend, "hire bomb", "hire bomb")
    view = opening.me.takes_back()
    assert (view["log"], view["board"]["players"][0]["gold"]) == ([], gold)
    assert len(opening.friend.view["log"]) == 2
    assert opening.me.view["undo"] == {"possible": False, "why": "nothing has been played yet"}


@pytest.mark.clause("T2.2")
@pytest.mark.parametrize("mine", ["hire rifle", "ready"])
@pytest.mark.parametrize("who", ["me", "watcher"])
def test_a_player_who_undoes_does_not_learn_how_much_the_other_did_since(
    client: TestClient, mine: str, who: str
) -> None:
    answers = []
    for given in RIGHT_S.values():
        opening = game(client)
        orders(opening.me, mine)
        orders(opening.friend, *given)
        opening.me.takes_back()
        answers.append(everything(getattr(opening, who), opening))
    assert all(got == answers[0] for got in answers)


@pytest.mark.clause("T2.2")
@pytest.mark.parametrize("who", ["me", "watcher"])
def test_what_the_other_took_back_is_not_noticed_after_the_table_was_read_again(client: TestClient, who: str) -> None:
    answers = []
    for given in RIGHT_S.values():
        opening = game(client)
        orders(opening.friend, *given)
        for _ in given:
            opening.friend.takes_back()
        at = opening.me.version
        refused(opening.me.act("moves", at + 1, play="ready"), "stale")  # now it is read again
        assert opening.me.version == at
        answers.append(everything(getattr(opening, who), opening))
    assert all(got == answers[0] for got in answers)


def test_when_both_are_ready_the_turn_is_told_and_there_is_a_film(client: TestClient) -> None:
    opening = game(client)
    orders(opening.friend, "hire rifle", "together 3", "ready")
    assert opening.me.view["board"]["players"][1]["ready"]
    before = opening.me.view
    assert [line["headline"] for line in before["log"]] == ["End turn"]
    orders(opening.me, "ready")
    for seat in (opening.me, opening.friend, opening.watcher):
        view = seat.view
        *_, last = view["log"]
        assert [line["turn_replay"] for line in view["log"]] == [False] * (len(view["log"]) - 1) + [True]
        texts = [event["text"] for event in last["events"]]
        assert "Left lane: 1 scored, 0 fell, no towers destroyed." in texts
        assert not any(text.startswith("Timestep") for text in texts)
        film = seat.ask("GET", f"/replay/{last['number']}/turn").json()
        assert film["title"] == "Turn 1"
    assert "No turn ended with step 1" in refused(opening.friend.ask("GET", "/replay/1/turn"), "unknown")
    mine = [text for line in opening.me.view["log"] for text in (event["text"] for event in line["events"])]
    assert not any("Right gets" in text for text in mine)


def test_no_lane_is_called_that_of_a_spectator(client: TestClient) -> None:
    opening = game(client, turn_limit=1)
    orders(opening.me, *FIRST, "ready")
    view = opening.watcher.view
    assert view["prompt"] == "Turn 1 of 1. Right is still planning."
    assert "Left lane" in view["picture"]
    assert not re.search(r"\b[Yy]our?\b", view["prompt"] + view["picture"])
    assert "Your lane" in opening.me.view["picture"]
    orders(opening.friend, "ready")
    assert opening.watcher.view["prompt"] == "Left won: after 1 turn left has 10 HP and right 9."
    film = opening.watcher.ask("GET", "/replay/4/turn")
    assert film.status_code == 200
    assert not re.search(r"\b[Yy]our?\b", film.text)


@pytest.mark.clause("T2.2", "T8.1")
def test_one_person_in_both_seats_sees_what_the_seat_to_decide_sees(client: TestClient) -> None:
    opening = opened(client, "me", "me", game="towers", options={"turn_limit": 1})
    both = opening.me
    orders(both, "left hire bomb", "left together 3")
    assert (both.version, len(both.view["log"])) == (2, 2)
    orders(both, "left ready", "right hire rifle", "right in file 2")
    assert both.version == 5
    assert [line["headline"] for line in both.ask("GET", "/replay").json()["steps"]][1:] == [
        line["headline"] for line in both.view["log"]
    ]
    steps = range(1, len(both.view["log"]) + 1)
    assert all(both.ask("GET", f"/replay/{step}").status_code == 200 for step in steps)
    shown = [both.ask("GET", f"/replay/{step}").json()["line"]["play"] for step in steps]
    assert shown == [line["play"] for line in both.view["log"]]
    assert "hire bomb" not in shown
    assert refused(both.ask("GET", "/replay/1?lens=0"), "unknown")


@pytest.mark.clause("T8.1")
def test_after_the_end_each_step_is_seen_through_every_lens(client: TestClient) -> None:
    opening = game(client, turn_limit=1)
    orders(opening.me, "hire bomb", "together 3", "ready")
    orders(opening.friend, "hire rifle", "ready")
    steps = opening.me.ask("GET", "/replay").json()
    assert [lens["lens"] for lens in steps["lenses"]] == ["all", "0", "1"]
    for step in range(len(steps["steps"])):
        for lens in ("all", "0", "1"):
            assert opening.me.ask("GET", f"/replay/{step}?lens={lens}").status_code == 200
    hidden = opening.me.ask("GET", "/replay/1?lens=1").json()["line"]
    assert (hidden["play"], hidden["number"]) == (None, 1)
    assert opening.me.ask("GET", "/replay/1?lens=0").json()["line"]["play"] == "hire bomb"


def test_a_record_with_whole_plans_in_its_lines_is_watched_and_gone_on_with(client: TestClient) -> None:
    towers = load("towers", plain=True, turn_limit=1)
    state, codes = towers.start(), []
    for play in ("left hire rifle", "left together 3", "left ready", "right hire bomb", "right ready"):
        codes.append(state.code(play))
        state.play(codes[-1])
    rows = [make_header(towers, ["ada", "bob"], "mine"), *record_lines(towers.start(), codes)]
    sent = Seat(client).sends("".join(map(format_line, rows)))
    watcher = Seat(client, sent.json()["key"])
    assert watcher.version == 3
    answer = watcher.post("/replay/2/continue", seats=["me", "friend"])
    opening = Opening.of(client, answer.json())
    assert (opening.me.version, opening.friend.version, opening.watcher.version) == (1, 0, 0)
    orders(opening.friend, "hire bomb")
    assert (opening.me.version, opening.friend.version, opening.watcher.version) == (1, 1, 0)


def test_after_a_restart_the_same_is_seen(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/web.sqlite"
    with served_at(url) as client:
        opening = game(client)
        orders(opening.me, *FIRST)
        orders(opening.friend, *RIGHT_S["towers"])
        before = everything(opening.me, opening)
    with served_at(url) as client:
        again = Opening(client, opening.answer, [])
        assert everything(again.me, again) == before


def test_a_ruleset_in_a_file_is_only_for_people_at_the_machine(client: TestClient, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("secret = 1")
    asked = {"game": "towers", "seats": ["me", "friend"], "options": {"ruleset": str(path)[-40:]}}
    assert refused(Seat(client).post("/tables", **asked), "invalid") == (
        "Ruleset cannot be a file here; it can be standard or course."
    )
    asked["options"] = {"ruleset": "x.toml"}
    refused(Seat(client).post("/tables", **asked), "invalid")


def test_against_a_computer_the_turn_is_played_when_the_person_is_ready(client: TestClient) -> None:
    for seats in (("me", "spam"), ("spam", "me")):
        me = opened(client, *seats, game="towers", options={"turn_limit": 2}).me
        orders(me, "hire rifle")
        view = me.plays("ready")
        assert view["board"]["turn"] == 2
        assert view["may_act"]
        assert me.plays("ready")["outcome"] is not None
