"""Resign, offer a draw and answer an offer at a table: who may, and what a key sees of it."""

from __future__ import annotations

from ...core.declarations import (
    ACCEPT_DRAW,
    DECLINE_DRAW,
    OFFER_DRAW,
    RESIGN,
    Declaration,
    declaration_text,
    why_not_declare,
)
from ...table.history import PreparedSteps
from ..db.keys import KeyRow
from ..http.errors import WATCH_ONLY, ApiError, as_sentence
from . import models
from .live_table import MAX_LINES, LiveTable

ALONE = "There is no opponent to offer a draw to."
COMPUTER_ACCEPTS_NO_DRAW = "The computer does not accept draws. You can resign."
ALLIES_FIGHT_ON = "Others play on your side, so you cannot resign for them."
CAMPAIGN_NEEDS_ITS_END = "This battle belongs to a campaign: play it to its end."


async def declare(live: LiveTable, key: KeyRow, declaration: Declaration, version: int) -> None:
    """Resign for the side of this key, offer a draw, or answer an offer; `version` is the one that the player saw."""

    def prepare() -> PreparedSteps:
        why_not = why_no_declaration(live, key, declaration)
        if why_not is not None:
            raise ApiError("illegal", why_not)
        return live.table.prepare_declaration(declaration, speaking_seats(live, key, declaration))

    await live.declare(key, version, prepare)


def why_no_declaration(live: LiveTable, key: KeyRow, declaration: Declaration) -> str | None:
    """Return why the holder of this key cannot declare this now, as a sentence, or None."""
    if key.kind != "seat" or live.kind != "table":
        return WATCH_ONLY
    if live.is_campaign_battle:
        return CAMPAIGN_NEEDS_ITS_END
    teams, persons = live.game.teams, live.table.persons
    own_teams = {teams[seat] for seat in key.seats}
    if declaration == RESIGN:
        if any(teams[seat] in own_teams for seat in persons if seat not in key.seats):
            return ALLIES_FIGHT_ON
    elif len(set(teams)) < 2 or len(own_teams) == len(set(teams)):
        return ALONE
    elif declaration == OFFER_DRAW and live.version >= MAX_LINES:
        return "This game has reached its limit of draw offers; you can only play on, or resign."
    elif len(persons) < len(teams):
        return COMPUTER_ACCEPTS_NO_DRAW
    seats = speaking_seats(live, key, declaration)
    why_not = why_not_declare(live.table.state, live.table.offer, declaration, seats[0])
    return None if why_not is None else as_sentence(why_not)


def speaking_seats(live: LiveTable, key: KeyRow, declaration: Declaration) -> list[int]:
    """Return the seats of this key for which it declares this, the one that decides now first."""
    offer, turn = live.table.offer, live.table.turn
    seats = sorted(key.seats, key=lambda seat: seat != turn)
    if declaration in (ACCEPT_DRAW, DECLINE_DRAW) and offer is not None:
        return [seat for seat in seats if seat not in offer.agreed] or seats
    return seats


def declarations_card(live: LiveTable, key: KeyRow) -> models.Declarations:
    table, sides = live.table, live.game.sides
    resign, draw = (why_no_declaration(live, key, declaration) for declaration in (RESIGN, OFFER_DRAW))
    offer, declared = table.offer, table.declared
    return models.Declarations(
        resign=models.Availability(possible=resign is None, why=resign),
        gives_up=len(set(live.game.teams)) < 2,
        draw=models.Availability(possible=draw is None, why=draw),
        offered_by=None if offer is None else offer.seat,
        may_answer=why_no_declaration(live, key, ACCEPT_DRAW) is None,
        last=None if declared is None else declaration_text(declared.declares, declared.seat, sides),
    )
