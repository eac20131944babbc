"""`htl games` and `htl rules`: list the games, and read a rulebook."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from ..core import rulebook
from ..core.catalog import all_definitions, definition_of
from ..core.definition import GameDefinition
from .common import JsonOption, PlainOption


def list_games(as_json: JsonOption = False) -> None:
    """List the games."""
    if as_json:
        print(json.dumps([_game_json(definition) for definition in all_definitions()]))
        return
    for definition in all_definitions():
        print(f"{definition.name:10} {definition.summary}")


def _game_json(definition: GameDefinition) -> dict[str, object]:
    seats = definition.seats_for({})
    return {"name": definition.name, "title": definition.title, "summary": definition.summary, "seats": list(seats)}


def print_rules(
    game: Annotated[str, typer.Argument(help="name of the game")],
    clause: Annotated[str | None, typer.Argument(help="a clause, such as S4.2, or an option")] = None,
    plain: PlainOption = False,
) -> None:
    """Read the rulebook of a game, or one clause."""
    definition_of(game)
    book = rulebook.read_rulebook(game)
    text = book.text
    if clause is not None:
        option = book.options.get(clause.lower().replace("-", "_"))
        text = option if option is not None else book.clause(clause).markdown
    if plain or not sys.stdout.isatty():
        print(rulebook.plain_text(text))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    markdown = Markdown(rulebook.describe_pictures(text))
    if clause is not None:
        console.print(markdown)
        return
    with console.pager(styles=True):
        console.print(markdown)
