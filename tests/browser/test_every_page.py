"""Every page and state, wide and narrow, light and dark: for everybody to read, and from one host alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from ..web.server import Seat, me_at, me_with_a_choice, opened
from .accessibility import faults_in_looks
from .chromium import Visitor, Visitors
from .page_objects import Lobby, Table


@dataclass
class Guide:
    """Leads to a page in a certain state."""

    me: Visitor
    link: str
    client: httpx.Client

    def opens(self, page: str = "", seat: Seat | None = None) -> Page:
        return self.me.opens(f"{self.link}{page}{f'#{seat.key}' if seat else ''}")

    def sits(self, seat: Seat) -> Table:
        return Table(self.opens("table", seat))

    def knows(self, *seats: Seat) -> None:
        """The browser has been at these tables before."""
        keys: list[dict[str, Any]] = [{"key": seat.key, "kind": "seat", "friends": [], "watch": None} for seat in seats]
        page = self.opens("rules/siege")
        page.evaluate("keys => localStorage.setItem('htl.keys', JSON.stringify(keys))", keys)
        page.close()


# The states


def empty_lobby(guide: Guide) -> Page:
    return Lobby(guide.opens()).page


def lobby_with_games(guide: Guide) -> Page:
    finished = [me_at(guide.client, name="Ada", options={"mode": "easy"}) for _ in range(7)]
    for seat in finished:
        seat.plays_to_the_end()
    elsewhere = [Seat(guide.client, f"{number}-of-another-server") for number in range(3)]
    guide.knows(me_at(guide.client, options={"mode": 12, "table": "paper"}), *finished, *elsewhere)
    lobby = Lobby(guide.opens())
    expect(lobby.running).to_be_visible()
    expect(lobby.finished.get_by_role("button", name="Show all 7")).to_be_visible()
    expect(lobby.strange).to_have_text("3 more games are not on this server")
    lobby.strange.click()
    return lobby.page


def forgetting_a_game(guide: Guide) -> Page:
    guide.knows(me_at(guide.client))
    lobby = Lobby(guide.opens())
    lobby.running.get_by_role("button", name="Remove from the list").click()
    expect(lobby.page.get_by_role("dialog")).to_be_visible()
    return lobby.page


def refused_upload(guide: Guide) -> Page:
    guide.me.expects("422")
    lobby = Lobby(guide.opens())
    bad: Any = {"name": "bad.htl", "mimeType": "text/plain", "buffer": b"nothing"}
    lobby.page.get_by_label("Choose a record").set_input_files(bad)
    expect(lobby.page.get_by_role("alert").filter(has_text="bad.htl")).to_be_visible()
    return lobby.page


def form_with_own_dice(guide: Guide) -> Page:
    lobby = Lobby(guide.opens())
    lobby.chooses().get_by_role("radio", name="I roll my own").check()
    return lobby.page


def touched(guide: Guide) -> Page:
    table = guide.sits(me_with_a_choice(guide.client))
    table.touch("top")
    table.touch("middle")
    expect(table.odds).to_contain_text("Send 1 to top, 1 to middle")
    return table.page


def refused(guide: Guide) -> Page:
    table = guide.sits(me_with_a_choice(guide.client))
    for _ in range(3):
        table.page.keyboard.press("t")
    expect(table.notice).to_be_visible()
    return table.page


def rolling_own_dice(guide: Guide) -> Page:
    seat = me_with_a_choice(guide.client)
    seat.plays("reinforce 1 1 0")
    table = guide.sits(seat)
    expect(table.face(6)).to_be_visible()
    return table.page


def coached(guide: Guide) -> Page:
    table = guide.sits(me_with_a_choice(guide.client))
    table.page.keyboard.press("h")
    expect(table.coach).to_contain_text("Chance to win now")
    return table.page


def looking_back(guide: Guide) -> Page:
    table = guide.sits(me_with_a_choice(guide.client))
    table.lines.nth(1).click()
    expect(table.picture.get_by_text("You are looking at step")).to_be_visible()
    return table.page


def over(guide: Guide) -> Page:
    seat = me_at(guide.client)
    seat.plays_to_the_end()
    table = guide.sits(seat)
    expect(table.verdict).to_be_visible()
    return table.page


def watching(guide: Guide) -> Page:
    opening = opened(guide.client, "me", name="A name of forty letters; all are in use.")
    table = Table(guide.opens("watch", opening.watcher))
    expect(table.asked).to_contain_text("Watching")
    return table.page


def its_links(guide: Guide) -> Page:
    table = guide.sits(me_at(guide.client))
    table.page.get_by_role("button", name="Share").click()
    table.page.get_by_role("button", name="Make a link for spectators").click()
    expect(table.page.get_by_role("textbox", name="Link: For spectators")).to_be_visible()
    return table.page


def its_keys(guide: Guide) -> Page:
    table = guide.sits(me_at(guide.client))
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog", name="Help")).to_be_visible()
    return table.page


def no_table(guide: Guide) -> Page:
    guide.me.expects("401")
    page = guide.opens("table#no-such-key-was-ever-made")
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("Go to the"))).to_be_visible()
    return page


def replay(guide: Guide) -> Page:
    page = guide.opens("replay", me_with_a_choice(guide.client))
    page.locator("html[data-step]").wait_for(state="attached")
    page.keyboard.press("End")
    page.locator("html[data-step='5']").wait_for(state="attached")
    return page


def finished_replay(guide: Guide) -> Page:
    seat = me_at(guide.client)
    seat.plays_to_the_end()
    page = guide.opens("replay", seat)
    page.locator("html[data-step]").wait_for(state="attached")
    page.keyboard.press("End")
    expect(page.get_by_role("main").get_by_text(re.compile("You (won|lost): "))).to_be_visible()
    return page


def reviewed(guide: Guide) -> Page:
    page = finished_replay(guide)
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("heading", name="Where it turned")).to_be_visible()
    page.get_by_text("Everything as a table").click()
    return page


def continuing(guide: Guide) -> Page:
    page = replay(guide)
    page.get_by_role("button", name="Continue from here").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def sharing(guide: Guide) -> Page:
    page = replay(guide)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def rules(guide: Guide) -> Page:
    return guide.opens("rules/siege")


def puzzles(guide: Guide) -> Page:
    page = guide.opens("puzzles")
    expect(page.get_by_role("region", name="Siege").get_by_role("link", name="Start")).to_be_visible()
    return page


def lab_with_a_study(guide: Guide) -> Page:
    page = guide.opens("lab")
    page.get_by_label("Games of each").fill("50")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Open the replay")).to_be_visible()
    page.get_by_text("All figures").click()
    page.get_by_text("Other options").click()
    return page


def solved_puzzle(guide: Guide) -> Page:
    page = guide.opens("puzzles/siege/1")
    page.get_by_role("button", name=re.compile("^Hint")).click()
    expect(page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Solution")).click()
    expect(page.get_by_role("region", name="Solution")).to_contain_text("the exact solution")
    return page


def error_page(guide: Guide) -> Page:
    guide.me.expects("404")
    page = guide.opens("nowhere")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    return page


STATES = (
    empty_lobby, lobby_with_games, forgetting_a_game, refused_upload, form_with_own_dice,
    touched, refused, rolling_own_dice, coached, looking_back, over, watching, its_links, its_keys, no_table,
    replay, reviewed, continuing, sharing, rules, puzzles, solved_puzzle, lab_with_a_study, error_page,
)  # fmt: skip


@pytest.fixture
def guide(visitors: Visitors, link: str, client: httpx.Client) -> Guide:
    return Guide(visitors.comes(), link, client)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_everybody_can_use_a_page_at_any_width_in_light_and_in_dark(
    guide: Guide, state: Callable[[Guide], Page]
) -> None:
    assert faults_in_looks(state(guide)) == []


def test_no_address_that_is_asked_for_holds_a_key_or_leads_elsewhere(guide: Guide) -> None:
    """A visit to every kind of page; each other test watches its own visitors in the same way."""
    for state in (touched, its_links, finished_replay):
        state(guide)
    lobby = Lobby(guide.opens())
    known = lobby.page.evaluate("() => JSON.parse(localStorage.getItem('htl.keys'))")
    keys = [one["key"] for one in known]
    assert len(keys) == 3
    asked = guide.me.requests
    assert any(address.startswith("ws://") for address in asked)
    assert all(address.split("://")[1].startswith(f"{httpx.URL(guide.link).netloc.decode()}/") for address in asked)
    assert [(key, address) for key in keys for address in asked if key in address] == []


def test_a_page_can_do_nothing_that_its_policy_forbids_unseen(guide: Guide) -> None:
    guide.me.expects("policy style-src", "policy script-src", "Content Security Policy")
    page = empty_lobby(guide)
    page.evaluate("document.head.append(Object.assign(document.createElement('style'), {textContent: 'p {}'}))")
    page.evaluate("document.body.setAttribute('onclick', 'window.wasRun = true')")
    page.locator("body").dispatch_event("click")
    assert page.evaluate("window.wasRun") is None
    assert len(page.evaluate("[...document.styleSheets].filter(sheet => !sheet.href)")) == 0
