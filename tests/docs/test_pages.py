"""Every page of the documentation is in the navigation, says whom it is for, and is short enough to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .markdown import DOCS, PAGES, page_name, read_page

MAX_LINES = 350
AUDIENCE = re.compile(r"For [\w ,']+")


def test_every_page_is_in_the_navigation_once() -> None:
    entries = re.findall(r"^(\w[\w/-]+)$", read_page(DOCS / "index.md"), re.MULTILINE)
    pages = [path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")]
    later = {page for page in pages if "/" not in page}  # the navigation takes new tutorials by itself
    assert sorted(set(pages) - later - set(entries)) == []
    assert sorted(entries) == sorted(set(entries) & set(pages))


@pytest.mark.parametrize("page", [*PAGES, *sorted((DOCS / "rules").glob("*.md"))], ids=page_name)
def test_the_first_line_of_a_page_says_whom_it_is_for(page: Path) -> None:
    title, _, rest = read_page(page).partition("\n\n")
    assert title.startswith("# ")
    assert AUDIENCE.match(rest), rest[:80]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_a_page_is_short_enough_to_read(page: Path) -> None:
    assert len(read_page(page).splitlines()) <= MAX_LINES
