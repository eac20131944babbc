"""`htl print`: write pages for a real table, as a PDF or as SVG pictures, at true size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..core.catalog import all_definitions
from ..core.errors import BadOption, UnknownName
from ..core.printing.canvas import PAPERS, Paper, Printout
from ..core.printing.pdf import write_pdf
from ..core.printing.svg_page import write_svg
from ..core.scenarios import MAX_FILE_BYTES
from ..core.toml.file import MAX_PATH_CHARS, printable_line, read_text_file
from . import EXIT_OK

PDF_SUFFIX, SVG_SUFFIX, TOML_SUFFIX = ".pdf", ".svg", ".toml"


def print_pages(
    name: Annotated[
        str,
        typer.Argument(
            help="a game (siege, towers), a battle, a company, one of your campaigns, or a file", metavar="NAME|FILE"
        ),
    ],
    paper: Annotated[str, typer.Option(help=f"size of the paper: {' or '.join(PAPERS)}")] = "a4",
    out: Annotated[
        Path | None,
        typer.Option(help="file to write; default: NAME.pdf. With .svg, a file for each page", metavar="FILE"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="overwrite existing files")] = False,
) -> int:
    """Write pages to print for a real table: maps, mats, cards, counters, rulers, and the rules at a glance."""
    if paper.lower() not in PAPERS:
        raise BadOption(f"--paper must be {' or '.join(PAPERS)}, not {printable_line(paper)!r}")
    if out is not None and out.suffix.lower() not in (PDF_SUFFIX, SVG_SUFFIX):
        raise BadOption(f"--out {printable_line(str(out))!r} must end in {PDF_SUFFIX} or {SVG_SUFFIX}")
    printout = _find_printout(name.strip(), PAPERS[paper.lower()])
    files = _write_files(out or Path(f"{printout.name}{PDF_SUFFIX}"), printout)
    if not force:
        _check_overwriting(list(files))
    for file, data in files.items():
        file.write_bytes(data)
        print(printable_line(str(file), MAX_PATH_CHARS))
    count = len(printout.pages)
    print(f"{printout.title}: {count} page{'s' * (count != 1)} on {_paper_title(paper)}. Print at 100 %.")
    return EXIT_OK


def _paper_title(paper: str) -> str:
    return {"a4": "A4", "letter": "Letter"}[paper.lower()]


def _find_printout(name: str, paper: Paper) -> Printout:
    for definition in all_definitions():
        if definition.printing is not None and name in definition.printing.names():
            return definition.printing.by_name(name, paper)
    if Path(name).suffix == TOML_SUFFIX:
        return _print_file(Path(name), paper)
    from ..campaign.printing import print_campaign
    from ..table import campaigns

    try:
        path = campaigns.find_campaign(name)
    except UnknownName:
        names = [known for game in all_definitions() if game.printing for known in game.printing.names()]
        raise UnknownName(
            f"there is nothing to print called {printable_line(name)!r}; choose one of {', '.join(names)}, "
            "one of your campaigns, or a file like my.toml"
        ) from None
    state, _, _ = campaigns.read_campaign(path)
    return print_campaign(state, paper)


def _print_file(path: Path, paper: Paper) -> Printout:
    """Return the pages of the first game that can read the file; else raise the error of the game it is for."""
    text = read_text_file(path, MAX_FILE_BYTES, "file")
    failure, is_known = BadOption("no game can print files"), False
    for definition in all_definitions():
        if definition.printing is None or definition.printing.from_text is None:
            continue
        try:
            return definition.printing.from_text(text, path.name, paper)
        except BadOption as error:
            failure = failure if is_known else error
            is_known = is_known or (definition.scenarios is not None and definition.scenarios.has_heading(text))
    raise failure


def _write_files(path: Path, printout: Printout) -> dict[Path, bytes]:
    """Return the contents of the files to write: one PDF, or `millrace-1.svg` and so on."""
    if path.suffix.lower() == PDF_SUFFIX:
        return {path: write_pdf(printout)}
    return {
        path.with_stem(f"{path.stem}-{number}"): write_svg(page, f"{printout.title}, page {number}").encode()
        for number, page in enumerate(printout.pages, 1)
    }


def _check_overwriting(files: list[Path]) -> None:
    existing = [printable_line(str(file), MAX_PATH_CHARS) for file in files if file.exists()]
    if existing:
        raise BadOption(f"{existing[0]} already exists; use --force to overwrite it, or --out for another file")
