"""The journal is written from what happened, in sentences; the memorial says who died where, and by whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdtheline.campaign.aftermath import FelledResult, list_felled_results
from holdtheline.campaign.entries import (
    DieRolled,
    MembersKept,
    OptionChosen,
    SceneExited,
    TravellersChosen,
)
from holdtheline.campaign.journal import list_memorial, with_article, write_journal
from holdtheline.campaign.state import CampaignState
from holdtheline.core.scenarios.campaign_battles import Fate, FighterResult, Outcome

from .lantern_road import HASK, ODA, PIM, WENNA, after, at_the_barn, at_the_fork, fought, start


def texts_after_stories(state: CampaignState) -> dict[str, str]:
    """Return each section without the text of its scene."""
    pages = {}
    for page, place in zip(write_journal(state), state.story.scenes.values(), strict=False):
        assert page.heading == place.title
        assert page.paragraphs[: len(place.story)] == place.story
        pages[page.heading] = " / ".join(page.paragraphs[len(place.story) :])
    return pages


def bad_day() -> CampaignState:
    state = after(start(), TravellersChosen((ODA, HASK, PIM)))
    result = fought(state, Outcome.LOST, felled=[ODA, HASK], fates={PIM: Fate.FLED}, slain=["Young Boar"])
    people = {**result.people, HASK: FighterResult(Fate.FELLED, felled_by="Grey Boar")}
    return after(state, replace(result, people=people), DieRolled(5), DieRolled(2))


def test_the_journal_says_who_fell_by_whom_and_with_what_result() -> None:
    assert texts_after_stories(bad_day())["The Ford"] == (
        "Oda Verrin, Hask and Pim Sallow went to fight. The battle was lost. Oda Verrin fell. "
        "Hask fell to Grey Boar. "
        "Pim Sallow had run, and came back ashamed. Grey Boar lived, and may be met again. "
        "Oda Verrin was found alive, with a wound that only rest will heal. "
        "Hask did not live to see the evening. Oda Verrin will bear the mark of it: Lame leg. "
        "Oda Verrin and Pim Sallow were hurt."
    )


def test_the_journal_groups_friends_with_the_same_fate() -> None:
    state = after(start(), TravellersChosen((ODA, HASK, PIM)))
    state = after(state, fought(state, felled=[ODA, HASK, PIM]), DieRolled(4), DieRolled(1), DieRolled(5))
    assert texts_after_stories(state)["The Ford"] == (
        "Oda Verrin, Hask and Pim Sallow went to fight. The battle was won. "
        "Oda Verrin, Hask and Pim Sallow fell. "
        "Grey Boar lived, and may be met again. "
        "Oda Verrin and Pim Sallow were found alive, with wounds that only rest will heal. "
        "Hask did not live to see the evening."
    )


def test_the_journal_leaves_out_enemies_that_no_later_battle_has() -> None:
    pages = texts_after_stories(at_the_barn(slain=["Grey Boar", "Young Boar"]))
    assert pages["The Ford"].endswith("The battle was won. Grey Boar will not come again.")


@pytest.mark.clause("K6.4")
def test_the_felled_and_their_dice_stand_on_one_screen() -> None:
    assert list_felled_results(bad_day(), "the ford") == [
        FelledResult(ODA, "", 5, "back, with a wound that stays until the next haven"),
        FelledResult(HASK, "Grey Boar", 2, "dead"),
    ]
    state = after(start(), TravellersChosen((ODA,)))
    state = after(state, fought(state, felled=[ODA]))
    assert list_felled_results(state, "the ford") == [FelledResult(ODA, "", 0, "waits for a die")]


def test_the_memorial_says_who_died_where_and_by_whom() -> None:
    assert list_memorial(bad_day()) == ["Hask: The Ford, by Grey Boar."]
    story_death = after(at_the_fork(at_the_barn()), OptionChosen("Over the mire"), OptionChosen("Run"))
    assert list_memorial(story_death) == ["Wenna Thorne: The Mire."]


def test_the_journal_has_havens_finds_and_rolls() -> None:
    pages = texts_after_stories(after(bad_day(), SceneExited(), DieRolled(4)))
    assert pages["The Barn"] == (
        "The Walkers found Boar spear. Is somebody asleep in the straw? A die was rolled: 4. "
        "Burr joined the Walkers. / A dog gets up and follows."
    ).replace("Boar spear", with_article("Boar spear"))
    assert pages["The Inn"] == "Here the wounds of Oda Verrin and Pim Sallow were healed."


def test_the_journal_has_the_text_of_an_ending_and_a_gift() -> None:
    pages = texts_after_stories(at_the_barn(ending="Bell saved"))
    assert "The battle was won. It rings once." in pages["The Ford"]
    assert pages["The Ford"].endswith("/ The bell is dented, but it rings.")
    assert f"Oda Verrin took {with_article('Letter')}." in pages["The Ford"]


def test_the_journal_has_a_choice_and_who_stayed_behind() -> None:
    state = after(
        at_the_fork(at_the_barn()),
        OptionChosen("Over the mire"),
        OptionChosen("Wait"),
        MembersKept((ODA, PIM)),
    )
    pages = texts_after_stories(state)
    assert pages["The Fork"] == "This was decided: Over the mire. Wenna Thorne was hurt."
    assert pages["The Mire"] == "This was decided: Wait. Hask and Wenna Thorne stayed behind."


def test_the_end_has_a_page() -> None:
    tale = at_the_fork(at_the_barn(felled=[ODA, HASK, PIM], faces=[1, 1, 6]))
    state = after(tale, OptionChosen("Home"))
    assert write_journal(state)[-1].heading == "The road is dark"
    assert write_journal(state)[-1].paragraphs == ("Nobody lit the lamp.",)
    assert WENNA in state.company.alive


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Salt lamp", "the Salt lamp"),
        ("The Maw", "the Maw"),
        ("Oda Verrin", "Oda Verrin"),
        ("Letter", "Letter"),
    ],
)
def test_a_thing_has_an_article_and_a_name_has_none(name: str, words: str) -> None:
    assert with_article(name) == words
