"""Play on a hex map: pick units by key, show their reach and its cost, and look back."""

from __future__ import annotations

import re
from collections.abc import Coroutine
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key as KeyEvent

from ....core.ascii_art import AsciiBoard
from ....core.definition import CHANCE
from ....core.errors import HtlError, NotSaved
from ....core.events import Move
from ....core.game import State
from ....core.view_types import Mark
from ....table.move_picker import next_clicks, starts_path
from ....table.session import Table
from ....table.text import refusal_text, viewing_seat
from ...screens.hot_seat import HotSeatScreen
from ...screens.play import PlayScreen
from ...screens.prompt import MAX_NAMES, KeyHint, join_with_or, key_prompt
from ...screens.replay import LookBackScreen
from ...screens.table_screen import MapTableScreen
from ...text import find_odds
from ...visibility import NO_SEAT, count_people, drawing_for, has_computer_just_moved, must_change_seats, prompt_for

COST_PATTERN = re.compile(r"\((\d+|free)")
MARK_SIGNS = {"near": "+", "far": ":", "dear": "^", "target": "", "unseen": "?", "blocks": "#"}
"""Sign of each kind of mark, before its APs, so that no colour is needed."""
ATTACK_LETTERS = str.maketrans("⌖⚔", "!x")
MARK_LEGEND = {
    "near": "+ next hex and its APs",
    "far": ": further",
    "dear": "^ the leader's extra hex",
    "target": "!1 fire and x2 assault, with the APs",
    "unseen": "? not in sight",
    "blocks": "# in the way",
}
MAX_NEWS_EVENTS = 3
"""Events of another seat's step that are shown if there is no log."""


