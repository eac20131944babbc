"""The picture of a battle, and its map alone."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from holdtheline.core.definition import EVERYONE
from holdtheline.games.civilwar.rules.terrain import Terrain
from holdtheline.games.civilwar.scenario import setup
from holdtheline.games.civilwar.scenario.model import BattleMap
from holdtheline.games.civilwar.scenario.parse import list_scenarios, load_scenario
from holdtheline.games.civilwar.state import PIECE_SLOTS, Phase, PieceKind, Side
from holdtheline.games.civilwar.text.prompts import prompt
from holdtheline.games.civilwar.view import scene
from holdtheline.games.civilwar.view.ascii_board import ascii_board
from holdtheline.games.civilwar.view.svg import battle_map, blocks
from holdtheline.games.civilwar.view.svg.layout import hex_centre, map_bottom, page_width
from holdtheline.games.civilwar.view.svg.picture import ALL_STYLES, scenario_svg
from holdtheline.games.civilwar.view.svg.picture import svg as picture_svg
from holdtheline.games.civilwar.view.svg.terrain import draw_terrain

from .svg_positions import (
    BATTLES,
    SEATS,
    SPACE,
    course,
    hidden,
    names,
    pieces_in,
    positions,
    read,
    started,
    title,
)

# The whole picture


def test_every_viewer_has_every_hex_every_piece_and_the_die_exactly_once() -> None:
    for s in positions():
        hexes, pieces = names(s)
        for seat in SEATS:
            ids = Counter(re.findall(r'data-id="([^"]*)"', picture_svg(hidden(s, seat), seat)))
            assert set(ids.values()) == {1}
            assert set(ids) == hexes | pieces | {"die"}


def test_the_map_alone_has_every_hex_and_every_piece_of_the_battle() -> None:
    for battle in BATTLES:
        scenario = setup.scenario_from_options({"scenario": battle})
        hexes, pieces = names(started(battle))
        assert set(pieces_in(scenario_svg(scenario))) == hexes | pieces
        text = "".join(read(scenario_svg(scenario)).itertext())
        assert scenario.title in text
        assert scenario.date in text
        assert scenario.history.split(".")[0][:40] in text


def test_the_card_states_the_vp_to_win_of_both_values_of_vp_hexes_where_they_differ() -> None:
    for battle in BATTLES:
        scenario = setup.scenario_from_options({"scenario": battle})
        lines = ["".join(line.itertext()) for line in read(scenario_svg(scenario)).iter() if line.tag.endswith("text")]
        live = "If VP hexes count as you go, the Union wins with {} VP, the Confederacy with {} VP."
        assert (live.format(*scenario.vp_live) in " ".join(lines)) == scenario.has_live_vp


def test_the_same_position_gives_the_same_bytes() -> None:
    for s in positions():
        assert picture_svg(s, 0) == picture_svg(s.copy(), 0)
    assert len({picture_svg(s, EVERYONE) for s in course()[:-1]}) == len(course()) - 1
    assert scenario_svg(load_scenario("shiloh")) == scenario_svg(load_scenario("shiloh"))


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
    style = read(picture_svg(started(), 0)).findtext(f"{SPACE}style") or ""
    dark = "".join(re.findall(r"@media \(prefers-color-scheme:dark\)({.*)", style))
    light = re.sub(r"@media .*", "", style)
    aliases = {"face", "side", "edge", "dot", *(f"side-{part}" for part in blocks.SIDE_COLOURS)}
    for name in set(re.findall(r"var\(--htl-([\w-]+)\)", style)) - aliases:
        assert f"--htl-{name}:" in light, name
        assert f"--htl-{name}:" in dark, name


def test_no_text_is_smaller_than_nine_where_a_hex_is_sixty_wide() -> None:
    sizes = [float(size) for size in re.findall(r"font-size:([\d.]+)px", ALL_STYLES)]
    assert min(sizes) >= 9 * 100 / 60
    for s in positions():
        written = re.findall(r'font-size="([\d.]+)"', picture_svg(s, 0))
        assert all(float(size) >= 15 for size in written)


def test_the_position_is_described_as_text() -> None:
    root = read(picture_svg(started(), 0))
    assert root.get("role") == "img"
    assert root.get("aria-label") == (
        "First Bull Run, turn 1 of 18, 0 AP left. Union: 0 of 6 VP, 10 pieces on the map, 5 to come. "
        "Confederate: 0 of 6 VP, 7 pieces on the map, 10 to come."
    )
    assert root.findtext(f"{SPACE}desc") == prompt(started(), 0)


# Hexes


def test_the_title_of_a_hex_has_its_name_terrain_place_and_vp() -> None:
    parts = pieces_in(picture_svg(started(), 0))
    assert title(parts["hex-A4"]) == "A4, woods"
    assert title(parts["hex-F9"]) == "F9, hill, Henry Hill"
    assert title(parts["hex-E11"]) == "E11, road, Sudley Road; 2 VP for the Union, held by the Confederacy"


def test_odd_rows_lie_half_a_hex_to_the_right_and_all_hexes_on_the_sheet() -> None:
    for battle in BATTLES:
        ground = setup.scenario_from_options({"scenario": battle}).battle_map
        assert hex_centre(ground.width, ground.width)[0] - hex_centre(0, ground.width)[0] == 50
        for hex_ in range(len(ground.terrain)):
            x, y = hex_centre(hex_, ground.width)
            assert 50 < x < page_width(ground) - 50
            assert 50 < y < map_bottom(ground) - 50


def shapes(markup: str) -> str:
    """Return everything that is drawn, without its colours."""
    return "|".join(re.findall(r' d="([^"]*)"', markup))


def test_every_terrain_has_its_own_shape() -> None:
    """Alone in the middle of a clear map."""
    drawn = set()
    for terrain in Terrain:
        around = [Terrain.CLEAR] * 63
        around[31] = terrain
        drawn.add(shapes(draw_terrain(BattleMap(9, 7, tuple(around)))))
    assert len(drawn) == len(Terrain)


def lines_of(*rows: str) -> str:
    letters = ".whtfeFcrbds-"
    terrain = [Terrain(letters.index(letter)) for row in rows for letter in row.split()]
    return draw_terrain(BattleMap(9, 7, tuple(terrain)))


def road_lines(markup: str) -> str:
    (d,) = re.findall(r'd="([^"]*)" class="htl-line htl-road"', markup)
    return str(d)


EMPTY = (". . . . . . . . .",) * 3


def test_a_road_joins_the_road_hexes_beside_it_and_leads_off_the_map() -> None:
    markup = lines_of(*EMPTY, "- - t - b - d - -", *EMPTY)
    assert road_lines(markup).count("M") == 9
    ends = [float(x) for x in re.findall(r"M([\d.]+) |([\d.]+) [\d.]+(?=M|$)", road_lines(markup)) for x in x if x]
    assert min(ends) == hex_centre(27, 9)[0] - 50
    assert max(ends) == hex_centre(35, 9)[0] + 50


def test_three_road_hexes_in_a_ring_are_joined_by_two_lines() -> None:
    ring = road_lines(lines_of(*EMPTY[:2], ". . . - - . . . .", ". . . - . . . . .", *EMPTY))
    assert ring.count("M") == 3


def test_walls_and_hachures_run_only_around_the_whole() -> None:
    one = lines_of(*EMPTY, ". . . f . . . . .", *EMPTY)
    two = lines_of(*EMPTY, ". . . f f . . . .", *EMPTY)
    sides = [re.findall(r'd="([^"]*)" class="htl-line htl-wall"', markup)[0].count("M") for markup in (one, two)]
    assert sides == [6, 10]


# Pieces


def test_the_title_of_a_piece_has_its_name_side_kind_blocks_and_morale() -> None:
    s = started()
    s.acted[0] = 1
    parts = pieces_in(picture_svg(s, 0))
    assert title(parts["piece-0"]) == "Burnside, Union infantry, 4 of 4 blocks, morale black, has acted"
    assert title(parts["piece-41"]) == "Latham, Confederate artillery, 1 of 2 blocks, morale black"
    assert title(parts["piece-12"]) == "McDowell, Union leader"
    halted = pieces_in(picture_svg(started("shiloh"), 0))
    assert title(halted["piece-12"]).endswith("morale black, never moves")
    assert title(halted["piece-0"]).endswith("morale green, moves from turn 2 on")


def test_the_kinds_differ_without_colours() -> None:
    assert len({shape_of(kind, Side.UNION) for kind in PieceKind}) == len(PieceKind)


def shape_of(kind: PieceKind, side: Side) -> tuple[tuple[str, ...], ...]:
    markup = blocks.draw_face(side, kind, 1, 1, 1, "Name")
    geometry = ("d", "x", "y", "width", "height", "cx", "cy", "r", "rx")
    return tuple((part.tag, *(part.get(name, "") for name in geometry)) for part in read(markup).iter())


def test_the_sides_differ_without_colours() -> None:
    for kind in PieceKind:
        assert shape_of(kind, Side.UNION) != shape_of(kind, Side.CONFEDERATE)
        assert "htl-hatch" in blocks.draw_face(Side.CONFEDERATE, kind, 1, 1, 1, "Name")
        assert "htl-hatch" not in blocks.draw_face(Side.UNION, kind, 1, 1, 1, "Name")


def test_the_morales_have_a_letter_and_a_shape_each() -> None:
    marks = [blocks.draw_morale(morale, 0.0, 0.0) for morale in range(4)]
    assert [re.findall(r">([^<>]+)</text>", mark) for mark in marks] == [["?"], ["G"], ["B"], ["Au"]]
    assert len({re.sub(r'class="[^"]*"', "", mark) for mark in marks}) == 4


@pytest.mark.parametrize(("strength", "full"), [(4, 4), (3, 4), (1, 2), (1, 1)])
def test_strength_is_shown_as_filled_blocks_of_all(strength: int, full: int) -> None:
    parts = {
        part.get("class"): (part.get("d") or "").count("M")
        for part in read(blocks.draw_strength(strength, full, 0.0)).iter()
    }
    assert parts.get("htl-strength", 0) == strength
    assert parts.get("htl-strength-gone", 0) == full - strength


def test_the_cards_of_a_hex_do_not_cover_each_other_or_another_row() -> None:
    for s in positions():
        for stack in scene.stacks_by_hex(scene.blocks_of(s)).values():
            ys, high = blocks.stack_positions(stack), blocks.card_heights(stack)
            for at in range(1, len(stack)):
                assert ys[at] - ys[at - 1] >= (high[at] + high[at - 1]) / 2 - 0.01
            assert sum(high) <= 86.6


def test_names_fit_their_cards_and_stay_apart() -> None:
    for battle in list_scenarios():
        for side in Side:
            mine = [piece for piece in setup.scenario_from_options({"scenario": battle}).pieces if piece.side == side]
            short = [blocks.shorten_name(piece.name, blocks.MAX_NAME_LENGTH) for piece in mine]
            assert all(len(name) <= blocks.MAX_NAME_LENGTH for name in short)
            assert len(set(zip(short, [piece.kind for piece in mine], strict=True))) >= len(mine) - 1


def test_place_names_do_not_collide_with_each_other_or_with_coordinates() -> None:
    for battle in list_scenarios():
        scenario = setup.scenario_from_options({"scenario": battle})
        places = battle_map.place_names(scenario)
        for at, place in enumerate(places):
            assert not [other.text for other in places[:at] if place.box.overlaps(other.box)], (battle, place.text)
        assert {place.text for place in places} == {text for _, text in scenario.labels}
        assert len(battle_map.named_hexes(scenario, places)) > len(scenario.battle_map.terrain) * 0.7


def test_hidden_morale_changes_nothing_that_is_drawn() -> None:
    for s in (started(), started("shiloh"), *course()):
        if s.phase == Phase.OVER:
            continue
        for seat in (0, 1):
            other = s.copy()
            for at in range(PIECE_SLOTS):
                if at // 40 != seat and s.morale[at] and not s.revealed[at]:
                    other.morale[at] = s.morale[at] % 3 + 1
            one, two = hidden(s, seat), hidden(other, seat)
            assert picture_svg(one, seat) == picture_svg(two, seat)
            assert ascii_board(one, seat) == ascii_board(two, seat)
    parts = pieces_in(picture_svg(hidden(started(), 1), 1))
    assert title(parts["piece-0"]) == "Burnside, Union infantry, 4 of 4 blocks, morale hidden"


# The current action


def test_the_attacker_its_target_and_the_dice_left_are_marked() -> None:
    (s,) = [s for s in course() if s.phase == Phase.DICE][:1]
    svg = picture_svg(s, 0)
    parts = pieces_in(svg)
    assert "htl-marked" in ElementTree.tostring(parts[f"piece-{s.actor - 1}"], encoding="unicode")
    assert svg.count('class="htl-marked"') == 1
    assert svg.count("htl-scene htl-target") == svg.count("htl-arrow htl-scene") == 1
    assert svg.count('class="htl-die htl-count"') == s.dice_left
    assert f"{s.hits} hit" in svg


def test_those_who_wait_stand_in_the_tray_with_their_turn_and_hex() -> None:
    s = started()
    svg = picture_svg(s, 0)
    assert svg.count('class="htl-waits"') == sum(due > 0 for due in s.entry_turn)
    assert "T14 · C11" in svg
    s.turn = 14
    assert "now · C11" in picture_svg(s, 0)


def test_the_head_shows_vp_losses_and_action_points() -> None:
    s = started()
    s.ap, s.elimination_vp[0], s.phase = 4, 2, Phase.ACT
    s.hex_of[40] = s.unit_at[int(started().hex_of[40]) - 1] = 0
    text = picture_svg(s, 0)
    assert text.count('class="htl-ap"') == 4
    for words in ("of 6 VP", "Lost: 1 unit", "Turn 1 of 18", "The Union acts"):
        assert words in text
