"""Preview a move: where it would end, what it costs, who would see whom, and why not.

Everything is tried on a copy. Places and lengths come in and go out in inches; the answer is JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from types import SimpleNamespace
from typing import Any, cast

from ....core.errors import UnknownName
from ....core.plane import base_gap, ceil_sqrt, is_in_front, squared_distance
from ....core.sentences import join_words
from ..rules.battlefield import enemies_of, is_engaged, is_standing, is_within
from ..rules.combat.line_of_sight import base_blocks_sight, terrain_blocks_sight
from ..rules.combat.shooting import why_not_shoot
from ..rules.movement.legs import longest_leg, move_allowance
from ..rules.movement.paths import FIRST_TERRAIN_BLOCKER, nearest_blocker
from ..rules.traits.parameters import format_inches
from ..state import BATTLEFIELD_SIZE, BLOCKS_SIGHT, INCH, MAX_CHARACTERS, MAX_TERRAIN, Phase, SkirmishState
from ..text.names import (
    all_characters,
    approximate_inches,
    blocker_id,
    blocker_name,
    name_of,
    place_in_inches,
    place_text,
    thing_id,
    thing_with_id,
)
from ..text.prompts import ready_characters
from .odds import odds_text, percent_text, wound_chance
from .preview_moves import Place, Preview, go_via, preview_drag, preview_pivot, try_activation
from .scene import terrain_corners


def preview(s: SkirmishState, seat: int, query: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the move in a query would do, as JSON.

    The query has `who`, an id (None: the active character, or one that can be activated), `to`, a place, and `via`,
    a waypoint or None; `exact`: do not snap to things nearby; `face`: only pivot.
    """
    who = query.get("who")
    piece = thing_with_id(s, str(who)) if who else default_character(s)
    if piece is None or piece >= MAX_CHARACTERS:
        raise UnknownName(f"there is no character {str(who)[:20]!r} in this battle")
    t = Preview(copy_to_lists(s), piece)
    start = t.here
    if try_activation(t):
        to, via = to_place(query["to"]), to_place(query["via"]) if query.get("via") else None
        if query.get("face"):
            preview_pivot(t, to)
        elif not query.get("exact"):
            preview_drag(t, via, to)
        else:
            go_via(t, via, to)
    return preview_json(t, s, start)


def copy_to_lists(s: SkirmishState) -> SkirmishState:
    """Return a copy of the state whose rows are plain lists, which are faster to read many times."""
    fields = {name: getattr(s, name) for name in SkirmishState.names}
    lists = {name: value if isinstance(value, int) else list(value) for name, value in fields.items()}
    return cast("SkirmishState", SimpleNamespace(**lists))


def default_character(s: SkirmishState) -> int | None:
    """Return the active character, or one that can be activated."""
    if s.actor:
        return s.actor - 1
    ready = ready_characters(s)
    return ready[0] if ready else None


def to_place(place: Sequence[float]) -> Place:
    """Convert a place from inches to thousandths, and clamp it to the surroundings of the table."""
    x, y = (min(max(round(number * INCH), -BATTLEFIELD_SIZE), 2 * BATTLEFIELD_SIZE) for number in place)
    return x, y


# The answer


def preview_json(t: Preview, before: SkirmishState, start: Place) -> dict[str, Any]:
    s, clause, reason = t.s, *(t.refused or (0, ""))
    lengths = [ceil_sqrt(squared_distance(*a, *b)) for a, b in zip([start, *t.path], t.path, strict=False)]
    is_acting = s.phase == Phase.ACTING and s.actor == t.piece + 1
    left = longest_leg(s) if is_acting and not (t.charges or t.leaves or is_engaged(s, t.piece)) else 0
    farthest = t.stopped
    return {
        "who": thing_id(t.piece),
        "name": name_of(before, t.piece),
        "possible": t.refused is None,
        "clause": clause,
        "sentence": reason,
        "text": t.text or ("" if t.refused else preview_text(t, lengths)),
        "radius": s.radius[t.piece] / INCH,
        "start": place_in_inches(*start),
        "legs": [
            {"to": place_in_inches(*end), "inches": length / INCH, "counts": counted / INCH}
            for end, length, counted in zip(t.path, lengths, t.counts, strict=True)
        ],
        "end": place_in_inches(*t.here),
        "inches": sum(lengths) / INCH,
        "left": left / INCH,
        "move": move_allowance(s) / INCH if is_acting else s.pace[t.piece] / INCH,
        "facing": [s.face_x[t.piece] / INCH, s.face_y[t.piece] / INCH],
        "charges": [thing_id(enemy) for enemy in t.charges],
        "takes": None if t.thing is None else thing_id(t.thing),
        "leaves": t.leaves,
        "in_way": obstacle_json(t),
        "farthest": place_in_inches(*farthest) if farthest else None,
        "sight": enemy_sights(s, t.piece, t.plays) if is_acting else [],
        "plays": t.plays if t.refused is None else [],
        "choices": attack_choices(t) if t.shot and t.charges and not t.refused else [],
        "instead": [*t.plays, f"go {place_text(*farthest)}"] if farthest else [],
    }


