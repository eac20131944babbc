"""A fault of a file is reported in one sentence: file, line, reason and clause."""

from __future__ import annotations

import pytest

from holdtheline.core.errors import BadOption
from holdtheline.games.skirmish.cards import books
from holdtheline.games.skirmish.scenario.parse import parse_scenario

from ..footbridge_scenario import TEXT, line_of, refusal, spoiled

# One place of the good file is changed, and the fault is reported at the last line of the new words.

DECIMALS = "with up to 3 decimals"
FAULTS = [
    # The head
    ('title = "The Footbridge"', "title = 5", "title: it is '5'; it must be one line of 1 to 120 letters"),
    ('title = "The Footbridge"', 'title = "<b>x</b>"', "title: it has a '<'; text must have none of < >"),
    ('aim = "Carry the bell over the bridge."', r'aim = "a\u0007"', "aim: it is 'a?'; it must be one line"),
    (
        'aim = "Carry the bell over the bridge."',
        'aim = "[red]x"',
        "aim: it has a '['; text must have none of",
    ),
    ("rounds = 9", "rounds = 201", "rounds: it is '201'; it must be a whole number from 1 to 200 (K2.3)"),
    ('timeout = "enemy"', 'timeout = "us"', "it must be 'nobody', 'friends' or 'enemy' (K2.3)"),
    ("rounds = 9", "turns = 9", "turns: unknown field; choose from: aim, card, "),
    # Terrain
    ('kind = "wall"', 'kind = "none"', "terrain.kind: it is 'none'; it must be 'wall', 'pillar', 'wood'"),
    (
        "thick = 0.5",
        "thick = 0",
        f"terrain.thick: it is '0'; it must be inches from 0.1 to 24 {DECIMALS} (K1.3)",
    ),
    ("thick = 0.5", "turned = 5", "terrain.turned: only a rect has this (K1.3)"),
    ("thick = 0.5", "disc = [1, 1, 1]", "terrain.line: it must have one shape: disc, line, rect or corners"),
    ("line = [4, 12, 8, 12]", "line = [4, 12, 4, 12]", "terrain.line: its two ends are one point"),
    (
        "line = [4, 12, 8, 12]",
        "line = [4, 12, 25, 12]",
        "25, 12 is off the table, which is 24 by 24 inches (K1.1)",
    ),
    (
        "line = [4, 12, 8, 12]",
        "line = [4, 12, 8]",
        f"it must be [x, y, to x, to y], inches {DECIMALS} (K1.3)",
    ),
    ("line = [4, 12, 8, 12]", "line = [4, 12, 8, 12.0001]", f"[x, y, to x, to y], inches {DECIMALS} (K1.3)"),
    (
        "disc = [12, 12, 1.25]",
        "disc = [12, nan, 1.25]",
        f"it must be [x, y, across], inches {DECIMALS} (K1.3)",
    ),
    (
        "disc = [12, 12, 1.25]",
        "disc = [12, 12, 99]",
        f"across must be inches from 0.1 to 24 {DECIMALS} (K1.3)",
    ),
    (
        "rect = [2, 16, 4, 2]",
        "rect = [2, 16, -4, 2]",
        "terrain.rect: width and height must be inches from 0.1",
    ),
    ("rect = [2, 16, 4, 2]", "rect = [0, 16, 4, 24]", "terrain.rect: 14, 26 is off the table"),
    ("turned = 90", "turned = 360", "terrain.turned: it is '360'; it must be a whole number from 0 to 359"),
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
    ("traits = { half_move = true }", "traits = { climb = true }", "climb: only a cliff can have it (K3.4)"),
    (
        "traits = { half_move = true }",
        "traits = { fear = 2 }",
        "a terrain cannot have the trait 'fear'; it can have: half",
    ),
    # Companies and cards
    (
        'name = "Ringers"\nside = "friends"',
        'name = "Ringers"\nside = "us"',
        "company.side: it is 'us'; it must be",
    ),
    ('name = "Ringers"', 'name = "Ringers"\ncards = "elves"', "company.cards: it is 'elves'; it must be"),
    ("traits = { routs_at = 2 }", "traits = { routs_at = 3 }", "routs_at: Pack has only 2 characters (K4.3)"),
    (
        "traits = { routs_at = 2 }",
        "traits = { routs_at = true }",
        "routs_at: losses must be a whole number from 1 to 32",
    ),
    (
        "traits = { routs_at = 2 }",
        'traits = { routs_without = ["Ann"] }',
        "company.traits: routs_without: 'Ann' is not in Pack (K4.3)",
    ),
    (
        "traits = { routs_at = 2 }",
        "traits = { routs_at = 2, never_routs = true }",
        "routs_at: it cannot be combined with never_routs (K4.3)",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = { pool = "Barn", inches = 2.5 }',
        "company.traits.tether: tether: Barn must be a disc (K3.4)",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = { pool = "Lake", inches = 2.5 }',
        "company.traits.tether: tether: unknown name 'Lake'; choose from: Fence, Pond, Barn, Crag,",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = "Pond"',
        "company.traits.tether: tether: inches is missing (K3.4)",
    ),
    (
        'traits.tether = { pool = "Pond", inches = 2.5 }',
        'traits.tether = { pool = "Pond", feet = 2.5 }',
        "company.traits.tether: tether: there is no 'feet'; it takes: pool, inches (K3.4)",
    ),
    (
        "traits.never_routs = true",
        "traits.never_runs = true",
        "traits.never_runs: there is no trait 'never_runs'",
    ),
    (
        "traits.never_routs = true",
        "traits.never_routs = false",
        "it takes no value; write true, or leave it out (K4.3)",
    ),
    (
        "move = 7.5",
        "move = 24.001",
        f"card.move: it is '24.001'; it must be inches from 0 to 24 {DECIMALS} (K1.2)",
    ),
    ("move = 7.5", 'move = "7"', f"card.move: it is '7'; it must be inches from 0 to 24 {DECIMALS} (K1.2)"),
    ("move = 7.5", "move = true", "card.move: it is 'True'; it must be inches"),
    (
        "move = 7.5\nattack = 2",
        "move = 7.5\nattack = 1.5",
        "card.attack: it is '1.5'; it must be a whole number from -5 to 9",
    ),
    (
        "base = 1.5",
        "base = 1.501",
        "card.base: it is '1.501'; half of it must be whole thousandths of an inch (K1.1)",
    ),
    (
        "range = 8.125",
        "range = 0",
        f"card.range: it is '0'; it must be inches from 0.1 to 34 {DECIMALS} (K1.2)",
    ),
    ('name = "Beast"', 'name = "ringer"', "card.name: there is another card 'ringer' (K1.2)"),
    # Characters
    ('company = "Pond Folk"', 'company = "Fish"', "character.company: it is 'Fish'; it must be 'Ringers', "),
    (
        'company = "Pond Folk"\ncard = "Ringer"',
        'company = "Pond Folk"\ncard = "Eel"',
        "character.card: it is 'Eel'; it must be 'Ringer' or 'B",
    ),
    (
        "at = [12, 2]\n",
        "at = [12, 0.499]\n",
        "character.at: the base of 'Ann' at 12, 0.499 is not all on the table (K1.1)",
    ),
    ("at = [12, 2]\n", "at = [12, -1]\n", "character.at: 12, -1 is off the table"),
    ("at = [12, 2]\n", "at = [6, 12.7]\n", "character.at: the base of 'Ann' overlaps Fence (K1.3)"),
    ("at = [12, 2]\n", "at = [12, 11]\n", "character.at: the base of 'Ann' overlaps a pillar (K1.3)"),
    ("at = [12, 2]\n", "at = [2, 8]\n", "character.at: the base of 'Ann' overlaps Ditch (K1.3)"),
    ("at = [12, 20]", "at = [19.5, 4]", "character.at: the base of 'Wolf' overlaps Crag (K1.3)"),
    ("at = [12, 20]", "at = [12, 3.2]", "character.at: the base of 'Wolf' overlaps that of 'Ann' (K1.3)"),
    ("at = [18, 12]\n", "at = [18, 17.1]\n", "character.at: 'Eel' starts too far from Pond (K3.4)"),
    (
        "at = [12, 22.75]",
        "at = [8, 22.75]",
        "character.at: 'Whelp' arrives at Gate, and 8, 22.75 is not in it (K1.4)",
    ),
    (
        'facing = "up"',
        'facing = "north"',
        "'right', 'up', 'left' or 'down', or whole degrees from 0 to 359 (K1.4)",
    ),
    ("facing = 135", "facing = 360", "character.facing: it is '360'; it must be 'right'"),
    (
        "wounds = 1\n",
        "wounds = 3\n",
        "character.wounds: it is '3'; it must be a whole number from 0 to 2 (K1.4)",
    ),
    (
        "general = 2",
        "general = 5",
        "character.general: it is '5'; it must be a whole number from 1 to 4 (K6.1)",
    ),
    (
        "facing = 270",
        "facing = 270\ngeneral = 1",
        "character.general: only friends have generals to choose from (K6.1)",
    ),
    (
        'name = "Eel"',
        'name = "<b>Eel</b>"',
        "character.name: it is '<b>Eel</b>'; a name must be 1 to 30 letters",
    ),
    ('name = "Eel"', r'name = "E\u0000el"', "character.name: it is 'E?el'; a name must be"),
    ('name = "Eel"', r'name = "E\u202eel"', "character.name: it is 'E?el'; a name must be"),
    ('name = "Eel"', f'name = "{"E" * 31}"', "a name must be 1 to 30 letters"),
    ('name = "Eel"', 'name = "Eel "', "a name must be"),
    ('name = "Eel"', 'name = "E_l"', "a name must be"),
    ('name = "Eel"', 'name = "4 Eels"', "beginning with a letter"),
    ('name = "Eel"', 'name = "WOLF"', "character.name: the name 'WOLF' is already taken"),
    ('name = "Eel"', 'name = "Friends"', "character.name: the name 'Friends' is already taken"),
    (
        'traits = { arrives = { door = "Gate", round = 2 } }',
        'traits = { arrives = { door = "Barn", round = 2 } }',
        "character.traits: arrives: Barn is not a door (K1.4)",
    ),
    (
        'traits = { arrives = { door = "Gate", round = 2 } }',
        'traits = { arrives = { door = "Gate", round = 10 } }',
        "character.traits: arrives: the battle has 9 rounds (K1.4)",
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
        f"inches must be inches from 0.1 to 12 {DECIMALS}",
    ),
    ("facing = 270", "facing = 270\ntraits = 5", "character.traits: it is '5'; it must be traits in braces"),
    (
        "facing = 270",
        'facing = 270\ntraits = { list = ["run"] }',
        "a list of different lines: 'carry off', 'fight'",
    ),
    # Objectives
    ("at = [12, 15]", "at = [6, 12.2]", "objective.at: 'Bell' lies in Fence (K3.1)"),
    ("at = [12, 15]", "at = [12, 24.5]", "objective.at: 12, 24.5 is off the table"),
    (
        'kind = "thing"',
        'kind = "treasure"',
        "objective.kind: it is 'treasure'; it must be 'thing' or 'character' (K3.1)",
    ),
    ("stays = true", "stays = 1", "objective.stays: it is '1'; it must be true or false (K3.1)"),
    (
        '["friends", "Pack"]',
        '["Dogs"]',
        "carriers: unknown name 'Dogs'; choose from: friends, enemy, Ringers, Pack",
    ),
    # The whole battle
    (
        'rolled_goal = ["Bell", "Rope"]',
        'rolled_goal = ["Bell", "Hat"]',
        "traits.rolled_goal: rolled_goal: unknown name 'Hat'",
    ),
    ('order = ["Wolf"]', 'order = ["Ann"]', "traits.order: order: 'Ann' is not an enemy (K5.1)"),
    ('order = ["Wolf"]', 'room = "Barn"', "traits.room: room: Barn is not a door (K3.2)"),
    ('order = ["Wolf"]', "climb = true", "traits.climb: a scenario cannot have the trait 'climb'"),
    # Endings
    (
        'when = "fallen"',
        'when = "sunset"',
        "ending.when: it is 'sunset'; it must be 'gone', 'rounds', 'taken'",
    ),
    ('what = "Bell"', 'what = "Ball"', "ending.what: it is 'Ball'; it must be 'Bell' or 'Rope' (K2.3)"),
    (
        'when = "taken"\nwhat = "Bell"',
        'what = "Rope"\nwhen = "taken"',
        "this ending can never happen: 'Rope' stays on the table",
    ),
    ("count = 8", "count = 10", "ending.when: this ending can never happen: the battle has 9 rounds (K2.3)"),
    (
        "count = 1\n",
        "count = 3\n",
        "ending.count: 'Pack' has only 2 at the start, so it would end at once (K2.3)",
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


# What whole tables can do


def test_an_ending_that_another_above_includes_can_never_come() -> None:
    never = "ending.when: this ending can never happen: an ending above it always comes first (K2.3)"
    rounds = '\n[[ending]]\nwhen = "rounds"\ncount = 9\nwinner = "enemy"\n'
    assert never in refusal(TEXT + rounds)
    same = '\n[[ending]]\nwhen = "fallen"\nwho = "Ann"\nwinner = "friends"\n'
    assert never in refusal(TEXT + same)
    earlier = '\n[[ending]]\nwhen = "rounds"\ncount = 7\nwinner = "enemy"\n'
    assert parse_scenario(TEXT + earlier, "mine.toml").endings[-1].count == 7


@pytest.mark.parametrize(
    ("traits", "ending", "why"),
    [
        ("cannot_be_felled = true", 'when = "fallen"\nwho = "Eel"', "'Eel' cannot be felled"),
        ("climbs = true", 'when = "left"\nwho = "Eel"', "'Eel' has a tether"),
        (
            "cannot_be_felled = true",
            'when = "gone"\nside = "enemy"',
            "'Eel' can neither fall nor flee nor leave",
        ),
        ("climbs = true", 'when = "all taken"\nside = "friends"', "only one of the rolled goals stays in play"),
        ("climbs = true", 'when = "held"\nwhat = "Bell"\nside = "enemy"', ""),
    ],
)
def test_an_ending_that_can_never_come_is_refused(traits: str, ending: str, why: str) -> None:
    text = spoiled("facing = 270", f"facing = 270\ntraits = {{ {traits} }}")
    text += f'\n[[ending]]\n{ending}\nwinner = "enemy"\n'
    if why:
        assert f"this ending can never happen: {why}" in refusal(text)
    else:
        assert parse_scenario(text, "mine.toml")


def test_who_can_carry_nothing_off_the_table_never_leaves_it() -> None:
    left = '\n[[ending]]\nwhen = "left"\nwho = "Ann"\nwinner = "friends"\n'
    assert parse_scenario(TEXT + left, "mine.toml").endings[-1].who == 0
    text = spoiled('["friends", "Pack"]', '["Ben"]') + left
    assert "this ending can never happen: 'Ann' has nothing to carry off the table" in refusal(text)
    carried = text.replace(
        'side = "friends"\n\n', 'side = "friends"\ntraits = { lies = true, takes_fallen = true }\n\n'
    )
    assert parse_scenario(carried, "mine.toml").endings[-1].who == 0


def test_all_is_taken_only_if_nothing_stays() -> None:
    text = spoiled('rolled_goal = ["Bell", "Rope"]\n', "")
    text += '\n[[ending]]\nwhen = "all taken"\nside = "friends"\nwinner = "friends"\n'
    assert "this ending can never happen: 'Rope' stays on the table (K2.3)" in refusal(text)
    assert parse_scenario(text.replace("stays = true\n", ""), "mine.toml").endings[-1].count == 0


def test_an_objective_that_a_side_may_not_carry_ends_nothing_for_it() -> None:
    text = spoiled('["friends", "Pack"]', '["Pack"]')
    assert "this ending can never happen: no one on that side may carry 'Bell' (K2.3)" in refusal(text)


def test_each_side_has_a_character_on_the_table() -> None:
    head, _, tail = TEXT.partition("[[character]]")
    rest = tail[tail.index("[[objective]]") :].replace('["Wolf"]', "[]")
    assert "the friends' side has no characters on the table at the start (K2.3)" in refusal(
        head.replace('order = ["Wolf"]\n', "") + rest[: rest.index("[[ending]]")]
    )


def test_a_company_without_characters_is_refused() -> None:
    text = TEXT + '\n[[company]]\nname = "Ghosts"\nside = "enemy"\n'
    assert f"line {line_of('Ghosts', text) + 1}: company.side: 'Ghosts' has no characters (K1.2)" in refusal(text)


# Cards

CARDS = """title = "Dogs"
story = "They bark."
traits = { swims = true }

[[card]]
name = "Dog"
move = 8
attack = 0
defence = 0
wounds = 0
"""


def test_a_company_has_cards() -> None:
    book = books.parse_book(CARDS, "dogs.toml")
    assert (book.name, book.title, book.story, len(book.cards)) == ("dogs", "Dogs", "They bark.", 1)
    assert (book.cards[0].radius, book.cards[0].range) == (500, 0)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('title = "Dogs"', 'title = "Dogs & Co"', "line 1: title: it is 'Dogs & Co'; a name must be"),
        ("swims = true", "half_move = true", "line 3: traits: a company cannot have the trait 'half_move'"),
        ("move = 8", "speed = 8", "line 7: card.speed: unknown field"),
        ("wounds = 0", "wounds = 21", "line 10: card.wounds: it is '21'; it must be a whole"),
        ("[[card]]", "[[cards]]", "line 5: unknown table [cards]; choose from: card"),
    ],
)
def test_a_fault_in_cards_is_reported_with_its_line(old: str, new: str, expected: str) -> None:
    with pytest.raises(BadOption) as refused:
        books.parse_book(CARDS.replace(old, new), "dogs.toml")
    assert str(refused.value).startswith(f"dogs.toml, {expected}")
