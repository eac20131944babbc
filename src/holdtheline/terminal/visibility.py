"""What the person at the keyboard may see: secret steps, hidden pieces, and when two people must switch seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from ..core.ascii_art import AsciiBoard
from ..core.definition import CHANCE, EVERYONE, OVER
from ..core.events import Event
from ..core.game import Game, State
from ..table.history import PlayedStep
from ..table.session import Table

NO_SEAT = -1
"""The seat of a viewer who may see only what every seat knows."""


def count_people(table: Table) -> int:
    """Return how many seats are held by people at this keyboard."""
    return table.players.count(None)


def drawing_for(state: State, seat: int) -> AsciiBoard:
    """Return the drawing as this seat may see it; NO_SEAT sees only what every seat knows."""
    if seat != NO_SEAT:
        return list(state.drawing(seat))
    return state.game.definition.view.ascii_board(state.seen_by_all().record, EVERYONE)


def prompt_for(state: State, seat: int) -> str:
    """Return the prompt as this seat may see it; NO_SEAT sees only what every seat knows."""
    if seat != NO_SEAT:
        return state.prompt(seat)
    return state.game.definition.text.prompt(state.seen_by_all().record, EVERYONE)


def side_to_play(state: State) -> int:
    """Return the side whose turn it is; another seat may have to decide within that turn."""
    record = state.record
    return (
        int(record.side)
        if "side" in (state.game.definition.rules.state.dtype.names or ())
        else int(state.current_player)
    )


def find_start_of_opponent_turn(steps: Sequence[PlayedStep], state_after: Callable[[int], State], seat: int) -> int:
    """Return the number of steps before the last turn of another side began."""
    number = len(steps)
    while number > 0 and side_to_play(state_after(number)) == seat:
        number -= 1
    while number > 0 and side_to_play(state_after(number - 1)) != seat:
        number -= 1
    return number


def must_change_seats(table: Table, viewer: int) -> bool:
    """Return whether the person who decides next knows something that the viewer may not see."""
    seat = table.turn
    if count_people(table) < 2 or seat in (CHANCE, OVER, viewer) or table.players[seat] is not None:
        return False
    if viewer == NO_SEAT and all(step.seat == CHANCE for step in table.steps):
        return False  # a new game: nothing has been shown yet
    return table.state.seen_by(seat) != table.state.seen_by_all()


def has_computer_just_moved(table: Table) -> bool:
    """Return whether a computer player decided last in a game with a person."""
    last = next((step.seat for step in reversed(table.steps) if step.seat != CHANCE), None)
    return last is not None and table.players[last] is not None and None in table.players


def is_planning(table: Table, seat: int) -> bool:
    """Return whether the next decision of this seat is secret."""
    definition, codes = table.game.definition, table.state.legal_codes(seat) if table.state.can_move(seat) else []
    return bool(codes) and definition.is_secret_move(table.state.record, codes[-1])


def must_change_planner(table: Table, seat: int, viewer: int) -> bool:
    """Return whether another person must take the keyboard before this seat plans in secret."""
    return count_people(table) > 1 and seat != viewer and is_planning(table, seat)


def can_read_event(game: Game, event: Event, seat: int) -> bool:
    return game.definition.event_audience(event.kind, event.numbers) in (EVERYONE, seat)


class SeatLog:
    """The log of a table, filtered for each seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._secret_steps: dict[tuple[int, int, str], bool] = {}

    def steps(self, seat: int) -> list[PlayedStep]:
        """Return the steps that this seat may know, each with the events that it may read."""
        return list(self._backwards(seat))[::-1]

    def events(self, seat: int, most: int) -> list[Event]:
        """Return the last `most` events that this seat may read."""
        readable = (event for step in self._backwards(seat) for event in reversed(step.events))
        return list(islice(readable, most))[::-1]

    def _backwards(self, seat: int) -> Iterator[PlayedStep]:
        for step in reversed(self.table.steps):
            if step.seat == seat or not self._is_secret(step):
                events = [event for event in step.events if can_read_event(self.table.game, event, seat)]
                yield PlayedStep(step.number, step.seat, step.move, events)

    def _is_secret(self, step: PlayedStep) -> bool:
        """Return whether only the seat that played this step may know it."""
        key = (step.number, step.seat, step.play)
        if key not in self._secret_steps:
            self._secret_steps[key] = step.seat >= 0 and self.table.game.definition.is_secret_move(
                self.table.state_after(step.number - 1).record, step.move.code
            )
        return self._secret_steps[key]
