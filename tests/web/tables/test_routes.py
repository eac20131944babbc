"""Every address of the API and every page, as they should answer."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from holdtheline.players.levels import LEVEL_DESCRIPTIONS
from holdtheline.web.coach import models as coach_models
from holdtheline.web.http.headers import PAGE_POLICY, PICTURE_POLICY
from holdtheline.web.http.limits import Rate
from holdtheline.web.tables import lobby_models, models, question_models

from ..server import (
    LOOSE,
    PATIENCE,
    Seat,
    client,
    me_at,
    me_with_a_choice,
    opened,
    refused,
    served_at,
    shaped,
    toy,
)

__all__ = ["client", "toy"]

# The games that there are


def test_the_games_are_told_with_their_options_and_players(client: httpx.Client) -> None:
    siege, *_ = shaped(lobby_models.GameList, Seat(client).ask("GET", "/games"))["games"]
    assert (siege["name"], siege["title"], siege["seats"]) == ("siege", "Siege", ["defender"])
    names = [player["name"] for player in siege["players"]]
    assert names == ["random", "book", "optimal", "mcts", *LEVEL_DESCRIPTIONS]
    assert (siege["has_secrets"], siege["coach"]) == (False, "exact")
    for option in siege["options"]:
        assert option["values"][0] == option["default"]
        assert option["rule"] == f"/rules/siege#{option['clause']}"
        assert f'id="{option["clause"]}"' in client.get(siege["rules"]).text


def test_a_game_has_a_picture(client: httpx.Client) -> None:
    answer = client.get("/api/games/siege/picture")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-security-policy"] == PICTURE_POLICY
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    refused(client.get("/api/games/chess/picture"), "unknown")


def test_a_battle_has_a_card_with_its_length_sides_balance_and_story(client: httpx.Client) -> None:
    games = {game["name"]: game for game in Seat(client).ask("GET", "/games").json()["games"]}
    assert games["siege"]["scenarios"] is None
    battles = {card["value"]: card for card in games["civilwar"]["scenarios"]["cards"]}
    shiloh = battles["shiloh"]
    assert (shiloh["title"], shiloh["length"]) == ("Shiloh", "16 turns")
    assert [side["title"] for side in shiloh["sides"]] == ["union", "confederate"]
    assert shiloh["forces"] == " against ".join(
        f"{side['units']} {name}" for side, name in zip(shiloh["sides"], ("Union", "Confederate units"), strict=True)
    )
    millrace = next(card for card in games["skirmish"]["scenarios"]["cards"] if card["value"] == "millrace")
    assert millrace["forces"] == "6 friends against 8 enemies"
    assert shiloh["balance"] == "Even: the Union wins 50 in 100"
    assert shiloh["story"].endswith("camps about Shiloh Church.")
    picture = client.get(shiloh["picture"])
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")
    assert "max-age" in picture.headers["cache-control"]
    refused(client.get("/api/games/civilwar/scenarios/waterloo/picture"), "unknown")
    refused(client.get("/api/games/siege/scenarios/any/picture"), "unknown")


def test_opponents_have_names_where_there_is_one(client: httpx.Client) -> None:
    games = {game["name"]: game for game in Seat(client).ask("GET", "/games").json()["games"]}
    names = [difficulty["title"] for difficulty in games["towers"]["difficulties"]]
    assert names == ["Easy", "Medium", "Hard", "Expert"]
    known = {player["name"] for player in games["towers"]["players"]}
    assert all(difficulty["player"] in known for difficulty in games["towers"]["difficulties"])
    assert games["siege"]["difficulties"] == []


def test_the_list_of_games_says_which_turn_it_is(client: httpx.Client) -> None:
    me = opened(client, "me", "me", game="civilwar").me
    me.rolls()
    (card,) = me.post("/mine", keys=[me.key]).json()["tables"]
    assert card["turns"] == 1
    (card,) = me.post("/mine", keys=[me_at(client).key]).json()["tables"]
    assert card["turns"] is None


# Thinking about a move


def test_a_refusal_is_explained_before_the_move_is_played(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    before = me.view
    response = shaped(question_models.WhyNotAnswer, me.post("/table/why", play="reinforce 6 0 0"))
    assert (response["possible"], response["clause"], response["rule"]) == (False, "S2.2", "/rules/siege#S2.2")
    assert response["sentence"].endswith(".")
    fine = {"possible": True, "sentence": None, "clause": None, "rule": None}
    assert shaped(question_models.WhyNotAnswer, me.post("/table/why", play="reinforce 1 0 0")) == fine
    assert shaped(question_models.WhyNotAnswer, me.post("/table/why", play=before["moves"][0]["code"])) == fine
    assert me.view == before


def test_clicks_are_explained_too(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    ids = me.view["moves"][-1]["choices"][0]["ids"]
    assert shaped(question_models.WhyNotAnswer, me.post("/table/why", clicks=ids))["possible"]
    response = shaped(question_models.WhyNotAnswer, me.post("/table/why", clicks=["moon"]))
    assert not response["possible"]
    assert response["sentence"]
    refused(me.post("/table/why"), "invalid")


def test_the_odds_of_a_move_are_exact(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    move = me.view["moves"][0]
    response = shaped(question_models.OddsOfMove, me.post("/table/odds", play=move["text"]))
    assert response == shaped(question_models.OddsOfMove, me.post("/table/odds", play=move["code"]))
    assert response["label"] == move["label"]
    for odd in response["odds"]:
        above, _, below = odd["fraction"].partition("/")
        assert odd["chance"] == pytest.approx(int(above) / int(below or 1))
        assert odd["percent"].endswith("%")
    refused(me.post("/table/odds", play="reinforce 6 0 0"), "illegal")


def test_nobody_thinks_about_a_move_where_none_is_due(client: httpx.Client) -> None:
    me = me_at(client)
    me.plays("reinforce 0 0 0")
    for path in ("/table/why", "/table/odds"):
        assert refused(me.post(path, play="hold"), "turn") == "A die must be rolled first."


@pytest.mark.compiled
def test_the_coach_knows_what_each_move_is_worth(client: httpx.Client) -> None:
    me = me_with_a_choice(client)
    assert me.view["coach"] == {"possible": True, "why": None, "never": False}
    advice = advised(me)
    chances = [move["chance"] for move in advice["moves"]]
    assert chances == sorted(chances, reverse=True)
    assert advice["chance"]["chance"] == chances[0]
    assert (advice["exact"], advice["done"], advice["simulations"]) == (True, True, 0)
    assert all(move["low"] == move["chance"] == move["high"] for move in advice["moves"])
    assert {move["text"] for move in advice["moves"]} == {move["text"] for move in me.view["moves"]}
    rolls = [line for line in me.view["log"] if line["seat"] == -1]
    assert all(isinstance(line["luck"], float) for line in rolls), "what luck did is told after it"


def advised(seat: Seat) -> dict[str, Any]:
    """What the coach says when it has done its sums."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        advice = shaped(coach_models.Advice, seat.post("/table/coach"))
        if advice["ready"]:
            return advice
        assert advice["sentence"]
        time.sleep(0.05)
    pytest.fail("the coach does not come to an end")


