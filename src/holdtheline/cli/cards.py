"""`htl cards`: write the cards of a skirmish battle or company as SVG sheets to print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ..core.errors import BadOption, UnknownName
from ..core.toml_file import MAX_PATH_CHARS, printable_line
from . import EXIT_OK

if TYPE_CHECKING:
    from ..games.skirmish.scenario.model import CardBook, Scenario


SVG_SUFFIX = ".svg"
BATTLE_HEADING = "[[character]]"
"""Only files of battles have this heading; files of companies do not."""


class CardSheets(NamedTuple):
    """The sheets of a battle or a company."""

    name: str
    """Name of the battle or the company, without spaces."""
    title: str
    whole: str
    """SVG picture with all pages."""
    pages: list[str]


def write_cards(
    name: Annotated[str, typer.Argument(help="a battle, a company, or a file", metavar="NAME|FILE")],
    out: Annotated[Path | None, typer.Option(help="file to write; default: NAME-cards.svg", metavar="OUT.svg")] = None,
    pages: Annotated[bool, typer.Option("--pages", help="write a file for each page")] = False,
    force: Annotated[bool, typer.Option("--force", help="overwrite existing files")] = False,
) -> int:
    """Write skirmish cards to print and cut out, with bases and a ruler, in true size."""
    if out is not None and out.suffix.lower() != SVG_SUFFIX:
        raise BadOption(f"--out {printable_line(str(out))!r} must end in {SVG_SUFFIX}")
    sheets = _find_sheets(name.strip())
    path = out or Path(f"{sheets.name}-cards{SVG_SUFFIX}")
    pictures = _page_files(path, sheets.pages) if pages else {path: sheets.whole}
    if not force:
        _check_overwriting(list(pictures))
    for file, picture in pictures.items():
        file.write_text(picture, encoding="utf-8")
        print(printable_line(str(file), MAX_PATH_CHARS))
    print(f"These are the cards of {sheets.title}. Print them from a browser at 100%.")
    return EXIT_OK


def _find_sheets(name: str) -> CardSheets:
    from ..games.skirmish.cards import books
    from ..games.skirmish.scenario import parse
    from ..games.skirmish.scenario.model import CardBook

    if name in parse.shipped_scenarios():
        return _battle_sheets(parse.load_scenario(name))
    if name in books.shipped_books():
        return _company_sheets(books.load_book(name))
    if Path(name).suffix != ".toml":
        known = f"battles: {', '.join(parse.shipped_scenarios())}; companies: {', '.join(books.shipped_books())}"
        raise UnknownName(f"there are no cards of {printable_line(name)!r}; {known}; or a file like my.toml")
    content = _read_file(Path(name))
    return _company_sheets(content) if isinstance(content, CardBook) else _battle_sheets(content)


def _read_file(path: Path) -> CardBook | Scenario:
    """Return the battle or company in a file; raise BadOption with the line of an error."""
    from ..core.scenarios import MAX_FILE_BYTES
    from ..core.toml_file import read_text_file
    from ..games.skirmish.cards import books
    from ..games.skirmish.scenario import parse

    text = read_text_file(path, MAX_FILE_BYTES, "battle")
    if any(line.strip() == BATTLE_HEADING for line in text.splitlines()):
        return parse.parse_scenario(text, path.name)
    return books.parse_book(text, path.name)


def _battle_sheets(scenario: Scenario) -> CardSheets:
    from ..games.skirmish.cards import sheets

    whole, pages = sheets.draw_sheet(scenario), sheets.draw_pages(scenario)
    return CardSheets(scenario.name, scenario.title, whole, pages)


def _company_sheets(book: CardBook) -> CardSheets:
    from ..games.skirmish.cards import sheets

    return CardSheets(book.name, book.title, sheets.draw_book_sheet(book), sheets.draw_book_pages(book))


def _page_files(path: Path, pages: list[str]) -> dict[Path, str]:
    """Return the file of each page: `millrace-cards-1.svg` and so on."""
    return {path.with_stem(f"{path.stem}-{number}"): page for number, page in enumerate(pages, 1)}


def _check_overwriting(files: list[Path]) -> None:
    existing = [printable_line(str(file), MAX_PATH_CHARS) for file in files if file.exists()]
    if existing:
        raise BadOption(f"{existing[0]} exists already; use --force to overwrite it, or --out for another file")
