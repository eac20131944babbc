"""Dialogs over the table: move list, typed move, log, game over, not saved, change of seats, plain text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...core.definition import WON
from ...core.errors import HtlError
from ...core.events import Move
from ...table.history import PlayedStep
from ...table.session import Table
from ...table.text import format_sentence, refusal_text, winner_text
from .table_screen import MIN_WIDE_COLUMNS, log_content

if TYPE_CHECKING:
    from ...table.hints import WinChance


MAX_MOVES = 500


class MoveListScreen(ModalScreen[Move | None]):
    """A filterable list of moves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, moves: Sequence[tuple[Move, WinChance | None]], *, is_complete: bool = True) -> None:
        super().__init__(classes="over")
        self._moves = moves
        self._is_complete = is_complete
        self._listed_moves: list[Move] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="card high"):
            yield Static("", classes="title")
            yield Input(placeholder="type to filter", select_on_focus=False)
            yield OptionList(markup=False)
            yield Static("Up and Down select a move, Enter plays it; Esc goes back.", classes="quiet")

    def on_mount(self) -> None:
        self.query_one(OptionList).can_focus = False
        self._filter("")

    @on(Input.Changed)
    def _filter_changed(self, event: Input.Changed) -> None:
        self._filter(event.value)

    def _filter(self, wanted: str) -> None:
        words = wanted.lower().split()
        found = [
            (move, chance)
            for move, chance in self._moves
            if all(word in f"{move.text} {move.label}".lower() for word in words)
        ]
        self._listed_moves = [move for move, _ in found[:MAX_MOVES]]
        self.query_one(".title", Static).update(self._count_text(len(found)))
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(self._row(move, chance)) for move, chance in found[:MAX_MOVES]])
        options.highlighted = 0 if found else None

    def _count_text(self, found: int) -> str:
        """Return how many moves are listed; an open table has more legal moves than any list."""
        total = len(self._moves)
        if self._is_complete:
            return f"{found} of {total} legal moves"
        return f"{total} moves offered" if found == total else f"{found} of {total} moves offered"

    def _row(self, move: Move, chance: WinChance | None) -> Content:
        chance_text = f"{chance!s:>7}  " if chance is not None else ""
        text = f"  {move.text}" if move.text != move.label and self.size.width >= MIN_WIDE_COLUMNS else ""
        return Content.assemble((chance_text, "$success"), move.label, (text, "$quiet"))

    def on_key(self, event: events.Key) -> None:
        options = self.query_one(OptionList)
        actions: dict[str, Callable[[], None]] = {
            "up": options.action_cursor_up,
            "down": options.action_cursor_down,
            "pageup": options.action_page_up,
            "pagedown": options.action_page_down,
        }
        if event.key in actions:
            actions[event.key]()
            event.stop()

    @on(Input.Submitted)
    def _chosen(self) -> None:
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None and highlighted < len(self._listed_moves):
            self.dismiss(self._listed_moves[highlighted])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._listed_moves[event.option_index])


class TypeMoveScreen(ModalScreen[bool]):
    """A dialog to type a move; `play` plays it or raises the refusal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(False)", "back")]

    def __init__(self, example: str, play: Callable[[str], None], odds: Callable[[str], str]) -> None:
        super().__init__(classes="over")
        self._example = example
        self._play_text = play
        self._odds = odds

    def compose(self) -> ComposeResult:
        with Vertical(classes="card"):
            yield Static("Type a move", classes="title")
            yield Input(placeholder=f"for example: {self._example}")
            yield Static("", classes="refusal", markup=False)
            yield Static("", id="typed-odds", classes="line", markup=False)
            yield Static("Enter plays it; Esc goes back.", classes="quiet")

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        """Show the odds as soon as the text is a whole move."""
        odds = self._odds(event.value) if event.value.strip() else ""
        self.query_one("#typed-odds", Static).update(odds)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            return
        try:
            self._play_text(event.value)
        except HtlError as error:
            self.query_one(".refusal", Static).update(refusal_text(error))
        else:
            self.dismiss(True)


class LogScreen(ModalScreen[None]):
    """The log, for terminals that are too small to show it beside the board."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,o,enter", "dismiss(None)", "back")]

    def __init__(self, steps: Sequence[PlayedStep], seats: Sequence[str]) -> None:
        super().__init__(classes="over")
        self._steps = steps
        self._seats = seats

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="card"):
            yield Static("What happened", classes="title")
            yield Static(log_content(self._steps, self._seats) if self._steps else "Nothing yet.")
            yield Static("Esc goes back.", classes="quiet")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).scroll_end(animate=False)