# My games


def test_my_games_come_in_the_order_of_my_keys_with_null_for_those_that_open_nothing(
    client: httpx.Client, toy: str
) -> None:
    siege = opened(client, "me", name="Ada", options={"mode": "hard"})
    pair = opened(client, "me", "friend", game=toy)
    done = opened(client, "book")
    siege.me.plays("reinforce 0 0 0")
    keys = [done.answer["watch"], "x" * 22, siege.answer["key"], pair.friend.key, pair.answer["key"]]
    cards = shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=keys))["tables"]
    assert cards[1] is None
    ids = [done.answer["id"], siege.answer["id"], pair.answer["id"], pair.answer["id"]]
    assert [card["id"] for card in cards if card] == ids
    finished, _, mine, theirs, ours = cards
    assert (finished["over"], finished["spectator"], finished["my_turn"]) == (True, True, False)
    assert finished["verdict"].startswith(("The defender won", "The defender lost"))
    assert (mine["steps"], mine["over"], mine["my_turn"], mine["verdict"]) == (1, False, True, None)
    assert mine["options_text"] == siege.me.view["options_text"]
    assert mine["seats"][0]["name"] == "Ada"
    assert (ours["my_turn"], theirs["my_turn"]) == (True, False)
    assert [seat["mine"] for seat in theirs["seats"]] == [False, True]
    played = datetime.fromisoformat(mine["played"])
    assert datetime.now(UTC) - timedelta(minutes=5) < played <= datetime.now(UTC) + timedelta(seconds=1)


def test_nobody_has_games_without_keys(client: httpx.Client) -> None:
    assert shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=[])) == {"tables": []}


