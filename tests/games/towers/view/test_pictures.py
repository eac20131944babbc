from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from holdtheline.core.ascii_art import AsciiBoard, drawing_text
from holdtheline.games.towers import ruleset
from holdtheline.games.towers.rules import legality, moves, sequence_of_play, unit_actions
from holdtheline.games.towers.rules.hidden_information import hide
from holdtheline.games.towers.state import (
    COLUMNS,
    MAX_SOLDIERS,
    MAX_TOWERS,
    MIND_COUNT,
    SOLDIERS,
    TOWERS,
    Mind,
    Phase,
    TowersState,
    Unit,
    cell_of,
    row_and_column,
    unit_name,
)
from holdtheline.games.towers.view.ascii_board import LETTERS, ascii_board
from holdtheline.games.towers.view.svg.figures import draw_unit
from holdtheline.games.towers.view.svg.picture import svg as picture_svg

from ..engine_game import numbers_of
from ..reference_game import EXAMPLE

SPACE = "{http://www.w3.org/2000/svg}"
SEATS = (0, 1)
LANES = ("left", "right")


# Positions


def started(name: str = numbers_of(EXAMPLE)) -> Any:
    s = TowersState(ruleset.setup({"ruleset": name, "frost": "step", "tower_bounty": "price", "turn_limit": 100}))
    s.gold[0] = s.gold[1] = 1000
    return s


def order(s: Any, seat: int, *orders: int) -> None:
    for local in orders:
        code = moves.encode_move(seat, local)
        assert legality.why_not(s, code) == 0
        sequence_of_play.apply(s, code, None)


def build(s: Any, seat: int, unit: int, *cells: tuple[int, int]) -> None:
    for row, column in cells:
        order(s, seat, moves.TOWER + unit, moves.CELL + cell_of(row, column))


def both_ready(s: Any) -> None:
    for seat in SEATS:
        order(s, seat, moves.READY)


@cache
def empty() -> Any:
    return started()


@cache
def planning() -> Any:
    """Return a planning: player 0 has ten towers and five new ones, a closed row, and has picked a rocket."""
    s = started()
    build(s, 0, Unit.BLOCKADE, *((6, column) for column in range(1, COLUMNS)))
    build(s, 0, Unit.MISSILE, (3, 5), (9, 1))
    build(s, 0, Unit.ROCKET, (3, 2))
    build(s, 0, Unit.FROST, (5, 3))
    build(s, 1, Unit.MISSILE, (12, 3))
    both_ready(s)
    s.tower_health[6] = 7  # the missile in row 3
    build(s, 0, Unit.MISSILE, (1, 0))
    build(s, 0, Unit.ROCKET, (9, 5), (15, 3))
    build(s, 0, Unit.FROST, (8, 3))
    build(s, 0, Unit.BLOCKADE, (0, 3))
    build(s, 1, Unit.FROST, (2, 2))  # nobody else knows
    order(s, 0, moves.TOWER + Unit.ROCKET)
    return s


