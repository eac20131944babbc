"""All tables: open them, find them by key, load them on demand and drop the idle ones from memory."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime

from anyio.to_thread import run_sync as to_thread

from ...core.definition import CHANCE
from ...core.errors import BadOption, BadRecord, HtlError
from ...core.game import Game
from ...core.game_record.lines import (
    OWN_DICE,
    PLAY_SEPARATOR,
    Header,
    RecordLine,
    StepLine,
    format_line,
    make_header,
    short_digest,
)
from ...core.game_record.replay import Record
from ...players.player import describe_players, is_searching, player_names_text
from ...table.session import PERSON, Table
from ..db.campaign_store import CampaignStore
from ..db.database import Database
from ..db.keys import KeyRow, digest_key, new_key
from ..db.rows import CampaignBattleRow, CardRow, GameKind, GameRow, InvitationRow, TableState
from ..db.writer import WriteConflict
from ..http.errors import ApiError
from ..http.names import MAX_NAME_LENGTH
from .live_table import (
    MAX_LINES,
    MAX_UPLOADED_LINES,
    LiveTable,
    outcome_json,
    resume_table,
    table_from_record,
)
from .models import OpenedTable, Seating, SeatInvitation, UploadedRecord

MAX_IDLE_TABLES = 256
"""Unused tables that stay in memory."""
MAX_HEADER_LENGTH = 80_000
"""Characters in the first line of a record, which may contain the text of a custom scenario."""
MAX_CACHED_KEYS = 10_000
"""Keys that are kept in memory, so that a move does not query the database for its key."""
REFRESH_SECONDS = 0.1
"""Changes that other processes make within this time are read together."""
ME, FRIEND = "me", "friend"
KEY_IN_USE = "This key is already in use; make another."
NO_TABLE = "This link does not open a table; it may be outdated or incomplete."


class TableRegistry:
    """The tables of this server. It belongs to the event loop; slow work is done in threads."""

    def __init__(self, database: Database, max_idle: int = MAX_IDLE_TABLES) -> None:
        self.database = database
        self._max_idle = max_idle
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._awaited: Counter[str] = Counter()
        self._keys: dict[str, KeyRow] = {}
        self._changed: set[str | None] = set()
        """Games that other processes have changed since the last refresh (None: any game)."""
        self._has_changed = asyncio.Event()
        self._refreshes = 0
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._stale: set[str] = set()
        """Games that must be read again."""
        self._upload_slot = asyncio.Semaphore(1)
        """Checking a record keeps a processor busy, so only one is checked at a time."""

    # Keys

    async def find_key(self, text: str) -> KeyRow:
        """Look up a key, which is cached until its game is changed by another process."""
        if text in self._keys:
            return self._keys[text]
        if not text:
            raise ApiError("key", "This request needs the key of a seat; it is part of your link.")
        is_plausible = text.isascii() and len(text) <= 64
        refreshes = self._refreshes
        key = await to_thread(self.database.key, text) if is_plausible else None
        if key is None:
            raise ApiError("key", NO_TABLE)
        if refreshes == self._refreshes:  # or else it may have changed meanwhile
            self._cache_key(text, key)
        return key

    async def cards(self, keys: Sequence[str]) -> list[CardRow | None]:
        return await to_thread(self.database.cards, keys)

    # Opening

    async def open(self, game: Game, seating: Seating) -> OpenedTable:
        """Start a new game."""
        seats = self._player_names(game, seating)
        game = game.resolve_options(has_computer=seats.count(PERSON) < len(seats))
        header = replace(make_header(game, seats, seating.dice), coach=seating.coach)
        return await self._store_new(game, header, (), seating)

    async def open_battle(self, game: Game, dice: str, campaign_id: str, entries: int) -> None:
        """Open the table for a battle that a campaign began after this many entries.

        Generals add their keys when they come. Raise WriteConflict if the battle already has a table.
        """
        game = game.resolve_options(has_computer=False)
        header = make_header(game, [PERSON] * len(game.seats), dice)
        header = replace(header, coach=True)  # all seats are on one side
        record = Record(header, (), 0)
        table = await to_thread(resume_table, record)
        row = _make_row("table", header, table)
        battle = CampaignBattleRow(campaign_id, entries, row.id)
        row = await self.database.new_game(row, [], (), battle)
        live = self._cache_new(row, record, table, {})
        live.result_is_final = await to_thread(CampaignStore(self.database).result_is_final, row.id)

    async def continue_from(self, live: LiveTable, step: int, seating: Seating) -> OpenedTable:
        """Start a new game with the first steps of another."""
        game = live.game
        header = make_header(game, self._player_names(game, seating), seating.dice)
        header = replace(header, coach=seating.coach)
        text = await self.record_text(live)
        record = await to_thread(Record.parse, text.encode())
        lines = _copy_first_steps(record, step, live.table)
        if live.table.is_over and step == len(live.table.steps):
            raise ApiError("turn", "The game is over at this step; continue from an earlier one.")
        return await self._store_new(game, header, lines, seating)

    async def upload(self, data: bytes) -> UploadedRecord:
        """Check every step of an uploaded record, and store it for replay."""
        async with self._upload_slot:
            row, lines = await to_thread(_read_upload, data)
        key = new_key()
        await self.database.new_game(row, [KeyRow.of(key, row.id, "watch")], lines)
        return UploadedRecord(id=row.id, key=key)

    async def add_replay(self, data: bytes, game_id: str, key: KeyRow) -> None:
        """Store one of this server's records under this id, unless it exists, and let this key watch it."""
        if await to_thread(self.database.game, game_id) is None:
            async with self._upload_slot:
                row, lines = await to_thread(_read_upload, data)
            with suppress(WriteConflict):  # another request has just stored it
                await self.database.new_game(replace(row, id=game_id), [], lines)
        with suppress(WriteConflict):
            await self.database.add_key(key)

    async def share(self, key: KeyRow) -> str:
        """Create a key that watches what this one sees."""
        shared = new_key()
        if not await self.database.share_key(key, KeyRow.of(shared, key.game_id, "watch", key.seats)):
            raise ApiError("key", NO_TABLE)
        return shared

    async def rename(self, key: KeyRow, name: str) -> None:
        await self.database.rename(key.digest, name)
        await self.reload_keys(key.game_id)

    async def renew_key(self, key: KeyRow, new_text: str) -> None:
        """Replace the key of a seat; the old one, and its sockets, stop working at once."""
        if digest_key(new_text) == key.digest:
            return  # the request is repeated, because its answer was lost
        if await to_thread(CampaignStore(self.database).is_battle, key.game_id):
            raise ApiError("forbidden", "This table belongs to a campaign; get a new link there.")
        try:
            is_renewed = await self.database.renew_key(key, new_text)
        except WriteConflict as error:
            raise ApiError("invalid", KEY_IN_USE) from error
        if not is_renewed:
            raise ApiError("key", NO_TABLE)
        await self.reload_keys(key.game_id)

    async def reload_keys(self, game_id: str) -> None:
        """Forget the cached keys of a game and, if its table is in memory, let its sockets check theirs."""
        self._refreshes += 1
        self._keys = {text: key for text, key in self._keys.items() if key.game_id != game_id}
        if game_id in self._live or game_id in self._loading:
            async with self.use(game_id) as live, live.lock:
                live.update_seat_keys(*await to_thread(self._read_seat_keys, game_id))

    # Finding

    @asynccontextmanager
    async def use(self, game_id: str) -> AsyncIterator[LiveTable]:
        """Return the table, which stays in memory as long as it is used."""
        live = await self._acquire(game_id)
        try:
            await live.resolve_doubt()
            await live.let_computers_move()
            yield live
        finally:
            live.notify_subscribers()
            live.users -= 1

    # Changes by other processes

    async def follow_changes(self) -> None:
        """Read again what other processes change, until cancelled."""
        loop = asyncio.get_running_loop()

        def heard(game_id: str | None) -> None:
            with suppress(RuntimeError):  # the event loop has ended
                loop.call_soon_threadsafe(self._hear, game_id)

        self.database.follow(heard)
        while True:
            await self._has_changed.wait()
            self._has_changed.clear()
            changed, self._changed = self._changed, set()
            try:
                await self._refresh(changed)
            except HtlError:  # the database does not answer, and has logged it
                self._changed |= changed
                self._has_changed.set()
            await asyncio.sleep(REFRESH_SECONDS)

    def _hear(self, game_id: str | None) -> None:
        self._changed.add(game_id)
        self._has_changed.set()

    async def _refresh(self, changed: set[str | None]) -> None:
        """Forget the keys of these games, and bring their tables up to date."""
        self._refreshes += 1
        is_any = None in changed
        self._keys = {} if is_any else {text: key for text, key in self._keys.items() if key.game_id not in changed}
        tables = [live for live in self._live.values() if is_any or live.id in changed]
        digests = {digest for live in tables for digest in live.subscriber_digests}
        ids = [live.id for live in tables]
        states = await to_thread(self.database.table_states, ids, list(digests)) if ids else {}
        for live in tables:
            state = states.get(live.id, TableState(live.version))
            live.update_keys(state)
            if state.written != live.version:
                self._catch_up(live)

    def _catch_up(self, live: LiveTable) -> None:
        """Let a table catch up with the database in the background: a request may hold its lock for a while."""
        self._stale.add(live.id)
        if live.id not in self._catching_up:
            task = self._catching_up[live.id] = asyncio.create_task(self._catch_up_until_fresh(live))
            task.add_done_callback(lambda task: self._catching_up.pop(live.id) and task.exception())

    async def record_text(self, live: LiveTable) -> str:
        """Return the current record of a table as text, line by line."""

        def read() -> str:
            lines = self.database.lines_of(live.id)[: live.version]
            return "".join(f"{line}\n" for line in (_line_text(live.header), *lines))

        return await live.read_in_thread(read)

    async def _catch_up_until_fresh(self, live: LiveTable) -> None:
        """Catch up, and again if the game changed while it was read."""
        while live.id in self._stale:
            self._stale.discard(live.id)
            await live.catch_up()

    @property
    def in_memory(self) -> int:
        return len(self._live)

    # Private

    def _cache_key(self, text: str, key: KeyRow) -> None:
        self._keys[text] = key
        if len(self._keys) > MAX_CACHED_KEYS:
            del self._keys[next(iter(self._keys))]

    def _read_seat_keys(self, game_id: str) -> tuple[list[KeyRow], dict[int, datetime]]:
        return self.database.seat_keys(game_id), self.database.claimed_seats("game_id", game_id)

    async def _acquire(self, game_id: str) -> LiveTable:
        """Return the table; the first request loads it, and others wait for that."""
        live = self._live.get(game_id)
        if live is not None:
            return _mark_used(live)
        loading = self._loading.get(game_id)
        if loading is None:
            loading = self._loading[game_id] = asyncio.create_task(self._load_once(game_id))
        self._awaited[game_id] += 1
        try:
            return _mark_used(await asyncio.shield(loading))
        finally:
            self._awaited[game_id] -= 1
            self._awaited += Counter()  # drops the zero counts

    async def _load_once(self, game_id: str) -> LiveTable:
        refreshes = self._refreshes
        try:
            live = self._cache(await to_thread(self._load, game_id))
        finally:
            del self._loading[game_id]
        if refreshes != self._refreshes:  # it may have changed while it was loaded
            self._catch_up(live)
        return live

    def _cache(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        idle = [
            other
            for other in self._live.values()
            if not other.users and other is not live and not self._awaited[other.id]
        ]
        for other in sorted(idle, key=lambda other: other.last_used)[: max(len(idle) - self._max_idle, 0)]:
            del self._live[other.id]
        return live

    def _load(self, game_id: str) -> LiveTable:
        row = self.database.game(game_id)
        if row is None:
            raise ApiError("key", NO_TABLE)
        try:
            record = Record.parse(self.database.record_bytes(row))
            table = table_from_record(record, row.kind)
            result_is_final = CampaignStore(self.database).result_is_final(game_id)
        except HtlError as error:
            raise ApiError("invalid", f"This game can no longer be opened: {error}") from error
        seat_keys, claimed = self._read_seat_keys(game_id)
        live = LiveTable(self._load, self.database, row, record, table, seat_keys)
        live.claimed = claimed
        live.result_is_final = result_is_final
        return live

    def _player_names(self, game: Game, seating: Seating) -> list[str]:
        """Return the name of each seat's player as in a record; raise BadOption for an invalid seating."""
        if len(seating.seats) != len(game.seats):
            raise BadOption(f"{game.name} needs one player per seat: {', '.join(game.seats)}")
        known = describe_players(game.definition)
        for name in seating.seats:
            if name not in (ME, FRIEND, *known):
                players = f"{ME}, {FRIEND}, {player_names_text(game.definition)}"
                raise BadOption(f"{game.name} has no player {name!r}; choose one of: {players}")
        seats = [PERSON if name in (ME, FRIEND) else name for name in seating.seats]
        searching = next(filter(is_searching, seats), None)
        if PERSON not in seats and searching and game.definition.compiles_slowly:
            raise BadOption(f"{searching} needs time for every move, so {game.name} needs a person in another seat")
        if PERSON not in seats and seating.dice == OWN_DICE:
            raise BadOption("real dice need a person at the table who rolls them")
        return seats

    async def _store_new(
        self, game: Game, header: Header, lines: Sequence[RecordLine], seating: Seating
    ) -> OpenedTable:
        record = Record(header, tuple(lines), 0)
        table = await to_thread(resume_table, record) if lines else resume_table(record)
        texts = [_line_text(line) for line in lines]
        if PERSON not in header.seats:
            texts += await to_thread(_play_to_end, table)
        row = _make_row("table", header, table)
        opened, keys = _make_keys(row.id, game, seating)
        invitations = [
            InvitationRow(digest_key(friend.invitation), game_id=row.id, seat=friend.seat) for friend in opened.friends
        ]
        row = await self.database.new_game(row, list(keys.values()), texts, invitations=invitations)
        if PERSON in header.seats:  # the next request is for this table
            self._cache_new(row, record, table, keys)
        return opened

    def _cache_new(self, row: GameRow, record: Record, table: Table, keys: Mapping[str, KeyRow]) -> LiveTable:
        for text, key in keys.items():
            self._cache_key(text, key)
        seat_keys = [key for key in keys.values() if key.kind == "seat"]
        return self._cache(LiveTable(self._load, self.database, row, record, table, seat_keys))


class LineBuffer:
    """A record writer that keeps the lines in memory until the whole game is stored."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def write(self, *lines: RecordLine) -> None:
        self.texts += [_line_text(line) for line in lines]

    def close(self) -> None:
        """Do nothing."""


def _play_to_end(table: Table) -> list[str]:
    """Play a game without persons to its end, and return its record lines."""
    buffer = LineBuffer()
    table.writer = buffer
    while not table.is_over and len(table.steps) < MAX_LINES:
        table.roll_all() if table.turn == CHANCE else table.let_player_act()
    return buffer.texts


def _read_upload(data: bytes) -> tuple[GameRow, list[str]]:
    if data.count(b"\n") > MAX_UPLOADED_LINES:
        raise BadRecord(f"it has more than {MAX_UPLOADED_LINES} lines")
    record = Record.parse(data)
    _check_header(record.header)
    row = _make_row("upload", record.header, table_from_record(record, "upload"))
    return row, [_line_text(line) for line in record.lines]


def _make_row(kind: GameKind, header: Header, table: Table) -> GameRow:
    return GameRow(
        secrets.token_urlsafe(9),
        kind,
        game=table.game.name,
        header=_line_text(header),
        steps=len(table.steps),
        turn=table.turn,
        over=table.is_over,
        verdict=outcome_json(table.state),
    )


def _make_keys(game_id: str, game: Game, seating: Seating) -> tuple[OpenedTable, dict[str, KeyRow]]:
    """Create the keys of a new table: return the response for its opener, and what each key opens."""
    mine = tuple(seat for seat, name in enumerate(seating.seats) if name == ME)
    friends = [
        SeatInvitation(seat=seat, title=game.seats[seat], invitation=new_key())
        for seat, name in enumerate(seating.seats)
        if name == FRIEND
    ]
    opened = OpenedTable(id=game_id, key=new_key() if mine else None, friends=friends, watch=new_key())
    keys = {opened.watch: KeyRow.of(opened.watch, game_id, "watch")}
    if opened.key:
        keys[opened.key] = KeyRow.of(opened.key, game_id, "seat", mine, seating.name)
    return opened, keys


def _check_header(header: Header) -> None:
    if len(_line_text(header)) > MAX_HEADER_LENGTH:
        raise BadRecord("the first line is too long", line=1)
    if any(len(name) > MAX_NAME_LENGTH or not name.isprintable() for name in header.seats):
        raise BadRecord(f"the name of a seat must have at most {MAX_NAME_LENGTH} visible characters", line=1)


def _copy_first_steps(record: Record, step: int, table: Table) -> list[StepLine]:
    """Return the lines of the first steps, without those that were undone."""
    if step > len(table.steps):
        raise ApiError("unknown", f"The game has only {len(table.steps)} steps.")
    lines = [line for line in record.remaining_steps if line.step <= step]
    written = lines[-1].step if lines else 0
    if written < step:  # the next line holds more steps than wanted
        seat, digest = table.steps[step - 1].seat, short_digest(table.state_after(step))
        plays = PLAY_SEPARATOR.join(played.play for played in table.steps[written:step])
        lines.append(StepLine(step, seat, plays, digest))
    return lines


def _mark_used(live: LiveTable) -> LiveTable:
    live.users += 1
    live.last_used = time.monotonic()
    return live


def _line_text(line: Header | RecordLine) -> str:
    return format_line(line).removesuffix("\n")
