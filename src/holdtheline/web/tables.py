"""All tables: opened, found by their keys, loaded when somebody comes, forgotten when nobody is there."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Literal

from anyio.to_thread import run_sync as to_thread

from ..core.contract import CHANCE
from ..core.errors import BadOption, BadRecord, HtlError
from ..core.game import Game
from ..core.record import BETWEEN_PLAYS, Header, Line, Record, StepLine, as_text, short_digest
from ..players.player import names_of, players_of, thinks
from ..table.session import MINE, PERSON, Table, header_for
from .live import MOST_LINES, MOST_SENT_LINES, LiveTable, outcome_text, table_again, table_of
from .messages import LONGEST_NAME, Invitation, Opened, Seating, Uploaded
from .problems import Problem
from .schema import SortieRow, new_key
from .shelf import Shelf
from .storage import CardRow, Clash, GameRow, KeyRow, Storage

MOST_IDLE = 256
"""Tables that stay in memory though nobody looks at them."""
LONGEST_HEADER = 80_000
"""Signs in its first line: it has the text of a battle of one's own."""
MOST_KEYS = 10_000
"""Keys that are remembered, so that the database is not asked at every move."""
ME, FRIEND = "me", "friend"
KeysFor = Callable[[str], dict[str, KeyRow]]
"""keys_for(game_id) -> what each secret opens."""
Battle = tuple[str, int]
"""Of a campaign, by its id: the one that was begun with so many entries."""


