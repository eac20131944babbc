"""What whoever is picked can do from here: hexes to go to with their APs, targets, and what hides others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...core.contract import Mark
from .attack import range_of
from .checks import MOST_PIECES
from .ground import CAVALRY, blocker, far, leader_with
from .listed import MOST_MOVES, moves, ways_on
from .moves import Do, do_of, hex_of, is_target, packed, piece_of, why_not
from .names import hex_name, hex_word, is_leader, name_of, pieces_of
from .obstacles import obstacle
from .orders import label, move_text, step_cost
from .rules import apply
from .state import Phase
from .text import decides
from .touch import hex_id, piece_touched


class Way(NamedTuple):
    """How a hex is reached, and the record then."""

    after: Any
    piece: int
    codes: tuple[int, ...]
    plays: tuple[str, ...]
    kind: str
    how: str


def marks(s: Any, seat: int, touches: Sequence[str]) -> tuple[Mark, ...]:
    """Of a piece that was touched, with its leader or alone, or of the one on its way."""
    if seat != decides(s):
        return ()
    if s.phase == Phase.MOVE and not touches:
        return (*going(s, steps_of(s)), *attacks(s, int(s.mover) - 1))
    if s.phase in BACK and not touches:
        return tuple(going_back(s))
    piece = piece_touched(s, touches[0]) if s.phase == Phase.ACT and touches else None
    if piece is None or piece // MOST_PIECES != seat or not s.at[piece] or s.acted[piece]:
        return ()
    if len(touches) == 1:
        return (*going(s, first_of(s, piece, Do.GO, Do.GO_WITH)), *attacks(s, piece))
    if piece_touched(s, touches[1]) is not None:
        return tuple(going(s, first_of(s, piece, Do.GO_WITH)))
    return tuple(one for one in attacks(s, piece) if touches[1] == "assault" and one.sign.endswith("A2"))


# Going back


BACK = (Phase.RETREAT, Phase.DISPLACE, Phase.FLIGHT)


def going_back(s: Any) -> Iterator[Mark]:
    """Where whoever gives way can go; he who flees, with his next hex."""
    codes = np.zeros(MOST_MOVES, np.int64)
    for code in codes[: int(moves(s, codes))].tolist():
        if do_of(code) != Do.STOP:
            yield Mark(hex_id(s, hex_of(code)), "near", "↩", label(s, code), "where it can go", ())


# Going


def going(s: Any, begun: list[int]) -> Iterator[Mark]:
    """The hexes that these moves lead to, the cheapest and shortest way to each."""
    found: dict[int, Way] = {}
    been: set[tuple[int, int]] = set()
    ways = [walked(s, None, code) for code in begun]
    start = {int(s.at[piece]) - 1 for piece in (way.piece for way in ways)}
    while ways:
        ways.sort(key=lambda way: (s.ap - way.after.ap, len(way.codes)))
        way = ways.pop(0)
        hex_, along = hex_of(way.codes[-1]), int(way.after.along)
        if (hex_, along) in been or hex_ in start:
            continue
        been.add((hex_, along))
        options = ways_from(way.after)
        if hex_ not in found and (not options or packed(Do.STOP, 0, 0) in options):
            found[hex_] = stopped(way, options)
        ways += [walked(way.after, way, code) for code in options if do_of(code) == Do.STEP]
    for hex_, way in sorted(found.items()):
        cost = int(s.ap - way.after.ap)
        how = f", {way.how}" if way.how else ""
        told = f"{name_of(s, way.piece)} to {hex_name(s, hex_)}{company(s, way)} ({cost} AP{how})"
        plays = way.plays if len(way.codes) > 1 else ()
        yield Mark(hex_id(s, hex_), way.kind, str(cost), told, MEANING[way.kind], plays)


MEANING = {
    "near": "next hex, and its AP",
    "far": "farther on",
    "dear": "leader's extra hex",
    "target": "F fire, A assault",
    "unseen": "in range, not in sight",
    "blocks": "in the way",
}


def company(s: Any, way: Way) -> str:
    """The leader who goes along all the way."""
    leader = int(s.along) or (int(leader_with(s, way.piece)) if do_of(way.codes[0]) == Do.GO_WITH else 0)
    return f" with {name_of(s, leader - 1)}" if leader else ""


def first_of(s: Any, piece: int, *dos: Do) -> list[int]:
    """The first hexes of a piece, those without its leader before those with him."""
    codes = np.zeros(MOST_MOVES, np.int64)
    mine = [code for code in codes[: int(moves(s, codes))].tolist() if piece_of(code) == piece]
    return [code for do in dos for code in mine if do_of(code) == do]


def ways_from(s: Any) -> list[int]:
    codes = np.zeros(MOST_FROM_HERE, np.int64)
    return codes[: int(ways_on(s, codes))].tolist() if s.phase == Phase.MOVE else []


MOST_FROM_HERE = 16
"""Six hexes to go to, six to fire at, and one can stop."""


def steps_of(s: Any) -> list[int]:
    return [code for code in ways_from(s) if do_of(code) == Do.STEP]


def walked(s: Any, way: Way | None, code: int) -> Way:
    """One hex more, in a copy."""
    after = s.copy()
    apply(after, code, None)
    before, plays = (way.codes, way.plays) if way else ((), ())
    how = step_cost(s, hex_of(code)).partition(", ")[2] if do_of(code) == Do.STEP else ""
    pushed = do_of(code) == Do.STEP and after.ap < s.ap
    kind = "dear" if pushed else "far" if before or do_of(code) == Do.STEP else "near"
    piece = way.piece if way else int(s.mover) - 1 if s.mover else piece_of(code)
    return Way(after, piece, (*before, code), (*plays, move_text(s, code)), kind, how)


def stopped(way: Way, options: list[int]) -> Way:
    """A long way ends where it leads, unless there is somebody to fire at."""
    if len(way.codes) < 2 or not options or any(do_of(code) == Do.FIRE for code in options):
        return way
    return way._replace(plays=(*way.plays, move_text(way.after, packed(Do.STOP, 0, 0))))


# Attacking


def attacks(s: Any, piece: int) -> Iterator[Mark]:
    """Those in range: what it costs to attack them, or what hides them."""
    if is_leader(s, piece) or (s.phase == Phase.MOVE and s.kind[piece] != CAVALRY):
        return
    hidden: dict[int, str] = {}
    enemies = [one for one in pieces_of(s, 1 - s.side) if s.at[one] and is_target(s, one)]
    for hex_ in sorted({int(s.at[one]) - 1 for one in enemies}):
        signs = [
            sign
            for sign, do in (("F1", Do.FIRE), ("A2", Do.ASSAULT))
            if not why_not(s, packed(do, piece, hex_))
        ]
        if signs:
            told = " or ".join({"F1": "fire for 1 AP", "A2": "assault for 2 AP"}[sign] for sign in signs)
            yield Mark(
                hex_id(s, hex_), "target", " ".join(signs), f"{hex_name(s, hex_)}: {told}", MEANING["target"]
            )
        elif 1 < far(s, s.at[piece] - 1, hex_) <= range_of(s, piece) and s.phase == Phase.ACT and s.ap:
            between = int(blocker(s, s.at[piece] - 1, hex_))
            if between >= 0:
                hidden[between] = ", ".join(filter(None, (hidden.get(between, ""), hex_word(s, hex_))))
                told = f"in range, not in sight: {obstacle(s, between)} in the way"
                yield Mark(hex_id(s, hex_), "unseen", "", f"{hex_name(s, hex_)}: {told}", MEANING["unseen"])
    for hex_, others in sorted(hidden.items()):
        yield Mark(hex_id(s, hex_), "blocks", "", f"{hex_name(s, hex_)}: hides {others}", MEANING["blocks"])
