"""Sentences that every face of a table says: steps, outcomes, chances, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..core.contract import CHANCE, DRAWN, LOST, WON
from ..core.errors import HtlError, IllegalMove
from ..core.game import Game, Outcome
from .session import Done, Table

COMPILING = "compiling the rules, first run only..."


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str) -> str:
    """A capital at the front and a stop at the end."""
    text = text.strip()
    return capital(text) + ("" if text.endswith((".", "!", "?")) else ".")


def percent(chance: Fraction) -> str:
    """72.22%; what is only almost certain or almost impossible says so."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance > Fraction(99995, 100000):
        return ">99.99%"
    return "<0.01%" if chance < Fraction(5, 100000) else f"{float(chance) * 100:.2f}%"


def rounded(chance: float) -> str:
    """57%: as much as is known of a chance that was sampled."""
    if chance >= 0.995:
        return "100%" if chance == 1 else ">99%"
    return "<1%" if 0 < chance < 0.005 else f"{chance * 100:.0f}%"


def options_text(game: Game) -> str:
    """The options that are worth telling: those that are not as the book has them, and what is played."""
    told = [option.told(game.options[option.name]) for option in game.contract.options]
    return ", ".join(filter(None, told))


def step_text(done: Done, seats: Sequence[str]) -> str:
    """The step as a headline; who took it is said where several could."""
    if done.seat == CHANCE or len(seats) == 1:
        return done.play
    return f"{seats[done.seat]}: {done.play}"


# Who sits here


def viewer_of(table: Table) -> int:
    """The seat whose view is shown: the person's, or that of the one of several whose turn it is."""
    persons = [seat for seat, player in enumerate(table.players) if player is None]
    if table.turn in persons:
        return table.turn
    return persons[0] if len(persons) == 1 else max(table.turn, 0)


def verdict(outcome: Outcome, sides: Sequence[str], persons: Sequence[int]) -> str:
    """Who has won, said to the one person at the table if there is just one; `sides` as in a sentence."""
    if len(persons) == 1:
        score = outcome.scores[persons[0]]
        return "You have won" if score == WON else "A draw" if score == DRAWN else "You have lost"
    if outcome.winner is not None:
        return f"{together(sides, outcome.scores, WON)} won"
    return "A draw" if DRAWN in outcome.scores else f"{together(sides, outcome.scores, LOST)} lost"


def together(sides: Sequence[str], scores: Sequence[int], score: int) -> str:
    """`The union has`, or `The first general and the second general have`: those with this score."""
    *others, last = [side for side, one in zip(sides, scores, strict=True) if one == score]
    return f"{capital(', '.join(others))} and {last} have" if others else f"{capital(last)} has"


def verdict_at(table: Table) -> str:
    """How the game at this table ended, in one sentence."""
    outcome = table.state.outcome
    assert outcome is not None
    persons = [seat for seat, player in enumerate(table.players) if player is None]
    return f"{verdict(outcome, table.game.sides, persons)}: {outcome.reason} ({outcome.clause})."


def complaint(error: HtlError) -> str:
    """Why something was refused, with the clause; what was typed is still before the reader's eyes."""
    if not isinstance(error, IllegalMove):
        return sentence(str(error))
    return sentence(f"{error.reason} ({error.clause})" if error.clause else error.reason)
