"""One live table: who may act, its version, and notifications when it changes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from anyio.to_thread import run_sync as to_thread

from ...core.definition import CHANCE, OVER
from ...core.errors import HtlError, NotSaved
from ...core.game import Game, State
from ...core.game_record.replay import Record
from ...table.guided import scripted_move
from ...table.history import PreparedSteps
from ...table.session import Table
from ..db.campaign_store import CampaignStore
from ..db.database import Database
from ..db.keys import KeyRow
from ..db.rows import GameProgress, GameRow, TableState
from ..db.writer import WriteConflict
from ..http.errors import WATCH_ONLY, ApiError, error_from_htl
from ..workers.pool import WorkerPool, WorkersBusy
from ..workers.positions import Position
from .computer_play import play_computers
from .records import line_text, outcome_json, record_bytes, turn_number
from .visible_line_count import VisibleLineCounter, count_visible_lines

if TYPE_CHECKING:
    from ..db.keys import KeyKind
    from .view import CachedLine, LineKey, ViewKey
    from .view_patch import CachedView, ViewBase

EVERY_SEAT = -1
LOG = logging.getLogger("holdtheline.web")
Notify = Callable[[], None]
LoadTable = Callable[[str], "Awaitable[LiveTable]"]
"""load(game_id) -> the table as it is in the database"""
GAME_CHANGED = "The table has changed: look at it again before you move."
BATTLE_IS_FINAL = "the battle is over and its campaign has continued"
MAX_LINES = 5_000
"""Lines of a record after which undo is refused, because each undo adds a line."""
RETRY_SECONDS = 2.0


class LiveTable:
    """A table in memory, as it is in the database. Only the event loop changes it.

    A request that acts holds the lock until its step is saved. Reading the table in the event loop, without awaiting
    anything, needs no lock.
    """

    database: Database
    workers: WorkerPool
    load: LoadTable
    """All three are set by the registry; a copy in a worker has none."""

    def __init__(
        self,
        row: GameRow,
        record: Record,
        table: Table,
        seat_keys: Sequence[KeyRow] = (),
        line_counter: VisibleLineCounter | None = None,
    ) -> None:
        self.id = row.id
        self.kind = row.kind
        self.version = row.written
        """The number of lines of the record."""
        self.header = record.header
        self.table = table
        self.seat_keys = list(seat_keys)
        self.claimed: Mapping[int, datetime] = {}
        """When the invitation to each seat was claimed."""
        self.lock = asyncio.Lock()
        self.users = 0
        self.last_used = time.monotonic()
        self.is_campaign_battle = False
        self.result_is_final = False
        """Whether the end cannot be undone: the campaign of this battle is iron, or has continued."""
        self.view_cache: dict[ViewKey, CachedView] = {}
        """The views, until the table changes."""
        self.view_bases: dict[tuple[KeyKind, tuple[int, ...]], list[ViewBase]] = {}
        """The last views of each kind of key and its seats, which clients may have."""
        self.line_cache: dict[LineKey, CachedLine] = {}
        self._is_doubtful = False
        """Whether the last write failed, so that the database may have lines that this table has not."""
        self.line_counter = line_counter or self._count_visible_lines(record)
        self._record: tuple[int, bytes] | None = None
        """A version, and the record at this version."""
        self._subscribers: dict[Notify, KeyRow] = {}
        self._computer_moves: list[int] = []
        """Moves that computer players have chosen, and that are not saved yet."""
        self._retry: asyncio.Task[None] | None = None
        self._changed_for: set[int] = set()

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def is_open(self) -> bool:
        """Whether nothing is secret any more: the game is over, or its record was uploaded."""
        return self.table.is_over or self.kind == "upload"

    @property
    def allows_coach(self) -> bool:
        """Whether the coach may be asked; by default, if one person holds all seats of people."""
        if self.header.coach is not None:
            return self.header.coach
        persons = set(self.table.persons)
        return not persons or any(persons.issubset(key.seats) for key in self.seat_keys)

    def version_for(self, key: KeyRow) -> int:
        """Return the version as this key counts it: without the lines hidden from its seats."""
        return self.version - self.line_counter.hidden_from(key.seats)

    def seats_that_see(self, before: State, seat: int, code: int) -> Collection[int]:
        """Return the seats that see a step: all, or only its own if seats decide at once and in secret."""
        all_seats, definition = range(len(self.table.players)), self.game.definition
        if definition.simultaneous is None or seat < 0:
            return all_seats
        return (seat,) if definition.is_secret_move(before.record, code) else all_seats

    # Subscribers

    def subscribe(self, notify: Notify, key: KeyRow) -> None:
        """Call `notify` at once, and whenever what the key sees has changed."""
        online = self.online_seats()
        self._subscribers[notify] = key
        if self.online_seats() != online:
            self._mark_changed()
            self.notify_subscribers()
        else:
            notify()

    def unsubscribe(self, notify: Notify) -> None:
        online = self.online_seats()
        self._subscribers.pop(notify, None)
        if self.online_seats() != online:
            self._mark_changed()
            self.notify_subscribers()

    def is_online(self, seat: int) -> bool:
        """Return whether a holder of this seat is connected."""
        return any(key.kind == "seat" and seat in key.seats for key in self._subscribers.values())

    def notify_subscribers(self) -> None:
        """Notify the subscribers whose view changed. Called after the acting request has built its own view."""
        changed, self._changed_for = self._changed_for, set()
        for notify, key in self._subscribers.items():
            if EVERY_SEAT in changed or changed.intersection(key.seats):
                notify()

    @property
    def subscriber_digests(self) -> set[str]:
        """The digests of the keys that watch through a socket."""
        return {key.digest for key in self._subscribers.values()}

    # Catching up with the database

    async def catch_up(self) -> None:
        """Read what another process has written, and show it."""
        async with self.lock:
            await self._reload()
        self.notify_subscribers()

    async def resolve_doubt(self) -> None:
        """After a write that failed, look what the database has; if it still does not answer, do so later."""
        if self._is_doubtful:
            with suppress(NotSaved):
                await self.catch_up()

    async def _reload(self) -> None:
        """Read the game again if the database has more lines. The caller holds the lock."""
        is_doubtful = self.database.has_late_writes
        row = await to_thread(self.database.game, self.id)
        if row is not None and row.written != self.version:
            newer = await self.load(self.id)
            self.version, self.table, self.line_counter = newer.version, newer.table, newer.line_counter
            self.seat_keys, self.claimed = newer.seat_keys, newer.claimed
            self.result_is_final = newer.result_is_final
            self._computer_moves = []
            self.line_cache.clear()
            self._mark_changed()
        self._is_doubtful = is_doubtful

    # Acting

    async def play(self, key: KeyRow, step: str | int, version: int) -> None:
        """Play a move, or type in the face of a die; `version` is the one that the player saw."""
        async with self.lock:
            await self._check_may_act(key, version)
            seat = None if self.table.turn == CHANCE else self._require_deciding_seat(key)
            if seat is None:
                self._check_die(key)
            await self._act(lambda: self._prepare(step, seat))

    async def roll(self, key: KeyRow, version: int) -> None:
        """Roll all dice up to the next decision."""
        async with self.lock:
            await self._check_may_act(key, version)
            if self.table.turn != CHANCE:
                raise ApiError("turn", "There is no die to roll now.")
            if self.table.dice_are_mine:
                raise ApiError("turn", "You roll real dice here: roll one and enter its face.")
            self._check_die(key)
            await self._act(self.table.prepare_rolls)

    async def undo(self, key: KeyRow, version: int) -> None:
        async with self.lock:
            await self._check_may_act(key, version)
            if self.version >= MAX_LINES:
                raise ApiError("undo", "This game has reached its undo limit; you can only play on.")
            if self.table.is_over:
                self.result_is_final |= await to_thread(CampaignStore(self.database).result_is_final, self.id)
            if self._is_final:
                raise ApiError("undo", f"This cannot be undone: {BATTLE_IS_FINAL}.")
            await self._act(lambda: self.table.prepare_undo(key.seats))

    async def declare(self, key: KeyRow, version: int, prepare: Callable[[], PreparedSteps]) -> None:
        """Record a resignation, an offer of a draw, or an answer to one; `prepare` decides whether it is allowed."""
        async with self.lock:
            await self._check_may_act(key, version)
            await self._act(prepare)

    def why_no_undo(self, key: KeyRow) -> str | None:
        """Return why this key cannot undo, or None if it can undo the last step."""
        return BATTLE_IS_FINAL if self._is_final else self.table.why_no_undo(key.seats)

    def finalize_result(self) -> None:
        """Forbid undoing the end, because the campaign has taken the result."""
        self.result_is_final = True
        self._mark_changed()

    async def record_bytes(self) -> bytes:
        """Return the record of the table, as a file has it."""
        async with self.lock:
            if self._record is None or self._record[0] != self.version:
                version = self.version
                lines = await to_thread(self.database.lines_of, self.id)
                self._record = version, record_bytes(self.header, lines[:version])
            return self._record[1]

    async def let_computers_move(self) -> None:
        """Let computer players move if it is their turn. If one fails, the table can still be viewed."""
        if self._waits_for_computer:
            async with self.lock:
                await self._let_computers_move()

    def update_seat_keys(self, seat_keys: list[KeyRow], claimed: Mapping[int, datetime]) -> None:
        self.seat_keys, self.claimed = seat_keys, claimed
        self._mark_changed()

    def update_keys(self, state: TableState) -> None:
        """Compare the keys, of seats and of sockets, with those known, and notify the sockets of a difference."""
        seat_keys = [key for key in state.keys if key.kind == "seat"]
        if seat_keys != self.seat_keys or not self.subscriber_digests <= {key.digest for key in state.keys}:
            self.update_seat_keys(seat_keys, state.claimed)
            self.notify_subscribers()

    def may_roll(self, key: KeyRow) -> bool:
        """Return whether the next step is a die that this key may roll: its own, or one rolled by the table for all."""
        roller = self.table.roller
        is_ours = roller < 0 or roller in key.seats or self.table.players[roller] is not None
        return self.table.turn == CHANCE and is_ours

    def deciding_seat(self, key: KeyRow) -> int | None:
        """Return the seat of this key that may decide now; of several, the one whose turn it is."""
        if key.kind != "seat":
            return None
        seats = sorted(key.seats, key=lambda seat: seat != self.table.turn)
        return next((seat for seat in seats if self.table.state.can_move(seat)), None)

    # Checks

    async def _check_may_act(self, key: KeyRow, version: int) -> None:
        if self.kind == "upload":
            raise ApiError("forbidden", "This is a record: watch it, or continue it as a new game.")
        if key.kind != "seat":
            raise ApiError("forbidden", WATCH_ONLY)
        if version > self.version_for(key):  # the player has seen more in another process
            await self._reload()
        if version != self.version_for(key):
            raise ApiError("stale", GAME_CHANGED)

    def _check_die(self, key: KeyRow) -> None:
        if not self.may_roll(key):
            raise ApiError("turn", f"This die belongs to {self.game.sides[self.table.roller]}.")

    def _require_deciding_seat(self, key: KeyRow) -> int:
        if self.table.turn == OVER:
            raise ApiError("turn", "The game is over.")
        seat = self.deciding_seat(key)
        if seat is None:
            raise ApiError("turn", f"It is {self.game.sides[self.table.turn]}'s turn.")
        return seat

    @property
    def _is_final(self) -> bool:
        return self.result_is_final and self.table.is_over

    @property
    def _waits_for_computer(self) -> bool:
        """Whether the next step is a computer's move, or its die, which the table rolls."""
        if self.table.turn != CHANCE:
            return self.table.turn >= 0 and not self.table.waits_for_person
        roller = self.table.roller
        return not self.table.dice_are_mine and roller >= 0 and self.table.players[roller] is not None

    # Taking steps

    def _prepare(self, step: str | int, seat: int | None) -> PreparedSteps:
        """Parse a step and prepare it. A seat may neither move for another seat nor learn whether it could."""
        move = self.table.state.move(step, seat)
        owner = self.table.state.seat_of(move.code)
        if seat is not None and owner != seat:
            raise ApiError("turn", f"This move belongs to {self.game.sides[owner]}.")
        return self.table.prepare(move, seat)

    async def _act(self, prepare: Callable[[], PreparedSteps]) -> None:
        """Take a step, then let the computer players answer. If this raises, nothing has changed."""
        try:
            await self._take(await self._run(prepare))
        except WriteConflict as error:
            await self._reload()
            raise ApiError("stale", GAME_CHANGED) from error
        except HtlError as error:
            raise error_from_htl(error, self.game.name) from error
        await self._let_computers_move()

    async def _let_computers_move(self) -> None:
        """Let computer players move in a worker. A roll or move that cannot be saved stays the same."""
        try:
            while self._waits_for_computer:
                try:
                    await self._move_computer()
                except WriteConflict:  # another process was faster
                    self._computer_moves = []
                    await self._reload()
        except NotSaved as error:
            LOG.error("table %s: the move of the computer player was not saved: %s", self.id, error)
            self._retry_later()
        except WorkersBusy:
            self._retry_later()
        except Exception:
            LOG.exception("table %s: the computer player could not move", self.id)

    async def _move_computer(self) -> None:
        """Roll a computer's dice, or play its next move."""
        if self.table.turn == CHANCE:
            await self._take(await self._run(self.table.prepare_rolls))
            return
        self._computer_moves = moves = self._computer_moves or await self._choose_computer_moves()
        await self._take(await self._run(lambda: self.table.prepare(moves[0])))
        self._computer_moves = moves[1:]

    async def _choose_computer_moves(self) -> list[int]:
        if (scripted := scripted_move(self.table)) is not None:
            return [scripted]
        position = Position.of(self.table.state)
        return await self.workers.run(self.id, play_computers, position, self.header.seats, self.id)

    async def _run(self, prepare: Callable[[], PreparedSteps]) -> PreparedSteps:
        """Prepare steps here, or in a thread if one step can be a whole turn of a game."""
        is_slow = self.game.definition.turn_replay is not None
        return await to_thread(prepare) if is_slow else prepare()

    def _retry_later(self) -> None:
        """Try to save the same computer move again, since its opponent may be waiting without sending requests."""

        async def retry() -> None:
            await asyncio.sleep(RETRY_SECONDS)
            self._retry = None
            with suppress(ApiError):  # the next request reports it
                await self.let_computers_move()
            self.notify_subscribers()

        if self._retry is None and self._subscribers:
            self._retry = asyncio.create_task(retry())

    async def _take(self, prepared: PreparedSteps) -> None:
        """Write the prepared steps to the database, then take them."""
        lines = [line_text(line) for line in prepared.lines]
        seen_by, line_counter = self._seats_that_see(prepared), self._line_counter_after(prepared)
        is_public = len(seen_by) == len(self.table.players)
        progress = self._progress(prepared, line_counter, is_public)
        try:
            self.version = await self.database.append(self.id, self.version, lines, progress)
        except NotSaved:
            self._is_doubtful = True
            raise
        self.table.commit(prepared)
        self._computer_moves = []
        self.line_counter = line_counter
        self._mark_changed({EVERY_SEAT} if is_public else set(seen_by))

    def _progress(self, prepared: PreparedSteps, line_counter: VisibleLineCounter, is_public: bool) -> GameProgress:
        """Return the progress for the list of games, which every player of the table sees."""
        steps = prepared.steps[-1][0].number if prepared.steps else prepared.back_to  # None: a declaration
        if self.game.definition.simultaneous is not None:
            steps = line_counter.public_steps
        after = prepared.after
        turn = int(after.current_player)
        return GameProgress(steps, turn, turn == OVER, outcome_json(after), turn_number(after), is_public)

    # Visibility

    def _seats_that_see(self, prepared: PreparedSteps) -> Collection[int]:
        if prepared.back_to is not None:
            undone = self.table.steps[prepared.back_to]
            return self.seats_that_see(self.table.state_after(prepared.back_to), undone.seat, undone.code)
        if not prepared.steps:
            return range(len(self.table.players))
        step, _ = prepared.steps[0]
        return self.seats_that_see(self.table.state, step.seat, step.code)

    def _count_visible_lines(self, record: Record) -> VisibleLineCounter:
        seats = len(self.table.players)
        if self.game.definition.simultaneous is None or self.kind == "upload":
            return VisibleLineCounter(seats)  # every line is visible, so none has to be counted
        return count_visible_lines(record, seats, self.seats_that_see, plain=self.game.plain)

    def _line_counter_after(self, prepared: PreparedSteps) -> VisibleLineCounter:
        if self.game.definition.simultaneous is None:
            return self.line_counter
        line_counter, before = self.line_counter.copy(), self.table.state
        if prepared.back_to is not None:
            line_counter.add_undo(prepared.back_to)
            before = self.table.state_after(prepared.back_to)
        for step, after in prepared.steps:
            line_counter.add_steps((step.seat, self.seats_that_see(before, step.seat, step.code)))
            before = after
        return line_counter

    def online_seats(self) -> list[bool]:
        return [self.is_online(seat) for seat in range(len(self.game.seats))]

    def _mark_changed(self, seats: Collection[int] = (EVERY_SEAT,)) -> None:
        """Forget the views that changed, and only those: building a view takes time, which others could measure."""
        for view_key in list(self.view_cache):
            if EVERY_SEAT in seats or not set(seats).isdisjoint(view_key[1]):
                del self.view_cache[view_key]
        self._changed_for.update(seats)