class GameOverScreen(ModalScreen[None]):
    """The result, the reason, and the path of the record."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,b,enter,space", "dismiss(None)", "board"),
        Binding("q", "app.leave(0)", "quit"),
        Binding("question_mark,f1", "rules", "rules"),
    ]

    def __init__(self, table: Table) -> None:
        super().__init__(classes="over")
        self._table = table

    def compose(self) -> ComposeResult:
        table, outcome = self._table, self._table.state.outcome
        assert outcome is not None
        persons = [seat for seat, player in enumerate(table.players) if player is None]
        seat = persons[0] if persons else 0
        result_class = "won" if outcome.scores[seat] == WON else "lost"
        with Vertical(classes="card"):
            yield Static(winner_text(outcome, table.game.sides, persons), classes=f"title {result_class}")
            yield Static(table.state.prompt(seat), classes="line", markup=False)
            reason = Content.assemble(format_sentence(outcome.reason), (f" {outcome.clause}", "$quiet"))
            yield Static(reason, classes="line")
            if table.path is not None:
                yield Static("The record:", classes="quiet")
                yield Static(str(table.path), classes="line", markup=False)
            yield Static(
                Content.from_markup(
                    "[b $primary]q[/] quit   [b $primary]Esc[/] look at the board   [b $primary]?[/] rules"
                ),
                classes="quiet",
            )

    def action_rules(self) -> None:
        from .help import HelpScreen

        outcome = self._table.state.outcome
        self.app.push_screen(HelpScreen(self._table.game.name, outcome.clause if outcome else ""))


class NotSavedScreen(ModalScreen[None]):
    """A step could not be saved; the game is unchanged."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space", "dismiss(None)", "continue")]

    def __init__(self, reason: str) -> None:
        super().__init__(classes="over")
        self._reason = reason

    def compose(self) -> ComposeResult:
        with Vertical(classes="card"):
            yield Static("Not saved", classes="title lost")
            yield Static(self._reason, classes="line", markup=False)
            yield Static("Fix the problem above, then press Enter to try again.", classes="quiet")


class ChangeSeatsScreen(Screen[None]):
    """Hides the table until the other person is at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss(None)", "continue")]

    def __init__(self, name: str, *, plans: bool = True) -> None:
        super().__init__(classes="curtain")
        self._seat_name = name
        self._plans = plans

    def compose(self) -> ComposeResult:
        name = self._seat_name
        view = "plan" if self._plans else "table"
        with Vertical(classes="card"):
            yield Static(f"The {name} player {'plans' if self._plans else 'decides'} now", classes="title")
            yield Static("Switch seats; the other player should look away.", classes="line")
            yield Static(f"Press Enter to show the {name} player's {view}.", classes="quiet")


class TextScreen(ModalScreen[None]):
    """A text to read: each line with its style, `head`, `quiet` or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,t,v", "dismiss(None)", "back"),
        Binding("down", "scroll(1)"),
        Binding("up", "scroll(-1)"),
    ]

    def __init__(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="over")
        self._heading = title
        self._styled_lines = lines

    def compose(self) -> ComposeResult:
        styles = {"head": "bold $accent", "quiet": "$quiet"}
        rows: list[Content] = []
        for style, line in self._styled_lines:
            rows += [Content("")] if style == "head" and rows else []
            rows.append(Content.styled(line, styles.get(style, "")))
        with VerticalScroll(classes="card", can_focus=False) as card:
            yield Static(self._heading, classes="title")
            yield Static(Content("\n").join(rows), classes="line")
        card.border_subtitle = "Enter closes"  # in the frame, so that it does not scroll away

    def on_resize(self) -> None:
        self.call_after_refresh(self._show_scroll_keys)

    def _show_scroll_keys(self) -> None:
        card = self.query_one(VerticalScroll)
        card.border_subtitle = "Up and Down scroll, Enter closes" if card.max_scroll_y else "Enter closes"

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
