"""A play screen for two people at one keyboard: it is hidden while they change seats."""

from __future__ import annotations

from ..visibility import NO_SEAT
from .dialogs import ChangeSeatsScreen
from .play import PlayScreen


class HotSeatScreen(PlayScreen):
    """A play screen that knows who looks at it, so that it shows no seat the secrets of another."""

    _viewer = NO_SEAT
    """The seat of the person at the keyboard; unknown when a game is resumed."""

    def _change_seats(self, seat: int, *, plans: bool) -> None:
        """Hide the table until the person of this seat is at the keyboard."""

        def seat_viewer(_: None) -> None:
            self._viewer = seat
            self._advance()

        self.app.push_screen(ChangeSeatsScreen(self.game.seats[seat], plans=plans), seat_viewer)
