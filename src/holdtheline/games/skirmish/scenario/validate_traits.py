"""Validate traits: whether what they name exists, and whether they fit their holder."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.toml_file import TomlTable
from ..rules.traits.catalog import TRAITS, Parameter, ParameterType, Trait, TraitInstance
from ..state import TerrainKind
from .model import Character, Company, Scenario, ScenarioPart, Side, Terrain, find_trait
from .trait_parser import trait_error

TERRAIN_FOR_TRAIT = {
    Trait.HALF_MOVE: (TerrainKind.WATER,),
    Trait.HIGHER_GROUND: (TerrainKind.HILL, TerrainKind.HOUSE, TerrainKind.CLIFF),
    Trait.CLIMB: (TerrainKind.CLIFF,),
    Trait.CROSSED_ON: (TerrainKind.GAP,),
    Trait.HANG_ON: (TerrainKind.EDGE,),
}
"""The kinds of terrain that can have each trait of terrain."""
SIDE_NAMES = ("friends", "enemy")
DOOR_TRAITS = (Trait.ARRIVES, Trait.ROOM)
ROUT_TRAITS = (Trait.ROUTS_AT, Trait.ROUTS_WITHOUT, Trait.NEVER_ROUTS)
GRAB_TRAITS = (Trait.CARRIES_AT_MOST, Trait.DROWNS)
EVEN_SPLITS = (2, 3, 6)
"""Counts that divide the six faces of a die evenly."""


def check_traits(
    scenario: Scenario, traits: Iterable[tuple[TraitInstance, ScenarioPart | Scenario, TomlTable]]
) -> None:
    """Raise BadOption for the first trait that is wrong. Each comes with its holder and the holder's table."""
    for trait, holder, table in traits:
        for part, value in zip(TRAITS[trait.trait].parts, trait.values, strict=True):
            for name in [value] if isinstance(value, str) else value if isinstance(value, tuple) else ():
                if why := why_unknown(scenario, part, name):
                    raise trait_error(table, trait.trait, why)
        if why := why_not_allowed(scenario, trait, holder):
            raise trait_error(table, trait.trait, why)


def why_unknown(scenario: Scenario, part: Parameter, name: str) -> str:
    known = known_names(scenario, part.takes)
    return "" if known is None or name in known else f"unknown name {name!r}; choose from: {', '.join(known)}"


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
    return None


def why_not_allowed(scenario: Scenario, trait: TraitInstance, holder: ScenarioPart | Scenario) -> str:
    """Say why this holder cannot have this trait; return "" if it can."""
    if isinstance(holder, Terrain):
        return why_not_on_terrain(trait, holder)
    if isinstance(holder, Company):
        return why_not_for_company(scenario, trait, holder) or why_wrong_terrain(scenario, trait)
    if isinstance(holder, Character):
        return why_not_for_character(scenario, trait, holder) or why_wrong_terrain(scenario, trait)
    if trait.trait == Trait.ORDER:
        return why_wrong_order(scenario, trait)
    if trait.trait == Trait.ROLLED_GOAL and len(trait.names()) not in EVEN_SPLITS:
        return "a die can choose among 2, 3 or 6"
    return why_wrong_terrain(scenario, trait)


def why_not_on_terrain(trait: TraitInstance, terrain: Terrain) -> str:
    allowed_kinds = TERRAIN_FOR_TRAIT[trait.trait]
    if terrain.kind in allowed_kinds:
        return ""
    return f"only a {' or '.join(kind.name.lower() for kind in allowed_kinds)} can have it"


def why_wrong_terrain(scenario: Scenario, trait: TraitInstance) -> str:
    """Check the terrain that a trait names: a door for an arrival or a room, a disc for a tether."""
    if trait.trait in DOOR_TRAITS or trait.trait == Trait.TETHER:
        terrain = scenario.terrain[scenario.terrain_named(trait.name())]
        if trait.trait in DOOR_TRAITS and terrain.kind != TerrainKind.DOOR:
            return f"{terrain.name} is not a door"
        if trait.trait == Trait.TETHER and len(terrain.corners) != 1:
            return f"{terrain.name} must be a disc"
    if trait.trait == Trait.ARRIVES and trait.number(1) > scenario.rounds:
        return f"the battle has {scenario.rounds} rounds"
    return ""


def why_not_for_company(scenario: Scenario, trait: TraitInstance, company: Company) -> str:
    members = [character.name for character in scenario.characters if scenario.companies[character.company] is company]
    others = [other for other in ROUT_TRAITS if other != trait.trait and find_trait(company.traits, other)]
    if trait.trait in ROUT_TRAITS and others:
        return f"it cannot be combined with {others[0].word}"
    if trait.trait == Trait.ROUTS_WITHOUT and (non_members := set(trait.names()) - set(members)):
        return f"{min(non_members)!r} is not in {company.name}"
    if trait.trait in (Trait.ROUTS_AT, Trait.LEAVES_AFTER) and trait.number() > len(members):
        return f"{company.name} has only {len(members)} characters"
    return ""


def why_not_for_character(scenario: Scenario, trait: TraitInstance, character: Character) -> str:
    if trait.trait == Trait.BANE and trait.name() in [friend.name for friend in scenario.of_side(character.side)]:
        return f"{trait.name()!r} is on the same side"
    if trait.trait in GRAB_TRAITS and not find_trait(scenario.traits_of(character), Trait.GRABS):
        return "it also needs the trait grabs"
    return ""


def why_wrong_order(scenario: Scenario, trait: TraitInstance) -> str:
    enemies = [enemy.name for enemy in scenario.of_side(Side.ENEMY)]
    others = [name for name in trait.names() if name not in enemies]
    return f"{others[0]!r} is not an enemy" if others else ""
