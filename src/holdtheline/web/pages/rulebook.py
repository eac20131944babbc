"""Render rulebooks as HTML: one page per game, an anchor for every clause (`/rules/siege#S4.2`)."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

from ...core import rulebook
from ...core.catalog import definition_of, games, load
from ...core.definition import EVERYONE
from ...core.rulebook import CLAUSE_HEADING_PATTERN, Passage, Rulebook
from .rendering import render

CLAUSE_PATTERN = re.compile(r"\b([A-Z]\d+\.\d+)\b")
STATEMENT_PATTERN = re.compile(r"(options|given|play|then|refuse|end)\s+(.+?)(?:\s+[-—]\s+([A-Z]\d+\.\d+))?")
NUMBER_PREFIX = re.compile(r"\d+ ")
BREAK_POINT = re.compile(r"(?<=\d)/(?=\d)|(?<=\w)=(?=\w)")
CLAUSE_LINK = Markup('<a class="clause" href="#{0}">{0}</a>')
CODE = Markup('<pre class="code" role="region" aria-label="Code" tabindex="0"><code>{}</code></pre>\n')
PICTURE = Markup(
    '<figure class="picture-card"><img src="/rules/{}/picture/{}.svg" alt=""><figcaption>{}</figcaption></figure>\n'
)
DRAWING = Markup('<pre class="drawing" role="img" aria-label="Drawing: {}">{}</pre>\n')


@dataclass(frozen=True)
class Section:
    """A heading with its text, and for a chapter the sections below it."""

    anchor: str
    number: str
    title: str
    html: Markup
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True)
class ExampleLine:
    """A line of an example: `refuse hold — S2.1  # too late`. A line without a verb is a remark."""

    verb: str
    words: str | Markup
    clause: Markup | None
    remark: Markup | None


@functools.cache
def render_rulebook(name: str) -> str:
    """Return the page of a game's rulebook; raise UnknownName if there is none."""
    return render_page(rulebook.read_rulebook(name))


def render_page(book: Rulebook) -> str:
    prose = ProseRenderer(book)
    return render("rulebook.html", book=book, intro=prose.html(book.intro), chapters=list_chapters(book, prose))


def list_chapters(book: Rulebook, prose: ProseRenderer) -> list[Section]:
    """Return each `##` passage with its subsections."""
    passages = (passage for passage in rulebook.split_passages(book.text) if passage.section)
    chapters = [list(group) for _, group in groupby(passages, key=lambda passage: passage.section)]
    return [
        make_section(first, prose, tuple(make_section(passage, prose) for passage in below))
        for first, *below in chapters
    ]


def make_section(passage: Passage, prose: ProseRenderer, sections: tuple[Section, ...] = ()) -> Section:
    heading = passage.heading
    number, _, title = heading.partition(" ")
    if not (CLAUSE_HEADING_PATTERN.fullmatch(heading) or NUMBER_PREFIX.match(heading)):
        number, title = "", heading
    return Section(heading_anchor(heading), number, title, prose.html(passage.text, heading), sections)


def heading_anchor(heading: str) -> str:
    """Return `S4.2` for a clause, words joined by `-` for any other heading."""
    found = CLAUSE_HEADING_PATTERN.fullmatch(heading)
    return found[1] if found else "-".join(re.findall(r"\w+", heading.lower()))


