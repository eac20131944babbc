"""Store games, the lines of their records and their keys. Reading blocks; writing is awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DataError, SQLAlchemyError

from ...core.errors import HtlError, NotSaved
from .changes import POLL_SECONDS, OnChange, SqliteChanges, changes_of
from .connection import default_url, error_text, open_database, open_for_writing
from .keys import KeyRow, digest_key, format_seats, parse_seats
from .rows import CampaignBattleRow, CardRow, GameProgress, GameRow, InvitationRow, TableState, utc_now
from .schema import UtcDateTime, battles_table, games_table, invitations_table, keys_table, lines_table
from .writer import BAD_TEXT, LOG, WriteConflict, Writer

T = TypeVar("T")

# The statements of every move, built once.
ID_PARAMETER: sa.BindParameter[str] = sa.bindparam("row_id")
SELECT_KEY = sa.select(keys_table).where(keys_table.c.digest == ID_PARAMETER)
SELECT_SEAT_KEYS = (
    sa.select(keys_table)
    .where(keys_table.c.game_id == ID_PARAMETER, keys_table.c.kind == "seat")
    .order_by(keys_table.c.seats, keys_table.c.digest)
)
SELECT_GAME = sa.select(games_table).where(games_table.c.id == ID_PARAMETER)
SELECT_LINES = sa.select(lines_table.c.text).where(lines_table.c.game_id == ID_PARAMETER).order_by(lines_table.c.number)
INSERT_GAME, INSERT_KEY, INSERT_LINE = sa.insert(games_table), sa.insert(keys_table), sa.insert(lines_table)
INSERT_BATTLE, INSERT_INVITATION = sa.insert(battles_table), sa.insert(invitations_table)
UPDATE_GAME = (
    sa.update(games_table)
    .where(games_table.c.id == ID_PARAMETER, games_table.c.written == sa.bindparam("expected_written"))
    .values(
        written=sa.bindparam("new_written"),
        steps=sa.func.coalesce(sa.bindparam("new_steps", type_=sa.Integer), games_table.c.steps),
        turn=sa.func.coalesce(sa.bindparam("new_turn", type_=sa.Integer), games_table.c.turn),
        over=sa.bindparam("new_over"),
        verdict=sa.bindparam("new_verdict"),
        turns=sa.bindparam("new_turns"),
        played=sa.func.coalesce(sa.bindparam("new_played", type_=UtcDateTime), games_table.c.played),
    )
)


class Database:
    """The database. When a method that writes returns, the data is on the disk; NotSaved means nothing was written."""

    def __init__(self, url: str | None = None) -> None:
        """Open and migrate the database at `url`, or the SQLite file in the data folder."""
        self.engine = open_database(default_url() if url is None else url)
        self.writing_engine = open_for_writing(self.engine)
        self._changes = changes_of(self.writing_engine)
        poll = self._changes.poll if isinstance(self._changes, SqliteChanges) else None
        self._writer = Writer(self.writing_engine, poll, POLL_SECONDS)

    def close(self) -> None:
        """Finish the waiting writes and refuse later ones."""
        self._changes.close()
        self._writer.close()
        self.writing_engine.dispose()
        self.engine.dispose()

    # Other processes

    def announce(self, connection: Connection, game_id: str) -> None:
        """Tell other processes that this transaction changes a game: its lines, or its keys.

        They then read the game and its keys again. Everything that changes a game calls this.
        """
        self._changes.announce(connection, game_id)

    def follow(self, on_change: OnChange) -> None:
        """Report the changes of other processes from now on; `on_change` is called in a thread."""
        self._changes.follow(on_change)

    @property
    def has_late_writes(self) -> bool:
        """Whether a write whose caller no longer waits is still under way."""
        return self._writer.has_late_writes

    # Writing

    async def new_game(
        self,
        game: GameRow,
        keys: Sequence[KeyRow],
        lines: Sequence[str] = (),
        battle: CampaignBattleRow | None = None,
        invitations: Sequence[InvitationRow] = (),
    ) -> GameRow:
        """Store a game with its keys and lines; raise WriteConflict if its id is taken or the battle has a table."""
        row = replace(game, written=len(lines))

        def work(connection: Connection) -> GameRow:
            connection.execute(INSERT_GAME, asdict(row))
            if keys:
                connection.execute(INSERT_KEY, [_key_values(key) for key in keys])
            insert_invitations(connection, invitations)
            _insert_lines(connection, row.id, 0, lines)
            if battle is not None:
                connection.execute(INSERT_BATTLE, asdict(battle))
            return row

        return await self.write(work)

    async def append(self, game_id: str, written: int, lines: Sequence[str], progress: GameProgress) -> int:
        """Append lines to a game that has `written` lines, and return the new number.

        WriteConflict: the game has more or fewer lines. That may also follow a NotSaved whose write
        succeeded after all, because the connection broke before the answer.
        """
        new_written = written + len(lines)
        change = {
            "row_id": game_id,
            "expected_written": written,
            "new_written": new_written,
            "new_steps": progress.steps,
            "new_turn": progress.turn,
            "new_over": progress.over,
            "new_verdict": progress.verdict,
            "new_turns": progress.turns,
            "new_played": utc_now() if progress.is_public else None,
        }

        def work(connection: Connection) -> int:
            if connection.execute(UPDATE_GAME, change).rowcount != 1:
                raise WriteConflict("another request has written to this game")
            _insert_lines(connection, game_id, written, lines)
            self.announce(connection, game_id)
            return new_written

        return await self.write(work)

    async def add_key(self, key: KeyRow) -> None:
        def work(connection: Connection) -> None:
            insert_key(connection, key)
            self.announce(connection, key.game_id)

        await self.write(work)

    async def renew_key(self, key: KeyRow, new_key: str) -> bool:
        """Replace the key of a seat; return whether there is such a key. Raise WriteConflict if the new one exists."""

        def work(connection: Connection) -> bool:
            self.announce(connection, key.game_id)
            return replace_key(connection, key, digest_key(new_key))

        return await self.write(work)

    async def share_key(self, key: KeyRow, shared: KeyRow) -> bool:
        """Add a key that watches what `key` sees, unless that has just been replaced; return whether it was added."""

        def work(connection: Connection) -> bool:
            lock_row(connection, games_table, key.game_id)
            if connection.execute(SELECT_KEY, {"row_id": key.digest}).first() is None:
                return False
            insert_key(connection, shared)
            return True

        return await self.write(work)

    async def rename(self, digest: str, name: str) -> bool:
        """Name the holder of a key; return whether there is such a key."""
        update = sa.update(keys_table).where(keys_table.c.digest == digest).values(name=name)
        game_of_key = sa.select(keys_table.c.game_id).where(keys_table.c.digest == digest)

        def work(connection: Connection) -> bool:
            is_renamed = connection.execute(update).rowcount == 1
            if is_renamed:
                self.announce(connection, connection.execute(game_of_key).scalar_one())
            return is_renamed

        return await self.write(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Call `work` in a transaction."""
        return await self._writer.write_async(work)

    # Reading

    def key(self, key: str) -> KeyRow | None:
        """Return the row of this key, if it belongs to a table."""
        with self.reading() as connection:
            return find_key(connection, key)

    def seat_keys(self, game_id: str) -> list[KeyRow]:
        """Return the keys that hold a seat; there may be many more that only watch."""
        return [_key_row(row) for row in self.select(SELECT_SEAT_KEYS, game_id)]

    def claimed_seats(self, place: str, row_id: str) -> dict[int, datetime]:
        """Return when each invited seat was claimed; `place` is the column `game_id` or `campaign_id`."""
        table = invitations_table
        is_claimed = sa.and_(table.c[place] == ID_PARAMETER, table.c.claimed.is_not(None))
        rows = self.select(sa.select(table.c.seat, table.c.claimed).where(is_claimed), row_id)
        return {row["seat"]: row["claimed"] for row in rows}

    def table_states(self, game_ids: Sequence[str], digests: Sequence[str]) -> dict[str, TableState]:
        """Return the state of each of these games; its keys are those of seats, and those with one of the digests."""
        is_wanted = sa.or_(keys_table.c.kind == "seat", keys_table.c.digest.in_(digests))
        select_keys = (
            sa.select(keys_table)
            .where(keys_table.c.game_id.in_(game_ids), is_wanted)
            .order_by(keys_table.c.seats, keys_table.c.digest)
        )
        select_games = sa.select(games_table.c.id, games_table.c.written).where(games_table.c.id.in_(game_ids))
        columns = invitations_table.c
        select_claimed = sa.select(columns.game_id, columns.seat, columns.claimed).where(
            columns.game_id.in_(game_ids), columns.claimed.is_not(None)
        )
        with self.reading() as connection:
            states = {row.id: TableState(row.written) for row in connection.execute(select_games)}
            for key in map(_key_row, connection.execute(select_keys).mappings()):
                if key.game_id in states:
                    states[key.game_id].keys.append(key)
            for game_id, seat, claimed in connection.execute(select_claimed):
                if game_id in states:
                    states[game_id].claimed[seat] = claimed
        return states

    def game(self, game_id: str) -> GameRow | None:
        rows = self.select(SELECT_GAME, game_id)
        return GameRow(**rows[0]) if rows else None

    def lines_of(self, game_id: str) -> list[str]:
        """Return the record lines after the header, in order."""
        return [row["text"] for row in self.select(SELECT_LINES, game_id)]

    def record_bytes(self, game: GameRow) -> bytes:
        """Return the whole record of a game, as its file would contain it."""
        lines = self.lines_of(game.id)[: game.written]
        return "".join(f"{line}\n" for line in (game.header, *lines)).encode()

    def cards(self, keys: Sequence[str]) -> list[CardRow | None]:
        """Return the games that these keys open, in the same order, or None for a key that opens nothing."""
        digests = [digest_key(key) for key in keys]
        game_ids = sa.select(keys_table.c.game_id).where(keys_table.c.digest.in_(digests))
        with self.reading() as connection:
            games = connection.execute(sa.select(games_table).where(games_table.c.id.in_(game_ids))).mappings().all()
            is_wanted = sa.or_(keys_table.c.kind == "seat", keys_table.c.digest.in_(digests))
            statement = sa.select(keys_table).where(keys_table.c.game_id.in_(game_ids), is_wanted)
            key_rows = connection.execute(statement).mappings().all()
        rows = {row["id"]: GameRow(**row) for row in games}
        by_digest = {key.digest: key for key in map(_key_row, key_rows)}
        seat_keys: dict[str, list[KeyRow]] = {game_id: [] for game_id in rows}
        for key in sorted(by_digest.values(), key=lambda key: (key.seats, key.digest)):
            if key.kind == "seat" and key.game_id in seat_keys:
                seat_keys[key.game_id].append(key)

        def card(digest: str) -> CardRow | None:
            key = by_digest.get(digest)
            if key is None or key.game_id not in rows:
                return None
            return CardRow(key, rows[key.game_id], tuple(seat_keys[key.game_id]))

        return [card(digest) for digest in digests]

    def select(self, statement: sa.Select[Any], row_id: str | None = None) -> Sequence[sa.RowMapping]:
        """Run a statement with `row_id` as its parameter ID_PARAMETER."""
        with self.reading() as connection:
            return connection.execute(statement, None if row_id is None else {"row_id": row_id}).mappings().all()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except (DataError, UnicodeError) as error:
            raise HtlError(BAD_TEXT) from error
        except SQLAlchemyError as error:
            LOG.error("the database cannot be read: %s", error_text(error, self.engine.url))
            raise NotSaved("the database does not answer; nothing is lost, please try again") from error


