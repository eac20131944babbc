"""What is printed for a battle or a company: cards, map, reference, tokens."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from holdtheline.core.printing.canvas import PAPERS, Label, Page
from holdtheline.core.printing.pdf import write_pdf
from holdtheline.games.skirmish.cards.card_books import load_book
from holdtheline.games.skirmish.printing import print_battle, print_book, print_text
from holdtheline.games.skirmish.printing.battle_map import MapScale, size_text, terrain_outline, terrain_place_text
from holdtheline.games.skirmish.printing.cards import (
    CARD_SIZE,
    SCAR_NOTE,
    PrintedCard,
    cards_of_scenario,
    draw_card,
    draw_wound_boxes,
    signed_number,
)
from holdtheline.games.skirmish.printing.reference import AI_LINES
from holdtheline.games.skirmish.printing.tokens import longest_measure, ruler_pieces
from holdtheline.games.skirmish.rules.traits.catalog import Trait, TraitInstance
from holdtheline.games.skirmish.scenario.model import Scenario, Side
from holdtheline.games.skirmish.scenario.parse import FOLDER, load_scenario, shipped_scenarios
from holdtheline.games.skirmish.state import AiLine, TerrainKind

from ....core.printing.pdf_reader import PdfPage, PdfReader
from ....printed_items import item_bounds

A4 = PAPERS["a4"]
BATTLES = shipped_scenarios()


def pages_of(scenario: Scenario) -> list[PdfPage]:
    return PdfReader(write_pdf(print_battle(scenario, A4))).pages


def text_of(pages: list[PdfPage]) -> str:
    return " ".join(page.text for page in pages)


@pytest.fixture(scope="module")
def millrace() -> list[PdfPage]:
    return pages_of(load_scenario("millrace"))


# Cards


@pytest.mark.clause("K1.2")
@pytest.mark.parametrize("name", BATTLES)
def test_every_character_has_a_card_with_its_numbers(name: str) -> None:
    scenario = load_scenario(name)
    cards = cards_of_scenario(scenario)
    assert sorted(card.name for card in cards) == sorted(character.name for character in scenario.characters)
    text = text_of([page for page in pages_of(scenario) if "Character cards" in page.text])
    for card in cards:
        assert f"{card.name} {card.id} {card.company}" in text


@pytest.mark.clause("K1.2")
def test_a_card_shows_move_attack_defence_range_and_traits(millrace: list[PdfPage]) -> None:
    text = text_of(millrace)
    assert "Ketta Marl f3 The Lamplighters 6″ MOVE +1 ATTACK 0 DEFENCE 12″ RANGE WOUNDS" in text
    assert "The tin saint: a roll of 4 or more turns a wound away." in text
    assert [signed_number(value) for value in (2, 0, -1)] == ["+2", "0", "−1"]


@pytest.mark.clause("K1.4")
def test_wounds_from_the_start_are_crossed() -> None:
    wounded = [card for card in cards_of_scenario(load_scenario("greystep")) if card.wounds]
    assert [(card.name, card.wounds) for card in wounded] == [("Hask", 1)]
    page = Page(A4)
    draw_wound_boxes(page, wounded[0])
    boxes = len(page.items) - 1  # the word
    assert boxes == wounded[0].card.wounds + 2  # a cross is two lines


@pytest.mark.clause("K6.2")
def test_a_scar_is_in_the_numbers_and_its_text_does_not_repeat_it() -> None:
    scenario = load_scenario("millrace")
    scar = TraitInstance(Trait.SCAR, (None, -1, None, None, None))
    first = scenario.characters[0]
    scarred = replace(first, traits=(*first.traits, scar), card=replace(first.card, attack=first.card.attack - 1))
    card = cards_of_scenario(replace(scenario, characters=(scarred, *scenario.characters[1:])))[0]
    assert card.card.attack == first.card.attack - 1
    assert SCAR_NOTE in card.texts
    assert not any("-1" in text or "attack" in text.lower() for text in card.texts)


def test_a_card_with_very_much_text_keeps_it_inside() -> None:
    card = cards_of_scenario(load_scenario("millrace"))[0]
    long = PrintedCard("W" * 40, "f32", "M" * 60, Side.ENEMY, replace(card.card, wounds=20), 20, ("word " * 12,) * 24)
    page = Page(A4)
    draw_card(page, long)
    for item in page.items:
        left, top, right, bottom = item_bounds(item)
        assert 0 <= left <= right <= CARD_SIZE[0], item
        assert 0 <= top <= bottom <= CARD_SIZE[1], item


# The set-up sheet


@pytest.mark.clause("K1.1", "K1.3")
def test_the_map_is_to_scale(millrace: list[PdfPage]) -> None:
    """The mill is 4 by 2.5 inches, drawn on A4 with 7.5 mm for an inch."""
    inch = 7.5 * 72 / 25.4
    sizes = {
        (round(path.width / inch, 2), round(path.height / inch, 2)) for path in millrace[0].paths + millrace[0].clipped
    }
    assert (24, 24) in sizes  # the table
    assert (4, 2.5) in sizes  # the mill
    assert (4, 4) in sizes  # the willows
    assert (0.8, 0.8) in sizes  # a sluice post
    assert (1, 1) in sizes  # a base


def test_the_size_and_the_place_of_terrain_are_written(millrace: list[PdfPage]) -> None:
    pieces = {terrain.name: terrain for terrain in load_scenario("millrace").terrain}
    assert size_text(pieces["Willows"]) == "4″ across"
    assert size_text(pieces["The mill"]) == "4 × 2.5″"
    assert terrain_place_text(pieces["Willows"]) == "middle 4,7"
    assert terrain_place_text(pieces["Garden wall"]) == "from 4.5,16.5 to 8,17"
    assert size_text(pieces["Garden wall"]) in millrace[0].text


def test_the_outline_of_a_rounded_line_extends_by_its_rounding() -> None:
    terrain = next(terrain for terrain in load_scenario("millrace").terrain if terrain.name == "Garden wall")
    level = replace(terrain, corners=((4000, 6000), (9000, 6000)), rounding=500)
    points = [point for segment in terrain_outline(level, MapScale(240.0)) for point in segment.points]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert (min(xs), max(xs)) == (pytest.approx(35), pytest.approx(95))  # 3.5 to 9.5 inches, 10 mm each
    assert (min(ys), max(ys)) == (pytest.approx(175), pytest.approx(185))


@pytest.mark.clause("K2.3")
def test_the_set_up_sheet_says_what_to_do_and_how_it_ends(millrace: list[PdfPage]) -> None:
    text = text_of(millrace[:2])
    for words in (
        "Carry the toll ledger off the table",
        "After 14 rounds: the enemies win.",
        "Toll ledger, at 12,17.25. Only these may carry it: friends.",
        "f3 Ketta Marl 9.5,3 up",
        "e2 Bow on the mound 19,19 down left",
    ):
        assert words in text
    rounds = [word.text for word in millrace[0].texts if word.size == 11 and word.text.isdigit()]
    assert rounds == [str(number) for number in range(1, 15)]


@pytest.mark.clause("K5.1", "K5.2", "K5.3", "K5.4", "K5.5", "K5.6", "K5.7", "K5.8", "K5.9")
def test_the_list_of_the_ai_general_has_all_lines_in_order(millrace: list[PdfPage]) -> None:
    assert list(AI_LINES) == list(AiLine)
    [page] = [page for page in millrace if "The AI general's list" in page.text]
    clauses = [f"K5.{line + 1}" for line in AiLine]
    assert [clause for _, _, clause in AI_LINES.values()] == clauses
    places = [page.text.index(f"({clause})") for clause in clauses]
    assert places == sorted(places)


def test_a_character_with_a_list_of_its_own_is_named_beside_the_list() -> None:
    scenario = load_scenario("millrace")
    own = TraitInstance(Trait.LIST, (("charge", "fight"),))
    hounds = [
        replace(character, traits=(*character.traits, own)) if character.name == "Hound" else character
        for character in scenario.characters
    ]
    [page] = [
        page for page in pages_of(replace(scenario, characters=tuple(hounds))) if "The AI general's list" in page.text
    ]
    assert "In this battle Hound: Acts by this list: charge, fight." in page.text


def test_the_map_shows_what_lies_there_and_not_what_someone_carries() -> None:
    def ids(name: str) -> list[str]:
        return [word.text for word in pages_of(load_scenario(name))[0].texts if re.fullmatch(r"o\d", word.text)]

    assert ids("millrace") == ["o1", "o2"]
    assert ids("still-mere") == []


def test_whom_a_character_chooses_and_what_it_rolls_is_beside_the_list() -> None:
    texts = {
        name: next(page.text for page in pages_of(load_scenario(name)) if "The AI general's list" in page.text)
        for name in ("lime-kilns", "still-mere")
    }
    throwers = "Thrower on the heap, Thrower at the brush, Thrower at the wall"
    assert f"{throwers}: Never chooses Old Wick on these lines" in texts["lime-kilns"]
    assert "The Limeburner: Rolls at the start of its activation" in texts["lime-kilns"]
    orders = "Acts by this list: fight, charge, seek enemy. Brings those it seizes to the middle of The Mere."
    assert f"e1, e2, e3, e4, e5, e6: {orders}" in texts["still-mere"]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_largest_battle_fits(paper: str) -> None:
    """32 characters a side with long names, 64 pieces of terrain of all kinds, 200 rounds and a long aim."""
    scenario = load_scenario("old-sump")
    named = replace(scenario.characters[0], name="Wwwwwwwwww Mmmmmmmmm Wwwwwwww")
    enemy = replace(scenario.of_side(Side.ENEMY)[0], name="Mmmmmmmmmm Wwwwwwwww Mmmmmmmm")
    kinds = [kind for kind in TerrainKind if kind]
    large = replace(
        scenario,
        characters=(*[named] * 32, *[enemy] * 32),
        terrain=tuple(replace(scenario.terrain[0], kind=kinds[index % len(kinds)]) for index in range(64)),
        objectives=scenario.objectives[:1] * 16,
        rounds=200,
        aim="Carry everything that can be carried off the table, and then come back for the rest of it, " * 2,
        endings=(),
    )
    printout = print_battle(large, PAPERS[paper])
    for page in printout.pages:
        for item in page.items:
            left, top, right, bottom = item_bounds(item)
            assert page.left - 0.6 <= left <= right <= page.right + 0.6, item
            assert page.top - 0.6 <= top <= bottom <= page.bottom + 0.6, item
    track = [item for item in printout.pages[0].items if isinstance(item, Label) and item.text == "1"]
    assert item_bounds(track[-1])[3] < printout.pages[0].bottom - 8  # above the foot


# Tokens and the ruler


@pytest.mark.clause("K1.1")
def test_bases_and_the_ruler_have_their_true_size(millrace: list[PdfPage]) -> None:
    [page] = [page for page in millrace if page.text.startswith("Bases, tokens")]
    bases = [path for path in page.paths if path.width == pytest.approx(72, abs=0.01) and len(path.points) > 8]
    assert len(bases) >= 12  # an inch across; the hounds have smaller ones
    strips = [path for path in page.paths if path.width == pytest.approx(6 * 72, abs=0.01)]
    assert len(strips) == 2  # twelve inches in two pieces


def test_the_ruler_is_as_long_as_the_longest_move_or_range() -> None:
    cards = cards_of_scenario(load_scenario("millrace"))
    assert longest_measure(cards) == 12  # the bows
    hounds = [card for card in cards if "Hound" in card.name]
    assert longest_measure(hounds) == 9
    odd = replace(hounds[0], card=replace(hounds[0].card, move=9500))
    assert longest_measure([odd]) == 10


@pytest.mark.parametrize("inches", [6, 7, 8, 12, 13, 34])
def test_the_pieces_of_a_ruler_join_and_fit(inches: int) -> None:
    pieces = ruler_pieces(inches)
    assert pieces[0][0] == 0
    assert pieces[-1][1] == inches
    assert all(end == start for (_, end), (start, _) in pairwise(pieces))
    assert all(1 <= end - start <= 7 for start, end in pieces)


def test_a_company_has_cards_and_bases_and_no_battle() -> None:
    book = load_book("tollmen")
    text = text_of(PdfReader(write_pdf(print_book(book, A4))).pages)
    assert all(card.name in text for card in book.cards)
    assert "Set-up" not in text
    assert "Objectives" not in text


def test_a_file_of_a_battle_is_printed_as_the_battle() -> None:
    text = (FOLDER / "millrace.toml").read_text(encoding="utf-8").replace("The Night at", "A Night at")
    pages = PdfReader(write_pdf(print_text(text, "own.toml", A4))).pages
    assert "A Night at the Millrace" in text_of(pages)


def test_odd_names_are_printed_as_they_are() -> None:
    odd = replace(load_scenario("millrace"), title="<Night> & (at) ) Tj")
    assert "<Night> & (at) ) Tj" in text_of(pages_of(odd))
