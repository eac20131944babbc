"""Battles are files: what is shipped, what a person writes, and what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdtheline.core.errors import BadOption, UnknownName
from holdtheline.core.hexes import OFF_MAP
from holdtheline.games.civilwar.rules.terrain import Terrain
from holdtheline.games.civilwar.scenario.model import Piece, Scenario, VictoryHex
from holdtheline.games.civilwar.scenario.parse import (
    SCENARIO_FOLDER,
    list_scenarios,
    load_scenario,
    parse_scenario,
    read_scenario,
)
from holdtheline.games.civilwar.state import LastTurnWinner, MapEdge, Morale, PieceKind, Side
from holdtheline.games.civilwar.text.briefing import briefing

from ..mill_creek import HISTORY, TEXT, refusal, refusals

# What is read


def test_a_battle_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    battle = read_scenario(path)
    assert (battle.name, battle.title, battle.date) == ("mine", "Mill Creek", "1 May 1862")
    assert battle.place == "Nowhere, Tennessee"
    assert battle.history == HISTORY.replace("\n", " ")
    assert battle.sources == ("A. Writer, A Book (1900)", "B. Writer, Another Book (1910)")
    assert (battle.favoured_side, battle.turns, battle.first_side) == (Side.UNION, 12, Side.CONFEDERATE)
    assert battle.last_turn_winner == LastTurnWinner.MOST
    assert (battle.command, battle.vp_to_win, battle.home_edge) == ((3, 2), (5, 6), (MapEdge.NORTH, MapEdge.EAST))
    assert battle.labels == ((16, "Mill Road"),)
    assert battle.victory_hexes == (
        VictoryHex(hex=54, worth=2, scorers=(Side.UNION, Side.CONFEDERATE), held=Side.CONFEDERATE),
        VictoryHex(hex=17, worth=1, scorers=(Side.UNION,), held=None),
    )
    assert (battle.rallies, battle.moves_from) == ((False, True), (1, 3))


@pytest.mark.clause("C7.2")
def test_a_side_may_need_other_vp_to_win_with_live() -> None:
    assert parse_scenario(TEXT, "mine.toml").vp_live == (5, 6)
    battle = parse_scenario(TEXT.replace("vp = 6", "vp = 6\nvp_live = 7"), "mine.toml")
    assert (battle.vp_to_win, battle.vp_live) == ((5, 6), (5, 7))


@pytest.mark.clause("C7.2")
@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (100, "it must be a whole number from 1 to 99, not 100 (C7.2)"),
        (2, "the Confederacy holds 2 VP at the start; it must need more than that to win (C7.2)"),
    ],
)
def test_wrong_vp_to_win_with_live_are_refused(value: int, reason: str) -> None:
    text = TEXT.replace("vp = 6", f"vp = 6\nvp_live = {value}")
    line = text[: text.index("vp_live")].count("\n") + 1
    assert refusal(text) == f"mine.toml, line {line}: confederate.vp_live: {reason}"


def test_the_briefing_states_the_vp_to_win_of_the_option_or_of_both_values_before_it_is_chosen() -> None:
    def how_to_win(battle: Scenario) -> list[str]:
        (section,) = (section for section in briefing(battle) if section.heading == "How to win")
        return [line for line in section.lines if "VP (" in line]

    battle = parse_scenario(TEXT.replace("vp = 6", "vp = 6\nvp_live = 7"), "mine.toml")
    at_end = "The Union wins with 5 VP, the Confederacy with 6 VP (C7.2)."
    assert how_to_win(battle) == [
        at_end,
        "If VP hexes count as you go, the Union wins with 5 VP, the Confederacy with 7 VP (C7.2).",
    ]
    assert how_to_win(battle.with_vp_hexes("end_only")) == [at_end]
    assert how_to_win(battle.with_vp_hexes("live")) == [at_end.replace("6", "7")]
    assert how_to_win(parse_scenario(TEXT, "mine.toml")) == [at_end]


def test_the_pieces_of_a_battle_are_its_units_and_then_its_leaders() -> None:
    union, south = Side.UNION, Side.CONFEDERATE
    assert parse_scenario(TEXT, "mine.toml").pieces == (
        Piece(union, PieceKind.INFANTRY, "Adams", 2, 4, Morale.GREEN, 0, False),
        Piece(union, PieceKind.ARTILLERY, "Battery B", 2, 1, Morale.BLACK, 0, True),
        Piece(union, PieceKind.GUNBOAT, "Tyler", 35, 1, Morale.GOLD, 0, False),
        Piece(union, PieceKind.CAVALRY, "Cole", 0, 2, Morale.GOLD, 4, False),
        Piece(south, PieceKind.INFANTRY, "Adams", 39, 4, Morale.GOLD, 0, False),
        Piece(union, PieceKind.LEADER, "Able", 2, 1, None, 0, False),
        Piece(union, PieceKind.LEADER, "Baker", 0, 1, None, 4, False),
    )


def test_the_map_is_read_as_it_is_drawn() -> None:
    ground = parse_scenario(TEXT, "mine.toml").battle_map
    assert (ground.width, ground.height) == (9, 7)
    drawn = {name: ground.terrain[ground.hex_named(name)].name.lower() for name in MAP.split()[::2]}
    assert list(drawn.values()) == MAP.split()[1::2]
    assert {*drawn.values()} == {terrain.name.lower() for terrain in Terrain}


MAP = """
A1 clear B1 woods C1 hill D1 town E1 fence F1 entrenchment G1 fort H1 creek I1 river
H2 road I2 bridge I5 ford F6 swamp I7 river
"""


def test_a_hex_has_a_name_and_a_name_a_hex() -> None:
    ground = parse_scenario(TEXT, "mine.toml").battle_map
    assert (ground.hex_named("A1"), ground.hex_named("C4"), ground.hex_named("I7")) == (0, 29, 62)
    for hex_ in range(63):
        assert ground.hex_named(ground.name_of(hex_)) == hex_
    for name in (
        "",
        "A",
        "1",
        "A0",
        "A8",
        "J1",
        "c4",
        "C04",
        "C4 ",
        "C4\n",
        "AA1",
        "A11",
        "A111",
        "A¹",
        "A٣",
    ):
        assert ground.hex_named(name) == OFF_MAP


def test_special_rules_points_leaders_and_names_may_be_left_out() -> None:
    text = TEXT.partition("[special]")[0].partition("[[leader]]")[0].replace('[names]\nH2 = "Mill Road"\n', "")
    head, _, rest = text.partition("[[points]]")
    battle = parse_scenario(head + rest[rest.index("[[unit]]") :], "mine.toml")
    assert (battle.victory_hexes, battle.labels, len(battle.pieces)) == ((), (), 5)
    assert (battle.rallies, battle.moves_from) == ((True, True), (1, 1))
    assert not any(piece.fixed for piece in battle.pieces)


def test_a_map_has_up_to_13_columns_and_11_rows() -> None:
    old = TEXT[TEXT.index('map = """') : TEXT.index("[union]")]
    rows = [" " * (row % 2) + " ".join("." * 13) for row in range(11)]
    rows[3] = " " + " ".join("." * 8 + "r" + "." * 4)
    new = 'map = """\n' + "\n".join(rows) + '\n"""\n'
    ground = parse_scenario(TEXT.replace(old, new), "mine.toml").battle_map
    assert (ground.width, ground.height, len(ground.terrain)) == (13, 11, 143)
    assert ground.hex_named("M11") == 142
    assert ground.name_of(142) == "M11"


