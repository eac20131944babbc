"""Turn the options of games into options of a command."""

from __future__ import annotations

import copy
import functools
import inspect
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ..campaign.story.files import is_campaign_text
from ..core.catalog import all_definitions, definition_of, find_scenario_game
from ..core.definition import GameDefinition
from ..core.errors import BadFile
from ..core.options import Option
from ..core.scenarios import MAX_FILE_BYTES
from ..core.toml.file import printable_line, read_text_file


def with_game_options(command: Callable[..., Any], definition: GameDefinition) -> Callable[..., Any]:
    """Wrap `command(definition, options, ...)` in a function that takes each option of the game."""
    parameters = [_name_the_players(parameter, definition) for parameter in _own_parameters(command)]
    names = {option.name.replace("-", "_"): option.name for option in definition.options}
    parameters += [_parameter_with_default(key, option) for key, option in zip(names, definition.options, strict=True)]

    @functools.wraps(command)
    def with_options(**arguments: Any) -> Any:
        options = {name: arguments.pop(key) for key, name in names.items()}
        return command(definition, _parse_options(definition, options), **arguments)

    return _with_parameters(with_options, parameters)


def with_options_of_all_games(command: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `command(definition, options, ...)` in a function that takes `--game` and the options of all games.

    An option that the chosen game does not have is refused when the command runs. The commands are for bots, so
    their help leaves out games for one player.
    """
    parameters = _own_parameters(command)
    owners: dict[str, list[str]] = {}
    definitions = all_definitions()
    for_two = [one.name for one in definitions if any(len(seats) == 2 for _, seats in one.seatings())]
    for definition in definitions:
        for option in definition.options:
            owners.setdefault(option.name, []).append(definition.name)
    names = {name.replace("-", "_"): name for name in owners}
    game_option = Annotated[str, typer.Option("--game", help=f"the game: {', '.join(for_two)}")]
    parameters.append(inspect.Parameter("game", inspect.Parameter.KEYWORD_ONLY, annotation=game_option))
    parameters += [
        _optional_parameter(key, name, owners[name], not set(owners[name]) & set(for_two))
        for key, name in names.items()
    ]

    @functools.wraps(command)
    def with_options(**arguments: Any) -> Any:
        definition = definition_of(arguments.pop("game"))
        options = {name: arguments.pop(key) for key, name in names.items()}
        chosen = {name: value for name, value in options.items() if value is not None}
        return command(definition, _parse_options(definition, chosen), **arguments)

    return _with_parameters(with_options, parameters)


def _parse_options(definition: GameDefinition, options: Mapping[str, object]) -> Mapping[str, str | int]:
    """Parse the options of a game; of a battle of another game, say which game it is for."""
    try:
        return definition.parse_options(options)
    except BadFile:
        _refuse_battle_of_another_game(definition, options)
        raise


def _refuse_battle_of_another_game(definition: GameDefinition, options: Mapping[str, object]) -> None:
    if definition.scenarios is not None and definition.scenarios.option in options:
        path = Path(str(options[definition.scenarios.option]).strip())
        text, name = read_text_file(path, MAX_FILE_BYTES, "battle"), printable_line(path.name)
        game = find_scenario_game(text)
        if game is not None and game is not definition and not is_campaign_text(text):
            start = f"play it with htl play {game.name} --scenario {name}"
            raise BadFile(f"this is a battle of {game.title}, not of {definition.title}; {start}", path=name)


def _own_parameters(command: Callable[..., Any]) -> list[inspect.Parameter]:
    """Return the parameters of a command after `definition` and `options`, with resolved annotations."""
    hints = typing.get_type_hints(command, include_extras=True)
    own = list(inspect.signature(command).parameters.values())[2:]
    return [parameter.replace(annotation=hints[parameter.name]) for parameter in own]


def _name_the_players(parameter: inspect.Parameter, definition: GameDefinition) -> inspect.Parameter:
    """Let the help of `--player` list the computer players of the game."""
    if parameter.name != "player":
        return parameter
    from ..players.player import player_names_text

    kind, option = typing.get_args(parameter.annotation)
    option = copy.copy(option)
    option.help = f"{option.help}; computer players: {player_names_text(definition)}"
    return parameter.replace(annotation=Annotated[kind, option])


def _with_parameters(function: Callable[..., Any], parameters: list[inspect.Parameter]) -> Callable[..., Any]:
    """Give a function the signature that Typer reads."""
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def _option_text(name: str) -> str:
    """Return an option as it is typed; underscores are accepted too."""
    return f"--{name.replace('_', '-')}"


def _optional_parameter(key: str, name: str, owners: list[str], is_hidden: bool) -> inspect.Parameter:
    help_text = f"option for {', '.join(owners)}; see `htl rules {owners[0]} {name}`"
    annotation = Annotated[
        str | None, typer.Option(_option_text(name), help=help_text, metavar="VALUE", hidden=is_hidden)
    ]
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _parameter_with_default(key: str, option: Option) -> inspect.Parameter:
    help_text = f"{option.meaning} ({option.clause}); {option.values_text(with_labels=True)}"
    annotation = Annotated[str, typer.Option(_option_text(option.name), help=help_text, metavar="VALUE")]
    return inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=str(option.default), annotation=annotation)
