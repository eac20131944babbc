"""What a side observes: planes of the map, and a vector of numbers.

Everything is seen from the side of the observer: "own" is that side. Planes have MAX_ROWS rows of MAX_COLUMNS
columns; on a smaller map the rest is 0. A piece is known by its slot, its place in the scenario file.
"""

from __future__ import annotations

from ....core.ai.encoding import Feature
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.hex_map import hex_count
from ..rules.terrain import Terrain
from ..rules.victory import victory_points, victory_points_at_end
from ..state import (
    ARTILLERY,
    GUNBOAT,
    INFANTRY,
    LEADER,
    MAX_COLUMNS,
    MAX_PIECES,
    MAX_ROWS,
    MAX_VICTORY_HEXES,
    SIDES,
    CivilWarState,
    Phase,
)

GRID = MAX_ROWS * MAX_COLUMNS
NO_SIDE, OWN, ENEMY = 0, 1, -1

# The planes, in their order
TERRAIN_PLANE = 0
OWN_VP, ENEMY_VP, HOLDER = range(len(Terrain), len(Terrain) + 3)
UNIT_PLANES = 9  # for each side: see `write_piece`
OWN_PIECES = HOLDER + 1
ENEMY_PIECES = OWN_PIECES + UNIT_PLANES
OWN_UNIT_SLOT, OWN_GUN_SLOT, OWN_LEADER_SLOT = range(ENEMY_PIECES + UNIT_PLANES, ENEMY_PIECES + UNIT_PLANES + 3)
MOVER, TARGET, SHAKEN, MAKING_ROOM = range(OWN_LEADER_SLOT + 1, OWN_LEADER_SLOT + 5)
PLANES = MAKING_ROOM + 1

WAITING = 4
"""Numbers for each waiting piece: its entry turn, kind, and the row and column of its entry hex, both plus 1."""

PIECE_MEANING = (
    "infantry and cavalry: blocks, and 1 for cavalry; artillery: blocks; gunboats: blocks; morale of the unit and of "
    "the artillery: 1 green, 2 black, 3 gold, 0 hidden; 1 for a leader; 1 if the unit, the artillery has acted"
)
FEATURES = (
    Feature("terrain", "1 in the plane of the terrain (`Terrain`)", 0, 1, (len(Terrain), MAX_ROWS, MAX_COLUMNS)),
    Feature("own_vp_hexes", "the VP that a hex is worth to your side", 0, 99, (MAX_ROWS, MAX_COLUMNS)),
    Feature("enemy_vp_hexes", "the VP that a hex is worth to the enemy", 0, 99, (MAX_ROWS, MAX_COLUMNS)),
    Feature("holder", "who held a VP hex last: 1 you, -1 the enemy", -1, 1, (MAX_ROWS, MAX_COLUMNS)),
    Feature("own_pieces", PIECE_MEANING, 0, 4, (UNIT_PLANES, MAX_ROWS, MAX_COLUMNS)),
    Feature("enemy_pieces", PIECE_MEANING, 0, 4, (UNIT_PLANES, MAX_ROWS, MAX_COLUMNS)),
    Feature("slots", "slot + 1 of your unit, artillery, leader in the hex", 0, MAX_PIECES, (3, MAX_ROWS, MAX_COLUMNS)),
    Feature(
        "action", "1 where the action is: mover, target, unit that retreats, unit that makes room", 0, 1,
        (4, MAX_ROWS, MAX_COLUMNS),
    ),
    Feature("phase", "the decision or roll that comes next (`Phase`)", 0, max(Phase)),
    Feature("own_turn", "1 in your part of the turn", 0, 1),
    Feature("turn", "the turn", 1, 99),
    Feature("last_turn", "the last turn", 1, 99),
    Feature("acts_first", "1 if your side acts first in each turn", 0, 1),
    Feature("last_turn_winner", "who wins after the last turn: 1 you, -1 the enemy, 2 most VP, 0 a draw", -1, 2),
    Feature("ap", "action points left", 0, 99),
    Feature("command", "command: yours, the enemy's", 0, 99, (SIDES,)),
    Feature("vp", "VP that count now: yours, the enemy's", 0, 99, (SIDES,)),
    Feature("vp_at_end", "VP if the battle ended now: yours, the enemy's", 0, 99, (SIDES,)),
    Feature("vp_to_win", "VP to win: yours, the enemy's", 0, 99, (SIDES,)),
    Feature("banked_ap", "banked AP: yours, the enemy's", 0, 99, (SIDES,)),
    Feature("steps", "of the moving piece: hexes left of its allowance, hexes moved, 1 for the extra hex", 0, 99, (3,)),
    Feature("combat", "of the attack: 1 for close combat, dice left, hits", 0, 99, (3,)),
    Feature(
        "options",
        "hill_guns, rally_only_hit, fire_advance, attacker_check, leader_risk_per_one, vp_hexes_at_end, "
        "even_morale_die, hill_sight, bank_ap, fog",
        0, 1, (10,),
    ),
    Feature("own_waiting", "for each slot: entry turn, kind, row + 1, column + 1", 0, 99, (MAX_PIECES, WAITING)),
    Feature("enemy_waiting", "for each slot: entry turn, kind, row + 1, column + 1", 0, 99, (MAX_PIECES, WAITING)),
)  # fmt: skip
FIRST_NUMBER = PLANES * GRID
assert sum(feature.size for feature in FEATURES[:8]) == FIRST_NUMBER


@kernel
def cell_of(s: CivilWarState, hex_: int) -> int:
    """Return the place of a hex in a plane."""
    return hex_ // s.width * MAX_COLUMNS + hex_ % s.width


