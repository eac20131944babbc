"""Whether whom and what the traits of a battle name is there, and whether traits go together."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.tomlfile import Table
from .giving import refused
from .state import Ground
from .table import Character, Company, Scenario, Side, Terrain, Thing, given
from .traits import ABOUT, Given, Part, Takes, Trait

GROUND_OF = {
    Trait.HALF_MOVE: (Ground.WATER,),
    Trait.HIGHER_GROUND: (Ground.HILL, Ground.HOUSE, Ground.CLIFF),
    Trait.CLIMB: (Ground.CLIFF,),
    Trait.CROSSED_ON: (Ground.GAP,),
    Trait.HANG_ON: (Ground.EDGE,),
}
"""The terrain that such a trait is for."""
SIDES = ("friends", "enemy")
DOORS = (Trait.ARRIVES, Trait.ROOM)
ROUTS = (Trait.ROUTS_AT, Trait.ROUTS_WITHOUT, Trait.NEVER_ROUTS)
SEIZING = (Trait.CARRIES_AT_MOST, Trait.DROWNS)
EVEN = (2, 3, 6)
"""So many can share the faces of a die."""


def check_traits(scenario: Scenario, traits: Iterable[tuple[Given, Thing | Scenario, Table]]) -> None:
    """BadOption with the first that is wrong. `traits` come with whoever has them and their table."""
    for one, holder, table in traits:
        for part, value in zip(ABOUT[one.trait].parts, one.values, strict=True):
            for name in [value] if isinstance(value, str) else value if isinstance(value, tuple) else ():
                if why := why_unknown(scenario, part, name):
                    raise refused(table, one.trait, why)
        if why := why_not(scenario, one, holder):
            raise refused(table, one.trait, why)


def why_unknown(scenario: Scenario, part: Part, name: str) -> str:
    known = known_to(scenario, part.takes)
    return "" if known is None or name in known else f"there is no {name!r}; there are: {', '.join(known)}"


def known_to(scenario: Scenario, takes: Takes) -> list[str] | None:
    """The names that can be meant; None: any."""
    if takes in (Takes.CHARACTER, Takes.CHARACTERS):
        return [one.name for one in scenario.characters]
    if takes == Takes.TERRAIN:
        return [one.name for one in scenario.terrain if one.name]
    if takes == Takes.OBJECTIVES:
        return [one.name for one in scenario.objectives]
    if takes == Takes.CARRIERS:
        companies, characters = scenario.companies, scenario.characters
        return [*SIDES, *(one.name for one in companies), *(one.name for one in characters)]
    return None


def why_not(scenario: Scenario, one: Given, holder: Thing | Scenario) -> str:
    """Why somebody or something cannot have this trait, or nothing."""
    if isinstance(holder, Terrain):
        return why_not_there(one, holder)
    if isinstance(holder, Company):
        return why_not_company(scenario, one, holder) or why_not_placed(scenario, one)
    if isinstance(holder, Character):
        return why_not_character(scenario, one, holder) or why_not_placed(scenario, one)
    if one.trait == Trait.ORDER:
        return why_no_order(scenario, one)
    if one.trait == Trait.ROLLED_GOAL and len(one.names()) not in EVEN:
        return "a die can choose among 2, 3 or 6"
    return why_not_placed(scenario, one)


def why_not_there(one: Given, terrain: Terrain) -> str:
    grounds = GROUND_OF[one.trait]
    if terrain.kind in grounds:
        return ""
    return f"this is for {' or '.join(ground.name.lower() for ground in grounds)} only"


def why_not_placed(scenario: Scenario, one: Given) -> str:
    """Doors are doors, and pools are round."""
    if one.trait in DOORS or one.trait == Trait.TETHER:
        terrain = scenario.terrain[scenario.terrain_named(one.name())]
        if one.trait in DOORS and terrain.kind != Ground.DOOR:
            return f"{terrain.name} is no door"
        if one.trait == Trait.TETHER and len(terrain.corners) != 1:
            return f"{terrain.name} must be a disc"
    if one.trait == Trait.ARRIVES and one.number(1) > scenario.rounds:
        return f"the battle has {scenario.rounds} rounds"
    return ""


def why_not_company(scenario: Scenario, one: Given, company: Company) -> str:
    mine = [one for one in scenario.characters if scenario.companies[one.company] is company]
    names = [one.name for one in mine]
    others = [trait for trait in ROUTS if trait != one.trait and given(company.traits, trait)]
    if one.trait in ROUTS and others:
        return f"it cannot be together with {others[0].word}"
    if one.trait == Trait.ROUTS_WITHOUT and (strange := set(one.names()) - set(names)):
        return f"{sorted(strange)[0]!r} is not in {company.name}"
    if one.trait in (Trait.ROUTS_AT, Trait.LEAVES_AFTER) and one.number() > len(mine):
        return f"{company.name} has only {len(mine)} characters"
    return ""


def why_not_character(scenario: Scenario, one: Given, character: Character) -> str:
    if one.trait == Trait.BANE and one.name() in [friend.name for friend in scenario.of_side(character.side)]:
        return f"{one.name()!r} is on the same side"
    if one.trait in SEIZING and not given(scenario.traits_of(character), Trait.GRABS):
        return "it seizes nobody; this goes together with grabs"
    return ""


def why_no_order(scenario: Scenario, one: Given) -> str:
    enemies = [enemy.name for enemy in scenario.of_side(Side.ENEMY)]
    strange = [name for name in one.names() if name not in enemies]
    return f"{strange[0]!r} is no enemy" if strange else ""
