"""Rulebooks as HTML: one page a game, with an anchor for every clause (`/rules/siege#S4.2`)."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ..core import rulebook
from ..core.catalog import contract_of, games, load
from ..core.rulebook import CLAUSE, Passage, Rulebook

CLAUSE_ID = re.compile(r"\b([A-Z]\d+\.\d+)\b")
STATEMENT = re.compile(r"(options|given|play|then|refuse|end)\s+(.+?)(?:\s+[-—]\s+([A-Z]\d+\.\d+))?")
NUMBERED = re.compile(r"\d+ ")
SEAM = re.compile(r"(?<=\d)/(?=\d)|(?<=\w)=(?=\w)")

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="The rules of {title}, clause by clause, with examples.">
<title>{title}: the rules · Hold the Line</title>
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/rules.css">
</head>
<body>
<a class="skip" href="#rules">Skip to the rules</a>
<header class="top">
<a class="house" href="/"><img src="/static/favicon.svg" alt=""> Hold the Line</a>
<nav aria-label="Pages"><a href="/">All games</a> <a href="/#play-{name}">Play {title}</a></nav>
</header>
<main class="page book" id="rules" tabindex="-1">
<div class="opening">
<p class="kind">Rulebook</p>
<h1>{title}</h1>
{intro}</div>
<nav class="contents" aria-label="Contents">
<h2>Contents</h2>
{contents}</nav>
<div class="chapters">
{chapters}<p class="onward"><a href="#rules">Back to the top</a> <a href="/">All games</a></p>
</div>
</main>
</body>
</html>
"""


@functools.cache
def page(name: str) -> str:
    """The rulebook of a game as a whole page; UnknownName if there is none."""
    return whole_page(rulebook.read(name))


def whole_page(book: Rulebook) -> str:
    chapters = chapters_of(book)
    prose = Prose(book)
    return PAGE.format(
        name=escape(book.name),
        title=escape(book.title),
        intro=prose.html(book.intro),
        contents=contents(chapters),
        chapters="".join(chapter(passages, prose) for passages in chapters),
    )


# The parts of a page


def chapters_of(book: Rulebook) -> list[list[Passage]]:
    """Each `##` passage with those below it."""
    within = (passage for passage in rulebook.passages_of(book.text) if passage.section)
    return [list(passages) for _, passages in groupby(within, key=lambda passage: passage.section)]


def contents(chapters: Iterable[list[Passage]]) -> str:
    return listed(f"{link_to(first)}{listed(map(link_to, below))}" for first, *below in chapters)


def listed(items: Iterable[str]) -> str:
    rows = "".join(f"<li>{item}</li>\n" for item in items)
    return f"<ul>\n{rows}</ul>\n" if rows else ""


def link_to(passage: Passage) -> str:
    return f'<a href="#{anchor(passage.heading)}">{headline(passage.heading)}</a>'


def chapter(passages: list[Passage], prose: Prose) -> str:
    first, *below = passages
    inside = "".join(section(passage, prose) for passage in below)
    return (
        f'<section class="chapter">\n<h2 id="{anchor(first.heading)}">{headline(first.heading)}</h2>\n'
        f"{prose.html(first.text, first.heading)}{inside}</section>\n"
    )


def section(passage: Passage, prose: Prose) -> str:
    return (
        f'<section class="clause">\n<h3 id="{anchor(passage.heading)}">{headline(passage.heading)}</h3>\n'
        f"{prose.html(passage.text, passage.heading)}</section>\n"
    )


def anchor(heading: str) -> str:
    """`S4.2` for a clause, words joined by `-` for any other heading."""
    found = CLAUSE.fullmatch(heading)
    return found[1] if found else "-".join(re.findall(r"\w+", heading.lower()))


def headline(heading: str) -> str:
    """A heading with its number set apart."""
    number, _, words = heading.partition(" ")
    if CLAUSE.fullmatch(heading) or NUMBERED.match(heading):
        return f'<span class="number">{escape(number)}</span> {escape(words)}'
    return escape(heading)


# Prose and examples


