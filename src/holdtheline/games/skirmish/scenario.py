"""Battle files: those that are shipped, those that people write, and how they are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...core.battlefiles import BattleFiles
from ...core.tomlfile import Table, TomlFile, either
from . import cards as books
from .cards import MOST_CARDS, cards_of, scarred
from .checks import Origin, check
from .giving import traits_of
from .shapes import FIELDS as SHAPE_FIELDS
from .shapes import shape_of
from .state import (
    CHARACTERS,
    MOST_COMPANIES,
    MOST_ENDS,
    MOST_GENERALS,
    MOST_OBJECTIVES,
    MOST_ROUNDS,
    MOST_TERRAIN,
    End,
    Ground,
)
from .table import (
    Card,
    Character,
    Company,
    Ending,
    Kind,
    Objective,
    Scenario,
    Side,
    Terrain,
    Winner,
    given,
    joined,
)
from .traits import Place, Trait
from .written import check_headings, line, member, name, paragraphs, point, some, text

FOLDER = Path(__file__).parent / "scenarios"
MOST_PARAGRAPHS = 6

HEAD = ("title", "aim", "story", "rounds", "timeout", "won_by_book")
TABLES = ("traits", "terrain", "company", "card", "character", "objective", "ending")
GROUNDS = tuple(ground for ground in Ground if ground != Ground.NONE)
LOOKS = {"right": 0, "up": 90, "left": 180, "down": 270}

NEEDS = {
    End.GONE: ("side",),
    End.ROUNDS: ("count",),
    End.TAKEN: ("what", "side"),
    End.FALLEN: ("who",),
    End.LEFT: ("who",),
    End.FEWER: ("company", "count"),
    End.ALL_TAKEN: ("side",),
    End.HELD: ("what", "side"),
    End.ESCAPED: ("side", "count"),
}
"""What an ending names beside its winner. A side that takes or holds something may be left out."""
SIDES = (*Side,)


# Files


def from_text(words: str, file_name: str) -> Scenario:
    """A battle from the text of a file with this name."""
    top = TomlFile(words, file_name, TABLES).top
    check_headings(top.file, TABLES)
    top.only((*HEAD, *TABLES))
    origin = origin_of(top)
    own = cards_of(some(top, "card", MOST_CARDS, "K1.2"))
    raised = [company_of(table, own) for table in origin.companies]
    companies = tuple(one.company for one in raised)
    characters = tuple(character_of(table, raised) for table in origin.characters)
    objectives = tuple(objective_of(table) for table in origin.objectives)
    scenario = Scenario(
        name=Path(file_name).stem,
        title=line(top, "title"),
        aim=line(top, "aim"),
        story=paragraphs(top, "story", MOST_PARAGRAPHS),
        rounds=top.whole("rounds", 1, MOST_ROUNDS, "K2.3") if "rounds" in top.data else MOST_ROUNDS,
        timeout=member(top, "timeout", tuple(Winner), "K2.3"),
        won_by_book=top.whole("won_by_book", 0, 100) if "won_by_book" in top.data else None,
        terrain=tuple(terrain_of(table) for table in origin.terrain),
        companies=companies,
        characters=characters,
        objectives=objectives,
        endings=tuple(ending_of(table, companies, characters, objectives) for table in origin.endings),
        traits=traits_of(top, Place.SCENARIO),
    )
    check(scenario, origin)
    return scenario


FILES = BattleFiles(FOLDER, from_text)
shipped, named, read = FILES.shipped, FILES.named, FILES.read


def origin_of(top: Table) -> Origin:
    """The tables of the file, none of them too often."""
    return Origin(
        top=top,
        terrain=some(top, "terrain", MOST_TERRAIN, "K1.3"),
        companies=some(top, "company", MOST_COMPANIES, "K1.2"),
        characters=some(top, "character", CHARACTERS, "K1.2"),
        objectives=some(top, "objective", MOST_OBJECTIVES, "K3.1"),
        endings=some(top, "ending", MOST_ENDS, "K2.3"),
    )


# What is on the table


def terrain_of(table: Table) -> Terrain:
    table.only(("kind", "name", "traits", *SHAPE_FIELDS))
    kind = member(table, "kind", GROUNDS, "K1.3")
    corners, rounding = shape_of(table)
    return Terrain(
        kind=kind,
        name=name(table) if "name" in table.data else "",
        corners=corners,
        rounding=rounding,
        traits=traits_of(table, Place.TERRAIN),
    )


class Raised(NamedTuple):
    """A company, and the cards that its characters have."""

    company: Company
    cards: tuple[Card, ...]


def company_of(table: Table, own: tuple[Card, ...]) -> Raised:
    """One of the shipped ones, or one of the file's own."""
    table.only(("name", "cards", "side", "traits"))
    traits, cards, title = traits_of(table, Place.COMPANY), own, ""
    if "cards" in table.data:
        book = books.book(table.word("cards", books.shipped(), "K1.2"))
        traits, cards, title = joined(book.traits, traits), (*own, *book.cards), book.title
    called = name(table) if "name" in table.data or not title else title
    return Raised(Company(called, member(table, "side", SIDES, "K1.2"), traits), cards)


