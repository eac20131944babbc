"""Planning on the screen: orders by keys, by touches or typed; then the turn as a film."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from textwrap import shorten
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.events import Key as KeyEvent
from textual.widgets import Input, Static

from ..core.drawing import Piece, as_text
from ..core.errors import HtlError, NotSaved
from ..core.game import Move, State
from ..players.player import Player
from ..table.session import Table
from ..table.words import complaint, viewer_of
from . import plan
from .background import in_background
from .board import Board
from .film import NOBODY, Film, film_at
from .hintpanel import HintPanel
from .lanes import LanesTop
from .orders import SealedLog, is_half_given, plans_now, say_orders, take_back
from .planasking import keys_in_plan, ready_in_plan
from .playing import PlayingScreen
from .tabletop import KeyBar, ReadyLine

LINES_IN_LOG = 200
HOW_TO_TYPE = "/ types: help; or build missile 3 2; hire 3 rifle; send 1-3 2 40"


class PlanningScreen(PlayingScreen, LanesTop):
    """A table at which seats plan at once."""

    AUTO_FOCUS = ""  # keys are for the board until somebody wants to type
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "film"),
        Binding("v", "report"),
        Binding("t", "plan"),
        Binding("shift+up", "scroll_lanes(0, -4)"),
        Binding("shift+down", "scroll_lanes(0, 4)"),
        Binding("shift+left", "scroll_lanes(-8, 0)"),
        Binding("shift+right", "scroll_lanes(8, 0)"),
    ]
    COMMAND_KEYS = PlayingScreen.COMMAND_KEYS | {"f", "v", "t"}

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table, animated=animated)
        self._log = SealedLog(table)
        self._told = len(table.done)  # steps whose film was shown
        self._film: Film | None = None
        # The person before the screen; when a game goes on, nobody knows who that is.
        self._at = NOBODY if self._persons > 1 and table.done else viewer_of(table)

    def compose_side(self) -> ComposeResult:
        yield Static(id="asked", markup=False)
        yield Board("plan")
        yield HintPanel()

    def compose_below(self) -> ComposeResult:
        with Horizontal(id="line"):
            yield Static(id="purse", markup=False)
            yield Input(id="order", placeholder=HOW_TO_TYPE, select_on_focus=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self._repaint)

    @property
    def around(self) -> int:
        return (3 if self.has_side else 4) if self.is_bare else 7

    @property
    def _persons(self) -> int:
        return self.table.players.count(None)

    @property
    def _is_private(self) -> bool:
        """Whether one's gold and orders may be shown: in the middle of a turn two persons look on."""
        table = self.table
        return self._persons < 2 or table.is_over or plans_now(table, viewer_of(table))

    @property
    def _line(self) -> Input:
        return self.query_one("#order", Input)

    # The course of things

    def _settle(self) -> None:
        film = self._new_film()
        if film is not None:
            self._film = film
            self._show_film(film)
        elif self._needs_curtain:
            self._draw_curtain()
        else:
            lit = self._lit
            self._at = viewer_of(self.table)
            super()._settle()
            self._lit = lit if any(spot.id == lit for spot in self.chooser.spots) else ""
            self._help_typing()

    def _new_film(self) -> Film | None:
        """The turn that was played since the last look, if there was one."""
        done, first = self.table.done, min(self._told, len(self.table.done))
        self._told = len(done)
        seat, neutral = (self._at, False) if self._persons == 1 else (0, True)
        films = (
            film_at(done[:last], self.table.state_after, seat, neutral)
            for last in range(len(done), first, -1)
        )
        return next((film for film in films if film is not None), None)

    def _show_film(self, film: Film) -> None:
        from .filming import FilmScreen

        if self.animated:
            self.app.push_screen(FilmScreen(self.game, film), lambda _: self._settle())
        else:
            self._show_report(film)

    def _show_report(self, film: Film) -> None:
        from .screens import TextScreen

        title = f"{film.told['title']}: what it was worth"
        self.app.push_screen(TextScreen(title, film.report()), lambda _: self._settle())

    @property
    def _needs_curtain(self) -> bool:
        seat = viewer_of(self.table)
        return self._persons > 1 and seat != self._at and plans_now(self.table, seat)

    def _draw_curtain(self) -> None:
        """The plan of one must not be before the eyes of the other."""
        from .screens import CurtainScreen

        self._line.value = ""
        self.set_focus(None)
        self._repaint()
        seat = viewer_of(self.table)
        self.app.push_screen(CurtainScreen(self.game.seats[seat]), lambda _: self._open_curtain(seat))

    def _open_curtain(self, seat: int) -> None:
        self._at = seat
        self._settle()

    async def _let_act(self, acting: Player) -> None:
        """Computer players plan until somebody else is to decide, or a turn was played."""
        table, before = self.table, len(self.table.done)
        try:
            while not table.is_over and not table.waits_for_person:
                table.play(await in_background(partial(self._choice_of, table.state.copy())))
                if table.state.record.number != table.state_after(before).record.number:
                    break
        except NotSaved as error:
            self._show_trouble(error, self._settle)
            return
        finally:
            self._busy = ""
        self._settle()

    def _choice_of(self, state: State) -> Move:
        player = self.table.players[state.turn]
        assert player is not None
        return player.choose(state)

    # Orders

    def _step(self, step: Move | str) -> None:
        if isinstance(step, Move):
            self.table.play(step)
            return
        _, error = say_orders(self.table, step)
        if error is not None:
            raise error

    def _take(self, step: Move | str) -> None:
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

    def _touch(self, id_: str) -> None:
        """An order that is sealed can be taken back, so that a touch is enough to give it."""
        super()._touch(id_)
        ready = self.chooser.ready
        if ready is not None and self.game.contract.sealed(self.table.state.record, ready.code):
            self._take(ready)

    def action_undo(self) -> None:
        if self._busy:
            return
        try:
            gone = take_back(self.table)
        except NotSaved as error:
            self._show_trouble(error)
        except HtlError as error:
            self._refuse(complaint(error))
        else:
            self._settle()
            self._say(f"Taken back: {', '.join(done.play for done in reversed(gone))}.")

    # The line for orders

    def action_type(self) -> None:
        if self._may_choose():
            self._line.focus()

    def _help_typing(self) -> None:
        """What is asked cannot always be touched: a timestep is typed."""
        half = is_half_given(self.table.state, viewer_of(self.table))
        places = [id_ for id_ in self.chooser.next_ids if self.board.place_of(id_)]
        if half and not places:
            self._line.focus()
        self._line.placeholder = "a timestep, 0 to 99" if half and not places else HOW_TO_TYPE

    @on(Input.Submitted)
    def _typed(self, event: Input.Submitted) -> None:
        event.stop()
        text = event.value.strip().lstrip("/:")
        self._line.value = ""
        if not text:
            self.set_focus(None)
        elif text.lower() in self._commands:
            self.set_focus(None)
            self._commands[text.lower()]()
        elif not self._busy:
            before = len(self.table.done)
            self._take(text)
            if self._refused and len(self.table.done) == before:
                self._line.value = text  # to be corrected
                self._line.cursor_position = len(text)

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        """Words that are no orders, as they can be typed line by line."""
        return {
            "help": self._show_help,
            "undo": self.action_undo,
            "film": self.action_film,
            "report": self.action_report,
            "roster": self.action_plan,
            "moves": self.action_moves,
            "rules": self.action_rules,
        }

    def _show_help(self) -> None:
        from .screens import TextScreen

        self.app.push_screen(TextScreen("Orders", [("", line) for line in plan.HELP.split("\n")]))

    def _key_is_for_the_board(self, event: KeyEvent) -> bool:
        if self.focused is not self._line:
            return super()._key_is_for_the_board(event) or self._is_a_word_begun(event)
        if event.key == "escape":
            self.set_focus(None)
            return True
        return False

    def _is_a_word_begun(self, event: KeyEvent) -> bool:
        """A letter without a meaning: somebody types an order before the line is open.

        Other letters of the word mean something, and an Enter at its end would play what they made ready.
        """
        if not event.is_printable or event.key in self.COMMAND_KEYS or not self._may_choose():
            return False
        self.chooser.clear()
        self._refuse("Press / first, then type your order.")
        return True

    # What comes over the table

    def action_film(self) -> None:
        from .filming import FilmScreen

        if self._film is None:
            self._refuse("No turn has been played since you sat down.")
        elif not self._busy:
            self.app.push_screen(FilmScreen(self.game, self._film, playing=self.animated))

    def action_report(self) -> None:
        if self._film is None:
            self._refuse("No turn has been played since you sat down.")
        elif not self._busy:
            self._show_report(self._film)

    def action_plan(self) -> None:
        """The roster, where there is no room for it beside the lanes."""
        from .screens import TextScreen

        seat = viewer_of(self.table)
        record = self.table.state.seen_by(seat).record
        rows = as_text(plan.panel(record, seat, min(self.size.width - 9, 56))).split("\n")
        self.app.push_screen(TextScreen("Your plan", [("", row) for row in rows]))

    def action_story(self) -> None:
        from .screens import TextScreen

        if self.has_side:
            self.action_scroll_log(-1)
        else:
            self.app.push_screen(TextScreen("What happened", [("", line) for line in self._story_lines()]))

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted:
            return
        self.query_one("#table").visible = not self._needs_curtain
        if self._needs_curtain:
            return
        state, seat, chooser = self.table.state, viewer_of(self.table), self.chooser
        self.lay_out()
        self.show_head(f"turn {state.record.number + 1}, you are {self.game.seats[seat]}")
        drawing = state.drawing(seat)
        if not self._is_private:
            drawing[1] = [Piece(" ")]
        shown = self.show_lanes(drawing, chooser.marks, self._lit, chooser.next_ids)
        prices = not any(piece.id == "hire-rifle" for row in shown for piece in row)
        panel = plan.panel(state.seen_by(seat).record, seat, self.side_width, prices=prices)
        board = self.query_one("#plan", Board)
        board.display = self._is_private
        board.show(panel, chooser.marks, self._lit, chooser.next_ids)
        self.query_one("#purse", Static).update(self._purse())
        self.hints.display = self.hints.is_on and self._is_private and self.has_side
        self.hints.show(None)
        self.scroll_to_thing(self._lit)
        self._show_story()
        self._show_question(self._busy or state.prompt(seat))
        self.query_one(KeyBar).show(keys_in_plan(self.table, self.has_side, self._film is not None))

    def _purse(self) -> str:
        if not self._is_private:
            return ">"
        return f"{plan.gold_of(self.table.state.record, viewer_of(self.table))} gold >"

    def _story_lines(self) -> list[str]:
        """What happened, as far as whoever looks on may know."""
        reader = viewer_of(self.table) if self._is_private else NOBODY
        return [str(event) for event in self._log.events(reader, LINES_IN_LOG)]

    def _show_story(self) -> None:
        lines = self._story_lines()
        text = Content("\n").join(map(Content, lines)) if lines else self._opening()
        self.query_one("#steps", Static).update(text)
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _show_question(self, prompt: str) -> None:
        """The question stands where there is room: below the lanes, or beside them."""
        hint = self.hints.line if self.hints.is_on and not self.has_side else ""
        message = self._message or hint or self.where_to_scroll()
        is_long = self.is_bare and len(message) > self.size.width - 2
        beside = self.is_bare and self.has_side
        half = self._busy or self.table.is_over or is_half_given(self.table.state, viewer_of(self.table))
        shown, hidden = ("#asked", "#prompt") if beside else ("#prompt", "#asked")
        asked, said = self.query_one(shown, Static), self.query_one("#message", Static)
        ready = self.query_one("#ready", ReadyLine)
        asked.update(prompt if beside or not self.is_bare or self._busy else self._in_one_line(prompt))
        ready.update(ready_in_plan(self.table, self.chooser, self.board) if not self._busy else Content())
        said.update(message)
        said.set_class(self._refused, "-refusal")
        said.set_class(is_long and not beside, "-long")
        if is_long and beside:
            asked.update(message)
        self.query_one(hidden).display = False
        asked.display = bool(half or is_long) if beside else not is_long  # what it else says is in the plan
        said.display = not self.is_bare or (bool(message) and not (is_long and beside))
        ready.display = not self.is_bare or not said.display

    def _in_one_line(self, prompt: str) -> str:
        """The question as far as it fits; in a planning how things stand says more."""
        state, seat = self.table.state, viewer_of(self.table)
        if plans_now(self.table, seat) and not is_half_given(state, seat):
            return "".join(piece.text for piece in plan.standing(state.record, seat)).strip()
        return shorten(prompt, max(self.size.width - 2, 8), placeholder="...")
