"""The options of a game as options of a command."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from typing import Annotated, Any

import typer

from ..core.catalog import contract_of, games
from ..core.contract import Contract, Option


def with_game_options(command: Callable[..., Any], contract: Contract) -> Callable[..., Any]:
    """`command(contract, options, ...)` as a function that also takes each option of the game."""
    own = list(inspect.signature(command).parameters.values())[2:]
    hints = typing.get_type_hints(command, include_extras=True)
    parameters = [parameter.replace(annotation=hints[parameter.name]) for parameter in own]
    names = {option.name.replace("-", "_"): option.name for option in contract.options}
    parameters += [_parameter(key, option) for key, option in zip(names, contract.options, strict=True)]

    @functools.wraps(command)
    def with_options(**given: Any) -> Any:
        options = {name: given.pop(key) for key, name in names.items()}
        return command(contract, contract.read_options(options), **given)

    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def with_options_of_any_game(command: Callable[..., Any]) -> Callable[..., Any]:
    """`command(contract, options, ...)` as a function that takes `--game`, and the options of all games.

    Which of them the game has is seen when it is named.
    """
    own = list(inspect.signature(command).parameters.values())[2:]
    hints = typing.get_type_hints(command, include_extras=True)
    parameters = [parameter.replace(annotation=hints[parameter.name]) for parameter in own]
    owners: dict[str, list[str]] = {}
    for game in games():
        for option in contract_of(game).options:
            owners.setdefault(option.name, []).append(game)
    names = {name.replace("-", "_"): name for name in owners}
    which = Annotated[str, typer.Option("--game", help=f"the game: {', '.join(games())}")]
    parameters.append(inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, annotation=which))
    parameters += [_unset(key, name, owners[name]) for key, name in names.items()]

    @functools.wraps(command)
    def with_options(**given: Any) -> Any:
        contract = contract_of(given.pop("game"))
        options = {name: given.pop(key) for key, name in names.items()}
        chosen = {name: value for name, value in options.items() if value is not None}
        return command(contract, contract.read_options(chosen), **given)

    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def _unset(key: str, name: str, owners: list[str]) -> inspect.Parameter:
    words = f"an option of {', '.join(owners)}; `htl rules {owners[0]} {name}` tells more"
    annotation = Annotated[str | None, typer.Option(f"--{name}", help=words, metavar="VALUE")]
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _parameter(key: str, option: Option) -> inspect.Parameter:
    words = f"{option.meaning} ({option.clause}); {option.values_text()}"
    annotation = Annotated[str, typer.Option(f"--{option.name}", help=words, metavar="VALUE")]
    return inspect.Parameter(
        key, inspect.Parameter.KEYWORD_ONLY, default=str(option.default), annotation=annotation
    )
