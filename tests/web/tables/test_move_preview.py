"""Previews of dragged moves: what the server answers before a move is played."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.web.tables import question_models

from ..server import CHANCE, Seat, TestClient, me_at, opened, refused, shaped

MILLRACE = {"game": "skirmish", "options": {"scenario": "millrace"}, "dice": "mine"}


@pytest.fixture
def general(client: TestClient) -> Seat:
    """Return the seat that begins the first round of the battle at the mill."""
    me = me_at(client, **MILLRACE)
    me.plays("roll 6")
    return me


def tries(seat: Seat, **asked: Any) -> dict[str, Any]:
    return shaped(question_models.MovePreview, seat.post("/table/try", **asked))


def test_the_answer_tells_the_way_and_the_moves_and_changes_nothing(general: Seat) -> None:
    before = general.view
    assert before["by_hand"]
    answer = tries(general, who="f1", to=[12.0, 5.0])
    assert (answer["possible"], answer["inches"], answer["plays"]) == (True, 2.5, ["use f1", "go 12,5"])
    assert {one["id"] for one in answer["sight"]} >= {"e1", "e2"}
    assert general.view == before
    for play in answer["plays"]:
        general.plays(play)


def test_a_refusal_has_a_sentence_and_its_rule(general: Seat) -> None:
    answer = tries(general, who="f3", to=[9.5, 9.0])
    assert not answer["possible"]
    assert (answer["clause"], answer["rule"]) == ("K1.3", "/rules/skirmish#K1.3")
    assert answer["sentence"].endswith("is in the way.")
    assert answer["in_way"]["id"] == "t5"
    assert answer["instead"] == ["use f3", "go 9.5,8.85"]


def test_by_a_way_point_exactly_or_only_turning(general: Seat) -> None:
    answer = tries(general, who="f1", via=[12, 5], to=[14.0, 6])
    assert [leg["to"] for leg in answer["legs"]] == [[12.0, 5.0], [14.0, 6.0]]
    assert tries(general, who="f1", to=[12, 7.25])["end"] == [12.0, 7.5]  # the oil
    assert tries(general, who="f1", to=[12, 7.25], exact=True)["end"] == [12.0, 7.25]
    assert tries(general, to=[12, 1], face=True)["plays"] == ["use f1", "face 12,1"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"to": [1]},
        {"to": [1, 2, 3]},
        {"to": ["1", 2]},
        {"to": [1e9, 0]},
        {"to": [1, 2], "via": [1]},
        {"to": [1, 2], "who": "x" * 21},
        {"to": [1, 2], "who": 4},
        {"to": [1, 2], "exact": "yes"},
        {"to": [1, 2], "more": 1},
    ],
)
def test_what_is_no_place_is_refused(general: Seat, asked: dict[str, Any]) -> None:
    refused(general.post("/table/try", **asked), "invalid")


def test_only_the_deciding_seat_previews_moves_and_only_on_an_open_table(client: TestClient) -> None:
    opening = opened(client, "me", **MILLRACE)
    assert opening.me.view["turn"] == CHANCE
    refused(opening.me.post("/table/try", to=[12, 5]), "turn")
    opening.me.plays("roll 6")
    refused(opening.watcher.post("/table/try", to=[12, 5]), "forbidden")
    refused(Seat(client).post("/table/try", to=[12, 5]), "key")
    refused(opening.me.post("/table/try", who="f30", to=[12, 5]), "unknown")
    siege = me_at(client)
    assert not siege.view["by_hand"]
    refused(siege.post("/table/try", to=[12, 5]), "unknown")


def test_the_log_tells_what_events_leave_on_the_table(general: Seat) -> None:
    general.plays("use f1")
    (moved,) = general.plays("go 12,5")["log"][-1]["events"]
    assert moved["trace"] == {"who": "f1", "how": "goes", "way": [[12.0, 2.5], [12.0, 5.0]], "at": None}
    answer = general.plays("stay")["log"][-1]["events"]
    theirs = [one["trace"]["how"] for one in answer if one["trace"] and one["trace"]["who"][0] == "e"]
    assert theirs[:2] == ["listed", "goes"]
