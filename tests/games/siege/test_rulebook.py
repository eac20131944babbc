"""The rulebook page of siege: its clauses are those of the code, its numbers those of the solver."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.game import State
from holdtheline.core.rulebook import read_rulebook, table_cells
from holdtheline.games.siege.state import Clause

PAGE = read_rulebook("siege")
KNOWN = PAGE.sections["What is known about the game"]


def test_the_page_has_every_clause_of_the_code_once_and_in_order():
    assert [clause.id for clause in PAGE.clauses] == [c.name.replace("_", ".") for c in Clause]


def test_every_clause_but_the_description_of_the_table_has_an_example():
    with_example = {example.clause for example in PAGE.examples}
    assert {clause.id for clause in PAGE.clauses} - with_example == {"S1.1"}


def test_the_sections_are_numbered_as_their_clauses():
    for clause in PAGE.clauses:
        assert clause.section.split()[0] == clause.id[1]


# Numbers


def tables() -> list[list[list[str]]]:
    """Return every table of the section as rows of cells, the headings first."""
    found = re.findall(r"(?:^\|.*\n?)+", KNOWN, re.MULTILINE)
    return [[table_cells(row) for row in table.splitlines() if "---" not in row] for table in found]


def claims() -> list[object]:
    """Yield every number of the tables, with the headings of its row and column."""
    return [
        pytest.param(first, head, cell, id=f"{first} {head}")
        for heads, *rows in tables()
        for first, *cells in rows
        for head, cell in zip([f"{heads[0]} {head}" for head in heads[1:]], cells, strict=True)
    ]


def position_of(head: str, row: str) -> State:
    """Return the state of a number: a start with its options, or a position after a move."""
    options = dict(re.findall(r"(\w+)=(\w+)", f"{head} {row}"))
    game = load("siege", **options)
    position = re.match(r"lanes [^a-z]+, backline \d+, waves \d+", head)
    if not position:
        return game.start()
    state = game.position(position[0])
    state.play(row)
    return state


def chance(state: State) -> Fraction:
    return state.game.definition.ai.solver(state.game.options).value(state)


def written(chance: Fraction, cell: str) -> str:
    """Return the chance in the format of the cell."""
    if "≈" in cell:
        return f"{chance} ≈ {float(chance):.6f}"
    if " 1 in " in cell:
        odds = 1 / chance
        return f"{chance}, {'' if odds.denominator == 1 else 'about '}1 in {round(odds):,}"
    return str(chance)


@pytest.mark.compiled
@pytest.mark.parametrize(("row", "head", "cell"), claims())
def test_a_figure_of_the_page_is_what_the_solver_finds(row, head, cell):
    assert written(chance(position_of(head, row)), cell) == cell


def test_the_figures_cover_every_named_mode_on_dice_and_on_paper():
    heads, *rows = tables()[0]
    assert heads[1:] == ["table=dice", "table=paper"]
    assert [row[0] for row in rows] == ["mode=easy", "mode=normal", "mode=hard", "mode=scouts"]


@pytest.mark.compiled
def test_the_first_move_of_the_table_of_moves_is_the_best_with_three_others():
    (table,) = (table for table in tables() if table[0][0].startswith("lanes"))
    state = load("siege").position(table[0][0])
    values = [value for _, value in state.game.definition.ai.solver(state.game.options).moves(state)]
    best = Fraction(table[1][1].split()[0])
    assert max(values) == best
    assert values.count(best) == 1 + 3
