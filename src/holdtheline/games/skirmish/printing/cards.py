"""Draw character cards: name, numbers, boxes for wounds, traits, scars and items (K1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....core.printing.canvas import GREY, INK, PALE, PAPER_WHITE, Canvas, line_height, wrap_text
from ....core.printing.font import Face
from ....core.sentences import capitalize_first
from ..rules.traits.catalog import TRAITS, Trait, TraitInstance
from ..rules.traits.parameters import TraitScope, format_inches
from ..scenario.model import Card, CardBook, Scenario, Side, merge_traits
from ..scenario.setup_fields import numbered_characters
from ..text.names import thing_id

CARD_SIZE = (92.0, 58.0)
INSET = 3.0
BANNER_HEIGHT = 9.0
STATS_TOP, STAT_WIDTH, STAT_HEIGHT = 16.3, 14.0, 11.5
TEXT_TOP = 32.6
TEXT_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0, 3.5, 3.0)
COMFORTABLE = TEXT_SIZES[:4]
SCAR_NOTE = "Scarred: the numbers above include it."


@dataclass(frozen=True)
class PrintedCard:
    """What is on a card."""

    name: str
    id: str  # empty for a card without a battle
    company: str
    side: Side
    card: Card  # with its scars applied
    wounds: int  # marked before the battle
    texts: tuple[str, ...]  # traits, scars and items, a sentence each

    @property
    def is_friend(self) -> bool:
        return self.side == Side.FRIENDS


def cards_of_scenario(scenario: Scenario) -> list[PrintedCard]:
    """Return the cards of all characters in the order of the sheet."""
    return [
        PrintedCard(
            character.name,
            thing_id(number),
            scenario.companies[character.company].name,
            character.side,
            character.card,
            character.wounds,
            tuple(trait_texts(scenario.traits_of(character))),
        )
        for number, character in numbered_characters(scenario)
    ]


def cards_of_book(book: CardBook) -> list[PrintedCard]:
    return [
        PrintedCard(
            card.name, "", book.title, Side.FRIENDS, card, 0, tuple(trait_texts(merge_traits(book.traits, card.traits)))
        )
        for card in book.cards
    ]


def trait_texts(traits: Sequence[TraitInstance]) -> list[str]:
    """Return a sentence for each trait of a character or a company. The numbers of a card include its scar (K6.2)."""
    scopes = {TraitScope.CHARACTER, TraitScope.COMPANY}
    texts = [
        capitalize_first(trait.sentence)
        for trait in traits
        if scopes & set(TRAITS[trait.trait].scopes) and trait.trait != Trait.SCAR
    ]
    return [*texts, *[SCAR_NOTE for trait in traits if trait.trait == Trait.SCAR]]


def draw_card(canvas: Canvas, printed: PrintedCard) -> None:
    width = CARD_SIZE[0]
    inner = width - 2 * INSET
    fill, ink = (PALE, INK) if printed.is_friend else (INK, PAPER_WHITE)
    canvas.rect(1.5, 1.5, width - 3, BANNER_HEIGHT, fill, INK, 0.3)
    canvas.text(printed.name, INSET + 0.5, 7.8, 13, Face.TITLE, fill=ink, max_width=inner - 13)
    canvas.text(printed.id, width - INSET - 0.5, 7.8, 11, Face.BOLD, "end", ink)
    canvas.text(printed.company, INSET, 14.3, 9, Face.QUOTE, fill=GREY, max_width=inner)
    draw_stats(canvas, printed.card)
    draw_wound_boxes(canvas, printed)
    draw_texts(canvas, printed.texts, printed.card.text)


def draw_stats(canvas: Canvas, card: Card) -> None:
    """Draw move, attack, defence, and the range if it shoots."""
    stats = [
        ("MOVE", f"{format_inches(card.move)}″"),
        ("ATTACK", signed_number(card.attack)),
        ("DEFENCE", signed_number(card.defence)),
        ("RANGE", f"{format_inches(card.range)}″" if card.range else "–"),
    ]
    for index, (label, value) in enumerate(stats):
        x = INSET + index * (STAT_WIDTH + 1)
        canvas.rect(x, STATS_TOP, STAT_WIDTH, STAT_HEIGHT, radius=1.2, stroke=GREY)
        canvas.text(value, x + STAT_WIDTH / 2, STATS_TOP + 6.6, 15, Face.BOLD, "middle", max_width=STAT_WIDTH - 1.5)
        canvas.text(label, x + STAT_WIDTH / 2, STATS_TOP + 10.2, 6.5, anchor="middle", fill=GREY)


def signed_number(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def draw_wound_boxes(canvas: Canvas, printed: PrintedCard) -> None:
    """Draw a box for each slot, crossed if the wound is marked before the first round (K1.4)."""
    left = INSET + 4 * (STAT_WIDTH + 1) + 1.5
    room = CARD_SIZE[0] - INSET - left
    count = printed.card.wounds
    canvas.text("WOUNDS", left, STATS_TOP + 10.2, 6.5, fill=GREY)
    if not count:
        canvas.text("none: the first", left, STATS_TOP + 3, 7.5, max_width=room)
        canvas.text("wound fells", left, STATS_TOP + 6.2, 7.5, max_width=room)
        return
    rows = 1 if count <= 4 else 2
    columns = -(-count // rows)
    size = min(5.4, room / columns - 0.7, 7.2 / rows - 0.6)
    for slot in range(count):
        row, column = divmod(slot, columns)
        x, y = left + column * (size + 0.7), STATS_TOP + 0.2 + row * (size + 0.6)
        canvas.rect(x, y, size, size, PAPER_WHITE, INK, 0.35, radius=0.6)
        if slot < printed.wounds:
            canvas.line(x + 0.9, y + 0.9, x + size - 0.9, y + size - 0.9, INK, 0.6)
            canvas.line(x + size - 0.9, y + 0.9, x + 0.9, y + size - 0.9, INK, 0.6)


def draw_texts(canvas: Canvas, texts: Sequence[str], quote: str) -> None:
    """Write the traits from the top and the line of story at the foot, as large as they fit."""
    width, bottom = CARD_SIZE[0] - 2 * INSET, CARD_SIZE[1] - 2.6
    size, paragraphs, story = fit_texts(texts, quote, width, bottom - TEXT_TOP)
    step = line_height(size, 1.18)
    y = TEXT_TOP
    for text in paragraphs:
        for line in wrap_text(text, width, size):
            canvas.text(line, INSET, y, size)
            y += step
        y += step * 0.18
    y = bottom - step * (len(story) - 1)
    for line in story:
        canvas.text(line, INSET, y, size + 0.5, Face.QUOTE, fill=GREY)
        y += step


def fit_texts(
    texts: Sequence[str], quote: str, width: float, height: float
) -> tuple[float, Sequence[str], Sequence[str]]:
    """Return the size at which the texts fit, their paragraphs, and the lines of the quote.

    If they do not fit at a comfortable size, the texts become one paragraph, and then the quote is left out.
    """
    joined = [" ".join(texts)]
    for paragraphs, last, sizes in (
        (texts, quote, COMFORTABLE),
        (joined, quote, COMFORTABLE),
        (joined, "", TEXT_SIZES),
    ):
        for size in sizes:
            story = wrap_text(last, width, size + 0.5, Face.QUOTE)
            lines = sum(len(wrap_text(text, width, size)) for text in paragraphs) + 0.18 * len(paragraphs)
            if (lines + len(story) - 0.5) * line_height(size, 1.18) <= height:
                return size, paragraphs, story
    return size, paragraphs, story
