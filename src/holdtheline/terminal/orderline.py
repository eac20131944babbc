"""A line below the table in which orders and questions are typed."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from ..core.contract import CHANCE
from ..core.errors import HtlError, NotSaved
from ..core.game import Move
from ..table.words import complaint
from .orders import say_orders
from .playing import PlayingScreen

HOW_TO_TYPE = "/ types: go 12.5,8.25; shoot e2; charge e2; measure f3 e2; help"


class OrderLine(PlayingScreen):
    """A table at which one types. What the words mean is said by whoever builds on this."""

    AUTO_FOCUS = ""  # keys are for the board until somebody wants to type

    def compose_below(self) -> ComposeResult:
        with Horizontal(id="line"):
            yield Static(">", id="purse", markup=False)
            yield Input(id="order", placeholder=HOW_TO_TYPE, select_on_focus=False)

    _kept = ""
    """A line that was refused, to be corrected."""

    @property
    def _line(self) -> Input:
        return self.query_one("#order", Input)

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        """Words that are no orders, as they can be typed line by line."""
        return {}

    @property
    def _questions(self) -> dict[str, Callable[[str], str]]:
        """Words with something behind them that is asked about, and not done."""
        return {}

    def _step(self, step: Move | str) -> None:
        if isinstance(step, Move) or self.table.turn == CHANCE:
            super()._step(step)
            return
        _, error = say_orders(self.table, step)
        if error is not None:
            raise error

    def _take(self, step: Move | str) -> None:
        """Of several orders those before one that is refused stand: u takes them back."""
        before = len(self.table.done)
        try:
            self._step(step)
        except NotSaved as error:
            self._show_trouble(error)
        except HtlError as error:
            if len(self.table.done) != before:
                self._settle()
            self._refuse(complaint(error))
        else:
            self._settle()

    # What is typed

    def action_type(self) -> None:
        """Also while dice roll: who types ahead must not press keys of the board."""
        if not self.table.is_over:
            self._line.focus()

    def action_begin(self, word: str) -> None:
        """Open the line with the beginning of an order."""
        if self._may_choose():
            self._line.value = word
            self._line.cursor_position = len(word)
            self._line.focus()

    @on(Input.Changed)
    def _changing(self, event: Input.Changed) -> None:
        """What is typed so far is tried at once; nothing is done yet."""
        if event.value == self._kept:  # why it was refused is still to be read
            return
        self._kept = ""
        if not self._busy and self.table.turn >= 0 and event.value.strip() and self.focused is self._line:
            self._try_out(event.value.strip())

    def _try_out(self, text: str) -> None:
        """Say what this order would do."""

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        if self._busy:  # what was typed stays there
            self._hurry.set()
            return
        text = event.value.strip().lstrip("/:")
        self._line.value = ""
        word, _, rest = text.partition(" ")
        if self.table.turn == CHANCE and text.lower() in ("", "roll") and not self.table.dice_are_mine:
            self._leave_line()
            self._enter()
        elif not text:
            self._leave_line()
        elif text.lower() in self._commands:
            self._leave_line()
            self._commands[text.lower()]()
        elif word.lower() in self._questions:
            self._answer(word.lower(), rest.strip())
        elif self.table.turn == CHANCE and not self.table.dice_are_mine:
            self._refuse("A die is to be rolled first: press Enter.")
        else:
            self._give(text)

    def _give(self, text: str) -> None:
        before = len(self.table.done)
        self._take(text)
        if self._refused and len(self.table.done) == before:
            self._line.value = self._kept = text
            self._line.cursor_position = len(text)
        elif not self._refused:
            self._leave_line()

    def _leave_line(self) -> None:
        """Keys are for the board again."""
        self._line.value = self._kept = ""
        self.set_focus(None)

    def _answer(self, word: str, text: str) -> None:
        try:
            self._say(self._questions[word](text))
        except HtlError as error:
            self._refuse(complaint(error))
        else:
            self._leave_line()
