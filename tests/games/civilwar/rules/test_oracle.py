"""The engine and its oracle play the same battles, and agree on every move and every fact at every step.

For hundreds of battles run `python -m tests.games.civilwar.oracle`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from holdtheline.games.civilwar.scenario.parse import list_scenarios

from ..oracle.comparison import Difference, play_made_battle, play_named_battle


def check(differences: Iterator[Difference]) -> None:
    first = next(differences, None)
    assert first is None, f"{first.clause}: {first.text}"


@pytest.mark.compiled
@pytest.mark.parametrize("name", list_scenarios())
def test_a_battle_goes_the_same_way_compiled(name: str) -> None:
    check(play_named_battle(name, 0, plain=False))


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(20))
def test_any_battle_goes_the_same_way_compiled(seed: int) -> None:
    check(play_made_battle(seed, plain=False))


@pytest.mark.parametrize("name", list_scenarios())
def test_a_battle_goes_the_same_way_plain(name: str) -> None:
    check(play_named_battle(name, 100, plain=True))


@pytest.mark.parametrize("seed", range(8))
def test_any_battle_goes_the_same_way_plain(seed: int) -> None:
    check(play_made_battle(100 + seed, plain=True))
