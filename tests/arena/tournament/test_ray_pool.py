"""The same tournament on a cluster of two machines, one of which is lost in the middle.

Ray is an extra of a quarter of a gigabyte, so that the suite does without it; who has it, has these tests:
`pip install 'holdtheline[ray]'`, then `pytest tests/arena/tournament/test_ray.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from holdtheline.arena.tournament.pool import CannotPlay, LocalPool, UnplayedJob, find_free_cores
from holdtheline.arena.tournament.ray_pool import RayPool
from holdtheline.arena.tournament.report.exports import crosstable_csv, standings_csv
from holdtheline.arena.tournament.result_store import ResultStore
from holdtheline.arena.tournament.run import play_missing_games
from holdtheline.arena.tournament.schedule import round_robin
from holdtheline.arena.tournament.standings import compute_standings

from .fake_job_runner import SETTINGS, Failing, MadeUp, entries
from .test_pool import Refusing

ray = pytest.importorskip(
    "ray", reason="RAY IS NOT INSTALLED: many machines are not tested; install 'holdtheline[ray]'"
)

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray itself emits warnings

BOTS = entries(6)
STRENGTH = {bot.id: 60.0 * number for number, bot in enumerate(BOTS)}
PAIRS = round_robin(BOTS, SETTINGS, 4)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Start a cluster that Ray believes to be two machines with two cores each."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")])
    )
    monkeypatch.setenv("RAY_DEDUP_LOGS", "0")
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    made.add_node(num_cpus=2)
    made.wait_for_nodes()
    yield made
    ray.shutdown()
    made.shutdown()


def table_of(store: ResultStore) -> bytes:
    table = compute_standings(PAIRS, store.results)
    assert table is not None
    assert table.is_complete
    return standings_csv(table) + crosstable_csv(table)


def local(folder: Path) -> bytes:
    with ResultStore(folder) as store:
        pool = LocalPool(MadeUp(STRENGTH), find_free_cores()[:1])
        try:
            play_missing_games(PAIRS, store, pool)
        finally:
            pool.close()
        return table_of(store)


def test_a_machine_that_is_lost_in_the_middle_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    lost: list[int] = []

    def lose_one(done: int, of: int) -> None:
        if done >= of // 3 and not lost:
            lost.append(done)
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)

    with ResultStore(tmp_path / "far") as store:
        pool = RayPool(MadeUp(STRENGTH, seconds=0.05), cluster.address)
        try:
            assert pool.capacity == 8
            assert play_missing_games(PAIRS, store, pool, lose_one) == ()
        finally:
            pool.close()
        assert lost
        assert lost[0] < 2 * len(PAIRS)
        far = table_of(store)
    assert far == local(tmp_path / "near")


def test_a_game_that_fails_is_set_aside(cluster: Any, tmp_path: Path) -> None:
    bad = PAIRS[2].jobs[1].key
    pool = RayPool(Failing(STRENGTH, key=bad), cluster.address)
    try:
        with ResultStore(tmp_path) as store:
            assert [one.key for one in play_missing_games(PAIRS, store, pool)] == [bad]
            assert isinstance(play_missing_games(PAIRS, store, pool)[0], UnplayedJob)
    finally:
        pool.close()


def test_where_nothing_can_be_played_the_reason_is_told(cluster: Any, tmp_path: Path) -> None:
    pool = RayPool(Refusing(), cluster.address)
    with (
        ResultStore(tmp_path) as store,
        closing(pool),
        pytest.raises(CannotPlay, match="this machine has no walls"),
    ):
        play_missing_games(PAIRS, store, pool)
