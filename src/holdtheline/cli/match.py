"""`htl match`: play games between two bots or computer players."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.definition import GameDefinition
from ..core.errors import BadOption
from ..core.game import Game
from . import EXIT_BAD, EXIT_INTERRUPTED, EXIT_OK
from .bots import MemoryOption, SecondsOption, make_limits, require_walls
from .common import GameSeedOption, count_progress, ensure_compiled

if TYPE_CHECKING:
    from ..arena.jail.supervisor import Supervisor
    from ..arena.match import MatchResult, Tally


MAX_REASONS = 5
BOTH = " and "
"""Between the names of two players who failed at the same moment."""


def _tally_text(tally: Tally) -> str:
    return f"won {tally.wins:,}, drew {tally.draws:,}, lost {tally.losses:,}"


def _print_processor_time(result: MatchResult) -> None:
    """Print the processor time of each player, and the decisions lost by faults in training."""
    for player, name in enumerate(result.names):
        cpu = [game.cpu[player] for game in result.played if game.cpu]
        if sum(cpu):
            print(f"{name} used {sum(cpu) / len(cpu):.3f} s of processor time per game, at most {max(cpu):.3f} s")
        slips = sum(game.slips[player] for game in result.played if game.slips)
        if slips:
            print(f"{name} lost {slips:,} decisions because of faults")


def _print_faults(result: MatchResult) -> None:
    """Print each reason once, with the first game that ended for it."""
    for name in result.names:
        faults = [game for game in result.faults if name in game.at_fault.split(BOTH)]
        if not faults:
            continue
        both = sum(BOTH in game.at_fault for game in faults)
        drawn = f"{both:,} more drawn, because both failed" if both else ""
        lost = f"{name} lost {len(faults) - both:,} games by a fault" if len(faults) > both else name
        print(f"{' and had '.join(filter(None, (lost, drawn)))} (T8.2):")
        reasons = {game.reason: game.number for game in reversed(faults)}
        for reason in sorted(reasons, key=reasons.__getitem__)[:MAX_REASONS]:
            print(f"  game {reasons[reason]}: {reason}")


def print_match(result: MatchResult, turn_name: str) -> None:
    from ..lab.intervals import rate_interval_text, rate_text

    first, second = result.names
    stopped = f"stopped after {result.games:,} of {result.requested:,}" if result.was_stopped else ""
    print(f"{first} against {second}: {stopped or f'{result.games:,}'} games of {result.game}")
    if not result.games:
        return
    interval = result.interval()
    print(
        f"{first} {_tally_text(result.tally())}: {rate_text(result.win_rate(), *interval)} won, "
        f"95% confidence interval {rate_interval_text(*interval)} (seeds: {result.seeds:,})"
    )
    if result.draws:
        points = result.score_interval()
        score = rate_text(result.score(), *points)
        print(f"  score {score}, a draw counts half; 95% confidence interval {rate_interval_text(*points)}")
    for seat, name in enumerate(result.seats):
        if any(result.tally(seat)):
            print(f"  as {name}: {_tally_text(result.tally(seat))}")
    print(f"{result.turns:.1f} {turn_name}s per game, {result.games / result.seconds:,.1f} games/s")
    if result.distinct < result.games:
        print(f"Only {result.distinct:,} of these games differ, so the true interval is wider.")
    _print_processor_time(result)
    _print_faults(result)


def match_json(result: MatchResult, turn_name: str) -> dict[str, Any]:
    """Return the result as JSON; scores are those of the first player."""
    return {
        "game": result.game,
        "names": result.names,
        "wanted": result.requested,
        "tally": result.tally()._asdict(),
        "win_rate": result.win_rate(),
        "interval": result.interval(),
        "score": result.score(),
        "score_interval": result.score_interval(),
        "distinct": result.distinct,
        "turn_name": turn_name,
        "seconds": round(result.seconds, 3),
        "games": [game._asdict() for game in result.played],
    }


def match(
    definition: GameDefinition,
    options: dict[str, str | int],
    a: Annotated[str, typer.Argument(help="a computer player, or the file or folder of a bot", metavar="A")],
    b: Annotated[str, typer.Argument(help="the second player or bot", metavar="B")],
    games: Annotated[int, typer.Option(help="number of games")] = 100,
    swap: Annotated[bool, typer.Option("--swap", help="play every seed from both seats")] = False,
    seed: GameSeedOption = 1,
    record: Annotated[Path | None, typer.Option(help="folder for a record of each game")] = None,
    logs: Annotated[Path | None, typer.Option(help="folder for what each bot prints")] = None,
    trust: Annotated[bool, typer.Option("--trust", help="run bots in this process, without a jail")] = False,
    training: Annotated[bool, typer.Option("--training", help="a fault costs the decision, not the game")] = False,
    seconds: SecondsOption = 2.0,
    memory: MemoryOption = 512,
    as_json: Annotated[bool, typer.Option("--json", help="print every game as JSON")] = False,
) -> int:
    from ..arena.match import JailSettings, require_two_seats
    from ..arena.match import match as play_match
    from ..arena.participant import find_participants, find_player_factory, is_bot_path

    if trust and (training or logs):
        raise BadOption("--training and --logs work only with jailed bots; leave out --trust")
    require_two_seats("a match", definition, options)
    limits = make_limits(seconds, memory)
    # Report errors in the bots before compiling anything.
    is_jailed = not trust and (is_bot_path(a) or is_bot_path(b))
    make_jail: Callable[[], AbstractContextManager[Supervisor | None]] = nullcontext
    if is_jailed:
        players = find_participants(definition, (a, b))
        require_walls()
        from ..arena.jailed_bot import make_supervisor

        make_jail = partial(make_supervisor, definition.name)
    else:
        players = [find_player_factory(definition, name) for name in (a, b)]
    ensure_compiled(definition.name)
    game = Game(definition, options)
    with make_jail() as supervisor, count_progress(games) as report:
        jail = None if supervisor is None else JailSettings(supervisor, limits, not training, logs)
        first, second = players
        result = play_match(game, first, second, games, swap, seed, report, records=record, jail=jail)
    if as_json:
        print(json.dumps(match_json(result, definition.text.turn_name)))
    else:
        print_match(result, definition.text.turn_name)
    if result.was_stopped:
        return EXIT_INTERRUPTED
    return EXIT_BAD if result.faults else EXIT_OK
