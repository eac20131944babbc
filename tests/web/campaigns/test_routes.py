"""Campaigns over the API: begun, gone on with, refused, and the tables of their battles."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from holdtheline.campaign.story import files
from holdtheline.web.campaigns import models
from holdtheline.web.coach.models import Advice
from holdtheline.web.db.campaign_store import CampaignStore
from holdtheline.web.db.rows import CampaignBattleRow, CampaignRow, GeneralRow
from holdtheline.web.db.writer import WriteConflict

from ..concurrent_writes import GAME
from ..server import Seat, TestClient, claimed, refused, served_at, shaped

HERE = Path(__file__).parents[2] / "campaign" / "data"
NAME = "lantern-road"
GENERAL = GeneralRow("digest", "c", (0,))
COMPANY = ["Oda Verrin", "Hask", "Pim Sallow", "Wenna Thorne"]


@pytest.fixture(scope="module", autouse=True)
def own_campaigns() -> Iterator[None]:
    """The server ships the campaign of the tests."""
    shipped = files.DATA_FOLDER
    files.DATA_FOLDER = HERE
    files.shipped_campaigns.cache_clear()
    yield
    files.DATA_FOLDER = shipped
    files.shipped_campaigns.cache_clear()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served_at(f"sqlite:///{tmp_path_factory.mktemp('web')}/web.sqlite") as client:
        yield client


@dataclass(frozen=True)
class Leader:
    """A client with the key of a campaign."""

    client: httpx.Client
    key: str

    @property
    def seat(self) -> Seat:
        return Seat(self.client, self.key)

    @property
    def view(self) -> dict[str, Any]:
        return shaped(models.CampaignView, self.seat.ask("GET", "/campaign"))

    def act(self, do: str, at: int | None = None, **more: Any) -> httpx.Response:
        at = self.view["version"] if at is None else at
        return self.seat.post("/campaign/acts", at=at, act={"do": do, **more})

    def does(self, do: str, **more: Any) -> dict[str, Any]:
        return shaped(models.CampaignView, self.act(do, **more))

    def fights(self, at: int | None = None) -> dict[str, Any]:
        """The campaign with a table for its battle."""
        at = self.view["version"] if at is None else at
        return shaped(models.CampaignView, self.seat.post("/campaign/battle", at=at))

    def table(self) -> Seat:
        return Seat(self.client, self.view["battle"]["key"])


def started(client: httpx.Client, *seats: str, **more: Any) -> dict[str, Any]:
    asked = {"campaign": NAME, "seats": list(seats or ["me"]), **more}
    return shaped(models.StartedCampaign, Seat(client).post("/campaigns", **asked), 201)


def leader(client: httpx.Client, *seats: str, **more: Any) -> Leader:
    return Leader(client, started(client, *seats, **more)["key"])


def two_generals(client: httpx.Client, **more: Any) -> tuple[Leader, Leader]:
    """A campaign of mine, and the friend who has accepted the invitation."""
    response = started(client, "me", "friend", **more)
    (friend,) = response["friends"]
    return Leader(client, response["key"]), Leader(client, str(claimed(client, friend["invitation"], "Bob").key))


def plays_out(seat: Seat) -> dict[str, Any]:
    """A battle in which the friends do nothing but pass."""
    view = seat.view
    while view["outcome"] is None:
        plays = [move["text"] for move in view["moves"]]
        if view["may_roll"]:
            view = seat.rolls(view["version"])
        else:
            view = seat.plays("pass" if "pass" in plays else plays[0], view["version"])
    return view


# Beginning


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


# Battles


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
    shelf, row = CampaignStore(storage.storage), CampaignRow("c", "{}", "A title", "A scene")
    asyncio.run(shelf.new(row, [GENERAL]))
    asyncio.run(shelf.append(row, "one", "Another scene", False))
    with pytest.raises(WriteConflict):
        asyncio.run(shelf.append(row, "two", "A third", True))
    assert shelf.entries("c") == ["one"]
    now = shelf.campaign("c")
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


ANSWERS = {
    "travellers": ("travel",),
    "travel on": ("travel on",),
    "choice": ("choose",),
    "leave": ("go on",),
    "die": ("roll",),
}


def answer(what: str, who: list[str], names: list[str]) -> dict[str, Any]:
    if what == "choice":
        return {"option": names[0]}
    return {"who": who} if what in ("travellers", "travel on") else {}


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
