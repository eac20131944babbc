"""The lab in the browser: start a study, see it close, stop it, and watch one of its games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from holdtheline.web.lab.models import MAX_GAMES

from .chromium import Visitors


@pytest.fixture
def page(visitors: Visitors, link: str) -> Page:
    page = visitors.comes().opens(link)
    page.get_by_role("link", name="Lab").click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    return page


def test_a_study_is_asked_for_answered_and_one_of_its_games_is_watched(page: Page) -> None:
    page.get_by_label("What varies").select_option("Rearranging lanes")
    page.get_by_label("Second value").select_option("Not allowed")
    page.get_by_label("Games of each").fill("300")
    page.get_by_role("button", name="Start").click()
    study = page.get_by_role("region", name="Siege: Rearranging lanes")
    expect(study).to_contain_text("300 of 300 games of each. All games were played.")
    expect(study).to_contain_text(re.compile(r"Any order: won \d+\.\d% .*Not allowed: less, -"))
    expect(study.get_by_role("img")).to_have_count(2)
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    page.reload()
    expect(study).to_contain_text("All games were played.")
    study.get_by_label("Played with").select_option("Not allowed")
    study.get_by_role("button", name="Open the replay").click()
    page.wait_for_url("**/replay*")
    expect(page.get_by_text("Computer (book)").first).to_be_visible()


def test_a_study_is_stopped_by_the_keyboard_and_what_was_played_stays(page: Page) -> None:
    page.get_by_label("Game", exact=True).select_option("Towers")
    page.get_by_label("What varies").select_option("The player")
    page.get_by_label("Whose results").select_option("Right")
    expect(page.get_by_label("Player of the right")).to_be_hidden()
    expect(page.get_by_label("Player of the left")).to_be_visible()
    page.get_by_label("First value").select_option("random")
    page.get_by_label("Second value").select_option("careless")
    page.get_by_label("Games of each").fill(str(MAX_GAMES))
    page.get_by_role("button", name="Start").press("Enter")
    study = page.get_by_role("region", name="Towers: Player of the right")
    expect(study.get_by_role("img")).to_have_count(2)
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    study.get_by_role("button", name="Stop").press("Enter")
    expect(study).to_contain_text(re.compile(r"[1-9][\d,]* of 20,000 games of each. You stopped it."))
    expect(study.get_by_role("button", name="Stop")).to_be_hidden()
    expect(study).to_contain_text("random: won")
