"""The log as an order book: headings by turn, and one line for each action with its rolls."""

from __future__ import annotations

from typing import Any

from ..server import Opening, TestClient, opened


def actions(log: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """The heading and the line of each action, as the page shows them."""
    lines: list[tuple[str, str]] = []
    for line in log:
        if line["continues"] and lines:
            lines.pop()
        lines.append((line["heading"], line["action"]))
    return lines


def bull_run(client: TestClient, *plays: str) -> Opening:
    opening = opened(client, "me", "me", game="civilwar", dice="mine")
    for play in plays:
        opening.me.plays(play)
    return opening


def move_with(view: dict[str, Any], label: str) -> dict[str, Any]:
    return next(move for move in view["moves"] if label in move["label"])


def test_an_attack_with_its_rolls_and_losses_is_one_line(client: TestClient) -> None:
    me = bull_run(client, "roll 2", "go Griffin D3", "end", "roll 6").me
    me.plays(move_with(me.view, "Evans fires at")["text"])
    while me.view["may_roll"]:
        me.plays("roll 6")
    heading, line = actions(me.view["log"])[-1]
    assert heading == "Turn 1 · Confederacy"
    assert line.startswith("Evans fires at D3: ⚅⚅⚅, 3 hits, ")


def test_a_move_of_several_hexes_is_one_line_that_names_its_pieces(client: TestClient) -> None:
    view = bull_run(client, "roll 2", "go Palmer B4", "step B5").me.view
    assert actions(view["log"]) == [("Turn 1 · Union", "⚁ 5 AP"), ("Turn 1 · Union", "Palmer B3 → B4 → B5")]
    assert view["log"][-1]["ids"] == ["piece-3", "hex-B5"]


def test_each_side_has_its_own_heading(client: TestClient) -> None:
    view = bull_run(client, "roll 2", "end", "roll 6").me.view
    assert [heading for heading, _ in actions(view["log"])] == [
        "Turn 1 · Union",
        "Turn 1 · Union",
        "Turn 1 · Confederacy",
    ]


def test_an_activation_in_skirmish_is_one_line_for_each_character(client: TestClient) -> None:
    me = opened(client, "me", game="skirmish", dice="mine").me
    me.plays("roll 6")
    me.plays(move_with(me.view, "use Oda Verrin")["text"])
    assert actions(me.view["log"])[-1] == ("Round 1", "Oda Verrin is active")
    move = move_with(me.view, " goes ")
    way = move["label"].partition(" goes ")[2]
    me.plays(move["text"])
    heading, line = actions(me.view["log"])[-1]
    assert heading == "Round 1"
    assert line.splitlines()[0].startswith(f"Oda Verrin goes {way.split(' ')[0]}″")


def test_a_wave_of_siege_has_a_heading_and_its_rolls_belong_to_the_decision(client: TestClient) -> None:
    me = opened(client, "me", dice="mine").me
    for play in ("reinforce 0 0 0", "roll 3", "roll 5", "roll 2"):
        me.plays(play)
    log = me.view["log"]
    assert {line["heading"] for line in log} == {"3 waves to survive"}
    assert [line["continues"] for line in log] == [False, True, True, True]
