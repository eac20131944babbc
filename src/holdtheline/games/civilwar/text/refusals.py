"""Refusals: explain in one sentence why a move is illegal.

The clause is known already; this module finds the words. It never looks at a morale."""

from __future__ import annotations

from ....core.definition import CHANCE, FIRST_MOVE
from ....core.sentences import plural
from ..rules.fire import fire_range
from ..rules.hex_map import STACKING_RULE, hex_distance, leader_with, side_of
from ..rules.line_of_sight import find_sight_blocker
from ..rules.movement import is_forced_march
from ..rules.moves import MoveKind
from ..rules.reinforcements import entry_hexes, has_unit_to_enter_with, is_due
from ..rules.retreat import (
    can_join_main_group,
    can_make_room_in,
    find_friend_in_the_way,
    must_take_leader,
    why_not_fall_back,
)
from ..rules.sequence_of_play import turn
from ..rules.terrain import BLOCKS_SIGHT, Terrain, can_enter_terrain
from ..state import CAVALRY, GUNBOAT, HAS_RALLIED, INFANTRY, NEVER_MOVES, SIDE_NAMES, CivilWarState, Clause, Phase
from .names import KIND_NAMES, hex_name, hex_notation, is_leader, piece_name, pieces_in, terrain_name
from .notation import Order, decode_order

RETREAT_MOVES = frozenset({MoveKind.RETREAT, MoveKind.RETREAT_WITH, MoveKind.DISPLACE})
ADVANCE_MOVES = frozenset({MoveKind.ADVANCE, MoveKind.ADVANCE_WITH, MoveKind.STAY})
ENTRY_MOVES = frozenset({MoveKind.ENTER, MoveKind.ENTER_WITH})
STEP_MOVES = frozenset({MoveKind.STEP, MoveKind.STOP})


def refusal(s: CivilWarState, code: int, clause: int) -> str:
    """Return why a move is illegal."""
    if s.phase == Phase.OVER:
        return "the battle is over"
    if turn(s) == CHANCE:
        return "roll a die now; it shows 1 to 6"
    if 0 <= code < FIRST_MOVE:
        return "there is no die to roll now"
    order = decode_order(s, code)
    if order is None:
        return "there is no such move"
    match int(s.phase):
        case Phase.ACT:
            return explain_action(s, order, clause)
        case Phase.MOVE | Phase.FLIGHT:
            return explain_continue_move(s, order, clause)
        case Phase.RETREAT:
            return explain_retreat(s, order, clause)
        case Phase.DISPLACE:
            return explain_displace(s, order)
        case _:
            return explain_advance(s, order)


# Actions


def explain_action(s: CivilWarState, order: Order, clause: int) -> str:
    piece, name = order.piece, piece_name(s, order.piece)
    if order.kind in STEP_MOVES:
        return "no piece is moving now"
    if order.kind in RETREAT_MOVES | ADVANCE_MOVES:
        return "there is no combat now"
    if side_of(piece) != s.side:
        return f"{name} belongs to {SIDE_NAMES[1 - s.side]}, and it is {SIDE_NAMES[s.side]}'s turn"
    if order.kind in ENTRY_MOVES:
        return explain_enter(s, order, clause)
    if not s.hex_of[piece]:
        return f"{name} has not entered yet" if s.entry_turn[piece] else f"{name} is lost"
    if s.acted[piece]:
        return f"{name} has already acted in this turn"
    if clause == Clause.C1_2:
        return cost_text(2 if order.kind == MoveKind.ASSAULT else 1, s.ap)
    match order.kind:
        case MoveKind.FIRE:
            return explain_fire(s, piece, order.hex, clause)
        case MoveKind.ASSAULT:
            return explain_assault(s, piece, order.hex)
        case MoveKind.RALLY:
            return explain_rally(s, piece)
        case _:
            return explain_move(s, order)


def cost_text(cost: int, left: int) -> str:
    return f"it costs {cost} AP, and {left or 'none'} {'is' if left <= 1 else 'are'} left"


