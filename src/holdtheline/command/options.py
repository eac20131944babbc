"""The options of a game as options of a command."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable
from typing import Annotated, Any

import typer

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


def _parameter(key: str, option: Option) -> inspect.Parameter:
    words = f"{option.meaning} ({option.clause}); {option.values_text()}"
    annotation = Annotated[str, typer.Option(f"--{option.name}", help=words, metavar="VALUE")]
    return inspect.Parameter(
        key, inspect.Parameter.KEYWORD_ONLY, default=str(option.default), annotation=annotation
    )
