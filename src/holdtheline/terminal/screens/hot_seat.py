"""A play screen for two people at one keyboard: it is hidden while they switch seats."""

from __future__ import annotations

from ..visibility import NO_SEAT
from .dialogs import ChangeSeatsScreen
from .play import PlayScreen


class HotSeatScreen(PlayScreen):
    """A play screen that knows who is looking, so that no seat sees another's secrets."""

    _viewer = NO_SEAT
    """The seat of the person at the keyboard; unknown when a game is resumed."""

    def _change_seats(self, seat: int, *, plans: bool) -> None:
        """Hide the table until the person in this seat is at the keyboard."""

        def seat_viewer(_: None) -> None:
            self._viewer = seat
            self._advance()

        self.app.push_screen(ChangeSeatsScreen(self.game.seats[seat], plans=plans), seat_viewer)
