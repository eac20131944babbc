"""The starter bots of all languages can be submitted, speak the protocol and beat a passive player."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.arena.conformance import CheckResult, ConformanceChecker
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.starter import SUFFIX_BY_LANGUAGE, two_seat_options, write_starter
from holdtheline.core.catalog import definition_of
from holdtheline.core.errors import BadOption

from ..system_programs import needed, node
from .jailed_games import JailedArena, open_jailed_arena, program


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    yield from open_jailed_arena("towers", tmp_path_factory.mktemp("starters"))


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    """Return a game of two turns."""
    yield from open_jailed_arena("towers", tmp_path_factory.mktemp("brief"), turn_limit=2)


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    yield from open_jailed_arena("civilwar", tmp_path_factory.mktemp("field"))


def made(arena: JailedArena, language: str, folder: Path) -> Path:
    """Build the bot if needed and return its path."""
    if language == "javascript":
        needed("nodejs", node)
    starter = write_starter(arena.game.definition, "ada", folder, language)
    if starter.build:
        compiler, *words = starter.build.split()
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", *words], check=True)
    return starter.bot


def checks_of(arena: JailedArena, bot: Path) -> list[CheckResult]:
    submission = arena.bots[arena.bot(bot)]
    return list(ConformanceChecker(arena.game, submission, arena.supervisor, Limits()).checks())


@pytest.mark.parametrize("language", SUFFIX_BY_LANGUAGE)
def test_a_starter_of_towers_beats_a_passive_player_from_both_seats(
    arena: JailedArena, tmp_path: Path, language: str
) -> None:
    bot = arena.bot(made(arena, language, tmp_path))
    assert arena.play(bot, "passive").scores == (1, -1)
    assert arena.play("passive", bot).scores == (-1, 1)


def test_starters_of_all_languages_play_the_same_game(arena: JailedArena, tmp_path: Path) -> None:
    bots = [arena.bot(made(arena, language, tmp_path / language)) for language in SUFFIX_BY_LANGUAGE]
    assert len({arena.play(bot, "spam").digest for bot in bots}) == 1


@pytest.mark.parametrize("language", SUFFIX_BY_LANGUAGE)
def test_a_starter_of_another_game_plays_it_to_the_end(field: JailedArena, tmp_path: Path, language: str) -> None:
    bot = field.bot(made(field, language, tmp_path))
    result = field.play(bot, "random")
    assert result.faults == ()


def test_the_check_of_a_starter_finds_nothing(arena: JailedArena, tmp_path: Path) -> None:
    checks = checks_of(arena, made(arena, "c", tmp_path))
    assert [(check.fault, check.advice) for check in checks] == [("", "")] * len(checks)
    assert "against book as right" in " ".join(check.name for check in checks)


FAULTY = {
    "READY = {'units': ['dragon']}": "its units are not a list of names",
    "READY = {}\ndef answer(asked): return {'id': 'x'}": "does not have the id",
    "READY = {}\ndef answer(asked): return {'orders': 7}": "its orders are not a list",
    "raise OSError('no good')": "no good",
}


@pytest.mark.parametrize("body", FAULTY)
def test_the_check_stops_at_the_first_fault_and_shows_the_log(arena: JailedArena, tmp_path: Path, body: str) -> None:
    bot = program(tmp_path, f"print('my log', flush=True)\n{body}")
    checks = checks_of(arena, bot)
    assert len(checks) == 1
    assert FAULTY[body] in checks[0].fault
    assert "my log" in checks[0].log


def test_the_check_advises_who_plays_otherwise_with_the_same_seed(brief: JailedArena, tmp_path: Path) -> None:
    body = """
import secrets
READY = {}
def answer(asked):
    return {"orders": [["build", "missile", secrets.randbelow(15), secrets.randbelow(7)] for _ in range(4)]}
"""
    last = checks_of(brief, program(tmp_path, body))[-1]
    assert last.name == "the same seed gives the same game"
    assert "seed your random generator from the hello message" in last.advice


def test_there_is_a_starter_for_every_game(tmp_path: Path) -> None:
    for game in ("siege", "towers", "civilwar", "skirmish"):
        for language in SUFFIX_BY_LANGUAGE:
            starter = write_starter(definition_of(game), "ada", tmp_path / game / language, language)
            text = starter.file.read_text()
            assert f"ada, a bot for {game}" in text
            assert not any(word in text for word in ("NAME", "FOLDER", "GAME", "CLASS", "HEAD\n"))


def test_a_language_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"the languages are: python, javascript, c$"):
        write_starter(definition_of("towers"), "ada", tmp_path, "cobol")
    assert list(tmp_path.iterdir()) == []


def test_options_that_give_a_game_two_seats() -> None:
    assert two_seat_options(definition_of("towers")) == {}
    assert two_seat_options(definition_of("skirmish")) == {"generals": 1, "enemy": "seat"}
    assert two_seat_options(definition_of("siege")) == {}


def test_there_is_a_compiler_here() -> None:
    assert shutil.which("cc")


def test_a_move_that_is_refused_is_told_in_one_line_that_does_no_harm(field: JailedArena, tmp_path: Path) -> None:
    body = """READY = {}
def answer(asked): return {"move": "\\x1b[2J\\nlights out " * 50}
"""
    result = field.play(field.bot(program(tmp_path, body)), "random")
    assert result.fault is not None
    assert result.fault.kind == "illegal"
    assert result.fault.sentence.isprintable()
    assert len(result.fault.sentence) < 300
