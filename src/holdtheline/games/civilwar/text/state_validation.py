"""Check that a state from outside can arise: its numbers, its pieces, and where they stand.

Derived fields, such as the pieces in a hex, are rebuilt and compared. The action in progress, such as a move
or a combat, is checked in `phase_validation`."""

from __future__ import annotations

from ....core.state_record import field_values, fill
from ..rules.hex_map import is_land_unit, place_in_hex, side_of
from ..rules.terrain import can_enter_terrain
from ..rules.victory import is_final_player_turn, victory_points
from ..state import (
    ARTILLERY,
    HAS_RALLIED,
    HEX_REFERENCES,
    INFANTRY,
    LEADER,
    MORALE_LEVELS,
    PIECE_REFERENCES,
    PIECE_SLOTS,
    SIDE_NAMES,
    SIDES,
    BattleSetup,
    CivilWarState,
    Phase,
)
from .names import hex_name, is_leader, piece_name, pieces_of_side
from .phase_validation import ImpossibleState, check_phase, require

FIXED_FIELDS = (*BattleSetup.names, "kind", "full_strength", "moves_from")
"""The fields that never change in a battle."""
DERIVED_FIELDS = ("entry_hex", "unit_at", "artillery_at", "leader_at", "elimination_vp", "leaders_lost")
"""The fields that follow from the others."""
MAX_AP_DIE = 3  # C1.2


def check_state(s: CivilWarState, initial: CivilWarState) -> str:
    """Return why a state that was read from outside cannot arise, or an empty string."""
    try:
        check_fields(s, initial)
        check_game_over(s)
        check_phase(s)
    except ImpossibleState as error:
        return str(error)
    return ""


def check_fields(s: CivilWarState, initial: CivilWarState) -> None:
    """Check all fields but those of the action in progress. The later checks rely on the earlier ones."""
    is_same_battle = all(field_values(s, name) == field_values(initial, name) for name in FIXED_FIELDS)
    require(is_same_battle, "it was played with other rules or another scenario (C7.2)")
    check_turn(s)
    for piece in range(PIECE_SLOTS):
        check_piece(s, initial, piece)
    check_stacking(s)
    check_victory_hexes(s)
    for side in range(SIDES):
        check_morale(s, initial, side)
    check_references(s)
    rebuilt = s.copy()
    rebuild_derived_fields(rebuilt, initial)
    for name in DERIVED_FIELDS:
        fits = field_values(s, name) == field_values(rebuilt, name)
        require(fits, f"its numbers for {name.replace('_', ' ')!r} do not fit the rest (C2.7)")


# The turn


def check_turn(s: CivilWarState) -> None:
    require(s.phase in list(Phase), "there is no such phase (C1.1)")
    is_turn = 1 <= s.turn <= s.last_turn and s.side in range(SIDES)
    require(is_turn, f"the battle has the turns 1 to {s.last_turn} (C7.2)")
    is_at_rest = s.phase in (Phase.AP, Phase.OVER)
    maximum = 0 if is_at_rest else max_ap(s, s.side)
    require(0 <= s.ap <= maximum, f"{SIDE_NAMES[s.side]} cannot have {s.ap} AP (C1.2)")
    for side, banked in enumerate(s.banked_ap):
        can_keep = s.bank_ap and (side != s.side or is_at_rest)
        is_possible = 0 <= banked <= (max_ap(s, side) if can_keep else 0)
        require(is_possible, f"{SIDE_NAMES[side]} cannot have kept {banked} AP (C1.2, option bank_ap)")


def max_ap(s: CivilWarState, side: int) -> int:
    """Return the greatest number of APs that a side can have: those of one turn, or of all turns if kept."""
    has_rolled = s.phase != Phase.AP if side == s.side else side == s.first_side
    rolls = s.turn if has_rolled else s.turn - 1
    return int((s.command[side] + MAX_AP_DIE) * (rolls if s.bank_ap else 1))


