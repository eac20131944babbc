"""The battles of campaigns over the API: their tables, their ends, and whole campaigns."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx
import pytest

from holdtheline.web.coach.models import Advice
from holdtheline.web.db.campaign_store import CampaignStore
from holdtheline.web.db.rows import CampaignBattleRow, CampaignRow
from holdtheline.web.db.writer import WriteConflict

from ..concurrent_writes import GAME
from ..server import Seat, refused, served_at, shaped
from .leaders import ANSWERS, COMPANY, GENERAL, Leader, answer, leader, plays_out


def test_a_battle_has_one_table_however_often_it_is_opened(client: httpx.Client) -> None:
    mine = leader(client)
    mine.does("travel", who=COMPANY[:2])
    assert mine.view["battle"] is None
    first = mine.fights()["battle"]
    assert mine.fights()["battle"] == first
    table = mine.table().view
    assert table["game"] == "skirmish"
    assert "Oda Verrin" in table["picture"]


def test_generals_of_a_campaign_may_ask_the_coach_as_they_are_on_one_side(client: httpx.Client) -> None:
    mine = leader(client, "me", "friend")
    mine.does("travel", who=COMPANY[:2])
    mine.fights()
    table = mine.table()
    assert table.view["coach"] == {"possible": True, "why": None, "never": False}
    shaped(Advice, table.post("/table/coach"))


def test_a_battle_of_a_campaign_is_played_to_its_end_and_its_view_says_so(database_url: str) -> None:
    why = "This battle belongs to a campaign: play it to its end."
    with served_at(database_url) as client:
        mine = leader(client)
        mine.does("travel", who=COMPANY[:2])
        mine.fights()
        table = mine.table()
        assert table.view["declarations"]["resign"] == {"possible": False, "why": why}
        assert refused(table.act("declare", declares="resign"), "illegal") == why
    with served_at(database_url) as client:
        assert Seat(client, table.key).view["declarations"]["resign"] == {"possible": False, "why": why}


def test_a_table_left_half_way_is_gone_on_with(client: httpx.Client) -> None:
    mine = leader(client)
    mine.does("travel", who=COMPANY[:2])
    mine.fights()
    mine.table().goes_on()
    assert mine.view["battle"]["steps"] >= 1
    assert mine.view["version"] == 1


@pytest.mark.clause("K6.2")
def test_the_end_of_a_battle_is_taken_once(client: httpx.Client) -> None:
    mine = leader(client)
    mine.does("travel", who=["Oda Verrin"])
    mine.fights()
    plays_out(mine.table())
    view = mine.view
    assert view["version"] == 2
    assert view["battle"] is None
    assert view["last"]["battle"]
    assert view["last"]["outcome"] in ("won", "lost", "drawn")
    assert mine.view["version"] == 2
    assert "Oda Verrin went to fight." in " ".join(view["journal"][0]["paragraphs"])


@pytest.mark.clause("K6.4")
def test_the_felled_roll_their_dice_and_what_these_mean_is_told(client: httpx.Client) -> None:
    mine = leader(client, dice="mine", policy="free")
    view = until_a_character_fell(mine)
    assert view["decision"]["what"] == "die"
    refused(mine.act("roll"), "turn")
    name = next(one["name"] for one in view["last"]["verdicts"] if one["is_due"])
    view = mine.does("roll", face=2)
    (verdict,) = [one for one in view["last"]["verdicts"] if one["name"] == name]
    assert (verdict["face"], verdict["words"], verdict["is_dead"]) == (2, "dead", True)
    assert any(line.startswith(f"{name}:") for line in view["memorial"])


def until_a_character_fell(mine: Leader) -> dict[str, Any]:
    """With real dice that only fail: one's own are all ones, and so are those against them sixes."""
    view = mine.does("travel", who=["Oda Verrin"])
    mine.fights()
    seat = mine.table()
    table = seat.view
    while table["outcome"] is None:
        if table["may_roll"]:
            table = seat.plays("roll 6", table["version"])
        else:
            plays = [move["text"] for move in table["moves"]]
            table = seat.plays("pass" if "pass" in plays else plays[0], table["version"])
    view = mine.view
    assert view["last"]["verdicts"], "nobody fell"
    return view


def test_a_battle_that_was_fought_is_not_fought_again(client: httpx.Client) -> None:
    mine = leader(client)
    mine.does("travel", who=["Oda Verrin"])
    mine.fights()
    plays_out(mine.table())
    refused(mine.seat.post("/campaign/battle", at=1), "stale")
    refused(mine.seat.post("/campaign/battle", at=mine.view["version"]), "turn")