@kernel
def observe(s: CivilWarState, seat: int, layout: Words, out: Words) -> None:
    """Write the features in their order."""
    for hex_ in range(hex_count(s)):
        out[s.terrain[hex_] * GRID + cell_of(s, hex_)] = 1
    observe_victory_hexes(s, seat, out)
    waiting = FIRST_NUMBER + observe_numbers(s, seat, out)
    for side in range(SIDES):
        is_own = side == seat
        for slot in range(MAX_PIECES):
            piece = side * MAX_PIECES + slot
            if s.kind[piece] == 0:
                break
            if s.hex_of[piece] > 0:
                observe_piece(s, piece, slot, is_own, out)
            elif s.entry_turn[piece] > 0:
                observe_waiting(s, piece, waiting + ((0 if is_own else MAX_PIECES) + slot) * WAITING, out)
    observe_action(s, out)


@kernel
def observe_victory_hexes(s: CivilWarState, seat: int, out: Words) -> None:
    for index in range(MAX_VICTORY_HEXES):
        if s.victory_hex[index] == 0:
            return
        cell = cell_of(s, s.victory_hex[index] - 1)
        if s.victory_hex_scorers[index] >> seat & 1:
            out[OWN_VP * GRID + cell] = s.victory_hex_vp[index]
        if s.victory_hex_scorers[index] >> (1 - seat) & 1:
            out[ENEMY_VP * GRID + cell] = s.victory_hex_vp[index]
        out[HOLDER * GRID + cell] = whose(s.victory_hex_holder[index] - 1, seat)


@kernel
def whose(side: int, seat: int) -> int:
    """Return OWN, ENEMY or, for no side, NO_SIDE."""
    if side < 0:
        return NO_SIDE
    return OWN if side == seat else ENEMY


@kernel
def observe_piece(s: CivilWarState, piece: int, slot: int, is_own: bool, out: Words) -> None:
    """Write a piece on the map into its planes."""
    kind, cell = s.kind[piece], cell_of(s, s.hex_of[piece] - 1)
    planes = (OWN_PIECES if is_own else ENEMY_PIECES) * GRID + cell
    slots = OWN_LEADER_SLOT
    if kind == LEADER:
        out[planes + 6 * GRID] = 1
    elif kind == ARTILLERY:
        slots = OWN_GUN_SLOT
        out[planes + 2 * GRID] = s.strength[piece]
        out[planes + 5 * GRID] = s.morale[piece]
        out[planes + 8 * GRID] = s.acted[piece]
    else:
        slots = OWN_UNIT_SLOT
        out[planes + (3 if kind == GUNBOAT else 0) * GRID] = s.strength[piece]
        out[planes + GRID] = kind != GUNBOAT and kind != INFANTRY
        out[planes + 4 * GRID] = s.morale[piece]
        out[planes + 7 * GRID] = s.acted[piece]
    if is_own:
        out[slots * GRID + cell] = slot + 1


@kernel
def observe_waiting(s: CivilWarState, piece: int, first: int, out: Words) -> None:
    entry = s.entry_hex[piece] - 1
    out[first] = s.entry_turn[piece]
    out[first + 1] = s.kind[piece]
    out[first + 2] = entry // s.width + 1
    out[first + 3] = entry % s.width + 1


@kernel
def observe_action(s: CivilWarState, out: Words) -> None:
    """Mark the hexes of the action in progress."""
    if s.mover > 0 and s.hex_of[s.mover - 1] > 0:
        out[MOVER * GRID + cell_of(s, s.hex_of[s.mover - 1] - 1)] = 1
    if s.target > 0:
        out[TARGET * GRID + cell_of(s, s.target - 1)] = 1
    if s.shaken_unit > 0 and s.hex_of[s.shaken_unit - 1] > 0:
        out[SHAKEN * GRID + cell_of(s, s.hex_of[s.shaken_unit - 1] - 1)] = 1
    if s.displaced > 0 and s.hex_of[s.displaced - 1] > 0:
        out[MAKING_ROOM * GRID + cell_of(s, s.hex_of[s.displaced - 1] - 1)] = 1


@kernel
def observe_numbers(s: CivilWarState, seat: int, out: Words) -> int:
    """Write the numbers between the planes and the waiting pieces, and return how many they are."""
    enemy, at = 1 - seat, FIRST_NUMBER
    out[at] = s.phase
    out[at + 1] = s.side == seat
    out[at + 2] = s.turn
    out[at + 3] = s.last_turn
    out[at + 4] = s.first_side == seat
    out[at + 5] = whose(s.last_turn_winner, seat) if s.last_turn_winner < SIDES else 2 * (3 - s.last_turn_winner)
    out[at + 6] = s.ap
    at += 7
    for index in range(SIDES):
        side = seat if index == 0 else enemy
        out[at + index] = s.command[side]
        out[at + 2 + index] = victory_points(s, side)
        out[at + 4 + index] = victory_points_at_end(s, side)
        out[at + 6 + index] = s.vp_to_win[side]
        out[at + 8 + index] = s.banked_ap[side]
    at += 10
    out[at] = s.steps_left
    out[at + 1] = s.hexes_moved
    out[at + 2] = s.bonus_hex_taken
    out[at + 3] = s.assault
    out[at + 4] = s.dice_left
    out[at + 5] = s.hits
    at += 6
    out[at] = s.hill_guns
    out[at + 1] = s.rally_only_hit
    out[at + 2] = s.fire_advance
    out[at + 3] = s.attacker_check
    out[at + 4] = s.leader_risk_per_one
    out[at + 5] = s.vp_hexes_at_end
    out[at + 6] = s.even_morale_die
    out[at + 7] = s.hill_sight
    out[at + 8] = s.bank_ap
    out[at + 9] = s.fog
    return at + 10 - FIRST_NUMBER
