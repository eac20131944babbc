"""Routs: when a company tests or breaks, rallying, and the flight of routing characters (K4.3, K3.2)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from .....core.plane import ceil_sqrt, move_along, move_towards, squared_distance
from ...state import MAX_COMPANIES, Clause, Continuation, PendingRout, Phase, RoutRule, SkirmishState
from ..battlefield import (
    characters_of_side,
    has_trait,
    is_remaining,
    is_standing,
    pack_place,
    place_character,
    set_facing,
    side_of,
)
from ..events import EventKind, Log
from ..movement.legs import move_allowance
from ..movement.paths import MAX_DETOUR_TURNS, free_length, trim_length, turn_direction
from ..movement.terrain import clip_to_battlefield, is_at_exit, nearest_exit, slowed_length
from ..traits.catalog import IS_LEADER, NEVER_ROUTS

ROUTS_UP_TO = 3
"""K4.3: a company that rolls this or less routs."""
RALLIES_FROM = 4
"""Option `rally`: a character that rolls this or more recovers."""


# Rout tests


@kernel
def company_losses(s: SkirmishState, company: int) -> int:
    """Return how many characters a company has lost (K4.3, option `count_fled`)."""
    return s.company_lost[company] + (s.company_fled[company] if s.count_fled else 0)


@kernel
def can_rout(s: SkirmishState, piece: int) -> bool:
    """Return whether a character stands on the table, does not rout yet and can rout."""
    return is_standing(s, piece) and s.routs[piece] == 0 and not has_trait(s, piece, NEVER_ROUTS)


@kernel
def is_remaining_member(s: SkirmishState, piece: int, company: int) -> bool:
    """Return whether a character is one of this company who is on the table, even held, or will arrive."""
    return s.company[piece] == company and is_remaining(s, piece)


@kernel
def has_leader(s: SkirmishState, company: int) -> bool:
    """Return whether a leader of a company is left (trait `routs_without`)."""
    for piece in characters_of_side(s, s.company_side[company] - 1):
        if is_remaining_member(s, piece, company) and has_trait(s, piece, IS_LEADER):
            return True
    return False


@kernel
def has_steady_member(s: SkirmishState, company: int) -> bool:
    """Return whether a company has a character left who can rout and does not yet."""
    for piece in characters_of_side(s, s.company_side[company] - 1):
        if is_remaining_member(s, piece, company) and s.routs[piece] == 0 and not has_trait(s, piece, NEVER_ROUTS):
            return True
    return False


@kernel
def has_broken(s: SkirmishState, company: int) -> bool:
    """Return whether a company has lost so many that it routs without a test (trait `breaks_at`)."""
    return 0 < s.company_breaks_at[company] <= company_losses(s, company)


@kernel
def due_rout(s: SkirmishState, company: int, is_loss: bool) -> int:
    """Return what a company must do after a character was removed (K4.3), a `PendingRout`.

    `is_loss` is false if the character left the table without fleeing, or fled and that does not count (`count_fled`).
    """
    lost, rule = company_losses(s, company), s.company_rout_rule[company]
    if rule == RoutRule.LEADERS:
        return PendingRout.NO if has_leader(s, company) else PendingRout.BREAKS
    if s.company_needs_leader[company] and not has_leader(s, company):
        return PendingRout.BREAKS
    if is_loss and has_broken(s, company):
        return PendingRout.BREAKS
    if not is_loss or (rule == RoutRule.HALF and 2 * lost <= s.company_size[company]):
        return PendingRout.NO
    if (
        rule == RoutRule.NEVER
        or rule == RoutRule.NO_TEST
        or (rule == RoutRule.LOSSES and lost < s.company_rout_at[company])
    ):
        return PendingRout.NO
    return PendingRout.TESTS


@kernel
def shake_company(s: SkirmishState, company: int, is_loss: bool) -> None:
    """Note what a company must do after it lost a character, if any of them can still rout (K4.3)."""
    due = due_rout(s, company, is_loss)
    if not has_steady_member(s, company):
        s.company_pending_rout[company] = PendingRout.NO
    elif due != PendingRout.NO:
        s.company_pending_rout[company] = due


@kernel
def rout_company(s: SkirmishState, company: int) -> None:
    """Rout every character of a company, including those who are held or will arrive (K4.3)."""
    for piece in characters_of_side(s, s.company_side[company] - 1):
        if is_remaining_member(s, piece, company) and not has_trait(s, piece, NEVER_ROUTS):
            s.routs[piece] = 1


@kernel
def begin_rout_test(s: SkirmishState) -> bool:
    """Begin the test of the first company that must test. Return whether there is one."""
    for company in range(MAX_COMPANIES):
        if s.company_pending_rout[company] == PendingRout.TESTS:
            s.testing_company = company + 1
            s.phase = Phase.ROUT_TEST
            return True
    return False


@kernel
def resolve_rout_test(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the test of a company: on 3 or less all its characters rout (K4.3)."""
    company = s.testing_company - 1
    s.testing_company = 0
    s.company_pending_rout[company] = PendingRout.NO
    log_event(log, Clause.K4_3, EventKind.TESTED, (company, face, 1 if face <= ROUTS_UP_TO else 0, 0))
    if face <= ROUTS_UP_TO:
        rout_company(s, company)


