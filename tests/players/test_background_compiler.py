"""Compiling in the background: one game after the other, the game being played first, while play continues."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.kernel import compiler
from holdtheline.core.kernel.compiler import compiling_elsewhere
from holdtheline.players import background_compiler
from holdtheline.players.background_compiler import BackgroundCompiler, duration_text
from holdtheline.players.levels import LEVEL_DESCRIPTIONS
from holdtheline.players.player import player

WAIT_FOR_FILE = """
import sys, time
from pathlib import Path
print("the rules", flush=True)
while not Path(sys.argv[1]).exists(): time.sleep(0.01)
"""


class FakeCompiler:
    """Stands in for the child processes: a game is compiled when the test says so."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.started: list[str] = []
        self.ready: set[str] = set()
        self.has_started = Event()
        monkeypatch.setattr(background_compiler, "start_compiling", self.start)
        monkeypatch.setattr(background_compiler, "is_ready", lambda name: name in self.ready)

    def start(self, name: str, in_background: bool) -> subprocess.Popen[str]:
        assert in_background
        self.started.append(name)
        self.has_started.set()
        command = [sys.executable, "-c", WAIT_FOR_FILE, str(self.folder / name)]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def finish(self, name: str) -> None:
        self.ready.add(name)
        (self.folder / name).touch()


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeCompiler]:
    yield FakeCompiler(tmp_path, monkeypatch)
    assert not compiling_elsewhere


def test_games_are_compiled_one_after_the_other_and_a_preferred_one_comes_next(fake: FakeCompiler) -> None:
    done: list[str] = []
    all_done = Event()

    def note(name: str) -> None:
        done.append(name)
        if len(done) == 3:
            all_done.set()

    fake.ready.add("towers")
    working = BackgroundCompiler(["siege", "towers", "skirmish", "civilwar"], note)
    assert fake.has_started.wait(60)
    assert fake.started == ["siege"]
    assert [working.is_compiling(name) for name in ("siege", "towers", "civilwar")] == [True, False, True]
    working.prefer("civilwar")
    for name in ("siege", "skirmish", "civilwar"):
        fake.finish(name)
    assert all_done.wait(60)
    assert fake.started == done == ["siege", "civilwar", "skirmish"]
    assert not any(map(working.is_compiling, done))
    assert working.notice("siege") is None
    working.close()


def test_a_notice_says_how_long_it_takes_and_later_games_take_longer(fake: FakeCompiler) -> None:
    working = BackgroundCompiler(["siege", "civilwar"])
    first, second = working.seconds_left("siege"), working.seconds_left("civilwar")
    assert first is not None
    assert second is not None
    assert first < second
    notice = working.notice("siege")
    assert notice is not None
    assert notice.startswith("Computer levels and coach ready in about ")
    working.close()
    assert working.seconds_left("towers") is None


@pytest.mark.parametrize(
    ("seconds", "text"), [(3, "10 seconds"), (38, "40 seconds"), (50, "a minute"), (80, "a minute"), (150, "2 minutes")]
)
def test_times_are_rounded(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_a_game_that_cannot_be_compiled_is_given_up(fake: FakeCompiler) -> None:
    working = BackgroundCompiler(["siege", "towers"], lambda name: pytest.fail("it is not ready"))
    assert fake.has_started.wait(60)
    for name in ("siege", "towers"):
        (fake.folder / name).touch()  # the process ends, and the game is not in the cache
    working._thread.join(60)
    assert not working.is_compiling("siege")
    assert not working.is_compiling("towers")
    working.close()


@pytest.mark.parametrize("name", LEVEL_DESCRIPTIONS)
def test_until_a_game_is_compiled_every_level_plays_by_the_book_or_blunders(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler.Kernel, "compiled", property(lambda kernel: pytest.fail("something was compiled")))
    monkeypatch.setattr("holdtheline.players.levels.compiling_elsewhere", {"civilwar"})
    state = load("civilwar", plain=True).start()
    state.play(1)
    chosen = {player(name, seed=seed).code(state) for seed in range(4)}
    assert chosen <= set(state.legal_codes())


def test_the_planner_plays_by_the_book_until_towers_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler.Kernel, "compiled", property(lambda kernel: pytest.fail("something was compiled")))
    monkeypatch.setattr("holdtheline.players.player.compiling_elsewhere", {"towers"})
    state = load("towers", plain=True).start()
    assert player("planner", seed=1).code(state) == player("book", seed=1).code(state)
