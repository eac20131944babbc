"""A review as text and JSON, for every client."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.definition import CHANCE
from ..table.session import Table
from ..table.text import format_sentence
from .review import Review
from .segments import LUCK, SKILL, Segment

MAX_EVENT_SENTENCES = 3
"""The most sentences about the results of dice or plans."""
MAX_NAMED_MOVES = 2
"""Decisions of a segment that are named; further ones are counted."""


def format_chance(chance: int, unit: int) -> str:
    """Return `72.22%`, or `72.2%` for a sampled chance."""
    return f"{chance / 100:.{1 if unit > 1 else 2}f}%"


def format_points(change: int, unit: int) -> str:
    """Return a change in percentage points: `+8.92`."""
    return f"{change / 100:{'+' if change else ''}.{1 if unit > 1 else 2}f}"


def method_text(review: Review) -> str:
    """Return a sentence about how the chances were computed."""
    if review.nodes is None:
        return "The chances are exact: the game is solved."
    return f"The chances are estimates from {review.nodes:,} simulations per position."


def steps_text(segment: Segment) -> str:
    if segment.is_ending:
        return "the end"
    if segment.first == segment.last:
        return f"step {segment.first}"
    return f"steps {segment.first} to {segment.last}"


def segment_text(table: Table, segment: Segment) -> str:
    """Return the faces of the dice, the first decisions and who made them, or the declaration that ended the game."""
    if segment.is_ending:
        assert table.state.outcome is not None
        return table.state.outcome.reason
    if segment.kind == LUCK:
        rolls = [played for step in segment.steps if (played := table.steps[step - 1]).seat == CHANCE]
        faces = [str(roll.move.code) for roll in rolls]
        return f"{'the die' if len(faces) == 1 else 'the dice'}: {', '.join(faces)}"
    labels = [table.steps[step - 1].move.label for step in segment.steps]
    more = len(labels) - MAX_NAMED_MOVES
    text = "; ".join(labels if more < 2 else [*labels[:MAX_NAMED_MOVES], f"and {more} more"])
    seats = sorted({table.steps[step - 1].seat for step in segment.steps} - {CHANCE})
    who = " and ".join(table.game.seats[seat] for seat in seats)
    return f"{who}: {text}" if len(table.game.seats) > 1 else text


def better_move_text(review: Review, table: Table, index: int) -> str | None:
    """Return a better first move for a segment that lowered the chance of the seat, if one is known."""
    segment, change = review.changes[index]
    code = review.evaluations[index].best
    if segment.kind != SKILL or segment.is_ending or change >= 0 or code is None:
        return None
    if table.steps[segment.steps[0] - 1].move.code == code:
        return None
    return table.state_after(segment.first - 1).move(code).label


def turning_point_text(review: Review, table: Table, index: int) -> str:
    """Return a few sentences about a turning point."""
    segment, change = review.changes[index]
    before, after = (format_chance(chance, review.unit) for chance in review.chances[index : index + 2])
    verb = "cost" if change < 0 else "gained"
    size = format_points(abs(change), review.unit).removeprefix("+")
    sentences = [format_sentence(segment_text(table, segment)), *consequences_text(table, segment)]
    return f"{' '.join(sentences)} That {verb} {size} points: from {before} to {after}."


def consequences_text(table: Table, segment: Segment) -> list[str]:
    """Return the last sentences of the log about the results of dice or simultaneous plans."""
    if segment.kind != LUCK and (segment.kind == SKILL or segment.is_in_order):
        return []
    steps = range(segment.first, segment.last + 1)
    events = [event.text for step in steps for event in table.steps[step - 1].events]
    return [format_sentence(text) for text in events[-MAX_EVENT_SENTENCES:]]


def summary_rows(review: Review, table: Table) -> list[tuple[str, str]]:
    """Return the names and numbers that add up to the result, and the result."""
    unit = review.unit
    rows = [("start", format_chance(review.start, unit)), ("luck", format_points(review.luck, unit))]
    rows.append(("skill", format_points(review.skill, unit)))
    if len(table.game.seats) > 1:
        rows.append(("the others' play", format_points(review.others, unit)))
    if review.ending:
        rows.append(("early end", format_points(review.ending, unit)))
    if not review.is_complete:
        rows.append(("not evaluated", format_points(review.rest, unit)))
    return [*rows, ("result", format_chance(review.result, unit))]


def review_json(review: Review, table: Table, known: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """Return the review as JSON; chances are in hundredths of a percent.

    `known` has the segments of an earlier call, and gets the new ones.
    """
    segments = [] if known is None else known
    chances = review.chances
    for index in range(len(segments), len(chances) - 1):
        segments.append(segment_json(review, table, index, chances))
    return {
        "game": table.game.name,
        "seat": review.seat,
        "title": table.game.seats[review.seat],
        "exact": review.nodes is None,
        "nodes": review.nodes,
        "how": method_text(review),
        "done": len(review.evaluations),
        "of": len(review.segments) + 1,
        "start": review.start,
        "luck": review.luck,
        "skill": review.skill,
        "others": review.others,
        "ending": review.ending,
        "rest": review.rest,
        "result": review.result,
        "sums": [{"name": name, "text": text} for name, text in summary_rows(review, table)],
        "segments": segments.copy(),
        "turning_points": [
            {
                "place": index,
                "steps": steps_text(review.segments[index]),
                "sentence": turning_point_text(review, table, index),
                "better": better_move_text(review, table, index),
                "again": review.segments[index].step_before,
            }
            for index in review.turning_points()
        ],
    }


def segment_json(review: Review, table: Table, index: int, chances: Sequence[int]) -> dict[str, Any]:
    segment, unit = review.segments[index], review.unit
    before, after = chances[index], chances[index + 1]
    fraction = review.evaluations[index + 1].chance if review.nodes is None else None
    return {
        "first": min(segment.first, segment.last),
        "last": segment.last,
        "kind": segment.kind,
        "what": segment_text(table, segment),
        "before": before,
        "after": after,
        "change": after - before,
        "percent": format_chance(after, unit),
        "points": format_points(after - before, unit),
        "fraction": None if fraction is None else str(fraction),
    }
