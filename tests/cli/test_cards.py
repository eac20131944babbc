"""`htl cards`: sheets to print, of a battle, of a company, or of a file."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from holdtheline.games.skirmish.cards.books import FOLDER as COMPANIES
from holdtheline.games.skirmish.cards.books import load_book
from holdtheline.games.skirmish.scenario.parse import FOLDER as BATTLES
from holdtheline.games.skirmish.scenario.parse import load_scenario

GROUP = "{http://www.w3.org/2000/svg}g"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def drawn(path: Path) -> ElementTree.Element:
    return ElementTree.fromstring(path.read_text(encoding="utf-8"))


def count(path: Path) -> int:
    return sum(one.get("class") == "c-card" for one in drawn(path).iter(GROUP))


def said(path: Path) -> str:
    return " ".join(" ".join(drawn(path).itertext()).split())


@pytest.mark.clause("K1.2")
def test_the_cards_of_a_battle_are_written_beside_its_own(htl, here: Path) -> None:
    answer = htl("cards", "millrace")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "millrace-cards.svg",
        "Wrote the cards for The Night at the Millrace. Print them from a browser at 100%.",
    ]
    assert count(here / "millrace-cards.svg") == len(load_scenario("millrace").characters) + 1
    assert "seven inches (177.8 mm)" in said(here / "millrace-cards.svg")


def test_a_company_has_a_card_for_each_and_none_of_a_battle(htl, here: Path) -> None:
    assert htl("cards", "tollmen", "--out", "mine.svg").code == 0
    told = said(here / "mine.svg")
    assert count(here / "mine.svg") == len(load_book("tollmen").cards)
    assert all(card.name in told for card in load_book("tollmen").cards)
    assert "f1" not in told.split()
    assert "rounds" not in told


def test_files_of_battles_and_of_companies_are_read(htl, here: Path) -> None:
    (here / "own.toml").write_text((BATTLES / "greystep.toml").read_text())
    (here / "crew.toml").write_text((COMPANIES / "lamplighters.toml").read_text())
    assert htl("cards", "own.toml").code == 0
    assert htl("cards", "crew.toml").code == 0
    assert count(here / "own-cards.svg") == len(load_scenario("greystep").characters) + 1
    assert count(here / "crew-cards.svg") == len(load_book("lamplighters").cards)


def test_each_page_can_have_a_file(htl, here: Path) -> None:
    answer = htl("cards", "millrace", "--pages", "--out", "set.svg")
    assert answer.code == 0
    assert sorted(path.name for path in here.iterdir()) == ["set-1.svg", "set-2.svg"]
    assert drawn(here / "set-2.svg").get("height") == "297mm"
    assert count(here / "set-1.svg") + count(here / "set-2.svg") == len(load_scenario("millrace").characters) + 1


def test_nothing_is_overwritten_unless_it_is_asked_for(htl, here: Path) -> None:
    mine = here / "millrace-cards.svg"
    mine.write_text("mine")
    refused = htl("cards", "millrace")
    assert refused.code == 2
    assert refused.complaint == (
        "millrace-cards.svg already exists; use --force to overwrite it, or --out for another file"
    )
    assert mine.read_text() == "mine"
    assert htl("cards", "millrace", "--force").code == 0
    assert mine.read_text() != "mine"


def test_of_several_pages_none_is_written_if_one_is_there(htl, here: Path) -> None:
    (here / "set-2.svg").write_text("mine")
    assert htl("cards", "millrace", "--pages", "--out", "set.svg").code == 2
    assert [path.name for path in here.iterdir()] == ["set-2.svg"]


def test_a_wrong_name_is_one_sentence_with_those_there_are(htl) -> None:
    told = htl("cards", "bull-run")
    assert told.code == 2
    assert told.complaint.startswith("there are no cards of 'bull-run'; battles: ")
    assert "lamplighters" in told.complaint


def test_a_name_that_is_no_picture_is_refused(htl) -> None:
    told = htl("cards", "millrace", "--out", "cards.pdf")
    assert told.code == 2
    assert told.complaint == "--out 'cards.pdf' must end in .svg"


def test_an_error_in_a_file_is_reported_and_nothing_is_written(htl, here: Path) -> None:
    (here / "bad.toml").write_text('title = "Nobody"\n')
    assert htl("cards", "bad.toml").code == 2
    assert htl("cards", "missing.toml").complaint == "missing.toml cannot be read: No such file or directory"
    assert htl("cards", "millrace", "--out", "nowhere/cards.svg").code == 3
    assert [path.name for path in here.iterdir()] == ["bad.toml"]
