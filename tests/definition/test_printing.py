"""Everything that can be printed fits on both papers, in true size."""

from __future__ import annotations

import pytest

from holdtheline.core.catalog import all_definitions
from holdtheline.core.definition import GameDefinition
from holdtheline.core.printing.canvas import MARGIN, PAPERS, Label
from holdtheline.core.printing.pdf import write_pdf

from ..core.printing.pdf_reader import PdfPage, PdfReader
from ..printed_items import item_bounds

POINTS_PER_MM = 72 / 25.4
CASES = [
    pytest.param(definition, name, paper, id=f"{name}-{paper}")
    for definition in all_definitions()
    if definition.printing is not None
    for name in definition.printing.names()
    for paper in PAPERS
]


def test_every_game_can_be_printed() -> None:
    assert all(definition.printing for definition in all_definitions() if not definition.package)


@pytest.mark.parametrize(("definition", "name", "paper"), CASES)
def test_every_printout_is_a_pdf_with_nothing_outside_the_printable_area(
    definition: GameDefinition, name: str, paper: str
) -> None:
    assert definition.printing is not None
    printout = definition.printing.by_name(name, PAPERS[paper])
    pages = PdfReader(write_pdf(printout)).pages
    assert len(pages) == len(printout.pages)
    for number, (page, drawn) in enumerate(zip(pages, printout.pages, strict=True), 1):
        check_page(page, paper)
        for label in drawn.items:
            if isinstance(label, Label):
                left, top, right, bottom = item_bounds(label)
                assert drawn.left - 0.1 <= left <= right <= drawn.right + 0.1, label
                assert drawn.top - 0.1 <= top <= bottom <= drawn.bottom + 0.6, label
        assert f"page {number} of {len(pages)}" in page.text


def check_page(page: PdfPage, paper: str) -> None:
    size = tuple(length * POINTS_PER_MM for length in PAPERS[paper][1:])
    assert sorted(page.size) == pytest.approx(sorted(size), abs=0.001)
    width, height = page.size
    margin = MARGIN * POINTS_PER_MM - 1.5  # half of the thickest line
    for shape in [*page.paths, *page.clips]:
        for x, y in shape.points:
            assert margin <= x <= width - margin
            assert margin <= y <= height - margin
    for text in page.texts:
        assert margin <= text.x <= width - margin, text
        assert margin <= text.y <= height - margin, text
    check_scale(page)


def check_scale(page: PdfPage) -> None:
    """The bar at the foot of each page is two inches long."""
    [word] = [text for text in page.texts if text.text.startswith("2 inches")]
    bars = [path for path in page.paths if len(path.points) == 2 and path.height == 0 and path.points[0][1] == word.y]
    assert [bar.width for bar in bars] == [pytest.approx(144, abs=0.002)]
