"""Rulebook pages: find a game's Markdown page, parse it into clauses, options and examples, render it as plain text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .catalog import definition_of, games
from .errors import HtlError, UnknownName
from .kernel.cache import PACKAGE_FOLDER

RULEBOOK_FOLDERS = (PACKAGE_FOLDER / "rulebooks", PACKAGE_FOLDER.parent.parent / "docs" / "rules")
"""The folders with the pages: in an installed package, in a source checkout."""

HEADING_PATTERN = re.compile(r"(#{1,3}) (.+)")
CLAUSE_HEADING_PATTERN = re.compile(r"([A-Z]\d+\.\d+) (.+)")
OPTION_HEADING_PATTERN = re.compile(r"Option (\w+)")
FENCE = "```"
EXAMPLE_FENCE = FENCE + "example"
DRAWING_FENCE = FENCE + "drawing"
PICTURE_FENCE = FENCE + "picture"
PICTURE_PATTERN = re.compile(rf"^{PICTURE_FENCE}\n(.*?)\n{FENCE}$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Clause:
    """One numbered rule, with its examples in the text."""

    id: str
    title: str
    text: str
    section: str

    @property
    def markdown(self) -> str:
        return f"### {self.id} {self.title}\n\n{self.text}"


@dataclass(frozen=True)
class Example:
    """A game in a few statements; each line has its number in the page."""

    clause: str  # empty outside the clauses
    heading: str
    lines: tuple[tuple[int, str], ...]

    @property
    def statements(self) -> tuple[str, ...]:
        """The lines without comments."""
        lines = (line.partition("#")[0].strip() for _, line in self.lines)
        return tuple(line for line in lines if line)

    @property
    def beginning(self) -> tuple[dict[str, str], str]:
        """The options and the initial position, which is empty if the example has none."""
        options, position = "", ""
        for line in self.statements:
            verb, _, words = line.partition(" ")
            options = words if verb == "options" else options
            position = position or (words.strip() if verb == "given" else "")
        return dict(pair.split("=") for pair in options.split()), position


@dataclass(frozen=True)
class Picture:
    """A picture of a position, with the sentences below it."""

    options: Mapping[str, str]
    position: str
    around: str  # the part of a large position: what it shows, as a text; empty: all
    caption: str


@dataclass(frozen=True)
class Rulebook:
    """A page and its parts. Every text is Markdown; `plain_text` renders it."""

    name: str
    title: str
    text: str
    intro: str
    clauses: tuple[Clause, ...]
    options: Mapping[str, str]
    sections: Mapping[str, str]
    examples: tuple[Example, ...]

    def clause(self, wanted: str) -> Clause:
        """Return the clause with this id; `s2.2` and `2.2` mean S2.2."""
        wanted_id = wanted.strip().upper()
        for clause in self.clauses:
            if wanted_id in (clause.id, clause.id[1:]):
                return clause
        ids = [clause.id for clause in self.clauses]
        similar = sorted(difflib.get_close_matches(wanted_id, ids), key=ids.index)
        hint = f"similar ones: {', '.join(similar)}" if similar else f"choose from: {', '.join(ids)}"
        raise UnknownName(f"the rulebook of {self.name} has no clause {wanted[:20]!r}; {hint}")


# Find and read


def rulebook_folder() -> Path:
    """Return the folder with the pages."""
    for folder in RULEBOOK_FOLDERS:
        if any(folder.glob("*.md")):
            return folder
    raise HtlError("the rulebook pages are missing from this installation; install holdtheline again")


def rulebook_names() -> tuple[str, ...]:
    """Return the games that have a page."""
    return tuple(sorted(path.stem for path in rulebook_folder().glob("*.md")))


def read_rulebook(name: str) -> Rulebook:
    """Return the rulebook of a game."""
    if name in rulebook_names():
        page = rulebook_folder() / f"{name}.md"
    elif name in games() and (own_page := definition_of(name).rulebook) is not None:
        page = own_page
    else:
        raise UnknownName(f"unknown rulebook {name[:40]!r}; choose from: {', '.join(rulebook_names())}")
    return parse_rulebook(name, page.read_text(encoding="utf-8"))


def parse_rulebook(name: str, text: str) -> Rulebook:
    """Parse a page."""
    passages = list(split_passages(text))
    return Rulebook(
        name=name,
        title=passages[0].heading,
        text=text,
        intro=passages[0].text,
        clauses=tuple(
            Clause(match[1], match[2], passage.text, passage.section)
            for passage in passages
            if (match := CLAUSE_HEADING_PATTERN.fullmatch(passage.heading))
        ),
        options={
            match[1]: passage.text
            for passage in passages
            if (match := OPTION_HEADING_PATTERN.fullmatch(passage.heading))
        },
        sections=collect_sections(passages),
        examples=tuple(example for passage in passages for example in find_examples(passage)),
    )


# Parse


@dataclass(frozen=True)
class Passage:
    """A heading and the lines below it, up to the next heading."""

    level: int
    heading: str
    section: str
    lines: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines).strip()


def split_passages(text: str) -> Iterator[Passage]:
    level, heading, section = 0, "", ""
    lines: list[tuple[int, str]] = []
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith(FENCE)
        match = None if fenced else HEADING_PATTERN.fullmatch(line)
        if not match:
            lines.append((number, line))
            continue
        if level:
            yield Passage(level, heading, section, tuple(lines))
        level, heading, lines = len(match[1]), match[2].strip(), []
        if level == 2:
            section = heading
    yield Passage(level, heading, section, tuple(lines))


def collect_sections(passages: list[Passage]) -> dict[str, str]:
    """Return the text of each `##` section, with its subsections."""
    sections: dict[str, str] = {}
    for passage in passages:
        if passage.level == 2:
            sections[passage.heading] = passage.text
        elif passage.section:
            subsection = f"### {passage.heading}\n\n{passage.text}"
            sections[passage.section] = f"{sections[passage.section]}\n\n{subsection}".strip()
    return sections


def find_examples(passage: Passage) -> Iterator[Example]:
    match = CLAUSE_HEADING_PATTERN.fullmatch(passage.heading)
    block: list[tuple[int, str]] | None = None
    for number, line in passage.lines:
        if block is None:
            block = [] if line.strip() == EXAMPLE_FENCE else None
        elif line.startswith(FENCE):
            yield Example(match[1] if match else "", passage.heading, tuple(block))
            block = None
        elif line.strip():
            block.append((number, line.strip()))


# Render


def plain_text(markdown: str) -> str:
    """Render Markdown for a screen reader: one line for each paragraph, no drawings, tables as sentences."""
    parts: list[str] = []
    for block in split_blocks(markdown):
        if block[0].startswith(DRAWING_FENCE):
            continue
        if block[0].startswith(PICTURE_FENCE):
            parts.append(parse_picture("\n".join(block[1:-1])).caption)
        elif block[0].startswith(FENCE):
            parts.append("\n".join(line for line in block if not line.startswith(FENCE)))
        elif block[0].startswith("|"):
            parts.append("\n".join(table_sentences(block)))
        else:
            parts.append(strip_markup("\n".join(join_wrapped_lines(block))))
    return "\n\n".join(parts)


def describe_pictures(markdown: str) -> str:
    """Return Markdown with the sentences of its pictures instead of the pictures, for a terminal."""
    return PICTURE_PATTERN.sub(lambda found: parse_picture(found[1]).caption, markdown)


def find_pictures(markdown: str) -> list[Picture]:
    """Return the pictures of a text, in their order."""
    return [parse_picture(found[1]) for found in PICTURE_PATTERN.finditer(markdown)]


def parse_picture(text: str) -> Picture:
    """Parse `options`, `given` and `around`, each in its line, and then the sentences."""
    said, caption = {"options": "", "given": "", "around": ""}, list[str]()
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word in said and not caption:
            said[word] = rest.strip()
        else:
            caption.append(line.strip())
    options = dict(pair.split("=") for pair in said["options"].split())
    return Picture(options, said["given"], said["around"], " ".join(caption))


def split_blocks(markdown: str) -> Iterator[list[str]]:
    """Yield paragraphs, lists, tables and fenced blocks, each as a list of lines."""
    block: list[str] = []
    fenced = False
    for line in [*markdown.splitlines(), ""]:
        edge = line.startswith(FENCE)
        if block and not fenced and (edge or not line.strip()):
            yield block
            block = []
        fenced ^= edge
        if line.strip() or fenced:
            block.append(line)
        if edge and not fenced:
            yield block
            block = []


def join_wrapped_lines(block: list[str]) -> list[str]:
    """Join a paragraph, and each item of a list, into one line."""
    lines: list[str] = []
    for line in block:
        if lines and not line.startswith(("- ", "#")):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def table_sentences(table: list[str]) -> Iterator[str]:
    """Yield a sentence for each row: `mode easy: waves 2.`"""
    headings, _, *rows = [table_cells(row) for row in table]
    for first, *cells in rows:
        parts = (f"{heading} {cell}" for heading, cell in zip(headings[1:], cells, strict=True))
        yield f"{headings[0]} {first}: {'; '.join(parts)}."


def table_cells(row: str) -> list[str]:
    return [strip_markup(cell.strip()) for cell in row.strip().strip("|").split("|")]


def strip_markup(text: str) -> str:
    return re.sub(r"^#{1,3} |[*`]", "", text, flags=re.MULTILINE)
