"""Writing a first bot, and letting bots and players play against each other."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.catalog import contract_of
from ..core.contract import Contract
from ..core.errors import BadOption
from ..core.game import Game
from . import BAD, FINE, STOPPED
from .study import be_warm

if TYPE_CHECKING:
    from ..arena.jail.limits import Limits
    from ..arena.match import MatchResult, Tally

MOST_REASONS = 5

Seconds = Annotated[float, typer.Option(help="of the processor, for a plan or a move")]
Memory = Annotated[int, typer.Option(help="MB that a bot may use")]

group = typer.Typer(help="What there is to know of a bot of yours.", rich_markup_mode=None)


@group.callback(invoke_without_command=True)
def which_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@group.command("check")
def check(
    bot: Annotated[Path, typer.Argument(help="its file or its folder")],
    game: Annotated[str, typer.Option(help="what it plays")] = "towers",
) -> int:
    """Whether a bot speaks as the protocol wants it: it is asked, and plays some games behind walls."""
    from ..arena.conformance import Checker
    from ..arena.jail.handin import hand_in
    from ..arena.jail.limits import Limits
    from ..arena.preparing import keeper_for, shelf
    from ..arena.starter import for_two

    contract = contract_of(game)
    handin = hand_in(bot, shelf())
    be_warm()
    bad = False
    with keeper_for(game) as keeper:
        checker = Checker(Game(contract, for_two(contract)), handin, keeper, Limits())
        for one in checker.checks():
            bad = bad or bool(one.fault)
            print(f"{'bad ' if one.fault else 'good'}  {one.name}", flush=True)
            for words in filter(None, (one.fault, one.advice)):
                print(f"      {words}")
            if one.log:
                print(textwrap.indent(one.log.rstrip(), "      | "))
    told = "is not ready to be handed in" if bad else "can be handed in"
    print(f"{handin.name} {told} (digest {handin.digest[:16]}).")
    return BAD if bad else FINE


def walls(attacks: bool) -> int:
    """Which walls this machine has, and what the arena's own attackers get."""
    from ..arena.jail.battery import attack
    from ..arena.jail.keeper import Keeper
    from ..arena.jail.walls import walls as all_walls

    found = all_walls()
    for wall in found:
        word = "stands " if wall.stands else "MISSING" if wall.is_needed else "missing"
        print(f"{word}  {wall.name}: {wall.keeps}{'' if wall.stands else f'. Why: {wall.why_not}'}")
    bad = any(wall.is_needed and not wall.stands for wall in found)
    if attacks and not bad:
        with Keeper() as keeper:
            for one in attack(keeper):
                bad = bad or not one.held
                print(f"{'held   ' if one.held else 'BROKEN '}  {one.name}: {one.evidence}", flush=True)
    print("Bots are not safe to judge here." if bad else "Bots can be judged here.")
    return BAD if bad else FINE


def new_bot(game: str, name: str, folder: Path, language: str) -> None:
    from ..arena.starter import for_two, write_starter

    contract = contract_of(game)
    made = write_starter(contract, name, folder, language)
    print(f"{made.file} is your bot{f', {made.test} its test' if made.test else ''}.")
    if made.build:
        print(f"Make it: {made.build}")
    print(f"Check it: htl bot check {made.bot} --game {game}")
    options = "".join(f" --{option} {value}" for option, value in for_two(contract).items())
    if len(contract.seats_of(for_two(contract))) == 2:
        print(f"Try it: htl match {game} {made.bot} {made.first_rival}{options} --games 10 --swap")


