"""The documentation site builds without a warning, its links lead somewhere, and the server allows its scripts."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import expect

from holdtheline.web.pages import site as site_pages

from ..web.server import app_over, listening
from .accessibility import faults_in_looks
from .chromium import Visitors

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    words = ("-W", "--keep-going", "-q", "-b", "html", "-c", str(DOCS / "_site"), "-d", str(folder / "trees"))
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *words, str(DOCS), str(folder / "html")], capture_output=True, text=True
    )
    assert (built.returncode, built.stderr) == (0, "")
    return folder / "html"


@pytest.fixture(scope="module")
def link(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the site at `/docs/`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_pages, "SITE_FOLDER", site)
        with listening(app_over(f"sqlite:///{tmp_path_factory.mktemp('server')}/web.sqlite")) as address:
            yield f"http://{address}/docs/"


class PageReader(HTMLParser):
    """Collect what a page links to, its anchors, and what the content security policy would forbid."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := values.get(name))]
        self.anchors |= {value for name in ("id", "name") if (value := values.get(name))}
        is_inline = tag == "style" or (tag == "script" and "src" not in values) or "style" in values
        if is_inline or any(name.startswith("on") for name in values):
            self.inline.append(f"{tag} {values}")


def read_pages(site: Path) -> dict[str, PageReader]:
    pages = {}
    for path in sorted(site.rglob("*.html")):
        pages[path.relative_to(site).as_posix()] = reader = PageReader()
        reader.feed(path.read_text(encoding="utf-8"))
    return pages


def is_served(path: Path) -> bool:
    return path.is_file() and path.suffix in site_pages.CONTENT_TYPES


def test_every_link_and_anchor_of_the_site_exists(site: Path) -> None:
    pages, dead = read_pages(site), []
    for name, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme:
                continue
            target = urlsplit(urljoin(f"/{name}", link))
            path, anchor = unquote(target.path).lstrip("/"), unquote(target.fragment)
            is_there = is_served(site / path) and (path not in pages or not anchor or anchor in pages[path].anchors)
            dead += [] if is_there else [f"{name}: {link}"]
    assert dead == []


def test_no_page_has_a_script_or_style_within_it(site: Path) -> None:
    assert {name: page.inline for name, page in read_pages(site).items() if page.inline} == {}


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    loaded = re.compile(r'(?:src|<link[^>]* href)="(?:https?:)?//|url\(["\']?(?:https?:)?//')
    files = [path for suffix in ("html", "css") for path in site.rglob(f"*.{suffix}")]
    assert [path.name for path in files if loaded.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("page", ["", "tutorials/units.html", "guides/hosting.html"])
def test_a_page_is_for_everybody_to_read(link: str, visitors: Visitors, page: str) -> None:
    assert faults_in_looks(visitors.comes().opens(link + page)) == []


def test_the_search_finds_a_page_without_a_network(link: str, visitors: Visitors) -> None:
    page = visitors.comes().opens(f"{link}search.html?q=nginx")
    expect(page.get_by_role("link", name="Run a server for others").first).to_be_visible()
