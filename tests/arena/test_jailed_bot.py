"""Bots for turn-based games, by states and by JSON, with no secrets in either."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from holdtheline.arena.connection import BotConnection
from holdtheline.arena.jail.limits import Limits
from holdtheline.arena.match import match
from holdtheline.arena.move_bot import RemoteChooser, move_question
from holdtheline.core.catalog import load
from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.game import State
from holdtheline.core.game_record.replay import Record

from .jailed_games import JailedArena, open_jailed_arena, program
from .scripted_processes import Bot

CHOOSER = """
import random

class PlayerBea:
    def __init__(self):
        self.asked = 0

    def choose(self, state):
        self.asked += 1
        codes = state.legal_codes()
        state.play(codes[0])  # it is a copy for trying moves
        return {returned}
"""


def chooser(folder: Path, returned: str = "codes[self.asked % len(codes)]", name: str = "bea") -> Path:
    path = folder / f"{name}.py"
    path.write_text(CHOOSER.format(returned=returned))
    return path


@pytest.fixture(scope="module")
def civilwar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    yield from open_jailed_arena("civilwar", tmp_path_factory.mktemp("arena"))


@pytest.fixture(scope="module")
def siege(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JailedArena]:
    yield from open_jailed_arena("siege", tmp_path_factory.mktemp("arena"))


BY_JSON = """
READY = {}
asked_so_far = 0

def answer(asked):
    global asked_so_far
    asked_so_far += 1
    return {"move": asked["moves"][asked_so_far % len(asked["moves"])][TEXT]}
"""


def test_the_same_game_by_states_by_codes_by_texts_and_in_this_process(siege: JailedArena, tmp_path: Path) -> None:
    bots = [
        siege.bot(chooser(tmp_path)),
        siege.bot(program(tmp_path, BY_JSON.replace("TEXT", "0"), "codes")),
        siege.bot(program(tmp_path, BY_JSON.replace("TEXT", "1"), "texts")),
    ]
    results = [siege.play(bot) for bot in bots] + [siege.play(bots[0], trust=True)]
    assert {one.faults for one in results} == {()}
    assert len({(one.digest, one.scores) for one in results}) == 1
    assert siege.play(bots[0], seed=8).digest != results[0].digest


def test_a_record_of_such_a_game_replays_with_its_dice(siege: JailedArena, tmp_path: Path) -> None:
    result = siege.play(siege.bot(chooser(tmp_path)), record=tmp_path / "game.htl")
    assert Record.read(tmp_path / "game.htl").replay(plain=True).digest() == result.digest


def test_bots_of_two_seats_play_each_other(civilwar: JailedArena, tmp_path: Path) -> None:
    bot, other = civilwar.bot(chooser(tmp_path)), civilwar.bot(chooser(tmp_path, "codes[-1]", "cyd"))
    locked, trusted = (civilwar.play(bot, other, trust=trust) for trust in (False, True))
    assert locked.faults == trusted.faults == ()
    assert locked.digest == trusted.digest
    assert sorted(locked.scores) in ([-1, 1], [0, 0])


@pytest.mark.parametrize(
    ("returned", "kind", "sentence"),
    [
        ("1 // 0", "crash", "PlayerBea.choose raised ZeroDivisionError"),
        ("99", "illegal", "its move is refused"),
        ("10**40", "illegal", "its move is refused"),
        ("'fly away'", "illegal", "this is not a move here"),
        ("None", "illegal", "a step is a move, its text or its code"),
        ("exec('while True: pass')", "time", "longer than 0.5 s"),
    ],
)
def test_what_is_no_move_loses(siege: JailedArena, tmp_path: Path, returned: str, kind: str, sentence: str) -> None:
    bot = siege.bot(chooser(tmp_path, returned))
    result = siege.play(bot)
    assert result.fault is not None
    assert (result.scores, result.fault.kind) == ((-1,), kind)
    assert sentence in result.fault.sentence


@pytest.mark.parametrize("says", ["True", "1.5", "None", "[8]", "10**40", "'fly away'"])
def test_what_is_no_move_by_json_loses(siege: JailedArena, tmp_path: Path, says: str) -> None:
    body = f'READY = {{}}\ndef answer(asked): return {{"move": {says}}}\n'
    result = siege.play(siege.bot(program(tmp_path, body)))
    assert result.fault is not None
    assert result.fault.kind in ("malformed", "illegal")


def test_in_training_the_first_move_is_taken(siege: JailedArena, tmp_path: Path) -> None:
    lost = siege.play(siege.bot(chooser(tmp_path, "99")), strict=False)
    first = siege.play(siege.bot(chooser(tmp_path, "codes[0]", "first")))
    assert lost.faults == ()
    assert lost.slips[0] > 0
    assert lost.digest == first.digest


def test_who_speaks_json_is_told_what_others_play_and_what_is_rolled(civilwar: JailedArena, tmp_path: Path) -> None:
    body = """
READY = {}
heard = []
plain_loads = json.loads

def loads(text):
    message = plain_loads(text)
    if "event" in message:
        heard.append((message["seat"], message["move"]))
    return message

json.loads = loads

def answer(asked):
    print(len(heard), *heard[-1:])
    return {"move": asked["moves"][-1][0]}
"""
    observer = civilwar.bot(program(tmp_path, body, "told"))
    other = civilwar.bot(chooser(tmp_path, "codes[-1]", "cyd"))
    result = civilwar.play(other, observer, record=tmp_path / "game.htl")
    record = Record.read(tmp_path / "game.htl")
    assert result.faults == ()
    last = result.logs[1].splitlines()[-1]
    mine = [at for at, line in enumerate(record.remaining_steps) if line.seat == 1]
    others = [line for line in record.remaining_steps[: mine[-1]] if line.seat != 1]
    seat = None if others[-1].seat == CHANCE else others[-1].seat
    assert last == f"{len(others)} ({seat}, {others[-1].play!r})"


def test_a_match_of_such_bots_runs_in_this_process_too(tmp_path: Path) -> None:
    bot = chooser(tmp_path)
    result = match(load("civilwar", plain=True), bot, "random", games=2, swap=True)
    assert result.faults == ()
    assert result.games == 2


# Secrets


def asked_of(state: State, form: str) -> bytes:
    """Return the bytes of a question without its id."""
    bot = Bot()
    try:
        if form == "words":
            side = RemoteChooser(BotConnection(bot, Limits()), state.game, int(state.current_player))
            return bytes(side.changed_words(state.seen_by(state.current_player)))
        return json.dumps(move_question(state.seen_by(state.current_player), int(state.current_player))).encode()
    finally:
        bot.socket.close()
        bot.mine.close()


@pytest.mark.clause("C8.1")
@pytest.mark.parametrize("form", ["json", "words"])
def test_what_a_seat_may_not_know_makes_no_difference_to_what_it_is_asked(form: str) -> None:
    """Compare bytes, in a battle with hidden morale."""
    state, chance = load("civilwar", plain=True, fog="on").start(), np.random.default_rng(3)
    compared = 0
    for _ in range(60):
        if state.current_player == OVER:
            break
        if state.current_player >= 0:
            other, seat = state.copy(), int(state.current_player)
            hidden = hidden_places(state, seat)
            for place in hidden:
                other.words[place] = 1 + int(other.words[place]) % 3
            compared += len(hidden)
            assert asked_of(state, form) == asked_of(other, form)
        state.play(int(chance.choice(state.legal_codes())))
    assert compared > 0


def hidden_places(state: State, seat: int) -> Any:
    """Return the words that the seat cannot see."""
    return np.flatnonzero(state.words != state.seen_by(seat).words)
