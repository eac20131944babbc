"""The random player: every legal move is equally likely."""

from __future__ import annotations

from typing import Any

from ..core.ai.search_settings import Policy
from ..core.definition import GameDefinition
from ..core.dice import random_below
from ..core.engine import shared_rules
from ..core.kernel.compiler import Kernel, kernel_factory
from ..core.state_record import Words


@kernel_factory
def random_policy(definition: GameDefinition) -> Policy:
    moves = shared_rules(definition).legal_moves

    def choose(s: Any, codes: Words, stream: Words, memory: Words) -> Any:
        return codes[random_below(stream, moves(s, codes))]

    return Policy(Kernel(choose, f"{definition.kernel_prefix}.choose"), "any legal move, all equally likely")
