"""The lobby: games that it knows, games that it does not, and forms that ask for nothing impossible."""

from __future__ import annotations

from datetime import datetime, timedelta

import httpx
import pytest
from playwright.sync_api import Page, expect

from ..web.server import Seat, me_at, opened
from .chromium import Visitor, Visitors
from .page_objects import Lobby

ELSEWHERE = ["a-game-of-another-server-1", "a-game-of-another-server-2"]
REMEMBER = "keys => localStorage.setItem('htl.keys', JSON.stringify(keys.map(key => ({ key }))))"
KNOWN = "() => JSON.parse(localStorage.getItem('htl.keys')).map(({ key }) => key)"


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes()


def comes_back(me: Visitor, link: str, *keys: str) -> Lobby:
    """To the lobby with a browser that knows these keys."""
    page = me.opens(f"{link}rules/siege")
    page.evaluate(REMEMBER, list(keys))
    page.close()
    return Lobby(me.opens(link))


def known(page: Page) -> list[str]:
    keys: list[str] = page.evaluate(KNOWN)
    return keys


def test_a_game_that_is_not_on_this_server_stays_known_until_it_is_forgotten_by_hand(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    key = str(me_at(client).key)
    lobby = comes_back(me, link, key, *ELSEWHERE)
    expect(lobby.strange).to_have_text("2 more games are not on this server")
    assert known(lobby.page) == [key, *ELSEWHERE]
    forget = lobby.finished.get_by_role("button", name="Remove from the list")
    expect(forget.first).to_be_hidden()
    lobby.strange.click()
    forget.first.click()
    lobby.page.get_by_role("dialog").get_by_role("button", name="Remove it").click()
    expect(lobby.strange).to_have_text("1 more game is not on this server")
    assert known(lobby.page) == [key, ELSEWHERE[1]]
    expect(lobby.running.get_by_role("link", name="Continue")).to_be_visible()


def test_nothing_is_said_of_other_servers_where_all_games_are_here(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    lobby = comes_back(me, link, str(me_at(client).key))
    expect(lobby.running).to_be_visible()
    expect(lobby.strange).to_be_hidden()


def test_my_games_count_turns_and_rounds_as_their_tables_do(me: Visitor, link: str, client: httpx.Client) -> None:
    towers = opened(client, "me", "me", game="towers").me
    skirmish = opened(client, "me", game="skirmish").me
    towers.plays("ready")
    towers.plays("ready")
    skirmish.rolls()
    assert towers.view["prompt"].startswith("Turn 2 ")
    lobby = comes_back(me, link, str(towers.key), str(skirmish.key))
    expect(lobby.running).to_contain_text("turn 2")
    expect(lobby.running).to_contain_text("round 1")


def test_a_campaign_of_long_ago_can_be_cleared(me: Visitor, link: str, client: httpx.Client) -> None:
    key = Seat(client).post("/campaigns", campaign="the-last-lamp", seats=["me"], dice="mine").json()["key"]
    page = me.opens(f"{link}rules/siege")
    page.evaluate("key => localStorage.setItem('htl.campaigns', JSON.stringify([{ key, friends: [] }]))", key)
    page.clock.set_fixed_time(datetime.now() + timedelta(days=15))
    page.goto(link)
    lobby = Lobby(page)
    expect(lobby.running).to_contain_text("The Last Lamp Campaign")
    page.get_by_role("button", name="Clear one old game").click()
    page.get_by_role("dialog").get_by_role("button", name="Clear them").click()
    expect(lobby.running).to_be_hidden()
    assert page.evaluate("localStorage.getItem('htl.campaigns')") == "[]"


def test_dice_of_ones_own_and_the_computer_alone_exclude_each_other_with_a_reason(me: Visitor, link: str) -> None:
    form = Lobby(me.opens(link)).chooses()
    computer = form.get_by_role("radio", name="Computer: book")
    own = form.get_by_role("radio", name="I roll my own")
    own.check()
    expect(computer).to_be_disabled()
    expect(computer).to_have_accessible_name("Computer: book the computer cannot roll your dice")
    form.get_by_role("radio", name="The table rolls").check()
    computer.check()
    expect(own).to_be_disabled()
    expect(own).to_have_accessible_name("I roll my own real dice need a person")
    form.get_by_role("radio", name="A friend").check()
    expect(own).to_be_enabled()


def test_the_levels_of_the_computer_are_one_choice_with_a_list_of_them(me: Visitor, link: str) -> None:
    form = Lobby(me.opens(link)).chooses()
    by_level = form.get_by_role("radio", name="Computer: choose a level")
    which = form.get_by_role("combobox", name="Which level?")
    expect(which).to_be_hidden()
    by_level.check()
    expect(which).to_have_value("level3")
    which.select_option("level7")
    assert by_level.input_value() == "level7"
    form.get_by_role("radio", name="A friend").check()
    expect(which).to_be_hidden()


def test_the_short_form_offers_battles_a_side_and_an_opponent_and_the_seats_follow(me: Visitor, link: str) -> None:
    form = Lobby(me.opens(link)).chooses("Civil War", advanced=False)
    expect(form.get_by_role("radio", name="Medium")).to_be_checked()
    form.get_by_role("radio", name="Shiloh").check()
    form.get_by_role("group", name="You play").get_by_role("radio", name="Confederate").check()
    form.get_by_role("radio", name="Hard").check()
    form.get_by_text("Advanced").click()
    union = form.get_by_role("group", name="Who plays union?")
    assert union.get_by_role("combobox").input_value() == "level6"
    union.get_by_role("radio", name="Me", exact=True).check()
    expect(form.get_by_role("radio", name="Hard", exact=True)).not_to_be_checked()
    assert form.get_by_role("combobox", name="Battle").count() == 0


def test_a_theme_chosen_in_the_settings_is_there_before_the_first_paint_of_every_page(me: Visitor, link: str) -> None:
    page = Lobby(me.opens(link)).page
    page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="Dark").check()
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()
    rules = me.opens(f"{link}rules/siege")
    expect(rules.locator("html")).to_have_attribute("data-theme", "dark")
    assert rules.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
