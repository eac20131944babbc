"""The first bot of somebody who has none: a file with a commander, and one with its tests."""

from __future__ import annotations

import keyword
import re
from pathlib import Path

from ..core.errors import BadOption, NotSaved
from .loading import class_word

LONGEST = 32


def write_starter(name: str, folder: Path) -> tuple[Path, Path]:
    """Write both files; neither may be there already."""
    if not re.fullmatch(rf"[a-z][a-z0-9_]{{0,{LONGEST - 1}}}", name) or keyword.iskeyword(name):
        raise BadOption(
            f"a bot cannot be named {name[:40]!r}: take small letters, digits and _, a letter first, "
            f"at most {LONGEST} signs"
        )
    if name.startswith("test_"):
        raise BadOption(f"a bot cannot be named {name!r}: files that begin with test_ are those of tests")
    bot, test = folder / f"{name}.py", folder / f"test_{name}.py"
    for path in (bot, test):
        if path.exists():
            raise BadOption(f"{path} is there already, and nothing is overwritten")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in ((bot, BOT), (test, TEST)):
            with path.open("x", encoding="utf-8") as file:
                file.write(filled(text, name, folder))
    except OSError as error:
        raise NotSaved(f"{error.filename or folder} cannot be written: {error.strerror}") from error
    return bot, test


def filled(text: str, name: str, folder: Path) -> str:
    words = {"NAME": name, "CLASS": f"Commander{class_word(name)}", "FOLDER": folder.as_posix()}
    return re.sub("|".join(words), lambda found: words[found.group()], text)


BOT = '''\
"""NAME, a bot for towers.

    htl match towers FOLDER/NAME.py passive --games 10 --swap
"""

from holdtheline.games.towers.bot import Commander, Orders

# A lane is 7 columns wide (0 to 6) and 20 rows long. Soldiers enter in row 19 and run to row 0.
MIDDLE = 3


class CLASS(Commander):
    """One object plays one game, so whatever you write to `self` is still there in the next turn."""

    def plan(self, view):
        """Called once a turn. `view` is what you may know; what you return is what you do."""
        orders = Orders(view)

        # Two towers that guard the middle of your own lane. An order that cannot stand is refused: the
        # method returns why, and nothing else happens. That one cell is taken already, for example.
        if view.turn == 1:
            orders.build("missile", row=9, column=2)
            orders.build("missile", row=9, column=4)

        # What is left becomes soldiers. They are yours for the whole game, and come back every turn.
        while orders.gold >= view.units["rifle"].cost:
            if orders.hire("rifle"):
                break

        # All of them run down the column of the other lane in which the fewest towers stand.
        orders.send_all(column=emptiest_column(view.other.lane))

        # To see what you were refused: print(orders.refusals)
        return orders


def emptiest_column(lane):
    """Of several that are equal, the one next to the middle."""

    def towers_in(column):
        return sum(1 for row in range(lane.rows) if not lane.is_free(row, column))

    return min(range(7), key=lambda column: (towers_in(column), abs(column - MIDDLE)))
'''

TEST = '''\
"""Tests of NAME. Run them with: pytest FOLDER/test_NAME.py"""

from pathlib import Path

import holdtheline as htl
from holdtheline.arena.match import match

BOT = Path(__file__).with_name("NAME.py")

# `plain` needs no compiling, so it is quicker for a few short games. Leave it out for many games.
TOWERS = htl.load("towers", plain=True)


def test_it_makes_no_mistakes():
    result = match(TOWERS, BOT, "passive", games=2, swap=True)
    assert [fault.reason for fault in result.faults] == []


def test_it_beats_a_player_who_does_nothing():
    result = match(TOWERS, BOT, "passive", games=2, swap=True)
    assert result.wins == 2
'''
