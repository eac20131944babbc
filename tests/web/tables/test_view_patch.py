"""Patches of views: a client that has a view is sent only what changed since."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.benchmarks.web.step_bytes import LIMIT, SEATS, apply_patch, measure_page, measure_steps
from holdtheline.web.tables import models
from holdtheline.web.tables.view import MAX_BASES
from holdtheline.web.tables.view_patch import cut, make_patch

from ..server import Opening, Seat, TestClient, app_over, listening, me_at, opened, without_ids

LOBBY_LIMIT = 150_000
STEPS = 4


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with listening(app_over(f"sqlite:///{tmp_path_factory.mktemp('bytes')}/web.sqlite")) as address:
        yield address


def text_of(view: object) -> str:
    return json.dumps(view, ensure_ascii=False, separators=(",", ":"))


def ask(seat: Seat, have: str) -> str:
    return seat.ask("GET", "/table", headers={"Have-View": have}).text


# Text

TEXTS = st.lists(st.sampled_from(["{", "<", "a", '"x":', "⚂", "😀", ", "]), max_size=12).map(
    lambda parts: "{" + "".join(parts)
)


@given(TEXTS, TEXTS)
def test_a_patch_makes_the_new_text_of_the_old_one(old: str, new: str) -> None:
    parts = make_patch(array("q", map(hash, cut(old))), cut(new))
    sent: list[str | list[int]] = json.loads(json.dumps(parts))
    assert apply_patch(old, sent) == new


def test_a_patch_holds_only_what_is_new() -> None:
    old = '{"log":[{"a":1},{"b":2}],"picture":"<svg><g id=1><path/></g></svg>"}'
    new = '{"log":[{"a":1},{"b":2},{"c":3}],"picture":"<svg><g id=2><path/></g></svg>"}'
    assert make_patch(array("q", map(hash, cut(old))), cut(new)) == [
        (0, 2), '{"b":2},{"c":3}],"picture":"', (3, 1), "<g id=2>", (5, 3),
    ]  # fmt: skip


# Views


def test_a_client_that_has_a_view_gets_a_patch_that_makes_the_next_one(client: TestClient) -> None:
    me = me_at(client)
    before = me.view
    move = {"play": before["moves"][0]["text"], "at": before["version"]}
    answer = me.ask("POST", "/table/moves", json=move, headers={"Have-View": before["tag"]})
    patch = answer.json()
    assert models.ViewPatch.model_validate(patch).model_dump(mode="json") == patch
    assert (patch["since"], patch["tag"]) == (before["tag"], me.view["tag"])
    assert json.loads(apply_patch(text_of(before), patch["patch"])) == me.view
    assert len(answer.content) < len(text_of(me.view)) / 3


def test_a_client_whose_view_is_unknown_or_too_old_gets_the_whole_view(client: TestClient) -> None:
    me = me_at(client)
    first = me.view["tag"]
    assert ask(me, "0" * 24) == me.ask("GET", "/table").text
    for number in range(MAX_BASES - 1):
        me.is_called(f"Ada {number}")
    assert "patch" in json.loads(ask(me, first))
    me.is_called("Ada")
    assert ask(me, first) == me.ask("GET", "/table").text


def test_a_patch_depends_only_on_what_its_seat_may_know(client: TestClient, toy: str) -> None:
    patches = []
    for secret in (1, 3):
        opening = opened(client, "me", "friend", game=toy, dice="mine")
        before = opening.me.view["tag"]
        opening.me.plays("take 2")
        opening.friend.plays(f"take {secret}")
        patches.append(without_ids(ask(opening.me, before), opening))
    assert patches[0] == patches[1]
    assert "a secret move" in patches[0]
    assert json.loads(patches[0])["patch"]


def test_a_view_of_another_seat_is_no_base(client: TestClient, toy: str) -> None:
    opening = opened(client, "me", "friend", game=toy)
    assert ask(opening.me, opening.friend.view["tag"]) == opening.me.ask("GET", "/table").text


def hears(client: TestClient, opening: Opening) -> tuple[dict[str, object], dict[str, object]]:
    """What a socket without views hears at once, and after a move."""
    with client.websocket_connect("/api/watch") as socket:
        socket.send_json({"key": opening.me.key, "views": False})
        first = socket.receive_json()
        opening.me.goes_on()
        return first, socket.receive_json()


def test_a_socket_without_views_names_each_new_view(client: TestClient) -> None:
    opening = opened(client, "me")
    first, second = hears(client, opening)
    assert first["version"] == 0
    assert list(second) == ["version", "tag"]
    assert (second["version"], first["tag"] != second["tag"]) == (1, True)


# Sizes


@pytest.mark.parametrize("game", SEATS)
def test_a_usual_step_needs_few_bytes(address: str, game: str) -> None:
    figures = measure_steps(address, game, ["me"] * len(SEATS[game]), STEPS, asks=False)
    assert len(figures) == STEPS
    assert max(figure.player for figure in figures) < LIMIT / 2
    assert max(figure.unpacked for figure in figures) < 3 * LIMIT


def test_the_lobby_with_all_that_it_loads_is_light(address: str) -> None:
    assert 20_000 < measure_page(address) < LOBBY_LIMIT
