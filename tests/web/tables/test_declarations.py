"""Resignations and draws at a table: who may declare what, who sees it, and what it does to lists and replays."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from holdtheline.web.tables import declarations, models

from ..server import Opening, Seat, TestClient, client, lines_of, me_at, opened, refused, served_at, shaped, toy

__all__ = ["client", "toy"]


def declares(seat: Seat, what: str) -> dict[str, Any]:
    return shaped(models.TableView, seat.act("declare", declares=what))


def two_at(client: httpx.Client, game: str, **more: Any) -> Opening:
    return opened(client, "me", "friend", game=game, **more)


def test_a_player_resigns_and_the_other_sees_that_it_is_over(client: TestClient, toy: str) -> None:
    opening = two_at(client, toy)
    view = declares(opening.me, "resign")
    assert (view["turn"], view["may_act"], view["moves"]) == (-2, False, [])
    assert view["outcome"]["verdict"].startswith("You lost: ")
    assert view["outcome"]["verdict"].endswith(" resigned")
    friend = opening.friend.view
    assert friend["outcome"]["verdict"].startswith("You won: ")
    assert friend["declarations"]["last"].endswith(" resigned.")
    assert not friend["declarations"]["resign"]["possible"]
    refused(opening.friend.act("declare", declares="resign"), "illegal")


def test_an_offer_is_shown_to_the_other_seat_which_accepts_it(client: TestClient, toy: str) -> None:
    opening = two_at(client, toy)
    mine = declares(opening.me, "offer draw")["declarations"]
    assert (mine["offered_by"], mine["may_answer"], mine["draw"]["possible"]) == (0, False, False)
    theirs = opening.friend.view["declarations"]
    assert (theirs["offered_by"], theirs["may_answer"]) == (0, True)
    assert opening.watcher.view["declarations"]["may_answer"] is False
    view = declares(opening.friend, "accept draw")
    assert view["outcome"]["verdict"] == "Draw: the players agreed to a draw"
    assert opening.me.view["outcome"]["scores"] == [0, 0]


def test_an_offer_is_declined_or_lapses_with_the_next_move(client: TestClient, toy: str) -> None:
    opening = two_at(client, toy)
    declares(opening.me, "offer draw")
    declined = declares(opening.friend, "decline draw")["declarations"]
    assert (declined["offered_by"], declined["last"][-18:]) == (None, "declined the draw.")
    declares(opening.me, "offer draw")
    played = opening.me.plays(opening.me.view["moves"][0]["code"])["declarations"]
    assert (played["offered_by"], played["last"]) == (None, None)
    refused(opening.friend.act("declare", declares="accept draw"), "illegal")


def test_an_answer_to_a_position_that_has_changed_is_refused(client: TestClient, toy: str) -> None:
    opening = two_at(client, toy)
    seen = opening.friend.version
    declares(opening.me, "offer draw")
    refused(opening.friend.act("declare", seen, declares="accept draw"), "stale")
    assert opening.friend.view["outcome"] is None


def test_draw_offers_cannot_fill_a_record(client: TestClient, toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(declarations, "MAX_LINES", 2)
    opening = two_at(client, toy)
    declares(opening.me, "offer draw")
    declares(opening.friend, "decline draw")
    refused(opening.me.act("declare", declares="offer draw"), "illegal")
    assert declares(opening.me, "resign")["outcome"]


def test_a_table_that_is_loaded_again_still_knows_the_offer_and_the_resignation(tmp_path: Any, toy: str) -> None:
    address = f"sqlite:///{tmp_path}/web.sqlite"
    with served_at(address) as client:
        opening = two_at(client, toy)
        friend = opening.friend.key
        declares(opening.me, "offer draw")
        mine = opening.me.key
    with served_at(address) as client:
        assert Seat(client, friend).view["declarations"]["may_answer"]
        declares(Seat(client, mine), "resign")
    with served_at(address) as client:
        assert Seat(client, friend).view["outcome"]["verdict"].startswith("You won")


def test_the_computer_accepts_no_draw_but_one_can_resign_against_it(client: TestClient) -> None:
    me = opened(client, "me", "book", game="civilwar").me
    printed = refused(me.act("declare", declares="offer draw"), "illegal")
    assert printed == "The computer does not accept draws. You can resign."
    assert declares(me, "resign")["outcome"]["verdict"] == "You lost: you resigned"


def test_alone_one_gives_up_and_offers_no_draw(client: TestClient) -> None:
    me = me_at(client)
    card = me.view["declarations"]
    assert (card["gives_up"], card["resign"]["possible"], card["draw"]["possible"]) == (True, True, False)
    printed = refused(me.act("declare", declares="offer draw"), "illegal")
    assert printed == "There is no opponent to offer a draw to."
    assert declares(me, "resign")["outcome"]["verdict"] == "You lost: you gave up"


def test_a_spectator_declares_nothing(client: TestClient, toy: str) -> None:
    opening = two_at(client, toy)
    refused(opening.watcher.act("declare", declares="resign"), "forbidden")


def test_no_one_resigns_for_a_friend_who_fights_on_the_same_side(client: TestClient) -> None:
    opening = opened(client, "me", "friend", game="skirmish", options={"generals": 2})
    printed = refused(opening.me.act("declare", declares="resign"), "illegal")
    assert printed == "Others play on your side, so you cannot resign for them."


def test_who_holds_both_sides_offers_no_draw_but_may_resign_for_the_one_to_move(client: TestClient, toy: str) -> None:
    me = opened(client, "me", "me", game=toy).me
    refused(me.act("declare", declares="offer draw"), "illegal")
    assert declares(me, "resign")["outcome"]["scores"] == [-1, 1]


def test_the_list_of_games_the_record_and_the_replay_know_a_resignation(client: TestClient) -> None:
    opening = two_at(client, "civilwar")
    me = opening.me
    me.rolls()
    declares(me, "resign")
    card = me.post("/mine", keys=[me.key]).json()["tables"][0]
    assert (card["over"], card["verdict"], card["my_turn"]) == (True, "You lost: you resigned", False)
    assert card["steps"] == 1
    *_, declared, outcome = lines_of(me.record)
    assert declared == {"declares": "resign", "seat": 0, "after": 1}
    assert outcome["outcome"]["reason"] == "the Union resigned"
    replay = me.replay
    assert (replay["over"], replay["verdict"]) == (True, "You lost: you resigned")
    assert me.frame(1)["prompt"] == "The game is over: the Union resigned."
    uploaded = me.sends(me.record)
    assert Seat(client, uploaded.json()["key"]).replay["verdict"] == "The Confederacy won: the Union resigned"


def test_the_display_of_a_game_that_was_resigned_says_that_it_is_over(client: TestClient) -> None:
    me = two_at(client, "civilwar").me
    me.rolls()
    assert any(side["acts"] for side in me.view["hud"]["sides"])
    for hud in (declares(me, "resign")["hud"], me.frame(1)["hud"]):
        assert (hud["dice"], hud["dice_text"]) == (0, "")
        assert [side["acts"] for side in hud["sides"]] == [False, False]


def test_a_game_that_was_resigned_can_be_continued_from_its_last_step(client: TestClient) -> None:
    opening = two_at(client, "civilwar")
    me = opening.me
    me.rolls()
    declares(me, "resign")
    answer = me.post("/replay/1/continue", seats=["me", "book"])
    again = Opening.of(client, shaped(models.OpenedTable, answer, 201))
    assert again.me.view["outcome"] is None


def test_a_declaration_is_counted_in_the_version_of_every_seat(client: TestClient) -> None:
    opening = two_at(client, "towers", options={"turn_limit": 3})
    me, friend = opening.me, opening.friend
    friend.plays("hire rifle")
    before = me.version, friend.version
    declares(me, "offer draw")
    assert (me.version, friend.version) == (before[0] + 1, before[1] + 1)
    friend.plays("hire rifle")
    assert friend.view["declarations"]["may_answer"]
    assert declares(friend, "accept draw")["outcome"]["scores"] == [0, 0]
