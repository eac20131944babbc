"""The rulebook pages: one Markdown page a game, found, taken apart by its headings, and read out."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from .errors import HtlError, UnknownName

PACKAGE = Path(__file__).resolve().parent.parent
PLACES = (PACKAGE / "rulebooks", PACKAGE.parent.parent / "docs" / "rules")
"""Where the pages lie: in an installed package, in a source checkout."""

HEADING = re.compile(r"(#{1,3}) (.+)")
CLAUSE = re.compile(r"([A-Z]\d+\.\d+) (.+)")
OPTION = re.compile(r"Option (\w+)")
FENCE = "```"
EXAMPLE = FENCE + "example"
DRAWING = FENCE + "drawing"


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
    """A game in a few statements; each line comes with its number in the page."""

    clause: str  # empty outside the clauses
    heading: str
    lines: tuple[tuple[int, str], ...]

    @property
    def said(self) -> tuple[str, ...]:
        """Its statements, without remarks."""
        said = (line.partition("#")[0].strip() for _, line in self.lines)
        return tuple(line for line in said if line)

    @property
    def beginning(self) -> tuple[dict[str, str], str]:
        """The options and the position that are given; the position is empty if none is."""
        options, given = "", ""
        for line in self.said:
            verb, _, words = line.partition(" ")
            options = words if verb == "options" else options
            given = given or (words.strip() if verb == "given" else "")
        return dict(pair.split("=") for pair in options.split()), given


@dataclass(frozen=True)
class Rulebook:
    """A page and its parts. Every text is Markdown; `plain` turns any of them into sentences."""

    name: str
    title: str
    text: str
    intro: str
    clauses: tuple[Clause, ...]
    options: Mapping[str, str]
    sections: Mapping[str, str]
    examples: tuple[Example, ...]

    def clause(self, wanted: str) -> Clause:
        """The clause of this id; `s2.2` and `2.2` are understood as well."""
        spelt = wanted.strip().upper()
        for clause in self.clauses:
            if spelt in (clause.id, clause.id[1:]):
                return clause
        ids = [clause.id for clause in self.clauses]
        near = sorted(difflib.get_close_matches(spelt, ids), key=ids.index)
        hint = f"near it are: {', '.join(near)}" if near else f"its clauses are: {', '.join(ids)}"
        raise UnknownName(f"the rulebook of {self.name} has no clause {wanted[:20]!r}; {hint}")


# Finding and reading


def folder() -> Path:
    """Where the pages lie on this machine."""
    for place in PLACES:
        if any(place.glob("*.md")):
            return place
    raise HtlError("the rulebook pages are missing from this installation; install holdtheline again")


def names() -> tuple[str, ...]:
    """The games that have a page."""
    return tuple(sorted(path.stem for path in folder().glob("*.md")))


def read(name: str) -> Rulebook:
    """The rulebook of a game."""
    if name not in names():
        raise UnknownName(f"there is no rulebook {name[:40]!r}; there are: {', '.join(names())}")
    return parsed(name, (folder() / f"{name}.md").read_text(encoding="utf-8"))


def parsed(name: str, text: str) -> Rulebook:
    """A page taken apart."""
    passages = list(passages_of(text))
    return Rulebook(
        name=name,
        title=passages[0].heading,
        text=text,
        intro=passages[0].text,
        clauses=tuple(
            Clause(found[1], found[2], passage.text, passage.section)
            for passage in passages
            if (found := CLAUSE.fullmatch(passage.heading))
        ),
        options={
            found[1]: passage.text for passage in passages if (found := OPTION.fullmatch(passage.heading))
        },
        sections=sections_of(passages),
        examples=tuple(example for passage in passages for example in examples_of(passage)),
    )


# Taking apart


@dataclass(frozen=True)
class Passage:
    """A heading and what stands below it, up to the next one."""

    level: int
    heading: str
    section: str
    lines: tuple[tuple[int, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(line for _, line in self.lines).strip()


def passages_of(text: str) -> Iterator[Passage]:
    level, heading, section = 0, "", ""
    lines: list[tuple[int, str]] = []
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith(FENCE)
        found = None if fenced else HEADING.fullmatch(line)
        if not found:
            lines.append((number, line))
            continue
        if level:
            yield Passage(level, heading, section, tuple(lines))
        level, heading, lines = len(found[1]), found[2].strip(), []
        if level == 2:
            section = heading
    yield Passage(level, heading, section, tuple(lines))


def sections_of(passages: list[Passage]) -> dict[str, str]:
    """The text of each `##` section, with all that is below it."""
    sections: dict[str, str] = {}
    for passage in passages:
        if passage.level == 2:
            sections[passage.heading] = passage.text
        elif passage.section:
            below = f"### {passage.heading}\n\n{passage.text}"
            sections[passage.section] = f"{sections[passage.section]}\n\n{below}".strip()
    return sections


def examples_of(passage: Passage) -> Iterator[Example]:
    found = CLAUSE.fullmatch(passage.heading)
    block: list[tuple[int, str]] | None = None
    for number, line in passage.lines:
        if block is None:
            block = [] if line.strip() == EXAMPLE else None
        elif line.startswith(FENCE):
            yield Example(found[1] if found else "", passage.heading, tuple(block))
            block = None
        elif line.strip():
            block.append((number, line.strip()))


# Reading out


def plain(markdown: str) -> str:
    """The text for a screen reader: a paragraph a line, no marks, no drawings, tables as sentences."""
    said: list[str] = []
    for block in blocks_of(markdown):
        if block[0].startswith(DRAWING):
            continue
        if block[0].startswith(FENCE):
            said.append("\n".join(line for line in block if not line.startswith(FENCE)))
        elif block[0].startswith("|"):
            said.append("\n".join(rows_as_sentences(block)))
        else:
            said.append(without_marks("\n".join(folded(block))))
    return "\n\n".join(said)


def blocks_of(markdown: str) -> Iterator[list[str]]:
    """Paragraphs, lists, tables and fenced blocks, each as its lines."""
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


def folded(block: list[str]) -> list[str]:
    """A paragraph, and each item of a list, in one line."""
    lines: list[str] = []
    for line in block:
        if lines and not line.startswith(("- ", "#")):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    return lines


def rows_as_sentences(table: list[str]) -> Iterator[str]:
    """`mode easy: waves 2` for each row, with the head of the column before each cell."""
    heads, _, *rows = [cells_of(row) for row in table]
    for first, *cells in rows:
        told = (f"{head} {cell}" for head, cell in zip(heads[1:], cells, strict=True))
        yield f"{heads[0]} {first}: {'; '.join(told)}."


def cells_of(row: str) -> list[str]:
    return [without_marks(cell.strip()) for cell in row.strip().strip("|").split("|")]


def without_marks(text: str) -> str:
    return re.sub(r"^#{1,3} |[*`]", "", text, flags=re.MULTILINE)
