"""Whether the company of a campaign fits into each of its battles, whoever travels (K1.1, K6.3)."""

from __future__ import annotations

from itertools import combinations

from ....core.battlefiles import LARGEST_FILE
from ....core.errors import BadOption
from ....core.plane import is_nearer
from ....core.tomlfile import Table
from ..checks import arrival_of, may_meet, stands_in, terrain_name
from ..scenario import from_text
from ..state import TABLE, Ground
from ..table import Character, Scenario, Side, Terrain, given, joined
from ..traits import Trait
from ..writing import text_of
from .composing import Traveller, composed
from .story import Member, Scene, Story


def check_battle(story: Story, scene: Scene, table: Table) -> None:
    check_numbers(story, scene, table)
    check_names(story, scene, table)
    check_places(story, scene, table)
    check_whole(story, scene, table)


def check_numbers(story: Story, scene: Scene, table: Table) -> None:
    scenario, places = story.scenario(scene), story.places(scene)
    if not places:
        raise table.fault("battle", "it has no friends, so nobody of the company has a place", "K6.3")
    if scene.most > len(places):
        raise table.fault("most", f"the battle has places for {len(places)}", "K6.3")
    if len(scene.needs) > story.most_travellers(scene):
        raise table.fault("needs", f"only {story.most_travellers(scene)} can come", "K6.3")
    if arrival_of(scenario, places[0]):
        raise table.fault("battle", "the first place must be on the table at the start", "K2.3")
    depends = {name for other in story.scenes.values() if other.battle for name in story.returning(other)}
    enemies = [
        one for one in scenario.of_side(Side.ENEMY) if one.name not in depends or is_first(story, scene, one)
    ]
    if all(arrival_of(scenario, one) for one in enemies):
        reason = "an enemy must be on the table at the start who does not depend on an earlier battle"
        raise table.fault("battle", reason, "K6.2")


def is_first(story: Story, scene: Scene, enemy: Character) -> bool:
    """Whether no battle from which this enemy comes back can be played before."""
    before = [
        one
        for one in story.scenes.values()
        if one.battle and one is not scene and enemy.name in story.returning(one)
    ]
    return not any(scene.name in story.later(one) for one in before)


def check_names(story: Story, scene: Scene, table: Table) -> None:
    """Nobody of the company is called like somebody else there, however one writes it."""
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
            raise table.fault("battle", f"something or somebody else is called {name!r} there", "K6.3")
        if not is_guest and name.casefold() in [one.name.casefold() for one in guests]:
            raise table.fault("battle", f"somebody else is called {name!r} there", "K6.3")


# Where they stand


def check_places(story: Story, scene: Scene, table: Table) -> None:
    scenario, places = story.scenario(scene), story.places(scene)
    others = [one for one in scenario.characters if one not in places]
    widest = max(story.members.values(), key=lambda member: member.card.radius)
    for place in places:
        for member in widest_of(story):
            if why := why_not_at(story, scenario, member, place, others):
                raise table.fault(
                    "battle", f"{member.name!r} cannot take the place of {place.name!r}: {why}", "K1.3"
                )
    for one, other in combinations(places, 2):
        if may_meet(scenario, one, other) and is_nearer(*one.at, *other.at, 2 * widest.card.radius):
            reason = (
                f"the places of {one.name!r} and {other.name!r} are too near for two like {widest.name!r}"
            )
            raise table.fault("battle", reason, "K1.3")


def widest_of(story: Story) -> list[Member]:
    """Who fits nowhere, if anybody: the widest of those who climb, and of those who do not."""
    widest: dict[bool, Member] = {}
    for member in story.members.values():
        other = widest.setdefault(climbs(story, member), member)
        if member.card.radius > other.card.radius:
            widest[climbs(story, member)] = member
    return list(widest.values())


def climbs(story: Story, member: Member) -> bool:
    traits = joined(story.traits, joined(member.card.traits, member.traits))
    return given(traits, Trait.CLIMBS) is not None


def why_not_at(
    story: Story, scenario: Scenario, member: Member, place: Character, others: list[Character]
) -> str:
    """Why somebody cannot stand at a place, or nothing."""
    radius = member.card.radius
    if not all(radius <= part <= TABLE - radius for part in place.at):
        return "the base is not all on the table"
    for terrain in scenario.terrain:
        if bars(story, terrain, member) and stands_in(place.at, radius, terrain):
            return f"the base overlaps {terrain_name(terrain)}"
    for other in others:
        if may_meet(scenario, place, other) and is_nearer(*place.at, *other.at, radius + other.card.radius):
            return f"the base overlaps that of {other.name!r}"
    return ""


def bars(story: Story, terrain: Terrain, member: Member) -> bool:
    if terrain.kind == Ground.CLIFF and not terrain.is_closed:
        return not climbs(story, member)
    return terrain.is_closed or terrain.kind == Ground.GAP


def check_whole(story: Story, scene: Scene, table: Table) -> None:
    """The battle with the whole company, and with one of it, can be written and read again."""
    for most in {1, len(story.places(scene))}:
        travellers = [Traveller(member) for member in list(story.members.values())[:most]]
        words = text_of(composed(story, scene, travellers, members=story.members))
        if len(words.encode()) > LARGEST_FILE:
            raise table.fault("battle", "with the company in it, it is too large for a battle", "K6.3")
        try:
            from_text(words, f"{scene.battle}.toml")
        except BadOption as error:
            reason = str(error).partition(": ")[2]
            raise table.fault("battle", f"with the company in it: {reason}", "K6.3") from None
