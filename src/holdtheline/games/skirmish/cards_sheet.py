"""The characters of a battle as cards to print and cut out: A4, true sizes in millimetres.

Each card has the numbers of a character, a box to tick for each wound slot, its traits, and the ring of its
base in true size with the forward half marked. At the foot of each page is a strip to measure with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.svg import Markup, box, element, group, number, path, words
from .layout import numbered
from .names import thing_id
from .shown import short_names
from .state import FRIENDS
from .table import Character, Scenario
from .traits import ABOUT, Given, Place, inches_text

INCH = 25.4
"""Millimetres."""
PAGE = (210.0, 297.0)
CARD = (90.0, 61.5)
EDGE = (12.0, 10.0)
GAP = (6.0, 3.0)
ACROSS, DOWN = 2, 4
ON_A_PAGE = ACROSS * DOWN
RULER = 7
"""Inches of the strip."""
ROOM, NARROW = 60, 37
"""Letters of a line of text, and of one beside the base, in the broadest of the usual typefaces."""
LINE = 3.05
BESIDE_FROM, BESIDE = 20.0, 45.0
"""Where the base is beside the text."""

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


def sheet(scenario: Scenario, cards: Sequence[Markup] = ()) -> str:
    """All pages below each other, each of them A4; the cards are the battle's, unless some are given."""
    dealt = deal(scenario, cards)
    drawn = [page(scenario, place, len(dealt), cards) for place, cards in enumerate(dealt)]
    return document(scenario, (PAGE[0], PAGE[1] * len(dealt)), drawn)


def pages(scenario: Scenario, cards: Sequence[Markup] = ()) -> list[str]:
    """One picture for each page."""
    dealt = deal(scenario, cards)
    return [
        document(scenario, PAGE, [page(scenario, place, len(dealt), cards, 0)])
        for place, cards in enumerate(dealt)
    ]


def deal(scenario: Scenario, cards: Sequence[Markup] = ()) -> list[Sequence[Markup]]:
    """The cards of each page."""
    cards = cards or list(cards_of(scenario))
    return [cards[at : at + ON_A_PAGE] for at in range(0, len(cards), ON_A_PAGE)]


def document(scenario: Scenario, size: tuple[float, float], drawn: Sequence[Markup]) -> str:
    wide, high = size
    return element(
        "svg",
        element("title", f"{scenario.title}: the cards"),
        element("style", Markup(STYLE)),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(wide)} {number(high)}",
        width=f"{number(wide)}mm",
        height=f"{number(high)}mm",
        class_="htl-cards",
        role="img",
    )


def page(
    scenario: Scenario, place: int, count: int, cards: Sequence[Markup], above: int | None = None
) -> Markup:
    """`above`: how many pages are above it on the sheet; as a rule all that come before."""
    down = PAGE[1] * (place if above is None else above)
    placed = []
    for at, one in enumerate(cards):
        row, column = divmod(at, ACROSS)
        x, y = EDGE[0] + column * (CARD[0] + GAP[0]), EDGE[1] + 7 + row * (CARD[1] + GAP[1])
        placed.append(element("g", one, transform=f"translate({number(x)} {number(y)})"))
    told = f"{scenario.title}" + (f", page {place + 1} of {count}" if count > 1 else "")
    parts = [
        box(0, 0, *PAGE, "c-page"),
        words(told, EDGE[0], EDGE[1] + 2.5, "c-head"),
        *placed,
        ruler(EDGE[0] + 4, PAGE[1] - 17),
    ]
    return element("g", *parts, transform=f"translate(0 {number(down)})" if down else None)


def ruler(x: float, y: float) -> Markup:
    """A strip in true inches, with quarters."""
    parts = [box(x - 3, y - 5, RULER * INCH + 6, 14, "c-cut")]
    lines = f"M{number(x)} {number(y)}h{number(RULER * INCH)}"
    for quarter in range(4 * RULER + 1):
        long = 5 if quarter % 4 == 0 else 3.4 if quarter % 2 == 0 else 2.2
        lines += f"M{number(x + quarter * INCH / 4)} {number(y)}v{number(long)}"
    parts.append(path(lines, "c-line"))
    parts += [words(inch, x + inch * INCH, y - 1.3, "c-inch") for inch in range(RULER + 1)]
    told = "Print at 100 %: this strip is then seven inches (177.8 mm) long."
    return group(*parts, words(told, x, y + 7.9, "c-foot"), class_="c-ruler")