# Files


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        read_scenario(tmp_path / "none.toml")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    with pytest.raises(BadOption, match="is too large for a battle"):
        read_scenario(tmp_path / "endless.toml")
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(BadOption, match="cannot be read: Is a directory"):
        read_scenario(tmp_path / "folder.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadOption, match="is not UTF-8 text"):
        read_scenario(tmp_path / "odd.toml")
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    with pytest.raises(BadOption, match="cannot be read: Too many levels"):
        read_scenario(tmp_path / "loop.toml")
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BadOption, match="cannot be read: it is a pipe"):
        read_scenario(tmp_path / "pipe.toml")
    for name in ("a\0b.toml", "~nobody-has-this-name/x.toml"):
        with pytest.raises(BadOption, match="cannot be the name of a file"):
            read_scenario(Path(name))
    with pytest.raises(BadOption, match=r"^a\?b.toml cannot be read"):
        read_scenario(Path("a\nb.toml"))


def test_a_file_may_be_a_link_and_may_begin_with_the_mark_of_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TEXT, encoding="utf-8-sig")
    (tmp_path / "link.toml").symlink_to(tmp_path / "mine.toml")
    assert read_scenario(tmp_path / "link.toml").pieces == parse_scenario(TEXT, "mine.toml").pieces


@pytest.mark.parametrize(
    ("turns", "sentence"),
    [
        ("", "mine.toml, line 18: this is not TOML: "),
        ("9" * 5000, "mine.toml: a number in it is too long"),
        ("0x" + "9" * 5000, "turns: it must be a whole number from 1 to 30, not a value that is too long to show"),
        ("[" * 5000, "mine.toml: its brackets are nested too deeply"),
    ],
)
def test_what_no_file_should_hold_is_refused(turns: str, sentence: str) -> None:
    assert sentence in refusal(TEXT.replace("turns = 12", f"turns = {turns}"))


