"""Several pages at one table: tabs of one seat, a spectator, and a friend with secrets of their own."""

from __future__ import annotations

import httpx
from playwright.sync_api import WebSocketRoute, expect

from ...web.server import me_with_a_choice
from ..chromium import Visitors
from ..page_objects import Table


def test_a_move_in_one_tab_is_seen_in_the_other(visitors: Visitors, link: str, client: httpx.Client) -> None:
    address = f"{link}table#{me_with_a_choice(client).key}"
    me = visitors.comes()
    one, other = Table(me.opens(address)), Table(me.opens(address))
    with other.goes_on(), one.goes_on():
        one.moves.get_by_role("button", name="Send 1 to top", exact=True).click()
    assert other.version == one.version
    expect(other.log).to_contain_text("Sent 1 to top")
    with one.goes_on(), other.goes_on():
        other.page.keyboard.press("u")
    expect(one.log).not_to_contain_text("Sent 1 to top")


def test_a_stale_move_in_a_second_tab_says_so_and_shows_the_new_state(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    seat = me_with_a_choice(client)
    me = visitors.comes()
    me.expects("409")
    me.context.route_web_socket("**/api/watch", deaf)
    table = Table(me.opens(f"{link}table#{seat.key}"))
    before = table.version
    seat.plays("reinforce 1 0 0")
    seat.plays("roll 4")
    assert table.version == before
    with table.goes_on():
        table.moves.get_by_role("button", name="Send 2 to middle", exact=True).click()
    expect(table.notice).to_contain_text("The table has changed: look at it again before you move.")
    assert table.version == seat.version
    expect(table.log).to_contain_text("Sent 1 to top")
    expect(table.log).not_to_contain_text("Sent 2 to middle")


def deaf(socket: WebSocketRoute) -> None:
    """A live line on which nothing arrives."""


def test_a_spectator_sees_every_move_and_can_make_none(visitors: Visitors, link: str, client: httpx.Client) -> None:
    seat = me_with_a_choice(client)
    player = Table(visitors.comes().opens(f"{link}table#{seat.key}"))
    player.page.get_by_role("button", name="Share").click()
    player.page.get_by_role("button", name="Make a link for spectators").click()
    address = player.page.get_by_role("textbox", name="Link: For spectators").input_value()
    player.page.keyboard.press("Escape")
    assert address.startswith(f"{link}watch#")
    assert str(seat.key) not in address

    spectator = Table(visitors.comes().opens(address))
    expect(spectator.asked).to_contain_text("Watching")
    expect(spectator.bar).to_be_hidden()
    assert spectator.moves.get_by_role("button").count() == 0
    assert spectator.touchable == []
    with spectator.goes_on(), player.goes_on():
        player.moves.get_by_role("button", name="Send 1 to top", exact=True).click()
    expect(spectator.log).to_contain_text("Sent 1 to top")
    before = spectator.version
    spectator.touch("middle")
    for key in ("m", "Enter", "r", "u", "h", "3"):
        spectator.page.keyboard.press(key)
    assert seat.version == before
