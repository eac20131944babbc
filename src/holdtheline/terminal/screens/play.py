"""Play at a table: select hotspots by keys or clicks to pick a move, and animate dice."""

from __future__ import annotations

import asyncio
import textwrap
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...core.ascii_art import AsciiBoard
from ...core.definition import CHANCE
from ...core.dice import FACES
from ...core.errors import HtlError, NotSaved
from ...core.events import Move
from ...core.game import State
from ...core.view_types import Odds
from ...players.player import Player
from ...table.hints import why_no_hints
from ...table.history import PlayedStep
from ...table.move_picker import MovePicker
from ...table.session import Table
from ...table.text import refusal_text, viewing_seat
from ..orders import play_typed_line
from ..text import find_odds, odds_line
from .background import run_in_background
from .board import ARROW_KEYS, Board, find_regions
from .hint_panel import HintPanel
from .prompt import KeyHint, enter_prompt, odds_content, play_keys
from .table_screen import KeyBar, ReadyLine, TableScreen

DIE_ANIMATION = (3, 6, 2, 5, 1, 4)
"""Faces shown while a die rolls; the roll itself is recorded before."""
FRAME_SECONDS = 0.05
COMPUTER_SECONDS = 0.8
DICE_SYMBOLS = "⚀⚁⚂⚃⚄⚅"


