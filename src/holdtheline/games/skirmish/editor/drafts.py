"""Drafts: the fields of a scenario file as JSON, every fault in them, and the text of the file."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from ....core.errors import BadFile, BadOption
from ....core.scenarios import MAX_FILE_BYTES
from ....core.toml_file import (
    TomlFile,
    blank_long_strings,
    check_headings,
    list_tables,
    parse_enum,
    parse_line,
    parse_paragraphs,
    printable_line,
    read_text_file,
    table_header,
)
from ..cards.books import MAX_CARDS, parse_card, parse_cards
from ..rules.traits.catalog import TraitScope
from ..scenario import parse
from ..scenario.model import Scenario, Winner
from ..scenario.parse import FOLDER, HEADER_FIELDS, MAX_PARAGRAPHS, TABLES, parse_scenario
from ..scenario.serialize import fields_to_toml
from ..scenario.trait_parser import parse_traits
from ..scenario.validate import (
    SourceTables,
    all_traits,
    check_counts,
    check_endings,
    check_names,
    check_objectives,
    check_overlaps,
    check_places,
)
from ..scenario.validate_traits import check_traits
from ..state import MAX_ROUNDS

Fields = Mapping[str, Any]
Parsed = TypeVar("Parsed")
DRAFT_FILE = "own.toml"
MAX_FAULTS = 50
"""The search for overlapping bases stops after this many faults."""
FIELD_PATTERN = re.compile(r"[a-z_.]+")


@dataclass(frozen=True)
class Fault:
    """A fault, with the kind of table (`battle` for the header), the index of the table, and the field."""

    sentence: str
    clause: str
    kind: str
    index: int | None
    field: str


@dataclass
class Draft:
    """A scenario in the making: its text, and its faults."""

    text: str = ""
    faults: list[Fault] = field(default_factory=list)
    scenario: Scenario | None = None  # None if there are faults

    def parse(self, parser: Callable[..., Parsed], *arguments: Any) -> Parsed | None:
        """Call a parser or a check; if it raises BadOption, add the fault and return None."""
        try:
            return parser(*arguments)
        except BadOption as error:
            self.add_fault(error)
            return None

    def add_fault(self, error: BadOption) -> None:
        fault = make_fault(error, self.text)
        if fault not in self.faults:
            self.faults.append(fault)


# Open a scenario


def load_fields(name: str) -> dict[str, Any]:
    """Return the fields of a shipped scenario."""
    parse.load_scenario(name)
    return parse_fields(read_text_file(FOLDER / f"{name}.toml", MAX_FILE_BYTES, "battle"))


def parse_fields(text: str, file_name: str = DRAFT_FILE) -> dict[str, Any]:
    """Return the fields of a file, which may be invalid, but must be TOML that JSON can represent."""
    if len(text.encode(errors="replace")) > MAX_FILE_BYTES:
        raise BadOption(f"{printable_line(file_name)} is too large for a battle")
    data = TomlFile(text, file_name, TABLES).top.data
    if not is_json_compatible(data):
        raise BadOption(f"{printable_line(file_name)} has a date, or a number that is infinite or NaN")
    for table in (data, *tables_named(data, "card"), *tables_named(data, "ending")):
        for name in ("story", "text"):
            if isinstance(table.get(name), str):
                table[name] = unwrap_paragraphs(table[name])
    return data


def tables_named(data: Fields, name: str) -> list[dict[str, Any]]:
    value = data.get(name)
    return [table for table in value if isinstance(table, dict)] if isinstance(value, list) else []


def unwrap_paragraphs(story: str) -> str:
    """Put each paragraph on one line, with an empty line between them."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", story.strip()))


