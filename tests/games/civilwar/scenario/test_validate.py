"""A fault of a battle file is reported in one sentence: file, line, reason and clause."""

from __future__ import annotations

import pytest

from holdtheline.core.errors import BadOption
from holdtheline.games.civilwar.scenario.parse import parse_scenario

from ..mill_creek import HISTORY, TEXT, line_of, refusal, refusals

# Refusals: one line of the good file is changed, and the fault is reported at the new words.

WHOLE = "it must be a whole number from"
FAULTS = [
    ('title = "Mill Creek"', "title = 5", "title: it must be one line of 1 to 60 letters, not 5"),
    ('title = "Mill Creek"', 'title = " "', "title: it must be one line of 1 to 60 letters, not the text ' '"),
    ('date = "1 May 1862"', "date = 1862-05-01", "date: it must be one line of 1 to 60 letters, not 1862-05-01"),
    (
        'place = "Nowhere, Tennessee"',
        r'place = "a\nb"',
        "place: it must be one line of 1 to 60 letters, not the text 'a?b'",
    ),
    ('date = "1 May 1862"', f'date = "{"x" * 61}"', "date: it has 61 letters; it must have 1 to 60"),
    ('favours = "union"', 'favours = "nobody"', "it must be '', 'union' or 'confederate'"),
    ("turns = 12", "turns = 31", "turns: it must be a whole number from 1 to 30, not 31 (C7.2)"),
    ("turns = 12", "turns = true", "turns: it must be a whole number from 1 to 30, not true (C7.2)"),
    (
        'first = "confederate"',
        'first = "south"',
        "first: it must be 'union' or 'confederate', not the text 'south' (C1.1)",
    ),
    (
        'winner = "most"',
        'winner = "vp"',
        "winner: it must be 'union', 'confederate', 'most' or 'nobody', not the text 'vp' (C7.2)",
    ),
    ("command = 3", "command = 10", "union.command: it must be a whole number from 0 to 9, not 10 (C1.2)"),
    ("vp = 6", "vp = 0", "confederate.vp: it must be a whole number from 1 to 99, not 0 (C7.2)"),
    (
        "vp = 6",
        "vp = 2",
        "confederate.vp: the Confederacy holds 2 VP at the start; it must need more than that to win (C7.2)",
    ),
    (
        'home = "east"',
        'home = "left"',
        "confederate.home: it must be 'north', 'south', 'east' or 'west', not the text 'left' (C5.1)",
    ),
    ('H2 = "Mill Road"', 'J2 = "Mill Road"', "names.J2: the map has no hex 'J2'; it has 'A1' to 'I7'"),
    ('H2 = "Mill Road"', "H2 = 7", "names.H2: it must be one line of 1 to 30 letters, not 7"),
    ("worth = 2", "worth = 4", "points.worth: it must be a whole number from 1 to 3, not 4 (C7.1)"),
    (
        'for = "both"',
        'for = "nobody"',
        "points.for: it must be 'union', 'confederate' or 'both', not the text 'nobody' (C7.1)",
    ),
    (
        'held = "confederate"',
        'held = "both"',
        "points.held: it must be 'nobody', 'union' or 'confederate', not the text 'both' (C7.1)",
    ),
    ('hex = "A7"', 'hex = "A8"', "points.hex: it must be a hex of the map, 'A1' to 'I7', not the text 'A8' (C7.1)"),
    (
        'hex = "A7"',
        'hex = "G7"',
        "points.hex: G7 has points for the Union, but none of its units can walk there (C7.1)",
    ),
    (
        'hex = "A7"',
        'hex = "F7"',
        "points.hex: F7 has points for the Union, but none of its units can walk there (C7.1)",
    ),
    (
        'kind = "cavalry"',
        'kind = "leader"',
        "unit.kind: it must be 'infantry', 'cavalry', 'artillery' or 'gunboat', not the text 'leader' (C2.1)",
    ),
    (
        'morale = "green"',
        'morale = "red"',
        "unit.morale: it must be 'green', 'black' or 'gold', not the text 'red' (C4.4)",
    ),
    ("strength = 1", "strength = 3", "unit.strength: it must be a whole number from 1 to 2, not 3 (C2.3)"),
    ("strength = 1", "strength = 0", "unit.strength: it must be a whole number from 1 to 2, not 0 (C2.3)"),
    ("strength = 1", "turn = 13", "unit.turn: it must be a whole number from 1 to 12, not 13 (C2.8)"),
    (
        'name = "Cole"',
        'name = "Cole and his many riders"',
        "unit.name: it has 24 letters; it must have 1 to 20",
    ),
    ('name = "Cole"', 'name = "Tyler" # too', "unit.name: the Union has another piece called 'Tyler'"),
    ('name = "Able"', 'name = "Cole" # too', "leader.name: the Union has another piece called 'Cole'"),
    ('hex = "I4"', 'hex = "H4"', "unit.hex: H4 is clear; gunboats are on rivers only (C2.4)"),
    ('hex = "I4"', 'hex = "I5"', "unit.hex: I5 is ford; gunboats are on rivers only (C2.4)"),
    ('hex = "D5"', 'hex = "I3"', "unit.hex: I3 is river; only gunboats are on rivers (C2.4)"),
    ('hex = "D5"', 'hex = "F6"', "unit.hex: F6 is swamp; no piece can enter a swamp (C5.2)"),
    ('hex = "D5"', 'hex = "5D"', "unit.hex: it must be a hex of the map, 'A1' to 'I7', not the text '5D' (C2.1)"),
    ('hex = "D5"', "hex = 5", "unit.hex: it must be a hex of the map, 'A1' to 'I7', not 5 (C2.1)"),
    ('hex = "D5"', 'hex = "C1" # too', "unit.hex: 'Adams' is in C1; the two sides cannot share a hex (C2.7)"),
    ("until = 3", "until = 13", "special.halted.until: it must be a whole number from 2 to 12, not 13 (C1.3)"),
    ("until = 3", "until = 3, by = 1", "special.halted.by: unknown field; choose from: side, until"),
    (
        'halted = { side = "confederate"',
        'halted = { side = "both"',
        "special.halted.side: it must be 'union' or 'confederate', not the text 'both' (C1.3)",
    ),
    (
        'halted = { side = "confederate", until = 3 }',
        "halted = 3",
        "special.halted: it must be a table [special.halted], not 3 (C1.3)",
    ),
    (
        'no_rally = ["union"]',
        'no_rally = "union"',
        "special.no_rally: it must be a list of 'union' and 'confederate', not the text 'union' (C6.1)",
    ),
    (
        'no_rally = ["union"]',
        "no_rally = [[]]",
        "special.no_rally: it must be a list of 'union' and 'confederate', not the list [[]] (C6.1)",
    ),
    (
        'fixed = ["Battery B"]',
        'fixed = ["Able"]',
        "no side has a unit 'Able'; it must be the name of one unit (C1.3)",
    ),
    (
        'fixed = ["Battery B"]',
        'fixed = ["Adams"]',
        "both sides have a unit 'Adams'; it must be the name of one",
    ),
    (
        'fixed = ["Battery B"]',
        'fixed = ["Cole"]',
        "special.fixed: 'Cole' enters in turn 4, so it moves (C2.8)",
    ),
    (
        'fixed = ["Battery B"]',
        "fixed = 1",
        "special.fixed: it must be a list of lines of 1 to 20 letters, not 1 (C1.3)",
    ),
    (
        "turns = 12",
        "turns = 12\nweather = 1",
        "weather: unknown field; choose from: confederate, date,",
    ),
    (
        "command = 3",
        "command = 3\nmorale = 1",
        "union.morale: unknown field; choose from: command, home, vp, vp_live",
    ),
    (
        "worth = 2",
        "worth = 2\nside = 1",
        "points.side: unknown field; choose from: for, held, hex, worth",
    ),
    (
        "strength = 1",
        "strenght = 1",
        "unit.strenght: unknown field; did you mean 'strength'? Choose from: hex, kind, morale,",
    ),
    ('name = "Able"', 'name = "Able"\nmorale = 1', "leader.morale: unknown field"),
    (
        "no_rally = [",
        "rally = [",
        "special.rally: unknown field; did you mean 'no_rally'? Choose from: fixed, halted, no_rally",
    ),
    ('"B. Writer, Another Book (1910)"', "1910", "it must be a list of lines of 1 to 200 letters"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), FAULTS)
