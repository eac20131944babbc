"""The rulebook on the screen, opened at the clause that matters now."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ..core import rulebook
from ..core.catalog import contract_of
from .asking import Key
from .tabletop import KeyBar

KEYS = """\
| key | what it does |
|---|---|
| a letter of the board | touches that thing |
| arrows, Space | choose a thing and touch it |
| Backspace, Esc | take back the last touch, or all |
| Enter | plays what the line above the keys says, or rolls |
| 1 to 6 | what your own die shows |
| u | takes the last move back |
| l or Tab | lists every legal move |
| / | a move as text |
| h | the chance to win, on and off |
| o, Page Up, Page Down | what happened |
| ? | these rules |
| d | day or night |
| q | leaves; the game is saved |

A click touches a thing, and a click on the line of Enter is Enter."""

PLAN_KEYS = """\
| key | what it does |
|---|---|
| 1 to 4 | hire a shield, a rifle, a bomb, a horse |
| 5 to 8 | build a missile, a rocket, a frost tower, a blockade; arrows and Space choose its cell |
| arrows, Space | choose a thing and touch it, such as a soldier of the plan: 0 to 6 is then its column |
| n | leaves half an order |
| x | dismisses the soldier hired last |
| a, l | all soldiers stay at home; all enter as in the last turn |
| / | an order as text: `/ help` lists them; Esc leaves the line |
| u | takes the last order back |
| r, then Enter | ready: your orders stand |
| f, v | the film of the last turn; what it was worth |
| Tab | lists every legal move |
| t, o | your plan and what happened, where there is no room beside the lanes |
| ? | these rules |
| d | day or night |
| q | leaves; the game is saved |

In a film Space pauses, a full stop and a comma step, + and - change the speed, Home begins again and End
skips to the report. A click touches a thing."""


class QuietHeading(Heading):
    """A heading at the left edge, without a box around it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class QuietCode(CodeBlock):
    """An example as it stands, set in a little."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = Text(str(self.text).rstrip(), style="markdown.example")
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
        Binding("k", "keys"),
        Binding("n,right", "turn(1)"),
        Binding("p,left", "turn(-1)"),
        Binding("down", "scroll_pages(1)"),
        Binding("up", "scroll_pages(-1)"),
        Binding("pagedown,space", "scroll_pages(15)"),
        Binding("pageup,b", "scroll_pages(-15)"),
        Binding("home", "scroll_pages(-100000)"),
        Binding("end", "scroll_pages(100000)"),
    ]
    AUTO_FOCUS = None

    def __init__(self, game: str, clause: str) -> None:
        super().__init__()
        self._passages = [p for p in rulebook.passages_of(rulebook.read(game).text) if p.heading]
        keys = KEYS if contract_of(game).together is None else PLAN_KEYS
        lines = tuple(enumerate(keys.splitlines()))
        self._passages.append(rulebook.Passage(2, "Keys at this table", "", lines))
        found = [n for n, p in enumerate(self._passages) if clause and p.heading.startswith(f"{clause} ")]
        self._at = found[0] if found else 0

    def on_unmount(self) -> None:
        self.app.console.pop_theme()

    def _inks(self) -> Theme:
        """Rich's names for the parts of a page, in the colours of this house."""
        colours = self.app.theme_variables
        accent, quiet = colours["accent"], colours["quiet"]
        heads = {f"markdown.h{level}": f"bold {accent}" for level in (1, 2, 3)}
        plain = {
            "markdown.code": f"bold {colours['primary']}",
            "markdown.item.bullet": f"bold {accent}",
            "markdown.table.border": quiet,
            "markdown.table.header": f"bold {colours['foreground']}",
        }
        return Theme({**heads, **plain, "markdown.example": quiet})

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
        self.app.console.push_theme(self._inks())
        self.query_one("#contents").can_focus = False
        keys = [
            Key("k", "keys", "screen.keys", 3),
            Key("n p", "clauses", need=3),
            Key("Space b", "pages", need=2),
            Key("↑ ↓", "lines", need=1),
            Key("Esc", "back", "screen.dismiss", 4),
        ]
        self.query_one(KeyBar).show(keys)
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        self.query_one("#contents", OptionList).highlighted = self._at
        page = self.query_one(f"#page-{self._at}")
        self.query_one("#pages", VerticalScroll).scroll_to_widget(page, top=True, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._at = event.option_index
        self._open()

    def action_keys(self) -> None:
        self.action_turn(len(self._passages))

    def action_turn(self, by: int) -> None:
        self._at = min(max(self._at + by, 0), len(self._passages) - 1)
        self._open()

    def action_scroll_pages(self, lines: int) -> None:
        self.query_one("#pages", VerticalScroll).scroll_relative(y=lines, animate=False)
