"""Links between people: an invitation works once, and a key that others may have seen is replaced."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from ..web.course_class import create_course
from ..web.server import me_at
from .accessibility import faults_in_looks
from .chromium import SECRET, Visitor, Visitors
from .page_objects import Lobby, Table

TAKEN = "This seat has been taken, and an invitation works only once; ask its player for a link to watch."


def hosts(visitor: Visitor, link: str) -> Table:
    """Start a battle against a friend, who has not come yet."""
    page = visitor.opens(link)
    form = Lobby(page).chooses("Civil War")
    form.get_by_role("group", name="Who plays Confederate?").get_by_role("radio", name="A friend").check()
    form.get_by_label("Your name").fill("Ada")
    form.get_by_role("button", name="Start").click()
    return Table(page)


def invitation_of(table: Table) -> str:
    return table.page.get_by_role("region", name="Invitation").get_by_role("textbox").input_value()


def accepts(page: Page, name: str = "Bob") -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take this seat").click()


def stored_keys(page: Page, name: str = "htl.keys") -> list[dict[str, Any]]:
    keys: list[dict[str, Any]] = json.loads(page.evaluate("name => localStorage.getItem(name)", name))
    return keys


def test_an_invitation_is_accepted_once_and_the_host_sees_by_whom(visitors: Visitors, link: str) -> None:
    host, friend = visitors.comes(), visitors.comes()
    table = hosts(host, link)
    invitation = invitation_of(table)
    page = friend.opens(invitation)
    expect(page.get_by_role("main")).to_contain_text("You play Confederate. Already here: Ada.")
    assert faults_in_looks(page) == []
    accepts(page)
    Table(page)
    (stored,) = stored_keys(page)
    assert not SECRET.search(page.url), "the address holds no key"
    assert stored["key"] not in invitation
    page.reload()
    Table(page)
    page.goto(invitation)  # which may be all that the friend has kept
    Table(page)
    assert stored_keys(page) == [stored]

    expect(table.page.get_by_role("region", name="Invitation")).to_be_hidden()
    table.page.get_by_role("button", name="Share").click()
    dialog = table.page.get_by_role("dialog", name="This table")
    expect(dialog).to_contain_text("Taken by Bob just now")
    assert faults_in_looks(table.page) == []
    host.expects("410")
    copy = host.opens(invitation)
    expect(copy.get_by_role("main")).to_contain_text(TAKEN)
    assert faults_in_looks(copy) == []


def test_a_friend_is_announced_declines_a_draw_and_wins_when_the_host_resigns(visitors: Visitors, link: str) -> None:
    host, friend = visitors.comes(), visitors.comes()
    table = hosts(host, link)
    seats = table.page.get_by_role("list", name="Seats")
    expect(seats).to_contain_text("not here yet")
    page = friend.opens(invitation_of(table))
    accepts(page)
    theirs = Table(page)
    expect(table.page.locator(".notice")).to_contain_text("Bob has arrived.")
    table.page.get_by_role("button", name="Offer a draw").click()
    offer = page.get_by_role("region", name="Draw offer")
    expect(offer).to_contain_text("Ada offers a draw.")
    offer.get_by_role("button", name="Decline").click()
    expect(table.page.get_by_role("region", name="Draw offer")).to_contain_text("declined the draw")
    table.page.get_by_role("button", name="Resign").click()
    table.page.get_by_role("button", name="End the game").click()
    expect(theirs.verdict).to_contain_text("You won")
    expect(theirs.verdict).to_contain_text("The Union resigned.")
    expect(table.verdict.get_by_role("button", name="Play again")).to_be_visible()


def test_an_invitation_sent_to_the_wrong_person_is_replaced(visitors: Visitors, link: str) -> None:
    host, wrong, friend = (visitors.comes() for _ in range(3))
    table = hosts(host, link)
    old = invitation_of(table)
    stranger = wrong.opens(old)
    expect(stranger.get_by_role("button", name="Take this seat")).to_be_visible()
    table.page.get_by_role("button", name="Share").click()
    dialog = table.page.get_by_role("dialog", name="This table")
    link_field = dialog.get_by_role("textbox", name="Invitation link: Confederate")
    dialog.get_by_role("button", name="Replace the invitation for Confederate").press("Enter")
    expect(link_field).not_to_have_value(old)
    assert faults_in_looks(table.page) == []
    wrong.expects("401")
    accepts(stranger)
    expect(stranger.get_by_role("main")).to_contain_text("This link is not an invitation")
    page = friend.opens(link_field.input_value())
    accepts(page)
    Table(page)


def test_a_claim_whose_answer_is_lost_is_sent_again_with_the_same_key(visitors: Visitors, link: str) -> None:
    table = hosts(visitors.comes(), link)
    friend = visitors.comes()
    friend.expects("net::ERR_FAILED")
    page = friend.opens(invitation_of(table))

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/api/invitation/claim", lose_answer, times=1)
    accepts(page)
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.get_by_role("button", name="Take this seat").click()
    Table(page)
    assert len(stored_keys(page)) == 1


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_seat_s_link_is_replaced_and_the_old_one_ends_where_it_is_open(
    visitors: Visitors, link: str, client: httpx.Client, is_lost: bool
) -> None:
    me, thief = visitors.comes(), visitors.comes()
    old = f"{link}table#{me_at(client).key}"
    page, stolen = me.opens(old), thief.opens(old)
    Table(page)
    Table(stolen)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="This table")
    dialog.get_by_text("Your own link").click()
    expect(dialog.get_by_role("textbox", name="Your own link")).to_have_value(old)
    if not is_lost:
        assert faults_in_looks(page) == []
    else:
        me.expects("net::ERR_FAILED", "401")
        page.route("**/api/table/key", lambda route: (route.fetch(), route.abort()), times=1)
        dialog.get_by_role("button", name="Replace my link").click()
        expect(dialog.get_by_role("alert").filter(has_text="The server cannot be reached.")).to_be_visible()
    dialog.get_by_role("button", name="Replace my link").click()
    expect(page.get_by_text("You have a new link, which Share shows.")).to_be_visible()
    expect(stolen.get_by_role("main")).to_contain_text("This link does not open a table")
    (stored,) = stored_keys(page)
    assert stored["key"] not in old
    page.goto(f"{link}")
    page.get_by_role("link", name="Continue").click()
    Table(page)


def test_the_address_of_a_seat_opens_it_only_in_its_own_browser(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    table = Table(visitors.comes().opens(f"{link}table#{me_at(client).key}"))
    elsewhere = visitors.comes().opens(table.page.url)
    expect(elsewhere.get_by_role("main")).to_contain_text("works only in the browser that it comes from")


def test_a_browser_that_stores_nothing_keeps_the_key_in_the_address(visitors: Visitors, link: str) -> None:
    host, friend = visitors.comes(), visitors.comes()
    invitation = invitation_of(hosts(host, link))
    denied = "get() { throw new DOMException('denied', 'SecurityError'); }"
    friend.context.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ {denied} }})")
    page = friend.opens(invitation)
    accepts(page)
    Table(page)
    assert SECRET.search(page.url)
    page.reload()
    Table(page)


def test_a_friend_becomes_a_general_of_a_campaign(visitors: Visitors, link: str) -> None:
    host, friend = visitors.comes(), visitors.comes()
    page = host.opens(f"{link}campaign")
    page.get_by_role("button", name="Begin").first.click()
    form = page.get_by_role("dialog")
    form.get_by_role("group", name="How many generals?").get_by_role("radio", name="2").check()
    form.get_by_role("group", name="General 2").get_by_role("radio", name="A friend").check()
    form.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog", name="Links to this campaign")
    invitation = dialog.get_by_role("textbox").first.input_value()
    assert faults_in_looks(page) == []
    theirs = friend.opens(invitation)
    accepts(theirs)
    theirs.locator("html[data-version]").wait_for(state="attached")
    assert not SECRET.search(theirs.url)
    dialog.get_by_role("button", name="Close").click()
    page.reload()
    page.get_by_role("button", name="Share").click()
    expect(dialog).to_contain_text("Taken by Bob")
    dialog.get_by_text("Your own link").click()
    dialog.get_by_role("button", name="Replace my link").click()
    expect(page.get_by_text("You have a new link, which Share shows.")).to_be_visible()


def test_a_student_takes_the_place_that_the_teacher_made(visitors: Visitors, link: str, client: httpx.Client) -> None:
    course = create_course(client, title="Bots 101")
    me = visitors.comes()
    page = me.opens(f"{link}course#{course.teacher.key}")
    page.locator("#admit-name").fill("Ada")
    page.locator("#admit-name").press("Enter")
    invitation = page.get_by_role("textbox", name="Link for Ada").input_value()
    student = visitors.comes().opens(invitation)
    expect(student.get_by_role("main")).to_contain_text("This link is for Ada.")
    student.get_by_role("button", name="Open the course").click()
    expect(student.locator("#about")).to_contain_text("You are Ada")
    assert not SECRET.search(student.url)
    me.expects("410")
    copy = me.opens(invitation)
    expect(copy.get_by_role("main")).to_contain_text("ask your teacher for another link")