class Tables:
    """The tables of this server. All of it happens in the event loop, but for what takes long."""

    def __init__(self, storage: Storage, most_idle: int = MOST_IDLE) -> None:
        self.storage = storage
        self._most_idle = most_idle
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._awaited: Counter[str] = Counter()
        self._keys: dict[str, KeyRow] = {}
        self._turn_to_upload = asyncio.Semaphore(1)
        """Checking a record keeps a processor busy: one at a time, so that nobody who plays waits for it."""

    # Keys

    async def key(self, text: str) -> KeyRow:
        """What a secret opens; that never changes."""
        if text in self._keys:
            return self._keys[text]
        if not text:
            raise Problem("key", "This needs the key of a seat; the link that you were given has it.")
        can_be_one = text.isascii() and len(text) <= 64
        found = await to_thread(self.storage.key, text) if can_be_one else None
        if found is None:
            raise Problem("key", "This link does not open any table; it may be old, or cut off.")
        self._remember(text, found)
        return found

    async def cards(self, keys: Sequence[str]) -> list[CardRow | None]:
        return await to_thread(self.storage.cards, keys)

    # Opening

    async def open(self, game: Game, seating: Seating) -> Opened:
        """A new game."""
        seats = self._seats(game, seating)
        game = game.settled(has_computer=seats.count(PERSON) < len(seats))
        header = replace(header_for(game, seats, seating.dice), coach=seating.coach)
        return await self._opened(game, header, (), seating)

    async def open_battle(self, game: Game, dice: str, keys_for: KeysFor, battle: Battle) -> str:
        """A battle of a campaign, whose keys are found again from those of the campaign; the id of its game.

        Clash: it has a table already.
        """
        game = game.settled(has_computer=False)
        header = header_for(game, [PERSON] * len(game.seats), dice)
        header = replace(header, coach=True)  # they are all on one side
        record = Record(header, (), 0)
        table = await to_thread(table_again, record)
        row = _row("table", header, table)
        keys = keys_for(row.id)
        campaign_id, number = battle
        sortie = SortieRow(campaign_id, number, row.id)
        row = await self.storage.new_game(row, list(keys.values()), (), sortie)
        self._keep_opened(row, record, table, keys)
        self._live[row.id].ends_for_good = await to_thread(Shelf(self.storage).ends_for_good, row.id)
        return row.id

    async def admit(self, key: KeyRow) -> None:
        """Somebody comes to a table that was opened before."""
        await self.storage.add_key(key)
        async with self.at(key.game_id) as live, live.lock:
            live.rename(await to_thread(self.storage.seated_at, key.game_id))

    async def go_on(self, live: LiveTable, step: int, seating: Seating) -> Opened:
        """A new game that begins with the first steps of another."""
        game = live.game
        header = header_for(game, self._seats(game, seating), seating.dice)
        header = replace(header, coach=seating.coach)
        text = await self.record_of(live)
        record = await to_thread(Record.parse, text.encode())
        steps = _first_steps(record, step, live.table)
        if live.table.is_over and step == len(live.table.done):
            raise Problem("turn", "The game is over there; go on from an earlier step.")
        return await self._opened(game, header, steps, seating)

    async def upload(self, data: bytes) -> Uploaded:
        """A record from outside, every step of it checked, to be replayed."""
        async with self._turn_to_upload:
            row, lines = await to_thread(_uploaded, data)
        key = new_key()
        await self.storage.new_game(row, [KeyRow.of(key, row.id, "watch")], lines)
        return Uploaded(id=row.id, key=key)

    async def put_up(self, data: bytes, game_id: str, key: KeyRow) -> None:
        """A record of the house, to be replayed by whoever has this key; it is put up once."""
        if await to_thread(self.storage.game, game_id) is None:
            async with self._turn_to_upload:
                row, lines = await to_thread(_uploaded, data)
            with suppress(Clash):  # somebody else has put it up at this moment
                await self.storage.new_game(replace(row, id=game_id), [], lines)
        with suppress(Clash):
            await self.storage.add_key(key)

    async def share(self, key: KeyRow) -> str:
        """A key that watches what this one sees."""
        shared = new_key()
        await self.storage.add_key(KeyRow.of(shared, key.game_id, "watch", key.seats))
        return shared

    async def rename(self, key: KeyRow, name: str) -> None:
        await self.storage.rename(key.digest, name)
        async with self.at(key.game_id) as live, live.lock:
            live.rename(await to_thread(self.storage.seated_at, key.game_id))

    # Finding

    @asynccontextmanager
    async def at(self, game_id: str) -> AsyncIterator[LiveTable]:
        """The table, which stays in memory as long as somebody uses it."""
        live = await self._taken(game_id)
        try:
            await live.catch_up()
            yield live
        except Problem as problem:
            if problem.code == "stale" and problem.__cause__ is not None:
                self._forget(live)  # somebody else wrote in this game: read it anew
            raise
        finally:
            live.tell()
            live.users -= 1

    async def record_of(self, live: LiveTable) -> str:
        """The record of a table as it is now, a file of lines."""

        def lines() -> str:
            written = self.storage.lines_of(live.id)[: live.version]
            return "".join(f"{line}\n" for line in (_text(live.header), *written))

        return await live.read(lines)

    @property
    def in_memory(self) -> int:
        return len(self._live)

    # Inside

    def _remember(self, text: str, key: KeyRow) -> None:
        self._keys[text] = key
        if len(self._keys) > MOST_KEYS:
            del self._keys[next(iter(self._keys))]

    async def _taken(self, game_id: str) -> LiveTable:
        """The table, loaded for whoever comes first; the others wait for that."""
        live = self._live.get(game_id)
        if live is not None:
            return _used(live)
        loading = self._loading.get(game_id)
        if loading is None:
            loading = self._loading[game_id] = asyncio.create_task(self._loaded(game_id))
        self._awaited[game_id] += 1
        try:
            return _used(await asyncio.shield(loading))
        finally:
            self._awaited[game_id] -= 1
            self._awaited += Counter()  # which drops those that nobody awaits

    async def _loaded(self, game_id: str) -> LiveTable:
        try:
            return self._keep(await to_thread(self._load, game_id))
        finally:
            del self._loading[game_id]

    def _keep(self, live: LiveTable) -> LiveTable:
        self._live[live.id] = live
        idle = [
            other
            for other in self._live.values()
            if not other.users and other is not live and not self._awaited[other.id]
        ]
        for other in sorted(idle, key=lambda other: other.used)[: max(len(idle) - self._most_idle, 0)]:
            del self._live[other.id]
        return live

    def _load(self, game_id: str) -> LiveTable:
        row = self.storage.game(game_id)
        if row is None:
            raise Problem("key", "This link does not open any table; it may be old, or cut off.")
        lines = self.storage.lines_of(game_id)[: row.written]
        data = "".join(f"{line}\n" for line in (row.header, *lines)).encode()
        try:
            record = Record.parse(data)
            table = table_of(record, row.kind)
            ends_for_good = Shelf(self.storage).ends_for_good(game_id)
        except HtlError as error:
            raise Problem("invalid", f"This game cannot be shown any more: {error}") from error
        live = LiveTable(self.storage, row, record, table, self.storage.seated_at(game_id))
        live.ends_for_good = ends_for_good
        return live

    def _forget(self, live: LiveTable) -> None:
        if self._live.get(live.id) is live:
            del self._live[live.id]
        live.dismiss()

    def _seats(self, game: Game, seating: Seating) -> list[str]:
        """Who plays, in the words of a record."""
        if len(seating.seats) != len(game.seats):
            raise BadOption(f"{game.name} has {len(game.seats)} seat(s): {', '.join(game.seats)}")
        known = players_of(game.contract)
        for name in seating.seats:
            if name not in (ME, FRIEND, *known):
                players = f"{ME}, {FRIEND}, {names_of(game.contract)}"
                raise BadOption(f"nobody called {name!r} can take a seat of {game.name}; it can be {players}")
        seats = [PERSON if name in (ME, FRIEND) else name for name in seating.seats]
        thinker = next(filter(thinks, seats), None)
        if PERSON not in seats and thinker and game.contract.takes_long:
            raise BadOption(f"{thinker} thinks about every move, so {game.name} needs a person beside it")
        if PERSON not in seats and seating.dice == MINE:
            raise BadOption("real dice need a person at the table to roll them")
        return seats

    async def _opened(self, game: Game, header: Header, lines: Sequence[Line], seating: Seating) -> Opened:
        record = Record(header, tuple(lines), 0)
        table = await to_thread(table_again, record) if lines else table_again(record)
        texts = [_text(line) for line in lines]
        if PERSON not in header.seats:
            texts += await to_thread(_played_out, table)
        row = _row("table", header, table)
        opened, keys = _keys_for(row.id, game, seating)
        row = await self.storage.new_game(row, list(keys.values()), texts)
        if PERSON in header.seats:  # who will come at once
            self._keep_opened(row, record, table, keys)
        return opened

    def _keep_opened(self, row: GameRow, record: Record, table: Table, keys: Mapping[str, KeyRow]) -> None:
        for text, key in keys.items():
            self._remember(text, key)
        seated = [key for key in keys.values() if key.kind == "seat"]
        self._keep(LiveTable(self.storage, row, record, table, seated))


