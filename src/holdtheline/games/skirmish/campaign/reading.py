"""How the text of a campaign file is read (K6.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from ....core.errors import BadOption
from ....core.tomlfile import Table, TomlFile, one_line
from .. import cards as books
from .. import scenario as battles
from ..cards import MOST_CARDS, cards_of
from ..giving import read as read_part
from ..giving import traits_of, wanted
from ..scenarios import OPTIONS
from ..state import MOST_GENERALS, MOST_OF_A_SIDE
from ..table import Book, Card, Scenario, joined
from ..traits import ABOUT, Given, Place, Trait
from ..written import check_headings, line, member, name, paragraphs, some, text
from .checks import Origin, check
from .passages import EFFECTS, effects_of, some_names, terms_of
from .story import After, Aftermath, Choice, Ending, Item, Member, Outcome, Scar, Scene, Sort, Story

MOST_SCENES, MOST_ITEMS, MOST_SCARS, MOST_ENDS = 60, 32, 32, 12
MOST_CHOICES, MOST_AFTERS = 240, 300
MOST_PARAGRAPHS = 8

HEAD = ("title", "story", "company", "cards", "traits", "first", "nobody", "aftermath", "rules")
TABLES = ("member", "card", "item", "scar", "scene", "option", "after", "end")
OF_A_BATTLE = ("battle", "who", "most", "needs", "replaces")
NOT_OURS = ("scenario", "generals", "enemy", "aftermath")
"""Options of the game that a campaign does not settle by its rules."""
FILE = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")

Fetch = Callable[[str], str]
"""The text of a battle by the name of its file; BadOption: there is none."""


class Named(Protocol):
    @property
    def name(self) -> str: ...


Thing = TypeVar("Thing", bound=Named)


def from_text(words: str, file_name: str, fetch: Fetch) -> Story:
    """A campaign from the text of a file with this name."""
    top = TomlFile(words, file_name, TABLES).top
    check_headings(top.file, TABLES)
    top.only((*HEAD, *TABLES))
    own = cards_of(some(top, "card", MOST_CARDS, "K1.2"))
    tables = {
        field: some(top, field, most, "K6.3")
        for field, most in (
            ("member", MOST_OF_A_SIDE),
            ("item", MOST_ITEMS),
            ("scar", MOST_SCARS),
            ("scene", MOST_SCENES),
            ("option", MOST_CHOICES),
            ("after", MOST_AFTERS),
            ("end", MOST_ENDS),
        )
    }
    members, of_members = by_name(tables["member"], lambda table: member_of(table, top, own))
    items, of_items = by_name(tables["item"], item_of)
    scars, _ = by_name(tables["scar"], scar_of)
    choices, afters = by_scene(tables["option"]), by_scene(tables["after"])
    scenes, of_scenes = by_name(tables["scene"], lambda table: scene_of(table, choices, afters))
    ends, of_ends = by_name(tables["end"], end_of)
    story = Story(
        name=Path(file_name).stem,
        title=line(top, "title"),
        story=paragraphs(top, "story", MOST_PARAGRAPHS),
        company=name(top, "company"),
        traits=company_traits(top),
        first=name(top, "first"),
        nobody=name(top, "nobody"),
        aftermath=member(top, "aftermath", tuple(Aftermath), "K6.4")
        if "aftermath" in top.data
        else Aftermath.EXAMPLE,
        rules=rules_of(top),
        members=members,
        items=items,
        scars=scars,
        scenes=scenes,
        ends=ends,
        battles=battles_of(scenes, of_scenes, fetch),
    )
    check(story, Origin(top, of_members, of_items, of_scenes, choices, afters, of_ends))
    return story


def by_name(
    tables: Iterable[Table], read: Callable[[Table], Thing]
) -> tuple[dict[str, Thing], dict[str, Table]]:
    """The things of these tables, each with its table; no two have one name, however it is written."""
    things: dict[str, Thing] = {}
    origins: dict[str, Table] = {}
    for table in tables:
        thing = read(table)
        if thing.name.casefold() in [one.casefold() for one in things]:
            raise table.fault("name", f"another one is called {thing.name!r}", "K6.3")
        things[thing.name], origins[thing.name] = thing, table
    return things, origins


def by_scene(tables: Iterable[Table]) -> dict[str, list[Table]]:
    found: dict[str, list[Table]] = {}
    for table in tables:
        found.setdefault(name(table, "scene"), []).append(table)
    return found


# The company


def company_traits(top: Table) -> tuple[Given, ...]:
    traits = traits_of(top, Place.COMPANY)
    return joined(book_of(top).traits, traits) if "cards" in top.data else traits


def book_of(table: Table) -> Book:
    return books.book(table.word("cards", books.shipped(), "K1.2"))


def rules_of(top: Table) -> dict[str, str | int]:
    rules = top.data.get("rules", {})
    options = {option.name: option for option in OPTIONS if option.name not in NOT_OURS}
    if not isinstance(rules, dict):
        raise top.wrong("rules", 'it must be switches in braces, as in { strike_back = "on" }', "K6.3")
    for word, value in rules.items():
        if word not in options:
            there_are = ", ".join(options)
            raise top.fault("rules", f"there is no switch {one_line(word)!r}; there are: {there_are}", "K6.3")
        try:
            options[word].read(value)
        except BadOption as error:
            raise top.fault("rules", str(error)) from None
    return {word: options[word].read(value) for word, value in rules.items()}


def member_of(table: Table, top: Table, own: tuple[Card, ...]) -> Member:
    table.only(("name", "cards", "card", "joins", "general", "traits", "text"))
    card = card_of(table, top, own)
    return Member(
        name=name(table) if "name" in table.data else card.name,
        card=card,
        starts=table.word("joins", ("start", "later"), "K6.3") == "start" if "joins" in table.data else True,
        general=table.whole("general", 1, MOST_GENERALS, "K6.1") if "general" in table.data else 0,
        traits=traits_of(table, Place.CHARACTER),
        text=text(table, "text"),
    )


def card_of(table: Table, top: Table, own: tuple[Card, ...]) -> Card:
    """The card of a member, with what another company's book gives to every one of it."""
    home = top.data.get("cards")
    source = table if "cards" in table.data else top
    book = book_of(source) if "cards" in source.data else None
    cards = {card.name: card for card in (*(book.cards if book else ()), *own)}
    if not cards:
        raise table.fault("card", "there are no cards: name a book with `cards`, or write a [[card]]", "K1.2")
    card = cards[table.word("card", tuple(cards), "K1.2")]
    if book is None or book.name == home or card in own:
        return card
    for_everybody = [one for one in book.traits if Place.CHARACTER in ABOUT[one.trait].places]
    return replace(card, traits=joined(for_everybody, card.traits))


