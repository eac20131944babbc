"""The whole picture of towers: its ids, titles, keeps and numbers, and what it hides."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from holdtheline.games.towers.rules import moves
from holdtheline.games.towers.state import (
    COLUMNS,
    SOLDIERS,
    TOWERS,
    Unit,
    unit_name,
)
from holdtheline.games.towers.view.ascii_board import ascii_board
from holdtheline.games.towers.view.svg.picture import svg as picture_svg

from .drawn_positions import (
    LANES,
    SEATS,
    SPACE,
    Drawn,
    body_ids,
    cell_ids,
    course,
    empty,
    fighting,
    hidden,
    order,
    over,
    parts_of,
    planning,
    positions,
    tower_ids,
)


def test_every_viewer_has_every_cell_tower_and_soldier_exactly_once() -> None:
    for s in positions():
        for seat in SEATS:
            ids = Counter(re.findall(r'data-id="([^"]*)"', picture_svg(s, seat)))
            assert set(ids.values()) == {1}
            assert ids.keys() >= cell_ids(s) | tower_ids(s) | body_ids(s)
            assert {id_ for id_ in ids if "-tower-" in id_} == tower_ids(s)
            assert {id_ for id_ in ids if id_.startswith("body-")} == body_ids(s)


def test_the_other_ids_are_the_keeps_the_columns_and_what_can_be_bought_in_every_position() -> None:
    columns = {f"column-{column}" for column in range(COLUMNS)}
    bought = {f"tower-{unit_name(unit)}" for unit in TOWERS} | {f"hire-{unit_name(unit)}" for unit in SOLDIERS}
    for s in positions():
        others = Drawn(s).pieces.keys() - cell_ids(s) - tower_ids(s) - body_ids(s)
        assert others == {"left-keep", "right-keep", *columns, *bought}


def test_every_piece_has_a_title_and_every_figure_its_own() -> None:
    for s in positions():
        drawn = Drawn(s)
        assert all(drawn.title(id_) for id_ in drawn.pieces)
        for id_ in tower_ids(s) | body_ids(s):
            assert len(parts_of(drawn.pieces[id_], "htl-figure")) == 1


def test_the_same_position_gives_the_same_bytes() -> None:
    for s in positions():
        assert picture_svg(s, 0) == picture_svg(s.copy(), 0)
    assert len({picture_svg(s, seat) for s in positions() for seat in SEATS}) == 2 * len(positions())


def test_a_picture_stands_alone() -> None:
    for s in positions():
        svg = picture_svg(s, 0).replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"script|href|http|url\(|@import|@font-face|\son\w+=|<image|<use|\sid=", svg)


def test_every_rule_of_the_style_is_bound_to_a_picture() -> None:
    style = Drawn(empty()).root.findtext(f"{SPACE}style") or ""
    for selectors in re.findall(r"([^{}]+){[^{}]*}", style.replace("@media (prefers-color-scheme:dark){", "")):
        for selector in selectors.split(","):
            assert re.fullmatch(r"(\.htl-[\w-]+(:hover|:focus)? ?)+", selector.strip()), selector


def test_every_colour_that_is_used_is_defined_for_light_and_for_dark() -> None:
    style = Drawn(empty()).root.findtext(f"{SPACE}style") or ""
    dark = "".join(re.findall(r"@media \(prefers-color-scheme:dark\)({.*)", style))
    light = re.sub(r"@media .*", "", style)
    aliases = {"face", "side", "edge", "dot", "paint", "paint-dim"}
    for name in set(re.findall(r"var\(--htl-([\w-]+)\)", style)) - aliases:
        assert f"--htl-{name}:" in light, name
        assert f"--htl-{name}:" in dark, name


def test_the_position_is_described_as_text() -> None:
    drawn = Drawn(hidden(planning(), 0))
    assert drawn.root.get("role") == "img"
    assert drawn.root.get("aria-label") == (
        "Turn 2, planning. "
        "Your lane: 10 HP; towers: 3 missile, 3 rocket, 2 frost, 7 blockade; soldiers: none. "
        "Their lane: 10 HP; towers: 1 missile; soldiers: none. "
        f"You have {planning().gold[0]} gold."
    )
    assert "rocket" in (drawn.root.findtext(f"{SPACE}desc") or "")


def test_your_lane_is_on_the_left_and_row_0_is_the_lowest() -> None:
    for seat in SEATS:
        drawn = Drawn(fighting(), seat)
        own, other = LANES[seat], LANES[1 - seat]
        assert drawn.place(f"{own}-4-6")[0] < drawn.place(f"{other}-4-0")[0]
        assert drawn.place(f"{own}-0-2")[1] > drawn.place(f"{own}-19-2")[1]
        assert drawn.title(f"{own}-keep") == "Your keep, 10 HP"
        titles = [part.text for part in parts_of(drawn.root, "htl-title")]
        assert titles == ["Your lane", "Their lane"]


def test_a_table_shows_the_lanes_without_header_and_legend() -> None:
    """Words beside the picture say the same."""
    picture = picture_svg(empty(), 0)
    _, top, _, height = map(float, re.findall(r'data-map="([^"]*)"', picture)[0].split())
    baselines = {words: float(y) for y, words in re.findall(r'<text[^>]* y="([\d.]+)"[^>]*>([^<]+)</text>', picture)}
    in_sight = {words for words, y in baselines.items() if top <= y <= top + height}
    header = {"TURN 1, PLANNING", "Plan your turn", "1000 gold"}
    assert header <= baselines.keys() - in_sight
    assert {"Your lane", "Their lane"} <= in_sight


def test_rows_and_columns_are_numbered_from_0_at_the_edges_of_both_lanes() -> None:
    for s in (empty(), course()):
        numbers = Counter(part.text for part in parts_of(Drawn(s).root, "htl-number"))
        for n in range(s.deployment_row + 1):
            assert numbers[str(n)] == (2 + 4 if n < COLUMNS else 2)


def test_the_deployment_row_is_marked_in_shape_and_words() -> None:
    for s in (empty(), course()):
        drawn, last = Drawn(s), s.deployment_row
        marked = {id_ for id_ in cell_ids(s) if drawn.has(id_, "htl-chevron")}
        assert marked == {f"{name}-{last}-{column}" for name in LANES for column in range(COLUMNS)}
        assert drawn.title(f"left-{last}-2") == f"Row {last}, column 2, soldiers enter here"


def test_the_keeps_show_their_hp_and_whether_they_have_fallen() -> None:
    drawn = Drawn(over())
    assert drawn.texts("left-keep") == ["3 HP"]
    assert drawn.texts("right-keep") == ["0 HP"]
    assert drawn.has("right-keep", "htl-fire")
    assert not drawn.has("left-keep", "htl-fire")
    assert "You won" in drawn.svg
    assert "You lost" in Drawn(over(), 1).svg


# What is hidden


@pytest.mark.parametrize("seat", SEATS)
def test_a_hidden_record_can_be_drawn(seat: int) -> None:
    for s in positions():
        visible = hidden(s, seat)
        assert Drawn(visible, seat).pieces.keys() >= cell_ids(s) | body_ids(s)
        assert ascii_board(visible, seat)
    assert "right-tower-2-2" not in Drawn(hidden(planning(), 0)).pieces


def test_what_a_seat_may_not_know_changes_nothing_in_its_pictures() -> None:
    s = planning().copy()
    order(s, 1, moves.HIRE + Unit.HORSE, moves.TOGETHER + 2, moves.TOWER + Unit.MISSILE)
    for draw in (picture_svg, ascii_board):
        assert draw(hidden(s, 0), 0) == draw(hidden(planning(), 0), 0)
        assert draw(s, 1) != draw(planning(), 1)
