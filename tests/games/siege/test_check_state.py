"""A state that is read from a file must be one that can arise."""

from __future__ import annotations

import json

import pytest

from holdtheline.core import catalog, errors
from holdtheline.games.siege.state import SiegeState

GAME = catalog.load("siege", table="paper", plain=True)
FIELDS = {name: offset // 8 for name, (_, offset) in SiegeState.dtype.fields.items()}  # the first word of each


def saved_with(position: str, **changes: int) -> str:
    data = json.loads(GAME.position(position).to_json())
    for name, value in changes.items():
        data["words"][FIELDS[name]] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"backline": 98}, "never has more"),
        ({"lane": 19}, "never has more"),
        ({"lane": -1}, "less than 0"),
        ({"phase": 6}, "out of range"),
        ({"phase": -1}, "out of range"),
        ({"waves": 13}, "out of range"),
        ({"waves": 0}, "countdown does not fit"),
        ({"rolled_count": 4}, "out of range"),
        ({"rolled_count": 1}, "do not fit the rolls"),
        ({"enemy": 7}, "do not fit the rolls"),
        ({"phase": 3}, "do not fit the phase"),
        ({"capacity": 6}, "other options"),
        ({"swap": 600}, "other options"),
        ({"allows_empty_backline": 2}, "other options"),
    ],
    ids=str,
)
def test_a_state_that_cannot_arise_is_refused_with_its_reason(changes, reason):
    with pytest.raises(errors.BadPosition, match=reason):
        GAME.from_json(saved_with("lanes 6 4 5, backline 3, waves 2", **changes))


def test_a_die_never_shows_more_than_six():
    dice = catalog.load("siege", plain=True)
    data = json.loads(dice.start().to_json())
    data["words"][FIELDS["lane"]] = 7
    with pytest.raises(errors.BadPosition, match="a die shows at most 6"):
        dice.from_json(json.dumps(data))


@pytest.mark.parametrize(
    "position",
    [
        "lanes 6 4 5, backline 3, waves 2",
        "lanes 0 0 0, backline 0, waves 1, enemy 6 6 6",
        "lanes 9 4 5, backline 3, waves 12, enemy 1 ? ?",
        "lanes 0 0 0, backline 24, waves 12",
    ],
)
def test_a_position_that_can_arise_is_taken(position):
    assert GAME.from_json(saved_with(position)).position() == position


def test_without_a_backline_one_has_lost_where_an_empty_one_loses():
    loses = catalog.load("siege", empty="loses", plain=True)
    data = json.loads(loses.start().to_json())
    data["words"][FIELDS["backline"]] = 0
    with pytest.raises(errors.BadPosition, match="backline does not fit"):
        loses.from_json(json.dumps(data))


def test_who_has_lost_has_no_backline():
    data = json.loads(GAME.position("lanes 0 0 0, backline 1, waves 1, enemy 6 6 6").to_json())
    data["words"][FIELDS["phase"]] = 5
    with pytest.raises(errors.BadPosition, match="backline does not fit"):
        GAME.from_json(json.dumps(data))
