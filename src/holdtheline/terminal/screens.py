"""What comes over the table: the list of moves, a line to type in, the story so far, the end, trouble."""

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

from ..core.contract import WON
from ..core.errors import HtlError
from ..core.game import Move
from ..table.session import Done, Table
from ..table.words import complaint, sentence, verdict
from .tabletop import WIDE, log_text

if TYPE_CHECKING:
    from ..table.hints import Chance

MOVES_SHOWN = 500


class MoveScreen(ModalScreen[Move | None]):
    """Every legal move, or those that are offered; typing narrows the list down."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, moves: Sequence[tuple[Move, Chance | None]], *, are_all: bool = True) -> None:
        super().__init__(classes="over")
        self._moves = moves
        self._are_all = are_all
        self._shown: list[Move] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="card high"):
            yield Static("", classes="title")
            yield Input(placeholder="type to narrow down", select_on_focus=False)
            yield OptionList(markup=False)
            yield Static("Up, Down and Enter play a move; Esc goes back.", classes="quiet")

    def on_mount(self) -> None:
        self.query_one(OptionList).can_focus = False
        self._narrow("")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._narrow(event.value)

    def _narrow(self, wanted: str) -> None:
        words = wanted.lower().split()
        found = [
            (move, chance)
            for move, chance in self._moves
            if all(word in f"{move.text} {move.label}".lower() for word in words)
        ]
        self._shown = [move for move, _ in found[:MOVES_SHOWN]]
        self.query_one(".title", Static).update(self._counted(len(found)))
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options([Option(self._row(move, chance)) for move, chance in found[:MOVES_SHOWN]])
        options.highlighted = 0 if found else None

    def _counted(self, found: int) -> str:
        """On an open table no list has every move that is legal."""
        of_all = len(self._moves)
        if self._are_all:
            return f"{found} of {of_all} legal moves"
        return f"{of_all} moves offered" if found == of_all else f"{found} of {of_all} moves offered"

    def _row(self, move: Move, chance: Chance | None) -> Content:
        worth = f"{chance!s:>7}  " if chance is not None else ""
        text = f"  {move.text}" if move.text != move.label and self.size.width >= WIDE else ""
        return Content.assemble((worth, "$success"), move.label, (text, "$quiet"))

    def on_key(self, event: events.Key) -> None:
        options = self.query_one(OptionList)
        steps: dict[str, Callable[[], None]] = {
            "up": options.action_cursor_up,
            "down": options.action_cursor_down,
            "pageup": options.action_page_up,
            "pagedown": options.action_page_down,
        }
        if event.key in steps:
            steps[event.key]()
            event.stop()

    @on(Input.Submitted)
    def _chosen(self) -> None:
        highlighted = self.query_one(OptionList).highlighted
        if highlighted is not None and highlighted < len(self._shown):
            self.dismiss(self._shown[highlighted])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._shown[event.option_index])


class TypeScreen(ModalScreen[bool]):
    """A move as text. `take` plays it, or raises what refuses it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(False)", "back")]

    def __init__(self, example: str, take: Callable[[str], None], odds: Callable[[str], str]) -> None:
        super().__init__(classes="over")
        self._example = example
        self._take = take
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
        """A whole move says at once what it may lead to."""
        told = self._odds(event.value) if event.value.strip() else ""
        self.query_one("#typed-odds", Static).update(told)

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            return
        try:
            self._take(event.value)
        except HtlError as error:
            self.query_one(".refusal", Static).update(complaint(error))
        else:
            self.dismiss(True)


class StoryScreen(ModalScreen[None]):
    """The log, where there is no room for it beside the board."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,o,enter", "dismiss(None)", "back")]

    def __init__(self, steps: Sequence[Done], seats: Sequence[str]) -> None:
        super().__init__(classes="over")
        self._steps = steps
        self._seats = seats

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="card"):
            yield Static("What happened", classes="title")
            yield Static(log_text(self._steps, self._seats) if self._steps else "Nothing yet.")
            yield Static("Esc goes back.", classes="quiet")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).scroll_end(animate=False)


class EndScreen(ModalScreen[None]):
    """Won or lost, why, and where the record is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,b,enter,space", "dismiss(None)", "board"),
        Binding("q", "app.leave(0)", "leave"),
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
        look = "won" if outcome.scores[seat] == WON else "lost"
        with Vertical(classes="card"):
            yield Static(verdict(outcome, table.game.sides, persons), classes=f"title {look}")
            yield Static(table.state.prompt(seat), classes="line", markup=False)
            reason = Content.assemble(sentence(outcome.reason), (f" {outcome.clause}", "$quiet"))
            yield Static(reason, classes="line")
            if table.path is not None:
                yield Static("The record:", classes="quiet")
                yield Static(str(table.path), classes="line", markup=False)
            yield Static(
                Content.from_markup(
                    "[b $primary]q[/] leave   [b $primary]Esc[/] look at the board   [b $primary]?[/] rules"
                ),
                classes="quiet",
            )

    def action_rules(self) -> None:
        from .rules import RulesScreen

        outcome = self._table.state.outcome
        self.app.push_screen(RulesScreen(self._table.game.name, outcome.clause if outcome else ""))


class TroubleScreen(ModalScreen[None]):
    """Something outside the game went wrong; the game stands as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space", "dismiss(None)", "go on")]

    def __init__(self, trouble: str) -> None:
        super().__init__(classes="over")
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        with Vertical(classes="card"):
            yield Static("Not saved", classes="title lost")
            yield Static(self._trouble, classes="line", markup=False)
            yield Static("Make room and try again: Enter goes back to the table.", classes="quiet")


class CurtainScreen(Screen[None]):
    """Hides what one person knows from the other, until that one sits before the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss(None)", "go on")]

    def __init__(self, name: str, *, plans: bool = True) -> None:
        super().__init__(classes="curtain")
        self._who = name
        self._plans = plans

    def compose(self) -> ComposeResult:
        name = self._who
        others, shown = "the other one looks away", "table"
        if self._plans:
            others, shown = "whoever has planned already looks away", "plan"
        with Vertical(classes="card"):
            yield Static(f"The {name} player {'plans' if self._plans else 'decides'} now", classes="title")
            yield Static(f"Change places; {others}.", classes="line")
            yield Static(f"Enter shows the {shown} of the {name} player.", classes="quiet")


class TextScreen(ModalScreen[None]):
    """Something to read: each line with its style, `head`, `quiet` or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,t,v", "dismiss(None)", "back"),
        Binding("down", "scroll(1)"),
        Binding("up", "scroll(-1)"),
    ]

    def __init__(self, title: str, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="over")
        self._heading = title
        self._told = lines

    def compose(self) -> ComposeResult:
        styles = {"head": "bold $accent", "quiet": "$quiet"}
        rows: list[Content] = []
        for style, line in self._told:
            rows += [Content("")] if style == "head" and rows else []
            rows.append(Content.styled(line, styles.get(style, "")))
        with VerticalScroll(classes="card", can_focus=False) as card:
            yield Static(self._heading, classes="title")
            yield Static(Content("\n").join(rows), classes="line")
        card.border_subtitle = "Enter goes on"  # in the frame, so that it does not scroll away

    def on_resize(self) -> None:
        self.call_after_refresh(self._tell_keys)

    def _tell_keys(self) -> None:
        card = self.query_one(VerticalScroll)
        card.border_subtitle = "Up and Down scroll, Enter goes on" if card.max_scroll_y else "Enter goes on"

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)
