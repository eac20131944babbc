"""Dice that tumble: shortly, skippable, and not at all for whoever wants no motion."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from ...web.server import me_at
from ..chromium import Visitors
from ..page_objects import Table

LONGEST = 400  # milliseconds
DICE = ["enemy-top", "enemy-middle", "enemy-bottom"]

SEE = """new Promise(seen => {
  const ends = () => document.getAnimations()
    .filter(one => one.effect.target.closest('[data-id]'))
    .map(one => [one.effect.target.closest('[data-id]').dataset.id, one.effect.getComputedTiming().endTime]);
  new MutationObserver((_, watching) => {
    watching.disconnect();
    const label = document.querySelector('[role=img]').getAttribute('aria-label');
    seen({ ends: ends(), label });
  }).observe(document.documentElement, { attributeFilter: ['data-version'] });
  document.activeElement.blur();
})"""
"""What moves, and until when, in the moment at which a new version is shown."""

MOVING = "document.getAnimations().filter(one => one.effect.target.closest('[data-id]')).length"


def about_to_roll(page: Page) -> Table:
    table = Table(page)
    with table.goes_on():
        table.go.click()
    expect(table.go).to_contain_text("Roll the dice")
    return table


@pytest.fixture
def address(link: str, client: httpx.Client) -> str:
    return f"{link}table#{me_at(client).key}"


def seen_at_the_roll(table: Table) -> Any:
    """Press R, and see what moves at the moment at which the new picture is there."""
    table.page.evaluate(f"() => {{ window.seen = {SEE}; }}")
    table.page.keyboard.press("r")
    return table.page.evaluate("() => window.seen")


def test_dice_tumble_over_the_new_picture_for_less_than_400_milliseconds(visitors: Visitors, address: str) -> None:
    table = about_to_roll(visitors.comes().opens(address))
    seen = seen_at_the_roll(table)
    assert sorted({die for die, _ in seen["ends"]}) == sorted(DICE)
    assert max(end for _, end in seen["ends"]) < LONGEST
    assert "Enemy: top" in seen["label"], "the picture is there before the dice have come to rest"


def test_a_key_lets_the_dice_lie_at_once(visitors: Visitors, address: str) -> None:
    me = visitors.comes()
    table = about_to_roll(me.opens(address))
    slow_motion = me.context.new_cdp_session(table.page)
    slow_motion.send("Animation.enable")
    slow_motion.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    with table.goes_on():
        table.page.keyboard.press("r")
    assert table.page.evaluate(MOVING) >= len(DICE)
    table.page.keyboard.press("Shift")
    assert table.page.evaluate(MOVING) == 0
    expect(table.piece("enemy-top").locator("[style]")).to_have_count(0)


def test_no_die_tumbles_for_whoever_wants_no_motion(visitors: Visitors, address: str) -> None:
    table = about_to_roll(visitors.comes(reduced_motion="reduce").opens(address))
    seen = seen_at_the_roll(table)
    assert seen["ends"] == []
    assert "Enemy: top" in seen["label"]
