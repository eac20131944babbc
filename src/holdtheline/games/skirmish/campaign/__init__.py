"""Battles of campaigns: the company and its cards, the battle of a scene, and what is read from it (K6)."""

from __future__ import annotations

from ....core.scenarios.campaign_battles import CampaignBattles
from ..printing.company import print_company
from ..scenario.parse import SCENARIO_FILES
from ..scenario.serialize import scenario_to_toml
from ..scenario.setup import first_state
from . import company, compose, result, validate_places

CAMPAIGN_BATTLES = CampaignBattles(
    files=SCENARIO_FILES,
    parse_company=company.parse_company,
    parse_fighter=company.parse_fighter,
    parse_item=company.parse_item,
    parse_scar=company.parse_scar,
    wound_slots=company.wound_slots,
    sheet=company.fighter_sheet,
    describe=result.describe_battle,
    compose=compose.compose_battle,
    check_places=validate_places.check_places,
    to_text=scenario_to_toml,
    setup=first_state,
    print_company=print_company,
    read_result=result.read_result,
)