def test_a_fault_is_reported_with_its_file_line_and_reason(old: str, new: str, sentence: str) -> None:
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new)
    message = refusal(text)
    line = line_of(new.split("\n")[-1], text)
    assert message.startswith(f"mine.toml, line {line}: ")
    assert sentence in message


ELSEWHERE = [
    ('title = "Mill Creek"\n', "", "[union]", "title: it is missing; it must be one line of 1 to 60 letters"),
    ("turns = 12\n", "", "[union]", f"turns: it is missing; {WHOLE} 1 to 30 (C7.2)"),
    ("map = ", "[map]\nhexes = ", "[map]", 'map: it must be a drawing between """, above the first table, not a table'),
    ("command = 3\n", "", "[union]", f"union.command: it is missing; {WHOLE} 0 to 9 (C1.2)"),
    (
        "[confederate]\n",
        "[rebels]\n",
        "[rebels]",
        "rebels: unknown table; choose from: confederate, date,",
    ),
    ("[names]\n", "[[names]]\n", "[[names]]", "it must be a table [names]"),
    ("[special]\n", "[[special]]\n", "[[special]]", "it must be a table [special]"),
    ('hex = "A7"', 'hex = "I2"', "worth = 1", "points.hex: another table [[points]] has I2 (C7.1)"),
    (
        'kind = "artillery"',
        'kind = "cavalry"',
        'name = "Battery B"',
        "unit.hex: 'Adams' is in C1; a hex takes one infantry, cavalry or artillery,"
        " or one artillery with one of the others (C2.7)",
    ),
    (
        'kind = "infantry"\nname = "Adams"\nhex = "C1"',
        'kind = "artillery"\nname = "Adams"\nhex = "C1"',
        'name = "Battery B"',
        "unit.hex: 'Adams' is in C1; a hex takes one infantry, cavalry or artillery",
    ),
    (
        'name = "Baker"\nhex = "A1"\nturn = 4',
        'name = "Baker"\nhex = "C1"',
        "Baker",
        "'Able' is in C1; a hex takes one",
    ),
    (
        'name = "Able"\nhex = "C1"',
        'name = "Able"\nhex = "C2"',
        "Able",
        "no unit of his side starts in C2; a leader",
    ),
    (
        'name = "Able"\nhex = "C1"',
        'name = "Able"\nhex = "I4"',
        "Able",
        "I4 is river; only gunboats are on rivers",
    ),
    (
        'name = "Baker"\nhex = "A1"\nturn = 4',
        'name = "Baker"\nhex = "A1"\nturn = 5',
        "Baker",
        "leader.hex: no unit of his side enters at A1 in turn 5; a leader needs a unit with him (C2.8)",
    ),
    (
        'name = "Cole"\nhex = "A1"',
        'name = "Cole"\nhex = "B2"',
        "Cole",
        "unit.hex: B2 is not at the map's edge, where reinforcements enter (C2.8)",
    ),
]


