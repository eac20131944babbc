"""Docs, pages, messages and code avoid words that make a sentence hard to read; the right column has plain ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from .markdown import DOCS, ROOT, page_name

SOURCES = ROOT / "src" / "holdtheline"
BUILT_SITE = SOURCES / "web" / "site"
AVOIDED = {
    "whoever": "anyone who; the player who",
    "somebody": "someone; a player; a character",
    "anew": "again",
    "hitherto": "until now",
    "herein": "here",
    "thereof": "of it",
    "wherein": "where",
    "lest": "so that … not",
    "utilize": "use",
    "in order to": "to",
    "is to be": "must be; will be",
    "are to be": "must be; will be",
    "the fact that": "that",
}
AVOIDED_IN_DOCS = {
    "of one's own": "of your own",
    "as usual": "as always, or nothing",
}
"""More words that readers stumble over; in comments and rulebooks they do less harm."""
STORY_FOLDERS = {"data", "cards"}
"""Stories keep their own voice."""


def pattern_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"\b{re.escape(word)}\b".replace(r"\ ", r"\s+") for word in words), re.IGNORECASE)


def files_in(folder: Path, *suffixes: str) -> list[Path]:
    found = (path for suffix in suffixes for path in sorted(folder.rglob(f"*{suffix}")))
    return [path for path in found if not path.is_relative_to(BUILT_SITE) and not STORY_FOLDERS & set(path.parts)]


def faults(paths: list[Path], avoided: dict[str, str]) -> list[str]:
    """Return each avoided word with its place and a plain word."""
    pattern, found = pattern_of(avoided), []
    for path in paths:
        text = path.read_text(encoding="utf-8")
        for match in pattern.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            word = " ".join(match[0].lower().split())
            found.append(f"{page_name(path)}, line {line}: {word!r}; write: {avoided[word]}")
    return found


@pytest.mark.parametrize("suffix", [".py", ".js", ".html", ".css", ".toml", ".txt"])
def test_pages_messages_and_code_are_plain_english(suffix: str) -> None:
    paths = files_in(SOURCES, suffix)
    assert paths
    assert faults(paths, AVOIDED) == []


def test_the_documentation_is_plain_english() -> None:
    pages = [*ROOT.glob("*.md"), *files_in(DOCS, ".md")]
    assert faults(pages, AVOIDED) == []
    assert faults([page for page in pages if page.parent.name != "rules"], AVOIDED_IN_DOCS) == []


def test_an_avoided_word_is_found_across_a_line_break(tmp_path: Path) -> None:
    assert pattern_of(AVOIDED).search("this is to\nbe read")
    assert not pattern_of(AVOIDED).search("the canewood")
