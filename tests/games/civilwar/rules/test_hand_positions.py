"""The clauses of version 3 in positions worked out by hand, on the engine and on the oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from ..hand_positions import (
    Position,
    answers_of_engine,
    answers_of_oracle,
    check,
    mirrored,
    moved,
    one_column_east,
    one_row_lower,
    read_positions,
)

POSITIONS = read_positions()
RETREATS = [position for position in POSITIONS if position.clause in ("C5.1", "C5.2")]
PLACES = {"one row lower": one_row_lower, "one column east": one_column_east, "mirrored": mirrored}
ELSEWHERE = [
    (position, name, there)
    for position in RETREATS
    for name, place in PLACES.items()
    if (there := moved(position, place, mirror=place is mirrored))
]
PLAYERS = pytest.mark.parametrize("answers_of", [answers_of_engine, answers_of_oracle], ids=["engine", "oracle"])


def cases(positions: Iterable[tuple[Position, str]]) -> list[Any]:
    return [
        pytest.param(position, id=f"{position.clause} {rule}", marks=pytest.mark.clause(position.clause))
        for position, rule in positions
    ]


@PLAYERS
@pytest.mark.parametrize("position", cases((position, position.rule) for position in POSITIONS))
def test_a_position_has_the_answers_worked_out_by_hand(
    position: Position, answers_of: Callable[[Position], dict[str, Any]]
) -> None:
    check(position, answers_of(position))


@PLAYERS
@pytest.mark.parametrize("position", cases((there, f"{name}: {p.rule}") for p, name, there in ELSEWHERE))
def test_the_same_picture_elsewhere_has_the_same_retreats(
    position: Position, answers_of: Callable[[Position], dict[str, Any]]
) -> None:
    check(position, answers_of(position))


def test_each_kind_of_change_is_tried_with_most_retreats() -> None:
    tried = [name for _, name, _ in ELSEWHERE]
    assert all(tried.count(name) > len(RETREATS) / 2 for name in PLACES)