@pytest.mark.parametrize(("old", "new", "where", "sentence"), ELSEWHERE)
def test_a_fault_is_reported_where_it_shows(old: str, new: str, where: str, sentence: str) -> None:
    """The words are those of its line; a hex is found by the line beside it that no other piece has."""
    assert TEXT.count(old) == 1
    text = TEXT.replace(old, new)
    message = refusals(text)[0]
    field = message.split(": ")[1]
    below = {"points.hex": -1, "unit.hex": 1, "leader.hex": 1}.get(field, 0)
    assert message.startswith(f"mine.toml, line {line_of(where, text) + below}: ")
    assert sentence in message


LAST = TEXT.rstrip("\n").count("\n") + 1


def test_a_table_that_is_missing_is_missed_at_the_end() -> None:
    text = TEXT.replace('[confederate]\ncommand = 2\nvp = 6\nhome = "east"\n', "")
    assert refusal(text) == (
        f"mine.toml, line {LAST - 4}: confederate: it is missing; it must be a table [confederate]"
    )


def test_each_unit_is_its_own_table() -> None:
    units = TEXT[TEXT.index("[[unit]]") : TEXT.index("[[leader]]")]
    one = TEXT.replace(units, "[unit]\n")
    assert (
        f"line {line_of('[unit]', one)}: unit: it must be one or more tables [[unit]], not a table" in refusals(one)[0]
    )
    none = TEXT.replace(units, "").partition("[special]")[0]
    assert "unit: the Union has no unit that fights on land" in refusals(none)[-2]


def test_a_side_needs_a_unit_that_is_no_gunboat() -> None:
    text = TEXT.replace('kind = "infantry"\nname = "Adams"\nhex = "D5"', 'kind = "gunboat"\nname = "Adams"\nhex = "I3"')
    assert "unit: the Confederacy has no unit that fights on land" in refusal(text)


