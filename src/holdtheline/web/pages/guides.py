"""Render the guides for authors of bots as HTML: the tutorial, the protocol and tournaments (`/guides/bots`)."""

from __future__ import annotations

import functools
import re
from pathlib import Path

from ...core import rulebook
from ...core.errors import UnknownName
from ...core.kernel.cache import PACKAGE_FOLDER
from .rendering import render
from .rulebook import ProseRenderer, list_chapters

GUIDES = ("bots", "protocol", "tournaments")
GUIDE_FOLDERS = (PACKAGE_FOLDER / "guides", PACKAGE_FOLDER.parent.parent / "docs")
"""The folders with the pages: in an installed package, in a source checkout."""
RELATIVE_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[\w-]+)?\)")


@functools.cache
def render_guide(name: str) -> str:
    """Return the page of a guide; raise UnknownName if there is none."""
    if name not in GUIDES:
        raise UnknownName(f"unknown guide {name[:40]!r}; choose from: {', '.join(GUIDES)}")
    text = RELATIVE_LINK.sub(link_to_guide, guide_file(name).read_text(encoding="utf-8"))
    book = rulebook.parse_rulebook("", text)
    prose = ProseRenderer(book)
    return render("guide.html", book=book, intro=prose.html(book.intro), chapters=list_chapters(book, prose))


def guide_file(name: str) -> Path:
    return next(file for folder in GUIDE_FOLDERS if (file := folder / f"{name}.md").is_file())


def link_to_guide(link: re.Match[str]) -> str:
    """Return a link to the page of another guide, or the words alone if the file has no page."""
    words, file, anchor = link[1], link[2], link[3] or ""
    name = file.removesuffix(".md")
    return f"[{words}](/guides/{name}{anchor})" if name in GUIDES else words
