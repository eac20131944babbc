"""The story of a campaign: members, items, scars, scenes, branches and endings (K6.3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from ...core.definition import GameDefinition
from ...core.scenarios import Titled
from ...core.scenarios.campaign_battles import (
    AnyCampaignBattles,
    Battle,
    BattleCharacter,
    BattleEffect,
    HasName,
    Outcome,
    Traveller,
)

MAX_GENERALS = 4

PACK = "pack"
"""The holder of items that no member holds."""
EVERYBODY, TRAVELLERS, FELLED = "everybody", "travellers", "felled"
GROUPS = (EVERYBODY, TRAVELLERS, FELLED)
"""Words of the file format for groups of members: all, those in the battle, and those who fell in it."""
TAKEN = "taken"
"""The word for the members whom enemies have carried off, which only the effect `free` takes."""


class SceneKind(IntEnum):
    BATTLE = 1
    HAVEN = 2
    CHOICE = 3
    ITEM = 4


class Aftermath(IntEnum):
    """The rule for felled members after a battle (K6.4)."""

    EXAMPLE = 0
    NONE = 1
    HARSH = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Wounds(IntEnum):
    """What becomes of the wounds of members who did not fall (K6.2)."""

    HEAL = 0  # they are gone after the battle
    KEEP = 1  # they stay until the next haven

    @property
    def word(self) -> str:
        return self.name.lower()


class ConditionKind(IntEnum):
    """What a condition checks; it must be true of each of its names."""

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
    ENDED = 14  # any battle, by an ending of this name
    SURVIVED = 15  # enemies
    SLAIN = 16
    AT_LEAST = 17  # this many members are in the company
    AT_MOST = 18
    ROLLED = 19  # the roll of the scene is one of these
    TAKEN = 20  # carried off by enemies, and not free again

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class Condition:
    """One part of a condition."""

    kind: ConditionKind
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Effects:
    """What an option or a branch changes, in this order."""

    sets: tuple[str, ...] = ()
    clears: tuple[str, ...] = ()
    recruits: tuple[str, ...] = ()
    frees: tuple[str, ...] = ()
    dies: tuple[str, ...] = ()
    leaves: tuple[str, ...] = ()
    gives: str = ""
    """An item; `to` is its new holder."""
    to: str = PACK
    loses: tuple[str, ...] = ()
    scar: str = ""
    scarred: tuple[str, ...] = ()
    wounds: tuple[str, ...] = ()
    heals: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    """Paragraphs for the journal."""
    next: str = ""
    """A scene or an end, or empty."""


@dataclass(frozen=True)
class ChoiceOption:
    """An option of a choice scene ([[option]])."""

    name: str
    text: str
    conditions: tuple[Condition, ...]
    effects: Effects


@dataclass(frozen=True)
class Branch:
    """What follows from a scene if its conditions are met ([[after]])."""

    when: str
    """The outcome of the battle, `timeout`, or the name of an ending; empty: always."""
    conditions: tuple[Condition, ...]
    effects: Effects


@dataclass(frozen=True)
class Scene:
    name: str
    title: str
    kind: SceneKind
    story: tuple[str, ...]
    next: str
    """The next scene or end, unless a branch sets another; a choice has none."""
    roll: str
    """The question for the die that is rolled when the scene is over, or empty."""
    travel_on: int
    """The number of members who may travel on; 0 means all."""
    battle: str = ""
    """The name of the battle file; this field and the next four are for battles."""
    is_chosen: bool = True
    """Whether the player chooses who takes part; otherwise everyone who can does."""
    max_travellers: int = 0
    """The greatest number of members who may take part; 0: no limit."""
    needs: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    """The companies whose characters the travellers replace; empty means all friends."""
    item: str = ""
    """The item that is found in an item scene."""
    choices: tuple[ChoiceOption, ...] = ()
    branches: tuple[Branch, ...] = ()

    @property
    def successors(self) -> tuple[str, ...]:
        """The scenes and ends that can come next, without duplicates."""
        effects = [*(choice.effects for choice in self.choices), *(branch.effects for branch in self.branches)]
        return tuple(dict.fromkeys(filter(None, (*(effect.next for effect in effects), self.next))))


@dataclass(frozen=True)
class CampaignEnding:
    """An ending of a campaign."""

    name: str
    title: str
    outcome: Outcome
    story: tuple[str, ...]


@dataclass(frozen=True)
class Member:
    """A member of the company, from the start or later."""

    name: str
    fighter: HasName
    """The game's own object: its card and its traits."""
    starts: bool
    general: int
    """The number of the general (K6.1); 0: members are dealt to the generals in turn."""
    text: str