class Prose:
    """Turns the Markdown of one book into HTML; clause ids in its sentences become links."""

    def __init__(self, book: Rulebook) -> None:
        self.clauses = {clause.id for clause in book.clauses}
        self.name, self.drawn = book.name, drawn_examples(book)
        self.markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def html(self, text: str, heading: str = "") -> str:
        tokens = list(self._blocks(self.markdown.parse(text), heading))
        rendered: str = self.markdown.renderer.render(tokens, self.markdown.options, {})
        return rendered

    def _blocks(self, tokens: list[Token], heading: str) -> Iterator[Token]:
        for token in tokens:
            if token.type == "inline":
                token.children = list(self._inline(token.children or []))
            if style := token.attrs.pop("style", None):  # an aligned column; pages have no style of their own
                token.attrs["class"] = str(style).removeprefix("text-align:")
            if token.type == "table_open":  # a wide one scrolls within the page
                yield raw('<div class="wide" role="region" aria-label="Table" tabindex="0">\n')
            yield self._block(token, heading) if token.type == "fence" else token
            if token.type == "table_close":
                yield raw("</div>\n")

    def _block(self, fence: Token, heading: str) -> Token:
        match fence.info.strip():
            case "example":
                return raw(self.example(fence.content))
            case "drawing":
                return raw(drawing(fence.content, heading))
            case _:
                return fence

    def _inline(self, tokens: list[Token]) -> Iterator[Token]:
        within_link = 0
        for token in tokens:
            within_link += token.nesting if token.type.startswith("link_") else 0
            if token.type == "code_inline":
                yield raw(f"<code>{written(token.content)}</code>")
            elif token.type == "text" and not within_link:
                yield raw(self.linked(token.content))
            else:
                yield token

    def linked(self, text: str) -> str:
        """Plain text as HTML, where every clause that the book has is a link to it."""
        parts = CLAUSE_ID.split(text)
        return "".join(clause_link(part) if part in self.clauses else written(part) for part in parts)

    def example(self, text: str) -> str:
        lines = (line.strip() for line in text.splitlines())
        rows = "".join(self.statement(line) for line in lines if line)
        place = self.drawn.get(tuple(text.split()))
        source = f"/rules/{self.name}/example/{place}.svg"
        image = "" if place is None else f'<img class="close-up" src="{source}" loading="lazy" alt="">\n'
        return f'<figure class="example" aria-label="Example">\n{image}<ul>\n{rows}</ul>\n</figure>\n'

    def statement(self, line: str) -> str:
        """`refuse hold — S2.1  # too late`: what is said, the clause behind it, and a remark."""
        said, _, remark = (part.strip() for part in line.partition("#"))
        aside = f' <span class="remark">{self.linked(remark)}</span>' if remark else ""
        found = STATEMENT.fullmatch(said)
        if not found:
            return f'<li class="aside">{self.linked(said)}{aside.strip()}</li>\n'
        verb, words, clause = found.groups()
        behind = f" {clause_link(clause)}" if clause else ""
        code = f"<code>{escape(' '.join(words.split()))}</code>"
        return f'<li class="{verb}"><b>{verb}</b> <span class="said">{code}{behind}</span>{aside}</li>\n'


def drawn_examples(book: Rulebook) -> dict[tuple[str, ...], int]:
    """The examples that have a picture: their words, and their places in the book."""
    if book.name not in games() or contract_of(book.name).close_up is None:
        return {}
    words = (" ".join(line for _, line in example.lines).split() for example in book.examples)
    return {tuple(said): place for place, said in enumerate(words) if book.examples[place].beginning[1]}


@functools.lru_cache(maxsize=200)
def close_up(name: str, place: int) -> str | None:
    """The picture of an example, as it begins; None: there is none."""
    examples = rulebook.read(name).examples
    draw = contract_of(name).close_up
    if draw is None or not 0 <= place < len(examples):
        return None
    options, given = examples[place].beginning
    if not given:
        return None
    game = load(name, plain=True, **options)
    state = game.start() if given == "start" else game.position(given)
    return draw(state.record, " ".join(examples[place].said))


def written(text: str) -> str:
    """Plain text as HTML; a long fraction or an option may be broken at its seam."""
    return SEAM.sub(r"\g<0><wbr>", escape(text))


def drawing(text: str, heading: str) -> str:
    label = NUMBERED.sub("", heading)
    return f'<pre class="drawing" role="img" aria-label="Drawing: {escape(label)}">{escape(text)}</pre>\n'


def clause_link(clause: str) -> str:
    return f'<a class="clause" href="#{escape(clause)}">{escape(clause)}</a>'


def raw(html: str) -> Token:
    return Token("html_block", "", 0, content=html)
