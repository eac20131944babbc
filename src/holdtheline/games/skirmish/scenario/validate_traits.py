"""Validate traits: whether what they name exists, and whether they fit their holder."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.sentences import plural
from ....core.toml.file import TomlTable, join_or, suggest
from ..rules.traits.catalog import TRAITS, Trait, TraitInstance
from ..rules.traits.parameters import ParameterType
from ..rules.traits.target_filters import FILTERED_LINES
from ..state import StartResult, TerrainKind
from .model import Character, Company, Objective, Scenario, ScenarioPart, Side, Terrain, arrival_round, find_trait
from .source_tables import SourceTables, all_parts
from .trait_parser import SIDE_NAMES, report_trait

TERRAIN_FOR_TRAIT = {
    Trait.HALF_MOVE: (TerrainKind.WATER,),
    Trait.HIGHER_GROUND: (TerrainKind.HILL, TerrainKind.HOUSE, TerrainKind.CLIFF),
    Trait.CLIMB: (TerrainKind.CLIFF,),
    Trait.CROSSED_ON: (TerrainKind.GAP,),
    Trait.HANG_ON: (TerrainKind.EDGE,),
    Trait.FALLS_ON: (TerrainKind.GAP,),
    Trait.EXIT_FOR: (TerrainKind.DOOR,),
}
"""The kinds of terrain that can have each trait of terrain."""
DOOR_TRAITS = (Trait.ARRIVES, Trait.ROOM)
ROUT_TRAITS = (Trait.ROUTS_AT, Trait.ROUTS_WITHOUT, Trait.BREAKS_AT)
"""Traits that make a company rout; it can have several of them, but not with `never_routs`."""
LOSS_TRAITS = (Trait.ROUTS_AT, Trait.BREAKS_AT, Trait.LEAVES_AFTER)
"""Traits that count the losses of a company."""
POOL_TRAITS = (Trait.TETHER, Trait.RETURNS_TO)
"""Traits that name a pool with a middle."""
GRAB_TRAITS = (Trait.CARRIES_AT_MOST, Trait.DROWNS, Trait.RETURNS_TO)
EVEN_SPLITS = (2, 3, 6)
"""Counts that divide the six faces of a die evenly."""


PEOPLE_TRAITS = (Trait.ROUTS_WITHOUT, *LOSS_TRAITS, Trait.BANE, Trait.ORDER, Trait.BORNE_BY)
"""Traits whose checks need all characters."""


def check_traits(scenario: Scenario, source: SourceTables) -> None:
    """Report each trait that is wrong."""
    for trait, holder, table in all_traits(scenario, source):
        kinds = [parameter.type for parameter in TRAITS[trait.trait].parameters]
        if not all(map(source.has_sound_names, kinds)):
            continue
        unknown = list(unknown_names(scenario, trait))
        for reason in unknown:
            report_trait(table, trait.trait, reason)
        is_known = not unknown and is_sound_around(scenario, source, trait, holder, table)
        if is_known and (why := why_not_allowed(scenario, trait, holder)):
            report_trait(table, trait.trait, why)


def all_traits(
    scenario: Scenario, source: SourceTables
) -> Iterator[tuple[TraitInstance, ScenarioPart | Scenario, TomlTable]]:
    """Yield every trait with its holder, and the table of the holder."""
    yield from ((trait, scenario, source.top) for trait in scenario.traits)
    for part, table in all_parts(scenario, source):
        yield from ((trait, part, table) for trait in part.traits)


def is_sound_around(
    scenario: Scenario,
    source: SourceTables,
    trait: TraitInstance,
    holder: ScenarioPart | Scenario,
    table: TomlTable,
) -> bool:
    """Return whether there is no fault in what decides if a holder can have a trait."""
    if trait.trait in PEOPLE_TRAITS and not source.has_sound_people():
        return False
    if trait.trait in (*DOOR_TRAITS, *POOL_TRAITS):
        named = source.terrain[scenario.terrain_named(trait.name())]
        if not named.is_sound() or not source.top.is_sound("rounds"):
            return False
    if isinstance(holder, Character):
        company = source.companies[holder.company]
        is_whole = source.top.file.is_sound("card.traits") and company.is_sound("cards", "traits")
        return is_whole and table.is_sound("company", "card", "traits")
    return table.is_sound("kind", "traits", "cards")


def unknown_names(scenario: Scenario, trait: TraitInstance) -> Iterator[str]:
    """Yield a sentence for each name that nothing in the scenario has."""
    for parameter, value in zip(TRAITS[trait.trait].parameters, trait.values, strict=True):
        known = known_names(scenario, parameter.type)
        for name in [value] if isinstance(value, str) else value if isinstance(value, tuple) else ():
            if known is not None and name not in known:
                yield f"no {NAMED_THINGS[parameter.type]} is called {name!r}; {suggest(name, known)}"


NAMED_THINGS = {
    ParameterType.CHARACTER: "character",
    ParameterType.CHARACTERS: "character",
    ParameterType.TERRAIN: "piece of terrain",
    ParameterType.OBJECTIVES: "objective",
    ParameterType.CARRIERS: "side, company or character",
    ParameterType.TARGETS: "friend, company of friends or objective",
}


def known_names(scenario: Scenario, parameter_type: ParameterType) -> list[str] | None:
    """Return the names that a parameter of this type can have, or None if it can have any."""
    characters = [character.name for character in scenario.characters]
    if parameter_type in (ParameterType.CHARACTER, ParameterType.CHARACTERS):
        return characters
    if parameter_type == ParameterType.TERRAIN:
        return [terrain.name for terrain in scenario.terrain if terrain.name]
    if parameter_type == ParameterType.OBJECTIVES:
        return [objective.name for objective in scenario.objectives]
    if parameter_type == ParameterType.CARRIERS:
        return [*SIDE_NAMES, *(company.name for company in scenario.companies), *characters]
    if parameter_type == ParameterType.TARGETS:
        friends = [company.name for company in scenario.companies if company.side == Side.FRIENDS]
        friends += [character.name for character in scenario.of_side(Side.FRIENDS)]
        return [*friends, *(objective.name for objective in scenario.objectives)]
    return None


def why_not_allowed(scenario: Scenario, trait: TraitInstance, holder: ScenarioPart | Scenario) -> str:
    """Say why this holder cannot have this trait; return "" if it can."""
    if why := why_wrong_words(trait):
        return why
    if isinstance(holder, Terrain):
        return why_not_on_terrain(trait, holder)
    if isinstance(holder, Objective):
        return why_not_borne(scenario, holder) if trait.trait == Trait.BORNE_BY else ""
    if isinstance(holder, Company):
        return why_not_for_company(scenario, trait, holder) or why_wrong_terrain(scenario, trait)
    if isinstance(holder, Character):
        return why_not_for_character(scenario, trait, holder) or why_wrong_terrain(scenario, trait)
    if trait.trait == Trait.ORDER:
        return why_wrong_order(scenario, trait)
    if trait.trait == Trait.ROLLED_GOAL and len(trait.names()) not in EVEN_SPLITS:
        return f"it names {plural(len(trait.names()), 'objective')}; a die can choose among 2, 3 or 6"
    return why_wrong_terrain(scenario, trait)


def why_wrong_words(trait: TraitInstance) -> str:
    """Check the lines of a filter and the results of a roll."""
    if trait.trait in (Trait.AVOIDS, Trait.PREFERS):
        allowed = [line.word for line in FILTERED_LINES]
        wrong = [word for word in trait.names(1) if word not in allowed]
        return f"it makes no choice on the line {wrong[0]!r}; choose from: {', '.join(allowed)}" if wrong else ""
    if trait.trait == Trait.START_ROLL and set(trait.names()) == {StartResult.ACTS.word}:
        return "at least one face must bring something else"
    return ""


def why_not_borne(scenario: Scenario, objective: Objective) -> str:
    """Say why a character cannot have an objective at the start; return "" if it can."""
    bearer = find_bearer(scenario, objective)
    if bearer is None:
        return ""  # reported as an unknown name
    if bearer not in scenario.carriers_of(objective):
        return "its carriers do not include this character"
    if arrival_round(scenario.traits_of(bearer)):
        return f"{bearer.name!r} arrives later"
    is_worn = find_trait(objective.traits, Trait.WORN)
    for other in scenario.objectives[: scenario.objectives.index(objective)]:
        is_alike = (find_trait(other.traits, Trait.WORN) is None) == (is_worn is None)
        if is_alike and find_bearer(scenario, other) is bearer:
            return f"{bearer.name!r} already {'wears' if is_worn else 'carries'} {other.name!r}"
    goal = find_trait(scenario.traits, Trait.ROLLED_GOAL)
    return "a goal that is rolled for lies free" if goal and objective.name in goal.names() else ""


def find_bearer(scenario: Scenario, objective: Objective) -> Character | None:
    """Return the character who has an objective at the start, if there is one."""
    names = [trait.name() for trait in objective.traits if trait.trait == Trait.BORNE_BY]
    return next((character for character in scenario.characters if character.name in names), None)


def why_not_on_terrain(trait: TraitInstance, terrain: Terrain) -> str:
    allowed_kinds = TERRAIN_FOR_TRAIT[trait.trait]
    if terrain.kind in allowed_kinds:
        crossed = find_trait(terrain.traits, Trait.CROSSED_ON)
        if trait.trait == Trait.FALLS_ON and (crossed is None or crossed.number() <= trait.number()):
            return "it also needs the trait crossed_on, with a higher face"
        return ""
    kinds = join_or([kind.name.lower() for kind in allowed_kinds])
    return f"this terrain's kind is {terrain.kind.name.lower()!r}; it must be {kinds}"


def why_wrong_terrain(scenario: Scenario, trait: TraitInstance) -> str:
    """Check the terrain that a trait names: a door for an arrival or a room, a disc for a tether."""
    if trait.trait in (*DOOR_TRAITS, *POOL_TRAITS):
        terrain = scenario.terrain[scenario.terrain_named(trait.name())]
        if trait.trait in DOOR_TRAITS and terrain.kind != TerrainKind.DOOR:
            return f"the kind of {terrain.name!r} is {terrain.kind.name.lower()!r}; it must be 'door'"
        if trait.trait in POOL_TRAITS and len(terrain.corners) != 1:
            return f"{terrain.name!r} must be a disc"
    if trait.trait == Trait.ARRIVES and trait.number(1) > scenario.rounds:
        return f"the round is {trait.number(1)}, but the battle has {plural(scenario.rounds, 'round')}"
    return ""


def why_not_for_company(scenario: Scenario, trait: TraitInstance, company: Company) -> str:
    members = [character.name for character in scenario.characters if scenario.companies[character.company] is company]
    others = [other for other in ROUT_TRAITS if find_trait(company.traits, other)]
    if trait.trait == Trait.NEVER_ROUTS and others:
        return f"it cannot be combined with {others[0].word}"
    if trait.trait == Trait.ROUTS_WITHOUT and (non_members := set(trait.names()) - set(members)):
        return f"{min(non_members)!r} is not in the company {company.name!r}"
    if trait.trait in LOSS_TRAITS and trait.number() > len(members):
        return f"it is {trait.number()}, but {company.name!r} has only {plural(len(members), 'character')}"
    return ""


def why_not_for_character(scenario: Scenario, trait: TraitInstance, character: Character) -> str:
    if trait.trait == Trait.BANE and trait.name() in [friend.name for friend in scenario.of_side(character.side)]:
        return f"{trait.name()!r} is on the same side"
    if trait.trait in GRAB_TRAITS and not find_trait(scenario.traits_of(character), Trait.GRABS):
        return "it also needs the trait grabs"
    if trait.trait == Trait.DROWNS_IN and not find_trait(scenario.traits_of(character), Trait.DROWNS):
        return "it also needs the trait drowns"
    return ""


def why_wrong_order(scenario: Scenario, trait: TraitInstance) -> str:
    enemies = [enemy.name for enemy in scenario.of_side(Side.ENEMY)]
    others = [name for name in trait.names() if name not in enemies]
    return f"{others[0]!r} is not an enemy" if others else ""
