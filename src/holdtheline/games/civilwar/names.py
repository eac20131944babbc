"""What sides, pieces, hexes and colours are called, and which piece or hex is meant by a name.

Names are in the scenario, not in the record; here they are looked up once for each battle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from .battle import COLUMNS, Kind, Terrain
from .checks import MOST_PIECES
from .scenarios import numbered, scenario_of
from .state import SIDES

SEATS = ("union", "confederate")
COLOURS = ("green", "black", "gold")
"""Of morale, the lowest first; as numbers they are 1 to 3."""
KINDS = tuple(kind.name.lower() for kind in Kind)
TERRAINS = tuple(terrain.name.lower() for terrain in Terrain)

HEX = rf"[{COLUMNS}{COLUMNS.lower()}][0-9]{{1,2}}"
STATES = ("acted", "rallied", "struck", "shown", "hidden", "waits", "lost", *COLOURS)
OWN_WORDS = frozenset({"with", "to", "at", *STATES})
"""A name that has one of these words is not written in moves and positions: its piece has a number there."""


class Roster(NamedTuple):
    """The names of a battle."""

    name: Mapping[int, str]
    """Of each piece; where both sides have one, with the side."""
    written: Mapping[int, str]
    """How each piece is written where its side is known: its name, or a number if that would be unclear."""
    hexes: tuple[str, ...]
    labels: Mapping[int, str]
    by_word: tuple[Mapping[str, int], Mapping[str, int]]
    """The pieces of each side by their written names, in small letters."""


_rosters: dict[int, Roster] = {}


def roster_of(s: Any) -> Roster:
    battle = int(s.battle)
    if battle not in _rosters:
        _rosters[battle] = new_roster(scenario_of(s))
    return _rosters[battle]


def new_roster(scenario: Any) -> Roster:
    pieces = numbered(scenario)
    both = Counter(piece.name.casefold() for _, piece in pieces)
    own = [
        Counter(piece.name.casefold() for _, piece in pieces if piece.side == side) for side in range(SIDES)
    ]
    name, written = {}, {}
    by_word: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for number, piece in pieces:
        plain = piece.name.casefold()
        alone = both[plain] == own[piece.side][plain]
        name[number] = piece.name if alone else f"{piece.name} ({SEATS[piece.side].capitalize()})"
        clear = own[piece.side][plain] == 1 and is_clear(piece.name)
        written[number] = piece.name if clear else f"#{number % MOST_PIECES + 1}"
        if clear:
            by_word[piece.side][plain] = number
    ground = scenario.ground
    hexes = tuple(ground.name_of(hex_) for hex_ in range(ground.width * ground.height))
    return Roster(name, written, hexes, dict(scenario.labels), by_word)


def is_clear(name: str) -> bool:
    """Whether a name can be told from what stands around it in a move or a position."""
    words = name.split()
    if " ".join(words) != name or re.search("[,;:#]", name):
        return False
    return not any(
        word.isdigit() or word.casefold() in OWN_WORDS or re.fullmatch(HEX, word) for word in words
    )


# Names


def name_of(s: Any, piece: int) -> str:
    """`Burnside`; `Wright (Union)` where the other side has one, too."""
    return roster_of(s).name.get(piece, "nobody")


def written(s: Any, piece: int) -> str:
    """How the piece stands in a move: its name, if that is clear."""
    return roster_of(s).written.get(piece, f"#{piece % MOST_PIECES + 1}")


def hex_word(s: Any, hex_: int) -> str:
    """`F9`."""
    hexes = roster_of(s).hexes
    return hexes[hex_] if 0 <= hex_ < len(hexes) else "off the map"


def hex_name(s: Any, hex_: int) -> str:
    """`Henry Hill (F9)`, or `F9` where the map has no name."""
    label, word = roster_of(s).labels.get(hex_), hex_word(s, hex_)
    return f"{label} ({word})" if label else word


def terrain_name(s: Any, hex_: int) -> str:
    return TERRAINS[int(s.terrain[hex_])]


def colour(number: int) -> str:
    """Of a morale, or of a level of it."""
    return COLOURS[number - 1] if 1 <= number <= len(COLOURS) else "unknown"


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count or 'no'} {noun}s"


# What is meant


def piece_named(s: Any, side: int, text: str) -> int | None:
    """The piece of a side that is called so, or whose name alone begins so. Case does not matter."""
    roster, word = roster_of(s), " ".join(text.split()).casefold()
    if re.fullmatch("#[0-9]{1,2}", word):
        place = int(word[1:]) - 1
        piece = side * MOST_PIECES + place
        return piece if 0 <= place < MOST_PIECES and piece in roster.name else None
    known = roster.by_word[side]
    if word in known:
        return known[word]
    begun = [piece for name, piece in known.items() if word and name.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def hex_named(s: Any, text: str) -> int | None:
    """The hex of the map that is written so."""
    if not re.fullmatch(HEX, text):
        return None
    column, row = COLUMNS.index(text[0].upper()), int(text[1:]) - 1
    return row * int(s.width) + column if column < s.width and 0 <= row < s.height else None


# Who is there


def here(s: Any, hex_: int) -> list[int]:
    """The pieces that stand in a hex."""
    return [there[hex_] - 1 for there in (s.unit_at, s.guns_at, s.leader_at) if there[hex_]]


def pieces_of(s: Any, side: int) -> list[int]:
    first = side * MOST_PIECES
    return [piece for piece in range(first, first + MOST_PIECES) if s.kind[piece]]


def is_leader(s: Any, piece: int) -> bool:
    return bool(s.kind[piece] == Kind.LEADER + 1)
