"""Wounds, those who fall, flee or drown, and companies that break (K4.2, K4.3)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .happened import Happened
from .moving import drop_what_stays, let_go, spot, take_along
from .seizing import is_drowned, set_free
from .space import first_of, has, stands
from .state import (
    CANNOT_BE_FELLED,
    CHARACTERS,
    IS_LEADER,
    LIES_WHEN_FALLEN,
    MOST_COMPANIES,
    MOST_OF_A_SIDE,
    NEVER_ROUTS,
    Clause,
    Phase,
    Rout,
    Shaken,
    There,
)

BREAKS = 3
"""K4.3: a company that rolls this or less routs."""
RALLIES = 4
"""Option rally: a character that rolls this or more recovers."""

# Characters


@kernel
def wound(s: Any, piece: Any, striker: Any, log: Any) -> Any:
    """K4.2: a wound fills a free slot; with none free the character falls. Whether it was hurt."""
    if s.wounds[piece] < s.slots[piece]:
        s.wounds[piece] += 1
        note(log, Clause.K4_2, Happened.WOUNDED, (piece, s.wounds[piece], s.slots[piece], 0))
        return True
    if has(s, piece, CANNOT_BE_FELLED):
        note(log, Clause.K4_2, Happened.UNHURT, (piece, 0, 0, 0))
        return False
    lies = 1 if has(s, piece, LIES_WHEN_FALLEN) else 0
    fall(s, piece, striker, lies, log)
    return True


@kernel
def fall(s: Any, piece: Any, striker: Any, lies: Any, log: Any) -> None:
    note(log, Clause.K4_2, Happened.FELL, (piece, striker, spot(s.x[piece], s.y[piece]), lies))
    be_lost(s, piece, lies, log)


@kernel
def be_lost(s: Any, piece: Any, lies: Any, log: Any) -> None:
    """Somebody has fallen: what it carried lies there, whom it held is free, and its company is shaken."""
    let_go(s, piece, log)
    s.there[piece] = There.LIES if lies else There.FALLEN
    s.held_by[piece] = 0
    s.held_since[piece] = 0
    set_free(s, piece, log)
    s.c_lost[s.company[piece]] += 1
    shake(s, s.company[piece], True)


@kernel
def drown(s: Any, log: Any) -> None:
    """K2.3: whoever has been held too long falls when the round ends (trait)."""
    for piece in range(CHARACTERS):
        if is_drowned(s, piece):
            lies = 1 if has(s, piece, LIES_WHEN_FALLEN) else 0
            place = spot(s.x[piece], s.y[piece])
            note(log, Clause.K2_3, Happened.DROWNED, (piece, s.held_by[piece] - 1, place, lies))
            be_lost(s, piece, lies, log)


@kernel
def leave(s: Any, piece: Any, fled: Any, log: Any) -> None:
    """A character goes off the table, fleeing (K3.2) or with what it carries."""
    if fled:
        s.c_fled[s.company[piece]] += 1
    clause = Clause.K3_2 if fled or s.enclosed else Clause.K3_1
    be_off(s, piece, There.FLED if fled else There.LEFT, clause, log)


@kernel
def be_off(s: Any, piece: Any, there: Any, clause: Any, log: Any) -> None:
    """Somebody is off the table with what it carried; whom it held is free, and its company is shaken."""
    fled = there == There.FLED
    note(log, clause, Happened.OFF_THE_TABLE, (piece, spot(s.x[piece], s.y[piece]), 1 if fled else 0, 0))
    drop_what_stays(s, piece, log)
    take_along(s, piece)
    s.there[piece] = there
    set_free(s, piece, log)
    shake(s, s.company[piece], fled)


# Companies


@kernel
def losses_of(s: Any, company: Any) -> Any:
    """K4.3, option count_fled."""
    return s.c_lost[company] + (s.c_fled[company] if s.count_fled else 0)


@kernel
def due_of(s: Any, company: Any, is_loss: Any) -> Any:
    """K4.3: what is due from a company of which somebody is gone, as in Shaken."""
    lost, rule = losses_of(s, company), s.c_rout[company]
    if rule == Rout.LEADERS:
        return Shaken.NO if has_leader(s, company) else Shaken.BREAKS
    if not is_loss or (rule == Rout.HALF and 2 * lost <= s.c_total[company]):
        return Shaken.NO
    if rule == Rout.NEVER or (rule == Rout.LOSSES and lost < s.c_rout_at[company]):
        return Shaken.NO
    return Shaken.TESTS


@kernel
def shake(s: Any, company: Any, is_loss: Any) -> None:
    """Somebody of a company is gone: what is due from it, if anybody is left in it who can rout."""
    due = due_of(s, company, is_loss)
    if not has_steady(s, company):
        s.c_tests[company] = Shaken.NO
    elif due != Shaken.NO:
        s.c_tests[company] = due


@kernel
def can_rout(s: Any, piece: Any) -> Any:
    """Whether a character is there to rout, and does not yet."""
    return stands(s, piece) and s.routs[piece] == 0 and not has(s, piece, NEVER_ROUTS)


@kernel
def is_left(s: Any, piece: Any, company: Any) -> Any:
    """Whether somebody of a company is on the table, even in somebody's grip, or will be."""
    there = s.there[piece]
    is_there = there == There.STANDS or there == There.HELD or there == There.WAITS
    return is_there and s.company[piece] == company


