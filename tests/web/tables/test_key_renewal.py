"""A holder replaces a key that others may have seen: the old one and its sockets stop working at once."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import httpx
import pytest

from holdtheline.web.campaigns.models import CampaignView
from holdtheline.web.db.campaign_store import CampaignStore
from holdtheline.web.db.keys import KeyRow, new_key

from ..course_class import create_course
from ..server import Seat, TestClient, client, me_at, opened, refused, served_at, shaped, toy

__all__ = ["client", "toy"]


def renewed(seat: Seat, page: str = "table") -> Seat:
    key = new_key()
    answer = seat.post(f"/{page}/key", key=key)
    assert (answer.status_code, answer.content) == (204, b"")
    return Seat(seat.client, key)


def watching(client: TestClient, seat: Seat, stack: ExitStack) -> Any:
    """Return a socket that has received its first view."""
    socket = stack.enter_context(client.websocket_connect("/api/watch"))
    socket.send_json({"key": seat.key})
    assert "view" in socket.receive_json()
    return socket


def error_of(socket: Any) -> dict[str, Any]:
    """Return the error with which the socket ends; it shows no step that was taken with the new key."""
    while "view" in (message := socket.receive_json()):
        assert message["view"]["version"] == 0
    error: dict[str, Any] = message["error"]
    return error


def test_a_new_key_opens_the_seat_and_the_old_one_nothing(client: httpx.Client) -> None:
    old = me_at(client, name="Ada")
    old.plays("reinforce 0 0 0")
    before = old.view
    new = renewed(old)
    assert new.view == before
    refused(old.ask("GET", "/table"), "key")
    refused(old.act("roll", at=1), "key")
    refused(old.post("/table/key", key=new_key()), "key")
    assert old.post("/mine", keys=[old.key, new.key]).json()["tables"][0] is None


def test_the_sockets_of_an_old_key_are_closed_at_once_and_others_stay(client: TestClient, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy)
    with ExitStack() as stack:
        socket = watching(client, opening.me, stack)
        others = [watching(client, seat, stack) for seat in (opening.friend, opening.watcher)]
        new = renewed(opening.me)
        new.plays("take 1")
        assert error_of(socket)["code"] == "key"
        assert socket.receive()["code"] == 4401
        for other in others:
            while other.receive_json()["view"]["version"] == 0:
                pass


def test_links_that_watch_with_the_eyes_of_the_old_key_end_and_public_ones_stay(client: TestClient, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy)
    mine, theirs = opening.me.shares(), opening.friend.shares()
    renewed(opening.me)
    refused(mine.ask("GET", "/table"), "key")
    assert theirs.view["spectator"]
    assert opening.watcher.view["spectator"]


def test_a_renewal_whose_answer_was_lost_is_repeated_with_the_new_key(client: httpx.Client) -> None:
    new = renewed(me_at(client))
    assert new.post("/table/key", key=new.key).status_code == 204
    assert new.view["spectator"] is False


def test_a_spectator_renews_nothing_and_no_one_takes_the_key_of_another(client: httpx.Client, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy)
    refused(opening.watcher.post("/table/key", key=new_key()), "forbidden")
    refused(opening.me.post("/table/key", key=opening.friend.key), "invalid")
    assert [seat["mine"] for seat in opening.friend.view["seats"]] == [False, True]


def test_a_key_that_another_process_replaced_stops_working_there_too(database_url: str) -> None:
    with ExitStack() as stack:
        here, there = (stack.enter_context(served_at(database_url)) for _ in range(2))
        old = me_at(here)
        away = Seat(there, old.key)
        socket = watching(there, away, stack)
        renewed(old)
        while "view" in (message := socket.receive_json()):
            pass
        assert message["error"]["code"] == "key"
        refused(away.ask("GET", "/table"), "key")


def test_a_key_of_an_earlier_version_stays_valid_and_can_be_renewed(client: TestClient, toy: str) -> None:
    opening = opened(client, "me", "me", game=toy)
    services = client.app.state.services  # type: ignore[attr-defined]
    friend = Seat(client, new_key())
    key = KeyRow.of(str(friend.key), opening.answer["id"], "seat", (1,))
    assert client.portal is not None
    client.portal.call(services.tables.database.add_key, key)
    assert [seat["mine"] for seat in friend.view["seats"]] == [False, True]
    assert renewed(friend).view["seat"] == 1


def test_a_request_that_was_under_way_with_the_old_key_makes_no_link_with_its_eyes(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served_at(database_url) as client:
        old = me_at(client)
        tables = client.app.state.services.tables  # type: ignore[attr-defined]
        key = tables.database.key(old.key)
        renewed(old)

        async def find_old_key(text: str) -> KeyRow:
            return key

        monkeypatch.setattr(tables, "find_key", find_old_key)
        refused(old.post("/table/share"), "key")


# Campaigns and courses


def test_a_request_that_was_under_way_with_the_old_key_of_a_general_gets_no_key_of_a_battle(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served_at(database_url) as client:
        old = general_before_a_battle(client)
        general = CampaignStore(client.app.state.services.tables.database).general(str(old.key))  # type: ignore[attr-defined]
        new = renewed(old, "campaign")
        monkeypatch.setattr(CampaignStore, "general", lambda store, key: general)
        version = shaped(CampaignView, new.ask("GET", "/campaign"))["version"]
        refused(old.post("/campaign/battle", at=version), "key")
        refused(old.ask("GET", "/campaign"), "key")


def test_a_general_s_new_key_replaces_the_keys_of_battles_too(client: TestClient) -> None:
    old = general_before_a_battle(client)
    version = shaped(CampaignView, old.ask("GET", "/campaign"))["version"]
    view = shaped(CampaignView, old.post("/campaign/battle", at=version))
    old_table = Seat(client, view["battle"]["key"])
    old_table.is_called("Zoë")
    shared = old_table.shares()
    refused(old_table.post("/table/key", key=new_key()), "forbidden")
    with ExitStack() as stack:
        socket = watching(client, old_table, stack)
        new = renewed(old, "campaign")
        table = Seat(client, shaped(CampaignView, new.ask("GET", "/campaign"))["battle"]["key"])
        table.goes_on()
        assert error_of(socket)["code"] == "key"
    for seat, path in ((old, "/campaign"), (old_table, "/table"), (shared, "/table")):
        refused(seat.ask("GET", path), "key")
    assert [seat["name"] for seat in table.view["seats"]] == ["Zoë"]
    assert renewed(new, "campaign").ask("GET", "/campaign").status_code == 200


def general_before_a_battle(client: TestClient) -> Seat:
    asked = {"campaign": "the-last-lamp", "seats": ["me"], "name": "Ada"}
    general = Seat(client, Seat(client).post("/campaigns", **asked).json()["key"])
    view = shaped(CampaignView, general.ask("GET", "/campaign"))
    while view["decision"]["what"] != "battle":
        view = general.post("/campaign/acts", at=view["version"], act=first_act(view)).json()
    return general


def first_act(view: dict[str, Any]) -> dict[str, Any]:
    """Return an action that leads on to the first battle."""
    asked = view["decision"]
    match asked["what"]:
        case "travellers":
            names = [*asked["needed"], *(pick["name"] for pick in asked["picks"])]
            return {"do": "travel", "who": list(dict.fromkeys(names))[: asked["most"]]}
        case "choice":
            return {"do": "choose", "option": asked["options"][0]["name"]}
    return {"do": "go on"}


def test_a_student_and_a_teacher_renew_their_keys(client: TestClient) -> None:
    course = create_course(client)
    ada = course.student("Ada")
    new = renewed(ada.seat, "course")
    refused(ada.seat.ask("GET", "/course"), "key")
    assert new.ask("GET", "/course").json()["name"] == "Ada"
    teacher = renewed(course.teacher.seat, "course")
    refused(course.teacher.seat.ask("GET", "/course"), "key")
    refused(course.door.seat.ask("GET", "/course"), "key")
    view = teacher.ask("GET", "/course").json()
    assert Seat(client, view["join"]).post("/course/join", name="Bob").status_code == 201
    refused(Seat(client, view["join"]).post("/course/key", key=new_key()), "forbidden")