def match(
    contract: Contract,
    options: dict[str, str | int],
    a: Annotated[str, typer.Argument(help="a player, or the file or folder of a bot", metavar="A")],
    b: Annotated[str, typer.Argument(help="the other one", metavar="B")],
    games: Annotated[int, typer.Option(help="how many games")] = 100,
    swap: Annotated[bool, typer.Option("--swap", help="play every seed from both seats")] = False,
    seed: Annotated[int, typer.Option(help="the same seed gives the same games")] = 1,
    record: Annotated[Path | None, typer.Option(help="a folder for a record of each game")] = None,
    logs: Annotated[Path | None, typer.Option(help="a folder for what each bot writes")] = None,
    trust: Annotated[bool, typer.Option("--trust", help="run bots in this process, without walls")] = False,
    training: Annotated[
        bool, typer.Option("--training", help="a fault loses a decision, not the game")
    ] = False,
    seconds: Seconds = 2.0,
    memory: Memory = 512,
    as_json: Annotated[bool, typer.Option("--json", help="every game, for programs")] = False,
) -> int:
    from ..arena.loading import entrant, is_file
    from ..arena.match import Jail
    from ..arena.match import match as play_match
    from ..arena.preparing import hand_in_all, keeper_for

    if trust and (training or logs):
        raise BadOption("training and logs are for bots in processes of their own, not for --trust")
    limits = limits_of(seconds, memory)
    # Whatever is wrong with them is said before anything is compiled.
    is_jailed = not trust and (is_file(a) or is_file(b))
    rivals = hand_in_all(contract, (a, b)) if is_jailed else [entrant(contract, who) for who in (a, b)]
    if is_jailed:
        refuse_without_walls()
    be_warm()
    game = Game(contract, options)
    with keeper_for(game.name) if is_jailed else nullcontext() as keeper, progress_of(games) as report:
        jail = None if keeper is None else Jail(keeper, limits, not training, logs)
        result = play_match(
            game, rivals[0], rivals[1], games, swap, seed, report, records=record, jail=jail
        )  # fmt: skip
    if as_json:
        print(json.dumps(as_data(result)))
    else:
        tell(result)
    if result.was_stopped:
        return STOPPED
    return BAD if result.faults else FINE


def refuse_without_walls() -> None:
    from ..arena.jail.walls import missing_walls

    for wall in missing_walls():
        raise BadOption(
            f"no bot can be locked in here: {wall.keeps}, but {wall.why_not}; --trust runs it without walls"
        )


def limits_of(seconds: float, memory: int) -> Limits:
    from ..arena.jail.limits import Limits

    return Limits(think_seconds=positive(seconds, "seconds"), memory_mb=int(positive(memory, "memory")))


def positive(number: float, name: str) -> float:
    if not 0 < number < 1e6:
        raise BadOption(f"{name} must be more than 0, not {number:g}")
    return number


@contextmanager
def progress_of(games: int) -> Iterator[Callable[[int], None]]:
    """A bar that is told how many games have been played."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:
        task = progress.add_task("", total=games)
        yield lambda done: progress.update(task, completed=done)


def as_data(result: MatchResult) -> dict[str, Any]:
    """All of it, as JSON; scores are those of the first."""
    low, high = result.interval()
    return {
        "game": result.game,
        "names": result.names,
        "wanted": result.wanted,
        "tally": result.tally()._asdict(),
        "interval": [low, high],
        "seconds": round(result.seconds, 3),
        "games": [one._asdict() for one in result.played],
    }


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
    _tell_processor(result)
    _tell_faults(result)


def _tell_processor(result: MatchResult) -> None:
    """What each of the two has used, and what was lost in training."""
    for at, name in enumerate(result.names):
        cpu = [one.cpu[at] for one in result.played if one.cpu]
        if sum(cpu):
            print(
                f"{name} used {sum(cpu) / len(cpu):.3f} s of the processor a game, at most {max(cpu):.3f} s"
            )
        slips = sum(one.slips[at] for one in result.played if one.slips)
        if slips:
            print(f"{name} lost {slips:,} decisions by faults")


def _words(tally: Tally) -> str:
    return f"won {tally.wins:,}, drew {tally.draws:,}, lost {tally.losses:,}"


def _tell_faults(result: MatchResult) -> None:
    """Each reason once, with the first game that it ended."""
    for name in result.names:
        mine = [one for one in result.faults if name in one.faulty.split(" and ")]
        if not mine:
            continue
        print(f"{name} lost {len(mine):,} of them by a fault of its own (T8.2):")
        reasons = {one.reason: one.number for one in reversed(mine)}
        for reason in sorted(reasons, key=reasons.__getitem__)[:MOST_REASONS]:
            print(f"  game {reasons[reason]}: {reason}")
