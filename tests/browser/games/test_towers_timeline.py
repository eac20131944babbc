"""The timeline of towers in a browser: every step is seen and reached, however wide the window is."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import FloatRect, Locator, Page

from ...web.server import Opening, Seat, opened
from ..chromium import Visitors
from ..page_objects import NARROW
from .test_towers import Planning

WIDE = (
    (1280, 720),
    (1280, 900),
    (1280, 1200),
    (1366, 768),
    (1440, 900),
    (1920, 1000),
    (1024, 768),
    (768, 1024),
)
LAST = 99
STEPS = 100
FINEST = 4.5  # pixels a step, so that a mouse can choose one

CUT_OFF = """(select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const arrow = 20;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
  return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
}"""


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    return opened(client, "me", "friend", game="towers", options={"ruleset": "course"})


def sits(visitors: Visitors, link: str, seat: Seat, **options: object) -> Planning:
    return Planning(visitors.comes(**options).opens(f"{link}table#{seat.key}"))


def resized(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found is not None
    return found


def last_step(table: Planning) -> FloatRect:
    """Where the cells of the last step lie."""
    cells = box(table.cells)
    width = cells["width"] / STEPS
    return {**cells, "x": cells["x"] + LAST * width, "width": width}


def is_within(inner: FloatRect, outer: FloatRect) -> bool:
    return outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"]


def sends(seat: Seat, *soldiers: str) -> None:
    """Hire these, and send them all into the last column at the last step."""
    for number, soldier in enumerate(soldiers, 1):
        for play in (f"hire {soldier}", f"soldier {number}", "column 6", f"step {LAST}"):
            seat.plays(play)


def test_every_step_is_in_sight_unless_the_window_is_narrow(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    for size in WIDE:
        resized(table.page, *size)
        seen = box(table.line.locator(".tl-scroll"))
        assert is_within(last_step(table), seen), size
        assert is_within(seen, box(table.plan)), size
        assert last_step(table)["width"] >= FINEST, size
        assert table.line.get_attribute("data-after") is None, size


def test_several_kinds_at_the_last_step_lie_beside_one_another_in_sight(
    visitors: Visitors, link: str, game: Opening
) -> None:
    sends(game.me, "rifle", "bomb", "shield")
    table = sits(visitors, link, game.me)
    resized(table.page, *WIDE[0])
    seen = box(table.line.locator(".tl-scroll"))
    chips = table.line.get_by_role("button").all()
    assert len({box(chip)["x"] for chip in chips}) == 3
    assert all(is_within(box(chip), seen) for chip in chips)


def test_a_soldier_is_dragged_to_the_last_step(visitors: Visitors, link: str, game: Opening) -> None:
    game.me.plays("hire rifle")
    table = sits(visitors, link, game.me, viewport={"width": 1280, "height": 900})
    with table.goes_on():
        table.drags(table.home.get_by_role("button"), 6, LAST)
    table.line.get_by_role("button", name=f"Rifle, number 1, column 6, step {LAST}").wait_for()


def test_a_narrow_window_says_that_steps_are_out_of_sight_and_keys_bring_them_there(
    visitors: Visitors, link: str, game: Opening
) -> None:
    game.me.plays("hire rifle")
    table = sits(visitors, link, game.me)
    resized(table.page, *NARROW)
    seen = box(table.line.locator(".tl-scroll"))
    assert not is_within(last_step(table), seen)
    assert table.line.get_attribute("data-after") == ""
    assert table.line.get_attribute("data-before") is None
    table.home.get_by_role("button").focus()
    for key in ("Enter", "End"):
        table.page.keyboard.press(key)
    assert table.status_text == f"Column 3, step {LAST}"
    assert is_within(last_step(table), seen)
    assert is_within(box(table.line.locator(".tl-cursor span")), seen)
    table.page.locator(".tl-grid[data-before]:not([data-after])").wait_for()


def test_a_finger_drags_a_soldier_and_scrolls_at_the_edge(visitors: Visitors, link: str, game: Opening) -> None:
    game.me.plays("hire rifle")
    phone = {"width": NARROW[0], "height": NARROW[1]}
    table = sits(visitors, link, game.me, viewport=phone, has_touch=True, is_mobile=True)
    table.home.scroll_into_view_if_needed()
    start, seen = box(table.home.get_by_role("button")), box(table.line.locator(".tl-scroll"))
    fingers = table.page.context.new_cdp_session(table.page)

    def touches(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    edge = seen["x"] + seen["width"] - 4
    touches("touchStart", (x, y))
    for part in (0.3, 0.6, 1):
        touches("touchMove", (x + (edge - x) * part, y + (seen["y"] + 60 - y) * part))
    table.page.locator(".tl-grid[data-before]:not([data-after])").wait_for()
    with table.goes_on():
        touches("touchEnd")
    table.line.get_by_role("button", name=f"Rifle, number 1, column 0, step {LAST}").wait_for()


def test_what_units_do_can_be_read_whole(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.plan.get_by_text("How your units decide").click()
    for size in (WIDE[1], NARROW):
        resized(table.page, *size)
        choices = table.plan.locator(".plan-minds select").all()
        assert choices
        assert [one.evaluate(CUT_OFF) for one in choices] == [[]] * len(choices), size
