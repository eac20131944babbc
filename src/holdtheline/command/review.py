"""`htl review`: a finished game looked at again, as a graph, a few sentences and a table."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

from ..core.errors import BadOption, BadRecord
from ..core.game import Game
from ..core.record import Record
from ..lab import retold
from ..lab.judge import NODES
from ..lab.retold import better, how, percent, points, steps_text, sums, turning_point, what
from ..lab.review import CERTAIN, NOT_OVER, Review, Reviewing, table_of
from ..table.session import PERSON, Table
from ..table.words import capital, options_text, sentence, verdict
from .study import be_warm

FINE, STOPPED = 0, 130
NARROWEST, WIDEST = 30, 100
WIDTH, HEIGHT = 64, 11
"""Of the graph, in characters; a row is ten percent."""


def review(file: Path, seat: str | None, nodes: int | None, *, as_json: bool, plain: bool) -> int:
    record = Record.read(file)
    number = seat_named(record.game(plain=True), seat, record.header.seats)
    table = table_of(record)
    if not table.is_over:
        raise BadRecord(NOT_OVER)
    be_warm()
    threads = 1 if table.game.contract.is_solved else os.cpu_count() or 1
    reviewing = Reviewing(table, number, NODES if nodes is None else nodes, threads)
    stopped = worked_out(reviewing)
    if stopped and not reviewing.has_begun:
        return STOPPED
    made = reviewing.so_far
    if as_json:
        print(json.dumps(retold.as_json(made, table), ensure_ascii=False))
    else:
        show(made, table, record.header.seats, is_plain=plain)
    return STOPPED if stopped else FINE


def seat_named(game: Game, name: str | None, players: Sequence[str]) -> int:
    """The seat with this name; without one, the first person's, or the first."""
    if name is None:
        return players.index(PERSON) if PERSON in players else 0
    for seat, title in enumerate(game.seats):
        if name.strip().lower() == title.lower():
            return seat
    raise BadOption(f"{game.name} has no seat {name[:40]!r}; its seats are: {', '.join(game.seats)}")


def worked_out(reviewing: Reviewing) -> bool:
    """Work it out, with a bar on long work; whether somebody stopped it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("positions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not sys.stderr.isatty()
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as progress:
            task = progress.add_task("", total=reviewing.positions)
            for done in reviewing.go_on():
                progress.update(task, completed=done)
    except KeyboardInterrupt:
        return True
    return False


# How it is shown


def show(made: Review, table: Table, players: Sequence[str], is_plain: bool) -> None:
    game, outcome = table.game, table.state.outcome
    assert outcome is not None
    options = options_text(game)
    print(
        f"{game.contract.title}{', ' if options else ''}{options}, reviewed for {side(table, made, players)}."
    )
    print(f"{verdict(outcome, game.sides, [])}: {outcome.reason} ({outcome.clause}).")
    print(how(made))
    if not made.is_whole:
        print(f"Stopped: {len(made.judged)} of {len(made.stretches) + 1} positions are looked at.")
    if not is_plain:
        print()
        print("\n".join(graph(made)))
    print()
    for name, text in sums(made, table):
        print(f"{capital(name):<18} {text:>8}")
    show_turning_points(made, table)
    if is_plain or not sys.stdout.isatty():
        show_stretches(made, table)


def side(table: Table, made: Review, players: Sequence[str]) -> str:
    return f"{table.game.sides[made.seat]} ({''.join(filter(str.isprintable, players[made.seat]))[:40]})"


def show_turning_points(made: Review, table: Table) -> None:
    places = made.turning_points()
    print("\nThe turning points:" if places else "\nNothing changed the chance.")
    for number, place in enumerate(places, 1):
        steps = capital(steps_text(made.stretches[place]))
        tell(f"{number}. {steps}. {turning_point(made, table, place)}")
        advice = better(made, table, place)
        if advice:
            tell(f"   Better: {sentence(advice)}")


def tell(line: str) -> None:
    """A long line, broken between words on a screen; who reads a pipe breaks it as they like."""
    width = min(shutil.get_terminal_size().columns, WIDEST) if sys.stdout.isatty() else len(line)
    print(textwrap.fill(line, max(width, NARROWEST), subsequent_indent="   "))


def show_stretches(made: Review, table: Table) -> None:
    """All of it, one line each."""
    print("\nStep by step:")
    print(f"Start: {percent(made.start, made.unit)}.")
    for (stretch, change), chance in zip(made.changes, made.chances[1:], strict=True):
        told = f"{capital(steps_text(stretch))}, {stretch.kind}: {points(change, made.unit)}"
        print(f"{told}, {percent(chance, made.unit)}. {sentence(what(table, stretch))}")


def graph(made: Review) -> list[str]:
    """The chance from left to right, in characters; the turning points are numbered below."""
    last = max(made.stretches[-1].last, 1)
    columns = [0, *(stretch.last * (WIDTH - 1) // last for stretch in made.stretches)]
    rows = [round(chance * (HEIGHT - 1) / CERTAIN) for chance in made.chances]
    field = [[" "] * WIDTH for _ in range(HEIGHT)]
    now = rows[0]
    for column in range(columns[len(rows) - 1] + 1):
        passed = [now, *(row for row, at in zip(rows, columns, strict=False) if at == column)]
        for row in range(min(passed), max(passed) + 1):
            field[row][column] = "━" if len(set(passed)) == 1 else "┃"
        now = passed[-1]
    lines = [f"{label_of(row)} ┤{''.join(field[row]).rstrip()}" for row in reversed(range(HEIGHT))]
    below = [" "] * WIDTH
    for number, place in enumerate(made.turning_points(), 1):
        below[columns[place + 1]] = str(number)
    return [*lines, f"     └{'─' * WIDTH}", f"      {''.join(below).rstrip()}"]


def label_of(row: int) -> str:
    return f"{row * 100 // (HEIGHT - 1):>3}%" if row % 5 == 0 else "    "
