"""The network that evaluates positions: in integers it computes what it computes in floating point."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from holdtheline.core.ai.network import FEATURE_ONE, FIRST_FEATURE, network_logit, network_row, read_network
from holdtheline.core.errors import HtlError


def test_a_network_adds_up_its_hidden_units_that_are_above_zero() -> None:
    # Two units: the first is x + 2y - 1, the second is -x; the logit is 3 * first + second / 2 + 0.25
    weights = np.array([[1, -1], [2, 0]]) << 16
    row = network_row(weights, np.array([-1, 0]) << 22, np.array([3 << 12, 1 << 11]), 1 << 32)
    for x, y in ((0.0, 0.0), (1.0, 1.0), (-2.0, 0.5), (0.25, 0.75)):
        row[FIRST_FEATURE : FIRST_FEATURE + 2] = round(x * FEATURE_ONE), round(y * FEATURE_ONE)
        assert network_logit(row, 0) == pytest.approx(3 * max(x + 2 * y - 1, 0) + max(-x, 0) / 2 + 0.25)


def test_a_network_is_found_behind_other_words() -> None:
    row = np.concatenate([[7, 7, 7], network_row(np.array([[1 << 16]]), np.array([0]), np.array([1 << 12]), 0)])
    row[3 + FIRST_FEATURE] = 2 * FEATURE_ONE
    assert network_logit(row, 3) == 2.0


def test_without_a_file_the_network_is_undecided(tmp_path: Path) -> None:
    row = read_network(tmp_path / "network.json", 5)
    row[FIRST_FEATURE : FIRST_FEATURE + 5] = 99
    assert network_logit(row, 0) == 0.0


def test_a_network_for_other_features_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "network.json"
    path.write_text('{"weights": [[1], [2]], "biases": [0], "outputs": [1], "bias": 0}', encoding="utf-8")
    assert read_network(path, 2)[:2].tolist() == [2, 1]
    with pytest.raises(HtlError, match="2 features, not 3"):
        read_network(path, 3)
