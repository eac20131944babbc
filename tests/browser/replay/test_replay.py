"""A game watched again: any step of it, by hand or by itself, and what can be made of it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from holdtheline.core.game_record.replay import Record

from ...web.server import Seat, me_at, me_with_a_choice
from ..chromium import Visitor, Visitors
from ..page_objects import Lobby, Table

GOLDEN = Path(__file__).parents[2] / "golden"
HELD = GOLDEN / "siege-held.htl"
MIDNIGHT = datetime(2026, 1, 1)

IS_SEEN = """step => {
  const [inner, outer] = [step, step.closest("ol, ul")].map(one => one.getBoundingClientRect());
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""
"""Whether a step lies within what the list of steps shows."""


class Replay:
    """The page of a replay."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.controls = page.get_by_role("group", name="Playback")
        self.scrubber = self.controls.get_by_role("slider", name="Step")
        self.picture = page.get_by_role("img").first
        self.verdict = page.get_by_role("main").get_by_text(re.compile(" (won|lost): "))
        page.locator("html[data-step]").wait_for(state="attached")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def last(self) -> int:
        return int(self.scrubber.get_attribute("max") or 0)

    @property
    def list(self) -> Locator:
        """The steps, as buttons."""
        return self.page.get_by_role("region", name="Steps").get_by_role("button")

    @property
    def shown(self) -> str:
        return self.picture.get_attribute("aria-label") or ""

    def shows(self, step: int) -> None:
        """The step is shown, and all parts of the page agree about it."""
        expect(self.page.locator("html")).to_have_attribute("data-step", str(step))
        expect(self.scrubber).to_have_value(str(step))
        expect(self.controls).to_contain_text(f"{step} / {self.last}")
        expect(self.list.nth(step)).to_have_attribute("aria-current", "step")


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes()


@pytest.fixture
def uploaded(client: httpx.Client) -> Seat:
    """A visitor who watches a record that came from a file."""
    return Seat(client, Seat(client).sends(HELD.read_bytes()).json()["key"])


def watches(me: Visitor, link: str, seat: Seat) -> Replay:
    return Replay(me.opens(f"{link}replay#{seat.key}"))


def label_of(seat: Seat, step: int) -> str:
    """The picture of a step in words, as the server tells it."""
    found = re.search('aria-label="([^"]*)"', seat.frame(step)["picture"])
    assert found is not None
    return found[1]


def test_a_replay_is_scrubbed_to_a_chosen_step_by_the_mouse(me: Visitor, link: str, uploaded: Seat) -> None:
    replay = watches(me, link, uploaded)
    replay.shows(0)
    box = replay.scrubber.bounding_box()
    assert box is not None
    pull(replay.page, box, 0.02, 0.5)
    step = int(replay.scrubber.input_value())
    assert abs(step - replay.last / 2) <= 1
    replay.shows(step)
    assert replay.shown == label_of(uploaded, step)
    pull(replay.page, box, 0.5, 1.0)
    replay.shows(replay.last)
    expect(replay.verdict).to_be_visible()


def pull(page: Page, box: FloatRect, start: float, end: float) -> None:
    """Pull the slider from one share of its length to another."""
    height = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + start * box["width"], height)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], height, steps=5)
    page.mouse.up()


def test_a_replay_is_scrubbed_by_keys(me: Visitor, link: str, uploaded: Seat) -> None:
    replay = watches(me, link, uploaded)
    keyboard = replay.page.keyboard
    expect(replay.verdict).to_be_hidden()
    for key, step in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", replay.last),
        ("ArrowRight", replay.last), ("ArrowLeft", replay.last - 1), ("Home", 0), ("ArrowLeft", 0),
    ):  # fmt: skip
        keyboard.press(key)
        replay.shows(step)
        assert replay.shown == label_of(uploaded, step)
    replay.scrubber.focus()
    for key, step in (("ArrowRight", 1), ("ArrowUp", 2), ("End", replay.last), ("Home", 0)):
        keyboard.press(key)
        replay.shows(step)


def test_a_replay_is_scrubbed_by_the_list_and_the_buttons(me: Visitor, link: str, uploaded: Seat) -> None:
    replay = watches(me, link, uploaded)
    assert replay.list.count() == replay.last + 1
    for step in (7, 3):
        replay.list.nth(step).click()
        replay.shows(step)
        assert replay.shown == label_of(uploaded, step)
    for name, step in (("Step forward", 4), ("Step back", 3), ("Last step", replay.last), ("First step", 0)):
        replay.button(name).click()
        replay.shows(step)


def test_a_step_that_can_be_seen_stays_where_it_is_clicked(me: Visitor, link: str, uploaded: Seat) -> None:
    replay = watches(me, link, uploaded)
    replay.list.nth(6).scroll_into_view_if_needed()
    before = replay.list.nth(6).bounding_box()
    replay.list.nth(6).click()
    replay.shows(6)
    assert replay.list.nth(6).bounding_box() == before
    for key, step in (("End", replay.last), ("Home", 0)):
        replay.page.keyboard.press(key)
        replay.shows(step)
        assert replay.list.nth(step).evaluate(IS_SEEN)


def test_a_replay_plays_by_itself_at_the_speed_that_is_chosen_and_pauses(
    me: Visitor, link: str, uploaded: Seat
) -> None:
    page = me.context.new_page()
    page.clock.install(time=MIDNIGHT)
    page.goto(f"{link}replay#{uploaded.key}")
    replay = Replay(page)
    page.clock.pause_at(MIDNIGHT + timedelta(hours=1))
    replay.button("Play").click()
    expect(replay.button("Pause")).to_be_visible()
    for step, (speed, milliseconds) in enumerate(
        [("1×", 1000), ("1×", 1000), ("2×", 500), ("8×", 125), ("0.5×", 2000)], start=1
    ):
        replay.controls.get_by_role("combobox", name="Speed").select_option(speed)
        if step > 1:  # a speed counts from the step after it was chosen
            replay.button("Pause").click()
            replay.button("Play").click()
        page.clock.run_for(milliseconds - 20)
        replay.shows(step - 1)
        page.clock.run_for(40)
        replay.shows(step)
    replay.button("Pause").click()
    page.clock.run_for(10_000)
    replay.shows(5)

    replay.page.locator("body").press("Space")
    expect(replay.button("Pause")).to_be_visible()
    for step in range(6, replay.last + 1):
        page.clock.run_for(2020)
        replay.shows(step)
    expect(replay.button("Play")).to_be_visible()
    expect(replay.verdict).to_be_visible()


def test_a_new_game_goes_on_from_the_step_that_is_shown(me: Visitor, link: str, client: httpx.Client) -> None:
    seat = me_with_a_choice(client)
    replay = watches(me, link, seat)
    replay.list.nth(3).click()
    replay.shows(3)
    then, before = replay.shown, seat.view
    replay.button("Continue from here").click()
    form = replay.page.get_by_role("dialog", name="Continue from step 3")
    form.get_by_role("radio", name="The table rolls").check()
    form.get_by_role("button", name="Start").click()
    table = Table(replay.page)
    assert table.steps == 3
    assert table.shown == then
    expect(table.go).to_contain_text("Roll the dice")
    with table.goes_on():
        table.go.click()
    assert seat.view["log"] == before["log"], "the old game stays as it was"


def test_a_finished_game_cannot_go_on_from_its_end_and_says_why(me: Visitor, link: str, uploaded: Seat) -> None:
    replay = watches(me, link, uploaded)
    replay.page.keyboard.press("End")
    replay.shows(replay.last)
    replay.button("Continue from here").click(force=True)
    expect(replay.page.get_by_text("The game is over here")).to_be_visible()
    expect(replay.page.get_by_role("dialog")).to_be_hidden()


def test_a_record_is_uploaded_watched_and_downloaded_again(me: Visitor, link: str) -> None:
    lobby = Lobby(me.opens(link))
    lobby.page.get_by_label("Choose a record").set_input_files(HELD)
    replay = Replay(lobby.page)
    with replay.page.expect_download() as saved:
        replay.button("Download").click()
    record = Record.parse(saved.value.path().read_bytes())
    assert record.lines == Record.read(HELD).lines
    lobby = Lobby(me.opens(link))
    expect(lobby.finished.get_by_role("link", name="Replay")).to_be_visible()


def test_a_bad_record_is_refused_with_the_place_of_its_fault(me: Visitor, link: str, tmp_path: Path) -> None:
    me.expects("422")
    lines = HELD.read_text().splitlines(keepends=True)
    lines[4] = lines[4].replace('"face":', '"face":7').replace('"play":', '"play":9')
    bad = tmp_path / "bad.htl"
    bad.write_text("".join(lines))
    lobby = Lobby(me.opens(link))
    lobby.page.get_by_label("Choose a record").set_input_files(bad)
    fault = lobby.page.get_by_role("region", name="Replay a record").get_by_role("alert")
    expect(fault).to_contain_text(re.compile(r"bad\.htl: .*line 5"))
    assert lobby.page.url == link
    bad.write_text("no record at all")
    lobby.page.get_by_label("Choose a record").set_input_files(bad)
    expect(fault).to_contain_text(re.compile(r"bad\.htl: .*line 1"))
    lobby.page.get_by_label("Choose a record").set_input_files(HELD)
    Replay(lobby.page)


def test_a_link_that_is_shared_opens_the_replay_to_others_and_only_to_watch(
    visitors: Visitors, me: Visitor, link: str, client: httpx.Client
) -> None:
    seat = me_at(client)
    seat.plays_to_the_end()
    replay = watches(me, link, seat)
    replay.button("Share").click()
    address = replay.page.get_by_role("textbox", name="Link for spectators").input_value()
    assert str(seat.key) not in address
    other = Replay(visitors.comes().opens(address))
    assert other.last == replay.last
    other.page.keyboard.press("End")
    other.shows(other.last)
    at_the_table = Table(visitors.comes().opens(address.replace("/replay#", "/table#")))
    expect(at_the_table.bar).to_be_hidden()
    assert at_the_table.moves.get_by_role("button").count() == 0


def test_a_game_that_is_played_is_looked_at_again_for_more_steps(me: Visitor, link: str, client: httpx.Client) -> None:
    seat = me_with_a_choice(client)
    replay = watches(me, link, seat)
    before = replay.last
    expect(replay.page.get_by_text("This game is still being played")).to_be_visible()
    seat.plays("reinforce 1 0 0")
    replay.button("Look again").click()
    expect(replay.scrubber).to_have_attribute("max", str(before + 1))
    replay.page.keyboard.press("End")
    replay.shows(before + 1)
    assert replay.shown == label_of(seat, before + 1)
