"""Moving characters by hand: the ghost says what would become of a move, and letting go plays it."""

from __future__ import annotations

import re
from contextlib import nullcontext

import httpx
import pytest
from playwright.sync_api import Locator, expect

from ...web.server import Opening, Seat, opened
from ..accessibility import faults_in_looks
from ..chromium import Visitors
from ..page_objects import NARROW, Table

MILLRACE = {"game": "skirmish", "options": {"scenario": "millrace"}, "dice": "mine"}
TO_SCREEN = """([x, y]) => {
  const matrix = document.querySelector(".htl-table").getScreenCTM();
  const { x: px, y: py } = new DOMPoint(1000 * x, 24000 - 1000 * y).matrixTransform(matrix);
  return [px, py];
}"""
HAS_SAID = "(words) => document.getElementById('live-region').textContent.includes(words)"


class Battle(Table):
    """A table of skirmish, where places are inches."""

    @property
    def panel(self) -> Locator:
        return self.page.get_by_role("region", name="By hand")

    @property
    def description(self) -> Locator:
        return self.panel.locator(".drag-status")

    @property
    def ghost(self) -> Locator:
        return self.picture.locator(".drag-layer .drag-base")

    @property
    def why(self) -> Locator:
        return self.picture.locator(".drag-reason")

    def spot(self, x: float, y: float) -> tuple[float, float]:
        px, py = self.page.evaluate(TO_SCREEN, [x, y])
        return px, py

    def drags(self, start: tuple[float, float], *places: tuple[float, float]) -> None:
        """Take what stands there over these places; the button is still held."""
        self.page.mouse.move(*self.spot(*start))
        self.page.mouse.down()
        for place in places:
            self.page.mouse.move(*self.spot(*place), steps=3)


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    """The friends begin the battle at the mill."""
    opening = opened(client, "me", **MILLRACE)
    opening.me.plays("roll 6")
    return opening


def sits(visitors: Visitors, link: str, seat: Seat, **options: object) -> Battle:
    one = visitors.comes(**{"viewport": {"width": 1280, "height": 900}, **options})
    battle = Battle(one.opens(f"{link}table#{seat.key}"))
    expect(battle.panel).to_be_visible()
    return battle


def at(seat: Seat, id_: str) -> list[float] | None:
    (one,) = (one for one in seat.view["board"]["characters"] if one["id"] == id_)
    place: list[float] | None = one["at"]
    return place


def test_a_drag_shows_its_inches_and_who_sees_whom_and_letting_go_plays_it(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me)
    battle.drags((12, 2.5), (11, 4), (10, 7))
    expect(battle.description).to_contain_text("Oda Verrin goes")
    expect(battle.ghost).to_have_count(1)
    assert "″" in battle.picture.locator(".drag-inches text").first.text_content()
    assert battle.picture.locator(".drag-sight").count() == 8
    assert battle.picture.locator(".drag-sight.blocked").count() > 0
    expect(battle.panel.locator(".drag-sees")).to_contain_text("by the mill")
    with battle.goes_on():
        battle.page.mouse.up()
    x, y = at(game.me, "f1") or [0, 0]
    assert abs(x - 10) < 0.1
    assert abs(y - 7) < 0.1
    expect(battle.ghost).to_have_count(0)


def test_a_way_that_is_blocked_is_drawn_with_its_reason_and_taken_as_far_as_it_goes(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me)
    battle.drags((9.5, 3), (9.5, 6), (9.5, 8.9))
    expect(battle.why).to_contain_text("Left sluice post is in the way. K1.3")
    expect(battle.picture.locator(".drag-blocks")).to_have_count(1)
    expect(battle.picture.locator(".drag-way.stopped")).to_have_count(1)
    requests: list[str] = []
    battle.page.on("request", lambda request: requests.append(request.url))
    battle.page.mouse.up()
    battle.marks_what_can_be_touched()
    assert [address for address in requests if address.endswith("/moves")] == []
    with battle.goes_on():
        battle.panel.get_by_role("button", name="As far as it can").click()
    assert at(game.me, "f3") == [9.5, 8.85]


