"""A scene and those who travel there, made into an ordinary battle (K6.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from ..cards import scarred
from ..endings import is_same, why_never
from ..filed import unscarred
from ..state import End
from ..table import Card, Character, Company, Ending, Objective, Scenario, Side, given, joined
from ..traits import ABOUT, Given, Takes, Trait, Value
from .story import Item, Member, Scar, Scene, Story

OF_PEOPLE = (Takes.CHARACTER, Takes.CHARACTERS, Takes.CARRIERS)
COUNTED = (Trait.ROUTS_AT, Trait.LEAVES_AFTER)
"""Traits of a company that count losses."""


@dataclass(frozen=True)
class Traveller:
    """Somebody who takes part, and what the story has done to him."""

    member: Member
    wounds: int = 0
    """That stay."""
    scars: tuple[Scar, ...] = ()
    items: tuple[Item, ...] = ()


def composed(
    story: Story,
    scene: Scene,
    travellers: Sequence[Traveller],
    absent: Collection[str] = (),
    members: Collection[str] = (),
) -> Scenario:
    """The battle of a scene. `absent`: enemies who do not come back; `members`: whoever has ever joined."""
    scenario = story.scenario(scene)
    gathering = Gathering(story, scene, travellers)
    for character in scenario.characters:
        if character in gathering.places:
            gathering.fill(character)
        elif character.name not in (absent if character.side == Side.ENEMY else members):
            gathering.keep(character)
    return gathering.scenario()


class Gathering:
    """Who comes to a battle, one after the other in the order of the sheet."""

    def __init__(self, story: Story, scene: Scene, travellers: Sequence[Traveller]) -> None:
        self.story = story
        self.before = story.scenario(scene)
        self.places = story.places(scene)
        self.waiting = list(travellers)
        self.replaced = [one.name for one in story.replaced(scene)]
        self.companies: list[Company] = []
        self.characters: list[Character] = []
        self.cards: dict[str, Card] = {}

    def fill(self, place: Character) -> None:
        """The next traveller takes this place."""
        if self.waiting:
            company = Company(self.story.company, Side.FRIENDS, self.story.traits)
            character = at_place(self.before, place, self.waiting.pop(0), self.place_of(company))
            self.add(character)

    def keep(self, character: Character) -> None:
        company = self.before.companies[character.company]
        self.add(replace(character, company=self.place_of(company)))

    def place_of(self, company: Company) -> int:
        if company not in self.companies:
            self.companies.append(company)
        return self.companies.index(company)

    def add(self, character: Character) -> None:
        """No two cards have one name, however it is written."""
        card = unscarred(character)
        name = next(name for name in card_names(card, character) if self.is_free(replace(card, name=name)))
        self.cards[name.casefold()] = replace(card, name=name)
        self.characters.append(replace(character, card=replace(character.card, name=name)))

    def is_free(self, card: Card) -> bool:
        return self.cards.get(card.name.casefold(), card) == card

    def scenario(self) -> Scenario:
        """The battle, in which nothing names somebody who is not there."""
        scenario = replace(
            self.before,
            companies=tuple(self.companies),
            characters=tuple(self.characters),
            endings=(),
            traits=tuple(self.known(self.before.traits)),
        )
        scenario = replace(
            scenario,
            companies=tuple(self.company_there(scenario, one) for one in self.companies),
            characters=tuple(replace(one, traits=tuple(self.known(one.traits))) for one in self.characters),
            objectives=tuple(self.objective_there(one) for one in self.before.objectives),
        )
        return replace(
            scenario, endings=endings_there(self.before, scenario, self.replaced, self.story.company)
        )

    # Names in traits

    @property
    def names(self) -> set[str]:
        people = {one.name for one in self.characters} | {one.name for one in self.companies}
        return people | {side.name.lower() for side in Side}

    def known(self, traits: Iterable[Given]) -> Iterable[Given]:
        """The traits, with those names only that are there; one that is left with none goes."""
        for one in traits:
            values = [
                self.present(value) if part.takes in OF_PEOPLE else value
                for part, value in zip(ABOUT[one.trait].parts, one.values, strict=True)
            ]
            if () not in values and "" not in values:
                yield Given(one.trait, tuple(values))

    def present(self, value: Value) -> Value:
        if isinstance(value, tuple):
            return tuple(name for name in value if name in self.names)
        return value if value in self.names else ""

    def company_there(self, scenario: Scenario, company: Company) -> Company:
        """With no more losses in its traits than it has characters."""
        place = self.companies.index(company)
        size = sum(one.company == place for one in scenario.characters)
        traits = [
            Given(one.trait, (min(one.number(), size),)) if one.trait in COUNTED else one
            for one in self.known(company.traits)
        ]
        return replace(company, traits=tuple(traits))

    def objective_there(self, objective: Objective) -> Objective:
        """Who may carry it: if none of them is there, the side of those who might have."""
        carriers = given(objective.traits, Trait.CARRIERS)
        if carriers is None:
            return objective
        names = [self.story.company if name in self.replaced else name for name in carriers.names()]
        there = [name for name in dict.fromkeys(names) if name in self.names]
        if not there:
            sides = {side_named(self.before, name) for name in carriers.names()}
            there = sorted(side.name.lower() for side in sides)
        others = [one for one in objective.traits if one.trait != Trait.CARRIERS]
        return replace(objective, traits=(*others, Given(Trait.CARRIERS, (tuple(there),))))


def side_named(scenario: Scenario, name: str) -> Side:
    """The side of a character or a company, or of its own name."""
    sides = {one.name: one.side for one in scenario.companies}
    sides |= {one.name: one.side for one in scenario.characters} | {side.name.lower(): side for side in Side}
    return sides[name]


def card_names(card: Card, character: Character) -> Iterable[str]:
    """What a card may be called, if others have the name."""
    yield card.name
    yield character.name
    yield from (f"{card.name[:26]} {number}" for number in range(2, 99))


# One of the company


def at_place(scenario: Scenario, place: Character, traveller: Traveller, company: int) -> Character:
    """A traveller where the battle's file has somebody, who may arrive later."""
    member = traveller.member
    arrives = given(scenario.traits_of(place), Trait.ARRIVES)
    scar = all_scars(traveller)
    own = joined(member.traits, [item.trait for item in traveller.items if item.trait])
    own = joined(own, filter(None, (arrives, scar)))
    card = scarred(member.card, scar) if scar else member.card
    return Character(
        name=member.name,
        card=card,
        company=company,
        side=Side.FRIENDS,
        at=place.at,
        degrees=place.degrees,
        wounds=min(traveller.wounds, card.wounds),
        general=member.general,
        traits=joined(member.card.traits, own),
    )