# A card


def cards_of(scenario: Scenario) -> Iterator[Markup]:
    """The battle first, then everybody in the order of the sheet."""
    yield battle(scenario)
    people = numbered(scenario)
    short = short_names([person.name for _, person in people])
    for place, (at, person) in enumerate(people):
        yield card(scenario, thing_id(at), person, short[place])


def card(scenario: Scenario, id_: str, person: Character, short: str) -> Markup:
    is_friend = person.side == FRIENDS
    company = scenario.companies[person.company]
    return group(
        box(0, 0, *CARD, "c-cut"),
        *banner(person.name, id_, is_friend),
        words(company.name, 3, 12.6, "c-company"),
        *numbers(person),
        *slots(person),
        *texts(person, scenario.traits_of(person)),
        base(person.card.radius, short),
        class_="c-card",
    )


def battle(scenario: Scenario) -> Markup:
    """What the friends want, how long it lasts, and the rules of this battle and its ground."""
    special = [one for one in scenario.traits if Place.CHARACTER not in places(one)]
    sentences = [scenario.aim, f"{scenario.rounds} rounds; then {LAST[scenario.timeout]}."]
    sentences += [one.sentence for one in special]
    for terrain in scenario.terrain:
        told = " ".join(one.sentence for one in terrain.traits)
        sentences += [f"{terrain.name or terrain.kind.name.capitalize()}: {told}"] if told else []
    return group(
        box(0, 0, *CARD, "c-cut"),
        path(f"M1 1h{number(CARD[0] - 2)}v7.6H1z", "c-battle"),
        element("text", scenario.title, x=3, y=6, class_="c-name"),
        *written(sentences, "", 13),
        class_="c-card",
    )


LAST = ("nobody has won", "the friends have won", "the enemy has won")


def banner(name: str, id_: str, is_friend: bool) -> list[Markup]:
    """The name; an enemy's has teeth."""
    wide = CARD[0] - 2
    parts = [path(f"M1 1h{number(wide)}v7.6H1z", "c-friends" if is_friend else "c-enemy")]
    if not is_friend:
        teeth = "".join(f"M{number(1 + at * 2.2)} 8.65l1.1-1.3 1.1 1.3z" for at in range(int(wide / 2.2)))
        parts.append(path(teeth, "c-teeth"))
    tight = {"textLength": wide - 16, "lengthAdjust": "spacingAndGlyphs"} if len(name) > 32 else {}
    parts.append(element("text", name, x=3, y=6, class_="c-name", **tight))
    return [*parts, words(id_, CARD[0] - 3, 6, "c-id")]


def numbers(person: Character) -> list[Markup]:
    """K1.2: move, attack, defence, and range if it shoots."""
    card = person.card
    shown = [
        ("MOVE", f"{inches_text(card.move)}″"),
        ("ATTACK", signed(card.attack)),
        ("DEFENCE", str(card.defence)),
    ]
    shown += [("RANGE", f"{inches_text(card.range)}″")] if card.range else []
    parts = []
    for place, (label, value) in enumerate(shown):
        x = 3 + place * 13.3
        parts += [
            box(x, 14.4, 12.5, 11.6, "c-well", 1.2),
            words(value, x + 6.25, 20.9, "c-number"),
            words(label, x + 6.25, 24.8, "c-label"),
        ]
    return parts


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def slots(person: Character) -> list[Markup]:
    """A box to tick for each; those that are marked before the first round are crossed (K1.4)."""
    count = person.card.wounds
    if not count:
        return [words("No wound slots: the first wound fells.", 3, 31, "c-text")]
    size = min(4.4, 44 / count - 0.8)
    parts = [words("Wounds", 3, 31, "c-text")]
    for place in range(count):
        x, y = 14.5 + place * (size + 0.8), 27.6
        parts.append(box(x, y, size, size, "c-slot", 0.6))
        if place < person.wounds:
            arm = number(size - 1.2)
            parts.append(
                path(f"M{number(x + 0.6)} {number(y + 0.6)}l{arm} {arm}m0-{arm}l-{arm} {arm}", "c-used")
            )
    return parts


