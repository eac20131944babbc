"""`htl new-bot` and `htl match`: what they print, and what they refuse."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..arena.faulty_bots import BAD, PLAN, written
from .conftest import home, htl

__all__ = ["home", "htl"]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is compiled here: these are few games."""
    from holdtheline.cli import bots, match
    from holdtheline.core.game import Game

    for module in (bots, match):
        monkeypatch.setattr(module, "ensure_compiled", lambda *games: None)
        monkeypatch.setattr(module, "Game", lambda definition, options: Game(definition, options, plain=True))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_bot_is_written_with_its_test_and_wins(htl, in_a_folder):
    answer = htl("new-bot", "towers", "ada_two")
    assert answer.code == 0
    assert answer.out.startswith("bots/ada_two.py is your bot, bots/test_ada_two.py its test.\n")
    text = (in_a_folder / "bots" / "ada_two.py").read_text()
    assert "class CommanderAdaTwo(Commander):" in text
    assert "htl match towers bots/ada_two.py passive" in text
    played = htl("match", "towers", "bots/ada_two.py", "passive", "--games", "2", "--swap", "--trust")
    assert played.code == 0
    lines = played.out.splitlines()
    assert lines[0] == "ada_two against passive: 2 games of towers"
    assert lines[1] == "ada_two won 2, drew 0, lost 0: 100% won, 95% confidence interval 21% to 100% (seeds: 1)"
    assert lines[2:4] == ["  as left: won 1, drew 0, lost 0", "  as right: won 1, drew 0, lost 0"]
    assert "turns per game" in lines[4]


