"""A campaign as its file tells it: the company, the scenes, what follows from them, and the ends (K6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from ..table import Card, Character, Company, Scenario, Side, given
from ..traits import Given, Trait

PACK = "pack"
"""Where items are that nobody holds."""
EVERYBODY, TRAVELLERS, FELLED = "everybody", "travellers", "felled"
GROUPS = (EVERYBODY, TRAVELLERS, FELLED)
"""Words for people whose names are not known before: all, those in the battle, and those who fell in it."""


class Sort(IntEnum):
    """Of scenes."""

    BATTLE = 1
    HAVEN = 2
    CHOICE = 3
    ITEM = 4


class Outcome(IntEnum):
    """Of a battle, and of a campaign."""

    DRAWN = 0
    WON = 1
    LOST = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Aftermath(IntEnum):
    """K6.4: what becomes of the felled."""

    EXAMPLE = 0
    NONE = 1
    HARSH = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Ask(IntEnum):
    """What a condition asks; each takes names, of which all must be so."""

    FLAG = 0
    NO_FLAG = 1
    ALIVE = 2  # in the company now
    DEAD = 3
    GONE = 4  # dead, left, or never joined
    FELLED = 5  # in this battle
    TOOK_PART = 6
    HAS_ITEM = 7
    LACKS_ITEM = 8
    WON = 9  # scenes
    LOST = 10
    DRAWN = 11
    PLAYED = 12
    UNPLAYED = 13
    ENDED = 14  # by an ending of this name, in any battle
    SURVIVED = 15  # enemies
    SLAIN = 16
    AT_LEAST = 17  # so many of the company are alive
    AT_MOST = 18
    ROLLED = 19  # the scene's die shows one of these

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Term:
    """One part of a condition."""

    ask: Ask
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Effects:
    """What changes, in this order."""

    sets: tuple[str, ...] = ()
    clears: tuple[str, ...] = ()
    recruits: tuple[str, ...] = ()
    dies: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    gives: str = ""
    """An item, and below, to whom."""
    to: str = PACK
    loses: tuple[str, ...] = ()
    scar: str = ""
    scarred: tuple[str, ...] = ()
    wounds: tuple[str, ...] = ()
    heals: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    """Paragraphs for the journal."""
    next: str = ""
    """A scene or an end, or nothing."""


@dataclass(frozen=True)
class Choice:
    """One of the options of a choice."""

    name: str
    text: str
    terms: tuple[Term, ...]
    effects: Effects


@dataclass(frozen=True)
class After:
    """What follows from a scene, when it went like this."""

    when: str
    """A battle's outcome, `timeout`, or the name of its ending; nothing: always."""
    terms: tuple[Term, ...]
    effects: Effects


@dataclass(frozen=True)
class Scene:
    name: str
    title: str
    sort: Sort
    story: tuple[str, ...]
    next: str
    """Where it goes on, unless what follows says otherwise; a choice has none."""
    roll: str
    """What a die is rolled for when it is over, or nothing."""
    travel_on: int
    """How many may travel on; 0: all."""
    battle: str = ""
    """The name of its file; so are the next fields a battle's."""
    is_chosen: bool = True
    """Whether the player chooses who takes part; else all who can."""
    most: int = 0
    needs: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    """The companies of the file whose characters are places for the player's; none: all friends."""
    item: str = ""
    """What is found in a scene of that kind."""
    choices: tuple[Choice, ...] = ()
    afters: tuple[After, ...] = ()

    @property
    def ways(self) -> tuple[str, ...]:
        """Where it can lead, each once."""
        effects = [*(one.effects for one in self.choices), *(one.effects for one in self.afters)]
        return tuple(dict.fromkeys(filter(None, (*(one.next for one in effects), self.next))))


@dataclass(frozen=True)
class Ending:
    """How a campaign can end."""

    name: str
    title: str
    outcome: Outcome
    story: tuple[str, ...]


@dataclass(frozen=True)
class Member:
    """Somebody of the company, or who may join it."""

    name: str
    card: Card
    starts: bool
    general: int
    """As in battles (K6.1); 0: dealt in turn."""
    traits: tuple[Given, ...]
    """Its own, without those of the card."""
    text: str


@dataclass(frozen=True)
class Item:
    name: str
    text: str
    trait: Given | None
    """What it does in a battle, or nothing."""
    holder: str
    """Who has it at the start: a member, the pack, or nobody yet."""
    is_passed: bool
    """Whether a friend takes it when its holder dies."""


@dataclass(frozen=True)
class Scar:
    """A change that no haven heals."""

    name: str
    text: str
    given: Given


@dataclass(frozen=True)
class Story:
    """A whole campaign."""

    name: str
    """Of its file, without the ending."""
    title: str
    story: tuple[str, ...]
    company: str
    traits: tuple[Given, ...]
    """Of the company."""
    first: str
    nobody: str
    """The end that comes when nobody of the company is left."""
    aftermath: Aftermath
    rules: Mapping[str, str | int]
    """Switches of the game, for each battle."""
    members: Mapping[str, Member]
    items: Mapping[str, Item]
    scars: Mapping[str, Scar]
    scenes: Mapping[str, Scene]
    ends: Mapping[str, Ending]
    battles: Mapping[str, Scenario] = field(repr=False)
    """By the names of their files."""

    def scenario(self, scene: Scene) -> Scenario:
        return self.battles[scene.battle]

    def replaced(self, scene: Scene) -> list[Company]:
        """The companies of a battle whose characters make place."""
        friends = [one for one in self.scenario(scene).companies if one.side == Side.FRIENDS]
        return [one for one in friends if not scene.replaces or one.name in scene.replaces]

    def places(self, scene: Scene) -> list[Character]:
        """Those of a battle whose place somebody of the company takes, in the order of the sheet."""
        scenario, replaced = self.scenario(scene), self.replaced(scene)
        return [one for one in scenario.characters if scenario.companies[one.company] in replaced]

    def most_travellers(self, scene: Scene) -> int:
        places = len(self.places(scene))
        return min(scene.most, places) if scene.most else places

    def returning(self, scene: Scene) -> set[str]:
        """Enemies of a battle who come back in later ones if they survive it."""
        scenario = self.scenario(scene)
        back = [place for place, one in enumerate(scenario.companies) if given(one.traits, Trait.COMES_BACK)]
        return {one.name for one in scenario.of_side(Side.ENEMY) if one.company in back}

    def later(self, scene: Scene) -> set[str]:
        """The scenes that may still come after this one."""
        found: set[str] = set()
        waiting = list(scene.ways)
        while waiting:
            name = waiting.pop()
            if name in self.scenes and name not in found:
                found.add(name)
                waiting += self.scenes[name].ways
        return found

    def met_later(self, scene: Scene) -> set[str]:
        """Enemies of battles that may still come."""
        battles = {self.scenes[name].battle for name in self.later(scene)} - {""}
        return {enemy.name for battle in battles for enemy in self.battles[battle].of_side(Side.ENEMY)}

    def travel_on(self, scene: Scene) -> int:
        """How many may travel on after a scene, by itself or by its battle; 0: all."""
        of_battle = given(self.scenario(scene).traits, Trait.TRAVEL_ON) if scene.sort == Sort.BATTLE else None
        return scene.travel_on or (of_battle.number() if of_battle else 0)