def texts(person: Character, traits: Sequence[Given]) -> list[Markup]:
    """The sentence of each trait of its own or of its company, and a line about the character."""
    own = [one for one in traits if Place.CHARACTER in places(one) or Place.COMPANY in places(one)]
    return written([capital(one.sentence) for one in own], person.card.text, 36.4)


def places(one: Given) -> tuple[Place, ...]:
    return ABOUT[one.trait].places


def written(sentences: Sequence[str], quote: str, top: float) -> list[Markup]:
    """Sentences from the top on, the quote at the foot: as large as all fits, and at last without it."""
    joined = [" ".join(sentences)]
    tries = [
        (sentences, 1.0),
        (sentences, 0.92),
        (joined, 1.0),
        (joined, 0.92),
        (joined, 0.84),
        (joined, 0.76),
    ]
    for last in (quote, ""):
        for paragraphs, scale in tries:
            lines, end = flowing(paragraphs, top, scale)
            foot = wrapped(last, int(ROOM / scale))
            if end <= CARD[1] - 1.6 - len(foot) * LINE * scale:
                break
        else:
            continue
        break
    start = CARD[1] - 2.2 - (len(foot) - 1) * LINE * scale
    rows = [(line, start + at * LINE * scale) for at, line in enumerate(foot)]
    parts = [text_at(line, y, "c-text", 2.55 * scale) for line, y in lines]
    return parts + [text_at(line, y, "c-quote", 2.5 * scale) for line, y in rows]


def flowing(paragraphs: Sequence[str], top: float, scale: float) -> tuple[list[tuple[str, float]], float]:
    """Lines with their places, narrower beside the base, and the place of the last of them."""
    lines: list[tuple[str, float]] = []
    y = top
    for rest in paragraphs:
        while rest:
            beside = top > BESIDE_FROM and y < BESIDE
            line, rest = first_line(rest, int((NARROW if beside else ROOM) / scale))
            lines.append((line, y))
            y += LINE * scale
    return lines, y - LINE * scale


def text_at(line: str, y: float, class_: str, size: float) -> Markup:
    return element("text", line, x=3, y=y, class_=class_, font_size=f"{size:.3g}")


def first_line(text: str, room: int) -> tuple[str, str]:
    """As many words as there is room for, and what is left."""
    line, *_ = wrapped(text, room)
    return line, text[len(line) :].strip()


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def wrapped(text: str, room: int) -> list[str]:
    """In lines of so many letters at most."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def base(radius: int, short: str) -> Markup:
    """The base in true size, if there is room for it, with its forward half and the way it looks."""
    true = radius / 1000 * INCH
    shown = min(true, INCH / 2)
    x, y = CARD[0] - 16, 24.6
    half = f"M{number(x - shown)} {number(y)}a{number(shown)} {number(shown)} 0 0 1 {number(2 * shown)} 0z"
    shoulder = number(shown + 2)
    sides = f"M{number(x)} {number(y)}m-{shoulder} 0h2M{number(x + shown)} {number(y)}h2"
    tip = f"M{number(x)} {number(y - shown - 2.4)}l1.7 2.2h-3.4z"
    across = f"{inches_text(2 * radius)}″ across"
    told = across if shown == true else f"{across}, drawn smaller"
    return group(
        element("circle", cx=x, cy=y, r=shown, class_="c-base"),
        path(half, "c-front"),
        element("circle", cx=x, cy=y, r=shown, class_="c-line"),
        path(sides, "c-line"),
        path(tip, "c-arrow"),
        words(short, x, y + 2.5, "c-short"),
        words(told, x, y + shown + 3.1, "c-label"),
        words("shaded: forward half", x, y + shown + 5.9, "c-label"),
        class_="c-figure",
    )
