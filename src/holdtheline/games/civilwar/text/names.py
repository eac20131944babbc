"""Names of pieces, hexes, terrain and morale, and the piece or hex that a name means.

Names are in the scenario, not in the state; they are looked up once for each scenario."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ....core.sentences import plural
from ..rules.terrain import TERRAIN_NAMES
from ..scenario.model import Scenario
from ..scenario.setup import numbered_pieces, scenario_of
from ..state import COLUMN_LETTERS, MAX_PIECES, SEATS, SIDES, CivilWarState, PieceKind

MORALE_NAMES = ("green", "black", "gold")
"""The morales from low to high, which are 1 to 3 in the state."""
KIND_NAMES = tuple(kind.name.lower() for kind in PieceKind)

HEX_PATTERN = rf"[{COLUMN_LETTERS}{COLUMN_LETTERS.lower()}][0-9]{{1,2}}"
PIECE_STATE_WORDS = ("acted", "rallied", "struck", "shown", "hidden", "waits", "lost", *MORALE_NAMES)
PIECE_STATE_PATTERN = f"{HEX_PATTERN}|{'|'.join(PIECE_STATE_WORDS)}"
RESERVED_WORDS = frozenset({"with", "to", "at", *PIECE_STATE_WORDS})
"""Words of moves and positions. A piece whose name contains one is written with a number there."""


class Roster(NamedTuple):
    """The names of a battle."""

    name: Mapping[int, str]
    """The name of each piece, with its side if both sides have a piece of that name."""
    notation: Mapping[int, str]
    """The notation of each piece in moves: its name, or `#` and a number if the name is ambiguous."""
    hexes: tuple[str, ...]
    places: tuple[str, ...]
    by_name: tuple[Mapping[str, int], Mapping[str, int]]
    """The pieces of each side by their names in lower case, if these are unambiguous."""


_rosters: dict[int, Roster] = {}


def roster_of(s: CivilWarState) -> Roster:
    number = int(s.scenario_number)
    if number not in _rosters:
        _rosters[number] = build_roster(scenario_of(s))
    return _rosters[number]


def build_roster(scenario: Scenario) -> Roster:
    pieces = numbered_pieces(scenario)
    both = Counter(piece.name.casefold() for _, piece in pieces)
    own = [Counter(piece.name.casefold() for _, piece in pieces if piece.side == side) for side in range(SIDES)]
    name, notation = {}, {}
    by_name: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for number, piece in pieces:
        plain = piece.name.casefold()
        is_only = both[plain] == own[piece.side][plain]
        name[number] = piece.name if is_only else f"{piece.name} ({SEATS[piece.side].capitalize()})"
        is_clear = own[piece.side][plain] == 1 and is_unambiguous(piece.name)
        notation[number] = piece.name if is_clear else f"#{number % MAX_PIECES + 1}"
        if is_clear:
            by_name[piece.side][plain] = number
    hexes = scenario.battle_map.hex_names
    return Roster(name, notation, hexes, tuple(scenario.place_name(hex_) for hex_ in range(len(hexes))), by_name)


def is_unambiguous(name: str) -> bool:
    """Return whether the words around a name in a move or a position cannot be taken for a part of it."""
    words = name.split()
    if " ".join(words) != name or re.search("[,;:#]", name):
        return False
    return not any(
        word.isdigit() or word.casefold() in RESERVED_WORDS or re.fullmatch(HEX_PATTERN, word) for word in words
    )


# Names


def piece_name(s: CivilWarState, piece: int) -> str:
    """Return `Burnside`, or `Wright (Union)` if both sides have a Wright."""
    return roster_of(s).name.get(piece, "no piece")


def piece_notation(s: CivilWarState, piece: int) -> str:
    """Return the piece as a move writes it."""
    return roster_of(s).notation.get(piece, f"#{piece % MAX_PIECES + 1}")


def hex_notation(s: CivilWarState, hex_: int) -> str:
    """Return `F9`."""
    hexes = roster_of(s).hexes
    return hexes[hex_] if 0 <= hex_ < len(hexes) else "off the map"


def hex_name(s: CivilWarState, hex_: int) -> str:
    """Return `Henry Hill (F9)`, or `F9` if the map has no name there."""
    places = roster_of(s).places
    return places[hex_] if 0 <= hex_ < len(places) else "off the map"


def with_leader_text(s: CivilWarState, leader: int) -> str:
    """Return ` with McDowell` for a leader + 1, or an empty string."""
    return f" with {piece_name(s, leader - 1)}" if leader else ""


def terrain_name(s: CivilWarState, hex_: int) -> str:
    return TERRAIN_NAMES[int(s.terrain[hex_])]


def morale_name(number: int) -> str:
    """Return the name of a morale or a morale level."""
    return MORALE_NAMES[number - 1] if 1 <= number <= len(MORALE_NAMES) else "unknown"


def piece_label(s: CivilWarState, piece: int) -> str:
    """Return `Burnside, infantry, 4 blocks, morale black, Sudley Ford (C2), has acted`."""
    kind = KIND_NAMES[s.kind[piece] - 1]
    morale = f"morale {morale_name(s.morale[piece]) if s.morale[piece] else 'unknown'}"
    blocks = "" if is_leader(s, piece) else f", {plural(s.strength[piece], 'block')}, {morale}"
    if not s.hex_of[piece]:
        return f"{piece_name(s, piece)}, {kind}{blocks}, waits to enter at {hex_name(s, s.entry_hex[piece] - 1)}"
    acted = ", has acted" if s.acted[piece] else ""
    return f"{piece_name(s, piece)}, {kind}{blocks}, {hex_name(s, s.hex_of[piece] - 1)}{acted}"


def hex_label(s: CivilWarState, hex_: int) -> str:
    """Return `Matthews Hill (E5), hill, Evans, Latham`."""
    names = [piece_name(s, piece) for piece in pieces_in(s, hex_)]
    return ", ".join([hex_name(s, hex_), terrain_name(s, hex_), *names])


# Parsing names


def find_piece(s: CivilWarState, side: int, text: str) -> int | None:
    """Return the piece of a side with this name, or the only one whose name begins with it, ignoring case."""
    roster, word = roster_of(s), " ".join(text.split()).casefold()
    if re.fullmatch("#[0-9]{1,2}", word):
        index = int(word[1:]) - 1
        piece = side * MAX_PIECES + index
        return piece if 0 <= index < MAX_PIECES and piece in roster.name else None
    known = roster.by_name[side]
    if word in known:
        return known[word]
    matches = [piece for name, piece in known.items() if word and name.startswith(word)]
    return matches[0] if len(matches) == 1 else None


def find_hex(s: CivilWarState, text: str) -> int | None:
    """Return the hex of the map with this name; `c04` is C4."""
    name = text[:1].upper() + text[1:].lstrip("0")
    hexes = roster_of(s).hexes
    return hexes.index(name) if name in hexes else None


# Pieces


def pieces_in(s: CivilWarState, hex_: int) -> list[int]:
    return [there[hex_] - 1 for there in (s.unit_at, s.artillery_at, s.leader_at) if there[hex_]]


def pieces_of_side(s: CivilWarState, side: int) -> list[int]:
    first = side * MAX_PIECES
    return [piece for piece in range(first, first + MAX_PIECES) if s.kind[piece]]


def is_leader(s: CivilWarState, piece: int) -> bool:
    return bool(s.kind[piece] == PieceKind.LEADER + 1)
