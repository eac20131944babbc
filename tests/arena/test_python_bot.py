"""A Python bot's file: what it must contain, and one sentence if it is wrong."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from holdtheline.arena import python_bot
from holdtheline.arena.move_bot import bot_api_of
from holdtheline.arena.participant import find_player_factory
from holdtheline.arena.submission import BadBot
from holdtheline.core.catalog import definition_of
from holdtheline.core.errors import HtlError

load_commander = partial(python_bot.load_bot_class, bot_api_of(definition_of("towers")))
ONE = "from holdtheline.games.towers.bot import Commander\n"

WRONG = {
    "": r"^\S*bad\.py defines no Commander class; add a `class CommanderBad\(Commander\)`$",
    ONE: r"^\S*bad\.py defines no Commander class",
    ONE + "class Ada(Commander): pass": r"bad\.py: rename the class Ada to CommanderAda$",
    ONE + "class CommanderA(Commander): pass\nclass CommanderB(Commander): pass": (
        r"bad\.py defines CommanderA and CommanderB; keep only one Commander class$"
    ),
    "class CommanderAda: pass": r"defines no Commander class",
    "x = 1\nclass (": r"^\S*bad\.py, line 2: invalid syntax$",
    "x = 1\n\nx // 0": r"^\S*bad\.py, line 3: importing it raised ZeroDivisionError: ",
    "import nothing_of_that_name": r"line 1: importing it raised ModuleNotFoundError: No module named",
    "import sys\nsys.exit(1)": r"line 2: importing it raised SystemExit: 1$",
    "x = '\ud800'": r"bad\.py",
    "x = 1\n\0": r"bad\.py.*null bytes",
    "def f(): f()\nf()": r"line 1: importing it raised RecursionError",
    "import sys\ndel sys.modules[__name__]\n1 // 0": r"line 3: importing it raised ZeroDivisionError",
    "class A:\n    __class__ = property(lambda self: 1 // 0)\na = A()": (
        r"line 2: importing it raised ZeroDivisionError"
    ),
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_a_file_that_is_no_bot_gets_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.py"
    path.write_bytes(text.encode(errors="surrogatepass"))
    with pytest.raises(BadBot, match=WRONG[text]) as refusal:
        load_commander(path)
    assert "\n" not in str(refusal.value)


def test_a_file_that_is_not_there_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match=r"^there is no file \S*ada\.py; create one with `htl new-bot GAME ada`$"):
        load_commander(tmp_path / "ada.py")
    with pytest.raises(BadBot, match="cannot be read: Is a directory"):
        load_commander(tmp_path)


def test_a_file_that_never_comes_to_its_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_bot, "IMPORT_SECONDS", 0.1)
    (tmp_path / "ada.py").write_text("while True:\n    pass")
    with pytest.raises(BadBot, match=r"importing it took longer than 0\.1 s$"):
        load_commander(tmp_path / "ada.py")


def test_a_commander_that_was_only_imported_does_not_count(tmp_path: Path) -> None:
    text = ONE + "class CommanderAda(Commander): pass\nsame = CommanderAda"
    (tmp_path / "ada.py").write_text(text)
    assert load_commander(tmp_path / "ada.py").__name__ == "CommanderAda"


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    path, names = tmp_path / "ada.py", []
    for name in ("CommanderA", "CommanderB"):
        path.write_text(ONE + f"class {name}(Commander): pass")
        names.append(load_commander(path).__name__)
    assert names == ["CommanderA", "CommanderB"]
    assert list(tmp_path.iterdir()) == [path]


def test_a_bot_for_another_game_has_a_player(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(ONE)
    with pytest.raises(HtlError, match="add a `class PlayerAda` with a method choose"):
        find_player_factory(definition_of("siege"), tmp_path / "ada.py")


def test_a_player_that_is_built_in_goes_by_its_name() -> None:
    assert find_player_factory(definition_of("towers"), "random").name == "random"
