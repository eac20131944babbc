"""Whether a record that came from outside can arise: its numbers, its pieces, and where they stand.

What follows from the rest, such as who stands in a hex, is built again and compared. What goes on just now, a
move or a combat, is checked in `midway`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .battle import CALLED, Kind
from .checks import MOST_PIECES
from .ground import ARTILLERY, LEADER, can_stand, is_land_unit
from .midway import fault_midway
from .names import hex_name, name_of, pieces_of
from .rules import is_last, vp_of
from .state import HEAD, MORALES, OF_A_SIDE, PIECES, RALLIED, SIDES, Phase

SETTLED = (
    *HEAD,
    *OF_A_SIDE,
    "dealt",
    "terrain",
    "point_hex",
    "point_worth",
    "point_scorers",
    "kind",
    "full",
    "moves_from",
)
"""What never changes in a battle."""
FOLLOWS = ("entry", "unit_at", "guns_at", "leader_at", "kills", "lost")
"""What follows from the rest."""
MOST_FROM_DIE = 3  # C1.2


def fault(s: Any, started: Any) -> str:
    """Why a state that was read from outside could never arise, or an empty text."""
    if any(list_of(s, name) != list_of(started, name) for name in SETTLED):
        return "it was played with other rules or another scenario (C7.2)"
    for wrong in faults(s, started):
        if wrong:
            return wrong
    again = s.copy()
    rebuild(again, started)
    for name in FOLLOWS:
        if list_of(s, name) != list_of(again, name):
            return f"its numbers for {name.replace('_', ' ')!r} do not fit the rest (C2.7)"
    return fault_in_end(s) or fault_midway(s)


def list_of(s: Any, name: str) -> list[int]:
    value = getattr(s, name)
    return [value] if isinstance(value, int) else value.tolist()


def faults(s: Any, started: Any) -> Iterator[str]:
    """Each an empty text if nothing is wrong; the later ones rely on the earlier."""
    yield fault_in_turn(s)
    for piece in range(PIECES):
        yield fault_in_piece(s, started, piece)
    yield fault_in_hexes(s)
    yield fault_in_points(s)
    for side in range(SIDES):
        yield fault_in_morale(s, started, side)
    yield fault_in_chain_numbers(s)


# The turn


def fault_in_turn(s: Any) -> str:
    if s.phase not in list(Phase):
        return "there is no such phase (C1.1)"
    if not 1 <= s.number <= s.turns or s.side not in range(SIDES):
        return f"the battle has the turns 1 to {s.turns} (C7.2)"
    is_at_rest = s.phase in (Phase.AP, Phase.OVER)
    if not 0 <= s.ap <= (0 if is_at_rest else most_ap(s, s.side)):
        return f"{CALLED[s.side]} cannot have {s.ap} AP (C1.2)"
    for side in range(SIDES):
        can_keep = s.bank_ap and (side != s.side or is_at_rest)
        if not 0 <= s.banked[side] <= (most_ap(s, side) if can_keep else 0):
            return f"{CALLED[side]} cannot have kept {s.banked[side]} AP (C1.2, option bank_ap)"
    return ""


def most_ap(s: Any, side: int) -> int:
    """Of a turn, and of those before it where they are kept."""
    return int((s.command[side] + MOST_FROM_DIE) * (rolls_so_far(s, side) if s.bank_ap else 1))


def rolls_so_far(s: Any, side: int) -> int:
    """How often a side has rolled for APs."""
    has_rolled = s.phase != Phase.AP if side == s.side else side == s.first
    return int(s.number if has_rolled else s.number - 1)


def fault_in_end(s: Any) -> str:
    """C7.2: it is over when a side has its VP as a turn ends, or after the last turn, and not before."""
    reached = any(vp_of(s, side) >= s.vp[side] for side in range(SIDES))
    if s.phase == Phase.OVER:
        return "" if reached or is_last(s) else "nobody has the VP to win, and turns are left (C7.2)"
    begins = s.phase == Phase.AP and not (s.vp_at_end and is_last(s))
    return "a side has the VP to win, so the battle is over (C7.2)" if begins and reached else ""


# The pieces


def fault_in_piece(s: Any, started: Any, piece: int) -> str:
    numbers = [
        getattr(s, name)[piece] for name in ("strength", "morale", "at", "due", "acted", "struck", "shown")
    ]
    if not s.kind[piece]:
        return "it has a piece more than the scenario (C2.7)" if any(numbers) else ""
    name, due = name_of(s, piece), started.due[piece]
    most = RALLIED if s.kind[piece] == LEADER else 1
    if not 0 <= s.acted[piece] <= most or any(flag not in (0, 1) for flag in numbers[5:]):
        return f"{name} has acted, was struck or has shown more than once (C1.3)"
    if s.at[piece] and not 1 <= s.at[piece] <= s.width * s.height:
        return f"{name} is off the map (C2.7)"
    if s.due[piece]:
        return fault_in_waiting(s, started, piece)
    if due > s.number:
        return f"{name} enters from turn {due} on, and this is turn {s.number} (C2.8)"
    if not s.at[piece]:
        return f"{name} is lost, and has blocks (C3.3)" if s.strength[piece] else ""
    if not 1 <= s.strength[piece] <= s.full[piece]:
        return f"{name} has 1 to {s.full[piece]} blocks, not {s.strength[piece]} (C3.3)"
    if not can_stand(s, s.kind[piece], s.at[piece] - 1):
        return f"{name} cannot stand in {hex_name(s, s.at[piece] - 1)} (C2.4)"
    return ""


def fault_in_waiting(s: Any, started: Any, piece: int) -> str:
    name = name_of(s, piece)
    if s.due[piece] != started.due[piece]:
        return (
            f"{name} starts on the map (C2.8)"
            if not started.due[piece]
            else f"{name} enters otherwise (C2.8)"
        )
    if s.at[piece] or s.acted[piece] or s.struck[piece] or s.shown[piece]:
        return f"{name} still waits, and cannot have done anything (C2.8)"
    return (
        ""
        if s.strength[piece] == started.strength[piece]
        else f"{name} still waits, with all its blocks (C2.8)"
    )


def fault_in_hexes(s: Any) -> str:
    """C2.7: both sides in a hex, or two pieces of one class. A leader on his way may pass another."""
    sides: dict[int, int] = {}
    seen: dict[tuple[int, int], int] = {}
    for piece in (piece for side in range(SIDES) for piece in pieces_of(s, side) if s.at[piece]):
        hex_ = s.at[piece] - 1
        other = sides.setdefault(hex_, piece)
        if other // MOST_PIECES != piece // MOST_PIECES:
            return f"{name_of(s, other)} and {name_of(s, piece)} cannot both be in {hex_name(s, hex_)} (C2.7)"
        if piece == s.mover - 1 and s.kind[piece] == LEADER and not stands(s, piece):
            continue
        other = seen.setdefault((hex_, class_of(s, piece)), piece)
        if other != piece:
            return f"{name_of(s, other)} and {name_of(s, piece)} cannot both be in {hex_name(s, hex_)} (C2.7)"
    return ""


def class_of(s: Any, piece: int) -> int:
    """Of one class a hex takes one piece."""
    kind = int(s.kind[piece])
    return kind if kind in (ARTILLERY, LEADER) else Kind.INFANTRY + 1


def fault_in_points(s: Any) -> str:
    for place, hex_ in enumerate(s.point_hex):
        if s.point_holder[place] not in (range(SIDES + 1) if hex_ else (0,)):
            return "somebody else than the two sides holds a VP hex (C7.1)"
        there = side_in(s, hex_ - 1)
        if there is not None and s.point_holder[place] != there + 1:
            return f"{CALLED[there]} stands in {hex_name(s, hex_ - 1)}, and so holds it (C7.1)"
    return ""


def side_in(s: Any, hex_: int) -> int | None:
    """Whose land unit stands in a hex."""
    if hex_ < 0:
        return None
    stands_there = (one for side in range(SIDES) for one in pieces_of(s, side) if s.at[one] == hex_ + 1)
    return next((one // MOST_PIECES for one in stands_there if is_land_unit(s, one)), None)


def fault_in_morale(s: Any, started: Any, side: int) -> str:
    """C8.1: what has shown is as it was; the rest may be dealt in another way."""
    units = [piece for piece in pieces_of(s, side) if s.kind[piece] != LEADER]
    for piece in pieces_of(s, side):
        known = s.shown[piece] or s.kind[piece] == LEADER
        if known and s.morale[piece] != started.morale[piece]:
            return f"{name_of(s, piece)} has shown another morale (C8.1)"
    dealt = [sum(s.morale[unit] == morale + 1 for unit in units) for morale in range(MORALES)]
    if dealt != list(s.dealt[side * MORALES : (side + 1) * MORALES]):
        return f"{CALLED[side]} has other morales in this battle, or they are hidden (C8.1)"
    if any(s.shown[piece] or s.struck[piece] for piece in pieces_of(s, side) if s.kind[piece] == LEADER):
        return "a leader has no morale and is not attacked himself (C4.3)"
    return ""


def fault_in_chain_numbers(s: Any) -> str:
    """What goes on names only pieces and hexes that there are."""
    for name in ("mover", "along", "actor", "checked", "displaced"):
        piece = getattr(s, name)
        if piece and not (1 <= piece <= PIECES and s.kind[piece - 1] and s.at[piece - 1]):
            return f"its {name} is not on the map (C1.3)"
    for name in ("target", "into"):
        if not 0 <= getattr(s, name) <= s.width * s.height:
            return f"its {name} is off the map (C1.3)"
    return ""


# What follows


def stands(s: Any, piece: int) -> bool:
    """Whether a leader stands in his hex, and is not on his way."""
    return bool(s.at[piece] and s.leader_at[s.at[piece] - 1] == piece + 1)


def rebuild(s: Any, started: Any) -> None:
    """Write what follows from the rest."""
    for field in (s.unit_at, s.guns_at, s.leader_at):
        for hex_ in range(len(field)):
            field[hex_] = 0
    for piece in range(PIECES):
        s.entry[piece] = started.entry[piece] if s.due[piece] else 0
    for side in range(SIDES):
        s.kills[1 - side] = s.lost[side] = 0
        for piece in pieces_of(s, side):
            if s.at[piece]:
                put_back(s, piece)
            elif not s.due[piece]:
                s.kills[1 - side] += 1
                s.lost[side] += s.kind[piece] == LEADER


def put_back(s: Any, piece: int) -> None:
    here = s.at[piece] - 1
    if not 0 <= here < len(s.unit_at):
        return  # this fault is told elsewhere
    if s.kind[piece] == ARTILLERY:
        s.guns_at[here] = piece + 1
    elif s.kind[piece] != LEADER:
        s.unit_at[here] = piece + 1
    elif piece != s.mover - 1 or is_still_there(s):
        s.leader_at[here] = piece + 1


def is_still_there(s: Any) -> bool:
    """Whether a leader in flight has made no step yet."""
    return bool(s.phase == Phase.FLIGHT and s.gone == 0)
