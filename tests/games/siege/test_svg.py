from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest

from holdtheline.core.catalog import load
from holdtheline.core.definition import OVER
from holdtheline.core.game import State
from holdtheline.games.siege.state import Phase
from holdtheline.games.siege.text import LANE_NAMES

OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"mode": "scouts"},
    {"mode": "hard", "regroup": 2, "empty": "loses"},
    {"table": "paper", "mode": 12, "swap": "one"},
    {"mode": "easy", "swap": "none"},
)
IDS = {"top", "middle", "bottom", "backline", "countdown", "enemy-top", "enemy-middle", "enemy-bottom"}
SPACE = "{http://www.w3.org/2000/svg}"


class Drawn:
    """Parse a picture."""

    def __init__(self, state: State) -> None:
        self.svg = state.svg()
        self.root = ElementTree.fromstring(self.svg)
        self.pieces = [part for part in self.root.iter() if part.get("data-id")]

    def piece(self, id_: str) -> ElementTree.Element:
        (found,) = [part for part in self.pieces if part.get("data-id") == id_]
        return found

    def pips(self, id_: str) -> int:
        return len(self.parts(id_, "htl-pip"))

    def written(self, id_: str) -> list[str]:
        return [part.text or "" for part in self.parts(id_, "htl-written")]

    def parts(self, id_: str, class_: str) -> list[ElementTree.Element]:
        return [part for part in self.piece(id_).iter() if part.get("class") == class_]

    def texts(self, id_: str) -> list[str]:
        return [part.text or "" for part in self.piece(id_).iter(f"{SPACE}text")]

    def classes(self) -> set[str]:
        return {class_ for part in self.root.iter() for class_ in (part.get("class") or "").split()}


@cache
def positions() -> tuple[State, ...]:
    """Return every state of some random games of every option set."""
    return tuple(state for options in OPTION_SETS for seed in range(4) for state in random_game(options, seed))


def random_game(options: dict[str, object], seed: int) -> Iterator[State]:
    choose = random.Random(seed)
    state = load("siege", plain=True, **options).start()
    yield state.copy()
    while state.current_player != OVER:
        state.play(choose.choice(state.legal_codes()))
        yield state.copy()


def siege(text: str, **options: object) -> Drawn:
    return Drawn(load("siege", plain=True, **options).position(text))


def ended(lanes: str, backline: int) -> State:
    """Return the state after a last wave of 6, 6, 6: strengths 3, 6, 3."""
    state = load("siege", plain=True).position(f"lanes {lanes}, backline {backline}, waves 1, enemy 6 6 6")
    state.play("keep")
    return state


def test_the_random_games_reach_every_phase_and_every_face_from_0_to_beyond_6() -> None:
    assert {int(state.record.phase) for state in positions()} == {int(phase) for phase in Phase}
    troops = {int(n) for state in positions() for n in (*state.record.lane, state.record.backline)}
    assert set(range(8)) <= troops


def test_every_piece_is_there_exactly_once_in_every_state() -> None:
    for state in positions():
        ids = [part.get("data-id") for part in Drawn(state).pieces]
        assert len(ids) == len(set(ids))
        assert set(ids) >= IDS
        assert set(ids) - IDS == {f"strength-{name}" for name in LANE_NAMES}


def test_every_piece_has_a_class_of_its_name_and_a_label() -> None:
    for part in Drawn(positions()[0]).pieces:
        assert f"htl-{part.get('data-id')}" in (part.get("class") or "").split()
        assert part.findtext(f"{SPACE}title")


def test_every_number_is_shown_by_as_many_pips_or_written_out() -> None:
    for state in positions():
        s, drawn = state.record, Drawn(state)
        numbers = {f"enemy-{name}": face for name, face in zip(LANE_NAMES, s.enemy, strict=True)}
        numbers |= dict(zip(LANE_NAMES, s.lane, strict=True))
        numbers["backline"] = s.backline
        if s.phase != Phase.COUNTDOWN:
            numbers["countdown"] = s.waves
        for id_, n in numbers.items():
            assert drawn.pips(id_) == (n if n <= 6 else 0), (id_, repr(state))
            if n:
                assert drawn.written(id_) == ([str(n)] if n > 6 else []), (id_, repr(state))


def test_the_same_state_gives_the_same_bytes_and_another_one_others() -> None:
    first = [state.svg() for state in positions()]
    assert [state.copy().svg() for state in positions()] == first
    different = {(state.words[:9].tobytes(), state.prompt()) for state in positions()}
    assert len(set(first)) == len(different)


def test_a_picture_stands_alone() -> None:
    for state in positions():
        svg = state.svg().replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert not re.search(r"script|href|http|url\(|@import|@font-face|\son\w+=|<image|<use|\sid=", svg)


def test_only_families_that_every_machine_has_are_named() -> None:
    families = re.findall(r"font-family:([^;}]+)", positions()[0].svg())
    assert families
    generic = {"system-ui", "sans-serif", "ui-serif", "serif"}
    assert {name for family in families for name in family.split(",")} <= generic


def test_every_rule_of_the_style_is_bound_to_the_classes_of_the_pictures() -> None:
    style = Drawn(positions()[0]).root.findtext(f"{SPACE}style") or ""
    for selectors in re.findall(r"([^{}]+){[^{}]*}", style.replace("@media (prefers-color-scheme:dark){", "")):
        for selector in selectors.split(","):
            assert re.fullmatch(r"(\.htl-[\w-]+ ?)+", selector.strip()), selector


