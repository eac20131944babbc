"""Sight in a preview: which enemies the character would see, what hides the others, and what stops a leg."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

from ....core.plane import base_gap, free_path_past_hull, free_path_past_point, is_in_front, point_is_nearer
from ..rules.battlefield import is_standing, is_within, side_of, would_touch
from ..rules.combat.blows import face_needed
from ..rules.combat.line_of_sight import base_blocks_sight, terrain_blocks_sight
from ..rules.combat.shooting import why_no_shot
from ..rules.movement.paths import CLOSED_TO_LEGS, FIRST_TERRAIN_BLOCKER
from ..rules.movement.terrain import is_closed_to, path_meets
from ..state import BLOCKS_SIGHT, INCH, MAX_TERRAIN, SkirmishState
from ..text.names import all_characters, blocker_id, blocker_name, characters_of_side, name_of, thing_id
from ..text.notation import face_text
from .odds import hit_purpose, percent_text, wound_chance
from .scene import terrain_corners


def enemy_sights(s: SkirmishState, piece: int, plays: Sequence[str]) -> list[dict[str, Any]]:
    """Return, for each enemy on the table, whether the character sees it and is seen."""
    enemies = [enemy for enemy in characters_of_side(s, 1 - int(side_of(piece))) if is_standing(s, enemy)]
    boxes = sight_blocker_boxes(s)
    return [enemy_sight(s, piece, enemy, plays, find_boxed_blocker(s, boxes, piece, enemy)) for enemy in enemies]


def enemy_sight(s: SkirmishState, piece: int, enemy: int, plays: Sequence[str], blocker: int) -> dict[str, Any]:
    ax, ay, bx, by = (int(number) for number in (s.x[piece], s.y[piece], s.x[enemy], s.y[enemy]))
    can_shoot = not blocker and not s.charged and bool(s.shooting_range[piece]) and why_no_shot(s, enemy) == 0
    limit = s.shooting_range[enemy]
    is_shot_at = not blocker and limit and is_within(ax, ay, s.radius[piece], bx, by, s.radius[enemy], limit)
    return {
        "id": thing_id(enemy),
        "name": name_of(s, enemy),
        "at": [bx / INCH, by / INCH],
        "gap": int(base_gap(ax, ay, s.radius[piece], bx, by, s.radius[enemy])) / INCH,
        "sees": not blocker,
        "seen": not blocker and bool(is_in_front(s.face_x[enemy], s.face_y[enemy], ax - bx, ay - by)),
        "blocker": blocker_json(s, piece, enemy, blocker) if blocker else None,
        "shoots": can_shoot,
        "odds": odds_text(s, piece, enemy, True) if can_shoot else "",
        "shot": percent_text(wound_chance(without_legs(s), enemy, piece, True)) if is_shot_at else "",
        "plays": [*plays, f"shoot {thing_id(enemy)}"] if can_shoot else [],
    }


def without_legs(s: SkirmishState) -> SkirmishState:
    """Return a copy for the odds of another character: the legs in a state are those of the active one."""
    rested = copy(s)
    rested.legs = 0
    return rested


def blocker_json(s: SkirmishState, piece: int, other: int, blocker: int) -> dict[str, Any]:
    """Return what hides an enemy, and where the line of sight meets it."""
    a, b = (s.x[piece], s.y[piece]), (s.x[other], s.y[other])
    fraction = entry_fraction(blocker_corners(s, blocker), a, b)
    point = [round(start + (end - start) * fraction) / INCH for start, end in zip(a, b, strict=True)]
    return {"id": blocker_id(blocker), "name": blocker_name(s, blocker), "at": point}


def blocker_corners(s: SkirmishState, blocker: int) -> list[tuple[int, int]]:
    if blocker < FIRST_TERRAIN_BLOCKER:
        return [(s.x[blocker - 1], s.y[blocker - 1])]
    return terrain_corners(s, blocker - FIRST_TERRAIN_BLOCKER)


def entry_fraction(corners: Sequence[tuple[int, int]], a: tuple[int, int], b: tuple[int, int]) -> float:
    """Return the fraction of the line from a to b before it meets this shape; roughly, for drawing."""
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
    nearest = min(corners, key=lambda corner: abs((corner[0] - a[0]) * dy - (corner[1] - a[1]) * dx))
    fraction = ((nearest[0] - a[0]) * dx + (nearest[1] - a[1]) * dy) / max(dx * dx + dy * dy, 1)
    return min(max(fraction, 0.0), 1.0)


def odds_text(s: SkirmishState, striker: int, target: int, is_shot: bool) -> str:
    """Return `4 or more, 50% to wound`; an item that may save the target is included."""
    face = face_text(int(face_needed(s, striker, target, is_shot)))
    chance = percent_text(wound_chance(s, striker, target, is_shot))
    return f"{face}, {chance} {hit_purpose(s, striker, target, is_shot)}"


# Line of sight


Box = tuple[int, int, int, int]
"""Left, bottom, right, top."""


def sight_blocker_boxes(s: SkirmishState) -> list[tuple[int, Box]]:
    """Return what can block sight, in the order of the rules, each with its bounding box."""
    boxes = []
    for index in range(MAX_TERRAIN):
        if s.terrain_kind[index] and s.terrain_bits[index] & BLOCKS_SIGHT:
            xs, ys = zip(*terrain_corners(s, index), strict=True)
            margin = s.terrain_rounding[index]
            box = (min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin)
            boxes.append((FIRST_TERRAIN_BLOCKER + index, box))
    for piece in all_characters(s) if s.bases_block_sight else ():
        if is_standing(s, piece):
            x, y, radius = s.x[piece], s.y[piece], s.radius[piece]
            boxes.append((piece + 1, (x - radius, y - radius, x + radius, y + radius)))
    return boxes


def find_boxed_blocker(s: SkirmishState, boxes: Sequence[tuple[int, Box]], piece: int, other: int) -> int:
    """Do the same as `line_of_sight.find_sight_blocker`, but skip what the line cannot meet."""
    ax, ay, bx, by = s.x[piece], s.y[piece], s.x[other], s.y[other]
    between = []
    for blocker, box in boxes:
        if not line_can_meet(box, ax, ay, bx, by):
            continue
        if blocker < FIRST_TERRAIN_BLOCKER:
            is_between = blocker - 1 not in (piece, other) and base_blocks_sight(s, blocker - 1, ax, ay, bx, by)
        else:
            is_between = terrain_blocks_sight(s, blocker - FIRST_TERRAIN_BLOCKER, ax, ay, bx, by)
        if is_between:
            between.append(blocker)
    if len(between) < 2:
        return between[0] if between else 0
    return min(between, key=lambda blocker: length_to_blocker(s, blocker, ax, ay, bx, by, 0))


def line_can_meet(box: Box, ax: int, ay: int, bx: int, by: int) -> bool:
    """Return whether a line from a to b meets a box: it is not beside it, nor are all its corners on one side."""
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


# Paths


def length_to_blocker(s: SkirmishState, blocker: int, ax: int, ay: int, bx: int, by: int, radius: int) -> int:
    """Return how far a line, or a base of this radius, goes from a to b before it meets this blocker."""
    if blocker >= FIRST_TERRAIN_BLOCKER:
        index = blocker - FIRST_TERRAIN_BLOCKER
        first, count, limit = s.first_corner[index], s.corner_count[index], radius + s.terrain_rounding[index]
        return int(free_path_past_hull(ax, ay, bx, by, s.corner_x, s.corner_y, first, count, limit))
    piece = blocker - 1
    return int(free_path_past_point(ax, ay, bx, by, s.x[piece], s.y[piece], radius + s.radius[piece]))


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
    if len(met) < 2:
        return met[0] if met else 0
    return min(met, key=lambda found: length_to_blocker(s, found, ax, ay, bx, by, radius))
