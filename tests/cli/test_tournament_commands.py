"""`htl tournament` and `htl duel`: what they print, what they refuse, and how they go on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from holdtheline.arena.starter import write_starter
from holdtheline.arena.tournament.duel import MAX_REPEATS, DuelStatus, SequentialTest
from holdtheline.arena.tournament.entries import make_entries
from holdtheline.cli.duel import print_duel
from holdtheline.core.catalog import definition_of

from .conftest import home, htl

__all__ = ["home", "htl"]

TRUST = ("--game", "towers", "--trust", "--workers", "1")
IDLE = """
from holdtheline.games.towers.bot import Commander, Orders

class CommanderIdle(Commander):
    def plan(self, view):
        return Orders(view)
"""
BROKEN = "class CommanderBroken:\n    pass\n"


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Few games, so nothing is compiled: neither here nor in the workers."""
    from holdtheline.cli import duel, tournament

    for module in (duel, tournament):
        monkeypatch.setattr(module, "ensure_compiled", lambda *games: None)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.chdir(tmp_path)
    write_starter(definition_of("towers"), "ada", tmp_path / "bots")
    (tmp_path / "bots" / "idle.py").write_text(IDLE)
    (tmp_path / "bots" / "README.md").write_text("not a bot")
    return tmp_path


def test_a_tournament_prints_standings_and_writes_the_report(htl, in_a_folder):
    answer = htl("tournament", "bots", *TRUST, "--pairs", "1", "--player", "passive", "--out", "out")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert lines[0] == "3 bots, 6 games"
    assert lines[2].split()[:3] == ["1.", "ada", "4"]
    assert lines[-1] == "The full report is in out/report.html."
    assert {path.name for path in (in_a_folder / "out").iterdir()} >= {
        "report.html", "standings.csv", "crosstable.csv", "games.csv", "report.json", "results.jsonl", "bots",
    }  # fmt: skip
    before = (in_a_folder / "out" / "standings.csv").read_bytes()
    records = sorted(map(str, Path("out/games").iterdir()))
    assert htl("check", *records).out.count(": valid, ") == 6
    again = htl("tournament", "bots", *TRUST, "--pairs", "1", "--player", "passive", "--out", "out")
    assert again.out == answer.out
    assert (in_a_folder / "out" / "standings.csv").read_bytes() == before


def test_players_that_look_ahead_by_count_take_part(tmp_path):
    field = make_entries(definition_of("towers"), ["mcts:2", "level1", "book"], tmp_path)
    assert [entry.name for entry in field.entries] == ["book", "level1", "mcts:2"]
    assert field.submissions == {}


def test_a_seed_is_drawn_and_saved(htl, in_a_folder):
    seeds = set()
    for out in ("one", "other", "one"):
        words = ("--pairs", "1", "--player", "passive", "--out", out)
        assert htl("tournament", "bots", *TRUST, *words).code == 0
        seed = json.loads(Path(out, "tournament.json").read_text())["seed"]
        assert str(seed) in Path(out, "report.html").read_text()
        seeds.add(seed)
    assert len(seeds) == 2, "each folder has its own, and keeps it"


def test_limits_are_those_that_were_asked_for(htl, in_a_folder):
    words = ("--pairs", "1", "--out", "out", "--seconds", "0.5", "--memory", "256")
    assert htl("tournament", "bots", *TRUST, *words).code == 0
    limits = json.loads(Path("out", "tournament.json").read_text())["limits"]
    assert (limits["think_seconds"], limits["memory_mb"]) == (0.5, 256)
    refused = htl("tournament", "bots", *TRUST, "--pairs", "1", "--out", "more", "--seconds", "0")
    assert refused.code == 2
    assert "seconds must be more than 0, not 0" in refused.complaint


