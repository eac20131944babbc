"""What several commands share: the options they all have, and groups of commands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from ..core.errors import BadOption
from ..core.game_record.lines import OWN_DICE

COMPUTER_DICE = "computer"
PlainOption = Annotated[bool, typer.Option("--plain", help="play line by line, for screen readers and pipes")]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON for programs")]
RecordArgument = Annotated[Path, typer.Argument(help="a record file, .htl")]
DiceOption = Annotated[str, typer.Option(help="computer; or mine: roll real dice and type the faces")]
GameSeedOption = Annotated[int, typer.Option(help="seed of the dice; the same seed gives the same games")]


def check_dice(dice: str, seed: int | None) -> None:
    """Raise BadOption for unknown dice, and for a seed where a person rolls the dice."""
    if dice not in (COMPUTER_DICE, OWN_DICE):
        raise BadOption(f"--dice {dice[:40]!r} does not exist; it can be {COMPUTER_DICE} or {OWN_DICE}")
    if dice == OWN_DICE and seed is not None:
        raise BadOption("--seed is for the computer's dice; with --dice mine you roll your own")


def make_group(help_text: str, cls: type[TyperGroup] = TyperGroup) -> typer.Typer:
    """Return a group of commands that prints its help when it is called without a command."""
    group = typer.Typer(cls=cls, help=help_text, rich_markup_mode=None)

    @group.callback(invoke_without_command=True)
    def print_help_without_command(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    return group
