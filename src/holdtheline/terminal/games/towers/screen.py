"""Plan on the screen: give orders by keys, clicks or typing, then watch the replay of the turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from textwrap import shorten
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ....core.ascii_art import TextSpan, drawing_text
from ....core.errors import NotSaved
from ....core.events import Move
from ....core.game import State
from ....players.player import Player
from ....table.history import PlayedStep
from ....table.session import Table
from ....table.text import viewing_seat
from ...orders import has_partial_order, undo_order
from ...screens.background import run_in_background
from ...screens.board import Board
from ...screens.dialogs import TextScreen
from ...screens.hint_panel import HintPanel
from ...screens.hot_seat import HotSeatScreen
from ...screens.order_input import OrderInputScreen
from ...screens.play import PlayScreen
from ...screens.table_screen import KeyBar, ReadyLine
from ...visibility import SeatLog, count_people, is_planning, must_change_planner
from . import plan
from .lanes_screen import LanesScreen, planning_keys, planning_prompt
from .played_turn import PUBLIC_READER, PlayedTurn, find_played_turn
from .replay_screen import TurnReplayScreen

MAX_LOG_LINES = 200


class PlanningScreen(HotSeatScreen, OrderInputScreen, LanesScreen):
    """A table at which both seats plan at the same time, in secret (T6)."""

    ORDER_PLACEHOLDER = "/ types: help; or build missile 3 2; hire 3 rifle; send 1-3 2 40"
    STAYS_OPEN = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "replay_turn"), Binding("v", "report"), Binding("t", "plan")]
    COMMAND_KEYS = PlayScreen.COMMAND_KEYS | {"f", "v", "t"}

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table, animated=animated)
        self._log = SeatLog(table)
        self._steps_shown = len(table.steps)  # steps whose turn was replayed
        self._last_turn: PlayedTurn | None = None
        self._viewer = PUBLIC_READER if count_people(table) > 1 and table.steps else viewing_seat(table)

    def compose_side(self) -> ComposeResult:
        yield Static(id="side-prompt", markup=False)
        yield Board("plan")
        yield HintPanel()

    @property
    def other_rows(self) -> int:
        return (3 if self.has_side else 4) if self.is_bare else 7

    @property
    def _is_private(self) -> bool:
        """Whether gold and orders may be shown; during a turn both people look at the screen."""
        return count_people(self.table) < 2 or self.table.is_over or is_planning(self.table, self.seat)

    # Steps

    def _advance(self) -> None:
        turn = self._find_new_turn()
        if turn is not None:
            self._last_turn = turn
            self._show_turn(turn)
        elif self._must_change_seats:
            self._leave_input()
            self._repaint()
            self._change_seats(self.seat, plans=True)
        else:
            focus_id = self._focus_id
            self._viewer = self.seat
            super()._advance()
            self._focus_id = focus_id if any(spot.id == focus_id for spot in self.picker.spots) else ""
            self._update_placeholder()

    def _find_new_turn(self) -> PlayedTurn | None:
        """Return the last turn that was played since the last call, if any."""
        steps, first = self.table.steps, min(self._steps_shown, len(self.table.steps))
        self._steps_shown = len(steps)
        seat, neutral = (self._viewer, False) if count_people(self.table) == 1 else (0, True)
        turns = (
            find_played_turn(steps[:last], self.table.state_after, seat, neutral)
            for last in range(len(steps), first, -1)
        )
        return next((turn for turn in turns if turn is not None), None)

    def _show_turn(self, turn: PlayedTurn) -> None:
        if self.animated:
            self.app.push_screen(TurnReplayScreen(self.game, turn), lambda _: self._advance())
        else:
            self._show_report(turn)

    def _show_report(self, turn: PlayedTurn) -> None:
        title = f"{turn.summary['title']}: report"
        self.app.push_screen(TextScreen(title, turn.report()), lambda _: self._advance())

    @property
    def _must_change_seats(self) -> bool:
        return must_change_planner(self.table, self.seat, self._viewer)

    async def _play_computer(self, acting: Player) -> None:
        """Let computer players plan until a person has to decide or a turn was played."""
        table, before = self.table, len(self.table.steps)
        try:
            while not table.is_over and not table.waits_for_person:
                table.play(await run_in_background(partial(self._choose_move, table.state.copy())))
                if table.state.record.turns_played != table.state_after(before).record.turns_played:
                    break
        except NotSaved as error:
            self._show_not_saved(error, self._advance)
            return
        finally:
            self._busy = ""
        self._advance()

    def _choose_move(self, state: State) -> Move:
        player = self.table.players[state.current_player]
        assert player is not None
        return player.choose(state)

    # Orders

    def _click(self, id_: str) -> None:
        """Click a hotspot; a complete secret order is given at once, because it can be undone."""
        super()._click(id_)
        ready = self.picker.ready
        if ready is not None and self.game.definition.is_secret_move(self.table.state.record, ready.code):
            self._play_step(ready)

    def _undo_steps(self) -> list[PlayedStep]:
        return undo_order(self.table)

    # The input line

    def _update_placeholder(self) -> None:
        """Open the input line if the rest of an order cannot be clicked: a timestep is typed."""
        has_half = has_partial_order(self.table.state, self.seat)
        awaits_timestep = has_half and not any(self.board.region_of(id_) for id_ in self.picker.next_ids)
        if awaits_timestep:
            self._order_input.focus()
        self._order_input.placeholder = "a timestep, 0 to 99" if awaits_timestep else self.ORDER_PLACEHOLDER

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        return {
            "help": self._show_help,
            "undo": self.action_undo,
            "replay": self.action_replay_turn,
            "film": self.action_replay_turn,
            "report": self.action_report,
            "roster": self.action_plan,
            "moves": self.action_moves,
            "rules": self.action_rules,
        }

    def _show_help(self) -> None:
        self.app.push_screen(TextScreen("Orders", [("", line) for line in plan.ORDERS_HELP.split("\n")]))

    # Dialogs

    def action_replay_turn(self) -> None:
        if self._last_turn is None:
            self._refuse("No turn has been played since you opened this game.")
        elif not self._busy:
            self.app.push_screen(TurnReplayScreen(self.game, self._last_turn, playing=self.animated))

    def action_report(self) -> None:
        if self._last_turn is None:
            self._refuse("No turn has been played since you opened this game.")
        elif not self._busy:
            self._show_report(self._last_turn)

    def action_plan(self) -> None:
        """Show the plan, for terminals that are too narrow for it beside the lanes."""
        seat = self.seat
        record = self.table.state.seen_by(seat).record
        rows = drawing_text(plan.draw_plan_panel(record, seat, min(self.size.width - 9, 56))).split("\n")
        self.app.push_screen(TextScreen("Your plan", [("", row) for row in rows]))

    def action_log(self) -> None:
        if self.has_side:
            self.action_scroll_log(-1)
        else:
            self.app.push_screen(TextScreen("What happened", [("", line) for line in self._log_lines()]))

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted:
            return
        self.query_one("#table").visible = not self._must_change_seats
        if self._must_change_seats:
            return
        state, seat, picker = self.table.state, self.seat, self.picker
        self.lay_out()
        self.show_head(f"turn {state.record.turns_played + 1}, you are {self.game.seats[seat]}")
        drawing = state.drawing(seat)
        if not self._is_private:
            drawing[1] = [TextSpan(" ")]
        visible = self.show_lanes(drawing, picker.marks, self._focus_id, picker.next_ids)
        prices = not any(piece.id == "hire-rifle" for row in visible for piece in row)
        panel = plan.draw_plan_panel(state.seen_by(seat).record, seat, self.side_width, prices=prices)
        board = self.query_one("#plan", Board)
        board.display = self._is_private
        board.show(panel, picker.marks, self._focus_id, picker.next_ids)
        self.query_one("#input-prefix", Static).update(f"{state.record.gold[seat]} gold >" if self._is_private else ">")
        self.hints.display = self.hints.is_on and self._is_private and self.has_side
        self.hints.show(None)
        self.scroll_to_id(self._focus_id)
        self.show_lines(self._log_lines(), self._opening())
        self._show_question(self._busy or state.prompt(seat))
        self.query_one(KeyBar).show(
            planning_keys(self.table, self.hints.is_on, self.has_side, self._last_turn is not None)
        )

    def _log_lines(self) -> list[str]:
        """Return the events that the viewer may read."""
        reader = self.seat if self._is_private else PUBLIC_READER
        return [str(event) for event in self._log.events(reader, MAX_LOG_LINES)]

    def _show_question(self, prompt: str) -> None:
        """Show the prompt where it fits: below the lanes, or beside them."""
        hint = self.hints.line if self.hints.is_on and not self.has_side else ""
        message = self._message or hint or self.scroll_hint()
        is_long = self.is_bare and len(message) > self.size.width - 2
        beside = self.is_bare and self.has_side
        is_needed = self._busy or self.table.is_over or has_partial_order(self.table.state, self.seat)
        visible_id, hidden_id = ("#side-prompt", "#prompt") if beside else ("#prompt", "#side-prompt")
        prompt_line, message_line = self.query_one(visible_id, Static), self.query_one("#message", Static)
        ready = self.query_one("#ready", ReadyLine)
        prompt_line.update(prompt if beside or not self.is_bare or self._busy else self._one_line_prompt(prompt))
        ready.update(planning_prompt(self.table, self.picker, self.board) if not self._busy else Content())
        message_line.update(message)
        message_line.set_class(self._refused, "-refusal")
        message_line.set_class(is_long and not beside, "-long")
        if is_long and beside:
            prompt_line.update(message)
        self.query_one(hidden_id).display = False
        prompt_line.display = bool(is_needed or is_long) if beside else not is_long  # otherwise the plan says the same
        message_line.display = not self.is_bare or (bool(message) and not (is_long and beside))
        ready.display = not self.is_bare or not message_line.display

    def _one_line_prompt(self, prompt: str) -> str:
        """Return the prompt cut to one line; while planning, gold and HP instead."""
        state, seat = self.table.state, self.seat
        if is_planning(self.table, seat) and not has_partial_order(state, seat):
            return "".join(piece.text for piece in plan.draw_gold_and_hp(state.record, seat)).strip()
        return shorten(prompt, max(self.size.width - 2, 8), placeholder="...")


SCREEN = PlanningScreen
