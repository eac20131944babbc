"""The cards to print."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from holdtheline.games.skirmish.cards.sheets import (
    CARD_SIZE,
    MM_PER_INCH,
    PAGE_SIZE,
    draw_pages,
    draw_sheet,
    signed_number,
    split_into_pages,
    wrap,
)
from holdtheline.games.skirmish.scenario import setup
from holdtheline.games.skirmish.scenario.model import Scenario

from ..picture_samples import BATTLES, SPACE, read


def battle(name: str) -> Scenario:
    return setup.scenario_from_option(name)


def text_of(svg: str) -> str:
    return " ".join(" ".join(read(svg).itertext()).split())


@pytest.mark.clause("K1.2")
def test_every_character_has_a_card_with_its_numbers_and_traits() -> None:
    for name in BATTLES:
        scenario = battle(name)
        text = text_of(draw_sheet(scenario))
        cards = read(draw_sheet(scenario)).iter(f"{SPACE}g")
        assert sum(one.get("class") == "c-card" for one in cards) == len(scenario.characters) + 1
        for one in scenario.characters:
            assert one.name in text
    text = text_of(draw_sheet(battle("millrace")))
    assert "Ketta Marl f3" in text
    assert "12″ RANGE" in text
    assert "The tin saint: a roll of 4 or more turns a wound away." in text
    assert "Carry the toll ledger off the table" in text


def test_a_page_is_a4_and_everything_on_it_has_its_true_size() -> None:
    scenario = battle("greystep")
    assert (MM_PER_INCH, PAGE_SIZE) == (25.4, (210, 297))
    root = read(draw_pages(scenario)[0])
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    whole = read(draw_sheet(scenario))
    assert whole.get("height") == f"{297 * len(draw_pages(scenario))}mm"
    bases = {one.get("r") for one in root.iter(f"{SPACE}circle") if one.get("class") == "c-base"}
    assert bases == {"12.7"}  # an inch across
    strip = next(one for one in root.iter(f"{SPACE}g") if one.get("class") == "c-ruler")
    line = next(one.get("d", "") for one in strip.iter(f"{SPACE}path"))
    assert "h177.8" in line
    assert line.count("v5") == 8  # from 0 to 7 inches


@pytest.mark.clause("K1.4")
def test_wounds_from_the_start_are_crossed() -> None:
    crossed = [one for one in read(draw_sheet(battle("greystep"))).iter(f"{SPACE}path") if one.get("class") == "c-used"]
    assert len(crossed) == 1  # Hask


def test_all_text_stays_on_its_card() -> None:
    for name in BATTLES:
        for cards in split_into_pages(battle(name), ()):
            for card in cards:
                rows = [float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', card)]
                assert max(rows) < CARD_SIZE[1]
                lines = re.findall(r'class="c-text"[^>]*font-size:([\d.]+)px">([^<]*)<', card)
                assert all(len(line) * float(size) * 0.46 < CARD_SIZE[0] - 4 for size, line in lines)


def test_the_rules_of_the_battle_have_their_own_card() -> None:
    first, orla, *_ = split_into_pages(battle("greystep"), ())[0]
    assert "The table is an enclosed room" in first
    assert "Crossed on a roll of 3 or more" in first
    assert "closed room" not in orla
    assert "Climbs." in orla


def test_names_with_markup_are_escaped() -> None:
    scenario = battle("millrace")
    odd = [replace(one, name="<b>Young</b> & Hound") for one in scenario.characters[:1]]
    svg = draw_sheet(replace(scenario, characters=(*odd, *scenario.characters[1:])))
    assert "<b>" not in svg
    assert "&lt;b&gt;Young&lt;/b&gt; &amp; Hound" in svg
    assert "<b>Young</b> & Hound" in text_of(svg)


def test_small_words() -> None:
    assert [signed_number(value) for value in (2, 0, -1)] == ["+2", "0", "−1"]
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("", 7) == []


WIDE_LETTER = 0.56
"""Of the size of the letters, in the broadest of the usual typefaces."""


@pytest.mark.parametrize("name", BATTLES)
def test_no_line_runs_out_of_its_card_in_a_broad_typeface(name: str) -> None:
    for one in read(draw_sheet(battle(name))).iter(f"{SPACE}text"):
        if one.get("class") in ("c-text", "c-quote") and one.get("font-size"):
            wide = len(one.text or "") * float(one.get("font-size", "0")) * WIDE_LETTER
            assert wide <= CARD_SIZE[0] - 4, one.text
