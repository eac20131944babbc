from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from holdtheline.core.kernel import numba_version
from holdtheline.core.kernel.cache import PACKAGE_FOLDER
from holdtheline.core.kernel.compiler import Kernel, kernel, kernel_factory, kernels, lowest_set_bit, record_opener
from holdtheline.core.state_record import Record, Row, row


def python(code: str, **environment: str) -> str:
    """Return what a new Python process prints; it must end without an error."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.fixture
def trial() -> Iterator[Callable[..., Any]]:
    """Return a function that makes kernels, which are forgotten afterwards."""
    kernels_made: list[Kernel[..., Any]] = []

    def make(function: Callable[..., Any], name: str) -> Kernel[..., Any]:
        kernels_made.append(Kernel(function, name))
        return kernels_made[-1]

    yield make
    for name in {one.name for one in kernels_made}:
        del kernels[name]


# The record and its words


class Small(Record):
    phase: int
    lane: Row = row(3)


class Larger(Small):
    last: int


def test_an_opened_row_of_words_is_read_and_written_in_place() -> None:
    opened = record_opener(Small, "trial.opened")
    words = np.arange(4)
    record = opened(words)
    record.phase = 9
    record.lane[2] += 4
    assert words.tolist() == [9, 1, 2, 7]
    del kernels[opened.name]


class Lane(IntEnum):
    LEFT = 0
    RIGHT = 2


@pytest.mark.compiled
def test_a_compiled_rule_reads_and_writes_words_rows_and_named_places(trial: Callable[..., Any]) -> None:
    opened = record_opener(Larger, "trial.fields")

    def inner(s: Any, more: Any) -> Any:
        s.lane[Lane.RIGHT] += more
        s.last = s.phase > 3
        return s.lane[Lane.LEFT] + s.lane[1]

    deep = trial(inner, "trial.deep")

    def rule(words: Any, more: Any) -> Any:
        s = opened(words)
        s.phase = 5
        return deep(s, more) + deep(s, Lane.RIGHT)

    door = trial(rule, "trial.rule")
    plain, compiled = np.arange(5), np.arange(5)
    assert door.compiled(compiled, 10) == door(plain, 10) == 6
    assert compiled.tolist() == plain.tolist() == [5, 1, 2, 15, 1]
    del kernels[opened.name]


@pytest.mark.compiled
def test_arrays_of_a_record_can_be_asked_for(trial: Callable[..., Any]) -> None:
    opened = record_opener(Small, "trial.arrays", arrays=True)

    def rule(words: Any) -> Any:
        return len(opened(words).lane) + opened(words).lane[-1]

    assert trial(rule, "trial.arrays_rule").compiled(np.arange(4)) == 6
    del kernels[opened.name]


# Kernels that are compiled on their own


@pytest.mark.compiled
def test_a_separate_kernel_gives_its_callers_what_the_plain_one_gives(trial: Callable[..., Any]) -> None:
    opened = record_opener(Small, "trial.opened")

    def move(s: Any, lane: int) -> int:
        s.lane[lane] += s.phase
        return s.lane[lane]

    large = trial(move, "trial.move").separate_copy("trial.separate")

    def once(words: Any) -> Any:
        return large(opened(words), Lane.RIGHT)

    def twice(words: Any, lane: int) -> Any:
        s = opened(words)
        return large(s, lane) * 100 + large(s, 1)

    plain, compiled = np.arange(4) + 1, np.arange(4) + 1
    for words, form in ((plain, "plain"), (compiled, "compiled")):
        assert getattr(trial(once, f"trial.once.{form}"), form)(words) == 5
        assert getattr(trial(twice, f"trial.twice.{form}"), form)(words, 2) == 604
    assert compiled.tolist() == plain.tolist() == [1, 2, 4, 6]
    if numba_version.USES_POINTERS:
        assert len(large.compiled.signatures) == 1
        del kernels[large.name]
    del kernels[opened.name]


@pytest.mark.compiled
def test_a_kernel_that_is_compiled_keeps_its_name_when_a_plain_one_is_made(trial: Callable[..., Any]) -> None:
    """As when a game is opened with a part of its definition changed: cached callers find a separate kernel by name."""

    def move(lane: int) -> int:
        return lane + 1

    first = trial(move, "trial.of_one_name")
    assert first.compiled(1) == 2
    assert trial(move, "trial.of_one_name").plain(1) == 2
    assert kernels[first.name] is first


CHOOSE = """
from holdtheline.core.catalog import load
from holdtheline.players.player import player, policy_kernel
game = load("towers"); state = game.start()
print(player("spam", seed=1).code(state), end=" ")
print(sum(policy_kernel(game.definition, "spam").compiled.stats.cache_misses.values()))
"""
"""Choose a move by a small kernel that calls a separate one, and say whether the small one was compiled."""


@pytest.mark.compiled
@pytest.mark.skipif(not numba_version.USES_POINTERS, reason="only then are kernels separate")
def test_a_cached_kernel_finds_the_separate_kernel_it_calls_or_compiles_it(tmp_path: Path) -> None:
    chosen, misses = python(CHOOSE, HTL_CACHE=str(tmp_path)).split()
    assert misses == "1"
    assert python(CHOOSE, HTL_CACHE=str(tmp_path)).split() == [chosen, "0"]
    separate = list(tmp_path.rglob("*towers.shared.spam*"))
    assert separate
    for file in separate:
        file.unlink()
    assert python(CHOOSE, HTL_CACHE=str(tmp_path)).split() == [chosen, "0"]


# Numba's front end


@pytest.mark.compiled
def test_a_kernel_may_hold_a_comprehension(trial: Callable[..., Any]) -> None:
    def squares(count: int) -> int:
        return len([number * number for number in range(count)])

    assert trial(squares, "trial.squares").compiled(4) == 4


@pytest.mark.compiled
def test_the_garbage_collector_runs_again_after_compiling(trial: Callable[..., Any]) -> None:
    def broken(count: int) -> Any:
        return count.no_such_attribute

    assert gc.isenabled()
    with pytest.raises(Exception, match="no_such_attribute"):
        trial(broken, "trial.broken").compiled(4)
    assert gc.isenabled()


# Plain and compiled


@pytest.fixture
def doubled() -> Kernel[[int], int]:
    @kernel
    def doubled(number: int) -> int:
        """Twice as much."""
        return number * 2

    yield doubled
    del kernels[doubled.name]


def test_a_kernel_called_from_python_runs_as_it_stands(doubled: Kernel[[int], int]) -> None:
    assert doubled("ab") == "abab"
    assert doubled.__doc__ == "Twice as much."
    assert kernels[doubled.name] is doubled
    assert doubled.name.startswith("tests.core.test_kernel.")


@pytest.mark.compiled
def test_a_kernel_is_compiled_once_when_it_is_first_used(doubled: Kernel[[int], int]) -> None:
    assert doubled._compiled is None
    assert doubled.compiled(21) == 42
    assert doubled.compiled is doubled.compiled
    assert doubled.compiled.signatures


def test_two_threads_that_need_a_kernel_at_once_get_the_same_one() -> None:
    first_is_making = threading.Event()
    both_asked = threading.Event()
    made = []

    @kernel_factory
    def make(name: str) -> object:
        made.append(name)
        first_is_making.set()
        both_asked.wait(0.2)  # without a lock the second thread comes here as well, and sets it
        both_asked.set()
        return object()

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(make, "toy")
        first_is_making.wait()
        second = threads.submit(make, "toy")
        assert first.result() is second.result()
    assert made == ["toy"]


def test_nothing_is_compiled_where_compiling_is_switched_off() -> None:
    code = (
        "import sys\n"
        "from holdtheline.core.catalog import load\n"
        "game = load('siege')\n"
        "state = game.start(); state.play('hold'); state.play(3)\n"
        "print(state.position(), 'numba' in sys.modules)"
    )
    output = python(code, NUMBA_DISABLE_JIT="1")
    assert output == "lanes 6 6 6, backline 6, waves 3, enemy 3 ? ? False\n"


def test_a_person_at_a_table_does_not_wait_for_the_compiler() -> None:
    code = (
        "import sys\n"
        "import holdtheline.games.siege\n"
        "from holdtheline.core.catalog import load\n"
        "state = load('siege', plain=True).start(); state.play('hold'); state.play(3); str(state)\n"
        "print('numba' in sys.modules, 'pydantic' in sys.modules, 'rich' in sys.modules)"
    )
    assert python(code) == "False False False\n"


# The cache


ROLL = "from holdtheline.core import dice; print(dice.roll_die.compiled(dice.random_stream(7)))\n"
ROLLED = "5\n"


@pytest.mark.compiled
def test_a_cache_folder_that_cannot_be_made_stops_nothing() -> None:
    assert python(ROLL, HTL_CACHE="/dev/null/x") == ROLLED


@pytest.mark.compiled
def test_a_disk_that_fills_up_while_compiling_stops_nothing(tmp_path: Path) -> None:
    code = (
        "import errno, os\n"
        "from holdtheline.core.kernel import cache\n"
        "assert cache.is_cache_writable()\n"
        "def full(*_): raise OSError(errno.ENOSPC, 'No space left on device')\n"
        "os.replace = full\n"
    )
    assert python(code + ROLL, HTL_CACHE=str(tmp_path)) == ROLLED
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.mark.compiled
def test_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    count = "print(sum(dice.roll_die.compiled.stats.cache_misses.values()))"
    cold, warm = (python(ROLL + count, HTL_CACHE=str(tmp_path)) for _ in range(2))
    assert (cold, warm) == (ROLLED + "1\n", ROLLED + "0\n")


def digest_of(package: Path, **environment: str) -> str:
    """Return the name of the cache folder of a copy of the package."""
    code = "from holdtheline.core.kernel import cache; print(cache.PACKAGE_FOLDER, cache.cache_folder().name)"
    output = python(code, PYTHONPATH=str(package.parent), **environment)
    where, name = output.split()
    assert Path(where) == package.resolve()
    return name


@pytest.fixture
def package(tmp_path: Path) -> Path:
    copy = tmp_path / "holdtheline"
    shutil.copytree(PACKAGE_FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_the_cache_folder_changes_with_every_source_and_with_bounds_checks(package: Path) -> None:
    names = [digest_of(package)]
    assert digest_of(package) == names[0]
    with (package / "games" / "siege" / "rules.py").open("a") as file:
        file.write("# a change\n")
    names.append(digest_of(package))
    (package / "games" / "siege" / "extra.toml").write_text("waves = 3\n")
    names.append(digest_of(package))
    (package / "games" / "siege" / "extra.toml").rename(package / "games" / "siege" / "other.toml")
    names.append(digest_of(package))
    names.append(digest_of(package, NUMBA_BOUNDSCHECK="1"))
    assert len(set(names)) == 5


def test_the_cache_lies_where_the_environment_says(tmp_path: Path) -> None:
    code = "from holdtheline.core.kernel.compiler import cache_folder; print(cache_folder().parent)"
    assert python(code, HTL_CACHE=str(tmp_path)) == f"{tmp_path}\n"


@pytest.mark.compiled
def test_only_caches_that_were_made_a_month_ago_are_dropped(tmp_path: Path) -> None:
    for name, days in (("old", 40), ("young", 20)):
        folder = tmp_path / name
        folder.mkdir()
        age = folder.stat().st_mtime - days * 24 * 3600
        os.utime(folder, (age, age))
    code = (
        "from holdtheline.core.kernel import compiler as c;"
        "print(c.is_precompiled('pig')); c.mark_precompiled('pig'); print(c.is_precompiled('pig'))"
    )
    assert python(code, HTL_CACHE=str(tmp_path)) == "False\nTrue\n"
    names = {path.name for path in tmp_path.iterdir()}
    assert "old" not in names
    assert "young" in names


SOLVE = """
import numba, holdtheline as htl
from holdtheline.games.siege.ai import solver
before = numba.config.CACHE_DIR
index = solver.position_index.compiled
print(index(1, 2, 3, 4), numba.config.CACHE_DIR == before)
"""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Make a new cache, and return it with the output."""
    cache = tmp_path_factory.mktemp("solved")
    return cache, python(SOLVE, HTL_CACHE=str(cache))


