"""`htl scenario`: what is shipped, what is wrong with a file, and the card of a battle."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from holdtheline.core.ascii_art import TextSpan
from holdtheline.core.catalog import EXTRA_GAMES, definition_of
from holdtheline.games.civilwar.scenario.parse import SCENARIO_FOLDER, list_scenarios, load_scenario
from holdtheline.games.skirmish.scenario.parse import FOLDER as SKIRMISHES
from holdtheline.games.skirmish.scenario.parse import shipped_scenarios as skirmishes

from ..definition.variants import variant
from ..games.civilwar.mill_creek import TEXT, line_of


@pytest.fixture(autouse=True)
def as_wide_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.toml"
    path.write_text(TEXT.replace("turns = 12", "turns = 99"))
    return path


def section(card: str, heading: str) -> list[str]:
    """The lines below a heading."""
    lines = card.splitlines()
    below = lines[lines.index(heading) + 1 :]
    return [line.strip() for line in below[: below.index("")]]


# list


def test_the_list_has_every_battle_that_is_shipped(htl):
    answer = htl("scenario", "list")
    lines = answer.out.splitlines()
    assert answer.code == 0
    names = [line.split()[0] for line in lines if line[:3].strip() and line[0] == " "]
    assert sorted(names) == sorted([*list_scenarios(), *skirmishes()])
    assert lines[0] == "Skirmish: htl play skirmish --scenario NAME"
    assert " ".join(lines[1].split()) == "millrace The Night at the Millrace"
    assert lines[2].strip() == "14 rounds, 6 and 8 characters"
    below = lines[lines.index("Civil War: htl play civilwar --scenario NAME") :]
    assert " ".join(below[1].split()) == "bull-run First Bull Run, 21 July 1861, Manassas, Virginia"
    assert below[2].strip() == "18 turns, 12 and 13 units; history favoured: neither"
    assert "history favoured: confederate" in answer.out


def test_the_list_for_programs(htl):
    response = json.loads(htl("scenario", "list", "--json").out)
    assert {one["name"] for one in response} == {*list_scenarios(), *skirmishes()}
    assert response[0] == {
        "game": "skirmish",
        "name": "millrace",
        "title": "The Night at the Millrace",
        "date": "",
        "place": "",
        "turns": 14,
        "units": {"friends": 6, "enemies": 8},
        "favours": "",
        "story": "For a month the lamps between Oxhythe and Sallow Weir have gone out before midnight, and for a month "
        "people have walked from the causeway straight into the arms of the Tollmen.",
        "balance": "The friends win 71 in 100 when the computer leads them",
    }
    assert response[len(skirmishes())] == {
        "game": "civilwar",
        "name": "bull-run",
        "title": "First Bull Run",
        "date": "21 July 1861",
        "place": "Manassas, Virginia",
        "turns": 18,
        "units": {"union": 12, "confederate": 13},
        "favours": "",
        "story": "In the first great battle of the war McDowell sent two divisions on a long march to Sudley Ford, "
        "round the left of the Confederate line behind Bull Run.",
        "balance": "Even: the Confederacy wins 54 in 100",
    }


def test_the_error_in_a_skirmish_file_is_that_of_skirmish(htl, tmp_path):
    good = (SKIRMISHES / "millrace.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(good.replace("rounds = 14", "rounds = 999"))
    answer = htl("scenario", "check", str(path))
    assert answer.code != 0
    assert "rounds" in answer.out
    assert "(K2.3)" in answer.out
    path.write_text(good)
    assert htl("scenario", "check", str(path)).out.endswith("14 rounds, 6 and 8 characters\n")


def test_the_card_of_a_skirmish_has_its_story_its_end_and_everybody(htl):
    card = htl("scenario", "show", "millrace").out
    assert section(card, "The aim") == ["Carry the toll ledger off the table, and do not lose the lamp oil."]
    ends = " ".join(section(card, "How it ends (K2.3)"))
    assert "When the friends have carried the Toll ledger off the table: the friends win." in ends
    assert "After 14 rounds: the enemies win." in ends
    assert "The millrace: A leg that touches it counts double." in card
    assert "Oda Verrin" in card
    facts = json.loads(htl("scenario", "show", "millrace", "--json").out)
    assert facts["characters"][0]["name"] == "Oda Verrin"
    assert facts["characters"][0]["at"] == [12.0, 2.5]


def test_the_card_of_a_skirmish_is_indented_evenly(htl):
    lines = htl("scenario", "show", "millrace").out.splitlines()
    story = lines[1 : lines.index("The aim")]
    assert {len(line) - len(line.lstrip()) for line in story if line} == {2}
    at = next(at for at, line in enumerate(lines) if line.startswith("      Strikes back when"))
    assert lines[at + 1].startswith("      ")
    assert lines[at + 1].endswith(" more turns a wound away.")


def test_what_is_shipped_is_checked_by_its_name(htl):
    answer = htl("scenario", "check", "millrace", "bull-run", "the-last-lamp")
    assert answer.code == 0
    battle, field, campaign = answer.out.splitlines()
    assert battle == "millrace: good: The Night at the Millrace, 14 rounds, 6 and 8 characters"
    assert field == "bull-run: good: First Bull Run, 18 turns, 12 and 13 units"
    assert campaign.startswith("the-last-lamp: good: ")


def test_no_line_of_the_list_is_wider_than_the_terminal(htl, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    assert max(map(len, htl("scenario", "list").out.splitlines())) < 60


# check


def test_a_good_file_is_summarized_in_one_line(htl, mine):
    answer = htl("scenario", "check", str(mine))
    assert answer.code == 0
    assert answer.out == f"{mine}: good: Mill Creek, 12 turns, 4 and 1 units\n"


def test_all_that_is_shipped_is_good(htl):
    answer = htl("scenario", "check", *(str(SCENARIO_FOLDER / f"{name}.toml") for name in list_scenarios()))
    assert answer.code == 0
    assert answer.out.count(": good: ") == len(list_scenarios())


def test_a_bad_file_is_reported_with_path_line_and_reason(htl, bad):
    answer = htl("scenario", "check", str(bad))
    line = line_of("turns = 12")
    assert answer.code == 1
    assert answer.out == (f"{bad}, line {line}: turns: it must be a whole number from 1 to 30, not 99 (C7.2)\n")


def test_a_file_that_tells_no_game_has_one_sentence(htl, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('title = "Mine"\n')
    answer = htl("scenario", "check", str(path))
    games = "[[character]] for Skirmish, [[unit]] for Civil War"
    assert answer.out == f"{path}, line 1: it has no table that tells which game it is for: {games}\n"


def test_of_several_files_each_has_its_line_and_one_bad_one_counts(htl, mine, bad, tmp_path):
    nowhere = tmp_path / "nowhere.toml"
    (tmp_path / "torn.toml").write_text(TEXT[:100])
    (tmp_path / "zeros.toml").write_bytes(b"\xff\x00")
    files = [mine, bad, nowhere, tmp_path, tmp_path / "torn.toml", tmp_path / "zeros.toml"]
    answer = htl("scenario", "check", *map(str, files))
    lines = answer.out.splitlines()
    assert answer.code == 1
    assert answer.err == ""
    assert len(lines) == len(files)
    assert all(line.startswith(str(file)) for line, file in zip(lines, files, strict=True))
    assert lines[2] == f"{nowhere} cannot be read: No such file or directory"
    assert ": this is not TOML: " in lines[4]
    assert lines[5].endswith("is not UTF-8 text")


def test_files_are_checked_for_programs_too(htl, mine, bad):
    answer = htl("scenario", "check", "--json", str(mine), str(bad))
    good, wrong = json.loads(answer.out)
    assert answer.code == 1
    assert good == {"file": str(mine), "good": True, "summary": "Mill Creek, 12 turns, 4 and 1 units", "faults": []}
    assert (wrong["file"], wrong["good"]) == (str(bad), False)
    assert "line " in wrong["summary"]
    assert wrong["faults"] == [
        {
            "path": "bad.toml",
            "line": line_of("turns = 12"),
            "field": "turns",
            "reason": "it must be a whole number from 1 to 30, not 99",
            "clause": "C7.2",
        }
    ]


def test_all_faults_of_a_file_are_printed_up_to_twenty(htl, bad):
    bad.write_text(bad.read_text().replace("command = 3", "command = 10"))
    lines = htl("scenario", "check", str(bad)).out.splitlines()
    assert [line.partition(": ")[2].partition(":")[0] for line in lines] == ["turns", "union.command"]
    assert all(line.startswith(f"{bad}, line ") for line in lines)
    more = "".join(f"x{number} = 1\n" for number in range(25))
    bad.write_text(more + bad.read_text())
    lines = htl("scenario", "check", str(bad)).out.splitlines()
    assert len(lines) == 21
    assert lines[-1] == f"{bad}: and 7 more faults"
    assert len(json.loads(htl("scenario", "check", "--json", str(bad)).out)[0]["faults"]) == 27


def test_a_table_with_a_faulty_file_is_refused_with_all_faults(htl, bad):
    bad.write_text(bad.read_text().replace("command = 3", "command = 10"))
    answer = htl("play", "civilwar", "--plain", "--scenario", str(bad))
    assert answer.code == 2
    assert [line.partition(", line")[0] for line in answer.err.splitlines()] == ["htl: bad.toml", "bad.toml"]


# show


def test_the_card_of_a_battle_has_everything_in_its_file(htl, mine):
    answer = htl("scenario", "show", str(mine))
    card = answer.out
    assert answer.code == 0
    assert card.startswith("Mill Creek\n  1 May 1862, Nowhere, Tennessee\n\n  Ten words of history")
    assert section(card, "Sources") == ["A. Writer, A Book (1900)", "B. Writer, Another Book (1910)"]
    assert section(card, "How to win") == [
        "The battle has 12 turns. The Confederacy acts first in each turn (C1.1).",
        "The Union wins with 5 VP, the Confederacy with 6 VP (C7.2).",
        "After the last turn the side with more VP wins (C7.2).",
    ]
    assert section(card, "Hexes worth VP (C7.1)") == [
        "A7: 2 VP for the Union and the Confederacy; held by the Confederacy.",
        "I2: 1 VP for the Union; held by neither side.",
    ]
    assert section(card, "The sides") == [
        "The Union: command 3 (C1.2), retreats to the north edge (C5.1).",
        "The Confederacy: command 2 (C1.2), retreats to the east edge (C5.1).",
    ]
    assert section(card, "Special rules") == [
        "The Union never rallies (C6.1).",
        "The Confederacy's pieces that start on the map cannot move before turn 3",
        "(C1.3).",
        "Battery B (the Union): never moves (C1.3).",
    ]
    assert section(card, "Reinforcements (C2.8)") == ["Turn 4, the Union: Cole, Baker at A1."]


def test_the_order_of_battle_has_a_line_for_each_piece(htl, mine):
    card = htl("scenario", "show", str(mine)).out
    assert section(card, "The Union: 4 units, 2 leaders") == [
        "hex           name                 kind      blocks morale",
        "C1            Adams                infantry  4      green",
        "C1            Battery B            artillery 1 of 2 black",
        "I4            Tyler                gunboat   1      gold",
        "C1            Able                 leader    1",
        "A1, turn 4    Cole                 cavalry   2      gold",
        "A1, turn 4    Baker                leader    1",
    ]
    assert section(card, "The Confederacy: 1 unit, no leaders")[1:] == [
        "D5            Adams                infantry  4      gold"
    ]


@pytest.mark.parametrize("name", list_scenarios())
def test_every_battle_has_a_card(htl, name):
    card = htl("scenario", "show", name).out
    assert card.startswith(f"{load_scenario(name).title}\n")
    assert all(piece.name in card for piece in load_scenario(name).pieces)


def test_the_card_ends_with_the_map(htl, mine, monkeypatch):
    def drawing(s, seat):
        return [[TextSpan(f"{s.width} by {s.height} for {seat}")]]

    monkeypatch.setitem(EXTRA_GAMES, "civilwar", variant(definition_of("civilwar"), ascii_board=drawing))
    assert htl("scenario", "show", str(mine)).out.endswith("\n\nThe map\n9 by 7 for -1\n")


def test_a_battle_for_programs(htl, mine):
    response = json.loads(htl("scenario", "show", str(mine), "--json").out)
    assert (response["game"], response["name"], response["title"]) == ("civilwar", str(mine), "Mill Creek")
    assert response["map"][0] == ".whtfeFcr"
    union = {"command": 3, "vp": 5, "vp_live": 5, "home": "north", "rallies": False, "moves_from": 1}
    assert response["union"] == union
    assert response["points"][1] == {"hex": "I2", "worth": 1, "for": ["union"], "held": ""}
    assert response["pieces"][1] == {
        "side": "union",
        "kind": "artillery",
        "name": "Battery B",
        "hex": "C1",
        "strength": 1,
        "morale": "black",
        "turn": 0,
        "fixed": True,
    }


@pytest.mark.parametrize("of_a_state", [False, True])
def test_the_map_is_written_as_a_picture(htl, mine, tmp_path, monkeypatch, of_a_state):
    if of_a_state:  # a game may have no picture of a scenario
        definition = definition_of("civilwar")
        scenarios = replace(definition.scenarios, picture=None)
        monkeypatch.setitem(EXTRA_GAMES, "civilwar", replace(definition, scenarios=scenarios))
    out = tmp_path / "map.SVG"
    answer = htl("scenario", "show", str(mine), "--svg", str(out))
    assert answer.code == 0
    assert answer.out == f"Wrote the map of Mill Creek to {out}.\n"
    drawn = ElementTree.parse(out).getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert "Mill Road" in out.read_text(encoding="utf-8")


def test_a_picture_is_not_written_over_a_scenario(htl, mine):
    answer = htl("scenario", "show", "bull-run", "--svg", str(mine))
    assert answer.code == 2
    assert answer.complaint.endswith("must end in .svg")
    assert mine.read_text() == TEXT


def test_a_picture_that_cannot_be_written_is_said(htl, tmp_path):
    answer = htl("scenario", "show", "bull-run", "--svg", str(tmp_path / "none" / "map.svg"))
    assert answer.code == 3
    assert answer.complaint.endswith("map.svg: No such file or directory")


def test_a_fault_of_a_file_that_is_shown_has_the_line_of_the_file(htl, bad):
    bad.write_text("\n\n" + bad.read_text())
    answer = htl("scenario", "show", str(bad))
    assert answer.code == 2
    assert answer.complaint.startswith(f"bad.toml, line {line_of('turns = 12') + 2}: turns: ")


def test_what_is_neither_a_name_nor_a_file_is_refused_with_the_names(htl, mine):
    shutil.copy(mine, mine.with_suffix(".txt"))
    for wrong in ("gettysburg", "", str(mine.with_suffix(".txt")), "a\nb"):
        answer = htl("scenario", "show", "--", wrong)
        assert answer.code == 2
        assert "there is no scenario " in answer.complaint
        assert "bull-run, antietam" in answer.complaint


# Asking


def test_without_a_word_the_words_are_listed(htl):
    answer = htl("scenario")
    assert answer.code == 0
    for word in ("list", "check", "show"):
        assert f"  {word} " in answer.out
    assert "  scenario " in htl().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("check",), "Missing argument"),
        (("show",), "Missing argument"),
        (("paint",), "No such command 'paint'"),
        (("list", "--nonsense"), "No such option"),
    ],
)
def test_a_wrong_question_gets_one_sentence(htl, words, sentence):
    answer = htl("scenario", *words)
    assert answer.code == 2
    assert sentence in answer.complaint
