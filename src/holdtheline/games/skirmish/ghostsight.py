"""Who would see whom from a place that is only thought of, what hides the rest, and what stops a leg."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from typing import Any

from ...core.plane import gap, is_ahead, point_is_nearer, way_to_hull, way_to_point
from .fighting import needed, why_no_shot
from .names import all_characters, blocker_id, blocker_name, characters_of, name_of, thing_id
from .odds import chance_to_hurt, purpose
from .orders import face_words
from .sight import covers, hides
from .space import OF_TERRAIN, ON_FOOT, is_within, meets, side_of, stands, stops, would_touch
from .state import BLOCKS_SIGHT, MOST_TERRAIN

INCH = 1000


def sights(s: Any, piece: int, plays: Sequence[str]) -> list[dict[str, Any]]:
    """Each enemy on the table, as the character at its place would see it and be seen."""
    enemies = [one for one in characters_of(s, 1 - int(side_of(piece))) if stands(s, one)]
    boxes = boxes_of(s)
    return [sight_of(s, piece, one, plays, hidden_by(s, boxes, piece, one)) for one in enemies]


def sight_of(s: Any, piece: int, other: int, plays: Sequence[str], found: int) -> dict[str, Any]:
    ax, ay, bx, by = (int(number) for number in (s.x[piece], s.y[piece], s.x[other], s.y[other]))
    can_shoot = not found and not s.charged and bool(s.shoots[piece]) and why_no_shot(s, other) == 0
    limit = int(s.shoots[other])
    is_shot_at = not found and limit and is_within(ax, ay, s.radius[piece], bx, by, s.radius[other], limit)
    return {
        "id": thing_id(other),
        "name": name_of(s, other),
        "at": [bx / INCH, by / INCH],
        "gap": int(gap(ax, ay, s.radius[piece], bx, by, s.radius[other])) / INCH,
        "sees": not found,
        "seen": not found and bool(is_ahead(s.face_x[other], s.face_y[other], ax - bx, ay - by)),
        "blocker": block_of(s, piece, other, found) if found else None,
        "shoots": can_shoot,
        "odds": odds_text(s, piece, other, True) if can_shoot else "",
        "shot": percent(chance_to_hurt(at_rest(s), other, piece, True)) if is_shot_at else "",
        "plays": [*plays, f"shoot {thing_id(other)}"] if can_shoot else [],
    }


def at_rest(s: Any) -> Any:
    """The same for somebody who has not moved: the legs of a record are those of the active character."""
    rested = copy(s)
    rested.legs = 0
    return rested


def block_of(s: Any, piece: int, other: int, found: int) -> dict[str, Any]:
    """What hides an enemy, and where the line of sight meets it."""
    a, b = (s.x[piece], s.y[piece]), (s.x[other], s.y[other])
    part = entered(corners_of(s, found), a, b)
    at = [round(start + (end - start) * part) / INCH for start, end in zip(a, b, strict=True)]
    return {"id": blocker_id(found), "name": blocker_name(s, found), "at": at}


def corners_of(s: Any, found: int) -> list[tuple[int, int]]:
    if found < OF_TERRAIN:
        return [(s.x[found - 1], s.y[found - 1])]
    first = s.t_first[found - OF_TERRAIN]
    last = first + s.t_count[found - OF_TERRAIN]
    return list(zip(s.corner_x[first:last], s.corner_y[first:last], strict=True))


def entered(corners: Sequence[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> float:
    """Which part of the way from a to b lies before it comes to these corners, roughly: only for drawing."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    crossed = []
    for (px, py), (qx, qy) in zip(corners, [*corners[1:], corners[0]], strict=True):
        ex, ey = qx - px, qy - py
        turn = dx * ey - dy * ex
        if turn:
            along = ((px - a[0]) * ey - (py - a[1]) * ex) / turn
            aside = ((px - a[0]) * dy - (py - a[1]) * dx) / turn
            if 0 <= along <= 1 and 0 <= aside <= 1:
                crossed.append(along)
    if crossed:
        return min(crossed)
    nearest = min(corners, key=lambda one: abs((one[0] - a[0]) * dy - (one[1] - a[1]) * dx))
    part = ((nearest[0] - a[0]) * dx + (nearest[1] - a[1]) * dy) / max(dx * dx + dy * dy, 1)
    return min(max(part, 0.0), 1.0)


