"""The moves of a side as about 4,000 actions.

Those of the piece in action come first, then a block for each slot, then two tables for rare moves: units that enter
with a leader, and gunboats.
"""

from __future__ import annotations

from ....core.hexes import DIRECTIONS, OFF_MAP, hex_at
from ....core.kernel.compiler import kernel
from ....core.state_record import Words
from ..rules.hex_map import HEX_Q, HEX_R, hex_count, neighbour_hex
from ..rules.line_of_sight import MAX_RANGE
from ..rules.moves import MAX_ENTRY_HEXES, MoveKind, move_hex, move_kind, move_leader, move_piece, pack_entry, pack_move
from ..rules.reinforcements import can_enter_at, entry_distance
from ..state import GUNBOAT, LEADER, MAX_HEXES, MAX_PIECES, MIN_COLUMNS, SIDES, CivilWarState, Phase

END, STOP, STAY, ADVANCE, ADVANCE_WITH = range(5)
STEP = 5  # by direction, as the next four
RETREAT = STEP + DIRECTIONS
RETREAT_WITH = RETREAT + DIRECTIONS
DISPLACE = RETREAT_WITH + DIRECTIONS
FIRE_WHILE_MOVING = DISPLACE + DIRECTIONS
FIRST_BLOCK = FIRE_WHILE_MOVING + DIRECTIONS

# In the block of a slot
GO = 0  # by direction, as the next two
GO_WITH = GO + DIRECTIONS
ASSAULT = GO_WITH + DIRECTIONS
RALLY = ASSAULT + DIRECTIONS
FIRE = RALLY + 1  # by the offset of the target
OFFSETS = 2 * MAX_RANGE + 1
ENTER = FIRE + OFFSETS**2  # by the number of the hex among the nearest free ones, in the order of the map
BLOCK = ENTER + MAX_ENTRY_HEXES

ACTION_COUNT, SLOTS, LEADERS, FIRST_ENTRY, FIRST_SAILING = range(5)
"""The layout: the number of actions; the slots and leaders of the larger side; where the two tables begin."""


def layout(s: CivilWarState) -> list[int]:
    kinds = [s.kind.tolist()[side * MAX_PIECES : (side + 1) * MAX_PIECES] for side in range(SIDES)]
    slots = max(sum(kind != 0 for kind in side) for side in kinds)
    leaders, gunboats = (max(sum(kind == wanted for kind in side) for side in kinds) for wanted in (LEADER, GUNBOAT))
    first_entry = FIRST_BLOCK + slots * BLOCK
    first_sailing = first_entry + slots * leaders * MAX_ENTRY_HEXES
    return [first_sailing + gunboats * MAX_HEXES, slots, leaders, first_entry, first_sailing]


@kernel
def direction_to(s: CivilWarState, here: int, there: int) -> int:
    """Return the direction of a neighbour."""
    for direction in range(DIRECTIONS):
        if neighbour_hex(s, here, direction) == there:
            return direction
    return 0