def test_two_touches_move_as_well_and_escape_puts_back(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.page.mouse.click(*battle.spot(16, 2.5))
    expect(battle.description).to_contain_text("Pim Sallow stands")
    battle.page.keyboard.press("Escape")
    expect(battle.ghost).to_have_count(0)
    battle.page.mouse.click(*battle.spot(16, 2.5))
    with battle.goes_on():
        battle.page.mouse.click(*battle.spot(16, 5))
    assert game.me.view["board"]["active"]["id"] == "f4"


def test_keys_lead_the_ghost_over_a_way_point(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.page.keyboard.press("1")
    grip = battle.picture.get_by_role("application")
    expect(grip).to_be_focused()
    for key in ("Shift+ArrowUp", "Shift+ArrowUp", "ArrowUp", "w", "Shift+ArrowLeft", "ArrowLeft"):
        battle.page.keyboard.press(key)
    expect(battle.description).to_contain_text("2.3 inches and then 1.3 inches, to 10.75,4.75")
    with battle.goes_on():
        battle.page.keyboard.press("Enter")
    game.me.takes_back()
    assert at(game.me, "f1") == [12, 4.75]


def test_who_is_in_hand_is_put_back_when_it_is_to_stay(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.page.keyboard.press("1")
    for key in ("Shift+ArrowUp", "Enter"):
        with battle.goes_on() if key == "Enter" else nullcontext():
            battle.page.keyboard.press(key)
    expect(battle.picture.get_by_role("application")).to_be_focused()  # it goes on with the same one
    with battle.goes_on():
        battle.page.keyboard.press("s")
    expect(battle.ghost).to_have_count(0)
    assert game.me.view["board"]["active"] is None


def test_inches_can_be_typed_and_are_heard(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.panel.get_by_text("Type inches").click()
    battle.panel.get_by_label("Who").select_option("Wenna Thorne")
    field = battle.panel.get_by_label("Goes to, in inches")
    field.fill("7.5, 30")
    expect(battle.description).to_contain_text("Wenna Thorne has 6″")
    field.fill("7.5, 6.125")
    expect(battle.description).to_contain_text("Wenna Thorne goes 2.6 inches, to 7.5,6.125")
    battle.page.wait_for_function(HAS_SAID, arg="7.5,6.125")
    with battle.goes_on():
        field.press("Enter")
    assert at(game.me, "f6") == [7.5, 6.125]


def test_a_finger_drags_on_a_narrow_screen(visitors: Visitors, link: str, game: Opening) -> None:
    phone = {"width": NARROW[0], "height": NARROW[1]}
    battle = sits(visitors, link, game.me, viewport=phone, has_touch=True, is_mobile=True)
    fingers = battle.page.context.new_cdp_session(battle.page)

    def touches(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touches("touchStart", battle.spot(16, 2.5))
    for y in (3.5, 4.5, 6):
        touches("touchMove", battle.spot(16, y))
    expect(battle.description).to_contain_text("Pim Sallow goes")
    with battle.goes_on():
        touches("touchEnd")
    assert (at(game.me, "f4") or [0, 0])[1] > 5


def test_what_the_enemy_did_is_traced_with_the_line_of_its_list(visitors: Visitors, link: str, game: Opening) -> None:
    for play in ("use f1", "stay"):
        game.me.plays(play)
    battle = sits(visitors, link, game.me)
    steps = battle.page.locator(".trace-steps li")
    expect(steps).to_have_count(1)
    expect(steps.first).to_contain_text("of its list")
    expect(steps.first.locator("a").first).to_contain_text("K5.")
    address, _, chapter = (battle.page.get_by_role("link", name="Read its list").get_attribute("href") or "").partition(
        "#"
    )
    assert f'id="{chapter}"' in battle.page.request.get(f"{link.rstrip('/')}{address}").text()
    traces = battle.picture.locator("svg.traces")
    expect(traces.locator(".trace-way")).to_have_count(1)
    battle.page.get_by_label("Show it on the table").uncheck()
    expect(traces).to_be_hidden()


def test_the_page_is_sound_while_something_is_in_hand(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.page.keyboard.press("2")
    battle.page.keyboard.press("Shift+ArrowUp")
    expect(battle.description).to_contain_text("Hask goes")
    assert faults_in_looks(battle.page) == []


# What has been put right


def test_on_a_phone_the_places_of_a_move_are_no_buttons(visitors: Visitors, link: str, game: Opening) -> None:
    game.me.plays("use f3")
    battle = sits(visitors, link, game.me, viewport={"width": NARROW[0], "height": NARROW[1]})
    more = battle.page.locator("#more-acts button")
    expect(more.filter(has_text="Shoot an enemy")).to_be_visible()
    expect(more.filter(has_text="goes")).to_have_count(0)


def test_the_chance_to_hurt_is_written_on_whom_it_is_about(visitors: Visitors, link: str, game: Opening) -> None:
    game.me.plays("use f3")
    battle = sits(visitors, link, game.me)
    sign = battle.picture.locator(".marks.in-reach .mark-target .sign").first
    expect(sign).to_have_text("67%")
    box, (x, y) = sign.bounding_box(), battle.spot(8.5, 15)
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - x) < 2
    assert abs(box["y"] + box["height"] / 2 - y) < 2
    legend = battle.page.get_by_role("list", name="What the marks mean")
    expect(legend).to_contain_text("the chance to wound")
    expect(legend).not_to_contain_text("half a move")  # which is drawn as a ring


def test_a_question_that_the_server_does_not_answer_is_an_error_on_the_page(
    visitors: Visitors, link: str, game: Opening
) -> None:
    visitor = visitors.comes(viewport={"width": 1280, "height": 900})
    visitor.expects("500")
    battle = Battle(visitor.opens(f"{link}table#{game.me.key}"))
    expect(battle.panel).to_be_visible()
    error = {"error": {"code": "inside", "sentence": "The server failed."}}
    battle.page.route("**/api/table/try", lambda route: route.fulfill(status=500, json=error))
    battle.drags((13.5, 4), (13.5, 7))
    battle.page.mouse.up()
    expect(battle.notice).to_contain_text("The server failed.")


def test_the_panel_says_what_the_active_character_can_still_do(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    expect(battle.description).to_contain_text("to a place, an enemy or something to carry")
    battle.drags((9.5, 3), (9.5, 8))
    expect(battle.panel.get_by_role("button", name="Go", exact=True)).to_be_visible()
    with battle.goes_on():
        battle.page.mouse.up()
    expect(battle.description).to_contain_text("Ketta Marl has no move left: click a marked enemy to shoot")


def test_what_is_refused_is_no_longer_red_when_it_is_put_back(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.drags((9.5, 3), (9.5, 6), (9.5, 8.9))
    battle.page.mouse.up()
    expect(battle.page.locator(".drag-panel[data-refused]")).to_be_visible()
    battle.page.keyboard.press("Escape")
    expect(battle.page.locator(".drag-panel[data-refused]")).to_have_count(0)


def test_enter_goes_as_far_as_it_can_once_that_has_been_told(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    battle.drags((9.5, 3), (9.5, 6), (9.5, 8.9))
    battle.page.mouse.up()
    battle.page.wait_for_function(HAS_SAID, arg="Enter goes as far as it can.")
    with battle.goes_on():
        battle.page.keyboard.press("Enter")
    assert at(game.me, "f3") == [9.5, 8.85]


def test_enter_before_the_answer_is_told_plays_nothing_that_is_refused(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me)
    before = battle.version
    battle.panel.get_by_text("Type inches").click()
    battle.panel.get_by_label("Who").select_option("Wenna Thorne")
    field = battle.panel.get_by_label("Goes to, in inches")
    field.fill("7.5, 30")
    field.press("Enter")
    battle.page.wait_for_function(HAS_SAID, arg="Press Enter again")
    assert battle.version == before


def test_a_shot_of_the_enemy_is_told_with_what_came_of_it(visitors: Visitors, link: str, game: Opening) -> None:
    for play in ("use f1", "go 12,8.5", "use f4", "stay", "roll 6", "roll 1"):
        game.me.plays(play)
    battle = sits(visitors, link, game.me)
    steps = battle.page.locator(".trace-steps li")
    expect(steps).to_contain_text([re.compile("hits Oda Verrin.*Oda Verrin is wounded")])


def test_a_wide_table_of_the_rulebook_scrolls_by_itself(visitors: Visitors, link: str) -> None:
    page = visitors.comes(viewport={"width": NARROW[0], "height": NARROW[1]}).opens(f"{link}rules/skirmish")
    assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]


def test_what_can_be_used_has_a_frame_around_its_base(visitors: Visitors, link: str, game: Opening) -> None:
    battle = sits(visitors, link, game.me)
    outlines = battle.picture.locator("svg.marks rect.outline")
    expect(outlines).to_have_count(6)
    stand = [(12, 2.5), (13.5, 4), (9.5, 3), (16, 2.5), (10.5, 1.5), (7.5, 3.5)]
    spots = [battle.spot(*place) for place in stand]
    for outline in outlines.all():
        box = outline.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert min(abs(x - px) + abs(y - py) for px, py in spots) < 2


def test_what_is_in_the_way_of_sight_is_marked_where_it_is(visitors: Visitors, link: str, game: Opening) -> None:
    for play in ("use f3", "go 9.5,6"):
        game.me.plays(play)
    battle = sits(visitors, link, game.me)
    box = battle.picture.locator(".in-reach .mark-blocks .sign").first.bounding_box()
    assert box is not None
    x, y = battle.spot(6.25, 16.75)  # the middle of the garden wall
    assert abs(box["x"] + box["width"] / 2 - x) < 3
    assert abs(box["y"] + box["height"] / 2 - y) < 3


def test_the_aim_is_told_beside_the_table_and_the_question_is_short(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me)
    expect(battle.page.locator("#aim")).to_have_text(
        "The aim: Carry the toll ledger off the table, and do not lose the lamp oil."
    )
    expect(battle.prompt).to_have_text("Choose one of 6 characters to act, or pass.")
    expect(battle.page.get_by_role("button", name="Next character")).to_be_visible()


def test_on_a_phone_the_table_has_the_whole_width_and_the_list_stands_below(
    visitors: Visitors, link: str, game: Opening
) -> None:
    battle = sits(visitors, link, game.me, viewport={"width": NARROW[0], "height": NARROW[1]})
    frame = battle.page.locator("#frame").bounding_box()
    assert frame is not None
    left, right = battle.spot(0, 12)[0], battle.spot(24, 12)[0]
    assert right - left > 0.9 * frame["width"]
    assert frame["x"] < left < right < frame["x"] + frame["width"]
    battle.page.get_by_text("Round 1 of 14: characters", exact=True).click()
    listed = battle.page.locator(".aside svg")
    expect(listed).to_contain_text("Dreth Mulcar")
    assert (listed.bounding_box() or {"width": 0})["width"] > 0.8 * frame["width"]
    battle.page.set_viewport_size({"width": 1440, "height": 900})
    expect(listed).to_be_hidden()
    assert battle.spot(24, 12)[0] - battle.spot(0, 12)[0] < 0.8 * battle.page.locator("#frame").evaluate(
        "frame => frame.clientWidth"
    )


def test_a_figure_that_slipped_is_put_right_and_the_log_says_so(visitors: Visitors, link: str, game: Opening) -> None:
    visitor = visitors.comes(viewport={"width": 1280, "height": 900})
    battle = Battle(visitor.opens(f"{link}table#{game.me.key}"))
    form = battle.page.locator("details", has_text="A figure slipped")
    form.locator("summary").click()
    form.get_by_label("Figure").select_option(label="Hask")
    expect(form.get_by_label("Stands at, in inches")).to_have_value("13.5, 4")
    form.get_by_label("Stands at, in inches").fill("13.75, 4.25")
    with battle.goes_on():
        form.get_by_role("button", name="Correct its place").click()
    assert at(game.me, "f2") == [13.75, 4.25]
    expect(battle.page.get_by_text("Corrected: the figure of Hask stands at 13.75,4.25").first).to_be_attached()
    expect(form.get_by_label("Stands at, in inches")).to_have_value("13.75, 4.25")
    visitor.expects("422")
    form.get_by_label("Stands at, in inches").fill("12, 2.5")
    form.get_by_role("button", name="Correct its place").click()
    expect(battle.notice).to_contain_text("At 12,2.5 Hask would overlap Oda Verrin")
    assert at(game.me, "f2") == [13.75, 4.25]


def test_with_the_computers_dice_no_figure_slips(visitors: Visitors, link: str, client: httpx.Client) -> None:
    opening = opened(client, "me", **{**MILLRACE, "dice": "table"})
    while opening.me.view["may_roll"]:
        opening.me.rolls()
    battle = sits(visitors, link, opening.me)
    expect(battle.page.locator("details", has_text="A figure slipped")).to_be_hidden()
