"""Texts below the board: what Enter does, what to select next, odds, and the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from ...core.definition import CHANCE
from ...core.dice import FACES
from ...core.view_types import Odds
from ...table.hints import why_no_hints
from ...table.move_picker import MovePicker
from ...table.session import Table
from ..text import chance_text

if TYPE_CHECKING:
    from ...table.hints import Hint, WinChance


MAX_NAMES = 6


@dataclass(frozen=True)
class KeyHint:
    """A key in the key bar; if space is short, keys with the least `need` are dropped first."""

    name: str
    word: str
    action: str = ""
    need: int = 1

    def __len__(self) -> int:
        return len(self.name) + 1 + len(self.word)


def key_prompt(key: str, action: str, chance: WinChance | None = None) -> Content:
    """Return a key with what it does: `Enter  send no troops  72.2%`."""
    chance_part = f"  {chance}" if chance is not None else ""
    return Content.assemble((f" {key} ", "bold $background on $accent"), f" {action}", (chance_part, "bold $success"))


def enter_prompt(table: Table, picker: MovePicker, hint: Hint | None, small: bool) -> Content:
    """Return what Enter would do now, or what can be selected next."""
    if table.is_over:
        return key_prompt("Enter", "show the result")
    if table.turn == CHANCE:
        if table.dice_are_mine:
            return key_prompt(f"1-{FACES}", "type the face of your die")
        return key_prompt("Enter", "roll the dice")
    ready = picker.ready
    if ready is not None:
        return key_prompt("Enter", ready.label, hint.chance_of(ready) if hint else None)
    return next_click_prompt(picker, small)


def next_click_prompt(picker: MovePicker, small: bool) -> Content:
    """Return what can be selected next: `Then select m middle lane, 4 or b bottom lane, 2`."""
    keys = {spot.id: spot.key for spot in picker.spots}
    head = "Then select " if picker.clicks else "Select "
    ids = picker.next_ids
    if not ids:
        return key_prompt("l", "list the moves")
    if len(ids) > MAX_NAMES:
        return Content(f"{head}one of {len(ids)} hotspots")
    names = []
    for id_ in ids:
        name = "" if small and keys.get(id_) else picker.name(id_)
        key = keys.get(id_, "")
        names.append(Content.assemble((key, "bold $accent"), " " if key and name else "", name))
    return Content(head) + join_with_or(names)


def join_with_or(names: Sequence[Content]) -> Content:
    """Return `a, b or c`."""
    if len(names) == 1:
        return names[0]
    return Content(", ").join(names[:-1]) + Content(" or ") + names[-1]


def odds_content(odds: Sequence[Odds]) -> Content:
    """Return the odds of the move that Enter would play, one per line."""
    lines = [Content.styled("Odds", "bold")]
    for odd in odds:
        lines.append(Content.assemble((f"{chance_text(odd):>7}  ", "$success"), odd.label))
    return Content("\n").join(lines)


def play_keys(table: Table, picker: MovePicker, hints_on: bool, small: bool) -> list[KeyHint]:
    """Return the keys that are useful now."""
    keys: list[KeyHint] = []
    if table.turn == CHANCE and not table.dice_are_mine:
        keys.append(KeyHint("Space", "roll", "screen.press_enter", 9))
    elif picker.spots:
        names = [spot.key for spot in picker.spots if spot.key]
        keys.append(KeyHint(" ".join(names) if len(names) <= MAX_NAMES else "Arrows Space", "select", need=9))
        keys.append(KeyHint("Esc", "clear", need=2))
    keys.append(KeyHint("u", "undo", "screen.undo", 6 if table.why_no_undo() is None else 1))
    if not table.is_over and why_no_hints(table) is None:
        keys.append(KeyHint("h", "no hints" if hints_on else "hints", "screen.hints", 5))
    if table.turn >= 0 and table.waits_for_person:
        keys += [KeyHint("l", "moves", "screen.moves", 4), KeyHint("/", "type", "screen.type", 3)]
    if small:
        keys.append(KeyHint("o", "log", "screen.log", 4))
    keys.append(KeyHint("?", "rules", "screen.rules", 7))
    return [*keys, KeyHint("d", "day/night", "app.toggle_theme", 0), KeyHint("q", "quit", "app.leave(0)", 8)]
