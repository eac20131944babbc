"""The toy game with two more players: one bets what the other seat holds if it can see it, one does not look."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from holdtheline.core.ai.search_settings import Policy
from holdtheline.core.dice import random_below
from holdtheline.core.kernel.compiler import kernel

from ..definition import toy_game
from ..definition.variants import variant


@kernel
def peep(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    seat = toy_game.turn(s)
    if s.held[seat] == 0:
        return codes[random_below(stream, toy_game.moves(s, codes))]
    held = s.held[1 - seat]
    return toy_game.BET + held if held > 0 and toy_game.may_bet(s, held) else toy_game.BET + 1


@kernel
def look_away(s: Any, codes: Any, stream: Any, memory: Any) -> Any:
    if s.held[toy_game.turn(s)] == 0:
        return codes[random_below(stream, toy_game.moves(s, codes))]
    return toy_game.BET + 1


# The name distinguishes these kernels from older ones in the cache.
SOURCE = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()

GAME = variant(
    toy_game.GAME,
    name=f"{toy_game.GAME.name}-{SOURCE}",
    policies={
        "peeping": Policy(peep, "bets what it sees"),
        "honest": Policy(look_away, "bets one"),
    },
)
