"""Validate a story beyond its single fields: names exist, and every path leads to an ending (K6.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from ...core.scenarios.campaign_battles import TIMEOUT, Outcome
from ...core.sentences import plural
from ...core.toml.file import TomlTable, join_or, suggest
from .model import FELLED as FELLED_GROUP
from .model import (
    GROUPS,
    PACK,
    TAKEN,
    TRAVELLERS,
    Condition,
    ConditionKind,
    Effects,
    Scene,
    SceneKind,
    Story,
)
from .validate_battles import check_battle

MIN_OPTIONS, MAX_OPTIONS = 2, 8
SIDE_NAMES = ("friends", "enemy")
OUTCOME_WORDS = tuple(outcome.word for outcome in Outcome)
ENEMY_CONDITIONS = (ConditionKind.SURVIVED, ConditionKind.SLAIN)
FLAG_CONDITIONS = (ConditionKind.FLAG, ConditionKind.NO_FLAG)
ITEM_CONDITIONS = (ConditionKind.HAS_ITEM, ConditionKind.LACKS_ITEM)
BATTLE_CONDITIONS = (ConditionKind.WON, ConditionKind.LOST, ConditionKind.DRAWN)
THIS_BATTLE_CONDITIONS = (ConditionKind.FELLED, ConditionKind.TOOK_PART)


class StorySource(NamedTuple):
    """The TOML tables of a story, by name, so that errors can cite a line."""

    top: TomlTable
    members: Mapping[str, TomlTable]
    items: Mapping[str, TomlTable]
    scenes: Mapping[str, TomlTable]
    choices: Mapping[str, Sequence[TomlTable]]
    """By scene, as are the `branches`."""
    branches: Mapping[str, Sequence[TomlTable]]
    ends: Mapping[str, TomlTable]


def validate_story(story: Story, origin: StorySource) -> None:
    """Report every fault. What depends on a wrong field is not checked."""
    check_head(story, origin)
    check_members(story, origin)
    check_items(story, origin)
    check_owners(story, origin)
    for scene in story.scenes.values():
        check_scene(story, scene, origin)
        check_branches(story, scene, origin)
    file = origin.top.file
    if file.is_sound("first", "nobody", "scene", "option", "after", "end"):
        check_paths(story, origin)
    if file.is_sound("member", "card", "cards", "company", "traits", "item", "scar"):
        sound = [scene for scene in story.scenes.values() if origin.scenes[scene.name].is_sound()]
        for scene in sound:
            if scene.kind == SceneKind.BATTLE:
                check_battle(story, scene, origin.scenes[scene.name])


# The company and what it has


def check_head(story: Story, origin: StorySource) -> None:
    check_known(origin.top, "first", story.first, story.scenes, "scene")
    check_known(origin.top, "nobody", story.nobody, story.ends, "end")
    for name, table in origin.ends.items():
        if name.casefold() in [scene.casefold() for scene in story.scenes]:
            table.report("name", f"a scene is also called {name!r}", "K6.3")


def check_members(story: Story, origin: StorySource) -> None:
    is_sound = origin.top.file.is_sound("member")
    if is_sound and not any(member.starts for member in story.members.values()):
        origin.top.report("member", "the company has no members at the start", "K6.3")
    taken = (*GROUPS, TAKEN, PACK, *SIDE_NAMES, story.company.name.casefold())
    for name, table in origin.members.items():
        if name.casefold() in taken:
            table.report("name", f"{name!r} is a reserved name", "K6.3")


def check_items(story: Story, origin: StorySource) -> None:
    held: set[tuple[str, str]] = set()
    for name, table in origin.items.items():
        item = story.items[name]
        if item.holder and item.holder != PACK:
            check_known(table, "holder", item.holder, story.members, "member")
            if item.holder in story.members and not story.members[item.holder].starts:
                table.report("holder", f"{item.holder!r} joins later, so he cannot hold it at the start", "K6.3")
            if item.effect and (item.holder, item.effect.kind) in held:
                table.report("holder", f"{item.holder!r} already holds an item of this kind", "K6.3")
            if item.effect:
                held.add((item.holder, item.effect.kind))
        if item.effect and item.effect.enemy:
            check_known(table, "traits", item.effect.enemy, list_enemies(story), "enemy")


def list_enemies(story: Story) -> list[str]:
    return sorted({enemy for battle in story.battles.values() for enemy in battle.enemies})


def check_known(table: TomlTable, field: str, name: str, choices: Collection[str], what: str) -> None:
    """Report an unknown name, unless one of the fields that define such names is wrong."""
    if name and name not in choices and table.file.is_sound(*DEFINED_IN[what]):
        table.report(field, f"no {what} is called {name!r}; {suggest(name, list(choices)[:MAX_SUGGESTIONS])}", "K6.3")


MAX_SUGGESTIONS = 20
MEMBER_FIELDS = ("member.name", "member.card", "member.cards", "member.joins", "card.name", "cards")
DEFINED_IN = {
    "scene": ("scene.name",),
    "end": ("end.name",),
    "scene or end": ("scene.name", "end.name"),
    "member": MEMBER_FIELDS,
    "member who joins later": MEMBER_FIELDS,
    "item": ("item.name",),
    "scar": ("scar.name",),
    "flag": ("option.set", "after.set"),
    "battle": ("scene.name", "scene.kind"),
    "enemy": ("scene.battle",),
    "ending": ("scene.battle",),
    "company of friends in this battle": ("scene.battle",),
}
"""The fields that define the names of each kind of thing."""


# Scenes


def check_owners(story: Story, origin: StorySource) -> None:
    """Check that every option and every branch belongs to a scene."""
    for tables in (*origin.choices.values(), *origin.branches.values()):
        for table in tables:
            check_known(table, "scene", str(table.data.get("scene", "")), story.scenes, "scene")


def check_scene(story: Story, scene: Scene, origin: StorySource) -> None:
    table = origin.scenes[scene.name]
    if scene.next:
        check_known(table, "next", scene.next, list_targets(story), "scene or end")
    if scene.kind == SceneKind.ITEM:
        check_known(table, "item", scene.item, story.items, "item")
    if scene.kind == SceneKind.CHOICE:
        check_choices(scene, table, origin.choices.get(scene.name, ()))
    elif scene.choices:
        origin.choices[scene.name][0].report(
            "scene", f"the scene {scene.name!r} is not a choice, so it has no options", "K6.3"
        )
    for name in scene.needs:
        check_known(table, "needs", name, story.members, "member")
    if scene.battle in story.battles:
        companies = [friend.company for friend in story.battle(scene).places(())]
        for name in scene.replaces:
            check_known(table, "replaces", name, dict.fromkeys(companies), "company of friends in this battle")


def check_choices(scene: Scene, table: TomlTable, tables: Sequence[TomlTable]) -> None:
    if not MIN_OPTIONS <= len(scene.choices) <= MAX_OPTIONS:
        if table.file.is_sound("option.scene"):
            count = plural(len(scene.choices), "option")
            table.report("kind", f"it has {count}; a choice has {MIN_OPTIONS} to {MAX_OPTIONS}", "K6.3")
    elif all(choice.conditions for choice in scene.choices):
        table.report("kind", "one of its options must have no `if`, so that there is always one to choose", "K6.3")
    seen: set[str] = set()
    for choice, origin in zip(scene.choices, tables, strict=True):
        if choice.name.casefold() in seen:
            origin.report("name", f"another option is called {choice.name!r}", "K6.3")
        seen.add(choice.name.casefold())


def list_targets(story: Story) -> list[str]:
    return [*story.scenes, *story.ends]


# What follows


def check_branches(story: Story, scene: Scene, origin: StorySource) -> None:
    for choice, table in zip(scene.choices, origin.choices.get(scene.name, ()), strict=True):
        check_effects(story, scene, choice.conditions, choice.effects, table)
    is_done = False
    for branch, table in zip(scene.branches, origin.branches.get(scene.name, ()), strict=True):
        if is_done:
            table.report("scene", "this is never reached: the table above always sets `next`", "K6.3")
        check_when(story, scene, branch.when, table)
        check_effects(story, scene, branch.conditions, branch.effects, table)
        is_done = not branch.when and not branch.conditions and bool(branch.effects.next)


def check_when(story: Story, scene: Scene, when: str, table: TomlTable) -> None:
    if not when:
        return
    if scene.kind != SceneKind.BATTLE:
        table.report("when", f"leave it out: the scene {scene.name!r} is not a battle", "K6.3")
    if scene.battle not in story.battles:
        return
    allowed = [*OUTCOME_WORDS, TIMEOUT, *story.battle(scene).endings]
    if when not in allowed:
        table.report_value("when", join_or(allowed), "K6.3")


def check_effects(
    story: Story, scene: Scene, conditions: Sequence[Condition], effects: Effects, table: TomlTable
) -> None:
    for condition in conditions:
        check_condition(story, scene, condition, table, comes_after=table.name == "after")
    for field, names, choices, what in named_things(story, effects):
        for name in names:
            check_known(table, field, name, choices, what)
    for field, names in named_people(effects):
        for name in names:
            check_known(table, field, name, (*GROUPS, *story.members), "member")
            if name in (TRAVELLERS, FELLED_GROUP) and scene.kind != SceneKind.BATTLE:
                table.report(field, f"{scene.name!r} is not a battle, so {name!r} means no one", "K6.3")


def named_things(story: Story, effects: Effects) -> Iterator[tuple[str, Sequence[str], Collection[str], str]]:
    """Yield each field that names something, its names, the known names, and what they are."""
    later = [member.name for member in story.members.values() if not member.starts]
    yield "recruit", effects.recruits, later, "member who joins later"
    yield "free", effects.frees, (TAKEN, *story.members), "member"
    yield "give.item", [effects.gives] if effects.gives else [], story.items, "item"
    yield "give.to", [effects.to], (PACK, *story.members), "member"
    yield "lose", effects.loses, story.items, "item"
    yield "scar.name", [effects.scar] if effects.scar else [], story.scars, "scar"
    yield "next", [effects.next] if effects.next else [], list_targets(story), "scene or end"


def named_people(effects: Effects) -> Iterator[tuple[str, Sequence[str]]]:
    yield "dies", effects.dies
    yield "leaves", effects.leaves
    yield "scar.who", effects.scarred
    yield "wound", effects.wounds
    yield "heal", effects.heals


def check_condition(story: Story, scene: Scene, condition: Condition, table: TomlTable, comes_after: bool) -> None:
    field = f"if.{condition.kind.word}"
    if condition.kind in THIS_BATTLE_CONDITIONS and scene.kind != SceneKind.BATTLE:
        table.report(field, f"the scene {scene.name!r} is not a battle", "K6.3")
    if condition.kind == ConditionKind.ROLLED and not (scene.roll and comes_after):
        table.report(field, "no die is rolled before this; the scene needs the field `roll`", "K6.3")
    choices, what = names_for_condition(story, condition.kind)
    for name in condition.names:
        check_known(table, field, name, choices, what)


def names_for_condition(story: Story, kind: ConditionKind) -> tuple[Collection[str], str]:
    """Return the names that a condition of this kind can take, and what they are."""
    if kind in FLAG_CONDITIONS:
        return list_flags(story), "flag"
    if kind in ITEM_CONDITIONS:
        return story.items, "item"
    if kind in BATTLE_CONDITIONS:
        return [scene.name for scene in story.scenes.values() if scene.kind == SceneKind.BATTLE], "battle"
    if kind in (ConditionKind.PLAYED, ConditionKind.UNPLAYED):
        return story.scenes, "scene"
    if kind in ENEMY_CONDITIONS:
        return list_enemies(story), "enemy"
    if kind == ConditionKind.ENDED:
        return [name for battle in story.battles.values() for name in battle.endings], "ending"
    return story.members, "member"


def list_flags(story: Story) -> list[str]:
    scenes = story.scenes.values()
    effects = [choice.effects for scene in scenes for choice in scene.choices]
    effects += [branch.effects for scene in scenes for branch in scene.branches]
    return sorted({flag for effect in effects for flag in effect.sets})


# Paths


def check_paths(story: Story, origin: StorySource) -> None:
    """Check that no path leads back, so that every path ends, and that every scene can be reached."""
    try:
        tuple(TopologicalSorter({scene.name: scene.successors for scene in story.scenes.values()}).static_order())
    except CycleError as error:
        loop = error.args[1][::-1]
        path = " to ".join(repr(name) for name in loop[:8])
        reason = f"the scenes form a loop, from {path}; each scene is played at most once"
        origin.scenes[loop[0]].report("name", reason, "K6.3")
        return
    reached = find_reachable(story)
    for name, table in (*origin.scenes.items(), *origin.ends.items()):
        if name not in reached and name != story.nobody:
            table.report("name", f"nothing leads to {name!r}", "K6.3")


def find_reachable(story: Story) -> set[str]:
    reached: set[str] = set()
    waiting = [story.first]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += story.scenes[name].successors if name in story.scenes else ()
    return reached