class Notes:
    """A pen that writes on a sheet of paper: nothing is at stake until the game is kept as a whole."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def write(self, *lines: Line) -> None:
        self.texts += [_text(line) for line in lines]

    def close(self) -> None:
        """There is nothing to close."""


def _played_out(table: Table) -> list[str]:
    """Nobody here is a person: the dice roll and the players play to the end; the lines of that."""
    notes = Notes()
    table.pen = notes
    while not table.is_over and len(table.done) < MOST_LINES:
        table.roll_all() if table.turn == CHANCE else table.let_player_act()
    return notes.texts


def _uploaded(data: bytes) -> tuple[GameRow, list[str]]:
    if data.count(b"\n") > MOST_SENT_LINES:
        raise BadRecord(f"it has more than {MOST_SENT_LINES} lines")
    record = Record.parse(data)
    _check_header(record.header)
    row = _row("upload", record.header, table_of(record, "upload"))
    return row, [_text(line) for line in record.lines]


def _row(kind: Literal["table", "upload"], header: Header, table: Table) -> GameRow:
    return GameRow(
        _new_id(),
        kind,
        game=table.game.name,
        header=_text(header),
        steps=len(table.done),
        turn=table.turn,
        over=table.is_over,
        verdict=outcome_text(table.state),
    )


def _keys_for(game_id: str, game: Game, seating: Seating) -> tuple[Opened, dict[str, KeyRow]]:
    """What whoever opens a table is told, and what the keys in it open."""
    mine = tuple(seat for seat, name in enumerate(seating.seats) if name == ME)
    friends = [
        Invitation(seat=seat, title=game.seats[seat], key=new_key())
        for seat, name in enumerate(seating.seats)
        if name == FRIEND
    ]
    opened = Opened(id=game_id, key=new_key() if mine else None, friends=friends, watch=new_key())
    keys = {opened.watch: KeyRow.of(opened.watch, game_id, "watch")}
    if opened.key:
        keys[opened.key] = KeyRow.of(opened.key, game_id, "seat", mine, seating.name)
    keys |= {friend.key: KeyRow.of(friend.key, game_id, "seat", (friend.seat,)) for friend in friends}
    return opened, keys


def _check_header(header: Header) -> None:
    if len(_text(header)) > LONGEST_HEADER:
        raise BadRecord("the first line is too long", line=1)
    if any(len(name) > LONGEST_NAME or not name.isprintable() for name in header.seats):
        raise BadRecord(f"a seat is named in at most {LONGEST_NAME} signs that can be seen", line=1)


def _first_steps(record: Record, step: int, table: Table) -> list[StepLine]:
    """The lines of the first steps as they stand, without what was taken back."""
    if step > len(table.done):
        raise Problem("unknown", f"The game has only {len(table.done)} steps.")
    lines = [line for line in record.standing if line.step <= step]
    written = lines[-1].step if lines else 0
    if written < step:  # the next line holds more steps than are wanted
        seat, digest = table.done[step - 1].seat, short_digest(table.state_after(step))
        plays = BETWEEN_PLAYS.join(done.play for done in table.done[written:step])
        lines.append(StepLine(step, seat, plays, digest))
    return lines


def _used(live: LiveTable) -> LiveTable:
    live.users += 1
    live.used = time.monotonic()
    return live


def _new_id() -> str:
    return secrets.token_urlsafe(9)


def _text(line: Header | Line) -> str:
    return as_text(line).removesuffix("\n")
