"""Two servers on one database: what is done through one is seen by those who are at the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from holdtheline.web.db.keys import digest_key
from holdtheline.web.db.schema import keys_table

from ..concurrent_writes import Patient
from ..http.test_sockets import watching
from ..server import Seat, app_over, listening, me_at, opened, refused, toy, visitor

__all__ = ["toy"]


@pytest.fixture
def addresses(database_url: str) -> Iterator[tuple[str, str]]:
    with listening(app_over(database_url)) as here, listening(app_over(database_url)) as there:
        yield here, there


@pytest.fixture
def visits(addresses: tuple[str, str]) -> Iterator[list[httpx.Client]]:
    here, there = addresses
    with visitor(f"http://{here}") as first, visitor(f"http://{there}") as second:
        yield [first, second]


Visits = list[httpx.Client]
Addresses = tuple[str, str]


def elsewhere(seat: Seat, visits: Visits) -> Seat:
    """Return the same seat at the second server."""
    return Seat(visits[1], seat.key)


def shows(after: dict[str, Any], view: dict[str, Any]) -> bool:
    assert view["version"] <= after["version"], "it was played twice"
    return bool(view["version"] == after["version"])


def steps_of(view: dict[str, Any]) -> list[Any]:
    """Return the log without the luck of the dice, which each server shows as soon as it has the solution at hand."""
    return [{name: value for name, value in entry.items() if name != "luck"} for entry in view["log"]]


def test_a_move_at_one_server_is_seen_by_a_socket_at_the_other(visits: Visits, addresses: Addresses) -> None:
    me = me_at(visits[0])
    with watching(addresses[1], me) as line:
        assert line.view["version"] == 0
        for _ in range(3):
            after = me.goes_on()
            assert steps_of(line.view_where(partial(shows, after))) == steps_of(after)


def test_who_has_seen_more_at_one_server_can_act_at_the_other(visits: Visits) -> None:
    me = me_at(visits[0])
    other = elsewhere(me, visits)
    assert other.version == 0
    for _ in range(2):  # the second wave can be lost, and then there is no move
        seen = me.goes_on()
        me, other = other, me
        assert me.goes_on(seen)["version"] > seen["version"]


def test_a_step_taken_at_both_servers_is_played_once(visits: Visits) -> None:
    me = me_at(visits[0])
    other = elsewhere(me, visits)
    assert other.version == 0
    me.plays("reinforce 0 0 0", 0)
    refused(other.act("moves", 0, play="reinforce 0 0 0"), "stale")
    assert other.version == 1
    assert len(other.record.splitlines()) == 2


def test_a_name_given_at_one_server_is_seen_at_the_other(visits: Visits, addresses: Addresses) -> None:
    me = me_at(visits[0])
    with watching(addresses[1], me) as line:
        assert line.view["seats"][0]["name"] == ""
        me.is_called("Ada")
        assert line.view_where(lambda view: view["seats"][0]["name"] == "Ada")


def test_a_key_that_one_server_ends_opens_nothing_at_the_other(
    visits: Visits, addresses: Addresses, database_url: str
) -> None:
    opening = opened(visits[0], "me")
    me, shared = opening.me, opening.me.shares()
    storage = Patient(database_url)
    with watching(addresses[1], me) as line, watching(addresses[1], shared) as mine:
        assert (line.view["version"], mine.view["version"]) == (0, 0)
        assert elsewhere(shared, visits).version == 0

        def end(connection: Any) -> None:
            connection.execute(sa.delete(keys_table).where(keys_table.c.digest == digest_key(shared.key or "")))
            storage.announce(connection, opening.answer["id"])

        storage._writer.write(end)
        assert mine.refusal(after_views=True)[:2] == (4401, "key")
        refused(elsewhere(shared, visits).ask("GET", "/table"), "key")
        me.goes_on()
        assert line.view_where(lambda view: view["version"] == 1)
    storage.close()


def test_computer_players_move_once_however_many_servers_show_the_table(
    visits: Visits, addresses: Addresses, toy: str
) -> None:
    me = opened(visits[0], "me", "random", game=toy).me
    with watching(addresses[1], me) as line:
        view = line.view
        while view["outcome"] is None:
            view = me.goes_on()
            assert elsewhere(me, visits).ask("GET", "/table").status_code == 200
            assert line.view_where(partial(shows, view))
    assert elsewhere(me, visits).record == me.record