def test_a_side_has_40_units_and_leaders_at_most() -> None:
    def with_more(count: int) -> str:
        unit = TEXT[TEXT.index("[[unit]]") : TEXT.index('[[unit]]\nside = "confederate"')].split("\n\n")[3]
        more = [unit.replace("Cole", f"Cole {number}") for number in range(count)]
        return TEXT.replace("[[leader]]", "\n".join([*more, "[[leader]]"]), 1)

    assert len(parse_scenario(with_more(34), "mine.toml").pieces) == 41  # one is the Confederacy's
    assert "leader.side: the Union has 41 units and leaders; it can have 40" in refusal(with_more(35))


# The map


DRAWN = [
    (
        " . . . . . . . - b",
        " . . . . . . . - x",
        "row 2 has 'x'; it must have one letter a hex, of . w h t f e F c r",
    ),
    (" . . . . . . . - b", " . . . . . . . -b", "row 2 has '-b'; it must have one letter a hex"),
    (" . . . . . . . - b", " . . . . . . . -", "row 2 has 8 letters; the first row has 9"),
    (" . . . . . . . - b", " . . . . . . . - b .", "row 2 has 10 letters; the first row has 9"),
    (
        " . . . . . . . - b",
        ". . . . . . . - b",
        "row 2 begins with no blanks; it must begin with 1",
    ),
    (" . . . . . . . - b", " . . . .  . . . - b", "row 2 must have one blank between two letters"),
    (". . . . . . . . d", " . . . . . . . . d", "row 5 begins with 1 blank; it must begin with 0"),
    (". . . . . . . . d", "", "row 5 has no letters; the first row has 9"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), DRAWN)
def test_a_fault_of_the_map_is_reported_in_its_row(old: str, new: str, sentence: str) -> None:
    message = refusal(TEXT.replace(f"\n{old}\n", f"\n{new}\n"))
    assert message.startswith(f"mine.toml, line {line_of(old)}: map: {sentence}")


@pytest.mark.parametrize(
    ("rows", "size"),
    [
        (6 * [9 * "."], "9 columns and 6 rows"),
        (12 * [9 * "."], "9 columns and 12 rows"),
        (7 * [8 * "."], "8 columns and 7 rows"),
        (7 * [14 * "."], "14 columns and 7 rows"),
        ([""], "no columns and 1 row"),
    ],
)
def test_a_map_has_its_limits(rows: list[str], size: str) -> None:
    old = TEXT[TEXT.index('map = """') : TEXT.index("[union]")]
    drawn = "\n".join(" " * (number % 2) + " ".join(row) for number, row in enumerate(rows))
    message = refusal(TEXT.replace(old, f'map = """\n{drawn}\n"""\n'))
    place = f"mine.toml, line {line_of('map = ')}"
    assert message == f"{place}: map: it has {size}; it must have 9 to 13 columns and 7 to 11 rows"


def test_a_map_in_a_table_is_missed_above_it() -> None:
    start, end = TEXT.index('map = """'), TEXT.index("[union]")
    text = (TEXT[:start] + TEXT[end:]).replace("[names]\n", TEXT[start:end] + "[names]\n")
    assert refusals(text)[0] == (
        f"mine.toml, line {line_of('[union]', text)}: map: it is missing;"
        ' it must be a drawing between """, above the first table'
    )


def test_what_stands_in_the_history_is_no_field() -> None:
    text = TEXT.replace(HISTORY, HISTORY.replace("Ten words", "turns = 3 [union]\n[special]\nturns = ", 1))
    assert parse_scenario(text, "mine.toml").turns == 12
    wrong = text.replace("turns = 12", "turns = 99")
    assert refusal(wrong).startswith(
        f"mine.toml, line {line_of('turns = 99', wrong)}: turns: it must be a whole number"
    )


@pytest.mark.parametrize(
    ("history", "sentence"),
    [
        ('"""\n' + "word " * 141 + '\n"""', "it has 141 words; it can have 140"),
        (
            '"""\n' + "word " * 50 + "\n\n" + "word " * 50 + '\n"""',
            "it has an empty line; it must be one paragraph",
        ),
        ('""', "it must be a paragraph of at most 140 words, not an empty text"),
        ('"\\u0007"', "it must be a paragraph of at most 140 words, not the text '?'"),
        ("7", "it must be a paragraph of at most 140 words, not 7"),
    ],
)
def test_history_is_one_paragraph_of_at_most_140_words(history: str, sentence: str) -> None:
    text = TEXT.replace(f'"""\n{HISTORY}\n"""', history)
    assert refusal(text) == f"mine.toml, line {line_of('history = ', text)}: history: {sentence}"


