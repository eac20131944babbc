"""Whole games of siege from the lobby to the verdict, each in another way."""

from __future__ import annotations

import re
from itertools import cycle

from playwright.sync_api import Page, expect

from ..chromium import Visitors
from ..page_objects import Lobby, Table

MOST_TABS = 60


def has_ended_well(table: Table) -> None:
    """Check that the verdict cites its rule, and that the record is that of the game."""
    expect(table.verdict).to_contain_text(re.compile("You (won|lost)"))
    expect(table.verdict.get_by_role("link", name="Rule S")).to_be_visible()
    expect(table.prompt).to_have_text(re.compile("you held the line|the castle falls"))
    record = table.record()
    end = record.replay(plain=True)
    assert end.outcome is not None
    assert 1 < table.lines.count() <= table.steps  # a line for each action, with its rolls
    expect(table.lines.last).to_contain_text("The beginning")


def test_a_whole_game_is_played_by_mouse(visitors: Visitors, link: str) -> None:
    table = Lobby(visitors.comes().opens(link)).plays_now()
    touched = 0
    while not table.is_over:
        if not table.is_rolling:
            touched += touch_until_ready(table)
        with table.goes_on():
            table.go.click()
    assert touched > 0
    has_ended_well(table)
    table.verdict.get_by_role("button", name="Play a harder game").click()
    expect(table.page.locator("#options")).to_contain_text("hard (4 waves)")


def touch_until_ready(table: Table) -> int:
    """Touch pieces until they are a move, and return how many."""
    touched = 0
    while (touched == 0 or not table.is_ready) and table.touchable:
        table.touch(table.touchable[-1])
        touched += 1
        expect(table.page.get_by_role("button", name="Clear")).to_be_visible()
        table.marks_what_can_be_touched()
    return touched


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the thing with this name has the focus."""
    wanted = page.get_by_role("button", name=name).first
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if wanted.evaluate("it => it === document.activeElement"):
            return
    raise AssertionError(f"Tab does not lead to {name}")


def test_a_whole_game_is_played_by_keyboard_alone(visitors: Visitors, link: str) -> None:
    page = visitors.comes().opens(link)
    Lobby(page)
    tab_to(page, "Play now")
    page.keyboard.press("Enter")
    table = Table(page)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Help")).to_be_hidden()

    page.keyboard.press("h")
    expect(table.coach).to_contain_text("Chance to win now 72.22%")
    page.keyboard.press("h")
    expect(table.coach).to_be_hidden()

    touched = 0
    while not table.is_over:
        if not table.is_rolling:
            touched += press_until_ready(table)
        with table.goes_on():
            page.keyboard.press("r" if table.is_rolling else "Enter")
    assert touched > 0
    tab_to(page, "Play again")
    page.keyboard.press("Enter")
    expect(table.verdict).to_be_hidden()
    table.shows(1)


def press_until_ready(table: Table) -> int:
    """Press the letters of pieces until they are a move; take one back, and clear all once."""
    touched = 0
    while (touched == 0 or not table.is_ready) and table.touchable:
        key = table.spots.locator("button:not([aria-disabled])").first.get_attribute("aria-keyshortcuts")
        assert key is not None
        table.page.keyboard.press(key)
        expect(table.page.get_by_role("button", name="Clear")).to_be_visible()
        for other_way, again in (("Backspace", key), ("Escape", key)) if touched == 0 else ():
            table.page.keyboard.press(other_way)
            expect(table.page.get_by_role("button", name="Clear")).to_be_hidden()
            table.page.keyboard.press(again)
            expect(table.page.get_by_role("button", name="Clear")).to_be_visible()
        touched += 1
        table.marks_what_can_be_touched()
    return touched


def test_a_whole_game_is_played_by_the_list_of_buttons(visitors: Visitors, link: str) -> None:
    page = visitors.comes(viewport={"width": 360, "height": 740}).opens(link)
    table = Lobby(page).plays_now()
    announcements = set()
    for number in cycle(range(5)):
        announcements.add(table.status_text)
        if table.is_over:
            break
        with table.goes_on():
            if table.is_rolling:
                page.get_by_role("button", name="Roll the dice").click()
            else:
                offered = table.moves.get_by_role("button")
                offered.nth(number % offered.count()).click()
    assert len(announcements) >= table.steps // 4
    assert any("You won" in sentence or "You lost" in sentence for sentence in announcements)
    has_ended_well(table)


def test_a_game_with_dice_of_ones_own_is_typed_and_a_wrong_face_is_corrected(visitors: Visitors, link: str) -> None:
    page = visitors.comes().opens(link)
    form = Lobby(page).chooses()
    form.get_by_role("radio", name="I roll my own").check()
    form.get_by_role("textbox", name="Your name").fill("Ada")
    form.get_by_role("button", name="Start").click()
    table = Table(page)
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Ada")
    with table.goes_on():
        table.face(5).click()
    expect(table.log).to_contain_text("Top: the enemy rolls 5")
    with table.goes_on():
        table.undo.click()
    expect(table.log).not_to_contain_text("Top: the enemy rolls 5")
    with table.goes_on():
        page.keyboard.press("3")
    expect(table.log).to_contain_text("Top: the enemy rolls 3")
    while not table.is_over:
        with table.goes_on():
            if table.face(6).is_visible():
                table.face(6).click()
            else:
                table.moves.get_by_role("button").last.click()
    has_ended_well(table)
    assert set(re.findall(r"the enemy rolls (\d)", table.events)) == {"3", "6"}
