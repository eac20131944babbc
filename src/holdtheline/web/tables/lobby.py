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
from ...core.options import Option
from ...core.scenarios import Scenarios
from ...players.background_compiler import BackgroundCompiler
from ...players.levels import DIFFICULTIES
from ...table.text import options_text, verdict_text
from ..db.keys import digest_key
from ..db.rows import CardRow
from ..http.auth import ServicesDep
from ..http.errors import error_responses, rule_link
from ..http.requests import format_time
from . import lobby_models as models
from .guides import guide_minutes
from .models import TableKeys
from .replay import player_cards
from .view import seat_cards

router = APIRouter(tags=["games"])
PICTURE_CACHING = "public, max-age=3600"
"""Pictures of games and battles change only with the program."""


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
    return _picture(_draw_sample(definition_of(name)))


@router.get(
    "/games/{name}/scenarios/{scenario}/picture",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}, **error_responses("unknown", "invalid", "busy")},
    summary="a picture of a battle",
)
def scenario_picture(name: str = Path(max_length=40), scenario: str = Path(max_length=40)) -> Response:
    return _picture(_draw_scenario(definition_of(name), scenario))


def _picture(svg: str) -> Response:
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": PICTURE_CACHING})


@router.post(
    "/mine",
    responses=error_responses("malformed", "too_large", "invalid", "busy", "not_saved"),
    summary="the tables that these keys open; null for a key that opens nothing",
)
async def list_my_tables(services: ServicesDep, body: TableKeys) -> models.TableCards:
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
        scenarios=scenario_list(definition),
        difficulties=difficulty_cards(definition),
        has_secrets=definition.has_secrets,
        coach="exact" if definition.is_solved else "sampled",
        picture=f"/api/games/{definition.name}/picture",
        guide_minutes=guide_minutes(definition),
        preparing=compiler.notice(definition.name) if compiler else None,
        rules=f"/rules/{definition.name}",
    )


def option_cards(definition: GameDefinition, options: Sequence[Option] = ()) -> list[models.OptionCard]:
    """Describe these options of a game, by default all."""
    return [
        models.OptionCard(
            name=option.name,
            title=option.display_name,
            meaning=option.meaning,
            clause=option.clause,
            rule=rule_link(definition.name, option.clause),
            default=option.default,
            values=list(option.values),
            labels=[option.display_value(value) for value in option.values],
            is_main=option.is_main,
        )
        for option in options or definition.options
    ]


def difficulty_cards(definition: GameDefinition) -> list[models.DifficultyCard]:
    """Return the opponents by name, for a game that needs one."""
    if len(definition.seats) < 2:
        return []
    return [models.DifficultyCard(title=title, player=player) for title, player in DIFFICULTIES.items()]


@functools.cache
def scenario_list(definition: GameDefinition) -> models.ScenarioList | None:
    scenarios = definition.scenarios
    if scenarios is None:
        return None
    option = next(option for option in definition.options if option.name == scenarios.option)
    return models.ScenarioList(
        option=option.name, cards=[scenario_card(definition, scenarios, str(value)) for value in option.values]
    )


def scenario_card(definition: GameDefinition, scenarios: Scenarios, value: str) -> models.ScenarioCard:
    summary = scenarios.summary(scenarios.of_options({scenarios.option: value}))
    sides = summary.sides or definition.seats
    strengths = list(zip(sides, summary.units, strict=True))
    forces = " against ".join(f"{units} {title if summary.sides else title.capitalize()}" for title, units in strengths)
    return models.ScenarioCard(
        value=value,
        title=summary.title,
        when=", ".join(filter(None, (summary.date, summary.place))),
        length=f"{summary.turns} {'rounds' if summary.sides else 'turns'}",
        sides=[models.ScenarioSide(title=title, units=units) for title, units in strengths],
        forces=forces if summary.sides else f"{forces} units",
        balance=summary.balance,
        story=summary.story,
        picture=f"/api/games/{definition.name}/scenarios/{value}/picture",
    )


def table_card(row: CardRow) -> models.TableCard:
    header, game = Record.parse(row.game.header.encode() + b"\n").header, row.game
    definition = find_game(game.game)
    return models.TableCard(
        id=game.id,
        kind=game.kind,
        game=game.game,
        title=definition.title if definition else game.game,
        options_text=_options_text(game.game, tuple(header.options.items())),
        picture=picture_address(definition, header) if definition else f"/api/games/{game.game}/picture",
        seats=seat_cards(seat_titles(definition, header), header, row.seat_keys, row.key),
        over=game.over,
        my_turn=not game.over and row.key.kind == "seat" and game.turn in (-1, *row.key.seats),
        steps=game.steps,
        turns=game.turns,
        played=format_time(game.played),
        verdict=verdict_of(row, definition, header),
        spectator=row.key.kind == "watch",
    )


def picture_address(definition: GameDefinition, header: Header) -> str:
    """Return the address of a picture: of the battle if it is shipped, or else of the game."""
    scenarios = scenario_list(definition)
    chosen = header.options.get(scenarios.option) if scenarios else None
    cards = scenarios.cards if scenarios else []
    return next((card.picture for card in cards if card.value == chosen), f"/api/games/{definition.name}/picture")


def verdict_of(row: CardRow, definition: GameDefinition | None, header: Header) -> str | None:
    """Return how the game ended, addressed to the holder of the key."""
    if row.game.verdict is None or definition is None:
        return None
    outcome = Outcome(**json.loads(row.game.verdict))
    seats = row.key.seats if row.key.kind == "seat" else ()
    return verdict_text(outcome, definition.side_names_for(header.options), seats)


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


@functools.lru_cache(maxsize=64)
def _draw_scenario(definition: GameDefinition, name: str) -> str:
    scenarios = definition.scenarios
    if scenarios is None:
        raise UnknownName(f"{definition.title} has no battles")
    scenario = scenarios.named(name)
    if scenarios.picture is not None:
        return scenarios.picture(scenario)
    return Game(definition, {scenarios.option: name}, plain=True).start().svg(0)


@functools.cache
def _draw_sample(definition: GameDefinition) -> str:
    game = _default_game(definition)
    state = game.position(definition.text.sample_position) if definition.text.sample_position else game.start()
    return state.svg(0)
