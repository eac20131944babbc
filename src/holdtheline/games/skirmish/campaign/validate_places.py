"""Check that every member of the company fits into every place of a battle (K1.3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from ....core.plane import is_nearer
from ....core.toml.file import TomlTable
from ..rules.traits.catalog import Trait
from ..scenario.model import Character, Scenario, find_trait, merge_traits
from ..scenario.validate import could_meet, overlaps_terrain, terrain_name
from ..state import BATTLEFIELD_SIZE
from .company import CampaignCompany, Fighter


def check_places(
    scenario: Scenario, company: CampaignCompany, fighters: Sequence[Fighter], names: Collection[str], table: TomlTable
) -> None:
    """Report each fighter who does not fit into the place of one of the named characters."""
    places = [character for character in scenario.characters if character.name in names]
    others = [character for character in scenario.characters if character.name not in names]
    widest = max(fighters, key=lambda fighter: fighter.card.radius)
    for place in places:
        for fighter in find_widest(company, fighters):
            if why := why_not_placed(scenario, company, fighter, place, others):
                table.report("battle", f"{fighter.name!r} cannot take the place of {place.name!r}: {why}", "K1.3")
    for place, other in combinations(places, 2):
        if could_meet(scenario, place, other) and is_nearer(*place.point, *other.point, 2 * widest.card.radius):
            reason = f"the places of {place.name!r} and {other.name!r} are too near for two like {widest.name!r}"
            table.report("battle", reason, "K1.3")


def find_widest(company: CampaignCompany, fighters: Sequence[Fighter]) -> list[Fighter]:
    """Return the widest fighter who climbs and the widest who does not: if they fit, everyone does."""
    widest: dict[bool, Fighter] = {}
    for fighter in fighters:
        climbs = can_climb(company, fighter)
        if fighter.card.radius > widest.setdefault(climbs, fighter).card.radius:
            widest[climbs] = fighter
    return list(widest.values())


def can_climb(company: CampaignCompany, fighter: Fighter) -> bool:
    return find_trait(merge_traits(company.traits, fighter.card.traits, fighter.traits), Trait.CLIMBS) is not None


def why_not_placed(
    scenario: Scenario, company: CampaignCompany, fighter: Fighter, place: Character, others: Sequence[Character]
) -> str:
    """Return why a fighter cannot stand in a place, or an empty string."""
    radius = fighter.card.radius
    if not all(radius <= coordinate <= BATTLEFIELD_SIZE - radius for coordinate in place.point):
        return "the base is not all on the table"
    for terrain in scenario.terrain:
        if terrain.is_closed_to(can_climb(company, fighter)) and overlaps_terrain(place.point, radius, terrain):
            return f"the base overlaps {terrain_name(terrain)}"
    for other in others:
        if could_meet(scenario, place, other) and is_nearer(*place.point, *other.point, radius + other.card.radius):
            return f"the base overlaps that of {other.name!r}"
    return ""
