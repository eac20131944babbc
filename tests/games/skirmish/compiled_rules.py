"""The rules of a battle over rows of words, as the engine has them compiled, and whole battles by them."""

from __future__ import annotations

from typing import Any

from holdtheline.core.definition import CHANCE, OVER
from holdtheline.core.dice import random_below, roll_die
from holdtheline.core.engine import engine_kernels, indirect_kernels, state_opener
from holdtheline.core.kernel.compiler import Kernel
from holdtheline.games.skirmish import GAME
from holdtheline.games.skirmish.rules.movement import paths
from holdtheline.games.skirmish.state import MAX_CHARACTERS, CharacterStatus

OVERLAP = -1

_engine, _opened = engine_kernels(GAME), state_opener(GAME)
start, result, turn, advance = (_engine[name] for name in ("start", "result", "turn", "advance_with_log"))
list_moves = indirect_kernels(GAME)["moves"]
rule_can_stand = paths.can_stand


def _overlaps(words: Any) -> Any:
    s = _opened(words)
    for piece in range(MAX_CHARACTERS):
        if s.status[piece] == CharacterStatus.STANDS and not rule_can_stand(s, piece, s.x[piece], s.y[piece]):
            return True
    return False


overlaps = Kernel(_overlaps, "skirmish.tests.overlaps")


def play_out(words: Any, stream: Any, codes: Any, log: Any) -> int:
    """Play random decisions and dice to the end, compiled; return the number of steps.

    Below 0: a step was refused, by this clause, or it led to an OVERLAP.
    """
    steps = 0
    whose = turn.compiled(words)
    while whose != OVER:
        count = 0 if whose == CHANCE else list_moves.compiled(words, codes)
        step = codes[random_below(stream, count)] if count > 0 else roll_die(stream)
        whose = advance.compiled(words, step, log)
        steps += 1
        if whose < OVER:
            return int(whose)
        if overlaps.compiled(words):
            return OVERLAP
    return steps
