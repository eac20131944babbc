"""Render the guides for authors of bots as HTML: the tutorials, the protocol and tournaments (`/guides/bots`)."""

from __future__ import annotations

import functools
import re
from pathlib import Path, PurePosixPath

from ...core import rulebook
from ...core.errors import UnknownName
from ...core.kernel.cache import PACKAGE_FOLDER
from .rendering import render
from .rulebook import ProseRenderer, list_chapters

GUIDES = {"bots": "tutorials", "units": "tutorials", "protocol": "reference", "tournaments": "guides"}
"""The guides by name, with their folders below `docs`."""
PACKAGED_GUIDES = PACKAGE_FOLDER / "guides"
"""The pages in an installed package; in a source checkout they are in `docs`."""
DOCS_FOLDER = PACKAGE_FOLDER.parent.parent / "docs"
COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
RELATIVE_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)#\s]+)(#[\w-]+)?\)")


@functools.cache
def render_guide(name: str) -> str:
    """Return the page of a guide; raise UnknownName if there is none."""
    if name not in GUIDES:
        raise UnknownName(f"unknown guide {name[:40]!r}; choose from: {', '.join(GUIDES)}")
    text = COMMENT.sub("", guide_file(name).read_text(encoding="utf-8"))
    text = RELATIVE_LINK.sub(link_to_guide, text)
    book = rulebook.parse_rulebook("", text)
    prose = ProseRenderer(book)
    return render("guide.html", book=book, intro=prose.html(book.intro), chapters=list_chapters(book, prose))


def guide_file(name: str) -> Path:
    packaged = PACKAGED_GUIDES / f"{name}.md"
    return packaged if packaged.is_file() else DOCS_FOLDER / GUIDES[name] / f"{name}.md"


def link_to_guide(link: re.Match[str]) -> str:
    """Return a link to the page of another guide, or the words alone if the file has no page."""
    words, file, anchor = link[1], link[2], link[3] or ""
    name = PurePosixPath(file).stem
    return f"[{words}](/guides/{name}{anchor})" if name in GUIDES else words
