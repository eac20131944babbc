"""`htl print`: PDF files and SVG pages of games, battles, companies, campaigns and files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from holdtheline.games.civilwar.scenario.parse import SCENARIO_FOLDER as CIVIL_WAR
from holdtheline.games.civilwar.scenario.parse import load_scenario
from holdtheline.games.skirmish.cards.card_books import FOLDER as COMPANIES
from holdtheline.games.skirmish.scenario.parse import FOLDER as BATTLES
from holdtheline.games.towers.ruleset import RULESET_FOLDER

from ..core.printing.pdf_reader import PdfReader


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def read(path: Path) -> PdfReader:
    return PdfReader(path.read_bytes())


def test_a_pdf_is_written_and_the_pages_are_counted(htl, here: Path) -> None:
    answer = htl("print", "siege")
    assert answer.code == 0
    assert answer.out.splitlines() == ["siege.pdf", "Siege: 1 page on A4. Print at 100 %."]
    assert len(read(here / "siege.pdf").pages) == 1


def test_the_paper_can_be_letter(htl, here: Path) -> None:
    answer = htl("print", "millrace", "--paper", "Letter", "--out", "table.pdf")
    assert answer.out.splitlines()[-1].startswith("The Night at the Millrace: 6 pages on Letter.")
    assert read(here / "table.pdf").pages[0].size == (612, 792)


def test_each_page_can_be_an_svg_picture(htl, here: Path) -> None:
    assert htl("print", "towers", "--out", "mat.svg").code == 0
    files = sorted(path.name for path in here.iterdir())
    assert files == ["mat-1.svg", "mat-2.svg", "mat-3.svg", "mat-4.svg", "mat-5.svg"]
    assert ElementTree.fromstring((here / "mat-1.svg").read_text(encoding="utf-8")).get("width") == "210mm"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        (BATTLES / "greystep.toml", "Under Greystep"),
        (COMPANIES / "lamplighters.toml", "The Lamplighters"),
        (CIVIL_WAR / "bull-run.toml", "First Bull Run"),
        (RULESET_FOLDER / "course.toml", "Towers, ruleset own"),
    ],
)
def test_files_of_every_kind_are_printed(htl, here: Path, source: Path, title: str) -> None:
    (here / "own.toml").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    answer = htl("print", "own.toml")
    assert answer.code == 0
    assert answer.out.splitlines()[1].startswith(title)


def test_a_battle_of_civil_war_is_printed_with_the_vp_to_win_of_both_values_of_vp_hexes(htl, here: Path) -> None:
    assert htl("print", "shiloh").code == 0
    text = " ".join(page.text for page in read(here / "shiloh.pdf").pages)
    shiloh = load_scenario("shiloh")
    for words, (union, confederate) in (("", shiloh.vp_to_win), ("If VP hexes count as you go, ", shiloh.vp_live)):
        assert f"{words}the Union wins with {union} VP, the Confederacy with {confederate} VP".lower() in text.lower()
    needs = "Victory points: the Union needs {}, the Confederacy {}".format(*shiloh.vp_to_win)
    assert "{}; {} and {} if VP hexes count as you go".format(needs, *shiloh.vp_live) in text


def test_a_campaign_that_is_being_played_is_printed(htl, here: Path) -> None:
    assert htl("campaign", "start", "the-last-lamp", "--seed", "1").code == 0
    answer = htl("print", "the-last-lamp")
    assert answer.code == 0
    text = " ".join(page.text for page in read(here / "the-last-lamp-company.pdf").pages)
    assert "Oda Verrin" in text


def test_nothing_is_overwritten_unless_it_is_asked_for(htl, here: Path) -> None:
    mine = here / "siege.pdf"
    mine.write_text("mine")
    refused = htl("print", "siege")
    assert refused.code == 2
    assert refused.complaint == "siege.pdf already exists; use --force to overwrite it, or --out for another file"
    assert mine.read_text() == "mine"
    assert htl("print", "siege", "--force").code == 0
    assert mine.read_bytes().startswith(b"%PDF")


def test_of_several_pages_none_is_written_if_one_is_there(htl, here: Path) -> None:
    (here / "set-2.svg").write_text("mine")
    assert htl("print", "millrace", "--out", "set.svg").code == 2
    assert [path.name for path in here.iterdir()] == ["set-2.svg"]


def test_a_wrong_name_is_one_sentence_with_those_there_are(htl) -> None:
    response = htl("print", "nowhere")
    assert response.code == 2
    assert response.complaint.startswith("there is nothing to print called 'nowhere'; choose one of siege, ")
    assert all(name in response.complaint for name in ("lamplighters", "bull-run", "course"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--out", "cards.png"), "--out 'cards.png' must end in .pdf or .svg"),
        (("--paper", "a3"), "--paper must be a4 or letter, not 'a3'"),
    ],
)
def test_a_wrong_option_is_refused(htl, words: tuple[str, ...], complaint: str) -> None:
    response = htl("print", "siege", *words)
    assert (response.code, response.complaint) == (2, complaint)


def test_an_error_in_a_file_is_reported_and_nothing_is_written(htl, here: Path) -> None:
    (here / "bad.toml").write_text('title = "Nobody"\n[[character]]\nname = "X"\n')
    response = htl("print", "bad.toml")
    assert response.code == 2
    assert all("bad.toml, line " in line for line in response.err.splitlines())
    assert htl("print", "missing.toml").complaint == "missing.toml cannot be read: No such file or directory"
    assert htl("print", "millrace", "--out", "nowhere/cards.pdf").code == 3
    assert [path.name for path in here.iterdir()] == ["bad.toml"]
