"""The search settings as one row of numbers for the kernels, and the search model of a game."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import numpy as np

from ...core.ai.search_settings import SearchModel, SearchSettings
from ...core.definition import GameDefinition
from ..random import random_policy

SettingsRow = np.ndarray[Any, np.dtype[np.float64]]

# The fields of `SearchSettings`, in their order
(EXPLORATION, PRIOR_WEIGHT, TEMPERATURE, WIDENING_BASE, WIDENING, MAX_MOVES, EXPANSION_VISITS, ROLLOUT_DEPTH) = range(8)


def settings_row(settings: SearchSettings) -> SettingsRow:
    return np.array(astuple(settings), np.float64)


def search_model_of(definition: GameDefinition) -> SearchModel:
    """Return the search model of a game; a game without one has random rollouts."""
    return definition.ai.search or SearchModel(random_policy(definition).choose)