def test_the_test_of_a_new_bot_passes(htl, in_a_folder):
    htl("new-bot", "towers", "ada", "--folder", "mine")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "mine/test_ada.py"]
    run = subprocess.run(words, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "2 passed" in run.stdout


@pytest.mark.parametrize("name", ["Ada", "1ada", "a-b", "", "class", "ada.py", "../ada", "test_ada", "a" * 33])
def test_a_bot_needs_a_name_that_a_file_can_have(htl, in_a_folder, name):
    answer = htl("new-bot", "--", "towers", name)
    assert answer.code == 2
    assert "a bot cannot be named" in answer.complaint
    assert not (in_a_folder / "bots").exists()


@pytest.mark.parametrize("there", ["ada.py", "test_ada.py"])
def test_nothing_is_overwritten(htl, in_a_folder, there):
    (in_a_folder / "bots").mkdir()
    (in_a_folder / "bots" / there).write_text("mine")
    answer = htl("new-bot", "towers", "ada")
    assert answer.code == 2
    assert f"bots/{there} already exists" in answer.complaint
    assert [path.name for path in (in_a_folder / "bots").iterdir()] == [there]


def test_a_folder_that_cannot_be_written_is_the_disk_s_no(htl, in_a_folder):
    (in_a_folder / "bots").write_text("a file")
    answer = htl("new-bot", "towers", "ada")
    assert answer.code == 3
    assert "cannot be written" in answer.complaint


def test_faults_are_printed_with_their_reason_and_the_code_is_1(htl, in_a_folder):
    written(in_a_folder, BAD["throws"][0])
    answer = htl("match", "towers", "bad.py", "passive", "--games", "4", "--swap", "--trust")
    assert answer.code == 1
    response = answer.out.splitlines()
    assert response[-2] == "bad lost 4 games by a fault (T8.2):"
    assert response[-1].startswith("  game 1: CommanderBad.plan raised ZeroDivisionError: ")
    assert response[-1].endswith("(bad.py, line 10)")
    assert any(line.startswith("Only 2 of these games differ") for line in response)


def test_a_bot_that_closes_the_output_ends_in_a_sentence(in_a_folder):
    written(in_a_folder, PLAN.format("sys.stdout.close()"))
    words = [
        sys.executable,
        "-m",
        "holdtheline",
        "match",
        "towers",
        "bad.py",
        "passive",
        "--games",
        "1",
        "--trust",
    ]
    run = subprocess.run(words, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert run.returncode == 3
    assert run.stderr.endswith("htl: the output was closed before everything was printed\n")
    assert "Traceback" not in run.stderr


@pytest.fixture
def jail(in_a_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is compiled in processes of bots either, and they are handed in here."""
    from holdtheline.core.kernel import cache, numba_version

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr(numba_version, "PLAIN_PYTHON", True)
    monkeypatch.setattr(cache, "cache_folder", lambda: in_a_folder / "cache" / "0")
    return in_a_folder


def test_bots_are_jailed_and_each_has_its_log(htl, jail):
    written(jail, PLAN.format("print('hello', view.turn); return 1 // 0 if view.turn == 2 else Orders(view)"))
    words = ("match", "towers", "bad.py", "passive", "--games", "2", "--swap", "--logs", "logs")
    answer = htl(*words, "--record", "games")
    assert answer.code == 1
    response = answer.out.splitlines()
    assert response[1].startswith("bad won 0, drew 0, lost 2")
    assert any(line.startswith("bad used 0.") for line in response)
    assert response[-2] == "bad lost 2 games by a fault (T8.2):"
    assert "CommanderBad.plan raised ZeroDivisionError" in response[-1]
    assert sorted(path.name for path in Path("logs").iterdir()) == ["bad.log"]
    log = Path("logs/bad.log").read_text()
    assert log.startswith("--- game 1 ---\nhello 1\nhello 2\nTraceback")
    assert "--- game 2 ---" in log
    assert htl("check", *(str(path) for path in Path("games").iterdir())).out.count("valid so far") == 2


def test_json_has_every_game_with_its_reason_and_processor_time(htl, jail):
    written(jail, PLAN.format("return 1 // 0"))
    words = ("match", "towers", "bad.py", "passive", "--games", "2", "--swap", "--turn_limit", "2")
    answer = htl(*words, "--training", "--json")
    assert answer.code == 0
    response = json.loads(answer.out)
    assert (response["names"], response["tally"]) == (["bad", "passive"], {"wins": 0, "draws": 2, "losses": 0})
    assert [(one["seat"], one["kind"], one["slips"]) for one in response["games"]] == [
        (0, "", [2, 0]),
        (1, "", [2, 0]),
    ]
    assert all(one["cpu"][0] > 0 == one["cpu"][1] for one in response["games"])


def test_without_walls_no_bot_is_jailed(htl, jail, monkeypatch):
    from holdtheline.arena.jail import self_test

    gone = self_test.Wall("files", False, "a bot reads only its own folder", "this kernel has no Landlock", True)
    monkeypatch.setattr(self_test, "check_walls", lambda: (gone,))
    written(jail, PLAN.format("return Orders(view)"))
    answer = htl("match", "towers", "bad.py", "passive")
    assert answer.code == 2
    assert "but this kernel has no Landlock; --trust runs it without a jail" in answer.complaint


def test_ctrl_c_prints_what_was_played_and_the_code_is_130(htl, in_a_folder):
    stops = """if view.turn == 1 and view.seat == 1: signal.raise_signal(signal.SIGINT)
        return Orders(view).build("missile", 9, 3)"""
    written(in_a_folder, PLAN.format(stops))
    answer = htl("match", "towers", "bad.py", "passive", "--games", "4", "--swap", "--trust")
    assert answer.code == 130
    assert answer.out.startswith("bad against passive: stopped after 1 of 4 games of towers\nbad won 0")
    assert htl("match", "towers", "passive", "bad.py", "--games", "4", "--trust").out.count("\n") == 1


def test_records_are_checked_by_htl_check(htl, in_a_folder):
    htl("match", "towers", "spam", "passive", "--games", "2", "--swap", "--record", "games")
    files = sorted(str(path) for path in Path("games").iterdir())
    assert files == ["games/passive-spam-0002.htl", "games/spam-passive-0001.htl"]
    answer = htl("check", *files)
    assert answer.code == 0
    assert answer.out.count(": valid, ") == 2
    again = htl("match", "towers", "spam", "passive", "--games", "2", "--swap", "--record", "games")
    assert again.code == 3
    assert "a record is never overwritten" in again.complaint


WRONG = [
    (("match", "siege", "book", "book"), "this command does not support siege; choose one of: towers"),
    (("match", "chess", "a", "b"), "unknown game 'chess'"),
    (("match", "towers", "nobody", "passive"), "towers has no player 'nobody'"),
    (("match", "towers", "bots/none.py", "passive"), "there is no file bots/none.py"),
    (("match", "towers", "spam"), "Missing argument"),
    (("match", "towers", "spam", "passive", "--games", "0"), "must be at least 1"),
    (("match", "towers", "spam", "passive", "--games", "3", "--swap"), "must be even, not 3"),
    (("match", "towers", "spam", "passive", "--frost", "never"), "frost 'never' does not exist"),
    (("match", "towers", "spam", "passive", "--seconds", "0"), "seconds must be more than 0, not 0"),
    (("match", "towers", "spam", "passive", "--trust", "--training"), "work only with jailed bots"),
    (("new-bot",), "Missing argument"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_wrong_question_gets_one_sentence_and_code_2(htl, words, sentence):
    answer = htl(*words)
    assert answer.code == 2
    assert sentence in answer.complaint


def test_a_jailed_bot_that_cannot_be_loaded_is_told_its_own_file_and_line(htl, jail):
    Path("bad.py").write_text("x = 1\nimport nothing_of_that_name\n")
    answer = htl("match", "towers", "bad.py", "passive", "--games", "1")
    assert 'game 1: it reported "bad.py, line 2: importing it raised ModuleNotFoundError' in answer.out
