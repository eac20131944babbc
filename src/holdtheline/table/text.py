"""Texts that every client of a table shows: steps, results, chances, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..core.definition import CHANCE, DRAWN, LOST, OUTCOME_TEXTS, WON
from ..core.errors import HtlError, IllegalMove
from ..core.events import Outcome
from ..core.game import Game
from ..core.sentences import capitalize_first
from .history import PlayedStep
from .session import Table

COMPILING_TEXT = "compiling the rules, first run only..."


def format_sentence(text: str) -> str:
    """Add a capital at the start and a full stop at the end."""
    text = text.strip()
    return capitalize_first(text) + ("" if text.endswith((".", "!", "?")) else ".")


def format_percent(chance: Fraction) -> str:
    """Return `72.22%`; a chance close to 0 or 1 is `<0.01%` or `>99.99%`."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance > Fraction(99995, 100000):
        return ">99.99%"
    return "<0.01%" if chance < Fraction(5, 100000) else f"{float(chance) * 100:.2f}%"


def format_rounded_percent(chance: float) -> str:
    """Return `57%`, for a sampled chance, which is not known more precisely."""
    if chance >= 0.995:
        return "100%" if chance == 1 else ">99%"
    return "<1%" if 0 < chance < 0.005 else f"{chance * 100:.0f}%"


def options_text(game: Game) -> str:
    """Return the heading of a table: the scenario or the difficulty, and options that are not the default."""
    texts = [option.heading_text(game.options[option.name]) for option in game.definition.options]
    return ", ".join(filter(None, texts))


def step_text(step: PlayedStep, seats: Sequence[str]) -> str:
    """Return the step as a headline; in games with several seats, with the seat that took it."""
    if step.seat == CHANCE or len(seats) == 1:
        return step.play
    return f"{seats[step.seat]}: {step.play}"


# Seats and results


def viewing_seat(table: Table) -> int:
    """Return the seat whose view is shown: the only person's, or the person's whose turn it is."""
    persons = table.persons
    if table.turn in persons:
        return table.turn
    return persons[0] if len(persons) == 1 else max(table.turn, 0)


def winner_text(outcome: Outcome, sides: Sequence[str], persons: Sequence[int]) -> str:
    """Return who won; if there is only one person at the table, as `You won`."""
    if len(persons) == 1:
        return OUTCOME_TEXTS[outcome.scores[persons[0]]]
    if outcome.winner is not None:
        return f"{sides_with_score(sides, outcome.scores, WON)} won"
    return "Draw" if DRAWN in outcome.scores else f"{sides_with_score(sides, outcome.scores, LOST)} lost"


def verdict_text(outcome: Outcome, sides: Sequence[str], persons: Sequence[int]) -> str:
    """Return who won and why; if the only person at the table has resigned, as `You lost: you resigned`."""
    reason = outcome.reason
    if len(persons) == 1 and not outcome.clause and reason.startswith(f"{sides[persons[0]]} "):
        reason = f"you{reason.removeprefix(sides[persons[0]])}"
    return f"{winner_text(outcome, sides, persons)}: {reason}"


def sides_with_score(sides: Sequence[str], scores: Sequence[int], score: int) -> str:
    """Return the sides with this score: `The Union`, or `The first general and the second general`."""
    *others, last = [side for side, result in zip(sides, scores, strict=True) if result == score]
    return capitalize_first(f"{', '.join(others)} and {last}" if others else last)


def reason_text(outcome: Outcome) -> str:
    """Return why the game ended, with the clause if a rule ended it."""
    return f"{outcome.reason} ({outcome.clause})" if outcome.clause else outcome.reason


def table_result_text(table: Table) -> str:
    """Return how the game at this table ended."""
    outcome = table.state.outcome
    assert outcome is not None
    return f"{winner_text(outcome, table.game.sides, table.persons)}: {reason_text(outcome)}."


def refusal_text(error: HtlError) -> str:
    """Return why something was refused, with the clause but without the move, which the player just made."""
    if not isinstance(error, IllegalMove):
        return format_sentence(str(error))
    return format_sentence(f"{error.reason} ({error.clause})" if error.clause else error.reason)
