from __future__ import annotations

from xml.etree import ElementTree

import pytest

from holdtheline.core.svg import (
    Markup,
    css_palette,
    element,
    escape_text,
    format_number,
    piece,
    svg_die,
    svg_document,
    svg_empty_die,
    text_element,
)


def pips(markup: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(markup).iter() if part.get("class") == "htl-pip"]


def written(markup: str) -> list[str]:
    return [part.text or "" for part in ElementTree.fromstring(markup).iter("text")]


def amount(markup: str, where: str, name: str) -> float:
    part = ElementTree.fromstring(markup).find(where)
    assert part is not None
    return float(part.get(name, "nan"))


def test_plain_text_is_escaped_in_elements_and_in_attributes() -> None:
    svg = element("text", "<b> & 'c'", class_='"><script>')
    read = ElementTree.fromstring(svg)
    assert read.text == "<b> & 'c'"
    assert read.get("class") == '"><script>'
    assert len(read) == 0


def test_markup_is_not_escaped_twice() -> None:
    assert element("g", element("text", "a & b")) == "<g><text>a &amp; b</text></g>"
    assert escape_text(Markup("<g/>")) == "<g/>"


def test_characters_that_xml_does_not_know_are_left_out() -> None:
    assert escape_text("a\x00b\x1bc\ud800d\ufffee\tf") == "abcde\tf"


def test_an_attribute_has_hyphens_for_underscores_and_none_leaves_it_out() -> None:
    assert element("rect", stroke_width=1.50, data_id="x", rx=None) == '<rect stroke-width="1.5" data-id="x"/>'


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (2.500, "2.5"), (1 / 3, "0.33"), (-0.001, "0"), (680, "680")])
def test_a_coordinate_is_written_as_short_as_it_can_be(value: float, text: str) -> None:
    assert format_number(value) == text


@pytest.mark.parametrize("sharp", [False, True])
@pytest.mark.parametrize("face", range(7))
def test_a_die_has_as_many_pips_as_its_face_all_of_them_apart_and_on_it(face: int, sharp: bool) -> None:
    found = pips(svg_die(face, "own", 60, sharp))
    assert len(found) == face
    assert len({ElementTree.tostring(pip) for pip in found}) == face
    for pip in found:
        if not sharp:
            x, y, r = (float(pip.get(name, "nan")) for name in ("cx", "cy", "r"))
            assert max(abs(x), abs(y)) + r < 30


@pytest.mark.parametrize("face", [7, 12, 99, "?"])
def test_what_has_no_pips_is_written_on_the_die(face: int | str) -> None:
    assert pips(svg_die(face, "own")) == []
    assert written(svg_die(face, "own")) == [str(face)]


def test_a_longer_number_is_written_smaller() -> None:
    sizes = [amount(svg_die(n, "own"), "text", "font-size") for n in (8, 12, 100)]
    assert sizes == sorted(set(sizes), reverse=True)


def test_the_two_sides_differ_in_corners_pattern_and_form_of_the_pips() -> None:
    own, enemy = (ElementTree.fromstring(svg_die(1, "own", 60, sharp)) for sharp in (False, True))
    own_corner, enemy_corner = (
        amount(svg_die(1, "own", 60, sharp), "rect[@class='htl-die-face']", "rx") for sharp in (False, True)
    )
    assert own_corner > 5 * enemy_corner
    assert enemy.find("path[@class='htl-die-hatch']") is not None
    assert own.find("path[@class='htl-die-hatch']") is None
    assert own.find("circle[@class='htl-pip']") is not None
    assert enemy.find("path[@class='htl-pip']") is not None


def test_an_empty_place_is_dashed_and_has_neither_pips_nor_a_face() -> None:
    place = ElementTree.fromstring(svg_empty_die("own"))
    assert [part.get("class") for part in place] == ["htl-place"]
    assert written(svg_empty_die("enemy", mark="?")) == ["?"]


def test_a_piece_carries_its_id_its_class_and_its_label() -> None:
    read = ElementTree.fromstring(piece("top", "top lane, <6>", 3, 4.5, text_element("Top", 0, 0, "htl-label")))
    assert read.get("data-id") == "top"
    assert "htl-top" in (read.get("class") or "").split()
    assert read.get("transform") == "translate(3 4.5)"
    assert read.findtext("title") == "top lane, <6>"


def test_a_palette_has_a_light_and_a_dark_half() -> None:
    light, dark = css_palette("htl-x", {"ink": ("#111", "#eee")}).splitlines()
    assert light == ".htl-x{--htl-ink:#111}"
    assert dark == "@media (prefers-color-scheme:dark){.htl-x{--htl-ink:#eee}}"


def test_a_document_has_texts_for_a_screen_reader() -> None:
    captions = ("A & B", 'two "dice" < three', "Roll.")
    read = ElementTree.fromstring(svg_document("htl-x", (30, 20), captions, "", text_element("<", 1, 2, "htl-label")))
    space = "{http://www.w3.org/2000/svg}"
    assert read.tag == f"{space}svg"
    assert (read.get("role"), read.get("aria-label")) == ("img", 'two "dice" < three')
    assert (read.findtext(f"{space}title"), read.findtext(f"{space}desc")) == ("A & B", "Roll.")
    assert read.get("viewBox") == "0 0 30 20"
    assert read.get("width") is None
    assert read.get("height") is None