def check_game_over(s: CivilWarState) -> None:
    """Check that the battle is over if a side had its VP when a turn ended, or after the last turn (C7.2)."""
    reached = any(victory_points(s, side) >= s.vp_to_win[side] for side in range(SIDES))
    if s.phase == Phase.OVER:
        require(reached or is_final_player_turn(s), "no side has the VP to win, and turns are left (C7.2)")
    elif s.phase == Phase.AP and not (s.vp_hexes_at_end and is_final_player_turn(s)):
        require(not reached, "a side has the VP to win, so the battle is over (C7.2)")


# The pieces


PIECE_NUMBERS = ("strength", "morale", "hex_of", "entry_turn", "acted", "attacked", "revealed")


def check_piece(s: CivilWarState, initial: CivilWarState, piece: int) -> None:
    numbers = [getattr(s, name)[piece] for name in PIECE_NUMBERS]
    if not s.kind[piece]:
        require(not any(numbers), "it has a piece more than the scenario (C2.7)")
        return
    name, here, blocks = piece_name(s, piece), s.hex_of[piece], s.strength[piece]
    max_acted = HAS_RALLIED if s.kind[piece] == LEADER else 1
    has_flags = 0 <= s.acted[piece] <= max_acted and all(flag in (0, 1) for flag in numbers[5:])
    require(has_flags, f"{name} has a flag with an impossible value (C1.3)")
    require(0 <= here <= s.width * s.height, f"{name} is off the map (C2.7)")
    if s.entry_turn[piece]:
        check_reinforcement(s, initial, piece)
        return
    entry_turn = initial.entry_turn[piece]
    is_here = entry_turn <= s.turn
    require(is_here, f"{name} cannot enter before turn {entry_turn}, and this is turn {s.turn} (C2.8)")
    if not here:
        require(not blocks, f"{name} is lost, and has blocks (C3.3)")
        return
    full = s.full_strength[piece]
    require(1 <= blocks <= full, f"{name} has 1 to {full} blocks, not {blocks} (C3.3)")
    can_stand = can_enter_terrain(s.kind[piece], s.terrain[here - 1])
    require(can_stand, f"{name} cannot stand in {hex_name(s, here - 1)} (C2.4)")


def check_reinforcement(s: CivilWarState, initial: CivilWarState, piece: int) -> None:
    name, entry_turn = piece_name(s, piece), initial.entry_turn[piece]
    reason = "does not enter in this turn" if entry_turn else "starts on the map"
    require(s.entry_turn[piece] == entry_turn, f"{name} {reason} (C2.8)")
    has_acted = s.hex_of[piece] or s.acted[piece] or s.attacked[piece] or s.revealed[piece]
    require(not has_acted, f"{name} still waits, so it cannot have acted or been attacked (C2.8)")
    is_whole = s.strength[piece] == initial.strength[piece]
    require(is_whole, f"{name} still waits, so it has all its blocks (C2.8)")


def check_stacking(s: CivilWarState) -> None:
    """Check that no hex has both sides or two pieces of a class (C2.7). A leader who moves may pass another one."""
    sides: dict[int, int] = {}
    seen: dict[tuple[int, int], int] = {}
    for piece in (piece for side in range(SIDES) for piece in pieces_of_side(s, side) if s.hex_of[piece]):
        hex_, kind = s.hex_of[piece] - 1, int(s.kind[piece])
        other = sides.setdefault(hex_, piece)
        if side_of(other) == side_of(piece):
            if kind == LEADER and piece in moving_pieces(s) and s.leader_at[hex_] != piece + 1:
                continue
            stacking_class = kind if kind in (ARTILLERY, LEADER) else INFANTRY
            other = seen.setdefault((hex_, stacking_class), piece)
        both = f"{piece_name(s, other)} and {piece_name(s, piece)}"
        require(other == piece, f"{both} cannot both be in {hex_name(s, hex_)} (C2.7)")


def moving_pieces(s: CivilWarState) -> tuple[int, int]:
    """Return the moving piece and the leader who moves with it, or -1 for none."""
    return s.mover - 1, s.mover_leader - 1


