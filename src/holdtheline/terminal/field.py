"""Playing on a map: units by a key, their reach marked, a curtain between two persons, and a look back."""

from __future__ import annotations

import re
from collections.abc import Coroutine
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key as KeyEvent

from ..core.contract import CHANCE, Mark
from ..core.drawing import Drawing
from ..core.errors import HtlError, NotSaved
from ..core.game import Move, State
from ..table.chooser import begins, missing
from ..table.session import Table
from ..table.words import complaint, viewer_of
from .asking import NAMES_SHOWN, Key, joined, pressing
from .fieldtop import NOBODY, FieldTop, asked_of, drawn_for, is_next_hidden, was_computer
from .playing import PlayingScreen
from .words import odds_of

COST = re.compile(r"\((\d+|free)")
SIGNS = {"near": "+", "far": ":", "dear": "^", "target": "", "unseen": "?", "blocks": "#"}
"""By the kind of a mark, before its APs: no colour is needed to tell them."""
MEANINGS = {
    "near": "+ next hex and its APs",
    "far": ": further",
    "dear": "^ the leader's extra hex",
    "target": "F fire, A assault",
    "unseen": "? not in sight",
    "blocks": "# in the way",
}
NEWS = 3
"""Events told of another's step where there is no log."""


class FieldScreen(FieldTop, PlayingScreen):
    """A table with a map."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next_unit(1)"),
        Binding("p,N", "next_unit(-1)"),
        Binding("r", "look_back"),
        Binding("shift+up", "scroll_field(0, -4)"),
        Binding("shift+down", "scroll_field(0, 4)"),
        Binding("shift+left", "scroll_field(-8, 0)"),
        Binding("shift+right", "scroll_field(8, 0)"),
    ]
    COMMAND_KEYS = PlayingScreen.COMMAND_KEYS | {"n", "p", "N", "r"}

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table, animated=animated)
        self._at = NOBODY  # the person before the screen; when a game goes on, nobody knows who that is
        self._picked = ""
        self._marked: dict[str, Mark] = {}
        self._far: Mark | None = None  # a way of several moves that Enter would go

    def on_resize(self) -> None:
        self.lay_out()
        self.call_after_refresh(self.scroll_to_map)

    # Who looks on

    @property
    def _persons(self) -> int:
        return self.table.players.count(None)

    @property
    def seat(self) -> int:
        """One person sees the own side always, of two the one who decided last."""
        return viewer_of(self.table) if self._persons < 2 or self.table.is_over else self._at

    def _settle(self) -> None:
        if is_next_hidden(self.table, self._at):
            self._draw_curtain(self.table.turn)
            return
        if self.table.turn >= 0 and self.table.players[self.table.turn] is None:
            self._at = self.table.turn
        self._picked, self._far, self._marked = "", None, {}
        super()._settle()
        if not self._busy and not self.table.is_over:
            self._tell_news()
            self._roll_for_computer()

    def _draw_curtain(self, seat: int) -> None:
        from .screens import CurtainScreen

        curtain = CurtainScreen(self.game.seats[seat], plans=False)
        self.app.push_screen(curtain, lambda _: self._open_curtain(seat))

    def _open_curtain(self, seat: int) -> None:
        self._at = seat
        self._settle()

    def _roll_for_computer(self) -> None:
        """The dice of a computer player roll by themselves, where somebody plays against it."""
        table = self.table
        if table.turn == CHANCE and not table.dice_are_mine and was_computer(table):
            self._begin("The dice are rolling...", self._roll_on())

    def _begin(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Where no log tells it, what came of the step before is said meanwhile."""
        last = self.table.done[-1] if self.table.done else None
        if self.is_small and last is not None and last.seat != self.seat:
            self._message = " ".join(event.text for event in last.events[-NEWS:])
        super()._begin(what, work)

    def _tell_news(self) -> None:
        """What another one did, where no log tells it; and that it can be seen again."""
        table = self.table
        last = table.done[-1] if table.done else None
        if last is None or table.turn == CHANCE or last.seat == self.seat:
            return
        told = " ".join(event.text for event in last.events[-NEWS:]) if self.is_small else ""
        before = next((done.seat for done in reversed(table.done) if done.seat != CHANCE), self.seat)
        again = " r shows their turn again." if before not in (self.seat, NOBODY) else ""
        self._say(f"{told}{again}".strip())

    # Units and their reach

    def action_next_unit(self, by: int) -> None:
        """Pick the next one that can do something; what was touched before is let go."""
        if self._busy or self.table.turn < 0:
            return
        self.chooser.clear()
        keyless = {spot.id for spot in self.chooser.spots if not spot.key}
        ids = [id_ for id_ in self.chooser.next_ids if id_ in keyless]
        if not ids:
            self._refuse("No unit can act now; what can be done is listed by l.")
            return
        at = ids.index(self._picked) + by if self._picked in ids else 0 if by > 0 else -1
        self._lit, self._picked, self._far = "", ids[at % len(ids)], None
        super()._touch(self._picked)
        name = self.chooser.name(self._picked)
        self._say(f"{at % len(ids) + 1} of {len(ids)} that can act: {name}. {self._legend()}")

    def _touch(self, id_: str) -> None:
        """What does not go on from the last touch takes its place, or begins a new move."""
        chooser, before = self.chooser, list(self.chooser.touches)
        self._far = None
        why = chooser.touch(id_)
        way = self._marked.get(id_)
        if why is not None and way is not None and way.plays:
            self._far = way
            self._say("")
            return
        for kept in (before[:-1], []) if before and why is not None else ():
            chooser.clear()
            if all(chooser.touch(one) is None for one in kept) and chooser.touch(id_) is None:
                why = None
                break
        if why is not None:
            chooser.clear()
            for one in before:
                chooser.touch(one)
            first = not before and not self._is_narrow_choice and id_.startswith("hex")
            self._refuse("Pick a unit first: n, or touch it; then the hex." if first else why)
            return
        self._lit = ""
        self._picked = chooser.touches[0]
        self._say("")
        if self._marked and chooser.ready is None:
            self._say(self._legend())

    def _goals(self) -> dict[str, Move]:
        """What can be touched next, and a move it leads to; of several ids that mean the same the last."""
        chooser, state = self.chooser, self.table.state
        led: dict[str, list[Move]] = {}
        for move in chooser.open:
            for choice in state.choices(move):
                if begins(choice, chooser.touches):
                    for id_ in missing(choice, chooser.touches):
                        led.setdefault(id_, []).append(move)
        only = {frozenset(move.code for move in led[id_]): id_ for id_ in chooser.next_ids if id_ in led}
        return {id_: led[id_][0] for id_ in only.values()}

    def _signs(self) -> dict[str, str]:
        """`+1`: it can go there for 1 AP; `!1`: it can attack there. A key comes before it."""
        chooser, state = self.chooser, self.table.state
        self._marked = {}
        if state.turn < 0 or self._busy or not self.table.waits_for_person:
            return {}
        keys = {spot.id: f"{spot.key})" for spot in chooser.spots if spot.key}
        goals = [self._far.id] if self._far else [id_ for id_ in chooser.touches if id_.startswith("hex")]
        if goals:
            return dict.fromkeys(goals, "<*>")
        told = self.game.contract.marks(state.seen_by(self.seat).record, self.seat, chooser.touches)
        self._marked = {mark.id: mark for mark in reversed(told)}
        if told:
            marks = self._marked.values()
            return {one.id: f"{keys.get(one.id, '')}{SIGNS.get(one.kind, '*')}{one.sign}" for one in marks}
        signs = {}
        for id_, move in self._goals().items() if chooser.touches or self._is_narrow_choice else ():
            if id_.startswith("hex"):
                found = COST.search(move.label)
                cost = "" if found is None else "0" if found[1] == "free" else found[1]
                kind = "!" if odds_of(state, self.seat, move) else "+" if cost else ""
                signs[id_] = f"{keys.get(id_, '')}{kind}{cost}" or "*"
        return signs

    def _legend(self) -> str:
        """What the signs on the map mean now."""
        kinds = {mark.kind for mark in self._marked.values()}
        told = [meaning for kind, meaning in MEANINGS.items() if kind in kinds]
        return f"Signs: {', '.join(told)}." if told else ""

    @property
    def _is_narrow_choice(self) -> bool:
        """Whether only a hex is asked for: those there are have keys."""
        return any(spot.key and spot.id.startswith("hex") for spot in self.chooser.spots)

    def _ids_to_look_at(self) -> list[str]:
        if self.chooser.touches or self._is_narrow_choice:
            return [*self._goals(), *self._marked]
        return super()._ids_to_look_at()

    def _look_toward(self, direction: tuple[int, int]) -> None:
        if not self._lit and self.chooser.touches:
            self._lit = self.chooser.touches[-1]
        super()._look_toward(direction)
        mark = self._marked.get(self._lit)
        if mark is not None:
            self._say(mark.text)

    def _enter(self) -> None:
        """Enter on a thing that the arrows have chosen touches it, as long as no move is ready."""
        if self._far is not None:
            self._go(self._far)
        elif self.table.turn >= 0 and self.chooser.ready is None and self._lit:
            self._touch(self._lit)
        else:
            super()._enter()

    def _key_is_for_the_board(self, event: KeyEvent) -> bool:
        if event.key in ("escape", "backspace") and self._far is not None:
            self._far = None
            self._say("")
            return True
        return super()._key_is_for_the_board(event)

    def _go(self, way: Mark) -> None:
        """All the moves of a way, as far as nothing speaks against them."""
        try:
            for play in way.plays:
                self.table.play(play)
        except NotSaved as error:
            self._show_trouble(error, self._settle)
        except HtlError as error:
            self._settle()
            self._refuse(complaint(error))
        else:
            self._settle()

    def action_look_back(self) -> None:
        from .lookback import LookBack

        if self._busy:
            return
        if not self.table.done:
            self._refuse("Nothing has happened yet.")
        else:
            self.app.push_screen(LookBack(self.table, self.game, self.seat))

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted:
            return
        self.lay_out()
        super()._repaint()
        self.scroll_to_thing(self._lit or (self.chooser.touches[-1] if self.chooser.touches else ""))

    def _drawing_of(self, state: State) -> Drawing:
        return drawn_for(state, self.seat)

    def _prompt(self) -> str:
        return asked_of(self.table.state, self.seat)

    def _has_room_for(self, *lines: str) -> bool:
        return True  # the map is scrolled

    def _ready(self) -> Content:
        chooser, table = self.chooser, self.table
        if self._far is not None:
            return pressing("Enter", self._far.text)
        if table.is_over or table.turn < 0 or (chooser.ready is not None and chooser.touches):
            return super()._ready()
        goals, keys = list(self._goals()), {spot.id: spot.key for spot in chooser.spots}
        if not chooser.touches and not self._is_narrow_choice:
            whole = [pressing(keys[id_], chooser.name(id_)) for id_ in goals if keys.get(id_)]
            return Content("  ").join([pressing("n", "next unit"), *whole])
        few = len(goals) <= NAMES_SHOWN and self._is_narrow_choice
        named = [id_ for id_ in goals if few or not id_.startswith("hex")]
        names = [
            Content.assemble((keys.get(id_, ""), "bold $accent"), f" {chooser.name(id_)}") for id_ in named
        ]
        hexes = len(goals) - len(named)
        if hexes:
            names.append(Content(f"one of {hexes} hexes" if hexes > 1 else "the hex that is marked"))
        return Content("Touch ") + joined(names) if names else super()._ready()

    def _keys(self) -> list[Key]:
        *keys, leave = [key for key in super()._keys() if key.word != "touch"]
        if self.table.turn >= 0 and self.table.waits_for_person and not self._busy:
            keys.insert(0, Key("Arrows Space", "touch", need=2))
            if not self._is_narrow_choice:
                keys.insert(0, Key("n", "next unit", "screen.next_unit(1)", 9))
        back = Key("r", "look back", "screen.look_back", 6)
        return [*keys, back, leave, Key("Shift+arrows", "scroll", need=1)]
