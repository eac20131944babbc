"""Parse the text of a campaign file into a story (K6.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol, TypeVar

from ...core.errors import BadOption
from ...core.toml_fields import (
    check_headings,
    list_tables,
    parse_enum,
    parse_line,
    parse_name,
    parse_paragraphs,
    parse_text,
)
from ...core.toml_file import TomlFile, TomlTable, printable_line
from ...games.skirmish.cards import books
from ...games.skirmish.cards.books import MAX_CARDS, parse_cards
from ...games.skirmish.rules.traits.catalog import TRAITS, Trait, TraitInstance, TraitScope
from ...games.skirmish.scenario import parse
from ...games.skirmish.scenario.model import Card, CardBook, Scenario, merge_traits
from ...games.skirmish.scenario.setup import OPTIONS
from ...games.skirmish.scenario.trait_parser import expected_text, parse_traits
from ...games.skirmish.scenario.trait_parser import parse_value as parse_trait_value
from ...games.skirmish.state import MAX_GENERALS, MAX_PER_SIDE
from .model import (
    Aftermath,
    Branch,
    CampaignEnding,
    ChoiceOption,
    Item,
    Member,
    Outcome,
    Scar,
    Scene,
    SceneKind,
    Story,
)
from .parse_effects import EFFECT_FIELDS, parse_conditions, parse_effects, parse_optional_names
from .validate import StorySource, validate_story

MAX_SCENES, MAX_ITEMS, MAX_SCARS, MAX_ENDINGS = 60, 32, 32, 12
MAX_OPTIONS, MAX_BRANCHES = 240, 300
MAX_PARAGRAPHS = 8

HEAD_FIELDS = ("title", "story", "company", "cards", "traits", "first", "nobody", "aftermath", "rules")
TOML_TABLES = ("member", "card", "item", "scar", "scene", "option", "after", "end")
BATTLE_FIELDS = ("battle", "who", "most", "needs", "replaces")
RESERVED_OPTIONS = ("scenario", "generals", "enemy", "aftermath")
"""Options of the game that the `rules` of a campaign cannot set."""
BATTLE_FILE_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")

ReadBattle = Callable[[str], str]
"""Returns the text of a battle by the name of its file, or raises BadOption."""


class HasName(Protocol):
    @property
    def name(self) -> str: ...


NamedThing = TypeVar("NamedThing", bound=HasName)


def parse_story(words: str, file_name: str, fetch: ReadBattle) -> Story:
    """Parse the text of a campaign file, or raise BadOption with the first error."""
    top = TomlFile(words, file_name, TOML_TABLES).top
    check_headings(top.file, TOML_TABLES)
    top.only((*HEAD_FIELDS, *TOML_TABLES))
    own = parse_cards(list_tables(top, "card", MAX_CARDS, "K1.2"))
    tables = {
        field: list_tables(top, field, most, "K6.3")
        for field, most in (
            ("member", MAX_PER_SIDE),
            ("item", MAX_ITEMS),
            ("scar", MAX_SCARS),
            ("scene", MAX_SCENES),
            ("option", MAX_OPTIONS),
            ("after", MAX_BRANCHES),
            ("end", MAX_ENDINGS),
        )
    }
    members, of_members = parse_by_name(tables["member"], lambda table: parse_member(table, top, own))
    items, of_items = parse_by_name(tables["item"], parse_item)
    scars, _ = parse_by_name(tables["scar"], parse_scar)
    choices, branches = group_by_scene(tables["option"]), group_by_scene(tables["after"])
    scenes, of_scenes = parse_by_name(tables["scene"], lambda table: parse_scene(table, choices, branches))
    ends, of_ends = parse_by_name(tables["end"], parse_ending)
    story = Story(
        name=Path(file_name).stem,
        title=parse_line(top, "title"),
        story=parse_paragraphs(top, "story", MAX_PARAGRAPHS),
        company=parse_name(top, "company"),
        traits=parse_company_traits(top),
        first=parse_name(top, "first"),
        nobody=parse_name(top, "nobody"),
        aftermath=parse_enum(top, "aftermath", tuple(Aftermath), "K6.4")
        if "aftermath" in top.data
        else Aftermath.EXAMPLE,
        rules=parse_rules(top),
        members=members,
        items=items,
        scars=scars,
        scenes=scenes,
        ends=ends,
        battles=parse_battles(scenes, of_scenes, fetch),
    )
    validate_story(story, StorySource(top, of_members, of_items, of_scenes, choices, branches, of_ends))
    return story


def parse_by_name(
    tables: Iterable[TomlTable], read: Callable[[TomlTable], NamedThing]
) -> tuple[dict[str, NamedThing], dict[str, TomlTable]]:
    """Parse these tables by name, and return the tables by name as well; names must differ, ignoring case."""
    things: dict[str, NamedThing] = {}
    origins: dict[str, TomlTable] = {}
    for table in tables:
        thing = read(table)
        if thing.name.casefold() in [one.casefold() for one in things]:
            raise table.fault("name", f"the name {thing.name!r} is used twice", "K6.3")
        things[thing.name], origins[thing.name] = thing, table
    return things, origins


def group_by_scene(tables: Iterable[TomlTable]) -> dict[str, list[TomlTable]]:
    found: dict[str, list[TomlTable]] = {}
    for table in tables:
        found.setdefault(parse_name(table, "scene"), []).append(table)
    return found


# The company


def parse_company_traits(top: TomlTable) -> tuple[TraitInstance, ...]:
    traits = parse_traits(top, TraitScope.COMPANY)
    return merge_traits(find_card_book(top).traits, traits) if "cards" in top.data else traits


def find_card_book(table: TomlTable) -> CardBook:
    return books.load_book(table.choice("cards", books.shipped_books(), "K1.2"))


def parse_rules(top: TomlTable) -> dict[str, str | int]:
    rules = top.data.get("rules", {})
    options = {option.name: option for option in OPTIONS if option.name not in RESERVED_OPTIONS}
    if not isinstance(rules, dict):
        raise top.wrong("rules", 'it must be options in braces, as in { strike_back = "on" }', "K6.3")
    for word, value in rules.items():
        if word not in options:
            known = ", ".join(options)
            raise top.fault("rules", f"there is no option {printable_line(word)!r}; there are: {known}", "K6.3")
        try:
            options[word].parse(value)
        except BadOption as error:
            raise top.fault("rules", str(error)) from None
    return {word: options[word].parse(value) for word, value in rules.items()}


def parse_member(table: TomlTable, top: TomlTable, own: tuple[Card, ...]) -> Member:
    table.only(("name", "cards", "card", "joins", "general", "traits", "text"))
    card = find_card(table, top, own)
    return Member(
        name=parse_name(table) if "name" in table.data else card.name,
        card=card,
        starts=table.choice("joins", ("start", "later"), "K6.3") == "start" if "joins" in table.data else True,
        general=table.integer("general", 1, MAX_GENERALS, "K6.1") if "general" in table.data else 0,
        traits=parse_traits(table, TraitScope.CHARACTER),
        text=parse_text(table, "text"),
    )


def find_card(table: TomlTable, top: TomlTable, own: tuple[Card, ...]) -> Card:
    """Return the card of a member; a card from another company brings the traits of that company."""
    home = top.data.get("cards")
    source = table if "cards" in table.data else top
    book = find_card_book(source) if "cards" in source.data else None
    cards = {card.name: card for card in (*(book.cards if book else ()), *own)}
    if not cards:
        raise table.fault("card", "there are no cards: name a book with `cards`, or write a [[card]]", "K1.2")
    card = cards[table.choice("card", tuple(cards), "K1.2")]
    if book is None or book.name == home or card in own:
        return card
    for_everybody = [one for one in book.traits if TraitScope.CHARACTER in TRAITS[one.trait].places]
    return replace(card, traits=merge_traits(for_everybody, card.traits))


def parse_item(table: TomlTable) -> Item:
    table.only(("name", "text", "traits", "holder", "at_death"))
    name = parse_name(table)
    traits = parse_traits(table, TraitScope.CHARACTER)
    if len(traits) > 1 or any(one.trait not in (Trait.SAVES, Trait.BANE) for one in traits):
        raise table.fault("traits", "an item has at most one trait, saves or bane", "K6.3")
    at_death = table.choice("at_death", ("lost", "passed"), "K6.3") if "at_death" in table.data else "lost"
    return Item(
        name=name,
        text=parse_text(table, "text"),
        trait=TraitInstance(traits[0].trait, (*traits[0].values[:-1], name)) if traits else None,
        holder=parse_name(table, "holder") if "holder" in table.data else "",
        is_passed=at_death == "passed",
    )


def parse_scar(table: TomlTable) -> Scar:
    parts = TRAITS[Trait.SCAR].parts
    changes = [part.name for part in parts]
    table.only(("name", "text", *changes))
    if not any(change in table.data for change in changes):
        raise table.fault("name", f"a scar must change at least one of these: {', '.join(changes)}", "K6.2")
    values = []
    for part in parts:
        value = parse_trait_value(part, table.data[part.name]) if part.name in table.data else None
        if value is None and part.name in table.data:
            raise table.wrong(part.name, f"it must be {expected_text(part)}", "K6.2")
        values.append(value)
    return Scar(parse_name(table), parse_text(table, "text"), TraitInstance(Trait.SCAR, tuple(values)))


# Scenes


def parse_scene(
    table: TomlTable, choices: Mapping[str, Sequence[TomlTable]], branches: Mapping[str, Sequence[TomlTable]]
) -> Scene:
    kind = parse_enum(table, "kind", tuple(SceneKind), "K6.3")
    is_battle, name = kind == SceneKind.BATTLE, parse_name(table)
    table.only(scene_fields(kind))
    return Scene(
        name=name,
        title=parse_line(table, "title"),
        kind=kind,
        story=parse_paragraphs(table, "story", MAX_PARAGRAPHS),
        next="" if kind == SceneKind.CHOICE else parse_name(table, "next"),
        roll=parse_line(table, "roll") if "roll" in table.data else "",
        travel_on=table.integer("travel_on", 1, MAX_PER_SIDE - 1, "K6.3") if "travel_on" in table.data else 0,
        battle=parse_battle_name(table) if is_battle else "",
        is_chosen=table.choice("who", ("chosen", "all"), "K6.3") == "chosen" if "who" in table.data else True,
        most=table.integer("most", 1, MAX_PER_SIDE, "K6.3") if "most" in table.data else 0,
        needs=parse_optional_names(table, "needs"),
        replaces=parse_optional_names(table, "replaces"),
        item=parse_name(table, "item") if kind == SceneKind.ITEM else "",
        choices=tuple(map(parse_option, choices.get(name, ()))),
        branches=tuple(map(parse_branch, branches.get(name, ()))),
    )


def scene_fields(kind: SceneKind) -> tuple[str, ...]:
    fields = ["name", "title", "kind", "story", "roll", "travel_on"]
    fields += ["next"] if kind != SceneKind.CHOICE else []
    fields += BATTLE_FIELDS if kind == SceneKind.BATTLE else ()
    fields += ["item"] if kind == SceneKind.ITEM else []
    return tuple(fields)


def parse_battle_name(table: TomlTable) -> str:
    value = table.data.get("battle")
    if not isinstance(value, str) or not BATTLE_FILE_NAME.fullmatch(value):
        wanted = "it must be the name of a battle file without .toml: lower-case letters, digits and hyphens"
        raise table.wrong("battle", wanted, "K6.3")
    return value


def parse_battles(
    scenes: Mapping[str, Scene], tables: Mapping[str, TomlTable], fetch: ReadBattle
) -> dict[str, Scenario]:
    """Parse each battle once; errors carry the file and line of the battle."""
    found: dict[str, Scenario] = {}
    for scene in scenes.values():
        if scene.battle and scene.battle not in found:
            try:
                words = fetch(scene.battle)
            except BadOption as error:
                raise tables[scene.name].fault("battle", str(error), "K6.3") from None
            found[scene.battle] = parse.parse_scenario(words, f"{scene.battle}.toml")
    return found


def parse_option(table: TomlTable) -> ChoiceOption:
    table.only(("scene", "name", "text", "if", *EFFECT_FIELDS))
    parse_name(table, "next")
    return ChoiceOption(
        parse_line(table, "name"), parse_text(table, "text"), parse_conditions(table), parse_effects(table)
    )


def parse_branch(table: TomlTable) -> Branch:
    table.only(("scene", "when", "if", *EFFECT_FIELDS))
    return Branch(
        parse_name(table, "when") if "when" in table.data else "",
        parse_conditions(table),
        parse_effects(table),
    )


def parse_ending(table: TomlTable) -> CampaignEnding:
    table.only(("name", "title", "outcome", "story"))
    return CampaignEnding(
        name=parse_name(table),
        title=parse_line(table, "title"),
        outcome=parse_enum(table, "outcome", tuple(Outcome), "K6.3"),
        story=parse_paragraphs(table, "story", MAX_PARAGRAPHS),
    )
