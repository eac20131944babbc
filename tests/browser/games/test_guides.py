"""The guided first game in the browser: one step at a time, with hints, and resumed after a reload."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from ..accessibility import faults_in_looks
from ..chromium import Visitors
from ..page_objects import Table


class Guide(Table):
    """A table with the panel of a guided game."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.panel = page.get_by_role("region", name="Guided game")
        self.text = self.panel.get_by_role("status")
        expect(self.panel).to_be_visible()

    def button(self, name: str) -> Locator:
        return self.panel.get_by_role("button", name=name, exact=True)

    def continues(self, *texts: str) -> None:
        for text in texts:
            self.button("Continue").click()
            expect(self.text).to_contain_text(text)

    def picks_by_key(self, unit: str) -> None:
        """Press N until this unit is picked."""
        while not (self.prompt.text_content() or "").startswith(unit):
            before = self.prompt.text_content() or ""
            self.page.keyboard.press("n")
            expect(self.prompt).not_to_have_text(before)

    def aims_by_key(self, enemy: str) -> None:
        """Press T until the focus is on the hex of this enemy."""
        expect(self.picture.locator(".marks.in-reach .mark").first).to_be_visible()
        focused = self.picture.locator(".spot:focus")
        for _ in range(3):
            self.page.keyboard.press("t")
            expect(focused).to_have_count(1)
            if enemy in (focused.get_attribute("aria-label") or ""):
                return
        raise AssertionError(f"T does not lead to {enemy}")

    def presses(self, *keys: str, text: str) -> None:
        """Press keys, until the lesson says this."""
        for key in keys:
            self.page.keyboard.press(key)
        expect(self.text).to_contain_text(text)

    def sends_to_bottom(self, troops: int) -> None:
        for _ in range(troops):
            self.touch("bottom")
        expect(self.go).to_contain_text(f"Send {troops} to bottom")
        with self.goes_on():
            self.go.click()


def test_siege_is_learned_from_the_lobby_to_a_whole_game(visitors: Visitors, link: str) -> None:
    page = visitors.comes(reduced_motion="reduce").opens(link)
    page.get_by_role("button", name="New? Learn it in 2 minutes").first.click()
    page.wait_for_url("**/table**")
    guide = Guide(page)
    expect(guide.text).to_contain_text("three lanes")
    guide.continues("two waves away", "Roll the dice")
    with guide.goes_on():
        guide.go.click()
    expect(guide.text).to_contain_text("Fight the battle")
    expect(page.locator("#prompt")).to_contain_text("nothing to swap")
    with guide.goes_on():  # a move that leaves no choice waits for the learner, because the lesson asks for it
        guide.go.click()
    guide.has_played_forced_moves()
    expect(page.locator("#prompt")).to_contain_text("The last wave")
    expect(guide.text).to_contain_text("you lose")
    guide.continues("The backline is your reserve")
    guide.button("Back").click()
    guide.continues("The backline is your reserve")

    guide.touch("bottom")  # another move is held back
    expect(guide.go).to_contain_text("Send 1 to bottom")
    guide.go.click()
    expect(guide.text).to_contain_text("In this lesson, send 2")
    page.reload()
    guide = Guide(page)
    expect(guide.text).to_contain_text("The backline is your reserve")
    guide.touch("bottom")
    guide.go.click()
    with guide.goes_on():
        guide.button("Play it anyway").click()
    with guide.goes_on():
        guide.go.click()
    expect(guide.text).to_contain_text("your own way")
    for lane in ("bottom", "middle"):
        guide.touch(lane)
    with guide.goes_on():
        guide.go.click()
    expect(guide.text).to_contain_text("Only what gets past them strikes your backline")
    assert faults_in_looks(page) == []
    guide.button("Play a whole game").click()
    expect(page.get_by_role("region", name="Guided game")).to_be_hidden()
    expect(page.locator("#options")).to_contain_text("easy")


def test_a_lesson_speaks_of_taps_on_a_phone_and_points_at_the_button_of_its_move(visitors: Visitors, link: str) -> None:
    page = visitors.comes(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).opens(link)
    page.get_by_role("button", name="New? Learn it in 2 minutes").first.tap()
    page.wait_for_url("**/table**")
    guide = Guide(page)
    guide.continues("two waves away", "Roll the dice")
    for text in ("Fight the battle", "you lose"):
        with guide.goes_on():
            guide.go.tap()
        expect(guide.text).to_contain_text(text)
    guide.continues("tap that lane’s die twice")
    rings = page.locator(".guide-ring")
    expect(rings).to_have_count(2)
    guide.touch("bottom")
    expect(guide.go).to_contain_text("Send 1 to bottom")
    expect(rings).to_have_count(2)  # the lesson asks for 2
    guide.touch("bottom")
    expect(guide.go).to_contain_text("Send 2 to bottom")
    expect(rings).to_have_count(1)
    button, ring = guide.go.bounding_box(), rings.bounding_box()
    assert button
    assert ring
    assert ring["y"] <= button["y"] <= button["y"] + button["height"] <= ring["y"] + ring["height"]


