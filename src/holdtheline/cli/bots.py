"""`htl bot`, `new-bot` and `walls`: write a bot, check it, and check the jail that bots run in."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.catalog import definition_of
from ..core.errors import BadOption
from ..core.game import Game
from . import EXIT_BAD, EXIT_OK
from .common import ensure_compiled, make_group
from .help_text import HtlCommand

if TYPE_CHECKING:
    from ..arena.jail.limits import Limits


SecondsOption = Annotated[float, typer.Option(help="processor seconds a bot has for a plan or a move")]
MemoryOption = Annotated[int, typer.Option(help="memory limit of a bot in MB")]

group = make_group("Check your bots.")


@group.command("check", cls=HtlCommand)
def check_bot(
    bot: Annotated[Path, typer.Argument(help="file or folder of the bot")],
    game: Annotated[str, typer.Option(help="game of the bot")] = "towers",
) -> int:
    """Check that a bot follows the protocol: send it requests, and play a few games in the jail."""
    from ..arena.jail.availability import require_linux

    require_linux("`htl match --trust` plays your bot without a jail")
    from ..arena.bot_store import store_bot
    from ..arena.conformance import ConformanceChecker
    from ..arena.jail.limits import Limits
    from ..arena.jailed_bot import make_supervisor
    from ..arena.starter import two_seat_options

    definition = definition_of(game)
    submission = store_bot(bot)
    ensure_compiled(game)
    bad = False
    with make_supervisor(game) as supervisor:
        checker = ConformanceChecker(Game(definition, two_seat_options(definition)), submission, supervisor, Limits())
        for check in checker.checks():
            bad = bad or bool(check.fault)
            print(f"{'bad ' if check.fault else 'good'}  {check.name}", flush=True)
            for line in filter(None, (check.fault, check.advice)):
                print(f"      {line}")
            if check.log:
                print(textwrap.indent(check.log.rstrip(), "      | "))
    verdict = "is not ready to submit" if bad else "is ready to submit"
    print(f"{submission.name} {verdict} (digest {submission.digest[:16]}).")
    return EXIT_BAD if bad else EXIT_OK


def print_walls(
    attacks: Annotated[bool, typer.Option("--attack", help="also run the arena's own attacks on them")] = False,
) -> int:
    """Test the walls of the jail that bots run in on this machine."""
    from ..arena.jail.availability import require_linux

    require_linux("here, bots run only with --trust")
    from ..arena.jail.battery.attacks import find_missing_attackers, run_attacks
    from ..arena.jail.self_test import check_walls, describe_machine
    from ..arena.jail.supervisor import Supervisor

    print(describe_machine())
    checked_walls = check_walls()
    for wall in checked_walls:
        status = "works  " if wall.stands else "MISSING" if wall.is_required else "missing"
        print(f"{status}  {wall.name}: {wall.purpose}{'' if wall.stands else f'. Why: {wall.why_missing}'}")
    bad = any(wall.is_required and not wall.stands for wall in checked_walls)
    if attacks and not bad:
        for sentence in find_missing_attackers():
            print(sentence)
        with Supervisor() as supervisor:
            for attack in run_attacks(supervisor):
                bad = bad or not attack.held
                print(f"{'held   ' if attack.held else 'BROKEN '}  {attack.name}: {attack.evidence}", flush=True)
    print("Bots are not safe to judge here." if bad else "Bots can be judged here.")
    return EXIT_BAD if bad else EXIT_OK


def write_bot(
    game: Annotated[str, typer.Argument(help="game of the bot, such as towers")],
    name: Annotated[str, typer.Argument(help="name of the bot, such as ada")],
    folder: Annotated[Path, typer.Option(help="folder to write it to")] = Path("bots"),
    language: Annotated[str, typer.Option(help="python, javascript or c")] = "python",
) -> None:
    """Write a commented starter bot for you to change (in Python, with a test)."""
    from ..arena.starter import usage_commands, write_starter

    definition = definition_of(game)
    starter = write_starter(definition, name, folder, language)
    print(f"{starter.file} is your bot{f', {starter.test} its test' if starter.test else ''}.")
    for purpose, command in usage_commands(definition, starter).items():
        print(f"{purpose}: {command}")


def require_walls() -> None:
    """Raise BadOption if a wall of the jail is missing on this machine."""
    from ..arena.jail.availability import require_linux

    require_linux()
    from ..arena.jail.self_test import find_missing_walls

    for wall in find_missing_walls():
        raise BadOption(
            f"no bot can be jailed on this machine: {wall.purpose}, but {wall.why_missing}; "
            "--trust runs it without a jail"
        )


def make_limits(seconds: float, memory: int) -> Limits:
    from ..arena.jail.limits import Limits

    return Limits(think_seconds=check_positive(seconds, "seconds"), memory_mb=int(check_positive(memory, "memory")))


def check_positive(number: float, name: str) -> float:
    if not 0 < number < 1e6:
        raise BadOption(f"{name} must be more than 0, not {number:g}")
    return number