def test_two_hundred_keys_are_asked_at_once(client: httpx.Client) -> None:
    key = opened(client, "me").answer["key"]
    cards = shaped(lobby_models.TableCards, Seat(client).post("/mine", keys=["old"] * 199 + [key]))["tables"]
    assert cards[:199] == [None] * 199
    assert cards[199]["game"] == "siege"
    refused(Seat(client).post("/mine", keys=["old"] * 201), "invalid")


# Who watches


def test_a_key_that_watches_sees_the_table_and_may_not_act(client: httpx.Client) -> None:
    opening = opened(client, "me")
    for watcher in (opening.watcher, opening.me.shares(), opening.me.shares().shares()):
        view = watcher.view
        assert (view["spectator"], view["may_act"], view["moves"]) == (True, False, [])
        assert view["undo"] == {"possible": False, "why": "a spectator has no seat"}
        assert shaped(models.MoveList, watcher.ask("GET", "/table/moves"))["moves"] == []
        for answer in (
            watcher.act("moves", play="hold"),
            watcher.act("roll"),
            watcher.act("undo"),
            watcher.post("/table/name", name="Eve"),
            watcher.post("/table/why", play="hold"),
            watcher.post("/table/odds", play="hold"),
        ):
            assert refused(answer, "forbidden") == "This link can only watch; it has no seat."
    assert opening.me.version == 0


def test_a_shared_key_sees_what_its_seat_sees_until_the_end(client: httpx.Client, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy)
    opening.me.plays("take 3")
    shared = opening.me.shares()
    assert shared.view["board"]["held"] == [3, 0]
    assert opening.watcher.view["board"]["held"] == [-1, 0]
    assert opening.friend.view["board"]["held"] == [-1, 0]
    opening.friend.plays("take 2")
    opening.me.rolls()
    for _ in range(2):
        (opening.me if opening.me.view["may_act"] else opening.friend).goes_on()
    for seat in (shared, opening.watcher, opening.friend):
        assert seat.view["board"]["held"] == [3, 2]


# Too much


def test_too_many_new_games_are_told_to_wait_and_the_old_ones_go_on(sqlite_url: str) -> None:
    with served_at(sqlite_url, limits=replace(LOOSE, creating=Rate(0.01, 3))) as client:
        me = opened(client, "me").me
        opened(client, "me")
        answers = [
            Seat(client).sends(me.record),
            Seat(client).post("/tables", game="siege", seats=["me"]),
            Seat(client).sends(me.record),
            me.post("/replay/0/continue", seats=["me"]),
        ]
        assert answers.pop(0).status_code == 201
        for answer in answers:
            assert "try again in" in refused(answer, "busy")
            assert 0 < int(answer.headers["retry-after"]) <= 100
        me.plays_to_the_end()


# Pages


@pytest.mark.parametrize("path", ["/", "/table", "/watch", "/replay", "/rules/siege"])
def test_a_page_comes_with_its_policy_and_without_script_of_its_own(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-security-policy"] == PAGE_POLICY
    assert "<script>" not in answer.text
    assert " style=" not in answer.text
    assert "<style" not in answer.text
    assert "http://" not in answer.text.replace("http://www.w3.org/", "")
    assert "https://" not in answer.text


def test_everything_that_a_page_names_is_there(client: httpx.Client) -> None:
    for page in ("/", "/table", "/replay", "/rules/siege"):
        words = client.get(page).text.replace('"', " ").replace("#", " ").split()
        for path in {word for word in words if word.startswith("/static/")}:
            answer = client.get(path)
            assert answer.status_code == 200, path
            assert answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_rules_lead_to_the_first_rulebook(client: httpx.Client) -> None:
    answer = client.get("/rules", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/rules/siege")


@pytest.mark.parametrize("path", ["/nowhere", "/rules/chess", "/static/nothing.js", "/table/"])
def test_a_person_who_is_lost_finds_a_page_and_a_program_the_usual_shape(client: httpx.Client, path: str) -> None:
    browser = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert browser.status_code == 404
    assert browser.headers["content-type"].startswith("text/html")
    assert browser.headers["content-security-policy"] == PAGE_POLICY
    assert "Page not found" in browser.text
    refused(client.get(path, headers={"Accept": "application/json"}), "unknown")
    refused(client.get(path), "unknown")


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/games/chess/picture"])
def test_the_API_always_answers_in_its_own_shape(client: httpx.Client, path: str) -> None:
    refused(client.get(path, headers={"Accept": "text/html"}), "unknown")
