"""Set up the battle of a scene: put the travellers into its scenario (K6.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ..games.skirmish.cards.books import apply_scar
from ..games.skirmish.rules.traits.catalog import TRAITS, ParameterType, Trait, TraitInstance, TraitValue
from ..games.skirmish.scenario.model import (
    Card,
    Character,
    Company,
    Ending,
    Objective,
    Scenario,
    Side,
    find_trait,
    merge_traits,
)
from ..games.skirmish.scenario.serialize import remove_scar
from ..games.skirmish.scenario.validate import is_covered_by, why_unreachable
from ..games.skirmish.state import EndingKind
from .story.model import Item, Member, Scar, Scene, Story

NAME_VALUES = (ParameterType.CHARACTER, ParameterType.CHARACTERS, ParameterType.CARRIERS)
LOSS_TRAITS = (Trait.ROUTS_AT, Trait.LEAVES_AFTER)
"""Traits that depend on how many characters a company has lost."""


@dataclass(frozen=True)
class Traveller:
    """A member who takes part in a battle, with his wounds, scars and items."""

    member: Member
    wounds: int = 0
    """Lasting wounds, marked at the start of the battle (K6.4)."""
    scars: tuple[Scar, ...] = ()
    items: tuple[Item, ...] = ()


def compose_battle(
    story: Story,
    scene: Scene,
    travellers: Sequence[Traveller],
    absent: Collection[str] = (),
    members: Collection[str] = (),
) -> Scenario:
    """Return the battle of a scene with these travellers.

    `absent` are enemies who do not come back; `members` have joined at some time, so they are no longer guests.
    """
    scenario = story.scenario(scene)
    composer = BattleComposer(story, scene, travellers)
    for character in scenario.characters:
        if character in composer.places:
            composer.fill_place(character)
        elif character.name not in (absent if character.side == Side.ENEMY else members):
            composer.keep(character)
    return composer.scenario()


class BattleComposer:
    """Builds the scenario of a battle, character by character in the order of the scenario file."""

    def __init__(self, story: Story, scene: Scene, travellers: Sequence[Traveller]) -> None:
        self.story = story
        self.original = story.scenario(scene)
        self.places = story.places(scene)
        self.remaining = list(travellers)
        self.replaced = [one.name for one in story.replaced(scene)]
        self.companies: list[Company] = []
        self.characters: list[Character] = []
        self.cards: dict[str, Card] = {}

    def fill_place(self, place: Character) -> None:
        """Put the next traveller in this place; leave it empty if there is none left."""
        if self.remaining:
            company = Company(self.story.company, Side.FRIENDS, self.story.traits)
            character = place_traveller(self.original, place, self.remaining.pop(0), self.company_index(company))
            self.add(character)

    def keep(self, character: Character) -> None:
        company = self.original.companies[character.company]
        self.add(replace(character, company=self.company_index(company)))

    def company_index(self, company: Company) -> int:
        if company not in self.companies:
            self.companies.append(company)
        return self.companies.index(company)

    def add(self, character: Character) -> None:
        """Add a character, with a new name for the card if a different card already has it (ignoring case)."""
        card = remove_scar(character)
        name = next(name for name in propose_card_names(card, character) if self.is_free(replace(card, name=name)))
        self.cards[name.casefold()] = replace(card, name=name)
        self.characters.append(replace(character, card=replace(character.card, name=name)))

    def is_free(self, card: Card) -> bool:
        return self.cards.get(card.name.casefold(), card) == card

    def scenario(self) -> Scenario:
        """Return the scenario, without any reference to characters who are not in it."""
        scenario = replace(
            self.original,
            companies=tuple(self.companies),
            characters=tuple(self.characters),
            endings=(),
            traits=tuple(self.present_traits(self.original.traits)),
        )
        scenario = replace(
            scenario,
            companies=tuple(self.adapt_company(scenario, one) for one in self.companies),
            characters=tuple(replace(one, traits=tuple(self.present_traits(one.traits))) for one in self.characters),
            objectives=tuple(self.adapt_objective(one) for one in self.original.objectives),
        )
        return replace(scenario, endings=adapt_endings(self.original, scenario, self.replaced, self.story.company))

    # Names in traits

    @property
    def names(self) -> set[str]:
        people = {one.name for one in self.characters} | {one.name for one in self.companies}
        return people | {side.name.lower() for side in Side}

    def present_traits(self, traits: Iterable[TraitInstance]) -> Iterable[TraitInstance]:
        """Yield the traits with only the names that are present; drop a trait that is left without a name."""
        for one in traits:
            values = [
                self.present_names(value) if part.takes in NAME_VALUES else value
                for part, value in zip(TRAITS[one.trait].parts, one.values, strict=True)
            ]
            if () not in values and "" not in values:
                yield TraitInstance(one.trait, tuple(values))

    def present_names(self, value: TraitValue) -> TraitValue:
        if isinstance(value, tuple):
            return tuple(name for name in value if name in self.names)
        return value if value in self.names else ""

    def adapt_company(self, scenario: Scenario, company: Company) -> Company:
        """Return the company with the losses in its traits capped at its size."""
        place = self.companies.index(company)
        size = sum(one.company == place for one in scenario.characters)
        traits = [
            TraitInstance(one.trait, (min(one.number(), size),)) if one.trait in LOSS_TRAITS else one
            for one in self.present_traits(company.traits)
        ]
        return replace(company, traits=tuple(traits))

    def adapt_objective(self, objective: Objective) -> Objective:
        """Return the objective with the carriers who are present; if there are none, their whole side may carry it."""
        carriers = find_trait(objective.traits, Trait.CARRIERS)
        if carriers is None:
            return objective
        names = [self.story.company if name in self.replaced else name for name in carriers.names()]
        there = [name for name in dict.fromkeys(names) if name in self.names]
        if not there:
            sides = {find_side(self.original, name) for name in carriers.names()}
            there = sorted(side.name.lower() for side in sides)
        others = [one for one in objective.traits if one.trait != Trait.CARRIERS]
        return replace(objective, traits=(*others, TraitInstance(Trait.CARRIERS, (tuple(there),))))


def find_side(scenario: Scenario, name: str) -> Side:
    """Return the side with this name, or the side of the character or company with this name."""
    sides = {one.name: one.side for one in scenario.companies}
    sides |= {one.name: one.side for one in scenario.characters} | {side.name.lower(): side for side in Side}
    return sides[name]


def propose_card_names(card: Card, character: Character) -> Iterable[str]:
    """Yield names for a card, the preferred ones first."""
    yield card.name
    yield character.name
    yield from (f"{card.name[:26]} {number}" for number in range(2, 99))


# Travellers


def place_traveller(scenario: Scenario, place: Character, traveller: Traveller, company: int) -> Character:
    """Return the traveller as a character in this place, who arrives when the replaced character would."""
    member = traveller.member
    arrives = find_trait(scenario.traits_of(place), Trait.ARRIVES)
    scar = sum_scars(traveller)
    own = merge_traits(member.traits, [item.trait for item in traveller.items if item.trait])
    own = merge_traits(own, filter(None, (arrives, scar)))
    card = apply_scar(member.card, scar) if scar else member.card
    return Character(
        name=member.name,
        card=card,
        company=company,
        side=Side.FRIENDS,
        point=place.point,
        degrees=place.degrees,
        wounds=min(traveller.wounds, card.wounds),
        general=member.general,
        traits=merge_traits(member.card.traits, own),
    )


def sum_scars(traveller: Traveller) -> TraitInstance | None:
    """Return the sum of the scars of the story and of the card, or None."""
    member = traveller.member
    of_card = find_trait(merge_traits(member.card.traits, member.traits), Trait.SCAR)
    scars = [scar.given for scar in traveller.scars] + ([of_card] if of_card else [])
    if not scars:
        return None
    values: list[TraitValue] = []
    for place, part in enumerate(TRAITS[Trait.SCAR].parts):
        total = sum(scar.number(place) for scar in scars)
        values.append(max(part.least, min(part.most, total)) or None)
    return TraitInstance(Trait.SCAR, tuple(values)) if any(values) else None


def count_wound_slots(traveller: Traveller) -> int:
    """Return how many wounds a traveller can take before he falls, after his scars."""
    scar = sum_scars(traveller)
    card = traveller.member.card
    return (apply_scar(card, scar) if scar else card).wounds


# Endings


def adapt_endings(
    original: Scenario, scenario: Scenario, replaced: Collection[str], company: str
) -> tuple[Ending, ...]:
    """Return the endings that are still possible with the characters who are present."""
    endings: list[Ending] = []
    for ending in original.endings:
        there = adapt_ending(original, scenario, ending, replaced, company)
        if there and not why_unreachable(scenario, there) and not any(is_covered_by(there, one) for one in endings):
            endings.append(there)
    return tuple(endings)


def adapt_ending(
    original: Scenario, scenario: Scenario, ending: Ending, replaced: Collection[str], company: str
) -> Ending | None:
    """Return an ending with its indices adapted to the new scenario, or None if it names an absent character."""
    names = [one.name for one in scenario.characters]
    who, place, count = ending.who, ending.company, ending.count
    if who is not None:
        name = original.characters[who].name
        if name not in names:
            return None
        who = names.index(name)
    if place is not None:
        name = original.companies[place].name
        companies = [one.name for one in scenario.companies]
        name = company if name in replaced else name
        if name not in companies:
            return None
        place = companies.index(name)
        count = min(count, sum(one.company == place for one in scenario.characters))
    elif ending.when == EndingKind.ESCAPED and ending.side is not None:
        count = min(count, len(scenario.of_side(ending.side)))
    return replace(ending, who=who, company=place, count=count)