def test_a_bot_that_is_no_good_loses_by_its_fault(htl, in_a_folder):
    (in_a_folder / "bots" / "broken.py").write_text(BROKEN)
    answer = htl("tournament", "bots", *TRUST, "--pairs", "1", "--out", "out")
    assert answer.code == 0
    [line] = [line for line in answer.out.splitlines() if " broken " in line]
    assert line.split()[:3] == ["3.", "broken", "0"]
    assert line.endswith("4 lost by a fault")


def test_a_duel_has_a_verdict_and_its_code(htl):
    words = ("--elo1", "200", "--most", "30")
    better = htl("duel", "passive", "careless", *TRUST, *words)
    assert better.code == 0
    assert better.out.splitlines()[0] == "careless against passive: better"
    assert "LLR +" in better.out
    worse = htl("duel", "careless", "passive", *TRUST, *words)
    assert worse.code == 1
    assert worse.out.splitlines()[0] == "passive against careless: not better"
    open_ = htl("duel", "passive", "bots/ada.py", *TRUST, "--most", "1")
    assert open_.code == 1
    assert open_.out.splitlines()[0] == "ada against passive: undecided"


def test_a_duel_of_bots_that_repeat_one_pair_decides_nothing(htl):
    answer = htl("duel", "passive", "bots/ada.py", *TRUST, "--most", "100", "--json")
    result = json.loads(answer.out)
    assert (answer.code, result["verdict"], result["repeats_itself"]) == (1, "undecided", True)
    assert (sum(result["pairs"].values()), result["pairs"]["2"], result["played"]) == (1, 1, 1 + MAX_REPEATS)


def test_two_versions_of_one_bot_get_different_names(htl, in_a_folder):
    write_starter(definition_of("towers"), "ada", in_a_folder / "new")
    answer = htl("duel", "bots/ada.py", "new/ada.py", *TRUST, "--most", "1")
    assert answer.out.splitlines()[0] == "ada (new) against ada (old): undecided"


