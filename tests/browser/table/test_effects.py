"""Battles that play over the picture: skippable, silent about what comes, never in the way, and not at all if unwanted.

The clock of the page stands still, so that what plays goes on until the test lets time pass.
"""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from ...web.server import Opening, opened
from ..chromium import Visitors
from ..page_objects import Table

PORTER, EVANS = "piece-1", "piece-40"
LONG = 10_000  # milliseconds; nothing plays for so long
COUNT_PLAYERS = """
  window.players = 0;
  window.AudioContext = class extends AudioContext { constructor() { super(); window.players += 1; } };
"""
"""Count what can play sounds."""
SOUND_ON = "location.host && localStorage.setItem('htl-settings', JSON.stringify({ sound: 'on' }))"
MOTION_OFF = "location.host && localStorage.setItem('htl-settings', JSON.stringify({ animation: 'off' }))"


class Stage(Table):
    """A table on which battles play; its time passes only when the test says so."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
        self.root = page.locator("html")
        self.layer = page.locator("svg.effects")
        self.dice = self.layer.locator(".effect-die")
        self.skip = page.get_by_role("button", name="Skip")

    @property
    def is_playing(self) -> bool:
        return self.root.get_attribute("data-effects") is not None

    def plays(self) -> None:
        expect(self.root).to_have_attribute("data-effects", "")

    def passes(self, milliseconds: int = LONG) -> None:
        self.page.clock.run_for(milliseconds)

    def shows_the_end(self) -> None:
        self.passes()
        expect(self.root).not_to_have_attribute("data-effects", "")
        self.passes(100)  # the frame in which the page marks what can be clicked

    def card(self, piece: str) -> Locator:
        return self.piece(piece).locator(".htl-count-left")


def sits(visitors: Visitors, address: str, init: str = "", **options: Any) -> Stage:
    visitor = visitors.comes(
        **{"reduced_motion": "no-preference", "viewport": {"width": 1280, "height": 900}, **options}
    )
    visitor.context.add_init_script(COUNT_PLAYERS + init)
    page = visitor.context.new_page()
    page.clock.install()
    page.goto(address)
    return Stage(page)


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    """Porter stands before Evans, and the Union acts."""
    opening = opened(client, "me", "friend", game="civilwar", dice="mine")
    for play in ("roll 4", "go Porter D4", "end"):
        opening.me.plays(play)
    for play in ("roll 6", "end"):
        opening.friend.plays(play)
    opening.me.plays("roll 4")
    return opening


def test_nothing_is_spoiled_before_its_die_has_landed(visitors: Visitors, link: str, game: Opening) -> None:
    for play in ("fire Porter E5", "roll 2", "roll 2"):
        game.me.plays(play)
    mine, theirs = (sits(visitors, f"{link}table#{seat.key}") for seat in (game.me, game.friend))
    mine.page.keyboard.press("6")
    for table in (mine, theirs):
        table.plays()
        expect(table.dice).to_have_count(1)
        expect(table.card(EVANS)).to_have_text("3")
        assert "Evans 2/" not in table.page.locator("body").inner_text()
        assert "Evans" not in table.status_text
        table.passes(700)
        expect(table.card(EVANS)).to_have_text("2")
        table.shows_the_end()
        expect(table.lines.first).to_contain_text("1 hit, Evans 2/")
        assert "Evans loses 1 block" in table.status_text, "a screen reader is told what was shown"


def test_a_key_or_a_click_ends_it_and_means_what_it_means(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, f"{link}table#{game.me.key}")
    for play in ("fire Porter E5", "roll 1", "roll 1"):
        game.me.plays(play)
    table.plays()
    table.shows_the_end()
    table.page.keyboard.press("1")
    table.plays()
    table.page.keyboard.press("Shift")
    assert not table.is_playing
    expect(table.dice).to_have_count(0)
    expect(table.prompt).to_contain_text("7 units can still act")

    place = table.piece("piece-0").get_attribute("transform") or ""
    game.me.plays("go Burnside C4")
    table.plays()
    table.page.keyboard.press("u")
    assert not table.is_playing
    expect(table.piece("piece-0")).to_have_attribute("transform", place)

    game.me.plays("go Burnside C4")
    table.plays()
    table.piece("piece-3").locator(".htl-called").click()
    assert not table.is_playing
    expect(table.prompt).to_contain_text("Palmer")
    assert table.page.evaluate("() => players") == 0, "sounds are off until they are turned on"


@pytest.mark.parametrize("unwanted", ["by the system", "by the player"])
def test_nothing_moves_if_it_is_unwanted(visitors: Visitors, link: str, game: Opening, unwanted: str) -> None:
    motion = "reduce" if unwanted == "by the system" else "no-preference"
    visitor = visitors.comes(reduced_motion=motion)
    if unwanted == "by the player":
        visitor.context.add_init_script(MOTION_OFF)
    table = Table(visitor.opens(f"{link}table#{game.me.key}"))
    table.page.evaluate("""() => {
      window.played = 0;
      new MutationObserver(() => played += 1).observe(document.documentElement, { attributeFilter: ["data-effects"] });
    }""")
    with table.goes_on():
        game.me.plays("fire Porter E5")
    with table.goes_on():
        table.page.keyboard.press("6")
    expect(table.lines.first).to_contain_text("Porter fires at E5")
    assert table.page.evaluate("() => played") == 0


def test_the_others_turn_plays_with_skip_and_again(visitors: Visitors, link: str, game: Opening) -> None:
    game.me.plays("end")
    table = sits(visitors, f"{link}table#{game.me.key}", SOUND_ON)
    for play in ("roll 6", "fire Evans D4", "roll 6", "roll 6", "roll 1", "go Bartow G9", "end"):
        game.friend.plays(play)
    table.plays()
    table.shows_the_end()
    table.page.get_by_role("button", name="Watch their turn").click()
    expect(table.skip).to_be_visible()
    expect(table.page.locator(".hud-side[data-acts]")).to_contain_text("Confederate")
    expect(table.prompt).to_have_text("Watch what they do, or skip it.")
    expect(table.card(PORTER)).to_have_text("4")
    before = table.version
    table.page.keyboard.press("Enter")
    assert not table.is_playing, "Enter skips"
    expect(table.skip).to_be_hidden()
    expect(table.card(PORTER)).to_have_text("2")
    expect(table.prompt).to_contain_text("Roll for the Union's action points")
    assert table.version == before, "and rolls nothing"
    assert table.page.evaluate("() => players") == 1


OTHERS = """async (lines) => {
  const { othersActions } = await import("/static/js/table/effects/turns.js");
  return othersActions(lines, { seats: [{ mine: true }, { mine: false }] });
}"""


def test_the_dice_of_ones_own_assault_are_not_the_others_turn(visitors: Visitors, link: str) -> None:
    page = visitors.comes().opens(link)
    die = {"seat": -1, "continues": True, "effects": [{"kind": "die"}]}
    retreat = {"seat": 1, "continues": True, "effects": [{"kind": "move"}]}
    fire = {"seat": 1, "continues": False, "effects": [{"kind": "act", "seat": 1}]}
    assert page.evaluate(OTHERS, [die, die, retreat]) == [None]
    assert page.evaluate(OTHERS, [die, retreat, fire, die]) == [None, 1]
    assert page.evaluate(OTHERS, [retreat]) == [1]
