"""What the commands print when they are asked rightly."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from fractions import Fraction

import pytest

import holdtheline
from holdtheline.core import catalog


def test_games_lists_every_game_with_its_sentence(htl):
    answer = htl("games")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == list(catalog.games())
    assert [game["name"] for game in json.loads(htl("games", "--json").out)] == list(catalog.games())


def test_version(htl):
    assert htl("--version").out == f"htl {holdtheline.__version__}\n"


def test_rules_prints_the_book_or_one_clause(htl):
    book = htl("rules", "siege").out
    clause = htl("rules", "siege", "S4.1").out
    assert "S1.1" in book
    assert "S5.3" in book
    assert clause.startswith("S4.1")
    assert "S4.2 " not in clause


@pytest.mark.compiled
def test_solve_prints_the_chance_as_decimal_and_as_fraction(htl):
    out = htl("solve", "siege").out
    decimal, fraction = out.split(" best play ")[1].rstrip(")\n").split(" (exactly ")
    fraction = Fraction(fraction)
    assert float(decimal) == pytest.approx(float(fraction), abs=1e-12)
    assert 0 < fraction < 1


@pytest.mark.compiled
def test_solve_gives_the_value_of_every_move_of_a_position_best_first(htl):
    position = "lanes 3 2 6, backline 2, waves 2"
    state = catalog.load("siege", mode="hard").position(position)
    rows = htl("solve", "siege", "--mode", "hard", "--position", position).out.splitlines()[2:]
    chances = [Fraction(row.rstrip(")").split(" (exactly ")[1]) for row in rows]
    assert {" ".join(row.split()[:4]) for row in rows} == {move.text for move in state.legal_moves()}
    assert chances == sorted(chances, reverse=True)


@pytest.mark.compiled
def test_solve_speaks_json(htl):
    data = json.loads(htl("solve", "siege", "--mode", "easy", "--json").out)
    assert data["value"] == 1.0
    assert data["fraction"] == "1"


@pytest.mark.compiled
def test_simulate_prints_a_win_rate_with_its_interval(htl):
    out = htl("simulate", "siege", "--player", "optimal", "--games", "20000", "--seed", "3").out
    assert "defender (optimal): won" in out
    assert "95% confidence interval" in out
    assert "games/s" in out


@pytest.mark.compiled
def test_simulate_says_the_same_for_the_same_seed(htl):
    words = ("simulate", "siege", "--player", "book", "--games", "30000", "--seed", "5")
    assert htl(*words).out.splitlines()[0] == htl(*words).out.splitlines()[0]


def run(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "holdtheline", *words], capture_output=True, text=True, timeout=120, **more
    )


def test_a_reader_that_stops_reading_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "holdtheline", "rules", "siege"],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_output_that_cannot_be_written_is_said():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "holdtheline", "rules", "siege"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=120,
        )
    assert done.returncode == 3
    assert done.stderr.startswith("htl: the output could not be written")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.compiled
def test_after_warming_nothing_is_compiled_any_more():
    assert run("warm").returncode == 0
    again = run("solve", "siege")
    assert "compiling" not in again.stderr
    assert "37907/52488" in again.stdout


@pytest.mark.compiled
def test_simulate_gives_each_seat_its_own_interval(htl):
    out = htl("simulate", "towers", "--player", "book", "--player", "passive", "--games", "50").out
    seats = re.findall(r"([\d.]+)% won, 95% confidence interval ([\d.]+)% to ([\d.]+)%", out)
    assert len(seats) == 2
    for rate, low, high in seats:
        assert float(low) <= float(rate) <= float(high), out
