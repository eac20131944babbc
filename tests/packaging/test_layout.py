"""The layout that keeps the code base readable: sizes of folders and modules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "holdtheline"
BUILT_SITE = SOURCES / "web" / "site"  # `make docs` makes it
MAX_MODULES, MAX_LINES = 20, 450


def modules(pattern: str, *folders: Path) -> list[Path]:
    found = (path for folder in folders for path in folder.rglob(pattern) if path.is_file())
    return [path for path in found if not path.is_relative_to(BUILT_SITE)]


def line_count(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


@pytest.mark.parametrize("pattern", ["*.py", "*.js"])
def test_a_folder_has_at_most_20_modules(pattern: str) -> None:
    found = [path for path in modules(pattern, SOURCES, ROOT / "tests") if path.name != "__init__.py"]
    counts = Counter(path.parent for path in found)
    assert counts
    assert [folder for folder, count in counts.items() if count > MAX_MODULES] == []


@pytest.mark.parametrize("pattern", ["*.py", "*.js"])
def test_a_module_has_at_most_450_lines(pattern: str) -> None:
    found = modules(pattern, SOURCES, ROOT / "tests")
    assert found
    assert [path for path in found if line_count(path) > MAX_LINES] == []


@pytest.mark.parametrize("pattern", ["*.py", "*.js"])
def test_the_median_module_is_a_page_or_two(pattern: str) -> None:
    assert 115 <= median(map(line_count, modules(pattern, SOURCES))) <= 250
