"""Moves of a battle in words: to read, to write, and what they do in the words of a player."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from ...core.contract import FIRST_MOVE
from ...core.hexes import NOWHERE
from .attack import CLOSE, DICE, dice_of, number_to_hit
from .ground import DIE, exists, far, leader_with
from .moves import Do, clause_of_die, do_of, hex_of, packed, piece_of
from .moving import MOVES_BY, entry_for, is_forced_march, leader_entering_with
from .names import (
    HEX,
    here,
    hex_name,
    hex_named,
    hex_word,
    is_leader,
    name_of,
    piece_named,
    roster_of,
    written,
)
from .state import Clause, Phase

WITH_PIECE = frozenset({Do.GO, Do.GO_WITH, Do.FIRE, Do.ASSAULT, Do.RALLY, Do.ENTER})
WITH_HEX = frozenset({Do.GO, Do.GO_WITH, Do.STEP, Do.FIRE, Do.ASSAULT, Do.RETREAT, Do.DISPLACE})
WITH_LEADER = frozenset({Do.GO_WITH, Do.ADVANCE_WITH})
WORD = {
    **{do: do.name.lower() for do in Do},
    Do.GO_WITH: "go",
    Do.ADVANCE_WITH: "advance",
}
CLAUSE = {
    Do.END: Clause.C1_1,
    Do.GO: Clause.C1_3,
    Do.GO_WITH: Clause.C2_5,
    Do.STEP: Clause.C1_3,
    Do.STOP: Clause.C1_3,
    Do.FIRE: Clause.C3_1,
    Do.ASSAULT: Clause.C4_1,
    Do.RALLY: Clause.C6_1,
    Do.ENTER: Clause.C2_8,
    Do.RETREAT: Clause.C5_1,
    Do.DISPLACE: Clause.C5_2,
    Do.ADVANCE: Clause.C4_5,
    Do.ADVANCE_WITH: Clause.C4_5,
    Do.STAY: Clause.C4_5,
}


class Order(NamedTuple):
    """A code taken apart; the numbers that do not count are 0."""

    do: Do
    piece: int
    hex: int


def order_of(s: Any, code: int) -> Order | None:
    """None: no move of this battle has this code, legal or not."""
    if not Do.END <= code >> 16 <= Do.STAY:
        return None
    do, piece, hex_ = Do(do_of(code)), int(piece_of(code)), int(hex_of(code))
    fits_piece = exists(s, piece) if do in WITH_PIECE else piece == 0
    fits_hex = hex_ < s.width * s.height if do in WITH_HEX else hex_ == 0
    return Order(do, piece, hex_) if fits_piece and fits_hex else None


# Texts


def move_text(s: Any, code: int) -> str:
    order = order_of(s, code)
    if order is None:
        return f"move {code}"
    words = [WORD[order.do]]
    if order.do in WITH_PIECE:
        words.append(written(s, order.piece))
    if order.do in WITH_HEX:
        words.append(hex_word(s, order.hex))
    if order.do in WITH_LEADER:
        leader = leader_of(s, order)
        words += ["with"] if leader is None else ["with", written(s, leader)]
    return " ".join(words)


def leader_of(s: Any, order: Order) -> int | None:
    """Who goes along with the unit of a move."""
    unit = order.piece if order.do in WITH_PIECE else int(s.actor) - 1
    leader = int(leader_with(s, unit)) if unit >= 0 else 0
    return leader - 1 if leader else None


FORMS: tuple[tuple[str, Do, Do | None], ...] = (
    (r"end", Do.END, None),
    (rf"go (?P<piece>.+?)(?: to)? (?P<hex>{HEX})", Do.GO, Do.GO_WITH),
    (rf"step(?: to)? (?P<hex>{HEX})", Do.STEP, None),
    (r"stop", Do.STOP, None),
    (rf"fire (?P<piece>.+?)(?: at)? (?P<hex>{HEX})", Do.FIRE, None),
    (rf"assault (?P<piece>.+?)(?: at)? (?P<hex>{HEX})", Do.ASSAULT, None),
    (r"rally (?P<piece>.+)", Do.RALLY, None),
    (r"enter (?P<piece>.+)", Do.ENTER, None),
    (rf"retreat(?: to)? (?P<hex>{HEX})", Do.RETREAT, None),
    (rf"displace(?: to)? (?P<hex>{HEX})", Do.DISPLACE, None),
    (r"advance", Do.ADVANCE, Do.ADVANCE_WITH),
    (r"stay", Do.STAY, None),
)
"""A form, what it is, and what it is with a leader."""
LONGEST = 200


def read_move(s: Any, text: str) -> int | None:
    """`go Burnside C4 with McDowell`. The end of a name can be left out, and that of the leader, too."""
    said = " ".join(text.split())
    if len(said) > LONGEST:
        return None
    for form, do, with_leader in FORMS:
        tail = r"(?P<with> with(?: (?P<leader>.+))?)?" if with_leader else ""
        found = re.fullmatch(form + tail, said, re.IGNORECASE)
        if found:
            parts = found.groupdict()
            order = order_said(s, with_leader if with_leader and parts["with"] else do, parts)
            return None if order is None else int(packed(*order))
    return None


def order_said(s: Any, do: Do, parts: dict[str, str | None]) -> Order | None:
    piece = own_or_other(s, parts["piece"] or "") if "piece" in parts else 0
    hex_ = hex_named(s, parts["hex"] or "") if "hex" in parts else 0
    if piece is None or hex_ is None:
        return None
    order = Order(do, piece, hex_)
    return None if parts.get("leader") and not names_leader(s, order, str(parts["leader"])) else order


def own_or_other(s: Any, name: str) -> int | None:
    """A piece of whoever's turn it is; or a whole name of the other side, to be told why not."""
    found = piece_named(s, int(s.side), name)
    return roster_of(s).by_word[1 - s.side].get(name.casefold()) if found is None else found


