"""Skirmish as arrays: the battle field by field to observe, and 372 actions.

The legs of an open table are countless. An action that moves names what the leg is for (a charge at an enemy, a
shooting position, a thing, the exit), or one of 24 directions and a full or half move: the resolution of
`rules.move_generation`. The exact leg follows from the state.
"""

from __future__ import annotations

from ....core.ai.encoding import Encoding
from .actions import action_of, code_of, layout, mark_legal
from .observation import FEATURES, observe

ENCODING = Encoding(FEATURES, layout, observe, action_of, code_of, mark_legal)
