"""The company of a campaign: its cards, its members, and what items and scars do to them (K6.2, K6.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ....core.scenarios.campaign_battles import BattleEffect, FighterSheet, Traveller
from ....core.sentences import capitalize_first
from ....core.toml.fields import list_tables, parse_name, parse_reference
from ....core.toml.file import TomlTable
from ..cards import card_books
from ..cards.card_books import MAX_CARDS, NO_CARD, apply_scar
from ..rules.traits.catalog import TRAITS, Trait, TraitInstance
from ..rules.traits.parameters import TraitScope, TraitValue, format_inches
from ..scenario.model import Card, CardBook, find_trait, merge_traits
from ..scenario.trait_parser import expected_text, parse_traits, parse_value


@dataclass(frozen=True)
class CampaignCompany:
    """The company, and the cards that its members can have."""

    name: str
    traits: tuple[TraitInstance, ...]
    book: CardBook | None
    own_cards: tuple[Card, ...]


@dataclass(frozen=True)
class Fighter:
    """A member of the company."""

    name: str
    card: Card
    traits: tuple[TraitInstance, ...]  # without those of the card


CampaignTraveller = Traveller[Fighter, TraitInstance]


# Parse


def parse_company(head: TomlTable) -> CampaignCompany:
    own_cards = card_books.parse_cards(list_tables(head, "card", MAX_CARDS, "K1.2"))
    book = find_book(head) if "cards" in head.data else None
    traits = merge_traits(book.traits if book else (), parse_traits(head, TraitScope.COMPANY))
    return CampaignCompany(parse_name(head, "company"), traits, book, own_cards)


def find_book(table: TomlTable) -> CardBook:
    return card_books.load_book(table.choice("cards", card_books.shipped_books(), "K1.2"))


def parse_fighter(table: TomlTable, company: CampaignCompany) -> Fighter:
    card = find_card(table, company)
    name = parse_name(table) if "name" in table.data else card.name
    return Fighter(name, card, parse_traits(table, TraitScope.CHARACTER))


def find_card(table: TomlTable, company: CampaignCompany) -> Card:
    """Return the card of a member; a card from another company brings the traits of that company."""
    book = find_book(table) if "cards" in table.data else company.book
    cards = {card.name: card for card in (*(book.cards if book else ()), *company.own_cards)}
    if not cards and table.file.is_sound("card", "cards"):
        table.report("card", "there are no cards: name a book with `cards`, or add a table [[card]]", "K1.2")
    needs = ("card.name", "cards", "member.cards")
    index = parse_reference(table, "card", list(cards), "K1.2", needs) if cards else None
    card = NO_CARD if index is None else list(cards.values())[index]
    if book is None or book is company.book or card in company.own_cards:
        return card
    company_traits = [trait for trait in book.traits if TraitScope.CHARACTER in TRAITS[trait.trait].scopes]
    return replace(card, traits=merge_traits(company_traits, card.traits))


def parse_item(table: TomlTable) -> BattleEffect[TraitInstance] | None:
    """Parse the trait of an item, if it has one, and put the item's name into it."""
    name = parse_name(table)
    traits = parse_traits(table, TraitScope.CHARACTER)
    if len(traits) > 1 or any(trait.trait not in (Trait.SAVES, Trait.BANE) for trait in traits):
        words = ", ".join(trait.trait.word for trait in traits)
        table.report("traits", f"it has {words}; an item has at most one trait, saves or bane", "K6.3")
        return None
    if not traits:
        return None
    trait = TraitInstance(traits[0].trait, (*traits[0].values[:-1], name))
    text = capitalize_first(trait.sentence.removeprefix(f"{name}: "))
    return BattleEffect(trait, text, trait.trait.word, trait.name() if trait.trait == Trait.BANE else "")


def parse_scar(table: TomlTable) -> BattleEffect[TraitInstance]:
    parameters = TRAITS[Trait.SCAR].parameters
    changes = [parameter.name for parameter in parameters]
    table.allow_only(("name", "text", *changes))
    if not any(change in table.data for change in changes):
        table.report("name", f"a scar must change at least one of these: {', '.join(changes)}", "K6.2")
    values = []
    for parameter in parameters:
        value = parse_value(parameter, table.data[parameter.name]) if parameter.name in table.data else None
        if value is None and parameter.name in table.data:
            table.report_value(parameter.name, expected_text(parameter), "K6.2")
        values.append(value)
    scar = TraitInstance(Trait.SCAR, tuple(values))
    return BattleEffect(scar, capitalize_first(scar.sentence))


# Scars


def sum_scars(traveller: CampaignTraveller) -> TraitInstance | None:
    """Return the sum of the scars of the story and of the card, or None."""
    fighter = traveller.fighter
    of_card = find_trait(merge_traits(fighter.card.traits, fighter.traits), Trait.SCAR)
    scars = (*traveller.scars, of_card) if of_card else traveller.scars
    if not scars:
        return None
    values: list[TraitValue] = []
    for index, parameter in enumerate(TRAITS[Trait.SCAR].parameters):
        total = sum(scar.number(index) for scar in scars)
        values.append(max(parameter.minimum, min(parameter.maximum, total)) or None)
    return TraitInstance(Trait.SCAR, tuple(values)) if any(values) else None


def scarred_card(traveller: CampaignTraveller) -> Card:
    scar = sum_scars(traveller)
    return apply_scar(traveller.fighter.card, scar) if scar else traveller.fighter.card


def wound_slots(traveller: CampaignTraveller) -> int:
    return scarred_card(traveller).wounds


def fighter_sheet(traveller: CampaignTraveller) -> FighterSheet:
    card = scarred_card(traveller)
    numbers = [
        ("move", f"{format_inches(card.move)} in"),
        ("attack", f"{card.attack:+d}" if card.attack else "0"),
        ("defence", f"{card.defence:+d}" if card.defence else "0"),
        *([("range", f"{format_inches(card.range)} in")] if card.range else []),
    ]
    traits = [trait for trait in (*card.traits, *traveller.fighter.traits) if trait.trait != Trait.SCAR]
    return FighterSheet(
        card.text, card.wounds, tuple(numbers), tuple(capitalize_first(trait.sentence) for trait in traits)
    )
