"""Towers as arrays: both lanes, the rosters and the numbers of the ruleset to observe, and 1,267 actions.

Everything is seen from the side of the observer: "own" is that commander, and the own lane the one to defend.
"""

from __future__ import annotations

from ...core.ai.encoding import Encoding, Feature
from ...core.kernel.compiler import kernel
from ...core.state_record import Words
from .rules import moves
from .rules.moves import encode_move, local_code, seat_to_move
from .state import (
    CELLS,
    COLUMNS,
    FIRST_SOLDIER,
    MAX_ROWS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    PLAYERS,
    TIMESTEPS,
    UNIT_COUNT,
    Phase,
    Picked,
    Stage,
    TowersState,
    entry_column,
    entry_step,
)

HIGHEST = 32_767
"""Numbers of a ruleset can be large; greater ones are written as this."""
LANE_PLANES = 4
ROSTER_COLUMNS = 3
LANE = (LANE_PLANES, MAX_ROWS, COLUMNS)
LANE_MEANING = "tower: kind + 1; its health; soldiers in the cell; their health together"
ROSTER_MEANING = "for each soldier: kind + 1; the timestep and the column at which it enters, both plus 1, or 0"
UNIT_NUMBERS = ("cost", "health", "range", "damage", "whole cell", "freezes", "speed", "moves every", "front", "jumps")
FEATURES = (
    Feature("own_lane", LANE_MEANING, 0, HIGHEST, LANE),
    Feature("enemy_lane", LANE_MEANING, 0, HIGHEST, LANE),
    Feature("own_roster", f"{ROSTER_MEANING}, in the order hired", 0, TIMESTEPS, (MAX_SOLDIERS, ROSTER_COLUMNS)),
    Feature(
        "enemy_deployment", f"{ROSTER_MEANING}, in the order deployed, this turn or the last one", 0, TIMESTEPS,
        (MAX_SOLDIERS, ROSTER_COLUMNS),
    ),
    Feature("minds", "the unit AI of each kind of your units (`Mind`)", 0, MIND_COUNT - 1, (UNIT_COUNT,)),
    Feature("phase", "0 planning, 1 a unit acts, 2 over", 0, max(Phase)),
    Feature("stage", "the stage of the timestep (`Stage`)", 0, max(Stage)),
    Feature("timestep", "the timestep", 0, TIMESTEPS),
    Feature("turn", "turns played", 0, HIGHEST),
    Feature("turn_limit", "the last turn", 0, HIGHEST),
    Feature("hp", "HP of the castles: yours, the enemy's", 0, HIGHEST, (PLAYERS,)),
    Feature("gold", "your gold", 0, HIGHEST),
    Feature("picked", "the incomplete order: what (`Picked`), unit or soldier, column", 0, MAX_SOLDIERS, (3,)),
    Feature("acting", "the unit that acts: 1 if yours, kind + 1, cell + 1", 0, CELLS, (3,)),
    Feature("leaked", "soldiers that scored in this turn or the last: on your lane, theirs", 0, HIGHEST, (PLAYERS,)),
    Feature("units", f"for each kind of unit: {', '.join(UNIT_NUMBERS)}", 0, HIGHEST, (UNIT_COUNT, len(UNIT_NUMBERS))),
    Feature(
        "ruleset",
        "deployment_row, income, gold_for_scorers, zero_health_attacks, sees_deployment_row, frost_turn, tower_bounty",
        0, HIGHEST, (7,),
    ),
)  # fmt: skip
OWN_LANE, ENEMY_LANE = 0, LANE_PLANES * CELLS
OWN_ROSTER = ENEMY_LANE + LANE_PLANES * CELLS
ENEMY_DEPLOYMENT = OWN_ROSTER + MAX_SOLDIERS * ROSTER_COLUMNS
FIRST_NUMBER = ENEMY_DEPLOYMENT + MAX_SOLDIERS * ROSTER_COLUMNS
UNITS = FIRST_NUMBER + UNIT_COUNT + 16


@kernel
def observe(s: TowersState, seat: int, layout: Words, out: Words) -> None:
    """Write the features in their order."""
    observe_lane(s, seat, OWN_LANE, out)
    observe_lane(s, 1 - seat, ENEMY_LANE, out)
    for index in range(s.soldiers[seat]):
        soldier = seat * MAX_SOLDIERS + index
        observe_soldier(s.soldier_unit[soldier], s.entry[soldier], OWN_ROSTER + index * ROSTER_COLUMNS, out)
    for index in range(s.deployed[1 - seat]):
        soldier = (1 - seat) * MAX_SOLDIERS + index
        if s.deployed_entry[soldier] > 0:
            at = ENEMY_DEPLOYMENT + index * ROSTER_COLUMNS
            observe_soldier(s.deployed_unit[soldier], s.deployed_entry[soldier], at, out)
    observe_numbers(s, seat, out)
    for unit in range(UNIT_COUNT):
        observe_unit(s, unit, UNITS + unit * len(UNIT_NUMBERS), out)
    observe_ruleset(s, UNITS + UNIT_COUNT * len(UNIT_NUMBERS), out)