def check_victory_hexes(s: CivilWarState) -> None:
    for index, hex_ in enumerate(s.victory_hex):
        holder = s.victory_hex_holder[index]
        is_side = holder in (range(SIDES + 1) if hex_ else (0,))
        require(is_side, "a VP hex is held by a side that does not exist (C7.1)")
        there = side_holding(s, hex_ - 1)
        if there is not None:
            where = hex_name(s, hex_ - 1)
            require(holder == there + 1, f"{SIDE_NAMES[there]} stands in {where}, so it holds it (C7.1)")


def side_holding(s: CivilWarState, hex_: int) -> int | None:
    """Return the side whose land unit stands in a hex."""
    if hex_ < 0:
        return None
    pieces = (piece for side in range(SIDES) for piece in pieces_of_side(s, side) if s.hex_of[piece] == hex_ + 1)
    return next((side_of(piece) for piece in pieces if is_land_unit(s, piece)), None)


def check_morale(s: CivilWarState, initial: CivilWarState, side: int) -> None:
    """Check that revealed morales are those of the start, and that the others are the same in number (C8.1)."""
    pieces = pieces_of_side(s, side)
    for piece in pieces:
        if s.revealed[piece] or is_leader(s, piece):
            is_known = s.morale[piece] == initial.morale[piece]
            require(is_known, f"{piece_name(s, piece)} has another revealed morale (C8.1)")
    for morale in range(MORALE_LEVELS):
        count = sum(s.morale[piece] == morale + 1 for piece in pieces if not is_leader(s, piece))
        is_same = count == s.morale_counts[side * MORALE_LEVELS + morale]
        require(is_same, f"{SIDE_NAMES[side]} has other morales in this battle, or they are hidden (C8.1)")
    shows_leader = any(s.revealed[piece] or s.attacked[piece] for piece in pieces if is_leader(s, piece))
    require(not shows_leader, "a leader has no morale and is not attacked himself (C4.3)")


def check_references(s: CivilWarState) -> None:
    """Check that the action in progress names pieces and hexes that exist."""
    for name, field in PIECE_REFERENCES.items():
        piece = getattr(s, field)
        is_on_map = piece == 0 or (1 <= piece <= PIECE_SLOTS and s.kind[piece - 1] and s.hex_of[piece - 1])
        require(is_on_map, f"its {name} is not on the map (C1.3)")
    for name, field in HEX_REFERENCES.items():
        require(0 <= getattr(s, field) <= s.width * s.height, f"its {name} is off the map (C1.3)")


# Derived fields


def rebuild_derived_fields(s: CivilWarState, initial: CivilWarState) -> None:
    """Write the fields that follow from the others."""
    for field in (s.unit_at, s.artillery_at, s.leader_at):
        fill(field, [0] * len(field))
    for piece in range(PIECE_SLOTS):
        s.entry_hex[piece] = initial.entry_hex[piece] if s.entry_turn[piece] else 0
    for side in range(SIDES):
        s.elimination_vp[1 - side] = s.leaders_lost[side] = 0
        for piece in pieces_of_side(s, side):
            if s.hex_of[piece]:
                restore_hex(s, piece)
            elif not s.entry_turn[piece]:
                s.elimination_vp[1 - side] += 1
                s.leaders_lost[side] += s.kind[piece] == LEADER


def restore_hex(s: CivilWarState, piece: int) -> None:
    """Place a piece in its hex, unless it is a leader who is moving."""
    hex_ = s.hex_of[piece] - 1
    has_left = s.phase != Phase.FLIGHT or s.hexes_moved > 0
    is_moving = s.kind[piece] == LEADER and piece == s.mover - 1 and has_left
    if (
        0 <= hex_ < len(s.unit_at) and not is_moving and not is_passing(s, piece)
    ):  # check_piece reports a hex off the map
        place_in_hex(s, piece, hex_)


def is_passing(s: CivilWarState, piece: int) -> bool:
    """Return whether a leader moves with a unit through the hex of another leader of his side (C2.6)."""
    if piece != s.mover_leader - 1:
        return False
    others = (other for other in pieces_of_side(s, side_of(piece)) if is_leader(s, other) and other != piece)
    return any(s.hex_of[other] == s.hex_of[piece] for other in others)
