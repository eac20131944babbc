"""Both models of towers."""

from __future__ import annotations

import pytest

from ..engine_game import Field
from ..reference_game import Twin
from . import clause_games


@pytest.fixture(params=[Twin, Field], ids=["twin", "engine"])
def model(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run each test of a module twice: its `Twin` is the reference game in one run and the engine in the other."""
    for module in (request.module, clause_games):
        monkeypatch.setattr(module, "Twin", request.param)
