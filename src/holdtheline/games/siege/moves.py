"""The two decisions of a siege as numbers, which of them are legal, and the clause that says so."""

from __future__ import annotations

from math import comb
from typing import Any

from ...core.dice import FACES
from ...core.kernel import kernel
from .state import BOTTOM, LANES, MIDDLE, MOST_TROOPS, TOP, Clause, Phase, Swap

REINFORCE = 1  # three numbers: what each lane gains
ARRANGE = 2  # three numbers: what each lane shows afterwards

# S3.2: who comes to stand in top, middle and bottom. The first keeps the line as it is, the next
# three exchange two dice, the last two move all three.
ORDERS = ((0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1))

MOST_MOVES = comb(MOST_TROOPS + LANES, LANES)
"""Ways to send any part of a backline that holds every troop to three empty lanes."""


@kernel
def packed(kind: Any, top: Any, middle: Any, bottom: Any) -> Any:
    return kind << 24 | top << 16 | middle << 8 | bottom


@kernel
def kind_of(code: Any) -> Any:
    return code >> 24


@kernel
def number_of(code: Any, lane: Any) -> Any:
    return code >> (16 - 8 * lane) & 255


@kernel
def arranged(s: Any, order: Any) -> Any:
    """The move that puts the lane dice into one of the ORDERS."""
    top, middle, bottom = ORDERS[order]
    return packed(ARRANGE, s.lane[top], s.lane[middle], s.lane[bottom])


@kernel
def most_to_send(s: Any) -> Any:
    """S2.2: all of the backline; S2.3: all but one where an empty backline loses."""
    return s.backline if s.stands else s.backline - 1


@kernel
def room(s: Any, lane: Any) -> Any:
    return s.limit - s.lane[lane]


@kernel
def moves(s: Any, codes: Any) -> Any:
    """Write the legal moves into `codes`; how many they are."""
    if s.phase == Phase.REINFORCE:
        return reinforcements(s, codes)
    if s.phase == Phase.REARRANGE:
        return arrangements(s, codes)
    return 0


@kernel
def reinforcements(s: Any, codes: Any) -> Any:
    most, top_room, middle_room, bottom_room = most_to_send(s), room(s, TOP), room(s, MIDDLE), room(s, BOTTOM)
    count = 0
    for top in range(min(most, top_room) + 1):
        for middle in range(min(most - top, middle_room) + 1):
            code = packed(REINFORCE, top, middle, 0)
            last = code + min(most - top - middle, bottom_room)
            while code <= last:  # quicker than a range, which is counted out first
                codes[count] = code
                count += 1
                code += 1
    return count


@kernel
def arrangements(s: Any, codes: Any) -> Any:
    """Dice that show the same are the same: an arrangement that looks alike is listed once."""
    top, middle, bottom = s.lane[TOP], s.lane[MIDDLE], s.lane[BOTTOM]
    codes[0] = packed(ARRANGE, top, middle, bottom)
    count = 1
    if s.swap == Swap.NONE:
        return count
    if top != middle:
        codes[count] = packed(ARRANGE, middle, top, bottom)
        count += 1
    if top != bottom:
        codes[count] = packed(ARRANGE, bottom, middle, top)
        count += 1
    if middle != bottom:
        codes[count] = packed(ARRANGE, top, bottom, middle)
        count += 1
    if s.swap == Swap.ANY and count == Swap.ONE:
        codes[count] = packed(ARRANGE, middle, bottom, top)
        codes[count + 1] = packed(ARRANGE, bottom, top, middle)
        count += 2
    return count


@kernel
def why_not(s: Any, step: Any) -> int:
    """The clause that refuses this step here, or 0."""
    if s.phase == Phase.REINFORCE:
        return why_not_reinforce(s, step)
    if s.phase == Phase.REARRANGE:
        return why_not_arrange(s, step)
    if s.phase == Phase.WON:
        return Clause.S5_3
    if s.phase == Phase.LOST:
        return Clause.S4_3
    if 1 <= step <= FACES:
        return 0
    return Clause.S1_3 if s.phase == Phase.COUNTDOWN else Clause.S3_1


@kernel
def why_not_reinforce(s: Any, code: Any) -> int:
    if kind_of(code) != REINFORCE:
        return Clause.S2_1
    sent = 0
    for lane in range(LANES):
        sent += number_of(code, lane)
        if number_of(code, lane) > room(s, lane):
            return Clause.S2_2
    if sent > s.backline:
        return Clause.S2_2
    if sent > most_to_send(s):
        return Clause.S2_3
    return 0


@kernel
def why_not_arrange(s: Any, code: Any) -> int:
    if kind_of(code) != ARRANGE:
        return Clause.S2_1
    for order in range(s.swap):
        if arranged(s, order) == code:
            return 0
    return Clause.S3_2
