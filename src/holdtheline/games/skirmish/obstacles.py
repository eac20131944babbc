"""What stands against a leg, in words: its length, who or what is in the way, whom it would touch."""

from __future__ import annotations

from typing import Any

from ...core.plane import root_up, square
from .bonds import frightener, strays
from .gaps import MANY, NO_GAP, gap_on_way, is_over_gap
from .moving import can_be_charged, is_fair_end, longest_leg, pace_now
from .names import (
    about,
    blocker_name,
    characters_of,
    decimal,
    inches,
    listed_words,
    name_of,
    place_words,
    terrain_name,
)
from .space import OF_TERRAIN, ON_FOOT, in_way_of, is_on_table, meets, side_of, stands, would_touch
from .state import IS_WATER, MOST_TERRAIN, NEEDS_CLIMBER, TABLE
from .water import is_slowed


def gap_at(s: Any, piece: int, x: int, y: int, other: int) -> int:
    """From base edge to base edge if a character stood here, rounded up."""
    away = int(root_up(square(x, y, s.x[other], s.y[other])))
    return away - int(s.radius[piece]) - int(s.radius[other])


def inches_gap(s: Any, piece: int, other: int) -> int:
    """The same from where it stands."""
    return gap_at(s, piece, int(s.x[piece]), int(s.y[piece]), other)


def why_no_leg_words(s: Any, x: int, y: int, clause: int) -> str:
    """Why the active character cannot go straight to here."""
    actor = int(s.actor) - 1
    return (
        why_off(x, y)
        or why_too_long(s, actor, x, y)
        or why_blocked(s, actor, x, y)
        or why_tethered(s, actor, x, y)
        or why_feared(s, actor, x, y)
        or why_no_end(s, actor, x, y)
        or why_no_crossing_words(s, actor, x, y)
        or f"{name_of(s, actor)} cannot go straight to {place_words(x, y)}"
    )


def why_off(x: int, y: int) -> str:
    if is_on_table(x, y):
        return ""
    side = decimal(TABLE)
    return f"{place_words(x, y)} is off the table, which is {side} by {side} inches"


def why_too_long(s: Any, actor: int, x: int, y: int) -> str:
    """K3.4: how many inches there are too many."""
    name, allowed = name_of(s, actor), int(longest_leg(s))
    ax, ay = int(s.x[actor]), int(s.y[actor])
    length = int(root_up(square(ax, ay, x, y)))
    if length == 0:
        return f"{name} stands at {place_words(x, y)} already"
    if allowed == 0:
        return f"{name} has made its whole move of {inches(pace_now(s))}"
    counts = length * 2 if is_slowed(s, actor, ax, ay, x, y) else length
    if counts <= allowed:
        return ""
    double = f", which counts as {decimal(counts)} in {water_at(s, actor, x, y)}" if counts > length else ""
    left = "may go" if s.legs == 0 else "has half its move left,"
    over = f"{inches(counts - allowed)} too long"
    return f"it is {inches(length)}{double}, and {name} {left} {decimal(allowed)}: {over}"


def water_at(s: Any, actor: int, x: int, y: int) -> str:
    ax, ay, radius = s.x[actor], s.y[actor], s.radius[actor]
    touched = [
        terrain_name(s, place)
        for place in range(MOST_TERRAIN)
        if s.t_kind[place] and s.t_bits[place] & IS_WATER and meets(s, place, ax, ay, x, y, radius)
    ]
    return listed_words(touched)


def why_blocked(s: Any, actor: int, x: int, y: int) -> str:
    """K1.3: who or what is in the way."""
    found = int(in_way_of(s, actor, s.x[actor], s.y[actor], x, y, ON_FOOT))
    if not found:
        return ""
    what, place = blocker_name(s, found), found - OF_TERRAIN
    if place >= 0 and s.t_bits[place] & NEEDS_CLIMBER:
        return f"only those who climb may enter {what}, and {name_of(s, actor)} does not"
    return f"{what} is in the way"


def why_no_crossing_words(s: Any, actor: int, x: int, y: int) -> str:
    """A gap is crossed in one go, or one stops before it."""
    ax, ay = s.x[actor], s.y[actor]
    found = int(gap_on_way(s, actor, ax, ay, x, y))
    if found == NO_GAP:
        return ""
    if found == MANY:
        return "it leads over two gaps, and a leg crosses one at most"
    gap = terrain_name(s, found - 1)
    if is_over_gap(s, actor, x, y):
        return f"nobody can stand over {gap}: it is crossed, or one stops before it"
    return f"who fails to cross {gap} stops before it, and there {name_of(s, actor)} may not end"


def why_no_end(s: Any, actor: int, x: int, y: int) -> str:
    """K3.7: whom it would touch and may not charge."""
    if is_fair_end(s, x, y):
        return ""
    touched = [
        one
        for one in characters_of(s, 1 - int(side_of(actor)))
        if stands(s, one) and would_touch(s, actor, x, y, one) and not can_be_charged(s, one)
    ]
    if not touched:
        return ""
    one, pace = touched[0], int(pace_now(s))
    away = gap_at(s, actor, int(s.start_x), int(s.start_y), one)
    if away <= pace:
        return f"it ends in contact with {name_of(s, one)}, who cannot be charged"
    return (
        f"it ends in contact with {name_of(s, one)}, who was {inches(away)} away at the start: "
        f"only enemies within the move of {decimal(pace)} can be charged"
    )


def why_feared(s: Any, actor: int, x: int, y: int) -> str:
    """Who must be kept away from."""
    one = int(frightener(s, actor, s.x[actor], s.y[actor], x, y, False)) - 1
    if one < 0:
        return ""
    away, wide = about(gap_at(s, actor, x, y, one)), inches(s.fear[one])
    return f"it ends {away} from {name_of(s, one)}, and unengaged enemies keep {wide} away from it"


def why_tethered(s: Any, actor: int, x: int, y: int) -> str:
    if not strays(s, actor, s.x[actor], s.y[actor], x, y):
        return ""
    middle = int(s.tether_x[actor]), int(s.tether_y[actor])
    away = int(root_up(square(x, y, *middle))) - int(s.radius[actor])
    far = inches(away - int(s.tether[actor]))
    return f"{name_of(s, actor)} is tied to {place_words(*middle)}, and this ends {far} too far from there"
