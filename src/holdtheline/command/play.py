"""Playing, going on, and watching."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..core.contract import Contract
from ..core.errors import BadOption
from ..core.game import Game
from ..core.record import Record
from ..table import store
from ..table.session import MINE, PERSON, SEEDED, Table
from .study import be_warm

COMPUTER = "computer"
PLAIN = "line by line, for screen readers and pipes"


def play(
    contract: Contract,
    options: dict[str, str | int],
    plain: Annotated[
        bool, typer.Option("--plain", help="line by line, for screen readers and pipes")
    ] = False,
    dice: Annotated[str, typer.Option(help="mine: you roll real dice and type what they show")] = COMPUTER,
    seed: Annotated[int | None, typer.Option(help="the same seed gives the same rolls")] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="who plays, one for each seat: person, or a computer player")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="where to write the game; else your data folder")
    ] = None,
) -> int:
    if dice not in (COMPUTER, MINE):
        raise BadOption(f"--dice {dice[:40]!r} does not exist; it can be {COMPUTER} or {MINE}")
    if dice == MINE and seed is not None:
        raise BadOption("--seed is for the computer's dice; with --dice mine you roll your own")
    seats = player or [PERSON] * len(contract.seats)
    table = Table.open(
        Game(contract, options, plain=True),
        seats=seats,
        seed=seed,
        dice=MINE if dice == MINE else SEEDED,
        record=record or store.new_path(contract.name),
    )
    if any(table.players):
        be_warm()  # a computer player may have to remember a solution
    return _at(table, plain)


def resume(game: str | None, plain: bool) -> int:
    return _at(Table.resume(store.find_saved(game), plain=True), plain)


def list_saved() -> int:
    saved = store.unfinished()
    if not saved:
        print("There is no game to go on with.")
    for number, one in enumerate(saved, 1):
        begun = "".join(letter for letter in one.made[:16].replace("T", " ") if letter.isprintable())
        print(f"{number}  {one.game}, {one.steps} steps, begun {begun} UTC  {one.path}")
    return 0


def replay(file: Path, plain: bool) -> int:
    record = Record.read(file)
    if plain or not _is_screen():
        from ..terminal.plain import replay as replay_plain

        return replay_plain(record)
    from ..terminal.app import replay as replay_on_screen

    return replay_on_screen(record)


def _at(table: Table, plain: bool) -> int:
    try:
        if plain or not _is_screen():
            from ..terminal.plain import play as play_plain

            return play_plain(table)
        from ..terminal.app import play as play_on_screen

        return play_on_screen(table)
    finally:
        table.close()


def _is_screen() -> bool:
    """Whether somebody sits before a screen that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")
