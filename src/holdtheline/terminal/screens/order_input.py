"""A play screen with an input line for typed orders, commands and questions."""

from __future__ import annotations

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key
from textual.widgets import Input, Static

from ...core.definition import CHANCE
from ...core.errors import HtlError
from ...core.events import Move
from ...table.text import refusal_text
from ..orders import give_orders
from .play import PlayScreen


class OrderInputScreen(PlayScreen):
    """A play screen with an input line. Subclasses define which commands and questions can be typed."""

    AUTO_FOCUS = ""  # keys act on the board until the input line is opened
    ORDER_PLACEHOLDER = ""
    STAYS_OPEN = False
    """Whether the input line stays open after an order."""

    _refused_line = ""
    """The last refused line, left in the input to be corrected."""

    def compose_below(self) -> ComposeResult:
        with Horizontal(id="line"):
            yield Static(">", id="input-prefix", markup=False)
            yield Input(id="order", placeholder=self.ORDER_PLACEHOLDER, select_on_focus=False)

    @property
    def _order_input(self) -> Input:
        return self.query_one("#order", Input)

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        """The commands that are typed as a single word."""
        return {}

    @property
    def _queries(self) -> dict[str, Callable[[str], str]]:
        """The questions: a word, and a function that answers the text after it."""
        return {}

    def _apply_step(self, step: Move | str) -> None:
        if isinstance(step, Move) or self.table.turn == CHANCE:
            super()._apply_step(step)
            return
        _, error = give_orders(self.table, step)
        if error is not None:
            raise error

    # The input line

    def action_type(self) -> None:
        """Open the input line, even while dice are rolling, so that typed text does not trigger board keys."""
        if not self.table.is_over:
            self._order_input.focus()

    def action_begin(self, word: str) -> None:
        """Open the input line with the first word of an order."""
        if self._can_choose():
            self._order_input.value = word
            self._order_input.cursor_position = len(word)
            self._order_input.focus()

    @on(Input.Changed)
    def _order_changed(self, event: Input.Changed) -> None:
        """Preview what is typed so far."""
        if event.value == self._refused_line:  # keep the reason for the refusal on the screen
            return
        self._refused_line = ""
        if not self._busy and self.table.turn >= 0 and event.value.strip() and self.focused is self._order_input:
            self._preview_typed(event.value.strip())

    def _preview_typed(self, text: str) -> None:
        """Show what this order would do."""

    @on(Input.Submitted)
    def _order_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self._busy:  # keep what was typed
            self._skip_animation.set()
            return
        text = event.value.strip().lstrip("/:")
        self._order_input.value = ""
        word, _, rest = text.partition(" ")
        if self.table.turn == CHANCE and text.lower() in ("", "roll") and not self.table.dice_are_mine:
            self._leave_input()
            self._enter()
        elif not text:
            self._leave_input()
        elif text.lower() in self._commands:
            self._leave_input()
            self._commands[text.lower()]()
        elif word.lower() in self._queries:
            self._answer_query(word.lower(), rest.strip())
        elif self.table.turn == CHANCE and not self.table.dice_are_mine:
            self._refuse("Roll the die first: press Enter.")
        else:
            self._give_orders(text)

    def _give_orders(self, text: str) -> None:
        before = len(self.table.steps)
        self._play_step(text)
        if self._refused and len(self.table.steps) == before:
            self._order_input.value = self._refused_line = text
            self._order_input.cursor_position = len(text)
        elif not self._refused and not self.STAYS_OPEN:
            self._leave_input()

    def _leave_input(self) -> None:
        """Empty and leave the input line, so that keys act on the board again."""
        self._order_input.value = self._refused_line = ""
        self.set_focus(None)

    def _handle_board_key(self, event: Key) -> bool:
        if self.focused is not self._order_input:
            return super()._handle_board_key(event) or self._explain_typing(event)
        if event.key == "escape":
            self._escape_input()
            return True
        return False

    def _escape_input(self) -> None:
        self.set_focus(None)

    def _explain_typing(self, event: Key) -> bool:
        """Explain how to type an order, if the letter is not a board key.

        Other letters of the same word may be keys, so clicks are cleared: an Enter at the end of the word
        must not play what they selected.
        """
        if not event.is_printable or event.key in self.COMMAND_KEYS or not self._can_choose():
            return False
        self.picker.clear()
        self._refuse("Press / first, then type your order.")
        return True

    def _answer_query(self, word: str, text: str) -> None:
        try:
            self._show_message(self._queries[word](text))
        except HtlError as error:
            self._refuse(refusal_text(error))
        else:
            self._leave_input()
