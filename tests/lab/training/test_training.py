"""Training: a network learns the results of positions, and a stopped training goes on with the same end."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from holdtheline.core.ai.network import FEATURE_ONE, FIRST_FEATURE, network_logit, network_row, read_network
from holdtheline.core.catalog import definition_of
from holdtheline.core.errors import BadOption
from holdtheline.lab.training import run, self_play
from holdtheline.lab.training.fit import Fitted, fit
from holdtheline.lab.training.run import Round, Training, train
from holdtheline.lab.training.self_play import Positions, SelfPlay, play_chunk

FEATURES = 5


def made_up(games: int, seed: int, features: int = FEATURES) -> Positions:
    """Return positions of which the first feature, if positive, decides the result."""
    random = np.random.default_rng(seed)
    values = random.integers(-FEATURE_ONE, FEATURE_ONE, (3 * games, features)).astype(np.int16)
    return Positions(values, (values[:, 0] > 0).astype(np.float32), np.repeat(np.arange(games), 3))


def chance(fitted: Fitted, features: list[int]) -> float:
    row = network_row(np.array(fitted.weights), np.array(fitted.biases), np.array(fitted.outputs), fitted.bias)
    row[FIRST_FEATURE : FIRST_FEATURE + len(features)] = features
    return float(1 / (1 + np.exp(-network_logit(row, 0))))


def test_a_network_learns_which_feature_decides_and_says_how_well() -> None:
    fitted = fit(made_up(8000, seed=1), seed=2)
    assert fitted.test_loss < 0.2 < 0.6 < fitted.constant_loss
    assert chance(fitted, [40, 0, 0, 0, 0]) > 0.9
    assert chance(fitted, [-40, 50, 50, 50, 50]) < 0.1


def test_the_same_positions_and_seed_give_the_same_network() -> None:
    positions = made_up(300, seed=1)
    assert fit(positions, seed=2) == fit(positions, seed=2) != fit(positions, seed=3)


def fake_chunk(how: SelfPlay, chunk: int) -> Positions:
    """Stand in for a chunk of games; the network of the round before changes it."""
    assert bool(how.network) == (how.round == 1)
    learned = self_play.learned_value(definition_of(how.game))
    return made_up(100, seed=100 * how.round + chunk + len(how.network), features=learned.feature_count)


def training(work: Path, seed: int = 1) -> Training:
    rounds = (Round(400, 8), Round(200, 25, simulations=5))
    return Training("skirmish", seed, rounds, work, 1, "htl train skirmish")


def test_a_training_that_was_stopped_plays_only_what_is_missing_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "play_chunk", fake_chunk)
    out, reports = tmp_path / "network.json", []
    train(training(tmp_path / "work"), out, lambda *report: None)
    first = out.read_bytes()
    for name in ("positions-1-2.npz", "positions-2-1.npz"):
        (tmp_path / "work" / name).unlink()
    train(training(tmp_path / "work"), out, lambda *report: reports.append(report))
    assert out.read_bytes() == first
    assert [report for report in reports if report[0].startswith("round")] == [
        ("round 1", 3, 4), ("round 1", 4, 4), ("round 2", 1, 2), ("round 2", 2, 2),
    ]  # fmt: skip
    assert json.loads(first)["command"] == "htl train skirmish"
    with pytest.raises(BadOption, match="another training"):
        train(training(tmp_path / "work", seed=2), out, lambda *report: None)


@pytest.mark.parametrize("name", ["civilwar", "skirmish"])
def test_the_network_of_a_game_is_small_fits_its_features_and_says_how_it_was_made(name: str) -> None:
    learned = self_play.learned_value(definition_of(name))
    row = read_network(learned.file, learned.feature_count)
    assert row[0] == learned.feature_count
    assert row[1] > 1
    assert learned.file.stat().st_size < 1_000_000
    data = json.loads(learned.file.read_text(encoding="utf-8"))
    assert data["command"].startswith(f"htl train {name} ")
    assert data["rules_version"] == definition_of(name).rules_version
    assert data["test_loss"] < 0.9 * data["test_loss_of_a_constant"]


@pytest.mark.compiled
def test_games_against_itself_give_the_same_positions_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "GAMES_PER_CHUNK", 2)
    one, other = (play_chunk(SelfPlay("civilwar", 3, 0, 30), 1) for _ in range(2))
    assert np.array_equal(one.features, other.features)
    assert set(one.games.tolist()) == {2, 3}
    assert set(one.results.tolist()) <= {0.0, 0.5, 1.0}
    assert len(one.features) == len(one.results) > 20
