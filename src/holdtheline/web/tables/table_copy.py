"""A copy of a table in a worker: made from its record, and kept for the next request about it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Mapping
from datetime import datetime
from typing import NamedTuple

from ...core.errors import HtlError
from ...core.game_record.lines import PLAY_SEPARATOR, StepLine, short_digest
from ...core.game_record.replay import Record
from ...table.history import TableSnapshot
from ...table.session import Table
from ..db.keys import KeyRow
from ..db.rows import GameRow
from ..http.errors import ApiError
from .live_table import LiveTable
from .records import line_text, replay_record, runs_plain, without_players
from .visible_line_count import VisibleLineCounter

MAX_COPIES = 4


class TableSource(NamedTuple):
    """Everything that a worker needs to make a copy of a table."""

    row: GameRow
    record: bytes
    seat_keys: tuple[KeyRow, ...] = ()
    claimed: Mapping[int, datetime] | None = None
    online: tuple[bool, ...] = ()


async def source_of(live: LiveTable) -> TableSource:
    data = await live.record_bytes()
    row = GameRow(live.id, live.kind, live.game.name, line_text(live.header), data.count(b"\n") - 1)
    return TableSource(row, data, tuple(live.seat_keys), live.claimed, tuple(live.online_seats()))


class TableCopy(LiveTable):
    """A table that nobody acts at."""

    online: tuple[bool, ...] = ()

    def is_online(self, seat: int) -> bool:
        return self.online[seat]


_copies: OrderedDict[tuple[str, int], TableCopy] = OrderedDict()


def copy_of(source: TableSource) -> Generator[None, None, TableCopy]:
    """Return the table of a source; raise ApiError if its record cannot be replayed (runs in a worker)."""
    key = source.row.id, source.row.written
    copy = _copies.pop(key, None) or (yield from _make_copy(source))
    copy.seat_keys, copy.claimed, copy.online = list(source.seat_keys), source.claimed or {}, source.online
    _copies[key] = copy
    if len(_copies) > MAX_COPIES:
        _copies.popitem(last=False)
    return copy


def _make_copy(source: TableSource) -> Generator[None, None, TableCopy]:
    try:
        record = Record.parse(source.record)
        table = yield from replay_record(record, source.row.kind)
    except HtlError as error:
        raise ApiError("invalid", f"This game can no longer be opened: {error}") from error
    return TableCopy(source.row, record, table)


# Loading a table


class LoadedTable(NamedTuple):
    """What replaying the record of a table computes."""

    snapshot: TableSnapshot
    line_counter: VisibleLineCounter

    def table(self, record: Record, kind: str) -> Table:
        """Make the table in the server."""
        return Table.from_snapshot(without_players(record, kind), self.snapshot, plain=runs_plain(record))


def load_table(source: TableSource) -> Generator[None, None, LoadedTable]:
    """Replay the record of a table (runs in a worker)."""
    copy = yield from copy_of(source)
    return LoadedTable(copy.table.snapshot(), copy.line_counter)


# Continuing a game as another


def copy_first_steps(source: TableSource, step: int) -> Generator[None, None, list[str]]:
    """Return the lines of the first steps, without those that were undone (runs in a worker)."""
    copy = yield from copy_of(source)
    table, record = copy.table, Record.parse(source.record)
    if step > len(table.steps):
        raise ApiError("unknown", f"The game has only {len(table.steps)} steps.")
    lines = [line for line in record.remaining_steps if line.step <= step]
    written = lines[-1].step if lines else 0
    if written < step:  # the next line holds more steps than wanted
        seat, digest = table.steps[step - 1].seat, short_digest(table.state_after(step))
        plays = PLAY_SEPARATOR.join(played.play for played in table.steps[written:step])
        lines.append(StepLine(step, seat, plays, digest))
    return [line_text(line) for line in lines]
