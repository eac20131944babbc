"""`htl campaign`: begin one, go on with it, look back; its battles are ordinary games at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from holdtheline.campaign.entries import CampaignHeader, SavePolicy, TravellersChosen
from holdtheline.campaign.state import Phase
from holdtheline.campaign.story.model import SceneKind
from holdtheline.core.definition import CHANCE
from holdtheline.core.dice import random_below, random_stream
from holdtheline.core.game_record.replay import Record
from holdtheline.table import campaigns
from holdtheline.table.campaigns import CampaignSession, open_battle, read_battle_result
from holdtheline.table.session import Table
from holdtheline.terminal.line_mode.campaign import CampaignLineMode, match_name, parse_names

from ..campaign.lantern_road import FILE, HASK, ODA, fought, spoiled, texts
from .conftest import Answer

Htl = Callable[..., Answer]


def at_random(table: Table) -> int:
    """Plays a battle to its end."""
    stream = random_stream(1, "talk")
    while not table.is_over:
        if table.turn == CHANCE:
            table.roll_all()
        else:
            moves = table.state.legal_moves()
            table.play(moves[int(random_below(stream, len(moves)))])
    table.close()
    return 0


def left_alone(table: Table) -> int:
    """The player quits after a few steps."""
    table.roll()
    table.close()
    return 0


def talk(campaign: CampaignSession, lines: Iterable[str], at_table: Callable[[Table], int]) -> list[str]:
    """Return what is printed for these typed lines, until the input ends."""
    answers = iter(lines)
    printed: list[str] = []

    def read(_: str) -> str:
        for line in answers:
            return line
        raise EOFError

    assert CampaignLineMode(campaign, at_table, read, printed.append).run() == 0
    return printed


@pytest.fixture
def campaign(tmp_path: Path) -> Iterable[CampaignSession]:
    header = CampaignHeader(texts(), seed=3, policy=SavePolicy.FREE)
    campaign = CampaignSession.start(header, tmp_path / "mine.campaign")
    yield campaign
    campaign.close()


# The battle at its table


def test_a_battle_of_a_campaign_is_an_ordinary_game_whose_result_is_read(
    campaign: CampaignSession,
) -> None:
    printed = talk(campaign, ["hand old to oda", "oda, hask", "company"], at_random)
    assert campaign.state.scene == "the barn" or campaign.state.phase == Phase.DIE
    assert "The Ford" in printed
    record = Record.read(next(campaign.path.with_suffix("").glob("*.htl")))
    assert record.is_over
    assert record.header.options["strike_back"] == "on"
    assert "After the battle: The Ford" in printed
    assert "The battle was" in " ".join(printed)


def test_a_battle_that_was_left_is_resumed(campaign: CampaignSession) -> None:
    talk(campaign, ["1,2"], left_alone)
    assert campaign.state.phase == Phase.BATTLE
    assert read_battle_result(campaign) is None
    table = open_battle(campaign)
    assert len(table.steps) == 1
    at_random(table)
    done = read_battle_result(campaign)
    assert done is not None
    assert set(done.people) == {ODA, HASK}


def test_a_battle_that_was_over_before_its_end_was_written_is_taken_from_its_record(
    campaign: CampaignSession,
) -> None:
    campaign.take(TravellersChosen((ODA, HASK)))
    at_random(open_battle(campaign))  # and then the process was killed

    def never(table: Table) -> int:
        raise AssertionError("it would be played again")

    talk(campaign, [], never)
    assert campaign.state.phase != Phase.BATTLE


def test_a_battle_whose_first_line_was_cut_off_is_begun_again(campaign: CampaignSession) -> None:
    campaign.take(TravellersChosen((ODA, HASK)))
    campaign.battle_path.parent.mkdir()
    campaign.battle_path.write_text('{"htl"')
    table = open_battle(campaign)
    assert table.steps == []
    table.close()


# The talk


def test_choices_are_asked_and_answered_by_number_or_by_the_beginning_of_a_name(
    campaign: CampaignSession,
) -> None:
    campaign.take(TravellersChosen((ODA, HASK)))
    campaign.take(fought(campaign.state))
    printed = talk(campaign, ["", "", "nonsense", "over", "2", "company", "map", "journal", "back the inn"], at_random)
    words = " ".join(printed)
    assert "What will you do?" in words
    assert "'nonsense' is not a choice here" in words
    assert "This was decided: Over the mire." in words
    assert "Wenna Thorne: The Mire." in words  # in memory
    assert campaign.state.scene == "the inn"


def test_unknown_input_never_continues_and_a_found_item_is_offered(campaign: CampaignSession) -> None:
    campaign.take(TravellersChosen((ODA, HASK)))
    campaign.take(fought(campaign.state))
    while campaign.state.current_scene.kind != SceneKind.ITEM:
        talk(campaign, [""], at_random)
    scene = campaign.state.scene
    printed = " ".join(talk(campaign, ["go on", ","], at_random))
    assert campaign.state.scene == scene
    assert "'go on' is not a choice here" in printed
    assert "'," in printed
    assert "Type hand Boar spear to NAME (Oda Verrin, Hask, Pim Sallow, Wenna Thorne)" in printed
    talk(campaign, ["hand boar spear to hask"], at_random)
    assert campaign.state.company.holders["Boar spear"] == HASK


def test_the_question_who_goes_says_who_rests_and_why(campaign: CampaignSession) -> None:
    campaign.state.company.change(HASK, wounds=9)
    campaign.state.company.felled_travel = False
    printed = " ".join(talk(campaign, [], at_random))
    assert "Hask rests until the next haven: has more wounds than slots." in printed


def test_the_aftermath_is_printed_with_typed_dice(tmp_path: Path) -> None:
    campaign = CampaignSession.start(CampaignHeader(texts(), seed=3, dice_are_mine=True), tmp_path / "mine.campaign")
    campaign.take(TravellersChosen((ODA, HASK)))
    campaign.take(fought(campaign.state, felled=[HASK]))
    printed = talk(campaign, ["7", "2"], at_random)
    assert any("a die shows 1 to 6, not '7'" in line for line in printed)
    assert campaign.state.company.alive == [ODA, "Pim Sallow", "Wenna Thorne"]
    campaign.close()


def test_what_cannot_be_is_said_in_a_sentence_and_asked_again(campaign: CampaignSession) -> None:
    printed = talk(campaign, ["hask", "hand crown to hask", "back the moor", "help"], at_random)
    assert any("Oda Verrin must come" in line for line in printed)
    assert any("the company has no 'crown'" in line for line in printed)
    assert campaign.state.entries == 0


def test_names_are_picked_by_numbers_and_words() -> None:
    names = ["Oda Verrin", "Hask", "Old Tobin"]
    assert parse_names("2, oda", names) == ("Hask", "Oda Verrin")
    assert parse_names("", names) == ()
    assert parse_names("4", names) is parse_names("o", names) is parse_names("hask, 9", names) is None
    assert match_name("OLD TOBIN", names) == "Old Tobin"


# The command


def test_a_campaign_is_started_listed_and_shown_with_its_journal(htl: Htl, home: Path) -> None:
    begun = htl("campaign", "start", str(FILE), "--policy", "free", "--seed", "5", "--generals", "2")
    assert begun.code == 0
    assert "Free: you can go back" in begun.out
    assert "The Lantern Road" in htl("campaign", "list").out
    assert "Hask (Salt lamp)" in htl("campaign", "show").out
    assert "The Ford: now" in htl("campaign", "show", "1").out
    assert "A lamp has gone out" in htl("campaign", "journal").out
    [kept] = campaigns.saved_campaigns()
    state, _, _ = campaigns.read_campaign(kept.path)
    assert (state.header.generals, state.header.seed) == (2, 5)


def test_a_damaged_campaign_is_listed_with_the_reason(htl: Htl, home: Path) -> None:
    htl("campaign", "start", str(FILE))
    [kept] = campaigns.saved_campaigns()
    kept.path.write_bytes(kept.path.read_bytes() + b'{"travelled": ["Nobody", "Nobody"]}\n')
    assert f"cannot read {kept.path}: " in htl("campaign", "list").out
    assert "see `htl campaign list` for the reasons" in htl("campaign", "show").complaint


def test_an_iron_campaign_says_so_and_refuses_to_go_back(htl: Htl, home: Path) -> None:
    assert "you cannot go back" in htl("campaign", "start", str(FILE)).out
    assert "iron: you cannot go back" in htl("campaign", "back", "the ford").complaint


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nowhere",), "unknown campaign 'nowhere'"),
        ((str(FILE), "--policy", "soft"), "--policy must be one of iron, free, not 'soft'"),
        ((str(FILE), "--aftermath", "mild"), "--aftermath must be one of example, none, harsh, not 'mild'"),
        ((str(FILE), "--dice", "loaded"), "--dice must be computer or mine, not 'loaded'"),
        ((str(FILE), "--dice", "mine", "--seed", "4"), "--seed is for the computer's dice"),
    ],
)
def test_a_wrong_start_is_refused_and_begins_nothing(
    htl: Htl, home: Path, arguments: tuple[str, ...], why: str
) -> None:
    assert why in htl("campaign", "start", *arguments).complaint
    assert campaigns.saved_campaigns() == []


def test_campaign_files_are_checked_like_scenarios(htl: Htl, home: Path, tmp_path: Path) -> None:
    good = htl("scenario", "check", str(FILE))
    assert (good.code, good.out) == (0, f"{FILE}: good: The Lantern Road, 6 scenes, 6 characters\n")
    bad = tmp_path / "lantern-road.toml"
    bad.write_text(spoiled('next = "the inn"', 'next = "the barn"').story)
    (tmp_path / "lantern-road").mkdir()
    for name, words in texts().battles.items():
        (tmp_path / "lantern-road" / f"{name}.toml").write_text(words)
    answer = htl("scenario", "check", str(bad))
    assert answer.code == 1
    assert f"{bad}, line " in answer.out
    assert "the scenes form a loop" in answer.out


def test_nothing_to_resume_is_one_sentence(htl: Htl, home: Path) -> None:
    assert "you have no campaigns" in htl("campaign", "play").complaint


def test_a_campaign_starts_with_the_switches_that_were_asked_for(htl: Htl) -> None:
    htl("campaign", "start", "the-tongue-of-the-bell", "--wounds", "heal", "--felled-travel", "on", "--seed", "1")
    htl("campaign", "start", "the-tongue-of-the-bell", "--seed", "1")
    headers = [campaigns.read_campaign(path)[0].header for path in campaigns.campaign_files()]
    assert {(header.wounds.word, header.felled_travel) for header in headers} == {("heal", True), ("keep", False)}
