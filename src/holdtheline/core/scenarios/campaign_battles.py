"""The battles of campaigns: what a campaign needs from a game, and the types that both use.

A campaign keeps the game's own objects (a company, a fighter, a trait, a scenario) and passes them back; only the game
looks into them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Generic, Protocol, TypeVar

from ..events import Event
from ..printing.canvas import Paper, Printout
from ..state_record import Words
from ..toml.file import TomlTable
from .files import ScenarioFiles, Titled

TIMEOUT = "timeout"
"""The name of the ending after the last round."""


class HasName(Protocol):
    @property
    def name(self) -> str: ...


Company = TypeVar("Company", bound=HasName)
Fighter = TypeVar("Fighter", bound=HasName)
Trait = TypeVar("Trait")
Scenario = TypeVar("Scenario", bound=Titled)


# Results


class Outcome(IntEnum):
    """The outcome of a battle or of a campaign."""

    DRAWN = 0
    WON = 1
    LOST = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Fate(IntEnum):
    """The fate of a member in a battle."""

    STANDS = 0
    FLED = 1
    LEFT = 2
    FELLED = 3
    SEIZED = 4
    TAKEN = 5  # carried off the table by the enemy

    @property
    def word(self) -> str:
        return self.name.lower()


@dataclass(frozen=True)
class FighterResult:
    """The fate of a friend, and who felled him."""

    fate: Fate
    wounds: int = 0
    felled_by: str = ""


@dataclass(frozen=True)
class BattleResult:
    """The result of a battle."""

    outcome: Outcome
    ending: str  # its name, `timeout`, or empty
    rounds: int
    people: Mapping[str, FighterResult]
    enemies: Mapping[str, bool]  # whether each enemy survived


# The company


@dataclass(frozen=True)
class BattleEffect(Generic[Trait]):
    """What an item or a scar does in battles."""

    trait: Trait
    text: str  # for people to read
    kind: str = ""  # of an item: a member holds at most one of each kind
    enemy: str = ""  # the only enemy against whom an item works


@dataclass(frozen=True)
class Traveller(Generic[Fighter, Trait]):
    """A member who takes part in a battle."""

    fighter: Fighter
    general: int = 0  # the number of the general (K6.1); 0: dealt in turn
    wounds: int = 0  # lasting wounds, marked at the start of the battle (K6.4)
    scars: tuple[Trait, ...] = ()
    items: tuple[Trait, ...] = ()


@dataclass(frozen=True)
class FighterSheet:
    """What a member can do, for people to read."""

    text: str  # a line of story, or empty
    wound_slots: int
    numbers: tuple[tuple[str, str], ...]  # labels and values
    traits: tuple[str, ...]  # sentences


@dataclass(frozen=True)
class PrintedMember(Generic[Fighter, Trait]):
    """A member as a printed card shows him."""

    traveller: Traveller[Fighter, Trait]
    scars: tuple[str, ...]  # their names; the game knows what they change
    items: tuple[str, ...]  # each with what it does


# Battles


@dataclass(frozen=True)
class BattleCharacter:
    """A character in the file of a battle."""

    name: str
    company: str
    is_friend: bool
    is_late: bool  # not on the table at the start
    comes_back: bool  # an enemy who takes part in later battles if he survives


@dataclass(frozen=True)
class Battle(Generic[Scenario]):
    """What a campaign knows of a battle. Names in it are unique."""

    scenario: Scenario
    aim: str
    difficulty: str  # a sentence, or empty
    characters: tuple[BattleCharacter, ...]
    other_names: tuple[str, ...]  # of companies, terrain and objectives
    endings: Mapping[str, str]  # the texts of the endings that have names
    travel_on: int  # the number of members who may travel on after it; 0 means all

    @property
    def friends(self) -> list[str]:
        return [character.name for character in self.characters if character.is_friend]

    @property
    def enemies(self) -> list[str]:
        return [character.name for character in self.characters if not character.is_friend]

    def places(self, companies: Collection[str]) -> list[BattleCharacter]:
        """Return the characters whom travellers replace: the friends of these companies, or all if there are none."""
        return [
            character
            for character in self.characters
            if character.is_friend and (not companies or character.company in companies)
        ]


@dataclass(frozen=True, eq=False)
class CampaignBattles(Generic[Company, Fighter, Trait, Scenario]):
    """How a campaign uses the scenarios of a game.

    The game has the options `scenario`, `generals` (the number of people who command the friends) and `aftermath`.
    """

    files: ScenarioFiles[Scenario]
    parse_company: Callable[[TomlTable], Company]  # from `company`, `cards`, `traits` and [[card]] of the head
    parse_fighter: Callable[[TomlTable, Company], Fighter]  # from `name`, `card`, `cards` and `traits` of a [[member]]
    parse_item: Callable[[TomlTable], BattleEffect[Trait] | None]  # from `name` and `traits` of an [[item]]
    parse_scar: Callable[[TomlTable], BattleEffect[Trait]]  # from all fields of a [[scar]] but `name` and `text`
    wound_slots: Callable[[Traveller[Fighter, Trait]], int]  # the number of wounds that he can take before he falls
    sheet: Callable[[Traveller[Fighter, Trait]], FighterSheet]
    describe: Callable[[Scenario], Battle[Scenario]]
    compose: Callable[
        [Scenario, Company, Sequence[str], Sequence[Traveller[Fighter, Trait]], Collection[str]], Battle[Scenario]
    ]
    """compose(scenario, company, places, travellers, absent): the battle with travellers in the places of these
    characters, and without the absent ones."""
    check_places: Callable[[Scenario, Company, Sequence[Fighter], Sequence[str], TomlTable], None]
    """check_places(scenario, company, fighters, places, scene): refuse a scene unless all fighters fit all places."""
    to_text: Callable[[Scenario], str]  # the scenario as the text of a file
    setup: Callable[[Scenario, Mapping[str, str | int]], Words]  # setup(scenario, options): the initial state
    print_company: Callable[
        [str, str, Company, Sequence[PrintedMember[Fighter, Trait]], Scenario | None, Paper], Printout
    ]
    """print_company(name, title, company, members, scenario, paper): the company on paper, and its next battle."""
    read_result: Callable[[Scenario, Any, Sequence[Event]], BattleResult]
    """read_result(scenario, s, events): the result of a finished battle. What the events do not say is left empty."""


AnyCampaignBattles = CampaignBattles[Any, Any, Any, Any]