@pytest.mark.parametrize("part", [".a", " . a", '."a b"', ".'x'", ".\ta-1"])
@pytest.mark.parametrize(
    "form", ["turns{} = 1", "turns = 1\nx = {{ a{} = 1 }}", "turns = 1\n[a{}]", "turns = 1\n[[a{}]]"]
)
def test_keys_of_parts_without_end_are_refused_before_they_take_memory(form: str, part: str) -> None:
    assert "a key has too many parts" in refusal(TEXT.replace("turns = 12", form.format(part * 14_000)))


def test_dots_in_maps_and_stories_are_no_keys() -> None:
    text = TEXT.replace(HISTORY, HISTORY + " And then. " * 25 + "1.2.3.4.5.6.7.8.9...")
    assert parse_scenario(text, "mine.toml").history.count("And then.") == 25


def test_a_battle_may_have_no_history_and_no_sources() -> None:
    text = TEXT.replace(f'history = """\n{HISTORY}\n"""\n', "")
    text = "\n".join(line for line in text.split("\n") if not line.startswith("sources"))
    battle = parse_scenario(text, "mine.toml")
    assert (battle.history, battle.sources) == ("", ())
    assert "Sources" not in [section.heading for section in briefing(battle)]


def test_the_briefing_begins_with_how_to_win_and_has_no_empty_section() -> None:
    def headings(name: str) -> list[str]:
        return [section.heading for section in briefing(load_scenario(name))]

    start = ["How to win", "Hexes worth VP (C7.1)", "The sides"]
    assert headings("bull-run") == ["First Bull Run", *start, "Reinforcements (C2.8)", "Sources"]
    assert "Special rules" in headings("shiloh")


@pytest.mark.parametrize("name", list_scenarios())
def test_a_shipped_battle_has_a_history_of_80_words_or_more_and_two_sources(name: str) -> None:
    battle = load_scenario(name)
    assert len(battle.history.split()) >= 80
    assert len(battle.sources) >= 2


# Any text

LINES = TEXT.split("\n")
VALUES = ('""', "0", "-1", "99", "true", "1.5", "[]", "{}", '"union"', '"A1"', '["x"]', "[[]]", "[{}]", "nan")


def read_or_refused(text: str) -> None:
    try:
        assert isinstance(parse_scenario(text, "mine.toml"), Scenario)
    except BadOption:
        assert all(sentence.startswith("mine.toml") for sentence in refusals(text))


@given(st.text())
def test_any_text_is_a_battle_or_is_refused(text: str) -> None:
    read_or_refused(text)


@given(st.integers(0, len(TEXT)), st.integers(0, 30), st.text(max_size=8))
def test_a_battle_with_a_few_letters_changed_is_a_battle_or_is_refused(at: int, gone: int, new: str) -> None:
    read_or_refused(TEXT[:at] + new + TEXT[at + gone :])


@given(st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.sampled_from(VALUES)), min_size=1, max_size=3))
def test_a_battle_with_other_values_is_a_battle_or_is_refused(changes: list[tuple[int, str]]) -> None:
    lines = list(LINES)
    for at, value in changes:
        key, equals, old = lines[at].partition(" = ")
        lines[at] = f"{key}{equals}{value}" if equals and not old.startswith('"""') else lines[at]
    read_or_refused("\n".join(lines))


@given(st.lists(st.sampled_from(range(len(LINES))), max_size=5), st.integers(0, len(LINES)))
def test_a_battle_with_lines_gone_or_twice_is_a_battle_or_is_refused(gone: list[int], twice: int) -> None:
    lines = [line for number, line in enumerate(LINES) if number not in gone]
    read_or_refused("\n".join(lines[:twice] + lines[max(twice - 1, 0) :]))


# What is shipped


@pytest.mark.parametrize("name", list_scenarios())
def test_a_shipped_battle_is_read(name: str) -> None:
    assert load_scenario(name).name == name
    assert load_scenario(name) is load_scenario(name)


@pytest.mark.parametrize("name", list_scenarios())
def test_a_shipped_file_begins_with_a_comment_and_has_no_long_lines(name: str) -> None:
    lines = (SCENARIO_FOLDER / f"{name}.toml").read_text().splitlines()
    assert lines[0].startswith("# ")
    assert [number for number, line in enumerate(lines, 1) if len(line) > 110] == []


@pytest.mark.parametrize("name", ["", "nowhere", "../scenarios/shiloh", "x\ny"])
def test_a_battle_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(UnknownName, match=r"^unknown battle '[^\n]*'; choose from: "):
        load_scenario(name)
