"""The evaluation of a position: by the network and in its classic form."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.game import State
from holdtheline.core.state_record import Words
from holdtheline.games.civilwar.ai.evaluation import (
    evaluate_position,
    prepare_classic_memory,
    prepare_memory,
)
from holdtheline.games.civilwar.ai.features import (
    FEATURE_COUNT,
    FRESH_LOSSES,
    LIKELY_LOSSES,
    SCRATCH_SIZE,
    SHOTS,
    SIDE_FEATURES,
    write_features,
)

from ..bare_field import stage

both_forms = pytest.mark.parametrize(
    "memory", [prepare_memory({}), prepare_classic_memory({})], ids=["network", "classic"]
)


def features(state: State) -> list[int]:
    row = [0] * (SCRATCH_SIZE + FEATURE_COUNT)
    assert write_features(state.record, row, 0, SCRATCH_SIZE) == state.record.side
    return row[SCRATCH_SIZE:]


@both_forms
def test_the_chances_of_the_sides_add_up_to_one(memory: Words) -> None:
    for state in (stage("infantry Ames E4", "infantry Bee E5 1"), load("civilwar", plain=True).start()):
        chances = [evaluate_position(state.record, seat, memory) for seat in (0, 1)]
        assert sum(chances) == pytest.approx(1_000_000, abs=2)


def test_who_is_about_to_lose_the_last_units_is_behind() -> None:
    memory = prepare_memory({})
    many = "infantry Ames E4; infantry Cole D4; infantry Dow F4; artillery Guns E3"
    ahead = stage(many, "infantry Bee E6 1", turn=5, winner="union")
    assert evaluate_position(ahead.record, 0, memory) > 600_000


def test_a_unit_that_has_acted_does_not_threaten_in_this_turn() -> None:
    state = stage("artillery Guns E4", "infantry Bee E6 1", winner="union")
    enemy = SIDE_FEATURES
    before = features(state)
    assert before[SHOTS] > 0
    assert before[enemy + FRESH_LOSSES] == before[enemy + LIKELY_LOSSES] > 0
    state.record.acted[0] = 1
    after = features(state)
    assert after[enemy + FRESH_LOSSES] == 0
    assert after[enemy + LIKELY_LOSSES] == before[enemy + LIKELY_LOSSES]


def test_what_cannot_be_seen_is_no_threat() -> None:
    seen, hidden = (
        features(stage("artillery Guns E4", "infantry Bee E7", ground=ground))
        for ground in ("", "E5 w, D5 w, F5 w, E6 w, D6 w")
    )
    assert seen[SHOTS] > 0 == hidden[SHOTS]
