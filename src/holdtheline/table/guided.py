"""A guided game at a table: how far the learner is, and what the other seats answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.definition import CHANCE
from ..core.errors import IllegalMove
from ..core.scenarios.guide import ROLL, Guide
from .session import Table


@dataclass(frozen=True)
class GuideProgress:
    """How far the learner is."""

    done: int
    """How many tasks are finished: steps of the guide that ask for a move."""
    is_possible: bool
    """Whether the next task can still be done; false where the game has left the path of the guide."""


def progress(table: Table, guide: Guide, legal: Sequence[str]) -> GuideProgress:
    """Return how far the learner is, who now has these legal moves, in notation."""
    done, tasks = 0, guide.tasks
    for play in plays_of_learner(table):
        done += done < len(tasks) and tasks[done].is_finished_by(play)
    is_on_path = done == len(tasks) or not legal or any(map(tasks[done].includes, legal))
    return GuideProgress(done, is_on_path)


def plays_of_learner(table: Table) -> list[str]:
    """Return the moves of people in notation, and `roll` for each die that is not a computer player's."""
    persons = table.persons
    return [
        ROLL if step.seat == CHANCE else step.move.text
        for number, step in enumerate(table.steps)
        if (owner_of_die(table, number) if step.seat == CHANCE else step.seat) in persons
    ]


def owner_of_die(table: Table, number: int) -> int:
    """Return the seat whose die was rolled at this step; a die of no seat is the learner's."""
    owner = table.game.definition.rules.die_owner(table.state_after(number).record)
    return table.persons[0] if owner == CHANCE else owner


def scripted_move(table: Table) -> int | None:
    """Return the move that the guide has for the computer player on turn, or None if the game has left its path."""
    if table.guide is None or table.turn < 0:
        return None
    played = sum(step.seat != CHANCE and table.players[step.seat] is not None for step in table.steps)
    try:
        move = table.state.move(table.guide.answers[played], table.turn)
    except (IndexError, IllegalMove):
        return None
    return move.code if table.state.why_not(move) is None else None
