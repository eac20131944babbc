"""The games that there are, and those that somebody has."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from ..core.catalog import contract_of, games
from ..core.contract import Contract
from ..core.errors import HtlError, UnknownName
from ..core.game import Game, Outcome
from ..core.record import Header, Record
from ..table.words import options_text, verdict
from . import messages
from .house import TheHouse
from .problems import responses, rule_link
from .replays import players
from .schema import digest_of
from .storage import CardRow
from .views import seats

router = APIRouter(tags=["games"])


@router.get(
    "/games",
    response_model=messages.Games,
    responses=responses("busy"),
    summary="the games that can be played",
)
def all_games() -> Any:
    return {"games": [card(contract_of(name)) for name in games()]}


@router.get(
    "/games/{name}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, **responses("unknown", "invalid", "busy")},
    summary="a game as a picture",
)
def picture(name: str = Path(max_length=40)) -> Response:
    return Response(_picture(contract_of(name)), media_type="image/svg+xml")


@router.post(
    "/mine",
    response_model=messages.Cards,
    responses=responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the tables that these keys open; null where one opens nothing",
)
async def mine(house: TheHouse, asked: messages.Keys) -> Any:
    cards = {row.key.digest: table_card(row) for row in await house.tables.cards(asked.keys) if row}
    return {"tables": [cards.get(digest_of(key)) for key in asked.keys]}


def card(contract: Contract) -> dict[str, Any]:
    return {
        "name": contract.name,
        "title": contract.title,
        "sentence": contract.sentence,
        "seats": list(contract.seats),
        "seatings": [{"options": options, "seats": list(titles)} for options, titles in contract.seatings()],
        "options": [
            {
                "name": option.name,
                "meaning": option.meaning,
                "clause": option.clause,
                "rule": rule_link(contract.name, option.clause),
                "default": option.default,
                "values": list(option.values),
                "labels": [option.shown(value) for value in option.values],
            }
            for option in contract.options
        ],
        "players": players(_usual(contract)),
        "has_secrets": contract.has_secrets,
        "coach": "exact" if contract.is_solved else "sampled",
        "picture": f"/api/games/{contract.name}/picture",
        "rules": f"/rules/{contract.name}",
    }


def table_card(row: CardRow) -> dict[str, Any]:
    header, game = Record.parse(row.game.header.encode() + b"\n").header, row.game
    contract = _contract(game.game)
    return {
        "id": game.id,
        "kind": game.kind,
        "game": game.game,
        "title": contract.title if contract else game.game,
        "options_text": _options_text(game.game, tuple(header.options.items())),
        "seats": seats(_titles(contract, header), header, row.seated, row.key),
        "over": game.over,
        "my_turn": not game.over and row.key.kind == "seat" and game.turn in (-1, *row.key.seats),
        "steps": game.steps,
        "played": game.played.isoformat(timespec="seconds"),
        "verdict": told_verdict(row, contract),
        "watching": row.key.kind == "watch",
    }


def told_verdict(row: CardRow, contract: Contract | None) -> str | None:
    """How the game ended, said to whoever holds the key."""
    if row.game.verdict is None or contract is None:
        return None
    outcome = Outcome(**json.loads(row.game.verdict))
    mine = row.key.seats if row.key.kind == "seat" else ()
    header = Record.parse(row.game.header.encode() + b"\n").header
    return f"{verdict(outcome, contract.sides_of(header.options), mine)}: {outcome.reason}"


def _titles(contract: Contract | None, header: Header) -> Sequence[str]:
    """What the seats are called; by who sits there, where this server does not know the game any more."""
    titles = contract.seats_of(header.options) if contract else ()
    return titles if len(titles) == len(header.seats) else header.seats


def _contract(name: str) -> Contract | None:
    """The game, or None: this server does not know it any more."""
    try:
        return contract_of(name)
    except UnknownName:
        return None


@functools.lru_cache(maxsize=1024)
def _options_text(name: str, options: tuple[tuple[str, str | int], ...]) -> str:
    try:
        return options_text(Game(contract_of(name), dict(options), plain=True))
    except HtlError:  # the game, or one of its options, is not known any more
        return ""


@functools.cache
def _usual(contract: Contract) -> Game:
    return Game(contract, {}, plain=True)


@functools.cache
def _picture(contract: Contract) -> str:
    game = _usual(contract)
    state = game.position(contract.sample) if contract.sample else game.start()
    return state.svg(0)