def names_leader(s: Any, order: Order, name: str) -> bool:
    """Whether this is the leader who would go along; where there is none, any of them will be refused."""
    named, leader = piece_named(s, int(s.side), name), leader_of(s, order)
    return named is not None and is_leader(s, named) and leader in (None, named)


def move_clause(s: Any, code: int) -> int:
    if code < FIRST_MOVE:
        return int(clause_of_die(s))
    order = order_of(s, code)
    if order is None:
        return Clause.C1_3
    if order.do == Do.GO:
        return int(MOVES_BY[s.kind[order.piece]])
    if order.do in (Do.STEP, Do.STOP) and s.mover:
        return Clause.C5_3 if s.phase == Phase.FLIGHT else int(MOVES_BY[s.kind[s.mover - 1]])
    return CLAUSE[order.do]


# Labels


def label(s: Any, code: int) -> str:
    """`Burnside to C4 with McDowell (1 AP)`."""
    order = order_of(s, code)
    if order is None:
        return f"move {code}"
    name, place = name_of(s, order.piece), hex_name(s, order.hex)
    match order.do:
        case Do.END:
            return "End the turn" if s.bank_ap or not s.ap else f"End the turn ({s.ap} AP left)"
        case Do.GO:
            return f"{name} to {place} (1 AP)"
        case Do.GO_WITH:
            return f"{name} to {place} {company(s, order)} (1 AP)"
        case Do.FIRE:
            return f"{name} fires at {those_in(s, order.hex)}: {fire_words(s, order)} (1 AP)"
        case Do.ASSAULT:
            return f"{name} assaults {those_in(s, order.hex)}: {dice_words(s, DICE, CLOSE, order.hex)} (2 AP)"
        case Do.RALLY:
            return f"{name} rallies (1 AP)"
        case Do.ENTER:
            return f"{name} {entry_words(s, order.piece)} (1 AP)"
        case _:
            return label_on_the_way(s, order, place)


def label_on_the_way(s: Any, order: Order, place: str) -> str:
    """Of the moves that name no piece: it is known who is meant."""
    match order.do:
        case Do.STEP:
            return f"{name_of(s, s.mover - 1)} on to {place} ({step_cost(s, order.hex)})"
        case Do.STOP:
            return f"{name_of(s, s.mover - 1)} stops here"
        case Do.RETREAT:
            return f"{name_of(s, s.checked - 1)} retreats to {place}"
        case Do.DISPLACE:
            return f"{name_of(s, s.displaced - 1)} makes room and goes to {place}"
        case Do.ADVANCE:
            return f"{name_of(s, s.actor - 1)} advances to {hex_name(s, s.target - 1)}"
        case Do.ADVANCE_WITH:
            return f"{name_of(s, s.actor - 1)} advances to {hex_name(s, s.target - 1)} {company(s, order)}"
        case _:
            return f"{name_of(s, s.actor - 1)} stays where it is"


def company(s: Any, order: Order) -> str:
    leader = leader_of(s, order)
    return "with a leader" if leader is None else f"with {name_of(s, leader)}"


def step_cost(s: Any, hex_: int) -> str:
    """C2.1, C2.5."""
    if s.mover == 0 or s.steps > 0:
        return "free"
    return "free, a forced march" if is_forced_march(s, hex_) else "1 AP, the leader's extra hex"


def entry_words(s: Any, piece: int) -> str:
    """`enters at C1 with McDowell`: its entry hex, or the next that is free (C2.8)."""
    hex_ = int(entry_for(s, piece)) if s.entry[piece] else NOWHERE
    if hex_ == NOWHERE:
        return "enters"
    leader = 0 if is_leader(s, piece) else int(leader_entering_with(s, piece, hex_))
    return f"enters at {hex_name(s, hex_)}{f' with {name_of(s, leader - 1)}' if leader else ''}"


def those_in(s: Any, hex_: int) -> str:
    """`Evans and Latham in Matthews Hill (E5)`."""
    names = [name_of(s, piece) for piece in here(s, hex_) if not is_leader(s, piece)]
    return f"{' and '.join(names)} in {hex_name(s, hex_)}" if names else hex_name(s, hex_)


def fire_words(s: Any, order: Order) -> str:
    if not s.at[order.piece]:
        return "from off the map"
    away = int(far(s, s.at[order.piece] - 1, order.hex))
    dice = int(dice_of(s, order.piece, away))
    return dice_words(s, dice, int(number_to_hit(s, order.piece, away)), order.hex)


def dice_words(s: Any, dice: int, number: int, hex_: int) -> str:
    return f"{dice} dice, {hit_words(number - int(DIE[s.terrain[hex_]]))}"


def hit_words(least: int, who: str = "each") -> str:
    """From which face on a die hits, terrain counted (C3.2)."""
    if least > 6:
        return "none can hit"
    if least >= 5:
        return f"{who} hits on {'6' if least == 6 else '5 or 6'}"
    return f"{who} hits on {max(least, 1)} to 6"
