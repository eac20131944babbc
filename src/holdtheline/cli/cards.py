"""`htl cards`: write the cards of a battle or company as SVG sheets to print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..core.catalog import all_definitions
from ..core.errors import BadOption, HtlError, UnknownName
from ..core.toml_file import MAX_PATH_CHARS, printable_line
from ..core.view_types import CardSheets
from . import EXIT_OK

SVG_SUFFIX = ".svg"


def write_cards(
    name: Annotated[str, typer.Argument(help="a battle, a company, or a file", metavar="NAME|FILE")],
    out: Annotated[Path | None, typer.Option(help="file to write; default: NAME-cards.svg", metavar="OUT.svg")] = None,
    pages: Annotated[bool, typer.Option("--pages", help="write a file for each page")] = False,
    force: Annotated[bool, typer.Option("--force", help="overwrite existing files")] = False,
) -> int:
    """Write cards to print and cut out, with bases and a ruler, at true size."""
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
    print(f"Wrote the cards for {sheets.title}. Print them from a browser at 100%.")
    return EXIT_OK


def _find_sheets(name: str) -> CardSheets:
    """Return the cards from the first game that has them; if none has, raise the first game's error."""
    faults: list[HtlError] = []
    for definition in all_definitions():
        if definition.card_sheets is not None:
            try:
                return definition.card_sheets(name)
            except HtlError as error:
                faults.append(error)
    raise faults[0] if faults else UnknownName("no game has cards to print")


def _page_files(path: Path, pages: Sequence[str]) -> dict[Path, str]:
    """Return the pages by file: `millrace-cards-1.svg` and so on."""
    return {path.with_stem(f"{path.stem}-{number}"): page for number, page in enumerate(pages, 1)}


def _check_overwriting(files: list[Path]) -> None:
    existing = [printable_line(str(file), MAX_PATH_CHARS) for file in files if file.exists()]
    if existing:
        raise BadOption(f"{existing[0]} already exists; use --force to overwrite it, or --out for another file")