def test_leaving_a_lesson_opens_the_way_to_play_on(visitors: Visitors, link: str) -> None:
    page = visitors.comes().opens(link)
    page.get_by_role("button", name="New? Learn it in 2 minutes").first.click()
    page.wait_for_url("**/table**")
    guide = Guide(page)
    guide.button("Leave the lesson").click()
    expect(guide.panel).to_be_hidden()
    page.goto(link)
    page.get_by_role("button", name="Play now").first.click()
    page.wait_for_url("**/table**")
    Table(page)
    expect(page.get_by_role("region", name="Learn by playing")).to_be_hidden()


def test_a_whole_battle_of_civil_war_is_learned_by_keyboard_alone(visitors: Visitors, link: str) -> None:
    page = visitors.comes(viewport={"width": 1280, "height": 900}).opens(f"{link}#play-civilwar")
    keys = page.keyboard
    expect(page.locator("#play-civilwar").get_by_role("button", name="Play now")).to_be_focused()
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    page.wait_for_url("**/table**")
    guide = Guide(page)
    choice = page.get_by_role("menu")
    guide.presses("Enter", text="Take the Henry House")
    guide.presses("Enter", text="A turn begins")
    guide.presses("r", text="You have 5 AP")

    guide.picks_by_key("Griffin")
    guide.aims_by_key("Evans")
    expect(guide.odds).to_contain_text("3 dice, each hits on 5 or 6")
    guide.presses("Enter", text="Two hits: Evans lost 2 blocks")
    guide.presses("Enter", text="Range depends on the unit")
    guide.presses("Enter", text="Griffin is faint")
    guide.picks_by_key("Porter")
    expect(guide.picture.locator(".marks.in-reach .mark").first).to_be_visible()
    guide.presses("ArrowRight", "ArrowRight", "Enter", text="is its morale")
    guide.presses("Enter", text="Now assault")
    guide.picks_by_key("Burnside")
    guide.aims_by_key("Evans")
    keys.press("Enter")
    expect(choice.get_by_role("menuitem")).to_have_text([re.compile("fires"), re.compile("assaults")])
    guide.presses("ArrowDown", "Enter", text="he had to retreat")

    expect(page.get_by_role("menu", name="Burnside may advance, or stay")).to_be_visible()
    expect(choice.get_by_role("menuitem").first).to_be_focused()
    guide.presses("Enter", text="All your units have acted")
    guide.presses("e", text="Bee fired at you")
    guide.presses("r", text="Evans has one block left")
    guide.picks_by_key("Burnside")
    guide.aims_by_key("Evans")
    keys.press("Enter")
    expect(choice.get_by_role("menuitem").first).to_be_focused()
    guide.presses("Enter", text="Evans is eliminated")
    keys.press("e")
    expect(guide.prompt).to_contain_text("Confirm it")
    keys.press("Enter")
    expect(guide.prompt).to_contain_text("You won")
    expect(page.get_by_role("region", name="Learn by playing")).to_be_hidden()


def test_a_whole_battle_of_skirmish_is_learned_by_keyboard_alone(visitors: Visitors, link: str) -> None:
    page = visitors.comes(viewport={"width": 1280, "height": 900}).opens(f"{link}#play-skirmish")
    keys = page.keyboard
    expect(page.locator("#play-skirmish").get_by_role("button", name="Play now")).to_be_focused()
    for key in ("Tab", "Tab", "Enter"):
        keys.press(key)
    page.wait_for_url("**/table**")
    guide = Guide(page)
    grip, preview = guide.picture.get_by_role("application"), page.locator(".drag-status")

    def leads(*arrows: str, to: str) -> None:
        """Move the preview, and wait until it says this."""
        expect(grip).to_be_focused()
        for arrow in arrows:
            keys.press(arrow)
        expect(preview).to_contain_text(to)

    guide.presses("Enter", text="You win if")
    guide.presses("Enter", text="A die decides")
    guide.presses("r", text="The alders hide the Cudgel")
    guide.picks_by_key("Ketta")
    leads(*["Shift+ArrowRight"] * 3, to="to 16,4")
    guide.presses("Enter", text="she needs 4 or more")
    guide.presses("a", "1", text="Roll the dice")
    guide.presses("r", text="A hit: the Cudgel is wounded")
    guide.presses("Enter", text="Now charge")
    guide.picks_by_key("Oda")
    leads(*["Shift+ArrowUp"] * 2, to="Oda Verrin charges Harrow Cudgel")
    guide.presses("Enter", text="Roll the dice")
    guide.presses("r", text="The second wound felled him")

    leads(*["Shift+ArrowRight"] * 2, *["ArrowUp"] * 3, to="to 20.5,8.75")  # after the roll the keys go on with Oda
    guide.presses("Enter", text="shoots at Oda")
    guide.presses("r", text="she may pick it up")
    guide.picks_by_key("Oda")
    leads(*["ArrowRight"] * 3, *["ArrowUp"] * 2, to="Oda Verrin picks up the Lantern")
    guide.presses("Enter", text="She carries the lantern")
    leads(*["Shift+ArrowRight"] * 3, to="Oda Verrin leaves the table")
    guide.presses("Enter", text="You have won!")
    expect(guide.prompt).to_contain_text("You won")
