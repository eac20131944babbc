"""What several commands share: the options they all have, groups of commands, and progress bars."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from .help_text import HtlGroup

if TYPE_CHECKING:
    from rich.progress import Progress

COMPILING_TEXT = "compiling the rules, first run only"
COMPUTER_DICE = "computer"
PlainOption = Annotated[bool, typer.Option("--plain", help="play line by line, for screen readers and pipes")]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON for programs")]
RecordArgument = Annotated[Path, typer.Argument(help="a record file, .htl")]
DiceOption = Annotated[str, typer.Option(help="computer; or mine: roll real dice and type the faces")]
GameSeedOption = Annotated[int, typer.Option(help="seed for the dice; the same seed gives the same games")]


def check_dice(dice: str, seed: int | None) -> None:
    """Raise BadOption for unknown dice, and for a seed if a person rolls the dice."""
    from ..core.game_record.lines import OWN_DICE

    if dice not in (COMPUTER_DICE, OWN_DICE):
        raise BadOption(f"--dice must be {COMPUTER_DICE} or {OWN_DICE}, not {dice[:40]!r}")
    if dice == OWN_DICE and seed is not None:
        raise BadOption("--seed is for the computer's dice; with --dice mine you roll your own")


def make_group(help_text: str, cls: type[HtlGroup] = HtlGroup) -> typer.Typer:
    """Return a group of commands that prints its help when it is called without a command."""
    group = typer.Typer(cls=cls, help=help_text, add_completion=False, rich_markup_mode=None)

    @group.callback(invoke_without_command=True)
    def print_help_without_command(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    return group


# Progress on standard error


@contextmanager
def progress_bar(*texts: str) -> Iterator[Progress]:
    """Show a bar with these texts, the count and the remaining time; show nothing if there is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (*map(TextColumn, texts), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        yield bar


@contextmanager
def count_progress(total: int, *, first_text: str = "") -> Iterator[Callable[[int], None]]:
    """Show a bar, and yield a function to call with the number completed so far.

    `first_text` is shown until the first call.
    """
    with progress_bar("{task.description}") as bar:
        task = bar.add_task(first_text, total=total)
        yield lambda completed: bar.update(task, completed=completed, description="")


def ensure_compiled(*names: str) -> None:
    """Compile the rules of these games (default: all) with a progress bar, unless they are in the cache."""
    from ..core.catalog import games
    from ..players.precompile import is_ready, precompile

    if all(map(is_ready, names or games())):
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(COMPILING_TEXT, total=None)

        def show(part: str, done: int, total: int) -> None:
            progress.update(task, description=f"{COMPILING_TEXT}: {part}", completed=done, total=total)

        precompile(names, show)
