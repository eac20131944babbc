"""Two people at one table, each with a browser and a secret of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Response, WebSocket, expect

from holdtheline.benchmarks.web.step_bytes import apply_patch
from holdtheline.core import svg
from holdtheline.core.catalog import EXTRA_GAMES, all_definitions, definition_of
from holdtheline.web.tables import lobby

from ...definition.toy_game import GAME, HELD, SEATS, position_text, shown
from ...definition.variants import variant
from ...web.server import app_over, listening
from ..accessibility import faults_in_looks
from ..chromium import Visitors
from ..page_objects import Lobby, Table

FACE = 5  # with an odd one the right seat bets first


def picture(s: Any, seat: int) -> str:
    """The toy's picture, with something to touch: what each holds, and the numbers."""
    hands = [
        svg.piece(name, f"{name} holds {shown(s.held[i])}", 80 + 240 * i, 60, svg.svg_die(shown(s.held[i]), "own"))
        for i, name in enumerate(SEATS)
    ]
    numbers = [svg.piece(f"number-{n}", str(n), 80 * n, 180, svg.svg_die(n, "enemy")) for n in HELD]
    return svg.svg_document("htl-toy", (400, 260), ("Toy", position_text(s), ""), "", *hands, *numbers)


PICTURED = variant(GAME, name="pictured", svg=picture)
"""A name of its own, because the review of a finished game compiles its search under that name."""


@pytest.fixture
def toy_link(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The lobby of a server that knows the toy."""
    monkeypatch.setitem(EXTRA_GAMES, PICTURED.name, PICTURED)
    monkeypatch.setattr(lobby, "all_definitions", lambda: [*all_definitions(), definition_of(PICTURED.name)])
    with listening(app_over(sqlite_url)) as address:
        yield f"http://{address}/"


class Ear:
    """Hears all that a server tells a page."""

    def __init__(self, page: Page) -> None:
        self._answers: list[Response] = []
        self._told: list[str] = []
        page.on("response", self._reads)
        page.on("websocket", self._listens)

    def _reads(self, answer: Response) -> None:
        if "/api/" in answer.url and answer.ok:
            self._answers.append(answer)

    def _listens(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._told.append(str(frame)))

    @property
    def all(self) -> list[str]:
        return [*filter(None, map(body_of, self._answers)), *self._told]


def body_of(answer: Response) -> str:
    """What an answer says; a question that the page has given up meanwhile, or that a reload cut off, has none."""
    try:
        return answer.text()
    except Error:
        assert answer.url.endswith(("/api/table", "/api/table/odds", "/api/review"))
        return ""


@dataclass
class Match:
    """A game of the toy, as far as both have taken and the die is rolled."""

    left: Table
    right: Table
    to_right: list[str]
    names: dict[str, str]

    @property
    def dom_of_right(self) -> str:
        """The measures of the window are left out: which of them is noted first is a matter of chance."""
        return self.named(re.sub(r'^(<!DOCTYPE html><html[^>]*?) style="[^"]*"', r"\1", self.right.page.content()))

    @property
    def views_of_right(self) -> dict[int, str]:
        """What it was told of the table, by version; who is here just now is left out."""
        views, texts = {}, {}
        for answer in self.to_right:
            response = json.loads(answer)
            text = apply_patch(texts[response["since"]], response["patch"]) if "patch" in response else answer
            view = json.loads(text)
            if "prompt" in view:
                texts[view["tag"]] = text
                views[view["version"]] = self.named(json.dumps(view | {"seats": [], "tag": "TAG"}))
        return views

    def named(self, text: str) -> str:
        """Names that differ from game to game are taken out."""
        for name, word in self.names.items():
            text = text.replace(name, word)
        return re.sub(r'"claimed":"[^"]*"', '"claimed":"TIME"', text)


def invites(visitors: Visitors, link: str) -> tuple[Table, str]:
    """Left sits down and waits for a friend; the table, and the link for the friend."""
    page = visitors.comes().opens(link)
    form = Lobby(page).chooses("Toy")
    form.get_by_role("group", name="Who plays right?").get_by_role("radio", name="A friend").check()
    form.get_by_role("radio", name="I roll my own").check()
    form.get_by_role("button", name="Start").click()
    table = Table(page)
    return table, page.get_by_role("region", name="Invitation").get_by_role("textbox").input_value()


def match(visitors: Visitors, link: str, held: int) -> Match:
    """Left holds this many, right holds 2."""
    left, invitation = invites(visitors, link)

    right_page = visitors.comes().opens(invitation)
    right_page.get_by_role("button", name="Take this seat").click()
    Table(right_page)
    ear = Ear(right_page)
    right_page.reload()
    right = Table(right_page)
    expect(left.page.get_by_role("region", name="Invitation")).to_be_hidden()

    expect(right.asked).to_contain_text("Waiting for")
    assert right.touchable == []
    takes(left, right, held)
    expect(left.asked).to_contain_text("Waiting for")
    expect(left.log).to_contain_text(f"You hold {held}.")
    expect(right.log).to_contain_text("A secret move")
    takes(right, left, 2)
    with right.goes_on(), left.goes_on():
        left.face(FACE).click()
    expect(left.asked).to_contain_text("Waiting for")
    ids = {json.loads(text)["id"]: "ID" for text in ear.all if text.startswith('{"tag"')}
    (stored,) = json.loads(right_page.evaluate("localStorage.getItem('htl.keys')"))
    return Match(left, right, ear.all, ids | {stored["key"]: "KEY", stored["ref"]: "REF", link: "LINK"})


def takes(one: Table, other: Table, number: int) -> None:
    """One touches a number in the picture and confirms it; the other sees that something happened."""
    one.touch(f"number-{number}")
    with other.goes_on(), one.goes_on():
        one.go.click()


def test_two_people_play_in_turns_and_see_no_secret_of_each_other(toy_link: str, visitors: Visitors) -> None:
    few, many = (match(visitors, toy_link, held) for held in (1, 3))
    assert few.dom_of_right == many.dom_of_right
    views, others = few.views_of_right, many.views_of_right
    assert {version: views[version] for version in others} == others
    assert len(others) >= 4
    for texts in (many.to_right, [many.right.page.content()]):
        for secret in ("You hold 3", "held 3", '"held": [3', "left holds 3", "left took 3"):
            assert not any(secret in text for text in texts), secret
        assert any("You hold 2" in text for text in texts)

    takes(many.right, many.left, 3)
    takes(many.left, many.right, 2)
    for table in (many.left, many.right):
        expect(table.verdict).to_contain_text("3 and 2 were held")
    expect(many.right.log).to_contain_text("Take 3")


def test_everybody_can_use_a_table_that_waits_for_a_friend(toy_link: str, visitors: Visitors) -> None:
    table, _ = invites(visitors, toy_link)
    assert faults_in_looks(table.page) == []