# Points on foot


@pytest.mark.clause("C7.1")
def test_a_river_and_a_swamp_are_in_the_way_of_those_on_foot_and_a_bridge_is_the_way_over() -> None:
    """The Union can score I2, which is a bridge, and nothing but the road leads to it."""
    rows = ". w h t f e F c r\n . . . . . . . - b\n. . . . . . . . r\n"
    assert TEXT.count(rows) == 1
    closed = ". w h t f e F s r\n . . . . . . . s b\n. . . . . . . . r\n"
    assert "points.hex: I2 has points for the Union, but none of its units can walk there" in refusal(
        TEXT.replace(rows, closed).replace('H2 = "Mill Road"', "")
    )
    ford = closed.replace("s b", "d b")
    assert parse_scenario(TEXT.replace(rows, ford), "mine.toml")


def test_points_of_one_side_need_not_be_reached_by_the_other() -> None:
    """The Confederate Adams stands alone on an island in the swamp."""
    text = TEXT.replace('hex = "D5"', 'hex = "G7"')
    assert "A7 has points for the Confederacy, but none of its units can walk there" in refusal(text)
    assert parse_scenario(text.replace('for = "both"', 'for = "union"'), "mine.toml")


def test_no_more_points_than_there_is_room_for() -> None:
    more = "".join(
        f'\n[[points]]\nhex = "{column}{row}"\nworth = 1\nfor = "both"\nheld = "nobody"\n'
        for row in (1, 2, 3)
        for column in "ABCDEFGHI"
    )
    with pytest.raises(BadOption, match=r"there are \d+ hexes with points; there can be 24 \(C7.1\)"):
        parse_scenario(TEXT + more, "mill-creek.toml")


# Several faults


SEVERAL = [
    ("turns = 12", "turns = 99", "turns: it must be a whole number from 1 to 30, not 99 (C7.2)"),
    (
        "command = 3",
        "comand = 3",
        "union.comand: unknown field; did you mean 'command'? Choose from: command, home, vp, vp_live",
    ),
    ('hex = "A7"', 'hex = "A9"', "points.hex: it must be a hex of the map, 'A1' to 'I7', not the text 'A9' (C7.1)"),
    ("strength = 1", "strength = 9", "unit.strength: it must be a whole number from 1 to 2, not 9 (C2.3)"),
    ('hex = "I4"', 'hex = "H4"', "unit.hex: H4 is clear; gunboats are on rivers only (C2.4)"),
    ('hex = "D5"', 'hex = "5D"', "unit.hex: it must be a hex of the map, 'A1' to 'I7', not the text '5D' (C2.1)"),
    (
        'fixed = ["Battery B"]',
        'fixed = ["Batery B"]',
        "special.fixed: no side has a unit 'Batery B'; did you mean 'Battery B'? (C1.3)",
    ),
]


def test_all_faults_of_a_battle_are_reported_at_once_in_the_order_of_their_lines() -> None:
    text = TEXT
    for old, new, _ in SEVERAL:
        text = text.replace(old, new)
    assert refusals(text) == [f"mine.toml, line {line_of(new, text)}: {reason}" for _, new, reason in SEVERAL]


def test_a_map_with_a_fault_in_two_rows_is_reported_in_both() -> None:
    text = TEXT.replace("\n . . . . . . . - b\n", "\n . . . . . . . - x\n").replace(
        "\n. . . . . . . . d\n", "\n. . . d\n"
    )
    assert [sentence.split(": ")[2] for sentence in refusals(text)] == [
        "row 2 has 'x'; it must have one letter a hex, of . w h t f e F c r b d s -",
        "row 5 has 4 letters; the first row has 9",
    ]


def test_a_side_cannot_halt_in_a_battle_of_one_turn() -> None:
    text = TEXT.replace("turns = 12", "turns = 1").replace("turn = 4", "")
    assert "special.halted.until: leave it out: the battle has only 1 turn (C1.3)" in refusals(text)[-1]
