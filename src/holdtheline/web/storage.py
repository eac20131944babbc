"""What is kept: games, the lines of their records, keys. What reads blocks; what writes is awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DataError, SQLAlchemyError

from ..core.errors import HtlError, NotSaved
from .database import default_url, open_database, reason_of
from .schema import (
    CardRow,
    GameRow,
    Instant,
    KeyRow,
    Progress,
    SortieRow,
    digest_of,
    games,
    keys,
    lines,
    now,
    sorties,
)
from .writer import LOG, Clash, Writer

__all__ = ["CardRow", "Clash", "GameRow", "KeyRow", "Progress", "Storage"]
T = TypeVar("T")

# What is asked and written all the time, built once.
OF: sa.BindParameter[str] = sa.bindparam("of")
KEY = sa.select(keys).where(keys.c.digest == OF)
SEATED_AT_GAME = (
    sa.select(keys).where(keys.c.game_id == OF, keys.c.kind == "seat").order_by(keys.c.seats, keys.c.digest)
)
KEYS_OF_GAME = sa.select(keys).where(keys.c.game_id == OF).order_by(keys.c.kind, keys.c.seats, keys.c.digest)
GAME = sa.select(games).where(games.c.id == OF)
LINES_OF_GAME = sa.select(lines.c.text).where(lines.c.game_id == OF).order_by(lines.c.number)
NEW_GAME, NEW_KEY, NEW_LINE = sa.insert(games), sa.insert(keys), sa.insert(lines)
NEW_SORTIE = sa.insert(sorties)
GO_ON = (
    sa.update(games)
    .where(games.c.id == OF, games.c.written == sa.bindparam("as_seen"))
    .values(
        written=sa.bindparam("now_written"),
        steps=sa.func.coalesce(sa.bindparam("now_steps", type_=sa.Integer), games.c.steps),
        turn=sa.func.coalesce(sa.bindparam("now_turn", type_=sa.Integer), games.c.turn),
        over=sa.bindparam("now_over"),
        verdict=sa.bindparam("now_verdict"),
        played=sa.func.coalesce(sa.bindparam("now_played", type_=Instant), games.c.played),
    )
)


class Storage:
    """The database. What a method wrote is on the disk when it comes back; NotSaved: nothing of it is."""

    def __init__(self, url: str | None = None) -> None:
        """Open it, and bring its tables up to date; without a URL the SQLite file in the data folder."""
        self.engine = open_database(default_url() if url is None else url)
        self._writer = Writer(self.engine)

    def close(self) -> None:
        """Write what still waits; who comes later is refused."""
        self._writer.close()
        self.engine.dispose()

    # Writing

    async def new_game(
        self,
        game: GameRow,
        opens: Sequence[KeyRow],
        texts: Sequence[str] = (),
        sortie: SortieRow | None = None,
    ) -> GameRow:
        """A game with its keys and the lines it has already: all of it, or Clash when the id is taken.

        `sortie`: it is a battle of a campaign; Clash also when that has a table already.
        """
        row = replace(game, written=len(texts))

        def work(connection: Connection) -> GameRow:
            connection.execute(NEW_GAME, asdict(row))
            if opens:
                connection.execute(NEW_KEY, [_flat(key) for key in opens])
            _insert_lines(connection, row.id, 0, texts)
            if sortie is not None:
                connection.execute(NEW_SORTIE, asdict(sortie))
            return row

        return await self._writer.written(work)

    async def append(self, game_id: str, first_number: int, texts: Sequence[str], progress: Progress) -> int:
        """Lines after the first `first_number` that are there; how many there are now.

        Clash: there are more or fewer than that. It may also follow a NotSaved whose write came
        through all the same, because the connection broke before the answer.
        """
        written = first_number + len(texts)
        change = {f"now_{name}": value for name, value in vars(progress).items() if name != "is_news"}
        change |= {"of": game_id, "as_seen": first_number, "now_written": written}
        change["now_played"] = now() if progress.is_news else None

        def work(connection: Connection) -> int:
            if connection.execute(GO_ON, change).rowcount != 1:
                raise Clash("somebody else has written in this game")
            _insert_lines(connection, game_id, first_number, texts)
            return written

        return await self._writer.written(work)

    async def add_key(self, key: KeyRow) -> None:
        await self._writer.written(lambda connection: connection.execute(NEW_KEY, _flat(key)) and None)

    async def rename(self, digest: str, name: str) -> bool:
        """Give whoever holds this key a name; whether there is such a key."""
        renaming = sa.update(keys).where(keys.c.digest == digest).values(name=name)
        return await self._writer.written(lambda connection: connection.execute(renaming).rowcount == 1)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Anything else that is kept here, in a transaction."""
        return await self._writer.written(work)

    # Reading

    def key(self, key: str) -> KeyRow | None:
        """What this secret opens; None: nothing here."""
        found = self.rows(KEY, of=digest_of(key))
        return _key(found[0]) if found else None

    def keys_of(self, game_id: str) -> list[KeyRow]:
        return [_key(row) for row in self.rows(KEYS_OF_GAME, of=game_id)]

    def seated_at(self, game_id: str) -> list[KeyRow]:
        """The keys that hold a seat in a game; those that only watch can be very many."""
        return [_key(row) for row in self.rows(SEATED_AT_GAME, of=game_id)]

    def game(self, game_id: str) -> GameRow | None:
        found = self.rows(GAME, of=game_id)
        return GameRow(**found[0]) if found else None

    def lines_of(self, game_id: str) -> list[str]:
        """The lines after the header, in order."""
        with self.reading() as connection:
            return list(connection.execute(LINES_OF_GAME, {"of": game_id}).scalars())

    def cards(self, opens: Sequence[str]) -> list[CardRow | None]:
        """The games that these keys open, in the same order; None where one opens nothing."""
        digests = [digest_of(key) for key in opens]
        mine = sa.select(keys.c.game_id).where(keys.c.digest.in_(digests))
        with self.reading() as connection:
            found = connection.execute(sa.select(games).where(games.c.id.in_(mine))).mappings().all()
            shown = sa.or_(keys.c.kind == "seat", keys.c.digest.in_(digests))
            choice = sa.select(keys).where(keys.c.game_id.in_(mine), shown)
            held = connection.execute(choice).mappings().all()
        rows = {row["id"]: GameRow(**row) for row in found}
        opening = {key.digest: key for key in map(_key, held)}
        seated: dict[str, list[KeyRow]] = {game_id: [] for game_id in rows}
        for key in sorted(opening.values(), key=lambda key: (key.seats, key.digest)):
            if key.kind == "seat" and key.game_id in seated:
                seated[key.game_id].append(key)

        def card(digest: str) -> CardRow | None:
            key = opening.get(digest)
            if key is None or key.game_id not in rows:
                return None
            return CardRow(key, rows[key.game_id], tuple(seated[key.game_id]))

        return [card(digest) for digest in digests]

    def rows(self, choice: sa.Select[Any], of: str) -> Sequence[sa.RowMapping]:
        with self.reading() as connection:
            return connection.execute(choice, {"of": of}).mappings().all()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except (DataError, UnicodeError) as error:
            raise HtlError("this text has signs that the database cannot keep") from error
        except SQLAlchemyError as error:
            LOG.error("the database cannot be read: %s", reason_of(error, self.engine.url))
            raise NotSaved("the database does not answer: nothing is lost; try again") from error


def _insert_lines(connection: Connection, game_id: str, first: int, texts: Sequence[str]) -> None:
    if texts:
        rows = [{"game_id": game_id, "number": first + n, "text": text} for n, text in enumerate(texts)]
        connection.execute(NEW_LINE, rows)


def _flat(key: KeyRow) -> dict[str, Any]:
    return asdict(key) | {"seats": ",".join(map(str, key.seats))}


def _key(row: sa.RowMapping) -> KeyRow:
    seats = tuple(int(seat) for seat in row["seats"].split(",") if seat)
    return KeyRow(row["digest"], row["game_id"], row["kind"], seats, row["name"])
