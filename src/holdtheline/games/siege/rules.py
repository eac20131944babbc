"""The rules of siege, in the order of the rulebook. Every wave has the phases Reinforce, Scout, Battle, Results (S2.1).

A move is one number: its kind and three numbers, one for each lane. `state.setup` returns the initial state.
"""

from __future__ import annotations

from math import comb

from ...core.definition import CHANCE, LOST, OVER, WON
from ...core.dice import FACES
from ...core.events import log_event
from ...core.kernel.compiler import kernel
from ...core.state_record import Numbers, Words
from .state import BOTTOM, LANES, MAX_TROOPS, MIDDLE, TOP, Clause, EventKind, Phase, SiegeState, Swap

REINFORCE = 1  # a kind of move; its numbers: the troops sent to each lane
ARRANGE = 2  # its numbers: the troops in each lane afterwards

LANE_ORDERS = ((0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1))
"""S3.2: the lanes whose dice move to top, middle and bottom. The first order changes nothing, the next three
exchange two dice, the last two move all three. `state.Swap` is the number of orders allowed."""

MAX_MOVES = comb(MAX_TROOPS + LANES, LANES)
"""The number of ways to send any part of a backline with every troop to three empty lanes."""

# Moves


@kernel
def pack_move(kind: int, top: int, middle: int, bottom: int) -> int:
    return kind << 24 | top << 16 | middle << 8 | bottom


@kernel
def move_kind(code: int) -> int:
    return code >> 24


@kernel
def lane_number(code: int, lane: int) -> int:
    """Return the number of a move for this lane."""
    return code >> (16 - 8 * lane) & 255


@kernel
def arrange_move(lanes: Numbers, order: int) -> int:
    """Return the move that puts the lane dice into one of the LANE_ORDERS."""
    top, middle, bottom = LANE_ORDERS[order]
    return pack_move(ARRANGE, lanes[top], lanes[middle], lanes[bottom])


@kernel
def max_reinforcements(s: SiegeState) -> int:
    """Return the number of troops that may leave the backline: all (S2.2), or all but one if empty loses (S2.3)."""
    return s.backline if s.allows_empty_backline else s.backline - 1


@kernel
def free_capacity(s: SiegeState, lane: int) -> int:
    """Return the number of troops that can still join the lane (S2.2)."""
    return s.capacity - s.lane[lane]


@kernel
def turn(s: SiegeState) -> int:
    """Return the seat that decides, CHANCE or OVER."""
    if s.phase == Phase.REINFORCE or s.phase == Phase.REARRANGE:
        return 0
    if s.phase == Phase.COUNTDOWN or s.phase == Phase.SCOUT:
        return CHANCE
    return OVER


@kernel
def legal_moves(s: SiegeState, codes: Words) -> int:
    """Write the legal moves into `codes` and return their count."""
    if s.phase == Phase.REINFORCE:
        return list_reinforcements(s, codes)
    if s.phase == Phase.REARRANGE:
        return list_arrangements(s, codes)
    return 0


@kernel
def list_reinforcements(s: SiegeState, codes: Words) -> int:
    maximum = max_reinforcements(s)
    top_free, middle_free, bottom_free = (
        free_capacity(s, TOP),
        free_capacity(s, MIDDLE),
        free_capacity(s, BOTTOM),
    )
    count = 0
    for top in range(min(maximum, top_free) + 1):
        for middle in range(min(maximum - top, middle_free) + 1):
            code = pack_move(REINFORCE, top, middle, 0)
            last = code + min(maximum - top - middle, bottom_free)
            while code <= last:  # faster than a range
                codes[count] = code
                count += 1
                code += 1
    return count


@kernel
def list_arrangements(s: SiegeState, codes: Words) -> int:
    """List each arrangement once: dice with the same number are the same (S3.2)."""
    top, middle, bottom = s.lane[TOP], s.lane[MIDDLE], s.lane[BOTTOM]
    codes[0] = pack_move(ARRANGE, top, middle, bottom)
    count = 1
    if s.swap == Swap.NONE:
        return count
    if top != middle:
        codes[count] = pack_move(ARRANGE, middle, top, bottom)
        count += 1
    if top != bottom:
        codes[count] = pack_move(ARRANGE, bottom, middle, top)
        count += 1
    if middle != bottom:
        codes[count] = pack_move(ARRANGE, top, bottom, middle)
        count += 1
    if s.swap == Swap.ANY and count == Swap.ONE:
        codes[count] = pack_move(ARRANGE, middle, bottom, top)
        codes[count + 1] = pack_move(ARRANGE, bottom, top, middle)
        count += 2
    return count


@kernel
def why_not(s: SiegeState, step: int) -> int:
    """Return the clause that forbids this step, or 0."""
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
def why_not_reinforce(s: SiegeState, code: int) -> int:
    if move_kind(code) != REINFORCE:
        return Clause.S2_1
    sent = 0
    for lane in range(LANES):
        sent += lane_number(code, lane)
        if lane_number(code, lane) > free_capacity(s, lane):
            return Clause.S2_2
    if sent > s.backline:
        return Clause.S2_2
    if sent > max_reinforcements(s):
        return Clause.S2_3
    return 0


@kernel
def why_not_arrange(s: SiegeState, code: int) -> int:
    if move_kind(code) != ARRANGE:
        return Clause.S2_1
    for order in range(s.swap):
        if arrange_move(s.lane, order) == code:
            return 0
    return Clause.S3_2


