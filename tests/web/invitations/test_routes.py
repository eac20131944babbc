"""Invitations: each is exchanged once for a key, which only the browser that claims it knows."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from holdtheline.web.campaigns.models import CampaignView, StartedCampaign
from holdtheline.web.db.keys import new_key
from holdtheline.web.invitations.models import Invitation
from holdtheline.web.invitations.routes import PLACE_TAKEN, SEAT_TAKEN
from holdtheline.web.tables import models

from ..course_class import create_course
from ..server import Seat, TestClient, claimed, client, refused, served_at, shaped, toy

__all__ = ["client", "toy"]


def invited(client: httpx.Client, game: str, *seats: str) -> tuple[dict[str, Any], Seat]:
    """Start a game with a friend who has not come yet; return the host's answer and copy of the link."""
    asked = {"game": game, "seats": list(seats or ("me", "friend")), "name": "Ada"}
    answer = shaped(models.OpenedTable, Seat(client).post("/tables", **asked), 201)
    return answer, Seat(client, answer["friends"][0]["invitation"])


def claim(invitation: Seat, key: str, name: str = "") -> httpx.Response:
    return invitation.post("/invitation/claim", key=key, name=name)


# One claim


def test_the_host_s_copy_of_a_link_shows_nothing_of_the_friend_s_seat(client: httpx.Client) -> None:
    answer, copy = invited(client, "civilwar")
    for attack in ("before", "after"):
        for method, path in (("GET", "/table"), ("GET", "/table/moves"), ("GET", "/replay"), ("GET", "/table/record")):
            refused(copy.ask(method, path), "key")
        refused(copy.post("/table/share"), "key")
        assert copy.post("/mine", keys=[copy.key]).json() == {"tables": [None]}
        with client.websocket_connect("/api/watch") as socket:  # type: ignore[attr-defined]
            socket.send_json({"key": copy.key})
            assert socket.receive_json()["error"]["code"] == "key"
        if attack == "before":
            friend = claimed(client, str(copy.key), "Bob")
    assert [seat["mine"] for seat in friend.view["seats"]] == [False, True]
    assert refused(copy.ask("GET", "/invitation"), "taken") == SEAT_TAKEN
    assert refused(claim(copy, new_key()), "taken") == SEAT_TAKEN
    assert refused(copy.post("/invitation/renew", key=new_key()), "taken") == SEAT_TAKEN
    assert Seat(client, answer["key"]).view["seats"][1]["name"] == "Bob"


def test_looking_at_an_invitation_tells_what_it_offers_and_does_not_use_it_up(client: httpx.Client, toy: str) -> None:
    _, copy = invited(client, toy)
    for _ in range(3):
        offer = shaped(Invitation, copy.ask("GET", "/invitation"))
    assert (offer["page"], offer["seat"], offer["players"]) == ("table", "right", ["Ada"])
    assert copy.ask("GET", "/invitation/claim").status_code == 405
    assert claimed(client, str(copy.key)).view["seat"] == 1


def test_the_host_sees_that_the_seat_is_taken_by_whom_and_when(client: httpx.Client, toy: str) -> None:
    answer, copy = invited(client, toy)
    host = Seat(client, answer["key"])
    assert [seat["claimed"] for seat in host.view["seats"]] == [None, None]
    claimed(client, str(copy.key), "Bob")
    mine, theirs = host.view["seats"]
    assert (mine["claimed"], theirs["name"]) == (None, "Bob")
    assert abs((datetime.now(UTC) - datetime.fromisoformat(theirs["claimed"])).total_seconds()) < 60


def test_a_claim_whose_answer_was_lost_is_repeated_by_the_same_browser(client: httpx.Client, toy: str) -> None:
    _, copy = invited(client, toy)
    key = new_key()
    for _ in range(2):
        shaped(Invitation, claim(copy, key, "Bob"))
    assert Seat(client, key).view["seats"][1]["name"] == "Bob"
    refused(claim(copy, str(Seat(client, key).shares().key)), "taken")


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "x" * 21 + "/", "ä" * 22])
def test_a_key_that_could_be_guessed_or_not_be_sent_is_refused(client: httpx.Client, toy: str, key: str) -> None:
    _, copy = invited(client, toy)
    refused(claim(copy, key), "invalid")
    shaped(Invitation, copy.ask("GET", "/invitation"))


def test_a_key_that_opens_something_else_or_the_invitation_itself_is_refused(client: httpx.Client, toy: str) -> None:
    answer, copy = invited(client, toy)
    refused(claim(copy, answer["key"]), "invalid")
    refused(claim(copy, answer["watch"]), "invalid")
    refused(claim(copy, str(copy.key)), "invalid")
    claimed(client, str(copy.key))


