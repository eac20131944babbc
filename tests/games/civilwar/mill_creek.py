"""A small battle file with a little of everything, and the refusals of changed versions of it."""

from __future__ import annotations

import pytest

from holdtheline.core.errors import BadFile
from holdtheline.games.civilwar.scenario.parse import parse_scenario

HISTORY = "\n".join(["Ten words of history stand here in this very line."] * 8)
TEXT = f'''# A small battle that has a little of everything.

title = "Mill Creek"
date = "1 May 1862"
place = "Nowhere, Tennessee"
history = """
{HISTORY}
"""
sources = ["A. Writer, A Book (1900)", "B. Writer, Another Book (1910)"]
favours = "union"
turns = 12
first = "confederate"
winner = "most"

map = """
. w h t f e F c r
 . . . . . . . - b
. . . . . . . . r
 . . . . . . . . r
. . . . . . . . d
 . . . . . s s s r
. . . . . s . s r
"""

[union]
command = 3
vp = 5
home = "north"

[confederate]
command = 2
vp = 6
home = "east"

[names]
H2 = "Mill Road"

[[points]]
hex = "A7"
worth = 2
for = "both"
held = "confederate"

[[points]]
hex = "I2"
worth = 1
for = "union"
held = "nobody"

[[unit]]
side = "union"
kind = "infantry"
name = "Adams"
hex = "C1"
morale = "green"

[[unit]]
side = "union"
kind = "artillery"
name = "Battery B"
hex = "C1"
morale = "black"
strength = 1

[[unit]]
side = "union"
kind = "gunboat"
name = "Tyler"
hex = "I4"
morale = "gold"

[[unit]]
side = "union"
kind = "cavalry"
name = "Cole"
hex = "A1"
morale = "gold"
turn = 4

[[unit]]
side = "confederate"
kind = "infantry"
name = "Adams"
hex = "D5"
morale = "gold"

[[leader]]
side = "union"
name = "Able"
hex = "C1"

[[leader]]
side = "union"
name = "Baker"
hex = "A1"
turn = 4

[special]
no_rally = ["union"]
halted = {{ side = "confederate", until = 3 }}
fixed = ["Battery B"]
'''


def line_of(words: str, text: str = TEXT) -> int:
    """Return the number of the only line with these words."""
    lines = [number for number, line in enumerate(text.split("\n"), 1) if words in line]
    assert len(lines) == 1
    return lines[0]


def refusals(text: str) -> list[str]:
    """Return a sentence for each fault of the file."""
    with pytest.raises(BadFile) as refused:
        parse_scenario(text, "mine.toml")
    assert "\n" not in str(refused.value)
    return [fault.sentence() for fault in refused.value.faults]


def refusal(text: str) -> str:
    """Return the sentence for the only fault of the file."""
    [sentence] = refusals(text)
    return sentence
