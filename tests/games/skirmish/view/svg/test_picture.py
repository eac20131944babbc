"""The picture of the table."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from holdtheline.core.definition import EVERYONE
from holdtheline.games.skirmish.scenario import setup
from holdtheline.games.skirmish.state import (
    BATTLEFIELD_SIZE,
    MAX_CHARACTERS,
    CharacterStatus,
    ObjectiveStatus,
    Phase,
    SkirmishState,
)
from holdtheline.games.skirmish.text import names as text_names
from holdtheline.games.skirmish.text import prompts
from holdtheline.games.skirmish.view import scene, shapes
from holdtheline.games.skirmish.view.shapes import Shape
from holdtheline.games.skirmish.view.svg import figures, labels
from holdtheline.games.skirmish.view.svg.picture import ALL_STYLES, MARGIN, SCALE, SHEET_SIZE, to_sheet
from holdtheline.games.skirmish.view.svg.picture import svg as picture_svg

from ...battle_builder import acting, stage
from ...picture_samples import (
    BATTLES,
    SPACE,
    counted,
    ids_of,
    pieces_in,
    positions,
    read,
    started,
    thick_of_it,
    title,
)


def test_everything_is_there_exactly_once() -> None:
    for s in positions():
        ids = counted(picture_svg(s, EVERYONE))
        assert set(ids.values()) == {1}
        assert set(ids) == ids_of(s)


def test_each_thing_has_a_title_for_those_who_cannot_see_it() -> None:
    for s in positions():
        for id_, piece in pieces_in(picture_svg(s, 0)).items():
            assert title(piece)
            assert id_ == "die" or f"({id_})" in title(piece)


@pytest.mark.clause("K1.1")
def test_a_base_stands_at_its_place_in_thousandths_with_y_upwards_and_has_its_true_size() -> None:
    s = stage("Ada 12.5 4.25; Bob 3 21 base=2", "Orc 0 24").s
    svg = picture_svg(s, 0)
    pieces = pieces_in(svg)
    assert pieces["f1"].get("transform") == "translate(12500 19750)"
    assert pieces["f2"].get("transform") == "translate(3000 3000)"
    assert pieces["e1"].get("transform") == "translate(0 0)"
    for id_, radius in (("f1", 500), ("f2", 1000)):
        base = next(one for one in pieces[id_].iter(f"{SPACE}circle") if one.get("class") == "htl-base")
        assert float(base.get("r", "0")) + 44 / 2 == radius  # with half of its line
    table = next(one for one in read(svg).iter(f"{SPACE}g") if one.get("class") == "htl-table")
    assert table.get("transform") == "translate(44 44) scale(0.04)"
    assert to_sheet(12_500, 4250) == (44 + 500, 44 + 790)
    assert to_sheet(0, 24_000) == (MARGIN, MARGIN)
    assert SHEET_SIZE[0] > MARGIN + BATTLEFIELD_SIZE * SCALE


@pytest.mark.clause("K3.4")
def test_the_facing_mark_points_where_a_character_looks() -> None:
    s = stage("Ada 3 4 right; Bob 6 4 up; Cid 9 4 left; Dan 12 4 down").s
    s.face_x[4 - 1], s.face_y[4 - 1] = 1000, 1000
    pieces = pieces_in(picture_svg(s, 0))
    turns = {}
    for id_ in ("f1", "f2", "f3", "f4"):
        marks = [one for one in pieces[id_].iter(f"{SPACE}g") if one.get("class") == "htl-facing"]
        turns[id_] = marks[0].get("transform")
    assert turns == {"f1": "rotate(0.0)", "f2": "rotate(-90.0)", "f3": "rotate(180.0)", "f4": "rotate(-45.0)"}


def test_the_sides_differ_in_more_than_their_colour() -> None:
    pieces = pieces_in(picture_svg(stage().s, 0))
    spikes = {
        id_: [one for one in pieces[id_].iter(f"{SPACE}path") if one.get("class") == "htl-spike"]
        for id_ in ("f1", "e1")
    }
    assert not spikes["f1"]
    assert spikes["e1"]


@pytest.mark.clause("K4.2")
def test_every_wound_slot_is_shown_and_every_wound_in_it() -> None:
    s = stage("Ada 12 4 slots=3 wounds=2").s
    ada = pieces_in(picture_svg(s, 0))["f1"]
    drawn = {one.get("class"): one.get("d", "") for one in ada.iter(f"{SPACE}path")}
    assert drawn["htl-slot"].count("M") == 1
    assert drawn["htl-wound"].count("M") == 2
    assert "2 of 3 wound slots filled" in title(ada)


def signs_of(svg: str, id_: str) -> set[str]:
    piece = pieces_in(svg)[id_]
    classes = [one.get("class", "") for one in piece.iter(f"{SPACE}g")]
    return {word for class_ in classes for word in re.findall(r"htl-sign-(\w+)", class_)}


def test_states_are_signs_and_words() -> None:
    s = thick_of_it()
    svg = picture_svg(s, 0)
    pieces = pieces_in(svg)
    assert signs_of(svg, "e7") == {"done", "routs"}
    assert signs_of(svg, "e8") == {"shot"}
    assert signs_of(svg, "f1") == set()
    assert "htl-down" in pieces["f5"].get("class", "")
    assert "htl-held-one" in pieces["f2"].get("class", "")
    assert "htl-waits" in pieces["f7"].get("class", "")
    assert "htl-active-one" in pieces["f9"].get("class", "")
    assert "htl-row-gone" in pieces["e5"].get("class", "")
    titles = {id_: title(piece) for id_, piece in pieces.items()}
    assert titles["f9"].endswith("acts; in melee")
    assert "carries Lio" in titles["f3"]
    assert "arrives in round 3" in titles["f7"]
    assert titles["e6"].endswith("fled")
    assert titles["o1"] == "Lio (o1), a character to carry, carried by f3"


def test_crossed_swords_stand_where_bases_touch_and_lock_each_other() -> None:
    touching, apart = stage("Ada 12 4", "Orc 12 5"), stage("Ada 12 4", "Orc 12 5.1")
    assert "htl-melee" in picture_svg(touching.s, 0)
    assert "translate(12000 19500)" in picture_svg(touching.s, 0)
    assert "htl-melee" not in picture_svg(apart.s, 0)
    touching.s.routs[32] = touching.s.routs[0] = 1
    assert "htl-melee" not in picture_svg(touching.s, 0)


def test_the_active_one_has_rings_of_its_move_and_its_range_from_the_edge_of_its_base() -> None:
    s = acting("Ada", "Ada 12 12 range=10").s
    svg = picture_svg(s, 0)
    for radius, kind in ((6500, "move"), (3500, "half"), (10_500, "range")):
        assert f'<path d="{shapes.circle_path((12_000, 12_000), radius)}" class="htl-ring-{kind}"/>' in svg
    assert "htl-ring-move" not in picture_svg(stage("Ada 12 12 range=10").s, 0).split("</style>")[1]


def test_after_a_leg_the_ring_is_what_is_left_and_the_start_is_shown() -> None:
    after = acting("Ada", "Ada 12 4").play("leg 12 7")
    svg = picture_svg(after.s, 0).split("</style>")[1]
    assert shapes.circle_path((12_000, 17_000), 3500) in svg
    assert "htl-ring-half" not in svg
    assert "htl-trail" in svg


def test_a_blow_has_an_arrow_and_a_die_to_touch() -> None:
    shot = acting("Ada", "Ada 12 4 range=12", "Orc 12 10").play("shoot Orc")
    svg = picture_svg(shot.s, 0)
    assert "htl-aim" in svg.split("</style>")[1]
    assert title(pieces_in(svg)["die"]) == "a die to roll"
    assert title(pieces_in(picture_svg(acting("Ada").s, 0))["die"]) == "no die to roll"


def test_names_with_markup_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    s = started("millrace")
    scenario = setup.known_scenario(s)
    mill = replace(scenario.terrain[1], name='<script>x</script> & "mill"')
    odd = replace(scenario, terrain=(scenario.terrain[0], mill, *scenario.terrain[2:]))
    monkeypatch.setattr(text_names, "known_scenario", lambda s: odd)
    s.battle = 4711
    svg = picture_svg(s, 0)
    del text_names._names[4711]
    assert "<script" not in svg
    assert "&lt;script&gt;x&lt;/script&gt; &amp; &quot;mill&quot;" in svg
    names = {title(piece) for piece in pieces_in(svg).values()}
    assert any(name.startswith('<script>x</script> & "mill" (t2), house') for name in names)


def test_a_picture_stands_alone() -> None:
    for s in positions():
        svg = picture_svg(s, 0).replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"<script|href|http|url\(|@import|@font-face|\son\w+=|<image|<use|\sid=", svg)


def test_every_rule_of_the_style_is_bound_to_a_picture() -> None:
    style = ALL_STYLES.replace("@media (prefers-color-scheme:dark){", "")
    for selectors in re.findall(r"([^{}]+){[^{}]*}", style):
        for selector in selectors.split(","):
            assert re.fullmatch(r"(\.htl-[\w-]+ ?)+", selector.strip()), selector


def test_every_colour_that_is_used_is_defined_for_light_and_for_dark() -> None:
    style = read(picture_svg(started(BATTLES[0]), 0)).findtext(f"{SPACE}style") or ""
    dark = "".join(re.findall(r"@media \(prefers-color-scheme:dark\)({.*)", style))
    light = re.sub(r"@media .*", "", style)
    aliases = {"face", "side", "edge", "dot", *(f"side-{part}" for part in figures.COLOUR_PARTS)}
    for name in set(re.findall(r"var\(--htl-([\w-]+)\)", style)) - aliases:
        assert f"--htl-{name}:" in light, name
        assert f"--htl-{name}:" in dark, name


def test_the_same_position_gives_the_same_bytes() -> None:
    for s in positions():
        assert picture_svg(s, 0) == picture_svg(s.copy(), 0)


def test_the_position_is_described_as_text() -> None:
    root = read(picture_svg(started("millrace"), 0))
    assert root.get("aria-label") == (
        "The Night at the Millrace, round 1 of 14. Roll for who starts the round. "
        "6 of the friends and 8 of the enemy stand on the table."
    )


def test_the_panel_says_who_is_still_to_act_and_leaves_the_turn_to_the_prompt() -> None:
    s = started("millrace")
    assert "Still to act: 6 friends, 8 enemies" in texts_of(s)
    s.done[0] = s.done[1] = 1
    assert "Still to act: 4 friends, 8 enemies" in texts_of(s)
    assert prompts.status_text(s) not in texts_of(s)
    s.phase = Phase.OVER
    assert not any("Still to act" in text for text in texts_of(s))


def test_the_panel_names_the_side_of_a_company_and_explains_the_stats() -> None:
    texts = texts_of(started("millrace"))
    assert {"The Lamplighters (friends)", "The Harrow Tollmen (enemies)", "M6 A2 D1"} < texts
    assert "M move · A attack · D defence · R range" in texts


def texts_of(s: SkirmishState) -> set[str]:
    return {element.text or "" for element in read(picture_svg(s, 0)).iter(f"{SPACE}text")}


def test_a_full_table_is_drawn() -> None:
    friends = "; ".join(f"F{at} {1 + at % 8 * 2} {1 + at // 8 * 2}" for at in range(32))
    enemies = "; ".join(f"E{at} {1 + at % 8 * 2} {12 + at // 8 * 2}" for at in range(32))
    svg = picture_svg(stage(friends, enemies).s, 0)
    assert len(pieces_in(svg)) == MAX_CHARACTERS + 1
    rows = [float(y) for y in re.findall(r'htl-row-[fe]\d+" transform="translate\(\S+ ([\d.]+)', svg)]
    assert len(rows) == MAX_CHARACTERS
    assert max(rows) < SHEET_SIZE[1]


@pytest.mark.parametrize(
    "lies", [ObjectiveStatus.FREE, ObjectiveStatus.CARRIED, ObjectiveStatus.LEFT, ObjectiveStatus.LOST]
)
def test_an_objective_is_shown_wherever_it_is(lies: ObjectiveStatus) -> None:
    s = stage(things="crown 12 12").s
    s.objective_status[0] = lies
    s.objective_carrier[0] = 0 if lies in (ObjectiveStatus.FREE, ObjectiveStatus.LOST) else 1
    crown = pieces_in(picture_svg(s, 0))["o1"]
    is_row = "htl-row" in crown.get("class", "")
    assert is_row == (lies in (ObjectiveStatus.LEFT, ObjectiveStatus.LOST))
    if lies == ObjectiveStatus.FREE:
        assert crown.get("transform") == "translate(12000 12000)"


@pytest.mark.parametrize("phase", list(Phase))
def test_every_phase_has_its_words(phase: Phase) -> None:
    s = acting("Ada").s
    s.phase = phase
    assert prompts.status_text(s)
    assert prompts.is_die_due(s) == (phase not in (Phase.CHOOSE, Phase.ACTING, Phase.OVER))
    read(picture_svg(s, 0))


# Shapes, names


SQUARE = Shape(((1000, 1000), (1000, 3000), (3000, 3000), (3000, 1000)), 1)


def test_how_deep_a_point_lies_in_a_shape() -> None:
    assert Shape(((1000, 1000),), 500).depth(1300, 1400) == 0
    assert Shape(((1000, 1000), (5000, 1000)), 100).depth(3000, 1040) == 60
    assert SQUARE.depth(1500, 2000) == 501
    assert SQUARE.depth(500, 2000) == -499
    assert all(SQUARE.depth(*spot) >= 200 for spot in shapes.scatter_points(SQUARE, 300, 200))
    assert len(list(shapes.scatter_points(SQUARE, 300, 200))) > 10


def test_the_outline_of_a_polygon_runs_around_it_on_the_outside() -> None:
    for (x, y), (ox, oy) in shapes.points_along_outline(SQUARE, 500):
        assert abs(SQUARE.depth(x, y)) < 1
        assert SQUARE.depth(x + ox * 100, y + oy * 100) < 0
    assert shapes.outline_path(SQUARE) == "M1000 1000L1000 3000L3000 3000L3000 1000z"
    round_one = shapes.outline_path(Shape(((1000, 1000), (5000, 1000)), 100))
    assert round_one == "M5000 1100L1000 1100A100 100 0 0 1 1000 900L5000 900A100 100 0 0 1 5000 1100z"


def test_short_names_are_all_different() -> None:
    names = [
        "Oda Verrin",
        "Hask",
        "The Maw",
        "First Limb",
        "Fourth Limb",
        "Fifth Limb",
        "Bow at the yard",
        "Hask",
    ]
    assert text_names.abbreviate_names(names) == ["OV", "Ha", "Ma", "FL", "Fo", "Fi", "BY", "Hk"]
    assert len({name.casefold() for name in text_names.abbreviate_names(["A"] * 64)}) == 64


def test_names_beside_bases_run_into_no_base() -> None:
    crowd = stage("Ada 12 12; Bob 13 12; Cid 12 11", "Orc 12 13; Urk 18 12").s
    people = [replace(one, name="Character Long") for one in scene.build_figures(crowd)]
    found = labels.place_labels(people, [])
    assert set(found) == {"f1", "f2", "f3", "e1", "e2"}
    assert found["f1"][0] < 0 < found["f2"][0]  # there are bases over and under them
    for one in people:
        for other in people:
            if one is not other and one.id in found:
                aside, down = found[one.id]
                line = BATTLEFIELD_SIZE - one.y + down - 110  # the middle of the letters
                half = len(one.name) * labels.FIGURE_LETTER_WIDTH
                away = abs(other.x - one.x - aside) >= half + 500
                assert abs(BATTLEFIELD_SIZE - other.y - line) >= 500 or away
    alone = labels.place_labels(scene.build_figures(stage("Ada 12 12", "Orc 12 20").s), [])
    assert alone == {"f1": (0, 930), "e1": (0, -670)}


def test_a_name_stays_on_the_table_and_off_its_inches() -> None:
    edge = stage("Ada 0.5 12; Bob 23.5 6", "Orc 12 20").s
    people = [replace(one, name="Character Long") for one in scene.build_figures(edge)]
    for one in people:
        aside, _ = labels.place_labels(people, [])[one.id]
        half = len(one.name) * labels.FIGURE_LETTER_WIDTH
        assert half <= one.x + aside <= BATTLEFIELD_SIZE - half


def test_a_waiting_character_is_shown_where_and_when_it_arrives() -> None:
    s = stage("Ada 12 4; Bob 20 6").s
    s.status[1], s.arrives[1] = CharacterStatus.WAITS, 3
    bob = pieces_in(picture_svg(s, 0))["f2"]
    assert bob.get("transform") == "translate(20000 18000)"
    assert "R3" in "".join(bob.itertext())
