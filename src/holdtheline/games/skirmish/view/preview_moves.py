"""Try a dragged move on a copy of the state: what is meant by a place, and the legs that lead there."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....core.plane import ceil_sqrt, edge_distance, move_towards, nearest_edge, point_is_nearer, squared_distance
from ..rules.battlefield import (
    enemies_of,
    is_engaged,
    is_standing,
    place_character,
    set_facing,
    side_of,
    thing_x,
    thing_y,
    would_touch,
)
from ..rules.combat.melee import why_not_fight
from ..rules.combat.shooting import why_not_shoot
from ..rules.movement.approach import farthest_leg_end
from ..rules.movement.bends import NO_WAY, TWO_LEGS
from ..rules.movement.charges import contact_point, find_charge
from ..rules.movement.legs import is_too_long, longest_leg, move_allowance, spend_leg
from ..rules.movement.paths import CLOSED_TO_LEGS, FIRST_TERRAIN_BLOCKER, nearest_blocker, stop_before_gap
from ..rules.movement.terrain import (
    EDGE_X,
    EDGE_Y,
    NO_GAP,
    gap_on_path,
    is_closed_to,
    is_on_battlefield,
    is_slowed_by_water,
    path_meets,
    slowed_length,
)
from ..rules.moves import MoveKind, pack_move, why_not
from ..rules.objectives import can_carry, is_carrying_off, must_stay, why_not_pick_up
from ..rules.sequence_of_play import apply_move
from ..rules.traits.parameters import format_inches
from ..state import BATTLEFIELD_SIZE, MAX_TERRAIN, Clause, Phase, SkirmishState
from ..text.names import (
    all_characters,
    all_things,
    blocker_name,
    inches_over,
    name_of,
    place_text,
    terrain_name,
    with_article,
)
from ..text.notation import clamp_to_battlefield, enemies_charged_at, face_text, move_text
from ..text.refusals import doubled_inches, refusal, shot_refusal
from .odds import odds_text

Place = tuple[int, int]
CONTACT_SNAP = 300
"""A place this near to contact with an enemy means contact."""
THING_SNAP = 600
"""A place this near to a thing means the thing; near to the edge, with something to carry off, the edge."""
REACH_SNAP = 500
"""A place no farther than this beyond the reach means the end of the reach."""
STAND_SNAP = 250
"""A character that is dragged no farther than this stays where it is."""


@dataclass
class Preview:
    """A move that is tried on a copy of the state, and what came of it so far."""

    s: SkirmishState
    piece: int
    plays: list[str] = field(default_factory=list)
    path: list[Place] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    charges: list[int] = field(default_factory=list)
    thing: int | None = None
    shot_plays: list[str] = field(default_factory=list)
    refused: tuple[int, str] | None = None
    in_way: int = 0
    stopped: Place | None = None
    leaves: bool = False
    shot: str = ""  # the odds of a shot at the enemy that it charges, if that is possible as well
    crossing: str = ""  # the roll of its last leg, if that crosses a gap
    later: str = ""  # what it can do at its next activation
    text: str = ""

    @property
    def here(self) -> Place:
        return self.s.x[self.piece], self.s.y[self.piece]

    def refuse(self, code: int) -> bool:
        """Return whether the rules refuse this move, and note why."""
        clause = int(why_not(self.s, code))
        if clause:
            self.refused = clause, refusal(self.s, code, clause)
        return clause != 0

    def add_reason(self, text: str) -> None:
        """Add to the reason for a refusal."""
        if self.refused:
            self.refused = self.refused[0], f"{self.refused[1]}; {text}"

    def play(self, code: int) -> None:
        """Make a move on the copy."""
        self.plays.append(move_text(self.s, code))
        apply_move(self.s, code, None)


# The activation


def try_activation(t: Preview) -> bool:
    """Activate the character if it is not active; return whether it can act (a routing one runs at once)."""
    if t.s.phase == Phase.ACTING and t.s.actor == t.piece + 1:
        return True
    code = pack_move(MoveKind.ACTIVATE, t.piece, 0, 0)
    if t.refuse(code):
        return False
    name = name_of(t.s, t.piece)
    t.play(code)
    if t.s.phase == Phase.ACTING and t.s.actor == t.piece + 1:
        return True
    t.text = f"{name} routs: it can only run for the nearest edge"
    return False


def preview_pivot(t: Preview, to: Place) -> None:
    """Preview a pivot (K3.4)."""
    x, y = clamp_to_battlefield(*to)
    code = pack_move(MoveKind.FACE, 0, x, y)
    if not t.refuse(code):
        t.text = f"{name_of(t.s, t.piece)} turns towards {place_text(x, y)}"
        t.play(code)


# Where a drag leads


def preview_drag(t: Preview, via: Place | None, to: Place) -> None:
    """Preview a drag. It need not be exact: it snaps to contact with an enemy, to a thing, and to the edge."""
    enemy = enemy_at(t, to)
    if enemy is not None and via is None and why_not_fight(t.s, enemy) == 0:
        preview_strike(t, MoveKind.FIGHT, enemy)
    elif is_engaged(t.s, t.piece):
        go_via(t, None, clamp_to_battlefield(*to))
    elif enemy is not None:
        charge_enemy(t, via, enemy)
    else:
        go_to_thing(t, via, to)


def go_to_thing(t: Preview, via: Place | None, to: Place) -> None:
    """Pick up the thing at this place if it is in reach, else go there (K3.1)."""
    thing = thing_at(t, to)
    if thing is not None and via is None and why_not_pick_up(t.s, thing) == 0:
        t.thing = thing
        t.text = f"{name_of(t.s, t.piece)} picks up {with_article(t.s, thing)}"
        t.play(pack_move(MoveKind.PICK_UP, thing, 0, 0))
        return
    if thing is not None:
        to = thing_x(t.s, thing), thing_y(t.s, thing)
        t.later = f"; it can pick up {with_article(t.s, thing)} at the start of its next activation"
    to = snap_to_edge(t, *to)
    go_via(t, via, snap_to_reach(t, *to) if via is None else to)


def enemy_at(t: Preview, to: Place) -> int | None:
    """Return the nearest enemy whose base a base at this place would touch, or nearly touch."""
    s, near = t.s, []
    for enemy in enemies_of(s, t.piece):
        away = squared_distance(s.x[enemy], s.y[enemy], *to)
        limit = s.radius[enemy] + s.radius[t.piece] + CONTACT_SNAP
        if is_standing(s, enemy) and away < limit * limit:
            near.append((away, enemy))
    return min(near)[1] if near else None


def thing_at(t: Preview, to: Place) -> int | None:
    """Return the nearest thing that the character could carry, if it is near this place."""
    s = t.s
    if s.carries[t.piece]:
        return None
    near = [
        (squared_distance(thing_x(s, thing), thing_y(s, thing), *to), thing)
        for thing in all_things(s)
        if can_carry(s, t.piece, thing)
    ]
    away, found = min(near, default=(0, None))
    return found if away < THING_SNAP * THING_SNAP else None


def snap_to_edge(t: Preview, x: int, y: int) -> Place:
    """Return the place where the base touches the edge, if it has something to carry off and is near it."""
    s, radius, carried = t.s, t.s.radius[t.piece], t.s.carries[t.piece] - 1
    is_on = is_on_battlefield(x, y)
    x, y = clamp_to_battlefield(x, y)
    if s.enclosed or carried < 0 or must_stay(s, carried):
        return x, y
    if is_on and edge_distance(x, y, BATTLEFIELD_SIZE) > radius + THING_SNAP:
        return x, y
    edge = nearest_edge(x, y, BATTLEFIELD_SIZE)
    return (
        x if not EDGE_X[edge] else radius if EDGE_X[edge] < 0 else BATTLEFIELD_SIZE - radius,
        y if not EDGE_Y[edge] else radius if EDGE_Y[edge] < 0 else BATTLEFIELD_SIZE - radius,
    )


# Legs


def charge_enemy(t: Preview, via: Place | None, enemy: int) -> None:
    """Charge an enemy (K3.7); if that is impossible, shoot at it, or say why the charge is."""
    if via is not None and not go_to_waypoint(t, via):
        return
    charge_kind, x, y, then_x, then_y = find_charge(t.s, enemy, True)
    can_shoot = via is None and why_not_shoot(t.s, enemy) == 0
    if charge_kind == NO_WAY and can_shoot:
        preview_strike(t, MoveKind.SHOOT, enemy)
        return
    if can_shoot:
        t.shot = odds_text(t.s, t.piece, enemy, True)
        t.shot_plays = [*t.plays, move_text(t.s, pack_move(MoveKind.SHOOT, enemy, 0, 0))]
    if charge_kind == NO_WAY:
        x, y = contact_point(t.s, *t.here, enemy)
    shot_reason = shot_refusal(t.s, t.piece, enemy) if t.s.shooting_range[t.piece] and not can_shoot else ""
    shot_clause = int(why_not_shoot(t.s, enemy))
    if go_leg(t, x, y) and charge_kind == TWO_LEGS:
        go_leg(t, then_x, then_y)
    elif charge_kind == NO_WAY and via is None and shot_reason:
        t.refused = shot_clause, shot_reason  # a shooter wants to know first why it cannot shoot


def go_via(t: Preview, via: Place | None, to: Place) -> None:
    """Go to a place, by way of the waypoint if there is one."""
    if via is not None and not (go_to_waypoint(t, via) if via != to else go_leg(t, *via)):
        return
    away = squared_distance(*t.here, *to)
    if away > STAND_SNAP * STAND_SNAP or (via is not None and away > 0):
        go_leg(t, *to)


def snap_to_reach(t: Preview, x: int, y: int) -> Place:
    """Return the farthest place in reach in this direction, if this one is only a little beyond it."""
    limit = longest_leg(t.s)
    beyond = ceil_sqrt(squared_distance(*t.here, x, y)) - limit
    is_slow = is_slowed_by_water(t.s, t.piece, *t.here, x, y)
    return move_towards(*t.here, x, y, limit) if limit and 0 < beyond <= REACH_SNAP and not is_slow else (x, y)


def go_to_waypoint(t: Preview, via: Place) -> bool:
    """Go to a waypoint, at most half the move away (K3.4); return whether another leg is possible."""
    s, via, half = t.s, clamp_to_battlefield(*via), move_allowance(t.s) // 2
    is_leg = why_not(s, pack_move(MoveKind.LEG, 0, *via)) in (0, Clause.K3_4)
    if s.legs or not is_leg or via == t.here or not is_too_long(s, *t.here, *via, half):
        return go_leg(t, *via)
    t.refused = int(Clause.K3_4), waypoint_too_far_text(t, via, half)
    stop_short(t, *via, slowed_length(s, t.piece, *t.here, *via, half, half))
    return False


def waypoint_too_far_text(t: Preview, via: Place, half: int) -> str:
    length = ceil_sqrt(squared_distance(*t.here, *via))
    is_slow = is_slowed_by_water(t.s, t.piece, *t.here, *via)
    distance = f"water doubles {doubled_inches(length, half)}" if is_slow else f"it is {inches_over(length, half)}"
    return f"too far: {distance}, and a waypoint may be half the move ({format_inches(half)}″) away"


def go_leg(t: Preview, x: int, y: int) -> bool:
    """Make a leg on the copy; return whether it is legal and another one can follow."""
    x, y = clamp_to_battlefield(x, y)
    s, (ax, ay) = t.s, t.here
    code = pack_move(MoveKind.LEG, 0, x, y)
    if t.refuse(code):
        stop_short(t, x, y, longest_leg(s))
        return False
    length = ceil_sqrt(squared_distance(ax, ay, x, y))
    t.counts.append(length * 2 if is_slowed_by_water(s, t.piece, ax, ay, x, y) else length)
    t.charges = enemies_charged_at(s, x, y)
    t.plays.append(move_text(s, code))
    t.path.append((x, y))
    step_to(t, x, y)
    t.leaves = bool(is_carrying_off(s, t.piece))
    return not (t.charges or t.leaves or t.crossing)


def step_to(t: Preview, x: int, y: int) -> None:
    """Place the character as a leg would."""
    s, (ax, ay) = t.s, t.here
    s.charged = 1 if enemies_charged_at(s, x, y) else 0
    t.crossing = crossing_text(t, x, y)
    spend_leg(s, x, y)
    set_facing(s, t.piece, x - ax, y - ay)
    place_character(s, t.piece, x, y)


def crossing_text(t: Preview, x: int, y: int) -> str:
    """Say what a leg over a gap needs, and where it ends if the roll fails (K3.4)."""
    s, (ax, ay) = t.s, t.here
    gap = gap_on_path(s, t.piece, ax, ay, x, y)
    if gap == NO_GAP:
        return ""
    face = face_text(s.terrain_roll[gap - 1])
    short = place_text(*stop_before_gap(s, t.piece, ax, ay, x, y))
    return f"{face} crosses, otherwise it stops before {terrain_name(s, gap - 1)} at {short}"


def stop_short(t: Preview, x: int, y: int, max_length: int) -> None:
    """Move a refused leg as far as it can go, at most this far, and note what is in the way."""
    s = t.s
    if is_engaged(s, t.piece) or s.charged or max_length < 1:
        return
    bx, by = move_towards(*t.here, x, y, max_length)
    t.in_way = find_first_obstacle(s, t.piece, *t.here, bx, by)
    if t.in_way and t.refused and t.refused[0] == Clause.K3_4:
        t.add_reason(f"{blocker_name(s, t.in_way)} is also in the way")
    ex, ey, _ = farthest_leg_end(s, bx, by, False)
    if (ex, ey) != t.here:
        t.stopped = ex, ey
        step_to(t, ex, ey)
        if t.crossing:
            t.add_reason(t.crossing)


# Other moves


def preview_strike(t: Preview, kind: MoveKind, enemy: int) -> None:
    """Preview a fight or a shot from where the character stands."""
    code = pack_move(kind, enemy, 0, 0)
    verb = "shoots at" if kind == MoveKind.SHOOT else "fights"
    odds = odds_text(t.s, t.piece, enemy, kind == MoveKind.SHOOT)
    t.text = f"{name_of(t.s, t.piece)} {verb} {name_of(t.s, enemy)}: {odds}"
    t.charges = [enemy] if kind == MoveKind.FIGHT else []
    t.plays.append(move_text(t.s, code))
    set_facing(t.s, t.piece, t.s.x[enemy] - t.here[0], t.s.y[enemy] - t.here[1])


# Obstacles


def find_first_obstacle(s: SkirmishState, piece: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Return the first blocker of a leg from a to b, or an enemy that it may not touch; 0 if there is none."""
    radius = s.radius[piece]
    met = [
        FIRST_TERRAIN_BLOCKER + index
        for index in range(MAX_TERRAIN)
        if s.terrain_kind[index]
        and is_closed_to(s, piece, index, CLOSED_TO_LEGS)
        and path_meets(s, index, ax, ay, bx, by, radius)
    ]
    for other in all_characters(s):
        if other == piece or not is_standing(s, other):
            continue
        limit = radius + s.radius[other]
        is_enemy = side_of(other) != side_of(piece)
        is_met = point_is_nearer(s.x[other], s.y[other], ax, ay, bx, by, limit)
        if is_met or (is_enemy and would_touch(s, piece, bx, by, other)):
            met.append(other + 1)
    return nearest_blocker(s, met, ax, ay, bx, by, radius)