@cache
def fighting() -> Any:
    """Return the middle of a turn: 20 soldiers of all kinds on each lane, and a horse of player 1 acts."""
    s = started()
    build(s, 0, Unit.MISSILE, (3, 5))
    build(s, 1, Unit.FROST, (2, 2))
    for seat in SEATS:
        order(s, seat, moves.MIND + Unit.HORSE * MIND_COUNT + Mind.OWN)
        order(s, seat, *(moves.HIRE + SOLDIERS[number % 4] for number in range(20)))
        order(s, seat, moves.TOGETHER + 3)
    both_ready(s)
    for on in SEATS:
        for number in range(10):
            soldier = (1 - on) * MAX_SOLDIERS + number
            unit_actions.move_soldier(s, on, soldier, cell_of(10 + number // 7, number % 7), None)
    s.body_frozen[MAX_SOLDIERS + 1] = 1  # row 10, column 1
    s.body_health[MAX_SOLDIERS + 2] = -1  # row 10, column 2
    return s


@cache
def course() -> Any:
    """Return a state in which every cell that can be built on has a tower."""
    s = started("course")
    for row in range(s.deployment_row):
        build(s, 0, TOWERS[row % 4], *((row, column) for column in range(COLUMNS - 1)))
    return s


def over() -> Any:
    s = planning().copy()
    s.phase, s.turns_played = Phase.OVER, 9
    s.hp[0], s.hp[1] = 3, 0
    return s


def positions() -> tuple[Any, ...]:
    return empty(), planning(), fighting(), course(), over()


def hidden(s: Any, seat: int) -> Any:
    visible = s.copy()
    hide(visible, seat)
    return visible


# Reading pictures back


class Drawn:
    """A picture, read back."""

    def __init__(self, s: Any, seat: int = 0) -> None:
        self.svg = picture_svg(s, seat)
        self.root = ElementTree.fromstring(self.svg)
        self.pieces = {part.get("data-id") or "": part for part in self.root.iter() if part.get("data-id")}

    def title(self, id_: str) -> str:
        return self.pieces[id_].findtext(f"{SPACE}title") or ""

    def texts(self, id_: str) -> list[str]:
        return ["".join(part.itertext()) for part in self.pieces[id_].iter(f"{SPACE}text")]

    def place(self, id_: str) -> tuple[float, float]:
        x, y = re.findall(r"-?[\d.]+", self.pieces[id_].get("transform") or "")
        return float(x), float(y)

    def has(self, id_: str, class_: str) -> bool:
        return bool(parts_of(self.pieces[id_], class_))

    def closed(self) -> set[str]:
        return {id_ for id_, part in self.pieces.items() if "htl-closed" in classes_of(part)}


def classes_of(part: ElementTree.Element) -> list[str]:
    return (part.get("class") or "").split()


def parts_of(root: ElementTree.Element, class_: str) -> list[ElementTree.Element]:
    return [part for part in root.iter() if class_ in classes_of(part)]


def cell_ids(s: Any) -> set[str]:
    return {
        f"{name}-{row}-{column}" for name in LANES for row in range(s.deployment_row + 1) for column in range(COLUMNS)
    }


def tower_ids(s: Any) -> set[str]:
    return {
        "{}-tower-{}-{}".format(LANES[on], *row_and_column(s.tower_cell[on * MAX_TOWERS + place]))
        for on in SEATS
        for place in range(s.towers[on])
    }


def body_ids(s: Any) -> set[str]:
    return {f"body-{place + 1}" for place in range(2 * MAX_SOLDIERS) if s.body_cell[place]}


# The whole picture


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


# Figures


def outline(root: ElementTree.Element) -> tuple[tuple[str, ...], ...]:
    """Return everything about a figure but its colours."""
    geometry = ("d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry")
    return tuple((part.tag, *(part.get(name, "") for name in geometry)) for part in root.iter())


def test_the_eight_figures_differ_without_colours() -> None:
    shapes = {outline(ElementTree.fromstring(draw_unit(unit, True))) for unit in Unit}
    assert len(shapes) == len(Unit)


def test_soldiers_of_the_two_sides_stand_on_tokens_of_different_shapes() -> None:
    for unit in SOLDIERS:
        own, enemy = (ElementTree.fromstring(draw_unit(unit, mine)) for mine in (True, False))
        assert [part.tag for part in parts_of(own, "htl-token")] == ["circle"]
        assert [part.tag for part in parts_of(enemy, "htl-token")] == ["rect"]


def test_towers_of_the_two_sides_stand_on_plinths_of_different_shapes() -> None:
    for unit in TOWERS:
        own, enemy = (ElementTree.fromstring(draw_unit(unit, mine)) for mine in (True, False))
        assert [part.tag for part in parts_of(own, "htl-plinth")] == ["circle"]
        assert [part.tag for part in parts_of(enemy, "htl-plinth")] == ["rect"]


def test_the_soldiers_you_send_are_drawn_and_counted_where_they_enter_for_you_alone() -> None:
    s = started()
    for number, (unit, column) in enumerate(((Unit.HORSE, 2), (Unit.HORSE, 2), (Unit.BOMB, 5))):
        order(s, 0, moves.HIRE + unit, moves.SOLDIER + number, moves.COLUMN + column, moves.STEP + 9)
    sent, *others = (parts_of(Drawn(s, seat).root, "htl-sent") for seat in (0, 1, -1))
    assert others == [[], []]
    horses, bomb = sent[0]
    assert "2" in "".join(horses.itertext())
    assert parts_of(horses, "htl-unit-horse")
    assert parts_of(bomb, "htl-unit-bomb")


def test_every_unit_has_the_figure_of_its_kind() -> None:
    s, drawn = fighting(), Drawn(fighting())
    for id_ in body_ids(s):
        unit = s.deployed_unit[int(id_.removeprefix("body-")) - 1]
        assert drawn.has(id_, f"htl-unit-{unit_name(unit)}")
    assert drawn.has("left-tower-3-5", "htl-unit-missile")
    assert drawn.has("right-tower-2-2", "htl-unit-frost")


def test_the_title_of_a_tower_has_its_kind_cell_and_health() -> None:
    drawn = Drawn(planning())
    assert drawn.title("left-tower-3-5") == "Missile tower, row 3, column 5, health 7 of 10"
    assert drawn.title("left-tower-6-1") == "Blockade, row 6, column 1, health 30 of 30"
    assert drawn.title("left-tower-15-3") == "Rocket tower, row 15, column 3, health 10 of 10, new"
    assert drawn.title("left-3-5").startswith(drawn.title("left-tower-3-5"))


def test_health_is_a_number_and_a_bar_of_that_part() -> None:
    drawn = Drawn(planning())
    for id_, number, part in (("left-tower-3-5", "7", 0.7), ("left-tower-6-1", "30", 1)):
        (well,) = parts_of(drawn.pieces[id_], "htl-bar-well")
        (bar,) = parts_of(drawn.pieces[id_], "htl-bar")
        assert drawn.texts(id_) == [number]
        assert float(bar.get("width", 0)) == pytest.approx(part * float(well.get("width", 0)), abs=0.01)


def test_a_tower_without_health_is_crossed_and_has_no_bar() -> None:
    s = fighting().copy()
    s.tower_health[0] = -2
    drawn = Drawn(s)
    assert drawn.title("left-tower-3-5") == "Missile tower, row 3, column 5, health 0 of 10, destroyed"
    assert drawn.has("left-tower-3-5", "htl-fallen")
    assert drawn.texts("left-tower-3-5") == ["0"]
    assert not drawn.has("left-tower-3-5", "htl-bar")


def test_towers_of_this_planning_are_marked() -> None:
    drawn = Drawn(planning())
    new = {id_ for id_ in tower_ids(planning()) if drawn.has(id_, "htl-new")}
    own = {"left-tower-1-0", "left-tower-9-5", "left-tower-15-3", "left-tower-8-3", "left-tower-0-3"}
    assert new == own | {"right-tower-2-2"}
    assert all(drawn.has(id_, "htl-scaffold") for id_ in new)


def test_towers_can_be_large_in_number_and_in_health() -> None:
    s = course().copy()
    s.health[Unit.MISSILE] = s.tower_health[0] = 1_000_000
    s.tower_health[1] = 1234
    s.hp[0] = 123_456
    drawn = Drawn(s)
    assert drawn.texts("left-tower-0-0") == ["1M"]
    assert drawn.texts("left-tower-0-1") == ["1234"]
    assert all(float(well.get("width", 0)) > 5 for well in parts_of(drawn.root, "htl-bar-well"))
    assert drawn.texts("left-keep") == ["123k HP"]
    assert len(tower_ids(s)) == 120


def soldiers_at(s: Any, on: int, row: int, column: int) -> list[str]:
    """Return the ids of the soldiers in a cell."""
    base, cell = (1 - on) * MAX_SOLDIERS, cell_of(row, column) + 1
    return [f"body-{at + 1}" for at in range(base, base + MAX_SOLDIERS) if s.body_cell[at] == cell]


def test_the_title_of_a_soldier_has_its_kind_cell_and_health() -> None:
    drawn = Drawn(fighting())
    assert soldiers_at(fighting(), 0, 10, 0) == ["body-256"]
    assert drawn.title("body-256") == "Shield soldier, row 10, column 0, health 6 of 6"
    assert drawn.title("body-1") == "Shield soldier, row 10, column 0, health 6 of 6"
    assert drawn.place("body-256")[0] < drawn.place("body-1")[0]


def test_only_the_frozen_are_marked_and_only_the_fallen_crossed() -> None:
    drawn = Drawn(fighting())
    assert {id_ for id_ in body_ids(fighting()) if drawn.has(id_, "htl-frozen")} == {"body-257"}
    assert {id_ for id_ in body_ids(fighting()) if drawn.has(id_, "htl-fallen")} == {"body-258"}
    assert drawn.title("body-257") == "Rifle soldier, row 10, column 1, health 3 of 3, frozen"
    assert drawn.title("body-258") == "Bomb soldier, row 10, column 2, health 0 of 3, fallen"


def test_soldiers_of_one_kind_in_one_cell_are_a_pile_with_a_count() -> None:
    s = started()
    order(s, 1, *[moves.HIRE + Unit.HORSE] * 12, moves.HIRE + Unit.SHIELD)
    order(s, 1, moves.MIND + Unit.HORSE * MIND_COUNT + Mind.OWN, moves.TOGETHER + 3)
    both_ready(s)
    s.body_frozen[MAX_SOLDIERS] = 1
    s.body_health[MAX_SOLDIERS + 1] = 0
    drawn = Drawn(s)
    counts = {id_: drawn.texts(id_) for id_ in body_ids(s) if drawn.texts(id_)}
    assert counts == {"body-267": ["12"]}
    assert drawn.title("body-267").endswith("health 3 of 3; 11 more of them here, 1 frozen, 1 fallen")
    assert drawn.has("body-267", "htl-frozen")
    assert drawn.has("body-267", "htl-fallen-below")
    assert not drawn.has("body-267", "htl-fallen")


def test_kinds_that_share_a_cell_lie_beside_each_other() -> None:
    s, drawn = fighting(), Drawn(fighting())
    shared = soldiers_at(s, 0, 19, 3)
    kinds = {s.deployed_unit[int(id_.removeprefix("body-")) - 1] for id_ in shared}
    on_top = [drawn.place(id_) for id_ in shared if drawn.texts(id_)]
    assert len(kinds) == len(on_top) == len(set(on_top)) == 4


def test_the_unit_that_acts_has_a_frame() -> None:
    s = fighting()
    soldier = (1 - s.lane) * MAX_SOLDIERS + s.acting
    row, column = row_and_column(s.body_cell[soldier] - 1)
    for seat in SEATS:
        drawn = Drawn(s, seat)
        (frame,) = [part for part in drawn.root if parts_of(part, "htl-acting")]
        x, y = drawn.place(f"{LANES[s.lane]}-{row}-{column}")
        assert frame.get("transform") == f"translate({x + 20:g} {y + 20:g})"
        assert f"horse acts: row {row}, column {column}" in drawn.svg
    assert not parts_of(Drawn(planning()).root, "htl-acting")


# Where a tower can stand, and how far it reaches


def test_cells_are_closed_by_a_pattern_exactly_where_the_picked_tower_cannot_stand() -> None:
    s, drawn = planning(), Drawn(planning())
    refused = {
        "left-{}-{}".format(*row_and_column(cell))
        for cell in range((s.deployment_row + 1) * COLUMNS)
        if legality.why_not_build(s, 0, cell)
    }
    assert drawn.closed() == refused
    assert len(refused) == COLUMNS + 15 + 1
    assert all(drawn.has(id_, "htl-hatch") for id_ in refused)
    assert drawn.title("left-6-0") == "Row 6, column 0; no tower: every row needs a free cell (T4.2)"
    assert "(T1.2)" in drawn.title("left-19-4")
    assert "(T4.1)" in drawn.title("left-3-5")


def test_nothing_is_closed_for_a_seat_that_has_picked_no_tower() -> None:
    assert Drawn(planning(), 1).closed() == set()
    for s in (empty(), fighting(), course()):
        assert Drawn(s).closed() == set()


def test_the_kind_that_was_picked_is_framed_and_said() -> None:
    drawn = Drawn(planning())
    framed = {id_ for id_ in drawn.pieces if drawn.has(id_, "htl-picked-frame")}
    assert framed == {"tower-rocket"}
    assert drawn.title("tower-rocket") == "Rocket tower, 3 gold, picked"
    assert drawn.title("hire-horse") == "Horse soldier, 3 gold"


@pytest.mark.clause("T6.2")
def test_what_costs_more_than_there_is_is_pale_and_says_so() -> None:
    s = started("course")
    s.gold[0] = 2
    drawn = Drawn(s)
    pale = {id_ for id_ in drawn.pieces if "htl-dear" in (drawn.pieces[id_].get("class") or "")}
    assert pale == {"tower-missile", "tower-rocket", "tower-frost", "hire-bomb", "hire-horse"}
    assert drawn.title("hire-horse") == "Horse soldier, 3 gold, more than you have (T6.2)"
    order(s, 0, moves.READY)
    assert not any("htl-dear" in (piece.get("class") or "") for piece in Drawn(s).pieces.values())


def reaches(drawn: Drawn) -> dict[str, tuple[float, ...]]:
    """Return the area of every tower that has a reach."""
    found = {}
    for stand in parts_of(drawn.root, "htl-stands"):
        (id_,) = [part.get("data-id") or "" for part in parts_of(stand, "htl-built")]
        for area in parts_of(stand, "htl-reach-wash"):
            found[id_] = tuple(float(area.get(name, 0)) for name in ("x", "y", "width", "height"))
    return found


def test_every_tower_that_attacks_has_its_reach_as_far_as_the_lane_goes() -> None:
    drawn = Drawn(planning())
    found = reaches(drawn)
    assert found.keys() == {id_ for id_ in tower_ids(planning()) if not drawn.has(id_, "htl-unit-blockade")}
    x, y = drawn.place("left-6-2")
    assert found["left-tower-5-3"] == (x, y, 120, 120)
    x, y = drawn.place("left-7-1")
    assert found["left-tower-3-5"] == (x, y, 6 * 40, 8 * 40)


def test_a_reach_is_shown_while_its_cell_is_hovered_or_focused() -> None:
    drawn = Drawn(planning())
    style = drawn.root.findtext(f"{SPACE}style") or ""
    assert ".htl-towers .htl-reach{opacity:0}" in style
    assert ".htl-stands:hover .htl-reach" in style
    assert ".htl-stands:focus .htl-reach" in style
    for stand in parts_of(drawn.root, "htl-stands"):
        ids = [part.get("data-id") or "" for part in stand.iter() if part.get("data-id")]
        assert ids[1] == ids[0].replace("-", "-tower-", 1)
        assert (stand.get("tabindex") == "0") == bool(parts_of(stand, "htl-reach"))


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


# The drawing for a terminal


def ids_in(drawn: AsciiBoard) -> set[str]:
    return {piece.id for row in drawn for piece in row if piece.id}


def text_of(drawn: AsciiBoard, ids: Iterable[str]) -> str:
    return "".join(piece.text for row in drawn for piece in row if piece.id in ids).strip()


def cell_text(drawn: AsciiBoard, row: int, column: int, side: int = 0) -> str:
    """Return the three characters of a cell of the lane at the left (0) or at the right (1)."""
    line = next(line for line in drawing_text(drawn).splitlines() if line.startswith(f"{row:>2} ║"))
    start = line.index("║", side * (len("19 ║") + COLUMNS * 3 + 2)) + 1 + column * 3
    return line[start : start + 3].strip()


def test_the_drawing_fits_80_columns_and_both_lanes_lie_beside_each_other() -> None:
    for s in positions():
        for seat in SEATS:
            drawn = ascii_board(s, seat)
            assert max(len("".join(piece.text for piece in row)) for row in drawn) <= 80
            assert len(drawn) <= s.deployment_row + 10
            lines = drawing_text(drawn).splitlines()
            assert sum(line.count("║") == 4 for line in lines) == s.deployment_row + 1


def test_the_drawing_has_every_cell_and_names_every_tower_by_its_letter() -> None:
    for s in positions():
        drawn = ascii_board(s, 0)
        assert ids_in(drawn) >= cell_ids(s) | tower_ids(s)
        for on in SEATS:
            for at in range(on * MAX_TOWERS, on * MAX_TOWERS + s.towers[on]):
                id_ = "{}-tower-{}-{}".format(LANES[on], *row_and_column(s.tower_cell[at]))
                assert text_of(drawn, [id_]) == LETTERS[s.tower_unit[at]]


def test_letters_are_upper_case_for_towers_and_lower_case_for_soldiers() -> None:
    assert [LETTERS[unit] for unit in TOWERS] == list("MRFB")
    assert [LETTERS[unit] for unit in SOLDIERS] == list("srbh")


def test_the_drawing_has_hp_gold_and_the_phase() -> None:
    text = drawing_text(ascii_board(planning(), 0))
    assert "Turn 2, planning: Choose a cell for the rocket tower" in text
    assert f"Gold: {planning().gold[0]}" in text
    assert "Your lane: 10 HP" in text
    assert "Their lane: 10 HP" in text
    assert "Your lane: 3 HP" in drawing_text(ascii_board(over(), 0))


def test_a_tower_in_the_drawing_is_whole_damaged_or_new() -> None:
    drawn = ascii_board(planning(), 0)
    assert cell_text(drawn, 9, 1) == "M"
    assert cell_text(drawn, 3, 5) == "M7"
    assert cell_text(drawn, 9, 5) == "R+"
    assert cell_text(drawn, 12, 3, side=1) == "M"


def test_closed_cells_are_shaded_in_the_drawing() -> None:
    drawn = ascii_board(planning(), 0)
    assert cell_text(drawn, 6, 0) == "░░░"
    assert cell_text(drawn, 19, 0) == "░░░"
    assert cell_text(drawn, 18, 0) == "·"
    assert cell_text(ascii_board(empty(), 0), 19, 0) == "▾"


def test_soldiers_in_the_drawing_have_a_count_and_marks() -> None:
    drawn = ascii_board(fighting(), 0)
    assert [cell_text(drawn, 10, column) for column in range(4)] == ["s", "r~", "bx", "h"]
    assert cell_text(drawn, 19, 3) == "*10"
    s = started()
    order(s, 1, *[moves.HIRE + Unit.HORSE] * 12)
    order(s, 1, moves.MIND + Unit.HORSE * MIND_COUNT + Mind.OWN, moves.TOGETHER + 3)
    both_ready(s)
    assert cell_text(ascii_board(s, 0), 19, 3) == "h12"
    assert text_of(ascii_board(s, 0), body_ids(s)) == "h"


def test_the_drawing_has_roles_that_the_terminal_knows() -> None:
    roles = {piece.role for s in positions() for row in ascii_board(s, 0) for piece in row}
    assert roles == {"", "own", "enemy", "count", "wall", "quiet"}
