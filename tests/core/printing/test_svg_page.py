"""Pages as SVG pictures."""

from __future__ import annotations

from xml.etree import ElementTree

from holdtheline.core.printing.canvas import PAPERS, Page, circle_outline
from holdtheline.core.printing.svg_page import write_svg

SPACE = "{http://www.w3.org/2000/svg}"


def test_a_picture_has_the_size_of_its_paper_and_its_text_is_escaped() -> None:
    page = Page(PAPERS["letter"])
    page.text("<b>Young</b> & Hound", 20, 30)
    svg = write_svg(page, "<Cards>")
    assert "<b>" not in svg
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("215.9mm", "279.4mm", "0 0 215.9 279.4")
    assert [text.text for text in root.iter(f"{SPACE}text")] == ["<b>Young</b> & Hound"]
    assert next(root.iter(f"{SPACE}title")).text == "<Cards>"


def test_a_text_keeps_its_width_in_any_font() -> None:
    page = Page(PAPERS["a4"])
    page.text("Kept", 20, 30, 10)
    [text] = ElementTree.fromstring(write_svg(page, "")).iter(f"{SPACE}text")
    assert float(text.get("textLength", "0")) > 5
    assert text.get("lengthAdjust") == "spacingAndGlyphs"


def test_each_clip_has_an_id_of_its_own() -> None:
    page = Page(PAPERS["a4"])
    for x in (50, 100):
        page.hatch(circle_outline(x, 100, 10), 2, 0)
        page.clipped(circle_outline(x, 50, 10)).hatch(circle_outline(x, 50, 5), 2, 0)
    root = ElementTree.fromstring(write_svg(page, ""))
    ids = [clip.get("id") for clip in root.iter(f"{SPACE}clipPath")]
    assert len(ids) == len(set(ids)) == 6
    used = [group.get("clip-path") for group in root.iter(f"{SPACE}g") if group.get("clip-path")]
    assert used == [f"url(#{id_})" for id_ in ids]
