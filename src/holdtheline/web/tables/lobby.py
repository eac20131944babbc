"""The lobby: the games that can be played, and the tables that a browser has keys for."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from fastapi import APIRouter, Path
from starlette.responses import Response

from ...core.catalog import all_definitions, definition_of
from ...core.definition import GameDefinition
from ...core.errors import HtlError, UnknownName
from ...core.events import Outcome
from ...core.game import Game
from ...core.game_record.lines import Header
from ...core.game_record.replay import Record
from ...players.background_compiler import BackgroundCompiler
from ...table.text import options_text, winner_text
from ..db.keys import digest_key
from ..db.rows import CardRow
from ..http.auth import ServicesDep
from ..http.errors import error_responses, rule_link
from ..http.requests import format_time
from . import models
from .replay import player_cards
from .view import seat_cards

router = APIRouter(tags=["games"])


@router.get("/games", responses=error_responses("busy"), summary="the games that can be played")
def list_games(services: ServicesDep) -> models.GameList:
    compiler = services.coach.compiler
    return models.GameList(games=[game_card(definition, compiler) for definition in all_definitions()])


@router.get(
    "/games/{name}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, **error_responses("unknown", "invalid", "busy")},
    summary="a picture of a game",
)
def game_picture(name: str = Path(max_length=40)) -> Response:
    return Response(_draw_sample(definition_of(name)), media_type="image/svg+xml")


@router.post(
    "/mine",
    responses=error_responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the tables that these keys open; null for a key that opens nothing",
)
async def list_my_tables(services: ServicesDep, body: models.TableKeys) -> models.TableCards:
    cards = {row.key.digest: table_card(row) for row in await services.tables.cards(body.keys) if row}
    return models.TableCards(tables=[cards.get(digest_key(key)) for key in body.keys])


def game_card(definition: GameDefinition, compiler: BackgroundCompiler | None = None) -> models.GameCard:
    return models.GameCard(
        name=definition.name,
        title=definition.title,
        sentence=definition.summary,
        seats=list(definition.seats),
        seatings=[models.SeatingCard(options=options, seats=list(titles)) for options, titles in definition.seatings()],
        options=option_cards(definition),
        players=player_cards(_default_game(definition)),
        has_secrets=definition.has_secrets,
        coach="exact" if definition.is_solved else "sampled",
        picture=f"/api/games/{definition.name}/picture",
        preparing=compiler.notice(definition.name) if compiler else None,
        rules=f"/rules/{definition.name}",
    )


def option_cards(definition: GameDefinition) -> list[models.OptionCard]:
    return [
        models.OptionCard(
            name=option.name,
            meaning=option.meaning,
            clause=option.clause,
            rule=rule_link(definition.name, option.clause),
            default=option.default,
            values=list(option.values),
            labels=[option.display_value(value) for value in option.values],
        )
        for option in definition.options
    ]


def table_card(row: CardRow) -> models.TableCard:
    header, game = Record.parse(row.game.header.encode() + b"\n").header, row.game
    definition = find_game(game.game)
    return models.TableCard(
        id=game.id,
        kind=game.kind,
        game=game.game,
        title=definition.title if definition else game.game,
        options_text=_options_text(game.game, tuple(header.options.items())),
        seats=seat_cards(seat_titles(definition, header), header, row.seat_keys, row.key),
        over=game.over,
        my_turn=not game.over and row.key.kind == "seat" and game.turn in (-1, *row.key.seats),
        steps=game.steps,
        played=format_time(game.played),
        verdict=verdict_text(row, definition, header),
        spectator=row.key.kind == "watch",
    )


def verdict_text(row: CardRow, definition: GameDefinition | None, header: Header) -> str | None:
    """Return how the game ended, addressed to the holder of the key."""
    if row.game.verdict is None or definition is None:
        return None
    outcome = Outcome(**json.loads(row.game.verdict))
    seats = row.key.seats if row.key.kind == "seat" else ()
    return f"{winner_text(outcome, definition.side_names_for(header.options), seats)}: {outcome.reason}"


def seat_titles(definition: GameDefinition | None, header: Header) -> Sequence[str]:
    """Return the titles of the seats, or the players' names if this server no longer has the game."""
    titles = definition.seats_for(header.options) if definition else ()
    return titles if len(titles) == len(header.seats) else header.seats


def find_game(name: str) -> GameDefinition | None:
    """Return the game, or None if this server no longer has it."""
    try:
        return definition_of(name)
    except UnknownName:
        return None


@functools.lru_cache(maxsize=1024)
def _options_text(name: str, options: tuple[tuple[str, str | int], ...]) -> str:
    try:
        return options_text(Game(definition_of(name), dict(options), plain=True))
    except HtlError:  # this server no longer has the game or one of its options
        return ""


@functools.cache
def _default_game(definition: GameDefinition) -> Game:
    return Game(definition, {}, plain=True)


@functools.cache
def _draw_sample(definition: GameDefinition) -> str:
    game = _default_game(definition)
    state = game.position(definition.text.sample_position) if definition.text.sample_position else game.start()
    return state.svg(0)
