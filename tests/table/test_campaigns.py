"""Saved campaigns: a killed process loses nothing, and a damaged file is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdtheline.campaign.entries import (
    CampaignHeader,
    DieRolled,
    Entry,
    ItemHandedOver,
    MembersKept,
    OptionChosen,
    Rewind,
    SavePolicy,
    SceneExited,
    TravellersChosen,
    format_entry,
    format_header,
    parse_entry,
    parse_header,
)
from holdtheline.campaign.rules import replay_entries
from holdtheline.campaign.state import CampaignState
from holdtheline.campaign.story.model import Aftermath
from holdtheline.core.errors import BadOption, BadRecord, IllegalMove, NotSaved, UnknownName
from holdtheline.core.scenarios.campaign_battles import Outcome
from holdtheline.table import campaigns
from holdtheline.table.campaigns import CampaignSession

from ..campaign.lantern_road import HASK, ODA, ORLA, PIM, fought, spoiled, story, texts


def header(**settings: object) -> CampaignHeader:
    fields = {**vars(CampaignHeader(texts(), seed=3, policy=SavePolicy.FREE, dice_are_mine=True)), **settings}
    return CampaignHeader(**fields)


def whole_course(path: Path) -> list[Entry]:
    """Save a campaign with every kind of entry in this file."""
    campaign = CampaignSession.start(header(), path)
    campaign.take(ItemHandedOver("Old charm", PIM))
    campaign.take(TravellersChosen((ODA, HASK, PIM)))
    campaign.take(fought(campaign.state, Outcome.LOST, felled=[ODA]))
    campaign.take(DieRolled(2))
    campaign.take(Rewind(0))
    campaign.take(TravellersChosen((ODA, HASK)))
    campaign.take(fought(campaign.state, ending="Bell saved", felled=[HASK], slain=["Grey Boar"]))
    campaign.take(DieRolled(5))
    campaign.take(SceneExited())
    campaign.take(DieRolled(6))
    campaign.take(SceneExited())
    campaign.take(OptionChosen("Over the mire"))
    campaign.take(OptionChosen("Wait"))
    campaign.take(MembersKept((ODA, HASK, ORLA)))
    campaign.take(TravellersChosen((ODA, HASK, ORLA)))
    campaign.take(fought(campaign.state, felled=[ODA, HASK, ORLA]))
    for face in (1, 1, 1):
        campaign.take(DieRolled(face))
    assert campaign.state.scene == "dark road"  # nobody is left
    campaign.close()
    return campaign.entries


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.campaign"


def test_every_entry_is_the_same_after_writing_and_reading(path: Path) -> None:
    for number, entry in enumerate(whole_course(path), 2):
        assert parse_entry(format_entry(entry), number) == entry


def test_a_header_is_the_same_after_writing_and_reading() -> None:
    first = header(generals=3, aftermath=Aftermath.HARSH, created="today")
    assert parse_header(format_header(first)) == first


def test_a_campaign_is_resumed_where_it_was_left_after_every_entry(path: Path) -> None:
    entries = whole_course(path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(entries) + 1
    for count in range(len(entries) + 1):
        path.write_bytes(b"".join(lines[: count + 1]))
        campaign = CampaignSession.resume(path)
        assert campaign.entries == entries[:count]
        assert campaign.state == replay_entries(story(), header(), entries[:count])
        campaign.close()


def test_a_line_that_a_kill_has_cut_off_is_dropped_and_the_next_takes_its_place(path: Path) -> None:
    entries = whole_course(path)
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(entries)):
        path.write_bytes(b"".join(lines[: count + 1]) + lines[count + 1][:-1])
        campaign = CampaignSession.resume(path)
        assert campaign.entries == entries[:count]
        campaign.take(entries[count])
        campaign.close()
        assert path.read_bytes() == b"".join(lines[: count + 2])


def test_a_campaign_whose_first_line_was_cut_off_says_so(path: Path) -> None:
    CampaignSession.start(header(), path).close()
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadRecord, match="cut off in its first line"):
        CampaignSession.resume(path)


def damaged(path: Path, number: int, **changes: object) -> str:
    """Return the error for a campaign with a changed line."""
    whole_course(path)
    lines = path.read_text().splitlines(keepends=True)
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes}) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(BadRecord) as refused:
        CampaignSession.resume(path)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("number", "changes", "reason"),
    [
        (1, {"format": 9}, "saved in an unsupported format, 9"),
        (1, {"policy": "soft"}, "line 1: this is not a saved campaign"),
        (1, {"seed": "x"}, "line 1: this is not a saved campaign"),
        (1, {"story": "title = 5"}, "line 1: its story cannot be read: lantern-road.toml"),
        (1, {"battles": {}}, "line 1: its story cannot be read"),
        (2, {"to": "Nobody"}, "line 2: there is no 'Nobody' in the company"),
        (2, {"to": 4}, "line 2: this entry is damaged"),
        (3, {"who": [ODA, ODA]}, "line 3: Oda Verrin is named twice"),
        (3, {"who": 5}, "line 3: this entry is damaged"),
        (3, {"entry": "flown"}, "line 3: this entry is damaged"),
        (3, {"more": 1}, "line 3: this entry is damaged"),
        (4, {"outcome": "great"}, "line 4: this entry is damaged"),
        (4, {"people": {}}, "line 4: the fighters are not the members who travelled"),
        (4, {"enemies": {"Grey Boar": 3}}, "line 4: this entry is damaged"),
        (5, {"face": 0}, "line 5: this entry is damaged"),
        (5, {"face": 7}, "line 5: this entry is damaged"),
        (6, {"to": 3}, "line 6: you can go back only to the start of a scene"),
        (6, {"to": "x"}, "line 6: "),
        (13, {"option": "Fly"}, "line 13: there is no option 'Fly' now"),
    ],
)
def test_a_damaged_campaign_is_refused_in_one_sentence(
    path: Path, number: int, changes: dict[str, object], reason: str
) -> None:
    assert reason in damaged(path, number, **changes)


@pytest.mark.parametrize("data", [b"", b"\n", b"hello\n", b"\xff\xfe\n", b"[1]\n", b"null\n", b"[" * 9999 + b"\n"])
def test_a_file_that_is_no_campaign_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(BadRecord):
        CampaignSession.resume(path)


def test_a_refused_entry_is_not_written(path: Path) -> None:
    campaign = CampaignSession.start(header(), path)
    before = path.read_bytes()
    with pytest.raises(IllegalMove):
        campaign.take(TravellersChosen((HASK,)))
    with pytest.raises(IllegalMove):
        campaign.take(Rewind(1))
    campaign.close()
    assert path.read_bytes() == before


def test_an_iron_campaign_refuses_to_go_back(path: Path) -> None:
    campaign = CampaignSession.start(header(policy=SavePolicy.IRON), path)
    campaign.take(TravellersChosen((ODA,)))
    with pytest.raises(IllegalMove, match="iron: you cannot go back"):
        campaign.go_back("the ford")
    campaign.close()


def test_going_back_keeps_what_was_played_in_the_file_and_starts_a_new_battle(path: Path) -> None:
    campaign = CampaignSession.start(header(), path)
    campaign.take(TravellersChosen((ODA,)))
    first = campaign.battle_path
    campaign.go_back("the ford")
    campaign.take(TravellersChosen((ODA, HASK)))
    assert campaign.battle_path != first
    assert campaign.battle_path.parent == first.parent == path.with_suffix("")
    assert path.read_text().count('"travelled"') == 2
    campaign.close()


def test_a_campaign_with_a_wrong_story_is_not_started(path: Path) -> None:
    with pytest.raises(BadOption):
        CampaignSession.start(header(texts=spoiled('next = "the inn"', 'next = "the barn"')), path)
    assert not path.exists()


def test_two_windows_cannot_play_one_campaign(path: Path) -> None:
    campaign = CampaignSession.start(header(), path)
    with pytest.raises(NotSaved, match="another window"):
        CampaignSession.resume(path)
    campaign.close()
    CampaignSession.resume(path).close()


def test_a_campaign_is_never_overwritten(path: Path) -> None:
    CampaignSession.start(header(), path).close()
    with pytest.raises(NotSaved):
        CampaignSession.start(header(), path)


def test_when_the_disk_is_full_the_campaign_stands_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = CampaignSession.start(header(), path)
    before, state = path.read_bytes(), campaign.state

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NotSaved, match="No space left"):
        campaign.take(TravellersChosen((ODA,)))
    assert (path.read_bytes(), campaign.state) == (before, state)
    monkeypatch.undo()
    campaign.take(TravellersChosen((ODA,)))
    campaign.close()


# The folder


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HTL_HOME", str(tmp_path))
    return tmp_path


def begin(**settings: object) -> CampaignState:
    campaign = CampaignSession.start(header(**settings))
    campaign.close()
    return campaign.state


def test_saved_campaigns_are_found_by_number_and_by_name(at_home: Path) -> None:
    with pytest.raises(UnknownName, match="you have no campaigns"):
        campaigns.find_campaign(None)
    begin()
    begin(policy=SavePolicy.IRON)
    (at_home / "campaigns" / "broken.campaign").write_text("no")
    saved = campaigns.saved_campaigns()
    assert sorted(one.policy for one in saved) == ["free", "iron"]
    assert {(one.title, one.scene, one.is_over) for one in saved} == {("The Lantern Road", "The Ford", False)}
    assert (
        campaigns.find_campaign(None)
        == campaigns.find_campaign("1")
        == campaigns.find_campaign("lantern-road")
        == saved[0].path
    )
    assert campaigns.find_campaign(saved[1].path.stem) == saved[1].path
    with pytest.raises(UnknownName, match="there is no campaign 'nowhere'"):
        campaigns.find_campaign("nowhere")
