"""Play on an open table: keys for characters, aiming each leg, and an input line for orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key as KeyEvent
from textual.widgets import Static

from ....core.ascii_art import AsciiBoard, TextSpan
from ....core.game import State
from ....core.view_types import Grid
from ....table.session import Table
from ...screens.board import Board, overwrite
from ...screens.dialogs import TextScreen
from ...screens.order_input import OrderInputScreen
from ...screens.play import PlayScreen
from ...screens.prompt import KeyHint, key_prompt
from ...screens.replay import LookBackScreen
from ...screens.table_screen import MapTableScreen
from . import queries

MAX_NEWS_LINES = 4
"""Lines of news if there is no log."""
KEYS_HELP = """\
You can also type undo, moves, show, battle, again, log, rules and quit.
/ opens the input line; an order or Esc closes it.
Keys of the board: digits use a character or choose an enemy, arrows aim a leg, Enter plays it.
n and p choose the next, a shoots, c charges, s stays, e passes, Shift and arrows scroll."""
MOVES_KEY_NEED = 3
"""Rank of the key for the move list in the key bar; here it lists only some of the moves."""
LEG_PREFIX, LEG_ID_PREFIX = "go ", "go-"
"""How the text and the id of a leg begin."""

ARROW_STEP = 0.5
"""Inches that an arrow key moves the aim."""
AIM_SIGN = "×"
LEG_PATTERN = re.compile(r"(?:.*;)?[^;]*\bgo(?: to)? ([0-9]{1,2}(?:\.[0-9]{1,3})?)[ ,]+([0-9]{1,2}(?:\.[0-9]{1,3})?)")


class Aim(NamedTuple):
    """A point that a leg is aimed at, in inches."""

    x: float
    y: float

    @classmethod
    def read(cls, text: str, grid: Grid) -> Aim | None:
        """Return the target point of the leg at the end of a typed line, if there is one."""
        found = LEG_PATTERN.fullmatch(text.strip().lower())
        aim = cls(float(found[1]), float(found[2])) if found else None
        return aim if aim and max(aim) <= grid.inches else None

    @property
    def text(self) -> str:
        """The point in move notation: `12.5,8.25`."""
        return f"{self.x:g},{self.y:g}"

    def moved(self, grid: Grid, direction: tuple[int, int]) -> Aim:
        """Return the aim after an arrow key; rows of the screen count from the top."""
        x, y = self.x + direction[0] * ARROW_STEP, self.y - direction[1] * ARROW_STEP
        return Aim(min(max(x, 0), grid.inches), min(max(y, 0), grid.inches))


def draw_aim(drawing: AsciiBoard, aim: Aim, grid: Grid) -> AsciiBoard:
    """Return the drawing with a sign on the point that is aimed at."""
    aim_row, column = grid.cell(*aim)
    return [_mark_column(spans, column) if row == aim_row else spans for row, spans in enumerate(drawing)]


def _mark_column(spans: list[TextSpan], column: int) -> list[TextSpan]:
    marked: list[TextSpan] = []
    for span in spans:
        marked += overwrite(span, column, AIM_SIGN) if 0 <= column < len(span.text) else [span]
        column -= len(span.text)
    return marked


class OpenTableScreen(MapTableScreen, OrderInputScreen):
    """An open table with characters on it."""

    ORDER_PLACEHOLDER = "/ types: go 12.5,8.25; shoot e2; charge e2; measure f3 e2; help"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next_one(1)"),
        Binding("p,N", "next_one(-1)"),
        Binding("g", "begin('go ')"),
        Binding("f", "begin('face ')"),
        Binding("m", "begin('measure ')"),
        Binding("w", "roster"),
        Binding("b", "battle"),
        Binding("r", "look_back"),
    ]
    COMMAND_KEYS = PlayScreen.COMMAND_KEYS | set("npNgfmwbr")

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table, animated=animated)
        assert self.game.definition.open_table is not None
        self._grid = self.game.definition.open_table.grid
        self._aim: Aim | None = None
        self._steps_shown = len(table.steps)  # steps whose news were shown
        self._marks: list[str] = []  # the marks of the active character in sentences
        self._active: queries.ActiveCharacter | None = None
        self._must_show_own = True  # scroll to the own characters at the next repaint

    def on_mount(self) -> None:
        self.add_class("open")
        if not self.table.steps:
            self.action_battle()

    def on_resize(self) -> None:
        self.lay_out()
        self._must_show_own = True
        self.call_after_refresh(self._repaint)

    # Steps

    def _advance(self) -> None:
        self._aim = None
        decides = self.table.turn >= 0 and self.table.waits_for_person
        self._active = queries.find_active_character(self.table.state, self.seat) if decides else None
        self._must_show_own = self._must_show_own or decides
        self._marks = list(queries.mark_lines(self.table.state, self.seat)) if self._active else []
        super()._advance()
        if not self._busy and not self.table.is_over:
            self._show_message(self._news())

    def _news(self) -> str:
        """Return what happened, or the targets of the active character, if there is no log."""
        if not self.is_small:
            return ""
        is_new, self._steps_shown = len(self.table.steps) != self._steps_shown, len(self.table.steps)
        text = " ".join(self._marks) or (queries.news_text(self.table) if is_new else "")
        return queries.shorten_start(text, MAX_NEWS_LINES * max(self.size.width - 6, 20))

    # The input line

    def _preview_typed(self, text: str) -> None:
        self._aim = Aim.read(text, self._grid)
        self._preview(text)

    def _preview(self, text: str) -> None:
        preview, refused = queries.preview_text(self.table.state, self.seat, text)
        is_leg = text.startswith(LEG_PREFIX) and queries.ORDER_SEPARATOR not in text
        if self._aim is not None and is_leg and not refused:
            preview = " ".join([preview, *queries.visible_from(self.table.state, self._aim.text)])
        if refused and preview:
            self._refuse(preview)
        else:
            self._show_message(preview)

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        return {
            "help": self._show_help,
            "?": self._show_help,
            "undo": self.action_undo,
            "moves": self.action_moves,
            "show": self.action_roster,
            "who": self.action_roster,
            "battle": self.action_battle,
            "again": self.action_look_back,
            "log": self.action_log,
            "rules": self.action_rules,
            "quit": lambda: self.app.exit(0),
        }

    @property
    def _queries(self) -> dict[str, Callable[[str], str]]:
        state, seat = self.table.state, self.seat
        return {
            "measure": lambda text: " ".join(queries.measure_lines(state, text)),
            "why": lambda text: queries.explain_order(state, seat, text),
            "odds": lambda text: queries.explain_order(state, seat, text),
        }

    # Keys

    def _handle_board_key(self, event: KeyEvent) -> bool:
        if event.key == "escape":
            self._aim = None
        return super()._handle_board_key(event)

    def _escape_input(self) -> None:
        self._leave_input()
        self._show_message("")

    def _move_board_focus(self, direction: tuple[int, int]) -> None:
        """Aim a leg of the active character; without one, focus the next hotspot."""
        active = self._active
        if active is None:
            super()._move_board_focus(direction)
            return
        self.picker.clear()
        self._aim = (self._aim or Aim(active.x, active.y)).moved(self._grid, direction)
        self._preview(f"{LEG_PREFIX}{self._aim.text}")

    def _handle_click(self, event: Board.Clicked) -> None:
        """Aim a leg by a click on the ground, or click a hotspot."""
        point = self._grid.point_at(event.row, event.column)
        known = {spot.id for spot in self.picker.spots}
        if event.id_ in known or point is None or self._active is None:
            super()._handle_click(event)
            return
        self._aim = Aim(*point)
        self._preview(f"{LEG_PREFIX}{self._aim.text}")

    def _click(self, id_: str) -> None:
        """Click a hotspot; if it does not continue the clicks, start a new move."""
        self._aim, before = None, list(self.picker.clicks)
        if before and self.picker.click(id_) is not None:
            self.picker.clear()
        elif before:
            self._show_message("")
            return
        super()._click(id_)

    def _enter(self) -> None:
        if self._aim is not None and self.table.turn >= 0:
            self._play_step(f"{LEG_PREFIX}{self._aim.text}")
        elif self.table.turn >= 0 and self.picker.ready is None and self._focus_id:
            self._click(self._focus_id)
        else:
            super()._enter()

    def action_next_one(self, by: int) -> None:
        """Click the next character that can be used or attacked."""
        self._aim = None
        if self._busy or self.table.turn < 0:
            return
        last = self.picker.clicks[-1] if self.picker.clicks else ""
        self.picker.clear()
        ids = [id_ for id_ in self.picker.next_ids if self.board.region_of(id_) is not None]
        if not ids:
            self._refuse("There is no character to select now: type an order, or press l to list moves.")
            return
        index = ids.index(last) + by if last in ids else 0 if by > 0 else -1
        id_ = ids[index % len(ids)]
        super()._click(id_)
        self._show_message(self.picker.name(id_))

    # Dialogs

    def action_battle(self) -> None:
        self._show_text("The battle", queries.briefing_lines(self.game))

    def action_roster(self) -> None:
        lines = queries.roster_lines(self.table.state, self.seat)
        self._show_text("Who is on the table", [("", line) for line in lines])

    def _show_help(self) -> None:
        text = f"{queries.ORDERS_HELP}\n{queries.QUESTIONS_HELP}\n{KEYS_HELP}"
        self._show_text("Orders", [("", line) for line in text.split("\n")])

    def _show_text(self, title: str, lines: list[tuple[str, str]]) -> None:
        if lines:
            self.app.push_screen(TextScreen(title, lines))

    def action_look_back(self) -> None:
        if not self.table.steps:
            self._refuse("Nothing has happened yet.")
        elif not self._busy:
            self.app.push_screen(
                LookBackScreen(self.table, self.game, self.seat, queries.find_last_decision(self.table))
            )

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted:
            return
        self.lay_out()
        super()._repaint()
        self._show_marks()
        self._scroll()

    def _drawing_of(self, state: State) -> AsciiBoard:
        drawing = super()._drawing_of(state)
        return draw_aim(drawing, self._aim, self._grid) if self._aim else drawing

    def _show_marks(self) -> None:
        """Show the targets of the active character beside the table."""
        odds = self.query_one("#odds", Static)
        if self._odds or self.is_small or self._busy:
            return
        odds.display = bool(self._marks)
        odds.update(Content("\n").join([Content.styled("In reach", "bold"), *map(Content, self._marks)]))

    def _scroll(self) -> None:
        clicked = self.picker.clicks[-1] if self.picker.clicks else ""
        target = self._focus_id or clicked or (self._active.id if self._active else "")
        if self._aim is not None:
            row, _ = self._grid.cell(*self._aim)
            self.scroll_to_row(row)
        elif target:
            self.scroll_to_id(target)
        elif self._must_show_own and self._stage.size.height:
            self.scroll_to_ids(queries.own_character_ids(self.table.state, self.seat))
            self._must_show_own = False

    def _ready(self) -> Content:
        picker, table = self.picker, self.table
        if self._aim is not None and table.turn >= 0:
            return key_prompt("Enter", f"go to {self._aim.text}")
        if table.is_over or table.turn < 0 or (picker.ready is not None and picker.clicks):
            return super()._ready()
        able = set(picker.next_ids)
        keyed = [spot for spot in picker.spots if spot.key and spot.id in able]
        characters = [key_prompt(spot.key, spot.id) for spot in keyed if spot.key.isdigit()]
        buttons = [key_prompt(spot.key, spot.id) for spot in keyed if not spot.key.isdigit()]
        has_legs = any(id_.startswith(LEG_ID_PREFIX) for id_ in able)
        aims = [key_prompt("Arrows", "aim a leg"), key_prompt("g", "go")] if has_legs else []
        return Content(" ").join([*characters, *aims, *buttons]) if characters or aims or buttons else super()._ready()

    def _keys(self) -> list[KeyHint]:
        *keys, quit_key = [
            replace(key, need=MOVES_KEY_NEED) if key.word == "moves" else key
            for key in super()._keys()
            if key.word not in ("select", "type")
        ]
        if self.table.turn >= 0 and self.table.waits_for_person and not self._busy:
            keys.insert(0, KeyHint("/", "type", "screen.type", 9))
            keys.insert(1, KeyHint("n", "next", "screen.next_one(1)", 7))
            keys.insert(2, KeyHint("m", "measure", "screen.begin('measure ')", 6))
        more = [KeyHint("w", "who", "screen.roster", 3), KeyHint("b", "battle", "screen.battle", 2)]
        back = KeyHint("r", "look back", "screen.look_back", 3)
        is_scrolled = self.is_small and self.board.height_wanted > self._stage.size.height
        scroll = KeyHint("Shift+↑↓", "scroll", need=5) if is_scrolled else KeyHint("Shift+arrows", "scroll", need=1)
        return [*keys, *more, back, quit_key, scroll]


SCREEN = OpenTableScreen
