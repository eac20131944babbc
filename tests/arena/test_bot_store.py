"""The preparing run of a bot is bounded and leaves nothing but kernels; the store of bots is bounded too."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from holdtheline.arena import bot_store, jailed_bot
from holdtheline.arena.bot_store import find_kernel_folder, list_files, remove_old_bots
from holdtheline.arena.jailed_bot import compile_bot_kernels
from holdtheline.arena.submission import Submission, store_submission
from holdtheline.core.kernel import numba_version
from holdtheline.core.kernel.cache import sources_digest

from .faulty_bots import HEAD
from .hostile_bots import IDLE
from .jailed_games import JailedArena, open_jailed_arena

WRITABLE = "import os, pathlib\nplace = pathlib.Path(os.environ.get('HTL_CACHE', '/nonexistent'))\n"
MANY_FILES = "for number in range(10**6): (place / str(number)).touch()\n"
MANY_BYTES = "for number in range(10**6): (place / f'{number % 40}-{number}').write_bytes(bytes(2**20))\n"
DEEP = """os.chdir(place)
for number in range(5000):
    os.mkdir("x")
    os.chdir("x")
"""
HIDDEN = """os.chdir(place)
for number in range(30):
    os.mkdir("x" * 250)
    os.chdir("x" * 250)
time.sleep(1e6)
"""
LEAVES = f"""
folder = place / {sources_digest()!r} / "bots_0"
if place.exists():
    folder.mkdir(parents=True)
    for name in ("kernel.py311.1.nbc", "table.bin", ".nbi"):
        (folder / name).write_text("kept")
    (place / "table.nbc").write_text("kept")
"""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    """Prepare bots, although the rules are not compiled here."""
    for opened in open_jailed_arena("towers", tmp_path_factory.mktemp("arena"), turn_limit=1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(numba_version, "PLAIN_PYTHON", False)
            yield opened


def submit(arena: JailedArena, folder: Path, text: str) -> Submission:
    file = folder / "bad.py"
    file.write_text(HEAD + WRITABLE + text + IDLE)
    return arena.bots[arena.bot(file)]


def files_left(submission: Submission) -> list[str]:
    folder = find_kernel_folder(submission)
    return sorted(os.path.relpath(file.path, folder) for file in list_files(folder) if file.is_file())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (MANY_FILES, "it wrote more than 8 MB or 64 files while it was loaded"),
        (MANY_BYTES, "it wrote more than 8 MB or 64 files while it was loaded"),
        (DEEP, "it wrote more than 8 MB or 64 files while it was loaded"),
        (HIDDEN, "it wrote files that cannot be counted while it was loaded"),
        ("time.sleep(1e6)\n", "it took longer than 1 s to get ready; it slept or waited for 1.0 s of them"),
    ],
    ids=["many files", "many bytes", "deep folders", "hidden files", "asleep"],
)
def test_a_bot_that_takes_too_much_while_it_is_prepared_is_refused(
    arena: JailedArena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    monkeypatch.setattr(jailed_bot, "COMPILE_LIMITS", replace(jailed_bot.COMPILE_LIMITS, load_seconds=1.0))
    bot = submit(arena, tmp_path, text)
    result = arena.play(bot.digest, "passive")
    assert [(fault.kind, fault.sentence) for fault in result.faults] == [("load", words)]
    assert len(files_left(bot)) == 2, "the markers"
    assert [path for path in arena.folder.iterdir() if path.name.startswith(".new-")] == []
    monkeypatch.setattr(jailed_bot, "run_preparation", None)
    assert arena.play(bot.digest, "passive").reason == words, "it is not prepared again"


def test_only_kernels_of_the_preparing_run_reach_a_game(arena: JailedArena, tmp_path: Path) -> None:
    bot = submit(arena, tmp_path, LEAVES)
    assert compile_bot_kernels(arena.supervisor, bot, arena.game) == ""
    digest = sources_digest()
    assert files_left(bot) == [f"{digest}.towers", f"{digest}/bots_0/kernel.py311.1.nbc"]


def put(folder: Path, name: str, age: float, *, refused: bool = False) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "bot.py").write_bytes(bytes(40_960))
    kernels = folder / f"{name}.kernels"
    kernels.mkdir()
    (kernels / f"towers{bot_store.REFUSAL_SUFFIX if refused else ''}").touch()
    os.utime(folder / name, times=(time.time() - age,) * 2)


@pytest.mark.parametrize(
    ("most", "left"),
    [(10**6, "abcde"), (170_000, "abde"), (130_000, "bde"), (90_000, "be"), (0, "e")],
)
def test_the_store_is_cleaned_of_refused_bots_first_then_of_the_oldest_and_never_of_those_in_use(
    tmp_path: Path, most: int, left: str
) -> None:
    day = 24 * 3600
    for name, age in {"a": 4 * day, "b": 1 * day, "d": 3 * day, "e": 60}.items():
        put(tmp_path, name, age)
    put(tmp_path, "c", 2 * day, refused=True)
    remove_old_bots(tmp_path, most)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"{name}{end}" for name in left for end in ("", ".kernels")
    )


def test_an_honest_bot_is_stored_once(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(HEAD + IDLE)
    folders = {store_submission(tmp_path / "ada.py", tmp_path / "bots").folder for _ in range(2)}
    assert len(folders) == 1
