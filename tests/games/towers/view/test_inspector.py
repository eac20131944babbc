"""What the inspector and the shop say about units, cells and keeps."""

from __future__ import annotations

from holdtheline.core import catalog
from holdtheline.core.view_types import Inspection
from holdtheline.games.towers.view.inspector import inspect

from .test_planning_panel import planned, timeline

POSITION = "played 1; left hp 7; left gold 50; left towers missile 3 5 8"


def inspection(id_: str, position: str = POSITION, seat: int = 0) -> Inspection:
    state = catalog.load("towers", plain=True).position(position)
    found = inspect(state.seen_by(seat).record, seat, id_, ())
    assert found is not None
    return found


def values(found: Inspection) -> dict[str, str]:
    return {row.label: row.value for row in found.rows}


def test_a_tower_shows_its_health_and_the_numbers_of_its_kind() -> None:
    found = inspection("left-tower-3-5")
    assert found == inspection("left-3-5")
    assert found.title == "Missile tower, row 3, column 5"
    assert values(found) == {"Health": "8 of 12", "Damage": "2", "Range": "4"}
    assert all(row.explanation and row.clause for row in found.rows)


def test_a_cell_says_whether_a_tower_can_stand_there_and_which_towers_reach_it() -> None:
    near, far = inspection("left-7-2"), inspection("left-9-2")
    assert values(near) == {"Free": "", "In range of": "1"}
    assert near.rows[1].explanation == "Missile tower in row 3, column 5."
    assert values(far) == {"Free": ""}
    assert values(inspection("right-19-2")) == {"Deployment row": ""}


def test_a_keep_shows_its_hp() -> None:
    assert inspection("left-keep").title == "Your keep"
    assert values(inspection("left-keep")) == {"HP": "7"}


def test_a_slow_soldier_says_how_often_it_moves() -> None:
    found = {row.label: row for row in inspection("hire-bomb").rows}
    assert (found["Speed"].value, found["Speed"].explanation) == (
        "1 in 2",
        "Cells that it can move, once in 2 timesteps.",
    )
    assert found["Special"].explanation == "Attacks only straight ahead."


def test_nothing_is_said_about_what_is_not_on_the_table() -> None:
    state = catalog.load("towers", plain=True).position(POSITION)
    for id_ in ("", "left-20-3", "body-1", "middle-keep", "tower-3-5"):
        assert inspect(state.seen_by(0).record, 0, id_, ()) is None


def test_a_tower_of_a_sealed_plan_is_a_free_cell_to_the_other_seat() -> None:
    state = planned("tower missile", "cell 3 5")
    found = inspect(state.seen_by(1).record, 1, "left-3-5", ())
    assert found is not None
    assert values(found) == {"Free": ""}


def test_the_shop_shows_the_numbers_of_every_unit() -> None:
    shop = {item["name"]: item for item in timeline(planned())["shop"]}
    assert [(number["label"], number["value"]) for number in shop["horse"]["numbers"]] == [
        ("Health", "7"),
        ("Damage", "2"),
        ("Range", "1"),
        ("Speed", "2"),
    ]
    assert shop["horse"]["notes"] == ["jumps over one cell"]
    assert shop["blockade"]["notes"] == ["only blocks the way"]
    assert all(number["meaning"] for item in shop.values() for number in item["numbers"])
