"""A small battle file with a little of everything, and the refusals of changed versions of it."""

from __future__ import annotations

import pytest

from holdtheline.core.errors import BadFile
from holdtheline.games.skirmish.scenario.parse import parse_scenario

TEXT = '''# A small battle that has a little of everything.
title = "The Footbridge"
aim = "Carry the bell over the bridge."
story = """
A bell has been
stolen.

It rings by itself.
"""
rounds = 9
timeout = "enemy"

[traits]
rolled_goal = ["Bell", "Rope"]
order = ["Wolf"]

[[terrain]]
kind = "wall"
name = "Fence"
line = [4, 12, 8, 12]
thick = 0.5

[[terrain]]
kind = "pillar"
disc = [12, 12, 1.25]

[[terrain]]
kind = "water"
name = "Pond"
disc = [18, 12, 4]
traits = { half_move = true }

[[terrain]]
kind = "house"
name = "Barn"
rect = [2, 16, 4, 2]
turned = 90

[[terrain]]
kind = "wood"
corners = [[18, 18], [18, 22], [22, 18]]

[[terrain]]
kind = "cliff"
name = "Crag"
rect = [20, 2, 3, 3]
traits = { climb = true }

[[terrain]]
kind = "gap"
name = "Ditch"
rect = [0, 8, 3, 1]
traits = { crossed_on = 3 }

[[terrain]]
kind = "door"
name = "Gate"
rect = [10, 22, 4, 2]

[[company]]
name = "Ringers"
side = "friends"

[[company]]
name = "Pack"
side = "enemy"
traits = { routs_at = 2 }

[[company]]
name = "Pond Folk"
side = "enemy"
traits.never_routs = true
traits.tether = { pool = "Pond", inches = 2.5 }

[[card]]
name = "Ringer"
move = 6
attack = 1
defence = 0
wounds = 2
range = 8.125

[[card]]
name = "Beast"
move = 7.5
attack = 2
defence = -1
wounds = 0
base = 1.5
traits = { fear = 2 }
text = "It growls."

[[character]]
company = "Ringers"
card = "Ringer"
name = "Ann"
at = [12, 2]
facing = "up"
wounds = 1
traits = { climbs = true, scar = { attack = -1, range = -0.125 } }

[[character]]
company = "Ringers"
card = "Ringer"
name = "Ben"
at = [21.5, 3.5]
facing = 135
general = 2
traits = { climbs = true, bane = { against = "Wolf", attack = 2, defence = 0 } }

[[character]]
company = "Pack"
card = "Beast"
name = "Wolf"
at = [12, 20]
facing = "down"

[[character]]
company = "Pack"
card = "Beast"
name = "Whelp"
at = [12, 22.75]
facing = "down"
traits = { arrives = { door = "Gate", round = 2 } }

[[character]]
company = "Pond Folk"
card = "Ringer"
name = "Eel"
at = [18, 12]
facing = 270

[[objective]]
name = "Bell"
kind = "thing"
at = [12, 15]
traits = { carriers = ["friends", "Pack"] }

[[objective]]
name = "Rope"
kind = "character"
at = [3.125, 20]
stays = true

[[ending]]
when = "taken"
what = "Bell"
side = "friends"
winner = "friends"
text = "It rings."

[[ending]]
when = "fallen"
who = "Ann"
winner = "enemy"

[[ending]]
when = "fewer"
company = "Pack"
count = 1
winner = "friends"

[[ending]]
when = "rounds"
count = 8
winner = "nobody"
'''


def line_of(words: str, text: str = TEXT) -> int:
    """Return the number of the first line with these words."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def spoiled(old: str, new: str) -> str:
    """Return the battle's text with one passage replaced, which it must have once."""
    assert TEXT.count(old) == 1, old
    return TEXT.replace(old, new)


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
