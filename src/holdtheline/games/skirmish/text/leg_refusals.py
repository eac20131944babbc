"""Why a leg is refused: its length, what is in the way, whom it would touch, fear, tethers and gaps."""

from __future__ import annotations

from ....core.plane import ceil_sqrt, squared_distance
from ....core.sentences import join_words
from ..rules.battlefield import is_standing, side_of, would_touch
from ..rules.movement.legs import can_be_charged, is_legal_contact, longest_leg, move_allowance
from ..rules.movement.paths import CLOSED_TO_LEGS, FIRST_TERRAIN_BLOCKER, find_obstacle_for
from ..rules.movement.terrain import (
    MANY_GAPS,
    NO_GAP,
    gap_on_path,
    is_on_battlefield,
    is_over_gap,
    is_slowed_by_water,
    path_meets,
)
from ..rules.traits.catalog import format_inches
from ..rules.traits.fear_and_tethers import find_feared_enemy, leaves_tether
from ..state import BATTLEFIELD_SIZE, IS_WATER, MAX_TERRAIN, NEEDS_CLIMBER, SkirmishState
from .names import (
    blocker_name,
    characters_of_side,
    inches_over,
    name_of,
    place_text,
    terrain_name,
)


def gap_at(s: SkirmishState, piece: int, x: int, y: int, other: int) -> int:
    """Return the distance from base to base if the character stood at this place, rounded up."""
    away = int(ceil_sqrt(squared_distance(x, y, s.x[other], s.y[other])))
    return away - s.radius[piece] - s.radius[other]


def gap_rounded_up(s: SkirmishState, piece: int, other: int) -> int:
    """Return the distance from base to base, rounded up."""
    return gap_at(s, piece, s.x[piece], s.y[piece], other)


def leg_refusal(s: SkirmishState, x: int, y: int, clause: int) -> str:
    """Say why the active character cannot go straight to this place."""
    actor = s.actor - 1
    return (
        off_battlefield_refusal(x, y)
        or length_refusal(s, actor, x, y)
        or obstacle_refusal(s, actor, x, y)
        or tether_refusal(s, actor, x, y)
        or fear_refusal(s, actor, x, y)
        or contact_refusal(s, actor, x, y)
        or crossing_refusal(s, actor, x, y)
        or f"{name_of(s, actor)} cannot go straight to {place_text(x, y)}"
    )


def off_battlefield_refusal(x: int, y: int) -> str:
    if is_on_battlefield(x, y):
        return ""
    side = format_inches(BATTLEFIELD_SIZE)
    return f"{place_text(x, y)} is off the table, which is {side} by {side} inches"


def length_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Say how long the leg is, and how long it may be (K3.4)."""
    name, allowed = name_of(s, actor), int(longest_leg(s))
    ax, ay = s.x[actor], s.y[actor]
    length = int(ceil_sqrt(squared_distance(ax, ay, x, y)))
    if length == 0:
        return f"{name} already stands at {place_text(x, y)}"
    if allowed == 0:
        return f"{name} has used its whole move of {format_inches(move_allowance(s))}″"
    is_slow = is_slowed_by_water(s, actor, ax, ay, x, y)
    if (length * 2 if is_slow else length) <= allowed:
        return ""
    has = f"{name} has {format_inches(allowed)}″" + (" left" if s.legs else "")
    if not is_slow:
        return f"too far: it is {inches_over(length, allowed)}, and {has}"
    crossing = f"crossing {waters_text(s, actor, x, y)}"
    return f"too far: {crossing} doubles {doubled_inches(length, allowed)}, and {has}"


def doubled_inches(length: int, limit: int) -> str:
    """Return `10.5″ to 21″`: a length that counts double and is beyond a limit (see `inches_over`)."""
    rounded = (length + 50) // 100 * 100
    shown = rounded if 2 * rounded > limit else length
    return f"{format_inches(shown)}″ to {format_inches(2 * shown)}″"


def waters_text(s: SkirmishState, actor: int, x: int, y: int) -> str:
    ax, ay, radius = s.x[actor], s.y[actor], s.radius[actor]
    waters = [
        terrain_name(s, index)
        for index in range(MAX_TERRAIN)
        if s.terrain_kind[index] and s.terrain_bits[index] & IS_WATER and path_meets(s, index, ax, ay, x, y, radius)
    ]
    return join_words(waters)


def obstacle_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Name what is in the way (K1.3)."""
    blocker = int(find_obstacle_for(s, actor, s.x[actor], s.y[actor], x, y, CLOSED_TO_LEGS))
    if not blocker:
        return ""
    name, terrain = blocker_name(s, blocker), blocker - FIRST_TERRAIN_BLOCKER
    if terrain >= 0 and s.terrain_bits[terrain] & NEEDS_CLIMBER:
        return f"only climbers may enter {name}, and {name_of(s, actor)} cannot climb"
    return f"{name} is in the way"


def crossing_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Say why a gap cannot be crossed by this leg (K3.4)."""
    ax, ay = s.x[actor], s.y[actor]
    found = int(gap_on_path(s, actor, ax, ay, x, y))
    if found == NO_GAP:
        return ""
    if found == MANY_GAPS:
        return "a leg can cross only one gap, and this one would cross two"
    gap = terrain_name(s, found - 1)
    if is_over_gap(s, actor, x, y):
        return f"{name_of(s, actor)} cannot stand over {gap}: cross it, or stop before it"
    return f"a failed roll would stop {name_of(s, actor)} before {gap}, where it may not end"


def contact_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Name an enemy that the leg would touch and that cannot be charged (K3.7)."""
    if is_legal_contact(s, x, y):
        return ""
    touched = [
        enemy
        for enemy in characters_of_side(s, 1 - int(side_of(actor)))
        if is_standing(s, enemy) and would_touch(s, actor, x, y, enemy) and not can_be_charged(s, enemy)
    ]
    if not touched:
        return ""
    enemy, allowance = touched[0], int(move_allowance(s))
    away = gap_at(s, actor, s.start_x, s.start_y, enemy)
    if away <= allowance:
        return f"it ends in contact with {name_of(s, enemy)}, who cannot be charged"
    distance = f"{name_of(s, enemy)} was {inches_over(away, allowance)} away at the start"
    return f"too far to charge: {distance}, and {name_of(s, actor)} moves {format_inches(allowance)}″"


def fear_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    """Name an enemy that unengaged enemies keep away from (trait `fear`)."""
    enemy = int(find_feared_enemy(s, actor, s.x[actor], s.y[actor], x, y, False)) - 1
    if enemy < 0:
        return ""
    name, fear = name_of(s, enemy), format_inches(s.fear[enemy])
    return f"too close to {name}: unengaged enemies keep {fear}″ away from it"


def tether_refusal(s: SkirmishState, actor: int, x: int, y: int) -> str:
    if not leaves_tether(s, actor, s.x[actor], s.y[actor], x, y):
        return ""
    centre, limit = (s.tether_x[actor], s.tether_y[actor]), s.tether[actor]
    away = int(ceil_sqrt(squared_distance(x, y, *centre))) - s.radius[actor]
    stays = f"{name_of(s, actor)} stays within {format_inches(limit)}″ of {place_text(*centre)}"
    return f"too far: {stays}, and this is {inches_over(away, limit)} away"