def is_json_compatible(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(map(is_json_compatible, value.values()))
    if isinstance(value, list):
        return all(map(is_json_compatible, value))
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


# Faults


def make_fault(error: BadOption, text: str) -> Fault:
    """Return the fault of an error, with a table and a field instead of the line."""
    if not isinstance(error, BadFile):
        return Fault(str(error), "", "battle", None, "")
    if error.field and not FIELD_PATTERN.fullmatch(error.field):
        return Fault(f"{error.field}: {error.reason}", error.clause, "battle", None, "")
    kind, _, name = error.field.partition(".")
    if kind not in TABLES or kind == "traits":
        kind, name = "battle", error.field
    index = table_index(text, kind, error.line) if error.line and name and kind != "battle" else None
    return Fault(error.reason, error.clause, kind, index, name)


def table_index(text: str, kind: str, line_number: int) -> int | None:
    """Return the index of the table of this kind that a line belongs to."""
    lines = blank_long_strings(text).split("\n")[:line_number]
    count = sum(table_header(line) == kind for line in lines)
    return count - 1 if count else None


# Check


def check_draft(fields: Fields) -> Draft:
    """Return the draft with these fields, and every fault in them."""
    draft = Draft()
    text = draft.parse(fields_to_toml, fields)
    if text is None:
        return draft
    draft.text = text
    if len(text.encode()) > MAX_FILE_BYTES:
        draft.add_fault(BadFile("the battle is too large for a file", path=DRAFT_FILE))
        return draft
    try:
        draft.scenario = parse_scenario(text, DRAFT_FILE)
    except BadOption as error:
        find_faults(draft)
        if not draft.faults:
            draft.add_fault(error)
    return draft


def find_faults(draft: Draft) -> None:
    """Find the faults of each part of the file."""
    file = draft.parse(TomlFile, draft.text, DRAFT_FILE, TABLES)
    if file is None:
        return
    draft.parse(check_headings, file, TABLES)
    draft.parse(file.top.allow_only, (*HEADER_FIELDS, *TABLES))
    source = draft.parse(parse.find_source_tables, file.top)
    if source is None:
        return
    find_header_faults(draft, source)
    scenario = find_table_faults(draft, source)
    if scenario is not None and not draft.faults:
        find_scenario_faults(draft, scenario, source)


def find_header_faults(draft: Draft, source: SourceTables) -> None:
    top = source.top
    draft.parse(parse_line, top, "title")
    draft.parse(parse_line, top, "aim")
    draft.parse(parse_paragraphs, top, "story", MAX_PARAGRAPHS)
    if "rounds" in top.data:
        draft.parse(top.integer, "rounds", 1, MAX_ROUNDS, "K2.3")
    draft.parse(parse_enum, top, "timeout", tuple(Winner), "K2.3")
    if "won_by_book" in top.data:
        draft.parse(top.integer, "won_by_book", 0, 100)
    draft.parse(parse_traits, top, TraitScope.SCENARIO)


def find_table_faults(draft: Draft, source: SourceTables) -> Scenario | None:
    """Find the faults of each table; return None if a fault prevents checking the scenario as a whole."""
    top = source.top
    terrain = [draft.parse(parse.parse_terrain, table) for table in source.terrain]
    objectives = [draft.parse(parse.parse_objective, table) for table in source.objectives]
    tables = draft.parse(list_tables, top, "card", MAX_CARDS, "K1.2") or []
    for table in tables:
        draft.parse(parse_card, table)
    own_cards = draft.parse(parse_cards, tables) or ()
    parsed = [draft.parse(parse.parse_company, table, own_cards) for table in source.companies]
    companies = [company for company in parsed if company]
    if len(companies) < len(parsed):
        return None
    characters = [draft.parse(parse.parse_character, table, companies) for table in source.characters]
    if draft.faults:
        return None
    scenario = Scenario(
        name="own",
        title="",
        aim="",
        story=(),
        rounds=int(top.data.get("rounds", MAX_ROUNDS)),
        timeout=Winner.NOBODY,
        won_by_book=None,
        terrain=tuple(filter(None, terrain)),
        companies=tuple(company for company, _ in companies),
        characters=tuple(filter(None, characters)),
        objectives=tuple(filter(None, objectives)),
        endings=(),
        traits=parse_traits(top, TraitScope.SCENARIO),
    )
    parts = (scenario.companies, scenario.characters, scenario.objectives)
    endings = [draft.parse(parse.parse_ending, table, *parts) for table in source.endings]
    return replace(scenario, endings=tuple(filter(None, endings)))


def find_scenario_faults(draft: Draft, scenario: Scenario, source: SourceTables) -> None:
    """Check one part at a time, so that the first fault does not hide the others."""
    draft.parse(check_counts, scenario, source)
    draft.parse(check_names, scenario, source)
    for trait in all_traits(scenario, source):
        draft.parse(check_traits, scenario, [trait])
    if draft.faults:  # the next checks use the doors and pools that traits name
        return
    count = len(scenario.characters)
    for index in range(count):
        draft.parse(check_places, *restrict_to_characters(scenario, source, index))
    for second in range(count):
        for first in range(second):
            if len(draft.faults) >= MAX_FAULTS:
                return
            draft.parse(check_overlaps, *restrict_to_characters(scenario, source, first, second))
    for index, objective in enumerate(scenario.objectives):
        only = replace(scenario, objectives=(objective,))
        draft.parse(check_objectives, only, source._replace(objectives=[source.objectives[index]]))
    find_ending_faults(draft, scenario, source)


def restrict_to_characters(scenario: Scenario, source: SourceTables, *indices: int) -> tuple[Scenario, SourceTables]:
    """Return the scenario with only these characters."""
    return (
        replace(scenario, characters=tuple(scenario.characters[index] for index in indices)),
        source._replace(characters=[source.characters[index] for index in indices]),
    )


def find_ending_faults(draft: Draft, scenario: Scenario, source: SourceTables) -> None:
    """Check each ending after the valid ones before it, because an earlier one may make a later one unreachable."""
    valid: list[int] = []
    for index in range(len(scenario.endings)):
        indices, before = [*valid, index], len(draft.faults)
        part = replace(scenario, endings=tuple(scenario.endings[i] for i in indices))
        draft.parse(check_endings, part, [source.endings[i] for i in indices])
        if len(draft.faults) == before:
            valid.append(index)
