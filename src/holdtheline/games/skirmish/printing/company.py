"""Print the company of a campaign: cards with wounds, scars and items, and the battle that comes next (K6.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....core.printing.booklet import Booklet
from ....core.printing.canvas import Paper, Printout
from ....core.scenarios.campaign_battles import PrintedMember
from ..campaign.company import CampaignCompany, Fighter, scarred_card
from ..rules.traits.catalog import Trait, TraitInstance
from ..scenario.model import Scenario, Side, merge_traits
from .cards import CARD_SIZE, PrintedCard, cards_of_scenario, draw_card, trait_texts
from .reference import add_reference_sheet
from .setup_sheet import add_setup_sheet
from .tokens import add_token_sheets

REST_TEXT = "More wounds than slots: rests until the next haven."


def print_company(
    name: str,
    title: str,
    company: CampaignCompany,
    members: Sequence[PrintedMember[Fighter, TraitInstance]],
    scenario: Scenario | None,
    paper: Paper,
) -> Printout:
    book = Booklet(paper, name, title)
    cards = {member.traveller.fighter.name: member_card(company, member) for member in members}
    printed = list(cards.values())
    if scenario is not None:
        add_setup_sheet(book, scenario, "htl campaign play")
        fighting = [replace_member(card, cards) for card in cards_of_scenario(scenario)]
        names = {card.name for card in fighting if card.is_friend}
        printed = fighting + [card for card in printed if card.name not in names]
    book.grid_pages("Character cards", printed, CARD_SIZE, draw_card)
    if scenario is not None:
        add_reference_sheet(book, scenario)
    add_token_sheets(book, printed, scenario)
    return book.to_printout()


def replace_member(card: PrintedCard, members: dict[str, PrintedCard]) -> PrintedCard:
    """Return the card of a member with the id that he has in the battle."""
    member = members.get(card.name) if card.is_friend else None
    return card if member is None else replace(member, id=card.id)


def member_card(company: CampaignCompany, member: PrintedMember[Fighter, TraitInstance]) -> PrintedCard:
    """Return the card of a member. Its numbers include the scars, so their texts have only the names."""
    traveller = member.traveller
    card = scarred_card(traveller)
    traits = merge_traits(company.traits, card.traits, traveller.fighter.traits)
    texts = trait_texts([trait for trait in traits if trait.trait != Trait.SCAR or not member.scars])
    texts += member.items
    texts += [f"Scar: {scar} (in the numbers above)." for scar in member.scars]
    if traveller.wounds > card.wounds:
        texts.append(REST_TEXT)
    wounds = min(traveller.wounds, card.wounds)
    return PrintedCard(traveller.fighter.name, "", company.name, Side.FRIENDS, card, wounds, tuple(texts))
