"""Playing at a table: keys and clicks become touches, touches become moves, dice tumble."""

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

from ..core.contract import CHANCE, Odd
from ..core.dice import FACES
from ..core.drawing import Drawing
from ..core.errors import HtlError, NotSaved
from ..core.game import Move, State
from ..players.player import Player
from ..table.chooser import Chooser
from ..table.hints import no_hints
from ..table.session import Table
from ..table.words import complaint, viewer_of
from .asking import Key, keys_for, odds_text, ready_text
from .background import in_background
from .board import DOWN, LEFT, RIGHT, UP, Board, places_of
from .hintpanel import HintPanel
from .tabletop import KeyBar, ReadyLine, TableTop
from .words import odds_line, odds_of, play_text

TUMBLE = (3, 6, 2, 5, 1, 4)
"""The faces that a die shows on its way: for the eye only, the roll is written down before."""
FRAME_SECONDS = 0.05
COMPUTER_SECONDS = 0.8
DICE = "⚀⚁⚂⚃⚄⚅"
ARROWS = {"up": UP, "down": DOWN, "left": LEFT, "right": RIGHT}


class PlayingScreen(TableTop):
    """One table, one person at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo"),
        Binding("h,f2", "hints"),
        Binding("l,tab", "moves"),
        Binding("slash,colon", "type"),
        Binding("question_mark,f1", "rules"),
        Binding("o,pageup", "story"),
        Binding("pagedown", "scroll_log(1)"),
        Binding("d,f3", "app.day_or_night"),
        Binding("q", "app.leave(0)"),
    ]
    COMMAND_KEYS = frozenset(
        key for binding in BINDINGS if isinstance(binding, Binding) for key in binding.key.split(",")
    )

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table.game)
        self.table = table
        self.animated = animated
        self.chooser = Chooser(table.state, decides=False)
        self._message = ""
        self._refused = False
        self._lit = ""
        self._busy = ""  # what is going on while nobody can move
        self._hurry = asyncio.Event()

    def on_mount(self) -> None:
        self._settle()

    def on_resize(self) -> None:
        self._repaint()

    def on_screen_resume(self) -> None:
        self._repaint()

    @property
    def seat(self) -> int:
        """The seat whose view is shown."""
        return viewer_of(self.table)

    # The course of things

    def _settle(self) -> None:
        """A step was taken, or taken back: show it, and let whoever is next act."""
        state, seat, mine = self.table.state, self.seat, self.table.waits_for_person
        self.chooser = Chooser(state, seat, decides=mine)
        self.hints.ask(state if mine else None, seat)
        self._message, self._refused, self._lit = "", False, ""
        self._repaint()
        if self.table.is_over:
            self._show_end()
        elif not self.table.waits_for_person:
            acting = self.table.players[self.table.turn]
            assert acting is not None
            self._begin(f"{acting.name.capitalize()} is thinking...", self._let_act(acting))

    def _begin(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Something that takes a while; until it has settled nobody can move."""
        self._busy = what
        self._hurry.clear()
        self._repaint()
        self.run_worker(work)

    def _step(self, step: Move | str) -> None:
        """Take a step, a move or what somebody typed, and show nothing yet."""
        if isinstance(step, Move):
            self.table.play(step)
        else:
            play_text(self.table, step)

    def _take(self, step: Move | str) -> None:
        try:
            self._step(step)
        except NotSaved as error:
            self._show_trouble(error)
        except HtlError as error:
            self._refuse(complaint(error))
        else:
            self._settle()

    async def _roll_on(self) -> None:
        """Roll every die until somebody has to decide."""
        try:
            while self.table.turn == CHANCE:
                before = self.table.state
                done = self.table.roll()
                await self._tumble(before, int(done.play.split()[-1]))
        except NotSaved as error:
            self._show_trouble(error)
        finally:
            self._busy = ""
        self._settle()

    async def _tumble(self, before: State, face: int) -> None:
        if self.animated and not self._hurry.is_set():
            for shown in TUMBLE:
                self._show_tumbling(before, shown)
                if await self._hurried_within(FRAME_SECONDS):
                    break
        self._show_tumbling(before, face)
        self.show_log(self.table.done)

    def _show_tumbling(self, before: State, face: int) -> None:
        """The die on the board, where the roll only lays one there, and always beside the question."""
        after = before.copy()
        after.play(face)
        drawing = self._drawing_of(after)
        if places_of(drawing).keys() > places_of(self._drawing_of(before)).keys():
            self.board.show(drawing)
        self.query_one("#ready", ReadyLine).update(Content.styled(f"{DICE[face - 1]} {face}", "bold $accent"))

    async def _hurried_within(self, seconds: float) -> bool:
        """Wait a moment; whether somebody was impatient."""
        try:
            await asyncio.wait_for(self._hurry.wait(), seconds)
        except TimeoutError:
            return False
        return True

    async def _let_act(self, acting: Player) -> None:
        """A computer player thinks, and gives a person the time to follow."""
        try:
            state = self.table.state.copy()
            move = await in_background(lambda: acting.choose(state))
            if self.animated:
                await self._hurried_within(COMPUTER_SECONDS)
            self.table.play(move)
        except NotSaved as error:
            self._show_trouble(error, self._settle)
            return
        finally:
            self._busy = ""
        self._settle()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        if self._busy and event.key not in self.COMMAND_KEYS:
            self._hurry.set()
            event.stop()
        elif not self._busy and self._key_is_for_the_board(event):
            event.stop()

    def _key_is_for_the_board(self, event: events.Key) -> bool:
        spot = self.chooser.spot_of_key(event.character or event.key)
        if spot is not None:
            self._touch(spot.id)
        elif event.key == "enter":
            self._enter()
        elif event.key == "space":
            self._space()
        elif event.key in ARROWS:
            self._look_toward(ARROWS[event.key])
        elif event.key == "backspace":
            self._take_touch_back()
        elif event.key == "escape":
            self.chooser.clear()
            self._say("")
        elif self._asks_for_a_face and event.key not in self.COMMAND_KEYS and event.is_printable:
            self._take(event.character or "")
        else:
            return False
        return True

    @property
    def _asks_for_a_face(self) -> bool:
        return self.table.turn == CHANCE and self.table.dice_are_mine

    def _enter(self) -> None:
        if self.table.is_over:
            self._show_end()
        elif self._asks_for_a_face:
            self._refuse(f"Type what your die shows, 1 to {FACES}.")
        elif self.table.turn == CHANCE:
            self._begin("The dice are rolling...", self._roll_on())
        elif self.chooser.ready is None:
            self._refuse("This is not a whole move yet; touch more, or Esc to begin again.")
        else:
            self._take(self.chooser.ready)

    def _space(self) -> None:
        if self.table.turn == CHANCE:
            self._enter()
        elif self._lit:
            self._touch(self._lit)
        elif self.chooser.spots:
            self._say("The arrow keys choose a thing on the board, Space touches it.")

    def _touch(self, id_: str) -> None:
        why = self.chooser.touch(id_)
        if why is None:
            self._say("")
        else:
            self._refuse(why)

    def _take_touch_back(self) -> None:
        gone = self.chooser.back()
        self._say("" if gone else "Nothing is touched; u takes the last move back.")

    def _look_toward(self, direction: tuple[int, int]) -> None:
        ids = self._ids_to_look_at()
        self._lit = self.board.next_focus(self._lit, direction, ids)
        self._say(self.chooser.name(self._lit) if self._lit else "")

    def _ids_to_look_at(self) -> list[str]:
        return [spot.id for spot in self.chooser.spots]

    @on(Board.Touched)
    def _clicked(self, event: Board.Touched) -> None:
        if self._busy:
            self._hurry.set()
        elif self.table.turn >= 0:
            self._touched(event)

    def _touched(self, event: Board.Touched) -> None:
        if event.id_:
            self._touch(event.id_)

    @on(ReadyLine.Pressed)
    def _ready_clicked(self) -> None:
        if self._busy:
            self._hurry.set()
        else:
            self._enter()

    def action_press_enter(self) -> None:
        self._ready_clicked()

    # Commands

    def action_undo(self) -> None:
        if self._busy:
            return
        try:
            gone = self.table.undo()
        except NotSaved as error:
            self._show_trouble(error)
        except HtlError as error:
            self._refuse(complaint(error))
        else:
            self._settle()
            self._say(f"Taken back: {gone.play}.")

    @property
    def hints(self) -> HintPanel:
        return self.query_one(HintPanel)

    def action_hints(self) -> None:
        why = no_hints(self.table)
        if why is not None:
            self._refuse(why)
            return
        self.hints.toggle()
        mine = self.table.waits_for_person
        self.hints.ask(self.table.state if mine else None, self.seat)
        self._repaint()

    @on(HintPanel.Hinted)
    def _hinted(self) -> None:
        if not self._busy:
            self._repaint()

    def _may_choose(self) -> bool:
        """Whether there is something to list or to type; where the table rolls, it says so."""
        if self.table.turn == CHANCE and not self.table.dice_are_mine and not self._busy:
            self._refuse("A die is to be rolled: press Space.")
            return False
        return not self._busy and not self.table.is_over

    def action_moves(self) -> None:
        from .screens import MoveScreen

        if not self._may_choose():
            return
        hint = self.hints.hint
        chances = {one.move.code: one.chance for one in hint.moves if not one.plays} if hint else {}
        legal = self.table.state.moves(viewer_of(self.table))
        moves = [(move, chances.get(move.code)) for move in legal]
        if chances:
            moves.sort(key=lambda pair: -(pair[1].value if pair[1] else 0))
        screen = MoveScreen(moves, are_all=not self.game.contract.is_open)
        self.app.push_screen(screen, lambda move: self._take(move) if move else None)

    def action_type(self) -> None:
        from .screens import TypeScreen

        if self._may_choose():
            screen = TypeScreen(self.table.state.moves()[-1].text, self._step, self._odds_typed)
            self.app.push_screen(screen, lambda taken: self._settle() if taken else None)

    def _odds_typed(self, text: str) -> str:
        """What the move that was typed so far may lead to; nothing, if it is none yet."""
        state = self.table.state
        if state.turn < 0 or state.why_not(text) is not None:
            return ""
        return odds_line(odds_of(state, self.seat, state.move(text)))

    def action_rules(self) -> None:
        from .rules import RulesScreen

        outcome = self.table.state.outcome
        moves = self.table.state.moves()
        clause = outcome.clause if outcome else moves[0].clause if moves else ""
        self.app.push_screen(RulesScreen(self.game.name, clause))

    def action_story(self) -> None:
        from .screens import StoryScreen

        if self.is_small:
            self.app.push_screen(StoryScreen(self.table.done, self.game.seats))
        else:
            self.action_scroll_log(-1)

    def action_scroll_log(self, direction: int) -> None:
        log = self.query_one("#log", VerticalScroll)
        log.scroll_relative(y=direction * max(log.size.height - 2, 1), animate=False)

    # What comes over the table

    def _show_end(self) -> None:
        from .screens import EndScreen

        self.app.push_screen(EndScreen(self.table))

    def _show_trouble(self, error: HtlError, then: Callable[[], None] | None = None) -> None:
        from .screens import TroubleScreen

        self.app.push_screen(TroubleScreen(complaint(error)), lambda _: then() if then else None)

    # Painting

    def _say(self, message: str) -> None:
        self._message, self._refused = message, False
        self._repaint()

    def _refuse(self, why: str) -> None:
        self._message, self._refused = why, True
        self._repaint()

    def _repaint(self) -> None:
        state, chooser = self.table.state, self.chooser
        self.show_log(self.table.done)
        self.board.show(self._drawing_of(state), chooser.marks, self._lit, chooser.next_ids, self._signs())
        self.show_head(f"step {len(self.table.done)}")
        self.hints.display = self.hints.is_on and not self.is_small and not self.table.is_over
        self.hints.show(chooser.ready)
        odds = self.query_one("#odds", Static)
        odds.display = bool(self._odds) and not self.is_small
        odds.update(odds_text(self._odds))
        self._show_question(self._busy or self._prompt())
        self.query_one(KeyBar).show(self._keys())

    def _drawing_of(self, state: State) -> Drawing:
        return list(state.drawing(self.seat))

    def _prompt(self) -> str:
        return self.table.state.prompt(self.seat)

    def _signs(self) -> dict[str, str]:
        """What is written on things that could be touched next."""
        return {}

    def _keys(self) -> list[Key]:
        return keys_for(self.table, self.chooser, self.hints.is_on, self.is_small)

    def _ready(self) -> Content:
        return ready_text(self.table, self.chooser, self.hints.hint, self.is_small)

    @property
    def _odds(self) -> tuple[Odd, ...]:
        """What the move that was picked and waits for Enter may lead to."""
        ready = self.chooser.ready if self.chooser.touches and not self._busy else None
        return () if ready is None else odds_of(self.table.state, self.seat, ready)

    def _show_question(self, prompt: str) -> None:
        message = self._message
        if self.is_small and not message and self.hints.is_on and not self.table.is_over:
            message = self.hints.line
        ready = self._ready() if not self._busy else Content()
        if self.is_small and not message:
            odds = odds_line(self._odds)
            message = odds if self._has_room_for(ready.plain, odds) else ""
        asked, said = self.query_one("#prompt", Static), self.query_one("#message", Static)
        asked.update(prompt)
        asked.display = not message or self._has_room_for(prompt, ready.plain, message)
        self.query_one("#ready", ReadyLine).update(ready)
        said.update(message)
        said.set_class(self._refused, "-refusal")
        said.display = bool(message) or not self.is_small

    def _has_room_for(self, *lines: str) -> bool:
        """Whether all of this fits below the board; if not, the question makes room."""
        width = max(self.size.width - 2, 1)
        below = sum(len(textwrap.wrap(line, width)) for line in lines)
        return not self.is_small or self.board.height_wanted + below + 1 <= self.size.height