@dataclass(frozen=True)
class Item:
    name: str
    text: str
    effect: BattleEffect[object] | None
    holder: str
    """The holder at the start: a member, the pack, or empty if it appears later."""
    is_passed: bool
    """Whether it goes into the pack when its holder dies; otherwise it is lost."""


@dataclass(frozen=True)
class Scar:
    """A permanent change of a card that no haven heals."""

    name: str
    text: str
    effect: BattleEffect[object]


@dataclass(frozen=True)
class Story:
    """A whole campaign."""

    name: str
    """The name of its file without `.toml`."""
    game: GameDefinition = field(repr=False)
    """The game of its battles."""
    title: str
    story: tuple[str, ...]
    company: HasName
    """The game's own object."""
    first: str
    nobody: str
    """The end that comes when no member is left."""
    aftermath: Aftermath
    wounds: Wounds
    felled_travel: bool
    """Whether members with more wounds than slots can travel (K6.4)."""
    rules: Mapping[str, str | int]
    """Options of the game for every battle."""
    members: Mapping[str, Member]
    items: Mapping[str, Item]
    scars: Mapping[str, Scar]
    scenes: Mapping[str, Scene]
    ends: Mapping[str, CampaignEnding]
    battles: Mapping[str, Battle[Titled]] = field(repr=False)
    """The battles by the names of their files."""

    @property
    def battle_rules(self) -> AnyCampaignBattles:
        assert self.game.campaign_battles is not None
        return self.game.campaign_battles

    def battle(self, scene: Scene) -> Battle[Titled]:
        """Return the battle of a scene as its file describes it."""
        return self.battles[scene.battle]

    def places(self, scene: Scene) -> list[BattleCharacter]:
        """Return the characters that travellers replace, in the order of the battle's file."""
        return self.battle(scene).places(scene.replaces)

    def compose(
        self, scene: Scene, travellers: Sequence[Traveller[HasName, object]], absent: Collection[str]
    ) -> Battle[Titled]:
        """Return the battle of a scene with these travellers, and without the absent characters of its file."""
        places = [place.name for place in self.places(scene)]
        return self.battle_rules.compose(self.battle(scene).scenario, self.company, places, travellers, absent)

    def max_travellers(self, scene: Scene) -> int:
        places = len(self.places(scene))
        return min(scene.max_travellers, places) if scene.max_travellers else places

    def recurring_enemies(self, scene: Scene) -> set[str]:
        """Return the enemies of a battle who come back in later ones if they survive."""
        return {character.name for character in self.battle(scene).characters if character.comes_back}

    def scenes_after(self, scene: Scene) -> set[str]:
        """Return the scenes that may come after this one."""
        found: set[str] = set()
        waiting = list(scene.successors)
        while waiting:
            name = waiting.pop()
            if name in self.scenes and name not in found:
                found.add(name)
                waiting += self.scenes[name].successors
        return found

    def enemies_after(self, scene: Scene) -> set[str]:
        """Return the enemies of the battles that may come after this scene."""
        battles = {self.scenes[name].battle for name in self.scenes_after(scene)} - {""}
        return {enemy for battle in battles for enemy in self.battles[battle].enemies}

    def travel_on(self, scene: Scene) -> int:
        """Return the number of members who may travel on, by the scene or by its battle; 0 means all."""
        return scene.travel_on or (self.battle(scene).travel_on if scene.kind == SceneKind.BATTLE else 0)
