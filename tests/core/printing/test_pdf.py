"""A PDF has true sizes, real text and its own fonts."""

from __future__ import annotations

import struct

import pytest

from holdtheline.core.printing.booklet import OVERLAP, Booklet, TilePlan, draw_ruler
from holdtheline.core.printing.canvas import MARGIN, PAPERS, Page, Printout, circle_outline, wrap_text
from holdtheline.core.printing.font import Face, load_font
from holdtheline.core.printing.pdf import write_pdf

from ...printed_items import item_bounds
from .pdf_reader import PdfPage, PdfReader

POINTS_PER_MM = 72 / 25.4


def read_back(page: Page) -> PdfPage:
    [found] = PdfReader(write_pdf(Printout("test", "A test", [page]))).pages
    return found


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.276, 841.89)), ("letter", (612, 792))])
def test_a_page_has_the_size_of_its_paper(paper: str, size: tuple[float, float]) -> None:
    assert read_back(Page(PAPERS[paper])).size == size


def test_a_ruler_of_six_inches_is_six_inches() -> None:
    page = Page(PAPERS["a4"])
    draw_ruler(page.at(20, 30), 0, 6)
    found = read_back(page)
    frame, *ticks = found.paths
    assert frame.width == pytest.approx(6 * 72, abs=0.002)
    places = sorted({round(tick.points[0][0] - frame.points[0][0], 2) for tick in ticks})
    assert places == [18 * quarter for quarter in range(25)]
    assert [text.text for text in found.texts] == ["0", "1", "2", "3", "4", "5", "6"]


def test_places_are_millimetres_from_the_upper_left() -> None:
    page = Page(PAPERS["a4"])
    page.line(10, 20, 110, 20, width=1)
    page.at(50, 100, 90).line(0, 0, 10, 0)  # turned clockwise: it goes down
    across, down = read_back(page).paths
    assert across.points == [
        (pytest.approx(10 * POINTS_PER_MM, abs=0.001), pytest.approx(277 * POINTS_PER_MM, abs=0.001)),
        (pytest.approx(110 * POINTS_PER_MM, abs=0.001), pytest.approx(277 * POINTS_PER_MM, abs=0.001)),
    ]
    assert across.line_width == pytest.approx(POINTS_PER_MM, abs=0.001)
    assert down.points[0][0] == pytest.approx(down.points[1][0])
    assert down.points[0][1] - down.points[1][1] == pytest.approx(10 * POINTS_PER_MM, abs=0.002)


def test_a_circle_is_round() -> None:
    page = Page(PAPERS["a4"])
    page.circle(100, 100, 12.7)
    [circle] = read_back(page).paths
    assert (circle.width, circle.height) == (pytest.approx(72, abs=0.002), pytest.approx(72, abs=0.002))


def test_text_is_text_and_nothing_in_it_is_a_command() -> None:
    texts = ["Oda (f1) \\ <b> & ) Tj ET", "Łódź – “12″” −1", "Ωмега"]
    page = Page(PAPERS["a4"])
    for row, text in enumerate(texts):
        page.text(text, 20, 20 + 10 * row)
    assert [text.text for text in read_back(page).texts] == texts


def test_a_letter_that_the_font_lacks_is_a_question_mark_and_control_characters_are_spaces() -> None:
    page = Page(PAPERS["a4"])
    page.text("a\u4e2db\x00c\ud800d🏰", 20, 20)
    [text] = read_back(page).texts
    assert text.text == "a?b c d?"


def test_the_middle_and_the_end_of_a_text_are_where_they_should_be() -> None:
    page = Page(PAPERS["a4"])
    for anchor in ("start", "middle", "end"):
        page.text("HHHH", 100, 50, 10, anchor=anchor)
    start, middle, end = (text.x for text in read_back(page).texts)
    width = Face.TEXT.width("HHHH", 10) * POINTS_PER_MM
    # The advance of an H in Source Sans 3 is 652 of 1000.
    assert width == pytest.approx(4 * 0.652 * 10)
    assert (start - middle, start - end) == (pytest.approx(width / 2, abs=0.002), pytest.approx(width, abs=0.002))


