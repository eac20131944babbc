"""What a key sees of a table, ready to be sent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ..core.contract import CHANCE, FIRST_MOVE, Contract
from ..core.game import Event, State
from ..core.record import Header
from ..table.session import PERSON, Done
from ..table.words import options_text, verdict
from .coach import Coach
from .live import KeptLine, LiveTable
from .problems import rule_link
from .sight import Sight
from .storage import KeyRow

SEALED = "a sealed move"
FORBIDDEN = "At this table the coach is forbidden."
MOST_LOG = 400
"""Lines of the log that a view has, the last ones; the replay has all."""
MOST_NEW_LINES = 40
"""Lines of the log that are made while everybody waits; more of them are made in a thread."""


def possible(why: str | None) -> dict[str, Any]:
    return {"possible": why is None, "why": why}


def why_no_coach(live: LiveTable, coach: Coach) -> str | None:
    return coach.why_not(live.game) if live.allows_coach else FORBIDDEN


async def view(live: LiveTable, key: KeyRow, coach: Coach) -> str:
    """The view of this key as JSON; made once for every change of the table."""
    sight, done = Sight.of(live, key), live.table.done
    if len(done) > MOST_NEW_LINES and (done[-MOST_NEW_LINES].number, sight) not in live.lines:
        await live.read(lambda: log(live, sight, coach))
    knows_luck = coach.solution(live.game) is not None
    which = key.kind, key.seats, knows_luck
    if which not in live.seen:
        live.seen[which] = _view(live, key, coach)
    text: str = live.seen[which]
    return text


def _view(live: LiveTable, key: KeyRow, coach: Coach) -> str:
    """The log grows all the time and its lines stay as they are: each was written once, as JSON too."""
    sight = Sight.of(live, key)
    table = json.dumps(_table(live, key, sight, coach), ensure_ascii=False)
    lines = ", ".join(line.text for line in kept_lines(live, sight, coach)[-MOST_LOG:])
    return f'{table.removesuffix("}")}, "log": [{lines}]}}'


def _table(live: LiveTable, key: KeyRow, sight: Sight, coach: Coach) -> dict[str, Any]:
    """All of the view but the log."""
    table, game = live.table, live.game
    seen = sight.seen(table.state)
    viewer, reader = sight.viewer(table.turn), sight.reader(table.turn)
    is_seated = key.kind == "seat" and live.kind == "table"
    contract, record = game.contract, seen.record
    decides = is_seated and live.deciding(key) is not None
    undo = live.why_no_undo(key) if is_seated else "whoever watches has no seat"
    return {
        "id": live.id,
        "version": live.version_for(key),
        "game": game.name,
        "title": contract.title,
        "options": {one.name: one.public(game.options[one.name]) for one in contract.options},
        "options_text": options_text(game),
        "rules": f"/rules/{game.name}",
        "seats": seats_at(live, key),
        "seat": viewer,
        "watching": not is_seated,
        "turn": int(table.turn),
        "may_act": decides,
        "may_roll": is_seated and live.may_roll(key),
        "roller": table.roller,
        "dice": live.header.dice["kind"],
        "prompt": contract.prompt(record, reader),
        "board": contract.board(record, viewer),
        "spots": [
            {"id": spot.id, "label": spot.label, "key": spot.key} for spot in contract.spots(record, viewer)
        ],
        "moves": seen.moves_seen_by(viewer) if decides else [],
        "picture": contract.picture(record, reader),
        "undo": possible(undo),
        "coach": {**possible(why_no_coach(live, coach)), "never": not live.allows_coach},
        "briefing": contract.scenarios is not None,
        "by_hand": contract.trial is not None,
        "outcome": ending(live, key),
    }


def seats(
    titles: Sequence[str],
    header: Header,
    seated: Sequence[KeyRow],
    mine: KeyRow,
) -> list[dict[str, Any]]:
    """Who sits where."""
    names = {seat: key.name for key in seated for seat in key.seats}
    return [
        {
            "seat": seat,
            "title": title,
            "name": names.get(seat, ""),
            "player": header.seats[seat],
            "mine": mine.kind == "seat" and seat in mine.seats,
        }
        for seat, title in enumerate(titles)
    ]


def seats_at(live: LiveTable, key: KeyRow) -> list[dict[str, Any]]:
    """Who sits where, and who of them is here."""
    return [
        {**seat, "here": seat["player"] != PERSON or live.is_here(seat["seat"])}
        for seat in seats(live.game.seats, live.header, live.seated, key)
    ]


def ending(live: LiveTable, key: KeyRow) -> dict[str, Any] | None:
    outcome, game = live.table.state.outcome, live.game
    if outcome is None:
        return None
    mine = key.seats if key.kind == "seat" else ()
    return {
        "winner": outcome.winner,
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "clause": outcome.clause,
        "rule": rule_link(game.name, outcome.clause),
        "verdict": f"{verdict(outcome, game.sides, mine)}: {outcome.reason}",
    }


# The log


def log(live: LiveTable, sight: Sight, coach: Coach) -> list[dict[str, Any]]:
    """The steps as this sight may read them; those that it does not notice are not there."""
    return [line.told for line in kept_lines(live, sight, coach)]


def kept_lines(live: LiveTable, sight: Sight, coach: Coach) -> list[KeptLine]:
    lines: list[KeptLine] = []
    for done in live.table.done:
        line = kept(live, sight, coach, done, len(lines) + 1)
        if line.text:
            lines.append(line)
    return lines


def kept(live: LiveTable, sight: Sight, coach: Coach, done: Done, number: int) -> KeptLine:
    """The line of a step, made once, and once more when its luck is known; without text if unnoticed."""
    which = done.number, sight
    found = live.lines.get(which)
    is_late = done.seat == CHANCE and coach.solution(live.game) is not None
    if found is None or found.done is not done or (is_late and found.told["luck"] is None):
        if sight.notices(live, done):
            told = _line(live, sight, coach, done) | {"number": number}
            found = KeptLine(done, told, json.dumps(told, ensure_ascii=False))
        else:
            found = KeptLine(done, {}, "")
        live.lines[which] = found
    return found


def told_of(live: LiveTable, sight: Sight, coach: Coach, done: Done) -> dict[str, Any]:
    """The line of a step, also of one that was not noticed: whoever looks back with other eyes knows it."""
    return kept(live, sight, coach, done, done.number).told or _line(live, sight, coach, done)


def _line(live: LiveTable, sight: Sight, coach: Coach, done: Done) -> dict[str, Any]:
    before, after = (live.table.state_after(done.number - n) for n in (1, 0))
    contract = live.game.contract
    is_known = sight.may_know(contract, done, before)
    is_roll = done.seat == CHANCE
    seen = sight.seen(before)
    move = seen.move(before.code(done.play, done.seat)) if is_known else None
    films = contract.films
    return {
        "number": done.number,
        "seat": done.seat,
        "play": done.play if is_known else None,
        "headline": move.label if move else SEALED,
        "face": move.code if move and is_roll and move.code < FIRST_MOVE else None,
        "die": (contract.die(seen.record) or None) if is_roll else None,
        "events": [event(one, contract) for one in done.events if sight.may_read(contract, one)],
        "luck": coach.luck(before, after) if is_roll else None,
        "film": films is not None and films.ended(before.record, after.record),
    }


def event(one: Event, contract: Contract) -> dict[str, Any]:
    return {
        "text": one.text,
        "clause": one.clause,
        "rule": rule_link(contract.name, one.clause),
        "trace": contract.trace(one.kind, one.numbers),
    }


def start_line() -> dict[str, Any]:
    """The moment before the first step."""
    return {
        "number": 0, "seat": CHANCE, "play": None, "headline": "the start", "face": None, "die": None,
        "events": [], "luck": None, "film": False,
    }  # fmt: skip


def position(seen: State, live: LiveTable) -> str | None:
    """The position in words that the command line reads, where there are no secrets in it."""
    return None if live.game.contract.has_secrets and not live.is_open else seen.position()
