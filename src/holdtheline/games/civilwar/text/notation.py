"""Move notation: write a move, parse it, label it for a player, and cite its clause."""

from __future__ import annotations

import re
from typing import NamedTuple

from ....core.definition import FIRST_MOVE
from ..rules.fire import ASSAULT_HIT_NUMBER, ATTACK_DICE, fire_dice, fire_hit_number
from ..rules.hex_map import hex_distance, is_piece, leader_with
from ..rules.movement import MOVEMENT_CLAUSE, is_forced_march
from ..rules.moves import MoveKind, move_hex, move_kind, move_leader, move_piece, pack_entry, pack_move, roll_clause
from ..rules.reinforcements import entry_hexes, is_due
from ..rules.retreat import must_take_leader
from ..rules.terrain import DIE_MODIFIER
from ..state import CivilWarState, Clause, Phase
from .names import (
    HEX_PATTERN,
    find_hex,
    find_piece,
    hex_name,
    hex_notation,
    is_leader,
    piece_name,
    piece_notation,
    pieces_in,
    pieces_of_side,
    roster_of,
    with_leader_text,
)


class MoveForm(NamedTuple):
    """The notation of a kind of move, and its clause."""

    word: str
    clause: Clause
    has_piece: bool = False
    preposition: str = ""
    """The optional word before the hex; empty if the move names no hex."""
    has_leader: bool = False
    can_omit_hex: bool = False


MOVE_FORMS = {
    MoveKind.END: MoveForm("end", Clause.C1_1),
    MoveKind.GO: MoveForm("go", Clause.C1_3, True, "to"),
    MoveKind.GO_WITH: MoveForm("go", Clause.C2_5, True, "to", has_leader=True),
    MoveKind.STEP: MoveForm("step", Clause.C1_3, preposition="to"),
    MoveKind.STOP: MoveForm("stop", Clause.C1_3),
    MoveKind.FIRE: MoveForm("fire", Clause.C3_1, True, "at"),
    MoveKind.ASSAULT: MoveForm("assault", Clause.C4_1, True, "at"),
    MoveKind.RALLY: MoveForm("rally", Clause.C6_1, True),
    MoveKind.ENTER: MoveForm("enter", Clause.C2_8, True, "at", can_omit_hex=True),
    MoveKind.ENTER_WITH: MoveForm("enter", Clause.C2_8, True, "at", has_leader=True, can_omit_hex=True),
    MoveKind.RETREAT: MoveForm("retreat", Clause.C5_1, preposition="to"),
    MoveKind.RETREAT_WITH: MoveForm("retreat", Clause.C4_3, preposition="to", has_leader=True),
    MoveKind.DISPLACE: MoveForm("displace", Clause.C5_2, preposition="to"),
    MoveKind.ADVANCE: MoveForm("advance", Clause.C4_5),
    MoveKind.ADVANCE_WITH: MoveForm("advance", Clause.C4_5, has_leader=True),
    MoveKind.STAY: MoveForm("stay", Clause.C4_5),
}


class Order(NamedTuple):
    """A decoded move; numbers that its kind does not use are 0."""

    kind: MoveKind
    piece: int
    hex: int
    leader: int = 0
    """The leader who enters with a unit. In other moves the position says who goes along."""

    @property
    def code(self) -> int:
        if self.kind == MoveKind.ENTER_WITH:
            return int(pack_entry(self.piece, self.hex, self.leader))
        return int(pack_move(self.kind, self.piece, self.hex))


def decode_order(s: CivilWarState, code: int) -> Order | None:
    """Return the parts of a move, or None if no move of this battle, legal or not, has this code."""
    if code < 0 or move_kind(code) not in set(MoveKind):
        return None
    kind, piece, hex_ = MoveKind(move_kind(code)), int(move_piece(code)), int(move_hex(code))
    leader = int(move_leader(code))
    fits_piece = is_piece(s, piece) if MOVE_FORMS[kind].has_piece else piece == 0
    fits_hex = hex_ < s.width * s.height if MOVE_FORMS[kind].preposition else hex_ == 0
    fits_leader = is_piece(s, leader) and is_leader(s, leader) if kind == MoveKind.ENTER_WITH else leader == 0
    return Order(kind, piece, hex_, leader) if fits_piece and fits_hex and fits_leader else None


# Writing and parsing


def move_text(s: CivilWarState, code: int) -> str:
    order = decode_order(s, code)
    if order is None:
        return f"move {code}"
    form = MOVE_FORMS[order.kind]
    words = [form.word]
    if form.has_piece:
        words.append(piece_notation(s, order.piece))
    if form.preposition:
        words.append(hex_notation(s, order.hex))
    if form.has_leader:
        leader = leader_along(s, order)
        words += ["with"] if leader is None else ["with", piece_notation(s, leader)]
    return " ".join(words)