def test_a_link_that_is_no_invitation_is_refused(client: httpx.Client, toy: str) -> None:
    answer, _ = invited(client, toy)
    for key in (None, "x" * 22, "x" * 100, answer["key"], answer["watch"]):
        refused(Seat(client, key).ask("GET", "/invitation"), "key")
        refused(claim(Seat(client, key), new_key()), "key")


def test_of_many_claims_at_once_one_wins(database_url: str) -> None:
    with served_at(database_url) as client:
        _, copy = invited(client, "siege", "friend")
        keys = [new_key() for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda key: claim(copy, key), keys))
        assert sorted(answer.status_code for answer in answers) == [200] + [410] * 7
        opens = [Seat(client, key).ask("GET", "/table").status_code == 200 for key in keys]
        assert opens == [answer.status_code == 200 for answer in answers]


def test_the_coach_is_not_asked_while_an_opponent_has_not_come_yet(client: httpx.Client, toy: str) -> None:
    answer, _ = invited(client, toy)
    assert Seat(client, answer["key"]).view["coach"]["never"]


# Renewing an invitation


def test_an_invitation_that_no_one_has_claimed_is_replaced_and_the_old_one_stops(
    client: httpx.Client, toy: str
) -> None:
    _, old = invited(client, toy)
    new = Seat(client, new_key())
    assert old.post("/invitation/renew", key=new.key).status_code == 204
    refused(old.ask("GET", "/invitation"), "key")
    refused(claim(old, new_key()), "key")
    assert claimed(client, str(new.key)).view["seat"] == 1


def test_a_seat_does_not_renew_the_invitation_of_another(client: httpx.Client, toy: str) -> None:
    answer, copy = invited(client, toy)
    for key in (answer["key"], answer["watch"]):
        refused(Seat(client, key).post("/invitation/renew", key=new_key()), "key")
    claimed(client, str(copy.key))


# Campaigns and courses


def test_a_general_s_link_works_once(client: httpx.Client) -> None:
    asked = {"campaign": "the-last-lamp", "seats": ["me", "friend"], "name": "Ada"}
    started = shaped(StartedCampaign, Seat(client).post("/campaigns", **asked), 201)
    copy, host = Seat(client, started["friends"][0]["invitation"]), Seat(client, started["key"])
    offer = shaped(Invitation, copy.ask("GET", "/invitation"))
    assert (offer["page"], offer["title"], offer["players"]) == ("campaign", "The Last Lamp", ["Ada"])
    refused(copy.ask("GET", "/campaign"), "key")
    friend = claimed(client, str(copy.key), "Bob")
    view = shaped(CampaignView, friend.ask("GET", "/campaign"))
    assert [(one["name"], one["mine"]) for one in view["generals"]] == [("Ada", False), ("Bob", True)]
    assert shaped(CampaignView, host.ask("GET", "/campaign"))["generals"][1]["claimed"] is not None
    refused(copy.ask("GET", "/campaign"), "key")
    assert refused(claim(copy, new_key()), "taken") == SEAT_TAKEN


def test_the_teacher_s_copy_of_a_student_s_link_works_once(client: TestClient) -> None:
    course = create_course(client)
    given = course.teacher.decides("admit", name="Ada")["invitation"]
    copy = Seat(client, given["invitation"])
    offer = shaped(Invitation, copy.ask("GET", "/invitation"))
    assert (offer["page"], offer["seat"]) == ("course", "Ada")
    refused(copy.ask("GET", "/course"), "key")
    ada = claimed(client, str(copy.key), "another name")
    assert ada.ask("GET", "/course").json()["name"] == "Ada"
    refused(copy.ask("GET", "/course"), "key")
    assert refused(claim(copy, new_key()), "taken") == PLACE_TAKEN


def test_a_new_link_for_a_student_ends_the_old_one_and_its_invitation(client: TestClient) -> None:
    course = create_course(client)
    first = Seat(client, course.teacher.decides("admit", name="Ada")["invitation"]["invitation"])
    (card,) = course.teacher.view["students"]
    second = course.teacher.decides("relink", student=card["id"])["invitation"]["invitation"]
    refused(claim(first, new_key()), "key")
    ada = claimed(client, second)
    course.teacher.decides("relink", student=card["id"])
    refused(ada.ask("GET", "/course"), "key")
    refused(claim(Seat(client, second), str(ada.key)), "key")


def test_an_invitation_outlives_its_server(database_url: str) -> None:
    with served_at(database_url) as client:
        answer, copy = invited(client, "civilwar")
    with served_at(database_url) as client:
        friend = claimed(client, str(copy.key), "Bob")
    with served_at(database_url) as client:
        refused(Seat(client, copy.key).ask("GET", "/invitation"), "taken")
        assert Seat(client, friend.key).view["seats"][1]["claimed"] is not None
        assert Seat(client, answer["key"]).view["seats"][1]["name"] == "Bob"
