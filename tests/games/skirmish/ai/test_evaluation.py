"""The evaluation of a battle: by the network and in its classic form."""

from __future__ import annotations

from typing import Any

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.state_record import Words
from holdtheline.games.skirmish.ai.evaluation import evaluate, prepare_classic_memory, prepare_memory
from holdtheline.games.skirmish.state import ENEMIES, CharacterStatus

MILLRACE = load("skirmish", scenario="millrace", plain=True)


@pytest.fixture(scope="module", params=[prepare_memory, prepare_classic_memory], ids=["network", "classic"])
def memory(request: Any) -> Words:
    made: Words = request.param(MILLRACE.options)
    return made


def test_the_chances_of_the_sides_add_up_to_one(memory: Words) -> None:
    s = MILLRACE.start().record
    chances = [evaluate(s, seat, memory) for seat in (0, s.generals)]
    assert sum(chances) == pytest.approx(1_000_000, abs=2)


def test_fewer_enemies_are_better(memory: Words) -> None:
    s = MILLRACE.start().record
    before = evaluate(s, 0, memory)
    for enemy in (32, 33):
        assert enemy // 32 == ENEMIES
        s.status[enemy] = CharacterStatus.FALLEN
    assert evaluate(s, 0, memory) > before
