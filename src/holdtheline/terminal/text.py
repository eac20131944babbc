"""Texts shared by the screens and the line mode: odds, and what is printed on quitting."""

from __future__ import annotations

from pathlib import Path

from ..core.events import Move
from ..core.game import State
from ..core.view_types import Odds
from ..table import saved_games
from ..table.session import Table
from ..table.text import format_percent, table_result_text


def goodbye_lines(table: Table, path: Path | None) -> list[str]:
    """Return the lines to print on quitting; a path is on a separate line so that it can be copied."""
    if table.is_over:
        record = ["Watch the record with htl replay:", str(path)] if path else []
        return [table_result_text(table), *record]
    if path is None:
        return ["This game was not saved."]
    if path.parent == saved_games.data_folder() / "games":
        return ["The game is saved. Resume it with htl resume."]
    return ["The game is saved. Resume it with:", f"htl resume {path}"]


def find_odds(state: State, seat: int, move: Move) -> tuple[Odds, ...]:
    """Return the odds of a move as far as the seat can know them."""
    return state.game.definition.view.odds(state.seen_by(seat).record, move.code)


def chance_text(odd: Odds) -> str:
    """Return `33.33%`, or `16.67% to 50%` if the chance depends on something hidden."""
    least = format_percent(odd.chance)
    return least if odd.max_chance is None else f"{least} to {format_percent(odd.max_chance)}"


def odds_line(odds: tuple[Odds, ...]) -> str:
    """Return the odds in one line, without what cannot happen."""
    parts = [f"{odd.label} {chance_text(odd)}" for odd in odds if odd.chance or odd.max_chance]
    return f"Odds: {'; '.join(parts)}." if parts else ""
