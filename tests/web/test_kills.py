"""The server is killed with SIGKILL in the midst of play; `python -m benchmarks.killing` does it more often."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.killing import Killing

RECORD = Path(__file__).parent.parent / "golden"


@pytest.mark.parametrize(
    ("kind", "kills", "seed"), [("sqlite", 7, 1), ("sqlite", 7, 2), ("postgresql", 6, 3)]
)
def test_nothing_that_was_seen_is_lost_when_the_server_is_killed(
    kind: str, kills: int, seed: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    killing = Killing(request.getfixturevalue(f"{kind}_url"), tmp_path, seed)
    killing.run(kills)
    assert killing.faults == []
    assert killing.counts["acknowledged"] >= kills
    assert killing.counts["in flight"] > 0
    assert killing.counts["checked"] >= len(killing.players)
