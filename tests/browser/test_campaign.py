"""A campaign as a person meets it: begun, marched out, fought, rolled for, and gone on with."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from ..web.server import Seat
from .accessibility import faults_in_looks
from .chromium import Visitor, Visitors
from .page_objects import Lobby, Table

NAME, TITLE, FIRST = "the-last-lamp", "The Last Lamp", "The Dark Poles"
NEXT = "A Man in the Ditch"


class Book:
    """The page of a campaign."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.title = page.locator("#scene-title")
        self.asked = page.get_by_role("region", name="What to do now")
        self.roster = page.locator("#roster")
        self.aftermath = page.locator("#aftermath")
        self.road = page.get_by_role("region", name="The road")
        page.locator("html[data-version]").wait_for(state="attached")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    @property
    def key(self) -> str:
        return self.page.url.partition("#")[2]

    @property
    def focused(self) -> str:
        """The id of what the keyboard is at."""
        found: str = self.page.evaluate("() => document.activeElement.id")
        return found


def begun(client: httpx.Client, **more: Any) -> str:
    asked = {"campaign": NAME, "seats": ["me"], "dice": "mine", **more}
    key: str = Seat(client).post("/campaigns", **asked).json()["key"]
    return key


def lost(client: httpx.Client, key: str) -> None:
    """The first battle, in which the friends only pass, and every die is a six."""
    seat = Seat(client, key)
    view = seat.ask("GET", "/campaign").json()
    who = [pick["name"] for pick in view["decision"]["picks"]]
    view = seat.post("/campaign/acts", at=0, act={"do": "travel", "who": who}).json()
    view = seat.post("/campaign/battle", at=1).json()
    table = Seat(client, view["battle"]["key"])
    now = table.ask("GET", "/table").json()
    while now["outcome"] is None:
        plays = [move["text"] for move in now["moves"]]
        play = "roll 6" if now["may_roll"] else "pass" if "pass" in plays else plays[0]
        now = table.post("/table/moves", at=now["version"], play=play).json()


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes(viewport={"width": 1440, "height": 900})


def test_a_campaign_is_begun_from_the_lobby_with_its_policy_stated(me: Visitor, link: str) -> None:
    lobby = Lobby(me.opens(link))
    lobby.games.get_by_role("link", name="Campaigns").click()
    page = lobby.page
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.get_by_role("article", name=TITLE).get_by_role("button", name="Begin").click()
    form = page.get_by_role("dialog", name=f"Begin {TITLE}")
    expect(form.get_by_text("a battle that you started must be played to its end")).to_be_visible()
    form.get_by_role("radio", name="Free").check()
    expect(form.get_by_role("radio", name="A die decides")).to_be_hidden()
    form.get_by_text("What becomes of people after a battle").click()
    expect(form.get_by_role("radio", name="A die decides (default)")).to_be_checked()
    form.get_by_role("button", name="Begin").click()
    book = Book(page)
    expect(book.title).to_have_text(FIRST)
    expect(page.locator("#policy")).to_contain_text("Free: you can go back")
    expect(book.roster.get_by_role("listitem").filter(has_text="Oda Verrin")).to_be_visible()
    assert faults_in_looks(page) == []
    book.page.get_by_role("link", name="All campaigns").click()
    expect(
        page.get_by_role("region", name="Continue where you left off").get_by_role("link", name="Continue")
    ).to_be_visible()
    assert faults_in_looks(page) == []


def test_marching_out_leads_to_the_table_and_the_link_back_to_the_battle(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    key = begun(client)
    book = Book(me.opens(f"{link}campaign#{key}"))
    book.button("March out").press("Enter")
    table = Table(book.page)
    assert table.shown.startswith(FIRST)
    again = Book(me.opens(f"{link}campaign#{key}"))
    again.button("Go to the table").click()
    Table(again.page)
    assert again.key == book.key


def test_the_aftermath_is_on_one_screen_with_its_dice(me: Visitor, link: str, client: httpx.Client) -> None:
    key = begun(client)
    lost(client, key)
    book = Book(me.opens(f"{link}campaign#{key}"))
    felled = book.aftermath.locator(".felled li")
    expect(felled.first).to_contain_text("waits for a die")
    count = felled.count()
    assert faults_in_looks(book.page) == []
    for place in range(count):
        book.button("The die shows 2" if place == 0 else "The die shows 5").click()
        expect(felled.nth(place)).to_contain_text("dead" if place == 0 else "back, with a wound")
    assert book.focused == "aftermath-title"
    name = felled.first.locator("b").inner_text()
    expect(book.page.get_by_role("region", name="In memory")).to_contain_text(name)
    book.button("Turn the page").press("Enter")
    expect(book.title).to_have_text(NEXT)
    assert book.focused == "scene-title"
    expect(book.road.get_by_role("listitem").filter(has_text=FIRST)).to_contain_text("lost")
    book.button("Bind the arm and take him").press("Enter")
    expect(book.title).to_have_text("The Old Sump")
    expect(book.roster).to_contain_text("Corl Reeve")
    assert faults_in_looks(book.page) == []


def test_two_browsers_do_not_overwrite_each_other(
    me: Visitor, visitors: Visitors, link: str, client: httpx.Client
) -> None:
    key = begun(client)
    me.expects("409")
    book = Book(me.opens(f"{link}campaign#{key}"))
    held = book.page.get_by_label("Held by")
    expect(held).to_have_value("Oda Verrin")
    answer = Seat(client, key).post("/campaign/acts", at=0, act={"do": "hand", "item": "Tin saint", "to": "Hask"})
    assert answer.status_code == 200
    held.select_option("Pim Sallow")
    expect(book.page.get_by_role("alert").filter(has_text="has changed")).to_be_visible()
    expect(held).to_have_value("Hask")


def test_a_link_that_opens_nothing_says_so(me: Visitor, link: str) -> None:
    me.expects("401")
    page = me.opens(f"{link}campaign#nothing-here")
    expect(page.get_by_role("heading", name="No campaign behind this link")).to_be_visible()
    page.get_by_role("link", name="Go to the campaigns").click()
    expect(page.get_by_role("article", name=TITLE).get_by_role("button", name="Begin")).to_be_visible()