def explain_enter(s: CivilWarState, order: Order, clause: int) -> str:
    piece, name = order.piece, piece_name(s, order.piece)
    if s.hex_of[piece]:
        return f"{name} is already on the map, in {hex_name(s, s.hex_of[piece] - 1)}"
    if not s.entry_turn[piece]:
        return f"{name} is lost"
    if s.entry_turn[piece] > s.turn:
        return f"{name} cannot enter before turn {s.entry_turn[piece]}, and this is turn {s.turn}"
    if clause == Clause.C1_2:
        return cost_text(1, s.ap)
    entry = hex_name(s, s.entry_hex[piece] - 1)
    if is_leader(s, piece) and has_unit_to_enter_with(s, piece):
        return f"{name} enters with a unit, and one still waits"
    hexes = entry_hexes(s, piece)
    if not hexes:
        return f"there is no free hex for {name} at {entry} or anywhere else"
    if order.hex in hexes:
        return explain_entering_leader(s, order)
    places = " or ".join(hex_notation(s, hex_) for hex_ in hexes)
    if hexes == [s.entry_hex[piece] - 1]:
        return f"{name} enters at {entry}"
    return f"a unit is in {entry}, and {name} enters at the nearest hex without one: {places}"


def explain_entering_leader(s: CivilWarState, order: Order) -> str:
    """Return why a leader cannot enter with a unit (C2.8)."""
    leader, name = order.leader, piece_name(s, order.leader)
    if side_of(leader) != s.side:
        return f"{name} belongs to {SIDE_NAMES[1 - s.side]}"
    if s.kind[order.piece] == GUNBOAT:
        return "a gunboat carries no leader"
    if is_leader(s, order.piece):
        return f"{piece_name(s, order.piece)} is a leader and enters alone"
    if s.hex_of[leader]:
        return f"{name} is already on the map, in {hex_name(s, s.hex_of[leader] - 1)}"
    if not s.entry_turn[leader]:
        return f"{name} is lost"
    if not is_due(s, leader):
        return f"{name} cannot enter before turn {s.entry_turn[leader]}, and this is turn {s.turn}"
    return one_leader_text(s, order.hex)


def one_leader_text(s: CivilWarState, hex_: int) -> str:
    return f"{piece_name(s, s.leader_at[hex_] - 1)} is in {hex_name(s, hex_)}, and a hex takes one leader"


def explain_move(s: CivilWarState, order: Order) -> str:
    piece = order.piece
    if s.moves_from[piece] > s.turn:
        return halted_text(s, piece)
    if order.kind == MoveKind.GO_WITH and (reason := explain_leader_along(s, piece)):
        return reason
    if s.kind[piece] == GUNBOAT:
        return explain_sailing(s, piece, order.hex)
    return explain_destination(s, piece, order.hex, order.kind == MoveKind.GO_WITH)


def explain_leader_along(s: CivilWarState, unit: int) -> str:
    """Return why the leader cannot move with the unit, or an empty string (C2.5)."""
    if s.kind[unit] == GUNBOAT:
        return "a gunboat carries no leader"
    if is_leader(s, unit):
        return f"{piece_name(s, unit)} is a leader and moves alone"
    leader = leader_with(s, unit) - 1
    reason = explain_leader(s, unit)
    return reason or (halted_text(s, leader) if s.moves_from[leader] > s.turn else "")


def explain_leader(s: CivilWarState, unit: int) -> str:
    """Return why no leader with a unit can act, or an empty string."""
    leader = leader_with(s, unit) - 1
    if leader < 0:
        return f"no leader is with {piece_name(s, unit)} in {hex_name(s, s.hex_of[unit] - 1)}"
    return f"{piece_name(s, leader)} has already acted in this turn" if s.acted[leader] else ""


def halted_text(s: CivilWarState, piece: int) -> str:
    """Explain when a halted piece can move."""
    from_ = s.moves_from[piece]
    when = "holds its place and never moves" if from_ == NEVER_MOVES else f"cannot move before turn {from_}"
    return f"{piece_name(s, piece)} {when}"


