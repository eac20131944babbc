"""Campaigns over the API: started, continued, refused, and shared with friends."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from holdtheline.web.campaigns import models

from ..server import Seat, refused, served_at, shaped
from .leaders import COMPANY, NAME, Leader, leader, two_generals


def test_the_campaigns_are_told_with_their_stories_and_what_iron_and_free_mean(client: httpx.Client) -> None:
    response = shaped(models.CampaignList, Seat(client).ask("GET", "/campaigns"))
    (card,) = response["campaigns"]
    assert (card["name"], card["title"], card["people"]) == (NAME, "The Lantern Road", 4)
    assert card["story"][0] == "A lamp has gone out on the drowned road."
    assert [one["word"] for one in response["policies"]] == ["iron", "free"]
    assert "you cannot go back" in response["policies"][0]["sentence"]


def test_a_campaign_begins_at_its_first_scene_with_its_company(client: httpx.Client) -> None:
    view = leader(client, policy="free", name="Ada").view
    assert (view["version"], view["title"], view["policy"]["word"]) == (0, "The Lantern Road", "free")
    assert [one["name"] for one in view["roster"]] == COMPANY
    assert view["decision"]["what"] == "travellers"
    assert view["memorial"] == []
    assert [(one["title"], one["status"]) for one in view["map"]] == [
        ("The Ford", "now"),
        ("The Barn", "next"),
    ]
    assert view["unknown"] > 0
    assert view["generals"] == [{"seat": 0, "title": "general", "name": "Ada", "mine": True, "claimed": None}]
    assert view["last"] is None


def test_a_campaign_that_is_not_there_cannot_be_begun(client: httpx.Client) -> None:
    refused(Seat(client).post("/campaigns", campaign="../secret", seats=["me"]), "unknown")


@pytest.mark.parametrize("wrong", [{"policy": "soft"}, {"seats": []}, {"seats": ["me"] * 5}, {"dice": "loaded"}])
def test_what_cannot_be_chosen_is_refused(client: httpx.Client, wrong: dict[str, Any]) -> None:
    refused(Seat(client).post("/campaigns", **{"campaign": NAME, "seats": ["me"], **wrong}), "invalid")


# Keys


def test_no_key_and_a_wrong_key_see_nothing(client: httpx.Client) -> None:
    mine = leader(client)
    for seat in (Seat(client), Seat(client, "not-a-key"), Seat(client, f"{mine.key}x")):
        refused(seat.ask("GET", "/campaign"), "key")
        refused(seat.post("/campaign/acts", at=0, act={"do": "go on"}), "key")
        refused(seat.post("/campaign/battle", at=0), "key")
    refused(mine.seat.ask("GET", "/table"), "key")


def test_my_campaigns_are_those_of_my_keys(client: httpx.Client) -> None:
    mine = leader(client)
    response = shaped(models.MyCampaigns, Seat(client).post("/campaigns/mine", keys=["nothing", mine.key]))
    assert response["campaigns"][0] is None
    assert (response["campaigns"][1]["title"], response["campaigns"][1]["over"]) == ("The Lantern Road", False)


# Going on


@pytest.mark.clause("K6.3")
def test_an_item_is_handed_over_and_it_is_saved(client: httpx.Client) -> None:
    mine = leader(client)
    view = mine.does("hand", item="Salt lamp", to="Oda Verrin")
    assert view["version"] == 1
    assert mine.view["roster"][0]["items"] == ["Salt lamp"]


def test_what_the_campaign_does_not_allow_is_refused_with_its_clause(client: httpx.Client) -> None:
    mine = leader(client)
    answer = mine.act("hand", item="Salt lamp", to="Nobody")
    assert refused(answer, "illegal") == "There is no 'Nobody' in the company."
    assert answer.json()["error"]["rule"] == "/rules/skirmish#K6.3"
    refused(mine.act("go on"), "illegal")
    refused(mine.act("roll"), "turn")
    refused(mine.seat.post("/campaign/battle", at=0), "turn")
    refused(mine.act("dance"), "invalid")
    assert mine.view["version"] == 0


def test_a_browser_that_saw_an_older_campaign_is_refused_and_nothing_is_lost(client: httpx.Client) -> None:
    mine = leader(client)
    mine.does("hand", item="Salt lamp", to="Oda Verrin")
    refused(mine.act("hand", at=0, item="Salt lamp", to="Pim Sallow"), "stale")
    assert mine.view["version"] == 1
    assert mine.view["items"][0]["holder"] == "Oda Verrin"


def test_iron_never_goes_back(client: httpx.Client) -> None:
    mine = leader(client, policy="iron")
    view = mine.does("travel", who=COMPANY[:2])
    assert not any(scene["can_go_back"] for scene in view["map"])
    sentence = refused(mine.act("go back", scene=view["scene"]["name"]), "illegal")
    assert sentence == "This campaign is iron: you cannot go back."


# What nobody may know


def test_scenes_that_nobody_knows_yet_are_only_counted(client: httpx.Client) -> None:
    mine = leader(client)
    text = mine.seat.ask("GET", "/campaign").text
    assert mine.view["unknown"] == 4
    assert "The Barn" in text
    assert not any(title in text for title in ("The Inn", "The Mire", "The Lamp", "The road is", "Burr"))


def test_the_key_of_a_table_does_not_open_its_campaign(client: httpx.Client) -> None:
    mine = leader(client)
    mine.does("travel", who=["Oda Verrin"])
    table = mine.fights()["battle"]["key"]
    refused(Seat(client, table).ask("GET", "/campaign"), "key")


# Several generals


@pytest.mark.clause("K6.1")
def test_a_friend_has_a_key_of_the_campaign_and_with_it_a_seat_at_each_battle(client: httpx.Client) -> None:
    mine, friend = two_generals(client, name="Ada")
    mine.does("travel", who=COMPANY[:2])
    mine.fights()
    seats = [[one["mine"] for one in who.table().view["seats"]] for who in (mine, friend)]
    assert seats == [[True, False], [False, True]]
    assert mine.view["battle"]["key"] != friend.view["battle"]["key"]
    assert [one["name"] for one in friend.view["generals"]] == ["Ada", "Bob"]


def test_a_general_without_anybody_to_command_watches(client: httpx.Client) -> None:
    mine, friend = two_generals(client)
    mine.does("travel", who=["Oda Verrin"])
    mine.fights()
    assert [one["title"] for one in mine.table().view["seats"]] == ["general"]
    assert mine.view["battle"]["spectator"] is False
    assert friend.view["battle"]["spectator"] is True
    assert friend.table().view["spectator"] is True


# Both kinds of databases


def test_a_campaign_outlives_its_server(database_url: str) -> None:
    with served_at(database_url) as client:
        mine = leader(client, policy="free")
        mine.does("travel", who=COMPANY[:2])
        before = mine.fights()
    with served_at(database_url) as client:
        again = Leader(client, mine.key)
        assert again.view == before
        view = again.does("go back", scene=before["scene"]["name"])
        assert (view["version"], view["decision"]["what"], view["battle"]) == (2, "travellers", None)
