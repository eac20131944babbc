"""How the tests are distributed over workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from .scheduling import UNITS, unit_of

ROOT = Path(__file__).parents[1]
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


@pytest.mark.parametrize("start", [start for starts in UNITS for start in starts])
def test_every_unit_names_files_that_exist(start: str) -> None:
    assert any(file.startswith(start) for file in FILES)


def test_units_are_distinguished_by_the_first_start_that_fits() -> None:
    games, pages = unit_of("tests/browser/games/test_towers.py::test_a"), unit_of("tests/browser/test_lobby.py::test_a")
    assert games != pages
    courses = unit_of("tests/browser/test_course.py::test_b")
    assert courses == unit_of("tests/browser/test_invitations.py::test_b") not in (games, pages)
    assert unit_of("tests/browser/table/test_input.py::test_b[x]") == pages
    assert games < unit_of("tests/arena/test_job.py::test_a") == "tests/arena/test_job.py"


def test_the_tests_of_every_game_go_by_the_game() -> None:
    units = {unit_of(f"tests/definition/{file}.py::test_a[towers-2-on]") for file in ("test_rules", "test_seat_views")}
    assert units == {"tests/definition/ towers"}
    assert unit_of("tests/definition/test_rules.py::test_b[siege]") == "tests/definition/ siege"
    assert unit_of("tests/definition/test_rules.py::test_c") == "tests/definition/test_rules.py"
