"""Rulebook page, code and tests name the same clauses: every clause has a test, and no other is named."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from holdtheline.core.catalog import definition_of, games

ROOT = Path(__file__).parents[2]
TEXTS = (".py", ".md", ".toml", ".html", ".js", ".css", ".tcss", ".htl")
FOLDERS = ("src", "docs", "tests")

MARK = "pytest.mark.clause"

every_game = pytest.mark.parametrize("name", games())


def clauses_of(name: str) -> list[str]:
    """Return the clauses in the code of a game."""
    enum = import_module(f"holdtheline.games.{name}.state").Clause
    return [definition_of(name).clause_id(clause) for clause in enum]


def headings_of(page: str) -> list[str]:
    """Return the clauses of a rulebook page: the ids at the start of its headings."""
    return re.findall(r"^#+ ([A-Z]\d+\.\d+)\b", page, re.MULTILINE)


def marked_in(source: str) -> set[str]:
    """Return the clauses that `@pytest.mark.clause` names in a test file."""
    if MARK not in source:  # most of reading a file is parsing it
        return set()
    return {
        argument.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for mark in node.decorator_list
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == MARK
        for argument in mark.args
        if isinstance(argument, ast.Constant)
    }


@cache
def marked() -> set[str]:
    """Return the clauses that all tests name."""
    return set().union(*(marked_in(path.read_text()) for path in (ROOT / "tests").rglob("test_*.py")))


def named_in(text: str, letters: str) -> set[str]:
    """Return everything in a text that looks like a clause id."""
    return set(re.findall(rf"\b[{letters}]\d+\.\d+\b", text))


def texts() -> Iterator[Path]:
    yield from ROOT.glob("*.md")
    for folder in FOLDERS:
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in TEXTS)


@every_game
def test_every_clause_has_a_marked_test(name: str) -> None:
    assert [clause for clause in clauses_of(name) if clause not in marked()] == []


@every_game
def test_the_rulebook_page_explains_exactly_the_clauses_of_the_rules_in_their_order(name: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{name}.md").read_text()
    assert headings_of(page) == clauses_of(name)


def test_nothing_names_a_clause_that_does_not_exist() -> None:
    letters = "".join(definition_of(name).clause_prefix for name in games())
    known = {clause for name in games() for clause in clauses_of(name)}
    missing = {f"{letter}9.9" for letter in letters}  # a test may ask for what is not there
    assert not known & missing
    unknown = {
        f"{path.relative_to(ROOT)}: {clause}"
        for path in texts()
        for clause in named_in(path.read_text(), letters) - known
        if clause not in missing or "tests" not in path.relative_to(ROOT).parts
    }
    assert unknown == set()


@every_game
def test_every_option_cites_a_clause_of_its_game(name: str) -> None:
    assert {option.clause for option in definition_of(name).options} <= set(clauses_of(name))


def test_every_game_has_a_letter_of_its_own() -> None:
    letters = [definition_of(name).clause_prefix for name in games()]
    assert len(set(letters)) == len(letters)


# The searches themselves


def test_a_search_for_names_finds_those_that_stand_alone() -> None:
    text = "(S9.9) `S1.2`, S2.1/S2.2; XS1.3 S1 S1.2a T1.1"
    assert named_in(text, "S") == {"S9.9", "S1.2", "S2.1", "S2.2"}


def test_a_search_for_headings_takes_the_ids_they_start_with() -> None:
    page = "# Siege\n## 1 The table\n### S1.2 Set-up\nas S1.1 says\n### S9.9 Nothing\n#### See S1.3\n"
    assert headings_of(page) == ["S1.2", "S9.9"]


def test_a_search_for_marks_takes_all_ids_of_a_test_and_nothing_else() -> None:
    source = (
        "@pytest.mark.clause('S1.2', 'S1.3')\n@pytest.mark.compiled\ndef test_one(): pass\n"
        "@pytest.mark.clause('S2.1')\ndef not_a_test(): pass\n"
        "# @pytest.mark.clause('S2.2')\ndef test_two(): pass\n"
    )
    assert marked_in(source) == {"S1.2", "S1.3"}


def test_the_searches_reach_the_package_the_pages_and_the_tests() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in texts()}
    assert {
        "README.md",
        "docs/rules/siege.md",
        "src/holdtheline/games/siege/rules.py",
        "tests/definition/test_clause_coverage.py",
    } <= found
