"""A running campaign on paper: the company as it is now, and the battle that comes next."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdtheline.campaign.printing import print_campaign
from holdtheline.campaign.state import CampaignState
from holdtheline.core.printing.canvas import PAPERS
from holdtheline.core.printing.pdf import write_pdf

from ..core.printing.pdf_reader import PdfReader
from .lantern_road import HASK, ODA, PIM, TravellersChosen, after, start


def text_of(state: CampaignState) -> str:
    printout = print_campaign(state, PAPERS["a4"])
    return " ".join(page.text for page in PdfReader(write_pdf(printout)).pages)


@pytest.mark.clause("K6.2")
def test_a_card_has_wounds_scars_and_items_and_no_scar_twice() -> None:
    state = start()
    plain = text_of(state)
    state.company.scar(HASK, "Lame leg")
    state.company.wound(HASK)
    scarred = text_of(state)
    assert "Scar: Lame leg (in the numbers above)." in scarred
    assert "no haven heals" not in scarred
    moves = [text.split(HASK)[1].split("″ MOVE")[0].split()[-1] for text in (plain, scarred)]
    assert moves == ["5", "3.5"]  # Hask has 5, and the scar takes 1.5


@pytest.mark.clause("K6.3")
def test_items_are_on_the_cards_of_their_holders() -> None:
    state = start()
    held = {name: [item.name for item in state.company.items_of(name)] for name in state.company.alive}
    assert any(held.values())
    text = text_of(state)
    for items in held.values():
        for item in items:
            assert text.count(f"{item}: ") + text.count(f"{item}.") == 1


def test_a_member_who_must_rest_is_marked() -> None:
    state = start()
    for _ in range(5):
        state.company.wound(PIM)
    assert "rests until the next haven" in text_of(state)


def test_before_a_battle_the_set_up_sheet_is_there_with_ids_on_the_cards() -> None:
    state = after(start(), TravellersChosen((ODA, HASK)))
    text = text_of(state)
    assert "The AI general's list" in text
    assert f"{ODA} f1" in text
    assert f"{PIM} " in text  # rests at home, and has a card
    assert f"{PIM} f" not in text.replace(f"{PIM} fell", "")
    assert "The AI general's list" not in text_of(start())


def test_after_the_end_the_company_can_still_be_printed() -> None:
    state = start()
    assert text_of(replace(state, scene=next(iter(state.story.ends)))).count(ODA) >= 1
