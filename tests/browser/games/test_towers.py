"""Towers at the table: planning by hand, two browsers or one, and the film of the turn."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from ...web.server import Opening, Seat, opened
from ..accessibility import faults_in_looks
from ..chromium import Visitors
from ..page_objects import Lobby, Table

WIDE = {"width": 1280, "height": 1000}
PLACE = "shape => Object.values(shape.getBoundingClientRect().toJSON()).map(Math.round)"
DRAWN = ('[data-id="left-keep"] .htl-gate', '[data-id="right-keep"] .htl-gate', ".htl-built .htl-unit-missile")
FILMED = ('[data-id="film-left-keep"] .htl-gate', '[data-id="film-right-keep"] .htl-gate', ".htl-unit-missile")


class Planning(Table):
    """The table of a seat that plans."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.plan = page.get_by_role("region", name="Planning")
        self.home = self.plan.get_by_role("group", name="At home")
        self.line = self.plan.get_by_role("group", name="Timeline")
        self.cells = self.line.locator(".tl-cells")
        self.film = page.get_by_role("group", name="as it was played")
        self.report = page.get_by_role("region", name="What the turn was worth")

    def buys(self, name: str) -> None:
        with self.goes_on():
            self.plan.get_by_role("button", name=re.compile(f"(Build|Hire) a {name}")).click()

    def cell(self, row: int, column: int) -> Locator:
        return self.piece(f"left-{row}-{column}")

    def drags(self, soldier: Locator, column: int, step: int) -> None:
        """Take a soldier from where it lies to a place on the timeline."""
        self.cells.scroll_into_view_if_needed()
        start, cells = soldier.bounding_box(), self.cells.bounding_box()
        assert start is not None
        assert cells is not None
        mouse = self.page.mouse
        mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        mouse.down()
        mouse.move(cells["x"] + 90, cells["y"] + 40, steps=2)
        x, y = (step + 0.5) / 100, (column + 0.5) / 7
        mouse.move(cells["x"] + cells["width"] * x, cells["y"] + cells["height"] * y)
        mouse.up()

    def places(self, layer: str, *shapes: str) -> list[list[int]]:
        """Return where each of these is on the screen: in the picture, or in the film over it."""
        found = [self.page.locator(f"#picture {layer} {shape}").first.evaluate(PLACE) for shape in shapes]
        assert all(place[2] > 0 for place in found)
        return found

    def ready(self) -> None:
        expect(self.go).to_contain_text("End turn")
        self.go.click()


@pytest.fixture
def game(client: httpx.Client) -> Opening:
    """A short game between two people, with numbers that nobody tunes."""
    return opened(client, "me", "friend", game="towers", options={"ruleset": "course", "turn_limit": 2})


def sits(visitors: Visitors, link: str, seat: Seat, **options: Any) -> Planning:
    return Planning(visitors.comes(viewport=WIDE, **options).opens(f"{link}table#{seat.key}"))


PLAYS_BY_ITSELF = {"reduced_motion": "no-preference"}


