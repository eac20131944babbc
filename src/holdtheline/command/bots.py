"""Writing a first bot, and letting bots and players play against each other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.contract import Contract
from ..core.game import Game
from . import BAD, FINE, STOPPED
from .study import be_warm

if TYPE_CHECKING:
    from ..arena.match import MatchResult, Tally

MOST_REASONS = 5


def new_bot(name: str, folder: Path) -> None:
    from ..arena.starter import write_starter

    bot, test = write_starter(name, folder)
    print(f"{bot} is your bot, {test} its test.")
    print(f"Try it: htl match towers {bot} passive --games 10 --swap")


def match(
    contract: Contract,
    options: dict[str, str | int],
    a: Annotated[str, typer.Argument(help="a player, or the file of a bot", metavar="A")],
    b: Annotated[str, typer.Argument(help="the other one", metavar="B")],
    games: Annotated[int, typer.Option(help="how many games")] = 100,
    swap: Annotated[bool, typer.Option("--swap", help="play every seed from both seats")] = False,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 1,
    record: Annotated[Path | None, typer.Option(help="a folder for a record of each game")] = None,
) -> int:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ..arena.loading import entrant
    from ..arena.match import match as play_match

    # Whatever is wrong with them is said before anything is compiled.
    first, second = entrant(contract, a), entrant(contract, b)
    be_warm()
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=games)
        result = play_match(
            Game(contract, options), first, second, games, swap, seed,
            lambda done: progress.update(task, completed=done), records=record,
        )  # fmt: skip
    tell(result)
    if result.was_stopped:
        return STOPPED
    return BAD if result.faults else FINE


def tell(result: MatchResult) -> None:
    first, second = result.names
    stopped = f"stopped after {result.games:,} of {result.wanted:,}" if result.was_stopped else ""
    print(f"{first} against {second}: {stopped or f'{result.games:,}'} games of {result.game}")
    if not result.games:
        return
    low, high = result.interval()
    print(
        f"{first} {_words(result.tally())}: {result.win_rate():.1%} won, "
        f"95 % interval {low:.1%} to {high:.1%} (seeds: {result.seeds:,})"
    )
    for seat, name in enumerate(result.seats):
        if any(result.tally(seat)):
            print(f"  as {name}: {_words(result.tally(seat))}")
    print(f"{result.turns:.1f} turns a game, {result.games / result.seconds:,.1f} games/s")
    if result.different < result.games:
        print(f"Only {result.different:,} of these games differ, so the interval says less than it seems to.")
    _tell_faults(result)


def _words(tally: Tally) -> str:
    return f"won {tally.wins:,}, drew {tally.draws:,}, lost {tally.losses:,}"


def _tell_faults(result: MatchResult) -> None:
    """Each reason once, with the first game that it ended."""
    for name in result.names:
        mine = [one for one in result.faults if one.faulty == name]
        if not mine:
            continue
        print(f"{name} lost {len(mine):,} of them by a fault of its own (T8.2):")
        reasons = {one.reason: one.number for one in reversed(mine)}
        for reason in sorted(reasons, key=reasons.__getitem__)[:MOST_REASONS]:
            print(f"  game {reasons[reason]}: {reason}")
