"""Validate that the company fits into each battle of a story with any travellers (K1.1, K6.3)."""

from __future__ import annotations

from ...core.errors import BadFile
from ...core.scenarios import MAX_FILE_BYTES
from ...core.scenarios.campaign_battles import HasName, Traveller
from ...core.toml.file import TomlTable
from .model import Scene, Story


def check_battle(story: Story, scene: Scene, table: TomlTable) -> None:
    before = len(table.file.faults)
    check_counts(story, scene, table)
    check_names(story, scene, table)
    fighters = [member.fighter for member in story.members.values()]
    places = [place.name for place in story.places(scene)]
    story.battle_rules.check_places(story.battle(scene).scenario, story.company, fighters, places, table)
    if len(table.file.faults) == before:
        check_composed_battle(story, scene, table)


def check_counts(story: Story, scene: Scene, table: TomlTable) -> None:
    places = story.places(scene)
    if not places:
        table.report("battle", "it has no friends, so the company has no places", "K6.3")
        return
    if scene.max_travellers > len(places):
        table.report("most", f"it is {scene.max_travellers}, but the battle has places for {len(places)}", "K6.3")
    if len(scene.needs) > story.max_travellers(scene):
        table.report("needs", f"it names {len(scene.needs)}, but only {story.max_travellers(scene)} can come", "K6.3")
    if places[0].is_late:
        table.report("battle", "the first place must be on the table at the start", "K2.3")
    characters = story.battle(scene).characters
    enemies = [character for character in characters if not (character.is_friend or character.is_late)]
    has_sound_paths = table.file.is_sound("scene", "option", "after")
    if has_sound_paths and not any(is_first_meeting(story, scene, enemy.name) for enemy in enemies):
        reason = "at least one enemy on the table at the start must not depend on an earlier battle"
        table.report("battle", reason, "K6.2")


def is_first_meeting(story: Story, scene: Scene, enemy: str) -> bool:
    """Return whether no battle from which this enemy comes back can be played earlier."""
    others = [other for other in story.scenes.values() if other.battle and other is not scene]
    earlier = [other for other in others if scene.name in story.scenes_after(other)]
    return not any(enemy in story.recurring_enemies(other) for other in earlier)


def check_names(story: Story, scene: Scene, table: TomlTable) -> None:
    """Check that no member has the name of something else in the battle, ignoring case."""
    battle, places = story.battle(scene), story.places(scene)
    guests = [friend.name for friend in battle.characters if friend.is_friend and friend not in places]
    replaced = {place.company.casefold() for place in places}
    names = {name.casefold() for name in (*battle.other_names, *battle.enemies) if name} - replaced
    for name in (story.company.name, *story.members):
        is_guest = name in guests
        if name.casefold() in names or (name == story.company.name and is_guest):
            table.report("battle", f"something else in the battle is called {name!r}", "K6.3")
        if not is_guest and name.casefold() in [guest.casefold() for guest in guests]:
            table.report("battle", f"another character in the battle is called {name!r}", "K6.3")


def check_composed_battle(story: Story, scene: Scene, table: TomlTable) -> None:
    """Check that the battle can be written and parsed, with the whole company and with one member."""
    rules = story.battle_rules
    company: list[Traveller[HasName, object]] = [
        Traveller(member.fighter, member.general) for member in story.members.values()
    ]
    for count in {1, len(story.places(scene))}:
        text = rules.to_text(story.compose(scene, company[:count], absent=story.members).scenario)
        if len(text.encode()) > MAX_FILE_BYTES:
            table.report("battle", "with the company in it, it is too large for a battle", "K6.3")
        try:
            rules.files.from_text(text, f"{scene.battle}.toml")
        except BadFile as error:
            for fault in error.faults:
                reason = ": ".join(filter(None, (fault.field, fault.reason)))
                table.report("battle", f"with the company in it: {reason}", fault.clause or "K6.3")
