"""The help screen: the rulebook, opened at the current clause, and the table of keys."""

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

from ...core import rulebook
from ...core.catalog import definition_of
from .prompt import KeyHint
from .table_screen import KeyBar

PLAY_KEYS_TABLE = """\
| key | what it does |
|---|---|
| a letter on the board | select what it marks |
| arrows, Space | move over the board, and select |
| Backspace, Esc | undo the last selection, or clear all |
| Enter | play the move shown above the keys, or roll |
| 1 to 6 | enter the face of your own die |
| u | undo the last move |
| l or Tab | list every legal move |
| / | type a move |
| h | show or hide the chance to win |
| o, Page Up, Page Down | show and scroll the log |
| ? | show these rules |
| d | switch between day and night colours |
| q | quit; the game is saved |

You can also click. Click the line above the keys instead of pressing Enter."""

PLANNING_KEYS_TABLE = """\
| key | what it does |
|---|---|
| 1 to 4 | hire a shield, a rifle, a bomb, a horse |
| 5 to 8 | build a missile, a rocket, a frost tower, a blockade; select its cell with arrows and Space |
| arrows, Space | move over the board, and select, for example a soldier in the plan; then 0 to 6 is its column |
| n | cancel half an order |
| x | dismiss the soldier hired last |
| a, k | keep all soldiers at home; let all enter as in the last turn |
| / | type an order: `/ help` lists them; Esc leaves the input line |
| u | undo the last order |
| r, then Enter | end your planning |
| f, v | replay the last turn; show its report |
| h | show or hide the chance to win |
| l or Tab | list every legal move |
| t, o | show your plan and the log, if they do not fit beside the lanes |
| ? | show these rules |
| d | switch between day and night colours |
| q | quit; the game is saved |

In a replay Space pauses, full stop and comma step, + and - change the speed, Home starts over and End
skips to the report. You can also click."""


class PlainHeading(Heading):
    """A heading at the left edge without a box."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class PlainCodeBlock(CodeBlock):
    """An indented example without syntax colours."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = Text(str(self.text).rstrip(), style="markdown.example")
        yield Padding(text, (0, 0, 0, 3))


class RulebookPage(Markdown):
    """A passage of a rulebook."""

    elements: ClassVar[dict[str, Any]] = {
        **Markdown.elements,
        "heading_open": PlainHeading,
        "fence": PlainCodeBlock,
        "code_block": PlainCodeBlock,
    }


class HelpScreen(Screen[None]):
    """The contents on the left and the text on the right."""

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
        self._passages = [p for p in rulebook.split_passages(rulebook.read_rulebook(game).text) if p.heading]
        keys = PLAY_KEYS_TABLE if definition_of(game).simultaneous is None else PLANNING_KEYS_TABLE
        lines = tuple(enumerate(keys.splitlines()))
        self._passages.append(rulebook.Passage(2, "Keys at this table", "", lines))
        found = [n for n, p in enumerate(self._passages) if clause and p.heading.startswith(f"{clause} ")]
        self._passage = found[0] if found else 0

    def on_unmount(self) -> None:
        self.app.console.pop_theme()

    def _page_theme(self) -> Theme:
        """Return the theme of the app as styles for Rich's Markdown."""
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
            yield OptionList(*(Option(f"{'  ' * (p.level - 1)}{p.heading}") for p in self._passages), id="contents")
            with VerticalScroll(id="pages", can_focus=False):
                for number, passage in enumerate(self._passages):
                    marks = "#" * passage.level
                    text = rulebook.describe_pictures(passage.text)
                    yield Static(RulebookPage(f"{marks} {passage.heading}\n\n{text}"), id=f"page-{number}")
        yield KeyBar()

    def on_mount(self) -> None:
        self.app.console.push_theme(self._page_theme())
        self.query_one("#contents").can_focus = False
        keys = [
            KeyHint("k", "keys", "screen.keys", 3),
            KeyHint("n p", "clauses", need=3),
            KeyHint("Space b", "pages", need=2),
            KeyHint("↑ ↓", "lines", need=1),
            KeyHint("Esc", "back", "screen.dismiss", 4),
        ]
        self.query_one(KeyBar).show(keys)
        self.call_after_refresh(self._open)

    def _open(self) -> None:
        self.query_one("#contents", OptionList).highlighted = self._passage
        page = self.query_one(f"#page-{self._passage}")
        self.query_one("#pages", VerticalScroll).scroll_to_widget(page, top=True, animate=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._passage = event.option_index
        self._open()

    def action_keys(self) -> None:
        self.action_turn(len(self._passages))

    def action_turn(self, by: int) -> None:
        self._passage = min(max(self._passage + by, 0), len(self._passages) - 1)
        self._open()

    def action_scroll_pages(self, lines: int) -> None:
        self.query_one("#pages", VerticalScroll).scroll_relative(y=lines, animate=False)
