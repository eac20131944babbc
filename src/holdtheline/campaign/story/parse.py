"""Parse the text of a campaign file into a story (K6.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from ...core.catalog import all_definitions
from ...core.definition import GameDefinition
from ...core.errors import BadFile, BadOption
from ...core.scenarios import ScenarioFiles, Titled
from ...core.scenarios.campaign_battles import AnyCampaignBattles, Battle, HasName, Outcome
from ...core.toml.fields import (
    check_headings,
    enum_word,
    list_tables,
    parse_enum,
    parse_line,
    parse_name,
    parse_paragraphs,
    parse_text,
)
from ...core.toml.file import TomlFile, TomlTable, suggest
from .model import (
    MAX_GENERALS,
    Aftermath,
    Branch,
    CampaignEnding,
    ChoiceOption,
    Item,
    Member,
    Scar,
    Scene,
    SceneKind,
    Story,
    Wounds,
)
from .parse_effects import EFFECT_FIELDS, parse_conditions, parse_effects, parse_optional_names
from .validate import StorySource, validate_story

MAX_SCENES, MAX_MEMBERS, MAX_ITEMS, MAX_SCARS, MAX_ENDINGS = 60, 32, 32, 32, 12
MAX_OPTIONS, MAX_BRANCHES = 240, 300
MAX_PARAGRAPHS = 8

HEAD_FIELDS = (
    *("game", "title", "story", "company", "cards", "traits", "first", "nobody"),
    *("aftermath", "wounds", "felled_travel", "rules"),
)
TOML_TABLES = ("member", "card", "item", "scar", "scene", "option", "after", "end")
CAMPAIGN_OPTIONS = ("scenario", "generals", "aftermath")
"""Options of the game that a campaign sets for each battle."""
BATTLE_FIELDS = ("battle", "who", "most", "needs", "replaces")
BATTLE_FILE_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")

ReadBattle = Callable[[str, ScenarioFiles[Titled]], str]
"""Returns the text of a battle by the name of its file, including the shipped ones, or raises BadOption."""

NamedThing = TypeVar("NamedThing", bound=HasName)


def parse_story(text: str, file_name: str, fetch: ReadBattle) -> Story:
    """Parse the text of a campaign file; raise BadFile with all faults, those of its battles included."""
    with TomlFile(text, file_name, TOML_TABLES) as top:
        return parse_tables(top, Path(file_name).stem, fetch)


def refuse_battle(top: TomlTable) -> None:
    """Refuse a battle file of any game given as a campaign."""
    headings = {f"[[{table}]]" for table in top.data if table not in TOML_TABLES}
    for game in all_definitions():
        if "scene" not in top.data and game.scenarios and not headings.isdisjoint(game.scenarios.headings):
            start = f"play it with htl play {game.name} --scenario {top.file.name}"
            raise BadFile(f"this is a battle, not a campaign; {start}", path=top.file.name, clause="K6.3")


def parse_tables(top: TomlTable, name: str, fetch: ReadBattle) -> Story:
    refuse_battle(top)
    check_headings(top.file, TOML_TABLES)
    top.allow_only((*HEAD_FIELDS, *TOML_TABLES))
    tables = {
        field: list_tables(top, field, maximum, "K6.3")
        for field, maximum in (
            ("member", MAX_MEMBERS),
            ("item", MAX_ITEMS),
            ("scar", MAX_SCARS),
            ("scene", MAX_SCENES),
            ("option", MAX_OPTIONS),
            ("after", MAX_BRANCHES),
            ("end", MAX_ENDINGS),
        )
    }
    game, battles = find_game(top)
    company = battles.parse_company(top)
    members, member_tables = parse_by_name(tables["member"], lambda table: parse_member(table, battles, company))
    items, item_tables = parse_by_name(tables["item"], lambda table: parse_item(table, battles))
    scars, _ = parse_by_name(tables["scar"], lambda table: parse_scar(table, battles))
    choices, branches = group_by_scene(tables["option"]), group_by_scene(tables["after"])
    scenes, scene_tables = parse_by_name(tables["scene"], lambda table: parse_scene(table, choices, branches))
    ends, end_tables = parse_by_name(tables["end"], parse_ending)
    story = Story(
        name=name,
        game=game,
        title=parse_line(top, "title"),
        story=parse_paragraphs(top, "story", MAX_PARAGRAPHS),
        company=company,
        first=parse_name(top, "first"),
        nobody=parse_name(top, "nobody"),
        aftermath=parse_enum(top, "aftermath", tuple(Aftermath), "K6.4")
        if "aftermath" in top.data
        else Aftermath.EXAMPLE,
        wounds=parse_enum(top, "wounds", tuple(Wounds), "K6.2") if "wounds" in top.data else Wounds.HEAL,
        felled_travel="felled_travel" not in top.data or top.choice("felled_travel", ("on", "off"), "K6.4") == "on",
        rules=parse_rules(top, game),
        members=members,
        items=items,
        scars=scars,
        scenes=scenes,
        ends=ends,
        battles=parse_battles(scenes, scene_tables, battles, fetch),
    )
    validate_story(story, StorySource(top, member_tables, item_tables, scene_tables, choices, branches, end_tables))
    return story


def find_game(top: TomlTable) -> tuple[GameDefinition, AnyCampaignBattles]:
    """Return the game that the field `game` names, by default the first game that has battles for campaigns."""
    found = {game.name: (game, game.campaign_battles) for game in all_definitions() if game.campaign_battles}
    return found[top.choice("game", tuple(found), "K6.3") if "game" in top.data else next(iter(found))]


def parse_by_name(
    tables: Iterable[TomlTable], read: Callable[[TomlTable], NamedThing]
) -> tuple[dict[str, NamedThing], dict[str, TomlTable]]:
    """Parse these tables by name, and return the tables by name as well; names must differ, ignoring case."""
    things: dict[str, NamedThing] = {}
    origins: dict[str, TomlTable] = {}
    for table in tables:
        thing = read(table)
        if thing.name.casefold() in [name.casefold() for name in things]:
            table.report("name", f"another [[{table.name}]] is called {thing.name!r}", "K6.3")
        elif thing.name:
            things[thing.name], origins[thing.name] = thing, table
    return things, origins


def group_by_scene(tables: Iterable[TomlTable]) -> dict[str, list[TomlTable]]:
    found: dict[str, list[TomlTable]] = {}
    for table in tables:
        found.setdefault(parse_name(table, "scene"), []).append(table)
    return found


# The company


def parse_rules(top: TomlTable, game: GameDefinition) -> dict[str, str | int]:
    """Parse options of the game, except those that the campaign sets itself and those that decide the seats."""
    rules = top.data.get("rules", {})
    reserved = (*CAMPAIGN_OPTIONS, *(game.seating.options if game.seating else ()))
    options = {option.name: option for option in game.options if option.name not in reserved}
    if not isinstance(rules, dict):
        top.report_value("rules", 'options in braces, as in { strike_back = "on" }', "K6.3")
        return {}
    parsed = {}
    for word, value in rules.items():
        if word not in options:
            top.report(f"rules.{word}", f"unknown option; {suggest(word, tuple(options))}", "K6.3")
            continue
        try:
            parsed[word] = options[word].parse(value)
        except BadOption as error:
            top.report(f"rules.{word}", str(error))
    return parsed


def parse_member(table: TomlTable, battles: AnyCampaignBattles, company: HasName) -> Member:
    table.allow_only(("name", "cards", "card", "joins", "general", "traits", "text"))
    fighter = battles.parse_fighter(table, company)
    return Member(
        name=fighter.name,
        fighter=fighter,
        starts=table.choice("joins", ("start", "later"), "K6.3") == "start" if "joins" in table.data else True,
        general=table.integer("general", 1, MAX_GENERALS, "K6.1") if "general" in table.data else 0,
        text=parse_text(table, "text"),
    )


def parse_item(table: TomlTable, battles: AnyCampaignBattles) -> Item:
    table.allow_only(("name", "text", "traits", "holder", "at_death"))
    at_death = table.choice("at_death", ("lost", "passed"), "K6.3") if "at_death" in table.data else "lost"
    return Item(
        name=parse_name(table),
        text=parse_text(table, "text"),
        effect=battles.parse_item(table),
        holder=parse_name(table, "holder") if "holder" in table.data else "",
        is_passed=at_death == "passed",
    )


def parse_scar(table: TomlTable, battles: AnyCampaignBattles) -> Scar:
    effect = battles.parse_scar(table)
    return Scar(parse_name(table), parse_text(table, "text"), effect)


# Scenes


def parse_scene(
    table: TomlTable, choices: Mapping[str, Sequence[TomlTable]], branches: Mapping[str, Sequence[TomlTable]]
) -> Scene:
    kind = parse_enum(table, "kind", tuple(SceneKind), "K6.3")
    name = parse_name(table)
    fields = scene_fields(kind) if table.data.get("kind") == enum_word(kind) else tuple(table.data)
    table.allow_only(fields)
    return Scene(
        name=name,
        title=parse_line(table, "title"),
        kind=kind,
        story=parse_paragraphs(table, "story", MAX_PARAGRAPHS),
        next=parse_name(table, "next") if "next" in fields else "",
        roll=parse_line(table, "roll") if "roll" in table.data else "",
        travel_on=table.integer("travel_on", 1, MAX_MEMBERS - 1, "K6.3") if "travel_on" in table.data else 0,
        battle=parse_battle_name(table) if "battle" in fields else "",
        is_chosen=table.choice("who", ("chosen", "all"), "K6.3") == "chosen" if "who" in table.data else True,
        max_travellers=table.integer("most", 1, MAX_MEMBERS, "K6.3") if "most" in table.data else 0,
        needs=parse_optional_names(table, "needs"),
        replaces=parse_optional_names(table, "replaces"),
        item=parse_name(table, "item") if "item" in fields else "",
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
        wanted = "the name of a battle file without .toml, in lower-case letters, digits and hyphens"
        table.report_value("battle", wanted, "K6.3")
        return ""
    return value


def parse_battles(
    scenes: Mapping[str, Scene], tables: Mapping[str, TomlTable], battles: AnyCampaignBattles, fetch: ReadBattle
) -> dict[str, Battle[Titled]]:
    """Parse each battle once; errors carry the file and line of the battle."""
    found: dict[str, Battle[Titled]] = {}
    for scene in scenes.values():
        table = tables[scene.name]
        if scene.battle and scene.battle not in found:
            try:
                text = fetch(scene.battle, battles.files)
            except BadOption as error:
                table.report("battle", str(error), "K6.3")
                continue
            try:
                found[scene.battle] = battles.describe(battles.files.from_text(text, f"{scene.battle}.toml"))
            except BadFile as error:
                table.mark_unsound("battle")
                table.file.add_faults(error)
    return found


def parse_option(table: TomlTable) -> ChoiceOption:
    table.allow_only(("scene", "name", "text", "if", *EFFECT_FIELDS))
    parse_name(table, "next")
    return ChoiceOption(
        parse_line(table, "name"), parse_text(table, "text"), parse_conditions(table), parse_effects(table)
    )


def parse_branch(table: TomlTable) -> Branch:
    table.allow_only(("scene", "when", "if", *EFFECT_FIELDS))
    return Branch(
        parse_name(table, "when") if "when" in table.data else "",
        parse_conditions(table),
        parse_effects(table),
    )


def parse_ending(table: TomlTable) -> CampaignEnding:
    table.allow_only(("name", "title", "outcome", "story"))
    return CampaignEnding(
        name=parse_name(table),
        title=parse_line(table, "title"),
        outcome=parse_enum(table, "outcome", tuple(Outcome), "K6.3"),
        story=parse_paragraphs(table, "story", MAX_PARAGRAPHS),
    )
