"""A hand that moves a character: what it means by a place, and the legs that lead there, on a copy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...core.plane import edge_distance, nearest_edge, root_up, square, towards
from .edges import EDGE_X, EDGE_Y
from .fighting import why_no_fight, why_no_shot
from .gaps import NO_GAP, brink, gap_on_way
from .ghostsight import odds_text, stopped_by
from .moves import Do, packed, why_not
from .moving import (
    can_carry,
    is_leaving,
    is_too_long,
    longest_leg,
    look,
    pace_now,
    put,
    spend,
    thing_x,
    thing_y,
    why_no_pick_up,
)
from .names import (
    blocker_name,
    characters_of,
    decimal,
    inches,
    name_of,
    objectives_of,
    place_words,
    terrain_name,
    the,
)
from .orders import charged_at, face_words, move_text
from .refusals import reason
from .space import is_engaged, side_of, stands
from .state import FIRST_OBJECTIVE, OFF_THE_TABLE, TABLE, Clause, Phase, There
from .turns import take
from .water import is_slowed, slow_way
from .ways import NONE, charge_end, charge_way, leg_end

Spot = tuple[int, int]
NEAR = 300
"""A hand so near to a contact means the contact."""
ON_IT = 600
"""And so near to a thing, or to the edge with something to carry off, the thing or the edge."""
AT_HOME = 250
"""Who is not moved farther than this stands."""


@dataclass
class Trial:
    """What is being tried, on a state of its own, and what came of it so far."""

    s: Any
    piece: int
    plays: list[str] = field(default_factory=list)
    way: list[Spot] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    charges: list[int] = field(default_factory=list)
    thing: int | None = None
    refused: tuple[int, str] | None = None
    in_way: int = 0
    stopped: Spot | None = None
    leaves: bool = False
    crossing: str = ""
    """The die of its last leg, if that leads over a gap."""
    text: str = ""

    @property
    def here(self) -> Spot:
        return int(self.s.x[self.piece]), int(self.s.y[self.piece])

    def refuse(self, code: int) -> bool:
        """Whether the rules refuse this move here; if so, why."""
        clause = int(why_not(self.s, code))
        if clause:
            self.refused = clause, reason(self.s, code, clause)
        return clause != 0

    def add_reason(self, words: str) -> None:
        """Something more about why it is refused, or about how far it can go."""
        if self.refused:
            self.refused = self.refused[0], f"{self.refused[1]}; {words}"

    def play(self, code: int) -> None:
        """Take a move on the copy."""
        self.plays.append(move_text(self.s, code))
        take(self.s, code, None)


# The activation


def is_activated(t: Trial) -> bool:
    """Whether the character is active, if need be after a `use`; one that routs then runs by itself."""
    if t.s.phase == Phase.ACTING and t.s.actor == t.piece + 1:
        return True
    code = int(packed(Do.ACTIVATE, t.piece, 0, 0))
    if t.refuse(code):
        return False
    name = name_of(t.s, t.piece)
    t.play(code)
    if t.s.phase == Phase.ACTING and t.s.actor == t.piece + 1:
        return True
    t.text = f"{name} routs: it does nothing but run for the nearest edge"
    return False


def turn(t: Trial, to: Spot) -> None:
    """K3.4: a pivot."""
    x, y = on_table(*to)
    code = int(packed(Do.FACE, 0, x, y))
    if not t.refuse(code):
        t.text = f"{name_of(t.s, t.piece)} turns towards {place_words(x, y)}"
        t.play(code)


# What a place means


def go_where_meant(t: Trial, via: Spot | None, to: Spot) -> None:
    """A hand is not exact: near an enemy it means contact, near a thing the thing, near the edge the edge."""
    enemy = enemy_at(t, to)
    if enemy is not None and via is None and why_no_fight(t.s, enemy) == 0:
        strike(t, Do.FIGHT, enemy)
    elif is_engaged(t.s, t.piece):
        go_all(t, None, on_table(*to))
    elif enemy is not None:
        go_at(t, via, enemy)
    else:
        go_to_thing(t, via, to)


def go_to_thing(t: Trial, via: Spot | None, to: Spot) -> None:
    """K3.1: what lies there is picked up, if it is in reach, or gone to."""
    thing = thing_at(t, to)
    if thing is not None and via is None and why_no_pick_up(t.s, thing) == 0:
        pick(t, thing)
        return
    if thing is not None:
        to = int(thing_x(t.s, thing)), int(thing_y(t.s, thing))
    go_all(t, via, at_edge(t, *to))


def enemy_at(t: Trial, to: Spot) -> int | None:
    """The nearest enemy whose base this place would touch, or nearly."""
    s, near = t.s, []
    for one in characters_of(s, 1 - int(side_of(t.piece))):
        away = square(s.x[one], s.y[one], *to)
        limit = int(s.radius[one]) + int(s.radius[t.piece]) + NEAR
        if stands(s, one) and away < limit * limit:
            near.append((away, one))
    return min(near)[1] if near else None


def thing_at(t: Trial, to: Spot) -> int | None:
    """The nearest thing that this one could carry."""
    s = t.s
    if s.carries[t.piece]:
        return None
    lying = [one for one in characters_of(s, int(side_of(t.piece))) if s.there[one] == There.LIES]
    near = [
        (square(thing_x(s, thing), thing_y(s, thing), *to), thing)
        for thing in (*lying, *objectives_of(s))
        if can_carry(s, t.piece, thing)
    ]
    away, found = min(near, default=(0, None))
    return found if away < ON_IT * ON_IT else None


def at_edge(t: Trial, x: int, y: int) -> Spot:
    """With something to carry off, a place near the edge is one where the base touches it."""
    s, radius, carried = t.s, int(t.s.radius[t.piece]), int(t.s.carries[t.piece]) - 1
    is_off = not (0 <= x <= TABLE and 0 <= y <= TABLE)
    x, y = on_table(x, y)
    if s.enclosed or carried < 0:
        return x, y
    if carried >= FIRST_OBJECTIVE and not s.o_bits[carried - FIRST_OBJECTIVE] & OFF_THE_TABLE:
        return x, y
    if not is_off and edge_distance(x, y, TABLE) > radius + ON_IT:
        return x, y
    edge = int(nearest_edge(x, y, TABLE))
    return (
        x if not EDGE_X[edge] else radius if EDGE_X[edge] < 0 else TABLE - radius,
        y if not EDGE_Y[edge] else radius if EDGE_Y[edge] < 0 else TABLE - radius,
    )


def on_table(x: int, y: int) -> Spot:
    return min(max(x, 0), TABLE), min(max(y, 0), TABLE)


# Legs


def go_at(t: Trial, via: Spot | None, enemy: int) -> None:
    """K3.7: into contact with an enemy, or at least to see why not; else a shot, if there is one."""
    if via is not None and not go_by(t, via):
        return
    how, x, y, then_x, then_y = (int(number) for number in charge_way(t.s, enemy))
    if how == NONE and via is None and why_no_shot(t.s, enemy) == 0:
        strike(t, Do.SHOOT, enemy)
        return
    if how == NONE:
        x, y = (int(number) for number in charge_end(t.s, *t.here, enemy))
    if go_one(t, x, y) and (then_x, then_y) != (x, y) and how != NONE:
        go_one(t, then_x, then_y)


def go_all(t: Trial, via: Spot | None, to: Spot) -> None:
    """By the way-point, if there is one; who is hardly moved stands."""
    if via is not None and not (go_by(t, via) if via != to else go_one(t, *via)):
        return
    away = square(*t.here, *to)
    if away > AT_HOME * AT_HOME or (via is not None and away > 0):
        go_one(t, *to)


def go_by(t: Trial, via: Spot) -> bool:
    """K3.4: a way-point, at most half the move away; whether the way goes on from there."""
    s, via, half = t.s, on_table(*via), int(pace_now(t.s)) // 2
    is_leg = why_not(s, int(packed(Do.LEG, 0, *via))) in (0, Clause.K3_4)
    if s.legs or not is_leg or via == t.here or not is_too_long(s, *t.here, *via, half):
        return go_one(t, *via)
    t.refused = int(Clause.K3_4), too_far_by(t, via, half)
    stop(t, *via, int(slow_way(s, t.piece, *t.here, *via, half, half)))
    return False


def too_far_by(t: Trial, via: Spot, half: int) -> str:
    length = int(root_up(square(*t.here, *via)))
    is_slow = is_slowed(t.s, t.piece, *t.here, *via)
    double = f", which counts as {decimal(2 * length)} in the water" if is_slow else ""
    most = f"a way-point lies at most half the move ({inches(half)}) away"
    return f"{most}, and it is {inches(length)} to this one{double}"


def go_one(t: Trial, x: int, y: int) -> bool:
    """One leg on the copy; whether it can be gone, and the next one after it."""
    if not (0 <= x <= TABLE and 0 <= y <= TABLE):
        x, y = on_table(x, y)
    s, (ax, ay) = t.s, t.here
    code = int(packed(Do.LEG, 0, x, y))
    if t.refuse(code):
        stop(t, x, y, int(longest_leg(s)))
        return False
    length = int(root_up(square(ax, ay, x, y)))
    t.counts.append(length * 2 if is_slowed(s, t.piece, ax, ay, x, y) else length)
    t.charges = charged_at(s, x, y)
    t.plays.append(move_text(s, code))
    t.way.append((x, y))
    step_to(t, x, y)
    t.leaves = bool(is_leaving(s, t.piece))
    return not (t.charges or t.leaves or t.crossing)


def step_to(t: Trial, x: int, y: int) -> None:
    """Put it there, as a leg would."""
    s, (ax, ay) = t.s, t.here
    s.charged = 1 if charged_at(s, x, y) else 0
    t.crossing = crossing_words(t, x, y)
    spend(s, x, y)
    look(s, t.piece, x - ax, y - ay)
    put(s, t.piece, x, y)


def crossing_words(t: Trial, x: int, y: int) -> str:
    """K3.4: what a leg over a gap needs, and where it ends if it fails; the next leg waits for that die."""
    s, (ax, ay) = t.s, t.here
    gap = int(gap_on_way(s, t.piece, ax, ay, x, y))
    if gap == NO_GAP:
        return ""
    face = face_words(int(s.t_roll[gap - 1]))
    short = place_words(*brink(s, t.piece, ax, ay, x, y))
    return f"{face} crosses, else it stops before {terrain_name(s, gap - 1)} at {short}"


def stop(t: Trial, x: int, y: int, most: int) -> None:
    """How far it can go towards there all the same, at most so far, and what is in the way."""
    s = t.s
    if is_engaged(s, t.piece) or s.charged or most < 1:
        return
    bx, by = (int(number) for number in towards(*t.here, x, y, most))
    t.in_way = stopped_by(s, t.piece, *t.here, bx, by)
    if t.in_way and t.refused and t.refused[0] == Clause.K3_4:
        t.add_reason(f"and {blocker_name(s, t.in_way)} is in the way")
    ex, ey, _ = leg_end(s, bx, by, False)
    if (ex, ey) != t.here:
        t.stopped = int(ex), int(ey)
        step_to(t, int(ex), int(ey))
        if t.crossing:
            t.add_reason(t.crossing)


# Other moves


def strike(t: Trial, do: Do, enemy: int) -> None:
    """A fight or a shot from where it stands."""
    code = int(packed(do, enemy, 0, 0))
    how = "shoots at" if do == Do.SHOOT else "fights"
    odds = odds_text(t.s, t.piece, enemy, do == Do.SHOOT)
    t.text = f"{name_of(t.s, t.piece)} {how} {name_of(t.s, enemy)}: {odds}"
    t.charges = [enemy] if do == Do.FIGHT else []
    t.plays.append(move_text(t.s, code))
    look(t.s, t.piece, int(t.s.x[enemy]) - t.here[0], int(t.s.y[enemy]) - t.here[1])


def pick(t: Trial, thing: int) -> None:
    """K3.1."""
    code = int(packed(Do.PICK_UP, thing, 0, 0))
    t.thing = thing
    t.text = f"{name_of(t.s, t.piece)} picks up {the(t.s, thing)}"
    t.play(code)
