"""The inspector: the numbers of a unit, a hex or an attack, and how each of them comes about.

It reads a state from which the seat's secrets are already hidden, so it can tell nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....core.dice import FACES
from ....core.sentences import capitalize_first, plural, signed
from ....core.view_types import Inspection, InspectorRow
from ..rules.fire import ASSAULT_HIT_NUMBER, ATTACK_DICE, fire_dice, fire_hit_number, fire_range
from ..rules.hex_map import hex_distance, leader_with, side_of
from ..rules.morale import morale_level_in
from ..rules.movement import MOVE_ALLOWANCE, MOVEMENT_CLAUSE
from ..rules.moves import MoveKind, pack_move, why_not
from ..rules.sequence_of_play import turn
from ..rules.terrain import BLOCKS_SIGHT, DIE_MODIFIER, MORALE_MODIFIER, STOPS_MOVEMENT, Terrain
from ..state import ARTILLERY, CAVALRY, GUNBOAT, INFANTRY, SEATS, CivilWarState, Clause, Phase
from ..text.names import (
    KIND_NAMES,
    hex_name,
    is_leader,
    morale_name,
    piece_name,
    pieces_in,
    terrain_name,
)
from ..text.refusals import refusal
from .hotspots import clicked_hex, clicked_piece
from .odds import colour_chance, possible_morales
from .scene import flags_of, held_text


def inspect(s: CivilWarState, seat: int, id_: str, clicks: Sequence[str]) -> Inspection | None:
    """Return what a piece or a hex is, and what an attack of the selected unit on it would need."""
    piece, hex_ = clicked_piece(s, id_), clicked_hex(s, id_)
    attacker = clicked_piece(s, clicks[0]) if clicks and seat == turn(s) else None
    attacks = [] if attacker is None or hex_ is None else list(attack_rows(s, attacker, hex_))
    if piece is not None and (s.hex_of[piece] or s.entry_turn[piece]):
        return Inspection(piece_title(s, piece), (*attacks, *piece_rows(s, piece, seat, bool(attacks))))
    if hex_ is None:
        return None
    return Inspection(capitalize_first(f"{hex_name(s, hex_)}, {terrain_name(s, hex_)}"), (*attacks, *hex_rows(s, hex_)))


def piece_title(s: CivilWarState, piece: int) -> str:
    return f"{piece_name(s, piece)}, {SEATS[side_of(piece)].capitalize()} {KIND_NAMES[s.kind[piece] - 1]}"


def row(label: str, value: str, explanation: str = "", clause: int = 0) -> InspectorRow:
    return InspectorRow(label, value, explanation, clause)


# An attack


def attack_rows(s: CivilWarState, attacker: int, hex_: int) -> Iterator[InspectorRow]:
    """Yield what the selected unit needs to hit the units in a hex, with the reason for the number."""
    enemies = [piece for piece in pieces_in(s, hex_) if side_of(piece) != side_of(attacker)]
    if not enemies or is_leader(s, attacker) or not s.hex_of[attacker]:
        return
    name, distance = piece_name(s, attacker), int(hex_distance(s, s.hex_of[attacker] - 1, hex_))
    code = pack_move(MoveKind.FIRE, attacker, hex_)
    clause = int(why_not(s, code))
    if clause:
        yield row(f"{name} cannot fire", "", capitalize_first(refusal(s, code, clause)), clause)
    else:
        number = int(fire_hit_number(s, attacker, distance))
        reason = f"{faces_text(number)} at range {distance}"
        yield hit_row(s, f"{name} fires", int(fire_dice(s, attacker, distance)), number, hex_, reason)
    if not why_not(s, pack_move(MoveKind.ASSAULT, attacker, hex_)):
        reason = f"{faces_text(ASSAULT_HIT_NUMBER)} in close combat"
        yield hit_row(s, f"{name} assaults", ATTACK_DICE, ASSAULT_HIT_NUMBER, hex_, reason)


def hit_row(s: CivilWarState, label: str, dice: int, number: int, hex_: int, reason: str) -> InspectorRow:
    modifier = int(DIE_MODIFIER[s.terrain[hex_]])
    if modifier:
        reason += f"; {terrain_name(s, hex_)} {signed(modifier)} to each die"
    clause = Clause.C4_1 if "assaults" in label else Clause.C3_2
    return row(label, f"{dice} dice, hits on {faces_text(number - modifier)}", reason, clause)


def faces_text(number: int) -> str:
    """Return the faces from a number on: `5 or 6`."""
    faces = [str(face) for face in range(max(number, 1), FACES + 1)]
    return " or ".join(faces) if 0 < len(faces) <= 2 else f"{faces[0]} to {faces[-1]}" if faces else "no face"


# A piece


def piece_rows(s: CivilWarState, piece: int, seat: int, is_target: bool) -> Iterator[InspectorRow]:
    """Yield what a piece is and can do; of a target, only what it can bear."""
    if not s.hex_of[piece]:
        entry = f"turn {int(s.entry_turn[piece])}, at {hex_name(s, s.entry_hex[piece] - 1)}"
        yield row("Enters", entry, "It costs 1 AP, and the unit can then move no farther.", Clause.C2_8)
    if not is_leader(s, piece):
        strength = f"{int(s.strength[piece])} of {plural(int(s.full_strength[piece]), 'block')}"
        yield row("Strength", strength, "Each hit removes a block. A unit without blocks is eliminated.", Clause.C3_3)
        yield morale_row(s, piece)
    if side_of(piece) == s.side and side_of(piece) == seat and s.phase == Phase.ACT and s.hex_of[piece]:
        yield row("This turn", activity_text(s, piece), "Each piece acts once in a turn.", Clause.C1_3)
    if not is_target:
        yield movement_row(s, piece)
    if not is_target and s.hex_of[piece] and fire_range(s, piece):
        yield fire_row(s, piece)
    if s.hex_of[piece]:
        yield from terrain_rows(s, int(s.hex_of[piece]) - 1)


def activity_text(s: CivilWarState, piece: int) -> str:
    held = held_text(int(s.moves_from[piece]), int(s.turn))
    if s.acted[piece]:
        return "has acted"
    return held or ("can act" if s.ap else "no AP left")


def morale_row(s: CivilWarState, piece: int) -> InspectorRow:
    """Return the morale with what raises or lowers it where the unit stands, and how often it retreats."""
    hex_ = int(s.hex_of[piece]) - 1
    known = int(s.morale[piece])
    value = morale_name(known) if known else "hidden"
    if hex_ < 0:
        return row("Morale", value, "", Clause.C4_4)
    leader = 1 if leader_with(s, piece) else 0
    modifier = int(MORALE_MODIFIER[s.terrain[hex_]])
    parts = [f"{terrain_name(s, hex_)} {signed(modifier)}"] * bool(modifier) + ["leader +1"] * leader
    levels = [int(morale_level_in(s, hex_, morale, leader)) for morale in possible_morales(s, piece)]
    if known and levels[0] != known:
        value = f"{value}, counts as {morale_name(levels[0])}"
    chances = sorted({int(FACES * colour_chance(s, level)) for level in levels})
    chance = " to ".join(map(str, chances if len(chances) < 3 else (chances[0], chances[-1])))
    reason = f"{', '.join(parts)}. " if parts else ""
    rolls = f"For each hit in close combat it rolls a die and retreats on {chance} of the 6 faces."
    return row("Morale", value, f"{reason}{rolls}", Clause.C4_3)


MOVEMENT_NOTES = {
    INFANTRY: "2 by forced march, if it is never next to an enemy",
    CAVALRY: "and it may fire after its move for 1 AP more",
    ARTILLERY: "",
}


def movement_row(s: CivilWarState, piece: int) -> InspectorRow:
    kind = int(s.kind[piece])
    if kind == GUNBOAT:
        return row("Moves", "any way on the river", "for 1 AP", int(MOVEMENT_CLAUSE[kind]))
    allowance = int(MOVE_ALLOWANCE[kind])
    value = "1 hex" if allowance == 1 else f"up to {allowance} hexes"
    note = MOVEMENT_NOTES.get(kind, "or with a unit, for no AP")
    return row("Moves", value, f"for 1 AP{'; ' * bool(note)}{note}", int(MOVEMENT_CLAUSE[kind]))


def fire_row(s: CivilWarState, piece: int) -> InspectorRow:
    ranges = range(1, int(fire_range(s, piece)) + 1)
    numbers = [f"range {distance}: {faces_text(int(fire_hit_number(s, piece, distance)))}" for distance in ranges]
    dice = sorted({int(fire_dice(s, piece, distance)) for distance in ranges})
    value = f"{dice[0]} dice, up to {plural(len(ranges), 'hex', 'hexes')}"
    extra = f" {dice[-1]} dice at range 1." if len(dice) > 1 else ""
    return row("Fires", value, f"Hits at {', '.join(numbers)}.{extra}", Clause.C3_2)


# A hex


def hex_rows(s: CivilWarState, hex_: int) -> Iterator[InspectorRow]:
    flags = [flag for flag in flags_of(s) if flag.hex == hex_]
    for flag in flags:
        yield row("Victory points", str(flag.worth), capitalize_first(flag.description), Clause.C7_1)
    there = [piece_name(s, piece) for piece in pieces_in(s, hex_)]
    if there:
        yield row("Here", ", ".join(there))
    yield from terrain_rows(s, hex_)


def terrain_rows(s: CivilWarState, hex_: int) -> Iterator[InspectorRow]:
    terrain, name = int(s.terrain[hex_]), capitalize_first(terrain_name(s, hex_))
    effects = []
    if DIE_MODIFIER[terrain]:
        effects.append(f"{signed(int(DIE_MODIFIER[terrain]))} to each die of an attack on it")
    if MORALE_MODIFIER[terrain]:
        effects.append(f"{signed(int(MORALE_MODIFIER[terrain]))} to morale")
    if STOPS_MOVEMENT[terrain]:
        effects.append("a move ends here")
    if BLOCKS_SIGHT[terrain]:
        effects.append("blocks the line of sight")
    if terrain == Terrain.RIVER:
        effects.append("only gunboats enter")
    if terrain == Terrain.SWAMP:
        effects.append("no piece enters")
    yield row("Terrain", name, capitalize_first(", ".join(effects)) if effects else "No effect", Clause.C3_2)
