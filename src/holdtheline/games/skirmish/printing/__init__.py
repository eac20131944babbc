"""Print a battle or a company for a real table: set-up sheet, cards, reference, tokens and ruler."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.definition import Printing
from ....core.printing.booklet import Booklet
from ....core.printing.canvas import Paper, Printout
from ..cards.card_books import load_book, parse_book, shipped_books
from ..scenario.model import CardBook, Scenario
from ..scenario.parse import load_scenario, parse_scenario, shipped_scenarios
from .cards import CARD_SIZE, cards_of_book, cards_of_scenario, draw_card
from .reference import add_reference_sheet
from .setup_sheet import add_setup_sheet
from .tokens import add_token_sheets

BATTLE_HEADING = "[[character]]"
"""Only files of battles have this heading; files of companies do not."""


def print_battle(scenario: Scenario, paper: Paper) -> Printout:
    book = Booklet(paper, scenario.name, scenario.title)
    cards = cards_of_scenario(scenario)
    add_setup_sheet(book, scenario, f"htl play skirmish --scenario {scenario.name} --dice mine")
    book.grid_pages("Character cards", cards, CARD_SIZE, draw_card)
    add_reference_sheet(book, scenario)
    add_token_sheets(book, cards, scenario)
    return book.to_printout()


def print_book(company: CardBook, paper: Paper) -> Printout:
    book = Booklet(paper, company.name, company.title)
    cards = cards_of_book(company)
    book.grid_pages("Character cards", cards, CARD_SIZE, draw_card)
    add_token_sheets(book, cards, None)
    return book.to_printout()


def names() -> Sequence[str]:
    return (*shipped_scenarios(), *shipped_books())


def print_named(name: str, paper: Paper) -> Printout:
    if name in shipped_scenarios():
        return print_battle(load_scenario(name), paper)
    return print_book(load_book(name), paper)


def print_text(text: str, file_name: str, paper: Paper) -> Printout:
    """Print a battle or a company."""
    is_battle = any(line.strip() == BATTLE_HEADING for line in text.splitlines())
    if is_battle:
        return print_battle(parse_scenario(text, file_name), paper)
    return print_book(parse_book(text, file_name), paper)


PRINTING = Printing(names, print_named, print_text)
