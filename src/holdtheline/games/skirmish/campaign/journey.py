"""A campaign that is under way: where it stands, and what it waits for. What changes it is in `unfolding`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum

from ....core.dice import roll, stream_for
from ..scenarios import MARK
from ..table import Scenario, Side
from ..writing import text_of
from .company import Company
from .composing import composed
from .entries import Fought, Header
from .story import Ending, Outcome, Scene, Story


class Awaits(IntEnum):
    """What a campaign waits for."""

    TRAVELLERS = 1  # who goes into the battle
    BATTLE = 2  # its end
    DIE = 3
    CHOICE = 4
    LEAVE = 5  # to go on from a haven, or from where something was found
    TRAVEL_ON = 6  # who travels on
    OVER = 7


class Tell(IntEnum):
    """What the journal tells; with the meaning of its names, words and number."""

    SCENE = 1  # words: title
    TRAVELLED = 2  # who
    BATTLE = 3  # words: the ending's text; number: outcome
    NO_FIGHT = 4
    FELL = 5  # who; words: by whom
    DIED = 6  # who; number: the face, 0: without a die
    CAME_BACK = 7  # who; number: the face
    UNHURT = 8  # who
    FLED = 9  # who
    CARRIED_OFF = 10  # who left the table
    SLAIN = 11  # who: enemies who could have come back
    ESCAPED = 12  # who: enemies who will
    HEALED = 13  # who
    JOINED = 14  # who
    PERISHED = 15  # who: by the story
    PARTED = 16  # who
    GIVEN = 17  # who: to whom, or nobody; words: the item
    LOST = 18  # words: the item; who: with whom, or nobody
    SCARRED = 19  # who; words: the scar
    HURT = 20  # who
    MENDED = 21  # who
    TOLD = 22  # words: the story's own
    CHOSE = 23  # words: the option
    ROLLED = 24  # words: what for; number: the face
    BEHIND = 25  # who stayed behind
    FOUND = 26  # words: the item
    NOBODY = 27
    END = 28  # words: title; number: outcome


@dataclass(frozen=True)
class Happening:
    tell: Tell
    scene: str
    who: tuple[str, ...] = ()
    words: str = ""
    number: int = 0


@dataclass(frozen=True)
class Played:
    """A scene that was played."""

    outcome: Outcome | None
    """Of a battle."""
    ending: str = ""


@dataclass
class Journey:
    """It changes only inside `unfolding`, which works on a copy."""

    story: Story = field(repr=False)
    header: Header = field(repr=False)
    company: Company
    scene: str = ""
    """Or the end that was reached."""
    awaits: Awaits = Awaits.OVER
    played: dict[str, Played] = field(default_factory=dict)
    met: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    """Enemies: whether they survived each battle that was played with them."""
    absent: frozenset[str] = frozenset()
    """Enemies who will not come back."""
    travellers: tuple[str, ...] = ()
    felled: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    """Those of the felled who are still to roll."""
    fought: Fought | None = None
    face: int = 0
    """Of the scene's own die."""
    leads: str = ""
    """Where an option leads, or what follows."""
    happened: tuple[Happening, ...] = ()
    entries: int = 0
    dice: int = 0
    """How many were rolled."""
    starts: dict[str, int] = field(default_factory=dict)
    """After how many entries each scene began."""

    def copy(self) -> Journey:
        return replace(
            self,
            company=self.company.copy(),
            played=dict(self.played),
            met=dict(self.met),
            starts=dict(self.starts),
        )

    # Where it stands

    @property
    def is_over(self) -> bool:
        return self.awaits == Awaits.OVER

    @property
    def end(self) -> Ending | None:
        return self.story.ends.get(self.scene)

    @property
    def now(self) -> Scene:
        return self.story.scenes[self.scene]

    @property
    def most(self) -> int:
        """How many can travel into the battle."""
        return min(self.story.most_travellers(self.now), len(self.company.able))

    @property
    def fewest(self) -> int:
        return 1 if self.now.is_chosen else self.most

    @property
    def needed(self) -> list[str]:
        """Those who must travel."""
        return [name for name in self.now.needs if name in self.company.able]

    @property
    def travel_on(self) -> int:
        """How many may travel on; 0: all."""
        most = self.story.travel_on(self.now)
        return most if most < len(self.company.alive) else 0

    @property
    def question(self) -> str:
        """What the die is rolled for."""
        if self.waiting:
            return f"What becomes of {self.waiting[0]}? 1 to 3: dead, 4 to 6: back with a wound (K6.4)."
        return self.now.roll

    @property
    def next_face(self) -> int:
        """What the computer's die shows next; people who roll their own do not ask."""
        stream = stream_for(self.header.seed, "campaign")
        faces = [int(roll(stream)) for _ in range(self.dice + 1)]
        return faces[-1]

    @property
    def battle_seed(self) -> int:
        """The computer's dice for this battle: the same if one comes back to it."""
        return int(stream_for(self.header.seed, "battle", self.scene)[0] & 0xFFFFFFFF)

    # The battle

    def battle(self, travellers: Sequence[str] = ()) -> Scenario:
        """The battle of this scene with those who travel, or who would."""
        names = travellers or self.travellers
        company = self.company
        gone = [company.traveller(name) for name in names]
        return composed(self.story, self.now, gone, self.absent, company.joined)

    @property
    def guests(self) -> list[str]:
        """Members who have not joined yet, and fight along in this battle."""
        names = [one.name for one in self.battle().of_side(Side.FRIENDS)]
        return [name for name in names if name in self.story.members and name not in self.travellers]

    def settings(self, scenario: Scenario) -> dict[str, str | int]:
        """The options of the game for this battle, but for the battle itself."""
        generals = min(self.header.generals, len(scenario.of_side(Side.FRIENDS)))
        return {**self.story.rules, "generals": generals, "aftermath": self.header.aftermath.word}

    def battle_options(self) -> dict[str, str | int]:
        """The options of the game that the battle is; it is told by its text."""
        scenario = self.battle()
        return {**self.settings(scenario), "scenario": (MARK + text_of(scenario)).strip()}


class Known(IntEnum):
    """What the map of scenes shows of one."""

    UNKNOWN = 0
    NEXT = 1  # it may come next
    NOW = 2
    PLAYED = 3


def scene_map(journey: Journey) -> dict[str, Known]:
    """Every scene, and how much of it is known."""
    ways = () if journey.is_over else journey.now.ways
    known = {}
    for name in journey.story.scenes:
        if name == journey.scene:
            known[name] = Known.NOW
        elif name in journey.played:
            known[name] = Known.PLAYED
        else:
            known[name] = Known.NEXT if name in ways else Known.UNKNOWN
    return known
