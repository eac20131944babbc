"""A fault of a file is reported in one sentence: file, line, reason and clause."""

from __future__ import annotations

import pytest

from ..footbridge_scenario import TEXT, line_of, refusal, spoiled

DECIMALS = "with up to 3 decimals"
FAULTS = [
    # The head
    ('title = "The Footbridge"', "title = 5", "title: it must be one line of 1 to 120 letters, not 5"),
    ('title = "The Footbridge"', 'title = "<b>x</b>"', "title: it has a '<'; text must have none of < >"),
    (
        'aim = "Carry the bell over the bridge."',
        r'aim = "a\u0007"',
        "aim: it must be one line of 1 to 120 letters, not the text 'a?'",
    ),
    (
        'aim = "Carry the bell over the bridge."',
        'aim = "[red]x"',
        "aim: it has a '['; text must have none of",
    ),
    ("rounds = 9", "rounds = 201", "rounds: it must be a whole number from 1 to 200, not 201 (K2.3)"),
    (
        'timeout = "enemy"',
        'timeout = "us"',
        "timeout: it must be 'nobody', 'friends' or 'enemy', not the text 'us' (K2.3)",
    ),
    ("rounds = 9", "turns = 9", "turns: unknown field; choose from: aim, card, "),
    # Terrain
    (
        'kind = "wall"',
        'kind = "none"',
        "terrain.kind: it must be 'wall', 'pillar', 'wood', 'water', 'hill', 'house', 'door', 'cliff', 'gap' or 'edg",
    ),
    (
        "thick = 0.5",
        "thick = 0",
        "terrain.thick: it must be a number of inches from 0.1 to 24 with up to 3 decimals, not 0 (K1.3)",
    ),
    ("thick = 0.5", "turned = 5", "terrain.turned: only a rect can have it, and this is a line (K1.3)"),
    (
        "thick = 0.5",
        "disc = [1, 1, 1]",
        "terrain.line: it has disc and line; it must have one of disc, line, rect and corners (K1.3)",
    ),
    ("line = [4, 12, 8, 12]", "line = [4, 12, 4, 12]", "terrain.line: its two ends are one point"),
    (
        "line = [4, 12, 8, 12]",
        "line = [4, 12, 25, 12]",
        "25, 12 is off the table, which is 24 by 24 inches (K1.1)",
    ),
    (
        "line = [4, 12, 8, 12]",
        "line = [4, 12, 8]",
        "terrain.line: it must be [x, y, to x, to y], numbers of inches with up to 3 decimals, not the list [4, 12,",
    ),
    (
        "line = [4, 12, 8, 12]",
        "line = [4, 12, 8, 12.0001]",
        "terrain.line: it must be [x, y, to x, to y], numbers of inches with up to 3 decimals, not the list [4, 12,",
    ),
    (
        "disc = [12, 12, 1.25]",
        "disc = [12, nan, 1.25]",
        "terrain.disc: it must be [x, y, across], numbers of inches with up to 3 decimals, not the list [12, nan, 1.",
    ),
    (
        "disc = [12, 12, 1.25]",
        "disc = [12, 12, 99]",
        "terrain.disc: its diameter must be a number of inches from 0.1 to 24 with up to 3 decimals, not 99 (K1.3)",
    ),
    (
        "rect = [2, 16, 4, 2]",
        "rect = [2, 16, -4, 2]",
        "terrain.rect: its width must be a number of inches from 0.1 to 24 with up to 3 decimals, not -4 (K1.3)",
    ),
    ("rect = [2, 16, 4, 2]", "rect = [0, 16, 4, 24]", "terrain.rect: 14, 26 is off the table"),
    ("turned = 90", "turned = 360", "terrain.turned: it must be a whole number from 0 to 359, not 360 (K1.3)"),
    (
        "corners = [[18, 18], [18, 22], [22, 18]]",
        "corners = [[18, 18], [22, 18], [19, 19], [18, 22]]",
        "terrain.corners: the shape is not convex; build bent terrain from several pieces (K1.3)",
    ),
    (
        "corners = [[18, 18], [18, 22], [22, 18]]",
        "corners = [[18, 18], [20, 18], [22, 18]]",
        "terrain.corners: the shape is not convex",
    ),
    (
        "corners = [[18, 18], [18, 22], [22, 18]]",
        "corners = [[18, 18], 5]",
        "it must be 3 to 8 corners [[x, y], ...]",
    ),
    (
        "traits = { half_move = true }",
        "traits = { climb = true }",
        "terrain.traits.climb: this terrain's kind is 'water'; it must be 'cliff' (K3.4)",
    ),
    (
        "traits = { half_move = true }",
        "traits = { fear = 2 }",
        "terrain.traits.fear: a piece of terrain cannot have the trait 'fear'; choose from: half_move, higher_",
    ),
    # Companies and cards
    (
        'name = "Ringers"\nside = "friends"',
        'name = "Ringers"\nside = "us"',
        "company.side: it must be 'friends' or 'enemy', not the text 'us' (K1.2)",
    ),
    (
        'name = "Ringers"',
        'name = "Ringers"\ncards = "elves"',
        "'gleaners', 'lamplighters', 'quarry-sisters' or 'tollmen', not the text 'elves' (K1.2)",
    ),
    (
        "traits = { routs_at = 2 }",
        "traits = { routs_at = 3 }",
        "company.traits.routs_at: it is 3, but 'Pack' has only 2 characters (K4.3)",
    ),
    (
        "traits = { routs_at = 2 }",
        "traits = { routs_at = true }",
        "company.traits.routs_at: it must be a whole number from 1 to 32, not true (K4.3)",
    ),
    (
        "traits = { routs_at = 2 }",
        'traits = { routs_without = ["Ann"] }',
        "company.traits.routs_without: 'Ann' is not in the company 'Pack' (K4.3)",
    ),
    (
        "traits = { routs_at = 2 }",
        "traits = { routs_at = 2, never_routs = true }",
        "company.traits.never_routs: it cannot be combined with routs_at (K4.3)",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = { pool = "Barn", inches = 2.5 }',
        "company.traits.tether: 'Barn' must be a disc (K3.4)",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = { pool = "Lake", inches = 2.5 }',
        "company.traits.tether: no piece of terrain is called 'Lake'; choose from: Fence, Pond, Barn,",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = "Pond"',
        "company.traits.tether: `inches` is missing; it must be a number of inches from 0 to 12 with up to 3 decimal",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = { pool = "Pond", feet = 2.5 }',
        "company.traits.tether: it does not take 'feet'; choose from: pool, inches (K3.4)",
    ),
    (
        "traits.never_routs = true",
        "traits.never_runs = true",
        "traits.never_runs: there is no trait 'never_runs'",
    ),
    (
        "traits.never_routs = true",
        "traits.never_routs = false",
        "company.traits.never_routs: it must be true, or left out, not false (K4.3)",
    ),
    (
        "move = 7.5",
        "move = 24.001",
        "card.move: it must be a number of inches from 0 to 24 with up to 3 decimals, not 24.001 (K1.2)",
    ),
    (
        "move = 7.5",
        'move = "7"',
        "card.move: it must be a number of inches from 0 to 24 with up to 3 decimals, not the text '7' (K1.2)",
    ),
    (
        "move = 7.5",
        "move = true",
        "card.move: it must be a number of inches from 0 to 24 with up to 3 decimals, not true (K1.2)",
    ),
    (
        "move = 7.5\nattack = 2",
        "move = 7.5\nattack = 1.5",
        "card.attack: it must be a whole number from -5 to 9, not 1.5 (K1.2)",
    ),
    (
        "base = 1.5",
        "base = 1.501",
        "card.base: it must be an even number of thousandths of an inch, not 1.501 (K1.1)",
    ),
    (
        "range = 8.125",
        "range = 0",
        "card.range: it must be a number of inches from 0.1 to 34 with up to 3 decimals, not 0 (K1.2)",
    ),
    ('name = "Beast"', 'name = "ringer"', "card.name: another card is called 'ringer' (K1.2)"),
    # Characters
    (
        'company = "Pond Folk"',
        'company = "Fish"',
        "character.company: it must be 'Ringers', 'Pack' or 'Pond Folk', not the text 'Fish' (K1.2)",
    ),
    (
        'company = "Pond Folk"\ncard = "Ringer"',
        'company = "Pond Folk"\ncard = "Eel"',
        "character.card: it must be 'Ringer' or 'Beast', not the text 'Eel' (K1.2)",
    ),
    (
        "at = [12, 2]\n",
        "at = [12, 0.499]\n",
        "character.at: the base of 'Ann' at 12, 0.499 is 1 inch across, and not all of it is on the table (K1.1)",
    ),
    ("at = [12, 2]\n", "at = [12, -1]\n", "character.at: 12, -1 is off the table"),
    ("at = [12, 2]\n", "at = [6, 12.7]\n", "character.at: the base of 'Ann' overlaps Fence (K1.3)"),
    ("at = [12, 2]\n", "at = [12, 11]\n", "character.at: the base of 'Ann' overlaps a pillar (K1.3)"),
    ("at = [12, 2]\n", "at = [2, 8]\n", "character.at: the base of 'Ann' overlaps Ditch (K1.3)"),
    ("at = [12, 20]", "at = [19.5, 4]", "character.at: the base of 'Wolf' overlaps Crag (K1.3)"),
    ("at = [12, 20]", "at = [12, 3.2]", "character.at: the base of 'Wolf' overlaps that of 'Ann' (K1.3)"),
    (
        "at = [18, 12]\n",
        "at = [18, 17.1]\n",
        "character.at: 'Eel' starts 2.6 inches from 'Pond'; its tether is 2.5 inches long (K3.4)",
    ),
    (
        "at = [12, 22.75]",
        "at = [8, 22.75]",
        "character.at: 'Whelp' arrives at 'Gate', but 8, 22.75 is not in it (K1.4)",
    ),
    (
        'facing = "up"',
        'facing = "north"',
        "character.facing: it must be 'right', 'up', 'left' or 'down', or whole degrees from 0 to 359, not the text",
    ),
    (
        "facing = 135",
        "facing = 360",
        "character.facing: it must be 'right', 'up', 'left' or 'down', or whole degrees from 0 to 359, not 360 (K1.4)",
    ),
    (
        "wounds = 1\n",
        "wounds = 3\n",
        "character.wounds: it must be a whole number from 0 to 2, not 3 (K1.4)",
    ),
    (
        "general = 2",
        "general = 5",
        "character.general: it must be a whole number from 1 to 4, not 5 (K6.1)",
    ),
    (
        "facing = 270",
        "facing = 270\ngeneral = 1",
        "character.general: leave it out: 'Pond Folk' is an enemy, and only friends have generals (K6.1)",
    ),
    (
        'name = "Eel"',
        'name = "<b>Eel</b>"',
        "character.name: it must be a name of letters, digits, blanks, hyphens, dots and apostrophes that begins wit",
    ),
    (
        'name = "Eel"',
        r'name = "E\u0000el"',
        "character.name: it must be a name of letters, digits, blanks, hyphens, dots and apostrophes that begins wit",
    ),
    (
        'name = "Eel"',
        r'name = "E\u202eel"',
        "character.name: it must be a name of letters, digits, blanks, hyphens, dots and apostrophes that begins wit",
    ),
    ('name = "Eel"', f'name = "{"E" * 31}"', "character.name: it has 31 letters; a name has 1 to 30"),
    (
        'name = "Eel"',
        'name = "Eel "',
        "character.name: it must be a name of letters, digits, blanks, hyphens, dots and apostrophes that begins wit",
    ),
    (
        'name = "Eel"',
        'name = "E_l"',
        "character.name: it must be a name of letters, digits, blanks, hyphens, dots and apostrophes that begins wit",
    ),
    (
        'name = "Eel"',
        'name = "4 Eels"',
        "character.name: it must be a name of letters, digits, blanks, hyphens, dots and apostrophes that begins wit",
    ),
    ('name = "Eel"', 'name = "WOLF"', "character.name: the name 'WOLF' is already taken"),
    ('name = "Eel"', 'name = "Friends"', "character.name: the name 'Friends' is already taken"),
    (
        'traits = { arrives = { door = "Gate", round = 2 } }',
        'traits = { arrives = { door = "Barn", round = 2 } }',
        "character.traits.arrives: the kind of 'Barn' is 'house'; it must be 'door' (K1.4)",
    ),
    (
        'traits = { arrives = { door = "Gate", round = 2 } }',
        'traits = { arrives = { door = "Gate", round = 10 } }',
        "character.traits.arrives: the round is 10, but the battle has 9 rounds (K1.4)",
    ),
    (
        "facing = 270",
        'facing = 270\ntraits = { bane = { against = "Wolf", attack = 1, defence = 0 } }',
        "on the same side",
    ),
    (
        "facing = 270",
        "facing = 270\ntraits = { drowns = 1 }",
        "it also needs the trait grabs (K2.3)",
    ),
    (
        "facing = 270",
        "facing = 270\ntraits = { reach = 12.001 }",
        "character.traits.reach: it must be a number of inches from 0.1 to 12 with up to 3 decimals, not 12.001 (K3.8)",
    ),
    (
        "facing = 270",
        "facing = 270\ntraits = 5",
        "character.traits: it must be traits in braces, as in { reach = 2, climbs = true }, not 5",
    ),
    (
        "facing = 270",
        'facing = 270\ntraits = { list = ["run"] }',
        "character.traits.list: it must be a list of different lines, each 'carry off', 'fight', 'shoot', 'move and",
    ),
    # Objectives
    ("at = [12, 15]", "at = [6, 12.2]", "objective.at: 'Bell' lies in Fence (K3.1)"),
    ("at = [12, 15]", "at = [12, 24.5]", "objective.at: 12, 24.5 is off the table"),
    (
        'kind = "thing"',
        'kind = "treasure"',
        "objective.kind: it must be 'thing' or 'character', not the text 'treasure' (K3.1)",
    ),
    ("stays = true", "stays = 1", "objective.stays: it must be true or false, not 1 (K3.1)"),
    (
        '["friends", "Pack"]',
        '["Dogs"]',
        "objective.traits.carriers: no side, company or character is called 'Dogs'; choose from: friends, enemy, Ri",
    ),
    # The whole battle
    (
        'rolled_goal = ["Bell", "Rope"]',
        'rolled_goal = ["Bell", "Hat"]',
        "traits.rolled_goal: no objective is called 'Hat'; choose from: Bell, Rope (K6.3)",
    ),
    ('order = ["Wolf"]', 'order = ["Ann"]', "traits.order: 'Ann' is not an enemy (K5.1)"),
    ('order = ["Wolf"]', 'room = "Barn"', "traits.room: the kind of 'Barn' is 'house'; it must be 'door' (K3.2)"),
    (
        'order = ["Wolf"]',
        "climb = true",
        "traits.climb: a battle cannot have the trait 'climb'; choose from: lies, room, spread",
    ),
    # Endings
    (
        'when = "fallen"',
        'when = "sunset"',
        "ending.when: it must be 'gone', 'rounds', 'taken', 'fallen', 'left', 'fewer', 'all taken', 'held', 'escap",
    ),
    (
        'what = "Bell"',
        'what = "Ball"',
        "ending.what: it must be 'Bell' or 'Rope', not the text 'Ball'; did you mean 'Bell'? (K2.3)",
    ),
    (
        'when = "taken"\nwhat = "Bell"',
        'what = "Rope"\nwhen = "taken"',
        "this ending can never happen: 'Rope' stays on the table",
    ),
    ("count = 8", "count = 10", "ending.when: this ending can never happen: the battle has only 9 rounds (K2.3)"),
    (
        "count = 1\n",
        "count = 3\n",
        "ending.count: it is 3, but 'Pack' has only 2 at the start, so the battle would end at once (K2.3)",
    ),
    (
        'who = "Ann"',
        'who = "Ann"\ncount = 2',
        "ending.count: unknown field; choose from: name, text, when, who, winner",
    ),
]
IN_ANOTHER_LINE = {"disc = [1, 1, 1]": "line = [4, 12, 8, 12]", "count = 10": 'when = "rounds"'}


@pytest.mark.parametrize(("old", "new", "expected"), FAULTS)
def test_a_fault_is_reported_with_its_line(old: str, new: str, expected: str) -> None:
    text = spoiled(old, new)
    sentence = refusal(text)
    assert expected in sentence
    end = TEXT.index(old) + len(new.rstrip("\n"))
    line = line_of(IN_ANOTHER_LINE[new], text) if new in IN_ANOTHER_LINE else text.count("\n", 0, end) + 1
    assert sentence.startswith(f"mine.toml, line {line}: ")
