"""Playing, going on, and watching."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..core.catalog import contract_of, plain_for_people
from ..core.contract import Contract
from ..core.errors import BadOption, HtlError
from ..core.game import Game
from ..core.record import Record
from ..players.player import check_player
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
        list[str] | None,
        typer.Option(help="person, or a computer player: one for each seat, or only for the last ones"),
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="where to write the game; else your data folder")
    ] = None,
    hints: Annotated[bool, typer.Option(help="whether one may ask for chances and good moves")] = True,
) -> int:
    if dice not in (COMPUTER, MINE):
        raise BadOption(f"--dice {dice[:40]!r} does not exist; it can be {COMPUTER} or {MINE}")
    if dice == MINE and seed is not None:
        raise BadOption("--seed is for the computer's dice; with --dice mine you roll your own")
    named = player or []
    seats = [PERSON] * (len(contract.seats_of(options)) - len(named)) + named
    computers = [name for name in seats if name != PERSON]
    for name in computers:
        check_player(contract, name)
    if computers:
        be_warm()  # a computer player may have to remember a solution, or to think fast
    table = Table.open(
        Game(contract, options, plain=plain_for_people(contract)),
        seats=seats,
        seed=seed,
        dice=MINE if dice == MINE else SEEDED,
        record=record or store.new_path(contract.name),
        coach=None if hints else False,
    )
    return at_table(table, plain)


def resume(game: str | None, plain: bool) -> int:
    path = store.find_saved(game)
    return at_table(Table.resume(path, plain=_is_better_plain(path)), plain)


def _is_better_plain(path: Path) -> bool:
    """Whether this game goes on with plain rules; what is wrong with its record is for others to say."""
    try:
        return plain_for_people(contract_of(Record.read(path, cut_off="drop").header.game))
    except HtlError:
        return True


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


def at_table(table: Table, plain: bool) -> int:
    """Play at this table, and close it; the exit code."""
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
