"""Simulate a turn on one lane: save the state, deploy an army, play by the rules, restore the state."""

from __future__ import annotations

from .....core.kernel.compiler import kernel
from .....core.state_record import Row
from ...rules.lane import put_tower
from ...rules.orders import build, pick
from ...rules.sequence_of_play import begin_turn, continue_turn
from ...state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_SOLDIERS,
    MAX_TOWERS,
    PLAYERS,
    TIMESTEPS,
    UNIT_COUNT,
    Phase,
    Picked,
    TowersState,
    Unit,
    encode_entry,
)
from ..evaluation import GOLD_VALUE, HP_VALUE, VICTORY_VALUE
from .memory import SOLDIER_KIND_COUNT, WORDS_PER_PLAYER, WORDS_PER_TOWER, PlannerMemory

# How an army enters
PATTERN_COUNT = 5
HOME_PATTERN, TOGETHER_PATTERN, FILE_PATTERN, WEDGE_PATTERN, ABREAST_PATTERN = range(PATTERN_COUNT)
WEDGE_DELAY = 2  # timesteps after its shields in which the others of a wedge enter
SOLDIER_MIND_COUNT = 3
TURN_EFFORT = 8  # of a simulated turn, besides 1 for every soldier


@kernel
def save_state(s: TowersState, saved: Row) -> None:
    """Save what a turn may change."""
    at = 0
    for lane in range(PLAYERS):
        saved[at] = s.gold[lane]
        saved[at + 1] = s.hp[lane]
        saved[at + 2] = s.towers[lane]
        saved[at + 3] = s.soldiers[lane]
        saved[at + 4] = s.towers_seen[lane]
        at += WORDS_PER_PLAYER
        for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
            saved[at] = s.tower_unit[tower]
            saved[at + 1] = s.tower_cell[tower]
            saved[at + 2] = s.tower_health[tower]
            at += WORDS_PER_TOWER


@kernel
def restore_state(s: TowersState, saved: Row) -> None:
    """Restore the state of `save_state`, regardless of what was built, hired or played since."""
    s.phase = Phase.PLAN
    at = 0
    for lane in range(PLAYERS):
        for tower in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
            s.tower_at[lane * CELLS + s.tower_cell[tower]] = 0
        s.gold[lane] = saved[at]
        s.hp[lane] = saved[at + 1]
        s.towers[lane] = saved[at + 2]
        s.soldiers[lane] = saved[at + 3]
        s.towers_seen[lane] = saved[at + 4]
        at += WORDS_PER_PLAYER
        for index in range(s.towers[lane]):
            put_tower(s, lane, index, saved[at], saved[at + 1], saved[at + 2])
            at += WORDS_PER_TOWER


@kernel
def play_lane(s: TowersState, lane: int) -> None:
    """Play the turn on one lane only; the lanes do not touch each other (T3.1)."""
    s.soldiers[lane] = 0
    number = s.turns_played
    begin_turn(s)
    continue_turn(s, None)
    s.turns_played = number


# Armies


@kernel
def add_soldiers(s: TowersState, owner: int, unit: int, count: int) -> None:
    """Add soldiers to a roster for free, up to its limit."""
    for _ in range(min(count, MAX_SOLDIERS - s.soldiers[owner])):
        s.soldier_unit[owner * MAX_SOLDIERS + s.soldiers[owner]] = unit
        s.soldiers[owner] += 1


@kernel
def pattern_entry(s: TowersState, soldier: int, pattern: int, column: int) -> int:
    """Return when and where a soldier enters in a pattern (`encode_entry`)."""
    number = soldier % MAX_SOLDIERS
    if pattern == HOME_PATTERN:
        return 0
    if pattern == FILE_PATTERN:
        return encode_entry(number % TIMESTEPS, column)
    if pattern == WEDGE_PATTERN and s.soldier_unit[soldier] != Unit.SHIELD:
        return encode_entry(WEDGE_DELAY, column)
    if pattern == ABREAST_PATTERN:
        return encode_entry(0, (column + number) % COLUMNS)
    return encode_entry(0, column)


@kernel
def deploy_army(s: TowersState, owner: int, pattern: int, column: int) -> None:
    for soldier in range(owner * MAX_SOLDIERS, owner * MAX_SOLDIERS + s.soldiers[owner]):
        s.entry[soldier] = pattern_entry(s, soldier, pattern, column)


@kernel
def mind_of_kind(minds: int, unit: int) -> int:
    """Return the mind of one kind of soldier from the number that encodes those of all kinds."""
    for _ in range(unit - FIRST_SOLDIER):
        minds //= SOLDIER_MIND_COUNT
    return minds % SOLDIER_MIND_COUNT


@kernel
def set_soldier_minds(s: TowersState, owner: int, minds: int) -> None:
    for unit in range(FIRST_SOLDIER, UNIT_COUNT):
        s.mind[owner * UNIT_COUNT + unit] = mind_of_kind(minds, unit)


@kernel
def same_mind_for_all(mind: int) -> int:
    """Return the number that gives every kind of soldier this mind."""
    minds = 0
    for _ in range(SOLDIER_KIND_COUNT):
        minds = minds * SOLDIER_MIND_COUNT + mind
    return minds


@kernel
def set_tower_minds(s: TowersState, lane: int, mind: int) -> None:
    for unit in range(FIRST_SOLDIER):
        s.mind[lane * UNIT_COUNT + unit] = mind


# Defence


@kernel
def build_tower(s: TowersState, lane: int, unit: int, cell: int) -> None:
    pick(s, lane, Picked.TOWER, unit)
    build(s, lane, cell, None)


@kernel
def measure_harm(s: TowersState, lane: int, memory: PlannerMemory) -> int:
    """Play the attack that is set up, undo it, and return the defender's loss."""
    if s.soldiers[1 - lane] == 0:
        restore_state(s, memory.saved_now)
        return 0
    memory.effort += TURN_EFFORT + s.soldiers[1 - lane]
    hp = s.hp[lane]
    play_lane(s, lane)
    lost = HP_VALUE * s.leaked[lane] + GOLD_VALUE * (s.earned[1 - lane] - s.earned[lane])
    if s.leaked[lane] >= hp:
        lost += VICTORY_VALUE
    restore_state(s, memory.saved_now)
    return lost
