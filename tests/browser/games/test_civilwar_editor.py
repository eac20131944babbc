"""The battle editor of Civil War: with the mouse, with the keys, and what it says of faults."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from holdtheline.games.civilwar.scenario.parse import load_scenario, parse_scenario

from ..accessibility import faults_in_looks
from ..chromium import Visitor, Visitors
from ..page_objects import Table
from .editor_page import EditorPage

PLACE = """([column, row]) => {
  const at = new DOMPoint(76 + column * 100 + (row % 2) * 50, 81.7 + row * 86.6);
  const { x, y } = at.matrixTransform(document.querySelector("svg.over").getScreenCTM());
  return [x, y];
}"""


class Editor(EditorPage[str]):
    """The page; hexes are given by their names."""

    game = "civilwar"

    def screen_point(self, place: str) -> tuple[float, float]:
        x, y = self.page.evaluate(PLACE, ["ABCDEFGHIJKLM".index(place[0]), int(place[1:]) - 1])
        return x, y

    @property
    def rows(self) -> list[str]:
        return ["".join(line.split()) for line in self.battle["map"].split("\n")]


@pytest.fixture
def editor(visitors: Visitors, link: str) -> Editor:
    me: Visitor = visitors.comes(viewport={"width": 1440, "height": 900})
    return Editor(me.opens(f"{link}editor/civilwar"))


def test_a_battle_is_drawn_checked_saved_and_tried_and_the_draft_is_still_there(editor: Editor) -> None:
    editor.tool("Hill")
    editor.drag("C4", "F4")
    assert editor.rows[3] == "..hhhh....."
    editor.tool("River")
    editor.click("A1")
    editor.page.get_by_role("button", name="Undo").click()
    assert editor.rows[0] == "..........."
    editor.tool("Infantry")
    editor.click("B7")
    editor.click("F5")
    assert [(unit["name"], unit["hex"]) for unit in editor.battle["unit"][8:]] == [
        ("Brigade", "B7"),
        ("Brigade 2", "F5"),
    ]
    editor.says("1 problem")  # F5 is a VP hex that no side holds
    editor.faults.get_by_role("button", name="VP hex F5").click()
    editor.field("Held by").select_option("union")
    editor.says("No problems")
    with editor.page.expect_download() as saved:
        editor.page.get_by_role("button", name="Save").click()
    assert len(parse_scenario(saved.value.path().read_text(), "mine.toml").pieces) == 12
    editor.page.get_by_role("button", name="Try it").click()
    editor.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    table = Table(editor.page)
    table.page.get_by_role("link", name="Editor").click()
    again = Editor(table.page)
    assert again.rows[3] == "..hhhh....."
    again.page.get_by_role("button", name="Undo").click()
    again.says("1 problem")


def test_everything_is_done_with_the_keys_alone(editor: Editor) -> None:
    editor.stage.focus()
    editor.press("2", "ArrowRight", "Enter", "Shift+ArrowRight", "Shift+ArrowDown")
    assert (editor.rows[4], editor.rows[5]) == (".....ww....", "......w....")
    editor.press("i", "Enter")
    assert editor.battle["unit"][8]["hex"] == "G6"
    editor.press("Escape", "Shift+ArrowLeft", "Shift+ArrowLeft")
    assert editor.battle["unit"][8]["hex"] == "E6"
    editor.press("Control+z", "Control+y")
    assert editor.battle["unit"][8]["hex"] == "E6"
    editor.press("Delete")
    assert len(editor.battle["unit"]) == 8
    editor.press("n")
    expect(editor.page.locator("#live-region")).to_contain_text("D2, clear: Adams, Ellis")
    editor.press("Enter")
    expect(editor.page.get_by_role("heading", name="D2")).to_be_focused()


def test_a_stack_is_dragged_and_a_reinforcement_enters_at_the_edge(editor: Editor) -> None:
    editor.opens("First Bull Run")
    editor.drag("E5", "D5")
    assert {unit["name"] for unit in editor.battle["unit"] if unit["hex"] == "D5"} == {"Evans", "Latham"}
    editor.tool("Cavalry")
    editor.page.get_by_label("Side", exact=True).select_option("confederate")
    editor.page.get_by_label("Enters in turn").fill("7")
    editor.page.get_by_label("Enters in turn").press("Tab")
    editor.click("G6")
    editor.says("1 problem")
    editor.faults.get_by_role("button", name="is not at the map's edge").click()
    editor.field("Hex").fill("m11")
    editor.field("Hex").press("Tab")
    editor.says("No problems")
    assert editor.battle["unit"][-1] | {"hex": "M11", "turn": 7} == editor.battle["unit"][-1]
    editor.page.reload()
    assert Editor(editor.page).battle["title"] == "First Bull Run"


def with_a_fault(editor: Editor) -> None:
    editor.opens("Shiloh")
    editor.page.get_by_role("tab", name="Sides").click()
    editor.field("VP to win").first.fill("0")
    editor.field("VP to win").first.press("Tab")
    editor.says("1 problem")


def with_a_hex(editor: Editor) -> None:
    editor.opens("First Bull Run")
    editor.click("E11")


def placing(editor: Editor) -> None:
    editor.tool("Infantry")


@pytest.mark.parametrize("state", [with_a_fault, with_a_hex, placing])
def test_the_editor_has_no_serious_fault_of_access_at_any_width(
    editor: Editor, state: Callable[[Editor], None]
) -> None:
    state(editor)
    assert faults_in_looks(editor.page) == []


def test_the_vp_to_win_if_vp_hexes_count_as_you_go_are_shown_kept_and_cleared(editor: Editor) -> None:
    editor.opens("Shiloh")
    editor.page.get_by_role("tab", name="Sides").click()
    field = editor.field("VP to win if VP hexes count as you go").first
    expect(field).to_have_value(str(load_scenario("shiloh").vp_live[0]))
    field.fill("12")
    field.press("Tab")
    editor.says("No problems")
    assert editor.battle["union"]["vp_live"] == 12
    field.fill("")
    field.press("Tab")
    editor.says("No problems")
    assert "vp_live" not in editor.battle["union"]
    assert editor.battle["confederate"]["vp_live"] == load_scenario("shiloh").vp_live[1]