def explain_sailing(s: CivilWarState, piece: int, hex_: int) -> str:
    place = hex_name(s, hex_)
    if s.terrain[hex_] != Terrain.RIVER:
        return f"{place} is {terrain_name(s, hex_)}, and a gunboat stays on the river"
    if s.unit_at[hex_]:
        return f"{piece_name(s, s.unit_at[hex_] - 1)} is in {place}"
    return f"{piece_name(s, piece)} cannot sail to {place}"


# Attacks and rallies


def explain_assault(s: CivilWarState, piece: int, hex_: int) -> str:
    if s.kind[piece] > CAVALRY:
        kind = KIND_NAMES[s.kind[piece] - 1]
        return f"{piece_name(s, piece)} is {kind if kind == 'artillery' else f'a {kind}'}, and cannot assault"
    if hex_distance(s, s.hex_of[piece] - 1, hex_) != 1:
        return f"close combat needs an adjacent hex, and {hex_name(s, hex_)} is not adjacent"
    return explain_target(s, hex_)


def explain_rally(s: CivilWarState, piece: int) -> str:
    name = piece_name(s, piece)
    if s.kind[piece] > CAVALRY:
        return f"only infantry and cavalry rally, and {name} is {KIND_NAMES[s.kind[piece] - 1]}"
    if not s.can_rally[s.side]:
        return f"{SIDE_NAMES[s.side]} does not rally in this battle"
    if reason := explain_leader(s, piece):
        return reason
    if s.strength[piece] >= s.full_strength[piece]:
        return f"{name} has all its {plural(s.full_strength[piece], 'block')}"
    return f"{name} was not attacked since {SIDE_NAMES[s.side]}'s last turn (option rally_only_hit)"


# A move in progress


def explain_continue_move(s: CivilWarState, order: Order, clause: int) -> str:
    mover, name = s.mover - 1, piece_name(s, s.mover - 1)
    if order.kind == MoveKind.STEP:
        return explain_step(s, order.hex, clause)
    if order.kind == MoveKind.STOP:
        return one_leader_text(s, s.hex_of[mover] - 1)
    if order.kind != MoveKind.FIRE or order.piece != mover or s.phase == Phase.FLIGHT:
        return f"{name} is moving: continue its move, or stop it first"
    if s.kind[mover] != CAVALRY:
        return f"only cavalry fires after its move, and {name} is {KIND_NAMES[s.kind[mover] - 1]}"
    if clause == Clause.C2_7:
        return f"{one_leader_text(s, s.hex_of[mover] - 1)}: move on before you fire"
    return cost_text(1, s.ap) if clause == Clause.C1_2 else explain_fire(s, mover, order.hex, clause)


def explain_step(s: CivilWarState, hex_: int, clause: int) -> str:
    mover, name = s.mover - 1, piece_name(s, s.mover - 1)
    if clause == Clause.C1_2:
        return f"the leader's extra hex costs 1 AP, and {s.ap or 'none'} is left"
    if s.stopped_by_terrain:
        here = s.hex_of[mover] - 1
        return f"{hex_name(s, here)} is {terrain_name(s, here)}, and a piece that enters it must stop"
    if hex_distance(s, s.hex_of[mover] - 1, hex_) != 1:
        return explain_destination(s, mover, hex_, bool(s.mover_leader))
    if s.phase == Phase.FLIGHT and hex_ == s.target - 1:
        return f"{name} flees from {hex_name(s, hex_)} and cannot return there"
    reason = explain_hex(s, mover, hex_, bool(s.mover_leader))
    if reason or s.steps_left > 0:
        return reason or f"{name} cannot go to {hex_name(s, hex_)}"
    if s.kind[mover] == INFANTRY and s.hexes_moved == 1 and not is_forced_march(s, hex_):
        return "a forced march neither starts, passes nor ends next to an enemy unit"
    return f"{name} cannot move any farther"


# Retreats and advances