def all_scars(traveller: Traveller) -> Given | None:
    """Those of the story and those of the card, added up."""
    member = traveller.member
    born = given(joined(member.card.traits, member.traits), Trait.SCAR)
    scars = [scar.given for scar in traveller.scars] + ([born] if born else [])
    if not scars:
        return None
    values: list[Value] = []
    for place, part in enumerate(ABOUT[Trait.SCAR].parts):
        total = sum(scar.number(place) for scar in scars)
        values.append(max(part.least, min(part.most, total)) or None)
    return Given(Trait.SCAR, tuple(values)) if any(values) else None


def slots_of(traveller: Traveller) -> int:
    """The wounds that he can take before he falls, after his scars."""
    scar = all_scars(traveller)
    card = traveller.member.card
    return (scarred(card, scar) if scar else card).wounds


# How it ends


def endings_there(
    before: Scenario, scenario: Scenario, replaced: Collection[str], company: str
) -> tuple[Ending, ...]:
    """Those endings that can come about with those who are there."""
    endings: list[Ending] = []
    for ending in before.endings:
        there = ending_there(before, scenario, ending, replaced, company)
        if there and not why_never(scenario, there) and not any(is_same(there, one) for one in endings):
            endings.append(there)
    return tuple(endings)


def ending_there(
    before: Scenario, scenario: Scenario, ending: Ending, replaced: Collection[str], company: str
) -> Ending | None:
    """An ending with the new places of whom it names; None: he is not there."""
    names = [one.name for one in scenario.characters]
    who, place, count = ending.who, ending.company, ending.count
    if who is not None:
        name = before.characters[who].name
        if name not in names:
            return None
        who = names.index(name)
    if place is not None:
        name = before.companies[place].name
        companies = [one.name for one in scenario.companies]
        name = company if name in replaced else name
        if name not in companies:
            return None
        place = companies.index(name)
        count = min(count, sum(one.company == place for one in scenario.characters))
    elif ending.when == End.ESCAPED and ending.side is not None:
        count = min(count, len(scenario.of_side(ending.side)))
    return replace(ending, who=who, company=place, count=count)
