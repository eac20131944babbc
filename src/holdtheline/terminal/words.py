"""Sentences that both faces of the terminal say, and what they make of a typed line."""

from __future__ import annotations

from pathlib import Path

from ..core.contract import CHANCE
from ..core.dice import checked_face
from ..core.errors import BadDice
from ..table import store
from ..table.session import Done, Table
from ..table.words import verdict_at


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
