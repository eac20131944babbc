"""Records of tables: their text, their row in the database, and checking the ones that people upload."""

from __future__ import annotations

import json
import secrets
from collections.abc import Generator, Iterable
from dataclasses import asdict, replace

from ...core.catalog import definition_of, should_run_plain
from ...core.errors import BadRecord, UnknownName
from ...core.game import State
from ...core.game_record.lines import Header, RecordLine, format_line
from ...core.game_record.replay import Record
from ...table.session import PERSON, Table
from ..db.rows import GameKind, GameRow
from ..http.names import MAX_NAME_LENGTH
from ..workers.slices import in_slices

MAX_UPLOADED_LINES = 6_000
"""Lines of an uploaded record; more than MAX_LINES, because a full one may have been played to its end."""
MAX_HEADER_LENGTH = 80_000
"""Characters in the first line of a record, which may contain the text of a custom scenario."""


def line_text(line: Header | RecordLine) -> str:
    return format_line(line).removesuffix("\n")


def record_bytes(header: Header, lines: Iterable[str]) -> bytes:
    """Return a record as a file has it."""
    return "".join(f"{text}\n" for text in (line_text(header), *lines)).encode()


def outcome_json(state: State) -> str | None:
    """Return the outcome as the database stores it for the list of games, if the game is over."""
    return None if state.outcome is None else json.dumps(asdict(state.outcome))


def make_row(kind: GameKind, header: Header, table: Table) -> GameRow:
    return GameRow(
        secrets.token_urlsafe(9),
        kind,
        game=table.game.name,
        header=line_text(header),
        steps=len(table.steps),
        turn=table.turn,
        over=table.is_over,
        verdict=outcome_json(table.state),
        turns=turn_number(table.state),
    )


def turn_number(state: State) -> int | None:
    """Return the turn of a game as its rules count it, or None if it has no turns or the first is not over."""
    return int(state.game.definition.rules.turns(state.record)) or None


def without_players(record: Record, kind: str) -> Record:
    """Return the record that a table is made from. An uploaded one needs no players, known here or not."""
    if kind != "upload":
        return record
    persons = [PERSON] * len(record.header.seats)
    return replace(record, header=replace(record.header, seats=persons))


def runs_plain(record: Record) -> bool:
    """Return whether the game of a record is played with plain rules, because they are ready sooner."""
    try:
        return should_run_plain(definition_of(record.header.game))
    except UnknownName as error:
        raise BadRecord(str(error), line=1) from error


def replay_record(record: Record, kind: str) -> Generator[None, None, Table]:
    """Return the table at the end of a record (runs in a worker)."""
    return in_slices(Table.replaying(without_players(record, kind), plain=runs_plain(record)))


def check_upload(data: bytes) -> Generator[None, None, tuple[GameRow, list[str]]]:
    """Check every step of an uploaded record; return its row and its lines (runs in a worker)."""
    if data.count(b"\n") > MAX_UPLOADED_LINES:
        raise BadRecord(f"it has more than {MAX_UPLOADED_LINES} lines")
    record = Record.parse(data)
    _check_header(record.header)
    table = yield from replay_record(record, "upload")
    row = make_row("upload", record.header, table)
    return row, [line_text(line) for line in record.lines]


def _check_header(header: Header) -> None:
    if len(line_text(header)) > MAX_HEADER_LENGTH:
        raise BadRecord("the first line is too long", line=1)
    if any(len(name) > MAX_NAME_LENGTH or not name.isprintable() for name in header.seats):
        raise BadRecord(f"the name of a seat must have at most {MAX_NAME_LENGTH} visible characters", line=1)
