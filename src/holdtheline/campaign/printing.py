"""Print a campaign: its company as it is now, and the battle that comes next."""

from __future__ import annotations

from ..core.printing.canvas import Paper, Printout
from ..core.scenarios import Titled
from ..core.scenarios.campaign_battles import HasName, PrintedMember
from .roster import Roster
from .state import CampaignState, Phase
from .story.model import Item


def print_campaign(state: CampaignState, paper: Paper) -> Printout:
    """Return the pages of the company; once it is known who goes into a battle, of this battle too."""
    battle: Titled | None = state.battle().scenario if state.phase == Phase.BATTLE else None
    members = [printed_member(state.company, name) for name in state.company.alive]
    return state.story.battle_rules.print_company(
        f"{state.story.name}-company", state.story.title, state.story.company, members, battle, paper
    )


def printed_member(company: Roster, name: str) -> PrintedMember[HasName, object]:
    return PrintedMember(
        company.traveller(name), company.people[name].scars, tuple(map(item_text, company.items_of(name)))
    )


def item_text(item: Item) -> str:
    """Return the name of an item and what it does."""
    text = item.effect.text if item.effect else item.text
    return f"{item.name}: {text}" if text else f"{item.name}."
