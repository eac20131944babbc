"""The lines of a squad: what kernels write and read is what JSON says."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import OVER
from holdtheline.core.game import Game, State
from holdtheline.games.towers.bots.json_messages import parse_actions
from holdtheline.games.towers.bots.mirrored_state import SeatKnowledge
from holdtheline.games.towers.bots.squad_messages import ID_LENGTH, SquadMessages
from holdtheline.games.towers.bots.squads import Squads
from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import UNIT_COUNT, Mind, Phase

from .test_mirrored_state import some_move

TEXT = "0123456789abcdef" * 3
IDS = np.frombuffer(bytearray(TEXT.encode()), np.uint8)
FIRST = ID_LENGTH
plain_and_compiled = pytest.mark.parametrize(
    "game",
    [
        pytest.param(lambda: load("towers", plain=True), id="plain"),
        pytest.param(lambda: load("towers"), id="compiled", marks=pytest.mark.compiled),
    ],
)


def state_with_question(game: Game, seed: int) -> State:
    """Return a state in which units are asked."""
    chance = Random(seed)
    state = game.start()
    for seat in (0, 1):
        state.record.gold[seat] = 40
        for unit in range(UNIT_COUNT):
            state.record.mind[seat * UNIT_COUNT + unit] = Mind.OWN
    while state.record.phase != Phase.ACT:
        assert state.current_player != OVER
        state.play(some_move(state, chance))
    return state


def put(line: SquadMessages, text: str) -> int:
    data = text.encode()
    line.answer[: len(data)] = data
    return len(data)


def answered(actions: Any) -> str:
    return f'{{"id":"{TEXT[:ID_LENGTH]}","actions":[{",".join(map(str, actions))}]}}\n'


@plain_and_compiled
def test_a_question_has_its_id_and_all_that_has_changed(game: Any) -> None:
    state = state_with_question(game(), 1)
    seat = int(state.current_player)
    line, knowledge, squads = (
        SquadMessages(state.game, SeatKnowledge(state.game, seat)),
        SeatKnowledge(state.game, seat),
        Squads(state.game),
    )
    for _ in range(3):
        size, count = line.write_question(state, IDS, FIRST)
        head, _, words = line.question[:size].tobytes().partition(b"\n")
        wanted, changes = squads.count(state), knowledge.update(state)
        assert json.loads(head) == {"ask": "act", "id": TEXT[:ID_LENGTH], "bytes": len(words)}
        assert count == wanted
        assert np.frombuffer(words, "<i8").tolist() == changes.tolist()
        state.play(state.legal_codes()[-1])


@plain_and_compiled
@pytest.mark.parametrize("seed", range(4))
def test_an_answer_is_done_as_it_is_by_those_who_read_json(game: Any, seed: int) -> None:
    chance, state = Random(seed), state_with_question(game(), seed)
    line, squads = SquadMessages(state.game, SeatKnowledge(state.game, 0)), Squads(state.game)
    done = 0
    while state.current_player != OVER and state.record.phase == Phase.ACT and done < 60:
        other, count = state.copy(), squads.count(state)
        actions = [chance.choice([*range(0, 3000, 7), 10**8, moves.REST, 2100 + chance.randrange(140)])
                   for _ in range(count)]  # fmt: skip
        text = answered(actions)
        codes = line.read_answer(state, put(line, text), IDS, FIRST)
        assert codes == squads.act(other, parse_actions(json.loads(text)["actions"]))
        assert (state, state.current_player) == (other, other.current_player)
        done += 1
    assert done > 10


@plain_and_compiled
def test_what_is_written_otherwise_is_left_to_others_and_nothing_is_done(game: Any) -> None:
    state = state_with_question(game(), 3)
    line, count = SquadMessages(state.game, SeatKnowledge(state.game, 0)), Squads(state.game).count(state)
    before = state.copy()
    good = answered([moves.REST] * count)
    odd = [
        "", "\n", "{", "]}\n", good[:-1], good + " ", " " + good, good.replace("actions", "Actions"),
        good.replace("0123", "1123", 1), good.replace("[", "[ "), good.replace("[", "[,"),
        answered([]), answered([moves.REST] * (count + 1)), answered([moves.REST] * 1000),
        answered(["007"] * count), answered(["-1"] * count), answered(["1.0"] * count),
        answered(["true"] * count),
        answered(["1" * 10] * count), answered(["1" * 400] * count), answered([""] * count),
        json.dumps(json.loads(good)) + "\n",
    ]  # fmt: skip
    for text in odd:
        assert line.read_answer(state, put(line, text), IDS, FIRST) is None, text
        assert state == before
    assert line.read_answer(state, put(line, good), IDS, FIRST) is not None
    assert state != before