def leader_along(s: CivilWarState, order: Order) -> int | None:
    """Return the leader who would move with the unit of a move."""
    if order.kind == MoveKind.ENTER_WITH:
        return order.leader
    if order.kind == MoveKind.RETREAT_WITH:
        return int(s.leader_at[s.target - 1]) - 1 if s.target and s.leader_at[s.target - 1] else None
    unit = order.piece if MOVE_FORMS[order.kind].has_piece else int(s.actor) - 1
    leader = int(leader_with(s, unit)) if unit >= 0 else 0
    return leader - 1 if leader else None


def move_pattern(form: MoveForm) -> re.Pattern[str]:
    piece = " (?P<piece>.+?)" if form.has_piece else ""
    hex_ = rf"(?: {form.preposition})? (?P<hex>{HEX_PATTERN})" if form.preposition else ""
    hex_ = f"(?:{hex_})?" if form.can_omit_hex else hex_
    leader = " with(?: (?P<leader>.+))?" if form.has_leader else ""
    return re.compile(form.word + piece + hex_ + leader, re.IGNORECASE)


MOVE_PATTERNS = [(move_pattern(form), kind) for kind, form in reversed(MOVE_FORMS.items())]
"""The pattern of each kind of move; a move with a leader comes before the same move without him."""
MAX_TEXT_LENGTH = 200


def parse_move(s: CivilWarState, text: str) -> int | None:
    """Parse a move such as `go Burnside C4 with McDowell`. Names may be abbreviated, and the leader's omitted."""
    words = " ".join(text.split())
    if len(words) > MAX_TEXT_LENGTH:
        return None
    for pattern, kind in MOVE_PATTERNS:
        if match := pattern.fullmatch(words):
            order = build_order(s, kind, match.groupdict())
            return None if order is None else order.code
    return None


def build_order(s: CivilWarState, kind: MoveKind, parts: dict[str, str | None]) -> Order | None:
    piece = find_piece_of_either_side(s, parts["piece"] or "") if "piece" in parts else 0
    if piece is None:
        return None
    hex_text = parts.get("hex")
    hex_ = find_hex(s, hex_text) if hex_text else default_hex(s, kind, piece)
    if hex_ is None:
        return None
    if kind == MoveKind.ENTER_WITH:
        leader = find_entering_leader(s, parts["leader"])
        return None if leader is None else Order(kind, piece, hex_, leader)
    order, leader_name = Order(kind, piece, hex_), parts.get("leader")
    return order if not leader_name or is_leader_along(s, order, leader_name) else None


def default_hex(s: CivilWarState, kind: MoveKind, piece: int) -> int:
    """Return the hex of a move that names none: where a unit enters. If there are several, it is refused later."""
    if not MOVE_FORMS[kind].can_omit_hex or not s.entry_hex[piece]:
        return 0
    hexes = entry_hexes(s, piece)
    return hexes[0] if len(hexes) == 1 else int(s.entry_hex[piece]) - 1


def find_entering_leader(s: CivilWarState, name: str | None) -> int | None:
    """Return the leader of the side to move with this name; without a name, the only one who can enter."""
    if name:
        leader = find_piece(s, int(s.side), name)
        return leader if leader is not None and is_leader(s, leader) else None
    due = [piece for piece in pieces_of_side(s, int(s.side)) if is_leader(s, piece) and is_due(s, piece)]
    return due[0] if len(due) == 1 else None


def find_piece_of_either_side(s: CivilWarState, name: str) -> int | None:
    """Return a piece of the side to move, or one of the other side by its full name, so that it can be refused."""
    found = find_piece(s, int(s.side), name)
    return roster_of(s).by_name[1 - s.side].get(name.casefold()) if found is None else found


def is_leader_along(s: CivilWarState, order: Order, name: str) -> bool:
    """Return whether this names the leader who would move along. If there is none, any leader is refused later."""
    side = int(1 - s.side if order.kind == MoveKind.RETREAT_WITH else s.side)
    named, leader = find_piece(s, side, name), leader_along(s, order)
    return named is not None and is_leader(s, named) and leader in (None, named)


def move_clause(s: CivilWarState, code: int) -> int:
    if code < FIRST_MOVE:
        return int(roll_clause(s))
    order = decode_order(s, code)
    if order is None:
        return Clause.C1_3
    if order.kind == MoveKind.GO:
        return int(MOVEMENT_CLAUSE[s.kind[order.piece]])
    if order.kind in (MoveKind.STEP, MoveKind.STOP) and s.mover:
        return Clause.C5_3 if s.phase == Phase.FLIGHT else int(MOVEMENT_CLAUSE[s.kind[s.mover - 1]])
    return MOVE_FORMS[order.kind].clause


