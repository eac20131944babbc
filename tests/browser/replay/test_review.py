"""The review of a finished game: a graph to go along, its turning points, and another try from there."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, expect

from ...web.server import Seat, me_with_a_choice
from ..chromium import Visitor, Visitors
from ..page_objects import Table
from .test_replay import HELD, Replay, watches

ENDS = [0, 1, 5, 6, 9, 10, 11, 14, 15]
"""The steps at which its stretches end."""


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes()


@pytest.fixture
def replay(me: Visitor, link: str, client: httpx.Client) -> Replay:
    seat = Seat(client, Seat(client).sends(HELD.read_bytes()).json()["key"])
    found = watches(me, link, seat)
    found.button("Review the game").click()
    expect(found.page.get_by_role("heading", name="Where it turned")).to_be_visible()
    return found


def review_in(replay: Replay) -> Locator:
    return replay.page.get_by_role("region", name="Review", exact=True)


def graph_in(replay: Replay) -> Locator:
    return review_in(replay).get_by_role("slider", name="Chance to win over the game")


def test_the_sums_and_the_turning_points_are_told(replay: Replay) -> None:
    sums = review_in(replay).get_by_role("definition")
    expect(sums).to_have_text(["72.22%", "+35.19", "−7.41", "100.00%"])
    points = review_in(replay).get_by_role("list").nth(0).get_by_role("listitem")
    expect(points).to_have_count(3)
    expect(points.nth(1)).to_contain_text("Better: send 1 to top, 1 to middle, 4 to bottom.")
    points.nth(1).get_by_role("button", name="Step 11").click()
    replay.shows(11)


def test_the_arrow_keys_and_the_mouse_go_along_the_graph(replay: Replay) -> None:
    graph = graph_in(replay)
    graph.focus()
    for step in ENDS[1:]:
        replay.page.keyboard.press("ArrowRight")
        replay.shows(step)
    expect(graph).to_have_attribute("aria-valuetext", "Step 15, 100 percent, skill 0.00: Fight without swapping")
    for key, step in (("ArrowLeft", 14), ("Home", 0), ("End", 15)):
        replay.page.keyboard.press(key)
        replay.shows(step)
    box = graph.bounding_box()
    assert box is not None
    replay.page.mouse.click(box["x"] + box["width"] * 0.65, box["y"] + box["height"] / 2)
    replay.shows(10)


def test_everything_is_also_a_table(replay: Replay) -> None:
    review_in(replay).get_by_text("Everything as a table").click()
    rows = review_in(replay).get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(len(ENDS) + 1)
    expect(rows.nth(7)).to_have_text("11SkillSend 4 to middle−7.4192.59%")


def test_one_can_try_again_from_a_turning_point(replay: Replay) -> None:
    review_in(replay).get_by_role("button", name="Try again here").nth(1).click()
    form = replay.page.get_by_role("dialog", name="Continue from step 10")
    expect(form.get_by_role("radio", name="Me")).to_be_checked()
    form.get_by_role("button", name="Start").click()
    expect(Table(replay.page).page).to_have_url(re.compile("/table#"))


def test_a_game_that_is_not_over_cannot_be_reviewed(me: Visitor, link: str, client: httpx.Client) -> None:
    found = watches(me, link, me_with_a_choice(client))
    button = found.button("Review the game")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(button).to_have_accessible_description("this game is not finished; you can review it when it is over")
    button.click(force=True)
    expect(review_in(found)).to_be_hidden()
