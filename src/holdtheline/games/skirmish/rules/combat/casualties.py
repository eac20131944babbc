"""Casualties: wounds, falling, drowning, and leaving the battlefield (K4.2, K3.2)."""

from __future__ import annotations

from .....core.events import log_event
from .....core.kernel.compiler import kernel
from ...state import MAX_CHARACTERS, CharacterStatus, Clause, PendingRout, SkirmishState
from ..battlefield import characters_of_side, has_trait, is_standing, pack_place
from ..events import EventKind, Log
from ..objectives import drop_carried, drop_worn, take_carried_along
from ..traits.catalog import CANNOT_BE_FELLED, LIES_WHEN_FALLEN
from ..traits.grab_and_knock_back import has_drowned, release_held
from .rout import shake_company


@kernel
def inflict_wound(s: SkirmishState, piece: int, striker: int, log: Log) -> bool:
    """Fill a wound slot, or fell the character if none is free (K4.2). Return whether it was hurt."""
    if s.wounds[piece] < s.slots[piece]:
        s.wounds[piece] += 1
        log_event(log, Clause.K4_2, EventKind.WOUNDED, (piece, s.wounds[piece], s.slots[piece], 0))
        return True
    if has_trait(s, piece, CANNOT_BE_FELLED):
        log_event(log, Clause.K4_2, EventKind.UNHURT, (piece, 0, 0, 0))
        return False
    lies = 1 if has_trait(s, piece, LIES_WHEN_FALLEN) else 0
    fell_character(s, piece, striker, lies, log)
    return True


@kernel
def fell_character(s: SkirmishState, piece: int, striker: int, lies: int, log: Log) -> None:
    log_event(log, Clause.K4_2, EventKind.FELL, (piece, striker, pack_place(s.x[piece], s.y[piece]), lies))
    remove_fallen(s, piece, lies, log)


@kernel
def remove_fallen(s: SkirmishState, piece: int, lies: int, log: Log) -> None:
    """Take a fallen character out of play: it drops what it carries and frees those it holds (K4.2, K4.3)."""
    drop_carried(s, piece, log)
    drop_worn(s, piece, log)
    s.status[piece] = CharacterStatus.LIES if lies else CharacterStatus.FALLEN
    s.held_by[piece] = 0
    s.held_since[piece] = 0
    release_held(s, piece, log)
    s.company_lost[s.company[piece]] += 1
    shake_company(s, s.company[piece], True)


@kernel
def drown_held(s: SkirmishState, log: Log) -> None:
    """Let characters drown who were held too long, at the end of a round (K2.3, trait `drowns`)."""
    for piece in range(MAX_CHARACTERS):
        if has_drowned(s, piece):
            lies = 1 if has_trait(s, piece, LIES_WHEN_FALLEN) else 0
            place = pack_place(s.x[piece], s.y[piece])
            log_event(log, Clause.K2_3, EventKind.DROWNED, (piece, s.held_by[piece] - 1, place, lies))
            remove_fallen(s, piece, lies, log)


@kernel
def leave_battlefield(s: SkirmishState, piece: int, status: int, clause: int, log: Log) -> None:
    """Take a character off the table, FLED or LEFT, with what it carries, and free those it holds (K3.1, K3.2)."""
    fled = status == CharacterStatus.FLED
    log_event(log, clause, EventKind.OFF_THE_TABLE, (piece, pack_place(s.x[piece], s.y[piece]), 1 if fled else 0, 0))
    if fled:
        s.company_fled[s.company[piece]] += 1
    take_carried_along(s, piece, log)
    s.status[piece] = status
    release_held(s, piece, log)
    shake_company(s, s.company[piece], fled and s.count_fled != 0)


@kernel
def has_members_present(s: SkirmishState, company: int) -> bool:
    """Return whether a character of a company stands on the table or will arrive."""
    for piece in characters_of_side(s, s.company_side[company] - 1):
        if s.company[piece] == company and (is_standing(s, piece) or s.status[piece] == CharacterStatus.WAITS):
            return True
    return False


@kernel
def withdraw_company(s: SkirmishState, company: int, log: Log) -> None:
    """Take a whole company off the table, late arrivals included (trait `leaves_after`)."""
    log_event(log, Clause.K2_3, EventKind.QUIT, (company, 0, 0, 0))
    for piece in characters_of_side(s, s.company_side[company] - 1):
        if s.company[piece] == company and is_standing(s, piece):
            leave_battlefield(s, piece, CharacterStatus.LEFT, Clause.K2_3, log)
        elif s.company[piece] == company and s.status[piece] == CharacterStatus.WAITS:
            s.status[piece] = CharacterStatus.LEFT
    s.company_pending_rout[company] = PendingRout.NO
