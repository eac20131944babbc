"""`htl play`, `resume`, `replay` and `check`: play and resume games, and replay and verify records."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..core.catalog import definition_of, should_run_plain
from ..core.definition import GameDefinition
from ..core.errors import BadRecord, HtlError
from ..core.game import Game
from ..core.game_record.lines import OWN_DICE, SEEDED_DICE
from ..core.game_record.replay import Record
from ..core.sentences import plural
from ..players.background_compiler import BackgroundCompiler
from ..players.player import check_player
from ..players.precompile import is_ready
from ..table import saved_games
from ..table.session import PERSON, Table
from ..table.text import reason_text
from . import EXIT_BAD, EXIT_OK
from .common import COMPUTER_DICE, DiceOption, JsonOption, PlainOption, RecordArgument, check_dice


def play_game(
    definition: GameDefinition,
    options: dict[str, str | int],
    plain: PlainOption = False,
    dice: DiceOption = COMPUTER_DICE,
    seed: Annotated[int | None, typer.Option(help="seed for the dice; the same seed gives the same rolls")] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="'person' or a computer player; repeat it once per seat, or only for the last seats"),
    ] = None,
    record: Annotated[Path | None, typer.Option(help="file for the record; default: in your data folder")] = None,
    hints: Annotated[bool, typer.Option(help="allow hints: chances to win and good moves")] = True,
) -> int:
    check_dice(dice, seed)
    named = player or []
    seats = [PERSON] * (len(definition.seats_for(options)) - len(named)) + named
    for name in seats:
        if name != PERSON:
            check_player(definition, name)
    table = Table.open(
        Game(definition, options, plain=should_run_plain(definition)),
        seats=seats,
        seed=seed,
        dice=OWN_DICE if dice == OWN_DICE else SEEDED_DICE,
        record=record or saved_games.new_record_path(definition.name),
        coach=None if hints else False,
    )
    return play_at_table(table, plain)


def resume_game(
    game: Annotated[str | None, typer.Argument(help="a record file, or its number in --list")] = None,
    plain: PlainOption = False,
    list_games: Annotated[bool, typer.Option("--list", help="list games you can resume")] = False,
) -> int:
    """Resume your last game, or the one you name."""
    if list_games:
        return print_saved_games()
    path = saved_games.find_saved_game(game)
    return play_at_table(Table.resume(path, plain=_uses_plain_rules(path)), plain)


def _uses_plain_rules(path: Path) -> bool:
    """Return whether to continue with uncompiled rules; a bad record is reported when the table opens it."""
    try:
        return should_run_plain(definition_of(Record.read(path, cut_off="drop").header.game))
    except HtlError:
        return True


def print_saved_games() -> int:
    saved = saved_games.list_unfinished_games()
    if not saved:
        print("No games to resume.")
    for number, game in enumerate(saved, 1):
        started = "".join(letter for letter in game.made[:16].replace("T", " ") if letter.isprintable())
        print(f"{number}  {game.game}, {plural(game.steps, 'step')}, started {started} UTC  {game.path}")
    return EXIT_OK


def replay_record(file: RecordArgument, plain: PlainOption = False) -> int:
    """Replay a recorded game step by step."""
    record = Record.read(file)
    if plain or not _is_interactive_terminal():
        from ..terminal.line_mode.replay import replay as replay_plain

        return replay_plain(record)
    from ..terminal.screens.app import replay as replay_on_screen

    return replay_on_screen(record)


def play_at_table(table: Table, plain: bool) -> int:
    """Play at this table, close it, and return the exit code. Compile the game in the background if needed."""
    compiler = None if is_ready(table.game.name) else BackgroundCompiler([table.game.name])
    try:
        if plain or not _is_interactive_terminal():
            from ..terminal.line_mode.play import play as play_plain

            return play_plain(table)
        from ..terminal.screens.app import play as play_on_screen

        return play_on_screen(table)
    finally:
        table.close()
        if compiler is not None:
            compiler.close()


def _is_interactive_terminal() -> bool:
    """Return whether input and output are a terminal that supports full-screen drawing."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def _check_record(file: Path) -> str:
    record = Record.read(file)
    state = record.replay(plain=True)
    if state.outcome is None:
        return f"valid so far, {record.steps} steps, not finished"
    if not record.is_over:
        return f"valid, {record.steps} steps, finished, but the line with the outcome is missing"
    return f"valid, {record.steps} steps; {reason_text(state.outcome)}"


def check_records(
    files: Annotated[list[Path], typer.Argument(help="record files, .htl")], as_json: JsonOption = False
) -> int:
    """Verify records by replaying every step, and print where and why one fails."""
    results: list[dict[str, object]] = []
    for file in files:
        try:
            is_valid, text = True, f"{file}: {_check_record(file)}"
        except BadRecord as error:
            is_valid, text = False, str(error if error.path else f"{file}: {error}")
        results.append({"file": str(file), "valid": is_valid, "text": text})
        if not as_json:
            print(text)
    if as_json:
        print(json.dumps(results))
    return EXIT_OK if all(result["valid"] for result in results) else EXIT_BAD
