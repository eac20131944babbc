"""The pages for contributors name only files, folders and definitions that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = (
    "CONTRIBUTING.md",
    "docs/glossary.md",
    "docs/explanation/architecture.md",
    "docs/explanation/design.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "explanation").glob("decisions-*.md")),
)
PATH_WORD = re.compile(r"(?![./])(?=.*/|.*\.(?:py|js|toml|md|css)$)[\w./<>*-]+")
MENTION = re.compile(r"`(\w+)` (?:in|of) `([\w./<>]+\.(?:py|js))`")


@cache
def paths_of_project() -> tuple[str, ...]:
    found = [
        ROOT / "src",
        *(path for name in ("src", "tests", "docs", "examples") for path in (ROOT / name).rglob("*")),
    ]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in found if "__pycache__" not in path.parts)


def paths_named(word: str) -> list[str]:
    """Return the paths that end with these parts; `<game>` stands for any name, and a module needs no `.py`."""
    pattern = re.escape(word.strip("/")).replace(r"\*", "[^/]*")
    pattern = re.sub("<[a-z]+>", "[^/]+", pattern)
    return [path for path in paths_of_project() if re.search(rf"/{pattern}(?:\.py)?$", path)]


def words_of(line: str) -> Iterator[str]:
    """Yield the paths in code spans, also those within commands: `python -m tests.seeded_faults`."""
    for word in " ".join(re.findall("`([^`]+)`", line)).split():
        if re.match(r"(tests|holdtheline)\.\w", word):
            yield word.replace(".", "/")
        elif PATH_WORD.fullmatch(word):
            yield word


def lines_of(page: str) -> list[tuple[int, str]]:
    return list(enumerate((ROOT / page).read_text(encoding="utf-8").splitlines(), 1))


@pytest.mark.parametrize("page", PAGES)
def test_every_path_exists(page: str) -> None:
    missing = [(number, word) for number, line in lines_of(page) for word in words_of(line) if not paths_named(word)]
    assert missing == []


def test_in_a_row_a_bare_file_name_lies_in_a_folder_named_before_it() -> None:
    for number, line in lines_of("CONTRIBUTING.md"):
        folders: set[str] = set()
        for word in words_of(line) if line.startswith("|") else ():
            found = paths_named(word)
            if folders and "/" not in word:
                assert folders & {path.rpartition("/")[0] for path in found}, f"line {number}: {word}"
            folders |= {path for name in found for path in (name, name.rpartition("/")[0])}


@pytest.mark.parametrize("page", PAGES)
def test_every_definition_is_in_the_file_that_is_named_with_it(page: str) -> None:
    text = " ".join(line for _, line in lines_of(page))
    mentions = MENTION.findall(text)
    assert mentions or page != "CONTRIBUTING.md"
    for name, word in mentions:
        texts = [(ROOT / path[1:]).read_text(encoding="utf-8") for path in paths_named(word)]
        assert any(re.search(rf"\b{name}\b", text) for text in texts), f"{name} in {word}"


def test_a_path_that_does_not_exist_is_found() -> None:
    assert paths_named("games/<game>/state.py")
    assert paths_named("web/tables")
    assert not paths_named("games/<game>/stat.py")
    assert not paths_named("tables/web")
