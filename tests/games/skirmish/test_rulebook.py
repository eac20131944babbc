"""The page of skirmish: its clauses are those of the code, its tables those of rules, traits and battles."""

from __future__ import annotations

import re

import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.rulebook import plain_text, read_rulebook, table_cells
from holdtheline.games.skirmish.cards import card_books
from holdtheline.games.skirmish.rules.traits.catalog import TRAITS, Trait
from holdtheline.games.skirmish.rules.traits.parameters import Parameter, ParameterType, format_inches
from holdtheline.games.skirmish.scenario.model import Side
from holdtheline.games.skirmish.scenario.parse import ENDING_PARAMETERS, load_scenario, shipped_scenarios
from holdtheline.games.skirmish.state import AiLine, Clause, EndingKind, Phase, TerrainKind
from holdtheline.games.skirmish.text import notation, position

PAGE = read_rulebook("skirmish")


def rows_of(*heads: str) -> list[list[str]]:
    """Return the rows of the only table with these heads."""
    tables = re.findall(r"(?:^\|.*\n?)+", PAGE.text, re.MULTILINE)
    cut = [[table_cells(row) for row in table.splitlines() if "|---|" not in row] for table in tables]
    (found,) = (table for table in cut if table[0] == list(heads))
    return found[1:]


# Clauses and options


def test_the_page_has_every_clause_of_the_code_once_and_in_order() -> None:
    assert [clause.id for clause in PAGE.clauses] == [clause.name.replace("_", ".") for clause in Clause]


def test_every_clause_has_an_example() -> None:
    with_example = {example.clause for example in PAGE.examples}
    assert {clause.id for clause in PAGE.clauses} <= with_example


def test_the_sections_are_numbered_as_their_clauses() -> None:
    for clause in PAGE.clauses:
        assert clause.section.split()[0] == clause.id[1]


def test_every_option_is_explained_with_its_values_and_its_clause() -> None:
    for option in definition_of("skirmish").options:
        text = PAGE.options[option.name]
        assert [value for value in option.values if f"`{value}`" not in text] == [], option.name
        assert option.clause in text, option.name


def test_the_list_of_the_general_has_a_row_for_each_line() -> None:
    rows = rows_of("line", "clause", "when", "what")
    assert [row[:2] for row in rows] == [
        *([str(int(line)), f"K5.{line + 1}"] for line in AiLine),
        ["else", "K5.9"],
    ]


# Traits


def number_text(text: str) -> str:
    return text.replace("-", "−")


def range_text(parameter: Parameter) -> str:
    """Return what a trait takes, as in its row: a name, and its limits."""
    least, most = str(parameter.minimum), str(parameter.maximum)
    if parameter.type == ParameterType.INCHES:
        least, most = format_inches(parameter.minimum), format_inches(parameter.maximum)
    span = f" {number_text(least)} to {most}" if parameter.type in (ParameterType.INCHES, ParameterType.WHOLE) else ""
    return f"{parameter.name}{span}{'?' if parameter.optional else ''}"


def sentence_of(trait: Trait) -> str:
    """Return the sentence of a trait with the names of its parameters."""
    sentence = TRAITS[trait].sentence.removesuffix(".")
    return re.sub(r"\{(\w+)\}", lambda found: "" if found[1] == "item" else found[1], sentence)


def test_the_table_of_traits_is_that_of_the_code() -> None:
    rows = rows_of("trait", "takes", "of", "clause", "sentence")
    assert [row[0] for row in rows] == [trait.word for trait in Trait]
    for trait, row in zip(Trait, rows, strict=True):
        about = TRAITS[trait]
        takes = ", ".join(map(range_text, about.parameters)) or "–"
        places = ", ".join(place.name.lower() for place in about.scopes)
        assert row[1:] == [takes, places, about.clause, sentence_of(trait)], trait.word


