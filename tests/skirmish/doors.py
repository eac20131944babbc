"""The rules of a battle over rows of words, compiled: what the engine of a registered game does."""

from __future__ import annotations

from typing import Any

from holdtheline.core.dice import below, roll
from holdtheline.core.kernel import Kernel, bare, opener
from holdtheline.games.skirmish import deployment, listed, moves, outcome, sight, space, turns
from holdtheline.games.skirmish.state import CHARACTERS, DTYPE, Phase, There

opened = opener(DTYPE, "skirmish.tests.opened")
rule_start, rule_apply, rule_moves = deployment.start, turns.apply, listed.moves
rule_can_stand, rule_blocker = space.can_stand, sight.blocker
rule_why_not, rule_turn, rule_result = moves.why_not, turns.turn, outcome.result

OVERLAP = -1


def _start(words: Any, setup: Any) -> None:
    rule_start(opened(words), bare(setup))


def _advance(words: Any, step: Any, log: Any) -> Any:
    s = opened(words)
    clause = rule_why_not(s, step)
    if clause != 0:
        return -clause
    rule_apply(s, step, bare(log))
    return rule_turn(s)


def _listed(words: Any, codes: Any) -> Any:
    return rule_moves(opened(words), bare(codes))


def _result(words: Any, seat: Any) -> Any:
    return rule_result(opened(words), seat)


def _blocker(words: Any, piece: Any, other: Any) -> Any:
    s = opened(words)
    return rule_blocker(s, piece, s.x[piece], s.y[piece], other, s.x[other], s.y[other])


def _play_out(words: Any, stream: Any, codes: Any, log: Any) -> Any:
    """Random decisions and dice to the end; how many steps that took.

    Below 0: a step was refused, by this clause, or it led to an OVERLAP.
    """
    s = opened(words)
    rows, dice, events = bare(codes), bare(stream), bare(log)
    steps = 0
    while s.phase != Phase.OVER:
        count = rule_moves(s, rows)
        step = rows[below(dice, count)] if count > 0 else roll(dice)
        clause = rule_why_not(s, step)
        if clause != 0:
            return -clause
        rule_apply(s, step, events)
        steps += 1
        for piece in range(CHARACTERS):
            if s.there[piece] == There.STANDS and not rule_can_stand(s, piece, s.x[piece], s.y[piece]):
                return OVERLAP
    return steps


start = Kernel(_start, "skirmish.tests.start")
advance = Kernel(_advance, "skirmish.tests.advance")
list_moves = Kernel(_listed, "skirmish.tests.listed")
result = Kernel(_result, "skirmish.tests.result")
blocker = Kernel(_blocker, "skirmish.tests.blocker")
play_out = Kernel(_play_out, "skirmish.tests.play_out")