def explain_retreat(s: CivilWarState, order: Order, clause: int) -> str:
    unit, hex_ = s.shaken_unit - 1, order.hex
    name, place, left = piece_name(s, unit), hex_name(s, hex_), s.hex_of[unit] - 1
    if order.kind not in (MoveKind.RETREAT, MoveKind.RETREAT_WITH):
        return f"{name} must retreat first"
    if hex_distance(s, left, hex_) != 1:
        return f"a retreat is one hex, and {place} is not next to {hex_name(s, left)}"
    if clause == Clause.C5_2:
        friend = find_friend_in_the_way(s, unit, hex_)
        again = ", as one unit has made room in this combat already" if s.has_displaced else ""
        return explain_fall_back(s, unit, hex_) or f"{piece_name(s, friend)} cannot make room there{again}"
    if why_not_fall_back(s, unit, hex_) != 0:
        return f"{place} is no retreat hex: {not_towards_own_side(s, unit)}"
    if clause == Clause.C5_1:
        return f"{place} is next to {piece_name(s, s.actor - 1)}, and another retreat hex is free"
    leader = s.leader_at[s.target - 1] - 1
    if leader < 0:
        return f"no leader is with {name}"
    if must_take_leader(s, unit):
        return f"{piece_name(s, leader)} goes along without being asked: say retreat {hex_notation(s, hex_)}"
    return one_leader_text(s, hex_)


def not_towards_own_side(s: CivilWarState, unit: int) -> str:
    if can_join_main_group(s, unit):
        return "it is farther from the home edge and no nearer to friends"
    return "it is farther from the home edge, and the friends are closer or next to the attacker"


def explain_displace(s: CivilWarState, order: Order) -> str:
    friend, hex_ = s.displaced - 1, order.hex
    name, place = piece_name(s, friend), hex_name(s, hex_)
    if order.kind != MoveKind.DISPLACE:
        return f"{name} must make room first"
    if hex_ == s.target - 1:
        return f"{piece_name(s, s.shaken_unit - 1)} is just leaving {place}"
    if hex_distance(s, s.hex_of[friend] - 1, hex_) != 1:
        return f"{name} goes one hex, and {place} is not next to {hex_name(s, s.hex_of[friend] - 1)}"
    if can_make_room_in(s, friend, hex_):
        return f"{place} is next to {piece_name(s, s.actor - 1)}, and another hex is free for {name}"
    reason = explain_fall_back(s, friend, hex_) or explain_hex(s, friend, hex_, False)
    return reason or f"{place} is no retreat hex for {name}: {not_towards_own_side(s, friend)}"


def explain_advance(s: CivilWarState, order: Order) -> str:
    actor, leader = s.actor - 1, leader_with(s, s.actor - 1) - 1
    if order.kind != MoveKind.ADVANCE_WITH:
        return f"{piece_name(s, actor)} must advance or stay first"
    if leader < 0:
        return explain_leader(s, actor)
    if s.acted[leader] == HAS_RALLIED:
        return f"{piece_name(s, leader)} has rallied a unit and stays with it for the whole turn"
    if s.acted[leader]:
        return f"{piece_name(s, leader)} has already acted in this turn"
    if s.moved_first:
        return f"{piece_name(s, leader)} did not begin the turn with {piece_name(s, actor)}"
    return halted_text(s, leader)


# Destinations


def explain_destination(s: CivilWarState, piece: int, hex_: int, with_leader: bool) -> str:
    """Return why a piece cannot go to a hex from where it is."""
    distance, name = int(hex_distance(s, s.hex_of[piece] - 1, hex_)), piece_name(s, piece)
    if distance == 0:
        return f"{name} is already in {hex_name(s, hex_)}"
    if distance > 1:
        return f"{hex_name(s, hex_)} is {distance} hexes away; move one hex at a time"
    return explain_hex(s, piece, hex_, with_leader) or f"{name} cannot go to {hex_name(s, hex_)}"


