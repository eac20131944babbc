"""The page of towers: its clauses are those of the rules, its numbers those of the rulesets."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from holdtheline.core.catalog import definition_of, load
from holdtheline.core.events import Event
from holdtheline.core.rulebook import Example, plain_text, read_rulebook, split_passages, table_cells
from holdtheline.games.towers import ruleset
from holdtheline.games.towers.state import Mind, Unit, unit_name
from holdtheline.games.towers.text import names, notation, position

PAGE = read_rulebook("towers")
LINES = PAGE.text.splitlines()
FILE = "docs/rules/towers.md"

LAW = [
    *("T1.1", "T1.2", "T1.3"),
    *("T2.1", "T2.2", "T2.3", "T2.4", "T2.5", "T2.6"),
    *("T3.1", "T3.2", "T3.3", "T3.4"),
    *("T4.1", "T4.2", "T4.3", "T4.4"),
    *("T5.1", "T5.2", "T5.3", "T5.4"),
    *("T6.1", "T6.2"),
    *("T7.1", "T7.2"),
    *("T8.1", "T8.2"),
]
"""The clauses of the game. The list stands here so that neither page nor code can lose one."""

WITHOUT_EXAMPLE = {"T1.1", "T2.6"}
"""The description of the lanes, and a limit that takes 255 orders to reach."""


class Table(NamedTuple):
    """A table of the page: its heading, its rows as cells, the heads first, and where each row stands."""

    heading: str
    rows: list[list[str]]
    lines: list[int]

    @property
    def heads(self) -> list[str]:
        return self.rows[0]

    def body(self) -> Iterator[tuple[int, list[str]]]:
        """Return the rows below the heads, each with its line of the page."""
        yield from zip(self.lines[1:], self.rows[1:], strict=True)


def tables() -> list[Table]:
    found: list[Table] = []
    for passage in split_passages(PAGE.text):
        last = 0
        for number, line in passage.lines:
            if not line.startswith("|"):
                continue
            if last != number - 1:
                found.append(Table(passage.heading, [], []))
            last = number
            if "|---|" not in line:
                found[-1].rows.append(table_cells(line))
                found[-1].lines.append(number)
    return found


def tables_with(*heads: str) -> list[Table]:
    return [table for table in tables() if table.heads[: len(heads)] == list(heads)]


# Clauses and options


def test_the_page_has_every_clause_of_the_law_once_and_in_order() -> None:
    assert [clause.id for clause in PAGE.clauses] == LAW


def test_every_clause_has_an_example_unless_there_is_a_reason() -> None:
    with_example = {example.clause for example in PAGE.examples}
    assert {clause.id for clause in PAGE.clauses} - with_example == WITHOUT_EXAMPLE


def test_the_sections_are_numbered_as_their_clauses() -> None:
    for clause in PAGE.clauses:
        assert clause.section.split()[0] == clause.id[1]


def test_every_option_of_the_contract_is_explained_with_its_values_and_its_clause() -> None:
    options = {option.name: option for option in definition_of("towers").options}
    assert list(PAGE.options) == list(options) == ["ruleset", "frost", "tower_bounty", "turn_limit"]
    for name, text in PAGE.options.items():
        named = [value for value in options[name].values if isinstance(value, str)]
        assert [value for value in named if f"`{value}`" not in text] == [], name
        assert options[name].clause in text, name
    limits = [int(value) for value in options["turn_limit"].values]
    assert f"from {min(limits)} to {max(limits)}" in PAGE.options["turn_limit"]


# Units


def ruleset_of(name: str) -> dict[str, Any]:
    return tomllib.loads((ruleset.RULESET_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


NUMBERS = ("cost", "health", "range", "damage")


def what_else(unit: dict[str, Any]) -> str:
    """Return what a unit has beside these numbers, in the words of the page."""
    speed, every = unit.get("speed", 0), unit.get("moves_every", 1)
    properties = {
        f"speed {speed}": speed > 0,
        "hits the whole cell": unit.get("whole_cell"),
        "freezes": unit.get("freezes"),
        f"moves every {every} timesteps": every > 1,
        "attacks straight ahead only": unit.get("front_only"),
        "jumps": unit.get("jumps"),
    }
    return ", ".join(words for words, is_so in properties.items() if is_so)


def tables_of_units(numbers: dict[str, Any]) -> list[list[list[str]]]:
    """Return the two tables that the page should have for a ruleset."""
    units = {names.unit_words(unit): numbers[unit_name(unit)] for unit in Unit}
    first = [[words, *(str(unit[name]) for name in NUMBERS)] for words, unit in units.items()]
    second = [[words, what_else(unit)] for words, unit in units.items() if what_else(unit)]
    return [[["unit", *NUMBERS], *first], [["unit", "what else"], *second]]


def old_lines(name: str, numbers: dict[str, Any]) -> list[str]:
    """Return the rows of the page that contradict a ruleset."""
    found = [table for table in tables_with("unit") if table.heading == f"Ruleset {name}"]
    wanted = tables_of_units(numbers)
    assert [len(table.rows) for table in found] == [len(rows) for rows in wanted], name
    return [
        f"{FILE}, line {line}: the page says {LINES[line - 1]!r}, {name}.toml says {' | '.join(want)}"
        for table, rows in zip(found, wanted, strict=True)
        for line, row, want in zip(table.lines, table.rows, rows, strict=True)
        if row != want
    ]


@pytest.mark.clause("T1.3")
@pytest.mark.parametrize("name", ruleset.SHIPPED_RULESETS)
def test_the_tables_of_units_have_the_numbers_of_the_ruleset(name: str) -> None:
    old = old_lines(name, ruleset_of(name))
    assert not old, "\n".join(old)


def test_an_outdated_row_is_reported_with_its_line() -> None:
    numbers = ruleset_of("course")
    numbers["rocket"]["damage"] = 4
    numbers["bomb"]["moves_every"] = 3
    first, second = old_lines("course", numbers)
    assert first.endswith("course.toml says rocket tower | 3 | 10 | 2 | 4")
    assert second.endswith("course.toml says bomb soldier | speed 1, moves every 3 timesteps")
    row = "| rocket tower | 3 | 10 | 2 | 1 |"
    line = len(LINES) - LINES[::-1].index(row)
    assert first.startswith(f"docs/rules/towers.md, line {line}: the page says {row!r}")


@pytest.mark.parametrize("name", ruleset.SHIPPED_RULESETS)
def test_the_page_has_the_start_and_the_lane_of_the_ruleset(name: str) -> None:
    numbers = ruleset_of(name)
    (passage,) = (one for one in split_passages(PAGE.text) if one.heading == f"Ruleset {name}")
    text = plain_text(passage.text.partition("|")[0])
    for words in ("{gold} gold and {hp} HP", "the deployment row is row {deployment_row}"):
        want = words.format(**numbers)
        assert want in text, f"{FILE}, line {passage.lines[1][0]}: {name}.toml says {want!r}"


def test_only_examples_that_need_it_are_played_with_the_numbers_that_may_change() -> None:
    """What follows from a number of `standard` is claimed nowhere: those examples only refuse."""
    usual = [e for e in PAGE.examples if not any("ruleset=course" in line for _, line in e.lines)]
    assert {example.clause for example in usual} == {"T1.2", "T5.3"}
    assert not [line for example in usual for line in example.lines if line[1].startswith(("then", "end"))]


# The file of a ruleset


def documented_fields(head: str) -> dict[str, str]:
    (table,) = tables_with(head)
    return {row[0]: row[1] for _, row in table.body()}


def bounds(limits: Any) -> dict[str, str]:
    return {name: f"{least} to {most}" for name, (least, most) in limits.items()}


def test_every_field_of_a_ruleset_is_explained_with_its_bounds() -> None:
    switch = "true or false"
    at_the_head = bounds(ruleset.GAME_LIMITS) | {"income_per": '"turn" or "timestep"'}
    assert documented_fields("field") == at_the_head | dict.fromkeys(ruleset.GAME_SWITCHES, switch)
    of_a_unit = bounds(ruleset.UNIT_LIMITS) | bounds(ruleset.SOLDIER_LIMITS)
    switches = dict.fromkeys(ruleset.TOWER_SWITCHES + ruleset.SOLDIER_SWITCHES, switch)
    assert documented_fields("field of a unit") == of_a_unit | switches
    for unit in Unit:
        assert f"`[{unit_name(unit)}]`" in PAGE.sections["A ruleset of your own"]


# Words


def test_every_mind_is_in_the_table_of_minds() -> None:
    (table,) = tables_with("mind")
    assert [row[0] for _, row in table.body()] == [names.mind_name(mind) for mind in Mind]


def test_every_order_and_action_is_in_the_tables_of_texts_and_is_understood() -> None:
    texts = [row[0] for table in tables_with("text") for _, row in table.body()]
    forms = [notation.FORMS_BY_CODE[notation.CODES_BY_TEXT[text]] for text in texts]
    assert sorted(form.words for form in forms) == sorted(form.words for form in notation.MOVE_FORMS)


def test_every_part_of_a_position_is_in_the_tables_of_parts_and_is_understood() -> None:
    rows = [row[0] for table in tables_with("part") for _, row in table.body()]
    for text in rows:
        full_text = text if text.startswith("played") else f"played 2; {text}"
        position.parse_parts(load("towers", plain=True).start().record, full_text)
    parts = {text.split()[1] for text in rows if text.startswith("left")}
    assert parts == {part.name for part in position.POSITION_PARTS}


# What happens, timestep by timestep


def example_above(table: Table) -> Example:
    """Return the example that this table explains; only empty lines may be between them."""
    above = [example for example in PAGE.examples if example.lines[-1][0] < table.lines[0]]
    end = above[-1].lines[-1][0]
    between = [line for line in LINES[end : table.lines[0] - 1] if line.strip(" `")]
    assert not between, f"{FILE}, line {table.lines[0]}: this table stands below no example"
    return above[-1]


def tales() -> list[object]:
    return [pytest.param(table, id=f"line {table.lines[0]}") for table in tables_with("timestep")]


def events_of(example: Example) -> list[Event]:
    """Play an example without its claims and return the events."""
    options: dict[str, str] = {}
    state = None
    events: list[Event] = []
    for _, line in example.lines:
        verb, _, words = line.partition("#")[0].strip().partition(" ")
        words = words.strip()
        if verb == "options":
            options = dict(pair.split("=") for pair in words.split())
        elif verb == "given":
            game = load("towers", plain=True, **options)
            state = game.start() if words == "start" else game.position(words)
        elif verb == "play":
            assert state is not None
            state.play(words, events)
    return events


def on_lane(events: list[Event], timestep: str, lane: str) -> str:
    head = f"Timestep {timestep}, {lane}: "
    texts = (event.text for event in events if event.text.startswith(head))
    return "; ".join(text.removeprefix(head).removesuffix(".") for text in texts)


@pytest.mark.parametrize("table", tales())
def test_a_table_of_timesteps_has_what_the_example_above_it_does(table: Table) -> None:
    events = events_of(example_above(table))
    lane = table.heads[1]
    for line, (timestep, expected) in table.body():
        happens = on_lane(events, timestep, lane)
        assert expected == happens, f"{FILE}, line {line}: in timestep {timestep} on the {lane}"


def test_the_difficult_clauses_have_tables_of_timesteps() -> None:
    clauses = {table.heading.split()[0] for table in tables_with("timestep")}
    assert {"T2.5", "T3.1", "T3.3", "T4.3", "T5.2", "T5.4", "Option"} <= clauses
