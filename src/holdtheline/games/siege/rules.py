"""The course of a siege: every wave runs Reinforce, Scout, Battle, Results (S2.1)."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...core.contract import CHANCE, LOST, OVER, WON, note
from ...core.kernel import kernel
from .moves import number_of
from .state import FULL, LANES, MIDDLE, Clause, Phase, Swap


class Happened(IntEnum):
    """What the log tells."""

    COUNTDOWN_ROLLED = 1  # waves
    REINFORCED = 2  # top, middle, bottom, what is left in the backline
    BACKLINE_TAKEN_OFF = 3
    SCOUTED = 4  # lane, face, strength
    REARRANGED = 5  # top, middle, bottom
    HELD = 6  # lane, strength, what is left
    OVERRUN = 7  # lane, strength, what got through
    BACKLINE_STRUCK = 8  # overflow, what is left
    LOST = 9
    COUNTED_DOWN = 10  # waves
    REGROUPED = 11  # growth, backline
    WON = 12


@kernel
def start(s: Any, setup: Any) -> None:
    """S1.2, S1.3. `setup` is what state.setup made of the options."""
    for lane in range(LANES):
        s.lane[lane] = FULL
        s.enemy[lane] = 0
    s.backline = FULL
    s.rolled = 0
    s.waves = setup[0]
    s.regroup = setup[1]
    s.stands = setup[2]
    s.limit = setup[3]
    s.swap = setup[4]
    s.phase = Phase.REINFORCE if s.waves > 0 else Phase.COUNTDOWN


@kernel
def turn(s: Any) -> int:
    if s.phase == Phase.REINFORCE or s.phase == Phase.REARRANGE:
        return 0
    if s.phase == Phase.COUNTDOWN or s.phase == Phase.SCOUT:
        return CHANCE
    return OVER


@kernel
def apply(s: Any, step: Any, log: Any) -> None:
    if s.phase == Phase.COUNTDOWN:
        roll_countdown(s, step, log)
    elif s.phase == Phase.REINFORCE:
        reinforce(s, step, log)
    elif s.phase == Phase.SCOUT:
        scout(s, step, log)
        if s.rolled == LANES:
            if s.swap == Swap.NONE:
                battle(s, log)
            else:
                s.phase = Phase.REARRANGE
    elif s.phase == Phase.REARRANGE:
        rearrange(s, step, log)
        battle(s, log)


@kernel
def roll_countdown(s: Any, face: Any, log: Any) -> None:
    """S1.3, mode scouts."""
    s.waves = face
    s.phase = Phase.REINFORCE
    note(log, Clause.S1_3, Happened.COUNTDOWN_ROLLED, (s.waves, 0, 0, 0))


@kernel
def reinforce(s: Any, code: Any, log: Any) -> None:
    """S2.2, S2.3."""
    top, middle, bottom = number_of(code, 0), number_of(code, 1), number_of(code, 2)
    s.lane[0] += top
    s.lane[1] += middle
    s.lane[2] += bottom
    s.backline -= top + middle + bottom
    s.phase = Phase.SCOUT
    note(log, Clause.S2_2, Happened.REINFORCED, (top, middle, bottom, s.backline))
    if s.backline == 0 and top + middle + bottom > 0:
        note(log, Clause.S2_3, Happened.BACKLINE_TAKEN_OFF, (0, 0, 0, 0))


@kernel
def scout(s: Any, face: Any, log: Any) -> None:
    """S3.1."""
    lane = s.rolled
    s.enemy[lane] = face
    s.rolled += 1
    note(log, Clause.S3_1, Happened.SCOUTED, (lane, face, strength(lane, face), 0))


@kernel
def rearrange(s: Any, code: Any, log: Any) -> None:
    """S3.2."""
    moved = False
    for lane in range(LANES):
        if s.lane[lane] != number_of(code, lane):
            moved = True
        s.lane[lane] = number_of(code, lane)
    if moved:
        note(log, Clause.S3_2, Happened.REARRANGED, (s.lane[0], s.lane[1], s.lane[2], 0))


@kernel
def battle(s: Any, log: Any) -> None:
    """S4.1 to S4.3, then the results."""
    overflow = 0
    for lane in range(LANES):
        enemy = strength(lane, s.enemy[lane])
        through = overflow_of(s.lane[lane], enemy)
        s.lane[lane] = left_of(s.lane[lane], enemy)
        overflow += through
        if through > 0:
            note(log, Clause.S4_2, Happened.OVERRUN, (lane, enemy, through, 0))
        else:
            note(log, Clause.S4_2, Happened.HELD, (lane, enemy, s.lane[lane], 0))
    if overflow > 0:
        note(log, Clause.S4_3, Happened.BACKLINE_STRUCK, (overflow, max(s.backline - overflow, 0), 0, 0))
    if is_lost(s.backline, overflow):
        s.backline = 0
        s.phase = Phase.LOST
        note(log, Clause.S4_3, Happened.LOST, (0, 0, 0, 0))
    else:
        s.backline -= overflow
        results(s, log)


@kernel
def results(s: Any, log: Any) -> None:
    """S5.1 to S5.3."""
    s.waves -= 1
    note(log, Clause.S5_1, Happened.COUNTED_DOWN, (s.waves, 0, 0, 0))
    grown = regrouped(s.backline, s.regroup, s.limit)
    if grown > s.backline:
        note(log, Clause.S5_2, Happened.REGROUPED, (grown - s.backline, grown, 0, 0))
    s.backline = grown
    if s.waves == 0:
        s.phase = Phase.WON
        note(log, Clause.S5_3, Happened.WON, (0, 0, 0, 0))
        return
    for lane in range(LANES):
        s.enemy[lane] = 0
    s.rolled = 0
    s.phase = Phase.REINFORCE


# The arithmetic of a battle, which the solver shares.


@kernel
def strength(lane: Any, face: Any) -> Any:
    """S4.1."""
    return face if lane == MIDDLE else (face + 1) // 2


@kernel
def left_of(troops: Any, enemy: Any) -> Any:
    """S4.2: what stands in a lane after the fight."""
    return max(troops - enemy, 0)


@kernel
def overflow_of(troops: Any, enemy: Any) -> Any:
    """S4.2: what gets through."""
    return max(enemy - troops, 0)


@kernel
def is_lost(backline: Any, overflow: Any) -> Any:
    """S4.3."""
    return overflow > 0 and backline - overflow <= 0


@kernel
def regrouped(backline: Any, regroup: Any, limit: Any) -> Any:
    """S5.2."""
    return min(backline + regroup, limit) if backline > 0 else backline


@kernel
def result(s: Any, seat: Any) -> int:
    return WON if s.phase == Phase.WON else LOST


@kernel
def hide(s: Any, seat: Any) -> None:
    """Everything lies open on the table."""


@kernel
def guess(s: Any, seat: Any, stream: Any) -> None:
    """Nothing is hidden, so there is nothing to fill in."""
