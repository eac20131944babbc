"""The report of a tournament, from a folder, without a server."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..arena.tournament.test_report import reported
from .accessibility import faults_in_looks
from .chromium import Visitors


@pytest.fixture
def page_of() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="out-") as folder:
        reported(Path(folder))
        yield (Path(folder) / "report.html").as_uri()


def test_the_report_can_be_used_by_everybody_in_all_its_looks(visitors: Visitors, page_of: str) -> None:
    page = visitors.comes().opens(page_of)
    for one in page.locator("details").all():
        one.evaluate("one => { one.open = true }")
    assert faults_in_looks(page) == []


def test_a_name_leads_to_the_games_of_that_bot(visitors: Visitors, page_of: str) -> None:
    page = visitors.comes().opens(page_of)
    page.get_by_role("region", name="Standings").get_by_role("link", name="bot03").click()
    shown = page.locator("#bot-bot03")
    expect(shown).to_be_in_viewport()
    shown.locator("summary").click()
    expect(shown.get_by_role("row", name="bot04")).to_be_visible()
    expect(shown.get_by_role("link", name="1a").first).to_have_attribute("href", re.compile("^games/bot03-"))
