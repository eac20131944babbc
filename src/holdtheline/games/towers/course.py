"""A turn: a hundred timesteps on both lanes, from the last `ready` to the next planning (T2, T3, T7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core.contract import note
from ...core.kernel import Kernel, kernel
from .lane import Happened, can_strike, clean_up, enter, go_out, owner_on
from .minds import crowd_in_range, soldier_acts, tower_acts
from .state import (
    COLUMNS,
    CROWD_WORDS,
    MOST_SOLDIERS,
    MOST_TOWERS,
    PLAYERS,
    STEPS,
    UNITS,
    Clause,
    Mind,
    Phase,
    Stage,
)


@kernel
def begin(s: Any) -> None:
    """Both are ready: whoever is to enter lines up, and the orders are sealed no more."""
    for lane in range(PLAYERS):
        s.ready[lane] = 0
        s.standing[lane] = s.towers[lane]
        s.veterans[lane] = s.soldiers[lane]
        s.entered[lane] = 0
        s.gone[lane] = 0
        s.alive[lane] = 0
        s.leaked[lane] = 0
        s.felled[lane] = 0
        s.razed[lane] = 0
        s.earned[lane] = 0
        line_up(s, owner_on(lane))
    s.step = 0
    s.lane = 0
    s.stage = Stage.ENTER
    s.acting = 0


@kernel
def line_up(s: Any, owner: Any) -> None:
    """T3.1: the order deployed is that of the timesteps, and of the roster within one."""
    base, lane, count = owner * MOST_SOLDIERS, 1 - owner, 0
    for at in range(base, base + s.shown[owner]):
        s.shown_unit[at] = 0
        s.shown_entry[at] = 0
        s.shown_place[at] = 0
    for place in range(s.soldiers[owner]):
        entry = s.entry[base + place]
        if entry > 0:
            # Insert it behind all that enter no later; rosters are short, and mostly in order.
            at, next_step = base + count, ((entry - 1) // COLUMNS + 1) * COLUMNS
            while at > base and s.shown_entry[at - 1] > next_step:
                s.shown_entry[at] = s.shown_entry[at - 1]
                s.shown_place[at] = s.shown_place[at - 1]
                at -= 1
            s.shown_entry[at] = entry
            s.shown_place[at] = place
            count += 1
    s.to_enter[lane] = count
    s.shown[owner] = count
    for at in range(base, base + count):
        s.shown_unit[at] = s.soldier_unit[base + s.shown_place[at]]


@kernel
def next_stage(s: Any) -> None:
    """Both lanes go through each stage before the next one begins."""
    s.acting = 0
    if s.lane == 0:
        s.lane = 1
        return
    s.lane = 0
    s.stage += 1
    if s.stage > Stage.CLEAN_UP:
        s.stage = Stage.ENTER
        s.step += 1


@kernel
def is_quiet(s: Any) -> Any:
    """Nobody is on the lanes, and nobody comes any more: nothing can happen in this turn."""
    for lane in range(PLAYERS):
        if s.alive[lane] > 0 or s.entered[lane] < s.to_enter[lane]:
            return False
    return True


@kernel
def let_enter(s: Any, lane: Any, log: Any) -> None:
    base = owner_on(lane) * MOST_SOLDIERS
    while s.entered[lane] < s.to_enter[lane]:
        soldier = base + s.entered[lane]
        entry = s.shown_entry[soldier] - 1
        if entry // COLUMNS != s.step:
            return
        enter(s, lane, soldier, entry % COLUMNS, log)
        s.entered[lane] += 1


@kernel
def tower_has_choice(s: Any, lane: Any, place: Any) -> Any:
    """Whether there is somebody in its range; one who can do nothing is not asked."""
    tower = lane * MOST_TOWERS + place
    unit = s.tower_unit[tower]
    if s.damage[unit] == 0 and s.freezes[unit] == 0:
        return False
    for word in range(CROWD_WORDS):
        if crowd_in_range(s, lane, tower, word) != 0:
            return True
    return False


@kernel
def end_turn(s: Any, log: Any) -> None:
    """T2.5, T6.1, T7.1, T7.2."""
    s.number += 1
    for lane in range(PLAYERS):
        leave(s, lane)
        note(log, Clause.T2_5, Happened.LANE_TOLD, (lane, s.leaked[lane], s.felled[lane], s.razed[lane]))
    for player in range(PLAYERS):
        s.gold[player] += s.income + s.earned[player]
        note(log, Clause.T6_1, Happened.INCOME, (player, s.income, s.earned[player], s.gold[player]))
    s.step = 0
    s.lane = 0
    s.stage = Stage.ENTER
    s.acting = 0
    if is_decided(s):
        s.phase = Phase.OVER
        tell_end(s, log)
    else:
        s.phase = Phase.PLAN


@kernel
def leave(s: Any, lane: Any) -> None:
    """T2.5: all soldiers go; what a turn was played with is wiped, so that equal states are equal."""
    base = owner_on(lane) * MOST_SOLDIERS
    for soldier in range(base, base + s.entered[lane]):
        if s.body_cell[soldier] > 0:
            go_out(s, lane, soldier)
        s.body_health[soldier] = 0
        s.body_frozen[soldier] = 0
        s.body_rests[soldier] = 0
    s.entered[lane] = 0
    s.gone[lane] = 0
    s.to_enter[lane] = 0
    s.alive[lane] = 0
    s.fallen[lane] = 0
    s.frozen[lane] = 0
    s.standing[lane] = s.towers[lane]


def goes_on(s: Any) -> bool:
    """A turn has begun, and a unit asks its owner."""
    return bool(s.phase == Phase.ACT)


def has_ended(s: Any, after: Any) -> bool:
    """A turn was played to its end."""
    return bool(after.number != s.number)


@kernel
def is_decided(s: Any) -> Any:
    return s.hp[0] <= 0 or s.hp[1] <= 0 or s.number >= s.turn_limit


@kernel
def winner(s: Any) -> Any:
    """T7.1, T7.2: the seat, or -1: a draw."""
    if s.hp[0] <= 0 and s.hp[1] <= 0:
        return -1
    if s.hp[0] == s.hp[1]:
        return -1
    return 0 if s.hp[0] > s.hp[1] else 1


@kernel
def why_over(s: Any) -> Any:
    return Clause.T7_1 if s.hp[0] <= 0 or s.hp[1] <= 0 else Clause.T7_2


@kernel
def tell_end(s: Any, log: Any) -> None:
    clause, seat = why_over(s), winner(s)
    if seat >= 0:
        note(log, clause, Happened.WON, (seat, 0, 0, 0))
    else:
        note(log, clause, Happened.DRAWN, (0, 0, 0, 0))


# Playing on. A kernel answers for a unit whose owner decides, so that a bot's costs no Python: the loops are
# made for each pair of bots.


class Course(NamedTuple):
    """The loops of a turn."""

    towers_are_done: Kernel[..., Any]
    soldiers_are_done: Kernel[..., Any]
    play_on: Kernel[..., Any]


def course_with(
    tower: Kernel[..., Any], soldier: Kernel[..., Any], see: Kernel[..., Any], name: str
) -> Course:
    """The loops of a turn in which these answer for the units whose owners decide.

    `tower(s, lane, place, room)` and `soldier(s, lane, place, room)` let the unit in this place of the lists
    act, or return False; `see(s, lane, room)` is told when soldiers have entered. `room` is their own affair.
    """

    def towers_are_done(s: Any, lane: Any, log: Any, room: Any) -> Any:
        """Let towers act from the one whose turn it is; False: one of them asks its owner."""
        for place in range(s.acting, s.towers[lane]):
            at = lane * MOST_TOWERS + place
            if s.mind[lane * UNITS + s.tower_unit[at]] != Mind.OWN:
                tower_acts(s, lane, place, log)
            elif tower_has_choice(s, lane, place):
                s.acting = place
                if not tower(s, lane, at, room):
                    return False
        return True

    def soldiers_are_done(s: Any, lane: Any, log: Any, room: Any) -> Any:
        base, owner = owner_on(lane) * MOST_SOLDIERS, owner_on(lane)
        for place in range(max(s.acting, s.gone[lane]), s.entered[lane]):
            at = base + place
            if s.body_cell[at] == 0:
                continue
            if s.mind[owner * UNITS + s.shown_unit[at]] != Mind.OWN:
                if s.body_health[at] >= 0 and s.body_frozen[at] == 0:
                    soldier_acts(s, lane, at, log)
            elif can_strike(s, at):
                s.acting = place
                if not soldier(s, lane, at, room):
                    return False
        return True

    towers = Kernel(towers_are_done, f"{name}.towers_are_done")
    soldiers = Kernel(soldiers_are_done, f"{name}.soldiers_are_done")

    def play_on(s: Any, log: Any, room: Any) -> None:
        """Go on until a unit whose owner decides has a choice, or to the end of the turn."""
        while s.step < STEPS:
            if s.stage == Stage.ENTER and s.lane == 0 and is_quiet(s):
                break
            lane = s.lane
            if s.stage == Stage.ENTER:
                let_enter(s, lane, log)
                see(s, lane, room)
            elif s.stage == Stage.TOWERS:
                if s.alive[lane] > 0 and not towers(s, lane, log, room):
                    s.phase = Phase.ACT
                    return
            elif s.stage == Stage.SOLDIERS:
                if s.alive[lane] > 0 and not soldiers(s, lane, log, room):
                    s.phase = Phase.ACT
                    return
            else:
                clean_up(s, lane, log)
            next_stage(s)
        end_turn(s, log)

    return Course(towers, soldiers, Kernel(play_on, f"{name}.play_on"))


@kernel
def nobody_answers(s: Any, lane: Any, place: Any, room: Any) -> Any:
    return False


@kernel
def nobody_sees(s: Any, lane: Any, room: Any) -> None:
    return


ASKING = course_with(nobody_answers, nobody_answers, nobody_sees, "towers.course")
"""A turn that waits for whoever decides for a unit."""


play_asking = ASKING.play_on


@kernel
def play_on(s: Any, log: Any) -> None:
    """Go on to the end of the turn, or until somebody has to decide for a unit."""
    play_asking(s, log, None)
