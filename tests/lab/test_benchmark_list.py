"""The benchmarks are listed in one place, and that list is complete."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from holdtheline import benchmarks
from holdtheline.benchmarks import BENCHMARKS
from holdtheline.benchmarks.__main__ import list_benchmarks, select
from holdtheline.benchmarks.arena import tutorial_bot

PACKAGE = Path(benchmarks.__file__).parent
ROOT = Path(__file__).parents[2]


def names() -> list[str]:
    return [benchmark.name for benchmark in BENCHMARKS]


def test_every_module_with_a_main_is_listed() -> None:
    modules = {
        ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        for path in PACKAGE.glob("*/*.py")
        if any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in ast.parse(path.read_text()).body)
    }
    assert sorted(names()) == sorted(modules)


def test_the_page_of_benchmarks_has_the_same_list() -> None:
    page = (ROOT / "docs" / "explanation" / "benchmarks.md").read_text()
    rows = re.findall(r"^\| `([a-z_]+\.[a-z_]+)` \| (.*) \| (.*) \|$", page, re.MULTILINE)
    assert rows == [tuple(benchmark) for benchmark in BENCHMARKS]


def test_every_command_in_the_docs_runs_a_benchmark_that_exists() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    found = {name for page in pages for name in re.findall(r"holdtheline\.benchmarks\.([a-z_.]+)", page.read_text())}
    assert found
    assert found <= set(names())


def test_the_list_has_a_line_for_each_benchmark() -> None:
    lines = list_benchmarks().splitlines()
    assert [line.split()[0] for line in lines] == names()


def test_benchmarks_are_selected_by_group_and_by_name() -> None:
    assert select([]) == list(BENCHMARKS)
    assert {benchmark.name.split(".")[0] for benchmark in select(["web"])} == {"web"}
    assert [benchmark.name for benchmark in select(["strength.levels"])] == ["strength.levels"]
    with pytest.raises(KeyError, match="nonsense"):
        select(["nonsense"])


def test_the_variants_of_the_bot_of_the_tutorial_are_bots() -> None:
    source = tutorial_bot.with_guard_rows(tutorial_bot.tutorial_bot(), 7)
    for variant in (source, tutorial_bot.with_python_unit_ai(source), tutorial_bot.with_random_column(source)):
        compile(variant, "ada.py", "exec")
        assert "(7, 8, 9, 10, 11, 12)" in variant
    with pytest.raises(ValueError, match="has changed"):
        tutorial_bot.with_random_column("nothing")
