"""Puzzles in the browser: answers by click, by key and from the list, hints, and what the browser remembers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from holdtheline.core.catalog import definition_of
from holdtheline.table.puzzles import open_puzzle, shipped_puzzles

from .chromium import Visitor, Visitors


@pytest.fixture
def me(visitors: Visitors) -> Visitor:
    return visitors.comes()


def picture_of(page: Page):
    return page.get_by_role("region", name="Picture")


def test_a_puzzle_is_solved_by_clicks_and_the_browser_remembers_it(me: Visitor, link: str) -> None:
    opened = open_puzzle(definition_of("siege"), 1)
    best = opened.seen.move(opened.puzzle.solution.plays[0])
    page = me.opens(f"{link}puzzles/siege/1")
    for id_ in opened.seen.click_paths(best)[0].ids:
        page.locator(f"[data-spot='{id_}']").press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right: ")).to_be_visible()
    expect(page.get_by_text("You have solved this puzzle.")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name="Puzzle 1, solved")).to_be_visible()


def test_a_wrong_answer_from_the_list_is_told_its_chance_and_not_the_solution(me: Visitor, link: str) -> None:
    opened = open_puzzle(definition_of("siege"), 1)
    wrong = opened.label(opened.puzzle.rated[1].plays)
    page = me.opens(f"{link}puzzles/siege/1")
    page.get_by_role("list", name="Moves").get_by_role("button", name=re.compile(f"^{wrong}$", re.IGNORECASE)).click()
    expect(page.get_by_role("status").filter(has_text="Not the best")).to_contain_text(opened.puzzle.rated[1].percent)
    expect(page.get_by_role("region", name="Solution")).to_be_hidden()


def test_hints_and_the_solution_have_keys_and_what_was_read_does_not_count(me: Visitor, link: str) -> None:
    page = me.opens(f"{link}puzzles/siege/2")
    expect(page.get_by_role("heading", name="Siege: puzzle 2")).to_be_visible()
    page.keyboard.press("h")
    expect(page.get_by_role("list", name="Hints").get_by_role("listitem")).to_have_count(1)
    page.keyboard.press("s")
    expect(page.get_by_role("region", name="Solution")).to_contain_text("the exact solution")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right: ")).to_be_visible()
    expect(page.get_by_text("You have solved this puzzle.")).to_be_hidden()


@pytest.mark.parametrize("game", ["towers", "skirmish", "civilwar"])
def test_the_first_puzzle_of_a_game_can_be_answered(me: Visitor, link: str, game: str) -> None:
    if not shipped_puzzles(definition_of(game)):
        pytest.skip("this game has no puzzles yet")
    opened = open_puzzle(definition_of(game), 1)
    page = me.opens(f"{link}puzzles/{game}/1")
    expect(picture_of(page).locator("svg.htl-picture")).to_be_visible()
    if opened.is_plan:
        number = next(choice.text for choice in opened.choices if choice.rated == opened.puzzle.solution)
        page.keyboard.press(number)
    else:
        best = opened.seen.move(opened.puzzle.solution.plays[0], opened.puzzle.seat)
        for id_ in opened.seen.click_paths(best)[0].ids:
            page.locator(f"[data-spot='{id_}'], [data-click='{id_}']").first.press("Enter")
        page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right: ")).to_be_visible()


def test_a_puzzle_of_a_plan_shows_the_gold_and_the_prices(me: Visitor, link: str) -> None:
    """A table crops its picture to the lanes, because words beside it have both."""
    page = me.opens(f"{link}puzzles/towers/1")
    expect(page.locator("#picture .htl-purse")).to_be_in_viewport()
    expect(page.locator("#picture [data-id='tower-missile']")).to_be_in_viewport()
