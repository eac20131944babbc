"""Hotspots: what a seat can click, the clicks that make a move, and the move that clicks make.

A player clicks a piece and then its destination: a hex, or a piece that stands in it. A click on the unit's
leader in between takes him along; a click on `assault` makes it close combat. A unit that enters or retreats is
treated in the same way; while a unit retreats, only its leader and its destination are clicked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ....core.hexes import DIRECTIONS, OFF_MAP
from ....core.view_types import ClickPath, Hotspot
from ..rules.hex_map import has_unit_of, is_piece, neighbour_hex
from ..rules.moves import MoveKind
from ..rules.reinforcements import entry_hexes, is_due
from ..rules.sequence_of_play import turn
from ..rules.terrain import Terrain
from ..state import GUNBOAT, CivilWarState, Phase
from ..text.names import find_hex, hex_label, hex_notation, is_leader, piece_label, pieces_in, pieces_of_side
from ..text.notation import Order, decode_order, default_hex, leader_along

BUTTONS = {
    "end": ("e", "end the turn"),
    "assault": ("a", "assault: close combat"),
    "rally": ("y", "rally"),
    "stop": ("s", "stop here"),
    "advance": ("a", "advance"),
    "stay": ("s", "stay"),
}
"""The keys and labels of the buttons. No client uses these keys for its own commands."""
PHASE_BUTTONS = {  # the turn can end during a move: the client stops first (see `closing_move`)
    Phase.ACT: ("end", "assault", "rally"),
    Phase.MOVE: ("stop", "end"),
    Phase.FLIGHT: ("stop",),
    Phase.ADVANCE: ("advance", "stay"),
}
HEX_CLICK_MOVES = {
    Phase.MOVE: MoveKind.STEP,
    Phase.FLIGHT: MoveKind.STEP,
    Phase.RETREAT: MoveKind.RETREAT,
    Phase.DISPLACE: MoveKind.DISPLACE,
    Phase.ADVANCE: MoveKind.ADVANCE,
}
"""The move that a click on a hex alone makes."""


def piece_id(piece: int) -> str:
    return f"piece-{piece}"


def hex_id(s: CivilWarState, hex_: int) -> str:
    return f"hex-{hex_notation(s, hex_)}"


def destination_ids(s: CivilWarState, hex_: int) -> list[str]:
    """Return the ids that name a hex: its own, and those of the pieces in it."""
    return [hex_id(s, hex_), *map(piece_id, pieces_in(s, hex_))]


# From moves to clicks


def clicks(s: CivilWarState, code: int) -> tuple[ClickPath, ...]:
    order = decode_order(s, code)
    return () if order is None else tuple(ClickPath(tuple(ids)) for ids in click_paths(s, order))


def click_paths(s: CivilWarState, order: Order) -> Iterator[Sequence[str]]:
    piece, leader, goals = piece_id(order.piece), leader_along(s, order), destination_ids(s, order.hex)
    leader_click = [] if leader is None else [piece_id(leader)]
    match order.kind:
        case MoveKind.GO | MoveKind.GO_WITH | MoveKind.FIRE | MoveKind.ASSAULT:
            between = {MoveKind.GO_WITH: leader_click, MoveKind.ASSAULT: ["assault"]}.get(order.kind, [])
            yield from ([piece, *between, goal] for goal in goals)
            if order.kind == MoveKind.FIRE and s.phase == Phase.MOVE:
                yield from ([goal] for goal in goals)
        case MoveKind.STEP | MoveKind.RETREAT | MoveKind.DISPLACE:
            yield from ([goal] for goal in goals)
        case MoveKind.RETREAT_WITH:
            yield from ([*leader_click, goal] for goal in goals)
        case MoveKind.RALLY:
            yield [piece, "rally"]
        case MoveKind.ENTER | MoveKind.ENTER_WITH:
            between = leader_click if order.kind == MoveKind.ENTER_WITH else []
            yield from ([piece, *between, goal] for goal in goals)
        case MoveKind.ADVANCE:
            yield ["advance"]
            yield [hex_id(s, s.target - 1)]
        case MoveKind.ADVANCE_WITH:
            yield ["advance", *leader_click]
        case _:
            yield [order.kind.name.lower()]


# From clicks to moves


def move_from_clicks(s: CivilWarState, seat: int, ids: Sequence[str]) -> int | None:
    """Return the move that these clicks make, legal or not."""
    order = order_from_clicks(s, list(ids)) if seat == turn(s) else None
    return None if order is None else order.code


def order_from_clicks(s: CivilWarState, ids: list[str]) -> Order | None:
    if len(ids) == 1 and ids[0] in BUTTONS:
        kind = MoveKind[ids[0].upper()]
        return None if kind in (MoveKind.ASSAULT, MoveKind.RALLY) else Order(kind, 0, 0)
    if s.phase != Phase.ACT:
        return order_during_action(s, ids)
    piece = clicked_piece(s, ids[0]) if ids else None
    return None if piece is None else order_for_piece(s, piece, ids[1:])


def order_during_action(s: CivilWarState, ids: list[str]) -> Order | None:
    """Return the order of a click on a hex during an action, for the piece that must decide."""
    goal = clicked_hex(s, ids[-1]) if ids else None
    if goal is None or s.phase not in HEX_CLICK_MOVES:
        return None
    if s.phase == Phase.ADVANCE:
        return Order(MoveKind.ADVANCE_WITH if ids[0] == "advance" else MoveKind.ADVANCE, 0, 0)
    if s.phase == Phase.MOVE and has_unit_of(s, goal, 1 - s.side):
        return Order(MoveKind.FIRE, s.mover - 1, goal)
    if s.phase == Phase.RETREAT and len(ids) > 1:
        return Order(MoveKind.RETREAT_WITH, 0, goal)
    return Order(HEX_CLICK_MOVES[Phase(s.phase)], 0, goal)


def order_for_piece(s: CivilWarState, piece: int, ids: Sequence[str]) -> Order | None:
    """Return the order that clicks make after one on this piece."""
    if not s.hex_of[piece]:
        return order_to_enter(s, piece, ids)
    if not ids:
        return Order(
            MoveKind.GO, piece, s.hex_of[piece] - 1
        )  # refused with the reason that forbids any move of this piece
    if ids[-1] == "rally":
        return Order(MoveKind.RALLY, piece, 0)
    goal = clicked_hex(s, ids[-1])
    if goal is None or (goal == s.hex_of[piece] - 1 and len(ids) == 1 and ids[-1].startswith("piece")):
        return None
    if ids[0] == "assault":
        return Order(MoveKind.ASSAULT, piece, goal)
    if has_unit_of(s, goal, 1 - s.side):
        return Order(MoveKind.FIRE, piece, goal)
    return Order(MoveKind.GO if len(ids) == 1 else MoveKind.GO_WITH, piece, goal)


def order_to_enter(s: CivilWarState, piece: int, ids: Sequence[str]) -> Order | None:
    """Return the order of clicks after one on a waiting piece: a leader who waits as well, a hex, or both."""
    leader = clicked_piece(s, ids[0]) if ids else None
    leader = leader if leader is not None and is_leader(s, leader) and not s.hex_of[leader] else None
    rest = ids if leader is None else ids[1:]
    goal = clicked_hex(s, rest[-1]) if rest else default_hex(s, MoveKind.ENTER, piece)
    if goal is None:
        return None
    return Order(MoveKind.ENTER, piece, goal) if leader is None else Order(MoveKind.ENTER_WITH, piece, goal, leader)


def clicked_piece(s: CivilWarState, id_: str) -> int | None:
    match = re.fullmatch("piece-([0-9]{1,2})", id_)
    return int(match[1]) if match and is_piece(s, int(match[1])) else None


def clicked_hex(s: CivilWarState, id_: str) -> int | None:
    """Return the clicked hex, or the hex of the clicked piece."""
    piece = clicked_piece(s, id_)
    if piece is not None:
        return s.hex_of[piece] - 1 if s.hex_of[piece] else None
    return find_hex(s, id_[4:]) if id_.startswith("hex-") else None


# Hotspots


def hotspots(s: CivilWarState, seat: int) -> tuple[Hotspot, ...]:
    """Return what this seat can click now, legal or not."""
    if seat != turn(s) or s.phase not in (*HEX_CLICK_MOVES, Phase.ACT):
        return ()
    buttons = [Hotspot(id_, *BUTTONS[id_]) for id_ in PHASE_BUTTONS.get(Phase(s.phase), ())]
    goals = sorted(set(clickable_hexes(s)))
    has_keys = s.phase != Phase.ACT  # a digit for each hex, from the top, while only a hex is asked for
    pieces = clickable_pieces(s) | {piece for hex_ in goals for piece in pieces_in(s, hex_)}
    return (
        *buttons,
        *(Hotspot(piece_id(piece), "", piece_label(s, piece)) for piece in sorted(pieces)),
        *(
            Hotspot(hex_id(s, hex_), str(number) if has_keys else "", hex_label(s, hex_))
            for number, hex_ in enumerate(goals, 1)
        ),
    )


def clickable_pieces(s: CivilWarState) -> set[int]:
    """Return the pieces that can act, and leaders that can move with them."""
    if s.phase == Phase.ACT:
        return {piece for piece in pieces_of_side(s, s.side) if s.hex_of[piece] or 0 < s.entry_turn[piece] <= s.turn}
    if s.phase == Phase.MOVE:
        return {s.mover - 1}
    if s.phase in (Phase.ADVANCE, Phase.RETREAT):
        decides = s.actor if s.phase == Phase.ADVANCE else s.shaken_unit
        return {piece for piece in pieces_in(s, s.hex_of[decides - 1] - 1) if is_leader(s, piece)}
    return set()


def clickable_hexes(s: CivilWarState) -> Iterator[int]:
    """Yield the hexes that a move can name: those around the piece that decides, and those of enemies."""
    match int(s.phase):
        case Phase.ACT:
            ready = [piece for piece in pieces_of_side(s, s.side) if s.hex_of[piece] and not s.acted[piece]]
            yield from destinations_of(s, ready)
            for piece in pieces_of_side(s, s.side):
                if is_due(s, piece):
                    yield from entry_hexes(s, piece)
        case Phase.MOVE | Phase.FLIGHT:
            yield from neighbours_of(s, s.hex_of[s.mover - 1] - 1)
        case Phase.RETREAT:
            yield from neighbours_of(s, s.hex_of[s.shaken_unit - 1] - 1)
        case Phase.DISPLACE:
            yield from neighbours_of(s, s.retreat_hex - 1)
        case _:
            yield s.target - 1


def destinations_of(s: CivilWarState, pieces: Iterable[int]) -> Iterator[int]:
    for piece in pieces:
        yield from neighbours_of(s, s.hex_of[piece] - 1)
        if s.kind[piece] == GUNBOAT:
            yield from (hex_ for hex_ in range(s.width * s.height) if s.terrain[hex_] == Terrain.RIVER)
    for enemy in pieces_of_side(s, 1 - s.side):
        if s.hex_of[enemy]:
            yield s.hex_of[enemy] - 1


def neighbours_of(s: CivilWarState, hex_: int) -> list[int]:
    neighbours = [int(neighbour_hex(s, hex_, direction)) for direction in range(DIRECTIONS)]
    return [there for there in neighbours if there != OFF_MAP]


def die_id(s: CivilWarState) -> str:
    """Return the id of the die in the picture; there is one."""
    return "die"