def explain_hex(s: CivilWarState, piece: int, hex_: int, with_leader: bool) -> str:
    """Return why a piece, with its leader or alone, cannot be in a hex, or an empty string."""
    if reason := explain_terrain(s, piece, hex_):
        return reason
    place, leads = hex_name(s, hex_), is_leader(s, piece)
    enemies = enemies_in(s, hex_, side_of(piece))
    if enemies and leads:
        return f"{piece_name(s, enemies[0])} is in {place}, and a leader cannot enter a hex with an enemy"
    if enemies and not is_leader(s, enemies[0]):
        return f"{piece_name(s, enemies[0])} is in {place}, and no unit can enter a hex with an enemy unit"
    friend = -1 if leads else find_friend_in_the_way(s, piece, hex_)
    if friend >= 0:
        return f"{piece_name(s, friend)} is in {place}, and {STACKING_RULE}"
    leader = s.leader_at[hex_] - 1
    return one_leader_text(s, hex_) if (with_leader or leads) and leader >= 0 else ""


def enemies_in(s: CivilWarState, hex_: int, side: int) -> list[int]:
    """Return the enemies of a side in a hex, units before a leader."""
    return [piece for piece in pieces_in(s, hex_) if side_of(piece) != side]


def explain_terrain(s: CivilWarState, piece: int, hex_: int) -> str:
    if can_enter_terrain(s.kind[piece], s.terrain[hex_]):
        return ""
    rule = "no piece can enter" if s.terrain[hex_] == Terrain.SWAMP else "only gunboats can enter"
    return f"{hex_name(s, hex_)} is {terrain_name(s, hex_)}, and {rule} a {terrain_name(s, hex_)}"


def explain_fall_back(s: CivilWarState, unit: int, hex_: int) -> str:
    """Return why a unit cannot fall back to a hex, friends there aside, or an empty string."""
    if reason := explain_terrain(s, unit, hex_):
        return reason
    enemy = next(iter(enemies_in(s, hex_, side_of(unit))), -1)
    return f"{piece_name(s, enemy)} is in {hex_name(s, hex_)}" if enemy >= 0 and not is_leader(s, enemy) else ""


# Targets


def explain_fire(s: CivilWarState, piece: int, hex_: int, clause: int) -> str:
    reach, kind = int(fire_range(s, piece)), KIND_NAMES[s.kind[piece] - 1]
    if is_leader(s, piece):
        return "a leader does not fire"
    distance = int(hex_distance(s, s.hex_of[piece] - 1, hex_))
    if distance > reach:
        return f"{hex_notation(s, hex_)} is {distance} hexes away, and the range of {kind} is {reach}"
    if reason := explain_target(s, hex_):
        return reason
    if clause == Clause.C3_2:
        away = "1 hex" if distance == 1 else f"{distance} hexes"
        return f"not even a 6 hits in {hex_name(s, hex_)}, {terrain_name(s, hex_)}, from {away} away"
    between = int(find_sight_blocker(s, s.hex_of[piece] - 1, hex_))
    if between < 0:
        return f"the edge of the map is between {piece_name(s, piece)} and {hex_name(s, hex_)}"
    return f"{obstacle_text(s, between)} in the way"


def obstacle_text(s: CivilWarState, hex_: int) -> str:
    """Return `the woods in D5 are` or `Evans in E5 is`."""
    unit = (s.unit_at[hex_] or s.artillery_at[hex_]) - 1
    if unit >= 0 and not BLOCKS_SIGHT[s.terrain[hex_]]:
        return f"{piece_name(s, unit)} in {hex_name(s, hex_)} is"
    are = "are" if s.terrain[hex_] == Terrain.WOODS else "is"
    return f"the {terrain_name(s, hex_)} in {hex_name(s, hex_)} {are}"


def explain_target(s: CivilWarState, hex_: int) -> str:
    """Return why no unit in this hex can be attacked, or an empty string."""
    place, enemies = hex_name(s, hex_), enemies_in(s, hex_, s.side)
    if not enemies:
        return f"no enemy is in {place}"
    if is_leader(s, enemies[0]):
        return f"only {piece_name(s, enemies[0])} is in {place}, and a leader alone is not a target"
    if any(s.kind[other] == GUNBOAT for other in enemies):
        return f"{piece_name(s, enemies[0])} is a gunboat and cannot be attacked"
    return ""
