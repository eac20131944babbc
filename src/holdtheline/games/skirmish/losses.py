"""Wounds, those who fall or flee, and companies that break (K4.2, K4.3)."""

from __future__ import annotations

from typing import Any

from ...core.contract import note
from ...core.kernel import kernel
from .happened import Happened
from .moving import let_go, spot, take_along
from .space import first_of, has, stands
from .state import (
    LIES_WHEN_FALLEN,
    MOST_COMPANIES,
    MOST_OF_A_SIDE,
    NEVER_ROUTS,
    Clause,
    Phase,
    Rout,
    There,
)

BREAKS = 3
"""K4.3: a company that rolls this or less routs."""
RALLIES = 4
"""Option rally: a character that rolls this or more recovers."""


@kernel
def wound(s: Any, piece: Any, striker: Any, log: Any) -> None:
    """K4.2: a wound fills a free slot; with none free the character falls."""
    if s.wounds[piece] < s.slots[piece]:
        s.wounds[piece] += 1
        note(log, Clause.K4_2, Happened.WOUNDED, (piece, s.wounds[piece], s.slots[piece], 0))
    else:
        fall(s, piece, striker, log)


@kernel
def fall(s: Any, piece: Any, striker: Any, log: Any) -> None:
    lies = 1 if has(s, piece, LIES_WHEN_FALLEN) else 0
    note(log, Clause.K4_2, Happened.FELL, (piece, striker, spot(s.x[piece], s.y[piece]), lies))
    let_go(s, piece, log)
    s.there[piece] = There.LIES if lies else There.FALLEN
    s.c_lost[s.company[piece]] += 1
    call_test(s, s.company[piece])


@kernel
def leave(s: Any, piece: Any, fled: Any, log: Any) -> None:
    """A character goes off the table, fleeing (K3.2) or with what it carries."""
    clause = Clause.K3_2 if fled else Clause.K3_1
    note(log, clause, Happened.OFF_THE_TABLE, (piece, spot(s.x[piece], s.y[piece]), 1 if fled else 0, 0))
    take_along(s, piece)
    s.there[piece] = There.FLED if fled else There.LEFT
    if fled:
        s.c_fled[s.company[piece]] += 1
        if s.count_fled:
            call_test(s, s.company[piece])


@kernel
def losses_of(s: Any, company: Any) -> Any:
    """K4.3, option count_fled."""
    return s.c_lost[company] + (s.c_fled[company] if s.count_fled else 0)


@kernel
def call_test(s: Any, company: Any) -> None:
    """K4.3: a company that has lost too many is to test, if anybody is left in it who does not rout yet."""
    lost, rule = losses_of(s, company), s.c_rout[company]
    if rule == Rout.HALF and 2 * lost <= s.c_total[company]:
        return
    if rule == Rout.LOSSES and lost < s.c_rout_at[company]:
        return
    if rule == Rout.HALF or rule == Rout.LOSSES:
        s.c_tests[company] = 1 if has_steady(s, company) else 0


@kernel
def can_rout(s: Any, piece: Any, company: Any) -> Any:
    """Whether a character of this company is there to rout, and does not yet."""
    if s.company[piece] != company or not stands(s, piece) or s.routs[piece] != 0:
        return False
    return not has(s, piece, NEVER_ROUTS)


@kernel
def has_steady(s: Any, company: Any) -> Any:
    first = first_of(s.c_side[company] - 1)
    for piece in range(first, first + MOST_OF_A_SIDE):
        if can_rout(s, piece, company):
            return True
    return False


@kernel
def begin_test(s: Any) -> Any:
    """The first company that is to test does; whether there is one."""
    for company in range(MOST_COMPANIES):
        if s.c_tests[company] != 0:
            s.tested = company + 1
            s.phase = Phase.ROUT_TEST
            return True
    return False


@kernel
def roll_test(s: Any, face: Any, log: Any) -> None:
    """K4.3: on 3 or less every one of them routs."""
    company = s.tested - 1
    s.tested = 0
    s.c_tests[company] = 0
    note(log, Clause.K4_3, Happened.TESTED, (company, face, 1 if face <= BREAKS else 0, 0))
    if face <= BREAKS:
        first = first_of(s.c_side[company] - 1)
        for piece in range(first, first + MOST_OF_A_SIDE):
            if can_rout(s, piece, company):
                s.routs[piece] = 1


@kernel
def roll_rally(s: Any, face: Any, log: Any) -> Any:
    """Option rally; whether the active character recovers."""
    piece = s.actor - 1
    recovers = face >= RALLIES
    if recovers:
        s.routs[piece] = 0
    note(log, Clause.K3_2, Happened.RALLIED, (piece, face, 1 if recovers else 0, 0))
    return recovers
