"""What the table says: refusals and their rules, undo, odds, luck, the coach, the log."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import expect

from ...web.server import Seat, me_at, me_with_a_choice, opened
from ..chromium import Visitor, Visitors
from ..page_objects import Table


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes()


def sits(me: Visitor, link: str, seat: Seat) -> Table:
    return Table(me.opens(f"{link}table#{seat.key}"))


def test_a_refusal_leads_to_its_clause_in_the_rulebook(me: Visitor, link: str, client: httpx.Client) -> None:
    seat = me_at(client)
    table = sits(me, link, seat)
    with table.goes_on():
        seat.takes_back()  # the first move leaves no choice, and was played
    before = table.version
    table.touch("top")
    expect(table.notice).to_contain_text(re.compile("A die shows at most 6, and the top lane would have 7", re.I))
    with me.context.expect_page() as shown:
        table.notice.get_by_role("link", name="S2.2").click()
    rules = shown.value
    assert rules.url == f"{link}rules/siege#S2.2"
    clause = rules.locator(":target")
    expect(clause).to_have_text(re.compile("S2.2 Reinforce"))
    expect(clause).to_be_in_viewport()
    assert table.version == before


def test_a_refused_touch_says_why_to_a_key_as_well(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_with_a_choice(client))
    for _ in range(3):
        table.page.keyboard.press("t")
    expect(table.notice).to_contain_text("S2.2")
    expect(table.go).to_contain_text("Send 2 to top")
    table.page.keyboard.press("Escape")
    expect(table.notice).to_be_hidden()


def test_a_second_touch_lets_a_die_go_and_the_others_stay_touched(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_who_rearranges(client))
    table.touch("top")
    expect(table.go).to_have_text("Choose a die to swap it with")
    table.touch("top")
    expect(table.go).to_have_text("Choose two dice to swap")
    table.touch("top")
    table.touch("middle")
    expect(table.go).not_to_contain_text("Choose a die to swap it with")
    table.page.keyboard.press("t")
    expect(table.go).to_have_text("Choose a die to swap it with")
    expect(table.spots.get_by_role("button", name="middle")).to_have_accessible_name(re.compile("selected 1"))
    expect(table.notice).to_be_hidden()


def test_undo_says_why_it_is_not_possible(me: Visitor, link: str, client: httpx.Client) -> None:
    seat = me_at(client, options={"swap": "none"})
    table = sits(me, link, seat)
    with table.goes_on():
        seat.takes_back()
    table.undo.click(force=True)
    expect(table.notice).to_contain_text("This cannot be undone: nothing")
    for _ in range(2):
        with table.goes_on():
            table.go.click()
    before = table.version
    table.page.keyboard.press("u")
    expect(table.notice).to_contain_text(re.compile("This cannot be undone: .*(roll|die|dice)"))
    assert table.version == before


def test_odds_appear_before_a_choice_and_luck_after_a_roll(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_with_a_choice(client))
    table.moves.get_by_role("button", name="Send 1 to top", exact=True).hover()
    expect(table.odds.get_by_text("Send 1 to top", exact=True)).to_be_visible()
    table.touch("middle")
    expect(table.odds.get_by_text("Send 1 to middle", exact=True)).to_be_visible()
    odds = table.odds.get_by_role("listitem").all_inner_texts()
    assert odds
    assert all(re.search(r"\d%", line) for line in odds)
    with table.goes_on():
        table.go.click()
    expect(table.news).not_to_contain_text("luck")
    with table.goes_on():
        table.face(6).click()
    expect(table.news).to_contain_text(re.compile(r"luck [+−]?\d+\.\d"))
    expect(table.log.get_by_role("listitem").nth(1)).to_contain_text(re.compile(r"luck [+−]?\d+\.\d"))


def me_who_rearranges(client: httpx.Client) -> Seat:
    seat = me_at(client, dice="mine")
    for play in ("reinforce 0 0 0", "roll 5", "roll 6", "roll 2", "arrange 6 6 6", "reinforce 0 1 0"):
        seat.plays(play)
    for play in ("roll 4", "roll 6", "roll 1"):
        seat.plays(play)
    return seat


PLACES = """async () => {
  const list = document.querySelector("[aria-label=Moves]");
  const places = [];
  for (const until = performance.now() + 700; performance.now() < until; ) {
    await new Promise(requestAnimationFrame);
    const { top } = list.getBoundingClientRect();
    if (places.at(-1) !== top) places.push(top);
  }
  return places;
}"""


def test_the_list_of_moves_comes_to_rest_under_a_resting_pointer(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_who_rearranges(client))
    expect(table.odds).to_contain_text("Fight without swapping")
    for move in table.moves.get_by_role("button").all():
        move.hover(position={"x": 40, "y": 3})
        assert len(table.page.evaluate(PLACES)) <= 2, "odds of more lines may push it down, once"


def test_the_list_of_moves_stays_where_it_is_while_no_move_is_ready(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    table = sits(me, link, me_who_rearranges(client))
    expect(table.odds).to_contain_text("Fight without swapping")
    expect(table.moves).to_be_visible()
    before = table.page.evaluate(PLACES)
    table.touch("top")
    expect(table.go).to_have_text("Choose a die to swap it with")
    expect(table.odds).to_be_hidden()
    assert table.page.evaluate(PLACES) == before
    move = table.moves.get_by_role("button").first
    move.hover(position={"x": 40, "y": 3})
    assert len(table.page.evaluate(PLACES)) == 1
    expect(table.odds).to_be_visible()
    with table.goes_on():
        move.click()


def test_the_coach_is_silent_until_asked(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_with_a_choice(client))
    with table.goes_on():
        table.moves.get_by_role("button", name="Send 1 to top", exact=True).click()
    expect(table.coach).to_be_hidden()
    assert not any("/api/table/coach" in address for address in me.requests)
    with table.goes_on():
        table.undo.click()
    button = table.bar.get_by_role("button", name="Coach")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(table.coach).to_contain_text("Chance to win now")
    best = table.coach.get_by_role("button").first
    advised = (best.inner_text().splitlines() or [""])[0]
    best.click()
    expect(table.go).to_contain_text(advised)
    button.click()
    expect(table.coach).to_be_hidden()


def test_a_coach_who_samples_gives_the_orders_of_a_plan_and_lets_them_be_taken_back(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    seat = opened(client, "me", "book", game="towers").me
    for _ in range(2):
        seat.plays("ready")  # with the gold of three turns it is time to buy; before, the best plan may be to wait
    table = sits(me, link, seat)
    table.page.keyboard.press("h")
    expect(table.coach).to_contain_text(re.compile(r"Chance to win now \d+% (\d+ to )?\d+%"))
    first = table.coach.locator(".sampled").inner_text()
    expect(table.coach.locator(".sampled")).not_to_have_text(first)
    table.coach.get_by_role("button", name="Other moves and reasons").click()
    assert 2 <= table.coach.get_by_role("button").count() <= 6
    table.coach.get_by_role("button", name=re.compile("hire|tower", re.IGNORECASE)).first.click()
    expect(table.undo).to_be_enabled()


def test_where_the_coach_is_forbidden_nobody_is_offered_one(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, opened(client, "me", coach=False).me)
    expect(table.go).to_be_visible()
    expect(table.bar.get_by_role("button", name="Coach")).to_be_hidden()
    table.page.keyboard.press("h")
    expect(table.notice).to_contain_text("No coach here: The coach is not allowed at this table.")


def test_a_line_of_the_log_leads_to_its_moment_and_back(me: Visitor, link: str, client: httpx.Client) -> None:
    seat = me_with_a_choice(client)
    table = sits(me, link, seat)
    now = table.shown
    for button in (table.lines.nth(0), table.lines.nth(1)):
        line = int(button.get_attribute("data-step") or 0)
        button.click()
        expect(table.picture.get_by_text(f"You are looking at step {line}")).to_be_visible()
        assert f'aria-label="{table.shown}"' in seat.frame(line)["picture"]
    assert table.touchable == []
    table.page.keyboard.press("Escape")
    expect(table.picture.get_by_text("You are looking at step")).to_be_hidden()
    assert table.shown == now
    table.lines.last.click()
    expect(table.picture.get_by_text("You are looking at step 0")).to_be_visible()
    table.page.get_by_role("button", name="Back to now").first.click()
    expect(table.picture.get_by_text("You are looking at step")).to_be_hidden()
    assert table.shown == now
    assert table.touchable != []


def test_a_new_move_is_shown_only_when_the_player_stops_looking_back(
    me: Visitor, link: str, client: httpx.Client
) -> None:
    seat = me_with_a_choice(client)
    table = sits(me, link, seat)
    table.lines.last.click()
    expect(table.picture.get_by_text("You are looking at step 0")).to_be_visible()
    then = table.shown
    with table.goes_on():
        seat.plays("reinforce 1 0 0")
    assert table.shown == then
    table.page.keyboard.press("Escape")
    expect(table.picture.get_by_role("img")).not_to_have_accessible_name(then)


def test_a_name_is_given_and_shown_as_it_was_written(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_at(client))
    table.page.get_by_role("button", name="change your name").click()
    window = table.page.get_by_role("dialog", name="This table")
    window.get_by_role("textbox", name="Your name").fill("<b onclick=alert(1)>Ada & 'Bo'</b>")
    window.get_by_role("button", name="Save").click()
    expect(window).to_be_hidden()
    expect(table.page.get_by_role("list", name="Seats")).to_contain_text("<b onclick=alert(1)>Ada & 'Bo'</b>")


@pytest.mark.parametrize("page", ["table", "watch", "replay"])
def test_a_wrong_or_missing_key_shows_a_way_out(me: Visitor, link: str, page: str) -> None:
    me.expects("401")
    for key in ("", "#", "#no-such-key-was-ever-made"):
        shown = me.opens(f"{link}{page}{key}")
        way_out = shown.get_by_role("main").get_by_role("link", name="Go to the games")
        expect(way_out).to_be_visible()
    way_out.click()
    expect(shown.get_by_role("button", name="Play now").first).to_be_visible()


def test_the_link_that_skips_the_head_keeps_the_key(me: Visitor, link: str, client: httpx.Client) -> None:
    table = sits(me, link, me_at(client))
    address = table.page.url
    table.page.keyboard.press("Tab")
    expect(table.page.get_by_role("link", name=re.compile("^Skip"))).to_be_focused()
    table.page.keyboard.press("Enter")
    assert table.page.url == address
    with table.goes_on():
        table.page.keyboard.press("Enter")
