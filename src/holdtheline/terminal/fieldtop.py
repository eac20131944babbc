"""A map on the screen: larger than most terminals, so that it has all the room, and is scrolled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.containers import ScrollableContainer
from textual.content import Content
from textual.widgets import Static

from ..core.contract import CHANCE, EVERYBODY, OVER
from ..core.drawing import Drawing
from ..core.game import State
from ..table.session import Done, Table
from .tabletop import TableTop

MAP_WIDE, SIDE_WIDE = 81, 27
"""Columns of the map with its scrollbar, and the least that the log needs beside it."""
ROWS_AROUND = 3
"""So many rows are left below or above those that are brought before the eyes."""
NOBODY = -1
SCORE = " VP"


def drawn_for(state: State, seat: int) -> Drawing:
    """The drawing as this seat may see it; for NOBODY it has only what everybody knows."""
    if seat != NOBODY:
        return list(state.drawing(seat))
    return state.game.contract.drawing(state.seen_by_all().record, EVERYBODY)


def asked_of(state: State, seat: int) -> str:
    """The question in the same way."""
    if seat != NOBODY:
        return state.prompt(seat)
    return state.game.contract.prompt(state.seen_by_all().record, EVERYBODY)


def side_of(state: State) -> int:
    """Whose part of a turn it is; somebody else may have to decide in it."""
    record = state.record
    return int(record.side) if "side" in (state.game.contract.dtype.names or ()) else int(state.turn)


def start_of_their_turn(done: Sequence[Done], state_after: Callable[[int], State], seat: int) -> int:
    """The step before which the last turn of somebody else began."""
    at = len(done)
    while at > 0 and side_of(state_after(at)) == seat:
        at -= 1
    while at > 0 and side_of(state_after(at - 1)) != seat:
        at -= 1
    return at


def is_next_hidden(table: Table, looks_on: int) -> bool:
    """Whether the person who decides next knows what the one who looks on may not see."""
    seat = table.turn
    if table.players.count(None) < 2 or seat in (CHANCE, OVER, looks_on) or table.players[seat] is not None:
        return False
    if looks_on == NOBODY and all(done.seat == CHANCE for done in table.done):
        return False  # a new game: nobody has seen anything
    return table.state.seen_by(seat) != table.state.seen_by_all()


def was_computer(table: Table) -> bool:
    """Whether a computer player decided last, and somebody plays against it."""
    last = next((done.seat for done in reversed(table.done) if done.seat != CHANCE), None)
    return last is not None and table.players[last] is not None and None in table.players


class FieldTop(TableTop):
    """A table with a map on it."""

    def on_mount(self) -> None:
        self.add_class("field")
        self.lay_out()

    @property
    def has_side(self) -> bool:
        """Whether the log stands beside the map."""
        return self.size.width >= MAP_WIDE + SIDE_WIDE

    @property
    def is_small(self) -> bool:
        return not self.has_side

    def lay_out(self) -> None:
        self.set_class(not self.has_side, "-alone")

    def show_head(self, right: str) -> None:
        """How things stand is said above the map, which may have scrolled away from it."""
        told = [row.partition(".")[0].rstrip() for row in self.board.rows_above if SCORE in row]
        if not self.is_small or not told:
            super().show_head("   ".join([*told, right]))
        else:
            self.query_one("#head", Static).update(Content("   ".join(told)), layout=False)

    def action_scroll_field(self, x: int, y: int) -> None:
        self._stage.scroll_relative(x=x, y=y, animate=False)

    @property
    def _stage(self) -> ScrollableContainer:
        return self.query_one("#stage", ScrollableContainer)

    def scroll_to_map(self) -> None:
        """What stands above the map makes room for it where rows are scarce."""
        top = self.board.first_row
        if top and self.board.height_wanted > self._stage.size.height:
            self._stage.scroll_to(y=top - 1, animate=False)

    def scroll_to_row(self, row: int) -> None:
        """Have this row before the eyes."""
        top, height = self._stage.scroll_offset.y, self._stage.size.height
        if row < top + 1 or row >= top + height - 1:
            self._stage.scroll_to(y=row - height // 2, animate=False)

    def scroll_to_things(self, ids: Sequence[str]) -> None:
        """Have the rows of all these before the eyes; of too many, the last ones."""
        places = [place for place in map(self.board.place_of, ids) if place is not None]
        if not places:
            return
        first, last = min(place.y for place in places), max(place.bottom for place in places)
        top, height = self._stage.scroll_offset.y, self._stage.size.height
        if last > top + height - 1:
            self._stage.scroll_to(y=last + ROWS_AROUND - height, animate=False)
        elif first < top + 1:
            self._stage.scroll_to(y=max(first - ROWS_AROUND, last + 1 - height), animate=False)

    def scroll_to_thing(self, id_: str) -> None:
        """Have this thing before the eyes; nothing moves if it is there already."""
        place, stage = self.board.place_of(id_), self._stage
        if place is None:
            return
        top, height = stage.scroll_offset.y, stage.size.height
        if place.y < top + 1 or place.bottom > top + height - 1:
            stage.scroll_to(y=place.y - height // 2, animate=False)
        left, width = stage.scroll_offset.x, stage.size.width - 2
        if place.x < left or place.right > left + width:
            stage.scroll_to(x=place.x - width // 2, animate=False)
