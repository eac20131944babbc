"""A battle drawn with characters: two lines a row of hexes, and the lists of both sides. 78 columns.

Large letters are the Union's, small ones the Confederacy's, so that no colour is needed to tell them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from ...core.drawing import Drawing, Piece
from .battle import COLUMNS, LETTERS, Side
from .names import SEATS, TERRAINS, hex_word
from .picture import marked
from .scenarios import scenario_of
from .seen import (
    LETTER,
    Block,
    Flag,
    blocks_of,
    flags_of,
    headline,
    stacks_of,
    standing_of,
    waiting,
)
from .sheet import IN_COMBAT, dice_left
from .state import SIDES

CELL = 5
LEFT = 3
WIDTH = 78
HALF = WIDTH // 2
KIND = "ICAGL"
ROLES = ("own", "count")
"""Blue, and the colour that comes nearest to butternut."""


def drawing(s: Any, seat: int) -> Drawing:
    rows = [*head(s, seat), *Field(s).rows(), *legend(), *flag_list(s), *lists(s)]
    return [filled(row) for row in rows]


def filled(row: list[Piece]) -> list[Piece]:
    """The row at its full width."""
    missing = WIDTH - sum(len(piece.text) for piece in row)
    return [*row, Piece(" " * missing)] if missing > 0 else row


def cut(text: str, room: int = WIDTH) -> str:
    return text if len(text) <= room else text[: room - 1] + "…"


# Above the map


def head(s: Any, seat: int) -> Iterator[list[Piece]]:
    yield [Piece(cut(f"{scenario_of(s).title}, turn {s.number} of {s.turns}: {headline(s, seat)}"), "back")]
    for side in range(SIDES):
        now = standing_of(s, side)
        acts = "> " if now.acts else "  "
        told = f"{acts}{SEATS[side].capitalize()}: {now.vp} of {now.vp_to_win} VP. {now.lost_words}."
        yield [Piece(told, ROLES[side])]
    left = dice_left(s)
    fight = f"  Hits: {s.hits}" if s.phase in IN_COMBAT and s.target else ""
    shown = Piece(" ".join("[?]" for _ in range(left)) or "[ ]", "count", "die")
    yield [Piece(f"  AP left: {s.ap} {'●' * min(s.ap, 20)}  Dice: "), shown, Piece(fight, "back")]


# The map


class Field:
    """The hexes, two lines for each row of them."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.stacks = stacks_of(blocks_of(s))
        self.flags = {one.hex: one for one in flags_of(s)}
        self.active = marked(s)

    def rows(self) -> Iterator[list[Piece]]:
        letters = "".join(f"{COLUMNS[column]:<{CELL}}" for column in range(self.s.width))
        yield [Piece(" " * LEFT + letters, "quiet")]
        for row in range(self.s.height):
            shift = " " * (row % 2 * (CELL // 2))
            hexes = range(row * self.s.width, (row + 1) * self.s.width)
            upper = [piece for hex_ in hexes for piece in self.ground(hex_)]
            yield [Piece(f"{row + 1:>2} ", "quiet"), Piece(shift), *upper]
            lower = [piece for hex_ in hexes for piece in self.units(hex_)]
            yield [Piece(" " * LEFT + shift), *lower]

    def ground(self, hex_: int) -> list[Piece]:
        """`wL2U `: the terrain, a leader, and VP with their holder."""
        id_ = f"hex-{hex_word(self.s, hex_)}"
        letter = LETTERS[self.s.terrain[hex_]]
        leader = [block for block in self.stacks.get(hex_, ()) if block.is_leader][:1]
        flag = self.flags.get(hex_)
        return [
            Piece(letter, "quiet" if letter == "." else "wall", id_),
            touched(leader[0]) if leader else Piece(" ", "", id_),
            Piece(f"{flag_text(flag) if flag else '':<{CELL - 2}}", flag_role(flag), id_),
        ]

    def units(self, hex_: int) -> list[Piece]:
        """`I4A2>`: units, and a mark for what goes on here."""
        id_ = f"hex-{hex_word(self.s, hex_)}"
        stack = self.stacks.get(hex_, [])
        first = 1 if stack and stack[0].is_leader else 0  # he stands above
        pieces = [touched(one) for one in stack[first:]]
        room = CELL - sum(len(piece.text) for piece in pieces)
        return [*pieces, Piece(self.mark(hex_)[:room].ljust(room), "back", id_)]

    def mark(self, hex_: int) -> str:
        if any(block.number in self.active for block in self.stacks.get(hex_, ())):
            return ">"
        return "!" if hex_ == self.s.target - 1 else ""


def touched(one: Block) -> Piece:
    return Piece(token(one), role(one), f"piece-{one.number}")


def token(one: Block) -> str:
    """`I4`, `L`; in small letters for the Confederacy."""
    text = KIND[one.kind] + ("" if one.is_leader else str(one.strength))
    return text if one.side == Side.UNION else text.lower()


def role(one: Block) -> str:
    return "quiet" if one.acted else ROLES[one.side]


def flag_text(flag: Flag) -> str:
    return f"{flag.worth}{'-UC'[flag.holder]}"


def flag_role(flag: Flag | None) -> str:
    return ROLES[flag.holder - 1] if flag and flag.holder else "quiet"


# Below the map


def legend() -> Iterator[list[Piece]]:
    yield [Piece("I infantry, C cavalry, A artillery, G gunboat, L leader; small: Confederate.", "quiet")]
    terrains = [f"{LETTERS[at]} {name}" for at, name in enumerate(TERRAINS)]
    yield [Piece(", ".join(terrains[:8]), "quiet")]
    yield [Piece(f"{', '.join(terrains[8:])}; > acts, ! target, 2U: 2 VP, Union", "quiet")]


def flag_list(s: Any) -> Iterator[list[Piece]]:
    for flag in flags_of(s):
        yield [Piece(cut(f"{hex_word(s, flag.hex)}: {flag.words}"), flag_role(flag))]


def lists(s: Any) -> Iterator[list[Piece]]:
    """All pieces of both sides, beside each other: those on the map, then those who wait."""
    blocks = blocks_of(s)
    columns = []
    for side in range(SIDES):
        there = [block for block in blocks if block.side == side and not block.due]
        columns.append([listed(s, block) for block in (*there, *waiting(blocks, side))])
    yield [Piece(f"{SEATS[side].capitalize()}".ljust(HALF), ROLES[side]) for side in range(SIDES)]
    for mine, theirs in zip_longest(*columns, fillvalue=Piece(" " * HALF)):
        yield [mine, theirs]


def listed(s: Any, one: Block) -> Piece:
    """`I4 B  C3  Burnside, acted`; only who waits is touched here, the others on the map."""
    morale = "" if one.is_leader else LETTER[one.morale]
    place = f"T{one.due}" if one.due else hex_word(s, one.hex)
    told = f"{one.name} ({hex_word(s, one.hex)})" if one.due else one.name
    told += ", acted" if one.acted else ", held" if one.held else ""
    text = f"{token(one):<2} {morale:<2} {place:<3} {told}"
    return Piece(cut(text, HALF - 1).ljust(HALF), role(one), f"piece-{one.number}" if one.due else "")