class ProseRenderer:
    """Render the Markdown of one rulebook as HTML, with links for the clauses that it cites."""

    def __init__(self, book: Rulebook) -> None:
        self.clauses = {clause.id for clause in book.clauses}
        self.name = book.name
        self.examples = index_drawn_examples(book)
        self.pictures = rulebook.find_pictures(book.text)
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def html(self, text: str, heading: str = "") -> Markup:
        tokens = list(self._blocks(self.markdown.parse(text), heading))
        return Markup(self.markdown.renderer.render(tokens, self.markdown.options, {}))

    def _blocks(self, tokens: list[Token], heading: str) -> Iterator[Token]:
        for token in tokens:
            if token.type == "inline":
                token.children = list(self._inline(token.children or []))
            if style := token.attrs.pop("style", None):  # pages have no inline styles, so a class aligns a column
                token.attrs["class"] = str(style).removeprefix("text-align:")
            if token.type == "table_open":  # a wide table scrolls within the page
                yield html_token('<div class="wide" role="region" aria-label="Table" tabindex="0">\n')
            yield self._fence(token, heading) if token.type in ("fence", "code_block") else token
            if token.type == "table_close":
                yield html_token("</div>\n")

    def _fence(self, fence: Token, heading: str) -> Token:
        match fence.info.strip():
            case "example":
                return html_token(self.example(fence.content))
            case "picture":
                picture = rulebook.parse_picture(fence.content)
                return html_token(PICTURE.format(self.name, self.pictures.index(picture), self.linked(picture.caption)))
            case "drawing":
                return html_token(DRAWING.format(NUMBER_PREFIX.sub("", heading), fence.content))
            case _:
                return html_token(CODE.format(fence.content))

    def _inline(self, tokens: list[Token]) -> Iterator[Token]:
        link_depth = 0
        for token in tokens:
            link_depth += token.nesting if token.type.startswith("link_") else 0
            if token.type == "code_inline":
                yield html_token(Markup("<code>{}</code>").format(escape_with_breaks(token.content)))
            elif token.type == "text" and not link_depth:
                yield html_token(self.linked(token.content))
            else:
                yield token

    def linked(self, text: str) -> Markup:
        """Return plain text as HTML, with a link for every clause that the book has."""
        parts = CLAUSE_PATTERN.split(text)
        return Markup("").join(
            CLAUSE_LINK.format(part) if part in self.clauses else escape_with_breaks(part) for part in parts
        )

    def example(self, text: str) -> str:
        lines = [self.example_line(line.strip()) for line in text.splitlines() if line.strip()]
        number = self.examples.get(tuple(text.split()))
        picture = None if number is None else f"/rules/{self.name}/example/{number}.svg"
        title = lines.pop(0).remark if lines and not lines[0].verb and not lines[0].words else None
        return render("example.html", title=title, lines=lines, picture=picture)

    def example_line(self, line: str) -> ExampleLine:
        statement, _, remark = (part.strip() for part in line.partition("#"))
        remark_html = self.linked(remark) if remark else None
        found = STATEMENT_PATTERN.fullmatch(statement)
        if not found:
            return ExampleLine("", self.linked(statement), None, remark_html)
        verb, words, clause = found.groups()
        return ExampleLine(verb, " ".join(words.split()), CLAUSE_LINK.format(clause) if clause else None, remark_html)


def index_drawn_examples(book: Rulebook) -> dict[tuple[str, ...], int]:
    """Map the words of each example that has a picture to its number in the book."""
    if book.name not in games() or definition_of(book.name).view.close_up is None:
        return {}
    texts = (" ".join(line for _, line in example.lines).split() for example in book.examples)
    return {tuple(words): number for number, words in enumerate(texts) if book.examples[number].beginning[1]}


@functools.lru_cache(maxsize=200)
def draw_example(name: str, number: int) -> str | None:
    """Draw the starting position of an example, or return None if the example has no picture."""
    examples = rulebook.read_rulebook(name).examples
    draw = definition_of(name).view.close_up
    if draw is None or not 0 <= number < len(examples):
        return None
    options, position = examples[number].beginning
    if not position:
        return None
    game = load(name, plain=True, **options)
    state = game.start() if position == "start" else game.position(position)
    return draw(state.record, " ".join(examples[number].statements))


@functools.lru_cache(maxsize=100)
def draw_picture(name: str, number: int) -> str | None:
    """Draw a picture of a rulebook, or return None if there is none with this number."""
    pictures = rulebook.find_pictures(rulebook.read_rulebook(name).text)
    if not 0 <= number < len(pictures):
        return None
    picture, view = pictures[number], definition_of(name).view
    game = load(name, plain=True, **picture.options)
    state = game.start() if picture.position == "start" else game.position(picture.position)
    if picture.around and view.close_up is not None:
        return view.close_up(state.record, picture.around)
    return view.svg(state.record, EVERYONE)


def escape_with_breaks(text: str) -> Markup:
    """Return plain text as HTML in which a long fraction or option may wrap."""
    return Markup(BREAK_POINT.sub(r"\g<0><wbr>", str(escape(text))))


def html_token(html: str) -> Token:
    return Token("html_block", "", 0, content=html)