# Labels


def move_label(s: CivilWarState, code: int) -> str:
    """Return `Burnside to C4 with McDowell (1 AP)`."""
    order = decode_order(s, code)
    if order is None:
        return f"move {code}"
    name, place = piece_name(s, order.piece), hex_name(s, order.hex)
    attacker, target = piece_name(s, s.actor - 1), hex_name(s, s.target - 1)
    match order.kind:
        case MoveKind.END:
            return "End the turn" if s.bank_ap or not s.ap else f"End the turn ({s.ap} AP left)"
        case MoveKind.GO:
            return f"{name} to {place} (1 AP)"
        case MoveKind.GO_WITH:
            return f"{name} to {place}{leader_suffix(s, order)} (1 AP)"
        case MoveKind.FIRE:
            return f"{name} fires at {targets_text(s, order.hex)}: {fire_text(s, order)} (1 AP)"
        case MoveKind.ASSAULT:
            dice = dice_text(s, ATTACK_DICE, ASSAULT_HIT_NUMBER, order.hex)
            return f"{name} assaults {targets_text(s, order.hex)}: {dice} (2 AP)"
        case MoveKind.RALLY:
            return f"{name} rallies (1 AP)"
        case MoveKind.ENTER:
            return f"{name} enters at {place} (1 AP)"
        case MoveKind.ENTER_WITH:
            return f"{name} enters at {place}{leader_suffix(s, order)} (1 AP)"
        case MoveKind.STEP:
            return f"{piece_name(s, s.mover - 1)} continues to {place} ({step_cost_text(s, order.hex)})"
        case MoveKind.STOP:
            stops = "stays" if s.phase == Phase.FLIGHT and not s.hexes_moved else "stops"
            return f"{piece_name(s, s.mover - 1)} {stops} here"
        case MoveKind.RETREAT:
            return f"{piece_name(s, s.shaken_unit - 1)} retreats to {place}{retreat_suffix(s)}"
        case MoveKind.RETREAT_WITH:
            return f"{piece_name(s, s.shaken_unit - 1)} retreats to {place}{leader_suffix(s, order)}"
        case MoveKind.DISPLACE:
            return f"{piece_name(s, s.displaced - 1)} makes room and goes to {place}"
        case MoveKind.ADVANCE:
            return f"{attacker} advances to {target}"
        case MoveKind.ADVANCE_WITH:
            return f"{attacker} advances to {target}{leader_suffix(s, order)}"
        case _:
            return f"{attacker} stays where it is"


def leader_suffix(s: CivilWarState, order: Order) -> str:
    leader = leader_along(s, order)
    return " with a leader" if leader is None else with_leader_text(s, leader + 1)


def retreat_suffix(s: CivilWarState) -> str:
    """Return `; Bee stays` if the leader of a retreating unit could go along as well (C4.3)."""
    leader = int(s.leader_at[s.target - 1]) - 1 if s.target else -1
    if leader < 0 or not s.shaken_unit or must_take_leader(s, s.shaken_unit - 1):
        return ""
    return f"; {piece_name(s, leader)} stays"


def step_cost_text(s: CivilWarState, hex_: int) -> str:
    """Return the cost of the next hex (C2.1, C2.5)."""
    if s.mover == 0 or s.steps_left > 0:
        return "free"
    return "free, a forced march" if is_forced_march(s, hex_) else "1 AP, the leader's extra hex"


def targets_text(s: CivilWarState, hex_: int) -> str:
    """Return `Evans and Latham in Matthews Hill (E5)`."""
    names = [piece_name(s, piece) for piece in pieces_in(s, hex_) if not is_leader(s, piece)]
    return f"{' and '.join(names)} in {hex_name(s, hex_)}" if names else hex_name(s, hex_)


def fire_text(s: CivilWarState, order: Order) -> str:
    if not s.hex_of[order.piece]:
        return "from off the map"
    distance = int(hex_distance(s, s.hex_of[order.piece] - 1, order.hex))
    dice = int(fire_dice(s, order.piece, distance))
    return dice_text(s, dice, int(fire_hit_number(s, order.piece, distance)), order.hex)


def dice_text(s: CivilWarState, dice: int, number: int, hex_: int) -> str:
    """Return the dice and the faces that hit, terrain included (C3.2)."""
    return f"{dice} dice, {hit_text(number - int(DIE_MODIFIER[s.terrain[hex_]]))}"


def hit_text(number: int, subject: str = "each") -> str:
    """Return the faces that hit, for a number that includes the terrain (C3.2)."""
    if number > 6:
        return "none can hit"
    if number >= 5:
        return f"{subject} hits on {'6' if number == 6 else '5 or 6'}"
    return f"{subject} hits on {max(number, 1)} to 6"