class MapScreen(MapTableScreen, HotSeatScreen):
    """A game on a hex map."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "next_unit(1)"),
        Binding("p,N", "next_unit(-1)"),
        Binding("r", "look_back"),
    ]
    COMMAND_KEYS = PlayScreen.COMMAND_KEYS | {"n", "p", "N", "r"}

    def __init__(self, table: Table, *, animated: bool = True) -> None:
        super().__init__(table, animated=animated)
        self._picked = ""
        self._marks_by_id: dict[str, Mark] = {}
        self._route: Mark | None = None  # the marked route of several moves that Enter would play

    def on_resize(self) -> None:
        self.lay_out()
        self.call_after_refresh(self.scroll_to_map)

    @property
    def seat(self) -> int:
        """The seat whose view is shown: the only person's or, of two people, the viewer's."""
        return viewing_seat(self.table) if count_people(self.table) < 2 or self.table.is_over else self._viewer

    # Steps

    def _advance(self) -> None:
        if must_change_seats(self.table, self._viewer):
            self._change_seats(self.table.turn, plans=False)
            return
        if self.table.turn >= 0 and self.table.players[self.table.turn] is None:
            self._viewer = self.table.turn
        self._picked, self._route, self._marks_by_id = "", None, {}
        super()._advance()
        if not self._busy and not self.table.is_over:
            self._show_news()
            # The dice of a computer player do not wait for Enter.
            if self.table.turn == CHANCE and not self.table.dice_are_mine and has_computer_just_moved(self.table):
                self._start_work("The dice are rolling...", self._roll_dice())

    def _start_work(self, message: str, work: Coroutine[Any, Any, None]) -> None:
        """Meanwhile, if there is no log, show the events of another seat's last step."""
        last = self.table.steps[-1] if self.table.steps else None
        if self.is_small and last is not None and last.seat != self.seat:
            self._message = " ".join(event.text for event in last.events[-MAX_NEWS_EVENTS:])
        super()._start_work(message, work)

    def _show_news(self) -> None:
        """Show how to see another seat's turn again and, if there is no log, what happened."""
        table = self.table
        last = table.steps[-1] if table.steps else None
        if last is None or table.turn == CHANCE or last.seat == self.seat:
            return
        news = " ".join(event.text for event in last.events[-MAX_NEWS_EVENTS:]) if self.is_small else ""
        last_seat = next((step.seat for step in reversed(table.steps) if step.seat != CHANCE), self.seat)
        hint = " Press r to see their turn again." if last_seat not in (self.seat, NO_SEAT) else ""
        self._show_message(f"{news}{hint}".strip())

    # Units and their reach

    def action_next_unit(self, by: int) -> None:
        """Pick the next unit that can act, and clear earlier clicks."""
        if self._busy or self.table.turn < 0:
            return
        self.picker.clear()
        keyless = {spot.id for spot in self.picker.spots if not spot.key}
        ids = [id_ for id_ in self.picker.next_ids if id_ in keyless]
        if not ids:
            self._refuse("No unit can act now. Press l to list the moves.")
            return
        index = ids.index(self._picked) + by if self._picked in ids else 0 if by > 0 else -1
        self._focus_id, self._picked, self._route = "", ids[index % len(ids)], None
        super()._click(self._picked)
        name = self.picker.name(self._picked)
        self._show_message(f"Unit {index % len(ids) + 1} of {len(ids)} that can act: {name}. {self._legend()}")

    def _click(self, id_: str) -> None:
        """Click a hotspot; if it does not continue the clicks, replace the last one or start a new move."""
        picker, before = self.picker, list(self.picker.clicks)
        self._route = None
        why = picker.click(id_)
        mark = self._marks_by_id.get(id_)
        if why is not None and mark is not None and mark.plays:
            self._route = mark
            self._show_message("")
            return
        for earlier in (before[:-1], []) if before and why is not None else ():
            picker.clear()
            if all(picker.click(clicked) is None for clicked in earlier) and picker.click(id_) is None:
                why = None
                break
        if why is not None:
            picker.clear()
            for clicked in before:
                picker.click(clicked)
            needs_unit = not before and not self._only_hexes and id_.startswith("hex")
            self._refuse("Pick a unit first: press n or click it, then the hex." if needs_unit else why)
            return
        self._focus_id = ""
        self._picked = picker.clicks[0]
        self._show_message("")
        if self._marks_by_id and picker.ready is None:
            self._show_message(self._legend())

    def _next_moves(self) -> dict[str, Move]:
        """Return what can be clicked next, each with a move it leads to; of ids with the same moves only the last."""
        picker, state = self.picker, self.table.state
        moves_by_id: dict[str, list[Move]] = {}
        for move in picker.open:
            for choice in state.click_paths(move):
                if starts_path(choice, picker.clicks):
                    for id_ in next_clicks(choice, picker.clicks):
                        moves_by_id.setdefault(id_, []).append(move)
        unique = {
            frozenset(move.code for move in moves_by_id[id_]): id_ for id_ in picker.next_ids if id_ in moves_by_id
        }
        return {id_: moves_by_id[id_][0] for id_ in unique.values()}

    def _signs(self) -> dict[str, str]:
        """Return signs: `+1` to go there for 1 AP, `!1` to attack there, with its key before it."""
        picker, state = self.picker, self.table.state
        self._marks_by_id = {}
        if state.current_player < 0 or self._busy or not self.table.waits_for_person:
            return {}
        keys = {spot.id: f"{spot.key})" for spot in picker.spots if spot.key}
        goals = [self._route.id] if self._route else [id_ for id_ in picker.clicks if id_.startswith("hex")]
        if goals:
            return dict.fromkeys(goals, "<*>")
        marks = self.game.definition.view.marks(state.seen_by(self.seat).record, self.seat, picker.clicks)
        self._marks_by_id = {mark.id: mark for mark in reversed(marks)}
        if marks:
            return {
                mark.id: f"{keys.get(mark.id, '')}{MARK_SIGNS.get(mark.kind, '*')}{mark.sign.translate(ATTACK_LETTERS)}"
                for mark in self._marks_by_id.values()
            }
        signs = {}
        for id_, move in self._next_moves().items() if picker.clicks or self._only_hexes else ():
            if id_.startswith("hex"):
                found = COST_PATTERN.search(move.label)
                cost = "" if found is None else "0" if found[1] == "free" else found[1]
                kind = "!" if find_odds(state, self.seat, move) else "+" if cost else ""
                signs[id_] = f"{keys.get(id_, '')}{kind}{cost}" or "*"
        return signs

    def _legend(self) -> str:
        """Return what the signs on the map mean."""
        kinds = {mark.kind for mark in self._marks_by_id.values()}
        meanings = [meaning for kind, meaning in MARK_LEGEND.items() if kind in kinds]
        return f"Signs: {', '.join(meanings)}." if meanings else ""

    @property
    def _only_hexes(self) -> bool:
        """Whether the player must choose one of a few hexes, which then have keys."""
        return any(spot.key and spot.id.startswith("hex") for spot in self.picker.spots)

    def _focusable_ids(self) -> list[str]:
        if self.picker.clicks or self._only_hexes:
            return [*self._next_moves(), *self._marks_by_id]
        return super()._focusable_ids()

    def _move_board_focus(self, direction: tuple[int, int]) -> None:
        if not self._focus_id and self.picker.clicks:
            self._focus_id = self.picker.clicks[-1]
        super()._move_board_focus(direction)
        mark = self._marks_by_id.get(self._focus_id)
        if mark is not None:
            self._show_message(mark.text)

    def _enter(self) -> None:
        """Play the route or the selected move, or else click the focused hotspot."""
        if self._route is not None:
            self._play_route(self._route)
        elif self.table.turn >= 0 and self.picker.ready is None and self._focus_id:
            self._click(self._focus_id)
        else:
            super()._enter()

    def _handle_board_key(self, event: KeyEvent) -> bool:
        if event.key in ("escape", "backspace") and self._route is not None:
            self._route = None
            self._show_message("")
            return True
        return super()._handle_board_key(event)

    def _play_route(self, route: Mark) -> None:
        """Play the moves of a route until one is refused."""
        try:
            for play in route.plays:
                self.table.play(play)
        except NotSaved as error:
            self._show_not_saved(error, self._advance)
        except HtlError as error:
            self._advance()
            self._refuse(refusal_text(error))
        else:
            self._advance()

    def action_look_back(self) -> None:
        if self._busy:
            return
        if not self.table.steps:
            self._refuse("Nothing has happened yet.")
        else:
            self.app.push_screen(LookBackScreen(self.table, self.game, self.seat))

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted:
            return
        self.lay_out()
        super()._repaint()
        self.scroll_to_id(self._focus_id or (self.picker.clicks[-1] if self.picker.clicks else ""))

    def _drawing_of(self, state: State) -> AsciiBoard:
        return drawing_for(state, self.seat)

    def _prompt(self) -> str:
        return prompt_for(self.table.state, self.seat)

    def _ready(self) -> Content:
        picker, table = self.picker, self.table
        if self._route is not None:
            return key_prompt("Enter", self._route.text)
        if table.is_over or table.turn < 0 or (picker.ready is not None and picker.clicks):
            return super()._ready()
        goals, keys = list(self._next_moves()), {spot.id: spot.key for spot in picker.spots}
        if not picker.clicks and not self._only_hexes:
            whole = [key_prompt(keys[id_], picker.name(id_)) for id_ in goals if keys.get(id_)]
            return Content("  ").join([key_prompt("n", "next unit"), *whole])
        few = len(goals) <= MAX_NAMES and self._only_hexes
        named = [id_ for id_ in goals if few or not id_.startswith("hex")]
        names = [Content.assemble((keys.get(id_, ""), "bold $accent"), f" {picker.name(id_)}") for id_ in named]
        hexes = len(goals) - len(named)
        if hexes:
            names.append(Content(f"one of {hexes} hexes" if hexes > 1 else "the marked hex"))
        return Content("Select ") + join_with_or(names) if names else super()._ready()

    def _keys(self) -> list[KeyHint]:
        *keys, quit_key = [key for key in super()._keys() if key.word != "select"]
        if self.table.turn >= 0 and self.table.waits_for_person and not self._busy:
            keys.insert(0, KeyHint("Arrows Space", "select", need=2))
            if not self._only_hexes:
                keys.insert(0, KeyHint("n", "next unit", "screen.next_unit(1)", 9))
        back = KeyHint("r", "look back", "screen.look_back", 6)
        return [*keys, back, quit_key, KeyHint("Shift+arrows", "scroll", need=1)]


SCREEN = MapScreen