@kernel
def number_of_kind(s: CivilWarState, piece: int) -> int:
    """Return how many pieces of the same side and kind stand before this one in the scenario."""
    number = 0
    for other in range(piece // MAX_PIECES * MAX_PIECES, piece):
        if s.kind[other] == s.kind[piece]:
            number += 1
    return number


@kernel
def piece_of_kind(s: CivilWarState, side: int, kind: int, number: int) -> int:
    """Return the piece that `number_of_kind` counts, or -1."""
    for piece in range(side * MAX_PIECES, (side + 1) * MAX_PIECES):
        if s.kind[piece] == kind:
            if number == 0:
                return piece
            number -= 1
    return -1


@kernel
def entry_number(s: CivilWarState, piece: int, hex_: int) -> int:
    """Return the number of an entry hex among those where the piece can enter, in the order of the map."""
    nearest, number = entry_distance(s, piece), 0
    for other in range(hex_):
        if can_enter_at(s, piece, other, nearest):
            number += 1
    return number


@kernel
def entry_with_number(s: CivilWarState, piece: int, number: int) -> int:
    """Return the hex that `entry_number` counts, or OFF_MAP."""
    nearest = entry_distance(s, piece)
    for hex_ in range(hex_count(s)):
        if can_enter_at(s, piece, hex_, nearest):
            if number == 0:
                return hex_
            number -= 1
    return OFF_MAP


@kernel
def offset_number(s: CivilWarState, here: int, there: int) -> int:
    table = (s.width - MIN_COLUMNS) * MAX_HEXES
    q, r = HEX_Q[table + there] - HEX_Q[table + here], HEX_R[table + there] - HEX_R[table + here]
    return (q + MAX_RANGE) * OFFSETS + r + MAX_RANGE


@kernel
def hex_at_offset(s: CivilWarState, here: int, number: int) -> int:
    table = (s.width - MIN_COLUMNS) * MAX_HEXES
    q, r = number // OFFSETS - MAX_RANGE, number % OFFSETS - MAX_RANGE
    return hex_at(HEX_Q[table + here] + q, HEX_R[table + here] + r, s.width, s.height)


@kernel
def action_of(s: CivilWarState, layout: Words, code: int) -> int:
    """Return the action of a legal move."""
    kind, hex_ = move_kind(code), move_hex(code)
    if s.phase == Phase.ACT and kind != MoveKind.END:
        return action_of_piece(s, layout, code)
    if kind == MoveKind.STEP:
        return STEP + direction_to(s, s.hex_of[s.mover - 1] - 1, hex_)
    if kind == MoveKind.FIRE:
        return FIRE_WHILE_MOVING + direction_to(s, s.hex_of[s.mover - 1] - 1, hex_)
    if kind == MoveKind.RETREAT or kind == MoveKind.RETREAT_WITH:
        first = RETREAT if kind == MoveKind.RETREAT else RETREAT_WITH
        return first + direction_to(s, s.hex_of[s.shaken_unit - 1] - 1, hex_)
    if kind == MoveKind.DISPLACE:
        return DISPLACE + direction_to(s, s.retreat_hex - 1, hex_)
    if kind == MoveKind.STOP:
        return STOP
    if kind == MoveKind.STAY:
        return STAY
    if kind == MoveKind.ADVANCE:
        return ADVANCE
    return ADVANCE_WITH if kind == MoveKind.ADVANCE_WITH else END


@kernel
def action_of_piece(s: CivilWarState, layout: Words, code: int) -> int:
    """Return the action of a move that begins the action of a piece."""
    kind, piece, hex_ = move_kind(code), move_piece(code), move_hex(code)
    slot, here = piece % MAX_PIECES, s.hex_of[piece] - 1
    block = FIRST_BLOCK + slot * BLOCK
    if kind == MoveKind.GO and s.kind[piece] == GUNBOAT:
        sailing: int = layout[FIRST_SAILING] + number_of_kind(s, piece) * MAX_HEXES + hex_
        return sailing
    if kind == MoveKind.GO:
        return block + GO + direction_to(s, here, hex_)
    if kind == MoveKind.GO_WITH:
        return block + GO_WITH + direction_to(s, here, hex_)
    if kind == MoveKind.ASSAULT:
        return block + ASSAULT + direction_to(s, here, hex_)
    if kind == MoveKind.FIRE:
        return block + FIRE + offset_number(s, here, hex_)
    if kind == MoveKind.RALLY:
        return block + RALLY
    number = entry_number(s, piece, hex_)
    if kind == MoveKind.ENTER:
        return block + ENTER + number
    leader = number_of_kind(s, move_leader(code))
    entry: int = layout[FIRST_ENTRY] + (slot * layout[LEADERS] + leader) * MAX_ENTRY_HEXES + number
    return entry


@kernel
def code_of(s: CivilWarState, layout: Words, action: int) -> int:
    """Return the code of an action, legal or not; 0 if it names a hex outside the map or a piece that is not there."""
    if action < 0 or action >= layout[ACTION_COUNT]:
        return 0
    if action >= layout[FIRST_SAILING]:
        number, hex_ = (action - layout[FIRST_SAILING]) // MAX_HEXES, (action - layout[FIRST_SAILING]) % MAX_HEXES
        piece = piece_of_kind(s, s.side, GUNBOAT, number)
        return 0 if piece < 0 else pack_move(MoveKind.GO, piece, hex_)
    if action >= layout[FIRST_ENTRY]:
        return code_of_entry_with_leader(s, layout, action - layout[FIRST_ENTRY])
    if action >= FIRST_BLOCK:
        return code_of_piece(s, (action - FIRST_BLOCK) // BLOCK, (action - FIRST_BLOCK) % BLOCK)
    if action == END:
        return pack_move(MoveKind.END, 0, 0)
    if action == STOP:
        return pack_move(MoveKind.STOP, 0, 0)
    if action == STAY:
        return pack_move(MoveKind.STAY, 0, 0)
    if action == ADVANCE:
        return pack_move(MoveKind.ADVANCE, 0, 0)
    if action == ADVANCE_WITH:
        return pack_move(MoveKind.ADVANCE_WITH, 0, 0)
    return code_of_direction(s, action)


@kernel
def code_of_direction(s: CivilWarState, action: int) -> int:
    """Return the code of an action of the piece in action, in a direction."""
    direction = (action - STEP) % DIRECTIONS
    first = action - direction
    if first == STEP or first == FIRE_WHILE_MOVING:
        here = s.hex_of[s.mover - 1] - 1 if s.mover > 0 else OFF_MAP
    elif first == DISPLACE:
        here = s.retreat_hex - 1
    else:
        here = s.hex_of[s.shaken_unit - 1] - 1 if s.shaken_unit > 0 else OFF_MAP
    there = neighbour_hex(s, here, direction) if here >= 0 else OFF_MAP
    if there == OFF_MAP:
        return 0
    if first == STEP:
        return pack_move(MoveKind.STEP, 0, there)
    if first == FIRE_WHILE_MOVING:
        return pack_move(MoveKind.FIRE, s.mover - 1, there)
    if first == DISPLACE:
        return pack_move(MoveKind.DISPLACE, 0, there)
    return pack_move(MoveKind.RETREAT if first == RETREAT else MoveKind.RETREAT_WITH, 0, there)


@kernel
def code_of_piece(s: CivilWarState, slot: int, action: int) -> int:
    """Return the code of an action in the block of a slot."""
    piece = s.side * MAX_PIECES + slot
    if action >= ENTER:
        hex_ = entry_with_number(s, piece, action - ENTER) if s.entry_turn[piece] > 0 else OFF_MAP
        return 0 if hex_ == OFF_MAP else pack_move(MoveKind.ENTER, piece, hex_)
    here = s.hex_of[piece] - 1
    if here < 0:
        return 0
    if action == RALLY:
        return pack_move(MoveKind.RALLY, piece, 0)
    if action >= FIRE:
        target = hex_at_offset(s, here, action - FIRE)
        return 0 if target == OFF_MAP else pack_move(MoveKind.FIRE, piece, target)
    there = neighbour_hex(s, here, action % DIRECTIONS)
    if there == OFF_MAP:
        return 0
    if action < GO_WITH:
        return pack_move(MoveKind.GO, piece, there)
    return pack_move(MoveKind.GO_WITH if action < ASSAULT else MoveKind.ASSAULT, piece, there)


@kernel
def code_of_entry_with_leader(s: CivilWarState, layout: Words, action: int) -> int:
    """Return the code of an action in the table of units that enter with a leader."""
    slot, leader = action // MAX_ENTRY_HEXES // layout[LEADERS], action // MAX_ENTRY_HEXES % layout[LEADERS]
    piece, leader = s.side * MAX_PIECES + slot, piece_of_kind(s, s.side, LEADER, leader)
    if leader < 0 or s.entry_turn[piece] == 0:
        return 0
    hex_ = entry_with_number(s, piece, action % MAX_ENTRY_HEXES)
    return 0 if hex_ == OFF_MAP else pack_entry(piece, hex_, leader)