class PlayScreen(TableScreen):
    """The screen for a game that is played at this keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo"),
        Binding("h,f2", "hints"),
        Binding("l,tab", "moves"),
        Binding("slash,colon", "type"),
        Binding("question_mark,f1", "rules"),
        Binding("o,pageup", "log"),
        Binding("pagedown", "scroll_log(1)"),
        Binding("d,f3", "app.toggle_theme"),
        Binding("q", "app.leave(0)"),
    ]
    COMMAND_KEYS = frozenset(
        key for binding in BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
    )

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table.game)
        self.table = table
        self.animated = animated
        self.picker = MovePicker(table.state, decides=False)
        self._message = ""
        self._refused = False
        self._focus_id = ""
        self._busy = ""  # what the player is waiting for
        self._skip_animation = asyncio.Event()

    def on_mount(self) -> None:
        self._advance()

    def on_resize(self) -> None:
        self._repaint()

    def on_screen_resume(self) -> None:
        self._repaint()

    @property
    def seat(self) -> int:
        """The seat whose view is shown."""
        return viewing_seat(self.table)

    # Steps

    def _advance(self) -> None:
        """Show the new state after a step or an undo, and start the next computer player if it is its turn."""
        state, seat, is_person = self.table.state, self.seat, self.table.waits_for_person
        self.picker = MovePicker(state, seat, decides=is_person)
        self.hints.ask(state if is_person else None, seat)
        self._message, self._refused, self._focus_id = "", False, ""
        self._repaint()
        if self.table.is_over:
            self._show_game_over()
        elif not self.table.waits_for_person:
            acting = self.table.players[self.table.turn]
            assert acting is not None
            self._start_work(f"{acting.name.capitalize()} is thinking...", self._play_computer(acting))

    def _start_work(self, message: str, work: Coroutine[Any, Any, None]) -> None:
        """Run long work; the player cannot move until it ends."""
        self._busy = message
        self._skip_animation.clear()
        self._repaint()
        self.run_worker(work)

    def _apply_step(self, step: Move | str) -> None:
        """Play a move or a typed line without updating the screen."""
        if isinstance(step, Move):
            self.table.play(step)
        else:
            play_typed_line(self.table, step)

    def _play_step(self, step: Move | str) -> None:
        """Play a move or a typed line; orders before a refused one stand (T6.2) and can be undone with u."""
        before = len(self.table.steps)
        try:
            self._apply_step(step)
        except NotSaved as error:
            self._show_not_saved(error)
        except HtlError as error:
            if len(self.table.steps) != before:
                self._advance()
            self._refuse(refusal_text(error))
        else:
            self._advance()

    async def _roll_dice(self) -> None:
        """Roll every die until a seat has to decide."""
        try:
            while self.table.turn == CHANCE:
                before = self.table.state
                roll = self.table.roll()
                await self._animate_die(before, int(roll.play.split()[-1]))
        except NotSaved as error:
            self._show_not_saved(error)
        finally:
            self._busy = ""
        self._advance()

    async def _animate_die(self, before: State, face: int) -> None:
        if self.animated and not self._skip_animation.is_set():
            for shown in DIE_ANIMATION:
                self._show_die(before, shown)
                if await self._wait_unless_skipped(FRAME_SECONDS):
                    break
        self._show_die(before, face)
        self.show_log(self.table.steps)

    def _show_die(self, before: State, face: int) -> None:
        """Show a face beside the prompt, and on the board if the roll only places a die there."""
        after = before.copy()
        after.play(face)
        drawing = self._drawing_of(after)
        if find_regions(drawing).keys() > find_regions(self._drawing_of(before)).keys():
            self.board.show(drawing)
        self.query_one("#ready", ReadyLine).update(Content.styled(f"{DICE_SYMBOLS[face - 1]} {face}", "bold $accent"))

    async def _wait_unless_skipped(self, seconds: float) -> bool:
        """Wait, and return whether the player pressed a key to skip the animation."""
        try:
            await asyncio.wait_for(self._skip_animation.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def _play_computer(self, acting: Player) -> None:
        """Let a computer player move, slowly enough for a person to follow."""
        try:
            state = self.table.state.copy()
            move = await run_in_background(lambda: acting.choose(state))
            if self.animated:
                await self._wait_unless_skipped(COMPUTER_SECONDS)
            self.table.play(move)
        except NotSaved as error:
            self._show_not_saved(error, self._advance)
            return
        finally:
            self._busy = ""
        self._advance()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        if self._busy and event.key not in self.COMMAND_KEYS:
            self._skip_animation.set()
            event.stop()
        elif not self._busy and self._handle_board_key(event):
            event.stop()

    def _handle_board_key(self, event: events.Key) -> bool:
        spot = self.picker.spot_of_key(event.character or event.key)
        if spot is not None:
            self._click(spot.id)
        elif event.key == "enter":
            self._enter()
        elif event.key == "space":
            self._space()
        elif event.key in ARROW_KEYS:
            self._move_board_focus(ARROW_KEYS[event.key])
        elif event.key == "backspace":
            is_undone = self.picker.back()
            self._show_message("" if is_undone else "Nothing is selected. Press u to undo the last move.")
        elif event.key == "escape":
            self.picker.clear()
            self._show_message("")
        elif self._awaits_face and event.key not in self.COMMAND_KEYS and event.is_printable:
            self._play_step(event.character or "")
        else:
            return False
        return True

    @property
    def _awaits_face(self) -> bool:
        return self.table.turn == CHANCE and self.table.dice_are_mine

    def _enter(self) -> None:
        if self.table.is_over:
            self._show_game_over()
        elif self._awaits_face:
            self._refuse(f"Roll your die and type its face, 1 to {FACES}.")
        elif self.table.turn == CHANCE:
            self._start_work("The dice are rolling...", self._roll_dice())
        elif self.picker.ready is None:
            self._refuse("This is not a complete move yet: select more, or press Esc to start over.")
        else:
            self._play_step(self.picker.ready)

    def _space(self) -> None:
        if self.table.turn == CHANCE:
            self._enter()
        elif self._focus_id:
            self._click(self._focus_id)
        elif self.picker.spots:
            self._show_message("Move over the board with the arrow keys, then select with Space.")

    def _click(self, id_: str) -> None:
        why = self.picker.click(id_)
        if why is None:
            self._show_message("")
        else:
            self._refuse(why)

    def _move_board_focus(self, direction: tuple[int, int]) -> None:
        ids = self._focusable_ids()
        self._focus_id = self.board.next_focus(self._focus_id, direction, ids)
        self._show_message(self.picker.name(self._focus_id) if self._focus_id else "")

    def _focusable_ids(self) -> list[str]:
        return [spot.id for spot in self.picker.spots]

    @on(Board.Clicked)
    def _board_clicked(self, event: Board.Clicked) -> None:
        if self._busy:
            self._skip_animation.set()
        elif self.table.turn >= 0:
            self._handle_click(event)

    def _handle_click(self, event: Board.Clicked) -> None:
        if event.id_:
            self._click(event.id_)

    @on(ReadyLine.Pressed)
    def action_press_enter(self) -> None:
        if self._busy:
            self._skip_animation.set()
        else:
            self._enter()

    # Commands

    def action_undo(self) -> None:
        if self._busy:
            return
        try:
            undone = self._undo_steps()
        except NotSaved as error:
            self._show_not_saved(error)
        except HtlError as error:
            self._refuse(refusal_text(error))
        else:
            self._advance()
            self._show_message(f"Undone: {', '.join(step.play for step in reversed(undone))}.")

    def _undo_steps(self) -> list[PlayedStep]:
        """Undo the last decision, and return the undone steps, newest first."""
        return [self.table.undo()]

    @property
    def hints(self) -> HintPanel:
        return self.query_one(HintPanel)

    def action_hints(self) -> None:
        why = why_no_hints(self.table)
        if why is not None:
            self._refuse(why)
            return
        self.hints.toggle()
        is_person = self.table.waits_for_person
        self.hints.ask(self.table.state if is_person else None, self.seat)
        self._repaint()

    @on(HintPanel.Hinted)
    def _hinted(self) -> None:
        if not self._busy:
            self._repaint()

    def _can_choose(self) -> bool:
        """Return whether the player can choose a move; if a die must be rolled first, say so."""
        if self.table.turn == CHANCE and not self.table.dice_are_mine and not self._busy:
            self._refuse("Roll the die first: press Space.")
            return False
        return not self._busy and not self.table.is_over

    def action_moves(self) -> None:
        from .dialogs import MoveListScreen

        if not self._can_choose():
            return
        hint = self.hints.hint
        chances = {hinted.move.code: hinted.chance for hinted in hint.moves if not hinted.plays} if hint else {}
        legal = self.table.state.legal_moves(viewing_seat(self.table))
        moves = [(move, chances.get(move.code)) for move in legal]
        if chances:
            moves.sort(key=lambda pair: -(pair[1].value if pair[1] else 0))
        screen = MoveListScreen(moves, is_complete=not self.game.definition.is_open_table)
        self.app.push_screen(screen, lambda move: self._play_step(move) if move else None)

    def action_type(self) -> None:
        from .dialogs import TypeMoveScreen

        if self._can_choose():
            screen = TypeMoveScreen(self.table.state.legal_moves()[-1].text, self._apply_step, self._typed_move_odds)
            self.app.push_screen(screen, lambda played: self._advance() if played else None)

    def _typed_move_odds(self, text: str) -> str:
        """Return the odds of a typed move, or nothing if the text is not a legal move."""
        state = self.table.state
        if state.current_player < 0 or state.why_not(text) is not None:
            return ""
        return odds_line(find_odds(state, self.seat, state.move(text)))

    def action_rules(self) -> None:
        from .help import HelpScreen

        outcome = self.table.state.outcome
        moves = self.table.state.legal_moves()
        clause = outcome.clause if outcome else moves[0].clause if moves else ""
        self.app.push_screen(HelpScreen(self.game.name, clause))

    def action_log(self) -> None:
        from .dialogs import LogScreen

        if self.is_small:
            self.app.push_screen(LogScreen(self.table.steps, self.game.seats))
        else:
            self.action_scroll_log(-1)

    def action_scroll_log(self, direction: int) -> None:
        log = self.query_one("#log", VerticalScroll)
        log.scroll_relative(y=direction * max(log.size.height - 2, 1), animate=False)

    # Dialogs

    def _show_game_over(self) -> None:
        from .dialogs import GameOverScreen

        self.app.push_screen(GameOverScreen(self.table))

    def _show_not_saved(self, error: HtlError, then: Callable[[], None] | None = None) -> None:
        from .dialogs import NotSavedScreen

        self.app.push_screen(NotSavedScreen(refusal_text(error)), lambda _: then() if then else None)

    # Painting

    def _show_message(self, message: str) -> None:
        self._message, self._refused = message, False
        self._repaint()

    def _refuse(self, why: str) -> None:
        self._message, self._refused = why, True
        self._repaint()

    def _repaint(self) -> None:
        state, picker = self.table.state, self.picker
        self.show_log(self.table.steps)
        self.board.show(self._drawing_of(state), picker.marks, self._focus_id, picker.next_ids, self._signs())
        self.show_head(f"step {len(self.table.steps)}")
        self.hints.display = self.hints.is_on and not self.is_small and not self.table.is_over
        self.hints.show(picker.ready)
        odds = self.query_one("#odds", Static)
        odds.display = bool(self._odds) and not self.is_small
        odds.update(odds_content(self._odds))
        self._show_question(self._busy or self._prompt())
        self.query_one(KeyBar).show(self._keys())

    def _drawing_of(self, state: State) -> AsciiBoard:
        return list(state.drawing(self.seat))

    def _prompt(self) -> str:
        return self.table.state.prompt(self.seat)

    def _signs(self) -> dict[str, str]:
        """Return the signs on the hotspots that can be selected next."""
        return {}

    def _keys(self) -> list[KeyHint]:
        return play_keys(self.table, self.picker, self.hints.is_on, self.is_small)

    def _ready(self) -> Content:
        return enter_prompt(self.table, self.picker, self.hints.hint, self.is_small)

    @property
    def _odds(self) -> tuple[Odds, ...]:
        """The odds of the selected move that Enter would play."""
        ready = self.picker.ready if self.picker.clicks and not self._busy else None
        return () if ready is None else find_odds(self.table.state, self.seat, ready)

    def _show_question(self, prompt: str) -> None:
        message = self._message
        if self.is_small and self.hints.is_on and not self._refused and not self.table.is_over:
            message = "  ".join(filter(None, (self.hints.line, message)))  # the hint first: what follows may be cut off
        ready = self._ready() if not self._busy else Content()
        if self.is_small and not message:
            odds = odds_line(self._odds)
            message = odds if self._has_room_for(ready.plain, odds) else ""
        prompt_line, message_line = self.query_one("#prompt", Static), self.query_one("#message", Static)
        prompt_line.update(prompt)
        prompt_line.display = not message or self._has_room_for(prompt, ready.plain, message)
        self.query_one("#ready", ReadyLine).update(ready)
        message_line.update(message)
        message_line.set_class(self._refused, "-refusal")
        message_line.display = bool(message) or not self.is_small

    def _has_room_for(self, *lines: str) -> bool:
        """Return whether these lines fit below the board; if not, the prompt is hidden."""
        width = max(self.size.width - 2, 1)
        below = sum(len(textwrap.wrap(line, width)) for line in lines)
        return not self.is_small or self.board.height_wanted + below + 1 <= self.size.height
