"""Faults of a battle as a whole, of its cards, and several faults at once."""

from __future__ import annotations

import pytest

from holdtheline.core.errors import BadFile, BadOption
from holdtheline.games.skirmish.cards import card_books
from holdtheline.games.skirmish.scenario.parse import parse_scenario

from ..footbridge_scenario import TEXT, line_of, refusal, refusals, spoiled


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
    text = head.replace('order = ["Wolf"]\n', "") + rest[: rest.index("[[ending]]")]
    for side in ("the friends' side", "the enemy's side"):
        assert f"{side} has no characters on the table at the start (K2.3)" in " ".join(refusals(text))


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
    book = card_books.parse_book(CARDS, "dogs.toml")
    assert (book.name, book.title, book.story, len(book.cards)) == ("dogs", "Dogs", "They bark.", 1)
    assert (book.cards[0].radius, book.cards[0].range) == (500, 0)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('title = "Dogs"', 'title = "Dogs & Co"', "line 1: title: it must be a name of letters,"),
        ("swims = true", "half_move = true", "line 3: traits.half_move: a company cannot have the trait 'half_move'"),
        ("move = 8", "speed = 8", "line 5: card.move: it is missing; it must be a number of inches"),
        ("wounds = 0", "wounds = 21", "line 10: card.wounds: it must be a whole number from 0 to 20, not 21"),
        ("[[card]]", "[[cards]]", "line 5: cards: unknown table [cards]; did you mean 'card'? Choose from: card"),
    ],
)
def test_a_fault_in_cards_is_reported_with_its_line(old: str, new: str, expected: str) -> None:
    with pytest.raises(BadOption) as refused:
        card_books.parse_book(CARDS.replace(old, new), "dogs.toml")
    assert str(refused.value).startswith(f"dogs.toml, {expected}")


# Several faults


INCHES = "it must be a number of inches from"
SEVERAL = [
    ("rounds = 9", "rounds = 0", "rounds: it must be a whole number from 1 to 200, not 0 (K2.3)"),
    (
        'timeout = "enemy"',
        'timeout = "enmey"',
        "timeout: it must be 'nobody', 'friends' or 'enemy', not the text 'enmey'; did you mean 'enemy'? (K2.3)",
    ),
    ("thick = 0.5", "thick = true", f"terrain.thick: {INCHES} 0.1 to 24 with up to 3 decimals, not true (K1.3)"),
    ("move = 7.5", 'move = "six"', f"card.move: {INCHES} 0 to 24 with up to 3 decimals, not the text 'six' (K1.2)"),
    (
        "defence = -1",
        "defense = -1",
        "card.defense: unknown field; did you mean 'defence'? "
        "Choose from: attack, base, defence, move, name, range, text, traits, wounds",
    ),
    ("general = 2", "general = 0", "character.general: it must be a whole number from 1 to 4, not 0 (K6.1)"),
    (
        'kind = "thing"',
        'kind = "thong"',
        "objective.kind: it must be 'thing' or 'character', not the text 'thong'; did you mean 'thing'? (K3.1)",
    ),
    (
        'who = "Ann"',
        'who = "Anne"',
        "ending.who: it must be 'Ann', 'Ben', 'Wolf', 'Whelp' or 'Eel', not the text 'Anne'; "
        "did you mean 'Ann'? (K2.3)",
    ),
]


def test_all_faults_of_a_battle_are_reported_at_once_in_the_order_of_their_lines() -> None:
    text = TEXT
    for old, new, _ in SEVERAL:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    assert refusals(text) == [f"mine.toml, line {line_of(new, text)}: {reason}" for _, new, reason in SEVERAL]


def test_a_misspelt_field_does_not_hide_that_two_bases_overlap() -> None:
    text = spoiled("at = [12, 2]\n", "at = [21.5, 3.5]\ncolour = 3\n")
    assert [sentence.partition(": ")[2] for sentence in refusals(text)] == [
        "character.colour: unknown field; choose from: at, card, company, facing, general, name, traits, wounds",
        "character.at: the base of 'Ben' overlaps that of 'Ann' (K1.3)",
    ]


BESIDE = [
    ("thick = 0.5", "thick = 0", "terrain.thick"),
    ("routs_at = 2", "routs_at = 99", "company.traits.routs_at"),
    ('pool = "Pond"', 'pool = "Sea"', "company.traits.tether"),
    ("wounds = 1\n", "wounds = 9\n", "character.wounds"),
    ("at = [21.5, 3.5]", "at = [12.5, 2]", "character.at"),
    ('name = "Whelp"', 'name = "Crag" # too', "character.name"),
    ("facing = 270", 'facing = "dwon"', "character.facing"),
    ('["friends", "Pack"]', '["friends", "Pork"]', "objective.traits.carriers"),
    ("at = [3.125, 20]", "at = [3.125, 17]", "objective.at"),
    ('who = "Ann"', 'who = "Anne"', "ending.who"),
]


def test_a_fault_hides_none_of_another_table_that_does_not_depend_on_it() -> None:
    text = TEXT
    for old, new, _ in BESIDE:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    found = [sentence.split(": ")[:2] for sentence in refusals(text)]
    assert found == [[f"mine.toml, line {line_of(new.strip(), text)}", field] for _, new, field in BESIDE]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('card = "Beast"\nname = "Wolf"', 'card = "Beats"\nname = "Wolf"'),
        ('company = "Pond Folk"\ncard', 'company = "Pond Flok"\ncard'),
        ('name = "Beast"', "name = 5"),
        ("base = 1.5", "base = 0"),
        ("disc = [18, 12, 4]", "disc = [18, 12]"),
        ("round = 2", "round = 0"),
        ('name = "Pack"\nside', 'name = ""\nside'),
    ],
)
def test_a_fault_brings_no_others_with_it(old: str, new: str) -> None:
    assert refusal(spoiled(old, new))


def test_a_fault_has_its_place_as_attributes() -> None:
    with pytest.raises(BadFile) as refused:
        parse_scenario(spoiled("rounds = 9", "rounds = 0"), "mine.toml")
    [fault] = refused.value.faults
    assert (fault.path, fault.line, fault.field, fault.clause) == ("mine.toml", line_of("rounds = 9"), "rounds", "K2.3")
    assert fault.reason == "it must be a whole number from 1 to 200, not 0"


@pytest.mark.clause("K1.4")
def test_a_character_whose_card_has_no_wound_slots_has_no_wounds() -> None:
    text = spoiled("wounds = 2\n", "wounds = 0\n")
    assert refusal(text).endswith("character.wounds: leave it out: the card 'Ringer' has no wound slots (K1.4)")
