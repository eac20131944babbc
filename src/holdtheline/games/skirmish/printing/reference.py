"""The reference sheet: the sequence of play, the dice, and the AI general's list (K2 to K5)."""

from __future__ import annotations

from ....core.printing.booklet import Booklet
from ....core.printing.canvas import GREY, INK, PALE, PAPER_WHITE, Canvas, line_height, wrap_text
from ....core.printing.font import Face
from ..rules.traits.catalog import Trait
from ..scenario.model import Scenario, Side, find_trait
from ..state import AiLine

AI_LINES = {
    AiLine.CARRY_OFF: ("It carries an objective", "Move towards the nearest table edge.", "K5.2"),
    AiLine.FIGHT: (
        "It is in melee",
        "Fight. Several in contact: a die chooses. If the enemy falls: move on that way, and go on with this list.",
        "K5.3",
    ),
    AiLine.SHOOT: ("An enemy is in range and in sight", "Stand and shoot the nearest.", "K5.4"),
    AiLine.MOVE_AND_SHOOT: (
        "A move brings an enemy into range and sight",
        "Move and shoot the closest such enemy, at attack −1.",
        "K5.5",
    ),
    AiLine.FETCH: ("A visible objective is in move range", "Move to it.", "K5.6"),
    AiLine.CHARGE: ("A move brings it into contact with an unengaged enemy", "Charge the closest.", "K5.7"),
    AiLine.SEEK_OBJECTIVE: ("An objective is in view", "Move towards the nearest.", "K5.8"),
    AiLine.SEEK_ENEMY: ("An enemy is in view", "Move towards the nearest.", "K5.9"),
}
OWN_ORDERS = (Trait.LIST, Trait.AVOIDS, Trait.PREFERS, Trait.START_ROLL, Trait.RETURNS_TO)
"""Traits that change what a character of the AI general does."""
MAX_NAMES = 3
"""More characters with the same orders are listed by the ids on their cards."""
ROUND_TEXTS = (
    ("Roll", "1–3: the AI general starts the round. 4–6: you do. (K2.1)"),
    ("Take turns", "One activation each. A side with no one left, or that passes, lets the other go on. (K2.2)"),
    ("End", "When everyone has been activated, both pass, or one side is gone. (K2.3)"),
)
ACTION_TEXTS = (
    ("First", "Not in melee and empty-handed: it may pick up an objective within 1″. (K3.1)"),
    ("Move", "Turn, half the move, turn, half the move; or turn and the full move straight. (K3.4)"),
    ("Shoot", "Turn, then an enemy in range, in the forward half, in sight. (K3.5)"),
    ("Move, shoot", "As above, at attack −1. (K3.6)"),
    ("Charge", "Move into contact and fight. (K3.7)"),
    ("In melee", "Fight one enemy in contact. (K3.3, K3.8)"),
    ("Routing", "The full move towards the nearest edge; touching it, it leaves. (K3.2)"),
    ("Felled one", "Another activation with half the move; this can go on. (K3.9)"),
)
DICE_TEXTS = (
    ("To wound", "Needs die + attack − defence of 4 or more. 1 always misses, 6 always wounds. (K4.1)"),
    ("A wound", "Fills a free slot. None free: the character falls. (K4.2)"),
    ("Rout test", "A company that has lost more than half rolls when one is removed: 3 or less, all rout. (K4.3)"),
    ("Sight", "Forward half; terrain and other bases block it. (K4.4)"),
)


def add_reference_sheet(book: Booklet, scenario: Scenario | None) -> None:
    """Add one page: the AI general's list on the left, the sequence of play on the right."""
    page = book.new_page("The AI general, and a round at a glance")
    gap = 8.0
    width = (book.width - gap) / 2
    y = draw_ai_list(page.at(book.left, book.top + 4), width)
    if scenario is not None:
        draw_own_orders(page.at(book.left, book.top + 4 + y + 3), scenario, width)
    right = page.at(book.left + width + gap, book.top + 4)
    y = draw_entries(right, 0.0, width, "A round", ROUND_TEXTS)
    y = draw_entries(right, y, width, "An activation", ACTION_TEXTS)
    draw_entries(right, y, width, "Dice and sight", DICE_TEXTS)


def draw_ai_list(canvas: Canvas, width: float) -> float:
    """Draw the list in the order in which it is read; return the y below it."""
    canvas.text("The AI general's list", 0, 0, 12, Face.TITLE)
    y = 5.0
    first = (
        "Characters act in the order of the sheet. Routing and melee come first; next to an objective and not in "
        "melee, it picks it up. (K5.1) Then the first line that applies:"
    )
    y = canvas.paragraph(first, 0, y, width, 9)
    for line, (when, what, clause) in AI_LINES.items():
        y = draw_ai_line(canvas, y, width, str(int(line)), when, f"{what} ({clause})")
    return draw_ai_line(canvas, y, width, "–", "None applies", "Move towards the middle of the table. (K5.9)")


def draw_ai_line(canvas: Canvas, y: float, width: float, number: str, when: str, what: str) -> float:
    conditions = wrap_text(when, width - 13, 9.5, Face.BOLD)
    orders = wrap_text(what, width - 13, 9)
    height = len(conditions) * line_height(9.5) + len(orders) * line_height(9) + 3.2
    canvas.rect(0, y, width, height - 1.2, radius=1.2, stroke=GREY, line=0.2)
    canvas.circle(5.2, y + height / 2 - 0.6, 3.5, INK, None)
    canvas.text(number, 5.2, y + height / 2 + 1.0, 12, Face.BOLD, "middle", PAPER_WHITE)
    at = y + 4.2
    for text in conditions:
        canvas.text(text, 11, at, 9.5, Face.BOLD)
        at += line_height(9.5)
    for text in orders:
        canvas.text(text, 11, at, 9)
        at += line_height(9)
    return y + height


def draw_own_orders(canvas: Canvas, scenario: Scenario, width: float) -> None:
    """Write the enemy's own order, and which characters have their own list, choice of targets or roll (K2.2, K5.1)."""
    who: dict[str, list[tuple[str, str]]] = {}
    for number, character in enumerate(scenario.of_side(Side.ENEMY), 1):
        own = [find_trait(scenario.traits_of(character), trait) for trait in OWN_ORDERS]
        who.setdefault(" ".join(trait.sentence for trait in own if trait), []).append((character.name, f"e{number}"))
    order = find_trait(scenario.traits, Trait.ORDER)
    texts = [order.sentence] if order else []
    for orders, characters in who.items():
        names, ids = zip(*characters, strict=True)
        texts += [f"{', '.join(names if len(names) <= MAX_NAMES else ids)}: {orders}"] if orders else []
    if texts:
        canvas.text("In this battle", 0, 3, 12, Face.TITLE)
        y = 8.0
        for text in texts:
            y = canvas.paragraph(text, 0, y, width, 9) + 1


def draw_entries(canvas: Canvas, y: float, width: float, title: str, entries: tuple[tuple[str, str], ...]) -> float:
    """Write entries under a title; return the y after them."""
    label_width = 21.0
    canvas.text(title, 0, y, 12, Face.TITLE)
    y += 2.2
    for label, text in entries:
        canvas.line(0, y, width, y, PALE, 0.25)
        canvas.text(label, 0, y + 4.2, 9, Face.BOLD, max_width=label_width - 1)
        y = canvas.paragraph(text, label_width, y + 4.2, width - label_width, 9) - 1.6
    return y + 8
