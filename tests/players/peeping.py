"""The toy with two more players: one bets what the other seat holds if it can see it, one does not look."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from holdtheline.core.contract import Policy
from holdtheline.core.dice import below
from holdtheline.core.kernel import kernel

from ..contract import toy


@kernel
def peep(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    seat = toy.turn(s)
    if s.held[seat] == 0:
        return codes[below(stream, toy.moves(s, codes))]
    held = s.held[1 - seat]
    return toy.BET + held if held > 0 and toy.may_bet(s, held) else toy.BET + 1


@kernel
def look_away(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    if s.held[toy.turn(s)] == 0:
        return codes[below(stream, toy.moves(s, codes))]
    return toy.BET + 1


# The name tells the kernels of this text from those of an older one in the cache.
SOURCE = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()

CONTRACT = replace(
    toy.CONTRACT,
    name=f"{toy.CONTRACT.name}-{SOURCE}",
    policies={
        "peeping": Policy(peep, "bets what it sees"),
        "honest": Policy(look_away, "bets one"),
    },
)
