"""Sentences that both faces of the terminal say, and what they make of a typed line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.contract import CHANCE, Odd
from ..core.dice import checked_face
from ..core.errors import BadDice
from ..core.game import Move, State
from ..table import store
from ..table.session import Done, Table
from ..table.words import percent, verdict_at

if TYPE_CHECKING:
    from ..table.hints import Hint


def good_bye(table: Table, path: Path | None) -> list[str]:
    """What is said when somebody leaves; a path is a line of its own, so that it can be copied."""
    if table.is_over:
        where = ["The record, which htl replay shows:", str(path)] if path else []
        return [verdict_at(table), *where]
    if path is None:
        return ["This game was not being saved."]
    if path.parent == store.home() / "games":
        return ["The game is saved; htl resume goes on."]
    return ["The game is saved; this goes on with it:", f"htl resume {path}"]


def odds_of(state: State, seat: int, move: Move) -> tuple[Odd, ...]:
    """What this move may lead to, for all that the seat knows."""
    return state.game.contract.odds(state.seen_by(seat).record, move.code)


def chance_text(odd: Odd) -> str:
    """`33.33%`; `16.67% to 50%` where it depends on something hidden."""
    return percent(odd.chance) if odd.most is None else f"{percent(odd.chance)} to {percent(odd.most)}"


def odds_line(odds: tuple[Odd, ...]) -> str:
    """All of them in one line; what cannot happen is left out."""
    told = [f"{odd.label} {chance_text(odd)}" for odd in odds if odd.chance or odd.most]
    return f"Odds: {'; '.join(told)}." if told else ""


def play_text(table: Table, text: str) -> Done:
    """Take the step that a typed line means. Where the table rolls, nobody else does."""
    if table.turn != CHANCE:
        return table.play(text)
    word = " ".join(text.split()).lower()
    if not table.dice_are_mine:
        if word in ("", "roll"):
            return table.roll()
        if word.removeprefix("roll ").lstrip("-").isdecimal():
            raise BadDice("the table rolls this die: say roll")
        return table.play(text)
    if len(word.removeprefix("roll ").split()) <= 1:
        return table.play(checked_face(word.removeprefix("roll ")))
    return table.play(text)


def hint_lines(hint: Hint, most: int) -> Iterator[str]:
    """A hint for whoever reads line by line."""
    if hint.is_exact:
        yield f"The chance to win with the best play is {hint.chance}."
    else:
        sure = f"probably {hint.chance.interval}"
        yield f"The chance to win is about {hint.chance}, {sure}, after {hint.simulations} tries."
    for move, chance, plays in hint.moves[:most]:
        ends = f" ({chance.interval})" if chance.interval else ""
        text = "; ".join(plays) if plays else move.text
        yield f"{chance}{ends}: {move.label} ({text})"
    if len(hint.moves) > most:
        yield f"The other {len(hint.moves) - most} moves are no better."