def character_of(table: Table, raised: Sequence[Raised]) -> Character:
    table.only(("name", "card", "company", "at", "facing", "wounds", "general", "traits"))
    place = index_of(table, "company", [one.company.name for one in raised], "K1.2")
    company, cards = raised[place]
    card = cards[index_of(table, "card", [card.name for card in cards], "K1.2")]
    traits = joined(card.traits, traits_of(table, Place.CHARACTER))
    scar = given(traits, Trait.SCAR)
    card = scarred(card, scar) if scar else card
    if "general" in table.data and company.side != Side.FRIENDS:
        raise table.fault("general", "only friends have generals to choose from", "K6.1")
    return Character(
        name=name(table) if "name" in table.data else card.name,
        card=card,
        company=place,
        side=company.side,
        at=point(table, "at", "K1.4"),
        degrees=degrees_of(table),
        wounds=table.whole("wounds", 0, card.wounds, "K1.4") if "wounds" in table.data else 0,
        general=table.whole("general", 1, MOST_GENERALS, "K6.1") if "general" in table.data else 0,
        traits=traits,
    )


def degrees_of(table: Table) -> int:
    """Where somebody looks: a word, or degrees from the right against the clock."""
    value = table.data.get("facing")
    if isinstance(value, str) and value in LOOKS:
        return LOOKS[value]
    if type(value) is int and 0 <= value < 360:
        return value
    wanted = f"it must be {either(tuple(LOOKS))}, or whole degrees from 0 to 359"
    raise table.wrong("facing", wanted, "K1.4")


def objective_of(table: Table) -> Objective:
    table.only(("name", "kind", "at", "stays", "traits"))
    return Objective(
        name=name(table),
        kind=member(table, "kind", tuple(Kind), "K3.1"),
        at=point(table, "at", "K1.4"),
        stays=table.switch("stays", "K3.1") if "stays" in table.data else False,
        traits=traits_of(table, Place.OBJECTIVE),
    )


# How it ends


def ending_of(
    table: Table,
    companies: Sequence[Company],
    characters: Sequence[Character],
    objectives: Sequence[Objective],
) -> Ending:
    when = member(table, "when", tuple(NEEDS), "K2.3")
    needs = NEEDS[when]
    table.only(("name", "when", "winner", "text", *needs))
    has_side = "side" in needs and ("side" in table.data or when in (End.GONE, End.ALL_TAKEN, End.ESCAPED))
    return Ending(
        when=when,
        side=member(table, "side", SIDES, "K2.3") if has_side else None,
        who=index_of(table, "who", [one.name for one in characters], "K2.3") if "who" in needs else None,
        what=index_of(table, "what", [one.name for one in objectives], "K2.3") if "what" in needs else None,
        company=(
            index_of(table, "company", [one.name for one in companies], "K2.3")
            if "company" in needs
            else None
        ),
        count=table.whole("count", 1, MOST_ROUNDS, "K2.3") if "count" in needs else 0,
        winner=member(table, "winner", tuple(Winner), "K2.3"),
        text=text(table, "text"),
        name=name(table) if "name" in table.data else "",
    )


def index_of(table: Table, field: str, names: Sequence[str], clause: str) -> int:
    """The place of the one that a field names."""
    if not names:
        raise table.fault(field, f"the file has none that could be meant by {field!r}", clause)
    return names.index(table.word(field, tuple(dict.fromkeys(names)), clause))
