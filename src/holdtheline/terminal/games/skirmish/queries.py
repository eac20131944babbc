"""Answers shared by the screen and the line mode: previews of orders, distances, targets, roster, briefing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ....core.errors import HtlError, IllegalMove, UnknownName
from ....core.events import Move
from ....core.game import Game, State
from ....table.session import Table
from ....table.text import format_sentence, refusal_text
from ...orders import expand_order
from ...text import find_odds, odds_line

ORDER_SEPARATOR = ";"
SHOWN_MARKS = ("target", "dear", "unseen")
"""Kinds of marks to list; the points to go to would be too many."""

ORDERS_HELP = """\
use f3: activate a character, by its id or its name. pass: let the other side act.
go 12.5,8.25: move one leg to this point, in inches from the left and from below.
go 10,6 then 12,8: two legs. go 4 up: 4 inches up; also down, left and right.
go 4 towards e2: 4 inches towards e2. go to o1: to where it is.
charge e2: move into contact and fight. fight e2: fight an enemy in contact.
shoot e2: shoot at an enemy in range and in sight. face e2, or face 12,8: turn.
take o1: pick up an objective in reach. stay: do nothing more. leave: use the exit.
correct f3 12.5,8: with real dice, say where a figure that slipped stands on your table.
Several orders in one line: use f3; go 12,8; shoot e2. Or in short: f3 shoot e2."""

QUESTIONS_HELP = """\
measure f3 e2, measure f3 12,8, measure f3: inches, sight, and what blocks it.
odds ORDER: what it can lead to. why ORDER: whether the rules allow it."""


class OrderPreview(NamedTuple):
    """The last move of a line that is not played, and the state in which it would be made."""

    state: State
    move: Move


def preview_order(state: State, seat: int, line: str, *, is_whole: bool = True) -> OrderPreview:
    """Play all but the last move of a line on a copy; raise IllegalMove if the rules refuse one.

    Raise UnknownName if a part is not a move or, for a line that is still being typed, not a move yet.
    """
    after = state.copy()
    last: Move | None = None
    for order in filter(None, map(str.strip, line.split(ORDER_SEPARATOR))):
        for text in _expand_next_order(after, seat, order, last):
            if last is not None:
                after.play(last)
            if after.current_player < 0:
                raise IllegalMove(text, "", "a die must be rolled before that")
            if not is_whole and state.game.definition.text.parse_move(after.record, text) is None:
                raise UnknownName("this is not a move yet")
            last = after.move(text)
            refusal = after.why_not(last)
            if refusal is not None:
                raise refusal
    if last is None:
        raise UnknownName("type a move after the command")
    return OrderPreview(after, last)


def _expand_next_order(state: State, seat: int, order: str, before: Move | None) -> list[str]:
    """Return the moves of an order after the move before it is played."""
    if before is not None:
        state = state.copy()
        state.play(before)
    return expand_order(state, seat, order) if state.current_player >= 0 else [order]


def preview_text(state: State, seat: int, line: str) -> tuple[str, bool]:
    """Return what a line would do with its odds, or why it is refused; and whether it is refused.

    The text is empty while the line is not a move yet.
    """
    try:
        state, move = preview_order(state, seat, line, is_whole=False)
    except IllegalMove as error:
        return refusal_text(error) if error.clause else "", True
    except HtlError:
        return "", True
    return f"{format_sentence(move.label)} {odds_line(find_odds(state, seat, move))}".strip(), False


def explain_order(state: State, seat: int, line: str) -> str:
    """Return what a line would do in a sentence with the clause; raise IllegalMove if it is refused."""
    if state.current_player < 0:
        return "Roll the die first; there is no move to make."
    state, move = preview_order(state, seat, line)
    odds = odds_line(find_odds(state, seat, move))
    return f"{format_sentence(f'this is allowed ({move.clause}): {move.label}')} {odds}".strip()


def visible_from(state: State, point: str) -> tuple[str, ...]:
    """Return who would be in sight from a point; nothing if the active character cannot go there."""
    try:
        return measure_lines(state, f"from {point}")
    except HtlError:
        return ()


def measure_lines(state: State, text: str) -> tuple[str, ...]:
    """Return the distance and the line of sight between two characters, objectives or points."""
    open_table = state.game.definition.open_table
    assert open_table is not None
    return open_table.measure(state.seen_by_all().record, text)


def mark_lines(state: State, seat: int) -> Iterator[str]:
    """Yield the targets of the active character, what it can take, and who is hidden from it."""
    if state.current_player >= 0:
        for mark in state.game.definition.view.marks(state.seen_by(seat).record, seat, []):
            if mark.kind in SHOWN_MARKS:
                yield f"{mark.id}: {mark.text}."


def roster_lines(state: State, seat: int) -> Iterator[str]:
    """Yield a sentence for each character and objective."""
    board = state.game.definition.view.board(state.seen_by(seat).record, seat)
    for piece in (*board.get("characters", ()), *board.get("objectives", ())):
        yield f"{piece['id']}: {piece['label']}."


def briefing_lines(game: Game) -> list[tuple[str, str]]:
    """Return the story and the aim of the battle, each line with its style for a TextScreen."""
    scenarios = game.definition.scenarios
    if scenarios is None:
        return []
    lines: list[tuple[str, str]] = []
    for section in scenarios.briefing(scenarios.of_options(game.options)):
        paragraphs = "\n\n".join([*section.lines, section.paragraph]).split("\n")  # a story, with blank lines between
        lines.append(("head", section.heading))
        lines += [("", line) for line in (paragraphs if section.paragraph else section.lines)]
    return lines


def find_last_decision(table: Table) -> int:
    """Return the number of steps before the last decision of a person, or 0."""
    decisions = [step.number for step in table.steps if step.seat >= 0 and table.players[step.seat] is None]
    return decisions[-1] - 1 if decisions else 0


def news_text(table: Table) -> str:
    """Return the events since the last decision of a person, including those of that move."""
    return " ".join(event.text for step in table.steps[find_last_decision(table) :] for event in step.events)


def shorten_start(text: str, width: int) -> str:
    """Cut the start of a text that is too long, at a whole word."""
    if len(text) <= width:
        return text
    return f"(o: all) ... {text[-width:].partition(' ')[2]}"


def own_character_ids(state: State, seat: int) -> list[str]:
    """Return the ids of the characters on the table that this seat commands."""
    board = state.game.definition.view.board(state.seen_by(seat).record, seat)
    owner = f"the {state.game.seats[seat]}"
    return [
        character["id"]
        for character in board["characters"]
        if character["owner"] == owner and character["at"] is not None
    ]


class ActiveCharacter(NamedTuple):
    """The active character: its id and its position in inches."""

    id: str
    x: float
    y: float


def find_active_character(state: State, seat: int) -> ActiveCharacter | None:
    """Return the active character, if there is one."""
    if state.current_player < 0:
        return None
    board = state.game.definition.view.board(state.seen_by(seat).record, seat)
    active_id = (board.get("active") or {}).get("id", "")
    position = next((character["at"] for character in board["characters"] if character["id"] == active_id), None)
    return None if position is None else ActiveCharacter(active_id, *position)