def test_every_colour_that_is_used_is_defined_for_light_and_for_dark() -> None:
    style = Drawn(positions()[0]).root.findtext(f"{SPACE}style") or ""
    dark = "".join(re.findall(r"@media \(prefers-color-scheme:dark\)({.*)", style))
    light = re.sub(r"@media .*", "", style)
    aliases = {"face", "side", "edge", "dot"}
    for name in set(re.findall(r"var\(--htl-([\w-]+)\)", style)) - aliases:
        assert f"--htl-{name}:" in light, name
        assert f"--htl-{name}:" in dark, name


def test_the_position_is_described_as_text() -> None:
    drawn = siege("lanes 6 4 0, backline 3, waves 2, enemy 5 6 ?")
    assert drawn.root.get("role") == "img"
    assert drawn.root.get("aria-label") == (
        "2 waves to survive. Top lane 6, middle lane 4, bottom lane 0, backline 3. "
        "Enemy: top 5, strength 3, middle 6, strength 6."
    )
    assert drawn.root.findtext(f"{SPACE}title") == "Siege"
    assert drawn.root.findtext(f"{SPACE}desc") == "Roll for the enemy in the bottom lane."


@pytest.mark.clause("S4.1")
def test_the_arrow_shows_half_of_an_outer_die_rounded_up_and_the_middle_one_in_full() -> None:
    drawn = siege("lanes 6 6 6, backline 6, waves 3, enemy 5 5 4")
    assert drawn.texts("strength-top") == ["3", "half of 5"]
    assert drawn.texts("strength-middle") == ["5", "full 5"]
    assert drawn.texts("strength-bottom") == ["2", "half of 4"]


@pytest.mark.clause("S3.1")
def test_before_a_lane_is_scouted_its_place_is_dashed_and_has_no_arrow() -> None:
    drawn = siege("lanes 6 6 6, backline 6, waves 3, enemy 5 ? ?")
    assert len(drawn.parts("enemy-top", "htl-place")) == 0
    assert len(drawn.parts("enemy-middle", "htl-place")) == 1
    assert drawn.texts("enemy-middle")[0] == "Roll"
    assert drawn.texts("enemy-bottom")[0] == "Enemy"
    assert drawn.texts("strength-middle") == []


@pytest.mark.clause("S2.3")
def test_a_backline_of_0_is_an_empty_place() -> None:
    drawn = siege("lanes 6 6 6, backline 0, waves 3")
    assert len(drawn.parts("backline", "htl-place")) == 1
    assert len(drawn.parts("backline", "htl-die-face")) == 0
    assert len(siege("lanes 6 6 6, backline 1, waves 3").parts("backline", "htl-place")) == 0


@pytest.mark.clause("S1.3")
def test_the_countdown_shows_a_question_mark_until_the_scouts_have_rolled() -> None:
    state = load("siege", plain=True, mode="scouts").start()
    assert Drawn(state).written("countdown") == ["?"]
    state.play("roll 4")
    assert Drawn(state).written("countdown") == []
    assert Drawn(state).pips("countdown") == 4


def test_own_dice_are_rounded_and_enemy_dice_sharp_hatched_and_labelled() -> None:
    drawn = siege("lanes 6 4 5, backline 3, waves 2, enemy 5 6 1")
    for name in LANE_NAMES:
        assert len(drawn.parts(f"enemy-{name}", "htl-die-hatch")) == 1
        assert len(drawn.parts(name, "htl-die-hatch")) == 0
        assert drawn.texts(f"enemy-{name}") == ["Enemy"]
        assert drawn.texts(name) == [name.capitalize()]


def test_a_siege_won_lost_and_running_look_different_and_say_so() -> None:
    won, lost = Drawn(ended("6 6 6", 6)), Drawn(ended("0 0 0", 1))
    running = siege("lanes 6 6 6, backline 6, waves 1, enemy 6 6 6")
    assert "You held the line" in won.texts("countdown")
    assert "The castle falls" in lost.texts("countdown")
    assert "The last wave" in running.texts("countdown")
    assert {"htl-siege-won", "htl-dawn", "htl-beaten"} <= won.classes() - running.classes() - lost.classes()
    assert {"htl-siege-lost", "htl-fire", "htl-soot"} <= lost.classes() - running.classes() - won.classes()
    assert "htl-spire" not in lost.classes()


def test_after_the_end_the_arrows_are_past_and_only_a_beaten_enemy_is_called_so() -> None:
    won, lost = Drawn(ended("6 6 6", 6)), Drawn(ended("0 0 0", 1))
    broken_through = Drawn(ended("0 6 6", 6))
    for drawn, label in ((won, "Beaten"), (broken_through, "Enemy"), (lost, "Enemy")):
        assert drawn.texts("enemy-top") == [label]
        assert "htl-past" in (drawn.piece("strength-top").get("class") or "")
        assert drawn.texts("strength-top") == ["3", "half of 6"]


def test_an_enemy_that_broke_through_is_not_called_beaten_though_the_siege_is_won() -> None:
    won = Drawn(ended("6 3 6", 6))
    assert "You held the line" in won.texts("countdown")
    assert (won.texts("enemy-top"), won.texts("enemy-middle")) == (["Beaten"], ["Enemy"])
