"""Civil War at the table: a map to zoom, what a piece reaches, odds first, and their turn watched."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from ...web.server import Opening, Seat, opened
from ..chromium import Visitors
from ..page_objects import Table, faults_in_looks

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}
BURNSIDE, PORTER, PALMER, EVANS, LATHAM = (f"piece-{number}" for number in (0, 1, 3, 40, 41))
IN_SIGHT = """(thing) => {
  const [inner, outer] = [thing, document.getElementById("frame")].map((one) => one.getBoundingClientRect());
  const [x, y] = [inner.left + inner.width / 2, inner.top + inner.height / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}"""


class Battle(Table):
    """The table of a side."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.map = page.get_by_role("group", name="Map")
        self.frame = page.locator("#frame")
        self.legend = page.get_by_role("list", name="What the marks mean")
        self.past = page.locator("#lookback")

    def picks(self, piece: str) -> None:
        self.piece(piece).locator(".htl-called").click()
        expect(self.marked.first).to_be_visible()

    def goal(self, hex_: str) -> None:
        self.piece(f"hex-{hex_}").click()

    @property
    def marked(self) -> Locator:
        return self.picture.locator(".marks.in-reach .mark")

    def marks(self, kind: str) -> Locator:
        return self.picture.locator(f".marks.in-reach .mark-{kind} .sign")

    @property
    def zoom(self) -> float:
        return float(self.frame.evaluate("one => one.style.getPropertyValue('--zoom')"))

    def act(self, name: str) -> Locator:
        return self.bar.get_by_role("group", name="More to touch").get_by_role("button", name=name)


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    """The Union has rolled, and has 6 AP."""
    opening = opened(client, "me", "friend", game="civilwar", dice="mine")
    opening.me.plays("roll 4")
    return opening


def sits(visitors: Visitors, link: str, seat: Seat, **options: object) -> Battle:
    visitor = visitors.comes(**{"viewport": WIDE, **options})
    return Battle(visitor.opens(f"{link}table#{seat.key}"))


def in_contact(game: Opening) -> None:
    """Porter and Burnside come next to Evans; it is the turn of the Union again."""
    for play in ("go Porter D4", "go Burnside C4 with McDowell", "step D5", "end"):
        game.me.plays(play)
    for play in ("roll 6", "go Bartow G9", "end"):
        game.friend.plays(play)
    game.me.plays("roll 4")


def test_a_piece_shows_what_it_reaches_and_goes_there_in_one_move(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    expect(table.prompt).to_contain_text("6 AP left, 8 units can still act")
    table.picks(BURNSIDE)
    expect(table.marks("near")).to_have_text(["1"] * 4)
    expect(table.marks("dear")).to_have_text(["2"] * 2)
    expect(table.legend).to_contain_text("leader's extra hex")
    table.goal("C5")
    expect(table.go).to_contain_text("Burnside to C5 (1 AP, a forced march)")
    with table.goes_on():
        table.go.click()
    expect(table.prompt).to_contain_text("5 AP left, 7 units can still act")
    expect(table.marked).to_have_count(0)

    table.picks(PALMER)
    table.goal("D5")
    with table.goes_on():
        table.go.click()
    expect(table.prompt).to_contain_text("Palmer is in D5: fire at an enemy, or stop")
    expect(table.marks("target")).to_have_text("F1")
    with table.goes_on():
        table.go.click()  # Palmer stops here
    expect(table.prompt).to_contain_text("4 AP left")


def test_one_may_change_ones_mind(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.picks(PORTER)
    expect(table.prompt).to_contain_text("Porter: choose a marked hex or an enemy")
    table.goal("D4")
    expect(table.go).to_contain_text("Porter to D4")
    table.goal("C4")
    expect(table.go).to_contain_text("Porter to C4")
    table.goal("K9")
    expect(table.notice).to_contain_text("K9 is")
    expect(table.go).to_contain_text("Porter to C4")
    table.piece(PALMER).locator(".htl-called").click()
    expect(table.prompt).to_contain_text("Palmer: choose")
    expect(table.picture.locator(".marks .picked")).to_have_count(1)


def test_the_battle_is_told(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.friend)
    table.page.get_by_role("button", name="Battle").click()
    told = table.page.get_by_role("dialog", name="The battle")
    expect(told).to_contain_text("First Bull Run")
    expect(told).to_contain_text("The Union wins with 6 VP")
    expect(told).not_to_contain_text("black")


def test_odds_come_before_a_shot_and_an_assault_as_a_range_where_morale_is_hidden(
    visitors: Visitors, link: str, game: Opening
) -> None:
    in_contact(game)
    table = sits(visitors, link, game.me)
    table.picks(PORTER)
    expect(table.marks("target")).to_have_text("F1 A2")
    table.piece(EVANS).locator(".htl-called").click()
    expect(table.go).to_contain_text("Porter fires at Evans and Latham")
    expect(table.odds).to_contain_text("Evans is eliminated by hits")
    expect(table.odds).not_to_contain_text("must retreat")
    table.page.keyboard.press("Escape")

    table.picks(PORTER)
    table.act("Assault").click()
    expect(table.marked).to_have_count(1)
    table.piece(LATHAM).locator(".htl-called").click()
    expect(table.odds).to_contain_text("No hit")
    expect(table.odds.get_by_role("listitem").filter(has_text="Evans must retreat")).to_contain_text(
        re.compile(r"[\d.]+% to [\d.]+%")
    )
    with table.goes_on():
        table.go.click()
    expect(table.prompt).to_contain_text("Porter assaults")


def test_a_turn_by_keys_alone(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    keys = table.page.keyboard
    keys.press("n")
    expect(table.go).to_contain_text("Choose a destination")
    for key in ("ArrowUp", "ArrowUp", "Enter"):  # to Burnside, to McDowell who goes along
        keys.press(key)
    expect(table.picture.locator(".spot:focus")).to_have_attribute("aria-label", re.compile("McDowell.*selected 2"))
    expect(table.marks("dear")).to_have_count(2)
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(table.go).to_be_focused()
    expect(table.go).to_contain_text("with McDowell")
    with table.goes_on():
        keys.press("Enter")
    keys.press("n")
    expect(table.marked.first).to_be_visible()
    for key in ("Escape", "e"):
        keys.press(key)
    expect(table.go).to_contain_text("End the turn")
    with table.goes_on():
        keys.press("Enter")
    expect(table.asked).to_contain_text("Confederacy")


def test_the_map_is_zoomed_and_panned(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    page = table.page
    assert table.zoom == 1
    table.map.get_by_role("button", name="Zoom in").click()
    page.keyboard.press("+")
    assert table.zoom == pytest.approx(1.96)
    table.frame.hover()
    page.mouse.wheel(0, -200)
    page.wait_for_function("document.getElementById('frame').style.getPropertyValue('--zoom') > 2.5")
    before = table.frame.evaluate("one => one.scrollLeft")
    page.mouse.down()
    page.mouse.move(300, 400, steps=3)
    page.mouse.up()
    assert table.frame.evaluate("one => one.scrollLeft") != before
    expect(table.notice).to_be_hidden()  # a drag touches nothing
    assert table.is_ready is False
    for _ in range(5):
        page.keyboard.press("n")
    expect(table.marked.first).to_be_visible()
    touched = table.picture.locator('.spot[aria-label*="selected"]')
    assert touched.evaluate(IN_SIGHT)
    page.keyboard.press("0")
    assert table.zoom == 1


def test_a_hex_is_tapped_on_a_narrow_screen(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me, viewport=NARROW, has_touch=True, is_mobile=True)
    table.map.get_by_role("button", name="Next unit").tap()
    assert table.zoom > 2
    expect(table.marked.first).to_be_visible()
    hex_ = table.piece("hex-C2")
    box = hex_.bounding_box()
    assert box is not None
    assert box["width"] >= 44
    hex_.tap()
    expect(table.go).to_contain_text("Burnside to Sudley Ford")
    with table.goes_on():
        table.go.tap()


def test_the_turn_of_the_others_is_watched_step_by_step(visitors: Visitors, link: str, game: Opening) -> None:
    in_contact(game)
    table = sits(visitors, link, game.me)
    table.asked.get_by_role("button", name="Watch their turn").click()
    expect(table.past).to_contain_text("the Confederacy rolls 6")
    expect(table.past).to_contain_text("Bartow to")
    table.past.get_by_role("button", name="Pause").click()
    table.page.keyboard.press(",")
    expect(table.past).to_contain_text("the Confederacy rolls 6")
    table.page.keyboard.press("Escape")
    expect(table.past).to_be_hidden()
    expect(table.prompt).to_contain_text("Turn 2")


def test_one_screen_has_a_curtain_between_the_sides(visitors: Visitors, link: str, client: httpx.Client) -> None:
    me = opened(client, "me", "me", game="civilwar", dice="mine").me
    page = visitors.comes(viewport=WIDE).opens(f"{link}table#{me.key}")
    page.get_by_role("button", name="I am Union").click()
    table = Battle(page)
    with table.goes_on():
        table.face(3).click()
    table.act("End the turn").click()
    with table.goes_on():
        table.go.click()
        page.get_by_role("button", name="I am Confederate").click()
    with table.goes_on():
        table.face(3).click()
    expect(page.locator("#handover")).to_be_hidden()
    expect(table.prompt).to_contain_text("units can still act")
    assert "Burnside, infantry, 4 blocks, morale" not in table.shown


def test_nothing_serious_is_wrong_with_its_looks(visitors: Visitors, link: str, game: Opening) -> None:
    in_contact(game)
    table = sits(visitors, link, game.me)
    table.picks(PORTER)
    for _ in range(2):
        table.page.keyboard.press("+")  # the whole map is an overview: on a narrow screen nobody can hit it
    assert faults_in_looks(table.page) == []
