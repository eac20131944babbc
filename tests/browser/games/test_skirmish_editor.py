"""The editor of battles: with the mouse, with the keys, and what is told of faults."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from holdtheline.games.skirmish.scenario.parse import parse_scenario

from ..accessibility import faults_in_looks
from ..chromium import Visitor, Visitors
from ..page_objects import Table
from .editor_page import EditorPage

Spot = tuple[float, float]


class Editor(EditorPage[Spot]):
    """The page; places are inches from the lower left corner of the table."""

    game = "skirmish"

    def screen_point(self, place: Spot) -> Spot:
        box = self.page.locator("svg.over").bounding_box()
        assert box
        inch = box["width"] / 26
        return box["x"] + (place[0] + 1) * inch, box["y"] + (25 - place[1]) * inch


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes(viewport={"width": 1440, "height": 900})


@pytest.fixture
def editor(me: Visitor, link: str) -> Editor:
    return Editor(me.opens(f"{link}editor/skirmish"))


def test_a_battle_is_made_with_the_mouse_saved_and_tried(me: Visitor, editor: Editor) -> None:
    editor.tool("Wall")
    editor.drag((4, 12), (9.1, 13.4))
    assert editor.battle["terrain"] == [{"kind": "wall", "line": [4, 12, 9, 13.5]}]
    editor.tool("House")
    editor.drag((3, 16), (7, 19))
    editor.press("Escape")
    editor.drag((5, 20), (3, 20))  # its handle for turning
    assert editor.battle["terrain"][1] == {"kind": "house", "rect": [3, 16, 4, 3], "turned": 45}
    editor.tool("Character")
    editor.drag((6.5, 12.6), (8, 12.6))
    assert editor.battle["character"][2]["at"] == [6.5, 12.5]
    assert editor.battle["character"][2]["facing"] == "right"
    editor.says("1 problem")
    editor.faults.get_by_role("button", name="overlaps a wall").click()
    editor.field("y, from below").fill("9")
    editor.field("y, from below").press("Tab")
    editor.says("No problems")
    with editor.page.expect_download() as saved:
        editor.page.get_by_role("button", name="Save").click()
    mine = parse_scenario(saved.value.path().read_text(), "mine.toml")
    assert saved.value.suggested_filename == "a-new-battle.toml"
    assert mine.characters[2].point == (6500, 9000)
    editor.page.get_by_role("button", name="Try it").click()
    editor.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    table = Table(editor.page)
    expect(table.picture.locator(".htl-title", has_text="A new battle").first).to_be_visible()
    table.page.get_by_role("link", name="Editor").click()
    assert Editor(table.page).battle["character"][2]["at"] == [6.5, 9]


def test_a_tool_stays_until_escape_ends_it(editor: Editor) -> None:
    editor.tool("Pillar")
    editor.click((4, 12))
    editor.click((8, 12))
    assert [one["kind"] for one in editor.battle["terrain"]] == ["pillar", "pillar"]
    editor.press("Escape")
    editor.click((12, 12))
    assert len(editor.battle["terrain"]) == 2


def test_everything_is_done_with_the_keys_alone(editor: Editor) -> None:
    editor.stage.focus()
    editor.press("1", "Shift+ArrowLeft", "Enter", "Shift+ArrowUp", "Shift+ArrowUp", "Enter")
    assert editor.battle["terrain"] == [{"kind": "wall", "line": [11, 12, 11, 14]}]
    editor.press("Escape", "ArrowRight", "w")
    assert editor.battle["terrain"][0] == {"kind": "wall", "line": [11.25, 12, 11.25, 14], "thick": 0.5}
    editor.press("c", "Shift+ArrowDown", "Shift+ArrowDown", "Enter", "Escape", "r", "d")
    assert [one.get("name", one["card"]) for one in editor.battle["character"]][2:] == ["Hask", "Hask 2"]
    assert editor.battle["character"][3]["facing"] == 75
    editor.press("Delete", "Control+z", "Control+z", "Control+y")
    assert len(editor.battle["character"]) == 4
    editor.press("n")
    expect(editor.page.locator("#live-region")).to_contain_text("A wall, at 11.25, 13")
    editor.press("Enter")
    expect(editor.page.get_by_role("heading", name="A wall")).to_be_focused()


def test_what_was_made_is_there_after_the_page_was_left(editor: Editor) -> None:
    editor.opens("The Old Sump")
    editor.page.get_by_role("tab", name="Battle").click()
    editor.field("Title").fill("The New Sump")
    editor.field("Title").press("Tab")
    expect(editor.field("The friends' aim, in one line")).to_be_focused()
    editor.page.reload()
    again = Editor(editor.page)
    assert again.battle["title"] == "The New Sump"
    assert len(again.battle["terrain"]) == 8


def test_a_new_name_of_a_character_is_used_wherever_it_is_meant(editor: Editor) -> None:
    editor.opens("The Old Sump")
    editor.page.get_by_role("button", name="The Old Pool").click()
    editor.field("Name (if any)").fill("The Sink")
    editor.field("Name (if any)").press("Tab")
    assert editor.battle["company"][2]["traits"]["tether"]["pool"] == "The Sink"
    editor.says("No problems")


def test_the_focus_moves_on_when_a_form_is_rebuilt(editor: Editor) -> None:
    editor.page.get_by_role("button", name="Dreth Mulcar").click()
    editor.field("Add a trait").select_option("bane")
    editor.field("Attack").fill("3")
    editor.field("Attack").press("Tab")
    expect(editor.page.get_by_text("attack 3, defence 1 in a fight with Oda Verrin.")).to_be_visible()
    expect(editor.field("Defence")).to_be_focused()
    assert editor.battle["character"][1]["traits"] == {"bane": {"against": "Oda Verrin", "attack": 3, "defence": 1}}
    editor.says("No problems")


def test_a_company_tells_what_each_of_its_cards_can_do(editor: Editor) -> None:
    editor.page.get_by_role("tab", name="Companies").click()
    form = editor.page.get_by_role("tabpanel")
    expect(form.get_by_text("Each of them: When it falls, it lies where it fell")).to_be_visible()
    expect(form).not_to_contain_text("[object")


def test_what_is_wrong_is_read_without_scrolling_and_a_drawn_pond_stays_on_the_table(editor: Editor) -> None:
    editor.tool("Water")
    editor.drag((2, 14), (20, 14))
    assert editor.battle["terrain"] == [{"kind": "water", "disc": [2, 14, 4]}]
    editor.says("No problems")
    with_a_fault(editor)
    box = editor.faults.get_by_role("listitem").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 900


def with_a_fault(editor: Editor) -> None:
    editor.opens("Under Greystep")
    editor.page.get_by_role("button", name="The Pale Miller").click()
    editor.field("x, from the left").fill("30")
    editor.field("x, from the left").press("Tab")
    editor.says("1 problem")


def with_companies(editor: Editor) -> None:
    editor.opens("The Old Sump")
    editor.page.get_by_role("tab", name="Companies").click()
    editor.page.get_by_role("button", name="Add a card").click()


def with_endings(editor: Editor) -> None:
    editor.opens("The Old Sump")
    editor.page.get_by_role("tab", name="Endings").click()


def placing(editor: Editor) -> None:
    editor.tool("Character")


@pytest.mark.parametrize("state", [with_a_fault, with_companies, with_endings, placing])
def test_everybody_can_use_the_editor_at_any_width(editor: Editor, state: Callable[[Editor], None]) -> None:
    state(editor)
    assert faults_in_looks(editor.page) == []
