"""A review in words and numbers, for every face that shows one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.contract import CHANCE
from ..table.session import Table
from ..table.words import sentence
from .review import Review
from .stretches import LUCK, SKILL, Stretch

TOLD = 3
"""Sentences about what came of dice, or of plans."""
NAMED = 2
"""Decisions of a stretch that are told; of more of them it is said how many."""


def percent(chance: int, unit: int) -> str:
    """72.22%, or 72.2% where it was only sampled."""
    return f"{chance / 100:.{1 if unit > 1 else 2}f}%"


def points(change: int, unit: int) -> str:
    """+8.92, in percentage points."""
    return f"{change / 100:{'+' if change else ''}.{1 if unit > 1 else 2}f}"


def how(review: Review) -> str:
    """How the chances were found."""
    if review.nodes is None:
        return "The chances are exact: the game is solved."
    return f"The chances are estimates, from {review.nodes:,} simulations of each position."


def steps_text(stretch: Stretch) -> str:
    if stretch.first == stretch.last:
        return f"step {stretch.first}"
    return f"steps {stretch.first} to {stretch.last}"


def what(table: Table, stretch: Stretch) -> str:
    """What was done: the faces of the dice, or the first decisions and who took them."""
    if stretch.kind == LUCK:
        taken = [table.done[step - 1] for step in stretch.steps]
        faces = [one.play.removeprefix("roll ") for one in taken if one.seat == CHANCE]
        return f"{'the die' if len(faces) == 1 else 'the dice'}: {', '.join(faces)}"
    labels = [label(table, step) for step in stretch.steps]
    more = len(labels) - NAMED
    told = "; ".join(labels if more < 2 else [*labels[:NAMED], f"and {more} more"])
    return f"{whose(table, stretch)}: {told}" if len(table.game.seats) > 1 else told


def whose(table: Table, stretch: Stretch) -> str:
    seats = sorted({table.done[step - 1].seat for step in stretch.steps} - {CHANCE})
    return " and ".join(table.game.seats[seat] for seat in seats)


def label(table: Table, step: int) -> str:
    done = table.done[step - 1]
    return table.state_after(step - 1).move(done.play, done.seat).label


def better(review: Review, table: Table, place: int) -> str | None:
    """How a stretch that cost the seat something should have begun, where that is known."""
    stretch, change = review.changes[place]
    code = review.judged[place].best
    if stretch.kind != SKILL or change >= 0 or code is None:
        return None
    before, done = table.state_after(stretch.first - 1), table.done[stretch.steps[0] - 1]
    if before.code(done.play, done.seat) == code:
        return None
    return before.move(code).label


def turning_point(review: Review, table: Table, place: int) -> str:
    """One of them in a few sentences."""
    stretch, change = review.changes[place]
    before, now = (percent(review.chances[at], review.unit) for at in (place, place + 1))
    verb = "cost" if change < 0 else "brought"
    size = points(abs(change), review.unit).removeprefix("+")
    said = [sentence(what(table, stretch)), *came_of(table, stretch)]
    return f"{' '.join(said)} That {verb} {size} points: from {before} to {now}."


def came_of(table: Table, stretch: Stretch) -> list[str]:
    """What dice or sealed plans led to, in the last sentences that the game had for it."""
    if stretch.kind != LUCK and (stretch.kind == SKILL or stretch.is_in_order):
        return []
    steps = range(stretch.first, stretch.last + 1)
    events = [event.text for step in steps for event in table.done[step - 1].events]
    return [sentence(text) for text in events[-TOLD:]]


def sums(review: Review, table: Table) -> list[tuple[str, str]]:
    """What adds up to the result: names and numbers, the last of them the result."""
    unit = review.unit
    rows = [("start", percent(review.start, unit)), ("luck", points(review.luck, unit))]
    rows.append(("skill", points(review.skill, unit)))
    if len(table.game.seats) > 1:
        rows.append(("the others' play", points(review.others, unit)))
    if not review.is_whole:
        rows.append(("not looked at", points(review.rest, unit)))
    return [*rows, ("result", percent(review.result, unit))]


def as_json(review: Review, table: Table, known: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """All of it, for programs; chances are hundredths of a percent. Stretches `known` are not told anew."""
    stretches = [] if known is None else known
    chances = review.chances
    for place in range(len(stretches), len(chances) - 1):
        stretches.append(stretch_as_json(review, table, place, chances))
    return {
        "game": table.game.name,
        "seat": review.seat,
        "title": table.game.seats[review.seat],
        "exact": review.nodes is None,
        "nodes": review.nodes,
        "how": how(review),
        "done": len(review.judged),
        "of": len(review.stretches) + 1,
        "start": review.start,
        "luck": review.luck,
        "skill": review.skill,
        "others": review.others,
        "rest": review.rest,
        "result": review.result,
        "sums": [{"name": name, "text": text} for name, text in sums(review, table)],
        "stretches": stretches.copy(),
        "turning_points": [
            {
                "place": place,
                "steps": steps_text(review.stretches[place]),
                "sentence": turning_point(review, table, place),
                "better": better(review, table, place),
                "again": review.stretches[place].again,
            }
            for place in review.turning_points()
        ],
    }


def stretch_as_json(review: Review, table: Table, place: int, chances: Sequence[int]) -> dict[str, Any]:
    stretch, unit = review.stretches[place], review.unit
    before, after = chances[place], chances[place + 1]
    fraction = review.judged[place + 1].chance if review.nodes is None else None
    return {
        "first": stretch.first,
        "last": stretch.last,
        "kind": stretch.kind,
        "what": what(table, stretch),
        "before": before,
        "after": after,
        "change": after - before,
        "percent": percent(after, unit),
        "points": points(after - before, unit),
        "fraction": None if fraction is None else str(fraction),
    }