def odds_text(s: Any, striker: int, target: int, is_shot: bool) -> str:
    """`4 or more, 50% to wound`; less where an item may save it."""
    face = face_words(int(needed(s, striker, target, is_shot)))
    chance = percent(chance_to_hurt(s, striker, target, is_shot))
    return f"{face}, {chance} {purpose(s, striker, target, is_shot)}"


def percent(chance: Fraction) -> str:
    """In whole numbers: dice have few faces."""
    return f"{round(100 * chance)}%"


# What hides


Box = tuple[int, int, int, int]
"""Left, bottom, right, top."""


def boxes_of(s: Any) -> list[tuple[int, Box]]:
    """What can block sight, in the order in which the rules look at it, each with the box that it lies in."""
    boxes = []
    for place in range(MOST_TERRAIN):
        if s.t_kind[place] and s.t_bits[place] & BLOCKS_SIGHT:
            first, last, more = s.t_first[place], s.t_first[place] + s.t_count[place], s.t_round[place]
            xs, ys = s.corner_x[first:last], s.corner_y[first:last]
            boxes.append(
                (OF_TERRAIN + place, (min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more))
            )
    for one in all_characters(s) if s.bases_block_sight else ():
        if stands(s, one):
            x, y, radius = s.x[one], s.y[one], s.radius[one]
            boxes.append((one + 1, (x - radius, y - radius, x + radius, y + radius)))
    return boxes


def hidden_by(s: Any, boxes: Sequence[tuple[int, Box]], piece: int, other: int) -> int:
    """The same as `sight.blocker`, but what the line cannot meet is not measured."""
    ax, ay, bx, by = s.x[piece], s.y[piece], s.x[other], s.y[other]
    between = []
    for one, box in boxes:
        if not can_meet(box, ax, ay, bx, by):
            continue
        if one < OF_TERRAIN:
            is_between = one - 1 not in (piece, other) and covers(s, one - 1, ax, ay, bx, by)
        else:
            is_between = hides(s, one - OF_TERRAIN, ax, ay, bx, by)
        if is_between:
            between.append(one)
    if len(between) < 2:
        return between[0] if between else 0
    return min(between, key=lambda one: way_up_to(s, one, ax, ay, bx, by, 0))


def can_meet(box: Box, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether a line from a to b meets a box: it is not beside it, nor are all corners on one side."""
    left, bottom, right, top = box
    if left > max(ax, bx) or right < min(ax, bx) or bottom > max(ay, by) or top < min(ay, by):
        return False
    dx, dy = bx - ax, by - ay
    low, high = dx * (bottom - ay), dx * (top - ay)
    west, east = dy * (left - ax), dy * (right - ax)
    return not (
        (low > west and low > east and high > west and high > east)
        or (low < west and low < east and high < west and high < east)
    )


# Ways


def way_up_to(s: Any, found: int, ax: int, ay: int, bx: int, by: int, radius: int) -> int:
    """How far a line, or a base of this radius, goes from a to b before it meets this."""
    if found >= OF_TERRAIN:
        place = found - OF_TERRAIN
        first, count, limit = s.t_first[place], s.t_count[place], radius + s.t_round[place]
        return int(way_to_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit))
    one = found - 1
    return int(way_to_point(ax, ay, bx, by, s.x[one], s.y[one], radius + s.radius[one]))


def stopped_by(s: Any, piece: int, ax: int, ay: int, bx: int, by: int) -> int:
    """The first thing that a leg from a to b runs into, or whom it may not end at; 0: nothing."""
    radius = int(s.radius[piece])
    met = [
        OF_TERRAIN + place
        for place in range(MOST_TERRAIN)
        if s.t_kind[place] and stops(s, piece, place, ON_FOOT) and meets(s, place, ax, ay, bx, by, radius)
    ]
    for one in all_characters(s):
        if one == piece or not stands(s, one):
            continue
        limit = radius + int(s.radius[one])
        is_enemy = side_of(one) != side_of(piece)
        is_met = point_is_nearer(s.x[one], s.y[one], ax, ay, bx, by, limit)
        if is_met or (is_enemy and would_touch(s, piece, bx, by, one)):
            met.append(one + 1)
    if len(met) < 2:
        return met[0] if met else 0
    return min(met, key=lambda found: way_up_to(s, found, ax, ay, bx, by, radius))
