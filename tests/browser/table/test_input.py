"""Mouse, fingers and Enter in one game: the big button does what it says, where it says it, and once."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Page, expect

from ...web.server import Seat, me_at, me_with_a_choice
from ..chromium import Visitor, Visitors
from ..page_objects import Table

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes(viewport=DESK)


def sits(me: Visitor, link: str, seat: Seat) -> Table:
    return Table(me.opens(f"{link}table#{seat.key}"))


def click_at_the_same_place(table: Table) -> None:
    """Click on the button that goes on, whatever it may say by now."""
    box = table.go.bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    table.page.mouse.click(*place)


# Enter


def test_enter_after_a_click_on_undo_plays_what_the_big_button_says(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    table = sits(me, link, me_with_a_choice(client))
    with table.goes_on():
        table.moves.get_by_role("button", name="Send 1 to top", exact=True).click()
    with table.goes_on():
        table.undo.click()
    assert not table.is_ready  # nothing is offered that would leave the lanes empty
    table.page.keyboard.press("m")
    with table.goes_on():
        table.page.keyboard.press("Enter")
    expect(table.lines.first).to_contain_text("Send 1 to middle")


@pytest.mark.parametrize("button", ["Back", "Coach"])
def test_enter_after_a_click_beside_the_big_button_plays_what_it_says(
    me: Visitor, link: str, client: httpx.Client, button: str
) -> None:
    table = sits(me, link, me_with_a_choice(client))
    table.touch("top")
    table.touch("middle")
    table.bar.get_by_role("button", name=button).click()
    label = table.go.locator("span").inner_text()
    with table.goes_on():
        table.page.keyboard.press("Enter")
    expect(table.lines.first).to_contain_text(label)


@pytest.mark.parametrize("is_clicked", [True, False], ids=["clicked", "by-keys"])
def test_enter_plays_the_advice_that_was_just_taken_up(
    me: Visitor, link: str, client: httpx.Client, is_clicked: bool
) -> None:
    table = sits(me, link, me_with_a_choice(client))
    table.page.keyboard.press("h")
    table.coach.get_by_role("button", name="Other moves and reasons").click()
    advice = table.coach.get_by_role("button").nth(1)
    label = advice.locator(".chance-label").inner_text()
    if is_clicked:
        advice.click()
    else:
        advice.focus()
        table.page.keyboard.press("Enter")
    expect(table.go).to_be_focused()
    expect(table.go).to_contain_text(label)
    with table.goes_on():
        table.page.keyboard.press("Enter")
    expect(table.lines.first).to_contain_text(label)


def test_a_button_that_was_reached_by_tab_is_pressed_by_enter_and_keeps_the_focus(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    table = sits(me, link, me_with_a_choice(client))
    for key in ("t", "m", "b"):
        table.page.keyboard.press(key)
    back = table.bar.get_by_role("button", name="Back")
    table.go.focus()
    for _ in range(2):
        table.page.keyboard.press("Tab")
    expect(back).to_be_focused()
    for label in ("Send 1 to top, 1 to middle", "Send 1 to top"):
        table.page.keyboard.press("Enter")
        expect(table.go.locator("span")).to_have_text(label)
        expect(back).to_be_focused()


# Once


HEARS_A_CLICK = """
async () => {
  const button = document.getElementById("go");
  const { left, top, width, height } = button.getBoundingClientRect();
  const hears = () => button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  const changed = new Promise((done) => {
    const watch = (_, observer) => { observer.disconnect(); done(); };
    new MutationObserver(watch).observe(document.documentElement, { attributeFilter: ["data-version"] });
  });
  const before = hears();
  button.dispatchEvent(new MouseEvent("click", { detail: 1, bubbles: true }));
  await changed;
  const atOnce = hears();
  await new Promise((done) => setTimeout(done, 400));
  return [before, atOnce, hears()];
}
"""


def test_a_second_click_at_once_does_not_play_the_next_decision(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_at(client))
    assert table.page.evaluate(HEARS_A_CLICK) == [True, False, True]
    with table.goes_on():
        click_at_the_same_place(table)


def test_keys_and_other_buttons_need_not_wait_for_a_second_click(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_at(client, options={"table": "paper"}))  # more troops fit into every lane
    table.touch("top")
    box = table.undo.bounding_box()
    assert box is not None
    with table.goes_on():
        table.go.click()
    with table.goes_on():
        table.page.mouse.click(box["x"] + 20, box["y"] + 20)
    table.page.keyboard.press("t")
    with table.goes_on():
        click_at_the_same_place(table)
    with table.goes_on():
        table.page.keyboard.press("u")
    table.page.keyboard.press("t")
    with table.goes_on():
        table.page.keyboard.press("Enter")


# In its place


def test_the_big_button_stays_where_it_is_through_a_whole_wave(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_at(client))
    other_move = table.bar.get_by_role("group", name="More actions").get_by_role("button").first
    places = []
    for _ in range(5):
        places.append(table.go.bounding_box())
        expect(table.enabled_go.or_(other_move).first).to_be_visible()
        with table.goes_on():
            if table.is_ready:
                table.page.keyboard.press("Enter")
            else:
                other_move.click()
    assert all(place == places[0] for place in places), places


@pytest.fixture
def phone(visitors: Visitors, link: str, client: httpx.Client) -> Page:
    me = visitors.comes(viewport=PHONE, has_touch=True, is_mobile=True)
    return sits(me, link, me_with_a_choice(client)).page


def test_a_telephone_shows_words_on_its_buttons_and_offers_to_clear(phone: Page) -> None:
    table = Table(phone)
    phone.keyboard.press("t")
    for word in ("Undo", "Back", "Clear", "Coach"):
        shown = table.bar.get_by_role("button", name=word).get_by_text(word, exact=True).bounding_box()
        assert shown is not None
        assert shown["width"] > 20, word
    table.bar.get_by_role("button", name="Clear").tap()
    assert not table.is_ready
    expect(table.bar.get_by_role("button", name="Send no troops")).to_be_visible()


def test_the_coach_is_seen_above_the_bar_of_a_telephone(phone: Page) -> None:
    table = Table(phone)
    table.bar.get_by_role("button", name="Coach").tap()
    expect(table.coach).to_contain_text("Chance to win now")
    advice, bar = table.coach.bounding_box(), table.bar.bounding_box()
    assert advice is not None
    assert bar is not None
    assert advice["y"] >= 0
    assert advice["y"] + advice["height"] <= bar["y"]


def test_the_help_tells_how_to_play_with_fingers(phone: Page) -> None:
    phone.get_by_role("button", name="Help").tap()
    expect(phone.get_by_role("dialog")).to_contain_text("tap a lane once for each")
