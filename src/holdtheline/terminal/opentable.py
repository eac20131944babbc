"""Playing on an open table: keys for figures, a sign to aim a leg with, and a line for orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key as KeyEvent
from textual.widgets import Static

from ..core.drawing import Drawing
from ..core.game import State
from ..table.session import Table
from . import sayings
from .aiming import Aim, with_aim
from .asking import Key, pressing
from .board import Board
from .fieldtop import FieldTop
from .orderline import OrderLine
from .playing import PlayingScreen

LINES_OF_NEWS = 4
"""Where there is no log."""
KEYS = """\
undo, moves, show, battle, again, log, rules and quit can be typed, too.
/ opens the line; what is taken leaves it, and Esc empties and leaves it.
Without the line: digits use a character or choose an enemy, arrows aim a leg, Enter goes it.
n and p choose the next, a shoots, c charges, s stays, e passes, Shift and arrows scroll."""
SELDOM = 3
"""How much a key is needed that lists a few of all the moves."""
GO, LEG = "go ", "go-"
"""How the text of a leg begins, and its id."""


class OpenScreen(FieldTop, OrderLine):
    """A table with figures on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next_one(1)"),
        Binding("p,N", "next_one(-1)"),
        Binding("g", "begin('go ')"),
        Binding("f", "begin('face ')"),
        Binding("m", "begin('measure ')"),
        Binding("w", "roster"),
        Binding("b", "battle"),
        Binding("r", "look_back"),
        Binding("shift+up", "scroll_field(0, -4)"),
        Binding("shift+down", "scroll_field(0, 4)"),
        Binding("shift+left", "scroll_field(-8, 0)"),
        Binding("shift+right", "scroll_field(8, 0)"),
    ]
    COMMAND_KEYS = PlayingScreen.COMMAND_KEYS | set("npNgfmwbr")

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table, animated=animated)
        self._aim: Aim | None = None
        self._told = len(table.done)  # steps whose news were told
        self._marks: list[str] = []  # whom the active one can strike, and so on, in sentences
        self._active: sayings.Active | None = None
        self._looks_home = True  # one's own people are to be brought before the eyes

    def on_mount(self) -> None:
        self.add_class("open")
        if not self.table.done:
            self.action_battle()

    def on_resize(self) -> None:
        self.lay_out()
        self._looks_home = True
        self.call_after_refresh(self._repaint)

    # The course of things

    def _settle(self) -> None:
        self._aim = None
        decides = self.table.turn >= 0 and self.table.waits_for_person
        self._active = sayings.active_in(self.table.state, self.seat) if decides else None
        self._looks_home = self._looks_home or decides
        self._marks = list(sayings.marks_told(self.table.state, self.seat)) if self._active else []
        super()._settle()
        if not self._busy and not self.table.is_over:
            self._say(self._news())

    def _news(self) -> str:
        """Where no log tells it: what happened, or whom the active one can strike."""
        if not self.is_small:
            return ""
        fresh, self._told = len(self.table.done) != self._told, len(self.table.done)
        text = " ".join(self._marks) or (sayings.news(self.table) if fresh else "")
        return sayings.last_of(text, LINES_OF_NEWS * max(self.size.width - 6, 20))

    # Words

    def _try_out(self, text: str) -> None:
        self._aim = Aim.read(text, self.game.contract.grid)
        self._preview(text)

    def _preview(self, text: str) -> None:
        told, refused = sayings.foretold(self.table.state, self.seat, text)
        if self._aim is not None and not refused and text.startswith(GO) and sayings.BETWEEN not in text:
            told = " ".join([told, *sayings.seen_from(self.table.state, self._aim.text)])
        if refused and told:
            self._refuse(told)
        else:
            self._say(told)

    @property
    def _commands(self) -> dict[str, Callable[[], None]]:
        """Words that are no orders, as they can be typed line by line."""
        return {
            "help": self._show_help,
            "?": self._show_help,
            "undo": self.action_undo,
            "moves": self.action_moves,
            "show": self.action_roster,
            "who": self.action_roster,
            "battle": self.action_battle,
            "again": self.action_look_back,
            "log": self.action_story,
            "rules": self.action_rules,
            "quit": lambda: self.app.exit(0),
        }

    @property
    def _questions(self) -> dict[str, Callable[[str], str]]:
        """Words with something behind them that is asked about, and not done."""
        state, seat = self.table.state, self.seat
        return {
            "measure": lambda text: " ".join(sayings.measured(state, text)),
            "why": lambda text: sayings.allowed(state, seat, text),
            "odds": lambda text: sayings.allowed(state, seat, text),
        }

    # Keys

    def _key_is_for_the_board(self, event: KeyEvent) -> bool:
        if self.focused is self._line:
            if event.key != "escape":
                return False
            self._leave_line()
            self._aim = None
            self._say("")
            return True
        if event.key == "escape" and self._aim is not None:
            self._aim = None
        return super()._key_is_for_the_board(event) or self._is_a_word_begun(event)

    def _is_a_word_begun(self, event: KeyEvent) -> bool:
        """A letter without a meaning: somebody types an order before the line is open."""
        if not event.is_printable or event.key in self.COMMAND_KEYS or not self._may_choose():
            return False
        self._refuse("Press / first, then type your order.")
        return True

    def _look_toward(self, direction: tuple[int, int]) -> None:
        """With an active character the arrows aim a leg; else they choose somebody."""
        grid, active = self.game.contract.grid, self._active
        if active is None or grid is None:
            super()._look_toward(direction)
            return
        self.chooser.clear()
        self._aim = (self._aim or Aim(active.x, active.y)).moved(grid, direction)
        self._preview(f"{GO}{self._aim.text}")

    def _touched(self, event: Board.Touched) -> None:
        """A click on the ground aims a leg."""
        grid = self.game.contract.grid
        aim = Aim.at_cell(grid, event.row, event.column) if grid else None
        known = {spot.id for spot in self.chooser.spots}
        if event.id_ in known or aim is None or self._active is None:
            super()._touched(event)
            return
        self._aim = aim
        self._preview(f"{GO}{aim.text}")

    def _touch(self, id_: str) -> None:
        """What does not go on from the last touch begins anew."""
        self._aim, before = None, list(self.chooser.touches)
        if before and self.chooser.touch(id_) is not None:
            self.chooser.clear()
        elif before:
            self._say("")
            return
        super()._touch(id_)

    def _enter(self) -> None:
        if self._aim is not None and self.table.turn >= 0:
            self._take(f"{GO}{self._aim.text}")
        elif self.table.turn >= 0 and self.chooser.ready is None and self._lit:
            self._touch(self._lit)
        else:
            super()._enter()

    def action_next_one(self, by: int) -> None:
        """The next one that can be used, or struck."""
        self._aim = None
        if self._busy or self.table.turn < 0:
            return
        last = self.chooser.touches[-1] if self.chooser.touches else ""
        self.chooser.clear()
        ids = [id_ for id_ in self.chooser.next_ids if self.board.place_of(id_) is not None]
        if not ids:
            self._refuse("There is nobody to touch now; type an order, or l lists moves.")
            return
        at = ids.index(last) + by if last in ids else 0 if by > 0 else -1
        super()._touch(ids[at % len(ids)])
        self._say(self.chooser.name(ids[at % len(ids)]))

    # What comes over the table

    def action_battle(self) -> None:
        self._show_text("The battle", sayings.briefing_of(self.game))

    def action_roster(self) -> None:
        lines = sayings.roster_told(self.table.state, self.seat)
        self._show_text("Who is on the table", [("", line) for line in lines])

    def _show_help(self) -> None:
        told = f"{sayings.ORDERS}\n{sayings.QUESTIONS}\n{KEYS}"
        self._show_text("Orders", [("", line) for line in told.split("\n")])

    def _show_text(self, title: str, lines: list[tuple[str, str]]) -> None:
        from .screens import TextScreen

        if lines:
            self.app.push_screen(TextScreen(title, lines))

    def action_look_back(self) -> None:
        from .lookback import LookBack

        if not self.table.done:
            self._refuse("Nothing has happened yet.")
        elif not self._busy:
            self.app.push_screen(
                LookBack(self.table, self.game, self.seat, sayings.last_decision(self.table))
            )

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted:
            return
        self.lay_out()
        super()._repaint()
        self._show_marks()
        self._scroll()

    def _drawing_of(self, state: State) -> Drawing:
        drawing = super()._drawing_of(state)
        return with_aim(drawing, self._aim, self.game.contract.grid)

    def _show_marks(self) -> None:
        """Beside the table: whom the active one can strike."""
        odds = self.query_one("#odds", Static)
        if self._odds or self.is_small or self._busy:
            return
        odds.display = bool(self._marks)
        odds.update(Content("\n").join([Content.styled("In reach", "bold"), *map(Content, self._marks)]))

    def _scroll(self) -> None:
        touched = self.chooser.touches[-1] if self.chooser.touches else ""
        thing = self._lit or touched or (self._active.id if self._active else "")
        if self._aim is not None and self.game.contract.grid is not None:
            row, _ = self._aim.cell(self.game.contract.grid)
            self.scroll_to_row(row)
        elif thing:
            self.scroll_to_thing(thing)
        elif self._looks_home and self._stage.size.height:
            self.scroll_to_things(sayings.own_in(self.table.state, self.seat))
            self._looks_home = False

    def _has_room_for(self, *lines: str) -> bool:
        return True  # the table is scrolled

    def _ready(self) -> Content:
        chooser, table = self.chooser, self.table
        if self._aim is not None and table.turn >= 0:
            return pressing("Enter", f"go to {self._aim.text}")
        if table.is_over or table.turn < 0 or (chooser.ready is not None and chooser.touches):
            return super()._ready()
        able = set(chooser.next_ids)
        keyed = [spot for spot in chooser.spots if spot.key and spot.id in able]
        whom = [pressing(spot.key, spot.id) for spot in keyed if spot.key.isdigit()]
        buttons = [pressing(spot.key, spot.id) for spot in keyed if not spot.key.isdigit()]
        has_legs = any(id_.startswith(LEG) for id_ in able)
        aims = [pressing("Arrows", "aim a leg"), pressing("g", "go")] if has_legs else []
        return Content(" ").join([*whom, *aims, *buttons]) if whom or aims or buttons else super()._ready()

    def _keys(self) -> list[Key]:
        *keys, leave = [
            replace(key, need=SELDOM) if key.word == "moves" else key
            for key in super()._keys()
            if key.word not in ("touch", "type")
        ]
        if self.table.turn >= 0 and self.table.waits_for_person and not self._busy:
            keys.insert(0, Key("/", "type", "screen.type", 9))
            keys.insert(1, Key("n", "next", "screen.next_one(1)", 7))
            keys.insert(2, Key("m", "measure", "screen.begin('measure ')", 6))
        more = [Key("w", "who", "screen.roster", 3), Key("b", "battle", "screen.battle", 2)]
        back = Key("r", "look back", "screen.look_back", 3)
        is_cut = self.is_small and self.board.height_wanted > self._stage.size.height
        scroll = Key("Shift+↑↓", "scroll", need=5) if is_cut else Key("Shift+arrows", "scroll", need=1)
        return [*keys, *more, back, leave, scroll]
