"""Siege at the table: dice are dragged, forced moves play themselves, and everything is on one screen."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import FloatRect, Locator, expect

from ...web.server import Seat, me_at, me_with_a_choice
from ..chromium import Visitors
from ..page_objects import Table

PHONE = {"width": 390, "height": 844}


def me_who_rearranges(client: httpx.Client) -> Seat:
    """Play to a wave in which the lane dice are 4, 2 and 3."""
    me = me_with_a_choice(client)
    for play in ("reinforce 0 0 0", "roll 4", "roll 6", "roll 1"):
        me.plays(play)
    return me


def box(piece: Locator) -> FloatRect:
    found = piece.bounding_box()
    assert found is not None
    return found


def drags(table: Table, die: str, place: str) -> None:
    """Drag the die of a piece onto another piece."""
    mouse = table.page.mouse
    for step, name in enumerate((die, place)):
        shape = box(table.piece(name).locator(".htl-die, .htl-no-die").first)
        mouse.move(shape["x"] + shape["width"] / 2, shape["y"] + shape["height"] / 2, steps=1 + 3 * step)
        if step == 0:
            mouse.down()
    mouse.up()


def sits(visitors: Visitors, link: str, seat: Seat, **options: object) -> Table:
    table = Table(visitors.comes(**options).opens(f"{link}table#{seat.key}"))
    table.marks_what_can_be_touched()
    return table


def test_troops_are_dragged_from_the_backline_to_the_lanes_and_back(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    table = sits(visitors, link, me_with_a_choice(client))
    drags(table, "backline", "top")
    drags(table, "backline", "enemy-middle")
    expect(table.go).to_contain_text("Send 1 to top, 1 to middle")
    drags(table, "top", "backline")
    expect(table.go).to_contain_text("Send 1 to middle")
    with table.goes_on():
        table.go.click()
    expect(table.lines.first).to_contain_text("Send 1 to middle")


def test_lane_dice_are_dragged_to_each_others_places(visitors: Visitors, link: str, client: httpx.Client) -> None:
    table = sits(visitors, link, me_who_rearranges(client))
    places = {lane: box(table.piece(lane).locator(".htl-die"))["y"] for lane in ("top", "middle", "bottom")}
    drags(table, "top", "middle")
    expect(table.go).to_contain_text("Swap top and middle")
    assert box(table.piece("top").locator(".htl-die"))["y"] == pytest.approx(places["middle"], abs=1)
    drags(table, "top", "bottom")  # it is in the middle now
    expect(table.go).to_contain_text("2 to top, 3 to middle, 4 to bottom")
    with table.goes_on():
        table.go.click()
    expect(table.lines.first).to_contain_text("Rearrange to 2, 3, 4")


def test_a_move_without_a_choice_plays_itself_and_is_nothing_to_undo(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    table = sits(visitors, link, me_at(client))  # all lanes are full
    assert table.version == 1
    expect(table.go).to_contain_text("Roll the dice")
    expect(table.undo).to_have_attribute("aria-disabled", "true")
    table.undo.click(force=True)
    expect(table.page.get_by_text("There is no decision of yours to undo.")).to_be_visible()
    assert table.version == 1


def test_a_phone_shows_the_board_the_prompt_and_the_button_together(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    table = sits(visitors, link, me_who_rearranges(client), viewport=PHONE, has_touch=True, is_mobile=True)
    top = box(table.bar)["y"]
    for shown in (table.picture.get_by_role("img"), table.prompt):
        assert box(shown)["y"] >= 0
        assert box(shown)["y"] + box(shown)["height"] <= top
    expect(table.go).to_be_in_viewport()
    assert table.page.locator("#options").evaluate("it => it.scrollWidth <= it.clientWidth"), "it is cut off"


def test_a_button_that_waits_for_a_choice_does_not_look_as_if_it_could_be_pressed(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    table = sits(visitors, link, me_with_a_choice(client))
    expect(table.go).to_have_text("Choose lanes to send troops to")
    expect(table.picture.locator(".keycap").first).to_be_visible()
    table.go.hover(force=True)  # a finger leaves the same behind where it has tapped
    assert table.go.evaluate("button => button.matches(':hover')")
    expect(table.go).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_on_a_phone_the_odds_name_their_move_and_no_dice_have_letters(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    table = sits(visitors, link, me_with_a_choice(client), viewport=PHONE, has_touch=True, is_mobile=True)
    name = table.odds.locator(".odds-of")
    expect(name).to_have_text("Send no troops")
    expect(name).to_have_css("position", "static")
    expect(table.picture.locator(".keycap").first).to_be_hidden()
    table.touch("top")
    expect(table.go).to_contain_text("Send 1 to top")
    expect(name).to_have_css("position", "absolute")  # the button says it


def test_the_die_of_a_roll_stays_on_the_line_of_what_it_did(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    me = me_at(client, dice="mine")
    table = sits(visitors, link, me, viewport=PHONE, has_touch=True, is_mobile=True)
    table.page.get_by_role("button", name="The die shows 5").tap()
    expect(table.page.locator("#news .with-die")).to_have_text("Top:")
    expect(table.page.locator("#news .with-die")).to_have_css("white-space", "nowrap")
