"""The figures of towers and soldiers, where a tower can stand, and how far it reaches."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from holdtheline.games.towers.rules import legality, moves
from holdtheline.games.towers.state import (
    COLUMNS,
    MAX_SOLDIERS,
    MIND_COUNT,
    SOLDIERS,
    TOWERS,
    Mind,
    Unit,
    cell_of,
    row_and_column,
    unit_name,
)
from holdtheline.games.towers.view.svg.figures import draw_unit

from .drawn_positions import (
    LANES,
    SEATS,
    SPACE,
    Drawn,
    body_ids,
    both_ready,
    course,
    empty,
    fighting,
    order,
    parts_of,
    planning,
    started,
    tower_ids,
)


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
