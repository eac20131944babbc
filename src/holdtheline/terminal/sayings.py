"""Orders typed at an open table: several in a line, tried before they are given, and what to type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..core.contract import Mark
from ..core.errors import HtlError, IllegalMove, UnknownName
from ..core.game import Game, Move, State
from ..core.scenario import Section
from ..table.session import Table
from ..table.words import complaint, sentence
from .words import odds_line, odds_of

BETWEEN = ";"
SHOWN_MARKS = ("target", "dear", "unseen")
"""Places to go to are too many to be told."""

ORDERS = """\
use f3: activate a character, by its id or its name. pass: the other side goes on.
go 12.5,8.25: a leg to this place, inches from the left and from below.
go 10,6 then 12,8: two legs. go 4 up: a leg of 4 inches, also down, left and right.
go 4 towards e2, go to o1: in a direction, or to where something lies.
charge e2: go into contact and fight. fight e2: fight one in contact.
shoot e2: at one in range and in sight. face e2, or face 12,8: turn.
take o1: pick up what is in reach. stay: nothing more. leave: by the exit.
Several in one line: use f3; go 12,8; shoot e2. Or in short: f3 shoot e2."""

QUESTIONS = """\
measure f3 e2, measure f3 12,8, measure f3: inches, sight, and what is in the way.
odds and an order: what it may lead to. why and an order: whether the rules allow it."""


class Ahead(NamedTuple):
    """The last move of a line that was not given, and the state in which it would be made."""

    state: State
    move: Move


def moves_in(state: State, seat: int, order: str) -> list[str]:
    """One order as the moves that it is made of."""
    moves = state.game.contract.spoken(state.seen_by(seat).record, seat, order)
    if moves is None and (why := who_is_missing(state, seat, order)):
        raise UnknownName(why)
    return [order] if moves is None else moves


def who_is_missing(state: State, seat: int, order: str) -> str:
    """What is to be said of an order that cannot be read while somebody is to be chosen; else nothing."""
    contract = state.game.contract
    if not contract.is_open or state.turn < 0 or contract.read_move(state.record, order) is not None:
        return ""
    seen = state.seen_by(seat).record
    who = next(iter(contract.board(seen, seat).get("able", ())), "")
    if not who:
        return ""
    moves = contract.spoken(seen, seat, f"{who} {order}")
    if moves is None or not _is_read_after(state, *moves):
        return f"this is no order; say who acts, and what to do: {who} go 4 up"
    return f"say who first: {who} {order}"


def _is_read_after(state: State, first: str, *moves: str) -> bool:
    """Whether these are moves, once the first one is made."""
    after = state.copy()
    after.play(first)
    return all(state.game.contract.read_move(after.record, move) is not None for move in moves)


def look_ahead(state: State, seat: int, line: str, *, is_whole: bool = True) -> Ahead:
    """All but the last move of a line made on a copy; IllegalMove is what the rules say to one of them.

    UnknownName: it is no move, or, where the line is not whole yet, cannot be read so far.
    """
    after = state.copy()
    last: Move | None = None
    for order in filter(None, map(str.strip, line.split(BETWEEN))):
        for text in _next_moves(after, seat, order, last):
            if last is not None:
                after.play(last)
            if after.turn < 0:
                raise IllegalMove(text, "", "a die is rolled before that")
            if not is_whole and state.game.contract.read_move(after.record, text) is None:
                raise UnknownName("this is no move yet")
            last = after.move(text)
            refusal = after.why_not(last)
            if refusal is not None:
                raise refusal
    if last is None:
        raise UnknownName("say a move as well")
    return Ahead(after, last)


def _next_moves(state: State, seat: int, order: str, before: Move | None) -> list[str]:
    """What an order means when the move before it has been made."""
    if before is not None:
        state = state.copy()
        state.play(before)
    return moves_in(state, seat, order) if state.turn >= 0 else [order]


def foretold(state: State, seat: int, line: str) -> tuple[str, bool]:
    """What a line would do, with odds, or why it is refused, and whether it is; no move yet: nothing."""
    try:
        state, move = look_ahead(state, seat, line, is_whole=False)
    except IllegalMove as error:
        return complaint(error) if error.clause else "", True
    except HtlError:
        return "", True
    return f"{sentence(move.label)} {odds_line(odds_of(state, seat, move))}".strip(), False


def allowed(state: State, seat: int, line: str) -> str:
    """The same in a whole sentence, with the clause; IllegalMove, if it is refused."""
    if state.turn < 0:
        return "A die is to be rolled; no move is asked for."
    state, move = look_ahead(state, seat, line)
    odds = odds_line(odds_of(state, seat, move))
    return f"{sentence(f'this can be done ({move.clause}): {move.label}')} {odds}".strip()


def seen_from(state: State, place: str) -> tuple[str, ...]:
    """Who would be in sight from where the active one could go; nothing, if it cannot."""
    try:
        return measured(state, f"from {place}")
    except HtlError:
        return ()


def measured(state: State, text: str) -> tuple[str, ...]:
    """What a rod between two things or places says."""
    measure = state.game.contract.measure
    if measure is None:
        raise UnknownName("nothing can be measured at this table")
    return measure(state.seen_by_all().record, text)


def marks_of(state: State, seat: int) -> list[Mark]:
    """Whom the active character can strike, what it can take, and who is hidden from it."""
    if state.turn < 0:
        return []
    told = state.game.contract.marks(state.seen_by(seat).record, seat, [])
    return [mark for mark in told if mark.kind in SHOWN_MARKS]


def marks_told(state: State, seat: int) -> Iterator[str]:
    for mark in marks_of(state, seat):
        yield f"{mark.id}: {mark.text}."


def roster_told(state: State, seat: int) -> Iterator[str]:
    """Everybody and everything that one can order about, a sentence each."""
    board = state.game.contract.board(state.seen_by(seat).record, seat)
    for one in (*board.get("characters", ()), *board.get("objectives", ())):
        yield f"{one['id']}: {one['label']}."


def briefing_of(game: Game) -> list[tuple[str, str]]:
    """The story and the aim of the battle, each line with its style as a TextScreen has it."""
    scenarios = game.contract.scenarios
    if scenarios is None:
        return []
    lines: list[tuple[str, str]] = []
    for section in scenarios.briefing(scenarios.of_option(str(game.options[scenarios.option]))):
        lines.append(("head", section.heading))
        lines += [("", line) for line in _apart(section)]
    return lines


def _apart(section: Section) -> list[str]:
    """The lines of a section; those of a story are paragraphs, with a gap between them."""
    if not section.paragraph:
        return list(section.lines)
    return "\n\n".join([*section.lines, section.paragraph]).split("\n")


def last_decision(table: Table) -> int:
    """How many steps there were before the last decision of a person, or before the first step of all."""
    persons = [done.number for done in table.done if done.seat >= 0 and table.players[done.seat] is None]
    return persons[-1] - 1 if persons else 0


def news(table: Table) -> str:
    """What has happened since a person decided last, that move's own events included."""
    return " ".join(event.text for done in table.done[last_decision(table) :] for event in done.events)


def last_of(text: str, room: int) -> str:
    """The end of a text that is too long, from a whole word on."""
    if len(text) <= room:
        return text
    return f"(o: all) ... {text[-room:].partition(' ')[2]}"


def own_in(state: State, seat: int) -> list[str]:
    """The ids of those on the table whom this seat commands."""
    board = state.game.contract.board(state.seen_by(seat).record, seat)
    owner = f"the {state.game.seats[seat]}"
    return [one["id"] for one in board["characters"] if one["owner"] == owner and one["at"] is not None]


class Active(NamedTuple):
    """Whoever acts: the id, and where it stands, in inches."""

    id: str
    x: float
    y: float


def active_in(state: State, seat: int) -> Active | None:
    """None where nobody is to act."""
    if state.turn < 0:
        return None
    board = state.game.contract.board(state.seen_by(seat).record, seat)
    acting = (board.get("active") or {}).get("id", "")
    at = next((one["at"] for one in board["characters"] if one["id"] == acting), None)
    return None if at is None else Active(acting, *at)
