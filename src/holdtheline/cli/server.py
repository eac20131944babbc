"""`htl serve` and `htl warm`: open the games in the browser, and compile their rules ahead of time."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.catalog import definition_of
from ..core.errors import require_extra
from .common import ensure_compiled


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
    lab: Annotated[
        bool | None,
        typer.Option("--lab/--no-lab", help="play studies for the lab page; default: if only this machine can connect"),
    ] = None,
) -> int:
    """Serve the games in the browser: play, watch and replay, alone or with friends."""
    require_extra("`htl serve`", "server")
    from ..web.server import ServerAddress
    from ..web.server import serve as run_server

    address = ServerAddress(host, port)
    return run_server(
        address, database=database, opens_browser=open_browser, proxy=proxy, with_judge=judge, with_lab=lab
    )


def warm(game: Annotated[list[str] | None, typer.Argument(help="games; default: all")] = None) -> None:
    """Compile the rules of games ahead of time."""
    ensure_compiled(*(definition_of(name).name for name in game or ()))
    print("The rules are compiled.")
