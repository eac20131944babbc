"""What stands below the board: what Enter would do, what can be touched, the chances, the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from ..core.contract import CHANCE, Odd
from ..core.dice import FACES
from ..table.chooser import Chooser
from ..table.hints import no_hints
from ..table.session import Table
from .words import chance_text

if TYPE_CHECKING:
    from ..table.hints import Chance, Hint

HINTS_SHOWN = 8
NAMES_SHOWN = 6


@dataclass(frozen=True)
class Key:
    """A key to be named at the foot of the screen; where room is short the least needed goes first."""

    name: str
    word: str
    action: str = ""
    need: int = 1

    def __len__(self) -> int:
        return len(self.name) + 1 + len(self.word)


def pressing(key: str, what: str, chance: Chance | None = None) -> Content:
    """`Enter  send nobody  72.2%`."""
    worth = f"  {chance}" if chance is not None else ""
    return Content.assemble((f" {key} ", "bold $background on $accent"), f" {what}", (worth, "bold $success"))


def ready_text(table: Table, chooser: Chooser, hint: Hint | None, small: bool) -> Content:
    """What Enter would do now, or what is still to be touched."""
    if table.is_over:
        return pressing("Enter", "how it ended")
    if table.turn == CHANCE:
        if table.dice_are_mine:
            return pressing(f"1-{FACES}", "type what your die shows")
        return pressing("Enter", "roll the dice")
    ready = chooser.ready
    if ready is not None:
        return pressing("Enter", ready.label, hint.chance_of(ready) if hint else None)
    return next_touches(chooser, small)


def next_touches(chooser: Chooser, small: bool) -> Content:
    """`Then touch m middle lane, 4 or b bottom lane, 2`."""
    keys = {spot.id: spot.key for spot in chooser.spots}
    head = "Then touch " if chooser.touches else "Touch "
    ids = chooser.next_ids
    if not ids:
        return pressing("l", "lists the moves")
    if len(ids) > NAMES_SHOWN:
        return Content(f"{head}one of {len(ids)} places")
    names = []
    for id_ in ids:
        name = "" if small and keys.get(id_) else chooser.name(id_)
        key = keys.get(id_, "")
        names.append(Content.assemble((key, "bold $accent"), " " if key and name else "", name))
    return Content(head) + joined(names)


def joined(names: Sequence[Content]) -> Content:
    """`a, b or c`."""
    if len(names) == 1:
        return names[0]
    return Content(", ").join(names[:-1]) + Content(" or ") + names[-1]


def hint_text(hint: Hint | None, note: str, ready_code: int | None) -> Content:
    """The chance of the position and of its best moves; the one that Enter would play is marked."""
    if hint is None:
        return Content.styled(note, "italic $quiet")
    interval = f"  {hint.chance.interval}" if hint.chance.interval else ""
    now = (("Chance to win ", "bold"), (str(hint.chance), "bold $success"), (interval, "$quiet"))
    lines = [Content.assemble(*now)]
    shown = list(hint.moves[:HINTS_SHOWN])
    if ready_code not in [one.move.code for one in shown]:
        shown += [one for one in hint.moves if one.move.code == ready_code]
    width = 7 if hint.is_exact else 4
    for move, chance, plays in shown:
        is_ready = move.code == ready_code and not plays
        arrow, style = ("▸ ", "bold $accent") if is_ready else ("  ", "")
        ends = f"{chance.interval:>10}  " if chance.interval else ""
        worth = ((f"{chance!s:>{width}}  ", "$success"), (ends, "$quiet"))
        lines.append(Content.assemble((arrow, style), *worth, (move.label, style)))
    lines.append(Content.styled(how_known(hint, len(shown)), "$quiet"))
    return Content("\n").join(line for line in lines if line.plain)


def how_known(hint: Hint, shown: int) -> str:
    """What stands below the moves: how many more there are, or how often they were tried out."""
    if not hint.is_exact:
        return f"  {hint.simulations:,} continuations tried{'' if hint.is_done else ', and going on'}"
    return f"  and {len(hint.moves) - shown} more: l lists them" if len(hint.moves) > shown else ""


def odds_text(odds: Sequence[Odd]) -> Content:
    """What the move that Enter would play may lead to, a line for each thing."""
    lines = [Content.styled("What it may lead to", "bold")]
    for odd in odds:
        lines.append(Content.assemble((f"{chance_text(odd):>7}  ", "$success"), odd.label))
    return Content("\n").join(lines)


def hint_line(hint: Hint | None, note: str) -> str:
    """The same where there is room for one line."""
    if hint is None:
        return note
    if not hint.moves:
        return f"Chance to win {hint.chance}."
    return f"{hint.chance}, best: {hint.moves[0].move.label}"


def keys_for(table: Table, chooser: Chooser, hints_on: bool, small: bool) -> list[Key]:
    """The keys that are of use now."""
    keys: list[Key] = []
    if table.turn == CHANCE and not table.dice_are_mine:
        keys.append(Key("Space", "roll", "screen.press_enter", 9))
    elif chooser.spots:
        names = [spot.key for spot in chooser.spots if spot.key]
        keys.append(Key(" ".join(names) if len(names) <= NAMES_SHOWN else "Arrows Space", "touch", need=9))
        keys.append(Key("Esc", "clear", need=2))
    keys.append(Key("u", "undo", "screen.undo", 6 if table.why_no_undo() is None else 1))
    if not table.is_over and no_hints(table) is None:
        keys.append(Key("h", "no hints" if hints_on else "hints", "screen.hints", 5))
    if table.turn >= 0 and table.waits_for_person:
        keys += [Key("l", "moves", "screen.moves", 4), Key("/", "type", "screen.type", 3)]
    if small:
        keys.append(Key("o", "log", "screen.story", 4))
    keys.append(Key("?", "rules", "screen.rules", 7))
    return [*keys, Key("d", "day/night", "app.day_or_night", 0), Key("q", "leave", "app.leave(0)", 8)]
