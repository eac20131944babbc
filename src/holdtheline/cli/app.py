"""The Typer app with all commands of `htl`. Slow imports are inside the commands that need them."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..core import rulebook
from ..core.catalog import all_definitions, definition_of
from ..core.errors import UnknownName, require_extra
from . import bots, campaign, duel, match, play, printing, scenario, simulate, tournament
from .common import JsonOption, PlainOption, RecordArgument, ensure_compiled, make_group
from .game_options import with_game_options, with_options_of_all_games

app = typer.Typer(
    name="htl",
    help="Hold the Line: games by their own rulebooks.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def htl(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="print the version and exit")] = False,
) -> None:
    if version:
        print(f"htl {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command("games")
def list_games() -> None:
    """List the games."""
    for definition in all_definitions():
        print(f"{definition.name:10} {definition.summary}")


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="name of the game")],
    clause: Annotated[str | None, typer.Argument(help="a clause, such as S4.2, or an option")] = None,
    plain: PlainOption = False,
) -> None:
    """Print the rulebook of a game, or one clause."""
    definition_of(game)
    book = rulebook.read_rulebook(game)
    text = book.text
    if clause is not None:
        option = book.options.get(clause.lower())
        text = option if option is not None else book.clause(clause).markdown
    if plain or not sys.stdout.isatty():
        print(rulebook.plain_text(text))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(rulebook.describe_pictures(text)))


app.command("resume")(play.resume_game)
app.command("replay")(play.replay_record)


@app.command()
def review(
    file: RecordArgument,
    seat: Annotated[str | None, typer.Option(help="seat to review; default: the first person's")] = None,
    nodes: Annotated[
        int | None, typer.Option(help="simulations per position if the game is not solved; default: 1000")
    ] = None,
    as_json: JsonOption = False,
    plain: Annotated[bool, typer.Option("--plain", help="print a table instead of the graph")] = False,
) -> int:
    """Review a finished game: chance to win over time, turning points, luck and skill."""
    from . import review

    return review.review_record(file, seat, nodes, as_json=as_json, plain=plain)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="address to listen on; 0.0.0.0 lets other machines connect")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="port; 0 picks a free one", min=0, max=65535)] = 8017,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="HTL_DATABASE_URL",
            show_envvar=False,
            help="database for the games: postgresql://... or sqlite:///...; default: HTL_DATABASE_URL, or a file "
            "in your data folder",
        ),
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="open it in your browser")] = True,
    proxy: Annotated[str | None, typer.Option(help="trust X-Forwarded-For from the proxy at this address")] = None,
    judge: Annotated[
        bool, typer.Option("--judge/--no-judge", help="play the matches of bot courses, in a jail")
    ] = True,
) -> int:
    """Serve the games in the browser: play, watch and replay, alone or with friends."""
    require_extra("`htl serve`", "server")
    from ..web.server import ServerAddress
    from ..web.server import serve as run_server

    address = ServerAddress(host, port)
    return run_server(address, database=database, opens_browser=open_browser, proxy=proxy, with_judge=judge)


app.command("check")(play.check_records)


@app.command()
def warm(game: Annotated[list[str] | None, typer.Argument(help="games; default: all")] = None) -> None:
    """Compile the rules of games ahead of time."""
    ensure_compiled(*(definition_of(name).name for name in game or ()))
    print("The rules are compiled.")


app.command("new-bot")(bots.write_bot)
app.command("walls")(bots.print_walls)


class GameGroup(TyperGroup):
    """A command whose subcommands are games; for any other game it raises an error that lists them."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            definition_of(args[0])
            raise UnknownName(f"this command does not support {args[0]}; choose one of: {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)


def _add_game_group(name: str, help_text: str) -> typer.Typer:
    group = make_group(help_text, GameGroup)
    app.add_typer(group, name=name)
    return group


app.add_typer(bots.group, name="bot")
app.add_typer(scenario.group, name="scenario")
app.add_typer(campaign.group, name="campaign")
app.command("print")(printing.print_pages)
app.command("cards", hidden=True)(printing.print_pages)  # its name in 0.2
app.command("tournament")(with_options_of_all_games(tournament.tournament))
app.command("duel")(with_options_of_all_games(duel.duel))
play_group = _add_game_group("play", "Play a game.")
solve_group = _add_game_group("solve", "Compute the exact chance to win and the value of every move.")
simulate_group = _add_game_group("simulate", "Play many games between computer players.")
match_group = _add_game_group("match", "Play games between two bots or computer players.")

for _definition in all_definitions():
    _game = _definition.name
    play_group.command(_game, help=_definition.summary)(with_game_options(play.play_game, _definition))
    simulate_group.command(_game, help=_definition.summary)(with_game_options(simulate.simulate, _definition))
    if any(len(_seats) == 2 for _, _seats in _definition.seatings()):
        match_group.command(_game, help=_definition.summary)(with_game_options(match.match, _definition))
    if _definition.ai.solver is not None:
        solve_group.command(_game, help=_definition.summary)(with_game_options(simulate.solve, _definition))
