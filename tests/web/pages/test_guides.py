"""The guides for authors of bots as pages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from holdtheline.core.errors import UnknownName
from holdtheline.web.pages.guides import GUIDES, render_guide

PROJECT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_links_only_to_pages_that_are_served(name: str) -> None:
    addresses = re.findall(r'href="([^"]*)"', render_guide(name))
    outside = [one for one in addresses if not re.match(r"(/|#|https://)", one)]
    assert outside == []
    assert {one for one in addresses if one.startswith("/guides/")} >= {f"/guides/{guide}" for guide in GUIDES}


def test_the_tutorial_is_a_page_with_its_steps() -> None:
    page = render_guide("bots")
    assert "<title>Your first bot · Hold the Line</title>" in page
    assert "First towers" in page
    assert 'href="/guides/tournaments#walls"' in page


def test_indented_code_scrolls_within_the_page_as_fenced_code_does() -> None:
    assert "<pre><code>" not in render_guide("tournaments")
    assert "pip install" in render_guide("tournaments").split('<pre class="code"')[1]


def test_an_unknown_guide_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown guide 'design'"):
        render_guide("design")


def test_the_wheel_has_every_guide() -> None:
    build = tomllib.loads((PROJECT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert {f"holdtheline/guides/{name}.md" for name in GUIDES} <= set(build["force-include"].values())
