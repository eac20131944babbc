"""The cards of a battle or of a company as a sheet to print, for those who play with real figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from ..core.errors import BadOption, UnknownName
from ..core.tomlfile import LONGEST_PATH, one_line
from . import FINE

if TYPE_CHECKING:
    from ..games.skirmish.table import Book, Scenario

PICTURE = ".svg"
OF_A_BATTLE = "[[character]]"
"""The heading by which a file is known as one of a battle, not of a company."""


class Sheets(NamedTuple):
    """What is printed."""

    name: str
    """Of the battle or the company, as files have it."""
    title: str
    whole: str
    """All pages in one picture."""
    pages: list[str]


def cards(
    name: Annotated[
        str, typer.Argument(help="a battle, a company, or a file of one of them", metavar="NAME|FILE")
    ],
    out: Annotated[
        Path | None, typer.Option(help="where to write them; else NAME-cards.svg, here", metavar="OUT.svg")
    ] = None,
    pages: Annotated[bool, typer.Option("--pages", help="a file for each page")] = False,
    force: Annotated[bool, typer.Option("--force", help="overwrite what is there")] = False,
) -> int:
    """Cards of skirmish to print and cut out, with bases and a strip to measure with, in true size."""
    if out is not None and out.suffix.lower() != PICTURE:
        raise BadOption(f"--out {one_line(str(out))!r} is no name for a picture; it must end in {PICTURE}")
    sheets = _sheets_of(name.strip())
    path = out or Path(f"{sheets.name}-cards{PICTURE}")
    written = _by_page(path, sheets.pages) if pages else {path: sheets.whole}
    if not force:
        _refuse_overwriting(list(written))
    for file, picture in written.items():
        file.write_text(picture, encoding="utf-8")
        print(one_line(str(file), LONGEST_PATH))
    print(f"The cards of {sheets.title}: print them from a browser, at 100 %.")
    return FINE


def _sheets_of(name: str) -> Sheets:
    from ..games.skirmish import cards as companies
    from ..games.skirmish import scenario as battles
    from ..games.skirmish.table import Book

    if name in battles.shipped():
        return _of_battle(battles.named(name))
    if name in companies.shipped():
        return _of_company(companies.book(name))
    if Path(name).suffix != ".toml":
        known = f"battles: {', '.join(battles.shipped())}; companies: {', '.join(companies.shipped())}"
        raise UnknownName(f"there are no cards of {one_line(name)!r}; {known}; or a file like my.toml")
    found = _read(Path(name))
    return _of_company(found) if isinstance(found, Book) else _of_battle(found)


def _read(path: Path) -> Book | Scenario:
    """The battle or the company of a file; BadOption tells what is wrong with it, and in which line."""
    from ..core.battlefiles import LARGEST_FILE
    from ..core.tomlfile import read_text
    from ..games.skirmish import cards as companies
    from ..games.skirmish import scenario as battles

    text = read_text(path, LARGEST_FILE, "battle")
    if any(line.strip() == OF_A_BATTLE for line in text.splitlines()):
        return battles.from_text(text, path.name)
    return companies.from_text(text, path.name)


def _of_battle(scenario: Scenario) -> Sheets:
    from ..games.skirmish import cards_sheet

    whole, pages = cards_sheet.sheet(scenario), cards_sheet.pages(scenario)
    return Sheets(scenario.name, scenario.title, whole, pages)


def _of_company(book: Book) -> Sheets:
    from ..games.skirmish import company_sheet

    return Sheets(book.name, book.title, company_sheet.sheet(book), company_sheet.pages(book))


def _by_page(path: Path, pages: list[str]) -> dict[Path, str]:
    """`millrace-cards-1.svg` and so on."""
    return {path.with_stem(f"{path.stem}-{number}"): page for number, page in enumerate(pages, 1)}


def _refuse_overwriting(files: list[Path]) -> None:
    there = [one_line(str(file), LONGEST_PATH) for file in files if file.exists()]
    if there:
        raise BadOption(f"{there[0]} is there already; --force overwrites it, --out writes elsewhere")
