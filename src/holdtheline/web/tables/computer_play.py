"""What computer players do in a worker: their moves at a table, and whole games among themselves."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Generator, Sequence

from ...core.definition import CHANCE
from ...core.game_record.lines import RecordLine
from ...core.game_record.replay import Record
from ...players.player import Player, player
from ...table.session import PERSON, Table
from ..db.rows import GameRow
from ..workers.positions import Position, can_run_compiled
from ..workers.slices import SLICE_SECONDS, in_slices
from .records import line_text, make_row

TURN_SECONDS = 5.0
"""A turn that takes longer is saved in between."""
MAX_TURN_MOVES = 500
MAX_GAME_STEPS = 5_000
MAX_CACHED_PLAYERS = 64
PlayedGame = tuple[GameRow, list[str]]
"""The row of a game, and the lines that were added to its record."""

_players: OrderedDict[tuple[str, int, str], Player] = OrderedDict()


def cached_player(table: str, seat: int, name: str) -> Player:
    """Return the player of a seat, who may remember the search for the last move."""
    key = table, seat, name
    found = _players.pop(key, None) or player(name)
    _players[key] = found
    if len(_players) > MAX_CACHED_PLAYERS:
        _players.popitem(last=False)
    return found


def play_computers(position: Position, seats: Sequence[str], table: str) -> Generator[None, None, list[int]]:
    """Return the codes of the next moves of computer players, up to the next roll or decision of a person."""
    state, codes = position.fast_state(), list[int]()
    persons = [seat for seat, name in enumerate(seats) if name == PERSON]
    turn_began = slice_began = time.perf_counter()
    while state.current_player >= 0 and not any(map(state.can_move, persons)) and len(codes) < MAX_TURN_MOVES:
        seat = int(state.current_player)
        codes.append(cached_player(table, seat, seats[seat]).code(state))
        state.play(codes[-1])
        now = time.perf_counter()
        if now - turn_began > TURN_SECONDS:
            break
        if now - slice_began > SLICE_SECONDS:
            yield
            slice_began = time.perf_counter()
    return codes


class LineBuffer:
    """A record writer that keeps the lines in memory until the whole game is stored."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def write(self, *lines: RecordLine) -> None:
        self.texts += map(line_text, lines)

    def close(self) -> None:
        """Do nothing."""


def play_game(data: bytes, is_compiling: bool) -> Generator[None, None, PlayedGame]:
    """Play a game from the end of a record to its end if no person has a seat; return its row and its new lines."""
    record = Record.parse(data)
    is_plain = not can_run_compiled(record.header.game, is_compiling)
    table = yield from in_slices(Table.replaying(record, plain=is_plain))
    buffer = LineBuffer()
    table.writer = buffer
    slice_began = time.perf_counter()
    while not (table.is_over or table.persons) and len(table.steps) < MAX_GAME_STEPS:
        table.roll_all() if table.turn == CHANCE else table.let_player_act()
        if time.perf_counter() - slice_began > SLICE_SECONDS:
            yield
            slice_began = time.perf_counter()
    return make_row("table", record.header, table), buffer.texts
