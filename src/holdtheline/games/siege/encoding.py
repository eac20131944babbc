"""Siege as arrays: 13 numbers to observe, and 90 actions (2,931 with troops on paper)."""

from __future__ import annotations

from ...core.ai.encoding import Encoding, Feature
from ...core.kernel.compiler import kernel
from ...core.state_record import Words
from .rules import LANE_ORDERS, REINFORCE, arrange_move, lane_number, move_kind, pack_move
from .state import BOTTOM, FULL_STRENGTH, LANES, MAX_TROOPS, MAX_WAVES, MIDDLE, NO_LIMIT, TOP, Phase, SiegeState, Swap

FEATURES = (
    Feature("phase", "the decision: 1 reinforce, 3 rearrange (`Phase`)", 0, max(Phase)),
    Feature("waves", "waves still to survive", 0, MAX_WAVES),
    Feature("lanes", "troops in the top, middle and bottom lane", 0, MAX_TROOPS, (LANES,)),
    Feature("backline", "troops in the backline", 0, MAX_TROOPS),
    Feature("enemy", "the enemy's die in each lane; 0: not rolled yet", 0, FULL_STRENGTH, (LANES,)),
    Feature("regroup", "option: troops that join the backline after a wave", 1, 2),
    Feature("allows_empty_backline", "option: 1 if an empty backline does not lose", 0, 1),
    Feature("capacity", "option: the most troops in a lane or in the backline", FULL_STRENGTH, NO_LIMIT),
    Feature("swap", "option: how many orders of the lane dice are allowed", 1, max(Swap)),
)


@kernel
def observe(s: SiegeState, seat: int, layout: Words, out: Words) -> None:
    """Write the features in their order."""
    out[0] = s.phase
    out[1] = s.waves
    for lane in range(LANES):
        out[2 + lane] = s.lane[lane]
        out[6 + lane] = s.enemy[lane]
    out[5] = s.backline
    out[9] = s.regroup
    out[10] = s.allows_empty_backline
    out[11] = s.capacity
    out[12] = s.swap


# Actions: all ways to send troops, in the order of top, middle, bottom; then the six orders of the lane dice.

ACTION_COUNT, MOST_SENT = range(2)
"""The layout: the number of actions, and the greatest number of troops that can be sent."""


def layout(s: SiegeState) -> list[int]:
    most = FULL_STRENGTH if s.capacity == FULL_STRENGTH else MAX_TROOPS
    return [int(triples(most)) + len(LANE_ORDERS), most]


@kernel
def triples(most: int) -> int:
    """Return the number of ways to send at most this many troops to three lanes."""
    return (most + 3) * (most + 2) * (most + 1) // 6


@kernel
def pairs(most: int) -> int:
    """Return the number of ways to send at most this many troops to two lanes."""
    return (most + 2) * (most + 1) // 2


@kernel
def action_of(s: SiegeState, layout: Words, code: int) -> int:
    """Return the action of a legal move."""
    most = layout[MOST_SENT]
    if move_kind(code) == REINFORCE:
        top, middle, bottom = lane_number(code, TOP), lane_number(code, MIDDLE), lane_number(code, BOTTOM)
        rest = most - top
        return triples(most) - triples(rest) + pairs(rest) - pairs(rest - middle) + bottom
    order = 0
    while order < len(LANE_ORDERS) - 1 and arrange_move(s.lane, order) != code:
        order += 1
    return triples(most) + order


@kernel
def code_of(s: SiegeState, layout: Words, action: int) -> int:
    """Return the code of an action, legal or not."""
    most = layout[MOST_SENT]
    if action < 0 or action >= triples(most):
        order = action - triples(most)
        return arrange_move(s.lane, order) if 0 <= order < len(LANE_ORDERS) else 0
    top, rest, index = 0, most, action
    while index >= pairs(rest):
        index -= pairs(rest)
        rest -= 1
        top += 1
    middle = 0
    while index > rest - middle:
        index -= rest - middle + 1
        middle += 1
    return pack_move(REINFORCE, top, middle, index)


ENCODING = Encoding(FEATURES, layout, observe, action_of, code_of)