@pytest.mark.parametrize("policy", ["iron", "free"])
def test_the_end_that_a_campaign_has_taken_is_not_taken_back_at_the_table(client: httpx.Client, policy: str) -> None:
    mine = leader(client, policy=policy)
    table = at_the_end(mine)
    mine.seat.ask("GET", "/campaign")
    is_refused_to_undo(table)
    assert table.view["outcome"] is not None


def test_iron_does_not_take_the_end_of_a_battle_back_even_before_anybody_looks(client: httpx.Client) -> None:
    is_refused_to_undo(at_the_end(leader(client, policy="iron")))


def test_a_taken_end_is_kept_after_the_server_was_started_again(database_url: str) -> None:
    with served_at(database_url) as client:
        mine = leader(client, policy="free")
        key = at_the_end(mine).key
        mine.seat.ask("GET", "/campaign")
    with served_at(database_url) as client:
        is_refused_to_undo(Seat(client, key))


def at_the_end(mine: Leader) -> Seat:
    """The table of the first battle, which is over."""
    mine.does("travel", who=["Oda Verrin"])
    mine.fights()
    table = mine.table()
    plays_out(table)
    return table


def is_refused_to_undo(table: Seat) -> None:
    why = "the battle is over and its campaign has continued"
    view = table.view
    assert view["undo"] == {"possible": False, "why": why}
    sentence = refused(table.post("/table/undo", at=view["version"]), "undo")
    assert sentence == f"This cannot be undone: {why}."


def test_the_aim_of_a_battle_and_how_hard_it_is_are_told_before_it(client: httpx.Client) -> None:
    place = leader(client).view["scene"]
    assert place["aim"] == "Carry the bell away."
    assert place["difficulty"] == ""


def test_of_two_who_open_a_battle_at_once_one_has_the_table(storage: Any) -> None:
    battle = replace(GAME, game="skirmish")
    asyncio.run(CampaignStore(storage.storage).new(CampaignRow("c", "{}", "A title", "A scene"), [GENERAL]))
    storage.new_game(replace(battle, id="first"), [], (), CampaignBattleRow("c", 1, "first"))
    with pytest.raises(WriteConflict):
        storage.new_game(replace(battle, id="second"), [], (), CampaignBattleRow("c", 1, "second"))
    assert storage.game("second") is None
    assert CampaignStore(storage.storage).battle(CampaignRow("c", "{}", "A title", "A scene", written=1)) == "first"


def test_an_entry_on_an_older_campaign_is_not_written(storage: Any) -> None:
    campaigns, row = CampaignStore(storage.storage), CampaignRow("c", "{}", "A title", "A scene")
    asyncio.run(campaigns.new(row, [GENERAL]))
    asyncio.run(campaigns.append(row, "one", "Another scene", False))
    with pytest.raises(WriteConflict):
        asyncio.run(campaigns.append(row, "two", "A third", True))
    assert campaigns.entries("c") == ["one"]
    now = campaigns.campaign("c")
    assert now is not None
    assert (now.written, now.scene, now.over) == (1, "Another scene", False)


@pytest.mark.clause("K6.3")
def test_a_whole_campaign_is_played_to_its_end(client: httpx.Client) -> None:
    mine = leader(client, policy="free")
    view, asked = mine.view, set()
    while view["decision"]["what"] != "nothing":
        what = view["decision"]["what"]
        asked.add(what)
        names = [pick["name"] for pick in view["decision"]["picks"]]
        if what == "battle":
            mine.fights()
            plays_out(mine.table())
            view = mine.view
        else:
            view = mine.does(*ANSWERS[what], **answer(what, names[: view["decision"]["most"]], names))
    assert asked >= {"travellers", "battle", "leave", "choice"}
    assert view["scene"]["kind"] == "end"
    assert view["scene"]["outcome"] in ("won", "lost", "drawn")
    assert view["journal"][-1]["heading"] == view["scene"]["title"]
    (card,) = Seat(client).post("/campaigns/mine", keys=[mine.key]).json()["campaigns"]
    assert (card["over"], card["scene"]) == (True, view["scene"]["title"])
    refused(mine.act("go on"), "illegal")
    back = mine.does("go back", scene="the barn")
    assert (back["scene"]["title"], back["decision"]["what"]) == ("The Barn", "leave")
