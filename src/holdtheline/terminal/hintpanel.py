"""The chances beside the board: off until asked for, then kept up with the game."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Static

from ..core.game import Move, State
from ..table.hints import Hint, Hints, waiting
from .asking import hint_line, hint_text


class HintPanel(Static):
    """Asks in the background, and shows what it was told last."""

    class Hinted(Message):
        """A hint has come, or a sentence that says why there is none."""

        def __init__(self, hint: Hint | str) -> None:
            super().__init__()
            self.hint = hint

    def __init__(self) -> None:
        super().__init__(id="hints")
        self.is_on = False
        self.hint: Hint | None = None
        self._note = ""
        self._asked = ""
        self._hints = Hints(self._tell)

    def _tell(self, hint: Hint | str) -> None:
        self.post_message(self.Hinted(hint))

    def toggle(self) -> None:
        self.is_on = not self.is_on
        if not self.is_on:
            self._hints.stop()

    def ask(self, state: State | None, seat: int) -> None:
        """Forget the last hint; where hints are on, ask for that of this state, if there is one."""
        self.hint = None
        self._asked = self._note = ""
        if self.is_on and state is not None:
            seen = state.seen_by(seat)
            self._asked = seen.digest()
            self._note = waiting()
            self._hints.ask(seen, seat)
        else:
            self._hints.stop()

    def on_hint_panel_hinted(self, event: Hinted) -> None:
        """Take note of an answer, unless the game has gone on; the screen hears of it as well."""
        if isinstance(event.hint, str):
            self._note = event.hint
        elif event.hint.key == self._asked:
            self.hint = event.hint

    def show(self, ready: Move | None) -> None:
        self.update(hint_text(self.hint, self._note, ready.code if ready else None))

    @property
    def line(self) -> str:
        """All that there is to say where there is room for one line."""
        return hint_line(self.hint, self._note)