@pytest.mark.parametrize("trait", Trait, ids=lambda trait: trait.word)
def test_the_page_says_how_each_trait_is_ruled(trait: Trait) -> None:
    ruled = re.findall(r"^\*\*(`.+?):\*\*", PAGE.sections["Traits"], re.MULTILINE)
    assert sum(f"`{trait.word}`" in heads for heads in ruled) == 1


def test_the_lines_of_a_list_are_named() -> None:
    section = " ".join(PAGE.sections["Traits"].split())
    assert ", ".join(f"`{line.word}`" for line in AiLine) in section


# The battles


def test_the_characters_of_the_examples_are_those_of_the_millrace() -> None:
    heads = ("id", "name", "stands at", "move", "attack", "defence", "wounds", "range")
    battle = load_scenario("millrace")
    expected = []
    for side, letter in ((Side.FRIENDS, "f"), (Side.ENEMY, "e")):
        for place, one in enumerate(battle.of_side(side), 1):
            at = ",".join(format_inches(part) for part in one.point)
            card, far = one.card, format_inches(one.card.range) if one.card.range else "–"
            numbers = (format_inches(card.move), card.attack, card.defence, card.wounds)
            expected.append([f"{letter}{place}", one.name, at, *map(str, numbers), far])
    assert rows_of(*heads) == expected


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_page_says_of_each_battle_what_its_file_says(name: str) -> None:
    battle = load_scenario(name)
    lines = plain_text(PAGE.sections["The battles"]).splitlines()
    (line,) = (line for line in lines if line.startswith(f"- {battle.title}, {name}. "))
    friends, enemies = (len(battle.of_side(side)) for side in Side)
    assert line.endswith(f"{battle.aim} {friends} friends against {enemies} enemies.")


# Words


def test_every_move_is_in_the_table_of_texts_and_is_understood() -> None:
    texts = [row[0] for row in rows_of("text", "meaning")]
    assert {text.split()[0] for text in texts} == {*notation.MOVE_WORDS.values(), "roll"}
    s = load("skirmish", plain=True).start().record
    for text in texts:
        assert text.startswith("roll") or notation.parse_move(s, text) is not None, text


@pytest.mark.parametrize("text", ["use Oda Verrin", "use oda", "use Hask"])
def test_names_are_understood_as_the_page_says(text: str) -> None:
    s = load("skirmish", plain=True).position("round 1 friends; choose").record
    assert notation.parse_move(s, text) is not None


def test_the_page_explains_every_phase_and_every_word_after_it() -> None:
    words = {row[0].split()[0] for row in rows_of("word", "meaning")}
    assert words == set(position.PHASE_WORDS.fields)
    text = PAGE.sections["How to write moves and positions"]
    assert [phase.name for phase in Phase if f"`{phase.name.lower()}`" not in text] == []


@pytest.mark.parametrize("part", [row[0] for row in rows_of("part", "meaning")])
def test_a_part_of_a_position_is_understood(part: str) -> None:
    load("skirmish", plain=True).position(part if part.startswith("round") else f"round 3 friends; {part}")


# Files


def test_the_fields_of_files_are_those_that_are_read() -> None:
    text = PAGE.sections["A battle of your own"]
    assert ", ".join(f'"{ground.name.lower()}"' for ground in TerrainKind if ground) in text
    assert ", ".join(f'"{book}"' for book in card_books.shipped_books()) in text
    fields = ", ".join(row[0] for row in rows_of("field of a card", "values", "meaning")).split(", ")
    assert sorted(fields) == sorted(card_books.CARD_FIELDS)


def test_the_text_of_every_ending_has_its_names() -> None:
    rows = rows_of("when", "beside it", "it is true when")
    assert [row[0] for row in rows] == [end.name.lower().replace("_", " ") for end in ENDING_PARAMETERS]
    for end, row in zip(ENDING_PARAMETERS, rows, strict=True):
        assert tuple(row[1].replace("perhaps ", "").split(", ")) == ENDING_PARAMETERS[end], end
    assert set(ENDING_PARAMETERS) == set(EndingKind) - {EndingKind.NONE}
