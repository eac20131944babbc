"""Compose the battle of a scene: put the travellers into its scenario (K6.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ....core.scenarios.campaign_battles import Battle
from ..cards.card_books import apply_scar
from ..rules.traits.catalog import TRAITS, Trait, TraitInstance
from ..rules.traits.parameters import ParameterType, TraitValue
from ..scenario.model import (
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
from ..scenario.serialize import remove_scar
from ..scenario.validate import is_covered_by, why_unreachable
from ..scenario.validate_traits import LOSS_TRAITS
from ..state import EndingKind
from .company import CampaignCompany, CampaignTraveller, sum_scars
from .result import describe_battle

NAME_VALUES = (
    ParameterType.CHARACTER,
    ParameterType.CHARACTERS,
    ParameterType.CARRIERS,
    ParameterType.TARGETS,
)


def compose_battle(
    scenario: Scenario,
    company: CampaignCompany,
    places: Collection[str],
    travellers: Sequence[CampaignTraveller],
    absent: Collection[str],
) -> Battle[Scenario]:
    """Return a battle with these travellers in the places of the named characters, and without the absent ones."""
    composer = BattleComposer(scenario, company, places, travellers)
    for character in scenario.characters:
        if character.name in places:
            composer.fill_place(character)
        elif character.name not in absent:
            composer.keep(character)
    return describe_battle(composer.scenario())


class BattleComposer:
    """Builds the scenario of a battle, character by character in the order of the scenario file."""

    def __init__(
        self,
        scenario: Scenario,
        company: CampaignCompany,
        places: Collection[str],
        travellers: Sequence[CampaignTraveller],
    ) -> None:
        self.original = scenario
        self.company = Company(company.name, Side.FRIENDS, company.traits)
        self.remaining = list(travellers)
        self.replaced = {
            scenario.companies[character.company].name for character in scenario.characters if character.name in places
        }
        self.companies: list[Company] = []
        self.characters: list[Character] = []
        self.cards: dict[str, Card] = {}
        self.travellers: dict[str, str] = {}  # by the name of the character whose place they take

    def fill_place(self, place: Character) -> None:
        """Put the next traveller in this place; leave it empty if there is none left."""
        if self.remaining:
            index = self.company_index(self.company)
            traveller = self.remaining.pop(0)
            self.travellers[place.name] = traveller.fighter.name
            self.add(place_traveller(self.original, place, traveller, index))

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
            companies=tuple(self.adapt_company(scenario, company) for company in self.companies),
            characters=tuple(
                replace(character, traits=tuple(self.present_traits(character.traits))) for character in self.characters
            ),
            objectives=tuple(self.adapt_objective(objective) for objective in self.original.objectives),
        )
        return replace(scenario, endings=adapt_endings(self.original, scenario, self.replaced, self.company.name))

    # Names in traits

    @property
    def names(self) -> set[str]:
        people = {character.name for character in self.characters} | {company.name for company in self.companies}
        things = {objective.name for objective in self.original.objectives}
        return people | things | {side.name.lower() for side in Side}

    def present_traits(self, traits: Iterable[TraitInstance]) -> Iterable[TraitInstance]:
        """Yield the traits with only the names that are present; drop a trait that is left without a name."""
        for instance in traits:
            values = [
                self.present_names(value) if parameter.type in NAME_VALUES else value
                for parameter, value in zip(TRAITS[instance.trait].parameters, instance.values, strict=True)
            ]
            if () not in values and "" not in values:
                yield TraitInstance(instance.trait, tuple(values))

    def present_names(self, value: TraitValue) -> TraitValue:
        if isinstance(value, tuple):
            return tuple(name for name in value if name in self.names)
        return value if value in self.names else ""

    def adapt_company(self, scenario: Scenario, company: Company) -> Company:
        """Return the company with the losses in its traits capped at its size."""
        index = self.companies.index(company)
        size = sum(character.company == index for character in scenario.characters)
        traits = [
            TraitInstance(instance.trait, (min(instance.number(), size),))
            if instance.trait in LOSS_TRAITS
            else instance
            for instance in self.present_traits(company.traits)
        ]
        return replace(company, traits=tuple(traits))

    def assign_bearers(self) -> dict[str, str]:
        """Return who has each objective at the start (trait `borne_by`).

        It is the character whom the file names, if he is there, or else the one who takes his place, unless that one
        already has a thing to carry or to wear.
        """
        found: dict[str, str] = {}
        loaded: set[tuple[str, bool]] = set()
        borne = [(objective, find_trait(objective.traits, Trait.BORNE_BY)) for objective in self.original.objectives]
        for by_place in (False, True):
            for objective, bearer in borne:
                if bearer and objective.name not in found:
                    name = self.travellers.get(bearer.name(), "") if by_place else bearer.name()
                    load = name, find_trait(objective.traits, Trait.WORN) is not None
                    if name in self.names and load not in loaded:
                        found[objective.name] = name
                        loaded.add(load)
        return found

    def adapt_objective(self, objective: Objective) -> Objective:
        """Return the objective with the carriers who are present; if there are none, their whole side may carry it.

        Its bearer is the one that `assign_bearers` has found; without one, it lies free.
        """
        others = [instance for instance in objective.traits if instance.trait != Trait.BORNE_BY]
        name = self.assign_bearers().get(objective.name)
        new = [TraitInstance(Trait.BORNE_BY, (name,))] if name else []
        objective = replace(objective, traits=(*others, *new))
        carriers = find_trait(objective.traits, Trait.CARRIERS)
        if carriers is None:
            return objective
        names = [self.company.name if name in self.replaced else name for name in carriers.names()]
        present = [name for name in dict.fromkeys(names) if name in self.names]
        if not present:
            sides = {find_side(self.original, name) for name in carriers.names()}
            present = sorted(side.name.lower() for side in sides)
        bearer = find_trait(objective.traits, Trait.BORNE_BY)
        if bearer and bearer.name() not in present and Side.FRIENDS.name.lower() not in present:
            present.append(bearer.name())
        others = [instance for instance in objective.traits if instance.trait != Trait.CARRIERS]
        return replace(objective, traits=(*others, TraitInstance(Trait.CARRIERS, (tuple(present),))))


def find_side(scenario: Scenario, name: str) -> Side:
    """Return the side with this name, or the side of the character or company with this name."""
    sides = {company.name: company.side for company in scenario.companies}
    sides |= {character.name: character.side for character in scenario.characters}
    sides |= {side.name.lower(): side for side in Side}
    return sides[name]


def propose_card_names(card: Card, character: Character) -> Iterable[str]:
    """Yield names for a card, the preferred ones first."""
    yield card.name
    yield character.name
    yield from (f"{card.name[:26]} {number}" for number in range(2, 99))


# Travellers


def place_traveller(scenario: Scenario, place: Character, traveller: CampaignTraveller, company: int) -> Character:
    """Return the traveller as a character in this place, who arrives when the replaced character would."""
    fighter = traveller.fighter
    arrives = find_trait(scenario.traits_of(place), Trait.ARRIVES)
    scar = sum_scars(traveller)
    card = apply_scar(fighter.card, scar) if scar else fighter.card
    return Character(
        name=fighter.name,
        card=card,
        company=company,
        side=Side.FRIENDS,
        point=place.point,
        degrees=place.degrees,
        wounds=min(traveller.wounds, card.wounds),
        general=traveller.general,
        traits=merge_traits(fighter.card.traits, fighter.traits, traveller.items, filter(None, (arrives, scar))),
    )


# Endings


def adapt_endings(
    original: Scenario, scenario: Scenario, replaced: Collection[str], company: str
) -> tuple[Ending, ...]:
    """Return the endings that are still possible with the characters who are present."""
    endings: list[Ending] = []
    for ending in original.endings:
        adapted = adapt_ending(original, scenario, ending, replaced, company)
        if not adapted or why_unreachable(scenario, adapted):
            continue
        if not any(is_covered_by(adapted, earlier) for earlier in endings):
            endings.append(adapted)
    return tuple(endings)


def adapt_ending(
    original: Scenario, scenario: Scenario, ending: Ending, replaced: Collection[str], new_company: str
) -> Ending | None:
    """Return an ending with its indices adapted to the new scenario, or None if it names an absent character."""
    names = [character.name for character in scenario.characters]
    who, company_index, count = ending.who, ending.company, ending.count
    if who is not None:
        name = original.characters[who].name
        if name not in names:
            return None
        who = names.index(name)
    if company_index is not None:
        name = original.companies[company_index].name
        companies = [company.name for company in scenario.companies]
        name = new_company if name in replaced else name
        if name not in companies:
            return None
        company_index = companies.index(name)
        count = min(count, sum(character.company == company_index for character in scenario.characters))
    elif ending.when in (EndingKind.ESCAPED, EndingKind.CAPTURED) and ending.side is not None:
        count = min(count, len(scenario.of_side(ending.side)))
    return replace(ending, who=who, company=company_index, count=count)
