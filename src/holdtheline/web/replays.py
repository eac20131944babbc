"""A game seen again, step by step: as a seat saw it until the end, and everything after it."""

from __future__ import annotations

from typing import Any

from ..core.errors import UnknownName
from ..core.game import Game
from ..lab.review import NOT_OVER
from ..players.player import players_of
from ..table.films import film_of
from ..table.words import options_text
from .coach import Coach
from .live import LiveTable
from .problems import Problem
from .sight import Sight
from .storage import KeyRow
from .views import ending, kept_lines, log, position, possible, seats_at, start_line, told_of

EVERYTHING = "all"
PUBLIC = "public"


def replay(live: LiveTable, key: KeyRow, coach: Coach) -> dict[str, Any]:
    game, end = live.game, ending(live, key)
    return {
        "id": live.id,
        "game": game.name,
        "title": game.contract.title,
        "options_text": options_text(game),
        "rules": f"/rules/{game.name}",
        "over": live.table.is_over,
        "version": live.version_for(key),
        "steps": [start_line(), *log(live, Sight.of(live, key), coach)],
        "lenses": [{"lens": lens, "title": title} for lens, title in lenses(live, key)],
        "verdict": end["verdict"] if end else None,
        "seats": seats_at(live, key),
        "players": players(game),
        "continue": possible(why_sealed(live)),
        "download": possible(why_sealed(live)),
        "review": possible(None if live.table.is_over else NOT_OVER),
    }


def players(game: Game) -> list[dict[str, str]]:
    return [{"name": name, "sentence": sentence} for name, sentence in players_of(game.contract).items()]


def frame(live: LiveTable, key: KeyRow, step: int, lens: str | None, coach: Coach) -> dict[str, Any]:
    """The table after a step, through one of the lenses that this key has."""
    sight = through(live, key, lens)
    lines = kept_lines(live, Sight.of(live, key), coach)
    if step > len(lines):
        raise Problem("unknown", f"The game has only {len(lines)} steps.")
    done = lines[step - 1].done if step else None
    state = live.table.state_after(done.number if done else 0)
    seen, reader = sight.seen(state), sight.reader(state.turn)
    contract = live.game.contract
    told = told_of(live, sight, coach, done) | {"number": step} if done else start_line()
    return {
        "step": step,
        "line": told,
        "prompt": contract.prompt(seen.record, reader),
        "picture": contract.picture(seen.record, reader),
        "position": position(seen, live),
    }


def film(live: LiveTable, key: KeyRow, step: int, lens: str | None) -> dict[str, Any]:
    """What a step played out, through one of the lenses that this key has."""
    sight, mine = through(live, key, lens), Sight.of(live, key)
    noticed = [done for done in live.table.done if mine.notices(live, done)]
    found = None
    if 0 < step <= len(noticed):
        found = film_of(live.table, noticed[step - 1].number, sight.seen, sight.reader(live.table.turn))
    if found is None:
        raise Problem("unknown", f"There is no film of step {step}.")
    return found


def lenses(live: LiveTable, key: KeyRow) -> list[tuple[str, str]]:
    """The ways in which this key may look: its own seats until the end, then every seat and everything."""
    if not live.game.contract.has_secrets:
        return [(EVERYTHING, "the whole table")]
    everything = [(EVERYTHING, "everything")] if live.is_open else []
    open_seats = range(len(live.game.seats)) if live.is_open else Sight.of(live, key).seats
    seen = [(str(seat), f"as the {live.game.seats[seat]} saw it") for seat in open_seats]
    return everything + seen or [(PUBLIC, "what everybody knows")]


def through(live: LiveTable, key: KeyRow, lens: str | None) -> Sight:
    known = [name for name, _ in lenses(live, key)]
    has_secrets = live.game.contract.has_secrets
    lens = known[0] if lens is None else lens
    seats = () if has_secrets else map(str, range(len(live.game.seats)))
    if lens not in (*known, *seats):
        raise UnknownName(f"there is no lens {lens[:20]!r} here; there are: {', '.join(known)}")
    if lens == EVERYTHING or not has_secrets:
        return Sight(key.seats, all=True)
    return Sight((int(lens),)) if lens != PUBLIC else Sight(())


def why_sealed(live: LiveTable) -> str | None:
    """Why the whole record cannot be had yet, or None."""
    if live.game.contract.has_secrets and not live.is_open:
        return "the record of a game with secrets can be had when it is over"
    return None
