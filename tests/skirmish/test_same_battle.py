"""Whole battles, all that are shipped: compiled, plain, and saved and loaded at every step they are one."""

from __future__ import annotations

import random

import numpy as np
import pytest

from holdtheline.core.catalog import load
from holdtheline.core.contract import OVER, empty_log
from holdtheline.core.dice import stream_for
from holdtheline.core.fields import fields_of
from holdtheline.games.skirmish import listed
from holdtheline.games.skirmish.campaign import files
from holdtheline.games.skirmish.scenario import shipped
from holdtheline.games.skirmish.scenarios import MARK
from holdtheline.games.skirmish.state import DTYPE

from ..study import MORE
from . import cavern, doors
from .stage import Stage
from .test_random_play import fault
from .test_trait_play import any_mix, disorder
from .test_traits_at_random import battle_of, trespasser

pytestmark = pytest.mark.compiled

OF_CAMPAIGNS = {
    battle: MARK + text
    for name in files.shipped()
    for battle, text in files.texts_named(name).battles.items()
    if battle not in shipped()
}
BATTLES = {name: name for name in shipped()} | OF_CAMPAIGNS | {"cavern": MARK + cavern.TEXT}
ENEMIES = ("general", "seat")


@pytest.mark.clause("K1.1")
@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_is_the_same_compiled_plain_and_saved_at_every_step(name: str) -> None:
    rng = random.Random(name)
    options = {"scenario": BATTLES[name], "enemy": ENEMIES[len(name) % 2], "generals": 1 + len(name) % 3}
    game, plain = load("skirmish", **options), load("skirmish", plain=True, **options)
    compiled, slow, saved = game.start(), plain.start(), game.start()
    while compiled.turn != OVER:
        step = rng.choice(compiled.codes())
        compiled.play(step)
        slow.play(step)
        saved = game.from_json(saved.to_json())
        saved.play(step)
        assert compiled.words.tobytes() == slow.words.tobytes() == saved.words.tobytes()
    assert compiled.outcome == slow.outcome == saved.outcome


def plays_out(battle: Stage, *seed: str | int) -> None:
    """Nobody overlaps anything after any step, and at the end the record is in order."""
    codes, log = np.zeros(listed.MOST_MOVES, np.int64), empty_log(0)
    assert not doors.overlaps.compiled(battle.words)
    assert doors.play_out(battle.words, stream_for(*seed), codes, log) > 0
    end = fields_of(DTYPE)(battle.words)
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
