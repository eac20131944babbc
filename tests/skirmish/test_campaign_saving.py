"""A campaign is on the disk entry by entry: a killed process loses nothing, a damaged file says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from holdtheline.core.errors import BadOption, BadRecord, IllegalMove, NotSaved, UnknownName
from holdtheline.games.skirmish.campaign.entries import (
    Back,
    Chose,
    Entry,
    Handed,
    Header,
    Policy,
    Rolled,
    Travelled,
    TravelledOn,
    WentOn,
    entry_from,
    entry_line,
    header_from,
    header_line,
)
from holdtheline.games.skirmish.campaign.journey import Journey
from holdtheline.games.skirmish.campaign.story import Aftermath, Outcome
from holdtheline.games.skirmish.campaign.unfolding import folded
from holdtheline.table import campaigns
from holdtheline.table.campaigns import Campaign

from .walkers import HASK, ODA, ORLA, PIM, fought, spoiled, story, texts


def header(**settings: object) -> Header:
    fields = {**vars(Header(texts(), seed=3, policy=Policy.FREE, dice_are_mine=True)), **settings}
    return Header(**fields)


def whole_course(path: Path) -> list[Entry]:
    """A campaign of every kind of entry, kept in this file."""
    campaign = Campaign.begin(header(), path)
    campaign.take(Handed("Old charm", PIM))
    campaign.take(Travelled((ODA, HASK, PIM)))
    campaign.take(fought(campaign.journey, Outcome.LOST, felled=[ODA]))
    campaign.take(Rolled(2))
    campaign.take(Back(0))
    campaign.take(Travelled((ODA, HASK)))
    campaign.take(fought(campaign.journey, ending="Bell saved", felled=[HASK], slain=["Grey Boar"]))
    campaign.take(Rolled(5))
    campaign.take(WentOn())
    campaign.take(Rolled(6))
    campaign.take(WentOn())
    campaign.take(Chose("Over the mire"))
    campaign.take(Chose("Wait"))
    campaign.take(TravelledOn((ODA, HASK, ORLA)))
    campaign.take(Travelled((ODA, HASK, ORLA)))
    campaign.take(fought(campaign.journey, felled=[ODA, HASK, ORLA]))
    for face in (1, 1, 1):
        campaign.take(Rolled(face))
    assert campaign.journey.scene == "dark road"  # nobody is left
    campaign.close()
    return campaign.entries


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "mine.campaign"


def test_every_entry_is_the_same_after_writing_and_reading(path: Path) -> None:
    for number, entry in enumerate(whole_course(path), 2):
        assert entry_from(entry_line(entry), number) == entry


def test_a_header_is_the_same_after_writing_and_reading() -> None:
    first = header(generals=3, aftermath=Aftermath.HARSH, made="today")
    assert header_from(header_line(first)) == first


def test_a_campaign_goes_on_where_it_was_left_after_every_entry(path: Path) -> None:
    entries = whole_course(path)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == len(entries) + 1
    for count in range(len(entries) + 1):
        path.write_bytes(b"".join(lines[: count + 1]))
        campaign = Campaign.go_on(path)
        assert campaign.entries == entries[:count]
        assert campaign.journey == folded(story(), header(), entries[:count])
        campaign.close()


def test_a_line_that_a_kill_has_cut_off_is_dropped_and_the_next_takes_its_place(path: Path) -> None:
    entries = whole_course(path)
    lines = path.read_bytes().splitlines(keepends=True)
    for count in range(1, len(entries)):
        path.write_bytes(b"".join(lines[: count + 1]) + lines[count + 1][:-1])
        campaign = Campaign.go_on(path)
        assert campaign.entries == entries[:count]
        campaign.take(entries[count])
        campaign.close()
        assert path.read_bytes() == b"".join(lines[: count + 2])


def test_a_campaign_whose_first_line_was_cut_off_says_so(path: Path) -> None:
    Campaign.begin(header(), path).close()
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadRecord, match="cut off before its first line was whole"):
        Campaign.go_on(path)


def damaged(path: Path, number: int, **changes: object) -> str:
    """What is said of a campaign with a changed line."""
    whole_course(path)
    lines = path.read_text().splitlines(keepends=True)
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes}) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(BadRecord) as refused:
        Campaign.go_on(path)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("number", "changes", "reason"),
    [
        (1, {"format": 9}, "saved in another format, 9"),
        (1, {"policy": "soft"}, "line 1: this is no campaign"),
        (1, {"seed": "x"}, "line 1: this is no campaign"),
        (1, {"story": "title = 5"}, "line 1: its story cannot be read: lantern-road.toml"),
        (1, {"battles": {}}, "line 1: its story cannot be read"),
        (2, {"to": "Nobody"}, "line 2: there is no 'Nobody' in the company"),
        (2, {"to": 4}, "line 2: this entry is damaged"),
        (3, {"who": [ODA, ODA]}, "line 3: somebody is named twice"),
        (3, {"who": 5}, "line 3: this entry is damaged"),
        (3, {"entry": "flown"}, "line 3: this entry is damaged"),
        (3, {"more": 1}, "line 3: this entry is damaged"),
        (4, {"outcome": "great"}, "line 4: this entry is damaged"),
        (4, {"people": {}}, "line 4: others have fought"),
        (4, {"enemies": {"Grey Boar": 3}}, "line 4: this entry is damaged"),
        (5, {"face": 0}, "line 5: this entry is damaged"),
        (5, {"face": 7}, "line 5: this entry is damaged"),
        (6, {"to": 3}, "line 6: one can go back only to the start of a scene"),
        (6, {"to": "x"}, "line 6: "),
        (13, {"option": "Fly"}, "line 13: there is no option 'Fly' now"),
    ],
)
def test_a_damaged_campaign_is_refused_in_one_sentence(
    path: Path, number: int, changes: dict[str, object], reason: str
) -> None:
    assert reason in damaged(path, number, **changes)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"hello\n", b"\xff\xfe\n", b"[1]\n", b"null\n", b"[" * 9999 + b"\n"]
)
def test_a_file_that_is_no_campaign_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(BadRecord):
        Campaign.go_on(path)


def test_a_refused_entry_is_not_written(path: Path) -> None:
    campaign = Campaign.begin(header(), path)
    before = path.read_bytes()
    with pytest.raises(IllegalMove):
        campaign.take(Travelled((HASK,)))
    with pytest.raises(IllegalMove):
        campaign.take(Back(1))
    campaign.close()
    assert path.read_bytes() == before


def test_an_iron_campaign_refuses_to_go_back(path: Path) -> None:
    campaign = Campaign.begin(header(policy=Policy.IRON), path)
    campaign.take(Travelled((ODA,)))
    with pytest.raises(IllegalMove, match="iron: nobody goes back"):
        campaign.go_back("the ford")
    campaign.close()


def test_going_back_keeps_what_was_played_in_the_file_and_begins_a_battle_of_its_own(path: Path) -> None:
    campaign = Campaign.begin(header(), path)
    campaign.take(Travelled((ODA,)))
    first = campaign.battle_path
    campaign.go_back("the ford")
    campaign.take(Travelled((ODA, HASK)))
    assert campaign.battle_path != first
    assert campaign.battle_path.parent == first.parent == path.with_suffix("")
    assert path.read_text().count('"travelled"') == 2
    campaign.close()


def test_nothing_is_begun_with_a_wrong_story(path: Path) -> None:
    with pytest.raises(BadOption):
        Campaign.begin(header(texts=spoiled('next = "the inn"', 'next = "the barn"')), path)
    assert not path.exists()


def test_two_windows_cannot_play_one_campaign(path: Path) -> None:
    campaign = Campaign.begin(header(), path)
    with pytest.raises(NotSaved, match="another window"):
        Campaign.go_on(path)
    campaign.close()
    Campaign.go_on(path).close()


def test_a_campaign_is_never_overwritten(path: Path) -> None:
    Campaign.begin(header(), path).close()
    with pytest.raises(NotSaved):
        Campaign.begin(header(), path)


def test_when_the_disk_is_full_the_campaign_stands_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = Campaign.begin(header(), path)
    before, journey = path.read_bytes(), campaign.journey

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(NotSaved, match="No space left"):
        campaign.take(Travelled((ODA,)))
    assert (path.read_bytes(), campaign.journey) == (before, journey)
    monkeypatch.undo()
    campaign.take(Travelled((ODA,)))
    campaign.close()


# The folder


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HTL_HOME", str(tmp_path))
    return tmp_path


def begin(**settings: object) -> Journey:
    campaign = Campaign.begin(header(**settings))
    campaign.close()
    return campaign.journey


def test_the_campaigns_that_were_begun_are_found_by_number_and_by_name(at_home: Path) -> None:
    with pytest.raises(UnknownName, match="no campaign has been begun"):
        campaigns.find(None)
    begin()
    begin(policy=Policy.IRON)
    (at_home / "campaigns" / "broken.campaign").write_text("no")
    kept = campaigns.saved()
    assert sorted(one.policy for one in kept) == ["free", "iron"]
    assert {(one.title, one.scene, one.is_over) for one in kept} == {("The Lantern Road", "The Ford", False)}
    assert campaigns.find(None) == campaigns.find("1") == campaigns.find("lantern-road") == kept[0].path
    assert campaigns.find(kept[1].path.stem) == kept[1].path
    with pytest.raises(UnknownName, match="there is no campaign 'nowhere'"):
        campaigns.find("nowhere")