def test_towers_are_placed_by_touch_and_a_closed_cell_says_why(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.buys("missile tower")
    expect(table.piece("tower-missile")).not_to_be_in_viewport()  # the shop beside the lanes has it
    table.cell(3, 2).hover()
    expect(table.picture.locator(".reach-edge")).to_have_attribute("width", "200")
    table.cell(20, 3).click()
    expect(table.notice).to_contain_text("Row 20 is where soldiers enter: build your towers below it")
    expect(table.notice.get_by_role("link")).to_have_attribute("href", re.compile("T1.2"))
    with table.goes_on():
        table.cell(3, 2).click()
    expect(table.piece("left-tower-3-2")).to_be_visible()
    expect(table.plan).to_contain_text("97 gold")
    expect(table.notice).to_be_hidden()

    table.piece("right-19-3").click()
    expect(table.page.locator(".notice[role=status]")).to_contain_text("First choose a soldier in the shop.")
    table.cell(3, 2).click()
    expect(table.go).to_contain_text("End turn")
    with table.goes_on():
        table.bar.get_by_role("button", name="Take down: +3 gold").click()
    expect(table.piece("left-tower-3-2")).to_be_hidden()
    expect(table.plan).to_contain_text("100 gold")


@pytest.mark.parametrize("viewport", [WIDE, {"width": 390, "height": 844}], ids=["desktop", "phone"])
def test_the_gold_and_the_task_are_shown_once(
    visitors: Visitors, link: str, game: Opening, viewport: dict[str, int]
) -> None:
    """The header of the picture has them too, so a table shows the picture without it."""
    table = Planning(visitors.comes(viewport=viewport).opens(f"{link}table#{game.me.key}"))
    expect(table.picture.get_by_text("Your lane", exact=True)).to_be_in_viewport()
    for words in (".htl-sentence", ".htl-purse"):
        expect(table.picture.locator(words)).not_to_be_in_viewport()
    expect(table.page.locator("main").get_by_text("100 gold", exact=True).locator("visible=true")).to_have_count(2)


def test_what_is_too_dear_says_why(visitors: Visitors, link: str, client: httpx.Client) -> None:
    seat = opened(client, "me", "friend", game="towers").me
    view = seat.view
    cost = view["board"]["units"]["horse"]["cost"]
    while view["board"]["timeline"]["gold"] >= cost:
        view = seat.plays("hire horse")
    table = sits(visitors, link, seat)
    horse = table.plan.get_by_role("button", name="Hire a horse soldier")
    expect(horse).to_be_disabled()
    horse.click(force=True)
    expect(table.notice).to_contain_text(f"A horse soldier costs {cost} gold, and left has")
    expect(table.notice).to_contain_text("T6.2")


def test_soldiers_are_dragged_onto_the_timeline_or_sent_by_keys_or_all_together(
    visitors: Visitors, link: str, game: Opening
) -> None:
    table = sits(visitors, link, game.me)
    for _ in range(2):
        table.buys("rifle")
    stack = table.home.get_by_role("button", name="2 × rifle")
    with table.goes_on():
        table.drags(stack, 2, 40)
    sent = table.line.get_by_role("button", name="Rifle, number 2, column 2, step 40")
    expect(sent).to_be_visible()
    table.undo.click()
    expect(sent).to_be_hidden()
    expect(table.go).to_contain_text("End turn")
    stack.click()
    with table.goes_on():
        table.cells.click(position={"x": 3, "y": 3})
    expect(table.line.get_by_role("button", name="Rifle, number 2, column 0, step 0")).to_be_visible()

    table.home.get_by_role("button", name="Rifle, number 1, at home").focus()
    for key in ("Enter", "ArrowUp", "PageUp", "ArrowRight"):
        table.page.keyboard.press(key)
    assert table.status_text == "Column 2, step 11"
    with table.goes_on():
        table.page.keyboard.press("Enter")
    expect(table.line.get_by_role("button", name="Rifle, number 1, column 2, step 11")).to_be_focused()

    table.plan.get_by_role("combobox", name="Column for all soldiers").select_option("5")
    with table.goes_on():
        table.plan.get_by_role("button", name="All into column 5").click()
    expect(table.line.get_by_role("button", name="2 × rifle, numbers 1, 2, column 5, step 0")).to_be_visible()
    entries = [(one["row"], one["step"]) for one in game.me.view["board"]["timeline"]["pieces"]]
    assert entries == [(5, 0), (5, 0)]


class CountedClicks:
    """A mouse that counts its clicks."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, thing: Locator) -> None:
        thing.click()
        self.count += 1


def test_a_tower_takes_two_clicks_and_a_soldier_sent_two(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    click = CountedClicks()
    with table.goes_on():
        click(table.plan.get_by_role("button", name="Build a frost tower"))
    with table.goes_on():
        click(table.cell(4, 1))
    expect(table.piece("left-tower-4-1")).to_be_visible()
    assert click.count == 2

    with table.goes_on():
        click(table.plan.get_by_role("button", name="Hire a rifle soldier"))
    click(table.piece("right-20-4"))
    expect(table.line.get_by_role("button", name="Rifle, number 1, column 4, step 0")).to_be_visible()
    assert click.count == 4

    with table.goes_on():
        click(table.plan.get_by_role("button", name="Hire a bomb soldier"))
    table.cells.click(position={"x": 3, "y": 3})
    expect(table.line.get_by_role("button", name="Bomb, number 2, column 0, step 0")).to_be_visible()


def test_soldiers_hired_together_are_sent_one_after_the_other(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.buys("horse soldier")
    table.buys("horse soldier")
    expect(table.home).to_contain_text("Click where one horse should enter")
    table.piece("right-20-5").click()
    expect(table.home).to_contain_text("Click where the horse should enter")
    table.piece("right-20-5").click()
    expect(table.home).to_contain_text("All your soldiers attack.")


def test_units_are_dragged_from_the_shop_onto_the_lanes(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.plan.get_by_role("button", name="Build a missile tower").drag_to(table.cell(6, 3))
    expect(table.piece("left-tower-6-3")).to_be_visible()
    table.plan.get_by_role("button", name="Hire a shield soldier").drag_to(table.piece("right-20-2"))
    expect(table.line.get_by_role("button", name="Shield, number 1, column 2, step 0")).to_be_visible()
    table.plan.get_by_role("button", name="Build a missile tower").drag_to(table.prompt)
    expect(table.go).to_contain_text("End turn")
    assert len(game.me.view["board"]["players"][0]["towers"]) == 1


def test_a_phone_shows_the_lanes_the_prompt_the_shop_and_the_button_together(
    visitors: Visitors, link: str, game: Opening
) -> None:
    phone = visitors.comes(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = Planning(phone.opens(f"{link}table#{game.me.key}"))
    bar = table.bar.bounding_box()
    assert bar is not None
    for shown in (table.picture.get_by_role("img"), table.prompt):
        box = shown.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= bar["y"]
    with table.goes_on():
        table.bar.get_by_role("button", name="Frost, 3 gold").tap()
    with table.goes_on():
        table.cell(4, 1).tap()
    expect(table.piece("left-tower-4-1")).to_be_visible()


def test_another_order_takes_the_place_of_half_a_one(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    table.buys("missile tower")
    expect(table.go).to_have_text("Choose a cell")
    expect(table.bar.get_by_role("button", name="Clear")).to_be_visible()
    table.buys("rifle")
    expect(table.plan).to_contain_text("98 gold")
    expect(table.go).to_contain_text("End turn")
    with table.goes_on():
        table.page.keyboard.press("6")
    with table.goes_on():
        table.page.keyboard.press("Escape")
    table.page.keyboard.press("r")
    expect(table.go).to_be_focused()
    expect(table.go).to_contain_text("End turn: press Enter")
    expect(table.bar.get_by_role("button", name="Clear")).to_be_visible()
    assert not game.me.view["board"]["players"][0]["ready"]


def test_two_browsers_plan_unseen_and_then_watch_the_turn(visitors: Visitors, link: str, game: Opening) -> None:
    left, right = (sits(visitors, link, seat, **PLAYS_BY_ITSELF) for seat in (game.me, game.friend))
    for play in ("tower missile", "cell 9 3"):
        game.me.plays(play)
    expect(left.piece("left-tower-9-3")).to_be_visible()
    before = right.page.locator("main").inner_html()
    left.buys("rifle")
    with left.goes_on():
        left.plan.get_by_role("button", name="Column 3, one per timestep").click()
    assert right.page.locator("main").inner_html() == before

    with right.goes_on():
        left.ready()
    expect(right.plan).to_contain_text("Left has ended the turn")
    expect(left.asked).to_contain_text("You have ended your turn. Right is still planning.")
    right.ready()
    for table in (left, right):
        expect(table.film).to_be_visible()
        expect(table.plan).to_be_hidden()
        expect(table.film).to_contain_text(re.compile("Timestep [1-9]"))
    left.film.get_by_role("button", name="Next leak").click()
    expect(left.film).to_contain_text("Timestep")
    left.film.get_by_role("button", name="Skip to the end").click()
    expect(left.report).to_contain_text("The first soldier got through in column 3")
    assert faults_in_looks(left.page) == []
    left.page.set_viewport_size(WIDE)
    left.page.get_by_role("button", name="Continue").click()
    expect(left.prompt).to_contain_text("Turn 2 of 2")
    left.page.get_by_role("button", name="Replay the turn").click()
    expect(left.film).to_be_visible()
    assert left.places("> svg", *DRAWN) == left.places(".turn-replay-stage", *FILMED)
    left.page.keyboard.press("Escape")
    expect(left.plan).to_be_visible()


def test_a_curtain_falls_between_two_seats_of_one_person(visitors: Visitors, link: str, client: httpx.Client) -> None:
    both = opened(client, "me", "me", game="towers").me
    page = visitors.comes(viewport=WIDE).opens(f"{link}table#{both.key}")
    for who in ("Left", "Right"):
        hand_over = page.get_by_role("region", name="Hand over")
        expect(hand_over).to_contain_text(f"Hand over to {who}")
        expect(page.get_by_role("region", name="Planning")).to_be_hidden()
        page.reload()
        expect(hand_over).to_contain_text(f"Hand over to {who}")
        assert "gold" not in page.locator("body").inner_text()
        page.get_by_role("button", name=f"I am {who}").click()
        Planning(page).ready()
    expect(hand_over).to_contain_text("The turn is over")
    page.get_by_role("button", name="I am Left").click()
    expect(page.get_by_role("group", name="as it was played")).to_be_visible()


def test_everybody_can_use_the_timeline(visitors: Visitors, link: str, game: Opening) -> None:
    for play in ("hire rifle", "hire rifle", "hire bomb", "soldier 1", "column 2", "step 40"):
        game.me.plays(play)
    table = sits(visitors, link, game.me)
    table.plan.get_by_text("How your units decide").click()
    assert faults_in_looks(table.page) == []


def test_a_replay_shows_the_film_of_a_turn(visitors: Visitors, link: str, game: Opening) -> None:
    for seat in (game.me, game.friend):
        seat.plays("ready")
    page = visitors.comes().opens(f"{link}replay?step=2#{game.me.key}")
    page.get_by_role("button", name="Watch the turn").click()
    film = page.get_by_role("group", name="as it was played")
    expect(film).to_contain_text("Turn 1 begins")
    expect(page.get_by_role("group", name="Playback")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Playback")).to_be_visible()


def test_the_lobby_offers_the_rules_of_towers(visitors: Visitors, link: str) -> None:
    page = visitors.comes().opens(link)
    form = Lobby(page).chooses("Towers")
    form.get_by_role("spinbutton", name="Turn limit").fill("7")
    form.get_by_role("radio", name="course").check()
    form.get_by_role("group", name="Who plays right?").get_by_role("radio", name="Me").check()
    expect(form.get_by_role("group", name="Dice")).to_be_hidden()
    form.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="I am Left").click()
    expect(Planning(page).prompt).to_contain_text("Turn 1 of 7. Build, hire and send soldiers")


def test_a_tower_is_built_by_keys_alone(visitors: Visitors, link: str, game: Opening) -> None:
    table = sits(visitors, link, game.me)
    with table.goes_on():
        table.page.keyboard.press("5")
    table.page.keyboard.press("Enter")  # half an order is not dropped by it
    notice = table.page.locator(".notice").filter(has_text="Choose a cell of your lane")
    expect(notice).to_be_visible()
    table.page.keyboard.press("ArrowUp")
    cell = table.page.locator(".spot:focus")
    expect(cell).to_have_attribute("aria-label", re.compile("row .*, column 3, free"))
    with table.goes_on():
        table.page.keyboard.press("Enter")
    assert len(game.me.view["board"]["players"][0]["towers"]) == 1


def test_a_whole_game_is_played_by_keyboard_alone(visitors: Visitors, link: str, client: httpx.Client) -> None:
    options = {"ruleset": "course", "turn_limit": 2}
    seat = opened(client, "me", "passive", game="towers", options=options).me
    table = sits(visitors, link, seat)
    keys = table.page.keyboard
    for turn in (1, 2):
        expect(table.prompt).to_contain_text(f"Turn {turn} of 2")
        with table.goes_on():
            keys.press("5")
        keys.press("ArrowUp")
        expect(table.page.locator(".spot:focus")).to_have_count(1)
        with table.goes_on():
            keys.press("Enter")  # a missile tower in this cell
        with table.goes_on():
            keys.press("1")
        table.home.get_by_role("button").first.focus()
        for key in ("Enter", "ArrowUp", "PageUp"):
            keys.press(key)
        with table.goes_on():
            keys.press("Enter")
        keys.press("r")
        expect(table.go).to_contain_text("End turn")
        keys.press("Enter")
        expect(table.film).to_be_visible()
        keys.press("End")
        keys.press("Enter")
    expect(table.verdict).to_be_visible()
    assert len(seat.view["board"]["players"][0]["towers"]) == 2


def test_after_a_film_enter_goes_on_and_the_help_is_there(visitors: Visitors, link: str, game: Opening) -> None:
    for seat in (game.me, game.friend, game.friend):
        seat.plays("ready")  # the turn that follows is the last
    left = sits(visitors, link, game.me)
    left.ready()
    expect(left.film).to_be_visible()
    to_move = left.page.get_by_label("Seats").locator("[data-turn]")
    expect(to_move).to_have_count(1)  # the result is not given away
    left.page.keyboard.press("?")
    expect(left.page.get_by_role("dialog")).to_contain_text("in the turn replay: pause, or play")
    left.page.keyboard.press("Escape")
    left.page.keyboard.press("End")
    left.page.keyboard.press("Enter")
    expect(left.verdict).to_be_visible()
    expect(to_move).to_have_count(0)


def test_a_replay_says_whose_step_it_was(visitors: Visitors, link: str, game: Opening) -> None:
    for seat in (game.me, game.friend):
        seat.plays("ready")
    page = visitors.comes().opens(f"{link}replay#{game.me.key}")
    expect(page.locator("#steps")).to_contain_text("Left: End turn")
    expect(page.locator("#steps")).to_contain_text("Right: End turn")