@kernel
def observe_lane(s: TowersState, lane: int, first: int, out: Words) -> None:
    for index in range(lane * MAX_TOWERS, lane * MAX_TOWERS + s.towers[lane]):
        out[first + s.tower_cell[index]] = s.tower_unit[index] + 1
        out[first + CELLS + s.tower_cell[index]] = max(min(s.tower_health[index], HIGHEST), 0)
    soldiers = (1 - lane) * MAX_SOLDIERS
    for soldier in range(soldiers, soldiers + s.entered[lane]):
        cell = s.body_cell[soldier] - 1
        if cell >= 0:
            out[first + 2 * CELLS + cell] += 1
            out[first + 3 * CELLS + cell] = min(out[first + 3 * CELLS + cell] + max(s.body_health[soldier], 0), HIGHEST)


@kernel
def observe_soldier(unit: int, entry: int, at: int, out: Words) -> None:
    out[at] = unit + 1
    if entry > 0:
        out[at + 1] = entry_step(entry) + 1
        out[at + 2] = entry_column(entry) + 1


@kernel
def observe_numbers(s: TowersState, seat: int, out: Words) -> None:
    at = FIRST_NUMBER
    for unit in range(UNIT_COUNT):
        out[at + unit] = s.mind[seat * UNIT_COUNT + unit]
    at += UNIT_COUNT
    out[at] = s.phase
    out[at + 1] = s.stage
    out[at + 2] = s.timestep
    out[at + 3] = min(s.turns_played, HIGHEST)
    out[at + 4] = min(s.turn_limit, HIGHEST)
    out[at + 5] = min(s.hp[seat], HIGHEST)
    out[at + 6] = min(s.hp[1 - seat], HIGHEST)
    out[at + 7] = min(s.gold[seat], HIGHEST)
    out[at + 8] = s.picked[seat]
    if s.picked[seat] != Picked.NOTHING:
        out[at + 9] = s.picked_unit[seat]
        out[at + 10] = s.picked_column[seat]
    if s.phase == Phase.ACT:
        observe_acting_unit(s, seat, at + 11, out)
    out[at + 14] = s.leaked[seat]
    out[at + 15] = s.leaked[1 - seat]


@kernel
def observe_acting_unit(s: TowersState, seat: int, at: int, out: Words) -> None:
    out[at] = seat_to_move(s) == seat
    if s.stage == Stage.TOWERS:
        tower = s.lane * MAX_TOWERS + s.acting
        out[at + 1] = s.tower_unit[tower] + 1
        out[at + 2] = s.tower_cell[tower] + 1
    else:
        soldier = (1 - s.lane) * MAX_SOLDIERS + s.acting
        out[at + 1] = s.deployed_unit[soldier] + 1
        out[at + 2] = s.body_cell[soldier]


@kernel
def observe_unit(s: TowersState, unit: int, at: int, out: Words) -> None:
    out[at] = min(s.cost[unit], HIGHEST)
    out[at + 1] = min(s.health[unit], HIGHEST)
    out[at + 2] = min(s.reach[unit], HIGHEST)
    out[at + 3] = min(s.damage[unit], HIGHEST)
    out[at + 4] = s.whole_cell[unit]
    out[at + 5] = s.freezes[unit]
    out[at + 6] = min(s.speed[unit], HIGHEST)
    out[at + 7] = min(s.moves_every[unit], HIGHEST)
    out[at + 8] = s.front_only[unit]
    out[at + 9] = s.jumps[unit]


@kernel
def observe_ruleset(s: TowersState, at: int, out: Words) -> None:
    out[at] = s.deployment_row
    out[at + 1] = min(s.income, HIGHEST)
    out[at + 2] = min(s.gold_for_scorers, HIGHEST)
    out[at + 3] = s.zero_health_attacks
    out[at + 4] = s.sees_deployment_row
    out[at + 5] = s.frost_turn
    out[at + 6] = min(s.tower_bounty, HIGHEST)


# Actions: the codes of moves without their seat (`rules.moves`), without the gaps between their kinds.

SECTIONS = (
    (moves.READY, 6),  # ready, never mind, home, dismiss, all home, as last
    (moves.HIRE + FIRST_SOLDIER, UNIT_COUNT - FIRST_SOLDIER),
    (moves.TOWER, FIRST_SOLDIER),
    (moves.SOLDIER, MAX_SOLDIERS),
    (moves.COLUMN, COLUMNS),
    (moves.STEP, TIMESTEPS),
    (moves.CELL, CELLS),
    (moves.TAKE_DOWN, CELLS),
    (moves.MIND, UNIT_COUNT * MIND_COUNT),
    (moves.TOGETHER, COLUMNS),
    (moves.IN_FILE, COLUMNS),
    (moves.REST, 2),  # rest, score
    (moves.GO, CELLS),
    (moves.STRIKE, CELLS),
    (moves.SHOOT, MAX_SOLDIERS),
)
"""The first code of each kind of move, and how many codes it has."""
LOCAL_CODES = [first + index for first, count in SECTIONS for index in range(count)]
"""The code of each action, without its seat. The layout has these codes, and then the action of each code."""


def layout(s: TowersState) -> list[int]:
    actions = [0] * moves.CODES_PER_SEAT
    for action, code in enumerate(LOCAL_CODES):
        actions[code] = action
    return [len(LOCAL_CODES), *LOCAL_CODES, *actions]


@kernel
def action_of(s: TowersState, layout: Words, code: int) -> int:
    """Return the action of a legal move."""
    action: int = layout[1 + layout[0] + local_code(code)]
    return action


@kernel
def code_of(s: TowersState, layout: Words, action: int) -> int:
    """Return the code of an action, legal or not, for the seat to move."""
    return encode_move(seat_to_move(s), layout[1 + action]) if 0 <= action < layout[0] else 0


ENCODING = Encoding(FEATURES, layout, observe, action_of, code_of)