def attack_choices(t: Preview) -> list[dict[str, Any]]:
    """Return the shot and the charge that a click on an enemy can mean."""
    charge = odds_text(t.s, t.piece, t.charges[0], False)
    return [
        {"label": f"shoot: {t.shot}", "plays": t.shot_plays},
        {"label": f"charge: {charge}", "plays": t.plays},
    ]


def obstacle_json(t: Preview) -> dict[str, Any] | None:
    if not t.in_way:
        return None
    return {"id": blocker_id(t.in_way), "name": blocker_name(t.s, t.in_way), "at": place_in_inches(*t.here)}


def preview_text(t: Preview, lengths: list[int]) -> str:
    """Describe the path in one sentence, for screen readers."""
    s, name = t.s, name_of(t.s, t.piece)
    if not t.path:
        return f"{name} stands at {place_text(*t.here)}"
    parts = " and then ".join(approximate_inches(length) for length in lengths)
    double = ", counted double in the water" if sum(t.counts) > sum(lengths) else ""
    end = f"to {place_text(*t.path[-1])}{'; ' if t.crossing else ''}{t.crossing}"
    if t.charges:
        odds = odds_text(s, t.piece, t.charges[0], False)
        whom = join_words([name_of(s, enemy) for enemy in t.charges])
        return f"{name} charges {whom}, {parts}{double}, {end}{'; then ' if t.crossing else ': '}{odds}"
    if t.leaves:
        return f"{name} leaves the table, {parts}{double}, {end}"
    return f"{name} goes {parts}{double}, {end}{left_text(t)}{t.later}"


def left_text(t: Preview) -> str:
    """Say how long another leg may be, or why there is none although the move is not used up (K3.4)."""
    s = t.s
    if left := longest_leg(s):
        return f"; {format_inches(left)}″ are left for another leg"
    if s.moved_far and s.legs == 1 and not t.crossing and t.counts[0] < move_allowance(s):
        return f"; after more than {format_inches(move_allowance(s) // 2)}″ there is no other leg"
    return ""


# Who sees whom


def enemy_sights(s: SkirmishState, piece: int, plays: Sequence[str]) -> list[dict[str, Any]]:
    """Return, for each enemy on the table, whether the character sees it and is seen."""
    enemies = [enemy for enemy in enemies_of(s, piece) if is_standing(s, enemy)]
    boxes = sight_blocker_boxes(s)
    return [enemy_sight(s, piece, enemy, plays, find_boxed_blocker(s, boxes, piece, enemy)) for enemy in enemies]


def enemy_sight(s: SkirmishState, piece: int, enemy: int, plays: Sequence[str], blocker: int) -> dict[str, Any]:
    ax, ay, bx, by = s.x[piece], s.y[piece], s.x[enemy], s.y[enemy]
    can_shoot = not blocker and not s.charged and bool(s.shooting_range[piece]) and why_not_shoot(s, enemy) == 0
    limit = s.shooting_range[enemy]
    is_shot_at = not blocker and limit and is_within(ax, ay, s.radius[piece], bx, by, s.radius[enemy], limit)
    return {
        "id": thing_id(enemy),
        "name": name_of(s, enemy),
        "at": place_in_inches(bx, by),
        "gap": base_gap(ax, ay, s.radius[piece], bx, by, s.radius[enemy]) / INCH,
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
    if blocker < FIRST_TERRAIN_BLOCKER:
        corners = [(s.x[blocker - 1], s.y[blocker - 1])]
    else:
        corners = terrain_corners(s, blocker - FIRST_TERRAIN_BLOCKER)
    fraction = entry_fraction(corners, a, b)
    point = [round(start + (end - start) * fraction) / INCH for start, end in zip(a, b, strict=True)]
    return {"id": blocker_id(blocker), "name": blocker_name(s, blocker), "at": point}


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
    return nearest_blocker(s, between, ax, ay, bx, by, 0)


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
