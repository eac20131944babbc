"""Characters on the battlefield: sides, distances, contact and melee, facing and placing (K1.1, K3.3).

`piece` and `other` are numbers of characters throughout the rules."""

from __future__ import annotations

from ....core.kernel.compiler import kernel
from ....core.plane import base_gap, squared_distance
from ..state import CONTACT_GAP, FIRST_OBJECTIVE, MAX_CHARACTERS, MAX_PER_SIDE, CharacterStatus, SkirmishState
from .traits.catalog import NEVER_LOCKS

# Characters


@kernel
def side_of(piece: int) -> int:
    return piece // MAX_PER_SIDE


@kernel
def first_of_side(side: int) -> int:
    """Return the number of the first character of a side."""
    return side * MAX_PER_SIDE


@kernel
def characters_of_side(s: SkirmishState, side: int) -> range:
    """Return the numbers of all characters of a side, wherever they are."""
    first = first_of_side(side)
    end = first
    while end < first + MAX_PER_SIDE and s.status[end] != CharacterStatus.NOBODY:
        end += 1
    return range(first, end)


@kernel
def enemies_of(s: SkirmishState, piece: int) -> range:
    """Return the numbers of all characters of the other side."""
    return characters_of_side(s, 1 - side_of(piece))


@kernel
def has_trait(s: SkirmishState, piece: int, trait: int) -> bool:
    """Return whether a character has a trait that is a bit (see `traits.catalog`)."""
    return s.traits[piece] & trait != 0


@kernel
def is_standing(s: SkirmishState, piece: int) -> bool:
    """Return whether a character stands on the table: only then its base counts."""
    return s.status[piece] == CharacterStatus.STANDS


@kernel
def is_remaining(s: SkirmishState, piece: int) -> bool:
    """Return whether a character is on the table, even held, or will arrive."""
    status = s.status[piece]
    return status == CharacterStatus.STANDS or status == CharacterStatus.HELD or status == CharacterStatus.WAITS


@kernel
def is_standing_enemy(s: SkirmishState, piece: int, other: int) -> bool:
    """Return whether the other stands on the table and is of the other side."""
    return side_of(piece) != side_of(other) and is_standing(s, other)


# Distances


@kernel
def is_within(ax: int, ay: int, ar: int, bx: int, by: int, br: int, limit: int) -> bool:
    """Return whether the gap between the bases a and b is at most a limit."""
    reach = limit + ar + br
    return squared_distance(ax, ay, bx, by) <= reach * reach


@kernel
def gap_between(s: SkirmishState, piece: int, other: int) -> int:
    """Return the distance from base edge to base edge, rounded down (K1.1)."""
    return base_gap(s.x[piece], s.y[piece], s.radius[piece], s.x[other], s.y[other], s.radius[other])


@kernel
def would_touch(s: SkirmishState, piece: int, x: int, y: int, other: int) -> bool:
    """Return whether a character at this place would be in contact with the other."""
    return is_within(x, y, s.radius[piece], s.x[other], s.y[other], s.radius[other], CONTACT_GAP)


@kernel
def is_in_contact(s: SkirmishState, piece: int, other: int) -> bool:
    """Return whether two characters are in contact (K1.1)."""
    return would_touch(s, piece, s.x[piece], s.y[piece], other)


@kernel
def locks_in_melee(s: SkirmishState, piece: int, other: int) -> bool:
    """Return whether the other is an enemy in contact who locks a character in melee."""
    if has_trait(s, piece, NEVER_LOCKS) or has_trait(s, other, NEVER_LOCKS):
        return False
    if not is_standing_enemy(s, piece, other) or s.routs[other] != 0:
        return False
    return is_in_contact(s, piece, other)


@kernel
def is_engaged(s: SkirmishState, piece: int) -> bool:
    """Return whether an enemy locks a character in melee (K3.3)."""
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            return False
        if locks_in_melee(s, piece, other):
            return True
    return False


@kernel
def count_contacts(s: SkirmishState, piece: int, x: int, y: int) -> int:
    """Return how many enemies a character at this place would be in contact with."""
    count = 0
    first = first_of_side(1 - side_of(piece))
    for other in range(first, first + MAX_PER_SIDE):
        if s.status[other] == CharacterStatus.NOBODY:
            return count
        if is_standing(s, other) and would_touch(s, piece, x, y, other):
            count += 1
    return count


@kernel
def is_near_point(s: SkirmishState, piece: int, x: int, y: int, limit: int) -> bool:
    """Return whether a place is at most a limit away from a character's base."""
    return is_within(s.x[piece], s.y[piece], s.radius[piece], x, y, 0, limit)


@kernel
def thing_x(s: SkirmishState, thing: int) -> int:
    return s.x[thing] if thing < MAX_CHARACTERS else s.objective_x[thing - FIRST_OBJECTIVE]


@kernel
def thing_y(s: SkirmishState, thing: int) -> int:
    return s.y[thing] if thing < MAX_CHARACTERS else s.objective_y[thing - FIRST_OBJECTIVE]


@kernel
def pack_place(x: int, y: int) -> int:
    """Pack a place into one number, for events."""
    return x << 16 | y


@kernel
def set_facing(s: SkirmishState, piece: int, dx: int, dy: int) -> None:
    s.face_x[piece] = dx
    s.face_y[piece] = dy


@kernel
def place_objective(s: SkirmishState, thing: int, x: int, y: int) -> None:
    """Set an objective down; a number of a character, or -1, is none."""
    if thing >= FIRST_OBJECTIVE:
        s.objective_x[thing - FIRST_OBJECTIVE] = x
        s.objective_y[thing - FIRST_OBJECTIVE] = y


@kernel
def place_character(s: SkirmishState, piece: int, x: int, y: int) -> None:
    """Set a character down, with what it carries and those it holds."""
    for held in range(MAX_CHARACTERS):
        if s.held_by[held] == piece + 1:
            s.x[held] = x
            s.y[held] = y
            place_objective(s, s.wears[held] - 1, x, y)
    s.x[piece] = x
    s.y[piece] = y
    place_objective(s, s.carries[piece] - 1, x, y)
    place_objective(s, s.wears[piece] - 1, x, y)
