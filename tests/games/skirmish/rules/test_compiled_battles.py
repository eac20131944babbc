"""Whole battles of every shipped scenario: compiled, plain and reloaded at every step they are the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from holdtheline.campaign.story import files
from holdtheline.core.catalog import load
from holdtheline.core.definition import OVER
from holdtheline.core.dice import random_stream
from holdtheline.core.events import empty_log
from holdtheline.core.scenarios import CUSTOM_SCENARIO_HEADER
from holdtheline.games.skirmish.rules import move_generation
from holdtheline.games.skirmish.scenario.parse import shipped_scenarios
from holdtheline.games.skirmish.state import SkirmishState

from ....effort import MORE
from .. import cavern_scenario, compiled_rules
from ..battle_builder import Stage
from .test_random_battles import fault
from .traits.test_random_movement_traits import battle_of, trespasser
from .traits.test_random_traits import any_mix, disorder

pytestmark = pytest.mark.compiled

OF_CAMPAIGNS = {
    battle: CUSTOM_SCENARIO_HEADER + text
    for name in files.shipped_campaigns()
    for battle, text in files.read_shipped_texts(name).battles.items()
    if battle not in shipped_scenarios()
}
BATTLES = (
    {name: name for name in shipped_scenarios()}
    | OF_CAMPAIGNS
    | {"cavern": CUSTOM_SCENARIO_HEADER + cavern_scenario.TEXT}
)
ENEMIES = ("general", "seat")


@pytest.mark.clause("K1.1")
@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_is_the_same_compiled_plain_and_saved_at_every_step(name: str) -> None:
    rng = random.Random(name)
    options = {"scenario": BATTLES[name], "enemy": ENEMIES[len(name) % 2], "generals": 1 + len(name) % 3}
    game, plain = load("skirmish", **options), load("skirmish", plain=True, **options)
    compiled, slow, saved = game.start(), plain.start(), game.start()
    while compiled.current_player != OVER:
        step = rng.choice(compiled.legal_codes())
        compiled.play(step)
        slow.play(step)
        saved = game.from_json(saved.to_json())
        saved.play(step)
        assert compiled.words.tobytes() == slow.words.tobytes() == saved.words.tobytes()
    assert compiled.outcome == slow.outcome == saved.outcome


def plays_out(battle: Stage, *seed: str | int) -> None:
    """Play a battle to its end and check that no base overlaps anything and the final state is valid."""
    codes, log = np.zeros(move_generation.MAX_MOVES, np.int64), empty_log(0)
    assert not compiled_rules.overlaps.compiled(battle.words)
    assert compiled_rules.play_out(battle.words, random_stream(*seed), codes, log) > 0
    end = SkirmishState(battle.words)
    assert fault(end) == trespasser(end) == disorder(end) == ""


@pytest.mark.clause("K1.3")
@pytest.mark.parametrize("enemy", ENEMIES)
@pytest.mark.parametrize("name", BATTLES)
def test_what_is_shipped_ends_without_an_overlap(name: str, enemy: str) -> None:
    setup = battle_of(BATTLES[name], enemy=enemy).setup
    for seed in range(3 * MORE):
        plays_out(Stage(setup, {}), name, enemy, seed)


@pytest.mark.clause("K1.3")
def test_battles_with_traits_at_random_end_without_an_overlap() -> None:
    rng, played = random.Random(5), 0
    for seed in range(30 * MORE):
        battle = any_mix(rng)
        if trespasser(battle.s) == "":  # some begin over a gap
            plays_out(battle, "any mix", seed)
            played += 1
    assert played > 20 * MORE
