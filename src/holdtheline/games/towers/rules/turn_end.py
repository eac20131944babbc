"""The end of a timestep, of a turn and of a game: clean-up, gold, victory (T2.5, T3.3, T4.4, T6.1, T7)."""

from __future__ import annotations

from ....core.definition import DRAWN, LOST, WON
from ....core.events import log_event
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..state import CELLS, MAX_SOLDIERS, MAX_TOWERS, PLAYERS, Clause, EventKind, Phase, Stage, TowersState
from .lane import attacker_on, event_time, leave_lane, put_tower
from .orders import clear_tower

# The end of a timestep


@kernel
def clean_up(s: TowersState, lane: int, log: Words | None) -> None:
    """Remove the units destroyed in this timestep, and pay for them (T3.3, T4.4, T6.1)."""
    if s.fallen[lane] > 0 or (s.frozen_hits[lane] > 0 and s.frost_turn == 0):
        remove_fallen(s, lane, log)
    s.frozen_hits[lane] = 0
    if s.ruins[lane] > 0:
        remove_destroyed_towers(s, lane, log)
        s.ruins[lane] = 0
    base = attacker_on(lane) * MAX_SOLDIERS
    while s.first_on_lane[lane] < s.entered[lane] and s.body_cell[base + s.first_on_lane[lane]] == 0:
        s.first_on_lane[lane] += 1


@kernel
def remove_fallen(s: TowersState, lane: int, log: Words | None) -> None:
    """Remove soldiers without health from the lane, and thaw the others."""
    base = attacker_on(lane) * MAX_SOLDIERS
    for soldier in range(base + s.first_on_lane[lane], base + s.entered[lane]):
        if s.body_cell[soldier] == 0:
            continue
        if s.body_health[soldier] <= 0:
            log_event(log, Clause.T3_3, EventKind.FELL, (event_time(s, lane), soldier, s.body_cell[soldier] - 1, 0))
            leave_lane(s, lane, soldier)
            s.on_lane[lane] -= 1
            s.felled[lane] += 1
            s.earned[lane] += 1
        elif s.frost_turn == 0:
            s.body_frozen[soldier] = 0
    s.fallen[lane] = 0


@kernel
def remove_destroyed_towers(s: TowersState, lane: int, log: Words | None) -> None:
    """Remove towers without health (T4.4). The others keep their order."""
    base, kept = lane * MAX_TOWERS, 0
    for index in range(s.towers[lane]):
        tower = base + index
        unit, cell, health = s.tower_unit[tower], s.tower_cell[tower], s.tower_health[tower]
        if health <= 0:
            s.tower_at[lane * CELLS + cell] = 0
            gold = s.cost[unit] + s.tower_bounty
            s.earned[attacker_on(lane)] += gold
            s.razed[lane] += 1
            log_event(log, Clause.T4_4, EventKind.RAZED, (event_time(s, lane), cell, gold, unit))
            continue
        if kept != index:
            put_tower(s, lane, kept, unit, cell, health)
        kept += 1
    for index in range(kept, s.towers[lane]):
        clear_tower(s, base + index)
    s.towers[lane] = kept


@kernel
def clear_lane(s: TowersState, lane: int) -> None:
    """Remove all soldiers (T2.5), and clear what only a running turn needs: equal positions must be equal states."""
    base = attacker_on(lane) * MAX_SOLDIERS
    for soldier in range(base, base + s.entered[lane]):
        if s.body_cell[soldier] > 0:
            leave_lane(s, lane, soldier)
        s.body_health[soldier] = 0
        s.body_frozen[soldier] = 0
        s.body_rests_until[soldier] = 0
    s.entered[lane] = 0
    s.first_on_lane[lane] = 0
    s.to_enter[lane] = 0
    s.on_lane[lane] = 0
    s.fallen[lane] = 0
    s.frozen_hits[lane] = 0
    s.towers_seen[lane] = s.towers[lane]


@kernel
def end_turn(s: TowersState, log: Words | None) -> None:
    """Clear the lanes, pay the income, and end the game if it is over (T2.5, T6.1, T7.1, T7.2)."""
    s.turns_played += 1
    for lane in range(PLAYERS):
        clear_lane(s, lane)
        log_event(log, Clause.T2_5, EventKind.LANE_RESULT, (lane, s.leaked[lane], s.felled[lane], s.razed[lane]))
    for player in range(PLAYERS):
        s.gold[player] += s.income + s.earned[player]
        log_event(log, Clause.T6_1, EventKind.INCOME, (player, s.income, s.earned[player], s.gold[player]))
    s.timestep = 0
    s.lane = 0
    s.stage = Stage.ENTER
    s.acting = 0
    if not is_game_over(s):
        s.phase = Phase.PLAN
        return
    s.phase = Phase.OVER
    seat = winner(s)
    if seat >= 0:
        log_event(log, game_over_clause(s), EventKind.WON, (seat, 0, 0, 0))
    else:
        log_event(log, game_over_clause(s), EventKind.DRAWN, (0, 0, 0, 0))


@kernel
def is_game_over(s: TowersState) -> bool:
    return s.hp[0] <= 0 or s.hp[1] <= 0 or s.turns_played >= s.turn_limit


@kernel
def winner(s: TowersState) -> int:
    """Return the seat that has won, or -1 for a draw (T7.1, T7.2)."""
    if s.hp[0] == s.hp[1] or (s.hp[0] <= 0 and s.hp[1] <= 0):
        return -1
    return 0 if s.hp[0] > s.hp[1] else 1


@kernel
def game_over_clause(s: TowersState) -> int:
    return Clause.T7_1 if s.hp[0] <= 0 or s.hp[1] <= 0 else Clause.T7_2


@kernel
def result(s: TowersState, seat: int) -> int:
    best = winner(s)
    if best < 0:
        return DRAWN
    return WON if best == seat else LOST
