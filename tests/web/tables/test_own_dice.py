"""Real dice at a table of several people: every die is typed, corrected and taken back by one seat only."""

from __future__ import annotations

import httpx

from ..server import CHANCE, client, opened, refused

__all__ = ["client"]

NOT_YOURS = "This cannot be undone: another player has rolled since."


def test_a_die_that_one_side_typed_is_not_taken_back_by_the_other(client: httpx.Client) -> None:
    opening = opened(client, "me", "friend", game="civilwar", dice="mine")
    roller, other = (opening.me, opening.friend) if opening.me.view["may_roll"] else (opening.friend, opening.me)
    before = roller.view["prompt"]
    roller.plays("roll 3")
    assert refused(other.act("undo"), "undo") == NOT_YOURS
    assert other.view["undo"] == {"possible": False, "why": "another player has rolled since"}
    assert roller.takes_back()["prompt"] == before


def test_a_die_of_no_person_is_typed_and_taken_back_by_the_first_person_only(client: httpx.Client) -> None:
    options = {"scenario": "millrace", "generals": 2}
    opening = opened(client, "me", "friend", game="skirmish", options=options, dice="mine")
    first, second = opening.me, opening.friend
    view = first.view
    assert "Roll for who starts" in view["prompt"]
    assert (view["may_roll"], view["roller"], second.view["may_roll"]) == (True, 0, False)
    refused(second.act("moves", play="roll 1"), "turn")
    first.plays("roll 5")
    assert refused(second.act("undo"), "undo") == NOT_YOURS
    assert first.takes_back()["prompt"] == view["prompt"]


def test_a_person_types_the_dice_of_a_computer(client: httpx.Client) -> None:
    me = opened(client, "me", "book", game="civilwar", dice="mine").me
    me.plays("roll 4")
    view = me.plays("end")
    assert (view["turn"], view["may_roll"], view["roller"]) == (CHANCE, True, 0)
    me.plays("roll 2")
