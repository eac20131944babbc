"""All tables: open them, find them by key, load them on demand and drop the idle ones from memory."""

from __future__ import annotations

import asyncio
import ctypes
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime

from anyio.to_thread import run_sync as to_thread

from ...core.errors import BadOption, HtlError
from ...core.game import Game
from ...core.game_record.lines import (
    GUIDE_DICE,
    OWN_DICE,
    Header,
    make_header,
)
from ...core.game_record.replay import Record
from ...core.kernel.compiler import compiling_elsewhere
from ...core.scenarios.guide import Guide, check_seats
from ...players.player import describe_players, is_searching, player_names_text
from ...table.session import PERSON, Table
from ..db.campaign_store import CampaignStore
from ..db.database import Database
from ..db.keys import KeyRow, digest_key, new_key
from ..db.rows import CampaignBattleRow, CardRow, GameRow, InvitationRow, TableState
from ..db.writer import WriteConflict
from ..http.errors import ApiError
from ..workers.pool import WorkerPool
from .computer_play import PlayedGame, play_game
from .live_table import LiveTable
from .models import OpenedTable, Seating, SeatInvitation, UploadedRecord
from .records import check_upload, make_row, record_bytes, runs_plain
from .table_copy import TableSource, copy_first_steps, load_table, source_of

MAX_IDLE_TABLES, MAX_IDLE_STEPS = 256, 20_000
"""Unused tables that stay in memory, and their steps, which need about 5 kB each."""
IDLE_SECONDS = 60.0
"""How long an unused table stays in memory."""
MAX_CACHED_KEYS = 10_000
"""Keys that are kept in memory, so that a move does not query the database for its key."""
REFRESH_SECONDS = 0.1
"""Changes that other processes make within this time are read together."""
ME, FRIEND = "me", "friend"
KEY_IN_USE = "This key is already in use; make another."
NO_TABLE = "This link does not open a table; it may be outdated or incomplete."


