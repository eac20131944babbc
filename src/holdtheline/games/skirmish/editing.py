"""A battle in the making: its file's fields as JSON, everything that is wrong with them, and its text."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from ...core.battlefiles import LARGEST_FILE
from ...core.errors import BadOption
from ...core.tomlfile import TomlFile, header_of, one_line, read_text, without_long_strings
from . import scenario as files
from .cards import MOST_CARDS, card_of, cards_of
from .checks import (
    Origin,
    check_distances,
    check_names,
    check_numbers,
    check_objectives,
    check_places,
    traits_in,
)
from .endings import check_endings
from .giving import traits_of
from .named import check_traits
from .scenario import FOLDER, HEAD, MOST_PARAGRAPHS, TABLES, from_text
from .state import MOST_ROUNDS
from .table import Scenario, Winner
from .traits import Place
from .writing import text_from
from .written import check_headings, line, member, paragraphs, some

Fields = Mapping[str, Any]
Found = TypeVar("Found")
FILE = "own.toml"
MOST_FAULTS = 50
"""More than these are not looked for."""
SAID = re.compile(rf"{re.escape(FILE)}(?:, line (\d+))?: (?:([a-z_.]+): )?(.*?)(?: \((K\d+\.\d+)\))?")


@dataclass(frozen=True)
class Fault:
    """Something wrong, and where: the kind of table (`battle` for its head), which one, and the field."""

    sentence: str
    clause: str
    kind: str
    place: int | None
    field: str


@dataclass
class Draft:
    """A battle as its fields tell it: its text, and all that is wrong with it."""

    text: str = ""
    faults: list[Fault] = field(default_factory=list)
    scenario: Scenario | None = None
    """None, where something is wrong."""

    def read(self, reading: Callable[..., Found], *things: Any) -> Found | None:
        """What is read of these; None: it is wrong, and the fault is noted."""
        try:
            return reading(*things)
        except BadOption as error:
            self.note(str(error))
            return None

    @property
    def is_full(self) -> bool:
        """Whether more faults were found than anybody would read at once."""
        return len(self.faults) >= MOST_FAULTS

    def note(self, sentence: str) -> None:
        fault = fault_of(sentence, self.text)
        if fault not in self.faults:
            self.faults.append(fault)


# Opening


def fields_named(name: str) -> dict[str, Any]:
    """Those of a shipped battle."""
    files.named(name)
    return fields_in(read_text(FOLDER / f"{name}.toml", LARGEST_FILE, "battle"))


def fields_in(text: str, file_name: str = FILE) -> dict[str, Any]:
    """Those of a file, finished or not; BadOption where it is no TOML, or has what no battle has."""
    if len(text.encode(errors="replace")) > LARGEST_FILE:
        raise BadOption(f"{one_line(file_name)} is too large for a battle")
    data = TomlFile(text, file_name, TABLES).top.data
    if not is_plain(data):
        raise BadOption(f"{one_line(file_name)} has dates, or numbers that are none")
    for table in (data, *tables_in(data, "card"), *tables_in(data, "ending")):
        for name in ("story", "text"):
            if isinstance(table.get(name), str):
                table[name] = unbroken(table[name])
    return data


def tables_in(data: Fields, name: str) -> list[dict[str, Any]]:
    value = data.get(name)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def unbroken(story: str) -> str:
    """Each paragraph in one line, and an empty line between them."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", story.strip()))


def is_plain(value: object) -> bool:
    if isinstance(value, Mapping):
        return all(map(is_plain, value.values()))
    if isinstance(value, list):
        return all(map(is_plain, value))
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


# Checking


def drafted(fields: Fields) -> Draft:
    """The battle that these fields tell, and everything that is wrong with it."""
    draft = Draft()
    text = draft.read(text_from, fields)
    if text is None:
        return draft
    draft.text = text
    if len(text.encode()) > LARGEST_FILE:
        draft.note(f"{FILE}: the battle is too large for a file")
        return draft
    try:
        draft.scenario = from_text(text, FILE)
    except BadOption as error:
        search(draft)
        if not draft.faults:
            draft.note(str(error))
    return draft


def search(draft: Draft) -> None:
    """Every fault that can be found by looking at the parts of the file one by one."""
    file = draft.read(TomlFile, draft.text, FILE, TABLES)
    if file is None:
        return
    draft.read(check_headings, file, TABLES)
    draft.read(file.top.only, (*HEAD, *TABLES))
    origin = draft.read(files.origin_of, file.top)
    if origin is None:
        return
    search_head(draft, origin)
    scenario = search_tables(draft, origin)
    if scenario is not None and not draft.faults:
        search_whole(draft, scenario, origin)


