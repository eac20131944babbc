"""The page of civilwar: its clauses are those of the code, its tables those of rules and battles."""

from __future__ import annotations

import re

import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.rulebook import plain_text, read_rulebook, table_cells
from holdtheline.games.civilwar.rules.terrain import (
    BLOCKS_SIGHT,
    DIE_MODIFIER,
    MORALE_MODIFIER,
    STOPS_MOVEMENT,
    TERRAIN_LETTERS,
    Terrain,
)
from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario
from holdtheline.games.civilwar.state import SIDE_NAMES, Clause, LastTurnWinner, Phase, Side
from holdtheline.games.civilwar.text import notation, position

PAGE = read_rulebook("civilwar")


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
    for option in definition_of("civilwar").options:
        text = PAGE.options[option.name]
        assert [value for value in option.values if f"`{value}`" not in text] == [], option.name
        assert option.clause in text, option.name


# Terrain


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def move_word(terrain: Terrain) -> str:
    only = {Terrain.RIVER: "gunboats only", Terrain.SWAMP: "nobody"}
    return only.get(terrain, "stop" if STOPS_MOVEMENT[terrain] else "–")


def test_the_table_of_terrain_has_the_numbers_of_the_rules() -> None:
    rows = rows_of("terrain", "die", "move", "sight", "morale")
    assert [row[0].split(",")[0] for row in rows] == [terrain.name.lower() for terrain in Terrain]
    for terrain, row in zip(Terrain, rows, strict=True):
        sight = "blocks" if BLOCKS_SIGHT[terrain] else "–"
        assert row[1:] == [
            signed(DIE_MODIFIER[terrain]),
            move_word(terrain),
            sight,
            signed(MORALE_MODIFIER[terrain]),
        ]


# The battles


def end_words(winner: LastTurnWinner) -> str:
    if winner == LastTurnWinner.MOST:
        return "more VP win"
    return "nobody wins" if winner == LastTurnWinner.NOBODY else f"{SIDE_NAMES[winner]} wins"


@pytest.mark.parametrize("name", list_scenarios())
def test_the_page_says_of_each_battle_what_its_file_says(name: str) -> None:
    battle = load_scenario(name)
    lines = plain_text(PAGE.sections["The battles"]).splitlines()
    (line,) = (line for line in lines if line.startswith(f"- {battle.title}, {name}, {battle.date}. "))
    vp = f"{battle.vp_to_win[0]} VP win for the Union, {battle.vp_to_win[1]} for the Confederacy"
    vp += " ({} and {} with live)".format(*battle.vp_live) if battle.has_live_vp else ""
    first = f"{battle.turns} turns, {SIDE_NAMES[battle.first_side]} acts first"
    assert line.endswith(f"{first}; {vp}; after the last turn {end_words(battle.last_turn_winner)}.")
    favoured = [side for side in Side if f"History favoured {SIDE_NAMES[side]}." in line]
    assert favoured == [side for side in Side if battle.favoured_side == side]
    halted = [side for side in Side if f"{SIDE_NAMES[side][4:]} is halted in turn 1." in line]
    assert halted == [side for side in Side if battle.moves_from[side] == 2]


def test_the_map_of_the_page_is_that_of_the_first_battle() -> None:
    drawn = re.findall(r"^ ?\d+ ( ?(?: \S){13})$", PAGE.sections["The map"], re.MULTILINE)
    letters = re.sub(r"\s", "", "".join(drawn))
    ground = load_scenario("bull-run").battle_map
    assert letters == "".join(TERRAIN_LETTERS[terrain] for terrain in ground.terrain)


# Words


def test_every_move_is_in_the_table_of_texts_and_is_understood() -> None:
    texts = [row[0] for row in rows_of("text", "meaning")]
    words = {text.split()[0] for text in texts}
    assert words == {*(form.word for form in notation.MOVE_FORMS.values()), "roll"}
    s = load("civilwar", plain=True).start().record
    for text in texts:
        assert text.startswith("roll") or notation.parse_move(s, text) is not None, text


def test_every_part_and_word_of_a_position_is_documented() -> None:
    words = {row[0].split()[0] for row in rows_of("word", "meaning")}
    assert words == set(position.ACTION_WORDS)
    section = PAGE.sections["How to write moves and positions"]
    for phase in Phase:
        if phase not in (Phase.AP, Phase.ACT):
            assert f"`{phase.name.lower()}`" in section


@pytest.mark.parametrize("part", [row[0] for row in rows_of("part", "meaning")][:-1])
def test_a_part_of_a_position_is_understood(part: str) -> None:
    options = {"bank_ap": "on"} if "banked" in part else {}
    position = part if part.startswith("turn") else f"turn 3 confederate; {part}"
    load("civilwar", plain=True, **options).position(position)
