"""What stands against going to a hex, or against firing at it: ground, enemies, friends, range and sight."""

from __future__ import annotations

from typing import Any

from .attack import range_of
from .battle import Terrain
from .checks import MOST_PIECES, STACKING
from .ground import BLOCKS, GUNBOAT, blocker, can_stand, far
from .names import KINDS, here, hex_name, hex_word, is_leader, name_of, terrain_name
from .retreat import in_the_way

# Going there


def why_not_there(s: Any, piece: int, hex_: int, led: bool) -> str:
    """Why a piece cannot go to a hex from where it is."""
    away, name = int(far(s, s.at[piece] - 1, hex_)), name_of(s, piece)
    if away == 0:
        return f"{name} is in {hex_name(s, hex_)} already"
    if away > 1:
        return f"{hex_name(s, hex_)} is {away} hexes away, and a move goes from hex to hex"
    return why_not_in(s, piece, hex_, led) or f"{name} cannot go to {hex_name(s, hex_)}"


def why_not_in(s: Any, piece: int, hex_: int, led: bool) -> str:
    """Why a piece, with its leader or not, cannot be in a hex; or nothing."""
    place, side = hex_name(s, hex_), piece // MOST_PIECES
    wrong = why_no_ground(s, piece, hex_)
    if wrong:
        return wrong
    enemies = [one for one in here(s, hex_) if one // MOST_PIECES != side]
    units = [one for one in enemies if not is_leader(s, one)]
    if enemies and is_leader(s, piece):
        return f"{name_of(s, enemies[0])} is in {place}, and a leader enters no hex with an enemy"
    if units:
        return f"{name_of(s, units[0])} is in {place}, and no unit enters a hex with an enemy unit"
    friend = in_the_way(s, piece, hex_) if not is_leader(s, piece) else -1
    if friend >= 0:
        return f"{name_of(s, friend)} is in {place}, and {STACKING}"
    leader = s.leader_at[hex_] - 1
    if (led or is_leader(s, piece)) and leader >= 0:
        return f"{name_of(s, leader)} is in {place}, and a hex takes one leader"
    return ""


def why_no_ground(s: Any, piece: int, hex_: int) -> str:
    if can_stand(s, s.kind[piece], hex_):
        return ""
    who = "nobody enters" if s.terrain[hex_] == Terrain.SWAMP else "only gunboats are on"
    return f"{hex_name(s, hex_)} is {terrain_name(s, hex_)}, and {who} a {terrain_name(s, hex_)}"


def why_no_place(s: Any, unit: int, hex_: int) -> str:
    """Why a unit cannot fall back to a hex, whoever of its friends is there; or nothing."""
    wrong = why_no_ground(s, unit, hex_)
    enemies = [one for one in here(s, hex_) if one // MOST_PIECES != unit // MOST_PIECES]
    units = [one for one in enemies if not is_leader(s, one)]
    return wrong or (f"{name_of(s, units[0])} is in {hex_name(s, hex_)}" if units else "")


# Firing there


def why_no_fire(s: Any, piece: int, hex_: int) -> str:
    reach, kind = int(range_of(s, piece)), KINDS[s.kind[piece] - 1]
    if is_leader(s, piece):
        return "a leader does not fire"
    away = int(far(s, s.at[piece] - 1, hex_))
    if away > reach:
        return f"{hex_word(s, hex_)} is {away} hexes away, and the range of {kind} is {reach}"
    wrong = why_no_target(s, hex_)
    if wrong:
        return wrong
    between = int(blocker(s, s.at[piece] - 1, hex_))
    if between < 0:
        return f"the edge of the map is between {name_of(s, piece)} and {hex_name(s, hex_)}"
    return f"{obstacle(s, between)} in the way"


def obstacle(s: Any, hex_: int) -> str:
    """`the woods in D5 are`, `Evans in E5 is`."""
    there = [one for one in here(s, hex_) if not is_leader(s, one)]
    if there and not BLOCKS[s.terrain[hex_]]:
        return f"{name_of(s, there[0])} in {hex_name(s, hex_)} is"
    are = "are" if s.terrain[hex_] == Terrain.WOODS else "is"
    return f"the {terrain_name(s, hex_)} in {hex_name(s, hex_)} {are}"


def why_no_target(s: Any, hex_: int) -> str:
    """Why nobody in this hex can be attacked, or nothing."""
    place = hex_name(s, hex_)
    enemies = [one for one in here(s, hex_) if one // MOST_PIECES != s.side]
    if not enemies:
        return f"no enemy is in {place}"
    if all(is_leader(s, one) for one in enemies):
        return f"only {name_of(s, enemies[0])} is in {place}, and a leader alone is no target"
    if any(s.kind[one] == GUNBOAT for one in enemies):
        return f"{name_of(s, enemies[0])} is a gunboat, and cannot be attacked"
    return ""
