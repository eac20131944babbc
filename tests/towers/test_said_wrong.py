"""Orders said in one go that nobody can mean: see also `test_spoken`."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.errors import IllegalMove
from holdtheline.games.towers.spoken import spoken


@pytest.mark.parametrize(
    ("text", "clause", "reason"),
    [
        ("send 1 column 2 column 3 step 4", "T2.3", "send takes soldiers, a column and a timestep"),
        ("send 1 column 2 step 3 timestep 4", "T2.3", "send takes soldiers, a column and a timestep"),
        ("send 1- 2 40", "T6.2", "several soldiers are written like 1-8, not '1-'"),
        ("home -3", "T6.2", "several soldiers are written like 1-8, not '-3'"),
    ],
)
def test_what_is_said_twice_or_only_half_is_refused(text: str, clause: str, reason: str) -> None:
    state = load("towers", plain=True).start()
    with pytest.raises(IllegalMove) as refusal:
        spoken(state.record, 0, text)
    assert refusal.value.clause == clause
    assert refusal.value.reason.startswith(reason)