@kernel
def apply(s: SiegeState, step: int, log: Words) -> None:
    """Carry out a legal step: a move, or the face of the die that was rolled."""
    if s.phase == Phase.COUNTDOWN:
        resolve_countdown_roll(s, step, log)
    elif s.phase == Phase.REINFORCE:
        reinforce(s, step, log)
    elif s.phase == Phase.SCOUT:
        scout(s, step, log)
        if s.rolled_count == LANES:
            if s.swap == Swap.NONE:
                battle(s, log)
            else:
                s.phase = Phase.REARRANGE
    elif s.phase == Phase.REARRANGE:
        rearrange(s, step, log)
        battle(s, log)


@kernel
def resolve_countdown_roll(s: SiegeState, face: int, log: Words) -> None:
    """Set the countdown by the scouts' die (S1.3, mode scouts)."""
    s.waves = face
    s.phase = Phase.REINFORCE
    log_event(log, Clause.S1_3, EventKind.COUNTDOWN_ROLLED, (s.waves, 0, 0, 0))


@kernel
def reinforce(s: SiegeState, code: int, log: Words) -> None:
    """Send troops from the backline to the lanes (S2.2, S2.3)."""
    top, middle, bottom = lane_number(code, TOP), lane_number(code, MIDDLE), lane_number(code, BOTTOM)
    s.lane[TOP] += top
    s.lane[MIDDLE] += middle
    s.lane[BOTTOM] += bottom
    s.backline -= top + middle + bottom
    s.phase = Phase.SCOUT
    log_event(log, Clause.S2_2, EventKind.REINFORCED, (top, middle, bottom, s.backline))
    if s.backline == 0 and top + middle + bottom > 0:
        log_event(log, Clause.S2_3, EventKind.BACKLINE_EMPTIED, (0, 0, 0, 0))


@kernel
def scout(s: SiegeState, face: int, log: Words) -> None:
    """Place the enemy's die in the next lane (S3.1)."""
    lane = s.rolled_count
    s.enemy[lane] = face
    s.rolled_count += 1
    log_event(log, Clause.S3_1, EventKind.SCOUTED, (lane, face, enemy_strength(lane, face), 0))


@kernel
def rearrange(s: SiegeState, code: int, log: Words) -> None:
    """Rearrange the lane dice (S3.2)."""
    has_moved = False
    for lane in range(LANES):
        if s.lane[lane] != lane_number(code, lane):
            has_moved = True
        s.lane[lane] = lane_number(code, lane)
    if has_moved:
        log_event(log, Clause.S3_2, EventKind.REARRANGED, (s.lane[TOP], s.lane[MIDDLE], s.lane[BOTTOM], 0))


@kernel
def battle(s: SiegeState, log: Words) -> None:
    """Fight in every lane, then strike the backline (S4.1 to S4.3)."""
    overflow = 0
    for lane in range(LANES):
        enemy = enemy_strength(lane, s.enemy[lane])
        overrun_by = lane_overflow(s.lane[lane], enemy)
        s.lane[lane] = troops_left(s.lane[lane], enemy)
        overflow += overrun_by
        if overrun_by > 0:
            log_event(log, Clause.S4_2, EventKind.OVERRUN, (lane, enemy, overrun_by, 0))
        else:
            log_event(log, Clause.S4_2, EventKind.HELD, (lane, enemy, s.lane[lane], 0))
    if overflow > 0:
        log_event(log, Clause.S4_3, EventKind.BACKLINE_STRUCK, (overflow, max(s.backline - overflow, 0), 0, 0))
    if is_lost(s.backline, overflow):
        s.backline = 0
        s.phase = Phase.LOST
        log_event(log, Clause.S4_3, EventKind.LOST, (0, 0, 0, 0))
    else:
        s.backline -= overflow
        end_wave(s, log)


@kernel
def end_wave(s: SiegeState, log: Words) -> None:
    """Count down, regroup, and end the game or prepare the next wave (S5.1 to S5.3)."""
    s.waves -= 1
    log_event(log, Clause.S5_1, EventKind.COUNTED_DOWN, (s.waves, 0, 0, 0))
    regrouped = regrouped_backline(s.backline, s.regroup, s.capacity)
    if regrouped > s.backline:
        log_event(log, Clause.S5_2, EventKind.REGROUPED, (regrouped - s.backline, regrouped, 0, 0))
    s.backline = regrouped
    if s.waves == 0:
        s.phase = Phase.WON
        log_event(log, Clause.S5_3, EventKind.WON, (0, 0, 0, 0))
        return
    for lane in range(LANES):
        s.enemy[lane] = 0
    s.rolled_count = 0
    s.phase = Phase.REINFORCE


# The arithmetic of a battle, which the solver uses as well


@kernel
def enemy_strength(lane: int, face: int) -> int:
    """Return the strength of an enemy die: all of it in the middle, half in the outer lanes (S4.1)."""
    return face if lane == MIDDLE else (face + 1) // 2


@kernel
def troops_left(troops: int, enemy: int) -> int:
    """Return the troops left in a lane after the fight (S4.2)."""
    return max(troops - enemy, 0)


@kernel
def lane_overflow(troops: int, enemy: int) -> int:
    """Return the number of enemies that get through a lane (S4.2)."""
    return max(enemy - troops, 0)


@kernel
def is_lost(backline: int, overflow: int) -> bool:
    """Return whether the overflow breaks the backline (S4.3)."""
    return overflow > 0 and backline - overflow <= 0


@kernel
def regrouped_backline(backline: int, regroup: int, capacity: int) -> int:
    """Return the backline after a wave; an empty one does not grow (S5.2)."""
    return min(backline + regroup, capacity) if backline > 0 else backline


@kernel
def result(s: SiegeState, seat: int) -> int:
    """Return WON or LOST, once the game is over."""
    return WON if s.phase == Phase.WON else LOST


@kernel
def hide(s: SiegeState, seat: int) -> None:
    """Hide nothing: everything is open."""


@kernel
def guess(s: SiegeState, seat: int, stream: Words) -> None:
    """Guess nothing: nothing is hidden."""
