"""Whatever is asked wrongly gets one clear sentence and the exit code 2."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import holdtheline
from holdtheline.cli.app import ENTRIES

WRONG = [
    (("play", "siege", "--mode", "0"), "mode '0' does not exist (S1.3)"),
    (("play", "siege", "--mode", "13"), "normal, easy, hard, scouts or 1 to 12"),
    (("play", "siege", "--mode", "-1"), "mode '-1' does not exist"),
    (("play", "siege", "--mode", "1.0"), "mode '1.0' does not exist"),
    (("play", "siege", "--regroup", "3"), "it can be 1 or 2"),
    (("play", "siege", "--swap", "two"), "it can be any, one or none"),
    (("play", "siege", "--lanes", "4"), "No such option: --lanes"),
    (("play", "siege", "--dice", "loaded"), "--dice must be computer or mine"),
    (("play", "siege", "--dice", "mine", "--seed", "1"), "you roll your own"),
    (("play", "siege", "--seed", "x"), "Invalid value for '--seed': Input should be a valid integer"),
    (("play", "siege", "--player", "nobody"), "its players are: random, book, optimal, mcts"),
    (("play", "siege", "--player", "book", "--player", "book"), "siege needs one player per seat (defender), not 2"),
    (("play", "chess"), "unknown game 'chess'; choose from: siege"),
    (("play", "siege", "extra"), "extra"),
    (("simulate", "siege", "--player", "nobody"), "its players are: random, book, optimal, mcts"),
    (("simulate", "siege", "--games", "0"), "must be 1 or more"),
    (("train", "siege", "--out", "network.json"), "siege has no learned evaluation"),
    (("train", "civilwar", "--out", "network.json", "--games", "99"), "play at least 100 games"),
    (
        ("simulate", "siege", "--games", "many"),
        "Invalid value for '--games': Input should be a valid integer",
    ),
    (("solve", "siege", "--position", "lanes 6 6"), "a position of siege reads"),
    (("solve", "siege", "--position", "lanes 7 6 6, backline 1, waves 1"), "a die shows at most 6"),
    (("solve", "siege", "--position", "lanes 6 6 6, backline 6, waves 13"), "waves must be 1 to 12"),
    (("rules", "chess"), "unknown game 'chess'"),
    (("rules", "siege", "S9.9"), "has no clause 'S9.9'"),
    (("resume",), "no games to resume"),
    (("resume", "7"), "there is no saved game '7'"),
    (("nonsense",), "No such command 'nonsense'"),
    (("replay",), "Missing argument"),
    (("--nonsense",), "No such option"),
]


@pytest.mark.parametrize(("words", "sentence"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_a_wrong_question_gets_one_sentence_and_code_2(htl, words, sentence):
    answer = htl(*words)
    assert answer.code == 2
    assert sentence in answer.complaint


DATA = Path(holdtheline.__file__).parent
SKIRMISH = DATA / "games" / "skirmish" / "scenario" / "data" / "millrace.toml"
CIVILWAR = DATA / "games" / "civilwar" / "scenario" / "data" / "bull-run.toml"
CAMPAIGN = DATA / "campaign" / "data" / "the-last-lamp.toml"
MISTAKEN_FILES = [
    (
        ("play", "skirmish", "--scenario"),
        CAMPAIGN,
        "this is a campaign, not a battle; start it with htl campaign start",
    ),
    (
        ("play", "civilwar", "--scenario"),
        CAMPAIGN,
        "this is a campaign, not a battle; start it with htl campaign start",
    ),
    (
        ("play", "civilwar", "--scenario"),
        SKIRMISH,
        "a battle of Skirmish, not of Civil War; play it with htl play skirm",
    ),
    (
        ("simulate", "skirmish", "--scenario"),
        CIVILWAR,
        "not of Skirmish; play it with htl play civilwar --scenario bull",
    ),
    (
        ("campaign", "start"),
        SKIRMISH,
        "a battle, not a campaign; play it with htl play skirmish --scenario millrace.toml",
    ),
    (
        ("campaign", "start"),
        CIVILWAR,
        "a battle, not a campaign; play it with htl play civilwar --scenario bull-run.toml",
    ),
]


@pytest.mark.parametrize(("words", "file", "sentence"), MISTAKEN_FILES)
def test_a_file_of_another_kind_is_recognized(htl, words, file, sentence):
    answer = htl(*words, str(file))
    assert answer.code == 2
    assert sentence in " ".join(answer.complaint.split())
    assert len(answer.complaint.strip().splitlines()) == 1


def test_a_refused_game_leaves_no_file_behind(htl, home):
    htl("play", "siege", "--mode", "0")
    htl("play", "siege", "--player", "nobody")
    assert not list(home.rglob("*.htl"))


def test_without_a_command_the_commands_are_listed(htl):
    answer = htl()
    assert answer.code == 0
    for command in ("play", "resume", "games", "rules", "replay", "check", "simulate", "solve", "warm"):
        assert f"  {command} " in answer.out
    assert "…" not in answer.out
    assert "..." not in answer.out.replace("COMMAND ...", "")


def test_every_command_has_help_with_words_in_capitals_for_values(htl):
    for name in ENTRIES:
        answer = htl(name, "-h")
        assert answer.code == 0, name
        assert not re.search(r"[<{](str|int|path|float|list|[a-z|]+)[>}]", answer.out), name


def test_options_and_commands_may_be_typed_with_underscores(htl):
    assert htl("new_bot", "--help").out == htl("new-bot", "--help").out
    answers = [htl("play", "civilwar", option, "sideways", "--plain") for option in ("--vp_hexes", "--vp-hexes")]
    assert [answer.code for answer in answers] == [2, 2]
    assert answers[0].complaint == answers[1].complaint


def test_the_help_of_a_game_names_its_computer_players(htl):
    help_text = " ".join(htl("play", "towers", "--help").out.split())
    assert "computer players: random, " in help_text
    assert "level1 to level8" in help_text


def test_the_version_and_the_list_of_commands_need_no_game():
    code = "import sys; from holdtheline.cli import main; main()"
    for words, unwanted in ((["-V"], "typer"), (["--help"], "numpy")):
        asked = f"import sys; sys.argv = ['htl', *{words!r}]\ntry:\n    {code}\nexcept SystemExit: pass"
        done = subprocess.run(
            [sys.executable, "-c", f"{asked}\nassert {unwanted!r} not in sys.modules"], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr


def test_a_shell_completes_commands_games_and_options(htl, monkeypatch):
    monkeypatch.setenv("_HTL_COMPLETE", "complete_bash")
    for words, found in (
        ("htl tourn", "tournament"),
        ("htl play sie", "siege"),
        ("htl play civilwar --vp", "--vp-hexes"),
    ):
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
        assert found in htl().out.split()


def test_without_a_game_the_games_are_listed(htl):
    answer = htl("play")
    assert answer.code == 0
    assert "siege" in answer.out


def test_the_help_of_a_game_names_every_option_with_its_values(htl):
    help_text = " ".join(htl("play", "siege", "--help").out.split())
    for words in (
        "normal (3 waves), easy (2 waves), hard (4 waves), scouts (a die decides) or 1 to 12",
        "1 troop or 2 troops",
        "stands (allowed) or loses (not allowed)",
        "dice or paper",
        "any order, one swap or none (not allowed)",
    ):
        assert words in help_text


def test_an_error_inside_is_one_sentence_unless_it_is_asked_for(htl, monkeypatch):
    from holdtheline.cli import reading

    def broken(*_):
        raise ZeroDivisionError("made up")

    monkeypatch.setattr(reading, "definition_of", broken)
    answer = htl("rules", "siege")
    assert answer.code == 70
    assert "ZeroDivisionError: made up" in answer.complaint
    monkeypatch.setenv("HTL_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        htl("rules", "siege")


def test_ctrl_c_while_the_command_loads_is_no_traceback(htl, monkeypatch):
    class Loading(ModuleType):
        def __getattr__(self, name):
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "holdtheline.cli.app", Loading("line"))
    answer = htl("games")
    assert (answer.code, answer.out, answer.err) == (130, "", "")
