"""The commands and what they do. Heavy parts are imported by the command that needs them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..core.catalog import contract_of, games
from ..core.errors import UnknownName
from . import bots, campaign, cards, contest, play, scenario, study
from .options import with_game_options, with_options_of_any_game

app = typer.Typer(
    name="htl",
    help="Hold the Line: games by their own rulebooks.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

File = Annotated[Path, typer.Argument(help="a record, .htl")]
Plain = Annotated[bool, typer.Option("--plain", help=play.PLAIN)]


@app.callback(invoke_without_command=True)
def htl(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="which version this is")] = False,
) -> None:
    if version:
        print(f"htl {__version__}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command("games")
def list_games() -> None:
    """The games that there are."""
    for name in games():
        print(f"{name:10} {contract_of(name).sentence}")


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="the game")],
    clause: Annotated[str | None, typer.Argument(help="a clause, such as S4.2")] = None,
    plain: Plain = False,
) -> None:
    """The rulebook of a game, or one clause of it."""
    study.show_rules(game, clause, plain)


@app.command()
def resume(
    game: Annotated[str | None, typer.Argument(help="a record, or a number of --list")] = None,
    plain: Plain = False,
    show: Annotated[bool, typer.Option("--list", help="the games that can be gone on with")] = False,
) -> int:
    """Go on with a game where you left it: the last one, unless you name another."""
    return play.list_saved() if show else play.resume(game, plain)


@app.command()
def replay(file: File, plain: Plain = False) -> int:
    """Watch a recorded game."""
    return play.replay(file, plain)


@app.command()
def review(
    file: File,
    seat: Annotated[str | None, typer.Option(help="whose chance to win; else the first person's")] = None,
    nodes: Annotated[
        int | None,
        typer.Option(help="simulations for each position, where the game is not solved; else 1000"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="a table instead of the graph")] = False,
) -> int:
    """A finished game looked at again: the chance over time, the turning points, luck and skill."""
    from . import review as reviewing

    return reviewing.review(file, seat, nodes, as_json=as_json, plain=plain)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="the address to listen at; 0.0.0.0: for everybody")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="the port; 0: any that is free", min=0, max=65535)] = 8017,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="HTL_DATABASE_URL",
            show_envvar=False,
            help="where games are kept: postgresql://... or sqlite:///...; else a file in your data folder "
            "(also from HTL_DATABASE_URL)",
        ),
    ] = None,
    opens: Annotated[bool, typer.Option("--open/--no-open", help="show it in your browser")] = True,
    proxy: Annotated[
        str | None,
        typer.Option(help="the address of a proxy before the server, whose word on addresses is believed"),
    ] = None,
    judges: Annotated[
        bool, typer.Option("--judge/--no-judge", help="let the bots of courses play, behind walls")
    ] = True,
) -> int:
    """The table in the browser: play, watch and replay, alone or with friends."""
    from ..web.server import Address
    from ..web.server import serve as serve_table

    return serve_table(
        Address(host, port), database=database, opens_browser=opens, proxy=proxy, judges=judges
    )


@app.command()
def check(files: Annotated[list[Path], typer.Argument(help="records, .htl")]) -> int:
    """Verify records: every step is played again. Says at which step and why one fails."""
    return study.check(files)


@app.command()
def warm() -> None:
    """Compile the rules of all games ahead of time."""
    study.be_warm()
    print("The rules are compiled.")


@app.command("new-bot")
def new_bot(
    game: Annotated[str, typer.Argument(help="what it plays, such as towers")],
    name: Annotated[str, typer.Argument(help="what it is called, such as ada")],
    folder: Annotated[Path, typer.Option(help="where it is written")] = Path("bots"),
    language: Annotated[str, typer.Option(help="python, javascript or c")] = "python",
) -> None:
    """A first bot, with comments, to make your own; in Python with a test."""
    bots.new_bot(game, name, folder, language)


@app.command()
def walls(
    attacks: Annotated[bool, typer.Option("--attack", help="let the arena's own attackers try them")] = False,
) -> int:
    """The walls around bots that this machine has, each of them tried."""
    return bots.walls(attacks)


class GameGroup(TyperGroup):
    """A command that goes on with the name of a game."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            contract_of(args[0])
            raise UnknownName(f"{args[0]} cannot do this; it works for: {', '.join(self.commands)}")
        return super().resolve_command(ctx, args)


def _a_command_for_each_game(name: str, help_text: str) -> typer.Typer:
    group = typer.Typer(cls=GameGroup, help=help_text, rich_markup_mode=None)

    @group.callback(invoke_without_command=True)
    def which_game(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    app.add_typer(group, name=name)
    return group


app.add_typer(bots.group, name="bot")
app.add_typer(scenario.group, name="scenario")
app.add_typer(campaign.group, name="campaign")
app.command("cards")(cards.cards)
app.command("tournament")(with_options_of_any_game(contest.tournament))
app.command("duel")(with_options_of_any_game(contest.duel))
play_group = _a_command_for_each_game("play", "Play a game.")
solve_group = _a_command_for_each_game("solve", "The exact chance to win, and the value of every move.")
simulate_group = _a_command_for_each_game("simulate", "Let computer players play very often.")
match_group = _a_command_for_each_game("match", "Let two bots or players play against each other.")

for _game in games():
    _contract = contract_of(_game)
    play_group.command(_game, help=_contract.sentence)(with_game_options(play.play, _contract))
    simulate_group.command(_game, help=_contract.sentence)(with_game_options(study.simulate, _contract))
    if any(len(_seats) == 2 for _, _seats in _contract.seatings()):
        match_group.command(_game, help=_contract.sentence)(with_game_options(bots.match, _contract))
    if _contract.solve is not None:
        solve_group.command(_game, help=_contract.sentence)(with_game_options(study.solve, _contract))