class TableRegistry:
    """The tables of this server. It belongs to the event loop; slow work is done in threads."""

    def __init__(self, database: Database, workers: WorkerPool, max_idle: int = MAX_IDLE_TABLES) -> None:
        self.database = database
        self.workers = workers
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
        self._cleaning: asyncio.TimerHandle | None = None

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
        has_computer = seats.count(PERSON) < len(seats)
        game = game.resolve_options(has_computer=has_computer, has_real_dice=seating.dice == OWN_DICE)
        header = replace(make_header(game, seats, seating.dice), coach=seating.coach)
        return await self._store_new(game, header, (), seating)

    async def open_guided(self, game: Game, guide: Guide) -> OpenedTable:
        """Start a guided game."""
        check_seats(guide, game.seats)
        seating = Seating(seats=list(guide.seats), dice="table", coach=True)
        header = make_header(game, self._player_names(game, seating), GUIDE_DICE)
        return await self._store_new(game, replace(header, coach=seating.coach), (), seating)

    async def open_battle(self, game: Game, dice: str, campaign_id: str, entries: int) -> None:
        """Open the table for a battle that a campaign began after this many entries.

        Generals add their keys when they come. Raise WriteConflict if the battle already has a table.
        """
        game = game.resolve_options(has_computer=False, has_real_dice=dice == OWN_DICE)
        header = make_header(game, [PERSON] * len(game.seats), dice)
        header = replace(header, coach=True)  # all seats are on one side
        record = Record(header, (), 0)
        table = Table.from_record(record, plain=runs_plain(record))
        row = make_row("table", header, table)
        battle = CampaignBattleRow(campaign_id, entries, row.id)
        row = await self.database.new_game(row, [], (), battle)
        live = self._cache_new(row, record, table, {})
        live.is_campaign_battle = True
        live.result_is_final = await to_thread(CampaignStore(self.database).result_is_final, row.id)

    async def continue_from(self, live: LiveTable, step: int, seating: Seating) -> OpenedTable:
        """Start a new game with the first steps of another."""
        game = live.game
        header = make_header(game, self._player_names(game, seating), seating.dice)
        header = replace(header, coach=seating.coach)
        if live.table.is_over and not live.table.is_ended_by_players and step == len(live.table.steps):
            raise ApiError("turn", "The game is over at this step; continue from an earlier one.")
        lines = await self.workers.run(live.id, copy_first_steps, await source_of(live), step)
        return await self._store_new(game, header, lines, seating)

    async def upload(self, data: bytes) -> UploadedRecord:
        """Check every step of an uploaded record, and store it for replay."""
        row, lines = await self.workers.run("", check_upload, data)
        key = new_key()
        await self.database.new_game(row, [KeyRow.of(key, row.id, "watch")], lines)
        return UploadedRecord(id=row.id, key=key)

    async def add_replay(self, data: bytes, game_id: str, key: KeyRow) -> None:
        """Store one of this server's records under this id, unless it exists, and let this key watch it."""
        if await to_thread(self.database.game, game_id) is None:
            row, lines = await self.workers.run("", check_upload, data)
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
            live.last_used = time.monotonic()
            self._clean_later()

    # Changes by other processes

    async def follow_changes(self) -> None:
        """Read again what other processes change, until cancelled."""
        loop = asyncio.get_running_loop()

        def on_change(game_id: str | None) -> None:
            with suppress(RuntimeError):  # the event loop has ended
                loop.call_soon_threadsafe(self._note_change, game_id)

        self.database.follow(on_change)
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

    def _note_change(self, game_id: str | None) -> None:
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
            live = self._cache(await self._load(game_id))
        finally:
            del self._loading[game_id]
        if refreshes != self._refreshes:  # it may have changed while it was loaded
            self._catch_up(live)
        return live

    def _cache(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        self._drop_idle(keep=live)
        return live

    def _drop_idle(self, keep: LiveTable | None = None) -> int:
        """Drop the tables that were unused for long, and the longest unused if there are too many."""
        idle = [live for live in self._live.values() if not (live.users or live is keep or self._awaited[live.id])]
        oldest, steps, dropped = time.monotonic() - IDLE_SECONDS, 0, 0
        for number, live in enumerate(sorted(idle, key=lambda live: -live.last_used)):
            steps += len(live.table.steps)
            if number >= self._max_idle or steps > MAX_IDLE_STEPS or live.last_used < oldest:
                del self._live[live.id]
                dropped += 1
        return dropped

    def _clean_later(self) -> None:
        """Drop unused tables some time after the last request."""

        def clean() -> None:
            self._cleaning = None
            if self._drop_idle():
                release_memory()
            if any(not live.users for live in self._live.values()):
                self._clean_later()

        if self._cleaning is None:
            self._cleaning = asyncio.get_running_loop().call_later(IDLE_SECONDS / 2, clean)

    async def _load(self, game_id: str) -> LiveTable:
        row = await to_thread(self.database.game, game_id)
        if row is None:
            raise ApiError("key", NO_TABLE)
        data = await to_thread(self.database.record_bytes, row)
        seat_keys, claimed = await to_thread(self._read_seat_keys, game_id)
        loaded = await self.workers.run(game_id, load_table, TableSource(row, data))
        record = Record.parse(data[: data.index(b"\n") + 1])  # the header; the rest was replayed in a worker
        live = self._adopt(LiveTable(row, record, loaded.table(record, row.kind), seat_keys, loaded.line_counter))
        live.claimed = claimed
        live.is_campaign_battle = await to_thread(CampaignStore(self.database).is_battle, game_id)
        live.result_is_final = await to_thread(CampaignStore(self.database).result_is_final, game_id)
        return live

    def _adopt(self, live: LiveTable) -> LiveTable:
        live.database, live.workers, live.load = self.database, self.workers, self._load
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

    async def _store_new(self, game: Game, header: Header, lines: Sequence[str], seating: Seating) -> OpenedTable:
        """Store a game that begins with these lines. Without persons, it is played to its end."""
        record, texts = Record(header, (), 0), list(lines)
        if PERSON in header.seats and not lines:
            table = Table.from_record(record, plain=runs_plain(record))
            row = make_row("table", header, table)
        else:
            row, new_texts = await self._play_in_worker(game, record_bytes(header, texts))
            texts += new_texts
        opened, keys = _make_keys(row.id, game, seating)
        invitations = [
            InvitationRow(digest_key(friend.invitation), game_id=row.id, seat=friend.seat) for friend in opened.friends
        ]
        row = await self.database.new_game(row, list(keys.values()), texts, invitations=invitations)
        if PERSON in header.seats and not lines:  # the next request is for this table
            self._cache_new(row, record, table, keys)
        return opened

    async def _play_in_worker(self, game: Game, data: bytes) -> PlayedGame:
        is_compiling = game.definition.kernel_prefix in compiling_elsewhere
        return await self.workers.run("", play_game, data, is_compiling)

    def _cache_new(self, row: GameRow, record: Record, table: Table, keys: Mapping[str, KeyRow]) -> LiveTable:
        for text, key in keys.items():
            self._cache_key(text, key)
        seat_keys = [key for key in keys.values() if key.kind == "seat"]
        return self._cache(self._adopt(LiveTable(row, record, table, seat_keys)))


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


def _mark_used(live: LiveTable) -> LiveTable:
    live.users += 1
    live.last_used = time.monotonic()
    return live


def release_memory() -> None:
    """Return freed memory to the system; glibc keeps much of it otherwise."""
    with suppress(OSError, AttributeError, TypeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
