"""The state of a campaign: its scene, what it is waiting for, and what has happened. Only `rules` changes it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum

from ..core.dice import random_stream, roll_die
from ..core.scenarios import CUSTOM_SCENARIO_HEADER, Titled
from ..core.scenarios.campaign_battles import Battle, BattleResult, Outcome
from .entries import CampaignHeader
from .roster import Roster
from .story.model import CampaignEnding, Scene, Story


class Phase(IntEnum):
    """What a campaign is waiting for."""

    TRAVELLERS = 1  # who goes into the battle
    BATTLE = 2  # the result of the battle
    DIE = 3
    CHOICE = 4
    LEAVE = 5  # the company leaves a haven, or the place where it found an item
    TRAVEL_ON = 6  # who travels on
    OVER = 7


class JournalEventKind(IntEnum):
    """The kinds of journal events, with the meaning of their fields."""

    SCENE = 1  # text: title
    TRAVELLED = 2  # names
    BATTLE = 3  # text: the ending's text; number: outcome
    NO_FIGHT = 4
    FELL = 5  # names; text: by whom
    DIED = 6  # names; number: the roll, 0 if no die was rolled
    CAME_BACK = 7  # names; number: the roll
    UNHURT = 8  # names
    FLED = 9  # names
    CARRIED_OFF = 10  # names: those who left the table
    SLAIN = 11  # names: recurring enemies
    ESCAPED = 12  # names: recurring enemies
    HEALED = 13  # names
    JOINED = 14  # names
    PERISHED = 15  # names: killed by the story
    PARTED = 16  # names
    GIVEN = 17  # names: the holder, or empty for the pack; text: the item
    LOST = 18  # text: the item; names: the holder who died, or empty
    SCARRED = 19  # names; text: the scar
    HURT = 20  # names
    MENDED = 21  # names
    TOLD = 22  # text: a paragraph of the story
    CHOSE = 23  # text: the option
    ROLLED = 24  # text: the question; number: the roll
    BEHIND = 25  # names: those who stayed behind
    FOUND = 26  # text: the item
    NOBODY = 27
    END = 28  # text: title; number: outcome
    TAKEN = 29  # names: carried off by enemies
    FREED = 30  # names
    KEPT = 31  # names: those whose wounds stay


@dataclass(frozen=True)
class JournalEvent:
    kind: JournalEventKind
    scene: str
    names: tuple[str, ...] = ()
    text: str = ""
    number: int = 0


@dataclass(frozen=True)
class PlayedScene:
    """The result of a scene that was played."""

    outcome: Outcome | None
    """None if the scene is not a battle."""
    ending: str = ""


@dataclass
class CampaignState:
    """A campaign in progress. Only `rules.apply_entry` changes it, on a copy."""

    story: Story = field(repr=False)
    header: CampaignHeader = field(repr=False)
    company: Roster
    scene: str = ""
    """The name of the current scene, or of the end that was reached."""
    phase: Phase = Phase.OVER
    played: dict[str, PlayedScene] = field(default_factory=dict)
    met: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    """For each enemy, whether he survived each battle that he took part in."""
    absent: frozenset[str] = frozenset()
    """Enemies who will not come back."""
    travellers: tuple[str, ...] = ()
    felled: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Felled members who have not rolled yet."""
    battle_result: BattleResult | None = None
    face: int = 0
    """The roll of the scene; 0 before it."""
    next_scene: str = ""
    """The next scene or end, as set by an option or a branch; empty: the `next` of the scene."""
    events: tuple[JournalEvent, ...] = ()
    entries: int = 0
    dice: int = 0
    """The number of dice rolled so far."""
    starts: dict[str, int] = field(default_factory=dict)
    """The number of entries before each scene began."""

    def copy(self) -> CampaignState:
        return replace(
            self,
            company=self.company.copy(),
            played=dict(self.played),
            met=dict(self.met),
            starts=dict(self.starts),
        )

    # The current scene

    @property
    def is_over(self) -> bool:
        return self.phase == Phase.OVER

    @property
    def end(self) -> CampaignEnding | None:
        return self.story.ends.get(self.scene)

    @property
    def current_scene(self) -> Scene:
        return self.story.scenes[self.scene]

    @property
    def max_travellers(self) -> int:
        """The greatest number of members who can travel into the battle."""
        return min(self.story.max_travellers(self.current_scene), len(self.company.able))

    @property
    def min_travellers(self) -> int:
        return 1 if self.current_scene.is_chosen else self.max_travellers

    @property
    def required_travellers(self) -> list[str]:
        """The members who must travel."""
        return [name for name in self.current_scene.needs if name in self.company.able]

    @property
    def travel_on(self) -> int:
        """The number of members who may travel on; 0 means all."""
        maximum = self.story.travel_on(self.current_scene)
        return maximum if maximum < len(self.company.alive) else 0

    @property
    def question(self) -> str:
        """The question that the next die answers."""
        if self.waiting:
            return f"What becomes of {self.waiting[0]}? 1 to 3: dead, 4 to 6: back with a wound (K6.4)."
        return self.current_scene.roll

    @property
    def next_face(self) -> int:
        """The next roll of the computer; unused if the players roll real dice."""
        stream = random_stream(self.header.seed, "campaign")
        faces = [int(roll_die(stream)) for _ in range(self.dice + 1)]
        return faces[-1]

    @property
    def battle_seed(self) -> int:
        """The seed of this battle: the same after going back."""
        return int(random_stream(self.header.seed, "battle", self.scene)[0] & 0xFFFFFFFF)

    # The battle

    def battle(self) -> Battle[Titled]:
        """Return the battle of this scene with the travellers, without the enemies who do not come back.

        A guest who has joined the company no longer counts as a guest.
        """
        joined = self.company.joined
        characters = self.story.battle(self.current_scene).characters
        absent = [
            character.name
            for character in characters
            if character.name in (joined if character.is_friend else self.absent)
        ]
        return self.story.compose(self.current_scene, list(map(self.company.traveller, self.travellers)), absent)

    @property
    def guests(self) -> list[str]:
        """Members who have not joined yet but fight in this battle."""
        return [name for name in self.battle().friends if name in self.story.members and name not in self.travellers]

    def settings(self, battle: Battle[Titled]) -> dict[str, str | int]:
        """Return the options of the game for this battle, without the scenario."""
        generals = min(self.header.generals, len(battle.friends))
        return {**self.story.rules, "generals": generals, "aftermath": self.header.aftermath.word}

    def battle_options(self) -> dict[str, str | int]:
        """Return all options of the game for this battle, with the scenario as text."""
        battle = self.battle()
        text = CUSTOM_SCENARIO_HEADER + self.story.battle_rules.to_text(battle.scenario)
        return {**self.settings(battle), "scenario": text.strip()}


class SceneStatus(IntEnum):
    """The state of a scene on the map of scenes."""

    UNKNOWN = 0
    NEXT = 1  # may come next
    NOW = 2
    PLAYED = 3


def scene_map(state: CampaignState) -> dict[str, SceneStatus]:
    """Return the status of every scene."""
    successors = () if state.is_over else state.current_scene.successors
    known = {}
    for name in state.story.scenes:
        if name == state.scene:
            known[name] = SceneStatus.NOW
        elif name in state.played:
            known[name] = SceneStatus.PLAYED
        else:
            known[name] = SceneStatus.NEXT if name in successors else SceneStatus.UNKNOWN
    return known