def search_head(draft: Draft, origin: Origin) -> None:
    top = origin.top
    draft.read(line, top, "title")
    draft.read(line, top, "aim")
    draft.read(paragraphs, top, "story", MOST_PARAGRAPHS)
    if "rounds" in top.data:
        draft.read(top.whole, "rounds", 1, MOST_ROUNDS, "K2.3")
    draft.read(member, top, "timeout", tuple(Winner), "K2.3")
    if "won_by_book" in top.data:
        draft.read(top.whole, "won_by_book", 0, 100)
    draft.read(traits_of, top, Place.SCENARIO)


def search_tables(draft: Draft, origin: Origin) -> Scenario | None:
    """Each table of the file; None where so much is wrong that the rest cannot be judged."""
    top = origin.top
    terrain = [draft.read(files.terrain_of, table) for table in origin.terrain]
    objectives = [draft.read(files.objective_of, table) for table in origin.objectives]
    tables = draft.read(some, top, "card", MOST_CARDS, "K1.2") or []
    for table in tables:
        draft.read(card_of, table)
    own = draft.read(cards_of, tables) or ()
    raised = [draft.read(files.company_of, table, own) for table in origin.companies]
    companies = [one for one in raised if one]
    if len(companies) < len(raised):
        return None
    characters = [draft.read(files.character_of, table, companies) for table in origin.characters]
    if draft.faults:
        return None
    scenario = Scenario(
        name="own",
        title="",
        aim="",
        story=(),
        rounds=int(top.data.get("rounds", MOST_ROUNDS)),
        timeout=Winner.NOBODY,
        won_by_book=None,
        terrain=tuple(filter(None, terrain)),
        companies=tuple(one.company for one in companies),
        characters=tuple(filter(None, characters)),
        objectives=tuple(filter(None, objectives)),
        endings=(),
        traits=traits_of(top, Place.SCENARIO),
    )
    named = (scenario.companies, scenario.characters, scenario.objectives)
    endings = [draft.read(files.ending_of, table, *named) for table in origin.endings]
    return replace(scenario, endings=tuple(filter(None, endings)))


def search_whole(draft: Draft, scenario: Scenario, origin: Origin) -> None:
    """Each check for one thing at a time, so that the first fault does not hide the others."""
    draft.read(check_numbers, scenario, origin)
    draft.read(check_names, scenario, origin)
    for one in traits_in(scenario, origin):
        draft.read(check_traits, scenario, [one])
    if draft.faults:  # the next ask for the doors and pools that traits name
        return
    count = len(scenario.characters)
    for place in range(count):
        draft.read(check_places, *with_characters(scenario, origin, place))
    for second in range(count):
        for first in range(second):
            if draft.is_full:
                return
            draft.read(check_distances, *with_characters(scenario, origin, first, second))
    for place, objective in enumerate(scenario.objectives):
        only = replace(scenario, objectives=(objective,))
        draft.read(check_objectives, only, origin._replace(objectives=[origin.objectives[place]]))
    search_endings(draft, scenario, origin)


def with_characters(scenario: Scenario, origin: Origin, *places: int) -> tuple[Scenario, Origin]:
    """The battle with these of its characters alone."""
    return (
        replace(scenario, characters=tuple(scenario.characters[place] for place in places)),
        origin._replace(characters=[origin.characters[place] for place in places]),
    )


def search_endings(draft: Draft, scenario: Scenario, origin: Origin) -> None:
    """Each with the good ones before it, because one may wait for what another waits for."""
    good: list[int] = []
    for place in range(len(scenario.endings)):
        these, before = [*good, place], len(draft.faults)
        part = replace(scenario, endings=tuple(scenario.endings[one] for one in these))
        draft.read(check_endings, part, [origin.endings[one] for one in these])
        if len(draft.faults) == before:
            good.append(place)


# Telling where


def fault_of(sentence: str, text: str) -> Fault:
    """The reader's sentence, with the place in the battle instead of the line of the file."""
    said = SAID.fullmatch(sentence)
    if said is None:
        return Fault(sentence, "", "battle", None, "")
    line_number, path, reason, clause = said.groups()
    kind, _, name = (path or "").partition(".")
    if kind not in TABLES or kind == "traits":
        kind, name = "battle", path or ""
    place = place_of(text, kind, int(line_number)) if line_number and name and kind != "battle" else None
    return Fault(reason, clause or "", kind, place, name)


def place_of(text: str, kind: str, line_number: int) -> int | None:
    """Which table of this kind a line of the text belongs to."""
    lines = without_long_strings(text).split("\n")[:line_number]
    count = sum(header_of(one) == kind for one in lines)
    return count - 1 if count else None
