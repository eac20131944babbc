"""Validate that the company fits into each battle of a story with any travellers (K1.1, K6.3)."""

from __future__ import annotations

from itertools import combinations

from ...core.errors import BadFile
from ...core.plane import is_nearer
from ...core.scenarios import MAX_FILE_BYTES
from ...core.toml_file import TomlTable
from ...games.skirmish.rules.traits.catalog import Trait
from ...games.skirmish.scenario.model import (
    Character,
    Scenario,
    Side,
    Terrain,
    arrival_round,
    find_trait,
    merge_traits,
)
from ...games.skirmish.scenario.parse import parse_scenario
from ...games.skirmish.scenario.serialize import scenario_to_toml
from ...games.skirmish.scenario.validate import could_meet, overlaps_terrain, terrain_name
from ...games.skirmish.state import BATTLEFIELD_SIZE, TerrainKind
from ..battle_setup import Traveller, compose_battle
from .model import Member, Scene, Story


def check_battle(story: Story, scene: Scene, table: TomlTable) -> None:
    check_counts(story, scene, table)
    check_names(story, scene, table)
    check_places(story, scene, table)
    check_composed_battle(story, scene, table)


def check_counts(story: Story, scene: Scene, table: TomlTable) -> None:
    scenario, places = story.scenario(scene), story.places(scene)
    if not places:
        raise table.fault("battle", "it has no friends, so the company has no places", "K6.3")
    if scene.most > len(places):
        raise table.fault("most", f"the battle has places for {len(places)}", "K6.3")
    if len(scene.needs) > story.most_travellers(scene):
        raise table.fault("needs", f"only {story.most_travellers(scene)} can come", "K6.3")
    if arrival_round(scenario.traits_of(places[0])):
        raise table.fault("battle", "the first place must be on the table at the start", "K2.3")
    depends = {name for other in story.scenes.values() if other.battle for name in story.returning(other)}
    enemies = [
        one for one in scenario.of_side(Side.ENEMY) if one.name not in depends or is_first_meeting(story, scene, one)
    ]
    if all(arrival_round(scenario.traits_of(one)) for one in enemies):
        reason = "at least one enemy on the table at the start must not depend on an earlier battle"
        raise table.fault("battle", reason, "K6.2")


def is_first_meeting(story: Story, scene: Scene, enemy: Character) -> bool:
    """Return whether no battle from which this enemy comes back can be played earlier."""
    before = [
        one for one in story.scenes.values() if one.battle and one is not scene and enemy.name in story.returning(one)
    ]
    return not any(scene.name in story.later(one) for one in before)


def check_names(story: Story, scene: Scene, table: TomlTable) -> None:
    """Check that no member has the name of something else in the battle, ignoring case."""
    scenario, places = story.scenario(scene), story.places(scene)
    guests = [one for one in scenario.of_side(Side.FRIENDS) if one not in places]
    replaced = [one.name.casefold() for one in story.replaced(scene)]
    others = [terrain.name for terrain in scenario.terrain]
    others += [objective.name for objective in scenario.objectives]
    others += [company.name for company in scenario.companies]
    others += [enemy.name for enemy in scenario.of_side(Side.ENEMY)]
    names = {name.casefold() for name in others if name} - set(replaced)
    for name in (story.company, *story.members):
        is_guest = name in [one.name for one in guests]
        if name.casefold() in names or (name == story.company and is_guest):
            raise table.fault("battle", f"something else in the battle is called {name!r}", "K6.3")
        if not is_guest and name.casefold() in [one.name.casefold() for one in guests]:
            raise table.fault("battle", f"another character in the battle is called {name!r}", "K6.3")


# Places


def check_places(story: Story, scene: Scene, table: TomlTable) -> None:
    scenario, places = story.scenario(scene), story.places(scene)
    others = [one for one in scenario.characters if one not in places]
    widest = max(story.members.values(), key=lambda member: member.card.radius)
    for place in places:
        for member in find_widest(story):
            if why := why_not_placed(story, scenario, member, place, others):
                raise table.fault("battle", f"{member.name!r} cannot take the place of {place.name!r}: {why}", "K1.3")
    for one, other in combinations(places, 2):
        if could_meet(scenario, one, other) and is_nearer(*one.point, *other.point, 2 * widest.card.radius):
            reason = f"the places of {one.name!r} and {other.name!r} are too near for two like {widest.name!r}"
            raise table.fault("battle", reason, "K1.3")


def find_widest(story: Story) -> list[Member]:
    """Return the widest member who climbs and the widest who does not: if they fit, everyone does."""
    widest: dict[bool, Member] = {}
    for member in story.members.values():
        other = widest.setdefault(can_climb(story, member), member)
        if member.card.radius > other.card.radius:
            widest[can_climb(story, member)] = member
    return list(widest.values())


def can_climb(story: Story, member: Member) -> bool:
    traits = merge_traits(story.traits, merge_traits(member.card.traits, member.traits))
    return find_trait(traits, Trait.CLIMBS) is not None


def why_not_placed(story: Story, scenario: Scenario, member: Member, place: Character, others: list[Character]) -> str:
    """Return why a member cannot stand in a place, or an empty text."""
    radius = member.card.radius
    if not all(radius <= part <= BATTLEFIELD_SIZE - radius for part in place.point):
        return "the base is not all on the table"
    for terrain in scenario.terrain:
        if is_barred(story, terrain, member) and overlaps_terrain(place.point, radius, terrain):
            return f"the base overlaps {terrain_name(terrain)}"
    for other in others:
        if could_meet(scenario, place, other) and is_nearer(*place.point, *other.point, radius + other.card.radius):
            return f"the base overlaps that of {other.name!r}"
    return ""


def is_barred(story: Story, terrain: Terrain, member: Member) -> bool:
    if terrain.kind == TerrainKind.CLIFF and not terrain.is_closed:
        return not can_climb(story, member)
    return terrain.is_closed or terrain.kind == TerrainKind.GAP


def check_composed_battle(story: Story, scene: Scene, table: TomlTable) -> None:
    """Check that the battle can be written and parsed, with the whole company and with one member."""
    for most in {1, len(story.places(scene))}:
        travellers = [Traveller(member) for member in list(story.members.values())[:most]]
        words = scenario_to_toml(compose_battle(story, scene, travellers, members=story.members))
        if len(words.encode()) > MAX_FILE_BYTES:
            raise table.fault("battle", "with the company in it, it is too large for a battle", "K6.3")
        try:
            parse_scenario(words, f"{scene.battle}.toml")
        except BadFile as error:
            reason = ": ".join(filter(None, (error.field, error.reason)))
            cited = f" ({error.clause})" if error.clause else ""
            raise table.fault("battle", f"with the company in it: {reason}{cited}", "K6.3") from None
