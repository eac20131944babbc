"""Validate that the company fits into each battle of a story with any travellers (K1.1, K6.3)."""

from __future__ import annotations

from ...core.errors import BadFile
from ...core.scenarios import MAX_FILE_BYTES
from ...core.scenarios.campaign_battles import HasName, Traveller
from ...core.toml_file import TomlTable
from .model import Scene, Story


def check_battle(story: Story, scene: Scene, table: TomlTable) -> None:
    check_counts(story, scene, table)
    check_names(story, scene, table)
    fighters = [member.fighter for member in story.members.values()]
    places = [place.name for place in story.places(scene)]
    story.battle_rules.check_places(story.battle(scene).scenario, story.company, fighters, places, table)
    check_composed_battle(story, scene, table)


def check_counts(story: Story, scene: Scene, table: TomlTable) -> None:
    places = story.places(scene)
    if not places:
        raise table.fault("battle", "it has no friends, so the company has no places", "K6.3")
    if scene.most > len(places):
        raise table.fault("most", f"the battle has places for {len(places)}", "K6.3")
    if len(scene.needs) > story.most_travellers(scene):
        raise table.fault("needs", f"only {story.most_travellers(scene)} can come", "K6.3")
    if places[0].is_late:
        raise table.fault("battle", "the first place must be on the table at the start", "K2.3")
    enemies = [one for one in story.battle(scene).characters if not (one.is_friend or one.is_late)]
    if not any(is_first_meeting(story, scene, enemy.name) for enemy in enemies):
        reason = "at least one enemy on the table at the start must not depend on an earlier battle"
        raise table.fault("battle", reason, "K6.2")


def is_first_meeting(story: Story, scene: Scene, enemy: str) -> bool:
    """Return whether no battle from which this enemy comes back can be played earlier."""
    before = [one for one in story.scenes.values() if one.battle and one is not scene and enemy in story.returning(one)]
    return not any(scene.name in story.later(one) for one in before)


def check_names(story: Story, scene: Scene, table: TomlTable) -> None:
    """Check that no member has the name of something else in the battle, ignoring case."""
    battle, places = story.battle(scene), story.places(scene)
    guests = [one.name for one in battle.characters if one.is_friend and one not in places]
    replaced = {one.company.casefold() for one in places}
    names = {name.casefold() for name in (*battle.other_names, *battle.enemies) if name} - replaced
    for name in (story.company.name, *story.members):
        is_guest = name in guests
        if name.casefold() in names or (name == story.company.name and is_guest):
            raise table.fault("battle", f"something else in the battle is called {name!r}", "K6.3")
        if not is_guest and name.casefold() in [guest.casefold() for guest in guests]:
            raise table.fault("battle", f"another character in the battle is called {name!r}", "K6.3")


def check_composed_battle(story: Story, scene: Scene, table: TomlTable) -> None:
    """Check that the battle can be written and parsed, with the whole company and with one member."""
    rules = story.battle_rules
    company: list[Traveller[HasName, object]] = [
        Traveller(member.fighter, member.general) for member in story.members.values()
    ]
    for most in {1, len(story.places(scene))}:
        words = rules.to_text(story.compose(scene, company[:most], absent=story.members).scenario)
        if len(words.encode()) > MAX_FILE_BYTES:
            raise table.fault("battle", "with the company in it, it is too large for a battle", "K6.3")
        try:
            rules.files.from_text(words, f"{scene.battle}.toml")
        except BadFile as error:
            reason = ": ".join(filter(None, (error.field, error.reason)))
            cited = f" ({error.clause})" if error.clause else ""
            raise table.fault("battle", f"with the company in it: {reason}{cited}", "K6.3") from None
