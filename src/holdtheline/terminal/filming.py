"""A turn on the screen as it was played: at any speed, paused, step by step."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from ..core.game import Game
from .asking import Key
from .film import Film
from .lanes import LanesTop
from .tabletop import KeyBar, ReadyLine
from .watching import PositionBar

SPEEDS = (0.8, 0.4, 0.2, 0.1, 0.05, 0.02)
"""Seconds that a timestep is shown."""
USUAL_SPEED = 2


class FilmScreen(LanesTop):
    """Shows a film, then its report, and goes away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause"),
        Binding("full_stop,right", "step(1)"),
        Binding("comma,left", "step(-1)"),
        Binding("plus,equals_sign", "speed(1)"),
        Binding("minus", "speed(-1)"),
        Binding("home", "first"),
        Binding("end,escape,q,enter", "last"),
        Binding("shift+up", "scroll_lanes(0, -4)"),
        Binding("shift+down", "scroll_lanes(0, 4)"),
        Binding("shift+left", "scroll_lanes(-8, 0)"),
        Binding("shift+right", "scroll_lanes(8, 0)"),
        Binding("d,f3", "app.day_or_night"),
    ]

    def __init__(self, game: Game, film: Film, *, playing: bool = True) -> None:
        super().__init__(game)
        self.film = film
        self.at = 0
        self.is_playing = playing
        self.speed = USUAL_SPEED
        self._timer: Timer | None = None
        self._message = ""

    def compose_side(self) -> ComposeResult:
        yield from ()

    def compose_below(self) -> ComposeResult:
        yield PositionBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self._repaint)
        self._wind()

    def on_resize(self) -> None:
        self.call_after_refresh(self._repaint)

    @property
    def around(self) -> int:
        return 3 + bool(self._message) if self.is_bare else 5 + bool(self._message)

    @property
    def last(self) -> int:
        return len(self.film.moments) - 1

    # What moves it

    def _wind(self) -> None:
        """Have the next timestep come by itself."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SPEEDS[self.speed], self._tick) if self.is_playing else None

    def _tick(self) -> None:
        if self.at < self.last:
            self._go(self.at + 1)
            self._wind()
        else:
            self._report()

    def _go(self, at: int) -> None:
        self.at = min(max(at, 0), self.last)
        self._repaint()

    def action_pause(self) -> None:
        self.is_playing = not self.is_playing
        self._wind()
        self._repaint()

    def action_step(self, by: int) -> None:
        self.is_playing = False
        self._wind()
        if by > 0 and self.at == self.last:
            self._report()
        else:
            self._go(self.at + by)

    def action_speed(self, by: int) -> None:
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self._wind()
        self._repaint()

    def action_first(self) -> None:
        self._go(0)
        self._wind()

    def action_last(self) -> None:
        self.is_playing = False
        self._wind()
        self._go(self.last)
        self._report()

    def on_position_bar_moved(self, event: PositionBar.Moved) -> None:
        self.is_playing = False
        self._wind()
        self._go(event.at)

    def _report(self) -> None:
        from .screens import TextScreen

        self.is_playing = False
        report = TextScreen(f"{self.film.told['title']}: what it was worth", self.film.report())
        self.app.push_screen(report, self._close)

    def _close(self, _: None) -> None:
        self.dismiss(None)

    # Painting

    def _repaint(self) -> None:
        if not self.is_mounted or not self.query(PositionBar):
            return
        moment = self.film.moments[self.at]
        self.lay_out()
        self.show_head(f"{self.film.told['title']}, as it was played")
        self.show_lanes(self.film.drawing(self.at), self.film.lights(self.at))
        self.query_one(PositionBar).show(self.at, self.last)
        state = f"speed {self.speed + 1}" if self.is_playing else "paused"
        told = f"{self.film.hp_text(self.at)}; {state}"
        self.query_one("#prompt", Static).update(
            f"{moment.caption}; {told}" if self.is_bare else moment.caption
        )
        ready, message = self.query_one("#ready", ReadyLine), self.query_one("#message", Static)
        ready.update(Content(told[:1].upper() + told[1:]))
        ready.display = not self.is_bare
        self._message = self.where_to_scroll()
        message.update(self._message)
        message.display = bool(self._message)
        self._show_side()
        self._show_keys()

    def _show_side(self) -> None:
        """The great moments so far."""
        frame = self.film.moments[self.at].step + 1
        marks = self.film.marks(frame, most=40)
        nothing = Content.styled("Nothing has fallen yet.", "$quiet")
        self.query_one("#steps", Static).update(Content("\n").join(map(Content, marks)) if marks else nothing)
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)

    def _show_keys(self) -> None:
        self.query_one(KeyBar).show(
            [
                Key("Space", "go on" if not self.is_playing else "pause", "screen.pause", 9),
                Key(". ,", "step", "screen.step(1)", 7),
                Key("+ -", "speed", "screen.speed(1)", 6),
                Key("Home", "again", "screen.first", 3),
                Key("End", "report", "screen.last", 8),
            ]
        )