@pytest.mark.compiled
@pytest.mark.parametrize("left", [0, 10])
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_a_damaged_cache_is_made_again(solved: tuple[Path, str], tmp_path: Path, ending: str, left: int) -> None:
    whole, first = solved
    damaged = shutil.copytree(whole, tmp_path / "damaged")
    files = list(damaged.rglob(f"*{ending}"))
    assert files
    for file in files:
        file.write_bytes(file.read_bytes()[:left])
    assert python(SOLVE, HTL_CACHE=str(damaged)) == first


@pytest.mark.compiled
def test_numba_s_own_cache_folder_is_left_as_the_user_set_it(solved: tuple[Path, str]) -> None:
    assert solved[1].split()[1] == "True"


@pytest.mark.parametrize("bits", [1, 2, 3, 12, 1 << 62, (1 << 63) - 1, (1 << 62) | (1 << 40), 0b1011000])
def test_the_lowest_bit_is_the_same_in_both_forms(bits: int) -> None:
    lowest = next(place for place in range(63) if bits >> place & 1)
    assert lowest_set_bit(bits) == lowest
    assert lowest_set_bit.compiled(bits) == lowest


# Which Numba


def test_only_tested_versions_of_numba_are_accelerated() -> None:
    code = (
        "import importlib.metadata as m, sys; real = m.version;"
        "m.version = lambda name: '0.0.1' if name == 'numba' else real(name);"
        "from holdtheline.core.kernel import numba_version as v; print(v.IS_ACCELERATED, v.USES_POINTERS)"
    )
    assert python(code) == "False False\n"


@pytest.mark.compiled
def test_plain_numba_plays_the_same_games_as_the_accelerated_compiler(tmp_path: Path) -> None:
    code = (
        "import holdtheline as htl; s = htl.simulate(htl.load('siege'), ['book'], 500, seed=3);"
        "print(s.losses, s.wins, s.steps)"
    )
    accelerated = python(code)
    assert python(code, HTL_NUMBA="plain", HTL_CACHE=str(tmp_path)) == accelerated
