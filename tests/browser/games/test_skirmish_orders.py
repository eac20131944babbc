"""Orders in skirmish: a move, a shot or a charge is one drag or two clicks, and nothing asks for a confirmation."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from ...web.server import Opening, opened
from ..accessibility import faults_in_looks
from ..chromium import Visitors
from ..page_objects import NARROW
from .test_skirmish_drag import MILLRACE, Battle, at, sits

WIDE = {"width": 1440, "height": 900}
TEXT_HEIGHTS = """names => names.map((name) => {
  const { a, b } = name.getScreenCTM();
  return parseFloat(getComputedStyle(name).fontSize) * Math.hypot(a, b);
})"""
KETTA, LONG_CUDGEL = (5.5, 15.3), (8.5, 15)


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    """The friends begin; Ketta Marl stands where she can shoot or charge, and Oda Verrin where she can only charge."""
    opening = opened(client, "me", **MILLRACE)
    for play in ("roll 6", "correct f3 5.5,15.3", "correct f1 19,14"):
        opening.me.plays(play)
    return opening


def clicks(battle: Battle, *places: tuple[float, float]) -> None:
    for place in places:
        battle.page.mouse.click(*battle.spot(*place))


def test_a_shot_or_a_charge_is_one_drag_or_two_clicks_and_can_be_undone(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me, viewport=WIDE)
    with battle.goes_on():  # a charge: two clicks
        clicks(battle, (19, 14), (21.5, 14))
    assert game.me.view["board"]["phase"] == "fighting"
    with battle.goes_on():  # all of it is undone at once
        battle.page.keyboard.press("u")
    expect(battle.page.locator("#prompt")).to_contain_text("Choose")
    with battle.goes_on():  # a charge: one drag
        battle.drags(KETTA, LONG_CUDGEL)
        battle.page.mouse.up()
    assert (game.me.view["board"]["phase"], game.me.view["board"]["active"]["target"]) == ("fighting", "e4")
    with battle.goes_on():
        battle.page.keyboard.press("u")
    clicks(battle, KETTA)
    with battle.goes_on():  # a shot at an enemy that could also be charged: the second click is on its sign
        battle.picture.locator(".sign[data-play$='shoot e4']").click()
    assert game.me.view["board"]["phase"] == "shooting"
    with battle.goes_on():
        battle.page.keyboard.press("u")
    clicks(battle, KETTA, LONG_CUDGEL)  # a click on the enemy itself asks which
    with battle.goes_on():
        battle.page.get_by_role("menuitem", name="Charge").click()
    assert game.me.view["board"]["phase"] == "fighting"


def test_an_enemy_that_fell_is_struck_out_in_the_list(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me, viewport=WIDE, reduced_motion="no-preference")
    with battle.goes_on():
        clicks(battle, (19, 14), (21.5, 14))
    battle.page.keyboard.press("6")
    row = battle.picture.locator(".htl-row-gone[data-id='e6']")
    expect(row).to_have_css("opacity", "1")
    expect(row).to_have_css("visibility", "visible")


def test_selecting_another_character_does_not_move_the_first(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me, viewport=WIDE)
    clicks(battle, (12, 7.5), (16, 2.5))  # the first opens a card, which the second closes
    expect(battle.prompt).to_contain_text("Pim Sallow: click a place")
    clicks(battle, (13.5, 4))
    expect(battle.prompt).to_contain_text("Hask: click a place")
    with battle.goes_on():
        clicks(battle, (13.5, 6))
    assert at(game.me, "f2") != [13.5, 4]
    clicks(battle, (13.5, 6), (16, 2.5))
    expect(battle.notice).to_contain_text("Hask is active")
    assert (at(game.me, "f2"), at(game.me, "f4")) == ([13.5, 6], [16, 2.5])


def test_on_a_turned_table_drags_and_arrow_keys_go_where_they_point(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me, viewport=WIDE)
    battle.page.evaluate("() => localStorage.setItem('htl-settings', JSON.stringify({ orientation: 'south' }))")
    battle.page.reload()
    battle = Battle(battle.page)
    (_, south), (_, north) = battle.spot(12, 1), battle.spot(12, 23)
    assert south < north
    with battle.goes_on():
        clicks(battle, (13.5, 4), (13.5, 6))
    assert at(game.me, "f2") == pytest.approx([13.5, 6], abs=0.1)
    for key in ("n", "Shift+ArrowDown"):
        battle.page.keyboard.press(key)
    expect(battle.ghost).to_have_attribute("cy", "17000")  # 7 inches from the south edge


def test_the_inspector_explains_the_odds_and_the_page_fits_the_window(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me, viewport=WIDE)
    assert battle.spot(24, 0)[1] - battle.spot(0, 24)[1] > 720
    names = battle.picture.locator(".htl-called, .htl-place-name, .htl-row-name")
    heights = names.evaluate_all(TEXT_HEIGHTS)
    assert min(heights) >= 12
    clicks(battle, KETTA)
    battle.page.mouse.move(*battle.spot(*LONG_CUDGEL))
    card = battle.page.get_by_role("complementary", name="Inspector")
    expect(card).to_contain_text("Ketta Marl shoots")
    expect(card).to_contain_text("Attack 1, defence 0")
    battle.picture.locator(".sign[data-play$='shoot e4']").hover()  # not covered
    assert faults_in_looks(battle.page) == []


def test_on_a_phone_board_prompt_and_main_button_are_on_screen_together(
    visitors: Visitors, link: str, game: Opening
) -> None:
    phone = {"width": NARROW[0], "height": NARROW[1]}
    battle = sits(visitors, link, game.me, viewport=phone, has_touch=True, is_mobile=True)
    battle.page.touchscreen.tap(*battle.spot(*KETTA))
    expect(battle.prompt).to_contain_text("Ketta Marl: click a place")
    for part in ("#frame", "#prompt", "#go"):
        box = battle.page.locator(part).bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= NARROW[1]
