"""Civil War at the table: a map to zoom, what a piece reaches, odds first, and their turn watched."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from ...web.server import Opening, Seat, opened
from ..accessibility import faults_in_looks
from ..chromium import Visitors
from ..page_objects import Table

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}
BURNSIDE, PORTER, PALMER, MCDOWELL, EVANS, LATHAM = (f"piece-{number}" for number in (0, 1, 3, 12, 40, 41))
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
        self.ap = page.locator(".hud-gauge").filter(has_text="AP")
        self.legend = page.get_by_role("list", name="What the marks mean")
        self.past = page.locator("#lookback")

    def clicks(self, piece: str) -> None:
        """Click on a counter."""
        self.piece(piece).locator(".htl-called").click()

    def picks(self, piece: str) -> None:
        self.clicks(piece)
        expect(self.marked.first).to_be_visible()

    def goal(self, hex_: str) -> None:
        self.piece(f"hex-{hex_}").click()

    def choose(self, name: str) -> None:
        """Choose what a click means."""
        self.page.get_by_role("menu", name="Choose what to do").get_by_role("menuitem", name=name).click()

    @property
    def marked(self) -> Locator:
        return self.picture.locator(".marks.in-reach .mark")

    def marks(self, kind: str) -> Locator:
        return self.picture.locator(f".marks.in-reach .mark-{kind} .sign")

    @property
    def attacks(self) -> Locator:
        """Return the signs that play an attack: a crosshair or crossed swords, and the AP."""
        return self.picture.locator(".sign[data-play]:has(.icon)")

    def attack(self, how: str) -> Locator:
        """Return the signs that play this attack, `fire` or `assault`."""
        return self.picture.locator(f".sign[data-play^={how}]")

    @property
    def zoom(self) -> float:
        return float(self.frame.evaluate("one => one.style.getPropertyValue('--zoom')"))

    def act(self, name: str) -> Locator:
        return self.bar.get_by_role("group", name="More actions").get_by_role("button", name=name)


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    """The Union has rolled, and has 6 AP."""
    opening = opened(client, "me", "friend", game="civilwar", dice="mine")
    opening.me.plays("roll 4")
    return opening


def sits(visitors: Visitors, link: str, seat: Seat, **options: object) -> Battle:
    init = str(options.pop("init", ""))
    visitor = visitors.comes(**{"viewport": WIDE, **options})
    visitor.context.add_init_script(init)
    return Battle(visitor.opens(f"{link}table#{seat.key}"))


def in_contact(game: Opening) -> None:
    """Porter and Burnside come next to Evans; it is the turn of the Union again."""
    for play in ("go Porter D4", "go Burnside C4 with McDowell", "step D5", "end"):
        game.me.plays(play)
    for play in ("roll 6", "go Bartow G9", "end"):
        game.friend.plays(play)
    game.me.plays("roll 4")


def test_a_server_that_cannot_mark_what_is_possible_says_so(visitors: Visitors, link: str, game: Opening) -> None:
    visitor = visitors.comes(viewport={"width": 1280, "height": 900})
    visitor.expects("500")
    table = Battle(visitor.opens(f"{link}table#{game.me.key}"))
    error = {"error": {"code": "inside", "sentence": "Something went wrong.", "clause": None, "rule": None}}
    table.page.route("**/api/table/marks", lambda route: route.fulfill(status=500, json=error), times=1)
    table.clicks(BURNSIDE)
    expect(table.page.get_by_role("alert")).to_contain_text("Something went wrong.")
    table.picks(PORTER)
    expect(table.marks("near").first).to_be_visible()


def test_a_move_takes_two_clicks_and_the_next_unit_ends_it(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    expect(table.prompt).to_have_text("8 units can still act. Choose one, or end the turn.")
    expect(table.ap).to_have_text("AP 6")
    table.picks(BURNSIDE)
    expect(table.marks("near")).to_have_text(["1"] * 4)
    expect(table.marks("dear")).to_have_text(["2"] * 2)
    expect(table.legend).to_contain_text("leader's extra hex")
    with table.goes_on():
        table.goal("C5")
    expect(table.prompt).to_contain_text("7 units can still act")
    expect(table.ap).to_have_text("AP 5")
    expect(table.marked).to_have_count(0)

    table.clicks(PALMER)
    with table.goes_on():
        table.goal("D5")
    expect(table.prompt).to_contain_text("Palmer is in D5: fire at an enemy, or stop")
    expect(table.marks("target")).to_have_text("1")
    expect(table.attacks).to_have_count(1)
    expect(table.attacks).to_have_attribute("data-play", "fire Palmer E5")
    with table.goes_on():
        table.clicks(PORTER)  # which ends Palmer's move
    expect(table.prompt).to_contain_text("Porter: choose")
    with table.goes_on():
        table.goal("D4")
    with table.goes_on():
        table.undo.click()
    with table.goes_on():
        table.undo.click()  # Palmer's whole move
    expect(table.lines.first).to_contain_text("Burnside")


def middle(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_map_that_is_turned_in_the_settings_is_played_from_the_other_side(
    visitors: Visitors, link: str, game: Opening
) -> None:
    table = sits(visitors, link, game.me)
    name = table.picture.locator(".htl-place-name", has_text="Stone House")
    counter, center = table.piece(PALMER), middle(table.page.locator("#picture"))
    before = [middle(part) for part in (counter, name)]
    table.page.get_by_role("button", name="Settings").click()
    dialog = table.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radio", name="South at the top").check()
    dialog.get_by_role("button", name="Done").click()
    turned = [(2 * center[0] - x, 2 * center[1] - y) for x, y in before]
    for part, place in zip((counter, name), turned, strict=True):
        assert middle(part) == pytest.approx(place, abs=8)
    table.picks(PALMER)
    with table.goes_on():
        table.goal("D5")
    assert middle(counter) == pytest.approx(middle(table.piece("hex-D5")), abs=8)
    expect(table.lines.first).to_contain_text("Palmer")


def test_one_may_change_ones_mind(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.picks(PORTER)
    expect(table.prompt).to_contain_text("Porter: choose a marked hex.")
    table.goal("K9")
    expect(table.notice).to_contain_text("K9 is")
    table.clicks(PALMER)
    expect(table.prompt).to_contain_text("Palmer: choose")
    expect(table.picture.locator(".marks .picked")).to_have_count(1)
    table.picks(BURNSIDE)
    table.goal("C4")
    with table.goes_on():
        table.choose("Burnside to C4 with McDowell")
    expect(table.prompt).to_contain_text("Burnside with McDowell is in C4")


def test_a_counter_in_a_marked_hex_means_that_hex_and_is_dragged_there(
    visitors: Visitors, link: str, game: Opening
) -> None:
    table = sits(visitors, link, game.me)
    table.picks(MCDOWELL)
    with table.goes_on():
        table.clicks(PORTER)
    expect(table.lines.first).to_contain_text("McDowell")
    with table.goes_on():
        table.piece(PALMER).locator(".htl-called").drag_to(table.piece("hex-B4"))
    expect(table.lines.first).to_contain_text("Palmer B3 → B4")
    table.page.evaluate("localStorage.setItem('htl-settings', JSON.stringify({ confirm: 'off' }))")
    table.page.keyboard.press("e")  # it stops Palmer and ends the turn, without a question
    expect(table.asked).to_contain_text("Confederacy")


CLICKS = "window.clicks = 0; addEventListener('click', ({ isTrusted }) => { window.clicks += isTrusted; }, true)"


def test_moves_shots_and_assaults_take_two_clicks_and_roll_their_dice(
    visitors: Visitors, link: str, client: httpx.Client
) -> None:
    game = opened(client, "me", "friend", game="civilwar")
    game.me.rolls()
    for play in ("go Porter D4", "go Burnside C4 with McDowell", "step D5", "end"):
        game.me.plays(play)
    game.friend.rolls()
    game.friend.plays("end")
    game.me.rolls()
    table = sits(visitors, link, game.me, init=CLICKS)

    table.clicks(PALMER)
    with table.goes_on():
        table.goal("B4")
    assert table.page.evaluate("clicks") == 2
    for number, (unit, how, event) in enumerate([(PORTER, "fire", "fires at"), (BURNSIDE, "assault", "assaults")], 2):
        table.clicks(unit)
        with table.goes_on():
            table.attack(how).click()
        expect(table.log).to_contain_text(event)
        expect(table.go).not_to_contain_text("Roll")
        assert table.page.evaluate("clicks") == 2 * number


def test_the_battle_is_told(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.friend)
    table.page.get_by_role("button", name="Battle").click()
    dialog = table.page.get_by_role("dialog", name="The battle")
    expect(dialog).to_contain_text("First Bull Run")
    expect(dialog).to_contain_text("The Union wins with 6 VP")
    expect(dialog).not_to_contain_text("black")


def test_odds_come_before_a_shot_and_an_assault_as_a_range_where_morale_is_hidden(
    visitors: Visitors, link: str, game: Opening
) -> None:
    in_contact(game)
    table = sits(visitors, link, game.me)
    table.picks(PORTER)
    expect(table.marks("target")).to_have_text(["1", "2"])
    expect(table.prompt).to_have_text("Porter: choose a marked hex, an enemy or another action.")
    expect(table.attack("fire")).to_have_count(1)
    expect(table.attack("assault")).to_have_count(1)
    table.piece(EVANS).locator(".htl-called").hover()
    inspector = table.page.get_by_role("complementary", name="Inspector")
    expect(inspector).to_contain_text("3 dice, hits on 6")
    expect(inspector).to_contain_text("5 or 6 at range 1; hill −1 to each die")
    expect(table.odds).to_contain_text("Evans is eliminated by hits")
    expect(table.odds).not_to_contain_text("must retreat")
    table.piece("hex-M1").hover()
    expect(table.odds).to_be_hidden()
    assert table.page.locator("#odds").bounding_box() is None, "odds that are gone keep no space"

    table.clicks(LATHAM)
    table.page.keyboard.press("ArrowDown")
    expect(table.odds.get_by_role("listitem").filter(has_text="Evans must retreat")).to_contain_text(
        re.compile(r"[\d.]+% to [\d.]+%")
    )
    with table.goes_on():
        table.page.keyboard.press("Enter")
    expect(table.prompt).to_contain_text("Porter assaults")


def test_a_turn_by_keys_alone(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    keys = table.page.keyboard
    keys.press("n")
    expect(table.go).to_contain_text("Next unit")
    for key in ("ArrowUp", "ArrowUp", "Enter"):  # to Burnside, to McDowell who goes along
        keys.press(key)
    expect(table.picture.locator(".spot:focus")).to_have_attribute("aria-label", re.compile("McDowell.*selected 2"))
    expect(table.marks("dear")).to_have_count(2)
    keys.press("ArrowDown")
    with table.goes_on():
        keys.press("Enter")
    expect(table.log).to_contain_text("with McDowell")
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
    table.bar.get_by_role("button", name="Next unit").tap()
    assert table.zoom > 2
    expect(table.marked.first).to_be_visible()
    hex_ = table.piece("hex-C2")
    box = hex_.bounding_box()
    assert box is not None
    assert box["width"] >= 44
    hex_.tap()
    with table.goes_on():
        table.choose("Burnside to Sudley Ford (C2) (1 AP)")


def test_the_turn_of_the_others_is_watched_step_by_step(visitors: Visitors, link: str, game: Opening) -> None:
    in_contact(game)
    table = sits(visitors, link, game.me)
    table.asked.get_by_role("button", name="Watch their turn").click()
    expect(table.past).to_contain_text("⚅ 6 AP")
    expect(table.past).to_contain_text("Bartow G8 → G9")
    table.past.get_by_role("button", name="Pause").click()
    table.page.keyboard.press(",")
    expect(table.past).to_contain_text("⚅ 6 AP")
    table.page.keyboard.press("Escape")
    expect(table.past).to_be_hidden()
    expect(table.prompt).to_contain_text("8 units can still act")


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