WRONG = [
    (("tournament", "nowhere", *TRUST, "--out", "out"), "there is no folder nowhere"),
    (("tournament", "bots/ada.py", *TRUST, "--out", "out"), "bots/ada.py cannot be read as a folder"),
    (("tournament", "bots", *TRUST, "--out", "out", "--pairs", "0"), "the number of pairs must be 1 to"),
    (("tournament", "bots", "--game", "chess", "--out", "out"), "unknown game 'chess'"),
    (
        ("tournament", "bots", "--game", "siege", "--out", "out"),
        "a game of bots needs two seats; siege has 1",
    ),
    (("tournament", "bots", "--out", "out"), "Missing option"),
    (("tournament", "bots", *TRUST), "Missing option"),
    (("tournament", "bots", *TRUST, "--out", "out", "--mode", "hard"), "towers has no option 'mode'"),
    (("tournament", "bots", *TRUST, "--out", "out", "--frost", "never"), "frost 'never' does not exist"),
    (("tournament", "bots", *TRUST, "--out", "out", "--player", "nobody"), "towers has no player 'nobody'"),
    (
        ("tournament", "bots", *TRUST, "--out", "out", "--player", "mcts:0.1s"),
        "games of mcts:0.1s cannot be repeated",
    ),
    (("tournament", "bots", "--game", "towers", "--out", "out", "--workers", "999"), "(one per core), not 999"),
    (("duel", "passive", "nobody", *TRUST), "towers has no player 'nobody'"),
    (("duel", "passive", "bots/none.py", *TRUST), "there is no file bots/none.py"),
    (("duel", "passive", "spam", *TRUST, "--elo0", "30"), "elo0 must be below elo1"),
    (("duel", "passive", "spam", *TRUST, "--alpha", "0.7"), "alpha must be more than 0"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_wrong_question_gets_one_sentence_and_code_2(htl, words, sentence):
    answer = htl(*words)
    assert answer.code == 2
    assert sentence in answer.complaint


def test_without_walls_no_tournament_is_played(htl, in_a_folder, monkeypatch):
    from holdtheline.arena.jail import self_test

    wall = self_test.Wall("landlock", False, "no bot reads the files of others", "this kernel has no Landlock", True)
    monkeypatch.setattr(self_test, "find_missing_walls", lambda: (wall,))
    answer = htl("tournament", "bots", "--game", "towers", "--out", "out")
    assert answer.code == 2
    assert "no bot can be jailed on this machine" in answer.complaint
    assert (in_a_folder / "out" / "results.jsonl").read_bytes() == b""


def test_two_of_one_name_are_refused(htl, in_a_folder):
    (in_a_folder / "bots" / "Ada.js").write_text("")
    answer = htl("tournament", "bots", *TRUST, "--out", "out")
    assert answer.code == 2
    assert "two bots have the same name: Ada (bots/Ada.js) and ada (bots/ada.py)" in answer.complaint


def test_names_that_look_alike_are_refused(htl, in_a_folder):
    (in_a_folder / "bots" / "b00k.js").write_text("")
    answer = htl("tournament", "bots", *TRUST, "--player", "book", "--out", "out")
    assert answer.code == 2
    assert "two bots have names that look alike: b00k (bots/b00k.js) and book (built in)" in answer.complaint


def test_a_folder_of_another_tournament_is_refused(htl):
    htl("tournament", "bots", *TRUST, "--pairs", "1", "--out", "out", "--seed", "1")
    answer = htl("tournament", "bots", *TRUST, "--pairs", "1", "--out", "out", "--seed", "2")
    assert answer.code == 2
    assert "out has a tournament with seed 1, but this one has seed 2" in answer.complaint


def test_without_ray_the_sentence_says_what_to_install(htl, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    answer = htl("tournament", "bots", "--game", "towers", "--out", "out", "--ray")
    assert answer.code == 2
    assert "pip install 'holdtheline[ray]'" in answer.complaint


PLAIN_RULES = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
"""Nothing is compiled by a process of its own: these are few games."""


def test_ctrl_c_reports_what_was_played_and_the_same_command_continues(in_a_folder):
    words = [sys.executable, "-m", "holdtheline", "tournament", "bots", *TRUST]
    words += ["--pairs", "40", "--player", "passive", "--out", "out"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=PLAIN_RULES)
    results = in_a_folder / "out" / "results.jsonl"
    until = time.monotonic() + 120
    while not (results.exists() and results.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130, err
    assert err == ""
    assert " of 240 games" in out.splitlines()[0]
    assert "Stopped. Run the same command again to continue." in out
    assert (in_a_folder / "out" / "report.html").is_file()
    kept = results.read_bytes()
    words[words.index("--pairs") + 1] = "1"
    done = subprocess.run(words, capture_output=True, text=True, env=PLAIN_RULES)
    assert done.returncode == 0, done.stderr
    assert results.read_bytes().startswith(kept)


def test_a_duel_counts_pairs_and_faults_for_the_bot_that_has_them(capsys):
    print_duel(DuelStatus(SequentialTest(), (1, 2, 3, 4, 5), 0.5, faults=(0, 6), played=15), "ada", "bob")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "15 pairs: 5 won 2-0, 4 with 1½, 3 even, 2 with ½, 1 lost; score 66.7%"
    assert lines[-1] == "bob ended 6 games by a fault"


def test_a_duel_says_how_many_pairs_do_not_count(capsys):
    print_duel(DuelStatus(SequentialTest(), (1, 2, 3, 4, 5), 0.5, faults=(0, 0), played=17), "ada", "bob")
    assert capsys.readouterr().out.endswith("2 of 17 pairs repeated earlier ones and do not count.\n")


def test_the_help_lists_only_games_that_two_can_play(htl):
    text = " ".join(htl("tournament", "--help").out.split())
    assert "the game: towers, skirmish, civilwar" in text
    assert "--swap VALUE" not in text