def item_of(table: Table) -> Item:
    table.only(("name", "text", "traits", "holder", "at_death"))
    called = name(table)
    traits = traits_of(table, Place.CHARACTER)
    if len(traits) > 1 or any(one.trait not in (Trait.SAVES, Trait.BANE) for one in traits):
        raise table.fault("traits", "an item has one trait, saves or bane, or none", "K6.3")
    at_death = table.word("at_death", ("lost", "passed"), "K6.3") if "at_death" in table.data else "lost"
    return Item(
        name=called,
        text=text(table, "text"),
        trait=Given(traits[0].trait, (*traits[0].values[:-1], called)) if traits else None,
        holder=name(table, "holder") if "holder" in table.data else "",
        is_passed=at_death == "passed",
    )


def scar_of(table: Table) -> Scar:
    parts = ABOUT[Trait.SCAR].parts
    changes = [part.name for part in parts]
    table.only(("name", "text", *changes))
    if not any(change in table.data for change in changes):
        raise table.fault("name", f"a scar changes one of these: {', '.join(changes)}", "K6.2")
    values = []
    for part in parts:
        value = read_part(part, table.data[part.name]) if part.name in table.data else None
        if value is None and part.name in table.data:
            raise table.wrong(part.name, f"it must be {wanted(part)}", "K6.2")
        values.append(value)
    return Scar(name(table), text(table, "text"), Given(Trait.SCAR, tuple(values)))


# Scenes


def scene_of(
    table: Table, choices: Mapping[str, Sequence[Table]], afters: Mapping[str, Sequence[Table]]
) -> Scene:
    sort = member(table, "kind", tuple(Sort), "K6.3")
    is_battle, called = sort == Sort.BATTLE, name(table)
    table.only(fields_for(sort))
    return Scene(
        name=called,
        title=line(table, "title"),
        sort=sort,
        story=paragraphs(table, "story", MOST_PARAGRAPHS),
        next="" if sort == Sort.CHOICE else name(table, "next"),
        roll=line(table, "roll") if "roll" in table.data else "",
        travel_on=table.whole("travel_on", 1, MOST_OF_A_SIDE - 1, "K6.3") if "travel_on" in table.data else 0,
        battle=file_of(table) if is_battle else "",
        is_chosen=table.word("who", ("chosen", "all"), "K6.3") == "chosen" if "who" in table.data else True,
        most=table.whole("most", 1, MOST_OF_A_SIDE, "K6.3") if "most" in table.data else 0,
        needs=some_names(table, "needs"),
        replaces=some_names(table, "replaces"),
        item=name(table, "item") if sort == Sort.ITEM else "",
        choices=tuple(map(choice_of, choices.get(called, ()))),
        afters=tuple(map(after_of, afters.get(called, ()))),
    )


def fields_for(sort: Sort) -> tuple[str, ...]:
    fields = ["name", "title", "kind", "story", "roll", "travel_on"]
    fields += ["next"] if sort != Sort.CHOICE else []
    fields += OF_A_BATTLE if sort == Sort.BATTLE else ()
    fields += ["item"] if sort == Sort.ITEM else []
    return tuple(fields)


def file_of(table: Table) -> str:
    value = table.data.get("battle")
    if not isinstance(value, str) or not FILE.fullmatch(value):
        wanted = "it must be the name of a battle file without .toml: small letters, digits and hyphens"
        raise table.wrong("battle", wanted, "K6.3")
    return value


def battles_of(scenes: Mapping[str, Scene], tables: Mapping[str, Table], fetch: Fetch) -> dict[str, Scenario]:
    """Each battle is read once; what is wrong with one is told with its own file and line."""
    found: dict[str, Scenario] = {}
    for scene in scenes.values():
        if scene.battle and scene.battle not in found:
            try:
                words = fetch(scene.battle)
            except BadOption as error:
                raise tables[scene.name].fault("battle", str(error), "K6.3") from None
            found[scene.battle] = battles.from_text(words, f"{scene.battle}.toml")
    return found


def choice_of(table: Table) -> Choice:
    table.only(("scene", "name", "text", "if", *EFFECTS))
    name(table, "next")
    return Choice(line(table, "name"), text(table, "text"), terms_of(table), effects_of(table))


def after_of(table: Table) -> After:
    table.only(("scene", "when", "if", *EFFECTS))
    return After(name(table, "when") if "when" in table.data else "", terms_of(table), effects_of(table))


def end_of(table: Table) -> Ending:
    table.only(("name", "title", "outcome", "story"))
    return Ending(
        name=name(table),
        title=line(table, "title"),
        outcome=member(table, "outcome", tuple(Outcome), "K6.3"),
        story=paragraphs(table, "story", MOST_PARAGRAPHS),
    )