def lock_row(connection: Connection, table: sa.Table, row_id: str) -> None:
    """Let other processes that lock this row wait until this transaction ends; SQLite has only one writer anyway."""
    connection.execute(sa.select(table.c.id).where(table.c.id == row_id).with_for_update())


def insert_key(connection: Connection, key: KeyRow) -> None:
    connection.execute(INSERT_KEY, _key_values(key))


def insert_invitations(connection: Connection, invitations: Sequence[InvitationRow]) -> None:
    if invitations:
        connection.execute(INSERT_INVITATION, [asdict(invitation) for invitation in invitations])


def find_key(connection: Connection, key: str) -> KeyRow | None:
    row = connection.execute(SELECT_KEY, {"row_id": digest_key(key)}).mappings().first()
    return None if row is None else _key_row(row)


def replace_key(connection: Connection, key: KeyRow, new_digest: str) -> bool:
    """Replace a key, and delete those that watch the game as its seats see it; return whether there is such a key."""
    columns = keys_table.c
    lock_row(connection, games_table, key.game_id)
    if key.seats:
        same_view = sa.and_(columns.game_id == key.game_id, columns.seats == format_seats(key.seats))
        connection.execute(sa.delete(keys_table).where(same_view, columns.kind == "watch"))
    update = sa.update(keys_table).where(columns.digest == key.digest).values(digest=new_digest)
    return connection.execute(update).rowcount == 1


def _insert_lines(connection: Connection, game_id: str, first: int, lines: Sequence[str]) -> None:
    if lines:
        rows = [{"game_id": game_id, "number": first + n, "text": text} for n, text in enumerate(lines)]
        connection.execute(INSERT_LINE, rows)


def _key_values(key: KeyRow) -> dict[str, Any]:
    return asdict(key) | {"seats": format_seats(key.seats)}


def _key_row(row: sa.RowMapping) -> KeyRow:
    return KeyRow(row["digest"], row["game_id"], row["kind"], parse_seats(row["seats"]), row["name"])
