"""Check that a state from outside can arise: its numbers, its pieces, and where they stand.

Derived fields, such as the pieces in a hex, are rebuilt and compared. The action in progress, such as a move
or a combat, is checked in `phase_validation`."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.hex_map import is_land_unit, place_in_hex
from ..rules.terrain import can_enter_terrain
from ..rules.victory import is_final_player_turn, victory_points
from ..state import (
    ARTILLERY,
    HEX_REFERENCES,
    LEADER,
    MAX_PIECES,
    MORALE_LEVELS,
    PIECE_REFERENCES,
    PIECE_SLOTS,
    RALLIED,
    SIDE_NAMES,
    SIDES,
    BattleSetup,
    CivilWarState,
    Phase,
    PieceKind,
)
from .names import hex_name, piece_name, pieces_of_side
from .phase_validation import check_phase

FIXED_FIELDS = (*BattleSetup.names, "kind", "full_strength", "moves_from")
"""The fields that never change in a battle."""
DERIVED_FIELDS = ("entry_hex", "unit_at", "artillery_at", "leader_at", "elimination_vp", "leaders_lost")
"""The fields that follow from the others."""
MAX_AP_DIE = 3  # C1.2


def check_state(s: CivilWarState, started: CivilWarState) -> str:
    """Return why a state that was read from outside cannot arise, or an empty text."""
    if any(field_values(s, name) != field_values(started, name) for name in FIXED_FIELDS):
        return "it was played with other rules or another scenario (C7.2)"
    for fault in run_checks(s, started):
        if fault:
            return fault
    rebuilt = s.copy()
    rebuild_derived_fields(rebuilt, started)
    for name in DERIVED_FIELDS:
        if field_values(s, name) != field_values(rebuilt, name):
            return f"its numbers for {name.replace('_', ' ')!r} do not fit the rest (C2.7)"
    return check_game_over(s) or check_phase(s)


def field_values(s: CivilWarState, name: str) -> list[int]:
    value = getattr(s, name)
    return [value] if isinstance(value, int) else value.tolist()


def run_checks(s: CivilWarState, started: CivilWarState) -> Iterator[str]:
    """Yield the fault that each check finds, or an empty text. The later checks rely on the earlier ones."""
    yield check_turn(s)
    for piece in range(PIECE_SLOTS):
        yield check_piece(s, started, piece)
    yield check_stacking(s)
    yield check_victory_hexes(s)
    for side in range(SIDES):
        yield check_morale(s, started, side)
    yield check_references(s)


# The turn


def check_turn(s: CivilWarState) -> str:
    if s.phase not in list(Phase):
        return "there is no such phase (C1.1)"
    if not 1 <= s.turn <= s.last_turn or s.side not in range(SIDES):
        return f"the battle has the turns 1 to {s.last_turn} (C7.2)"
    is_at_rest = s.phase in (Phase.AP, Phase.OVER)
    if not 0 <= s.ap <= (0 if is_at_rest else max_ap(s, s.side)):
        return f"{SIDE_NAMES[s.side]} cannot have {s.ap} AP (C1.2)"
    for side in range(SIDES):
        can_keep = s.bank_ap and (side != s.side or is_at_rest)
        if not 0 <= s.banked_ap[side] <= (max_ap(s, side) if can_keep else 0):
            return f"{SIDE_NAMES[side]} cannot have kept {s.banked_ap[side]} AP (C1.2, option bank_ap)"
    return ""


def max_ap(s: CivilWarState, side: int) -> int:
    """Return the most APs that a side can have: those of one turn, or of all its turns if they are kept."""
    return int((s.command[side] + MAX_AP_DIE) * (count_ap_rolls(s, side) if s.bank_ap else 1))


def count_ap_rolls(s: CivilWarState, side: int) -> int:
    """Count the AP rolls of a side so far."""
    has_rolled = s.phase != Phase.AP if side == s.side else side == s.first_side
    return int(s.turn if has_rolled else s.turn - 1)


def check_game_over(s: CivilWarState) -> str:
    """Check that the battle is over if a side had its VP when a turn ended, or after the last turn (C7.2)."""
    reached = any(victory_points(s, side) >= s.vp_to_win[side] for side in range(SIDES))
    if s.phase == Phase.OVER:
        return "" if reached or is_final_player_turn(s) else "no side has the VP to win, and turns are left (C7.2)"
    begins = s.phase == Phase.AP and not (s.vp_hexes_at_end and is_final_player_turn(s))
    return "a side has the VP to win, so the battle is over (C7.2)" if begins and reached else ""


# The pieces


PIECE_NUMBERS = ("strength", "morale", "hex_of", "entry_turn", "acted", "attacked", "revealed")


def check_piece(s: CivilWarState, started: CivilWarState, piece: int) -> str:
    numbers = [getattr(s, name)[piece] for name in PIECE_NUMBERS]
    if not s.kind[piece]:
        return "it has a piece more than the scenario (C2.7)" if any(numbers) else ""
    name, entry_turn = piece_name(s, piece), started.entry_turn[piece]
    most = RALLIED if s.kind[piece] == LEADER else 1
    if not 0 <= s.acted[piece] <= most or any(flag not in (0, 1) for flag in numbers[5:]):
        return f"{name} has a flag with an impossible value (C1.3)"
    if s.hex_of[piece] and not 1 <= s.hex_of[piece] <= s.width * s.height:
        return f"{name} is off the map (C2.7)"
    if s.entry_turn[piece]:
        return check_reinforcement(s, started, piece)
    if entry_turn > s.turn:
        return f"{name} cannot enter before turn {entry_turn}, and this is turn {s.turn} (C2.8)"
    if not s.hex_of[piece]:
        return f"{name} is lost, and has blocks (C3.3)" if s.strength[piece] else ""
    if not 1 <= s.strength[piece] <= s.full_strength[piece]:
        return f"{name} has 1 to {s.full_strength[piece]} blocks, not {s.strength[piece]} (C3.3)"
    if not can_enter_terrain(s.kind[piece], s.terrain[s.hex_of[piece] - 1]):
        return f"{name} cannot stand in {hex_name(s, s.hex_of[piece] - 1)} (C2.4)"
    return ""


def check_reinforcement(s: CivilWarState, started: CivilWarState, piece: int) -> str:
    name = piece_name(s, piece)
    if s.entry_turn[piece] != started.entry_turn[piece]:
        return (
            f"{name} starts on the map (C2.8)"
            if not started.entry_turn[piece]
            else f"{name} does not enter in this turn (C2.8)"
        )
    if s.hex_of[piece] or s.acted[piece] or s.attacked[piece] or s.revealed[piece]:
        return f"{name} still waits, so it cannot have acted or been attacked (C2.8)"
    return (
        "" if s.strength[piece] == started.strength[piece] else f"{name} still waits, so it has all its blocks (C2.8)"
    )


def check_stacking(s: CivilWarState) -> str:
    """Check that no hex has both sides or two pieces of a class (C2.7). A leader who moves may pass another."""
    sides: dict[int, int] = {}
    seen: dict[tuple[int, int], int] = {}
    for piece in (piece for side in range(SIDES) for piece in pieces_of_side(s, side) if s.hex_of[piece]):
        hex_ = s.hex_of[piece] - 1
        other = sides.setdefault(hex_, piece)
        if other // MAX_PIECES != piece // MAX_PIECES:
            return f"{piece_name(s, other)} and {piece_name(s, piece)} cannot both be in {hex_name(s, hex_)} (C2.7)"
        if piece == s.mover - 1 and s.kind[piece] == LEADER and not is_leader_in_place(s, piece):
            continue
        other = seen.setdefault((hex_, stacking_class(s, piece)), piece)
        if other != piece:
            return f"{piece_name(s, other)} and {piece_name(s, piece)} cannot both be in {hex_name(s, hex_)} (C2.7)"
    return ""


def stacking_class(s: CivilWarState, piece: int) -> int:
    """Return the class of a piece; a hex takes one piece of each class."""
    kind = int(s.kind[piece])
    return kind if kind in (ARTILLERY, LEADER) else PieceKind.INFANTRY + 1


def check_victory_hexes(s: CivilWarState) -> str:
    for place, hex_ in enumerate(s.victory_hex):
        if s.victory_hex_holder[place] not in (range(SIDES + 1) if hex_ else (0,)):
            return "a VP hex is held by a side that does not exist (C7.1)"
        there = side_holding(s, hex_ - 1)
        if there is not None and s.victory_hex_holder[place] != there + 1:
            return f"{SIDE_NAMES[there]} stands in {hex_name(s, hex_ - 1)}, so it holds it (C7.1)"
    return ""


def side_holding(s: CivilWarState, hex_: int) -> int | None:
    """Return the side whose land unit stands in a hex."""
    if hex_ < 0:
        return None
    pieces = (piece for side in range(SIDES) for piece in pieces_of_side(s, side) if s.hex_of[piece] == hex_ + 1)
    return next((piece // MAX_PIECES for piece in pieces if is_land_unit(s, piece)), None)


def check_morale(s: CivilWarState, started: CivilWarState, side: int) -> str:
    """Check that revealed morales are those of the start, and that the others are the same in number (C8.1)."""
    units = [piece for piece in pieces_of_side(s, side) if s.kind[piece] != LEADER]
    for piece in pieces_of_side(s, side):
        known = s.revealed[piece] or s.kind[piece] == LEADER
        if known and s.morale[piece] != started.morale[piece]:
            return f"{piece_name(s, piece)} has another revealed morale (C8.1)"
    counts = [sum(s.morale[unit] == morale + 1 for unit in units) for morale in range(MORALE_LEVELS)]
    if counts != [s.morale_counts[side * MORALE_LEVELS + morale] for morale in range(MORALE_LEVELS)]:
        return f"{SIDE_NAMES[side]} has other morales in this battle, or they are hidden (C8.1)"
    if any(s.revealed[piece] or s.attacked[piece] for piece in pieces_of_side(s, side) if s.kind[piece] == LEADER):
        return "a leader has no morale and is not attacked himself (C4.3)"
    return ""


def check_references(s: CivilWarState) -> str:
    """Check that the action in progress names pieces and hexes that exist."""
    for name, field in PIECE_REFERENCES.items():
        piece = getattr(s, field)
        if piece and not (1 <= piece <= PIECE_SLOTS and s.kind[piece - 1] and s.hex_of[piece - 1]):
            return f"its {name} is not on the map (C1.3)"
    for name, field in HEX_REFERENCES.items():
        if not 0 <= getattr(s, field) <= s.width * s.height:
            return f"its {name} is off the map (C1.3)"
    return ""


# Derived fields


def is_leader_in_place(s: CivilWarState, piece: int) -> bool:
    """Return whether a leader stands in his hex, and is not moving through it."""
    return bool(s.hex_of[piece] and s.leader_at[s.hex_of[piece] - 1] == piece + 1)


def rebuild_derived_fields(s: CivilWarState, started: CivilWarState) -> None:
    """Write the fields that follow from the others."""
    for field in (s.unit_at, s.artillery_at, s.leader_at):
        for hex_ in range(len(field)):
            field[hex_] = 0
    for piece in range(PIECE_SLOTS):
        s.entry_hex[piece] = started.entry_hex[piece] if s.entry_turn[piece] else 0
    for side in range(SIDES):
        s.elimination_vp[1 - side] = s.leaders_lost[side] = 0
        for piece in pieces_of_side(s, side):
            if s.hex_of[piece]:
                restore_hex(s, piece)
            elif not s.entry_turn[piece]:
                s.elimination_vp[1 - side] += 1
                s.leaders_lost[side] += s.kind[piece] == LEADER


def restore_hex(s: CivilWarState, piece: int) -> None:
    """Enter a piece among those of its hex, unless it is a leader who is moving."""
    hex_ = s.hex_of[piece] - 1
    has_left = s.phase != Phase.FLIGHT or s.hexes_moved > 0
    is_moving = s.kind[piece] == LEADER and piece == s.mover - 1 and has_left
    if 0 <= hex_ < len(s.unit_at) and not is_moving:  # check_piece reports a hex off the map
        place_in_hex(s, piece, hex_)
