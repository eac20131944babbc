"""A first bot in each language: it can be handed in, speaks the protocol, and beats who does nothing."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from holdtheline.arena.conformance import Check, Checker
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.starter import LANGUAGES, for_two, write_starter
from holdtheline.core.catalog import contract_of
from holdtheline.core.errors import BadOption

from ..debian import needed, node
from .court import Court, court_of, program

pytestmark = pytest.mark.xdist_group("jail")


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    yield from court_of("towers", tmp_path_factory.mktemp("starters"))


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    """Games of two turns."""
    yield from court_of("towers", tmp_path_factory.mktemp("brief"), turn_limit=2)


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Court]:
    yield from court_of("civilwar", tmp_path_factory.mktemp("field"))


def made(court: Court, language: str, folder: Path) -> Path:
    """The bot, built if it has to be."""
    if language == "javascript":
        needed("nodejs", node)
    starter = write_starter(court.game.contract, "ada", folder, language)
    if starter.build:
        compiler, *words = starter.build.split()
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", *words], check=True)
    return starter.bot


def checks_of(court: Court, bot: Path) -> list[Check]:
    handin = court.bots[court.bot(bot)]
    return list(Checker(court.game, handin, court.keeper, Limits()).checks())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_of_towers_beats_whoever_does_nothing_from_both_seats(
    court: Court, tmp_path: Path, language: str
) -> None:
    bot = court.bot(made(court, language, tmp_path))
    assert court.play(bot, "passive").scores == (1, -1)
    assert court.play("passive", bot).scores == (-1, 1)


def test_starters_of_all_languages_play_the_same_game(court: Court, tmp_path: Path) -> None:
    bots = [court.bot(made(court, language, tmp_path / language)) for language in LANGUAGES]
    assert len({court.play(bot, "spam").digest for bot in bots}) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_starter_of_another_game_plays_it_to_the_end(field: Court, tmp_path: Path, language: str) -> None:
    bot = field.bot(made(field, language, tmp_path))
    result = field.play(bot, "random")
    assert result.faults == ()


def test_the_check_of_a_starter_finds_nothing(court: Court, tmp_path: Path) -> None:
    told = checks_of(court, made(court, "c", tmp_path))
    assert [(check.fault, check.advice) for check in told] == [("", "")] * len(told)
    assert "against book as right" in " ".join(check.name for check in told)


FAULTY = {
    "READY = {'units': ['dragon']}": "its units are not a list of names",
    "READY = {}\ndef answer(asked): return {'id': 'x'}": "another id",
    "READY = {}\ndef answer(asked): return {'orders': 7}": "its orders are not a list",
    "raise OSError('no good')": "no good",
}


@pytest.mark.parametrize("body", FAULTY)
def test_the_check_stops_at_the_first_fault_and_shows_the_log(
    court: Court, tmp_path: Path, body: str
) -> None:
    bot = program(tmp_path, f"print('my log', flush=True)\n{body}")
    told = checks_of(court, bot)
    assert len(told) == 1
    assert FAULTY[body] in told[0].fault
    assert "my log" in told[0].log


def test_the_check_advises_who_plays_otherwise_with_the_same_seed(brief: Court, tmp_path: Path) -> None:
    body = """
import secrets
READY = {}
def answer(asked):
    return {"orders": [["build", "missile", secrets.randbelow(15), secrets.randbelow(7)] for _ in range(4)]}
"""
    last = checks_of(brief, program(tmp_path, body))[-1]
    assert last.name == "the same seed gives the same game"
    assert "take your chance from the hello's" in last.advice


def test_there_is_a_starter_for_every_game(tmp_path: Path) -> None:
    for game in ("siege", "towers", "civilwar", "skirmish"):
        for language in LANGUAGES:
            starter = write_starter(contract_of(game), "ada", tmp_path / game / language, language)
            text = starter.file.read_text()
            assert f"ada, a bot for {game}" in text
            assert not any(word in text for word in ("NAME", "FOLDER", "GAME", "CLASS", "HEAD\n"))


def test_a_language_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"the languages are: python, javascript, c$"):
        write_starter(contract_of("towers"), "ada", tmp_path, "cobol")
    assert list(tmp_path.iterdir()) == []


def test_options_that_give_a_game_two_seats() -> None:
    assert for_two(contract_of("towers")) == {}
    assert for_two(contract_of("skirmish")) == {"generals": 1, "enemy": "seat"}
    assert for_two(contract_of("siege")) == {}


def test_there_is_a_compiler_here() -> None:
    assert shutil.which("cc")


def test_a_move_that_is_refused_is_told_in_one_line_that_does_no_harm(field: Court, tmp_path: Path) -> None:
    body = """READY = {}
def answer(asked): return {"move": "\\x1b[2J\\nlights out " * 50}
"""
    result = field.play(field.bot(program(tmp_path, body)), "random")
    assert result.fault is not None
    assert result.fault.kind == "illegal"
    assert result.fault.sentence.isprintable()
    assert len(result.fault.sentence) < 300