def test_a_text_that_is_too_wide_is_made_smaller() -> None:
    page = Page(PAPERS["a4"])
    page.text("W" * 50, 20, 20, 12, max_width=60)
    left, _, right, _ = item_bounds(page.items[0])
    assert (left, right) == (20, pytest.approx(80))


def test_an_embedded_font_has_the_letters_that_are_used_and_no_others() -> None:
    font = load_font("SourceSans3-Regular")
    accented, base, other = font.glyph("Á"), font.glyph("A"), font.glyph("Z")
    assert base in font.components(accented)
    subset = font.subset([accented])
    tables = {}
    for index in range(struct.unpack_from(">H", subset, 4)[0]):
        tag, _, start, length = struct.unpack_from(">4sLLL", subset, 12 + 16 * index)
        tables[tag] = subset[start : start + length]
    offsets = struct.unpack(f">{font.glyph_count + 1}L", tables[b"loca"])
    assert struct.unpack_from(">h", tables[b"head"], 50) == (1,)
    sizes = {glyph: offsets[glyph + 1] - offsets[glyph] for glyph in (accented, base, other)}
    assert sizes[accented] > 0
    assert sizes[base] > 0
    assert sizes[other] == 0
    outline = tables[b"glyf"][offsets[base] : offsets[base + 1]]
    assert outline.startswith(font.outline(base))


@pytest.mark.parametrize("width", [20.0, 45.0, 80.0])
def test_wrapped_lines_fit_and_lose_nothing(width: float) -> None:
    text = "The last honest cask of the winter stands on the near bank of the race " + "x" * 90
    lines = wrap_text(text, width, 9)
    assert all(Face.TEXT.width(line, 9) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


# Booklets


def test_text_flows_over_columns_and_pages_and_stays_inside() -> None:
    book = Booklet(PAPERS["letter"], "long", "Long")
    book.text_pages("Much", [(f"Part {part}", ["word " * 60] * 3) for part in range(30)])
    pages = PdfReader(write_pdf(book.to_printout())).pages
    assert len(pages) > 1
    assert sum(page.text.count("word") for page in pages) == 30 * 60 * 3
    for page in pages:
        assert f"of {len(pages)}" in page.text
        assert min(text.y for text in page.texts) >= (MARGIN + 0.5) * POINTS_PER_MM


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(467.0, 342.0), (100.0, 100.0), (190.0, 600.0), (400.0, 200.0)])
def test_tiles_cover_a_picture_and_overlap(paper: str, size: tuple[float, float]) -> None:
    plan = TilePlan.fewest(PAPERS[paper], size)
    for count, tile, length in ((plan.columns, plan.width, size[0]), (plan.rows, plan.height, size[1])):
        assert count * tile - (count - 1) * OVERLAP == pytest.approx(length)
    page = Page(PAPERS[paper].turned() if plan.is_landscape else PAPERS[paper])
    assert plan.width <= page.right - page.left
    assert plan.height <= page.bottom - page.top - 20


def test_a_tiled_picture_continues_where_the_sheet_before_says() -> None:
    book = Booklet(PAPERS["a4"], "map", "Map")
    book.tiled_pages("Map", (300.0, 200.0), lambda canvas, box: canvas.text("X", 150.0, 50.0))
    plan = TilePlan.fewest(PAPERS["a4"], (300.0, 200.0))
    assert (plan.columns, plan.rows) == (2, 1)
    first, second = PdfReader(write_pdf(book.to_printout())).pages
    joint = next(path for path in first.paths if len(path.points) == 2 and path.width == 0 and path.height > 400)
    cut = next(path for path in second.paths if path.is_closed and path.height > 400)
    [x1], [x2] = ([text.x for text in page.clipped_texts] for page in (first, second))
    assert x1 - joint.points[0][0] == pytest.approx(x2 - min(x for x, _ in cut.points), abs=0.01)


def test_what_is_clipped_is_kept_apart() -> None:
    page = Page(PAPERS["a4"])
    page.hatch(circle_outline(100, 100, 20), 2, 45)
    found = read_back(page)
    assert not found.paths
    assert len(found.clipped) > 10
    assert found.clips[0].width == pytest.approx(40 * POINTS_PER_MM, abs=0.002)
