"""What can be touched in a battle, its keys and names, and which move touches are.

A piece is touched, then its goal: a hex, or somebody who stands in it. In between, its leader goes along, or
`assault` makes close combat of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...core.contract import Choice, Spot
from ...core.hexes import DIRECTIONS, NOWHERE
from .battle import Terrain
from .checks import MOST_PIECES
from .ground import GUNBOAT, exists, next_to
from .moves import Do, packed
from .names import (
    KINDS,
    colour,
    here,
    hex_name,
    hex_named,
    hex_word,
    is_leader,
    name_of,
    pieces_of,
    plural,
    terrain_name,
)
from .orders import Order, leader_of, order_of
from .state import Phase
from .text import decides

BUTTONS = {
    "end": ("e", "end the turn"),
    "assault": ("a", "assault: close combat"),
    "rally": ("y", "rally"),
    "stop": ("s", "stop here"),
    "advance": ("a", "advance"),
    "stay": ("s", "stay"),
}
"""Their keys, which no face of a table takes for a command of its own, and their labels."""
BUTTONS_OF = {
    Phase.ACT: ("end", "assault", "rally"),
    Phase.MOVE: ("stop",),
    Phase.FLIGHT: ("stop",),
    Phase.ADVANCE: ("advance", "stay"),
}
HEX_OF = {
    Phase.MOVE: Do.STEP,
    Phase.FLIGHT: Do.STEP,
    Phase.RETREAT: Do.RETREAT,
    Phase.DISPLACE: Do.DISPLACE,
    Phase.ADVANCE: Do.ADVANCE,
}
"""What the touch of a hex alone is."""


def piece_id(piece: int) -> str:
    return f"piece-{piece}"


def hex_id(s: Any, hex_: int) -> str:
    return f"hex-{hex_word(s, hex_)}"


def goal_ids(s: Any, hex_: int) -> list[str]:
    """A hex can be touched itself, or by touching somebody in it."""
    return [hex_id(s, hex_), *map(piece_id, here(s, hex_))]


# Ways to point


def choices(s: Any, code: int) -> tuple[Choice, ...]:
    order = order_of(s, code)
    return () if order is None else tuple(Choice(tuple(ids)) for ids in ways(s, order))


def ways(s: Any, order: Order) -> Iterator[Sequence[str]]:
    piece, leader = piece_id(order.piece), leader_of(s, order)
    match order.do:
        case Do.GO:
            yield from ([piece, goal] for goal in goal_ids(s, order.hex))
        case Do.GO_WITH:
            company = [] if leader is None else [piece_id(leader)]
            yield from ([piece, *company, goal] for goal in goal_ids(s, order.hex))
        case Do.FIRE:
            yield from ([piece, goal] for goal in goal_ids(s, order.hex))
            if s.phase == Phase.MOVE:
                yield from ([goal] for goal in goal_ids(s, order.hex))
        case Do.ASSAULT:
            yield from ([piece, "assault", goal] for goal in goal_ids(s, order.hex))
        case Do.RALLY:
            yield [piece, "rally"]
        case Do.ENTER:
            yield [piece]
        case Do.STEP | Do.RETREAT | Do.DISPLACE:
            yield from ([goal] for goal in goal_ids(s, order.hex))
        case Do.ADVANCE:
            yield ["advance"]
            yield [hex_id(s, s.target - 1)]
        case Do.ADVANCE_WITH:
            yield ["advance"] if leader is None else ["advance", piece_id(leader)]
        case _:
            yield [order.do.name.lower()]


# What is meant


def meant(s: Any, seat: int, touches: Sequence[str]) -> int | None:
    """The move that these touches would be, legal or not."""
    order = order_meant(s, list(touches)) if seat == decides(s) else None
    return None if order is None else int(packed(*order))


def order_meant(s: Any, touches: list[str]) -> Order | None:
    if len(touches) == 1 and touches[0] in BUTTONS:
        do = Do[touches[0].upper()]
        return None if do in (Do.ASSAULT, Do.RALLY) else Order(do, 0, 0)
    first = piece_touched(s, touches[0]) if touches else None
    if s.phase != Phase.ACT:
        return order_on_the_way(s, touches)
    if first is None:
        return None
    return order_of_piece(s, first, touches[1:])


def order_on_the_way(s: Any, touches: list[str]) -> Order | None:
    """While something goes on: a hex, for whoever is meant."""
    goal = goal_touched(s, touches[-1]) if touches else None
    if goal is None or s.phase not in HEX_OF:
        return None
    if s.phase == Phase.ADVANCE:
        return Order(Do.ADVANCE_WITH if touches[0] == "advance" else Do.ADVANCE, 0, 0)
    if s.phase == Phase.MOVE and has_enemy(s, goal):
        return Order(Do.FIRE, s.mover - 1, goal)
    return Order(HEX_OF[Phase(s.phase)], 0, goal)


def order_of_piece(s: Any, piece: int, touches: Sequence[str]) -> Order | None:
    """A piece was touched, and then these."""
    if not s.at[piece]:
        return Order(Do.ENTER, piece, 0)
    if not touches:
        return Order(Do.GO, piece, s.at[piece] - 1)  # what speaks against any move of it comes first
    if touches[-1] == "rally":
        return Order(Do.RALLY, piece, 0)
    goal = goal_touched(s, touches[-1])
    if goal is None or (goal == s.at[piece] - 1 and len(touches) == 1 and touches[-1].startswith("piece")):
        return None
    if touches[0] == "assault":
        return Order(Do.ASSAULT, piece, goal)
    if has_enemy(s, goal):
        return Order(Do.FIRE, piece, goal)
    return Order(Do.GO if len(touches) == 1 else Do.GO_WITH, piece, goal)


def has_enemy(s: Any, hex_: int) -> bool:
    """Whether a unit of the other side is there."""
    return any(one // MOST_PIECES != s.side and not is_leader(s, one) for one in here(s, hex_))


def piece_touched(s: Any, id_: str) -> int | None:
    found = re.fullmatch("piece-([0-9]{1,2})", id_)
    return int(found[1]) if found and exists(s, int(found[1])) else None


def goal_touched(s: Any, id_: str) -> int | None:
    """The hex that was touched, or that of the piece that was."""
    piece = piece_touched(s, id_)
    if piece is not None:
        return s.at[piece] - 1 if s.at[piece] else None
    return hex_named(s, id_[4:]) if id_.startswith("hex-") else None


# Spots


def spots(s: Any, seat: int) -> tuple[Spot, ...]:
    """What this seat can touch now, legally or not."""
    if seat != decides(s) or s.phase not in (*HEX_OF, Phase.ACT):
        return ()
    buttons = [Spot(id_, *BUTTONS[id_]) for id_ in BUTTONS_OF.get(Phase(s.phase), ())]
    goals = sorted(set(goals_now(s)))
    pieces = pieces_now(s) | {piece for hex_ in goals for piece in here(s, hex_)}
    return (
        *buttons,
        *(Spot(piece_id(piece), "", piece_label(s, piece)) for piece in sorted(pieces)),
        *(Spot(hex_id(s, hex_), hex_key(s, at), hex_label(s, hex_)) for at, hex_ in enumerate(goals, 1)),
    )


def hex_key(s: Any, place: int) -> str:
    """Where a hex is all that is asked for, the few that there are have digits, from the top on."""
    return "" if s.phase == Phase.ACT else str(place)


def pieces_now(s: Any) -> set[int]:
    """Those that can be ordered, and those who can go along."""
    if s.phase == Phase.ACT:
        return {one for one in pieces_of(s, s.side) if s.at[one] or 0 < s.due[one] <= s.number}
    if s.phase == Phase.MOVE:
        return {s.mover - 1}
    if s.phase == Phase.ADVANCE:
        return {one for one in here(s, s.at[s.actor - 1] - 1) if is_leader(s, one)}
    return set()


def goals_now(s: Any) -> Iterator[int]:
    """The hexes that a move can name: those around whoever moves, and those of enemies."""
    match int(s.phase):
        case Phase.ACT:
            yield from goals_of(s, [one for one in pieces_of(s, s.side) if s.at[one] and not s.acted[one]])
        case Phase.MOVE:
            yield from around(s, s.at[s.mover - 1] - 1)
        case Phase.FLIGHT:
            yield from around(s, s.at[s.mover - 1] - 1)
        case Phase.RETREAT:
            yield from around(s, s.at[s.checked - 1] - 1)
        case Phase.DISPLACE:
            yield from around(s, s.into - 1)
        case _:
            yield s.target - 1


def goals_of(s: Any, pieces: Iterable[int]) -> Iterator[int]:
    for piece in pieces:
        yield from around(s, s.at[piece] - 1)
        if s.kind[piece] == GUNBOAT:
            yield from (hex_ for hex_ in range(s.width * s.height) if s.terrain[hex_] == Terrain.RIVER)
    for enemy in pieces_of(s, 1 - s.side):
        if s.at[enemy]:
            yield s.at[enemy] - 1


def around(s: Any, hex_: int) -> list[int]:
    near = [int(next_to(s, hex_, direction)) for direction in range(DIRECTIONS)]
    return [there for there in near if there != NOWHERE]


def piece_label(s: Any, piece: int) -> str:
    """`Burnside, infantry, 4 blocks, morale black, Sudley Ford (C2), has acted`."""
    kind = KINDS[s.kind[piece] - 1]
    morale = f"morale {colour(s.morale[piece]) if s.morale[piece] else 'unknown'}"
    blocks = "" if is_leader(s, piece) else f", {plural(s.strength[piece], 'block')}, {morale}"
    if not s.at[piece]:
        return f"{name_of(s, piece)}, {kind}{blocks}, waits to enter at {hex_name(s, s.entry[piece] - 1)}"
    acted = ", has acted" if s.acted[piece] else ""
    return f"{name_of(s, piece)}, {kind}{blocks}, {hex_name(s, s.at[piece] - 1)}{acted}"


def hex_label(s: Any, hex_: int) -> str:
    """`Matthews Hill (E5), hill, Evans, Latham`."""
    names = [name_of(s, piece) for piece in here(s, hex_)]
    terrain = terrain_name(s, hex_)
    return ", ".join([hex_name(s, hex_), terrain, *names])
