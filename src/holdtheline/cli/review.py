"""`htl review`: print a finished game as a graph of the chance to win, turning points and a list of steps."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Annotated

import typer

from ..core.errors import BadOption, BadRecord
from ..core.game import Game
from ..core.game_record.replay import Record
from ..core.sentences import capitalize_first
from ..lab import review_text
from ..lab.evaluator import DEFAULT_NODES
from ..lab.review import FULL_CHANCE, NOT_FINISHED, Review, Reviewer, table_from_record
from ..table.session import PERSON, Table
from ..table.text import format_sentence, options_text, reason_text, winner_text
from . import EXIT_INTERRUPTED, EXIT_OK
from .common import JsonOption, RecordArgument, count_progress, ensure_compiled

MIN_WIDTH, MAX_WIDTH = 30, 100
GRAPH_WIDTH, GRAPH_HEIGHT = 64, 11
"""In characters; a row of the graph is ten percent."""


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
    record = Record.read(file)
    number = find_seat(record.game(plain=True), seat, record.header.seats)
    table = table_from_record(record)
    if not table.is_over:
        raise BadRecord(NOT_FINISHED)
    ensure_compiled(table.game.name)
    threads = 1 if table.game.definition.is_solved else os.cpu_count() or 1
    reviewer = Reviewer(table, number, DEFAULT_NODES if nodes is None else nodes, threads)
    stopped = run_with_progress(reviewer)
    if stopped and not reviewer.has_begun:
        return EXIT_INTERRUPTED
    found = reviewer.so_far
    if as_json:
        print(json.dumps(review_text.review_json(found, table), ensure_ascii=False))
    else:
        print_review(found, table, record.header.seats, is_plain=plain)
    return EXIT_INTERRUPTED if stopped else EXIT_OK


def find_seat(game: Game, name: str | None, players: Sequence[str]) -> int:
    """Return the seat with this name; without a name, the first person's seat, or else the first seat."""
    if name is None:
        return players.index(PERSON) if PERSON in players else 0
    for seat, title in enumerate(game.seats):
        if name.strip().lower() == title.lower():
            return seat
    raise BadOption(f"{game.name} has no seat {name[:40]!r}; its seats are: {', '.join(game.seats)}")


def run_with_progress(reviewer: Reviewer) -> bool:
    """Run the review with a progress bar, and return whether Ctrl-C stopped it."""
    try:
        with count_progress(reviewer.positions) as report:
            for done in reviewer.run():
                report(done)
    except KeyboardInterrupt:
        return True
    return False


# Printing


def print_review(review: Review, table: Table, players: Sequence[str], is_plain: bool) -> None:
    game, outcome = table.game, table.state.outcome
    assert outcome is not None
    heading = ", ".join(filter(None, (game.definition.title, options_text(game))))
    print(f"{heading}, reviewed for {side_text(table, review, players)}.")
    print(f"{winner_text(outcome, game.sides, [])}: {reason_text(outcome)}.")
    print(review_text.method_text(review))
    if not review.is_complete:
        print(f"Stopped: {len(review.evaluations)} of {len(review.segments) + 1} positions were evaluated.")
    if not is_plain:
        print()
        print("\n".join(draw_graph(review)))
    print()
    for name, text in review_text.summary_rows(review, table):
        print(f"{capitalize_first(name):<18} {text:>8}")
    print_turning_points(review, table)
    if is_plain or not sys.stdout.isatty():
        print_segments(review, table)


def side_text(table: Table, review: Review, players: Sequence[str]) -> str:
    return f"{table.game.sides[review.seat]} ({''.join(filter(str.isprintable, players[review.seat]))[:40]})"


def print_turning_points(review: Review, table: Table) -> None:
    turning_points = review.turning_points()
    print("\nTurning points:" if turning_points else "\nNothing changed the chance to win.")
    for number, index in enumerate(turning_points, 1):
        steps = capitalize_first(review_text.steps_text(review.segments[index]))
        print_wrapped(f"{number}. {steps}. {review_text.turning_point_text(review, table, index)}")
        advice = review_text.better_move_text(review, table, index)
        if advice:
            print_wrapped(f"   Better: {format_sentence(advice)}")


def print_wrapped(line: str) -> None:
    """Print a long line: wrapped on a terminal, whole in a pipe."""
    width = min(shutil.get_terminal_size().columns, MAX_WIDTH) if sys.stdout.isatty() else len(line)
    print(textwrap.fill(line, max(width, MIN_WIDTH), subsequent_indent="   "))


def print_segments(review: Review, table: Table) -> None:
    """Print every segment of the game on its own line."""
    print("\nStep by step:")
    print(f"Start: {review_text.format_chance(review.start, review.unit)}.")
    for (segment, change), chance in zip(review.changes, review.chances[1:], strict=True):
        points = review_text.format_points(change, review.unit)
        head = f"{capitalize_first(review_text.steps_text(segment))}, {segment.kind}: {points}"
        text = format_sentence(review_text.segment_text(table, segment))
        print(f"{head}, {review_text.format_chance(chance, review.unit)}. {text}")


def draw_graph(review: Review) -> list[str]:
    """Draw the chance to win from left to right, in characters, with numbered turning points below."""
    last = max(review.segments[-1].last, 1)
    columns = [0, *(segment.last * (GRAPH_WIDTH - 1) // last for segment in review.segments)]
    rows = [round(chance * (GRAPH_HEIGHT - 1) / FULL_CHANCE) for chance in review.chances]
    canvas = [[" "] * GRAPH_WIDTH for _ in range(GRAPH_HEIGHT)]
    current = rows[0]
    for column in range(columns[len(rows) - 1] + 1):
        passed = [current, *(row for row, x in zip(rows, columns, strict=False) if x == column)]
        for row in range(min(passed), max(passed) + 1):
            canvas[row][column] = "━" if len(set(passed)) == 1 else "┃"
        current = passed[-1]
    lines = []
    for row in reversed(range(GRAPH_HEIGHT)):
        label = f"{row * 100 // (GRAPH_HEIGHT - 1):>3}%" if row % 5 == 0 else "    "
        lines.append(f"{label} ┤{''.join(canvas[row]).rstrip()}")
    below = [" "] * GRAPH_WIDTH
    for number, index in enumerate(review.turning_points(), 1):
        below[columns[index + 1]] = str(number)
    return [*lines, f"     └{'─' * GRAPH_WIDTH}", f"      {''.join(below).rstrip()}"]
