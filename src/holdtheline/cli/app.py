"""The commands of `htl`, in the order of its help. The module of a command is imported when the command is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any

import typer

from .. import __version__
from .help_text import HtlCommand, HtlGroup


@dataclass(frozen=True)
class Entry:
    """A command: its description in the list of commands, and where it is defined."""

    name: str
    description: str
    module: str
    function: str = "group"
    """A function or a group of that module."""
    options: str = ""
    """"" for its own options; "one game" if its subcommands are games; "all games" if it has the options of all."""


SECTIONS: dict[str, tuple[Entry, ...]] = {
    "Play": (
        Entry("play", "Play a game in the terminal.", "play", "play_game", "one game"),
        Entry("resume", "Continue your last game, or the one you name.", "play", "resume_game"),
        Entry("campaign", "Play campaigns: battles in a story that remembers their survivors.", "campaign"),
        Entry("puzzle", "Solve puzzles: positions with one best move.", "puzzle", "solve_puzzle"),
        Entry("games", "List the games.", "reading", "list_games"),
        Entry("rules", "Read the rulebook of a game, or one clause.", "reading", "print_rules"),
    ),
    "Study": (
        Entry("replay", "Step through a recorded game.", "play", "replay_record"),
        Entry("review", "Find the turning points, luck and skill of a finished game.", "review", "review"),
        Entry(
            "solve", "Compute the exact chance to win and the value of every move.", "lab.simulate", "solve", "one game"
        ),
        Entry("simulate", "Play many games between computer players.", "lab.simulate", "simulate", "one game"),
        Entry(
            "compare", "Find out what an option, a number or a player changes.", "lab.compare", "compare", "one game"
        ),
        Entry("tune", "Find numbers of a ruleset or battle that meet a target.", "lab.tune", "tune", "one game"),
        Entry("study", "Answer a question about a game as exactly as a file asks.", "lab.study", "study"),
        Entry("train", "Train the evaluation that the search of a game uses.", "lab.train", "train_game"),
    ),
    "Bots": (
        Entry("new-bot", "Write a starter bot in Python, JavaScript or C.", "bots", "write_bot"),
        Entry("bot", "Check that a bot follows the protocol.", "bots"),
        Entry("match", "Play games between two bots or computer players.", "match", "match", "one game"),
        Entry("duel", "Decide whether one bot is better than another.", "duel", "duel", "all games"),
        Entry("tournament", "Play all bots of a folder against each other.", "tournament", "tournament", "all games"),
        Entry("walls", "Test the jail that bots run in.", "bots", "print_walls"),
    ),
    "Files": (
        Entry("scenario", "List, check and show scenarios.", "scenario"),
        Entry("print", "Write a PDF to play on a real table.", "printing", "print_pages"),
        Entry("check", "Verify recorded games.", "play", "check_records"),
    ),
    "Server": (
        Entry("serve", "Open the games in your browser.", "server", "serve"),
        Entry("warm", "Compile the rules ahead of time.", "server", "warm"),
    ),
}
ENTRIES = {entry.name: entry for entries in SECTIONS.values() for entry in entries}
OLD_NAMES = {"cards": "print"}
"""Names that commands had in earlier versions, and still answer to."""

START = """Hold the Line: four games by their own rulebooks, to play, study and write bots for.

To begin: `htl play siege` in the terminal, or `htl serve` in your browser."""


class CommandList(HtlGroup):
    """All commands, by sections; each is imported when it is used."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(ENTRIES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        entry = ENTRIES.get(OLD_NAMES.get(cmd_name, cmd_name))
        return None if entry is None else _load_command(entry)

    def command_sections(self, ctx: Any) -> list[tuple[str, list[tuple[str, str]]]]:
        return [(title, [(entry.name, entry.description) for entry in entries]) for title, entries in SECTIONS.items()]


class GameGroup(HtlGroup):
    """A command whose subcommands are games; the options of a game are read when it is named."""

    entry: Entry

    def list_commands(self, ctx: Any) -> list[str]:
        from ..core.catalog import all_definitions

        return [definition.name for definition in all_definitions() if _supports(self.entry.name, definition)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        from ..core.catalog import definition_of
        from ..core.errors import UnknownName
        from .game_options import with_game_options

        definition = definition_of(cmd_name)
        if not _supports(self.entry.name, definition):
            supported = ", ".join(self.list_commands(ctx))
            raise UnknownName(f"this command does not support {cmd_name}; choose one of: {supported}")
        return _as_command(cmd_name, with_game_options(_find(self.entry), definition), definition.summary)


def _supports(command: str, definition: Any) -> bool:
    """Return whether `htl solve` or `htl match` knows this game; all other commands know every game."""
    if command == "solve":
        return definition.ai.solver is not None
    return command != "match" or any(len(seats) == 2 for _, seats in definition.seatings())


def _load_command(entry: Entry) -> Any:
    if entry.options == "one game":
        group = typer.main.get_command(_group_of_games(entry))
        assert isinstance(group, GameGroup)
        group.entry = entry
        return group
    found = _find(entry)
    if isinstance(found, typer.Typer):
        return typer.main.get_command(found)
    if entry.options == "all games":
        from .game_options import with_options_of_all_games

        found = with_options_of_all_games(found)
    return _as_command(entry.name, found, None)


def _group_of_games(entry: Entry) -> typer.Typer:
    from .common import make_group

    return make_group(entry.description, GameGroup)


def _find(entry: Entry) -> Any:
    return getattr(import_module(f".{entry.module}", __package__), entry.function)


def _as_command(name: str, function: Callable[..., Any], help_text: str | None) -> Any:
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.command(name, cls=HtlCommand, help=help_text)(function)
    return typer.main.get_command(single)


app = typer.Typer(
    name="htl",
    help=START,
    cls=CommandList,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "token_normalize_func": lambda name: name.replace("_", "-"),
    },
)


@app.callback(invoke_without_command=True)
def htl(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", "-V", help="print the version and exit")] = False,
) -> None:
    if version:
        print(f"htl {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())
