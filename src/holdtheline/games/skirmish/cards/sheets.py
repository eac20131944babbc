"""Draw cards to print and cut out, for a scenario or a book: A4 pages in millimetres.

Each card shows a character's numbers, a box for each wound slot, its traits, and its base in true size with the
forward half marked. A ruler in true inches is at the foot of each page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from ....core.errors import UnknownName
from ....core.scenarios import MAX_FILE_BYTES
from ....core.sentences import capitalize_first
from ....core.svg import Markup, element, format_number, group, path, rect, text_element
from ....core.toml_file import printable_line, read_text_file
from ....core.view_types import CardSheets
from ..rules.traits.catalog import TRAITS, TraitInstance, TraitScope, format_inches
from ..scenario.encode import numbered_characters
from ..scenario.model import Card, CardBook, Character, Company, Scenario, Side, Winner
from ..scenario.parse import load_scenario, parse_scenario, shipped_scenarios
from ..state import FRIENDS, INCH
from ..text.names import abbreviate_names, thing_id
from .books import load_book, parse_book, shipped_books

MM_PER_INCH = 25.4
PAGE_SIZE = (210.0, 297.0)
CARD_SIZE = (90.0, 61.5)
PAGE_MARGIN = (12.0, 10.0)
CARD_GAP = (6.0, 3.0)
COLUMNS, ROWS = 2, 4
CARDS_PER_PAGE = COLUMNS * ROWS
RULER_INCHES = 7
LINE_LETTERS, NARROW_LINE_LETTERS = 60, 37
"""Letters per line, and per line beside the base, in the widest of the common typefaces."""
LINE_HEIGHT = 3.05
BASE_TOP, BASE_BOTTOM = 20.0, 45.0
"""Lines between these heights are beside the base."""

STYLE = """\
.htl-cards{font-family:"Liberation Sans","Noto Sans",Arial,sans-serif;color:#1d1a16}
.htl-cards text{fill:#1d1a16}
.htl-cards .c-page{fill:#fff}
.htl-cards .c-cut{fill:none;stroke:#8b8272;stroke-width:.2;stroke-dasharray:1.6 1.2}
.htl-cards .c-friends{fill:#1d5a96}
.htl-cards .c-enemy{fill:#7e2a17}
.htl-cards .c-battle{fill:#3d3a39}
.htl-cards .c-teeth{fill:#fff}
.htl-cards .c-name{fill:#fff;font:700 4.4px ui-serif,Georgia,"Liberation Serif",serif}
.htl-cards .c-id{fill:#fff;font-size:3.6px;font-weight:700;text-anchor:end}
.htl-cards .c-company{font-size:2.9px;font-style:italic}
.htl-cards .c-label{font-size:2.3px;text-anchor:middle}
.htl-cards .c-number{font:700 5.6px ui-serif,Georgia,"Liberation Serif",serif;text-anchor:middle}
.htl-cards .c-well{fill:#f4efe2;stroke:#8b8272;stroke-width:.25}
.htl-cards .c-slot{fill:#fff;stroke:#1d1a16;stroke-width:.35}
.htl-cards .c-used{fill:none;stroke:#a3182c;stroke-width:.7;stroke-linecap:round}
.htl-cards .c-text{font-size:2.55px}
.htl-cards .c-quote{font:italic 2.5px ui-serif,Georgia,"Liberation Serif",serif}
.htl-cards .c-base{fill:#fff;stroke:#1d1a16;stroke-width:.35}
.htl-cards .c-front{fill:#e3dcc9}
.htl-cards .c-arrow{fill:#1d1a16}
.htl-cards .c-line{fill:none;stroke:#1d1a16;stroke-width:.25}
.htl-cards .c-short{font-size:7px;font-weight:800;text-anchor:middle}
.htl-cards .c-inch{font-size:3px;text-anchor:middle}
.htl-cards .c-head{font:700 3.6px ui-serif,Georgia,"Liberation Serif",serif}
.htl-cards .c-foot{font-size:2.4px}
"""


def draw_sheet(scenario: Scenario, cards: Sequence[Markup] = ()) -> str:
    """Draw all A4 pages below each other; without `cards`, the cards are the scenario's."""
    pages = split_into_pages(scenario, cards)
    drawn = [draw_page(scenario, index, len(pages), page, index) for index, page in enumerate(pages)]
    return draw_document(scenario, (PAGE_SIZE[0], PAGE_SIZE[1] * len(pages)), drawn)


def draw_pages(scenario: Scenario, cards: Sequence[Markup] = ()) -> list[str]:
    """Draw one picture for each page."""
    pages = split_into_pages(scenario, cards)
    return [
        draw_document(scenario, PAGE_SIZE, [draw_page(scenario, index, len(pages), page, 0)])
        for index, page in enumerate(pages)
    ]


def split_into_pages(scenario: Scenario, cards: Sequence[Markup]) -> list[Sequence[Markup]]:
    cards = cards or list(scenario_cards(scenario))
    return [cards[first : first + CARDS_PER_PAGE] for first in range(0, len(cards), CARDS_PER_PAGE)]


def draw_document(scenario: Scenario, size: tuple[float, float], drawn: Sequence[Markup]) -> str:
    width, height = size
    return element(
        "svg",
        element("title", f"{scenario.title}: the cards"),
        element("style", Markup(STYLE)),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        width=f"{format_number(width)}mm",
        height=f"{format_number(height)}mm",
        class_="htl-cards",
        role="img",
    )


def draw_page(scenario: Scenario, index: int, count: int, cards: Sequence[Markup], pages_above: int) -> Markup:
    """Draw one page of `count`, below the pages above it in the same picture."""
    top = PAGE_SIZE[1] * pages_above
    placed = []
    for number, card in enumerate(cards):
        row, column = divmod(number, COLUMNS)
        x = PAGE_MARGIN[0] + column * (CARD_SIZE[0] + CARD_GAP[0])
        y = PAGE_MARGIN[1] + 7 + row * (CARD_SIZE[1] + CARD_GAP[1])
        placed.append(element("g", card, transform=f"translate({format_number(x)} {format_number(y)})"))
    heading = f"{scenario.title}" + (f", page {index + 1} of {count}" if count > 1 else "")
    parts = [
        rect(0, 0, *PAGE_SIZE, "c-page"),
        text_element(heading, PAGE_MARGIN[0], PAGE_MARGIN[1] + 2.5, "c-head"),
        *placed,
        draw_ruler(PAGE_MARGIN[0] + 4, PAGE_SIZE[1] - 17),
    ]
    return element("g", *parts, transform=f"translate(0 {format_number(top)})" if top else None)


def draw_ruler(x: float, y: float) -> Markup:
    """Draw a ruler in true inches, with quarters."""
    parts = [rect(x - 3, y - 5, RULER_INCHES * MM_PER_INCH + 6, 14, "c-cut")]
    lines = f"M{format_number(x)} {format_number(y)}h{format_number(RULER_INCHES * MM_PER_INCH)}"
    for quarter in range(4 * RULER_INCHES + 1):
        length = 5 if quarter % 4 == 0 else 3.4 if quarter % 2 == 0 else 2.2
        lines += f"M{format_number(x + quarter * MM_PER_INCH / 4)} {format_number(y)}v{format_number(length)}"
    parts.append(path(lines, "c-line"))
    parts += [text_element(inch, x + inch * MM_PER_INCH, y - 1.3, "c-inch") for inch in range(RULER_INCHES + 1)]
    note = "Print at 100 %: this strip is then seven inches (177.8 mm) long."
    return group(*parts, text_element(note, x, y + 7.9, "c-foot"), class_="c-ruler")


# Cards


def scenario_cards(scenario: Scenario) -> Iterator[Markup]:
    """Draw the card of the battle, then all characters in the order of the sheet."""
    yield draw_scenario_card(scenario)
    numbered = numbered_characters(scenario)
    short_names = abbreviate_names([character.name for _, character in numbered])
    for (number, character), short in zip(numbered, short_names, strict=True):
        yield draw_card(scenario, thing_id(number), character, short)


def draw_card(scenario: Scenario, id_: str, character: Character, short: str) -> Markup:
    company = scenario.companies[character.company]
    return group(
        rect(0, 0, *CARD_SIZE, "c-cut"),
        *draw_banner(character.name, id_, character.side == FRIENDS),
        text_element(company.name, 3, 12.6, "c-company"),
        *draw_numbers(character.card),
        *draw_wound_slots(character),
        *draw_trait_texts(character, scenario.traits_of(character)),
        draw_base(character.card.radius, short),
        class_="c-card",
    )


def draw_scenario_card(scenario: Scenario) -> Markup:
    """Draw a card with the aim, the number of rounds, and the special rules of the battle and its terrain."""
    sentences = [scenario.aim, f"{scenario.rounds} rounds; then {TIMEOUT_TEXTS[scenario.timeout]}."]
    sentences += [trait.sentence for trait in scenario.traits if TraitScope.CHARACTER not in trait_scopes(trait)]
    for terrain in scenario.terrain:
        rules = " ".join(trait.sentence for trait in terrain.traits)
        sentences += [f"{terrain.name or terrain.kind.name.capitalize()}: {rules}"] if rules else []
    return group(
        rect(0, 0, *CARD_SIZE, "c-cut"),
        path(f"M1 1h{format_number(CARD_SIZE[0] - 2)}v7.6H1z", "c-battle"),
        element("text", scenario.title, x=3, y=6, class_="c-name"),
        *draw_fitted_text(sentences, "", 13),
        class_="c-card",
    )


TIMEOUT_TEXTS = ("no one has won", "the friends have won", "the enemy has won")


def draw_banner(name: str, id_: str, is_friend: bool) -> list[Markup]:
    """Draw the name and the id; an enemy's banner has teeth."""
    width = CARD_SIZE[0] - 2
    parts = [path(f"M1 1h{format_number(width)}v7.6H1z", "c-friends" if is_friend else "c-enemy")]
    if not is_friend:
        teeth = "".join(f"M{format_number(1 + tooth * 2.2)} 8.65l1.1-1.3 1.1 1.3z" for tooth in range(int(width / 2.2)))
        parts.append(path(teeth, "c-teeth"))
    squeezed = {"textLength": width - 16, "lengthAdjust": "spacingAndGlyphs"} if len(name) > 32 else {}
    parts.append(element("text", name, x=3, y=6, class_="c-name", **squeezed))
    return [*parts, text_element(id_, CARD_SIZE[0] - 3, 6, "c-id")]


def draw_numbers(card: Card) -> list[Markup]:
    """Draw move, attack, defence, and range if it shoots (K1.2)."""
    numbers = [
        ("MOVE", f"{format_inches(card.move)}″"),
        ("ATTACK", signed_number(card.attack)),
        ("DEFENCE", str(card.defence)),
    ]
    numbers += [("RANGE", f"{format_inches(card.range)}″")] if card.range else []
    parts = []
    for index, (label, value) in enumerate(numbers):
        x = 3 + index * 13.3
        parts += [
            rect(x, 14.4, 12.5, 11.6, "c-well", 1.2),
            text_element(value, x + 6.25, 20.9, "c-number"),
            text_element(label, x + 6.25, 24.8, "c-label"),
        ]
    return parts


def signed_number(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def draw_wound_slots(character: Character) -> list[Markup]:
    """Draw a box for each slot, crossed if the wound is marked before the first round (K1.4)."""
    count = character.card.wounds
    if not count:
        return [text_element("No wound slots: the first wound fells.", 3, 31, "c-text")]
    size = min(4.4, 44 / count - 0.8)
    parts = [text_element("Wounds", 3, 31, "c-text")]
    for slot in range(count):
        x, y = 14.5 + slot * (size + 0.8), 27.6
        parts.append(rect(x, y, size, size, "c-slot", 0.6))
        if slot < character.wounds:
            arm = format_number(size - 1.2)
            cross = f"M{format_number(x + 0.6)} {format_number(y + 0.6)}l{arm} {arm}m0-{arm}l-{arm} {arm}"
            parts.append(path(cross, "c-used"))
    return parts


def draw_trait_texts(character: Character, traits: Sequence[TraitInstance]) -> list[Markup]:
    """Draw the sentence of each trait of the character or its company, and the line of story on its card."""
    scopes = {TraitScope.CHARACTER, TraitScope.COMPANY}
    own = [capitalize_first(trait.sentence) for trait in traits if scopes & set(trait_scopes(trait))]
    return draw_fitted_text(own, character.card.text, 36.4)


def trait_scopes(trait: TraitInstance) -> tuple[TraitScope, ...]:
    return TRAITS[trait.trait].places


def draw_fitted_text(sentences: Sequence[str], quote: str, top: float) -> list[Markup]:
    """Draw sentences from the top and the quote at the foot, as large as they fit; drop the quote if they do not."""
    joined = [" ".join(sentences)]
    tries = [(sentences, 1.0), (sentences, 0.92), (joined, 1.0), (joined, 0.92), (joined, 0.84), (joined, 0.76)]
    for last in (quote, ""):
        for paragraphs, scale in tries:
            lines, end = flow_lines(paragraphs, top, scale)
            foot = wrap(last, int(LINE_LETTERS / scale))
            if end <= CARD_SIZE[1] - 1.6 - len(foot) * LINE_HEIGHT * scale:
                break
        else:
            continue
        break
    start = CARD_SIZE[1] - 2.2 - (len(foot) - 1) * LINE_HEIGHT * scale
    rows = [(line, start + row * LINE_HEIGHT * scale) for row, line in enumerate(foot)]
    parts = [draw_text_line(line, y, "c-text", 2.55 * scale) for line, y in lines]
    return parts + [draw_text_line(line, y, "c-quote", 2.5 * scale) for line, y in rows]


def flow_lines(paragraphs: Sequence[str], top: float, scale: float) -> tuple[list[tuple[str, float]], float]:
    """Break paragraphs into lines, narrower beside the base; return them with their y, and the last y."""
    lines: list[tuple[str, float]] = []
    y = top
    for rest in paragraphs:
        while rest:
            is_beside_base = top > BASE_TOP and y < BASE_BOTTOM
            line = wrap(rest, int((NARROW_LINE_LETTERS if is_beside_base else LINE_LETTERS) / scale))[0]
            rest = rest[len(line) :].strip()
            lines.append((line, y))
            y += LINE_HEIGHT * scale
    return lines, y - LINE_HEIGHT * scale


def draw_text_line(line: str, y: float, class_: str, size: float) -> Markup:
    return element("text", line, x=3, y=y, class_=class_, font_size=f"{size:.3g}")


def wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def draw_base(radius: int, short: str) -> Markup:
    """Draw the base, in true size if it fits, with its forward half and its facing (K3.4)."""
    true = radius / INCH * MM_PER_INCH
    drawn_radius = min(true, MM_PER_INCH / 2)
    x, y = CARD_SIZE[0] - 16, 24.6
    half = f"M{format_number(x - drawn_radius)} {format_number(y)}" + (
        f"a{format_number(drawn_radius)} {format_number(drawn_radius)} 0 0 1 {format_number(2 * drawn_radius)} 0z"
    )
    shoulder = format_number(drawn_radius + 2)
    sides = (
        f"M{format_number(x)} {format_number(y)}m-{shoulder} 0h2M{format_number(x + drawn_radius)} {format_number(y)}h2"
    )
    tip = f"M{format_number(x)} {format_number(y - drawn_radius - 2.4)}l1.7 2.2h-3.4z"
    diameter = f"{format_inches(2 * radius)}″ across"
    note = diameter if drawn_radius == true else f"{diameter}, drawn smaller"
    return group(
        element("circle", cx=x, cy=y, r=drawn_radius, class_="c-base"),
        path(half, "c-front"),
        element("circle", cx=x, cy=y, r=drawn_radius, class_="c-line"),
        path(sides, "c-line"),
        path(tip, "c-arrow"),
        text_element(short, x, y + 2.5, "c-short"),
        text_element(note, x, y + drawn_radius + 3.1, "c-label"),
        text_element("shaded: forward half", x, y + drawn_radius + 5.9, "c-label"),
        class_="c-figure",
    )


# Books


def draw_book_sheet(book: CardBook) -> str:
    """Draw all A4 pages below each other."""
    return draw_sheet(book_as_scenario(book), book_cards(book))


def draw_book_pages(book: CardBook) -> list[str]:
    """Draw one picture for each page."""
    return draw_pages(book_as_scenario(book), book_cards(book))


def book_cards(book: CardBook) -> list[Markup]:
    scenario = book_as_scenario(book)
    short_names = abbreviate_names([card.name for card in book.cards])
    pairs = zip(scenario.characters, short_names, strict=True)
    return [draw_card(scenario, "", character, short) for character, short in pairs]


def book_as_scenario(book: CardBook) -> Scenario:
    """Return a scenario that has nothing but the company."""
    return Scenario(
        name=book.name,
        title=book.title,
        aim="",
        story=(book.story,),
        rounds=0,
        timeout=Winner.NOBODY,
        won_by_book=None,
        terrain=(),
        companies=(Company(book.title, Side.FRIENDS, book.traits),),
        characters=tuple(map(character_from_card, book.cards)),
        objectives=(),
        endings=(),
        traits=(),
    )


def character_from_card(card: Card) -> Character:
    return Character(card.name, card, 0, Side.FRIENDS, (0, 0), 0, 0, 0, card.traits)


# Sheets by name or file


BATTLE_HEADING = "[[character]]"
"""Only files of battles have this heading; files of companies do not."""


def card_sheets(name: str) -> CardSheets:
    """Return the sheets of a battle, a company or a file; raise BadFile with the line of an error."""
    if name in shipped_scenarios():
        return scenario_sheets(load_scenario(name))
    if name in shipped_books():
        return book_sheets(load_book(name))
    file = Path(name)
    if file.suffix != ".toml":
        known = f"battles: {', '.join(shipped_scenarios())}; companies: {', '.join(shipped_books())}"
        raise UnknownName(f"there are no cards of {printable_line(name)!r}; {known}; or a file like my.toml")
    text = read_text_file(file, MAX_FILE_BYTES, "battle")
    is_battle = any(line.strip() == BATTLE_HEADING for line in text.splitlines())
    return scenario_sheets(parse_scenario(text, file.name)) if is_battle else book_sheets(parse_book(text, file.name))


def scenario_sheets(scenario: Scenario) -> CardSheets:
    return CardSheets(scenario.name, scenario.title, draw_sheet(scenario), draw_pages(scenario))


def book_sheets(book: CardBook) -> CardSheets:
    return CardSheets(book.name, book.title, draw_book_sheet(book), draw_book_pages(book))
