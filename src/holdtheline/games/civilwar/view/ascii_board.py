"""The board drawn with characters, 78 columns wide: two lines for a row of hexes, then both sides' pieces.

Capital letters are Union pieces, small letters Confederate ones, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from ....core.ascii_art import AsciiBoard, TextSpan, pad_row
from ..rules.terrain import TERRAIN_LETTERS, TERRAIN_NAMES
from ..scenario.setup import scenario_of
from ..state import COLUMN_LETTERS, SEATS, SIDES, CivilWarState, Side
from ..text.names import hex_notation
from . import scene

CELL_WIDTH = 5
LEFT_MARGIN = 3
WIDTH = 78
HALF_WIDTH = WIDTH // 2
KIND_LETTERS = "ICAGL"
SIDE_ROLES = ("own", "count")
"""Blue, and the colour nearest to butternut."""


def ascii_board(s: CivilWarState, seat: int) -> AsciiBoard:
    rows = [*header_rows(s, seat), *AsciiMap(s).rows(), *legend_rows(), *flag_rows(s), *piece_list_rows(s)]
    return [pad_row(row, WIDTH) for row in rows]


def truncate(text: str, width: int = WIDTH) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


# Above the map


def header_rows(s: CivilWarState, seat: int) -> Iterator[list[TextSpan]]:
    yield [
        TextSpan(truncate(f"{scenario_of(s).title}, turn {s.turn} of {s.last_turn}: {scene.headline(s, seat)}"), "back")
    ]
    for side in range(SIDES):
        status = scene.side_status(s, side)
        acts = "> " if status.acts else "  "
        text = f"{acts}{SEATS[side].capitalize()}: {status.vp} {status.vp_text}. {status.losses_text}."
        yield [TextSpan(text, SIDE_ROLES[side])]
    hits = f"  Hits: {s.hits}" if s.phase in scene.COMBAT_PHASES and s.target else ""
    dice = TextSpan(" ".join("[?]" for _ in range(scene.count_dice_left(s))) or "[ ]", "count", "die")
    yield [TextSpan(f"  AP left: {s.ap} {'●' * min(s.ap, 20)}  Dice: "), dice, TextSpan(hits, "back")]


# The map


class AsciiMap:
    """The hexes, with two lines for each row of them."""

    def __init__(self, s: CivilWarState) -> None:
        self.s = s
        self.stacks = scene.stacks_by_hex(scene.blocks_of(s))
        self.flags = {flag.hex: flag for flag in scene.flags_of(s)}
        self.active = scene.active_pieces(s)

    def rows(self) -> Iterator[list[TextSpan]]:
        letters = "".join(f"{COLUMN_LETTERS[column]:<{CELL_WIDTH}}" for column in range(self.s.width))
        yield [TextSpan(" " * LEFT_MARGIN + letters, "quiet")]
        for row in range(self.s.height):
            shift = " " * (row % 2 * (CELL_WIDTH // 2))
            hexes = range(row * self.s.width, (row + 1) * self.s.width)
            upper = [piece for hex_ in hexes for piece in self.ground(hex_)]
            yield [TextSpan(f"{row + 1:>2} ", "quiet"), TextSpan(shift), *upper]
            lower = [piece for hex_ in hexes for piece in self.units(hex_)]
            yield [TextSpan(" " * LEFT_MARGIN + shift), *lower]

    def ground(self, hex_: int) -> list[TextSpan]:
        """Return `wL2U `: the terrain, a leader, and VP with their holder."""
        id_ = f"hex-{hex_notation(self.s, hex_)}"
        letter = TERRAIN_LETTERS[self.s.terrain[hex_]]
        leader = [block for block in self.stacks.get(hex_, ()) if block.is_leader][:1]
        flag = self.flags.get(hex_)
        return [
            TextSpan(letter, "quiet" if letter == "." else "wall", id_),
            clickable_block(leader[0]) if leader else TextSpan(" ", "", id_),
            TextSpan((f"{flag.worth}{'-UC'[flag.holder]}" if flag else "").ljust(CELL_WIDTH - 2), flag_role(flag), id_),
        ]

    def units(self, hex_: int) -> list[TextSpan]:
        """Return `I4A2>`: the units, and a mark for the action in progress."""
        id_ = f"hex-{hex_notation(self.s, hex_)}"
        stack = self.stacks.get(hex_, [])
        first = 1 if stack and stack[0].is_leader else 0  # his letter is in the line above
        pieces = [clickable_block(block) for block in stack[first:]]
        width = CELL_WIDTH - sum(len(piece.text) for piece in pieces)
        return [*pieces, TextSpan(self.mark(hex_)[:width].ljust(width), "back", id_)]

    def mark(self, hex_: int) -> str:
        if any(block.number in self.active for block in self.stacks.get(hex_, ())):
            return ">"
        return "!" if hex_ == self.s.target - 1 else ""


def clickable_block(block: scene.Block) -> TextSpan:
    return TextSpan(block_token(block), block_role(block), f"piece-{block.number}")


def block_token(block: scene.Block) -> str:
    """Return `I4` or `L`, in small letters for the Confederacy."""
    text = KIND_LETTERS[block.kind] + ("" if block.is_leader else str(block.strength))
    return text if block.side == Side.UNION else text.lower()


def block_role(block: scene.Block) -> str:
    return "quiet" if block.acted else SIDE_ROLES[block.side]


def flag_role(flag: scene.Flag | None) -> str:
    return SIDE_ROLES[flag.holder - 1] if flag and flag.holder else "quiet"


# Below the map


def legend_rows() -> Iterator[list[TextSpan]]:
    yield [TextSpan("I infantry, C cavalry, A artillery, G gunboat, L leader; small: Confederate.", "quiet")]
    terrains = [f"{TERRAIN_LETTERS[terrain]} {name}" for terrain, name in enumerate(TERRAIN_NAMES)]
    yield [TextSpan(", ".join(terrains[:8]), "quiet")]
    yield [TextSpan(f"{', '.join(terrains[8:])}; > acts, ! target, 2U: 2 VP, Union", "quiet")]


def flag_rows(s: CivilWarState) -> Iterator[list[TextSpan]]:
    for flag in scene.flags_of(s):
        yield [TextSpan(truncate(f"{hex_notation(s, flag.hex)}: {flag.description}"), flag_role(flag))]


def piece_list_rows(s: CivilWarState) -> Iterator[list[TextSpan]]:
    """List the pieces of both sides beside each other: those on the map, then those that wait."""
    blocks = scene.blocks_of(s)
    columns = []
    for side in range(SIDES):
        on_map = [block for block in blocks if block.side == side and not block.entry_turn]
        columns.append([piece_entry(s, block) for block in (*on_map, *scene.waiting_blocks(blocks, side))])
    yield [TextSpan(f"{SEATS[side].capitalize()}".ljust(HALF_WIDTH), SIDE_ROLES[side]) for side in range(SIDES)]
    for left, right in zip_longest(*columns, fillvalue=TextSpan(" " * HALF_WIDTH)):
        yield [left, right]


def piece_entry(s: CivilWarState, block: scene.Block) -> TextSpan:
    """Return `I4 B  C3  Burnside, acted`. Only a waiting piece is clicked here, the others on the map."""
    morale = "" if block.is_leader else scene.MORALE_LETTERS[block.morale]
    hex_ = hex_notation(s, block.hex)
    place = f"T{block.entry_turn}" if block.entry_turn else hex_
    name = f"{block.name} ({hex_})" if block.entry_turn else block.name
    name += ", acted" if block.acted else ", held" if block.held else ""
    text = f"{block_token(block):<2} {morale:<2} {place:<3} {name}"
    return TextSpan(
        truncate(text, HALF_WIDTH - 1).ljust(HALF_WIDTH),
        block_role(block),
        f"piece-{block.number}" if block.entry_turn else "",
    )
