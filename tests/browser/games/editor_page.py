"""The page of a battle editor, as far as it is the same for all games."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from playwright.sync_api import Locator, Page, expect

Place = TypeVar("Place")
SAVED = "game => JSON.parse(localStorage.getItem(`htl.editor.${game}`))"


class EditorPage(Generic[Place]):
    """An editor that has opened a battle without faults. A subclass says where a place is on the screen."""

    game: str

    def __init__(self, page: Page) -> None:
        self.page = page
        page.locator("html[data-ready]").wait_for(state="attached")
        self.stage = page.get_by_role("application")
        self.faults = page.locator("section.faults")
        self.says("No problems")

    def screen_point(self, place: Place) -> tuple[float, float]:
        raise NotImplementedError

    def says(self, sentence: str) -> None:
        expect(self.faults.get_by_role("heading")).to_have_text(sentence)

    def tool(self, name: str) -> None:
        self.page.get_by_role("group", name="What the mouse does").get_by_role("button", name=name).click()

    def opens(self, title: str) -> None:
        self.page.get_by_role("button", name="Open", exact=True).click()
        self.page.get_by_role("dialog").get_by_role("button", name=title).click()
        expect(self.page.locator("#battle-title")).to_have_text(title)

    def field(self, label: str) -> Locator:
        return self.page.get_by_role("tabpanel").get_by_label(label, exact=True)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def click(self, place: Place) -> None:
        self.page.mouse.click(*self.screen_point(place))

    def drag(self, start: Place, end: Place) -> None:
        self.page.mouse.move(*self.screen_point(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.screen_point(end), steps=2)
        self.page.mouse.up()

    @property
    def battle(self) -> dict[str, Any]:
        """The draft as the browser keeps it."""
        fields: dict[str, Any] = self.page.evaluate(SAVED, self.game)
        return fields
