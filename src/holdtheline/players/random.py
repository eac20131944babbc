"""The player without a plan: every legal move as likely as the others."""

from __future__ import annotations

import functools
from typing import Any

from ..core.contract import Contract, Policy
from ..core.dice import below
from ..core.kernel import Kernel


@functools.cache
def random_policy(contract: Contract) -> Policy:
    moves = contract.moves

    def choose(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
        return codes[below(stream, moves(s, codes))]

    return Policy(Kernel(choose, f"{contract.name}.choose"), "any legal move, each as likely as the others")
