"""The rulebook on the screen, opened at the clause that matters now."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..core import rulebook
from .tabletop import Key, KeyBar


class QuietHeading(Heading):
    """A heading at the left edge, without a box around it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        self.text.stylize("bold underline" if self.tag == "h1" else "bold")
        yield self.text


class QuietCode(CodeBlock):
    """An example as it stands, set in a little."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = Text(str(self.text).rstrip(), style="dim")
        yield Padding(text, (0, 0, 0, 3))


class Page(Markdown):
    """A passage of a rulebook."""

    elements: ClassVar[dict[str, Any]] = {
        **Markdown.elements,
        "heading_open": QuietHeading,
        "fence": QuietCode,
        "code_block": QuietCode,
    }


class RulesScreen(Screen[None]):
    """Contents at the left, pages at the right; n and p go from clause to clause."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "dismiss(None)"),
        Binding("n,right", "turn(1)"),
        Binding("p,left", "turn(-1)"),
        Binding("down,j", "scroll_pages(1)"),
        Binding("up,k", "scroll_pages(-1)"),
        Binding("pagedown,space", "scroll_pages(15)"),
        Binding("pageup,b", "scroll_pages(-15)"),
        Binding("home", "scroll_pages(-100000)"),
        Binding("end", "scroll_pages(100000)"),
        Binding("d,f3", "app.day_or_night"),
    ]
    AUTO_FOCUS = None

    def __init__(self, game: str, clause: str) -> None:
        super().__init__()
        self._passages = [p for p in rulebook.passages_of(rulebook.read(game).text) if p.heading]
        found = [n for n, p in enumerate(self._passages) if clause and p.heading.startswith(f"{clause} ")]
        self._at = found[0] if found else 0

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield OptionList(
                *(Option(f"{'  ' * (p.level - 1)}{p.heading}") for p in self._passages), id="contents"
            )
            with VerticalScroll(id="pages", can_focus=False):
                for number, passage in enumerate(self._passages):
                    marks = "#" * passage.level
                    yield Static(Page(f"{marks} {passage.heading}\n\n{passage.text}"), id=f"page-{number}")
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#contents").can_focus = False
        self.query_one(KeyBar).show(
            [
                Key("n p", "next, previous clause", need=2),
                Key("Up Down Space", "scroll", need=1),
                Key("Esc", "back to the table", "screen.dismiss", 3),
            ]
        )
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        self.query_one("#contents", OptionList).highlighted = self._at
        page = self.query_one(f"#page-{self._at}")
        self.query_one("#pages", VerticalScroll).scroll_to_widget(page, top=True, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._at = event.option_index
        self._open()

    def action_turn(self, by: int) -> None:
        self._at = min(max(self._at + by, 0), len(self._passages) - 1)
        self._open()

    def action_scroll_pages(self, lines: int) -> None:
        self.query_one("#pages", VerticalScroll).scroll_relative(y=lines, animate=False)
