"""What a campaign must be beyond its single fields: names that exist, and ways that lead to an end (K6.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from ....core.tomlfile import Table, either
from ..table import Side
from ..traits import Trait
from .fitting import check_battle
from .story import FELLED as FELLED_ONES
from .story import GROUPS, PACK, TRAVELLERS, Ask, Effects, Outcome, Scene, Sort, Story, Term

TIMEOUT = "timeout"
FEWEST_CHOICES, MOST_CHOICES = 2, 8
OUTCOMES = tuple(outcome.word for outcome in Outcome)
ENEMIES = (Ask.SURVIVED, Ask.SLAIN)
FLAGS = (Ask.FLAG, Ask.NO_FLAG)
ITEMS = (Ask.HAS_ITEM, Ask.LACKS_ITEM)
BATTLES = (Ask.WON, Ask.LOST, Ask.DRAWN)
OF_THIS_BATTLE = (Ask.FELLED, Ask.TOOK_PART)


class Origin(NamedTuple):
    """The tables that a story was read from, so that a fault has a line; by name where things have one."""

    top: Table
    members: Mapping[str, Table]
    items: Mapping[str, Table]
    scenes: Mapping[str, Table]
    choices: Mapping[str, Sequence[Table]]
    """Of each scene, as are the next."""
    afters: Mapping[str, Sequence[Table]]
    ends: Mapping[str, Table]


def check(story: Story, origin: Origin) -> None:
    """BadOption with the first fault that is found."""
    check_head(story, origin)
    check_members(story, origin)
    check_items(story, origin)
    check_owners(story, origin)
    for scene in story.scenes.values():
        check_scene(story, scene, origin)
        check_passages(story, scene, origin)
    check_ways(story, origin)
    for scene in story.scenes.values():
        if scene.sort == Sort.BATTLE:
            check_battle(story, scene, origin.scenes[scene.name])


# The company and what it has


def check_head(story: Story, origin: Origin) -> None:
    known(origin.top, "first", story.first, story.scenes, "scene")
    known(origin.top, "nobody", story.nobody, story.ends, "end")
    for name, table in origin.ends.items():
        if name.casefold() in [one.casefold() for one in story.scenes]:
            raise table.fault("name", f"a scene is called {name!r}, too", "K6.3")


def check_members(story: Story, origin: Origin) -> None:
    if not any(member.starts for member in story.members.values()):
        raise origin.top.fault("member", "nobody is in the company at the start", "K6.3")
    taken = (*GROUPS, PACK, *(side.name.lower() for side in Side), story.company.casefold())
    for name, table in origin.members.items():
        if name.casefold() in taken:
            raise table.fault("name", f"nobody can be called {name!r} here", "K6.3")


def check_items(story: Story, origin: Origin) -> None:
    full: set[tuple[str, Trait]] = set()
    for name, table in origin.items.items():
        item = story.items[name]
        if item.holder and item.holder != PACK:
            known(table, "holder", item.holder, story.members, "member")
            if not story.members[item.holder].starts:
                raise table.fault("holder", f"{item.holder!r} joins later", "K6.3")
            if item.trait and (item.holder, item.trait.trait) in full:
                raise table.fault("holder", f"{item.holder!r} holds such an item already", "K6.3")
            if item.trait:
                full.add((item.holder, item.trait.trait))
        if item.trait and item.trait.trait == Trait.BANE:
            known(table, "traits", item.trait.name(), enemies_in(story), "enemy in any battle")


def enemies_in(story: Story) -> list[str]:
    return sorted({one.name for battle in story.battles.values() for one in battle.of_side(Side.ENEMY)})


def known(table: Table, field: str, name: str, among: Collection[str], what: str) -> None:
    if name not in among:
        there_are = ", ".join(list(among)[:20]) or "none"
        raise table.fault(field, f"there is no {what} {name!r}; there are: {there_are}", "K6.3")


# Scenes


def check_owners(story: Story, origin: Origin) -> None:
    """Options and what follows belong to a scene."""
    for tables in (*origin.choices.values(), *origin.afters.values()):
        for table in tables:
            known(table, "scene", str(table.data["scene"]), story.scenes, "scene")


def check_scene(story: Story, scene: Scene, origin: Origin) -> None:
    table = origin.scenes[scene.name]
    if scene.next:
        known(table, "next", scene.next, targets(story), "scene or end")
    if scene.sort == Sort.ITEM:
        known(table, "item", scene.item, story.items, "item")
    if scene.sort == Sort.CHOICE:
        check_choices(scene, table, origin.choices.get(scene.name, ()))
    elif scene.choices:
        raise origin.choices[scene.name][0].fault("scene", f"{scene.name!r} is no choice", "K6.3")
    for name in scene.needs:
        known(table, "needs", name, story.members, "member")
    if scene.sort == Sort.BATTLE:
        friends = [one.name for one in story.scenario(scene).companies if one.side == Side.FRIENDS]
        for name in scene.replaces:
            known(table, "replaces", name, friends, "company of friends in this battle")


def check_choices(scene: Scene, table: Table, tables: Sequence[Table]) -> None:
    if not FEWEST_CHOICES <= len(scene.choices) <= MOST_CHOICES:
        reason = f"it has {len(scene.choices)} options; a choice has {FEWEST_CHOICES} to {MOST_CHOICES}"
        raise table.fault("kind", reason, "K6.3")
    if all(choice.terms for choice in scene.choices):
        raise table.fault("kind", "one of its options must have no `if`, so that there is always one", "K6.3")
    seen: set[str] = set()
    for choice, origin in zip(scene.choices, tables, strict=True):
        if choice.name.casefold() in seen:
            raise origin.fault("name", f"another option is called {choice.name!r}", "K6.3")
        seen.add(choice.name.casefold())


def targets(story: Story) -> list[str]:
    return [*story.scenes, *story.ends]


# What follows


def check_passages(story: Story, scene: Scene, origin: Origin) -> None:
    for choice, table in zip(scene.choices, origin.choices.get(scene.name, ()), strict=True):
        check_passage(story, scene, choice.terms, choice.effects, table)
    is_done = False
    for after, table in zip(scene.afters, origin.afters.get(scene.name, ()), strict=True):
        if is_done:
            raise table.fault("scene", "this never comes: what stands above leads on in any case", "K6.3")
        check_when(story, scene, after.when, table)
        check_passage(story, scene, after.terms, after.effects, table)
        is_done = not after.when and not after.terms and bool(after.effects.next)


def check_when(story: Story, scene: Scene, when: str, table: Table) -> None:
    if not when:
        return
    if scene.sort != Sort.BATTLE:
        raise table.fault("when", f"{scene.name!r} is no battle; what follows from it always does", "K6.3")
    words = [*OUTCOMES, TIMEOUT, *(one.name for one in story.scenario(scene).endings if one.name)]
    if when not in words:
        raise table.wrong("when", f"it must be {either(words)}", "K6.3")


def check_passage(story: Story, scene: Scene, terms: Sequence[Term], effects: Effects, table: Table) -> None:
    for term in terms:
        check_term(story, scene, term, table, comes_after=table.name == "after")
    for field, names, among, what in named_in(story, effects):
        for name in names:
            known(table, field, name, among, what)
    for field, names in people_in(effects):
        for name in names:
            known(table, field, name, (*GROUPS, *story.members), "member")
            if name in (TRAVELLERS, FELLED_ONES) and scene.sort != Sort.BATTLE:
                raise table.fault(field, f"{scene.name!r} is no battle; nobody is {name!r} there", "K6.3")


def named_in(story: Story, effects: Effects) -> Iterator[tuple[str, Sequence[str], Collection[str], str]]:
    """The fields that name things, what they name, and what there is."""
    later = [one.name for one in story.members.values() if not one.starts]
    yield "recruit", effects.recruits, later, "member who joins later"
    yield "give", [effects.gives] if effects.gives else [], story.items, "item"
    yield "give", [effects.to], (PACK, *story.members), "member"
    yield "lose", effects.loses, story.items, "item"
    yield "scar", [effects.scar] if effects.scar else [], story.scars, "scar"
    yield "next", [effects.next] if effects.next else [], targets(story), "scene or end"


def people_in(effects: Effects) -> Iterator[tuple[str, Sequence[str]]]:
    yield "dies", effects.dies
    yield "leaves", effects.leaves
    yield "scar", effects.scarred
    yield "wound", effects.wounds
    yield "heal", effects.heals


def check_term(story: Story, scene: Scene, term: Term, table: Table, comes_after: bool) -> None:
    word = term.ask.word
    if term.ask in OF_THIS_BATTLE and scene.sort != Sort.BATTLE:
        raise table.fault("if", f"{word}: {scene.name!r} is no battle", "K6.3")
    if term.ask == Ask.ROLLED and not (scene.roll and comes_after):
        raise table.fault("if", f"{word}: no die is rolled before; the scene needs the field roll", "K6.3")
    among, what = asked(story, term.ask)
    for name in term.names:
        known(table, "if", name, among, what)


def asked(story: Story, ask: Ask) -> tuple[Collection[str], str]:
    """What such a condition can name."""
    if ask in FLAGS:
        return flags_set(story), "flag that is ever set"
    if ask in ITEMS:
        return story.items, "item"
    if ask in BATTLES:
        return [one.name for one in story.scenes.values() if one.sort == Sort.BATTLE], "battle"
    if ask in (Ask.PLAYED, Ask.UNPLAYED):
        return story.scenes, "scene"
    if ask in ENEMIES:
        return enemies_in(story), "enemy in any battle"
    if ask == Ask.ENDED:
        return [one.name for battle in story.battles.values() for one in battle.endings if one.name], "ending"
    return story.members, "member"


def flags_set(story: Story) -> list[str]:
    scenes = story.scenes.values()
    effects = [one.effects for scene in scenes for one in scene.choices]
    effects += [one.effects for scene in scenes for one in scene.afters]
    return sorted({flag for one in effects for flag in one.sets})


# Ways


def check_ways(story: Story, origin: Origin) -> None:
    """No way leads back, so that every one comes to an end; and everything can be reached."""
    try:
        tuple(TopologicalSorter({one.name: one.ways for one in story.scenes.values()}).static_order())
    except CycleError as error:
        loop = error.args[1][::-1]
        way = " to ".join(repr(name) for name in loop[:8])
        reason = f"the scenes lead in a circle, from {way}; a scene is played once"
        raise origin.scenes[loop[0]].fault("name", reason, "K6.3") from None
    reached = reached_from(story)
    for name, table in (*origin.scenes.items(), *origin.ends.items()):
        if name not in reached and name != story.nobody:
            raise table.fault("name", f"nothing leads to {name!r}", "K6.3")


def reached_from(story: Story) -> set[str]:
    reached: set[str] = set()
    waiting = [story.first]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += story.scenes[name].ways if name in story.scenes else ()
    return reached