@kernel
def resolve_rally_roll(s: SkirmishState, face: int, log: Log) -> None:
    """Resolve the roll of a routing character (option `rally`): it recovers and acts, or flees."""
    recovers = 1 if face >= RALLIES_FROM else 0
    log_event(log, Clause.K3_2, EventKind.RALLIED, (s.actor - 1, face, recovers, 0))
    if recovers:
        s.routs[s.actor - 1] = 0
        s.phase = Phase.ACTING
    else:
        s.continuation = Continuation.FLEE


@kernel
def flight_length(s: SkirmishState, piece: int, bx: int, by: int, pace: int) -> tuple[int, bool]:
    """Return how far a character can flee straight towards b, and whether nothing is in the way."""
    ax, ay = s.x[piece], s.y[piece]
    if bx == ax and by == ay:
        return 0, False
    length, whole = free_length(s, piece, ax, ay, bx, by), ceil_sqrt(squared_distance(ax, ay, bx, by))
    slowed = slowed_length(s, piece, ax, ay, bx, by, length, pace)
    return trim_length(s, piece, ax, ay, bx, by, slowed), length == whole


@kernel
def find_rout_end(s: SkirmishState, piece: int, pace: int) -> tuple[int, int]:
    """Return where a flight of this length ends (K3.2).

    If the straight way is blocked, the character turns as little as it must to come farther than half its move, or
    else goes as far as it can.
    """
    ax, ay, radius = s.x[piece], s.y[piece], s.radius[piece]
    gx, gy, _ = nearest_exit(s, side_of(piece), ax, ay)
    x, y, longest = ax, ay, 0
    if gx == ax and gy == ay:
        return x, y
    for turn in range(MAX_DETOUR_TURNS + 1):
        bx, by = move_towards(ax, ay, gx, gy, pace)
        if turn > 0:
            dx, dy = turn_direction(gx - ax, gy - ay, turn)
            bx, by = move_along(ax, ay, dx, dy, pace)
        bx, by = clip_to_battlefield(ax, ay, bx, by)
        length, is_free = flight_length(s, piece, bx, by, pace)
        bx, by = move_towards(ax, ay, bx, by, length)
        leaves = is_at_exit(s, side_of(piece), bx, by, radius)
        if length > longest or leaves:
            x, y, longest = bx, by, length
        if leaves or 2 * length > pace or (is_free and turn == 0):
            break
    return x, y


@kernel
def move_routing(s: SkirmishState, log: Log) -> bool:
    """Move the routing character towards the nearest edge or exit (K3.2). Return whether it leaves the table.

    It crosses no gap, and neither fear nor a tether stops it.
    """
    piece = s.actor - 1
    ax, ay, radius = s.x[piece], s.y[piece], s.radius[piece]
    if is_at_exit(s, side_of(piece), ax, ay, radius):
        return True
    x, y = find_rout_end(s, piece, move_allowance(s))
    if x != ax or y != ay:
        set_facing(s, piece, x - ax, y - ay)
        place_character(s, piece, x, y)
    log_event(log, Clause.K3_2, EventKind.FLED, (piece, pack_place(ax, ay), pack_place(x, y), 0))
    return is_at_exit(s, side_of(piece), x, y, radius)