@kernel
def has_steady(s: Any, company: Any) -> Any:
    """Whether anybody is left in it who can rout, and does not yet."""
    first = first_of(s.c_side[company] - 1)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if is_left(s, piece, company) and s.routs[piece] == 0 and not has(s, piece, NEVER_ROUTS):
            return True
    return False


@kernel
def has_leader(s: Any, company: Any) -> Any:
    first = first_of(s.c_side[company] - 1)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if is_left(s, piece, company) and has(s, piece, IS_LEADER):
            return True
    return False


@kernel
def rout_all(s: Any, company: Any) -> None:
    """K4.3: every one of them, also who is in somebody's grip, or has yet to come."""
    first = first_of(s.c_side[company] - 1)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if is_left(s, piece, company) and not has(s, piece, NEVER_ROUTS):
            s.routs[piece] = 1


@kernel
def break_up(s: Any, log: Any) -> Any:
    """Companies that leave after their losses do, those without leaders rout (traits); whether any did."""
    any_did = False
    for company in range(MOST_COMPANIES):
        if 0 < s.c_quits_at[company] <= losses_of(s, company) and is_here(s, company):
            quit_table(s, company, log)
            any_did = True
        elif s.c_tests[company] == Shaken.BREAKS:
            s.c_tests[company] = Shaken.NO
            note(log, Clause.K4_3, Happened.BROKE, (company, 0, 0, 0))
            rout_all(s, company)
            any_did = True
    return any_did


@kernel
def is_here(s: Any, company: Any) -> Any:
    """Whether anybody of a company stands on the table or will arrive."""
    first = first_of(s.c_side[company] - 1)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if s.company[piece] == company and (stands(s, piece) or s.there[piece] == There.WAITS):
            return True
    return False


@kernel
def quit_table(s: Any, company: Any, log: Any) -> None:
    """Everybody of the company goes off the table, and who has not arrived never will (trait)."""
    note(log, Clause.K2_3, Happened.QUIT, (company, 0, 0, 0))
    first = first_of(s.c_side[company] - 1)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if s.company[piece] == company and stands(s, piece):
            be_off(s, piece, There.LEFT, Clause.K2_3, log)
        elif s.company[piece] == company and s.there[piece] == There.WAITS:
            s.there[piece] = There.LEFT
    s.c_tests[company] = Shaken.NO


@kernel
def begin_test(s: Any) -> Any:
    """The first company that is to test does; whether there is one."""
    for company in range(MOST_COMPANIES):
        if s.c_tests[company] == Shaken.TESTS:
            s.tested = company + 1
            s.phase = Phase.ROUT_TEST
            return True
    return False


@kernel
def roll_test(s: Any, face: Any, log: Any) -> None:
    """K4.3: on 3 or less every one of them routs."""
    company = s.tested - 1
    s.tested = 0
    s.c_tests[company] = Shaken.NO
    note(log, Clause.K4_3, Happened.TESTED, (company, face, 1 if face <= BREAKS else 0, 0))
    if face <= BREAKS:
        rout_all(s, company)


@kernel
def roll_rally(s: Any, face: Any, log: Any) -> Any:
    """Option rally; whether the active character recovers."""
    piece = s.actor - 1
    recovers = face >= RALLIES
    if recovers:
        s.routs[piece] = 0
    note(log, Clause.K3_2, Happened.RALLIED, (piece, face, 1 if recovers else 0, 0))
    return recovers
